"""The messages of the built-in engine: shapes, impossible input with its path, what is not played."""

import copy
import json
from typing import Any

import pytest

from ginrules.answer import FACTS, METHODS, ImpossibleInput
from ginrules.cards import TEXT
from ginrules.diagnostics import InvalidInput, NotPlayed
from ginrules.resources import SPEC
from ginrules.rules.catalogue import rules_read
from tests.engine.questions import STANDARD, ask, reply_to, rules

ANN = "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s"
BOB = "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
SCHEMA = json.loads((SPEC / "protocol.schema.json").read_text(encoding="utf-8"))


def fits(definition: str, value: Any) -> bool:
    import jsonschema

    schema = {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


def test_an_arrangement() -> None:
    # 1 + 5 + 7 + 8 + 9 + 10 + 10 beside the twos
    reply = reply_to("arrange", {"rules": STANDARD, "hand": BOB.split()})
    assert reply == {"deadwood": 50, "melds": [["2c", "2d", "2h"]]}
    assert fits("arrange.result", reply)
    assert reply_to("arrange", {"rules": STANDARD, "hand": []}) == {"deadwood": 0, "melds": []}


def test_a_showdown_declared_and_best() -> None:
    declared = reply_to("score", ask(ANN, BOB, layoffs="7h on 4h, 9h on 9c"))
    assert declared == {
        "outcome": "knock",
        "winners": ["Ann"],
        "deadwood": {"Ann": 3, "Bob": 34},
        "points": {"Ann": 31, "Bob": 0},
        "boxes": {"Ann": 1, "Bob": 0},
        "limit": 10,
        "spreads": {"Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]], "Bob": [["2c", "2d", "2h"]]},
        "layoffs": {"Bob": [{"cards": ["7h"], "onto": "4h"}, {"cards": ["9h"], "onto": "9c"}]},
        "steps": [{"rule": "scoring.collect", "player": "Ann", "points": 31, "text": "34 less 3"}],
    }
    best = reply_to("score", ask(ANN.replace("[", "").replace("]", ""), BOB))
    assert {fact: best[fact] for fact in best if fact != "spreads"} == {
        fact: declared[fact] for fact in declared if fact != "spreads"
    }
    assert fits("score.result", best)
    of_sheets = {"bonuses", "finals", "settlement", "columns", "next"}
    assert {*best, "legal"} == {*FACTS, "steps"} - of_sheets


def test_a_refusal_is_an_answer() -> None:
    reply = reply_to("score", ask(ANN.replace("3s", "8d"), BOB, knock__limit={"kind": "fixed", "points": 7}))
    assert reply == {"refused": {"rules": ["knock.limit"], "message": "deadwood 8 is over 7", "player": "Ann"}}
    assert fits("score.result", reply)
    gin_only = reply_to("score", ask(ANN, BOB, knock__limit={"kind": "gin-only"}))
    assert gin_only == {"refused": {"rules": ["knock.limit"], "message": "deadwood 3 is not gin", "player": "Ann"}}


def test_the_same_question_twice_and_questions_stay_as_they_are() -> None:
    asked = ask(ANN, BOB)
    before = copy.deepcopy(asked)
    assert reply_to("score", asked) == reply_to("score", asked)
    assert asked == before


def test_order_of_cards_of_declarations_and_of_seats_means_nothing() -> None:
    asked = ask(ANN, BOB, layoffs="7h on 4h, 9h on 9c")
    turned = copy.deepcopy(asked)
    turned["players"].reverse()
    for cards in (*turned["hands"].values(), turned["spreads"]["Ann"], turned["layoffs"]["Bob"]):
        cards.reverse()
    one, other = reply_to("score", asked), reply_to("score", turned)
    for fact in ("outcome", "winners", "deadwood", "points", "boxes", "limit"):
        assert one[fact] == other[fact]


IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("hand[2]", {"hand": ["4h", "5h", "4h"]}, "4h stands twice"),
    ("hand[0]", {"hand": ["1h"]}, "'1h' is not a card: an ace is written A: Ah"),
    ("hand[0]", {"hand": ["10h"]}, "'10h' is written Th"),
    ("hand[0]", {"hand": ["4x"]}, "'4x' is not a card: a card is rank then suit, as in 7h or Td; suits are c d h s"),
    ("hand[1]", {"hand": ["4h", 5]}, "a card should stand here, not 5"),
    ("hand[0]", {"hand": ["*"]}, "there is no joker in the deck (deck.jokers is 0)"),
    ("hand[0]", {"hand": ["*=8h"]}, "there is no joker in the deck (deck.jokers is 0)"),
    ("hand", {"hand": "4h 5h"}, 'a list of cards should stand here, not "4h 5h"'),
    ("hand", {}, "a list of cards is missing"),
    ("hand", {"hand": list(TEXT[:27])}, "no hand has 27 cards: 26 is half the pack"),
    ("rules", {"rules": [], "hand": []}, "an object of rules should stand here, not []"),
    ("rules.melds.ace", {"rules": {key: STANDARD[key] for key in STANDARD if key != "melds.ace"}, "hand": []}, ""),
    ("rules.melds.ace", {"rules": rules(melds__ace="middle"), "hand": []}, 'melds.ace cannot be "middle"'),
    ("rules.melds.set-min", {"rules": rules(melds__set_min=2), "hand": []}, "melds.set-min cannot be 2"),
    ("rules.melds.run-max", {"rules": rules(melds__run_max=14), "hand": []}, "melds.run-max cannot be 14"),
    ("rules.deck.values", {"rules": rules(deck__values={**STANDARD["deck.values"], "A": 100}), "hand": []}, ""),
    ("rules.deck.values", {"rules": rules(deck__values={"A": 1}), "hand": []}, ""),
    ("rules.deck.values", {"rules": rules(deck__values={**STANDARD["deck.values"], "Z": 1}), "hand": []}, "cannot be"),
    ("rules.deck.jokers", {"rules": rules(deck__jokers=True), "hand": []}, "deck.jokers cannot be true"),
    ("rules.melds.ace", {"rules": rules(melds__ace=None), "hand": []}, "melds.ace cannot be null"),
    (
        "rules.melds.set-min",
        {"rules": rules(melds__set_min=4, melds__set_max=3), "hand": []},
        "melds.set-min 4 is over melds.set-max 3",
    ),
    (
        "rules.melds.run-min",
        {"rules": rules(melds__run_min=5, melds__run_max=3), "hand": []},
        "melds.run-min 5 is over melds.run-max 3",
    ),
]


@pytest.mark.parametrize(("path", "params", "message"), IMPOSSIBLE)
def test_impossible_hands_and_rules(path: str, params: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleInput) as error:
        reply_to("arrange", {"rules": STANDARD, **params})
    assert error.value.path == path
    assert message in error.value.message
    assert [(each.code, each.file) for each in error.value.diagnostics] == [("impossible", path)]
    assert isinstance(error.value, InvalidInput)


UPCARD = {"knock.limit": {"kind": "upcard", "ace": "one"}}
IMPOSSIBLE_SHOWDOWNS: list[tuple[str, dict[str, Any], str]] = [
    ("players", {"players": ["Ann"]}, "a hand has at least two players"),
    ("players", {"players": None}, "a list of players is missing"),
    ("players[1]", {"players": ["Ann", 7]}, "a player should stand here, not 7"),
    ("players[1]", {"players": ["Ann", "Ann"]}, "Ann stands twice"),
    ("players[0]", {"players": ["7h", "Bob"]}, "'7h' is no name: a capital, then letters, digits and _, at most 32"),
    ("players[0]", {"players": ["Kh", "Bob"]}, "Kh reads like a card"),
    ("players[1]", {"players": ["Ann", ""]}, "'' is no name"),
    ("players[1]", {"players": ["Ann", "B" * 33]}, "is no name"),
    ("knocker", {"knocker": "Cat"}, "Cat is not one of the players Ann, Bob"),
    ("knocker", {"knocker": None}, "a player is missing"),
    ("call", {"call": "tap"}, 'the call is knock, gin or big-gin, not "tap"'),
    ("call", {"call": ["gin"]}, 'the call is knock, gin or big-gin, not ["gin"]'),
    ("hands", {"hands": {"Ann": ANN.replace("[", "").replace("]", "").split()}}, "the hand of Bob is missing"),
    ("hands.Cat", {"hands": {"Cat": []}}, "Cat is not one of the players Ann, Bob"),
    (
        "hands.Ann",
        {"hands": {"Ann": BOB.split(), "Bob": BOB.split()}},
        "Ac 2c 2d Kd 2h 7h 9h 5s 8s Qs is in the hands of Ann and Bob",
    ),
    ("hands.Bob", {"hands.Bob": BOB.split()[:9]}, "Bob holds 9 cards, not 10"),
    ("hands.Bob", {"hands.Bob": [*BOB.split(), "3h", "4d"]}, "Bob holds 12 cards, not 10"),
    ("hands.Bob", {"hands.Bob": [*BOB.split(), "3h"]}, "Bob holds 11 cards, not 10"),
    (
        "hands.Ann",
        {"hands.Ann": ["4h", "5h", "6h", "9c", "9d", "9s", "Jc", "Qc", "Kc", "3s", "8d"]},
        "with one card more the knocker names his discard",
    ),
    ("hands.Ann", {"discard": "3s"}, "Ann holds 10 cards, not 11"),
    ("hands.Ann", {"call": "big-gin"}, "Ann holds 10 cards, not 11"),
    ("discard", {"call": "big-gin", "discard": "3s"}, "big gin is called without a discard"),
    ("discard", {"discard": "30"}, "'30' is not a card"),
    ("upcard", {"rules": {**STANDARD, **UPCARD}}, "knock.limit depends on the upcard, which is missing"),
    ("upcard", {"rules": rules(scoring__spades="doubles-points")}, "scoring.spades depends on the upcard, which is missing"),
    ("upcard", {"rules": {**STANDARD, **UPCARD}, "upcard": "*"}, "there is no joker in the deck"),
    ("spreads.Cat", {"spreads": {"Cat": []}}, "Cat is not one of the players Ann, Bob"),
    ("spreads.Ann", {"spreads": {"Ann": {}}}, "a list of melds should stand here, not {}"),
    ("spreads.Ann[0]", {"spreads": {"Ann": [[]]}}, "there is no card"),
    ("spreads.Ann[0][2]", {"spreads": {"Ann": [["4h", "5h", "4h"]]}}, "4h stands twice"),
    ("layoffs", {"spreads": {}, "layoffs": {"Bob": [{"cards": ["7h"], "onto": "4h"}]}}, "Ann does not declare"),
    ("layoffs.Bob[0]", {"layoffs": {"Bob": ["7h"]}}, "a lay-off with cards and onto should stand here"),
    ("layoffs.Bob[0].cards", {"layoffs": {"Bob": [{"cards": [], "onto": "4h"}]}}, "there is no card"),
    ("layoffs.Bob[0].onto", {"layoffs": {"Bob": [{"cards": ["7h"]}]}}, "a card is missing"),
    ("layoffs.Cat", {"layoffs": {"Cat": []}}, "Cat is not one of the players Ann, Bob"),
    ("rules.deal.cards", {"rules": rules(deal__cards={"3": 7})}, "no number of cards for 2 players"),
    ("rules.scoring.gin", {"rules": rules(scoring__gin="many")}, "scoring.gin"),
    *(
        (
            "rules.knock.limit",
            {"rules": rules(knock__limit=limit), "upcard": "As"},
            f"knock.limit cannot be {json.dumps(limit, sort_keys=True)}",
        )
        for limit in (
            {"kind": "fixed"},
            {"kind": "fixed", "points": 0},
            {"kind": "fixed", "points": None},
            {"kind": "fixed", "points": 7, "ace": "one"},
            {"kind": "upcard"},
            {"kind": "upcard", "ace": None},
            {"kind": "upcard", "ace": "one", "cap": 0},
            {"kind": "foo"},
            {},
            7,
        )
    ),
    ("rules.scoring.collect", {"rules": rules(scoring__collect={"kind": "penalties"})}, "scoring.collect cannot be"),
]


@pytest.mark.parametrize(("path", "changed", "message"), IMPOSSIBLE_SHOWDOWNS)
def test_impossible_showdowns(path: str, changed: dict[str, Any], message: str) -> None:
    params = ask(ANN, BOB)
    for field, value in changed.items():
        section, _, player = field.partition(".")
        if player:
            params[section] = {**params[section], player: value}
        else:
            params[section] = value
    with pytest.raises(ImpossibleInput) as error:
        reply_to("score", params)
    assert error.value.path == path
    assert message in error.value.message


def test_the_upcard_may_be_in_a_hand_since_somebody_may_have_taken_it() -> None:
    for upcard in ("3s", "5s", "Td"):
        asked = ask(ANN, BOB, scoring__spades="doubles-points", upcard=upcard)
        assert reply_to("score", asked)["points"] == {"Ann": 62 if upcard != "Td" else 31, "Bob": 0}


@pytest.mark.parametrize("method", ["initialize", "shutdown", ""])
def test_what_is_no_question(method: str) -> None:
    with pytest.raises(NotPlayed):
        reply_to(method, {})
    assert method not in METHODS


@pytest.mark.parametrize(
    ("method", "changed", "feature"),
    [
        ("score", {"players__format": "rotating"}, "players.format = rotating"),
        ("score", {"scoring__collect": {"kind": "payments"}}, "scoring.collect = payments"),
        ("score", {"knock__limit": {"kind": "side-card", "ace": "one"}}, "knock.limit = side-card"),
        ("score", {"scoring__doubling": {"kind": "offers", "refusal": 10}}, "scoring.doubling = offers"),
    ],
)
def test_values_that_are_not_played_yet_are_named(method: str, changed: dict[str, Any], feature: str) -> None:
    params = ask(ANN, BOB, **changed)
    params["hand"] = params["hands"]["Bob"]
    with pytest.raises(NotPlayed) as error:
        reply_to(method, params)
    assert error.value.feature == feature


def test_three_players_are_one_too_many_for_two() -> None:
    params = ask(ANN, BOB) | {"players": ["Ann", "Bob", "Cat"]}
    with pytest.raises(ImpossibleInput, match="3 players in one hand") as error:
        reply_to("score", params)
    assert error.value.path == "players"


def test_masked_rules_may_have_values_that_are_not_played() -> None:
    result = reply_to("score", ask(ANN, BOB, scoring__showdown="lowest-wins"))
    assert result["outcome"] == "knock"


def test_rules_that_the_method_does_not_read_do_not_matter() -> None:
    params = ask(ANN, BOB)
    params["rules"] = {**params["rules"], "game.bonus": "nonsense", "stock.floor": -1}
    assert reply_to("score", params)["outcome"] == "knock"
    only = {rule: STANDARD[rule] for rule in rules_read("arrange")}
    assert reply_to("arrange", {"rules": only, "hand": ["4h"]}) == {"deadwood": 4, "melds": []}
