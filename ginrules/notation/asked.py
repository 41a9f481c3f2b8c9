"""Which question a scenario asks, and which actions each expectation speaks of.

An expectation speaks of the actions above it, of a score sheet of the deals above it. An `expect illegal` speaks of the last of
them, which is then taken back.
"""

from __future__ import annotations

from dataclasses import dataclass

from ginrules.diagnostics import Span
from ginrules.notation.clauses import Expect, IllegalClause
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Action, Carried, Deal, Dealer, Do, Move, Pile, Statement, Stock, Turn, Word
from ginrules.questions import Method

_TURNS = (Do.PASS, Do.STOCK, Do.TAKE, Do.DISCARD)
GOING = (Do.KNOCK, Do.GIN, Do.BIG_GIN)


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """One thing that one player does."""

    name: Word
    move: Move

    @property
    def span(self) -> Span:
        """Where the move stands, without the name."""
        return self.move.span

    @property
    def goes_out(self) -> bool:
        """Whether it is a knock, gin or big gin."""
        return isinstance(self.move, Turn) and self.move.do in GOING


@dataclass(frozen=True, slots=True)
class Asked:
    """The actions of one question, or the deals of a score sheet, and what is expected of the answer."""

    moves: tuple[PlayerMove, ...]
    expectations: tuple[Expect, ...]
    taken_back: bool
    """Whether an action above these expectations has been taken back."""
    deals: tuple[Deal, ...] = ()

    @property
    def refused(self) -> tuple[str, ...]:
        """What is expected to refuse the last of the actions or deals; no ids: all of them stand."""
        illegal = (each.clause for each in self.expectations if isinstance(each.clause, IllegalClause))
        return tuple(word.text for clause in illegal for word in clause.ids)


def method(scenario: Scenario) -> Method:
    """The question that the scenario asks."""
    for kind in (Method.TALLY, Method.PLAY, Method.SCORE):
        if any(_asks(statement, kind) for statement in scenario.statements):
            return kind
    return Method.ARRANGE


def makes(scenario: Scenario, kind: Method) -> Statement:
    """The first statement for which the scenario asks a question of this kind, which is `method` of it and not `arrange`."""
    return next(statement for statement in scenario.statements if _asks(statement, kind))


def _asks(statement: Statement, kind: Method) -> bool:
    if kind is Method.TALLY:
        return isinstance(statement, Deal | Carried)
    if isinstance(statement, Action):
        return kind is Method.SCORE or any(isinstance(move, Turn) and move.do in _TURNS for move in statement.moves)
    return kind is Method.PLAY and isinstance(statement, Dealer | Stock | Pile)


def moves_of(scenario: Scenario) -> tuple[PlayerMove, ...]:
    """Every action of the scenario, in order, one move each."""
    return tuple(move for action in scenario.own(Action) for move in _moves(action))


def expects(expectation: Expect, column: str) -> bool:
    """Whether an expectation is for a column."""
    return not expectation.columns or any(word.text == column for word in expectation.columns)


def asked(scenario: Scenario, column: str, *, to_the_end: bool = False) -> tuple[Asked, ...]:
    """The questions of a column, in order; one without expectations if nothing is expected in it.

    `to_the_end`: another one without expectations if nothing is expected of the last action.
    """
    steps: list[PlayerMove | Deal] = []
    waiting: list[Expect] = []
    found: list[Asked] = []
    at: list[tuple[PlayerMove | Deal, ...]] = []
    taken_back = False
    refused: tuple[PlayerMove | Deal, ...] = ()  # with the last one, where it is taken back: a second `illegal` is a mistake

    def ask(those: tuple[PlayerMove | Deal, ...], expectations: tuple[Expect, ...]) -> None:
        moves = tuple(step for step in those if isinstance(step, PlayerMove))
        deals = tuple(step for step in those if isinstance(step, Deal))
        found.append(Asked(moves, expectations, taken_back, deals))
        at.append(those)

    def flush() -> None:
        if waiting:
            ask(tuple(steps), tuple(waiting))
            waiting.clear()

    for statement in scenario.statements:
        if isinstance(statement, Action | Deal):
            flush()
            refused = ()
            steps += [statement] if isinstance(statement, Deal) else _moves(statement)
        elif isinstance(statement, Expect) and expects(statement, column):
            if isinstance(statement.clause, IllegalClause):
                flush()
                refused = refused or tuple(steps)
                ask(refused, (statement,))
                if len(refused) == len(steps) and steps:
                    steps.pop()
                    taken_back = True
            else:
                waiting.append(statement)
    flush()
    if not found or (to_the_end and at[-1] != tuple(steps)):
        ask(tuple(steps), ())
    return tuple(found)


def _moves(action: Action) -> list[PlayerMove]:
    return [PlayerMove(action.name, move) for move in action.moves]
