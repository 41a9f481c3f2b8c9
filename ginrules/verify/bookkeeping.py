"""Where the cards of a hand lie after some actions: mere bookkeeping, which judges nothing.

What an engine says of hands, pile and stock must follow from the actions that it accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ginrules.diagnostics import Json

GOING_OUT = frozenset({"knock", "gin", "big-gin"})
Misfit = tuple[str, Json, Json]
"""A fact that does not follow from the accepted actions: its name, what follows, what came."""


class CannotFollow(Exception):
    """An action moves a card that does not lie where it would be moved from; the message says so in words."""


@dataclass(slots=True)
class Cards:
    """The cards of a `play` question, moved by its actions."""

    rules: Mapping[str, Any]
    hands: dict[str, list[str]]
    pile: list[str]
    """Top card first."""
    stock: list[str]
    """Top card first."""
    ending: dict[str, Any] = field(default_factory=dict)
    """`knocker`, `call` and perhaps `discard` of who went out; empty before."""
    spreads: dict[str, Any] = field(default_factory=dict)
    layoffs: dict[str, Any] = field(default_factory=dict)
    """Of who has laid off or said that he is done."""

    @classmethod
    def at_first(cls, params: Mapping[str, Any]) -> Cards:
        """As the question lays them out, before any action."""
        hands = {player: list(cards) for player, cards in params["hands"].items()}
        pile = list(params["pile"]) if "pile" in params else [params["upcard"]] if "upcard" in params else []
        return cls(params["rules"], hands, pile, list(params["stock"]))

    def follow(self, action: Mapping[str, Any]) -> None:
        """Move what an action moves.

        Raises:
            CannotFollow: the card is not there; nothing has changed.
        """
        player, do = action["player"], action["do"]
        if do == "stock":
            self._draw(action, self.stock)
            if self.rules["stock.ends"] == "after-draw":
                self._turn_over()
        elif do == "take":
            self._draw(action, self.pile)
        elif "card" in action:
            self._throw(action)
            if do == "discard":
                self._turn_over()
        if do in GOING_OUT:
            self.ending = {"knocker": player, "call": do} | ({"discard": action["card"]} if "card" in action else {})
        elif do == "show":
            self.spreads[player] = action["melds"]
        elif do in {"layoff", "done"}:
            laid = self.layoffs.setdefault(player, [])
            laid += [{"cards": action["cards"], "onto": action["onto"]}] if do == "layoff" else []

    def _draw(self, action: Mapping[str, Any], place: list[str]) -> None:
        if not place:
            raise CannotFollow(f"not {write_action(action)}: there is no card to draw")
        self.hands[action["player"]].append(place.pop(0))

    def _throw(self, action: Mapping[str, Any]) -> None:
        hand, card = self.hands[action["player"]], action["card"]
        if card not in hand:
            raise CannotFollow(f"not {write_action(action)}: the card is not in hand")
        hand.remove(card)
        self.pile.insert(0, card)

    def _turn_over(self) -> None:
        """The reshuffle, where the stock has come down to its floor (`stock.exhausted`): its bottom card comes on top."""
        if self.rules["stock.exhausted"] == "reshuffle" and len(self.stock) <= self.rules["stock.floor"] and len(self.pile) > 1:
            self.stock[:0] = reversed(self.pile[1:])
            del self.pile[1:]

    def showdown(self, params: Mapping[str, Any]) -> dict[str, Any] | None:
        """The showdown as parameters of `score`; nothing before somebody has gone out."""
        if not self.ending:
            return None
        hands = {player: list(cards) for player, cards in self.hands.items()}
        if "discard" in self.ending:
            hands[self.ending["knocker"]].append(self.ending["discard"])
        score = {"rules": self.rules, "players": params["players"], "hands": hands, **self.ending}
        score |= {"upcard": params["upcard"]} if "upcard" in params else {}
        return score | {name: given for name, given in (("spreads", self.spreads), ("layoffs", self.layoffs)) if given}


def write_action(action: Mapping[str, Any]) -> str:
    """An action in words: `Ann discard Kh`."""
    return " ".join(str(action[key]) for key in ("player", "do", "card") if key in action)


def after(params: Mapping[str, Any], accepted: int) -> Cards:
    """The cards of a `play` question after so many of its actions.

    Raises:
        CannotFollow: one of them moves a card that is not there.
    """
    cards = Cards.at_first(params)
    for action in params["actions"][:accepted]:
        cards.follow(action)
    return cards


def bookkeeping(params: Mapping[str, Any], accepted: int, state: Mapping[str, Any]) -> tuple[Misfit, ...]:
    """Compare hands, pile and stock of a `state` with what follows from the accepted actions."""
    try:
        cards = after(params, accepted)
    except CannotFollow as reason:
        return (("accepted", str(reason), accepted),)
    misfits: list[Misfit] = []
    came = state["hands"]
    for player, hand in cards.hands.items():
        if sorted(hand) != sorted(came.get(player, ())):
            misfits.append((f"hands of {player}", [*hand], [*came.get(player, ())]))
    if cards.pile != state["pile"]:
        misfits.append(("pile", [*cards.pile], state["pile"]))
    if len(cards.stock) != state["stock"]:
        misfits.append(("stock", len(cards.stock), state["stock"]))
    return tuple(misfits)
