"""What a scenario expects, as values: one class for each form of `expect`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ginrules.notation.statements import Amount, Number, Quoted, Spread, Statement, Turn, Word


class ResultWord(StrEnum):
    """How a hand ended."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    UNDERCUT = "undercut"
    TIE = "tie"
    DEAD = "dead"


class MeasureWord(StrEnum):
    """What is counted for a player or side."""

    DEADWOOD = "deadwood"
    POINTS = "points"
    BOXES = "boxes"
    TOTAL = "total"
    FINAL = "final"
    GAME_BONUS = "game-bonus"
    BOX_BONUS = "box-bonus"
    SHUTOUT_BONUS = "shutout-bonus"
    SETTLE = "settle"


class PhaseWord(StrEnum):
    """Where a turn stands."""

    UPCARD = "upcard"
    DRAW = "draw"
    DISCARD = "discard"
    WALL = "wall"
    SHOWDOWN = "showdown"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ResultClause:
    """`knock Ann 31`: the outcome, who wins and what he gets."""

    word: ResultWord
    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class LimitClause:
    """`limit 4`."""

    number: Number


@dataclass(frozen=True, slots=True)
class MeasureClause:
    """`deadwood Ann 3, Bob 34`; no amounts: `settle none`, nothing is settled."""

    measure: MeasureWord
    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class LegalClause:
    """`legal`: every action above is accepted."""


@dataclass(frozen=True, slots=True)
class IllegalClause:
    """`illegal knock.limit`: the action above is refused, and taken back."""

    ids: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class SpreadClause:
    """`spread Ann: [3h 4h 5h] 2s`."""

    name: Word
    spread: Spread


@dataclass(frozen=True, slots=True)
class TurnClause:
    """`turn Ann`."""

    name: Word


@dataclass(frozen=True, slots=True)
class PhaseClause:
    """`phase draw`."""

    phase: PhaseWord


@dataclass(frozen=True, slots=True)
class HoldsClause:
    """`holds Ann: 2c 3c`: all her cards."""

    name: Word
    cards: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class PileClause:
    """`pile: 7d 2c`, the top card first."""

    cards: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class StockClause:
    """`stock 12`: how many cards lie there."""

    number: Number


@dataclass(frozen=True, slots=True)
class MovesClause:
    """`moves Bob: stock, take`: all that he may do."""

    name: Word
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class GameClause:
    """`game Ann`: the game is finished and hers."""

    name: Word


@dataclass(frozen=True, slots=True)
class UnfinishedClause:
    """`unfinished`: the game goes on."""


@dataclass(frozen=True, slots=True)
class NextDealerClause:
    """`next dealer Ann`; where there are several tables one each, in their order."""

    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class NextTableClause:
    """`next table 1: Ann Dan`: who plays there in the next hand."""

    number: Number
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class OfDealClause:
    """`deal 2: points Ann 51`."""

    number: Number
    clause: MeasureClause


@dataclass(frozen=True, slots=True)
class OfColumnClause:
    """`column 2: total Ann 60`: a column of a Hollywood sheet; of the results only `tie`."""

    number: Number
    clause: MeasureClause | GameClause | UnfinishedClause | ResultClause


Clause: TypeAlias = (
    ResultClause
    | LimitClause
    | MeasureClause
    | LegalClause
    | IllegalClause
    | SpreadClause
    | TurnClause
    | PhaseClause
    | HoldsClause
    | PileClause
    | StockClause
    | MovesClause
    | GameClause
    | UnfinishedClause
    | NextDealerClause
    | NextTableClause
    | OfDealClause
    | OfColumnClause
)


@dataclass(frozen=True, slots=True)
class Expect(Statement):
    """`expect in classic: undercut Bob 13 why "3 + 10 = 13"`; no columns: in all of them."""

    columns: tuple[Word, ...]
    clause: Clause
    why: Quoted | None
