"""The melds of a variant as sets of cards.

A run lies in one suit, so it is a mask of 13 bits, ace to king, and one table of runs serves all four suits.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TypeAlias

from ginrules.cards import RANKS_IN_SUIT, SUITS, CardSet, union
from ginrules.rules.variant import Ace, MeldRules

SHIFTS = tuple(RANKS_IN_SUIT * suit for suit in range(len(SUITS)))
"""By how many bits each suit's cards are shifted in a `CardSet`."""

ACES: CardSet = union(1 << shift for shift in SHIFTS)

RunTable: TypeAlias = tuple[list[int], list[int]]
"""For each of the 8,192 holdings of one suit: the least points that its runs leave, and the cards that lie in any run."""

_LAST_RANK = {Ace.LOW: RANKS_IN_SUIT, Ace.HIGH_OR_LOW: RANKS_IN_SUIT + 1, Ace.ROUND_THE_CORNER: 2 * RANKS_IN_SUIT}
"""Up to which rank a run may go on, an ace above the king being the fourteenth (`melds.ace`)."""


@cache
def run_masks(melds: MeldRules) -> frozenset[int]:
    """Every run as a mask of one suit (`melds.ace`, `melds.run-min`, `melds.run-max`)."""
    longest = RANKS_IN_SUIT if melds.run_max is None else melds.run_max
    return frozenset(
        sum(1 << rank % RANKS_IN_SUIT for rank in range(first, first + length))
        for first in range(RANKS_IN_SUIT)
        for length in range(melds.run_min, longest + 1)
        if first + length <= _LAST_RANK[melds.ace]
    )


@cache
def meld_sets(melds: MeldRules) -> frozenset[CardSet]:
    """Every set (`melds.set-min`, `melds.set-max`)."""
    return frozenset(
        sum(1 << rank + shift for shift in shifts)
        for rank in range(RANKS_IN_SUIT)
        for count in range(melds.set_min, melds.set_max + 1)
        for shifts in combinations(SHIFTS, count)
    )


@cache
def all_melds(melds: MeldRules) -> frozenset[CardSet]:
    """Every set of cards that is a meld, with nothing missing and nothing to spare."""
    return meld_sets(melds) | {run << shift for run in run_masks(melds) for shift in SHIFTS}


def run_table(runs: frozenset[int], values: tuple[int, ...]) -> RunTable:
    """Work out what runs leave of each holding of a suit.

    Only runs that are not two shorter runs end to end are tried: the rest leave nothing less. `values` are points, ace to king.
    """
    whole = [run for run in runs if not any(part & run == part and run ^ part in runs for part in runs)]
    beginning: dict[int, list[int]] = {1 << rank: [] for rank in range(RANKS_IN_SUIT)}
    for run in sorted(whole):
        beginning[run & -run].append(run)
    value = {1 << rank: points for rank, points in enumerate(values)}
    loose = [0] * (1 << RANKS_IN_SUIT)
    covered = [0] * (1 << RANKS_IN_SUIT)
    for held in range(1, 1 << RANKS_IN_SUIT):
        lowest = held & -held
        others = held ^ lowest
        least = loose[others] + value[lowest]
        cover = covered[others]
        for run in beginning[lowest]:
            if held & run == run:
                cover |= run
                left = loose[held ^ run]
                if left < least:  # noqa: PLR1730  a call of min is half of the time of building the table
                    least = left
        loose[held] = least
        covered[held] = cover
    return loose, covered
