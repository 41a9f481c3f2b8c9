"""Who sits where in the next hand and who deals it (`deal.next-dealer`, `deal.after-dead-hand`, `teams.opponents`)."""

from typing import Any

import pytest

from tests.engine.sheets import ask, reply_to, sheet, teams

THREE: dict[str, Any] = {"players__format": "everyone"}


def dealer(reply: dict[str, Any]) -> str:
    """The dealer of the next hand at one table."""
    (seat,) = reply["next"]
    assert "table" not in seat
    return str(seat["dealer"])


@pytest.mark.parametrize(
    ("rule", "after_ann", "after_bob"),
    [("winner", "Ann", "Bob"), ("loser", "Bob", "Ann"), ("in-turn", "Bob", "Bob")],
)
def test_the_dealer_after_a_hand(rule: str, after_ann: str, after_bob: str) -> None:
    assert dealer(sheet("Ann knock 4, Bob 14 {dealer Ann}", deal__next_dealer=rule)) == after_ann
    assert dealer(sheet("Bob knock 4, Ann 14 {dealer Ann}", deal__next_dealer=rule)) == after_bob


@pytest.mark.parametrize("played", ["replayed", "counts"])
@pytest.mark.parametrize(("rule", "after"), [("same-dealer", "Ann"), ("next-dealer", "Bob")])
def test_the_dealer_after_a_hand_that_nobody_won(rule: str, after: str, played: str) -> None:
    rules: dict[str, Any] = {"deal__after_dead_hand": rule, "game__dead_hand": played}
    assert dealer(sheet("dead {dealer Ann}", **rules)) == after
    # U26
    assert dealer(sheet("Ann knock 4, Bob 4 {dealer Ann}", scoring__tie="no-score", **rules)) == after
    assert dealer(sheet("tie Ann 0, Bob 0 {dealer Ann}", **rules)) == after


def test_a_hand_won_by_nothing_has_a_winner() -> None:
    # U25
    assert dealer(sheet("Bob knock 4, Ann 4 {dealer Ann}", scoring__tie="knocker")) == "Bob"


def test_the_deal_goes_on_from_hand_to_hand() -> None:
    text = "Ann knock 4, Bob 14 {dealer Ann}; Ann knock 4, Bob 14; dead; Ann knock 4, Bob 14"
    # Ann, Bob, Ann (and again), Bob
    assert dealer(sheet(text, deal__next_dealer="in-turn", deal__after_dead_hand="next-dealer")) == "Ann"
    assert dealer(sheet(text, deal__next_dealer="in-turn", deal__after_dead_hand="same-dealer")) == "Bob"


def test_a_dealer_named_later_is_believed() -> None:
    text = "Ann knock 4, Bob 14 {dealer Ann}; Ann knock 4, Bob 14 {dealer Ann}"
    assert dealer(sheet(text, deal__next_dealer="in-turn")) == "Bob"
    late = sheet("Ann knock 4, Bob 14; Ann knock 4, Bob 14 {dealer Bob}", deal__next_dealer="in-turn")
    assert dealer(late) == "Ann"


def test_nobody_said_who_dealt() -> None:
    assert sheet("Ann knock 4, Bob 14")["next"] == [{"players": ["Ann", "Bob"]}]
    assert sheet("")["next"] == [{"players": ["Ann", "Bob"]}]


def test_the_first_dealer_of_another_game_is_a_custom() -> None:
    assert sheet("Ann knock 4, Bob 114 {dealer Ann}")["next"] == [{"players": ["Ann", "Bob"]}]


def test_the_game_goes_on_while_a_column_is_open() -> None:
    columns = {"kind": "hollywood", "factors": [1, 1], "late-entry": "next-open", "won-by": "settlement"}
    assert dealer(sheet("Ann 100, Bob 0 {dealer Bob}", game__columns=columns)) == "Ann"
    over = sheet("Ann 100, Bob 0 {dealer Bob}; Ann 100, Bob 0", game__columns=columns)
    assert over["next"] == [{"players": ["Ann", "Bob"]}]


# --- several in one hand


@pytest.mark.parametrize(
    ("text", "rule", "after"),
    [
        ("Ann knock 4, Bob 14, Cat 24 {dealer Cat}", "winner", "Ann"),
        ("Ann knock 4, Bob 14, Cat 24 {dealer Cat}", "in-turn", "Ann"),
        # several winners: the first after the knocker, not after the dealer
        ("Bob knock 9, Ann 4, Cat 4 {dealer Bob}", "winner", "Cat"),
        ("Ann knock 9, Bob 4, Cat 4 {dealer Bob}", "winner", "Bob"),
        ("Cat knock 9, Ann 4, Bob 4 {dealer Ann}", "winner", "Ann"),
        # points 38, 0 and 0: the first in turn after the dealer; points 0, 0 and 29
        ("Ann gin, Bob 6, Cat 7 {dealer Bob}", "loser", "Cat"),
        ("Ann gin, Bob 6, Cat 7 {dealer Cat}", "loser", "Bob"),
        ("Ann knock 9, Cat 5, Bob 12 {dealer Cat}", "loser", "Bob"),
    ],
)
def test_the_dealer_among_three(text: str, rule: str, after: str) -> None:
    assert dealer(sheet(text, "Ann Bob Cat", deal__next_dealer=rule, **THREE)) == after


def test_several_winners_of_a_known_score() -> None:
    # nobody knocked: the first after the dealer
    params = ask("Ann 20, Bob 20, Cat 0 {dealer Ann}", "Ann Bob Cat", **THREE)
    params["deals"][0]["winners"] = ["Ann", "Bob"]
    assert dealer(reply_to(params)) == "Bob"


def test_who_scored_least_of_a_charged_hand_deals() -> None:
    rules: dict[str, Any] = {"scoring__collect": {"kind": "penalties", "gin-factor": 2}, "deal__next_dealer": "loser"}
    reply = sheet("Ann gin, Bob 6, Cat 7 {dealer Cat}", "Ann Bob Cat", **THREE, **rules, game__shutout={"kind": "none"})
    assert dealer(reply) == "Cat"


# --- partnership

HAND = "Ann knock 4, Bob 14 {dealer Ann}; = Cat knock 4, Dan 14"
MOVED = "; Ann knock 4, Dan 14; = Cat knock 4, Bob 14"


def seats(reply: dict[str, Any]) -> list[tuple[int, str, str]]:
    """The tables of the next hand: the number, who sits there, who deals."""
    return [(seat["table"], " ".join(seat["players"]), seat.get("dealer", "")) for seat in reply["next"]]


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("winner", ("Ann", "Cat")), ("loser", ("Bob", "Dan")), ("in-turn", ("Bob", "Dan"))],
)
def test_the_whole_side_deals(rule: str, dealers: tuple[str, str]) -> None:
    assert seats(teams(HAND, deal__next_dealer=rule)) == [(1, "Ann Bob", dealers[0]), (2, "Cat Dan", dealers[1])]
    lost = "Bob knock 4, Ann 14 {dealer Ann}; = Cat knock 4, Dan 5"
    assert seats(teams(lost, deal__next_dealer="winner"))[0][2] == "Bob"
    level = "Bob knock 4, Ann 14; = Cat knock 4, Dan 14 {dealer Dan}"
    assert seats(teams(level, deal__after_dead_hand="same-dealer"))[0][2] == "Bob"
    assert seats(teams(level, deal__after_dead_hand="next-dealer"))[0][2] == "Ann"


def test_opponents_of_every_hand() -> None:
    per_hand: dict[str, Any] = {"teams__opponents": "per-hand"}
    assert seats(teams("", **per_hand)) == [(1, "Ann Bob", ""), (2, "Cat Dan", "")]
    assert seats(teams(HAND, **per_hand)) == [(1, "Ann Dan", "Ann"), (2, "Cat Bob", "Cat")]
    assert seats(teams(HAND + MOVED, **per_hand)) == [(1, "Ann Bob", "Ann"), (2, "Cat Dan", "Cat")]
    # Where they sat is what the entries say.
    assert seats(teams(MOVED[2:], **per_hand)) == [(1, "Ann Bob", ""), (2, "Cat Dan", "")]
    # Over: they have moved on, and the first dealer is cut for.
    over = teams(HAND.replace("14", "94"), **per_hand)
    assert (over["finished"], seats(over)) == (True, [(1, "Ann Dan", ""), (2, "Cat Bob", "")])


@pytest.mark.parametrize(("dead", "ann"), [("replayed", "Bob"), ("counts", "Dan")])
def test_a_hand_that_is_dealt_again_leaves_everybody_where_he_is(dead: str, ann: str) -> None:
    reply = teams("dead {players Ann Bob}; = dead {players Cat Dan}", teams__opponents="per-hand", game__dead_hand=dead)
    assert seats(reply)[0] == (1, f"Ann {ann}", "")


@pytest.mark.parametrize(("rule", "ann"), [("fixed", "Bob"), ("per-game", "Dan")])
def test_opponents_of_every_game(rule: str, ann: str) -> None:
    assert seats(teams(HAND, teams__opponents=rule)) == [(1, "Ann Bob", "Ann"), (2, "Cat Dan", "Cat")]
    over = teams(HAND.replace("14", "94"), teams__opponents=rule)
    assert seats(over)[0] == (1, f"Ann {ann}", "")


def test_three_opponents_follow_each_other() -> None:
    players, sides = "Ann Bob Cat Dan Eve Fox", "N: Ann Cat Eve, S: Bob Dan Fox"
    rules: dict[str, Any] = {"players__format": "partnership", "teams__opponents": "per-hand"}
    text = "Ann knock 4, Bob 5; = Cat knock 4, Dan 5; = Eve knock 4, Fox 5"
    first = sheet(text, players, sides=sides, **rules)
    assert [seat["players"] for seat in first["next"]] == [["Ann", "Dan"], ["Cat", "Fox"], ["Eve", "Bob"]]
    second = text + "; Ann knock 4, Dan 5; = Cat knock 4, Fox 5; = Eve knock 4, Bob 5"
    assert [seat["players"] for seat in sheet(second, players, sides=sides, **rules)["next"]] == [
        ["Ann", "Fox"],
        ["Cat", "Bob"],
        ["Eve", "Dan"],
    ]


def test_the_tables_that_are_still_to_play() -> None:
    players, sides = "Ann Bob Cat Dan Eve Fox", "N: Ann Cat Eve, S: Bob Dan Fox"
    rules: dict[str, Any] = {"players__format": "partnership"}
    due = sheet("Ann knock 4, Bob 5 {dealer Bob}", players, sides=sides, **rules)
    assert due["next"] == [
        {"players": ["Cat", "Dan"], "dealer": "Dan", "table": 2},
        {"players": ["Eve", "Fox"], "dealer": "Fox", "table": 3},
    ]
    # A dead table is to be played again, and the others have not begun.
    dead = sheet("dead {players Ann Bob}", players, sides=sides, game__dead_hand="replayed", **rules)
    assert ([seat["table"] for seat in dead["next"]], dead["deals"]) == ([1, 2, 3], [])
    # Ann plays Dan, so that Cat has to play another than was due.
    other = sheet("Ann knock 4, Dan 5", players, sides=sides, **rules)
    assert other["next"] == [{"players": ["Cat", "Bob"], "table": 2}, {"players": ["Eve", "Fox"], "table": 3}]
