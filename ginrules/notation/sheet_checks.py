"""What a score sheet gets wrong before any variant is looked at: sides, numbers of hands, counts, what is expected of what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ginrules.diagnostics import Diagnostic, Span
from ginrules.notation import clauses, statements
from ginrules.notation.asked import Asked, asked
from ginrules.notation.clauses import Clause, Expect, MeasureClause, MeasureWord
from ginrules.notation.fitting import entry_names, names_in
from ginrules.notation.scenario import Scenario
from ginrules.notation.sheet_facts import OF_A_DEAL
from ginrules.notation.statements import Amount, Deal, Going, GoingEntry, Number, PointsEntry, Word
from ginrules.notation.writer import write_entry

SIDES = 2
SIDES_HINT = "side North_South: Ann Cat; side East_West: Bob Dan"


def sheet_problems(scenario: Scenario, columns: Iterable[str]) -> Iterator[Diagnostic]:
    """Everything wrong with a scenario that is a score sheet; `columns` are the names of its variants."""
    yield from _foreign(scenario)
    deals = scenario.own(Deal)
    if not deals:
        place = scenario.own(statements.Carried)[0].span
        hint = "write a hand below it, as in deal 1: Ann knock 4, Bob 23"
        yield _problem(scenario, "sheet-without-deal", "a sheet begins here, and no deal follows", place, hint)
    yield from _sides(scenario)
    yield from _beginning(scenario, deals)
    yield from _order(scenario, deals)
    for dealer in scenario.own(statements.Dealer):
        for deal in deals:
            if deal.dealer and deal.number.value == deals[0].number.value:
                message = f"the dealer of the first hand is said already in line {dealer.span.line}"
                yield _problem(scenario, "stated-twice", message, deal.dealer.span, "keep one of the two")
    for deal in deals:
        yield from _entry(scenario, deal)
    for carried in scenario.own(statements.Carried):
        for amounts in (carried.amounts, carried.boxes):
            yield from _each_once(scenario, [amount.name for amount in amounts], "at the beginning")
        for amount in carried.boxes:
            if amount.number.value < 0:
                message = "nobody has fewer boxes than none"
                yield _problem(scenario, "bad-count", message, amount.number.span, "without boxes a side is left out")
    yield from _roles(scenario)
    for column in columns:
        for question in asked(scenario, column):
            for expectation in question.expectations:
                yield from _expectation(scenario, question, expectation)


def _foreign(scenario: Scenario) -> Iterator[Diagnostic]:
    """Hands of cards are another scenario."""
    for statement in scenario.statements:
        if isinstance(statement, statements.Hand | statements.Action | statements.Stock | statements.Pile):
            message = "a score sheet and a hand are two scenarios"
            yield _problem(scenario, "two-questions", message, statement.span, "begin each with a line: scenario its-name")
        elif isinstance(statement, statements.Upcard):
            message = "a sheet has an upcard for each hand"
            hint = f"deal 1 upcard {statement.card.text}: …"
            yield scenario.source.problem("two-questions", message, statement.span, hint=hint)


def _sides(scenario: Scenario) -> Iterator[Diagnostic]:
    """Two sides of one size, everybody on one of them; tables where the order of the sides seats people."""
    sides = scenario.sides
    if not sides:
        return
    last = sides[-1].span
    if len(sides) != SIDES:
        yield _problem(scenario, "sides-unpaired", f"there are two sides, and here {_said(len(sides))}", last, SIDES_HINT)
        return
    first, second = ([word.text for word in side.members] for side in sides)
    members: dict[str, str] = {}
    for side in sides:
        for word in side.members:
            if word.text in {other.name.text for other in sides}:
                message = f"{word.text} is a player, and a side is called so"
                yield _problem(scenario, "sides-unpaired", message, word.span, "a side has a name of its own")
            if word.text in members:
                message = f"{word.text} is on {members[word.text]} already"
                yield _problem(scenario, "sides-unpaired", message, word.span, "a player is on one side, and once")
            members.setdefault(word.text, side.name.text)
    if len(first) != len(second):
        message = f"{_counted(sides[0])} and {_counted(sides[1])}: everybody needs an opponent"
        yield _problem(scenario, "sides-unpaired", message, last, "the sides have as many players each")
        return
    for declared in scenario.settings(statements.Players):
        for word in declared.names:
            if word.text not in members:
                message = f"{word.text} is on no side"
                yield _problem(scenario, "sides-unpaired", message, word.span, f"side {sides[0].name.text}: {word.text} …")
    yield from _tables(scenario, first, second)


def _said(count: int) -> str:
    return "one" if count == 1 else str(count)


def _counted(side: statements.Side) -> str:
    return f"{side.name.text} has {_said(len(side.members))}"


def _tables(scenario: Scenario, first: Sequence[str], second: Sequence[str]) -> Iterator[Diagnostic]:
    """The `table` lines say what the order of the names says; they are for readers."""
    pairs = [*zip(first, second, strict=True)]
    for table in scenario.settings(statements.Table):
        number = table.number.value
        if number > len(pairs):
            yield no_table(scenario, table.number.value, len(pairs), table.number.span)
        elif {word.text for word in table.members} != {*pairs[number - 1]}:
            one, two = pairs[number - 1]
            message = f"by the order of the sides {one} and {two} begin at table {number}"
            hint = "the first of one side meets the first of the other: change the order in one of the sides"
            yield _problem(scenario, "wrong-table", message, table.members[0].span, hint)


def no_table(scenario: Scenario, number: int, count: int, place: Span) -> Diagnostic:
    """Nobody sits at a table."""
    message = f"nobody sits at table {number}: {'all play at one table' if count == 1 else f'there are {count}'}"
    return _problem(scenario, "no-table", message, place, "leave it out" if count == 1 else "")


def _beginning(scenario: Scenario, deals: Sequence[Deal]) -> Iterator[Diagnostic]:
    """What a sheet begins with stands above its hands."""
    for statement in (*scenario.own(statements.Carried), *scenario.own(statements.Dealer)):
        if deals and (statement.span.line, statement.span.column) > (deals[0].span.line, deals[0].span.column):
            said = "who dealt first is said" if isinstance(statement, statements.Dealer) else "the score of a sheet begins"
            hint = "who dealt a later hand: deal 2 dealer Ann: …" if isinstance(statement, statements.Dealer) else ""
            yield _problem(scenario, "misplaced-beginning", f"{said} above its hands", statement.span, hint)


def _order(scenario: Scenario, deals: Sequence[Deal]) -> Iterator[Diagnostic]:
    """The numbers of the hands never fall."""
    for before, deal in pairwise(deals):
        if 0 < deal.number.value < before.number.value:  # below 1 it is said of the number already
            message = f"deal {deal.number.value} stands below deal {before.number.value}"
            hint = "hands stand in the order in which they were played"
            yield _problem(scenario, "deal-order", message, deal.number.span, hint)


def _entry(scenario: Scenario, deal: Deal) -> Iterator[Diagnostic]:
    """Each count once, and none below nothing."""
    entry = deal.entry
    yield from _each_once(scenario, entry_names(entry), "in one hand")
    if isinstance(entry, GoingEntry):
        yield from _missing_counts(scenario, entry)
        for number in counts(entry):
            if number.value < 0:
                message = "a count is what is left in a hand: 0 or more"
                yield _problem(scenario, "bad-count", message, number.span, f"without the minus: {-number.value}")


def _each_once(scenario: Scenario, words: Iterable[Word], where: str) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            message = f"two counts for {word.text} {where}"
            yield _problem(scenario, "count-twice", message, word.span, "keep one of the two")
        seen.add(word.text)


def counts(entry: GoingEntry) -> Iterator[Number]:
    """The counts of a hand in which somebody went out."""
    if entry.deadwood:
        yield entry.deadwood
    yield from (amount.number for amount in entry.others)


def _missing_counts(scenario: Scenario, entry: GoingEntry) -> Iterator[Diagnostic]:
    """Who knocks has a count, and so has another player."""
    name, knocks = entry.name, entry.going is Going.KNOCK
    count = f" {entry.deadwood.value if entry.deadwood else 4}" if knocks else ""
    if knocks and entry.deadwood is None:
        others = write_amounts(entry.others) or "Bob 23"
        message = f"no count for {name.text}, who knocks"
        yield _problem(scenario, "count-missing", message, name.span, f"as in {name.text} knock{count}, {others}")
    elif not entry.others:
        other = next((player for player in scenario.players if player != name.text), "Bob")
        left = entry.deadwood.value if entry.deadwood and not knocks else 23
        message = f"{name.text} goes out, and nobody else has a count"
        hint = f"as in {name.text} {entry.going}{count}, {other} {left}"
        yield _problem(scenario, "count-missing", message, name.span, hint)


def _roles(scenario: Scenario) -> Iterator[Diagnostic]:
    """Hands are of players, scores of sides."""
    sides = {side.name.text: [word.text for word in side.members] for side in scenario.settings(statements.Side)}
    if not sides:
        return
    side_of = {name: side for side, members in sides.items() for name in members}
    if {*side_of} & {*sides}:
        return  # said already: it is not known which of the two is meant
    for statement in scenario.statements:
        of_sides: Iterable[Word] = ()
        of_players: Iterable[Word] = ()
        match statement:
            case statements.Carried():
                of_sides = names_in(statement)
            case Deal():
                of_players = [*entry_names(statement.entry), *([statement.dealer] if statement.dealer else [])]
            case statements.Dealer():
                of_players = (statement.name,)
            case Expect():
                of_sides, of_players = _named(statement.clause)
            case _:
                pass
        for word in of_sides:
            if word.text in side_of:
                message = f"a score is kept for each side, and {word.text} plays for {side_of[word.text]}"
                yield _problem(scenario, "player-or-side", message, word.span, f"write {side_of[word.text]}")
        for word in of_players:
            if word.text in sides:
                message = f"{word.text} is a side, and this is of a player"
                yield _problem(scenario, "player-or-side", message, word.span, f"write {' or '.join(sides[word.text])}")


def _named(clause: Clause) -> tuple[list[Word], list[Word]]:
    """The sides and the players that an expectation of a sheet is about."""
    match clause:
        case clauses.OfDealClause() | clauses.OfColumnClause():
            return _named(clause.clause)
        case MeasureClause():
            return [amount.name for amount in clause.amounts], []
        case clauses.GameClause():
            return [clause.name], []
        case clauses.NextDealerClause():
            return [], [*clause.names]
        case clauses.NextTableClause():
            return [], [*clause.members]
        case _:
            return [], []


def _expectation(scenario: Scenario, question: Asked, expectation: Expect) -> Iterator[Diagnostic]:
    """An expectation has a deal above it, and one of which it speaks."""
    clause = expectation.clause
    numbers = sorted({deal.number.value for deal in question.deals})
    if not question.deals and scenario.own(Deal):
        message = "no deal stands above this"
        if question.taken_back:
            message = "the deal above this has been taken back, as it is illegal"
        hint = "an expectation speaks of the deals above it"
        yield _problem(scenario, "expect-before-action", message, expectation.span, hint)
        return
    match clause:
        case clauses.OfDealClause():
            if clause.number.value not in numbers:
                message = f"no deal {clause.number.value} stands above this"
                yield _problem(scenario, "no-deal", message, clause.number.span, "an expectation speaks of the deals above it")
            if clause.clause.measure not in OF_A_DEAL:
                yield _of_the_sheet(scenario, expectation, clause.clause)
        case clauses.OfColumnClause():
            if isinstance(clause.clause, MeasureClause) and clause.clause.measure is MeasureWord.POINTS:
                message = "points are of one hand, and a column has many"
                yield _problem(scenario, "expectation-misplaced", message, expectation.span, "total, final or settle")
        case MeasureClause(measure=MeasureWord.POINTS):
            if len(numbers) > 1:
                said = write_amounts(clause.amounts)
                message = "points are of one hand, and several stand above this"
                yield _problem(scenario, "which-deal", message, expectation.span, f"expect deal {numbers[-1]}: points {said}")
        case _:
            pass


def write_amounts(amounts: Sequence[Amount]) -> str:
    """Amounts as the notation writes them."""
    return write_entry(PointsEntry(tuple(amounts)))


def _of_the_sheet(scenario: Scenario, expectation: Expect, clause: MeasureClause) -> Diagnostic:
    message = f"{clause.measure} is of the whole sheet, and not of one hand"
    return _problem(scenario, "expectation-misplaced", message, expectation.span, "of a hand: points and boxes")


def _problem(scenario: Scenario, code: str, message: str, span: Span, hint: str = "") -> Diagnostic:
    return scenario.source.problem(code, message, span, hint=hint)
