"""What each statement and expectation can speak of: the names in it, the questions that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from ginrules.notation import clauses, statements
from ginrules.notation.clauses import Clause, MeasureWord, ResultWord
from ginrules.notation.statements import Entry, Statement, Word
from ginrules.questions import Method

_HAND = (Method.SCORE, Method.PLAY)
_CLAUSES: dict[type, tuple[Method, ...]] = {
    clauses.ResultClause: _HAND,
    clauses.LimitClause: _HAND,
    clauses.LegalClause: (*_HAND, Method.TALLY),
    clauses.IllegalClause: (*_HAND, Method.TALLY),
    clauses.SpreadClause: (Method.ARRANGE, *_HAND),
    clauses.TurnClause: (Method.PLAY,),
    clauses.PhaseClause: (Method.PLAY,),
    clauses.HoldsClause: (Method.PLAY,),
    clauses.PileClause: (Method.PLAY,),
    clauses.StockClause: (Method.PLAY,),
    clauses.MovesClause: (Method.PLAY,),
    clauses.GameClause: (Method.TALLY,),
    clauses.UnfinishedClause: (Method.TALLY,),
    clauses.NextDealerClause: (Method.TALLY,),
    clauses.NextTableClause: (Method.TALLY,),
    clauses.OfDealClause: (Method.TALLY,),
    clauses.OfColumnClause: (Method.TALLY,),
}
_MEASURES: dict[MeasureWord, tuple[Method, ...]] = {
    MeasureWord.DEADWOOD: (Method.ARRANGE, *_HAND),
    MeasureWord.POINTS: (*_HAND, Method.TALLY),
    MeasureWord.BOXES: (*_HAND, Method.TALLY),
}
_OF = {
    Method.ARRANGE: "a hand",
    Method.SCORE: "a showdown",
    Method.PLAY: "a hand played turn by turn",
    Method.TALLY: "a score sheet",
}


def methods(clause: Clause) -> tuple[Method, ...]:
    """The questions whose answers can give what a clause expects."""
    if isinstance(clause, clauses.MeasureClause):
        return _MEASURES.get(clause.measure, (Method.TALLY,))
    if isinstance(clause, clauses.ResultClause) and clause.word is ResultWord.DEAD:
        return (Method.PLAY,)
    if isinstance(clause, clauses.ResultClause) and clause.word is ResultWord.TIE and not clause.amounts:
        return (*_HAND, Method.TALLY)
    return _CLAUSES[type(clause)]


def misfit(clause: Clause, kind: Method) -> str:
    """Why an expectation has no place in a scenario that asks a question of this kind; empty where it has one."""
    right = methods(clause)
    if kind in right or (kind is Method.ARRANGE and Method.SCORE in right):
        return ""
    return f"this is expected of {' or '.join(_OF[other] for other in right)}; the scenario is {_OF[kind]}"


def names_in(statement: Statement) -> Iterator[Word]:
    """The players and sides that a statement names."""
    match statement:
        case statements.Players():
            yield from statement.names
        case statements.Side():
            yield from (statement.name, *statement.members)
        case statements.Table():
            yield from statement.members
        case statements.Dealer() | statements.Hand() | statements.Action():
            yield statement.name
        case statements.Carried():
            yield from (amount.name for amount in (*statement.amounts, *statement.boxes))
        case statements.Deal():
            if statement.dealer:
                yield statement.dealer
            yield from entry_names(statement.entry)
        case clauses.Expect():
            yield from _clause_names(statement.clause)


def entry_names(entry: Entry) -> Iterator[Word]:
    """The players and sides of an entry of a score sheet."""
    if isinstance(entry, statements.GoingEntry):
        yield entry.name
        yield from (amount.name for amount in entry.others)
    elif isinstance(entry, statements.PointsEntry):
        yield from (amount.name for amount in entry.amounts)


def _clause_names(clause: Clause) -> Iterator[Word]:
    match clause:
        case clauses.ResultClause() | clauses.MeasureClause():
            yield from (amount.name for amount in clause.amounts)
        case (
            clauses.SpreadClause() | clauses.TurnClause() | clauses.HoldsClause() | clauses.MovesClause() | clauses.GameClause()
        ):
            yield clause.name
        case clauses.NextDealerClause():
            yield from clause.names
        case clauses.NextTableClause():
            yield from clause.members
        case clauses.OfDealClause() | clauses.OfColumnClause():
            yield from _clause_names(clause.clause)
