"""A position asked of an engine that only deals: the deal, with the moves that lead to where the position stands.

The deal is found by taking moves back. A turn that left a card on the pile drew this card from the stock; where only one card
lies there, it was thrown by who took the upcard. So nothing is left behind that a rule could look at later: nothing was taken
from the pile and thrown back, and the stock was never turned over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ginrules.cards import TEXT
from ginrules.questions import Method, Question
from ginrules.verify.as_hand import CannotDeal, needs_upcard
from ginrules.verify.bookkeeping import Cards

Deadwood = Callable[[Sequence[str]], int]
"""The least deadwood of some cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A `play` question that begins with a deal and stands for one that begins with a position."""

    question: Question
    run_up: int
    """The actions before those of the position."""


def as_deal(params: Mapping[str, Any], rules: Mapping[str, Any], deadwood: Deadwood) -> Dealt:
    """Lay out a deal that leads to the position of a `play` question, under these rules.

    `deadwood` is asked only where gin is forced: who could go gin on the way could not have thrown a card and gone on.

    Raises:
        CannotDeal: no such deal was found.
    """
    reason: CannotDeal | None = None
    for drawn in _last_drawn(params, rules):
        try:
            dealt = _Way(params, rules, drawn).back()
            if rules["gin.choice"] == "forced":
                check_no_gin(dealt.question, dealt.run_up, deadwood)
        except CannotDeal as error:
            reason = error
        else:
            return dealt
    raise reason or CannotDeal("a position: no card can have been drawn last")


def _last_drawn(params: Mapping[str, Any], rules: Mapping[str, Any]) -> Iterable[str]:
    """Cards that the player in `discard` may have drawn from the stock, or nothing if he drew none."""
    if params["phase"] != "discard" or "taken" in params:
        return ("",)
    upcard = params.get("upcard") if needs_upcard(rules) else None
    return sorted((card for card in params["hands"][params["turn"]] if card != upcard), key=_place)


def _place(card: str) -> int:
    return TEXT.index(card) if card in TEXT else len(TEXT)


class _Way:
    """The way back from a position to a deal."""

    def __init__(self, params: Mapping[str, Any], rules: Mapping[str, Any], drawn: str) -> None:
        self.params, self.rules, self.drawn = params, rules, drawn
        self.opening = rules["deal.opening"]
        self.hands = {player: list(cards) for player, cards in params["hands"].items()}
        self.pile, self.stock = list(params["pile"]), list(params["stock"])
        self.turn: str = params["turn"]
        self.moves: list[dict[str, Any]] = []
        """Those that were taken back, the first one first."""
        self.takes = 0
        """Cards taken from the pile on the way, the offered upcard and `taken` apart."""
        self.upcard: str | None = params.get("upcard") if needs_upcard(rules) else None
        if self.upcard and self.opening == "extra-card":
            raise CannotDeal("an upcard, and deal.opening = extra-card turns none")
        lies = [*self.pile, *(card for hand in self.hands.values() for card in hand)]
        if self.upcard in self.stock and self.upcard not in lies:
            raise CannotDeal("a position: the upcard lies in the stock again")

    def back(self) -> Dealt:
        """Take back moves until a deal is left."""
        if self.drawn:
            self.hands[self.turn].remove(self.drawn)
            self.stock.insert(0, self.drawn)
            self.moves.append({"player": self.turn, "do": "stock"})
        elif "taken" in self.params:
            taken = self.params["taken"]
            self.hands[self.turn].remove(taken)
            self.pile.insert(0, taken)
            self.moves.append({"player": self.turn, "do": "take"})
        turns = len(self.pile) + 2 * len(self.hands)  # the upcard needs two turns of each to change hands
        while not self._begins():
            if not turns:
                raise CannotDeal("a position: the upcard cannot have come to lie so")
            turns -= 1
            if self._turn_back():
                break
        self._check_takes()
        return self._dealt()

    def _begins(self) -> bool:
        """Whether what is left is a deal with its upcard on the pile."""
        if self.opening == "extra-card" or len(self.pile) > 1 or (self.upcard and self.pile != [self.upcard]):
            return False
        if self.opening == "upcard-open":
            return True
        # All pass the upcard; then only the stock is left to the first player.
        if not self.moves or self.moves[0]["do"] != "stock":
            return False
        self.moves = [*({"player": player, "do": "pass"} for player in self._from(self.turn)), *self.moves]
        return True

    def _turn_back(self) -> bool:
        """Take back the turn that left the top card of the pile; whether it was the first of the hand."""
        before = self._from(self.turn)[-1]
        hand, thrown = self.hands[before], self.pile.pop(0)
        self.turn = before
        if self.pile:
            drawn = thrown if thrown != self.upcard else self._other(hand)
            self._swap(hand, drawn, thrown)
            self.stock.insert(0, drawn)
            self._did("stock", thrown)
            return False
        if self.opening == "extra-card":
            hand.append(thrown)
            self.moves.insert(0, {"player": before, "do": "discard", "card": thrown})
            return True
        first = self.upcard is None or self.upcard in hand
        taken = self.upcard if self.upcard in hand else self._other(hand)
        assert taken
        self._swap(hand, taken, thrown)
        self.pile = [taken]
        self._did("take", thrown)
        if not first or self.opening == "upcard-open":
            self.takes += 1
        return first

    def _other(self, hand: Sequence[str]) -> str:
        """A card of a hand that may have been drawn."""
        return min((card for card in hand if card != self.upcard), key=_place)

    def _swap(self, hand: list[str], drawn: str, thrown: str) -> None:
        if drawn != thrown:
            hand.remove(drawn)
            hand.append(thrown)

    def _did(self, do: str, thrown: str) -> None:
        player = self.turn
        self.moves = [{"player": player, "do": do}, {"player": player, "do": "discard", "card": thrown}, *self.moves]

    def _check_takes(self) -> None:
        """Whether the hand is over on the way, or what was taken on the way matters later (`turn.takes-limit`)."""
        limit = self.rules["turn.takes-limit"]
        if limit is None:
            return
        counted = "taken" in self.params
        later = sum(action["do"] == "take" for action in self.params["actions"])
        if self.takes + counted >= limit or (self.takes and self.takes + counted + later >= limit):
            raise CannotDeal("a position: what is taken on the way counts (turn.takes-limit)")

    def _from(self, player: str) -> list[str]:
        players: list[str] = self.params["players"]
        place = players.index(player)
        return [*players[place:], *players[:place]]

    def _dealt(self) -> Dealt:
        params: dict[str, Any] = {"rules": dict(self.rules), "players": self.params["players"]}
        params |= {"dealer": self._from(self.turn)[-1], "hands": self.hands, "stock": self.stock}
        if self.pile:
            params["upcard"] = self.pile[0]
        params |= {name: self.params[name] for name in ("ask",) if name in self.params}
        params["actions"] = [*self.moves, *self.params["actions"]]
        return Dealt(question=Question(Method.PLAY, params), run_up=len(self.moves))


def check_no_gin(question: Question, run_up: int, deadwood: Deadwood) -> None:
    """Whether nobody can go gin at one of the first `run_up` actions: where gin is forced, he could not have gone on.

    Raises:
        CannotDeal: somebody can.
    """
    params: Mapping[str, Any] = question.params
    cards = Cards.at_first(params)
    for action in params["actions"][:run_up]:
        if action["do"] == "discard":
            held = cards.hands[action["player"]]
            if deadwood(held) == 0 or any(deadwood([each for each in held if each != thrown]) == 0 for thrown in held):
                raise CannotDeal("gin.choice = optional")
        cards.follow(action)
