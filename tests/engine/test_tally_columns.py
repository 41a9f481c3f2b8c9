"""Hollywood: several columns, each a game of its own (T4, G7). The arithmetic stands beside the numbers."""

from typing import Any

import pytest

from tests.engine.sheets import NOBODY_ELSE, finals, settled, sheet, totals


def hollywood(*factors: int, late_entry: str = "next-open", won_by: str = "settlement") -> dict[str, Any]:
    """`game.columns`."""
    return {"kind": "hollywood", "factors": list(factors), "late-entry": late_entry, "won-by": won_by}


def columns(reply: dict[str, Any]) -> list[list[int]]:
    """The totals of every column."""
    return [totals(column) for column in reply["columns"]]


def entered(reply: dict[str, Any]) -> list[list[int]]:
    """The columns of every hand."""
    return [deal["columns"] for deal in reply["deals"]]


@pytest.mark.parametrize("late", ["next-open", "by-count"])
def test_the_first_three_wins(late: str) -> None:
    text = "Ann 10, Bob 0; Ann 20, Bob 0; Bob 7, Ann 0; Ann 30, Bob 0; Ann 5, Bob 0; dead"
    reply = sheet(text, game__columns=hollywood(1, 1, 1, late_entry=late))
    assert entered(reply) == [[1], [1, 2], [1], [1, 2, 3], [1, 2, 3], []]
    assert columns(reply) == [[65, 7], [55, 0], [35, 0]]
    assert [column["boxes"] for column in reply["columns"]] == [
        {"Ann": 4, "Bob": 1},
        {"Ann": 3, "Bob": 0},
        {"Ann": 2, "Bob": 0},
    ]
    # on top the sums
    assert (totals(reply), reply["boxes"], reply["finished"]) == ([155, 7], {"Ann": 9, "Bob": 1}, False)
    assert reply["deals"][3]["points"] == {"Ann": 30, "Bob": 0}


@pytest.mark.parametrize(("late", "bob"), [("next-open", [0, 50, 20]), ("by-count", [0, 20, 0])])
def test_a_late_entry(late: str, bob: list[int]) -> None:
    # U7: Ann's one hand of 100 closes column 1; then Bob wins 30 and 20
    reply = sheet("Ann 100, Bob 0; Bob 30, Ann 0; Bob 20, Ann 0", game__columns=hollywood(1, 1, 1, late_entry=late))
    assert [column[1] for column in columns(reply)] == bob
    assert entered(reply) == ([[1], [2], [2, 3]] if late == "next-open" else [[1], [], [2]])
    assert [column["finished"] for column in reply["columns"]] == [True, False, False]
    blitz = reply["columns"][0]
    assert (finals(blitz), settled(blitz), blitz["winners"]) == ([325, 0], [325, -325], ["Ann"])
    assert "finals" not in reply


def test_a_closed_column_is_left_out() -> None:
    # Ann: 100 closes 1; 10 into 2 (an entry in none of the open ones yet); 5 into 2 and 3
    reply = sheet("Ann 100, Bob 0; Ann 10, Bob 0; Ann 5, Bob 0", game__columns=hollywood(1, 1, 1))
    assert entered(reply) == [[1], [2], [2, 3]]
    counted = sheet("Ann 100, Bob 0; Ann 10, Bob 0; Ann 5, Bob 0", game__columns=hollywood(1, 1, 1, late_entry="by-count"))
    assert entered(counted) == [[1], [2], [2, 3]]


ALL = "Ann 60, Bob 0; Ann 50, Bob 0; Bob 12, Ann 0; Ann 60, Bob 0; Ann 50, Bob 0"


def test_columns_close_one_by_one_and_together() -> None:
    # Ann: column 1: 60 + 50; column 2: 50 + 60; column 3: 60 + 50. Bob's 12 comes when 1 is closed, into 2.
    reply = sheet(ALL, game__columns=hollywood(1, 2, 3))
    assert entered(reply) == [[1], [1, 2], [2], [2, 3], [3]]
    assert columns(reply) == [[110, 0], [110, 12], [110, 0]]
    # 1 and 3: 2 x 110 + 100 + 50 = 370; 2: 110 + 100 + 50 = 260 against 12 + 25 = 37, 223
    assert [finals(column) for column in reply["columns"]] == [[370, 0], [260, 37], [370, 0]]
    # U5: a factor multiplies the settlement of its column
    assert [settled(column) for column in reply["columns"]] == [[370, -370], [446, -446], [1110, -1110]]
    assert (finals(reply), settled(reply)) == ([1000, 37], [1926, -1926])
    assert reply["bonuses"] == {
        "game": {"Ann": 300, "Bob": 0},
        "box": {"Ann": 150, "Bob": 25},
        "shutout": {"Ann": 220, "Bob": 0},
    }
    assert (reply["finished"], reply["winners"]) == (True, ["Ann"])
    at_once = sheet("Ann 1, Bob 0; Ann 1, Bob 0; Ann 98, Bob 0; Ann 1, Bob 0", game__columns=hollywood(1, 1))
    # 1 + 1 + 98 closes column 1, 1 + 98 does not close column 2
    assert [column["finished"] for column in at_once["columns"]] == [True, True]
    together = sheet("Ann 1, Bob 0; Ann 99, Bob 0; Ann 1, Bob 0", game__columns=hollywood(1, 1))
    assert (entered(together), columns(together)) == ([[1], [1, 2], [2]], [[100, 0], [100, 0]])
    both = sheet("Ann 1, Bob 0; Ann 2, Bob 0; Ann 98, Bob 0", game__columns=hollywood(1, 1))
    assert (entered(both), both["finished"]) == ([[1], [1, 2], [1, 2]], True)


def test_a_hand_after_all_columns_are_closed() -> None:
    reply = sheet(ALL + "; Bob 5, Ann 0", game__columns=hollywood(1, 2, 3))
    assert (reply["accepted"], reply["refused"]["rules"]) == (5, ["game.end"])


def test_the_boxes_and_the_shutout_of_a_column() -> None:
    # U6: Bob's hand stands in column 2 alone, and only there he is not shut out
    reply = sheet(ALL, game__columns=hollywood(1, 1, 1), game__shutout_when="no-hands")
    assert [column["bonuses"]["shutout"]["Ann"] for column in reply["columns"]] == [110, 0, 110]
    assert [column["boxes"]["Bob"] for column in reply["columns"]] == [0, 1, 0]


def test_boxes_at_once_close_a_column() -> None:
    rules: dict[str, Any] = {"boxes__when": "at-once", "game__columns": hollywood(1, 1)}
    reply = sheet("Ann 75, Bob 0; Ann 40, Bob 0", **rules)
    assert (columns(reply), entered(reply)) == ([[100, 0], [65, 0]], [[1], [2]])
    assert [step["column"] for step in reply["steps"] if step["rule"] == "boxes.value"] == [1, 2]


BOB_WINS_TWO = "Bob 100, Ann 0; Ann 100, Bob 0; Bob 100, Ann 0"


@pytest.mark.parametrize(("won_by", "winners"), [("settlement", ["Ann"]), ("most-columns", ["Bob"])])
def test_who_wins_the_columns(won_by: str, winners: list[str]) -> None:
    # Each column 325 to its winner: Bob, Ann, Bob; Ann's has the factor 3: 975 - 650
    reply = sheet(BOB_WINS_TWO, game__columns=hollywood(1, 3, 1, won_by=won_by))
    assert [column["winners"] for column in reply["columns"]] == [["Bob"], ["Ann"], ["Bob"]]
    assert (settled(reply), reply["winners"]) == ([325, -325], winners)


@pytest.mark.parametrize("won_by", ["settlement", "most-columns"])
def test_nobody_wins_the_columns(won_by: str) -> None:
    reply = sheet("Bob 100, Ann 0; Ann 100, Bob 0", game__columns=hollywood(1, 1, won_by=won_by))
    assert (reply["finished"], reply["winners"], settled(reply)) == (True, [], [0, 0])


def test_columns_without_a_settlement() -> None:
    rules: dict[str, Any] = {"game__settlement": {"kind": "none"}, **NOBODY_ELSE}
    reply = sheet("Bob 120, Ann 0; Ann 100, Bob 0", game__columns=hollywood(1, 1), **rules)
    assert (finals(reply), reply["winners"]) == ([100, 120], ["Bob"])
    assert "settlement" not in reply
    assert "settlement" not in reply["columns"][0]


def test_a_column_in_which_both_reach_the_target_level_stays_open() -> None:
    rules: dict[str, Any] = {"players__format": "everyone", "game__columns": hollywood(1, 1)}
    text = "Cat knock 60, Ann 5, Bob 5"
    reply = sheet(text, "Ann Bob Cat", knock__limit={"kind": "any"}, scoring__undercut=50, **rules)
    assert (columns(reply), reply["columns"][0]["finished"]) == ([[105, 105, 0], [0, 0, 0]], False)


def test_who_scores_without_winning_is_written_nowhere() -> None:
    # Cat undercuts Bob by 3 + 25, who beats Ann by 1: no win of his, so no column
    rules: dict[str, Any] = {"players__format": "everyone", "game__columns": hollywood(1, 1)}
    reply = sheet("Bob knock 9, Ann 10, Cat 6", "Ann Bob Cat", **rules)
    assert reply["deals"] == [
        {"deal": 1, "points": {"Ann": 0, "Bob": 1, "Cat": 28}, "boxes": {"Ann": 0, "Bob": 0, "Cat": 1}, "columns": [1]}
    ]
    assert columns(reply) == [[0, 0, 28], [0, 0, 0]]


def test_the_sum_of_the_columns_is_rounded_not_each() -> None:
    # 226 + 226 = 452: 450, where each column alone would be 230
    rules: dict[str, Any] = {
        "game__columns": hollywood(1, 1),
        "game__settlement": {"kind": "difference", "round-to": 10},
        "game__shutout": {"kind": "none"},
    }
    reply = sheet("Ann 101, Bob 0; Ann 101, Bob 0", **rules)
    assert ([settled(column) for column in reply["columns"]], settled(reply)) == ([[226, -226], [226, -226]], [450, -450])


def test_the_highest_total_may_win_a_column() -> None:
    # Bob 4 x 10 + 4 x 25 = 140 against 100 + 25 in the first column
    text = "; ".join(["Bob 10, Ann 0"] * 4) + "; Ann 100, Bob 0"
    rules: dict[str, Any] = {"game__columns": hollywood(1, 1), "game__bonus": 0, "game__winner": "highest-total"}
    assert sheet(text, **rules)["columns"][0]["winners"] == ["Bob"]
    assert sheet(text, **rules | {"game__winner": "first-to-target"})["columns"][0]["winners"] == ["Ann"]
