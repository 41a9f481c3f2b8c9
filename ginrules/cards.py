"""Cards, and sets of cards as integers.

A set of cards (`CardSet`) is an integer with one bit a card: suit after suit (clubs, diamonds, hearts, spades), in each suit
ace to king from the lowest bit on. Membership, union and difference are then `&`, `|` and `&~`, and a suit is a 13-bit slice.
Outside the engine a card is text: rank, then suit (`Th`).

Jokers lie above the 52: up to four bits, one a joker, all written `*`, as jokers are alike. A melded set (`Meld`) is the cards
that lie in it and, above them, the natural cards that its jokers stand for. Without jokers it is just the cards.

>>> str(Card.parse("10♥"))
'Th'
>>> write_cards(parse_cards("Th * 9c 9d *"))
['9c', '9d', 'Th', '*', '*']
>>> write_melded(parse_cards("4h * 6h") | standing_for(parse_cards("5h")))
['4h', '*=5h', '6h']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CardSet: TypeAlias = int
"""A set of cards of one pack, bit `13 * suit + rank`, jokers from bit 52 on; 0 is the empty set."""

Meld: TypeAlias = int
"""Cards that lie in one group, the naturals that its jokers stand for from bit 56 on; without jokers a `CardSet`.

A joker whose card is not named has no bit there. `NAMED_TWICE` marks a group in which two jokers stand for the same card.
"""

DECK_SIZE = 52
DECK: CardSet = (1 << DECK_SIZE) - 1
MOST_JOKERS = 4
JOKERS: CardSet = ((1 << MOST_JOKERS) - 1) << DECK_SIZE
ONE_JOKER: CardSet = 1 << DECK_SIZE
"""The first joker; where a joker is named and it does not matter which, this one."""
_STANDS = DECK_SIZE + MOST_JOKERS
_HELD = DECK | JOKERS
NAMED_TWICE: Meld = 1 << _STANDS + DECK_SIZE
RANKS_IN_SUIT = 13
SUIT_MASK = (1 << RANKS_IN_SUIT) - 1


class Suit(StrEnum):
    """The four suits; the value is how one is written."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Rank(StrEnum):
    """The thirteen ranks from ace to king; the value is how one is written."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


SUITS = tuple(Suit)
RANKS = tuple(Rank)
RANK_WORDS = tuple("10" if rank is Rank.TEN else str(rank) for rank in RANKS)
"""The ranks as `deck.values` spells them: ten is `10`."""

JOKER = "*"
"""How a joker is written in a hand; `*=8h` in a meld names the card that it stands for."""

_SUIT_SIGNS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pack.

    >>> Card.parse("7h")
    Card(rank=<Rank.SEVEN: '7'>, suit=<Suit.HEARTS: 'h'>)
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `7h`, `Th`, `10h`, `TH` or `T♥`.

        Raises:
            ValueError: the text is no card; the message says why and what would be right.
        """
        card = _CARD_BY_TEXT.get(text)
        if card is None:
            card = _CARD_BY_TEXT.get(_canonical(text))
        if card is None:
            raise ValueError(_why_not_a_card(text))
        return card

    @property
    def index(self) -> int:
        """The card's bit number, 0 (ace of clubs) to 51 (king of spades)."""
        return _INDEX[self]

    @property
    def bit(self) -> CardSet:
        """The set that holds just this card."""
        return 1 << _INDEX[self]

    def __str__(self) -> str:
        return self.rank.value + self.suit.value


ALL_CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The pack in the order of the bits."""

TEXT = tuple(str(card) for card in ALL_CARDS)
"""The canonical text of each card, by bit number."""

BIT = {text: 1 << index for index, text in enumerate(TEXT)}
"""Canonical text of a natural card to the set that holds just that card."""

_WRITTEN = (*TEXT, *[JOKER] * MOST_JOKERS)
_INDEX = {card: index for index, card in enumerate(ALL_CARDS)}
_CARD_BY_TEXT = dict(zip(TEXT, ALL_CARDS, strict=True))


def _canonical(text: str) -> str:
    bare = text.rstrip(_VARIATION_SELECTORS)
    if bare.startswith("10"):
        bare = "T" + bare[2:]
    if len(bare) != 2:
        return bare
    return bare[0] + _SUIT_SIGNS.get(bare[1], bare[1].lower())


def _why_not_a_card(text: str) -> str:
    hint = card_hint(text)
    return f"{text!r} is not a card" + (f": {hint}" if hint else "")


_NAMES_OF_JOKERS = frozenset({"joker", "jokers", "jok", "jkr", "jk", "jo", "wild"})


def card_hint(text: str) -> str:
    """What would be right instead of `text`, or an empty string where nothing is likely.

    >>> card_hint("h10")
    'write the rank first: Th'
    >>> card_hint("kh")
    'ranks are capitals: Kh'
    >>> card_hint("1h")
    'an ace is written A: Ah'
    >>> card_hint("joker")
    'a joker is written *'
    """
    bare = text.rstrip(_VARIATION_SELECTORS)
    if bare.lower() in _NAMES_OF_JOKERS:
        return "a joker is written *"
    if len(bare) >= 2:
        swapped = _canonical(bare[1:].upper() + bare[0])
        if swapped in _CARD_BY_TEXT and _canonical(bare.upper()) not in _CARD_BY_TEXT:
            return f"write the rank first: {swapped}"
        capital = _canonical(bare[0].upper() + bare[1:])
        if bare[0].islower() and capital in _CARD_BY_TEXT:
            return f"ranks are capitals: {capital}"
        if bare[0] == "1" and len(bare) == 2 and _canonical("A" + bare[1]) in _CARD_BY_TEXT:
            return f"an ace is written A: {_canonical('A' + bare[1])}"
    if bare[-1:] in _SUIT_SIGNS or bare[-1:].lower() in set(Suit):
        return "ranks are A 2 3 4 5 6 7 8 9 T J Q K (10 is read as T)"
    return "a card is rank then suit, as in 7h or Td; suits are c d h s"


def parse_cards(text: str) -> CardSet:
    """Read cards separated by spaces into a set; each `*` is the next joker.

    Raises:
        ValueError: a word is no card, a card stands twice, or there are more than four jokers.
    """
    cards = 0
    for word in text.split():
        if word == JOKER:
            cards |= next_joker(cards)
            continue
        bit = Card.parse(word).bit
        if cards & bit:
            raise ValueError(f"{Card.parse(word)} stands twice")
        cards |= bit
    return cards


def read_melded(groups: Iterable[Iterable[str]]) -> tuple[Meld, ...]:
    """Groups from the texts of their cards, as `write_melded` writes them; each joker of them all is another one.

    Raises:
        ValueError: there are more than four jokers.
    """
    jokers = 0
    melds = []
    for texts in groups:
        meld = 0
        for text in texts:
            card = BIT.get(text, 0)
            if text.startswith(JOKER):
                joker = next_joker(jokers)
                jokers |= joker
                card = joker | standing_for(BIT.get(text.removeprefix(f"{JOKER}="), 0))
            meld = joined(meld, card)
        melds.append(meld)
    return tuple(melds)


def held_as(text: str) -> str:
    """A melded card as it lies in a hand: a joker is a joker, whatever it stands for."""
    return JOKER if text.startswith(JOKER) else text


def bits(cards: CardSet) -> Iterator[CardSet]:
    """Each card of a set as a set of its own, lowest bit first."""
    while cards:
        bit = cards & -cards
        yield bit
        cards ^= bit


def union(sets: Iterable[CardSet]) -> CardSet:
    """All the cards of several sets."""
    together = 0
    for cards in sets:
        together |= cards
    return together


def next_joker(cards: CardSet) -> CardSet:
    """The first joker that is not in a set.

    Raises:
        ValueError: all four are.
    """
    free = JOKERS & ~cards
    if not free:
        raise ValueError(f"a pack has at most {MOST_JOKERS} jokers")
    return free & -free


def held(meld: Meld) -> CardSet:
    """The cards that lie in a meld, its jokers among them."""
    return meld & _HELD


def stood_for(meld: Meld) -> CardSet:
    """The natural cards that the jokers of a meld stand for."""
    return meld >> _STANDS & DECK


def standing_for(cards: CardSet) -> Meld:
    """The part of a meld that says which natural cards its jokers stand for."""
    return cards << _STANDS


def shape(meld: Meld) -> CardSet:
    """The cards that a meld is judged by: its natural ones, and for the jokers those that they stand for."""
    return (meld | meld >> _STANDS) & DECK


def joined(meld: Meld, more: Meld) -> Meld:
    """Two groups put together into one."""
    twice = meld & more & ~_HELD
    return meld | more | (NAMED_TWICE if twice else 0)


def write_card(bit: CardSet) -> str:
    """The canonical text of the card of a set that holds just one."""
    return _WRITTEN[bit.bit_length() - 1]


def write_cards(cards: CardSet) -> list[str]:
    """The canonical text of every card of a set, by suit and rank, jokers last."""
    return [_WRITTEN[bit.bit_length() - 1] for bit in bits(cards)]


def write_melded(meld: Meld) -> list[str]:
    """The text of every card of a meld, a joker where the card would lie that it stands for: `4h *=5h 6h`."""
    if meld <= DECK:
        return write_cards(meld)
    standing, naturals = stood_for(meld), meld & DECK
    written = []
    for bit in bits(naturals | standing):
        written += [f"{JOKER}={write_card(bit)}"] if standing & bit else []
        written += [write_card(bit)] if naturals & bit else []
    return written + [JOKER] * ((meld & JOKERS).bit_count() - standing.bit_count())


def write_meld(cards: Iterable[str]) -> str:
    """A meld as the notation writes it, from the texts of its cards: `[4h 5h 6h]`."""
    return f"[{' '.join(cards)}]"
