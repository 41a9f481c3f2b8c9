"""What a scenario gets wrong before any variant is looked at: names, cards, statements that do not go together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ginrules.cards import JOKER
from ginrules.diagnostics import Diagnostic, Span, did_you_mean
from ginrules.notation import statements
from ginrules.notation.asked import GOING, Asked, asked, expects, method, moves_of
from ginrules.notation.clauses import (
    Expect,
    HoldsClause,
    IllegalClause,
    LegalClause,
    MovesClause,
    PileClause,
    ResultClause,
    ResultWord,
    SpreadClause,
)
from ginrules.notation.dealing import given_cards
from ginrules.notation.fitting import methods, misfit, names_in
from ginrules.notation.scenario import Scenario
from ginrules.notation.sheet_checks import sheet_problems
from ginrules.notation.spreads import spread_problems
from ginrules.notation.statements import (
    HIDDEN,
    Action,
    Hand,
    LayOffs,
    Show,
    Spread,
    Statement,
    Turn,
    Variants,
    VariantUse,
    Word,
)
from ginrules.questions import Method

CERTAIN = frozenset(
    {
        "name-like-card",
        "name-too-long",
        "player-twice",
        "card-twice",
        "stated-twice",
        "column-twice",
        "hidden-card",
        "joker-outside-meld",
        "bad-count",
        "count-twice",
        "deal-order",
    }
)
"""The codes of what is wrong whatever the lines say that could not be read."""

_DECLARED: Mapping[str, tuple[type[Statement], frozenset[str]]] = {
    "unknown-player": (statements.Players, frozenset({"players", "side"})),
    "unknown-column": (Variants, frozenset({"variant"})),
}
"""The codes of what is wrong where a declaration is read, and no line that declares more could not be."""

LONGEST_NAME = 32
_LIKE_A_CARD = re.compile(r"[ATJQK][cdhs]", re.IGNORECASE)
_ONE_WINNER = (ResultWord.KNOCK, ResultWord.GIN, ResultWord.BIG_GIN)
_ONCE = (
    statements.Variants,
    statements.Players,
    statements.Cites,
    statements.Note,
    statements.Dealer,
    statements.Upcard,
    statements.Stock,
    statements.Pile,
    statements.Carried,
)


def check(scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Everything wrong with a scenario by itself; where another hand begins in it, only that."""
    if another := _another_hand(scenario):
        return (another,)
    found = [
        *_names(scenario),
        *_statements(scenario),
        *_columns(scenario),
        *_cards(scenario),
        *_melds(scenario),
        *_questions(scenario),
    ]
    return tuple(dict.fromkeys(found))


def is_certain(problem: Diagnostic, scenario: Scenario) -> bool:
    """Whether something is wrong with a scenario whatever its lines say that could not be read."""
    if not scenario.lacks or problem.code in CERTAIN:
        return True
    declaration, more = _DECLARED.get(problem.code, (None, frozenset()))
    return declaration is not None and bool(scenario.settings(declaration)) and not scenario.lacks & more


def _another_hand(scenario: Scenario) -> Diagnostic | None:
    """A player gets a second hand after somebody went out: two hands of an evening stand in one text."""
    dealt: dict[str, Span] = {}
    is_out = False
    for statement in scenario.statements:
        if isinstance(statement, Action):
            is_out = is_out or any(isinstance(move, Turn) and move.do in GOING for move in statement.moves)
        elif isinstance(statement, Hand):
            name = statement.name.text
            if is_out and name in dealt:
                message = f"another hand of {name} after somebody went out: the first stands in line {dealt[name].line}"
                hint = "begin each hand with a line: scenario its-name"
                return _problem(scenario, "stated-twice", message, statement.span, hint)
            dealt.setdefault(name, statement.span)
    return None


def duplicates(scenarios: Iterable[Scenario]) -> Iterator[Diagnostic]:
    """Scenarios with the id of one above them."""
    seen: dict[str, int] = {}
    for scenario in scenarios:
        word = scenario.header.id
        if word.text in seen:
            message = f"the id {word.text!r} is taken by the scenario of line {seen[word.text]}"
            yield scenario.source.problem("duplicate-scenario", message, word.span, hint="ids are unique and never used again")
        seen.setdefault(word.text, word.span.line)


def columns_of(scenario: Scenario) -> tuple[VariantUse, ...]:
    """What `variant` says; nothing where the scenario names no variant."""
    return tuple(use for statement in scenario.settings(Variants) for use in statement.uses)


def _problem(scenario: Scenario, code: str, message: str, span: Span, hint: str = "") -> Diagnostic:
    return scenario.source.problem(code, message, span, hint=hint)


def _names(scenario: Scenario) -> Iterator[Diagnostic]:
    players = scenario.players
    sides = tuple(side.name.text for side in scenario.settings(statements.Side))
    for declared in scenario.settings(statements.Players):
        yield from _repeated(scenario, declared.names, "player-twice", "stands twice among the players")
    everyone = [word for statement in (*scenario.defaults, *scenario.statements) for word in names_in(statement)]
    for word in everyone:
        if _LIKE_A_CARD.fullmatch(word.text):
            yield _problem(
                scenario, "name-like-card", f"{word.text!r} reads like a card", word.span, f"a longer name, as in {word.text}a"
            )
        elif len(word.text) > LONGEST_NAME:
            yield _problem(
                scenario,
                "name-too-long",
                f"a name has at most {LONGEST_NAME} characters, this one {len(word.text)}",
                word.span,
                f"a shorter one, as in {word.text[:LONGEST_NAME].rstrip('_')}",
            )
    if method(scenario) is not Method.TALLY:
        sides = ()
    for statement in scenario.statements:
        declared_here = (statement.name.text,) if isinstance(statement, statements.Side) else ()
        for word in names_in(statement):
            if word.text not in (*players, *sides, *declared_here):
                known = f"the players are {', '.join(players)}" if players else "nobody has a hand"
                hint = did_you_mean(word.text, [*players, *sides]) or known
                yield _problem(scenario, "unknown-player", f"nobody is called {word.text!r}", word.span, hint)


def _repeated(scenario: Scenario, words: Iterable[Word], code: str, what: str) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            yield _problem(scenario, code, f"{word.text} {what}", word.span)
        seen.add(word.text)


def _statements(scenario: Scenario) -> Iterator[Diagnostic]:
    """What can be said once only, is; the settings of a file and of a scenario are looked at apart."""
    for group in (scenario.defaults, scenario.statements):
        seen: dict[object, Span] = {}
        for statement in group:
            key: object = type(statement) if isinstance(statement, _ONCE) else None
            if isinstance(statement, Hand):
                key = ("hand", statement.name.text)
            elif isinstance(statement, statements.Side):
                key = ("side", statement.name.text)
            elif isinstance(statement, statements.Table):
                key = ("table", statement.number.value)
            if key is not None and key in seen:
                message = f"this is said already in line {seen[key].line}"
                yield _problem(scenario, "stated-twice", message, statement.span, "keep one of the two")
            elif key is not None:
                seen[key] = statement.span


def _columns(scenario: Scenario) -> Iterator[Diagnostic]:
    names: list[str] = []
    for use in columns_of(scenario):
        if use.name in names:
            place = use.given_name or use.variant
            yield _problem(
                scenario,
                "column-twice",
                f"two columns are called {use.name!r}",
                place.span,
                "`as` gives a column a name of its own",
            )
        names.append(use.name)
    for expectation in scenario.own(Expect):
        for word in expectation.columns:
            if word.text not in names:
                known = f"the columns are {', '.join(names)}" if names else "the scenario names no variant"
                hint = did_you_mean(word.text, names) or known
                yield _problem(scenario, "unknown-column", f"no column is called {word.text!r}", word.span, hint)


def _cards(scenario: Scenario) -> Iterator[Diagnostic]:
    yield from _card_twice(scenario, given_cards(scenario))
    for card in (*_melded(scenario), *_named_alone(scenario)):
        if card.text == HIDDEN:
            message = "a hidden card may stand in a hand, the stock or the pile, outside brackets"
            yield _problem(scenario, "hidden-card", message, card.span)
    for card in (*_open_places(scenario), *_named_alone(scenario)):
        if "=" in card.text:
            message = f"{card.text} stands in no meld, where alone a joker stands for a card"
            yield _problem(scenario, "joker-outside-meld", message, card.span, "write * for the joker")
    for entry in moves_of(scenario):
        groups: list[tuple[Word, ...]] = []
        if isinstance(entry.move, Show):
            groups = [*(meld.cards for meld in entry.move.spread.melds), entry.move.spread.loose]
        elif isinstance(entry.move, LayOffs):
            groups = [lay.cards for lay in entry.move.lays]
        for group in groups:
            yield from _card_twice(scenario, group)


def _card_twice(scenario: Scenario, cards: Iterable[Word]) -> Iterator[Diagnostic]:
    seen: dict[str, Word] = {}
    for card in cards:
        if card.text == HIDDEN or card.text.startswith(JOKER):
            continue
        if card.text in seen:
            first = seen[card.text]
            where = "" if first.span.line == card.span.line else f" (line {first.span.line})"
            message = f"{card.text} lies {_lies(scenario, first)} already{where}: there is one of each"
            yield _problem(scenario, "card-twice", message, card.span)
        seen.setdefault(card.text, card)


def _lies(scenario: Scenario, card: Word) -> str:
    """Where a card lies: `in Ann's hand`."""
    for hand in scenario.own(Hand):
        if card in hand.spread.cards:
            return f"in {hand.name.text}'s hand"
    if any(card in stock.cards for stock in scenario.own(statements.Stock)):
        return "in the stock"
    return "on the pile" if any(card in pile.cards for pile in scenario.own(statements.Pile)) else "elsewhere"


def _open_places(scenario: Scenario) -> Iterator[Word]:
    """The cards that may be hidden."""
    for hand in scenario.own(Hand):
        yield from hand.spread.loose
    for stock in scenario.own(statements.Stock):
        yield from stock.cards
    for pile in scenario.own(statements.Pile):
        yield from pile.cards


def _melded(scenario: Scenario) -> Iterator[Word]:
    """The cards in brackets, those that are laid off and those onto which they are."""
    for spread in (*(hand.spread for hand in scenario.own(Hand)), *_spreads(scenario)):
        yield from (card for meld in spread.melds for card in meld.cards)
    for entry in moves_of(scenario):
        if isinstance(entry.move, LayOffs):
            yield from (card for lay in entry.move.lays for card in (*lay.cards, lay.onto))


def _spreads(scenario: Scenario) -> Iterator[Spread]:
    """What is shown, and what is expected to be."""
    yield from (entry.move.spread for entry in moves_of(scenario) if isinstance(entry.move, Show))
    for expectation in scenario.own(Expect):
        if isinstance(expectation.clause, SpreadClause):
            yield expectation.clause.spread


def _named_alone(scenario: Scenario) -> Iterator[Word]:
    """The cards that are named outside melds, though not put anywhere."""
    yield from (upcard.card for upcard in scenario.own(statements.Upcard))
    yield from (deal.upcard for deal in scenario.own(statements.Deal) if deal.upcard)
    yield from (entry.move.card for entry in moves_of(scenario) if isinstance(entry.move, Turn) and entry.move.card)
    for spread in _spreads(scenario):
        yield from spread.loose
    for expectation in scenario.own(Expect):
        clause = expectation.clause
        if isinstance(clause, HoldsClause | PileClause):
            yield from clause.cards
        elif isinstance(clause, MovesClause):
            yield from (turn.card for turn in clause.turns if turn.card)


def _melds(scenario: Scenario) -> Iterator[Diagnostic]:
    moves = moves_of(scenario)
    if not any(entry.goes_out for entry in moves):
        for hand in _bracketed(scenario):
            place = hand.spread.melds[0].span
            message = "melds are declared, but nobody goes out"
            yield _problem(scenario, "brackets-without-knock", message, place, "leave out the brackets")
    for entry in moves:
        if isinstance(entry.move, LayOffs):
            for lay in entry.move.lays:
                if lay.onto.text == JOKER:
                    hint = "name another card of the meld, or *=8h"
                    yield _problem(scenario, "joker-onto", "a joker by itself names no meld", lay.onto.span, hint)


def _bracketed(scenario: Scenario) -> Iterator[Hand]:
    return (hand for hand in scenario.own(Hand) if hand.spread.melds)


def _declarations(scenario: Scenario, question: Asked, kind: Method) -> Iterator[Diagnostic]:
    """Nobody shows his melds twice, or lays off something and nothing; what was taken back does not count.

    In a hand that is played it is the engine that refuses to do so; only melds in brackets are shown without being asked.
    """
    shown: dict[str, Span] = {hand.name.text: hand.spread.melds[0].span for hand in _bracketed(scenario)}
    laid: dict[str, LayOffs] = {}
    for entry in question.moves:
        name = entry.name.text
        if isinstance(entry.move, Show):
            if name in shown:
                message = f"{name} has shown the melds already in line {shown[name].line}"
                hint = "brackets in a hand show them, and so does `show`: one is enough"
                yield _problem(scenario, "shown-twice", message, entry.span, hint)
            if kind is not Method.PLAY:
                shown.setdefault(name, entry.span)
        elif isinstance(entry.move, LayOffs) and kind is not Method.PLAY:
            if name in laid and not (laid[name].lays and entry.move.lays):
                both = laid[name].lays or entry.move.lays
                message = f"{name} lays off {'something and nothing' if both else 'nothing, as an earlier line says'}"
                yield _problem(scenario, "stated-twice", message, entry.span, "keep one of the two")
            laid.setdefault(name, entry.move)


def _questions(scenario: Scenario) -> Iterator[Diagnostic]:
    kind = method(scenario)
    for expectation in scenario.own(Expect):
        if message := misfit(expectation.clause, kind):
            yield _problem(scenario, "expectation-misplaced", message, expectation.span)
    names = [use.name for use in columns_of(scenario)] or [""]
    for name in names:
        yield from _illegal_twice(scenario, name)
    if kind is Method.TALLY:
        yield from sheet_problems(scenario, names)
        return
    for name in names:
        for question in asked(scenario, name):
            yield from _question(scenario, question, kind)


def _illegal_twice(scenario: Scenario, column: str) -> Iterator[Diagnostic]:
    """An action or a deal is refused once: another `illegal` needs another, or it would speak of the one before."""
    before: Span | None = None
    for statement in scenario.statements:
        if isinstance(statement, Action | statements.Deal):
            before = None
        elif isinstance(statement, Expect) and isinstance(statement.clause, IllegalClause) and expects(statement, column):
            if before:
                what = "deal" if method(scenario) is Method.TALLY else "action"
                message = f"the {what} above is illegal already, by line {before.line}, and taken back"
                hint = f"one `illegal` may name several ids; another {what} needs a line of its own between the two"
                yield _problem(scenario, "illegal-twice", message, statement.span, hint)
            before = statement.span


def _several_winners(scenario: Scenario, question: Asked) -> Iterator[Diagnostic]:
    """Who goes out wins alone, or is undercut."""
    winner = ""
    for expectation in question.expectations:
        clause = expectation.clause
        if isinstance(clause, ResultClause) and clause.word in _ONE_WINNER:
            for amount in clause.amounts:
                winner = winner or amount.name.text
                if amount.name.text != winner:
                    message = f"{amount.name.text} stands here as a winner, and {winner} does already"
                    hint = f"what others get is expected by itself: expect points {amount.name.text} {amount.number.value}"
                    yield _problem(scenario, "several-winners", message, amount.name.span, hint)


def _question(scenario: Scenario, question: Asked, kind: Method) -> Iterator[Diagnostic]:
    yield from _several_winners(scenario, question)
    if kind is not Method.PLAY:
        yield from spread_problems(scenario, question)
    if not question.moves:
        for expectation in question.expectations:
            yield from _without_action(scenario, expectation, kind, taken_back=question.taken_back)
        return
    yield from _declarations(scenario, question, kind)
    if kind is Method.PLAY:
        return
    first, *others = question.moves
    if not first.goes_out:
        yield _problem(
            scenario, "nobody-went-out", "nobody has gone out yet", first.span, f"before it: {first.name.text}: knock"
        )
        return
    for other in others:
        if other.goes_out:
            hint = "what was tried and refused is followed by: expect illegal"
            yield _problem(scenario, "went-out-twice", f"{first.name.text} has gone out already", other.span, hint)


def _without_action(scenario: Scenario, expectation: Expect, kind: Method, *, taken_back: bool) -> Iterator[Diagnostic]:
    """Without an action a position has a state, and a hand its arrangement."""
    clause = expectation.clause
    right = methods(clause)
    if kind is Method.PLAY and not isinstance(clause, IllegalClause | LegalClause):
        return
    if Method.ARRANGE in right and not taken_back:
        return
    if Method.SCORE in right:
        message = "the action above this has been taken back, as it is illegal" if taken_back else "no action stands above this"
        yield _problem(
            scenario, "expect-before-action", message, expectation.span, "an expectation speaks of the actions above it"
        )
