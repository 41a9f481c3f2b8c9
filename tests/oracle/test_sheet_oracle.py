"""The oracle of sheets against examples that sources state or that were worked out by hand (U: the design's open questions)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.payment import pay
from tests.oracle.sheet import tally
from tests.oracle.sheet_words import named_rules, sheet, target

NS = "N: Ann Cat, E: Bob Dan"
FOUR = "Ann Bob Cat Dan"
PENALTIES = {"kind": "penalties", "gin-factor": 2}


def told(deals: str, players: str = "Ann Bob", variant: str = "standard", **changed: Any) -> dict[str, Any]:
    return tally(sheet(deals, players, variant, **changed))


def teams(deals: str, **changed: Any) -> dict[str, Any]:
    return told(deals, FOUR, sides=NS, **{"players__format": "partnership", **changed})


def hand(deadwood: dict[str, int], call: str = "knock", upcard: str = "", **changed: Any) -> dict[str, Any]:
    """What a hand pays; the first named goes out."""
    entry: dict[str, Any] = {"knocker": next(iter(deadwood)), "call": call, "deadwood": deadwood}
    if upcard:
        entry["upcard"] = upcard
    return pay(named_rules(changed), list(deadwood), entry)


# --- several in a hand


def test_two_undercutters_under_both_comparisons() -> None:
    # U11: 5 and 6 against 8
    counts = {"Ann": 8, "Bob": 5, "Cat": 6}
    penalties: dict[str, Any] = {"scoring__collect": PENALTIES, "scoring__knock": 10, "scoring__undercut": 20}
    lowest = hand(counts, scoring__showdown="lowest-wins", **penalties)
    assert (lowest["points"], lowest["winners"]) == ({"Ann": -3, "Bob": 20, "Cat": -1}, ["Bob"])
    each = hand(counts, **penalties)
    assert (each["points"], each["winners"]) == ({"Ann": -3, "Bob": 20, "Cat": 20}, ["Bob", "Cat"])
    # differences: 8 - 5 + 25, 8 - 6 + 25; the lowest takes 3 and 1 and 25
    assert hand(counts)["points"] == {"Ann": 0, "Bob": 28, "Cat": 27}
    assert hand(counts, scoring__showdown="lowest-wins")["points"] == {"Ann": 0, "Bob": 29, "Cat": 0}


def test_two_tied_undercutters_charge_the_knocker_once() -> None:
    # U12: 5 and 5 against 8
    changed: dict[str, Any] = {"scoring__showdown": "lowest-wins", "scoring__collect": PENALTIES, "scoring__undercut": 20}
    counts = {"Ann": 8, "Bob": 5, "Cat": 5, "Dan": 9}
    assert hand(counts, **changed)["points"] == {"Ann": -3, "Bob": 20, "Cat": 20, "Dan": -4}
    first = hand(counts, scoring__shared_undercut="next-in-turn", **changed)
    assert (first["points"], first["winners"]) == ({"Ann": -3, "Bob": 20, "Cat": 0, "Dan": -4}, ["Bob"])
    assert hand(counts, **changed)["boxes"] == {"Ann": 0, "Bob": 1, "Cat": 1, "Dan": 0}


def test_the_three_hands_of_seed_2() -> None:
    changed: dict[str, Any] = {
        "scoring__showdown": "lowest-wins", "scoring__collect": PENALTIES, "scoring__knock": 10, "scoring__undercut": 20,
    }  # fmt: skip
    assert hand({"Ann": 0, "Bob": 26, "Cat": 11}, "gin", **changed)["points"] == {"Ann": 25, "Bob": -52, "Cat": -22}
    assert hand({"Ann": 4, "Bob": 10, "Cat": 55}, **changed)["points"] == {"Ann": 10, "Bob": -6, "Cat": -51}
    assert hand({"Ann": 8, "Bob": 5, "Cat": 48}, **changed)["points"] == {"Ann": -3, "Bob": 20, "Cat": -43}
    # U13: a spade doubles everything
    doubled = hand({"Ann": 4, "Bob": 10, "Cat": 55}, upcard="3s", scoring__spades="doubles-points", **changed)
    assert doubled["points"] == {"Ann": 20, "Bob": -12, "Cat": -102}


def test_each_with_the_knocker_who_wins_and_loses() -> None:
    both = hand({"Ann": 8, "Bob": 5, "Cat": 20}, scoring__knock=10)
    # Cat: 20 - 8 + 10; Bob: 8 - 5 + 25
    assert both["points"] == {"Ann": 22, "Bob": 28, "Cat": 0}
    assert (both["outcome"], both["winners"], both["boxes"]) == ("undercut", ["Bob"], {"Ann": 0, "Bob": 1, "Cat": 0})


@pytest.mark.parametrize(
    ("tie", "showdown", "points", "winners", "outcome"),
    [
        ("undercut", "each-with-knocker", [12, 25, 0], ["Bob"], "undercut"),
        ("undercut-without-bonus", "each-with-knocker", [12, 0, 0], ["Bob"], "undercut"),
        ("no-score", "each-with-knocker", [12, 0, 0], ["Ann"], "knock"),
        ("knocker", "each-with-knocker", [12, 0, 0], ["Ann"], "knock"),
        ("undercut", "lowest-wins", [0, 37, 0], ["Bob"], "undercut"),
        ("undercut-without-bonus", "lowest-wins", [0, 12, 0], ["Bob"], "undercut"),
        ("no-score", "lowest-wins", [0, 0, 0], [], "tie"),
        ("knocker", "lowest-wins", [12, 0, 0], ["Ann"], "knock"),
    ],
)
def test_one_equal_and_one_above(tie: str, showdown: str, points: list[int], winners: list[str], outcome: str) -> None:
    # 8 against 8 and 20
    facts = hand({"Ann": 8, "Bob": 8, "Cat": 20}, scoring__tie=tie, scoring__showdown=showdown)
    assert [facts["points"][player] for player in ("Ann", "Bob", "Cat")] == points
    assert (facts["winners"], facts["outcome"]) == (winners, outcome)


def test_gin_beats_everybody_unless_nothing_is_left_to_one() -> None:
    assert hand({"Ann": 0, "Bob": 0, "Cat": 20}, "knock")["points"] == {"Ann": 45, "Bob": 0, "Cat": 0}
    void = hand({"Ann": 0, "Bob": 0, "Cat": 20}, "gin", scoring__gin_tie="no-score")
    assert (void["outcome"], void["winners"], void["points"]) == ("tie", [], {"Ann": 0, "Bob": 0, "Cat": 0})


# --- games for two


def test_the_game_of_jdh8() -> None:
    # W23: 30 and 85 for Two, 25 and 30... Two 115 + 50 + 100 = 265, One 55 + 50 = 105
    game = told("1 dealer One: Two knock 5, One 35; dead; One knock 5, Two 30; Two knock 8, One 3; Two gin, One 60", "One Two")
    assert game["totals"] == {"One": 55, "Two": 115}
    assert game["finals"] == {"One": 105, "Two": 265}
    assert (game["winners"], game["settlement"]) == (["Two"], {"One": -160, "Two": 160})
    before = told("1 dealer One: Two knock 5, One 35; dead", "One Two")
    assert before["next"][0]["dealer"] == "Two"
    assert told("1 dealer One: Two knock 5, One 35", "One Two")["next"][0]["dealer"] == "Two"


@pytest.mark.parametrize(
    ("shutout", "final"),
    [
        ({"kind": "none"}, 280),
        ({"kind": "flat", "points": 100}, 380),
        ({"kind": "doubles-hands"}, 385),
        ({"kind": "doubles-hands-and-bonus"}, 485),
        ({"kind": "doubles-all"}, 560),
    ],
)
def test_orders_of_shutout_bonus_and_boxes(shutout: dict[str, Any], final: int) -> None:
    # U1: 105 points and three boxes against nothing
    game = told("Ann 35; Ann 35; Ann 35", game__shutout=shutout)
    assert game["finals"] == {"Ann": final, "Bob": 0}
    assert sum(bonus["Ann"] for bonus in game["bonuses"].values()) == final - 105


def test_shutouts_of_jdh8() -> None:
    # W24: two hands of 50; W25: one point for the other
    modern = told("Ann 50; Ann 50", game__shutout={"kind": "doubles-all"})
    assert modern["finals"] == {"Ann": 500, "Bob": 0}
    classic: dict[str, Any] = {"game__shutout": {"kind": "flat", "points": 100}, "boxes__value": 20}
    assert told("Ann 50; Ann 50", **classic)["finals"] == {"Ann": 340, "Bob": 0}
    assert told("Ann 50; Bob 1; Ann 50", game__shutout={"kind": "doubles-all"})["finals"] == {"Ann": 250, "Bob": 26}


def test_boxes_at_once() -> None:
    # W26: five knocks of 10 with boxes of 10 make 100; without, nine make 90
    palace: dict[str, Any] = {"boxes__value": 10, "boxes__when": "at-once", "game__bonus": 0, "game__shutout": {"kind": "none"}}
    four = told("Ann 10; Ann 10; Ann 10; Ann 10", **palace)
    assert (four["finished"], four["totals"]["Ann"]) == (False, 80)
    five = told("Ann 10; Ann 10; Ann 10; Ann 10; Ann 10", **palace)
    assert (five["finished"], five["finals"]) == (True, {"Ann": 100, "Bob": 0})  # U21: not 150
    assert not told("; ".join(["Ann 10"] * 9))["finished"]
    # U21: boxes at once do not save from a shutout: a hand won by 0
    won = told("Bob 1; Ann knock 5, Bob 5; Ann 99", **{**palace, "scoring__tie": "knocker"})
    assert won["finished"]


def test_the_bonus_stays_with_the_ender() -> None:
    # U8: 102 + 100 + 2 boxes of 20 = 242; 99 + 11 boxes of 20 = 319; he pays 77
    deals = "; ".join(["Bob 9"] * 11 + ["Ann 51", "Ann 51"])
    game = told(deals, boxes__value=20)
    assert (game["finals"], game["winners"]) == ({"Ann": 242, "Bob": 319}, ["Ann"])
    assert game["settlement"] == {"Ann": -77, "Bob": 77}
    assert told(deals, boxes__value=20, game__winner="highest-total")["winners"] == ["Bob"]


def test_a_settlement_of_totals_and_boxes() -> None:
    # W72: 115 with 6 boxes, 80 with 4: 35 + 100 + 2 x 25 = 185
    deals = "Ann 15; Ann 15; Ann 15; Ann 15; Ann 15; Bob 20; Bob 20; Bob 20; Bob 20; Ann 40"
    assert told(deals)["settlement"] == {"Ann": 185, "Bob": -185}


def test_a_hand_won_by_nothing_is_a_hand_won() -> None:
    # U22: Bob won a hand by 0: shut out by points, not by hands. 100 + 100 + 100 + 2 x 20 - 20 = 320
    rules: dict[str, Any] = {
        "boxes__value": 20, "scoring__tie": "knocker", "game__shutout": {"kind": "flat", "points": 100},
        "game__settlement": {"kind": "difference", "doubled-when": "no-hands"},
    }  # fmt: skip
    game = told("Bob knock 5, Ann 5; Ann 50; Ann 50", **rules)
    assert (game["finals"], game["settlement"]["Ann"]) == ({"Ann": 340, "Bob": 20}, 320)
    # without that hand he pays double: 340 x 2
    assert told("Ann 50; Ann 50", **rules)["settlement"] == {"Ann": 680, "Bob": -680}
    # U25: he is the winner of the hand and deals
    assert told("1 dealer Ann: Bob knock 5, Ann 5", **rules)["next"][0]["dealer"] == "Bob"
    # U26: nobody won: as a dead hand
    assert told("1 dealer Ann: Bob knock 5, Ann 5", scoring__tie="no-score")["next"][0]["dealer"] == "Ann"


def test_rounds() -> None:
    rounds: dict[str, Any] = {"game__end": {"kind": "rounds", "rounds": 2}, "game__shutout": {"kind": "none"}}
    level = told("Ann 20; Bob 20", **rounds)  # U10
    assert (level["finished"], level["winners"], level["bonuses"]["game"]) == (True, [], {"Ann": 0, "Bob": 0})
    assert not told("Ann 20; dead", **rounds)["finished"]
    assert told("Ann 20; dead", game__dead_hand="counts", **rounds)["finals"] == {"Ann": 145, "Bob": 0}
    # a hand nobody won has been played (T2)
    assert told("Ann 20; Bob knock 5, Ann 5", scoring__tie="no-score", **rounds)["finished"]


def test_time_and_what_comes_after_the_end() -> None:
    time: dict[str, Any] = {"game__end": {"kind": "time", "minutes": 60}}
    assert not told("Ann 200", **time)["finished"]
    assert told("Ann 20; 2 last: Bob 5", **time)["finals"] == {"Ann": 145, "Bob": 30}
    assert told("Ann 20; 2 last: Bob 5; Ann 3", **time) == {"accepted": 2, "refused": {"game.end"}}
    assert told("Ann 100; Ann knock 11, Bob 20") == {"accepted": 1, "refused": {"game.end", "knock.limit"}}


def test_refused_entries() -> None:
    assert told("Ann knock 11, Bob 20") == {"accepted": 0, "refused": {"knock.limit"}}
    assert told("Ann knock 10, Bob 20")["accepted"] == 1
    assert told("Ann big-gin, Bob 20")["refused"] == {"gin.big"}
    assert told("Ann gin 3, Bob 20")["refused"] == {"gin.deadwood"}
    assert told("Ann knock 5, Bob 20", knock__limit={"kind": "upcard", "ace": "one"})["accepted"] == 1
    assert told("1 upcard 4h: Ann knock 5, Bob 20", knock__limit={"kind": "upcard", "ace": "one"})["refused"] == {"knock.limit"}


# --- three


def test_what_a_shut_out_player_is_charged() -> None:
    # U27: A 105 + 100 + 2 x 25 = 255, B 30 + 25 = 55, C nothing
    rules: dict[str, Any] = {"players__format": "everyone", "game__shutout": {"kind": "paid", "points": 100}}
    game = told("Ann 50; Bob 30; Ann 55", "Ann Bob Cat", **rules)
    assert game["finals"] == {"Ann": 255, "Bob": 55, "Cat": 0}
    assert game["settlement"] == {"Ann": 555, "Bob": -145, "Cat": -410}
    # U23: all opponents must be shut out for the others; U28: every pair, 200 + 255, 55 - 200, -255 - 55
    flat = told("Ann 50; Bob 30; Ann 55", "Ann Bob Cat", players__format="everyone")
    assert flat["settlement"] == {"Ann": 455, "Bob": -145, "Cat": -310}


def test_two_reach_the_target_in_one_hand() -> None:
    # U9. Ann knocks 8 against 3 and 20: Bob 8 - 3 + 25 = 30, Ann 20 - 8 = 12
    rules: dict[str, Any] = {"players__format": "everyone", "game__end": target(42)}
    both = told("Ann 30, Bob 13; Ann knock 8, Bob 3, Cat 20", "Ann Bob Cat", **rules)
    assert (both["finished"], both["winners"]) == (True, ["Bob"])
    equal = told("Ann 30, Bob 12; Ann knock 8, Bob 3, Cat 20", "Ann Bob Cat", **rules)
    assert (equal["totals"], equal["finished"]) == ({"Ann": 42, "Bob": 42, "Cat": 0}, False)
    assert told("Ann 30, Bob 12; Ann knock 8, Bob 3, Cat 20; Cat 1", "Ann Bob Cat", **rules)["finished"] is False
    assert told("Ann 30, Bob 12; Ann knock 8, Bob 3, Cat 20; Ann 1", "Ann Bob Cat", **rules)["winners"] == ["Ann"]


# --- sides


def test_hands_of_two_tables_are_netted() -> None:
    # W1: +16 and +12 for the same side; W2: +7 and -13; W76: +12, -10; W77: +30, -29
    for tables, points in (
        ("Ann 16; 1: Cat 12", {"N": 28, "E": 0}),
        ("Ann 7; 1: Dan 13", {"N": 0, "E": 6}),
        ("Ann 12; 1: Dan 10", {"N": 2, "E": 0}),
        ("Ann 30; 1: Dan 29", {"N": 1, "E": 0}),
        ("Ann 13; 1: Dan 13", {"N": 0, "E": 0}),
    ):
        netted = teams(tables)
        assert netted["deals"][0]["points"] == points
        assert netted["boxes"] == {side: int(amount > 0) for side, amount in points.items()}


def test_roodle_and_spades() -> None:
    # U3, U4: three a side, all ginning or knocking under a spade: 70 + 60 + 10 = 140 points
    deals = "upcard 3s: Ann gin, Bob 10; 1 upcard 4s: Cat gin, Dan 5; 1 upcard Ks: Eva knock 5, Fay 10"
    rules: dict[str, Any] = {
        "players__format": "partnership", "boxes__gin": 2, "boxes__undercut": 1, "boxes__sweep": 1,
        "game__end": target(300), "scoring__spades": "doubles-points-and-extra-boxes",
    }  # fmt: skip
    sides = "N: Ann Cat Eva, E: Bob Dan Fay"
    played = told(deals, "Ann Bob Cat Dan Eva Fay", sides=sides, **rules)
    assert (played["totals"]["N"], played["boxes"]["N"]) == (140, 15)  # 515
    both = told(deals, "Ann Bob Cat Dan Eva Fay", sides=sides, **{**rules, "scoring__spades": "doubles-points-and-boxes"})
    assert both["boxes"]["N"] == 16  # 540
    # one table under a heart: 35 + 60 + 10, boxes 1 + 2 + 4 + 3
    heart = told(deals.replace("3s", "3h"), "Ann Bob Cat Dan Eva Fay", sides=sides, **rules)
    assert (heart["totals"]["N"], heart["boxes"]["N"]) == (105, 10)


def test_kisses_of_the_losing_side_are_lost() -> None:
    # U2: Ann gin 25 + 5 = 30 with two extra boxes; Dan 3 v 40 = 37: East West 7, one box
    lost = teams("Ann gin, Bob 5; 1: Dan knock 3, Cat 40", boxes__gin=2)
    assert (lost["deals"][0]["points"], lost["boxes"]) == ({"N": 0, "E": 7}, {"N": 0, "E": 1})
    kept = teams("Ann gin, Bob 15; 1: Dan knock 3, Cat 40", boxes__gin=2)
    assert (kept["deals"][0]["points"], kept["boxes"]) == ({"N": 3, "E": 0}, {"N": 3, "E": 0})


def test_a_side_that_won_tables_and_no_hand_is_shut_out() -> None:
    # U24
    game = teams("Ann 60; 1: Dan 10; 2: Ann 60; 2: Dan 10", game__shutout_when="no-hands")
    assert game["totals"] == {"N": 100, "E": 0}
    assert game["bonuses"]["shutout"] == {"N": 100, "E": 0}


def test_a_dead_table() -> None:
    counts = teams("Ann 20; 1: dead", game__dead_hand="counts")
    assert (counts["deals"][0]["points"], counts["boxes"]["N"]) == ({"N": 20, "E": 0}, 1)


def test_who_sits_where_and_deals_next() -> None:
    def seats(deals: str, **changed: Any) -> set[tuple[str, ...]]:
        return {(*table["players"], table["dealer"]) for table in teams(deals, **changed)["next"]}

    assert seats("dealer Bob: Ann 20; 1: Cat 5", teams__opponents="per-hand") == {("Ann", "Dan", "Ann"), ("Cat", "Bob", "Cat")}
    assert seats("dealer Bob: Ann 20; 1: Cat 5") == {("Ann", "Bob", "Ann"), ("Cat", "Dan", "Cat")}
    assert seats("dealer Bob: Ann 20; 1: Dan 25") == {("Ann", "Bob", "Bob"), ("Cat", "Dan", "Dan")}
    two = "dealer Bob: Ann 20; 1: Cat 5; 2: Ann knock 5, Dan 25; 2: Cat knock 5, Bob 10"
    assert seats(two, teams__opponents="per-hand", deal__next_dealer="in-turn", game__end=target(500)) == {
        ("Ann", "Bob", "Bob"), ("Cat", "Dan", "Dan"),
    }  # fmt: skip


# --- Hollywood

HOLLYWOOD = {"kind": "hollywood", "factors": [1, 1, 1], "late-entry": "next-open", "won-by": "settlement"}


def columns(game: dict[str, Any], side: str) -> list[int]:
    return [column["totals"][side] for column in game["columns"]]


def test_a_late_entry() -> None:
    # U7: Ann closes column 1 with two hands of 50; Bob wins 30 and 20
    deals = "Ann 50; Ann 50; Bob 30; Bob 20"
    by_next = told(deals, game__columns=HOLLYWOOD)
    assert (columns(by_next, "Ann"), columns(by_next, "Bob")) == ([100, 50, 0], [0, 50, 20])
    by_count = told(deals, game__columns={**HOLLYWOOD, "late-entry": "by-count"})
    assert columns(by_count, "Bob") == [0, 20, 0]
    assert [deal["columns"] for deal in by_count["deals"]] == [[1], [1, 2], [], [2]]
    assert [deal["columns"] for deal in by_next["deals"]] == [[1], [1, 2], [2], [2, 3]]


def test_the_third_column_counts_twice() -> None:
    # Ann 40 40 40: 120 in column 1 closes, 80, 40; Ann 40: 120 closes 2, 80; Ann 40: 120 closes 3.
    # Column 1: 120 + 120 shut out + 100 + 3 x 25 = 415; the others the same; 415 + 415 + 2 x 415 = 1660 (U5, U6)
    game = told("Ann 40; Ann 40; Ann 40; Ann 40; Ann 40", game__columns={**HOLLYWOOD, "factors": [1, 1, 2]})
    assert game["finished"]
    assert [column["finals"]["Ann"] for column in game["columns"]] == [415, 415, 415]
    assert [column["settlement"]["Ann"] for column in game["columns"]] == [415, 415, 830]
    assert game["settlement"] == {"Ann": 1660, "Bob": -1660}
    assert told("Ann 40; Ann 40; Ann 40; Ann 40; Ann 40; Bob 5", game__columns=HOLLYWOOD)["refused"] == {"game.end"}


def test_who_wins_the_columns() -> None:
    # Bob wins column 1 by a little, Ann columns 2 and 3
    deals = "Ann 90; Bob 99; Bob 1; Bob 1; Ann 1; Ann 150"
    rules: dict[str, Any] = {"boxes__value": 0, "game__bonus": 0, "game__shutout": {"kind": "none"}}
    most = told(deals, game__columns={**HOLLYWOOD, "won-by": "most-columns"}, **rules)
    # column 1: Ann 90, Bob 99 + 1 = 100 closed. Bob's third: columns 2, 3. Ann's second: 2 (first without), her third: 2, 3
    assert columns(most, "Bob") == [100, 2, 1]
    assert columns(most, "Ann") == [90, 151, 150]
    assert (most["finished"], most["winners"]) == (True, ["Ann"])


def test_halves_are_rounded_away_from_zero() -> None:
    rules: dict[str, Any] = {"boxes__value": 0, "game__bonus": 0, "game__shutout": {"kind": "none"}}
    rounding = {"kind": "difference", "round-to": 10}
    assert told("Bob 5; Ann 100", game__settlement=rounding, **rules)["settlement"] == {"Ann": 100, "Bob": -100}  # 95
    assert told("Bob 6; Ann 100", game__settlement=rounding, **rules)["settlement"] == {"Ann": 90, "Bob": -90}  # 94


def test_a_sheet_that_begins_from_a_score() -> None:
    carried = {"totals": {"Ann": 60, "Bob": 90}, "boxes": {"Ann": 2, "Bob": 4}}
    game = told("Ann 40", carried=carried)
    # 100 + 100 + 3 x 25 = 275; 90 + 4 x 25 = 190
    assert game["finals"] == {"Ann": 275, "Bob": 190}
