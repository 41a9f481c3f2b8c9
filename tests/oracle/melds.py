"""What a meld is and which arrangement is best, written straight from the rules: slow, obvious, and no part of the engine.

Rules are the flat resolved ones of a message (`{"melds.ace": "low", …}`), cards are texts (`"Th"`), hands frozen sets of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from ginrules.cards import RANKS

Rules = Mapping[str, Any]
Cards = frozenset[str]
Family = tuple[Cards, ...]

ORDER = [str(rank) for rank in RANKS]
ACES_ABOVE = {"low": 13, "high-or-low": 14, "round-the-corner": 25}
"""How far a run may reach if the ranks are written out twice: A 2 … K A 2 … K."""


def points(cards: Cards, rules: Rules) -> int:
    names = {"T": "10"}
    return sum(rules["deck.values"][names.get(card[0], card[0])] for card in cards)


def is_set(cards: Cards, rules: Rules) -> bool:
    return len({card[0] for card in cards}) == 1 and rules["melds.set-min"] <= len(cards) <= rules["melds.set-max"]


def is_run(cards: Cards, rules: Rules) -> bool:
    longest = rules["melds.run-max"] or 13
    if len({card[1] for card in cards}) != 1 or not rules["melds.run-min"] <= len(cards) <= longest:
        return False
    twice = ORDER + ORDER
    ranks = sorted(card[0] for card in cards)
    return any(
        sorted(twice[first : first + len(cards)]) == ranks
        for first in range(13)
        if first + len(cards) <= ACES_ABOVE[rules["melds.ace"]]
    )


def is_meld(cards: Cards, rules: Rules) -> bool:
    return is_set(cards, rules) or is_run(cards, rules)


def subsets_of_one_kind(hand: Cards) -> set[Cards]:
    """Every set of cards of one rank, and every one of one suit: nothing else can be a meld."""
    kinds = [
        frozenset(card for card in hand if card[index] == name) for index in (0, 1) for name in {card[index] for card in hand}
    ]
    return {frozenset(chosen) for kind in kinds for size in range(1, len(kind) + 1) for chosen in combinations(kind, size)}


def melds_in(hand: Cards, rules: Rules) -> list[Cards]:
    return sorted((cards for cards in subsets_of_one_kind(hand) if is_meld(cards, rules)), key=sorted)


def families(melds: list[Cards]) -> Iterator[Family]:
    """Every family of disjoint melds out of a list, the empty one too."""
    if not melds:
        yield ()
        return
    first, *others = melds
    yield from families(others)
    for family in families([meld for meld in others if not meld & first]):
        yield (first, *family)


def spreads(hand: Cards, rules: Rules) -> list[tuple[int, Family]]:
    """Every way to lay out a hand, with the deadwood that it leaves."""
    return [(points(hand.difference(*family), rules), family) for family in families(melds_in(hand, rules))]


def least_deadwood(hand: Cards, rules: Rules) -> int:
    return min(deadwood for deadwood, _ in spreads(hand, rules))


def best_spreads(hand: Cards, rules: Rules) -> list[Family]:
    everything = spreads(hand, rules)
    least = min(deadwood for deadwood, _ in everything)
    return [family for deadwood, family in everything if deadwood == least]
