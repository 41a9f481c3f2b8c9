"""A showdown asked as a hand about to end: a deal, the few actions that lead to the knock, the knock, what is shown.

So an engine that can only be reached by dealing answers `score` through `play`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ginrules.cards import JOKER, TEXT
from ginrules.questions import Method, Question
from ginrules.verify.bookkeeping import bookkeeping, write_action
from ginrules.verify.melds import place_of
from ginrules.verify.played import Reading

OPENINGS = ("upcard-offered", "upcard-open", "extra-card")
"""The values of `deal.opening` for which a deal can be laid out here."""


class CannotDeal(Exception):
    """No deal under these rules leads to the showdown; the message says why in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A `play` question that stands for a `score` question."""

    question: Question
    run_up: int
    """The actions before the knock."""


def needs_upcard(rules: Mapping[str, Any]) -> bool:
    """Whether a limit or spades depend on the upcard."""
    return rules["knock.limit"]["kind"] in {"upcard", "side-card"} or rules["scoring.spades"] != "nothing"


def as_hand(params: Mapping[str, Any], rules: Mapping[str, Any], *, position: bool) -> Hand:
    """Lay out a deal (or, if `position`, the position before the knock) that ends in the showdown of a `score` question.

    The knocker draws his discard from the stock; where the question names none it is the lowest card that nobody holds. The
    rest of the stock is dealt by a fixed shuffle. `rules` are those of `play`.

    Raises:
        CannotDeal: the opening turns no upcard and one is needed, or the hands leave too few cards for a stock.
    """
    return _Layout(params, rules).hand(position=position)


class _Layout:
    """Where each card lies at the beginning, and what is done with it."""

    def __init__(self, params: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
        self.params, self.rules = params, rules
        self.opening = rules["deal.opening"]
        self.players: list[str] = params["players"]
        self.knocker: str = params["knocker"]
        self.hands: dict[str, list[str]] = {player: list(cards) for player, cards in params["hands"].items()}
        self.upcard: str | None = params.get("upcard")
        if self.opening == "extra-card":
            if needs_upcard(rules):
                raise CannotDeal("an upcard, and deal.opening = extra-card turns none")
            self.upcard = None
        held = Counter(card for cards in self.hands.values() for card in cards)
        pack = Counter({**dict.fromkeys(TEXT, 1), JOKER: rules["deck.jokers"]}) - held
        self.discard: str | None = params.get("discard")
        if self.discard is None and params["call"] != "big-gin":
            # In a pack of 52 cards there is always one: two or more hands leave some of it.
            self.discard = next(card for card in TEXT if pack[card] and card != self.upcard)
            self.hands[self.knocker].append(self.discard)
            pack[self.discard] -= 1
        # A joker may be the upcard and another in a hand: it has been taken only where no other is left.
        is_left = self.upcard is not None and pack[self.upcard] > 0
        self.holder = None if is_left else next((player for player, cards in self.hands.items() if self.upcard in cards), None)
        if self.upcard and self.holder is None:
            pack[self.upcard] -= 1
        self.rest = sorted(pack.elements(), key=_shuffled)
        if self.upcard is None and self.opening != "extra-card":
            self.upcard = self._next()

    def hand(self, *, position: bool) -> Hand:
        drawn = self.discard
        # A card that he does not hold may be named as the discard, for an engine to refuse it.
        if drawn is None or drawn == self.upcard or drawn not in self.hands[self.knocker]:
            drawn = next(card for card in sorted(self.hands[self.knocker], key=_rank) if card != self.upcard)
        params: dict[str, Any] = {"rules": dict(self.rules), "players": self.players}
        if position:
            pile = [self.upcard] if self.upcard and self.holder is None else [self._next()]
            params |= {"hands": self.hands, "pile": pile, "turn": self.knocker, "phase": "discard", "stock": self.rest}
            if needs_upcard(self.rules):
                params["upcard"] = self.upcard
            run_up: list[dict[str, Any]] = []
        else:
            run_up = self._deal(params, drawn)
        # Where the draw that leaves the floor ends the hand, the knocker's draw must leave one more.
        if len(self.rest) < self.rules["stock.floor"] + (self.rules["stock.ends"] == "after-draw"):
            raise CannotDeal("a stock, and the hands leave too few cards")
        going_out = {"player": self.knocker, "do": self.params["call"]} | ({"card": self.discard} if self.discard else {})
        params["actions"] = [*run_up, going_out, *self._declarations()]
        return Hand(question=Question(Method.PLAY, params), run_up=len(run_up))

    def _deal(self, params: dict[str, Any], drawn: str) -> list[dict[str, Any]]:
        """Fill in the deal; the actions that lead to the knock."""
        dealt = {player: list(cards) for player, cards in self.hands.items()}
        dealt[self.knocker].remove(drawn)
        stock: list[str] = []
        actions: list[dict[str, Any]] = []
        first = self._first()
        order = self._turns(first)
        if first != self.knocker or self.holder is not None:
            thrown = self._next()
            if self.holder is not None:
                assert self.upcard
                dealt[first].remove(self.upcard)
                actions.append({"player": first, "do": "take"})
            dealt[first].append(thrown)
            actions.append({"player": first, "do": "discard", "card": thrown})
            for player in order[1:]:
                if player == self.knocker:
                    break
                stock.append(self._next())
                actions += [{"player": player, "do": "stock"}, {"player": player, "do": "discard", "card": stock[-1]}]
        elif self.opening == "upcard-offered":
            actions += [{"player": player, "do": "pass"} for player in order]
        actions.append({"player": self.knocker, "do": "stock"})
        params |= {"dealer": order[-1], "hands": dealt, "stock": [*stock, drawn, *self.rest]}
        if self.upcard is not None:
            params["upcard"] = self.upcard
        return actions

    def _next(self) -> str:
        """The next card that nobody holds."""
        if not self.rest:
            raise CannotDeal("a stock, and the hands leave too few cards")
        return self.rest.pop(0)

    def _first(self) -> str:
        """Who acts first: who holds the upcard took it; with an extra card the player before the knocker throws it."""
        if self.opening == "extra-card":
            return self.players[self.players.index(self.knocker) - 1]
        return self.holder or self.knocker

    def _turns(self, first: str) -> list[str]:
        place = self.players.index(first)
        return [*self.players[place:], *self.players[:place]]

    def _declarations(self) -> Iterator[dict[str, Any]]:
        spreads, layoffs = self.params.get("spreads", {}), self.params.get("layoffs", {})
        for player in self._turns(self.knocker):
            for entry in together(layoffs.get(player, ()), spreads.get(self.knocker, ())):
                yield {"player": player, "do": "layoff", **entry}
            if player in spreads:
                yield {"player": player, "do": "show", "melds": spreads[player]}
            if player in layoffs and player != self.knocker:
                yield {"player": player, "do": "done"}


def together(layoffs: Sequence[Mapping[str, Any]], table: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Lay-offs as actions: what goes onto one meld is judged together, so it is one action."""
    joined: dict[str, dict[str, Any]] = {}
    for entry in layoffs:
        place = place_of(entry["onto"], table)
        meld = [entry["onto"]] if place is None else table[place]
        action = joined.setdefault(" ".join(meld), {"cards": [], "onto": entry["onto"]})
        action["cards"] = [*action["cards"], *entry["cards"]]
    return list(joined.values())


def _shuffled(card: str) -> bytes:
    """A fixed order that is nobody's: lowest first would deal whole suits."""
    return hashlib.blake2b(card.encode(), digest_size=8, key=b"stock").digest()


def _rank(card: str) -> int:
    return TEXT.index(card) if card in TEXT else len(TEXT)


def read_hand(hand: Hand, reply: Mapping[str, Any]) -> Reading:
    """Turn the reply to a hand into the answer to its showdown."""
    actions: Sequence[Mapping[str, Any]] = hand.question.params["actions"]  # type: ignore[assignment]
    accepted, refused = reply["accepted"], reply.get("refused")
    if refused is not None and accepted < hand.run_up:
        return Reading(None, refused_before=f"{write_action(actions[accepted])}: {refused['message']}")
    if accepted > len(actions) or (refused is None) != (accepted == len(actions)):
        return Reading(None, misfits=(("accepted", len(actions), accepted),))
    misfits = bookkeeping(hand.question.params, accepted, reply["state"])
    if refused is not None:
        return Reading({"refused": refused}, misfits=misfits)
    if "result" not in reply:
        return Reading(None, misfits=(*misfits, ("result", "a result: somebody has gone out", None)))
    return Reading(reply["result"], misfits=misfits)
