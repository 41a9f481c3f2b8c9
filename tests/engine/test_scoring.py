"""What a hand is worth under each value of each rule; the arithmetic stands beside the numbers."""

from typing import Any

import pytest

from tests.engine.questions import ROOT, refused, score

# deadwood 3 and 8; gin; big gin
THREE = "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s"
EIGHT = "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 8d"
GIN = "[4h 5h 6h 7h] [9c 9d 9s] [Jc Qc Kc]"
BIG_GIN = "[4h 5h 6h 7h] [9c 9d 9s 9h] [Jc Qc Kc]"

MANY = "2c 2d 2h Ac 5s 8h 8s Th Qs Kd"  # 2 2 2; 1 + 5 + 8 + 8 + 10 + 10 + 10 = 52, nothing fits onto 4 5 6
SIX = "2c 2d 2h Ac Ad Ah 5s 5d 5c 6s"
TIED = "2c 2d 2h Ac Ad Ah 5s 5d 5c 8s"  # 8
LAYS_TO_NOTHING = "2c 2d 2h Ac Ad Ah 5s 5d 5c 7h"  # the seven goes onto 4 5 6
NOTHING = "2c 2d 2h 2s Ac Ad Ah 5s 5d 5c"


def facts(result: dict[str, Any]) -> tuple[str, list[str], int, int, int]:
    """The outcome, the winners, Ann's and Bob's points, the boxes of both together."""
    return result["outcome"], result["winners"], *result["points"].values(), sum(result["boxes"].values())


def test_a_knock_wins_the_difference() -> None:
    assert facts(score(THREE, MANY)) == ("knock", ["Ann"], 52 - 3, 0, 1)
    assert facts(score(THREE, MANY, scoring__knock=10)) == ("knock", ["Ann"], 49 + 10, 0, 1)


@pytest.mark.parametrize(
    ("changed", "points", "boxes"),
    [
        ({}, 2 + 25, 1),
        ({"scoring__undercut": 10}, 2 + 10, 1),
        ({"scoring__gin_off": 40}, 2 + 25, 1),
        ({"boxes__undercut": 2, "boxes__gin_off": 5}, 2 + 25, 1 + 2),
        ({"scoring__knock": 10}, 2 + 25, 1),
    ],
)
def test_an_undercut(changed: dict[str, Any], points: int, boxes: int) -> None:
    assert facts(score(EIGHT, SIX, **changed)) == ("undercut", ["Bob"], 0, points, boxes)


@pytest.mark.parametrize(
    ("changed", "points", "boxes"),
    [
        ({}, 8 + 25, 1),
        ({"scoring__gin_off": 31}, 8 + 31, 1),
        ({"boxes__undercut": 1}, 8 + 25, 2),
        ({"boxes__undercut": 1, "boxes__gin_off": 0}, 8 + 25, 1),
        ({"boxes__gin_off": 2}, 8 + 25, 3),
    ],
)
def test_a_defender_left_with_nothing_after_a_knock(changed: dict[str, Any], points: int, boxes: int) -> None:
    assert facts(score(EIGHT, LAYS_TO_NOTHING, **changed)) == ("undercut", ["Bob"], 0, points, boxes)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, ("undercut", ["Bob"], 0, 25, 2)),
        ({"scoring__tie": "undercut-without-bonus"}, ("undercut", ["Bob"], 0, 0, 1)),
        ({"scoring__tie": "no-score"}, ("tie", [], 0, 0, 0)),
        ({"scoring__tie": "knocker"}, ("tie", ["Ann"], 0, 0, 1)),
        ({"scoring__tie": "knocker", "scoring__knock": 15}, ("tie", ["Ann"], 15, 0, 1)),
    ],
)
def test_equal_counts(changed: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert facts(score(EIGHT, TIED, boxes__undercut=1, **changed)) == expected
    one_less = "undercut", ["Bob"], 0, 27, 2
    assert facts(score(EIGHT, SIX, boxes__undercut=1, **changed)) == one_less


@pytest.mark.parametrize("call", ["gin", "knock"])
def test_a_knock_that_leaves_nothing_is_gin(call: str) -> None:
    assert facts(score(GIN, MANY, call)) == ("gin", ["Ann"], 52 + 25, 0, 1)
    assert facts(score(GIN, MANY, call, scoring__gin=20, boxes__gin=1)) == ("gin", ["Ann"], 52 + 20, 0, 2)


def test_layoffs_on_gin() -> None:
    # the eight goes onto 4 5 6 7
    assert facts(score(GIN, MANY, "gin", layoff__on_gin="allowed")) == ("gin", ["Ann"], 44 + 25, 0, 1)


def test_layoffs_on_a_knock() -> None:
    with_seven = MANY.replace("Th", "7h")  # 52 - 10 + 7 = 49; seven and eight go onto 4 5 6: 34
    assert facts(score(THREE, with_seven)) == ("knock", ["Ann"], 34 - 3, 0, 1)
    assert facts(score(THREE, with_seven, layoff__on_knock="forbidden")) == ("knock", ["Ann"], 49 - 3, 0, 1)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, ("gin", ["Ann"], 25, 0, 3)),
        ({"scoring__gin_tie": "no-score"}, ("tie", [], 0, 0, 0)),
    ],
)
def test_gin_against_nothing(changed: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert facts(score(GIN, NOTHING, "gin", boxes__gin=2, **changed)) == expected
    # laid off to nothing is nothing, too: the eight of hearts is no own meld's
    laid = "2c 2d 2h Ac Ad Ah 5s 5d 5c 8h"
    assert facts(score(GIN, laid, "gin", boxes__gin=2, layoff__on_gin="allowed", **changed)) == expected
    assert facts(score(GIN, laid, "gin", boxes__gin=2, **changed)) == ("gin", ["Ann"], 33, 0, 3)


@pytest.mark.parametrize(("big", "bonus"), [("replaces", 31), ("adds", 25 + 31)])
def test_big_gin(big: str, bonus: int) -> None:
    assert facts(score(BIG_GIN, MANY, "big-gin", gin__big=big, boxes__gin=2)) == ("big-gin", ["Ann"], 52 + bonus, 0, 3)


@pytest.mark.parametrize(
    ("spades", "points", "boxes"),
    [
        ("nothing", 33, 1 + 2),
        ("doubles-points", 66, 1 + 2),
        ("doubles-points-and-extra-boxes", 66, 1 + 4),
        ("doubles-points-and-boxes", 66, 2 + 4),
    ],
)
def test_a_spade_upcard(spades: str, points: int, boxes: int) -> None:
    asked: dict[str, Any] = {"scoring__spades": spades, "boxes__undercut": 2}
    assert facts(score(EIGHT, LAYS_TO_NOTHING, upcard="4s", **asked)) == ("undercut", ["Bob"], 0, points, boxes)
    assert facts(score(EIGHT, LAYS_TO_NOTHING, upcard="4h", **asked)) == ("undercut", ["Bob"], 0, 33, 3)


def test_nobody_has_anything_of_a_void_hand_on_a_spade() -> None:
    result = score(EIGHT, TIED, upcard="4s", scoring__spades="doubles-points-and-boxes", scoring__tie="no-score")
    assert facts(result) == ("tie", [], 0, 0, 0)


def test_the_values_of_the_deck() -> None:
    counted = dict.fromkeys("A23456789JQK", 1) | {"10": 1, "joker": 20}
    # Ann keeps one loose card; Bob's seven loose cards count one each
    assert score(THREE, MANY, deck__values=counted)["points"] == {"Ann": 7 - 1, "Bob": 0}


def test_seven_cards_each() -> None:
    result = score("[4h 5h 6h] [9c 9d 9s] 3s", "2c 2d 2h Ac 5s 8h 8s", deal__cards={"2": 7})
    assert facts(result) == ("knock", ["Ann"], 22 - 3, 0, 1)  # 1 + 5 + 8 + 8


@pytest.mark.parametrize(
    ("changed", "upcard", "limit"),
    [
        ({}, None, 10),
        ({"knock__limit": {"kind": "fixed", "points": 7}}, None, 7),
        ({"knock__comparison": "below"}, None, 9),
        ({"knock__limit": {"kind": "any"}}, None, None),
        ({"knock__limit": {"kind": "any"}, "knock__comparison": "below"}, None, None),
        ({"knock__limit": {"kind": "gin-only"}}, None, 0),
        ({"knock__limit": {"kind": "gin-only"}, "knock__comparison": "below"}, None, 0),
        ({"knock__limit": {"kind": "upcard", "ace": "one"}}, "4s", 4),
        ({"knock__limit": {"kind": "upcard", "ace": "one"}}, "Ks", 10),
        ({"knock__limit": {"kind": "upcard", "ace": "one"}}, "As", 1),
        ({"knock__limit": {"kind": "upcard", "ace": "gin-only"}}, "As", 0),
        ({"knock__limit": {"kind": "upcard", "ace": "one"}, "knock__comparison": "below"}, "As", 0),
        ({"knock__limit": {"kind": "upcard", "ace": "one"}, "knock__comparison": "below"}, "4s", 3),
        ({"knock__limit": {"kind": "upcard", "ace": "one", "cap": 7}}, "Ks", 7),
        ({"knock__limit": {"kind": "upcard", "ace": "one", "cap": 7}}, "5s", 5),
    ],
)
def test_the_limit_is_the_greatest_deadwood_with_which_one_may_knock(
    changed: dict[str, Any], upcard: str | None, limit: int | None
) -> None:
    more: dict[str, Any] = {"upcard": upcard} if upcard else {}
    result = score(GIN, MANY, "gin", **more, **changed)
    assert result.get("limit") == limit
    assert result["outcome"] == "gin"


def test_an_upcard_counts_what_the_deck_says_but_an_ace_what_the_limit_says() -> None:
    values = dict.fromkeys("23456789", 5) | {"A": 15, "10": 10, "J": 10, "Q": 10, "K": 10, "joker": 20}
    asked = {"deck__values": values, "knock__limit": {"kind": "upcard", "ace": "one"}}
    assert score(GIN, MANY, "gin", upcard="9s", **asked)["limit"] == 5
    assert score(GIN, MANY, "gin", upcard="As", **asked)["limit"] == 1


def steps(result: dict[str, Any]) -> list[tuple[str, str, int, str]]:
    return [(step["rule"], step["player"], step["points"], step["text"]) for step in result["steps"]]


def test_steps_say_where_the_points_come_from() -> None:
    assert steps(score(BIG_GIN, MANY, "big-gin", gin__big="adds", scoring__spades="doubles-points", upcard="4s")) == [
        ("scoring.collect", "Ann", 52, "52 less 0"),
        ("scoring.gin", "Ann", 25, "gin bonus"),
        ("scoring.big-gin", "Ann", 31, "big gin bonus"),
        ("scoring.spades", "Ann", 108, "the upcard is a spade: 108 doubled"),
    ]
    assert steps(score(EIGHT, TIED, scoring__tie="undercut-without-bonus")) == [
        ("scoring.collect", "Bob", 0, "8 less 8"),
        ("scoring.tie", "Bob", 0, "equal counts: no bonus"),
    ]
    assert steps(score(EIGHT, TIED, scoring__tie="no-score")) == [
        ("scoring.tie", "Ann", 0, "8 against 8: nobody scores"),
    ]
    assert steps(score(GIN, NOTHING, scoring__gin_tie="no-score")) == [
        ("scoring.gin-tie", "Ann", 0, "0 against 0: nobody scores"),
    ]
    assert steps(score(EIGHT, LAYS_TO_NOTHING, scoring__gin_off=31)) == [
        ("scoring.collect", "Bob", 8, "8 less 0"),
        ("scoring.gin-off", "Bob", 31, "bonus for ginning off"),
    ]


# --- declared and best


def test_a_declared_spread_stands_even_if_it_is_worse_than_the_best() -> None:
    assert score(THREE, "[2c 2d 2h] Ac 5s 8h 8s 8d Qs Kd")["deadwood"]["Bob"] == 1 + 5 + 24 + 20
    assert score(THREE, "2c 2d 2h Ac 5s 8h 8s 8d Qs Kd")["deadwood"]["Bob"] == 1 + 5 + 20
    assert score(THREE, MANY.replace("Th", "7h"), layoffs="")["deadwood"]["Bob"] == 49
    # the empty spread of Bob: 2 + 2 + 2 more, and nothing fits
    told = score(THREE, MANY, spread="[4h 5h 6h] [9c 9d 9s]")
    assert told.get("refused", {}).get("rules") == ["knock.limit"]  # 30 + 3


def test_layoffs_declared_and_the_spread_best() -> None:
    bob = "7h 7c 7d 8h 2c 2d Ac 5s Qs Kd"
    # undeclared: 7 7 7 stay together, 8 + 2 + 2 + 1 + 5 + 20 = 38, or 7 8 laid off: 14 + 2 + 2 + 1 + 5 + 20 = 44
    assert score(THREE, bob)["deadwood"]["Bob"] == 38
    assert score(THREE, bob, layoffs="7h 8h on 4h")["deadwood"]["Bob"] == 44
    assert score(THREE, "[7c 7d 7h] 8h 2c 2d Ac 5s Qs Kd")["deadwood"]["Bob"] == 38
    assert score(THREE, "[7c 7d 7h] 8h 2c 2d Ac 5s Qs Kd", layoffs="")["deadwood"]["Bob"] == 38


def test_own_melds_fixed_first() -> None:
    # own melds first: 2 2 2, J J J, A A A leave three; together: the clubs go onto 3 4 5, the knaves and the twos stay
    ann = "[6h 6d 6c] [3s 4s 5s] [3c 4c 5c] 9d"
    bob = "2s 2h 3h Jh Ad 2d Jd Ac 2c Jc"
    assert score(ann, bob)["deadwood"]["Bob"] == 4
    assert score(ann, bob, layoff__own_melds="fixed-first")["deadwood"]["Bob"] == 5


def test_a_knocker_who_must_show_a_meld_shows_one_that_counts_nothing() -> None:
    courts_free = {rank: number for number, rank in enumerate("A23456789", 1)} | {"10": 0, "J": 0, "Q": 0, "K": 0, "joker": 20}
    ann, bob = "Kc Kd Kh As 2s 3h Jc Qd Th Ts", "2c 2d 2h Ac 5s 8h 8s 9h Qs 7d"
    result = score(ann, bob, knock__needs_meld="required", deck__values=courts_free)
    assert result["deadwood"]["Ann"] == 6
    assert result["spreads"]["Ann"] == [["Kc", "Kd", "Kh"]]
    # with no more than five points nobody may knock with this hand; a meld he can show
    low: dict[str, Any] = {"knock__limit": {"kind": "fixed", "points": 5}}
    assert refused(ann, bob, knock__needs_meld="required", deck__values=courts_free, **low) == ["knock.limit"]


COURTS_FREE = {**ROOT["deck.values"], "J": 0, "Q": 0, "K": 0}


@pytest.mark.parametrize("needs_meld", ["required", "not-required"])
def test_big_gin_melds_the_cards_that_count_nothing_too(needs_meld: str) -> None:
    changed: dict[str, Any] = {"gin__big": "adds", "knock__needs_meld": needs_meld, "deck__values": COURTS_FREE}
    ann, bob = "4h 5h 6h 7h 9c 9d 9s 9h Kd Kc Ks", "2c 2d 2h Ac 5s 8h 8s Th Qs Jd"
    assert facts(score(ann, bob, "big-gin", **changed)) == ("big-gin", ["Ann"], 32 + 25 + 31, 0, 1)  # 1 + 5 + 8 + 8 + 10
    assert score(ann, bob, "big-gin", **changed)["spreads"]["Ann"][-1] == ["Kc", "Kd", "Ks"]
    # a loose king counts nothing: gin it would be, big gin it is not
    loose = ann.replace("Ks", "Qd")
    assert refused(loose, bob, "big-gin", **changed) == ["gin.deadwood"]
    assert facts(score(loose, bob, "gin", discard="Qd", **changed))[0] == "gin"
