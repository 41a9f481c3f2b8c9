"""Which cards are a meld, and how a hand splits into melds and deadwood."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ginrules.cards import SUITS, CardSet, bits, union
from ginrules.engine.search import Arrangement, search
from ginrules.engine.tables import all_melds
from ginrules.rules.variant import DeckRules, MeldRules, UnplayedRule

__all__ = ["Arrangement", "Melder", "arrange", "melder"]


class Melder:
    """Splits hands into melds and deadwood under the rules of one variant; get one from `melder`.

    `deadwood(hand)` is the least deadwood of a hand of any size over all its arrangements, in points; `arrange(hand)` is one
    arrangement that leaves it, always the same for the same hand; `discards(hand)` is for each card of the hand the least
    deadwood that is kept when it is thrown.
    """

    __slots__ = ("_extensions", "_melds", "_neighbours", "_points", "_with_card", "arrange", "deadwood", "discards")

    def __init__(self, deck: DeckRules, melds: MeldRules) -> None:
        if deck.jokers:
            raise UnplayedRule("deck.jokers", deck.jokers)
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
            longer = [other ^ meld for other in self._melds if other & meld == meld and other != meld]
            self._extensions[meld] = tuple(sorted(longer, key=lambda more: (more.bit_count(), more)))
            neighbours = self._neighbours[meld] = union(more for more in longer if more.bit_count() == 1)
        if not neighbours & hand:  # nothing reaches further without a card next to the meld
            return []
        return [more for more in self._extensions[meld] if more & hand == more]


@cache
def melder(deck: DeckRules, melds: MeldRules) -> Melder:
    """The melder of these rules; its tables are built once.

    Raises:
        UnplayedRule: there are jokers in the deck.
    """
    return Melder(deck, melds)


def arrange(hand: CardSet, deck: DeckRules, melds: MeldRules) -> Arrangement:
    """One arrangement of a hand with the least deadwood."""
    return melder(deck, melds).arrange(hand)
