"""The search for the least deadwood, made fast by tables.

A table says for each holding of a suit what its runs leave, so only sets are searched. A rank held three or four times of which
no card lies in any run is a set that costs nothing to lay out; both ways are tried only for the others. The functions are
closures over the tables: attributes would take half of the time of an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ginrules.cards import RANKS_IN_SUIT, SUIT_MASK, CardSet, bits
from ginrules.engine.tables import SHIFTS, RunTable, run_masks, run_table
from ginrules.rules.variant import MeldRules

Suits: TypeAlias = tuple[int, int, int, int]
"""A hand as four masks of 13 bits: clubs, diamonds, hearts, spades."""


class Arrangement(NamedTuple):
    """A hand split into melds and deadwood; a named tuple, since a frozen dataclass takes as long to make as the search."""

    deadwood: int
    """Points of the cards in no meld, 0 or more (`deck.values`)."""
    melds: tuple[CardSet, ...]


class Search(NamedTuple):
    """The searches under the rules of one variant."""

    deadwood: Callable[[CardSet], int]
    """The least deadwood of a hand, points."""
    arrange: Callable[[CardSet], Arrangement]
    """One arrangement with the least deadwood."""
    discards: Callable[[CardSet], dict[CardSet, int]]
    """Each card of a hand and the least deadwood that is kept when it is thrown."""


Least: TypeAlias = Callable[[int, int, int, int, int], int]
"""The least deadwood of four suits if sets are laid out only of some ranks, each held three or four times."""

SetOptions: TypeAlias = Callable[[int, int, int, int, int], list[Suits]]
"""What four suits leave after each set of a rank that they hold three or four times, longest set first."""


def search(melds: MeldRules, values: tuple[int, ...]) -> Search:
    """Build the tables and the searches of these rules; `values` are points, ace to king."""
    tables = run_table(run_masks(melds), values)
    options = _set_options(melds)
    least = _least(melds, tables, options)
    deadwood = _deadwood(tables, least)
    runs = tuple(_BestRuns(run_masks(melds), values, shift) for shift in SHIFTS)
    return Search(deadwood, _arrange(tables, least, options, runs), _discards(melds, values, tables, deadwood))


def _least(melds: MeldRules, tables: RunTable, set_options: SetOptions) -> Least:
    loose, covered = tables
    free_sets = _sets_may_be_free(melds)

    def least(clubs: int, diamonds: int, hearts: int, spades: int, ranks: int) -> int:
        if free_sets:
            kept = ~ranks | covered[clubs] | covered[diamonds] | covered[hearts] | covered[spades]
            clubs &= kept
            diamonds &= kept
            hearts &= kept
            spades &= kept
            ranks &= kept
        if not ranks:
            return loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades]
        rank = ranks & -ranks
        ranks ^= rank
        best = least(clubs, diamonds, hearts, spades, ranks)
        if free_sets and not clubs & diamonds & hearts & spades & rank:  # three of them: one set, so no list of sets
            kept = ~rank
            points = least(clubs & kept, diamonds & kept, hearts & kept, spades & kept, ranks)
            return points if points < best else best  # noqa: FURB136  a call of min takes a tenth of the search
        for left in set_options(clubs, diamonds, hearts, spades, rank):
            if not best:
                return best
            best = min(best, least(*left, ranks))
        return best

    return least


def _deadwood(tables: RunTable, least: Least) -> Callable[[CardSet], int]:
    loose, _ = tables

    def deadwood(hand: CardSet) -> int:
        clubs = hand & SUIT_MASK
        diamonds = hand >> 13 & SUIT_MASK
        hearts = hand >> 26 & SUIT_MASK
        spades = hand >> 39
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if ranks:
            return least(clubs, diamonds, hearts, spades, ranks)
        return loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades]

    return deadwood


def _arrange(
    tables: RunTable, least: Least, set_options: SetOptions, runs: tuple[_BestRuns, ...]
) -> Callable[[CardSet], Arrangement]:
    loose, covered = tables
    clubs_runs, diamonds_runs, hearts_runs, spades_runs = runs

    def arrange(hand: CardSet) -> Arrangement:
        clubs = hand & SUIT_MASK
        diamonds = hand >> 13 & SUIT_MASK
        hearts = hand >> 26 & SUIT_MASK
        spades = hand >> 39
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        laid_out: tuple[CardSet, ...] = ()
        if ranks:
            points = least(clubs, diamonds, hearts, spades, ranks)
            while ranks:  # lay out a set wherever no more than the least is left
                rank = ranks & -ranks
                ranks ^= rank
                for left in set_options(clubs, diamonds, hearts, spades, rank):
                    if least(*left, ranks) == points:
                        laid_out += (_join(clubs, diamonds, hearts, spades) ^ _join(*left),)
                        clubs, diamonds, hearts, spades = left
                        break
        else:
            points = loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades]
        if covered[clubs]:
            laid_out += clubs_runs[clubs]
        if covered[diamonds]:
            laid_out += diamonds_runs[diamonds]
        if covered[hearts]:
            laid_out += hearts_runs[hearts]
        if covered[spades]:
            laid_out += spades_runs[spades]
        return Arrangement(points, laid_out)

    return arrange


def _discards(
    melds: MeldRules, values: tuple[int, ...], tables: RunTable, deadwood: Callable[[CardSet], int]
) -> Callable[[CardSet], dict[CardSet, int]]:
    loose, covered = tables
    free_sets = _sets_may_be_free(melds)
    all_throws = tuple(_Throws(loose, shift) for shift in SHIFTS)
    clubs_throws, diamonds_throws, hearts_throws, spades_throws = all_throws

    def one_by_one(hand: CardSet, suits: Suits, ranks: int) -> dict[CardSet, int]:
        """The same with a search for each card that may lie in a meld; any other takes just its own points with it."""
        least = deadwood(hand)
        kept = {}
        for held, throws, shift in zip(suits, all_throws, SHIFTS, strict=True):
            melded = held & (ranks | covered[held])
            for card, change in throws[held ^ melded]:
                kept[card] = least + change
            for card in bits(melded << shift):
                kept[card] = deadwood(hand ^ card)
        return kept

    def discards(hand: CardSet) -> dict[CardSet, int]:
        clubs = hand & SUIT_MASK
        diamonds = hand >> 13 & SUIT_MASK
        hearts = hand >> 26 & SUIT_MASK
        spades = hand >> 39
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        sets = 0
        if ranks:
            contested = ranks & (covered[clubs] | covered[diamonds] | covered[hearts] | covered[spades])
            if contested or not free_sets:
                return one_by_one(hand, (clubs, diamonds, hearts, spades), ranks)
            sets = hand & _join(ranks, ranks, ranks, ranks)
            clubs &= ~ranks
            diamonds &= ~ranks
            hearts &= ~ranks
            spades &= ~ranks
        points = loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades]
        kept = {}
        while sets:  # a set of three that loses a card leaves two loose cards, one of four leaves a set
            rank = (sets.bit_length() - 1) % RANKS_IN_SUIT
            same = sets & _join(1 << rank, 1 << rank, 1 << rank, 1 << rank)
            sets ^= same
            left = points + (2 * values[rank] if same.bit_count() == 3 else 0)
            for card in bits(same):
                kept[card] = left
        for throws in (clubs_throws[clubs], diamonds_throws[diamonds], hearts_throws[hearts], spades_throws[spades]):
            for card, change in throws:  # a card of no set changes nothing outside its suit
                kept[card] = points + change
        return kept

    return discards


def _sets_may_be_free(melds: MeldRules) -> bool:
    """Whether all cards of a rank held three or four times are a set, so that one in no run's way costs nothing."""
    return melds.set_min == 3 and melds.set_max == 4


def _join(clubs: int, diamonds: int, hearts: int, spades: int) -> CardSet:
    return clubs | diamonds << 13 | hearts << 26 | spades << 39


def _set_options(melds: MeldRules) -> SetOptions:
    three, four = melds.set_min == 3, melds.set_max == 4

    def options(clubs: int, diamonds: int, hearts: int, spades: int, rank: int) -> list[Suits]:
        rest = ~rank
        whole = (clubs & rest, diamonds & rest, hearts & rest, spades & rest)
        if not clubs & diamonds & hearts & spades & rank:
            return [whole] if three else []
        left = [whole] if four else []
        if three:
            left.append((clubs, *whole[1:]))
            left.append((whole[0], diamonds, *whole[2:]))
            left.append((*whole[:2], hearts, whole[3]))
            left.append((*whole[:3], spades))
        return left

    return options


class _Throws(dict[int, tuple[tuple[CardSet, int], ...]]):
    """Each card of a holding of one suit and how throwing it changes what the runs leave, worked out when asked for."""

    def __init__(self, loose: list[int], shift: int) -> None:
        self._loose = loose
        self._shift = shift

    def __missing__(self, held: int) -> tuple[tuple[CardSet, int], ...]:
        loose = self._loose
        self[held] = throws = tuple((card << self._shift, loose[held ^ card] - loose[held]) for card in bits(held))
        return throws


class _BestRuns(dict[int, tuple[CardSet, ...]]):
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
