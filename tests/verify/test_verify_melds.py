"""The second opinion on melds, against what the variant page says of each rule and against the engine."""

import random
from itertools import combinations
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.rules.resolve import load_variant
from ginrules.verify.melds import arrangement_faults, is_meld, showdown_faults
from tests.puppet.stage import SHOWDOWN


def rules(*sets: str) -> dict[str, Any]:
    return dict(load_variant("standard", overrides=sets).question_rules("score"))


@pytest.mark.parametrize(
    ("cards", "sets", "legal"),
    [
        ("9c 9d 9s", (), True),
        ("9c 9d", (), False),
        ("9c 9d 9s 9h", (), True),
        ("9c 9d 9s 9h", ("melds.set-max=3",), False),
        ("9c 9d 9s", ("melds.set-min=4",), False),
        ("4h 6h 5h", (), True),
        ("4h 5h", (), False),
        ("4h 5h 6d", (), False),
        ("4h 5h 7h", (), False),
        ("4h 5h 6h", ("melds.run-min=4",), False),
        ("4h 5h 6h 7h", ("melds.run-max=3",), False),
        ("Ah 2h 3h", (), True),
        ("Qh Kh Ah", (), False),
        ("Qh Kh Ah", ("melds.ace=high-or-low",), True),
        ("Kh Ah 2h", ("melds.ace=high-or-low",), False),
        ("Kh Ah 2h", ("melds.ace=round-the-corner",), True),
        ("Qh Ah 2h", ("melds.ace=round-the-corner",), False),
        (" ".join(f"{rank}h" for rank in "A23456789TJQK"), ("melds.ace=round-the-corner",), True),
        ("4h *=5h 6h", (), True),
        ("4h *=5d 6h", (), False),
        ("4h * 6h", (), True),
        ("4h * 7h", (), False),
        ("* *=5h *=6h", (), False),
        ("4h *=4h 4s", (), False),
    ],
)
def test_what_is_a_meld(cards: str, sets: tuple[str, ...], legal: bool) -> None:
    assert is_meld(cards.split(), rules(*sets)) is legal


@pytest.mark.parametrize("ace", ["low", "high-or-low", "round-the-corner"])
def test_the_engine_agrees_on_every_group_of_a_suit(ace: str) -> None:
    # A group is a meld if and only if the engine can lay it down whole: arranged alone it leaves nothing.
    hearts = [card for card in TEXT if card.endswith("h")]
    sent = rules(f"melds.ace={ace}")
    for group in combinations(hearts, 4):
        whole = answer("arrange", {"rules": sent, "hand": list(group)})["deadwood"] == 0
        assert is_meld(group, sent) is whole, group


def test_the_engine_s_own_answers_never_have_a_fault() -> None:
    draw = random.Random(7)
    for _ in range(150):
        window = [card for card in TEXT if card[0] in "3456789T"]
        cards = draw.sample(window if draw.random() < 0.7 else TEXT, 20)
        sent = rules("knock.limit=any", "layoff.on-gin=allowed", f"melds.ace={draw.choice(['low', 'round-the-corner'])}")
        params = SHOWDOWN | {"rules": sent, "hands": {"Ann": cards[:10], "Bob": cards[10:]}}
        said = answer("score", params)
        assert showdown_faults(params, said) == []
        # Told what it has chosen, it plays just that.
        told = params | {"spreads": said["spreads"], "layoffs": said["layoffs"]}
        assert showdown_faults(told, answer("score", told)) == []


def test_faults_of_an_arrangement() -> None:
    hand = ["4h", "5h", "6h", "9c", "9d", "9s", "Ks"]
    nines = ["9c", "9d", "9s"]
    assert arrangement_faults(hand, [["4h", "5h", "6h"], nines], 10, rules()) == []
    assert arrangement_faults(hand, [nines], 10, rules()) == ["the melds leave 25, not 10"]
    assert arrangement_faults(hand, [nines, nines], 10, rules()) == [
        "9c is not in the hand, or used twice",
        "9d is not in the hand, or used twice",
        "9s is not in the hand, or used twice",
    ]
    assert arrangement_faults(hand, [["9c", "9d"]], 10, rules()) == ["[9c 9d] is no meld"]


def layoffs(name: str, *entries: tuple[str, str]) -> dict[str, Any]:
    return {name: [{"cards": cards.split(), "onto": onto} for cards, onto in entries]}


THREE: dict[str, Any] = {
    "players": ["Ann", "Bob", "Cat"],
    "knocker": "Ann",
    "call": "knock",
    "hands": {"Ann": ["4h", "5h", "6h", "2s"], "Bob": ["7h", "Kd"], "Cat": ["8h", "Kc"]},
}
THREE_ANSWER: dict[str, Any] = {
    "spreads": {"Ann": [["4h", "5h", "6h"]], "Bob": [], "Cat": []},
    "layoffs": {**layoffs("Bob", ("7h", "4h")), **layoffs("Cat", ("8h", "6h"))},
    "deadwood": {"Ann": 2, "Bob": 10, "Cat": 10},
}


def test_lay_offs_go_onto_what_earlier_players_laid_where_the_rule_says_so() -> None:
    assert showdown_faults(THREE | {"rules": rules("layoff.onto=extended")}, THREE_ANSWER) == []
    assert showdown_faults(THREE | {"rules": rules("layoff.onto=original")}, THREE_ANSWER) == [
        "Cat: [8h] cannot be laid off on [4h 5h 6h]"
    ]


def test_lay_offs_onto_nothing_or_where_there_are_none() -> None:
    onto_nothing = THREE_ANSWER | {"layoffs": layoffs("Bob", ("7h", "Kd"))}
    assert "Bob: Kd lies in no meld" in showdown_faults(THREE | {"rules": rules()}, onto_nothing)
    forbidden = showdown_faults(THREE | {"rules": rules("layoff.on-knock=forbidden")}, THREE_ANSWER)
    assert forbidden == ["lay-offs, although layoff.on-knock = forbidden"]


def test_what_neither_answer_nor_question_says_is_not_checked() -> None:
    asked = THREE | {"rules": rules()}
    assert showdown_faults(asked, {"deadwood": {"Ann": 7}}) == []
    # Nobody says where the knocker's melds are: that the lay-offs fit cannot be judged, only that Bob holds them.
    assert showdown_faults(asked, THREE_ANSWER | {"spreads": {"Bob": [], "Cat": []}}) == []
    foreign = {"spreads": {"Bob": []}, "layoffs": layoffs("Bob", ("9s", "4h")), "deadwood": {"Bob": 17}}
    assert showdown_faults(asked, foreign) == ["Bob: 9s is not in the hand, or used twice"]


DECLARED: dict[str, Any] = {
    **THREE,
    "rules": rules(),
    "spreads": {"Ann": [["4h", "5h", "6h"]], "Bob": [], "Cat": []},
    "layoffs": {**layoffs("Bob", ("7h", "4h")), "Cat": []},
}
DECLARED_ANSWER: dict[str, Any] = {
    "layoffs": {**layoffs("Bob", ("7h", "6h")), "Cat": []},
    "deadwood": {"Ann": 2, "Bob": 10, "Cat": 18},
}


def test_what_an_answer_leaves_out_is_taken_from_the_question() -> None:
    # Lay-offs without spreads, and spreads without the knocker's: his declared melds are those that cards are laid onto.
    assert showdown_faults(DECLARED, DECLARED_ANSWER) == []
    assert showdown_faults(DECLARED, DECLARED_ANSWER | {"spreads": {"Bob": [], "Cat": []}}) == []
    # Spreads without lay-offs: the declared ones leave the count.
    assert showdown_faults(DECLARED, {"spreads": {"Bob": []}, "deadwood": {"Bob": 10}}) == []
    assert showdown_faults(DECLARED, {"spreads": {"Bob": []}, "deadwood": {"Bob": 17}}) == [
        "Bob: spread and lay-offs leave 10, not 17"
    ]


def test_lay_offs_without_spreads_are_checked() -> None:
    asked = DECLARED | {"layoffs": {}}
    wrong = {"layoffs": layoffs("Bob", ("Kd", "4h")), "deadwood": {"Bob": 7}}
    assert showdown_faults(asked, wrong) == ["Bob: [Kd] cannot be laid off on [4h 5h 6h]"]
    count = DECLARED_ANSWER | {"deadwood": {"Bob": 17}}
    assert showdown_faults(asked, count) == ["Bob: spread and lay-offs leave 10, not 17"]


def test_what_is_declared_is_what_is_played() -> None:
    # Two ways to lay out the same cards: the count is that of either.
    hand = ["4h", "5h", "6h", "7h", "8h", "9h"]
    asked = {
        "players": ["Ann", "Bob"],
        "knocker": "Ann",
        "rules": rules(),
        "hands": {"Ann": hand, "Bob": ["Kd", "Th"]},
        "spreads": {"Ann": [hand[:3], hand[3:]]},
        "layoffs": layoffs("Bob", ("Th", "9h")),
    }
    answered = {"deadwood": {"Ann": 0, "Bob": 10}, "layoffs": layoffs("Bob", ("Th", "7h"))}
    allowed = asked | {"rules": rules("layoff.on-gin=allowed")}
    assert showdown_faults(allowed, answered | {"spreads": {"Ann": [hand[:2:-1], hand[2::-1]]}}) == []
    assert showdown_faults(allowed, answered | {"spreads": {"Ann": [hand]}}) == [
        "Ann: shows [4h 5h 6h 7h 8h 9h], having declared [4h 5h 6h] [7h 8h 9h]"
    ]
    none = {"deadwood": {"Ann": 0, "Bob": 20}, "layoffs": {"Bob": []}}
    assert showdown_faults(allowed, none) == ["Bob: lays off nothing, having declared Th on 9h"]


def test_answers_about_hands_with_jokers_have_no_fault() -> None:
    draw = random.Random(8)
    for _ in range(80):
        window = [card for card in TEXT if card[0] in "3456789T"]
        cards = [*draw.sample(window if draw.random() < 0.7 else TEXT, 18), "*", "*"]
        draw.shuffle(cards)
        sent = rules("deck.jokers=2", "knock.limit=any", "layoff.on-gin=allowed", "layoff.on-knock=allowed")
        params = SHOWDOWN | {"rules": sent, "hands": {"Ann": cards[:10], "Bob": cards[10:]}}
        said = answer("score", params)
        assert showdown_faults(params, said) == []
        told = params | {"spreads": said["spreads"], "layoffs": said["layoffs"]}
        assert showdown_faults(told, answer("score", told)) == []
        arranged: Any = answer("arrange", {"rules": sent, "hand": [*cards[:10]]})
        assert arrangement_faults(cards[:10], arranged["melds"], arranged["deadwood"], sent) == []


JOKER_SPREAD = [["4h", "*=5h", "6h"], ["5c", "5d", "5h"], ["Jc", "Qc", "Kc"]]
JOKER_HANDS = {
    "Ann": ["4h", "*", "6h", "5c", "5d", "5h", "Jc", "Qc", "Kc", "3s"],
    "Bob": ["2c", "2d", "2h", "Ac", "5s", "7h", "8s", "9h", "Qs", "Kd"],
}


@pytest.mark.parametrize(
    ("declared", "shown", "laid", "fault"),
    [
        # a natural card names its meld before a joker that stands for it: the seven does not go onto the fives
        (JOKER_SPREAD, JOKER_SPREAD, {"cards": ["5s"], "onto": "5h"}, ""),
        (JOKER_SPREAD, JOKER_SPREAD, {"cards": ["7h"], "onto": "5h"}, "[7h] cannot be laid off on [5c 5d 5h]"),
        (JOKER_SPREAD, JOKER_SPREAD, {"cards": ["7h"], "onto": "4h"}, ""),
        # what a joker was said to stand for stays so; an unnamed one may be named
        ([["4h", "*=5h", "6h"]], [["4h", "*=5d", "6h"]], None, "having declared"),
        ([["4h", "*", "6h"]], [["4h", "*=5h", "6h"]], None, ""),
        ([["4h", "*", "6h"]], [["4h", "6h", "5h"]], None, "having declared"),
    ],
)
def test_faults_about_jokers(
    declared: list[list[str]], shown: list[list[str]], laid: dict[str, Any] | None, fault: str
) -> None:
    params = SHOWDOWN | {"rules": rules("deck.jokers=1"), "hands": JOKER_HANDS, "spreads": {"Ann": declared}}
    said = {"spreads": {"Ann": shown}, "deadwood": {}, "layoffs": {"Bob": [laid] if laid else []}}
    found = showdown_faults(params, said)
    assert any(fault in each for each in found) if fault else not found, found


def test_the_joker_of_a_spread_names_its_meld() -> None:
    params = SHOWDOWN | {"rules": rules("deck.jokers=1"), "hands": JOKER_HANDS, "spreads": {"Ann": [["4h", "*=5h", "6h"]]}}
    for onto, found in (("5h", []), ("7h", ["Bob: 7h lies in no meld"])):
        said = {"deadwood": {}, "layoffs": {"Bob": [{"cards": ["7h"], "onto": onto}]}}
        assert showdown_faults(params, said) == found
