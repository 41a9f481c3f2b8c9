"""Everything that is known in the middle of a hand, and what can be read off it: the naive play's one value.

Jokers are told apart by numbers that mean nothing, as in `melds`; messages know only `*`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ginrules.cards import TEXT
from tests.oracle import showdown
from tests.oracle.melds import Family, Rules, plain

Action = Mapping[str, Any]

WORDS = {
    "upcard": {"pass", "take", "stock"},  # the stock is refused later, by deal.opening
    "draw": {"stock", "take"},
    "discard": {"discard", "knock", "gin", "big-gin"},
    "wall": {"pass", "take", "stock"},  # the stock is refused later, by stock.floor
    "showdown": {"show", "layoff", "done"},
    "over": set[str](),
}
GOING_OUT = ("knock", "gin", "big-gin")


class Impossible(ValueError):
    """A question that cannot be asked."""


@dataclass
class Hand:
    """Everything that is known in the middle of a hand; lists have the top card first."""

    rules: Rules
    players: list[str]
    upcard: str | None
    hands: dict[str, set[str]]
    pile: list[str]
    stock: list[str]
    phase: str
    turn: str
    taken: str | None = None
    """The card that the player in `discard` took from the pile this turn."""
    passes: int = 0
    """How many have passed the upcard, until somebody draws."""
    takes: int = 0
    returned: str | None = None
    """The card that the last turn took and threw back."""
    returns: int = 0
    """In how many turns running it was."""
    dead: bool = False
    knocker: str | None = None
    call: str = ""
    discard: str | None = None
    """The knock's discard."""
    shown: dict[str, Family] = field(default_factory=dict)
    laid: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)


def after(players: list[str], player: str) -> str:
    return players[(players.index(player) + 1) % len(players)]


def showdown_order(hand: Hand) -> list[str]:
    assert hand.knocker is not None
    at = hand.players.index(hand.knocker)
    return hand.players[at:] + hand.players[:at]


def in_order(cards: set[str]) -> list[str]:
    """As a message has them: by suit and rank, jokers last."""
    return sorted((plain(card) for card in cards), key=[*TEXT, "*"].index)


def held_card(hand: Hand, player: str, card: str) -> str:
    """The card of the hand that an action names; any joker is as good as another."""
    return next((own for own in sorted(hand.hands[player]) if plain(own) == card), card)


def limit_of(hand: Hand) -> int | None:
    return showdown.limit({"rules": hand.rules, "upcard": hand.upcard})


def as_score(hand: Hand) -> dict[str, Any]:
    """The parameters of `score` for what has been shown and laid so far."""
    assert hand.knocker is not None
    question: dict[str, Any] = {
        "rules": hand.rules,
        "players": hand.players,
        "knocker": hand.knocker,
        "call": hand.call,
        "hands": {player: in_order(cards) for player, cards in hand.hands.items()},
        "spreads": {player: [sorted(plain(card) for card in meld) for meld in family] for player, family in hand.shown.items()},
        "layoffs": {player: hand.laid.get(player, []) for player in {*hand.laid, *hand.done}},
    }
    if hand.discard is not None:
        question["discard"] = plain(hand.discard)
        question["hands"][hand.knocker].append(plain(hand.discard))
    if hand.upcard is not None:
        question["upcard"] = hand.upcard
    return question
