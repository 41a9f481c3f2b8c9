"""From the expectations of a score sheet to the facts that the answer to `tally` must give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ginrules.diagnostics import Diagnostic, Json
from ginrules.notation.asked import Asked
from ginrules.notation.clauses import (
    Clause,
    Expect,
    GameClause,
    IllegalClause,
    LegalClause,
    MeasureClause,
    MeasureWord,
    NextDealerClause,
    NextTableClause,
    OfColumnClause,
    OfDealClause,
    ResultClause,
    UnfinishedClause,
)
from ginrules.notation.expectations import Facts
from ginrules.notation.scenario import Source
from ginrules.notation.statements import Amount

_TABLES = {
    MeasureWord.TOTAL: "totals",
    MeasureWord.BOXES: "boxes",
    MeasureWord.FINAL: "finals",
    MeasureWord.SETTLE: "settlement",
}
_BONUSES = {MeasureWord.GAME_BONUS: "game", MeasureWord.BOX_BONUS: "box", MeasureWord.SHUTOUT_BONUS: "shutout"}
OF_A_DEAL = (MeasureWord.POINTS, MeasureWord.BOXES)
"""What can be expected of one hand of a sheet."""


@dataclass(slots=True)
class _Sheet:
    """What is expected of a sheet, or of a column of it."""

    own: Facts
    bonuses: Facts

    @property
    def expect(self) -> dict[str, Json]:
        """The facts together."""
        return {**self.own.expect, **({"bonuses": self.bonuses.expect} if self.bonuses.expect else {})}

    def note(self, clause: Clause, expectation: Expect) -> None:
        """Note one expectation."""
        match clause:
            case MeasureClause():
                facts, fact = self.own, _TABLES.get(clause.measure, "")
                if not fact:
                    facts, fact = self.bonuses, _BONUSES[clause.measure]
                if not clause.amounts:  # `settle none`
                    facts.state(fact, None, expectation.span)
                _note_amounts(facts, fact, clause.amounts)
            case GameClause():
                self.own.state("finished", True, expectation.span)
                self.own.state("winners", [clause.name.text], expectation.span)
            case UnfinishedClause():
                self.own.state("finished", False, expectation.span)
            case _:
                assert isinstance(clause, ResultClause)  # `tie`: sheet_checks.py lets nothing else through
                self.own.state("finished", True, expectation.span)
                self.own.state("winners", [], expectation.span)


def _note_amounts(facts: Facts, fact: str, amounts: Sequence[Amount]) -> None:
    for amount in amounts:
        facts.state(fact, amount.number.value, amount.number.span, amount.name.text)


@dataclass(slots=True)
class _Tally:
    """What is expected of the answer to `tally`."""

    source: Source
    problems: list[Diagnostic]
    only_deal: int
    """The number of the only hand; 0 where there are several."""
    next_tables: Mapping[str, int]
    """By player the number of the table at which he sits next; nobody where there is one table."""
    answer: Facts = field(init=False)
    sheet: _Sheet = field(init=False)
    deals: defaultdict[int, Facts] = field(init=False)
    columns: defaultdict[int, _Sheet] = field(init=False)
    tables: defaultdict[int, Facts] = field(init=False)
    """By table the facts of the next hand."""

    def __post_init__(self) -> None:
        self.answer, self.sheet = self._facts(), self._sheet()
        self.deals = defaultdict(self._facts)
        self.columns = defaultdict(self._sheet)
        self.tables = defaultdict(self._facts)

    def _facts(self) -> Facts:
        return Facts(self.source, self.problems)

    def _sheet(self) -> _Sheet:
        return _Sheet(self._facts(), self._facts())

    def note(self, expectation: Expect) -> None:
        """Note one expectation."""
        clause = expectation.clause
        match clause:
            case LegalClause():
                self.answer.state("refused", [], expectation.span)
            case IllegalClause():
                self.answer.state("refused", [word.text for word in clause.ids], expectation.span)
            case OfDealClause():
                self._of_deal(clause.number.value, clause.clause)
            case MeasureClause(measure=MeasureWord.POINTS):
                self._of_deal(self.only_deal, clause)
            case OfColumnClause():
                self.columns[clause.number.value].note(clause.clause, expectation)
            case NextDealerClause():
                for name in clause.names:
                    self.tables[self.next_tables.get(name.text, 0)].state("dealer", name.text, name.span)
            case NextTableClause():
                names: list[Json] = [word.text for word in clause.members]
                table = clause.number.value if self.next_tables else 0
                self.tables[table].state("players", names, expectation.span)
            case _:
                self.sheet.note(clause, expectation)

    def _of_deal(self, number: int, clause: MeasureClause) -> None:
        _note_amounts(self.deals[number], str(clause.measure), clause.amounts)


def tally_facts(asked: Asked, next_tables: Mapping[str, int], source: Source, problems: list[Diagnostic]) -> dict[str, Json]:
    """What is expected of a score sheet; `next_tables`: by player the table at which he sits next, where there are several."""
    numbers = {deal.number.value for deal in asked.deals}
    tally = _Tally(source, problems, min(numbers) if len(numbers) == 1 else 0, next_tables)
    for expectation in asked.expectations:
        tally.note(expectation)
    accepted = len(asked.deals) - bool(asked.refused)
    expect: dict[str, Json] = {"accepted": accepted} if "refused" in tally.answer.expect else {}
    expect |= tally.answer.expect
    if tally.deals:
        expect["deals"] = [{"deal": number, **facts.expect} for number, facts in sorted(tally.deals.items())]
    expect |= tally.sheet.expect
    if tally.columns:
        expect["columns"] = [tally.columns[place].expect for place in range(1, max(tally.columns) + 1)]
    if tally.tables:
        expect["next"] = [
            {**({"table": table} if table else {}), **facts.expect} for table, facts in sorted(tally.tables.items())
        ]
    return expect
