"""Hands that cannot lie on a table are rejected, and say where."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ginrules.cards import BIT, DECK, parse_cards
from ginrules.engine.openings import Impossible, deal, position, start
from ginrules.engine.state import Phase
from ginrules.rules.variant import (
    AceLimit,
    Amount,
    LastDiscard,
    Limit,
    LimitKind,
    Opening,
    Spades,
    StockEnds,
    UnplayedRule,
)
from tests.engine.playing import PLAYERS, STANDARD, rest, rules

ANN = parse_cards("Ac 4c 7c Tc Kc 2d 5d 8d Jd 3h")
BOB = parse_cards("As 4s 7s Ts Ks 2h 5h 8h Jh 3d")
UPCARD = BIT["Qd"]
STOCK = rest(ANN, BOB, UPCARD)


def dealing(**changed: Any) -> dict[str, Any]:
    right: dict[str, Any] = {
        "rules": STANDARD,
        "players": PLAYERS,
        "dealer": "Ann",
        "hands": {"Ann": ANN, "Bob": BOB},
        "upcard": UPCARD,
        "stock": STOCK,
    }
    return right | changed


@pytest.mark.parametrize(
    ("changed", "where", "message"),
    [
        ({"players": ("Ann",)}, "players", "at least two"),
        ({"players": ("Ann", "Ann")}, "players", "a name of his own"),
        ({"players": ("Ann", "Bob", "Cat")}, "players", "3 players in one hand: 2 at most"),
        ({"dealer": "Cat"}, "dealer", "Cat is not one of the players Ann, Bob"),
        ({"hands": {"Ann": ANN}}, "hands", "Bob is missing"),
        ({"hands": {"Ann": ANN, "Bob": BOB, "Cat": 1}}, "hands.Cat", "not one of the players"),
        ({"hands": {"Ann": ANN, "Bob": BOB ^ BIT["3d"]}}, "hands.Bob", "holds 9 cards, not 10"),
        ({"hands": {"Ann": ANN, "Bob": BOB ^ BIT["3d"] ^ BIT["3h"]}}, "hands.Bob", "3h lies somewhere else too"),
        ({"upcard": None}, "upcard", "missing"),
        ({"upcard": BIT["Ac"]}, "upcard", "Ac lies somewhere else too"),
        ({"stock": STOCK[1:]}, "stock", "2c is missing"),
        ({"stock": [*STOCK, STOCK[0]]}, "stock", "2c lies somewhere else too"),
        ({"rules": rules(deal={"opening": Opening.EXTRA_CARD})}, "hands.Bob", "holds 10 cards, not 11"),
        ({"rules": rules(stock={"floor": 31})}, "stock", "nothing to draw"),
        ({"rules": rules(deal={"cards": Amount(None, ((3, 7),))})}, "rules.deal.cards", "no number of cards for 2"),
        ({"rules": rules(deal={"cards": Amount(26)})}, "rules.deal.cards", "52 cards are more"),
    ],
)
def test_a_deal_that_cannot_be(changed: dict[str, Any], where: str, message: str) -> None:
    start(**dealing())
    with pytest.raises(Impossible, match=message) as caught:
        start(**dealing(**changed))
    assert caught.value.where == where
    assert str(caught.value) == f"{where}: {caught.value.message}"


def test_no_upcard_is_turned_where_an_extra_card_is_dealt() -> None:
    played = rules(deal={"opening": Opening.EXTRA_CARD})
    hands = {"Ann": ANN, "Bob": BOB | UPCARD}
    assert start(**dealing(rules=played, hands=hands, upcard=None)).phase is Phase.DISCARD
    with pytest.raises(Impossible, match="turned, which this opening does not do"):
        start(**dealing(rules=played, hands=hands, upcard=STOCK[0], stock=STOCK[1:]))
    upcard_limit = played._replace(knock=played.knock._replace(limit=Limit(LimitKind.UPCARD, ace=AceLimit.ONE)))
    with pytest.raises(Impossible, match="depends on the upcard"):
        start(**dealing(rules=upcard_limit, hands=hands, upcard=None))


def standing(**changed: Any) -> dict[str, Any]:
    right: dict[str, Any] = {
        "rules": STANDARD,
        "players": PLAYERS,
        "hands": {"Ann": ANN, "Bob": BOB},
        "pile": [UPCARD],
        "stock": STOCK,
        "turn": "Ann",
        "phase": Phase.DRAW,
    }
    return right | changed


HOLDING = {"hands": {"Ann": ANN | UPCARD, "Bob": BOB}, "phase": Phase.DISCARD}
WALL = rules(stock={"last_discard": LastDiscard.TO_GO_OUT})
AT_FLOOR = {"pile": [*STOCK[:-2], UPCARD], "stock": STOCK[-2:]}
HOLDING_AT_FLOOR = {**HOLDING, "pile": STOCK[:-2], "stock": STOCK[-2:]}


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {**HOLDING, "pile": [], "taken": UPCARD},
        {**HOLDING, "pile": STOCK[:1], "stock": STOCK[1:]},
        {**AT_FLOOR, "phase": Phase.WALL, "rules": WALL},
        HOLDING_AT_FLOOR,
        {**HOLDING_AT_FLOOR, "taken": UPCARD, "rules": WALL},
    ],
)
def test_a_position_that_can_be(changed: dict[str, Any]) -> None:
    state = position(**standing(**changed))
    assert (state.turn, state.takes) == ("Ann", 1 if state.taken else 0)


@pytest.mark.parametrize(
    ("changed", "where", "message"),
    [
        ({"phase": Phase.UPCARD}, "phase", "draw, discard and wall, not upcard"),
        ({"turn": "Cat"}, "turn", "not one of the players"),
        ({"phase": Phase.DISCARD}, "hands.Ann", "holds 10 cards, not 11"),
        ({**HOLDING, "phase": Phase.DRAW}, "hands.Ann", "holds 11 cards, not 10"),
        ({"pile": [], "stock": [UPCARD, *STOCK]}, "pile", "just taken"),
        ({**HOLDING, "pile": []}, "pile", "just taken"),
        ({"taken": BIT["Ac"]}, "taken", "who is to discard"),
        ({**HOLDING, "pile": [], "taken": BIT["As"]}, "taken", "who is to discard"),
        ({"pile": [UPCARD, UPCARD]}, "pile", "Qd lies somewhere else too"),
        ({"rules": rules(knock={"limit": Limit(LimitKind.UPCARD, ace=AceLimit.ONE)})}, "upcard", "depends on the upcard"),
        ({"rules": rules(scoring={"spades": Spades.DOUBLES_POINTS})}, "upcard", "depends on the upcard"),
        ({**AT_FLOOR}, "stock", "no hand comes to draw with 2 cards"),
        ({**AT_FLOOR, "phase": Phase.WALL}, "phase", "never on offer"),
        ({"phase": Phase.WALL, "rules": WALL}, "stock", "no hand comes to wall with 31"),
        ({**HOLDING_AT_FLOOR, "taken": UPCARD}, "stock", "no hand comes to discard with 2"),
        (
            {**HOLDING_AT_FLOOR, "rules": rules(stock={"ends": StockEnds.AFTER_DRAW})},
            "stock",
            "no hand comes to discard with 2",
        ),
        ({**HOLDING, "pile": STOCK[:-1], "stock": STOCK[-1:]}, "stock", "no hand comes to discard with 1"),
        (
            {**HOLDING, "pile": [], "taken": UPCARD, "rules": rules(turn={"takes_limit": 1})},
            "taken",
            "has ended the hand already",
        ),
    ],
)
def test_a_position_that_cannot_be(changed: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(Impossible, match=message) as caught:
        position(**standing(**changed))
    assert caught.value.where == where


@pytest.mark.parametrize(("card", "limit"), [("Kd", 10), ("7h", 7), ("As", 1)])
def test_the_first_upcard_sets_the_limit_whoever_takes_it(card: str, limit: int) -> None:
    played = rules(knock={"limit": Limit(LimitKind.UPCARD, ace=AceLimit.ONE)})
    assert position(**standing(rules=played, upcard=BIT[card])).limit == limit


@pytest.mark.parametrize("opening", Opening)
def test_a_seeded_deal_is_a_whole_deck_and_the_same_again(opening: Opening) -> None:
    played = rules(deal={"opening": opening})
    state = deal(played, PLAYERS, "Bob", random.Random(11))
    assert state == deal(played, PLAYERS, "Bob", random.Random(11))
    assert (state.turn, sum(state.stock) + sum(state.pile) + sum(state.hands)) == ("Ann", DECK)
    assert [hand.bit_count() for hand in state.hands] == [10 + (opening is Opening.EXTRA_CARD), 10]
    assert (state.upcard is None) == (opening is Opening.EXTRA_CARD)
    again = start(
        played, PLAYERS, "Bob", hands=dict(zip(PLAYERS, state.hands, strict=True)), upcard=state.upcard, stock=state.stock
    )
    assert again == state


def test_a_dealt_card_is_as_often_in_one_hand_as_in_the_other() -> None:
    rng = random.Random(5)
    seen = [0, 0]
    for _ in range(400):
        state = deal(STANDARD, PLAYERS, "Ann", rng)
        for seat, hand in enumerate(state.hands):
            seen[seat] += hand & 1
    # 400 deals of 10 cards of 52: 77 expected, standard deviation 8; four of them on each side.
    assert all(45 <= count <= 109 for count in seen)


def test_a_side_card_is_not_played() -> None:
    with pytest.raises(UnplayedRule, match="side-card"):
        deal(rules(knock={"limit": Limit(LimitKind.SIDE_CARD, ace=AceLimit.ONE)}), PLAYERS, "Ann", random.Random(1))
