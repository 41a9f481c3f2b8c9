"""The least deadwood of a hand.

Runs are looked up: a table says for each holding of a suit what its runs leave. Sets are few: a rank held three or four times
of which no card lies in any run is a set that costs nothing to lay out, and the search tries both ways only for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ginrules.cards import RANKS_IN_SUIT, SUIT_MASK, CardSet, bits, union
from ginrules.engine.tables import SHIFTS, all_melds, run_masks, run_table
from ginrules.rules.variant import DeckRules, MeldRules


class Arrangement(NamedTuple):
    """A hand split into melds and deadwood. A named tuple, since making a frozen dataclass takes as long as the search."""

    deadwood: int
    """Points of the cards in no meld, 0 or more (`deck.values`)."""
    melds: tuple[CardSet, ...]


class _Runs(dict[int, tuple[CardSet, ...]]):
    """The runs to lay out from each holding of one suit, worked out when asked for: least deadwood, then fewest runs."""

    def __init__(self, runs: frozenset[int], values: tuple[int, ...], shift: int) -> None:
        self._runs = sorted(runs)
        self._values = values
        self._shift = shift
        self._best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}

    def __missing__(self, held: int) -> tuple[CardSet, ...]:
        self[held] = chosen = tuple(run << self._shift for run in self._least(held)[2])
        return chosen

    def _least(self, held: int) -> tuple[int, int, tuple[int, ...]]:
        """The least deadwood, the number of runs, the runs."""
        best = self._best.get(held)
        if best is None:
            lowest = held & -held
            points, count, runs = self._least(held ^ lowest)
            best = (points + self._values[lowest.bit_length() - 1], count, runs)
            for run in self._runs:
                if run & lowest and held & run == run:
                    points, count, runs = self._least(held ^ run)
                    best = min(best, (points, count + 1, (run, *runs)))
            self._best[held] = best
        return best


class Melder:
    """Splits hands into melds and deadwood under the rules of one variant; get one from `melder`."""

    __slots__ = ("_extensions", "_neighbours", "_of_card", "_runs", "_search", "_values", "all", "deadwood", "rules")

    deadwood: Callable[[CardSet], int]
    """The least deadwood of a hand of any size over all its arrangements, points."""

    def __init__(self, deck: DeckRules, melds: MeldRules) -> None:
        self.rules = melds
        self.all = all_melds(melds)
        runs = run_masks(melds)
        self._values = deck.values.by_rank
        self._search = _Search(melds, *run_table(runs, self._values))
        self.deadwood = self._search.deadwood
        self._runs = tuple(_Runs(runs, self._values, shift) for shift in SHIFTS)
        self._of_card: dict[CardSet, tuple[CardSet, ...]] = {}
        self._extensions: dict[CardSet, tuple[CardSet, ...]] = {}
        self._neighbours: dict[CardSet, CardSet] = {}

    def is_meld(self, cards: CardSet) -> bool:
        """Whether the cards are one meld, nothing missing and nothing to spare."""
        return cards in self.all

    def points(self, cards: CardSet) -> int:
        """What the cards count as deadwood, melded or not (`deck.values`)."""
        values = self._values
        return sum(values[(bit.bit_length() - 1) % RANKS_IN_SUIT] for bit in bits(cards))

    def arrange(self, hand: CardSet) -> Arrangement:
        """One arrangement with the least deadwood, always the same one for the same hand."""
        deadwood, sets, clubs, diamonds, hearts, spades = self._search.sets(hand)
        runs = self._runs
        return Arrangement(deadwood, sets + runs[0][clubs] + runs[1][diamonds] + runs[2][hearts] + runs[3][spades])

    def arrangements(self, hand: CardSet) -> tuple[tuple[CardSet, ...], ...]:
        """Every spread that leaves the least deadwood, each with its melds in rising order; fewest melds first."""
        found = [tuple(sorted(spread)) for spread in self._spreads(hand, self.deadwood(hand))]
        return tuple(sorted(found, key=lambda spread: (len(spread), spread)))

    def _spreads(self, hand: CardSet, budget: int) -> Iterator[tuple[CardSet, ...]]:
        """Every spread of a hand whose deadwood is at most `budget`, which is the least that it can be."""
        if not hand:
            yield ()
            return
        card = hand & -hand
        others = hand ^ card
        left = budget - self.points(card)
        if left >= 0 and self.deadwood(others) <= left:
            yield from self._spreads(others, left)
        for meld in self._with_card(card):
            if meld & hand == meld and self.deadwood(hand ^ meld) <= budget:
                for spread in self._spreads(hand ^ meld, budget):
                    yield (meld, *spread)

    def _with_card(self, card: CardSet) -> tuple[CardSet, ...]:
        melds = self._of_card.get(card)
        if melds is None:
            melds = self._of_card[card] = tuple(sorted(meld for meld in self.all if meld & card))
        return melds

    def discards(self, hand: CardSet) -> dict[CardSet, int]:
        """Each card of a hand and the least deadwood that is kept when it is thrown."""
        deadwood = self.deadwood
        kept = {}
        left = hand
        while left:
            card = left & -left
            left ^= card
            kept[card] = deadwood(hand ^ card)
        return kept

    def extensions(self, meld: CardSet, hand: CardSet) -> list[CardSet]:
        """Every choice of cards from a hand that make a longer meld of this one."""
        neighbours = self._neighbours.get(meld)
        if neighbours is None:
            longer = sorted(other ^ meld for other in self.all if other & meld == meld and other != meld)
            self._extensions[meld] = tuple(sorted(longer, key=int.bit_count))
            neighbours = self._neighbours[meld] = union(more for more in longer if more.bit_count() == 1)
        if not neighbours & hand:  # nothing longer without the card next to it
            return []
        return [more for more in self._extensions[meld] if more & hand == more]


class _Search:
    """Which sets to lay out: the part of the search that the tables of runs do not answer."""

    __slots__ = ("deadwood", "sets")

    deadwood: Callable[[CardSet], int]
    sets: Callable[[CardSet], tuple[int, tuple[CardSet, ...], int, int, int, int]]

    def __init__(self, melds: MeldRules, loose: list[int], covered: list[int]) -> None:
        smallest, largest = melds.set_min, melds.set_max
        every_set = smallest == 3 and largest == 4

        def least(clubs: int, diamonds: int, hearts: int, spades: int, ranks: int) -> int:
            """The least deadwood if sets are laid out only of these ranks, each held three or four times."""
            if every_set:
                free = ranks & ~(covered[clubs] | covered[diamonds] | covered[hearts] | covered[spades])
                if free:
                    clubs &= ~free
                    diamonds &= ~free
                    hearts &= ~free
                    spades &= ~free
                    ranks ^= free
            if not ranks:
                return loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades]
            rank = ranks & -ranks
            ranks ^= rank
            best = least(clubs, diamonds, hearts, spades, ranks)
            for chosen in options(clubs, diamonds, hearts, spades, rank):
                best = min(best, least(*chosen, ranks))
            return best

        def options(clubs: int, diamonds: int, hearts: int, spades: int, rank: int) -> list[tuple[int, int, int, int]]:
            """What is left after each set of this rank."""
            rest = ~rank
            four = clubs & diamonds & hearts & spades & rank
            left = []
            if largest == 4 and four or smallest == 3 and not four:
                left.append((clubs & rest, diamonds & rest, hearts & rest, spades & rest))
            if smallest == 3 and four:
                left.append((clubs, diamonds & rest, hearts & rest, spades & rest))
                left.append((clubs & rest, diamonds, hearts & rest, spades & rest))
                left.append((clubs & rest, diamonds & rest, hearts, spades & rest))
                left.append((clubs & rest, diamonds & rest, hearts & rest, spades))
            return left

        def deadwood(hand: CardSet) -> int:
            clubs = hand & SUIT_MASK
            diamonds = hand >> 13 & SUIT_MASK
            hearts = hand >> 26 & SUIT_MASK
            spades = hand >> 39
            ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
            if ranks:
                return least(clubs, diamonds, hearts, spades, ranks)
            return loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades]

        def sets(hand: CardSet) -> tuple[int, tuple[CardSet, ...], int, int, int, int]:
            """The least deadwood, the sets to lay out, what they leave of each suit."""
            clubs = hand & SUIT_MASK
            diamonds = hand >> 13 & SUIT_MASK
            hearts = hand >> 26 & SUIT_MASK
            spades = hand >> 39
            ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
            if not ranks:
                return loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades], (), clubs, diamonds, hearts, spades
            goal = least(clubs, diamonds, hearts, spades, ranks)
            chosen: tuple[CardSet, ...] = ()
            while ranks:
                rank = ranks & -ranks
                ranks ^= rank
                for left in options(clubs, diamonds, hearts, spades, rank):
                    if least(*left, ranks) == goal:
                        kept = left[0] | left[1] << 13 | left[2] << 26 | left[3] << 39
                        chosen += (hand & (rank | rank << 13 | rank << 26 | rank << 39) & ~kept,)
                        clubs, diamonds, hearts, spades = left
                        break
            return goal, chosen, clubs, diamonds, hearts, spades

        self.deadwood = deadwood
        self.sets = sets


@cache
def melder(deck: DeckRules, melds: MeldRules) -> Melder:
    """The melder of these rules; its tables are built once."""
    return Melder(deck, melds)


def arrange(hand: CardSet, deck: DeckRules, melds: MeldRules) -> Arrangement:
    """One arrangement of a hand with the least deadwood."""
    return melder(deck, melds).arrange(hand)


def deadwood(hand: CardSet, deck: DeckRules, melds: MeldRules) -> int:
    """The least deadwood of a hand, points."""
    return melder(deck, melds).deadwood(hand)
