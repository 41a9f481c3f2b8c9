"""Melds, spreads and lay-offs where there are jokers in the deck.

A group is judged by its shape: the natural cards in it and those that its jokers stand for, each once, at least one of them
natural. Many spreads differ only in what their jokers stand for, so spreads are counted by kinds: `kind` says of a shape what
matters about it, and of the spreads that come to the same kinds one is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ginrules.cards import (
    DECK,
    JOKERS,
    NAMED_TWICE,
    ONE_JOKER,
    CardSet,
    Meld,
    bits,
    held,
    shape,
    standing_for,
    stood_for,
    union,
)
from ginrules.engine.joker_search import joker_search, with_jokers
from ginrules.engine.melds import Kind, Melder
from ginrules.engine.search import Search
from ginrules.rules.variant import DeckRules, MeldRules


class Way(NamedTuple):
    """Natural cards, of which jokers make the shape of a meld."""

    naturals: CardSet
    shape: CardSet

    @property
    def jokers(self) -> int:
        """How many it takes."""
        return (self.naturals ^ self.shape).bit_count()


class _Kinds(NamedTuple):
    """What tells spreads apart."""

    kinds: tuple[int, ...]
    """Of the melds, in rising order."""
    melds: bool
    """Whether there is a meld at all."""
    loose: CardSet
    """The cards in no meld; where they do not matter, just the first joker for any number of cards."""


def is_meld(group: Meld, melds: frozenset[CardSet]) -> bool:
    """Whether a group is one of these melds, a joker whose card is not named being any card that makes it one."""
    if group <= DECK:
        return group in melds
    return next(_namings(group, melds), None) is not None


def with_jokers_of(groups: Sequence[Meld], free: CardSet, others: CardSet = 0) -> tuple[Meld, ...]:
    """Groups with jokers of a hand in place of any, as jokers are alike: first the free ones, then those that are out already.

    Jokers that are more than a hand has are jokers of nobody here.
    """
    order = [*bits(free & JOKERS), *bits(others & JOKERS & ~free), *bits(JOKERS & ~free & ~others)]
    taken = []
    for group in groups:
        count = (group & JOKERS).bit_count()
        taken.append(group & ~JOKERS | union(order[:count]))
        order = order[count:]
    return tuple(taken)


def _namings(group: Meld, melds: frozenset[CardSet]) -> Iterator[CardSet]:
    """The shapes of the melds that a group with jokers can be, lowest first."""
    naturals, named, jokers = group & DECK, stood_for(group), (group & JOKERS).bit_count()
    if not naturals or naturals & named or group & NAMED_TWICE or named.bit_count() > jokers:
        return
    known = naturals | named
    count = known.bit_count() + jokers - named.bit_count()
    if count == known.bit_count():
        if known in melds:
            yield known
        return
    yield from sorted(meld for meld in melds if meld & known == known and meld.bit_count() == count)


class JokerMelder(Melder):
    """A `Melder` for a deck with jokers; hands without jokers take the ways of one without."""

    __slots__ = ()

    def __init__(self, deck: DeckRules, melds: MeldRules) -> None:
        super().__init__(deck, melds)
        plain = Search(self.deadwood, self.arrange, self.discards)
        values = deck.values
        self.deadwood, self.arrange, self.discards = joker_search(melds, values.by_rank, values.joker, deck.jokers, plain)
        self._points += (values.joker,) * JOKERS.bit_count()

    def is_meld(self, cards: Meld) -> bool:
        """Whether the cards are one meld; an unnamed joker stands for whatever makes it one."""
        return is_meld(cards, self._melds)

    def namings(self, meld: Meld) -> tuple[Meld, ...]:
        """The group with its unnamed jokers named in every way that makes it a meld; as it is where there is none."""
        if (meld & JOKERS).bit_count() <= stood_for(meld).bit_count():
            return (meld,)
        naturals = meld & DECK
        named = tuple(held(meld) | standing_for(whole ^ naturals) for whole in _namings(meld, self._melds))
        return named or (meld,)

    def has_meld(self, hand: CardSet) -> bool:
        """Whether there is any meld in a hand."""
        naturals, jokers = hand & DECK, (hand & JOKERS).bit_count()
        return any(meld & naturals and (meld & ~naturals).bit_count() <= jokers for meld in self._melds)

    def fullest(self, hand: CardSet) -> tuple[Meld, ...]:
        """Of the spreads that leave least, one with the most cards."""
        return self.arrange(hand).melds if hand & JOKERS else super().fullest(hand)

    def extensions(self, meld: Meld, hand: CardSet) -> list[CardSet]:
        """Every choice of natural cards from a hand that make a longer meld of this one, fewest cards first."""
        return super().extensions(shape(meld), hand)

    def longer(self, meld: Meld, hand: CardSet) -> list[tuple[CardSet, CardSet]]:
        """Every choice of natural cards from a hand and of a number of its jokers that make a longer meld of this one.

        Each with one shape that they make together, the fewest cards first.
        """
        jokers = (hand & JOKERS).bit_count()
        ways: dict[tuple[CardSet, int], CardSet] = {}
        for more in self._longer(shape(meld)):
            for naturals in _fillings(more, hand, jokers):
                ways.setdefault((naturals, (more ^ naturals).bit_count()), more)
        return [(naturals, more) for (naturals, _), more in ways.items()]

    def arrangements(self, hand: CardSet) -> tuple[tuple[Meld, ...], ...]:
        """Every spread that leaves the least, with all that its jokers can stand for; fewest melds first."""
        ways: dict[Way, int] = {}
        return self._one_of_each(hand, lambda way: ways.setdefault(way, len(ways)), loose_matters=True)

    def showings(self, hand: CardSet, kind: Kind) -> tuple[tuple[Meld, ...], ...]:
        """Of the spreads that leave the least, one for each choice of kinds, and of a card left or none; fewest melds first."""
        return self._one_of_each(hand, lambda way: kind(way.shape), loose_matters=False)

    def leavings(self, hand: CardSet) -> tuple[tuple[Meld, ...], ...]:
        """Of the spreads that leave the least, one for each choice of cards left; fewest melds first."""
        return self._one_of_each(hand, lambda _: None, loose_matters=True)

    def _one_of_each(
        self, hand: CardSet, kind: Callable[[Way], int | None], *, loose_matters: bool
    ) -> tuple[tuple[Meld, ...], ...]:
        if not hand & JOKERS:
            return super().arrangements(hand)
        jokers = hand & JOKERS
        found = _Spreads(self, kind, loose_matters=loose_matters).of(hand & DECK, jokers.bit_count())
        spreads = [tuple(sorted(with_jokers([(way.naturals, way.shape) for way in ways], jokers))) for ways in found.values()]
        return tuple(sorted(spreads, key=lambda spread: (len(spread), spread)))

    def ways_with(self, card: CardSet, naturals: CardSet, jokers: int) -> Iterator[Way]:
        """Every meld with a natural card that natural cards and jokers make; a joker may lie for a card that is there."""
        for meld in self._melds_with(card):
            for chosen in _fillings(meld ^ card, naturals, jokers):
                yield Way(chosen | card, meld)


def _fillings(wanted: CardSet, hand: CardSet, jokers: int) -> Iterator[CardSet]:
    """With which natural cards of a hand wanted cards can be laid out, jokers for the others; most natural cards first."""
    there = wanted & hand
    spare = jokers - (wanted ^ there).bit_count()
    if spare < 0:
        return
    yield there
    cards = tuple(bits(there))
    for count in range(1, min(spare, len(cards)) + 1):
        for left_out in combinations(cards, count):
            yield there ^ union(left_out)


def _first_jokers(count: int) -> CardSet:
    return (ONE_JOKER << count) - ONE_JOKER


class _Spreads:
    """The spreads of a hand that leave the least, one for each choice of kinds; equal rests of the hand are looked at once."""

    def __init__(self, melder: JokerMelder, kind: Callable[[Way], int | None], *, loose_matters: bool) -> None:
        self._melder = melder
        self._kind = cache(kind)
        self._loose_matters = loose_matters
        self._found: dict[tuple[CardSet, int], dict[_Kinds, tuple[Way, ...]]] = {}
        self._least: dict[tuple[CardSet, int], int] = {}

    def of(self, naturals: CardSet, jokers: int) -> dict[_Kinds, tuple[Way, ...]]:
        """The spreads of natural cards and some jokers."""
        if not naturals:
            left = _first_jokers(jokers)
            return {_Kinds((), melds=False, loose=left if self._loose_matters else left & ONE_JOKER): ()}
        found = self._found.get((naturals, jokers))
        if found is None:
            found = self._found[naturals, jokers] = self._work_out(naturals, jokers)
        return found

    def _work_out(self, naturals: CardSet, jokers: int) -> dict[_Kinds, tuple[Way, ...]]:
        found: dict[_Kinds, tuple[Way, ...]] = {}
        card = naturals & -naturals
        least = self._left(naturals, jokers)
        if self._melder.points(card) + self._left(naturals ^ card, jokers) == least:
            for kinds, ways in self.of(naturals ^ card, jokers).items():
                loose = kinds.loose | card if self._loose_matters else ONE_JOKER
                found.setdefault(kinds._replace(loose=loose), ways)
        for way in self._melder.ways_with(card, naturals ^ card, jokers):
            rest = (naturals ^ way.naturals, jokers - way.jokers)
            if self._left(*rest) == least:
                kind = self._kind(way)
                for kinds, ways in self.of(*rest).items():
                    together = kinds.kinds if kind is None else tuple(sorted((*kinds.kinds, kind)))
                    found.setdefault(_Kinds(together, melds=True, loose=kinds.loose), (way, *ways))
        return found

    def _left(self, naturals: CardSet, jokers: int) -> int:
        least = self._least.get((naturals, jokers))
        if least is None:
            least = self._least[naturals, jokers] = self._melder.deadwood(naturals | _first_jokers(jokers))
        return least
