"""The search for the least deadwood of a hand with jokers.

The joker of a meld may stand for a card that lies elsewhere, so melds compete for natural cards and for the number of jokers,
never for what jokers stand for. A table says for each holding of a suit what runs leave of it with 0, 1, ... jokers; only sets
are searched, and at the end the jokers are dealt out among the four suits. A hand without jokers never comes here.

Costs are `FINE` times the points that are left plus the number of cards that are left: the least of them is the least deadwood,
and among the arrangements that leave it one with the most cards in melds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from ginrules.cards import DECK, JOKERS, SUIT_MASK, CardSet, Meld, bits, standing_for, union
from ginrules.engine.search import Arrangement, Search, Suits
from ginrules.engine.tables import SHIFTS, run_masks
from ginrules.rules.variant import MeldRules

FINE = 64
"""More than there are cards."""

Costs: TypeAlias = tuple[int, ...]
"""What is left at the least, by the number of jokers that may be used; jokers left over count, too."""


class Cover(NamedTuple):
    """Natural cards of one suit (13 bits) or of one rank (4 bits, a suit each) that are a meld with some jokers."""

    naturals: int
    jokers: int
    shape: int
    """What they stand for together."""


SetChoice: TypeAlias = tuple[Cover, ...]
"""Sets of one rank laid out together; no natural card twice."""

Least: TypeAlias = Callable[[int, int, int, int, int, int], int]
"""The least cost of four suits with sets laid out only of some ranks, and so many jokers."""


def joker_search(melds: MeldRules, values: tuple[int, ...], joker: int, jokers: int, plain: Search) -> Search:
    """Build the searches; `values` are points, ace to king, `plain` answers for hands without jokers."""
    rows = _Rows(_run_covers(melds, jokers), values, joker, jokers)
    choices = _set_choices(melds, jokers)
    least = _least(rows, choices)
    deadwood = _deadwood(least, choices, plain)
    return Search(deadwood, _arrange(rows, choices, least, plain), _discards(deadwood, plain))


def _run_covers(melds: MeldRules, jokers: int) -> dict[int, list[Cover]]:
    """By lowest natural card, the ways to fill runs with natural cards, at least one, and jokers.

    A run of twice the least length or more is never needed: its natural cards and jokers make two shorter runs.
    """
    longest = 2 * melds.run_min - 1
    covers: dict[tuple[int, int], Cover] = {}
    for run in sorted(run_masks(melds), reverse=True):
        cards = tuple(bits(run))
        for count in range(min(jokers, len(cards) - 1) + 1 if len(cards) <= longest else 0):
            for missing in combinations(cards, count):
                naturals = run ^ union(missing)
                covers[naturals, count] = Cover(naturals, count, run)
    by_lowest: dict[int, list[Cover]] = {card: [] for card in bits(SUIT_MASK)}
    for cover in covers.values():
        by_lowest[cover.naturals & -cover.naturals].append(cover)
    return by_lowest


class _Rows(dict[int, Costs]):
    """The costs of each holding of one suit, of which only runs are laid out, worked out when asked for."""

    def __init__(self, covers: dict[int, list[Cover]], values: tuple[int, ...], joker: int, jokers: int) -> None:
        self.covers = covers
        self.cost = {1 << rank: points * FINE + 1 for rank, points in enumerate(values)}
        self[0] = tuple((joker * FINE + 1) * count for count in range(jokers + 1))

    def __missing__(self, held: int) -> Costs:
        lowest = held & -held
        costs = [cost + self.cost[lowest] for cost in self[held ^ lowest]]
        for naturals, used, _ in self.covers[lowest]:
            if held & naturals == naturals:
                left = self[held ^ naturals]
                for count in range(used, len(costs)):
                    costs[count] = min(costs[count], left[count - used])
        self[held] = row = tuple(costs)
        return row

    def runs(self, held: int, jokers: int) -> list[Cover]:
        """The runs to lay out so that the least is left."""
        laid_out = []
        while held:
            lowest = held & -held
            for cover in self.covers[lowest]:
                left = held ^ cover.naturals
                fits = held & cover.naturals == cover.naturals and cover.jokers <= jokers
                if fits and self[left][jokers - cover.jokers] == self[held][jokers]:
                    laid_out.append(cover)
                    held, jokers = left, jokers - cover.jokers
                    break
            else:
                held ^= lowest
        return laid_out


class _Choices(NamedTuple):
    """How the cards of one rank can be laid out in sets."""

    of_holders: tuple[tuple[SetChoice, ...], ...]
    """By which suits hold the rank (4 bits), the choices without that of no set, and without those that runs do as well."""
    fewest: int
    """The least number of natural cards in a choice, 1 to 3."""


def _set_choices(melds: MeldRules, jokers: int) -> _Choices:
    sets = []
    for shape in range(1, 16):
        if melds.set_min <= shape.bit_count() <= melds.set_max:
            for naturals in range(1, shape + 1):
                used = shape.bit_count() - naturals.bit_count()
                alone = naturals.bit_count() == 1 and _is_a_length_of_runs(shape.bit_count(), melds)
                if naturals & shape == naturals and used <= jokers and not alone:
                    sets.append(Cover(naturals, used, shape))
    single = list({(cover.naturals, cover.jokers): cover for cover in sets}.values())
    choices: dict[tuple[int, int], SetChoice] = {}
    grown: list[SetChoice] = [()]
    while grown:
        longer = [
            (*choice, cover)
            for choice in grown
            for cover in single
            if not cover.naturals & union(other.naturals for other in choice)
            and cover.jokers + sum(other.jokers for other in choice) <= jokers
        ]
        grown = []
        for choice in longer:
            key = (union(cover.naturals for cover in choice), sum(cover.jokers for cover in choice))
            if key not in choices:
                choices[key] = choice
                grown.append(choice)
    of_holders = tuple(
        tuple(choice for (naturals, _), choice in choices.items() if naturals & holders == naturals) for holders in range(16)
    )
    return _Choices(of_holders, min(naturals.bit_count() for naturals, _ in choices))


def _is_a_length_of_runs(count: int, melds: MeldRules) -> bool:
    """Whether there are runs of so many cards: any card is in one of them, so one natural card needs no set."""
    return melds.run_min <= count and (melds.run_max is None or count <= melds.run_max)


def _ranks(clubs: int, diamonds: int, hearts: int, spades: int, fewest: int) -> int:
    """The ranks of which so many suits hold a card."""
    if fewest == 2:  # the usual case
        return (clubs | diamonds) & (hearts | spades) | clubs & diamonds | hearts & spades
    if fewest == 3:
        return clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return clubs | diamonds | hearts | spades


@cache
def _used(choice: SetChoice) -> tuple[int, int]:
    """The natural cards of a choice and its jokers."""
    return union(cover.naturals for cover in choice), sum(cover.jokers for cover in choice)


def _least(rows: _Rows, choices: _Choices) -> Least:
    steps = tuple(tuple(_used(choice) for choice in of_holders) for of_holders in choices.of_holders)

    def least(clubs: int, diamonds: int, hearts: int, spades: int, ranks: int, jokers: int) -> int:
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            holders = (
                (1 if clubs & rank else 0)
                | (2 if diamonds & rank else 0)
                | (4 if hearts & rank else 0)
                | (8 if spades & rank else 0)
            )
            best = 0
            for naturals, used in steps[holders]:
                if used <= jokers:
                    best = best or least(clubs, diamonds, hearts, spades, ranks, jokers)
                    if not best:
                        return 0
                    cost = least(
                        clubs ^ rank if naturals & 1 else clubs,
                        diamonds ^ rank if naturals & 2 else diamonds,
                        hearts ^ rank if naturals & 4 else hearts,
                        spades ^ rank if naturals & 8 else spades,
                        ranks,
                        jokers - used,
                    )
                    if not cost:
                        return 0
                    best = min(best, cost)
            if best:
                return best
        return _deal_out(rows[clubs], rows[diamonds], rows[hearts], rows[spades], jokers)

    return least


def _deal_out(clubs: Costs, diamonds: Costs, hearts: Costs, spades: Costs, jokers: int) -> int:
    """The least cost of four suits among which so many jokers are dealt out."""
    if not jokers:
        return clubs[0] + diamonds[0] + hearts[0] + spades[0]
    left = _together(clubs, diamonds, jokers)
    right = _together(hearts, spades, jokers)
    best = left[0] + right[jokers]
    for count in range(1, jokers + 1):
        cost = left[count] + right[jokers - count]
        if cost < best:  # noqa: PLR1730  calls of min take a quarter of the search
            best = cost
    return best


def _together(one: Costs, other: Costs, jokers: int) -> list[int]:
    """The costs of two suits together, by the number of jokers."""
    costs = [one[0] + other[0]]
    for total in range(1, jokers + 1):
        best = one[0] + other[total]
        for count in range(1, total + 1):
            cost = one[count] + other[total - count]
            if cost < best:  # noqa: PLR1730
                best = cost
        costs.append(best)
    return costs


def _split(hand: CardSet) -> Suits:
    return hand & SUIT_MASK, hand >> 13 & SUIT_MASK, hand >> 26 & SUIT_MASK, hand >> 39 & SUIT_MASK


def _deadwood(least: Least, choices: _Choices, plain: Search) -> Callable[[CardSet], int]:
    fewest = choices.fewest
    without = plain.deadwood

    def deadwood(hand: CardSet) -> int:
        if hand <= DECK:
            return without(hand)
        suits = _split(hand)
        return least(*suits, _ranks(*suits, fewest), (hand & JOKERS).bit_count()) // FINE

    return deadwood


def _discards(deadwood: Callable[[CardSet], int], plain: Search) -> Callable[[CardSet], dict[CardSet, int]]:
    def discards(hand: CardSet) -> dict[CardSet, int]:
        if hand <= DECK:
            return plain.discards(hand)
        kept = {card: deadwood(hand ^ card) for card in bits(hand & DECK)}
        jokers = hand & JOKERS
        return kept | dict.fromkeys(bits(jokers), deadwood(hand ^ (jokers & -jokers)))  # jokers are alike

    return discards


def _arrange(rows: _Rows, choices: _Choices, least: Least, plain: Search) -> Callable[[CardSet], Arrangement]:
    def arrange(hand: CardSet) -> Arrangement:
        if hand <= DECK:
            return plain.arrange(hand)
        suits, jokers = _split(hand), (hand & JOKERS).bit_count()
        ranks = _ranks(*suits, choices.fewest)
        cost = least(*suits, ranks, jokers)
        melds: list[tuple[CardSet, CardSet]] = []
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            holders = sum(1 << number for number, held in enumerate(suits) if held & rank)
            ways = ((choice, *_after(choice, suits, rank)) for choice in ((), *choices.of_holders[holders]))
            choice, suits, jokers = next(
                (choice, left, jokers - used)
                for choice, left, used in ways
                if used <= jokers and least(*left, ranks, jokers - used) == cost
            )
            melds += [(_of_rank(cover.naturals, rank), _of_rank(cover.shape, rank)) for cover in choice]
        for held, share, shift in zip(suits, _shares(rows, suits, jokers), SHIFTS, strict=True):
            melds += [(cover.naturals << shift, cover.shape << shift) for cover in rows.runs(held, share)]
        return Arrangement(cost // FINE, with_jokers(melds, hand & JOKERS))

    return arrange


def _after(choice: SetChoice, suits: Suits, rank: int) -> tuple[Suits, int]:
    """What sets of a rank leave of four suits, and the jokers that they take."""
    naturals, used = _used(choice)
    clubs, diamonds, hearts, spades = (held ^ rank if naturals >> number & 1 else held for number, held in enumerate(suits))
    return (clubs, diamonds, hearts, spades), used


def _shares(rows: _Rows, suits: Suits, jokers: int) -> tuple[int, int, int, int]:
    """How many jokers each suit has in a best dealing out."""
    count = range(jokers + 1)
    return min(
        ((a, b, c, jokers - a - b - c) for a in count for b in count for c in count if a + b + c <= jokers),
        key=lambda shares: sum(rows[held][share] for held, share in zip(suits, shares, strict=True)),
    )


def _of_rank(suits: int, rank: int) -> CardSet:
    """The cards of a rank (13 bits) of some suits (4 bits)."""
    return union(rank << shift for number, shift in enumerate(SHIFTS) if suits >> number & 1)


def with_jokers(melds: list[tuple[CardSet, CardSet]], jokers: CardSet) -> tuple[Meld, ...]:
    """Melds out of natural cards and shapes: what is missing are jokers, taken in turn from those given."""
    laid_out = []
    for naturals, shape in melds:
        meld = naturals | standing_for(shape ^ naturals)
        for _ in range((shape ^ naturals).bit_count()):
            meld |= jokers & -jokers
            jokers &= jokers - 1
        laid_out.append(meld)
    return tuple(laid_out)
