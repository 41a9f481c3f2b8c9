"""From the expectations of a question to the facts that its answer must give (`spec/scenario.schema.json`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ginrules.cards import JOKER, TEXT, write_meld
from ginrules.diagnostics import Diagnostic, Json, Span
from ginrules.notation.clauses import (
    Expect,
    HoldsClause,
    IllegalClause,
    LegalClause,
    LimitClause,
    MeasureClause,
    MeasureWord,
    MovesClause,
    PhaseClause,
    PileClause,
    ResultClause,
    SpreadClause,
    StockClause,
    TurnClause,
)
from ginrules.notation.dealing import dealt
from ginrules.notation.questions import written_melds
from ginrules.notation.scenario import Source
from ginrules.notation.statements import Do, Word

_OF_THE_TABLE = (
    LegalClause,
    IllegalClause,
    MovesClause,
    TurnClause,
    PhaseClause,
    HoldsClause,
    PileClause,
    StockClause,
    LimitClause,
)
"""What is expected of a hand that is played, its result apart."""


@dataclass(slots=True)
class Facts:
    """Collects the facts of one question; two that contradict each other are a diagnostic."""

    source: Source
    problems: list[Diagnostic]
    expect: dict[str, Json] = field(default_factory=dict)

    def state(self, fact: str, value: Json, span: Span, name: str = "") -> None:
        """Note a fact, of a player if `name` is given; `None`: the answer has no such fact."""
        of: dict[str, Json] = self.expect
        key = fact
        if name:
            players = self.expect.setdefault(fact, {})
            if isinstance(players, dict):
                of, key = players, name
        before = of.setdefault(key, value)
        if _in_order(before) != _in_order(value):
            whose = f"{fact} of {name}" if name else fact
            message = f"{whose} cannot be {_said(value)}: {_said(before)} is expected above"
            self.problems.append(self.source.problem("expected-twice", message, span))

    def winner(self, name: str) -> None:
        """Note one of the winners; those of all expectations together are the winners, no more and no fewer."""
        winners = self.expect.setdefault("winners", [])
        assert isinstance(winners, list)
        if name not in winners:
            winners.append(name)


def arrange_facts(expectations: Iterable[Expect], player: str, source: Source, problems: list[Diagnostic]) -> dict[str, Json]:
    """What is expected of the arrangement of one player's hand by expectations that name him."""
    facts = Facts(source, problems)
    for expectation in expectations:
        clause = expectation.clause
        if isinstance(clause, MeasureClause):
            for amount in clause.amounts:
                if amount.name.text == player:
                    facts.state("deadwood", amount.number.value, amount.number.span)
        else:
            assert isinstance(clause, SpreadClause)
            facts.state("melds", written_melds(clause.spread.melds), expectation.span)
    return facts.expect


def score_facts(expectations: Iterable[Expect], source: Source, problems: list[Diagnostic]) -> dict[str, Json]:
    """What is expected of a showdown."""
    facts = Facts(source, problems)
    _note_showdown(facts, expectations)
    return facts.expect


def play_facts(expectations: Sequence[Expect], accepted: int, source: Source, problems: list[Diagnostic]) -> dict[str, Json]:
    """What is expected of a hand that is played; `accepted`: how many of its actions stand if one is refused, or none is."""
    expect: dict[str, Json] = {}
    of_the_table = [expectation for expectation in expectations if isinstance(expectation.clause, _OF_THE_TABLE)]
    of_the_result = [expectation for expectation in expectations if not isinstance(expectation.clause, _OF_THE_TABLE)]
    answer, state, result = (Facts(source, problems) for _ in range(3))
    for expectation in of_the_table:
        _note_table(answer, state, expectation)
    if "refused" in answer.expect:
        expect["accepted"] = accepted
    _note_showdown(result, of_the_result)
    expect |= answer.expect
    for name, facts in (("state", state), ("result", result)):
        if facts.expect:
            expect[name] = facts.expect
    return expect


def _note_table(answer: Facts, state: Facts, expectation: Expect) -> None:
    """What is expected of the answer to `play` itself, and of the state in it."""
    clause = expectation.clause
    match clause:
        case LegalClause():
            answer.state("refused", [], expectation.span)
        case IllegalClause():
            answer.state("refused", [word.text for word in clause.ids], expectation.span)
        case MovesClause():
            answer.state("legal", _written_moves(clause), expectation.span)
        case TurnClause():
            state.state("turn", clause.name.text, clause.name.span)
        case PhaseClause():
            state.state("phase", str(clause.phase), expectation.span)
        case HoldsClause():
            state.state("hands", _sorted(clause.cards), expectation.span, clause.name.text)
        case PileClause():
            state.state("pile", [dealt(card) for card in clause.cards], expectation.span)
        case StockClause():
            state.state("stock", clause.number.value, clause.number.span)
        case _:
            assert isinstance(clause, LimitClause)
            state.state("limit", clause.number.value, clause.number.span)


def _sorted(cards: Iterable[Word]) -> list[Json]:
    return [*sorted((dealt(card) for card in cards), key=(*TEXT, JOKER).index)]


def _written_moves(clause: MovesClause) -> list[Json]:
    """The actions, each once, in the order in which `legal` lists them; which card is drawn or taken is no part of them."""
    thrown = (Do.DISCARD, Do.KNOCK, Do.GIN)
    pairs = {(turn.do, dealt(turn.card) if turn.card and turn.do in thrown else "") for turn in clause.turns}
    order = (*Do,)
    return [
        {"player": clause.name.text, "do": str(do), **({"card": card} if card else {})}
        for do, card in sorted(pairs, key=lambda pair: (order.index(pair[0]), ("", *TEXT, JOKER).index(pair[1])))
    ]


def _note_showdown(facts: Facts, expectations: Iterable[Expect]) -> None:
    for expectation in expectations:
        clause = expectation.clause
        match clause:
            case ResultClause():
                facts.state("outcome", str(clause.word), expectation.span)
                for amount in clause.amounts:
                    facts.winner(amount.name.text)
                    facts.state("points", amount.number.value, amount.number.span, amount.name.text)
            case MeasureClause(measure=MeasureWord.DEADWOOD | MeasureWord.POINTS | MeasureWord.BOXES):
                for amount in clause.amounts:
                    facts.state(str(clause.measure), amount.number.value, amount.number.span, amount.name.text)
            case LimitClause():
                facts.state("limit", clause.number.value, clause.number.span)
            case LegalClause():
                facts.state("refused", [], expectation.span)
            case IllegalClause():
                facts.state("refused", [word.text for word in clause.ids], expectation.span)
            case _:
                assert isinstance(clause, SpreadClause)  # checks.py lets nothing else through
                facts.state("spreads", written_melds(clause.spread.melds), expectation.span, clause.name.text)


def named_players(expectations: Iterable[Expect]) -> list[Word]:
    """Whose hands an arrangement is asked of, each once, in order."""
    found: dict[str, Word] = {}
    for expectation in expectations:
        clause = expectation.clause
        if isinstance(clause, MeasureClause):
            for amount in clause.amounts:
                found.setdefault(amount.name.text, amount.name)
        else:
            assert isinstance(clause, SpreadClause)
            found.setdefault(clause.name.text, clause.name)
    return list(found.values())


def _in_order(value: Json) -> object:
    """A value in which what has no order is sorted: melds, and the cards of each."""
    return sorted(sorted(meld) for meld in _melds(value)) if isinstance(value, list) and [*_melds(value)] else value


def _melds(value: list[Json]) -> Iterator[list[str]]:
    return ([str(card) for card in meld] for meld in value if isinstance(meld, list))


def _said(value: Json) -> str:
    """A fact as the notation writes it."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if not isinstance(value, list):
        return "none" if value is None else str(value)
    if [*_melds(value)] or not value:
        return " ".join(map(write_meld, _melds(value))) or write_meld(())
    actions = [item for item in value if isinstance(item, dict)]
    return ", ".join(f"{each['do']} {each.get('card', '')}".rstrip() for each in actions) or " ".join(map(str, value))
