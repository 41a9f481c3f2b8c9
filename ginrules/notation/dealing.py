"""What a scenario leaves open, dealt from the cards that it does not name.

The order is fixed, so that a scenario asks the same question everywhere: the unused cards are sorted by the SHA-256 digest of
`filling/card`, as in `0/Th`, and dealt from the first on. (The lowest cards first gave one player eight clubs in a row.)
Other numbers of the filling give other orders: what a scenario leaves open may not matter, and other fillings show it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator

from ginrules.cards import JOKER, TEXT, held_as
from ginrules.notation.asked import moves_of
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import HIDDEN, Hand, LayOffs, Move, Pile, Show, Stock, Upcard, Word


def dealt(card: Word) -> str:
    """The card as it lies in a hand: a joker is a joker, whatever it stands for."""
    return held_as(card.text)


def cards_of(move: Move) -> tuple[Word, ...]:
    """The cards that a move names and that its player holds, or says that he holds."""
    if isinstance(move, Show):
        return move.spread.cards
    if isinstance(move, LayOffs):
        return tuple(card for lay in move.lays for card in lay.cards)
    return (move.card,) if move.card else ()


def given_cards(scenario: Scenario) -> Iterator[Word]:
    """The cards that the scenario puts into hands, stock and pile."""
    for hand in scenario.own(Hand):
        yield from hand.spread.cards
    for stock in scenario.own(Stock):
        yield from stock.cards
    for pile in scenario.own(Pile):
        yield from pile.cards


def named_cards(scenario: Scenario) -> Iterator[Word]:
    """The other cards that it names: the upcard, and those of the actions."""
    for upcard in scenario.own(Upcard):
        yield upcard.card
    for entry in moves_of(scenario):
        yield from cards_of(entry.move)


def unused(scenario: Scenario, jokers: int, filling: int = 0) -> Iterator[str]:
    """The cards that the scenario names nowhere, in dealing order; `jokers` are in the deck."""
    named = {word.text for word in (*given_cards(scenario), *named_cards(scenario))}
    jokers_given = sum(dealt(word) == JOKER for word in given_cards(scenario))
    turned = any(upcard.card.text == JOKER for upcard in scenario.own(Upcard))  # somebody may have taken it: one that is given
    return dealing_order(named, jokers - max(jokers_given, int(turned)), filling)


def dealing_order(placed: Collection[str], jokers: int, filling: int, last: Collection[str] = ()) -> Iterator[str]:
    """The cards of the deck that have no place yet, in dealing order, some of them behind the others."""
    left = [card for card in TEXT if card not in placed] + [JOKER] * jokers
    order = sorted(left, key=lambda card: hashlib.sha256(f"{filling}/{card}".encode()).digest())
    return iter(sorted(order, key=lambda card: card in last))


def fill(spread: tuple[Word, ...], count: int, pack: Iterator[str]) -> list[str]:
    """A hand of `count` cards: those given, hidden ones and missing ones from the pack."""
    cards = [next(pack) if card.text == HIDDEN else dealt(card) for card in spread]
    return cards + [next(pack) for _ in range(count - len(cards))]
