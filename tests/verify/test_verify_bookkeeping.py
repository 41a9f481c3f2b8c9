"""Cards moved by actions, and nothing judged."""

from typing import Any

import pytest

from ginrules.rules.resolve import load_variant
from ginrules.verify.bookkeeping import after, bookkeeping

RULES = load_variant("standard").question_rules("play")
HANDS = {"Ann": ["2c", "3c"], "Bob": ["2d", "3d"]}


def act(player: str, do: str, card: str = "", **more: Any) -> dict[str, Any]:
    return {"player": player, "do": do} | ({"card": card} if card else {}) | more


def question(*actions: dict[str, Any], **members: Any) -> dict[str, Any]:
    given = {"rules": RULES, "players": ["Ann", "Bob"], "hands": HANDS, "upcard": "Kh", "stock": ["4s", "5s", "6s", "7s"]}
    return given | {"actions": actions} | members


def lie(params: dict[str, Any], accepted: int) -> tuple[dict[str, list[str]], list[str], list[str]]:
    cards = after(params, accepted)
    return cards.hands, cards.pile, cards.stock


def test_cards_move_with_what_is_done() -> None:
    asked = question(
        act("Ann", "take"),
        act("Ann", "discard", "2c"),
        act("Bob", "stock"),
        act("Bob", "knock", "4s"),
        act("Bob", "show", melds=[["2d"]]),
    )
    assert lie(asked, 0) == (HANDS, ["Kh"], ["4s", "5s", "6s", "7s"])
    assert lie(asked, 1) == ({"Ann": ["2c", "3c", "Kh"], "Bob": ["2d", "3d"]}, [], ["4s", "5s", "6s", "7s"])
    assert lie(asked, 2)[1] == ["2c"]
    assert lie(asked, 5) == ({"Ann": ["3c", "Kh"], "Bob": ["2d", "3d"]}, ["4s", "2c"], ["5s", "6s", "7s"])


def test_the_pile_is_turned_over_when_the_stock_is_down_to_its_floor() -> None:
    rules = RULES | {"stock.exhausted": "reshuffle", "stock.floor": 2}
    turns = [act("Ann", "stock"), act("Ann", "discard", "2c"), act("Bob", "stock"), act("Bob", "discard", "2d")]
    asked = question(*turns, rules=rules)
    assert lie(asked, 3)[1:] == (["2c", "Kh"], ["6s", "7s"])
    # The top card stays; the king, which lay at the bottom, is the next to be drawn.
    assert lie(asked, 4)[1:] == (["2d"], ["Kh", "2c", "6s", "7s"])
    assert lie(question(*turns), 4)[1:] == (["2d", "2c", "Kh"], ["6s", "7s"])


def test_after_the_draw_it_is_turned_over_at_once() -> None:
    rules = RULES | {"stock.exhausted": "reshuffle", "stock.floor": 3, "stock.ends": "after-draw"}
    asked = question(act("Ann", "stock"), act("Ann", "discard", "2c"), rules=rules, pile=["Kh", "Qh"])
    assert lie(asked, 1)[1:] == (["Kh"], ["Qh", "5s", "6s", "7s"])
    assert lie(asked, 2)[1:] == (["2c", "Kh"], ["Qh", "5s", "6s", "7s"])


def test_who_goes_out_turns_nothing_over() -> None:
    rules = RULES | {"stock.exhausted": "reshuffle", "stock.floor": 3}
    asked = question(act("Ann", "stock"), act("Ann", "knock", "2c"), rules=rules)
    assert lie(asked, 2)[1:] == (["2c", "Kh"], ["5s", "6s", "7s"])


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([act("Ann", "discard", "Kd")], "not Ann discard Kd: the card is not in hand"),
        ([act("Ann", "take"), act("Ann", "take")], "not Ann take: there is no card to draw"),
        ([act("Ann", "stock")] * 5, "not Ann stock: there is no card to draw"),
    ],
)
def test_an_engine_that_moves_a_card_from_nowhere_is_found_out(actions: list[dict[str, Any]], said: str) -> None:
    state = {"hands": HANDS, "pile": [], "stock": 0}
    count = len(actions)
    assert bookkeeping(question(*actions), count, state) == (("accepted", said, count),)


@pytest.mark.parametrize(
    ("state", "facts"),
    [
        ({"hands": HANDS, "pile": ["Kh"], "stock": 4}, []),
        ({"hands": {"Bob": ["3d", "2d"], "Ann": ["3c", "2c"]}, "pile": ["Kh"], "stock": 4}, []),
        ({"hands": {"Ann": ["2c"], "Bob": ["2d", "3d"]}, "pile": [], "stock": 5}, ["hands of Ann", "pile", "stock"]),
        ({"hands": {"Ann": ["2c", "3c"]}, "pile": ["Kh"], "stock": 4}, ["hands of Bob"]),
    ],
)
def test_a_state_has_to_follow(state: dict[str, Any], facts: list[str]) -> None:
    assert [misfit[0] for misfit in bookkeeping(question(), 0, state)] == facts


def test_the_showdown_of_a_hand() -> None:
    lays = [act("Bob", "layoff", cards=["2d"], onto="3c"), act("Bob", "done")]
    actions = [act("Ann", "stock"), act("Ann", "knock", "4s"), act("Ann", "show", melds=[["2c"]]), *lays]
    asked = question(*actions)
    assert after(asked, 1).showdown(asked) is None
    knocked = {"rules": RULES, "players": ["Ann", "Bob"], "knocker": "Ann", "call": "knock", "discard": "4s"}
    knocked["upcard"] = "Kh"
    hands = {"Ann": ["2c", "3c", "4s"], "Bob": ["2d", "3d"]}
    assert after(asked, 2).showdown(asked) == knocked | {"hands": hands}
    laid = {"Bob": [{"cards": ["2d"], "onto": "3c"}]}
    assert after(asked, 5).showdown(asked) == knocked | {"hands": hands, "spreads": {"Ann": [["2c"]]}, "layoffs": laid}
    assert after(question(*actions[:3], lays[1]), 4).showdown(asked) == knocked | {
        "hands": hands,
        "spreads": {"Ann": [["2c"]]},
        "layoffs": {"Bob": []},
    }
