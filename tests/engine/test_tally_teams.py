"""Partnership: the tables of a hand are netted (T3). The arithmetic stands beside the numbers."""

from itertools import permutations
from typing import Any

import pytest

from tests.engine.sheets import ask, finals, reply_to, settled, teams, totals

SIX = {
    "players": "Ann Bob Cat Dan Eve Fox",
    "sides": "N: Ann Cat Eve, S: Bob Dan Fox",
    "players__format": "partnership",
    "game__end": {"kind": "target", "points": 500},
}


def six(text: str, **changed: Any) -> dict[str, Any]:
    """A sheet of two sides of three."""
    return reply_to(ask(text, **{**SIX, **changed}))


def boxes(reply: dict[str, Any]) -> list[int]:
    """The boxes in the order of the sides."""
    return list(reply["boxes"].values())


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Ann knock 4, Bob 20; = Cat knock 1, Dan 13", [28, 0]),  # seed 0: 16 + 12
        ("Ann knock 5, Bob 12; = Dan knock 2, Cat 15", [0, 6]),  # seed 0: 13 - 7
        ("Ann knock 5, Bob 17; = Dan knock 0, Cat 10", [0, 10 + 25 - 12]),  # gin, though knock was called
        ("Ann knock 3, Bob 15; = Dan knock 4, Cat 14", [2, 0]),  # 12 - 10
    ],
)
def test_the_higher_side_gets_the_difference(text: str, points: list[int]) -> None:
    reply = teams(text)
    assert (totals(reply), boxes(reply)) == (points, [int(points[0] > 0), int(points[1] > 0)])


def test_the_steps_of_a_net() -> None:
    reply = teams("Ann knock 5, Bob 12; = Dan knock 2, Cat 15")
    assert [(step["player"], step["rule"], step["points"], step["text"]) for step in reply["steps"]] == [
        ("N", "scoring.collect", 7, "Ann: 12 less 5"),
        ("E", "scoring.collect", 13, "Dan: 15 less 2"),
        ("N", "players.format", -7, "7 against 13: nothing is written"),
        ("E", "players.format", -7, "13 less 7 of N"),
    ]


def test_equal_sums() -> None:
    # U2: nobody wins, no box, and the extra boxes of a gin are lost. 25 + 5 against 30
    reply = teams("Ann gin, Bob 5; = Dan knock 4, Cat 34", boxes__gin=2)
    assert (totals(reply), boxes(reply)) == ([0, 0], [0, 0])
    assert reply["deals"] == [{"deal": 1, "points": {"N": 0, "E": 0}, "boxes": {"N": 0, "E": 0}}]


def test_extra_boxes() -> None:
    # Ann's gin has two and Bob's partner's undercut one: 25 + 30 against 25 + 2; only the winners' count
    text = "Ann gin, Bob 30; = Cat knock 8, Dan 6"
    extra: dict[str, Any] = {"boxes__gin": 2, "boxes__undercut": 1}
    assert boxes(teams(text, **extra)) == [1 + 2, 0]
    # U2: the gin of the side that loses the net is lost: 25 + 5 against 25 + 40
    assert boxes(teams("Ann gin, Bob 5; = Dan gin, Cat 40", **extra)) == [0, 1 + 2]
    # both of a side
    assert boxes(teams("Ann gin, Bob 5; = Cat gin, Dan 40", **extra)) == [1 + 2 + 2, 0]
    known = teams("Ann 30, Bob 0; = Dan 10, Cat 0", **extra)
    assert boxes(known) == [1, 0]


def test_known_boxes_of_a_table() -> None:
    params = ask("Ann 30, Bob 0; = Cat 10, Dan 0", "Ann Bob Cat Dan", sides="N: Ann Cat, E: Bob Dan", **TEAMS)
    params["deals"][0]["boxes"] = {"Ann": 3, "Bob": 0}
    assert boxes(reply_to(params)) == [1 + 2, 0]


TEAMS: dict[str, Any] = {"players__format": "partnership"}


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("Ann knock 4, Bob 14; = Cat knock 4, Dan 14", 1 + 2 * 2),  # for each of them
        ("Ann knock 4, Bob 34; = Dan knock 4, Cat 14", 1),
        ("Ann knock 4, Bob 34; = dead {players Cat Dan}", 1),
        ("Ann knock 4, Bob 34; = tie Cat 0, Dan 0", 1),
    ],
)
def test_a_sweep(text: str, won: int) -> None:
    assert boxes(teams(text, boxes__sweep=2, game__dead_hand="counts")) == [won, 0]


def test_a_spade_and_the_boxes_of_a_net() -> None:
    # U3 and U4: three partners sweep (1 each), two of them with gin (2 each), every upcard a spade.
    # Points (30 + 30 + 10) x 2 = 140; boxes 1 + 2 x (2 + 2) + 2 x 3 = 15, worth 375
    text = "Ann gin, Bob 5 {upcard 4s}; = Cat gin, Dan 5 {upcard Ts}; = Eve knock 4, Fox 14 {upcard As}"
    extra: dict[str, Any] = {"boxes__gin": 2, "boxes__sweep": 1, "game__bonus": 0}
    over: dict[str, Any] = {"game__end": {"kind": "rounds", "rounds": 1}, "game__shutout": {"kind": "none"}, **extra}
    reply = six(text, scoring__spades="doubles-points-and-extra-boxes", **over)
    assert (totals(reply), boxes(reply), finals(reply)) == ([140, 0], [15, 0], [515, 0])
    assert boxes(six(text, scoring__spades="doubles-points-and-boxes", **over)) == [16, 0]
    # only the points: 1 + 4 + 3
    assert boxes(six(text, scoring__spades="doubles-points", **over)) == [8, 0]
    # A score already known shows no spade: 1 + 3
    known = "Ann 30, Bob 0 {upcard 4s}; = Cat 30, Dan 0 {upcard Ts}; = Eve 10, Fox 0 {upcard As}"
    assert boxes(six(known, scoring__spades="doubles-points-and-boxes", **over)) == [4, 0]
    # One table without a spade: its gin counts 2, the sweep 3, the own box 1: 1 + 2 + 4 + 3
    red = text.replace("4s", "4h")
    assert boxes(six(red, scoring__spades="doubles-points-and-boxes", **over)) == [10, 0]


def test_the_own_box_is_doubled_if_every_won_table_doubles_it() -> None:
    rules: dict[str, Any] = {"scoring__spades": "doubles-points-and-boxes", "game__dead_hand": "counts"}
    assert boxes(teams("Ann knock 4, Bob 14 {upcard 4s}; = dead {players Cat Dan}", **rules)) == [2, 0]
    assert boxes(teams("Ann knock 4, Bob 14 {upcard 4s}; = Cat 5, Dan 0", **rules)) == [1, 0]
    assert boxes(teams("Ann knock 4, Bob 14 {upcard 4s}; = Dan knock 4, Cat 5 {upcard 4h}", **rules)) == [1, 0]


def test_a_table_that_is_dealt_again() -> None:
    reply = teams("Ann knock 4, Bob 14; = dead {players Cat Dan}; = Dan knock 4, Cat 24", game__dead_hand="replayed")
    assert (totals(reply), reply["accepted"]) == ([0, 10], 3)
    # until then the hand is not written
    rules: dict[str, Any] = {"game__dead_hand": "replayed"}
    waiting = teams("Ann knock 4, Bob 14; = dead {players Cat Dan}", **rules)
    assert (totals(waiting), waiting["next"]) == ([0, 0], [{"players": ["Cat", "Dan"], "table": 2}])
    assert totals(teams("Ann knock 4, Bob 14; = dead {players Cat Dan}", game__dead_hand="counts")) == [10, 0]
    # but where time runs out at that table, it is not dealt again
    time: dict[str, Any] = {"game__end": {"kind": "time", "minutes": 60}}
    assert totals(teams("Ann knock 4, Bob 14; = dead {players Cat Dan, last}", **time, **rules)) == [10, 0]
    assert totals(teams("Ann knock 4, Bob 14 {last}; = dead {players Cat Dan}", **time, **rules)) == [0, 0]


def test_two_dead_tables_of_three_are_no_dead_hand_while_the_third_plays() -> None:
    reply = six("dead {players Ann Bob}; = dead {players Cat Dan}", game__dead_hand="replayed")
    assert reply["deals"] == []
    assert [seat["players"] for seat in reply["next"]] == [["Ann", "Bob"], ["Cat", "Dan"], ["Eve", "Fox"]]
    whole = six("dead {players Ann Bob}; = dead {players Cat Dan}; = dead {players Eve Fox}", game__dead_hand="replayed")
    assert whole["deals"] == [{"deal": 1, "points": {"N": 0, "S": 0}, "boxes": {"N": 0, "S": 0}}]


def test_a_hand_of_which_every_table_is_dead() -> None:
    text = "dead {players Ann Bob}; = dead {players Cat Dan}"
    rules: dict[str, Any] = {"game__end": {"kind": "rounds", "rounds": 1}}
    again = teams(text, game__dead_hand="replayed", **rules)
    assert (again["finished"], again["deals"]) == (False, [{"deal": 1, "points": {"N": 0, "E": 0}, "boxes": {"N": 0, "E": 0}}])
    assert teams(text, game__dead_hand="counts", **rules)["finished"]
    some = "dead {players Ann Bob}; = Cat knock 4, Dan 5"
    assert teams(some, game__dead_hand="counts", **rules)["finished"]


def test_a_side_that_won_tables_and_no_net_hand_is_shut_out() -> None:
    # U24: Dan won a table of 10; N 120 - 10, shutout by hands 110, game 100, box 25
    reply = teams("Ann knock 4, Bob 124; = Dan knock 4, Cat 14", game__shutout_when="no-hands")
    assert (finals(reply), reply["winners"], settled(reply)) == ([110 + 110 + 100 + 25, 0], ["N"], [345, -345])


def test_time_is_called_at_one_table() -> None:
    reply = teams("Ann knock 4, Bob 14; = Cat knock 4, Dan 14 {last}", game__end={"kind": "time", "minutes": 60})
    assert reply["finished"]


def test_the_order_of_tables_does_not_matter() -> None:
    parts = ["Ann gin, Bob 5 {upcard 4s}", "Cat knock 4, Dan 3 {upcard Ts}", "Eve knock 4, Fox 14 {upcard 5h}"]
    rules: dict[str, Any] = {"scoring__spades": "doubles-points-and-boxes", "boxes__gin": 1, "boxes__undercut": 3}
    answers = [six("; = ".join(order), **rules) for order in permutations(parts)]
    for reply in answers:
        reply.pop("steps")
    assert all(reply == answers[0] for reply in answers)


def test_a_last_hand_that_lacks_a_table_is_not_written_yet() -> None:
    reply = teams("Ann knock 4, Bob 14; = Cat knock 4, Dan 14; Ann knock 4, Bob 94")
    assert (reply["accepted"], totals(reply), reply["finished"]) == (3, [20, 0], False)
    assert [deal["deal"] for deal in reply["deals"]] == [1]
    assert reply["next"] == [{"players": ["Cat", "Dan"], "table": 2}]
    # It is judged all the same.
    refused = teams("Ann knock 4, Bob 14; = Cat knock 4, Dan 14; Ann knock 14, Bob 94")
    assert (refused["accepted"], refused["refused"]["rules"]) == (2, ["knock.limit"])
