"""A hand in play, as a value.

A state never changes: `ginrules.engine.play.play` makes the next one. It hides nothing: it is what a referee sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from ginrules.cards import DECK, JOKERS, CardSet, held, union
from ginrules.engine.actions import Choices, Do
from ginrules.engine.values import Call, LayOff, Spread
from ginrules.rules.variant import (
    BigGin,
    GinChoice,
    JokerTaken,
    LastDiscard,
    Needed,
    ReturnTaken,
    Rules,
    StockEnds,
    StockExhausted,
)

if TYPE_CHECKING:
    from ginrules.engine.parts import Parts


class Phase(StrEnum):
    """What the hand waits for."""

    UPCARD = "upcard"
    """The upcard is offered to the players in turn."""
    DRAW = "draw"
    DISCARD = "discard"
    """The player holds one card more: he discards or goes out."""
    WALL = "wall"
    """The last discard may be taken (`stock.last-discard`)."""
    SHOWDOWN = "showdown"
    OVER = "over"


class Outs(NamedTuple):
    """With which cards a player can go out."""

    knocks: CardSet
    """Discards that leave some deadwood, within the limit."""
    gins: CardSet
    """Discards that leave none."""
    big_gin: bool


_NO_OUTS = Outs(0, 0, big_gin=False)


class Table:
    """What a hand is played under, with all that follows from it; get one from `table`, which keeps one of each."""

    def __init__(self, rules: Rules, players: tuple[str, ...], parts: Parts) -> None:
        self.rules = rules
        self.parts = parts
        self.players = players
        """In turn order."""
        self.melder = parts.melder(rules.deck, rules.melds)
        self.quick = parts.quick
        self.moves = parts.moves
        self.faults = {do: tuple(check.fault for check in parts.turn_checks if do in check.actions) for do in Do}
        self.choices = tuple(Choices(player) for player in players)
        self.floor = rules.stock.floor
        self.forced = rules.gin.choice is GinChoice.FORCED
        self.never_returned = rules.turn.return_taken is ReturnTaken.FORBIDDEN
        self.returned_plainly = rules.turn.return_taken is ReturnTaken.ALLOWED
        self.reshuffles = rules.stock.exhausted is StockExhausted.RESHUFFLE
        self.dead_at_floor = rules.stock.ends is StockEnds.AFTER_DRAW
        """The draw that leaves the floor ends the hand; under a reshuffle the pile is turned over then."""
        last_discard_is_asked_about = not self.reshuffles and not self.dead_at_floor
        self.has_wall = last_discard_is_asked_about and rules.stock.last_discard is not LastDiscard.UNTOUCHABLE
        self.only_to_go_out = rules.stock.last_discard is LastDiscard.TO_GO_OUT
        self.needs_meld = rules.knock.needs_meld is Needed.REQUIRED
        self.jokers = rules.deck.jokers > 0
        self.joker_into_meld = self.jokers and rules.turn.joker_taken is JokerTaken.ONLY_INTO_MELD
        self.highest = max((*rules.deck.values.by_rank, *[rules.deck.values.joker] * self.jokers))

    def __reduce__(self) -> tuple[object, ...]:
        # A table is known by being the only one of its kind: copies and other processes find theirs in the same way.
        return (table, (self.rules, self.players, self.parts))

    def next_seat(self, seat: int) -> int:
        """Whose turn comes after a seat's."""
        return (seat + 1) % len(self.players)

    def may_go_out_with(self, hand: CardSet, taken: CardSet) -> CardSet:
        """The cards that may be thrown to go out (`turn.return-taken`)."""
        return hand & ~taken if self.never_returned else hand

    def outs(self, hand: CardSet, taken: CardSet, limit: int | None) -> Outs:
        """How a player who holds one card more can go out."""
        return self.parts.outs(self, hand, taken, limit)


def outs(here: Table, hand: CardSet, taken: CardSet, limit: int | None) -> Outs:
    """How a player who holds one card more can go out (`knock.limit`, `knock.needs-meld`, `gin.big`)."""
    least = here.melder.deadwood(hand)
    if limit is not None and least - here.highest > limit:  # no card that he throws makes up for the rest
        return _NO_OUTS
    knocks = gins = 0
    throwable = here.may_go_out_with(hand, taken)
    for card, left in here.melder.discards(hand).items():
        if not card & throwable:
            continue
        if left == 0:
            gins |= card
        elif (limit is None or left <= limit) and not (here.needs_meld and not here.melder.has_meld(hand ^ card)):
            knocks |= card
    big_gin = least == 0 and here.rules.gin.big is not BigGin.NOT_PLAYED and held(union(here.melder.fullest(hand))) == hand
    return Outs(knocks, gins, big_gin)


@cache
def table(rules: Rules, players: tuple[str, ...], parts: Parts) -> Table:
    """The table of these players, in turn order, under these rules."""
    return Table(rules, players, parts)


def alike(card: CardSet) -> CardSet:
    """The cards that cannot be told from a card: all jokers from a joker."""
    return card if card <= DECK else JOKERS


class Ending(NamedTuple):
    """Who went out, and what has been shown and laid off since; entries stand by seat."""

    seat: int
    call: Call
    discard: CardSet
    """0 with big gin."""
    spreads: tuple[Spread | None, ...]
    """`None`: he has shown nothing."""
    layoffs: tuple[tuple[LayOff, ...] | None, ...]
    """`None`: he has neither laid off nor said that he is done."""


class State(NamedTuple):
    """A hand between two actions.

    A named tuple, since every action makes one: immutable, equal by value and hashable, so that it can be a key.
    """

    table: Table
    phase: Phase
    seat: int
    """Whose turn it is; in the showdown the first who may still act."""
    hands: tuple[CardSet, ...]
    """By seat. Once somebody has gone out, all that each held then, the discard apart, which lies on the pile."""
    pile: tuple[CardSet, ...]
    """Top card first."""
    stock: tuple[CardSet, ...]
    """Top card first."""
    upcard: CardSet | None
    """The first upcard, whoever took it."""
    limit: int | None
    """The greatest deadwood with which one may knock, 0 for gin only; `None`: no limit (`knock.limit`)."""
    taken: CardSet = 0
    """The card that the player in `discard` took from the pile this turn; 0: he drew from the stock.

    All jokers, if it was one, as jokers are alike.
    """
    passes: int = 0
    """How many have passed the upcard and not drawn since."""
    takes: int = 0
    """Cards taken from the pile so far, the upcard on offer apart (`turn.takes-limit`)."""
    stand_off: int = 0
    """In how many turns running the top card of the pile was taken and thrown back (`turn.returns-limit`)."""
    ending: Ending | None = None

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.table.rules

    @property
    def players(self) -> tuple[str, ...]:
        """The players in turn order."""
        return self.table.players

    def seat_of(self, player: str) -> int:
        """A player's seat."""
        return self.players.index(player)

    @property
    def turn(self) -> str | None:
        """Whose turn it is; nobody's when the hand is over."""
        return None if self.phase is Phase.OVER else self.players[self.seat]

    @property
    def at_floor(self) -> bool:
        """Whether the stock has come down to its floor (`stock.floor`)."""
        return len(self.stock) <= self.table.floor

    @property
    def hand(self) -> CardSet:
        """The cards of the player whose turn it is."""
        return self.hands[self.seat]

    @property
    def upcard_passed(self) -> bool:
        """Whether everybody has passed the upcard, so that it can no longer be taken (`deal.opening`)."""
        return self.passes == len(self.players)


@dataclass(frozen=True, slots=True)
class Dead:
    """A hand that ended without anybody going out: nobody wins, nobody has points."""

    players: tuple[str, ...]

    @property
    def outcome(self) -> Literal["dead"]:
        """The word for it."""
        return "dead"

    @property
    def winners(self) -> tuple[str, ...]:
        """Nobody."""
        return ()

    @property
    def points(self) -> Mapping[str, int]:
        """0 for everybody."""
        return dict.fromkeys(self.players, 0)
