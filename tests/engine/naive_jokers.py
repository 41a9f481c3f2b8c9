"""Jokers the slow way, from the rules alone: every split of a hand into melds, every lay-off, on sets of texts.

It shares nothing with the engine. A meld is a pair: the natural cards in it, and the cards that it is judged by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from ginrules.rules.variant import Ace, DeckRules, MeldRules

RANKS = "A23456789TJQK"
SUITS = "cdhs"

Cards: TypeAlias = frozenset[str]
Hand: TypeAlias = tuple[Cards, int]
"""Natural cards and the number of jokers."""


class Laid(NamedTuple):
    """A meld, or what is laid onto one."""

    naturals: Cards
    shape: Cards

    @property
    def jokers(self) -> int:
        """How many of it are jokers."""
        return len(self.shape) - len(self.naturals)


def in_order(laid: Laid) -> tuple[list[str], list[str]]:
    """By what melds are sorted, so that equal spreads are equal tuples."""
    return sorted(laid.naturals), sorted(laid.shape)


def read(text: str) -> Hand:
    """A hand as it is written."""
    words = text.split()
    return frozenset(word for word in words if word != "*"), words.count("*")


def value(card: str, deck: DeckRules) -> int:
    """What an unmelded card counts."""
    return deck.values.joker if card == "*" else deck.values.by_rank[RANKS.index(card[0])]


@cache
def shapes(melds: MeldRules) -> tuple[Cards, ...]:
    """Every set and every run."""
    found = set()
    for rank in RANKS:
        for count in range(melds.set_min, melds.set_max + 1):
            found |= {frozenset(rank + suit for suit in suits) for suits in combinations(SUITS, count)}
    in_order = {Ace.LOW: RANKS, Ace.HIGH_OR_LOW: RANKS + "A", Ace.ROUND_THE_CORNER: RANKS + RANKS}[melds.ace]
    for first in range(13):
        for last in range(first + melds.run_min, min(first + (melds.run_max or 13), len(in_order)) + 1):
            ranks = in_order[first:last]
            if len(set(ranks)) == len(ranks):
                found |= {frozenset(rank + suit for rank in ranks) for suit in SUITS}
    return tuple(sorted(found, key=sorted))


def fillings(shape: Cards, hand: Hand) -> Iterator[Laid]:
    """Every way to lay out a shape from a hand, with jokers for some of its cards, whether they are held or not."""
    naturals, jokers = hand
    there = sorted(shape & naturals)
    for count in range(len(there) + 1):
        for chosen in combinations(there, count):
            if len(shape) - count <= jokers:
                yield Laid(frozenset(chosen), shape)


def without(hand: Hand, laid: Laid) -> Hand:
    """What is left of a hand."""
    return hand[0] - laid.naturals, hand[1] - laid.jokers


@cache
def ways(hand: Hand, melds: MeldRules) -> tuple[Laid, ...]:
    """Every meld that a hand can lay out: one of its cards is a natural one."""
    return tuple(laid for shape in shapes(melds) for laid in fillings(shape, hand) if laid.naturals)


@cache
def splits(hand: Hand, melds: MeldRules) -> frozenset[tuple[tuple[Laid, ...], Hand]]:
    """Every split of a hand into melds (in order) and what is left."""
    if not hand[0]:
        return frozenset({((), hand)})
    first = min(hand[0])
    found = {(spread, (left[0] | {first}, left[1])) for spread, left in splits((hand[0] - {first}, hand[1]), melds)}
    for laid in ways(hand, melds):
        if first in laid.naturals:
            found |= {
                (tuple(sorted((*spread, laid), key=in_order)), left) for spread, left in splits(without(hand, laid), melds)
            }
    return frozenset(found)


def points(left: Hand, deck: DeckRules) -> int:
    """What is left of a hand."""
    return sum(value(card, deck) for card in left[0]) + left[1] * value("*", deck)


@cache
def least(hand: Hand, deck: DeckRules, melds: MeldRules) -> int:
    """The least deadwood over all splits."""
    return min(points(left, deck) for _, left in splits(hand, melds))


def best_splits(hand: Hand, deck: DeckRules, melds: MeldRules) -> set[tuple[tuple[Laid, ...], Hand]]:
    """The splits that leave it."""
    return {(spread, left) for spread, left in splits(hand, melds) if points(left, deck) == least(hand, deck, melds)}


def laid_off(hand: Hand, table: Sequence[Cards], melds: MeldRules) -> set[Hand]:
    """What every way to lay cards onto these melds leaves of a hand."""
    if not table:
        return {hand}
    meld, *others = table
    left = set(laid_off(hand, others, melds))
    for longer in shapes(melds):
        if meld < longer:
            for laid in fillings(longer - meld, hand):
                left |= laid_off(without(hand, laid), others, melds)
    return left


def best_defence(hand: Hand, table: Sequence[Cards], deck: DeckRules, melds: MeldRules) -> int:
    """The least that lay-offs and own melds together leave."""
    return min(least(left, deck, melds) for left in laid_off(hand, table, melds))
