"""Jokers in messages: what is read, what is impossible, what is written."""

from typing import Any

import pytest

from ginrules.diagnostics import ImpossibleInput
from ginrules.rules.catalogue import rules_read
from tests.engine.questions import ROOT, reply_to

ANN = ["4h", "5h", "*", "9c", "9d", "9s", "Jc", "Qc", "Kc", "3s"]
BOB = ["2c", "2d", "2h", "Ac", "5s", "7h", "8s", "9h", "Qs", "*"]
SPREAD = [["4h", "5h", "*=6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]


def sent(method: str, jokers: int) -> dict[str, Any]:
    """The rules of a method with so many jokers."""
    return {rule: ROOT[rule] for rule in rules_read(method)} | {"deck.jokers": jokers}


def showdown(jokers: int = 2, **changes: Any) -> dict[str, Any]:
    """Ann knocks against Bob, a joker each."""
    params = {"rules": sent("score", jokers), "players": ["Ann", "Bob"], "knocker": "Ann", "call": "knock"}
    return params | {"hands": {"Ann": ANN, "Bob": BOB}, "spreads": {"Ann": SPREAD}} | changes


def test_an_arrangement_names_what_jokers_stand_for() -> None:
    params = {"rules": sent("arrange", 2), "hand": ["4h", "*", "6h", "9d"]}
    assert reply_to("arrange", params) == {"deadwood": 9, "melds": [["4h", "*=5h", "6h"]]}


def test_spreads_and_lay_offs_name_them_too() -> None:
    # Bob: [2c 2d 2h] and 7h *=8h 9h, as a meld or laid off: 1 + 5 + 8 + 10
    answered = reply_to("score", showdown())
    assert answered["deadwood"] == {"Ann": 3, "Bob": 24}
    assert answered["spreads"]["Ann"] == [["4h", "5h", "*=6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]
    declared = showdown(layoffs={"Bob": [{"cards": ["*=8h", "7h", "9h"], "onto": "6h"}]})
    assert reply_to("score", declared)["deadwood"]["Bob"] == 24
    over_a_gap = showdown(hands={"Ann": ANN, "Bob": ["2c", "2d", "Qh", "Ac", "5s", "8h", "Td", "6d", "Ks", "*"]})
    assert reply_to("score", over_a_gap)["layoffs"]["Bob"] == [{"cards": ["*=7h", "8h"], "onto": "4h"}]


@pytest.mark.parametrize(
    ("path", "changes", "message"),
    [
        ("hands.Bob[9]", {"jokers": 1}, "there is one joker in the deck (deck.jokers is 1)"),
        ("hands.Ann[2]", {"jokers": 0, "spreads": {}}, "there is no joker in the deck (deck.jokers is 0)"),
        ("hands.Bob[9]", {"hands": {"Ann": ["*", "*", *ANN[3:], "2s"], "Bob": BOB}}, "there are 2 jokers in the deck"),
        ("hands.Ann[2]", {"hands": {"Ann": [*ANN[:2], "*=6h", *ANN[3:]], "Bob": BOB}}, "'*=6h' stands in no meld"),
        ("spreads.Ann[0][1]", {"spreads": {"Ann": [["4h", "*=*"]]}}, "no joker can stand here"),
        ("spreads.Ann[0][1]", {"spreads": {"Ann": [["4h", "*=5x"]]}}, "'5x' is not a card"),
        ("spreads.Ann[0][1]", {"spreads": {"Ann": [["4h", "*=10h"]]}}, "'10h' is written Th"),
        ("spreads.Ann[0][1]", {"spreads": {"Ann": [["4h", 5]]}}, "a card should stand here"),
        ("spreads.Ann[0][1]", {"spreads": {"Ann": [["4h", "4h"]]}}, "4h stands twice"),
        ("spreads.Ann[1][2]", {"spreads": {"Ann": [["4h", "*"], ["9c", "*=9d", "*=9s"]]}}, "there are 2 jokers"),
        (
            "layoffs.Bob[1].cards[0]",
            {"layoffs": {"Bob": [{"cards": ["*", "*"], "onto": "4h"}, {"cards": ["*"], "onto": "9c"}]}},
            "2",
        ),
        ("layoffs.Bob[0].onto", {"layoffs": {"Bob": [{"cards": ["7h"], "onto": "*"}]}}, "name a natural card"),
        ("discard", {"discard": "*=4h"}, "stands in no meld"),
        ("upcard", {"upcard": "*=4h"}, "stands in no meld"),
    ],
)
def test_jokers_that_cannot_be(path: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleInput) as error:
        reply_to("score", showdown(**changes))
    assert error.value.path == path
    assert message in error.value.message


def test_half_a_pack_with_jokers() -> None:
    hand = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "cd"] + ["*", "*"]
    with pytest.raises(ImpossibleInput, match="no hand has 28 cards: 27 is half the pack"):
        reply_to("arrange", {"rules": sent("arrange", 2), "hand": hand})
    assert reply_to("arrange", {"rules": sent("arrange", 2), "hand": hand[1:]})["deadwood"] == 0


ALL = [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"]


def table(**changes: Any) -> dict[str, Any]:
    """A position of play in which a joker lies on the pile."""
    bob = [*BOB[:9], "Kd"]
    rest = [card for card in ALL if card not in {*ANN, *bob}]
    params = {"rules": sent("play", 2), "players": ["Ann", "Bob"], "hands": {"Ann": ANN, "Bob": bob}, "actions": []}
    return params | {"pile": ["*", *rest[:3]], "stock": rest[3:], "turn": "Ann", "phase": "draw"} | changes


def test_jokers_in_play() -> None:
    actions = [
        {"player": "Ann", "do": "take"},
        {"player": "Ann", "do": "knock", "card": "3s"},
        {"player": "Ann", "do": "show", "melds": [["4h", "5h", "*"], ["9c", "9d", "9s"], ["Jc", "Qc", "*=Tc", "Kc"]]},
        {"player": "Bob", "do": "layoff", "cards": ["9h"], "onto": "9c"},
    ]
    answered = reply_to("play", table(actions=actions[:1], ask=["legal"]))
    assert answered["state"]["hands"]["Ann"].count("*") == 2
    # all ten are melded without the three: gin
    assert {"player": "Ann", "do": "gin", "card": "3s"} in answered["legal"]
    assert not any(action.get("card") == "*" for action in answered["legal"])
    answered = reply_to("play", table(actions=actions))
    assert answered["refused"]["rules"] == ["layoff.on-gin"]
    assert answered["result"]["spreads"]["Ann"][2] == ["*=Tc", "Jc", "Qc", "Kc"]


@pytest.mark.parametrize(
    ("path", "changes", "message"),
    [
        ("pile[1]", {"pile": ["*", "*"]}, "there are 2 jokers"),
        ("pile[1]", {"pile": ["3c", "3c"]}, "3c stands twice"),
        ("actions[0].melds[0][2]", {"actions": [{"player": "Ann", "do": "show", "melds": [["*", "*", "*"]]}]}, "2 jokers"),
        ("actions[0].onto", {"actions": [{"player": "Bob", "do": "layoff", "cards": ["*"], "onto": "*"}]}, "no joker can"),
        ("actions[0].cards", {"actions": [{"player": "Bob", "do": "layoff", "cards": [], "onto": "4h"}]}, "there is no card"),
    ],
)
def test_jokers_that_cannot_lie_on_a_table(path: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleInput) as error:
        reply_to("play", table(**changes))
    assert error.value.path == path
    assert message in error.value.message


def test_a_joker_is_the_upcard_of_a_deal() -> None:
    bob = [*BOB[:9], "Kd"]
    rest = [card for card in ALL if card not in {*ANN, *bob}]
    params = {key: value for key, value in table().items() if key not in {"pile", "turn", "phase"}}
    answered = reply_to("play", params | {"dealer": "Bob", "upcard": "*", "stock": rest})
    assert answered["state"]["pile"] == ["*"]
    # of a position it may be any joker by now
    assert reply_to("play", table(upcard="*"))["state"]["pile"][0] == "*"
