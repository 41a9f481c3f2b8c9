"""A hand turn by turn as messages: the shapes of the protocol, and input that is impossible, each with its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from ginrules.answer import ImpossibleInput
from ginrules.cards import TEXT
from ginrules.diagnostics import NotPlayed
from ginrules.resources import SPEC
from ginrules.rules.resolve import load_variant
from tests.engine.questions import FACTS, reply_to

SCHEMA = json.loads((SPEC / "protocol.schema.json").read_text(encoding="utf-8"))
STANDARD: Mapping[str, Any] = load_variant("standard").question_rules("play")
ANN = ["4h", "5h", "6h", "9c", "9d", "9s", "Jc", "Qc", "Kc", "3s"]
BOB = ["2c", "2d", "2h", "Ac", "5s", "7h", "8s", "9h", "Qs", "Kd"]
DRAWN = "3c"
"""On top of the stock; Ann throws it again when she knocks."""
UPCARD = "3h"
STOCK = [DRAWN, *(card for card in TEXT if card not in {*ANN, *BOB, UPCARD, DRAWN})]
KNOCK: list[dict[str, Any]] = [
    {"player": "Ann", "do": "pass"},
    {"player": "Bob", "do": "pass"},
    {"player": "Ann", "do": "stock"},
    {"player": "Ann", "do": "knock", "card": DRAWN},
]
SPREAD = [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]
SHOWDOWN: list[dict[str, Any]] = [
    {"player": "Ann", "do": "show", "melds": SPREAD},
    {"player": "Bob", "do": "layoff", "cards": ["7h"], "onto": "4h"},
    {"player": "Bob", "do": "layoff", "cards": ["9h"], "onto": "9c"},
    {"player": "Bob", "do": "done"},
]


def rules(**changed: Any) -> dict[str, Any]:
    named = {rule.replace("__", ".").replace("_", "-"): value for rule, value in changed.items()}
    assert set(named) <= set(STANDARD)
    return {**STANDARD, **named}


def dealt(actions: Any = None, **changed: Any) -> dict[str, Any]:
    """The deal of the protocol's example."""
    params: dict[str, Any] = {
        "rules": dict(STANDARD),
        "players": ["Ann", "Bob"],
        "dealer": "Bob",
        "hands": {"Ann": list(ANN), "Bob": list(BOB)},
        "upcard": UPCARD,
        "stock": list(STOCK),
        "actions": [] if actions is None else actions,
    }
    return {name: value for name, value in {**params, **changed}.items() if value is not MISSING}


def standing(actions: list[Any] | None = None, **changed: Any) -> dict[str, Any]:
    """The position in which Ann has just drawn."""
    params: dict[str, Any] = {
        "dealer": MISSING,
        "upcard": MISSING,
        "hands": {"Ann": [*ANN, DRAWN], "Bob": list(BOB)},
        "stock": STOCK[1:],
        "pile": [UPCARD],
        "turn": "Ann",
        "phase": "discard",
    }
    return dealt(actions, **{**params, **changed})


MISSING = object()


def fits(definition: str, value: Any) -> bool:
    schema = {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


def test_a_hand_to_its_end() -> None:
    params = dealt([*KNOCK, *SHOWDOWN], ask=["legal"])
    assert fits("play.params", params)
    reply = reply_to("play", params)
    assert fits("play.result", reply)
    assert reply["accepted"] == 8
    # 50 beside the twos, less 7 and 9 laid off: 34; 34 less 3 is 31
    assert (reply["result"]["outcome"], reply["result"]["deadwood"]) == ("knock", {"Ann": 3, "Bob": 34})
    assert reply["result"]["points"] == {"Ann": 31, "Bob": 0}
    assert reply["state"] == {
        "phase": "over",
        "pile": [DRAWN, UPCARD],
        "stock": 30,
        "hands": {name: sorted(hand, key=TEXT.index) for name, hand in (("Ann", ANN), ("Bob", BOB))},
        "limit": 10,
    }
    assert "legal" not in reply
    assert "refused" not in reply


def test_the_result_stands_as_soon_as_somebody_has_gone_out() -> None:
    assert "result" not in reply_to("play", dealt(KNOCK[:3]))
    reply = reply_to("play", dealt(KNOCK))
    assert reply["state"]["phase"] == "showdown"
    assert reply["state"]["turn"] == "Ann"
    declared = reply_to("play", dealt([*KNOCK, *SHOWDOWN]))["result"]
    assert {fact: reply["result"][fact] for fact in FACTS} == {fact: declared[fact] for fact in FACTS}


def test_what_is_legal_is_said_where_it_is_asked_for() -> None:
    assert "legal" not in reply_to("play", dealt())
    offered = reply_to("play", dealt(ask=["legal"]))["legal"]
    assert offered == [{"player": "Ann", "do": "pass"}, {"player": "Ann", "do": "take"}]
    thrown = reply_to("play", standing(ask=["legal"]))["legal"]
    # Of the three melds none may be broken: 3s or 3c is left, or a whole meld and a three.
    assert [action["card"] for action in thrown if action["do"] == "knock"] == ["3c", "3s"]
    assert len([action for action in thrown if action["do"] == "discard"]) == 11
    assert fits("play.result", reply_to("play", standing(ask=["legal"])))


def test_a_refusal_stops_and_changes_nothing() -> None:
    wrong = {"player": "Ann", "do": "knock", "card": "4h"}
    asked = dealt([*KNOCK[:3], wrong, {"player": "Bob", "do": "done"}], ask=["legal"])
    reply = reply_to("play", asked)
    assert fits("play.result", reply)
    # 3s 3c and the 5 and 6 of hearts are left: 17
    assert reply["refused"] == {"rules": ["knock.limit"], "message": "deadwood 17 is over 10", "player": "Ann"}
    assert reply["accepted"] == 3
    without = reply_to("play", dealt(KNOCK[:3], ask=["legal"]))
    assert {name: reply[name] for name in ("state", "legal")} == {name: without[name] for name in ("state", "legal")}


def test_a_dead_hand() -> None:
    last = standing([{"player": "Ann", "do": "discard", "card": DRAWN}], pile=[UPCARD, *STOCK[1:-2]], stock=STOCK[-2:])
    reply = reply_to("play", last)
    assert fits("play.result", reply)
    assert reply["result"] == {"outcome": "dead", "winners": [], "points": {"Ann": 0, "Bob": 0}}
    assert (reply["state"]["phase"], "turn" in reply["state"]) == ("over", False)


def test_an_extra_card_is_dealt_without_an_upcard_and_no_limit_has_no_number() -> None:
    asked = dealt(
        rules=rules(deal__opening="extra-card", knock__limit={"kind": "any"}),
        upcard=MISSING,
        hands={"Ann": [*ANN, UPCARD], "Bob": BOB},
    )
    state = reply_to("play", asked)["state"]
    assert (state["phase"], state["pile"]) == ("discard", [])
    assert "limit" not in state


def test_the_same_question_twice_and_questions_stay_as_they_are() -> None:
    asked = dealt([*KNOCK, *SHOWDOWN])
    before = copy.deepcopy(asked)
    assert reply_to("play", asked) == reply_to("play", asked)
    assert asked == before


# --- the bad input of a table: refused, and nothing is lost


@pytest.mark.parametrize(
    ("before", "action", "ids"),
    [
        (0, {"player": "Bob", "do": "take"}, ["turn.order"]),  # the wrong player
        (3, {"player": "Ann", "do": "stock"}, ["turn.phase"]),  # a second draw
        (3, {"player": "Ann", "do": "discard", "card": "Ad"}, ["turn.card"]),  # a discard not held
        (3, {"player": "Ann", "do": "knock", "card": "Kc"}, ["knock.limit"]),  # over the limit: 3 + 3 + 10 + 10
        (2, {"player": "Ann", "do": "big-gin"}, ["turn.phase"]),  # without a draw
        (3, {"player": "Ann", "do": "big-gin"}, ["gin.big", "gin.deadwood"]),
        (4, {"player": "Ann", "do": "big-gin"}, ["turn.phase"]),  # after the discard
        (4, {"player": "Bob", "do": "layoff", "cards": ["7h"], "onto": "4h"}, ["layoff.onto"]),  # before she has shown
        (5, {"player": "Ann", "do": "layoff", "cards": ["3s"], "onto": "4h"}, ["layoff.player"]),  # by the knocker
        (5, {"player": "Bob", "do": "layoff", "cards": ["7h"], "onto": "3s"}, ["layoff.onto"]),  # onto nothing
        (5, {"player": "Bob", "do": "layoff", "cards": ["7h"], "onto": "9c"}, ["melds.shape"]),
        (6, {"player": "Bob", "do": "layoff", "cards": ["7h"], "onto": "4h"}, ["turn.card"]),  # laid twice
        (8, {"player": "Bob", "do": "layoff", "cards": ["Qs"], "onto": "Jc"}, ["turn.phase"]),  # after `done`
        (8, {"player": "Ann", "do": "stock"}, ["turn.phase"]),  # after the end
    ],
)
def test_what_the_table_refuses(before: int, action: dict[str, Any], ids: list[str]) -> None:
    played = [*KNOCK, *SHOWDOWN][:before]
    reply = reply_to("play", dealt([*played, action], ask=["legal"]))
    assert reply["refused"]["rules"] == ids
    assert reply["accepted"] == before
    without = reply_to("play", dealt(played, ask=["legal"]))
    assert {name: reply.get(name) for name in without} == without


def test_the_taken_card_does_not_go_back() -> None:
    reply = reply_to("play", dealt([{"player": "Ann", "do": "take"}, {"player": "Ann", "do": "discard", "card": UPCARD}]))
    assert (reply["accepted"], reply["refused"]["rules"]) == (1, ["turn.return-taken"])


# --- what is impossible, and where


def one(action: Any) -> dict[str, Any]:
    return dealt([*KNOCK, action])


EXTRA = dealt(rules=rules(deal__opening="extra-card"), hands={"Ann": [*ANN, DRAWN], "Bob": BOB}, stock=STOCK[1:])
LAST: dict[str, Any] = {
    "hands": {"Ann": list(TEXT[:25]), "Bob": list(TEXT[25:50])},
    "upcard": TEXT[50],
    "stock": [TEXT[51]],
}
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("players", dealt(players=["Ann", "Bob", "Cat"]), "3 players in one hand: 2 at most"),
    ("stock", dealt(stock=STOCK[1:]), "the deck is not complete: 3c is missing"),
    ("stock[31]", dealt(stock=[*STOCK, DRAWN]), "3c stands twice"),
    ("stock", dealt(stock=[UPCARD, *STOCK[1:]]), "3h lies somewhere else too"),
    ("stock", dealt(stock=MISSING), "a list of cards is missing"),
    ("stock[0]", dealt(stock=["*", *STOCK]), "there is no joker"),
    ("upcard", dealt(upcard=ANN[0]), "4h lies somewhere else too"),
    ("upcard", dealt(upcard=MISSING), "the upcard is missing"),
    ("upcard", EXTRA, "turned"),
    ("hands", dealt(hands={"Ann": ANN}), "the hand of Bob is missing"),
    ("hands.Ann", dealt(hands={"Ann": ANN[1:], "Bob": BOB}), "Ann holds 9 cards, not 10"),
    ("hands.Ann[10]", dealt(hands={"Ann": [*ANN, ANN[0]], "Bob": BOB}), "4h stands twice"),
    ("hands.Bob", dealt(hands={"Ann": ANN, "Bob": [ANN[0], *BOB[1:]]}), "4h lies somewhere else too"),
    ("hands.Cat", dealt(hands={"Ann": ANN, "Bob": BOB, "Cat": []}), "Cat is not one of the players Ann, Bob"),
    ("dealer", dealt(dealer="Cat"), "Cat is not one of the players Ann, Bob"),
    ("dealer", dealt(dealer=7), "a player should stand here, not 7"),
    ("dealer", dealt(dealer=MISSING), "neither dealer nor pile is there"),
    ("dealer", standing(dealer="Ann"), "not both"),
    ("turn", dealt(turn="Ann"), "turn belongs to a position"),
    ("taken", dealt(taken=UPCARD), "taken belongs to a position"),
    ("turn", standing(turn="Cat"), "Cat is not one of the players Ann, Bob"),
    ("turn", standing(turn=MISSING), "a player is missing"),
    ("phase", standing(phase="upcard"), 'a position is in draw, discard or wall, not "upcard"'),
    ("phase", standing(phase=MISSING), "a position is in draw, discard or wall, not null"),
    ("phase", standing(phase=["draw"]), 'not ["draw"]'),
    ("phase", standing(phase="wall", hands={"Ann": ANN, "Bob": BOB}, stock=STOCK), "the last discard is never on offer"),
    ("hands.Ann", standing(phase="draw"), "Ann holds 11 cards, not 10"),
    ("taken", standing(taken=BOB[0]), "in the hand of the player who is to discard"),
    ("pile", standing(pile=[BOB[0]]), "2c lies somewhere else too"),
    ("pile", standing(pile=[], stock=[UPCARD, *STOCK[1:]]), "only a card that was just taken leaves no pile"),
    ("pile[1]", standing(pile=[UPCARD, UPCARD]), "3h stands twice"),
    ("upcard", standing(rules=rules(knock__limit={"kind": "upcard", "ace": "one"})), "the upcard, which is missing"),
    ("ask[0]", dealt(ask=["state"]), "'state' cannot be asked for"),
    ("ask", dealt(ask="legal"), "a list should stand here"),
    ("actions", dealt(actions=MISSING), "a list of actions is missing"),
    ("actions[4]", one("pass"), "an action with player and do should stand here"),
    ("actions[4].player", one({"do": "done"}), "a player is missing"),
    ("actions[4].player", one({"player": "Cat", "do": "done"}), "Cat is not one of the players Ann, Bob"),
    ("actions[4].do", one({"player": "Ann", "do": "fold"}), "an action is pass, stock, take,"),
    ("actions[4].do", one({"player": "Ann"}), "not null"),
    ("actions[4].do", one({"player": "Ann", "do": ["done"]}), 'not ["done"]'),
    ("actions[4].card", one({"player": "Ann", "do": "discard"}), "a card is missing"),
    ("actions[4].card", one({"player": "Ann", "do": "knock", "card": "10h"}), "'10h' is written Th"),
    ("actions[4].melds", one({"player": "Ann", "do": "show"}), "a list of melds is missing"),
    ("actions[4].melds[0]", one({"player": "Ann", "do": "show", "melds": [[]]}), "there is no card"),
    ("actions[4].cards", one({"player": "Bob", "do": "layoff", "onto": "4h"}), "a list of cards is missing"),
    ("actions[4].cards[1]", one({"player": "Bob", "do": "layoff", "cards": ["7h", "7h"], "onto": "4h"}), "7h stands twice"),
    ("actions[4].onto", one({"player": "Bob", "do": "layoff", "cards": ["7h"]}), "a card is missing"),
    ("rules.stock.floor", dealt(rules=rules(stock__floor=11)), "stock.floor cannot be 11"),
    ("stock", dealt(rules=rules(deal__cards=25, stock__floor=1), **LAST), "leave nothing to draw"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "params", "message"), IMPOSSIBLE)
def test_impossible_hands(path: str, params: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleInput) as error:
        reply_to("play", params)
    assert error.value.path == path
    assert message in error.value.message


def test_a_missing_rule_of_play_is_named() -> None:
    lacking = {rule: value for rule, value in STANDARD.items() if rule != "gin.choice"}
    with pytest.raises(ImpossibleInput) as error:
        reply_to("play", dealt(rules=lacking))
    assert error.value.path == "rules.gin.choice"


def test_what_is_not_played_yet() -> None:
    with pytest.raises(NotPlayed, match=r"players\.format = captain"):
        reply_to("play", dealt(rules=rules(players__format="captain")))


def test_a_rule_about_jokers_means_nothing_without_them() -> None:
    changed = dealt([*KNOCK, *SHOWDOWN], rules=rules(turn__joker_taken="only-into-meld"))
    assert reply_to("play", changed) == reply_to("play", dealt([*KNOCK, *SHOWDOWN]))
