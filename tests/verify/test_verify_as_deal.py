"""A position and the deal that leads there are the same hand."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.rules.resolve import load_variant
from ginrules.verify.as_deal import Dealt, as_deal
from ginrules.verify.as_hand import CannotDeal
from ginrules.verify.bookkeeping import bookkeeping
from tests.oracle.play import answer_play, comparable
from tests.oracle.random_play import play_on, random_position, random_rules

RULES = load_variant("standard").question_rules("play")
OPENINGS = ("upcard-offered", "upcard-open", "extra-card")
ANN = ["4h", "5h", "6h", "9c", "9d", "9s", "Jc", "Qc", "Kc", "3s"]
BOB = ["2c", "2d", "2h", "Ac", "5s", "7h", "8s", "9h", "Qs", "Kd"]
WALL = {"stock.last-discard": "to-go-out"}


def position(
    pile: str, *, phase: str = "draw", turn: str = "Ann", left: int | None = None, drawn: str = "", taken: str = "", **more: Any
) -> dict[str, Any]:
    """A position; with `drawn` or `taken` the player whose turn it is holds this card besides."""
    rules = RULES | more.pop("rules", {})
    hands = {"Ann": list(ANN), "Bob": list(BOB)}
    more |= {"taken": taken} if taken else {}
    if drawn or taken:
        hands[turn].append(drawn or taken)
        phase = "discard"
    top = pile.split()
    rest = [card for card in TEXT if card not in {*hands["Ann"], *hands["Bob"], *top}]
    count = len(rest) if left is None else left
    return {
        "rules": rules,
        "players": ["Ann", "Bob"],
        "hands": hands,
        "pile": [*top, *rest[count:]],
        "stock": rest[:count],
        "turn": turn,
        "phase": phase,
        "actions": [],
        "ask": ["legal"],
        **more,
    }


def dealt(params: dict[str, Any]) -> Dealt:
    def deadwood(cards: Sequence[str]) -> int:
        count: Any = answer("arrange", {"rules": params["rules"], "hand": [*cards]})["deadwood"]
        assert isinstance(count, int)
        return count

    return as_deal(params, params["rules"], deadwood)


def moves(each: Dealt) -> str:
    """The moves on the way: `Ann pass, Bob pass, Ann stock, Ann discard 2s`."""
    actions: Any = each.question.params["actions"]
    words = (" ".join(action[key] for key in ("player", "do", "card") if key in action) for action in actions[: each.run_up])
    return ", ".join(words)


TABLE: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "draw, two cards on the pile": (
        position("2s 4s"),
        {
            "upcard-offered": "Bob pass, Ann pass, Bob stock, Bob discard 2s",
            "upcard-open": "Bob stock, Bob discard 2s",
            "extra-card": "Ann discard 4s, Bob stock, Bob discard 2s",
        },
    ),
    "draw, three cards on the pile": (
        position("Ks 2s 4s", turn="Bob"),
        {
            "upcard-offered": "Bob pass, Ann pass, Bob stock, Bob discard 2s, Ann stock, Ann discard Ks",
            "upcard-open": "Bob stock, Bob discard 2s, Ann stock, Ann discard Ks",
            "extra-card": "Ann discard 4s, Bob stock, Bob discard 2s, Ann stock, Ann discard Ks",
        },
    ),
    "draw, one card on the pile": (
        position("4s"),
        {"upcard-offered": "Bob take, Bob discard 4s", "upcard-open": "", "extra-card": "Bob discard 4s"},
    ),
    "discard, drawn from the stock": (
        # The drawn card may be any of the eleven: it is the first of the pack.
        position("2s 4s", drawn="As"),
        {
            "upcard-offered": "Bob pass, Ann pass, Bob stock, Bob discard 2s, Ann stock",
            "upcard-open": "Bob stock, Bob discard 2s, Ann stock",
            "extra-card": "Ann discard 4s, Bob stock, Bob discard 2s, Ann stock",
        },
    ),
    "discard, drawn from the stock, one card on the pile": (
        position("4s", drawn="As"),
        {
            "upcard-offered": "Ann pass, Bob pass, Ann stock",
            "upcard-open": "Ann stock",
            "extra-card": "Bob discard 4s, Ann stock",
        },
    ),
    "discard, taken": (
        position("4s", taken="2s"),
        {
            "upcard-offered": "Bob pass, Ann pass, Bob stock, Bob discard 2s, Ann take",
            "upcard-open": "Bob stock, Bob discard 2s, Ann take",
            "extra-card": "Ann discard 4s, Bob stock, Bob discard 2s, Ann take",
        },
    ),
    "discard, taken, no card on the pile": (
        position("", taken="2s"),
        {
            "upcard-offered": "Bob take, Bob discard 2s, Ann take",
            "upcard-open": "Ann take",
            "extra-card": "Bob discard 2s, Ann take",
        },
    ),
}
"""The rows of the table in the protocol, and for each opening the moves before."""


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("row", TABLE)
def test_every_row_of_the_table(row: str, opening: str) -> None:
    params, ways = TABLE[row]
    params = params | {"rules": params["rules"] | {"deal.opening": opening}}
    way = dealt(params)
    assert moves(way) == ways[opening]
    same(params, way)


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_wall_is_reached_by_the_discard_that_leaves_the_floor(opening: str) -> None:
    params = position("Kh", phase="wall", left=2, rules=WALL | {"deal.opening": opening})
    way = dealt(params)
    assert moves(way).endswith("Bob stock, Bob discard Kh")
    reply = same(params, way)
    assert (reply["state"]["phase"], reply["state"]["stock"]) == ("wall", 2)
    # With the king in the place of the three of spades she keeps 10, which is her limit.
    assert [action["do"] for action in reply["legal"]] == ["pass", "take"]


def test_what_was_taken_at_the_wall() -> None:
    same(params := position("4s", taken="Kh", left=2, rules=WALL), dealt(params))


def same(params: dict[str, Any], way: Dealt) -> dict[str, Any]:
    """The built-in engine says the same of both; the reply to the position."""
    there, led_to = answer("play", params), answer("play", way.question.params)
    accepted: Any = led_to["accepted"]
    assert {**led_to, "accepted": accepted - way.run_up} == there
    reply: dict[str, Any] = there
    return reply


OKLAHOMA = {"knock.limit": {"kind": "upcard", "ace": "one"}}


@pytest.mark.parametrize("opening", OPENINGS[:2])
@pytest.mark.parametrize(
    ("pile", "upcard"),
    [
        ("2s 4s", "4s"),  # it lies where it was turned
        ("2s 4s", "2s"),  # somebody took it and threw it later
        ("Ks 2s 4s", "2s"),
        ("4s", "4s"),
        ("2s 4s", "6h"),  # Ann holds it
        ("Ks 2s 4s", "6h"),
        ("4s", "6h"),
        ("2s 4s", "7h"),  # Bob does
        ("Ks 2s 4s", "7h"),
        ("4s", "7h"),
    ],
)
def test_the_upcard_that_a_limit_depends_on_is_the_one_that_was_turned(pile: str, upcard: str, opening: str) -> None:
    for turn in ("Ann", "Bob"):
        params = position(pile, turn=turn, rules=OKLAHOMA | {"deal.opening": opening}, upcard=upcard)
        way = dealt(params)
        assert way.question.params["upcard"] == upcard
        same(params, way)


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        (position("2s 4s", rules=OKLAHOMA, upcard="Kh"), "a position: the upcard lies in the stock again"),
        (
            position("2s 4s", rules=OKLAHOMA | {"deal.opening": "extra-card"}, upcard="4s"),
            "an upcard, and deal.opening = extra-card turns none",
        ),
        (
            position("4s", taken="2s", rules={"turn.takes-limit": 1}),
            "a position: what is taken on the way counts (turn.takes-limit)",
        ),
        (
            position("4s", rules=OKLAHOMA | {"turn.takes-limit": 2}, upcard="4s"),
            "a position: what is taken on the way counts (turn.takes-limit)",
        ),
        (
            # Bob holds gin, and throws the two of spades all the same.
            position("2s 4s", rules={"gin.choice": "forced"})
            | {"hands": {"Ann": BOB, "Bob": [*ANN[:9], "Tc"]}, "stock": [card for card in TEXT if card not in
               {*BOB, *ANN[:9], "Tc", "2s", "4s"}]},
            "gin.choice = optional",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_and_why(params: dict[str, Any], reason: str) -> None:
    with pytest.raises(CannotDeal) as raised:
        dealt(params)
    assert str(raised.value) == reason


def test_where_gin_is_forced_the_card_drawn_last_is_the_one_that_made_it() -> None:
    gin = [*ANN[:9], "Tc"]
    rest = [card for card in TEXT if card not in {*gin, *BOB, "As", "7c", "2s", "4s"}]
    params = position("7c 2s 4s", rules={"gin.choice": "forced"}) | {"stock": rest, "phase": "discard"}
    params["hands"] = {"Ann": ["Ad", *gin], "Bob": BOB}
    params["stock"] = [card for card in [*rest, "As"] if card != "Ad"]
    way = dealt(params)
    # With the ace drawn last she would have been gin before, when she threw the two of spades.
    assert moves(way) == "Ann pass, Bob pass, Ann stock, Ann discard 2s, Bob stock, Bob discard 7c, Ann stock"
    stock: Any = way.question.params["stock"]
    assert stock[:3] == ["2s", "7c", "9c"]
    same(params, way)


def test_three_players_are_led_there_too() -> None:
    cat = ["3c", "4c", "5c", "6c", "7c", "8c", "8d", "8h", "Ad", "Ks"]
    rest = [card for card in TEXT if card not in {*ANN, *BOB, *cat, "2s", "4s", "Ts"}]
    params = position("Ts 2s 4s") | {"players": ["Ann", "Bob", "Cat"], "stock": rest, "pile": ["Ts", "2s", "4s"]}
    params["hands"] = {"Ann": ANN, "Bob": BOB, "Cat": cat}
    assert moves(dealt(params)) == (
        "Bob pass, Cat pass, Ann pass, Bob stock, Bob discard 2s, Cat stock, Cat discard Ts"
    )  # fmt: skip


def positions(seed: int, number: int) -> Any:
    draw = random.Random(seed)
    for _ in range(number):
        rules = random_rules(draw)
        yield play_on(draw, random_position(draw, rules))


def test_random_positions_and_their_deals_are_the_same_hand() -> None:
    ways = 0
    for params in positions(17, 160):
        there: Any = answer("play", params)
        assert bookkeeping(params, there["accepted"], there["state"]) == ()

        try:
            way = dealt(params)
        except CannotDeal:
            continue
        ways += 1
        led_to: Any = answer("play", way.question.params)
        assert {**led_to, "accepted": led_to["accepted"] - way.run_up} == there, params
        assert bookkeeping(way.question.params, led_to["accepted"], led_to["state"]) == ()
    assert ways > 100


def test_the_naive_check_says_so_too() -> None:
    found = 0
    for params in positions(23, 60):
        try:
            way = dealt(params)
        except CannotDeal:
            continue
        led_to = answer_play(way.question.params)
        led_to["accepted"] -= way.run_up
        there = answer_play(params)
        assert comparable(led_to) == comparable(there), params
        found += 1
    assert found > 30
