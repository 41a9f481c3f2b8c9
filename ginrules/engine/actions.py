"""What a player can do at his turn, as values.

Actions without melds or lay-offs are made once for each player and shared, as there are few of them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ginrules.cards import ONE_JOKER, SUIT_MASK, CardSet, Meld, bits
from ginrules.engine.tables import SHIFTS
from ginrules.engine.values import Spread


class Do(StrEnum):
    """The words for what is done, in the order in which `legal` lists them."""

    PASS = "pass"  # noqa: S105  a word of the game
    STOCK = "stock"
    TAKE = "take"
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    SHOW = "show"
    LAYOFF = "layoff"
    DONE = "done"


class Action(NamedTuple):
    """One thing that a player does; what does not belong to `do` is empty.

    >>> from ginrules.cards import BIT
    >>> Action("Ann", Do.DISCARD, BIT["Kh"]).do.value
    'discard'
    """

    player: str
    do: Do
    card: CardSet = 0
    """The discard of `discard`, `knock` and `gin`; of a joker any one, as jokers are alike."""
    melds: Spread = ()
    """The whole spread of `show`."""
    cards: Meld = 0
    """What `layoff` lays off."""
    onto: CardSet = 0
    """A card of the meld that `layoff` lays onto."""


class Choices:
    """The actions of one player that name no melds, each made once."""

    __slots__ = ("_throws", "big_gin", "pass_upcard", "stock", "take")

    def __init__(self, player: str) -> None:
        self.pass_upcard = Action(player, Do.PASS)
        self.stock = Action(player, Do.STOCK)
        self.take = Action(player, Do.TAKE)
        self.big_gin = Action(player, Do.BIG_GIN)
        self._throws = {do: tuple(_OfSuit(player, do, shift) for shift in SHIFTS) for do in (Do.DISCARD, Do.KNOCK, Do.GIN)}

    def throws(self, do: Do, cards: CardSet) -> tuple[Action, ...]:
        """`discard`, `knock` or `gin` with each of the cards, in their order."""
        clubs, diamonds, hearts, spades = self._throws[do]
        return (
            clubs[cards & SUIT_MASK] + diamonds[cards >> 13 & SUIT_MASK] + hearts[cards >> 26 & SUIT_MASK] + spades[cards >> 39]
        )


class _OfSuit(dict[int, tuple[Action, ...]]):
    """The throws of each holding of one suit, made when asked for; jokers come above the spades, all as the first one."""

    def __init__(self, player: str, do: Do, shift: int) -> None:
        self._player = player
        self._do = do
        self._shift = shift

    def __missing__(self, held: int) -> tuple[Action, ...]:
        cards = [card << self._shift for card in bits(held & SUIT_MASK)] + ([ONE_JOKER] if held > SUIT_MASK else [])
        self[held] = throws = tuple(Action(self._player, self._do, card) for card in cards)
        return throws
