"""One column: how hands are written, when the game ends, what the end adds. The arithmetic stands beside the numbers."""

from typing import Any

import pytest

from tests.engine.sheets import NOBODY_ELSE, finals, settled, sheet, totals

W23 = "Two knock 10, One 40 {dealer One}; dead; One knock 5, Two 30; Two knock 9, One 4; Two gin, One 60"
SHUTOUT = "Ann knock 5, Bob 55; Ann knock 5, Bob 55"  # 50 + 50
HANDS_AND_BONUS = {"kind": "doubles-hands-and-bonus"}
CLASSIC = {"kind": "flat", "points": 100}


def penalties(**changed: Any) -> dict[str, Any]:
    """Rules of a game with penalties for several, five rounds."""
    return {
        "players__format": "everyone",
        "scoring__showdown": "lowest-wins",
        "scoring__collect": {"kind": "penalties", "gin-factor": 2},
        "scoring__knock": 10,
        "scoring__undercut": 20,
        "game__end": {"kind": "rounds", "rounds": 5},
        "game__settlement": {"kind": "none"},
        **NOBODY_ELSE,
        **changed,
    }


def test_a_whole_game() -> None:
    # W23: 30; dead; 25; 4 against 9 is 5 + 25; 60 + 25. Two: 115 + 100 + 2 x 25, One: 55 + 2 x 25
    reply = sheet(W23, "One Two")
    assert [deal["points"] for deal in reply["deals"]] == [
        {"One": 0, "Two": 30},
        {"One": 0, "Two": 0},
        {"One": 25, "Two": 0},
        {"One": 30, "Two": 0},
        {"One": 0, "Two": 85},
    ]
    assert [deal["boxes"] for deal in reply["deals"]][1:3] == [{"One": 0, "Two": 0}, {"One": 1, "Two": 0}]
    assert totals(reply) == [55, 115]
    assert reply["boxes"] == {"One": 2, "Two": 2}
    assert reply["bonuses"] == {
        "game": {"One": 0, "Two": 100},
        "box": {"One": 50, "Two": 50},
        "shutout": {"One": 0, "Two": 0},
    }
    assert finals(reply) == [105, 265]
    assert settled(reply) == [-160, 160]
    assert (reply["finished"], reply["winners"], reply["accepted"]) == (True, ["Two"], 5)


def test_an_unfinished_game_says_only_what_is_written() -> None:
    reply = sheet("Ann knock 4, Bob 23")
    assert (reply["finished"], reply["winners"], totals(reply)) == (False, [], [19, 0])
    assert not {"bonuses", "finals", "settlement", "columns"} & set(reply)


def test_an_empty_sheet() -> None:
    reply = sheet("")
    assert (reply["accepted"], reply["deals"], totals(reply), reply["boxes"]) == (0, [], [0, 0], {"Ann": 0, "Bob": 0})


def test_every_step_is_explained() -> None:
    reply = sheet("Ann gin, Bob 80; Bob knock 9, Ann 10", game__end={"kind": "rounds", "rounds": 2}, boxes__gin=1)
    assert [(step["player"], step["rule"], step["points"], step["text"]) for step in reply["steps"]] == [
        ("Ann", "scoring.collect", 80, "80 less 0"),
        ("Ann", "scoring.gin", 25, "gin bonus"),
        ("Bob", "scoring.collect", 1, "10 less 9"),
        ("Ann", "boxes.value", 50, "2 boxes of 25"),
        ("Bob", "boxes.value", 25, "1 box of 25"),
        ("Ann", "game.bonus", 100, "game bonus"),
        ("Ann", "game.settlement", 229, "Ann 255 less Bob 26"),
        ("Bob", "game.settlement", -229, "Ann 255 less Bob 26"),
    ]
    assert [step.get("deal") for step in reply["steps"]] == [1, 1, 2, None, None, None, None, None]
    assert {step["column"] for step in reply["steps"]} == {1}


# --- the target (T5, T6)


@pytest.mark.parametrize(("bob", "finished"), [(99 + 4, False), (100 + 4, True)])
def test_the_target_is_reached_not_passed(bob: int, finished: bool) -> None:
    assert sheet(f"Ann knock 4, Bob {bob}")["finished"] is finished


def test_the_target_of_this_count_of_players() -> None:
    end = {"kind": "target", "points": {"2": 50, "3": 80}}
    two = sheet("Ann knock 4, Bob 54", game__end=end)
    assert two["finished"]
    three = sheet("Ann knock 4, Bob 44, Cat 43", "Ann Bob Cat", game__end=end, players__format="everyone")
    assert (three["totals"]["Ann"], three["finished"]) == (79, False)


def test_who_reached_the_target_with_another_in_one_hand() -> None:
    # U9: Cat knocks with 9 against 5 and 3: 4 + 25 and 6 + 25
    carried = {"totals": {"Ann": 90, "Bob": 90, "Cat": 0}}
    rules: dict[str, Any] = {"players__format": "everyone", "carried": carried}
    higher = sheet("Cat knock 9, Ann 5, Bob 3", "Ann Bob Cat", **rules)
    assert totals(higher) == [119, 121, 0]
    assert (higher["finished"], higher["winners"]) == (True, ["Bob"])
    assert higher["bonuses"]["game"] == {"Ann": 0, "Bob": 100, "Cat": 0}
    level = sheet("Cat knock 9, Ann 5, Bob 5", "Ann Bob Cat", **rules)
    assert (totals(level), level["finished"]) == ([119, 119, 0], False)
    # The next hand separates them: Cat's does not, Ann's does.
    on = sheet("Cat knock 9, Ann 5, Bob 5; Cat knock 1, Ann 2, Bob 2", "Ann Bob Cat", **rules)
    assert (totals(on), on["finished"]) == ([119, 119, 2], False)
    ended = sheet("Cat knock 9, Ann 5, Bob 5; Ann knock 1, Bob 3, Cat 1", "Ann Bob Cat", scoring__tie="no-score", **rules)
    assert (totals(ended), ended["winners"]) == ([121, 119, 0], ["Ann"])


# --- rounds and time


@pytest.mark.parametrize("when", ["replayed", "counts"])
def test_rounds_and_a_dead_hand_among_them(when: str) -> None:
    # U10
    reply = sheet("Ann knock 4, Bob 14; dead", game__end={"kind": "rounds", "rounds": 2}, game__dead_hand=when)
    assert reply["finished"] is (when == "counts")
    assert len(reply["deals"]) == 2


def test_a_hand_that_nobody_won_is_a_round() -> None:
    rules: dict[str, Any] = {"game__end": {"kind": "rounds", "rounds": 2}, "scoring__tie": "no-score"}
    reply = sheet("Ann knock 4, Bob 14; Bob knock 7, Ann 7", **rules)
    assert (reply["finished"], reply["boxes"], finals(reply)) == (True, {"Ann": 1, "Bob": 0}, [10 + 10 + 25 + 100, 0])


def test_rounds_that_end_level_have_no_ender() -> None:
    # U10: no bonus and no shutout; Ann 10 + 25, Bob 10 + 25
    reply = sheet("Ann knock 4, Bob 14; Bob knock 4, Ann 14", game__end={"kind": "rounds", "rounds": 2})
    assert (reply["winners"], finals(reply), settled(reply)) == ([], [35, 35], [0, 0])
    assert reply["bonuses"]["game"] == {"Ann": 0, "Bob": 0}


def test_boxes_may_decide_rounds_that_end_level() -> None:
    # Ann 20 in one hand, Bob 12 + 8 in two: 20 + 25 against 20 + 50
    text = "Ann knock 4, Bob 24; Bob knock 4, Ann 16; Bob knock 4, Ann 12"
    reply = sheet(text, game__end={"kind": "rounds", "rounds": 3})
    assert (reply["winners"], finals(reply), settled(reply)) == (["Bob"], [45, 70], [-25, 25])
    assert reply["bonuses"]["game"] == {"Ann": 0, "Bob": 0}


def test_a_round_without_any_score() -> None:
    reply = sheet("dead", game__end={"kind": "rounds", "rounds": 1}, game__dead_hand="counts")
    assert (reply["finished"], reply["winners"], finals(reply)) == (True, [], [0, 0])


def test_the_target_means_nothing_where_rounds_are_played() -> None:
    assert not sheet("Ann knock 4, Bob 204", game__end={"kind": "rounds", "rounds": 2})["finished"]


TIME = {"kind": "time", "minutes": 60}


@pytest.mark.parametrize("when", ["replayed", "counts"])
def test_time(when: str) -> None:
    rules: dict[str, Any] = {"game__end": TIME, "game__dead_hand": when}
    assert not sheet("Ann knock 4, Bob 204", **rules)["finished"]
    ended = sheet("Ann knock 4, Bob 14; Bob knock 5, Ann 9 {last}", **rules)
    assert (finals(ended), ended["winners"]) == ([10 + 25 + 100, 4 + 25], ["Ann"])
    dead = sheet("Ann knock 4, Bob 14; dead {last}", **rules)
    assert (dead["finished"], dead["winners"]) == (True, ["Ann"])


# --- bonus and boxes (G1 to G4)


def test_the_bonus_stays_with_who_reached_the_target() -> None:
    # U8: Ann 51 + 51 + 100 + 2 x 20 = 242; Bob 11 x 9 + 11 x 20 = 319
    nines = "; ".join(["Bob knock 1, Ann 10"] * 11)
    text = f"{nines}; Ann knock 4, Bob 55; Ann knock 4, Bob 55"
    reply = sheet(text, variant="classic")
    assert (finals(reply), settled(reply), reply["winners"]) == ([242, 319], [-77, 77], ["Ann"])
    highest = sheet(text, variant="classic", game__winner="highest-total")
    assert (finals(highest), settled(highest), highest["winners"]) == ([242, 319], [-77, 77], ["Bob"])
    assert highest["bonuses"]["game"] == {"Ann": 100, "Bob": 0}


def test_equal_finals_have_no_highest_total() -> None:
    # Ann 100 + 20 + 25; Bob 70 in three hands + 75
    text = "Bob knock 1, Ann 31; Bob knock 1, Ann 31; Bob knock 1, Ann 11; Ann knock 1, Bob 101"
    reply = sheet(text, game__bonus=20, game__winner="highest-total")
    assert (finals(reply), reply["winners"], reply["finished"]) == ([145, 145], [], True)


def test_boxes_at_once_are_written_and_not_added_again() -> None:
    # W26: five hands of 10 and a box of 10 are 100
    tens = "; ".join(["Ann knock 4, Bob 14"] * 5)
    reply = sheet(tens, variant="palace")
    assert (totals(reply), finals(reply), reply["finished"]) == ([100, 0], [100, 0], True)
    assert reply["bonuses"]["box"] == {"Ann": 0, "Bob": 0}
    assert reply["boxes"] == {"Ann": 5, "Bob": 0}
    assert [step["points"] for step in reply["steps"] if step["rule"] == "boxes.value"] == [10] * 5
    # and nine of them are 90 where boxes are added at the end
    modern = sheet("; ".join(["Ann knock 4, Bob 14"] * 9), variant="modern")
    assert (totals(modern), modern["finished"]) == ([90, 0], False)


def test_boxes_at_once_are_no_points_for_a_shutout() -> None:
    # U21: Bob has won a hand by 0 and has 10 for its box: shut out by points, not by hands. Ann 100 + 10 doubled: hands only
    text = "Bob knock 9, Ann 9; Ann knock 1, Bob 101"
    rules: dict[str, Any] = {"scoring__tie": "knocker", "game__shutout": {"kind": "doubles-hands"}}
    reply = sheet(text, variant="palace", **rules)
    assert finals(reply) == [100 + 10 + 100, 10]
    by_hands = sheet(text, variant="palace", game__shutout_when="no-hands", **rules)
    assert finals(by_hands) == [100 + 10, 10]
    # doubles-all doubles the box as well: 110 + 110
    everything = sheet(text, variant="palace", **{**rules, "game__shutout": {"kind": "doubles-all"}})
    assert finals(everything) == [220, 10]


@pytest.mark.parametrize(
    ("shutout", "final", "added"),
    [
        # U1: three hands of 35, boxes 75, bonus 100
        ({"kind": "none"}, 105 + 100 + 75, 0),
        (CLASSIC, 380, 100),
        ({"kind": "doubles-hands"}, 385, 105),
        (HANDS_AND_BONUS, 485, 205),
        ({"kind": "doubles-all"}, 560, 280),
        ({"kind": "paid", "points": 100}, 280, 0),
    ],
)
@pytest.mark.parametrize("when", ["no-points", "no-hands"])
def test_each_shutout_by_either_trigger(shutout: dict[str, Any], final: int, added: int, when: str) -> None:
    text = "; ".join(["Ann knock 5, Bob 40"] * 3)
    reply = sheet(text, game__shutout=shutout, game__shutout_when=when)
    assert finals(reply) == [final, 0]
    assert reply["bonuses"]["shutout"] == {"Ann": added, "Bob": 0}
    if added:
        (step,) = (step for step in reply["steps"] if step["rule"] == "game.shutout")
        what = {
            "hands": "the hands",
            "hands-and-bonus": "the hands and the game bonus",
            "all": "the hands, the boxes and the game bonus",
        }
        how = (
            f"the {added} of {what[shutout['kind'].removeprefix('doubles-')]} once more"
            if shutout["kind"] != "flat"
            else "shutout bonus"
        )
        assert step["text"] == f"{how}: Bob {'scored no points' if when == 'no-points' else 'won no hand'}"
    assert settled(reply) == ([final, -final] if shutout["kind"] != "paid" else [final + 100, -final - 100])
    # A hand won by 0 is a hand and no point: 0 + 25 for Bob, and Ann is shut in only where hands count.
    zero = sheet("Bob knock 5, Ann 5; " + text, game__shutout=shutout, game__shutout_when=when, scoring__tie="knocker")
    expected = final if when == "no-points" else 280
    assert finals(zero) == [expected, 25]
    # A point is a hand as well.
    one = sheet("Bob knock 5, Ann 6; " + text, game__shutout=shutout, game__shutout_when=when)
    assert finals(one) == [280, 26]


def test_the_shutouts_of_two_variants() -> None:
    # W24: (100 + 50 + 100) x 2; 100 + 40 + 100 + 100
    assert finals(sheet(SHUTOUT, variant="modern")) == [500, 0]
    assert finals(sheet(SHUTOUT, variant="classic")) == [340, 0]
    # W25: one point against it, 250 and 1 + 25
    assert finals(sheet("Bob knock 9, Ann 10; " + SHUTOUT, variant="modern")) == [250, 26]


def test_a_box_without_a_point() -> None:
    # U25: who wins by 0 has a box, and is the winner
    reply = sheet("Ann knock 4, Bob 4", scoring__tie="knocker")
    assert (reply["deals"][0]["points"], reply["boxes"]) == ({"Ann": 0, "Bob": 0}, {"Ann": 1, "Bob": 0})


def test_all_the_others_must_be_shut_out() -> None:
    # U23: Ann 50 + 50 in each of two hands; Cat undercuts once for 3 + 25
    rules: dict[str, Any] = {"players__format": "everyone", "game__end": {"kind": "target", "points": 200}}
    text = "Ann knock 1, Bob 51, Cat 51; Ann knock 1, Bob 51, Cat 51"
    assert finals(sheet(text, "Ann Bob Cat", **rules)) == [2 * 200 + 100 + 50, 0, 0]
    one = sheet("Bob knock 9, Ann 10, Cat 6; " + text, "Ann Bob Cat", **rules)
    # Bob beats Ann by 1, Cat undercuts Bob by 3
    assert finals(one) == [200 + 100 + 50, 1, 28 + 25]
    assert finals(sheet("Cat 5, Ann 0, Bob 0; " + text, "Ann Bob Cat", **rules)) == [200 + 100 + 50, 0, 5 + 25]
    assert finals(sheet("Bob 5, Ann 0, Cat 0; " + text, "Ann Bob Cat", **rules)) == [200 + 100 + 50, 5 + 25, 0]


# --- penalties (H6, H7)


def test_penalties_are_summed() -> None:
    # the hands of seed 2: knock 4 against 10 and 55: +10, -6, -51; gin against 26 and 11: +25, -52, -22
    reply = sheet("Ann knock 4, Bob 10, Cat 55; Bob gin, Ann 26, Cat 11", "Ann Bob Cat", **penalties())
    assert totals(reply) == [10 - 52, -6 + 25, -51 - 22]
    # U13: a spade doubles everything: +20, -12, -102
    doubled = sheet("Ann knock 4, Bob 10, Cat 55 {upcard 4s}", "Ann Bob Cat", **penalties(scoring__spades="doubles-points"))
    assert totals(doubled) == [20, -12, -102]


def test_penalties_with_boxes() -> None:
    # U14: every winner his box, nobody is charged one
    reply = sheet("Ann knock 8, Bob 5, Cat 5", "Ann Bob Cat", **penalties(boxes__value=25))
    assert (totals(reply), reply["boxes"]) == ([-3, 20, 20], {"Ann": 0, "Bob": 1, "Cat": 1})


def test_rounds_of_penalties_end() -> None:
    text = "; ".join(["Ann knock 4, Bob 10, Cat 55"] * 5)
    reply = sheet(text, "Ann Bob Cat", **penalties(game__settlement={"kind": "difference"}))
    assert (totals(reply), reply["winners"]) == ([50, -30, -255], ["Ann"])
    # 80 + 305; -80 + 225; -305 - 225
    assert settled(reply) == [385, 145, -530]


# --- scores already known, carried scores


def test_a_score_already_known() -> None:
    reply = sheet("Ann 14, Bob 0; tie Ann 0, Bob 0; Bob 20, Ann 0", scoring__spades="doubles-points-and-boxes")
    assert (totals(reply), reply["boxes"]) == ([14, 20], {"Ann": 1, "Bob": 1})
    assert [(step["rule"], step["text"]) for step in reply["steps"] if step["points"]] == [
        ("sheet.known", "14 known"),
        ("sheet.known", "20 known"),
    ]


def test_a_carried_score() -> None:
    carried = {"totals": {"Ann": 40, "Bob": 90}, "boxes": {"Ann": 2, "Bob": 3}}
    reply = sheet("Bob knock 4, Ann 14", carried=carried)
    assert (totals(reply), finals(reply)) == ([40, 100], [40 + 50, 100 + 100 + 100])
    assert [step["points"] for step in reply["steps"] if step["rule"] == "sheet.carried"] == [40, 90]
    without = sheet("", carried={"totals": {"Ann": 40, "Bob": 90}})
    assert (without["boxes"], without["finished"]) == ({"Ann": 0, "Bob": 0}, False)


def test_a_carried_score_that_ended_the_game() -> None:
    reply = sheet("", carried={"totals": {"Ann": 110, "Bob": 40}})
    assert (reply["finished"], finals(reply)) == (True, [210, 40])
    assert not sheet("", carried={"totals": {"Ann": 110, "Bob": 110}})["finished"]
    for end in (TIME, {"kind": "rounds", "rounds": 1}):
        # hands that were carried are no rounds
        assert not sheet("", carried={"totals": {"Ann": 110, "Bob": 40}}, game__end=end)["finished"]
    refused = sheet("Ann knock 4, Bob 14", carried={"totals": {"Ann": 110, "Bob": 40}})
    assert (refused["accepted"], refused["refused"]["rules"]) == (0, ["game.end"])


@pytest.mark.parametrize(
    ("points", "boxes", "shut_out"),
    [(0, 0, True), (0, 1, False), (5, 0, False)],
)
def test_whether_a_carried_score_has_a_hand(points: int, boxes: int, shut_out: bool) -> None:
    carried = {"totals": {"Ann": 60, "Bob": points}, "boxes": {"Ann": 1, "Bob": boxes}}
    reply = sheet("Ann knock 1, Bob 41", carried=carried, game__shutout=CLASSIC, game__shutout_when="no-hands")
    assert reply["bonuses"]["shutout"] == {"Ann": 100 * shut_out, "Bob": 0}


def test_carried_boxes_that_count_at_once_are_in_the_total() -> None:
    # Bob's 20 are two boxes: no points. Ann has 60 + 30 of hands, 2 boxes
    carried = {"totals": {"Ann": 70, "Bob": 20}, "boxes": {"Ann": 1, "Bob": 2}}
    reply = sheet("Ann knock 1, Bob 31", variant="palace", carried=carried, game__shutout={"kind": "doubles-hands"})
    assert (totals(reply), finals(reply)) == ([110, 20], [110 + 90, 20])
