"""Which cards are a meld, and how a hand splits into melds and deadwood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from ginrules.cards import SUITS, CardSet, bits, union
from ginrules.engine.search import Arrangement, search
from ginrules.engine.tables import all_melds
from ginrules.rules.variant import DeckRules, MeldRules

__all__ = ["Arrangement", "Kind", "Melder", "arrange", "melder"]

Kind: TypeAlias = Callable[[CardSet], int | None]
"""What matters about the shape of a meld, as a number; nothing if it is `None`."""


class Melder:
    """Splits hands into melds and deadwood under the rules of one variant; get one from `melder`.

    `deadwood(hand)` is the least deadwood of a hand of any size over all its arrangements, in points; `arrange(hand)` is one
    arrangement that leaves it, always the same for the same hand; `discards(hand)` is for each card of the hand the least
    deadwood that is kept when it is thrown.
    """

    __slots__ = ("_extensions", "_melds", "_neighbours", "_points", "_with_card", "arrange", "deadwood", "discards")

    def __init__(self, deck: DeckRules, melds: MeldRules) -> None:
        self._points = deck.values.by_rank * len(SUITS)
        self._melds = all_melds(melds)
        self.deadwood, self.arrange, self.discards = search(melds, deck.values.by_rank)
        self._with_card: dict[CardSet, tuple[CardSet, ...]] = {}
        self._extensions: dict[CardSet, tuple[CardSet, ...]] = {}
        self._neighbours: dict[CardSet, CardSet] = {}

    def is_meld(self, cards: CardSet) -> bool:
        """Whether the cards are one meld, nothing missing and nothing to spare."""
        return cards in self._melds

    def points(self, cards: CardSet) -> int:
        """What the cards count as deadwood (`deck.values`)."""
        return sum(self._points[card.bit_length() - 1] for card in bits(cards))

    def arrangements(self, hand: CardSet) -> tuple[tuple[CardSet, ...], ...]:
        """Every spread that leaves the least deadwood, each with its melds in rising order; fewest melds first."""
        found = [tuple(sorted(spread)) for spread in self._spreads(hand, self.deadwood(hand))]
        return tuple(sorted(found, key=lambda spread: (len(spread), spread)))

    def fullest(self, hand: CardSet) -> tuple[CardSet, ...]:
        """Of the spreads that leave least, one with the most cards: cards may count nothing (`deck.values`)."""
        return max(self.arrangements(hand), key=lambda spread: union(spread).bit_count())

    def has_meld(self, hand: CardSet) -> bool:
        """Whether there is any meld in a hand."""
        return any(meld & hand == meld for meld in self._melds)

    def namings(self, meld: CardSet) -> tuple[CardSet, ...]:
        """The group with its unnamed jokers named in every way that makes it a meld: without jokers just the group."""
        return (meld,)

    def showings(self, hand: CardSet, kind: Kind) -> tuple[tuple[CardSet, ...], ...]:
        """Of the spreads that leave the least, at least one for each choice of kinds; without jokers all of them."""
        del kind
        return self.arrangements(hand)

    def leavings(self, hand: CardSet) -> tuple[tuple[CardSet, ...], ...]:
        """Of the spreads that leave the least, at least one for each choice of cards that are left; without jokers all."""
        return self.arrangements(hand)

    def _spreads(self, hand: CardSet, least: int) -> Iterator[tuple[CardSet, ...]]:
        """Every spread of a hand that leaves `least`, which is the least that it can leave."""
        if not hand:
            yield ()
            return
        card = hand & -hand
        if self.points(card) + self.deadwood(hand ^ card) == least:
            yield from self._spreads(hand ^ card, least - self.points(card))
        for meld in self._melds_with(card):
            if meld & hand == meld and self.deadwood(hand ^ meld) == least:
                for spread in self._spreads(hand ^ meld, least):
                    yield (meld, *spread)

    def _melds_with(self, card: CardSet) -> tuple[CardSet, ...]:
        melds = self._with_card.get(card)
        if melds is None:
            melds = self._with_card[card] = tuple(sorted(meld for meld in self._melds if meld & card))
        return melds

    def extensions(self, meld: CardSet, hand: CardSet) -> list[CardSet]:
        """Every choice of cards from a hand that make a longer meld of this one, fewest cards first."""
        neighbours = self._neighbours.get(meld)
        if neighbours is None:
            longer = self._longer(meld)
            neighbours = self._neighbours[meld] = union(more for more in longer if more.bit_count() == 1)
        if not neighbours & hand:  # nothing reaches further without a card next to the meld
            return []
        return [more for more in self._extensions[meld] if more & hand == more]

    def longer(self, meld: CardSet, hand: CardSet) -> list[tuple[CardSet, CardSet]]:
        """The same, each with the shape that it makes: without jokers the cards themselves."""
        return [(more, more) for more in self.extensions(meld, hand)]

    def _longer(self, meld: CardSet) -> tuple[CardSet, ...]:
        """The cards by which some meld is longer than this one, fewest first."""
        extensions = self._extensions.get(meld)
        if extensions is None:
            longer = (other ^ meld for other in self._melds if other & meld == meld and other != meld)
            extensions = self._extensions[meld] = tuple(sorted(longer, key=lambda more: (more.bit_count(), more)))
        return extensions


@cache
def melder(deck: DeckRules, melds: MeldRules) -> Melder:
    """The melder of these rules; its tables are built once."""
    if deck.jokers:
        from ginrules.engine.joker_melds import JokerMelder  # which is built upon this module

        return JokerMelder(deck, melds)
    return Melder(deck, melds)


def arrange(hand: CardSet, deck: DeckRules, melds: MeldRules) -> Arrangement:
    """One arrangement of a hand with the least deadwood."""
    return melder(deck, melds).arrange(hand)
