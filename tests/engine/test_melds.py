"""What is a meld under each rule, and the least deadwood of typed hands."""

from typing import Any

import pytest

from ginrules.cards import parse_cards, write_card, write_cards
from ginrules.engine.melds import arrange, melder
from ginrules.engine.tables import all_melds
from ginrules.rules.typed import typed_rules
from tests.engine.questions import ROOT, brackets, reply_to, rules


def typed(**changed: Any) -> Any:
    return typed_rules({**ROOT, **rules(**changed)})


@pytest.mark.parametrize(
    ("cards", "changed", "is_meld"),
    [
        ("9c 9d 9s", {}, True),
        ("9c 9d", {}, False),
        ("9c 9d 9h 9s", {}, True),
        ("9c 9d 9h 9s", {"melds__set_max": 3}, False),
        ("9c 9d 9s", {"melds__set_min": 4}, False),
        ("9c 9d 9h 9s", {"melds__set_min": 4}, True),
        ("4h 5h 6h", {}, True),
        ("4h 5h", {}, False),
        ("4h 5h 7h", {}, False),
        ("4h 5h 6d", {}, False),
        ("4h 5h 6h", {"melds__run_min": 4}, False),
        ("4h 5h 6h 7h", {"melds__run_min": 4}, True),
        ("4h 5h 6h 7h 8h", {"melds__run_max": 5}, True),
        ("4h 5h 6h 7h 8h 9h", {"melds__run_max": 5}, False),
        ("4h 5h 6h 7h", {"melds__run_max": 3}, False),
        ("Ah 2h 3h", {"melds__ace": "low"}, True),
        ("Qh Kh Ah", {"melds__ace": "low"}, False),
        ("Qh Kh Ah", {"melds__ace": "high-or-low"}, True),
        ("Ah 2h 3h", {"melds__ace": "high-or-low"}, True),
        ("Kh Ah 2h", {"melds__ace": "high-or-low"}, False),
        ("Kh Ah 2h", {"melds__ace": "round-the-corner"}, True),
        ("Qh Kh Ah 2h 3h", {"melds__ace": "round-the-corner"}, True),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", {}, True),
        ("9c 9d 9s 8s", {}, False),
        ("", {}, False),
    ],
)
def test_melds(cards: str, changed: dict[str, Any], is_meld: bool) -> None:
    values = typed(**changed)
    assert melder(values.deck, values.melds).is_meld(parse_cards(cards)) is is_meld


@pytest.mark.parametrize(
    ("changed", "count"),
    [
        # 13 ranks with 4 sets of three and one of four; in a suit 11 + 10 + … + 1 = 66 runs of 3 to 13
        ({}, 13 * 5 + 4 * 66),
        # 12 + 11 + … + 2 = 77 runs up to a high ace, of which A to K and 2 to A hold the same thirteen cards
        ({"melds__ace": "high-or-low"}, 13 * 5 + 4 * 76),
        # a run of each of 3 to 12 cards begins with each rank, and one run has all thirteen
        ({"melds__ace": "round-the-corner"}, 13 * 5 + 4 * (13 * 10 + 1)),
        # 11 + 10 + 9 runs of 3 to 5
        ({"melds__run_max": 5}, 13 * 5 + 4 * 30),
        ({"melds__run_min": 4, "melds__set_min": 4}, 13 + 4 * 55),
        ({"melds__set_max": 3}, 13 * 4 + 4 * 66),
    ],
)
def test_number_of_melds(changed: dict[str, Any], count: int) -> None:
    assert len(all_melds(typed(**changed).melds)) == count


@pytest.mark.parametrize(
    ("hand", "changed", "expected"),
    [
        ("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", {}, 3),
        ("Ad Kd Qd Ah 2s 4c 6h 8h Ts Jd", {}, 32),  # J Q K of diamonds; 1 + 1 + 2 + 4 + 6 + 8 + 10
        ("", {}, 0),
        ("7c 7d 7h 8h 9h", {}, 14),  # the run leaves 7 7, the set leaves 8 9
        ("7c 7d 7h 7s 8h 9h", {}, 0),  # three sevens and the run
        ("7c 7d 7h 7s 8h 9h", {"melds__set_min": 4}, 17),  # four sevens leave 8 9; the run would leave 21
        ("7c 7d 7h 7s", {"melds__set_max": 3}, 7),
        ("Ac 2c 3c 4c 5c 6c 7c", {"melds__run_max": 5}, 0),  # 3 and 4
        ("4c 5c 6c 7c", {"melds__run_max": 3}, 4),  # the 4 stays, not the 7
        ("Kh Ah 2h", {"deck__values": {**ROOT["deck.values"], "A": 15}}, 27),  # 10 + 15 + 2
        ("Kh Ah 2h 3h", {"melds__ace": "round-the-corner"}, 0),
        ("Kh Ah 2h 3h", {"melds__ace": "high-or-low"}, 10),
    ],
)
def test_least_deadwood(hand: str, changed: dict[str, Any], expected: int) -> None:
    values = typed(**changed)
    cards = parse_cards(hand)
    assert melder(values.deck, values.melds).deadwood(cards) == expected
    assert arrange(cards, values.deck, values.melds).deadwood == expected
    if "melds__run_max" not in changed and hand:
        reply = reply_to("arrange", {"rules": rules(**changed), "hand": brackets(hand)[0]})
        assert reply["deadwood"] == expected


@pytest.mark.parametrize(
    ("hand", "best", "kept", "kept_by_leftovers"),
    [
        # 4 4 4, 5 5 5 and 4 5 6 leave 2 and 3; without the six of hearts 2 3 4 5 of diamonds, three fours and three fives
        ("4c 5c 2d 3d 4d 5d 4h 5h 6h 4s 5s", "6h", 0, 2),
        # fours and fives leave 3 2 3 1 2; without the five of diamonds the two runs leave 4 + 1 + 2
        ("3c 4c 5c 4d 5d 2h 3h 4h 5h As 2s", "5d", 7, 8),
    ],
)
def test_the_best_discard_of_eleven_may_lie_in_a_meld_of_the_best_eleven(
    hand: str, best: str, kept: int, kept_by_leftovers: int
) -> None:
    values = typed()
    engine = melder(values.deck, values.melds)
    cards = parse_cards(hand)
    after = {write_card(card): points for card, points in engine.discards(cards).items()}
    assert min(after.values()) == kept
    assert after[best] == kept
    (spread,) = engine.arrangements(cards)
    melded = {card for meld in spread for card in write_cards(meld)}
    assert best in melded
    assert min(points for card, points in after.items() if card not in melded) == kept_by_leftovers


def test_all_least_arrangements_of_a_long_run() -> None:
    values = typed()
    spreads = melder(values.deck, values.melds).arrangements(parse_cards("4h 5h 6h 7h 8h 9h"))
    assert [[write_cards(meld) for meld in spread] for spread in spreads] == [
        [["4h", "5h", "6h", "7h", "8h", "9h"]],
        [["4h", "5h", "6h"], ["7h", "8h", "9h"]],
    ]


def test_cards_that_count_nothing_may_be_melded_or_not() -> None:
    values = typed(deck__values={**ROOT["deck.values"], "K": 0})
    spreads = melder(values.deck, values.melds).arrangements(parse_cards("Kc Kd Kh"))
    assert [[write_cards(meld) for meld in spread] for spread in spreads] == [[], [["Kc", "Kd", "Kh"]]]


def test_the_tables_are_built_once_for_the_same_rules() -> None:
    one, other = typed(), typed(scoring__gin=20)
    assert melder(one.deck, one.melds) is melder(other.deck, other.melds)
    assert melder(one.deck, one.melds) is not melder(one.deck, typed(melds__run_max=5).melds)


@pytest.mark.parametrize(
    ("meld", "hand", "changed", "extensions"),
    [
        ("4h 5h 6h", "2h 3h 7h 9h 5c", {}, ["3h", "7h", "2h 3h", "3h 7h", "2h 3h 7h"]),
        ("4h 5h 6h", "2h 8h", {}, []),
        ("4h 5h 6h", "2h 3h 7h 8h", {"melds__run_max": 4}, ["3h", "7h"]),
        ("9c 9d 9s", "9h Th", {}, ["9h"]),
        ("9c 9d 9s", "9h", {"melds__set_max": 3}, []),
        ("Qh Kh Ah", "2h Jh", {"melds__ace": "high-or-low"}, ["Jh"]),
        ("Qh Kh Ah", "2h 3h", {"melds__ace": "round-the-corner"}, ["2h", "2h 3h"]),
    ],
)
def test_what_can_be_laid_onto_a_meld(meld: str, hand: str, changed: dict[str, Any], extensions: list[str]) -> None:
    values = typed(**changed)
    found = melder(values.deck, values.melds).extensions(parse_cards(meld), parse_cards(hand))
    assert [" ".join(write_cards(cards)) for cards in found] == extensions


def test_without_jokers_the_shape_of_an_extension_is_its_cards() -> None:
    values = typed_rules(ROOT)
    engine = melder(values.deck, values.melds)
    longer = engine.longer(parse_cards("4h 5h 6h"), parse_cards("3h 7h 9h"))
    assert {(" ".join(write_cards(cards)), cards == whole) for cards, whole in longer} == {
        ("3h", True),
        ("7h", True),
        ("3h 7h", True),
    }
