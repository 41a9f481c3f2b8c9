"""What is asked and answered about a score sheet.

A side is a player, or the partners of a partnership. Every mapping from a side has an entry for each, in the order of the
sides, unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ginrules.cards import CardSet
from ginrules.engine.values import Call, Refusal, Step


@dataclass(frozen=True, slots=True)
class Counts:
    """A hand that somebody ended, as it stands after the lay-offs."""

    knocker: str
    call: Call
    deadwood: Mapping[str, int]
    """Of everybody at the table, in turn order; points, 0 or more."""


@dataclass(frozen=True, slots=True)
class Known:
    """A hand whose score is known already: no rule of hands is looked at."""

    winners: tuple[str, ...]
    """In turn order; nobody after some ties."""
    points: Mapping[str, int]
    """Of everybody at the table."""
    boxes: Mapping[str, int]
    """Of everybody at the table; the own box of a winner included, the others are extra ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the sheet: how one table's hand ended."""

    deal: int
    """Number of the hand; entries with the same number are one hand at several tables."""
    seated: tuple[str, ...]
    """Who sat at this table, in turn order; in partnership one of each side."""
    result: Counts | Known | None
    """`None`: a dead hand."""
    dealer: str | None = None
    upcard: CardSet | None = None
    last: bool = False
    """Whether time ran out during this hand."""
    factor: int = 1
    """By what accepted doubles multiply the hand."""
    refused_double: str | None = None
    """Who declined the last offer to double."""


@dataclass(frozen=True, slots=True)
class Carried:
    """The score with which a sheet begins."""

    totals: Mapping[str, int]
    """Written totals: with the boxes where these count at once."""
    boxes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyQuestion:
    """A sheet as it was kept; the entries are possible ones, what the variant forbids may stand among them."""

    players: tuple[str, ...]
    """In turn order."""
    sides: Mapping[str, tuple[str, ...]]
    """The members of each side: a player of his own name, or in partnership two sides, that of the first player first."""
    carried: Carried | None
    entries: tuple[Entry, ...]
    """Numbers of hands never fall. In partnership only the last hand may lack a table."""

    @property
    def side_of(self) -> Mapping[str, str]:
        """The side of each player."""
        return {player: side for side, members in self.sides.items() for player in members}


@dataclass(frozen=True, slots=True)
class Bonuses:
    """What a finished game adds to the totals, in points."""

    game: Mapping[str, int]
    box: Mapping[str, int]
    """0 where boxes count at once: they are in the totals."""
    shutout: Mapping[str, int]
    """What the shutout adds to the ender's total; 0 where it is paid at the settlement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The score of a game: of one column, or of the columns of a sheet together."""

    totals: Mapping[str, int]
    """Hand points, with the boxes where these count at once."""
    boxes: Mapping[str, int]
    finished: bool = False
    winners: tuple[str, ...] = ()
    bonuses: Bonuses | None = None
    """Of a finished game, as the next two."""
    finals: Mapping[str, int] | None = None
    """Totals and bonuses."""
    settlement: Mapping[str, int] | None = None
    """What each receives, or pays if negative; `None` also where nothing is paid."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as the sheet has it."""

    deal: int
    points: Mapping[str, int]
    """After netting, before any factor of a column."""
    boxes: Mapping[str, int]
    columns: tuple[int, ...]
    """The numbers of the columns in which somebody was entered, from 1."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A table of the next hand."""

    players: tuple[str, ...]
    dealer: str | None
    """`None` where nobody said who dealt before, and for the first hand of another game."""
    table: int | None
    """From 1, by the members of the first side; `None` where there is one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The whole sheet.

    The `steps` of a side with the number of a column (1 where there is one) add up to its finals in that column, or to its
    totals while the column is open; `settling`, in the same way, to the settlement of the column. Only what rounds the whole
    settlement is in no column. Every amount of points is a step; boxes are, where they are worth points.
    """

    accepted: int
    hands: tuple[Hand, ...]
    game: Game
    columns: tuple[Game, ...]
    """One for each column where there are several; else empty."""
    following: tuple[Seat, ...]
    """The next hand, an item a table."""
    steps: tuple[Step, ...]
    settling: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """An entry that the variant forbids, and the number of entries before it."""

    accepted: int
    refusal: Refusal
    """Its `player` is empty where nobody did it: an entry after the end."""
