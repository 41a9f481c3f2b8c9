"""Cards: text to card, card to text, sets of cards."""

import doctest
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules.cards
import ginrules.diagnostics
from ginrules.cards import (
    ALL_CARDS,
    BIT,
    DECK,
    NAMED_TWICE,
    TEXT,
    Card,
    Rank,
    Suit,
    bits,
    card_hint,
    held,
    held_as,
    joined,
    parse_cards,
    read_melded,
    shape,
    stood_for,
    union,
    write_cards,
    write_melded,
)


@pytest.mark.parametrize("module", [ginrules.cards, ginrules.diagnostics])
def test_the_examples_in_the_docstrings_run(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_pack_has_four_suits_of_thirteen_cards_in_the_order_of_the_bits() -> None:
    assert len(set(ALL_CARDS)) == len(set(TEXT)) == 52
    assert [card.index for card in ALL_CARDS] == list(range(52))
    assert TEXT[0] == "Ac"
    assert TEXT[51] == "Ks"
    assert union(card.bit for card in ALL_CARDS) == DECK


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_read_as_it_is_written(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert BIT[str(card)] == card.bit


@pytest.mark.parametrize("text", ["Th", "10h", "TH", "10H", "T♥", "10♥", "T♡", "T♥\ufe0f", "10♥\ufe0e"])
def test_ten_of_hearts_in_every_spelling(text: str) -> None:
    assert Card.parse(text) == Card(Rank.TEN, Suit.HEARTS)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("h10", "write the rank first: Th"),
        ("hA", "write the rank first: Ah"),
        ("♥7", "write the rank first: 7h"),
        ("kh", "ranks are capitals: Kh"),
        ("1h", "an ace is written A: Ah"),
        ("10x", "a card is rank then suit, as in 7h or Td; suits are c d h s"),
        ("Xh", "ranks are A 2 3 4 5 6 7 8 9 T J Q K (10 is read as T)"),
        ("", "a card is rank then suit, as in 7h or Td; suits are c d h s"),
        ("11h", "ranks are A 2 3 4 5 6 7 8 9 T J Q K (10 is read as T)"),
    ],
)
def test_what_is_no_card_is_refused_with_what_would_be_right(text: str, hint: str) -> None:
    assert card_hint(text) == hint
    with pytest.raises(ValueError, match="is not a card") as error:
        Card.parse(text)
    assert hint in str(error.value)


def test_a_card_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="Th stands twice"):
        parse_cards("Th 9c 10♥")


@given(st.sets(st.sampled_from(ALL_CARDS)))
def test_a_set_of_cards_survives_writing_and_reading(cards: set[Card]) -> None:
    as_integer = union(card.bit for card in cards)
    assert parse_cards(" ".join(write_cards(as_integer))) == as_integer
    assert len(list(bits(as_integer))) == len(cards)


def test_jokers_are_alike_and_at_most_four() -> None:
    assert parse_cards("4h * *") == parse_cards("* 4h *") == BIT["4h"] | 3 << 52
    with pytest.raises(ValueError, match="at most 4 jokers"):
        parse_cards("* * * * *")


def test_a_meld_is_its_cards_and_what_its_jokers_stand_for() -> None:
    run, group = read_melded([["4h", "*=5h", "*"], ["9c", "*=9d", "9s"]])
    assert (held(run), shape(run), stood_for(run)) == (parse_cards("4h * *"), parse_cards("4h 5h"), parse_cards("5h"))
    assert held(group) == parse_cards("9c 9s") | 1 << 54
    assert write_melded(run) == ["4h", "*=5h", "*"]
    assert write_melded(group) == ["9c", "*=9d", "9s"]
    assert held_as("*=9d") == "*"


def test_a_card_that_two_jokers_stand_for_is_seen() -> None:
    (group,) = read_melded([["4h", "*=5h", "*=5h"]])
    assert group & NAMED_TWICE
    assert held(group) == parse_cards("4h * *")
    assert joined(*read_melded([["4h", "*=5h"], ["*=6h"]])) == read_melded([["4h", "*=5h", "*=6h"]])[0]
