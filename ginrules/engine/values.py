"""What is asked and answered about a showdown.

Players stand in turn order. Every mapping from a player has an entry for each, unless it says what a missing one means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ginrules.cards import CardSet, Meld

Spread: TypeAlias = tuple[Meld, ...]
"""The melds that a player lays out; the rest of his hand is deadwood."""


class Call(StrEnum):
    """What a player says who goes out."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"


class Outcome(StrEnum):
    """How a hand ends once a player has gone out."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    UNDERCUT = "undercut"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards laid onto the meld of the knocker that holds the card `onto`, or in which a joker stands for it."""

    cards: Meld
    onto: CardSet
    """A natural card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownQuestion:
    """A hand as it stands when somebody goes out; the cards are possible ones, the declarations may be wrong."""

    players: tuple[str, ...]
    knocker: str
    call: Call
    hands: Mapping[str, CardSet]
    """The knocker's with the discard, if he names one."""
    discard: CardSet | None = None
    upcard: CardSet | None = None
    """The first upcard, whoever took it; `None` where no rule looks at it."""
    spreads: Mapping[str, Spread]
    """What was declared. Not there: he arranges best. An empty spread: he lays out nothing."""
    layoffs: Mapping[str, tuple[LayOff, ...]]
    """What was declared. Not there: he lays off best, given his spread. Empty: he lays off nothing."""

    @property
    def kept(self) -> CardSet:
        """The knocker's cards without his discard."""
        return self.hands[self.knocker] & ~(self.discard or 0)

    @property
    def defenders(self) -> tuple[str, ...]:
        """The other players in turn order, the one after the knocker first."""
        seat = self.players.index(self.knocker)
        return self.players[seat + 1 :] + self.players[:seat]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The variant forbids what a player did; `rules` are the ids of the checks that fail first."""

    rules: tuple[str, ...]
    message: str
    """For people, one sentence without a full stop."""
    player: str


@dataclass(frozen=True, slots=True)
class Step:
    """One amount of a player's points, and the rule that it follows from."""

    rule: str
    player: str
    points: int
    text: str
    deal: int | None = None
    """On a sheet: the number of the hand; there the player is a side."""
    column: int | None = None
    """On a sheet: the number of the column, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """How a hand ended and what everybody has of it."""

    outcome: Outcome
    winners: tuple[str, ...]
    """Who takes the hand, in turn order; nobody after some ties."""
    deadwood: Mapping[str, int]
    """Points left at the end, a defender's after his lay-offs; 0 or more."""
    points: Mapping[str, int]
    boxes: Mapping[str, int]
    """Boxes of this hand, the one for winning it included."""
    limit: int | None
    """The greatest deadwood with which the knocker might knock, 0 for gin only; `None`: no limit."""
    spreads: Mapping[str, Spread]
    """What was laid out, chosen ones too."""
    layoffs: Mapping[str, tuple[LayOff, ...]]
    """What was laid off, chosen ones too; an entry for every defender."""
    steps: tuple[Step, ...]
    """How the points came about: those of a player add up to his points."""
