"""Which question a scenario asks, and which actions each expectation speaks of.

An expectation speaks of the actions above it. An `expect illegal` speaks of the last of them, which is then taken back.
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
    """The actions of one question and what is expected of the answer."""

    moves: tuple[PlayerMove, ...]
    expectations: tuple[Expect, ...]
    taken_back: bool
    """Whether an action above these expectations has been taken back."""


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
    return tuple(PlayerMove(action.name, move) for action in scenario.own(Action) for move in action.moves)


def expects(expectation: Expect, column: str) -> bool:
    """Whether an expectation is for a column."""
    return not expectation.columns or any(word.text == column for word in expectation.columns)


def asked(scenario: Scenario, column: str, *, to_the_end: bool = False) -> tuple[Asked, ...]:
    """The questions of a column, in order; one without expectations if nothing is expected in it.

    `to_the_end`: another one without expectations if nothing is expected of the last action.
    """
    moves: list[PlayerMove] = []
    waiting: list[Expect] = []
    found: list[Asked] = []
    taken_back = False
    refused: tuple[PlayerMove, ...] = ()  # with the last action, where it is taken back: a second `illegal` is a mistake

    def flush() -> None:
        if waiting:
            found.append(Asked(tuple(moves), tuple(waiting), taken_back))
            waiting.clear()

    for statement in scenario.statements:
        if isinstance(statement, Action):
            flush()
            refused = ()
            moves.extend(PlayerMove(statement.name, move) for move in statement.moves)
        elif isinstance(statement, Expect) and expects(statement, column):
            if isinstance(statement.clause, IllegalClause):
                flush()
                refused = refused or tuple(moves)
                found.append(Asked(refused, (statement,), taken_back))
                if len(refused) == len(moves) and moves:
                    moves.pop()
                    taken_back = True
            else:
                waiting.append(statement)
    flush()
    if to_the_end and found and found[-1].moves != tuple(moves):
        found.append(Asked(tuple(moves), (), taken_back))
    return tuple(found) or (Asked(tuple(moves), (), False),)
