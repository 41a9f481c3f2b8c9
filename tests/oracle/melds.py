"""What a meld is and which arrangement is best, written straight from the rules: slow, obvious, and no part of the engine.

Rules are the flat resolved ones of a message (`{"melds.ace": "low", …}`), cards are texts (`"Th"`), hands frozen sets of them.
Jokers are told apart by a number that means nothing: `*1` in a hand, `*1=8h` in a meld. `jokers_apart` puts the numbers on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, count, permutations
from typing import Any

from ginrules.cards import RANKS, TEXT

Rules = Mapping[str, Any]
Cards = frozenset[str]
Family = tuple[Cards, ...]

ORDER = [str(rank) for rank in RANKS]
ACES_ABOVE = {"low": 13, "high-or-low": 14, "round-the-corner": 25}
"""How far a run may reach if the ranks are written out twice: A 2 … K A 2 … K."""
OF_SHAPE = ("melds.ace", "melds.set-min", "melds.set-max", "melds.run-min", "melds.run-max")


# --- jokers


def jokers_apart(groups: Iterable[Iterable[str]]) -> list[Cards]:
    """Groups of cards as sets, each joker in them with a number of its own."""
    number = count(1)
    return [frozenset(card.replace("*", f"*{next(number)}") if card[0] == "*" else card for card in group) for group in groups]


def plain(card: str) -> str:
    """The card as a message writes it."""
    return "*" + card.partition("=")[1] + card.partition("=")[2] if card[0] == "*" else card


def jokers(cards: Iterable[str]) -> int:
    return sum(card[0] == "*" for card in cards)


def naturals(cards: Iterable[str]) -> Cards:
    return frozenset(card for card in cards if card[0] != "*")


def without(hand: Cards, *gone: Iterable[str]) -> Cards:
    """A hand without some cards; of jokers only the number counts, one more than it holds takes nothing."""
    cards = [card for group in gone for card in group]
    held = sorted(card for card in hand if card[0] == "*")
    return naturals(hand).difference(cards) | frozenset(held[jokers(cards) :])


def may_go_together(hand: Cards, *groups: Iterable[str]) -> bool:
    """Whether a hand holds all these groups at once."""
    cards = [card for group in groups for card in group]
    own = [card for card in cards if card[0] != "*"]
    return len(own) == len(set(own)) and set(own) <= hand and jokers(cards) <= jokers(hand)


def stands_for(cards: Iterable[str]) -> Cards:
    """The natural cards that lie there or that a joker stands for."""
    return frozenset(card.rpartition("=")[2] for card in cards)


def namings(group: Cards, rules: Rules) -> Iterator[Cards]:
    """Every way to name the jokers of a group that makes it a meld."""
    bare = sorted(card for card in group if card[0] == "*" and "=" not in card)
    known = group.difference(bare)
    if len(stands_for(known)) < len(known):  # a card twice
        return
    for shape in shapes(rules):
        if stands_for(known) <= shape and len(shape) == len(group):
            for named in permutations(sorted(shape - stands_for(known))):
                meld = known.union(f"{joker}={card}" for joker, card in zip(bare, named, strict=True))
                if is_meld(meld, rules):
                    yield meld
                    break  # which joker is which means nothing


def shapes(rules: Rules) -> list[Cards]:
    """Every meld of natural cards that there is."""
    return remembered_shapes(tuple((rule, rules[rule]) for rule in OF_SHAPE))


@lru_cache(maxsize=100)
def remembered_shapes(rules: tuple[tuple[str, Any], ...]) -> list[Cards]:
    of_a_rank = [[card for card in TEXT if card[0] == rank] for rank in ORDER]
    groups = {frozenset(chosen) for cards in of_a_rank for size in (3, 4) for chosen in combinations(cards, size)}
    groups |= {
        frozenset((ORDER + ORDER)[at % 13] + suit for at in range(first, first + size))
        for suit in "cdhs"
        for size in range(3, 14)
        for first in range(13)
    }
    return sorted((group for group in groups if is_meld(group, dict(rules))), key=sorted)


# --- melds


def points(cards: Iterable[str], rules: Rules) -> int:
    names = {"T": "10", "*": "joker"}
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
    """Whether cards are a meld; a joker that is not named may stand for whatever makes them one."""
    if not jokers(cards):
        return is_set(cards, rules) or is_run(cards, rules)
    if any(card[0] == "*" and "=" not in card for card in cards):
        return any(True for _ in namings(cards, rules))
    shape = stands_for(cards)
    return bool(naturals(cards)) and len(shape) == len(cards) and is_meld(shape, rules)


def subsets_of_one_kind(hand: Cards) -> set[Cards]:
    """Every set of cards of one rank, and every one of one suit: nothing else can be a meld."""
    kinds = [
        frozenset(card for card in hand if card[index] == name) for index in (0, 1) for name in {card[index] for card in hand}
    ]
    return {frozenset(chosen) for kind in kinds for size in range(1, len(kind) + 1) for chosen in combinations(kind, size)}


def melds_in(hand: Cards, rules: Rules) -> list[Cards]:
    if jokers(hand):
        return melds_with_jokers(hand, rules)
    return sorted((cards for cards in subsets_of_one_kind(hand) if is_meld(cards, rules)), key=sorted)


def melds_with_jokers(hand: Cards, rules: Rules) -> list[Cards]:
    """Every meld with a natural card, what its jokers stand for named."""
    found = []
    for shape in shapes(rules):
        own = sorted(shape & hand)
        for size in range(max(1, len(shape) - jokers(hand)), len(own) + 1):
            for chosen in combinations(own, size):
                named = sorted(shape.difference(chosen))
                found.append(frozenset(chosen).union(f"*{number}={card}" for number, card in enumerate(named, 1)))
    return sorted(found, key=sorted)


def as_held(melds: Iterable[Cards]) -> list[Cards]:
    """Melds that differ in more than what their jokers stand for: enough where nobody lays off on them."""
    return list({(naturals(meld), jokers(meld)): meld for meld in melds}.values())


def families(hand: Cards, melds: list[Cards]) -> Iterator[Family]:
    """Every family of melds out of a list that a hand holds at once, the empty one too."""
    if not melds:
        yield ()
        return
    first, *others = melds
    yield from families(hand, others)
    if may_go_together(hand, first):
        rest = without(hand, first)
        for family in families(rest, [meld for meld in others if may_go_together(rest, meld)]):
            yield (first, *family)


def all_spreads(hand: Cards, rules: Rules) -> list[tuple[int, Family]]:
    """Every way to lay out a hand, with the deadwood that it leaves."""
    return [(points(without(hand, *family), rules), family) for family in families(hand, melds_in(hand, rules))]


def spreads(hand: Cards, rules: Rules) -> list[tuple[int, Family]]:
    """The same, once for all that jokers may stand for."""
    return [(points(without(hand, *family), rules), family) for family in families(hand, as_held(melds_in(hand, rules)))]


def least_deadwood(hand: Cards, rules: Rules) -> int:
    return min(deadwood for deadwood, _ in spreads(hand, rules))


def best_spreads(hand: Cards, rules: Rules) -> list[Family]:
    """All least-deadwood ways, told apart by what jokers stand for as well."""
    return best_of(all_spreads(hand, rules))


def best_of(everything: list[tuple[int, Family]]) -> list[Family]:
    least = min(deadwood for deadwood, _ in everything)
    return [family for deadwood, family in everything if deadwood == least]
