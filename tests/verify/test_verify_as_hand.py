"""A showdown laid out as a hand: every card once, every turn in order, and the same score."""

import random
from collections.abc import Mapping
from itertools import cycle, islice
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.rules.resolve import load_variant
from ginrules.verify.as_hand import Hand, as_hand, read_hand
from ginrules.verify.runner import run
from tests.puppet.stage import ANN, BOB, EVERYTHING, SHOWDOWN, Dealer, case

RULES = {**load_variant("standard").question_rules("play"), **load_variant("standard").question_rules("score")}
BIG = ["4h", "5h", "6h", "9c", "9d", "9s", "Jc", "Qc", "Kc", "Tc", "7h"]

QUESTIONS: dict[str, dict[str, Any]] = {
    "ten cards": SHOWDOWN,
    "a discard": SHOWDOWN | {"hands": {"Ann": [*ANN, "Ks"], "Bob": BOB}, "discard": "Ks"},
    "an upcard": SHOWDOWN | {"upcard": "As"},
    "an upcard that the knocker holds": SHOWDOWN | {"upcard": "4h"},
    "an upcard that the defender holds": SHOWDOWN | {"upcard": "Ac"},
    "an upcard that is the discard": SHOWDOWN | {"hands": {"Ann": [*ANN, "Ks"], "Bob": BOB}, "discard": "Ks", "upcard": "Ks"},
    "big gin": SHOWDOWN
    | {"hands": {"Ann": BIG, "Bob": ["2c", "2d", "2h", "Ac", "5s", "Ad", "8s", "9h", "Qs", "Kd"]}, "call": "big-gin"},
    "big gin with the upcard": SHOWDOWN
    | {
        "hands": {"Ann": BIG, "Bob": ["2c", "2d", "2h", "Ac", "5s", "Ad", "8s", "9h", "Qs", "Kd"]},
        "call": "big-gin",
        "upcard": "4h",
    },
    "a discard that he does not hold": SHOWDOWN | {"hands": {"Ann": [*ANN, "Ks"], "Bob": BOB}, "discard": "Kh"},
    "a discard that the other holds": SHOWDOWN | {"hands": {"Ann": [*ANN, "Ks"], "Bob": BOB}, "discard": "2c"},
    "declarations": SHOWDOWN
    | {
        "spreads": {"Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]], "Bob": []},
        "layoffs": {"Bob": [{"cards": ["7h"], "onto": "4h"}]},
    },
    "the last in turn knocks": SHOWDOWN | {"knocker": "Bob", "hands": {"Ann": BOB, "Bob": ANN}},
    "three players": SHOWDOWN
    | {
        "players": ["Cat", "Ann", "Bob"],
        "hands": {"Ann": ANN, "Bob": BOB, "Cat": ["3c", "4c", "5c", "6c", "7c", "8c", "8d", "8h", "Ad", "Ks"]},
    },
    "three players, one holds the upcard": SHOWDOWN
    | {
        "players": ["Cat", "Ann", "Bob"],
        "hands": {"Ann": ANN, "Bob": BOB, "Cat": ["3c", "4c", "5c", "6c", "7c", "8c", "8d", "8h", "Ad", "Ks"]},
        "upcard": "2c",
    },
}
OPENINGS = ("upcard-offered", "upcard-open", "extra-card")


def laid(name: str, opening: str) -> Hand:
    return as_hand(QUESTIONS[name], RULES | {"deal.opening": opening}, position=False)


def play_out(params: Mapping[str, Any], actions: int) -> dict[str, list[str]]:
    """A referee who knows only whose turn it is and where cards lie; the hands after some actions."""
    players, opening = params["players"], params["rules"]["deal.opening"]
    hands = {player: list(cards) for player, cards in params["hands"].items()}
    stock, pile = list(params["stock"]), [params["upcard"]] if "upcard" in params else []
    whole = [card for cards in hands.values() for card in cards] + stock + pile
    assert sorted(whole) == sorted(TEXT)
    after_dealer = players.index(params["dealer"]) + 1
    turns = cycle([*players[after_dealer:], *players[:after_dealer]])
    player = next(turns)
    assert all(len(cards) == 10 + (opening == "extra-card" and name == player) for name, cards in hands.items())
    passes, drawn = 0, opening == "extra-card"
    offered = opening == "upcard-offered"
    for action in params["actions"][:actions]:
        assert action["player"] == player
        match action["do"]:
            case "pass":
                assert offered
                passes += 1
                offered = passes < len(players)
                player = next(turns)
            case "take":
                assert not drawn
                assert offered or opening == "upcard-open"
                hands[player].append(pile.pop(0))
                drawn, offered = True, False
            case "stock":
                assert not drawn
                assert not offered
                hands[player].append(stock.pop(0))
                drawn = True
            case "discard":
                assert drawn
                hands[player].remove(action["card"])
                pile.insert(0, action["card"])
                drawn = False
                player = next(turns)
    assert player == params["actions"][actions]["player"]
    assert drawn
    return hands


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_deal_leads_to_the_showdown(name: str, opening: str) -> None:
    question, hand = QUESTIONS[name], laid(name, opening)
    params: Mapping[str, Any] = hand.question.params
    hands = play_out(params, hand.run_up)
    knocker = question["knocker"]
    for player, cards in question["hands"].items():
        if player == knocker and "discard" not in question and question["call"] != "big-gin":
            thrown = params["actions"][hand.run_up]["card"]
            held = {card for each in question["hands"].values() for card in each} | {question.get("upcard")}
            assert thrown == next(card for card in TEXT if card not in held)
            assert sorted(hands[player]) == sorted([*cards, thrown])
        else:
            assert sorted(hands[player]) == sorted(cards)
    # The card drawn last comes from the stock, so that no rule about taken cards is touched.
    assert params["actions"][hand.run_up - 1] == {"player": knocker, "do": "stock"}
    if opening == "extra-card":
        assert "upcard" not in params
    else:
        assert params["upcard"] == question.get("upcard", params["upcard"])


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_position_holds_the_whole_pack(name: str) -> None:
    question = QUESTIONS[name]
    hand = as_hand(question, RULES, position=True)
    params: Mapping[str, Any] = hand.question.params
    whole = [card for cards in params["hands"].values() for card in cards] + params["stock"] + params["pile"]
    assert sorted(whole) == sorted(TEXT)
    assert (params["turn"], params["phase"], hand.run_up) == (question["knocker"], "discard", 0)
    assert "dealer" not in params


def test_declarations_follow_the_knock_in_the_order_of_the_protocol() -> None:
    hand = laid("declarations", "upcard-offered")
    actions: Any = hand.question.params["actions"]
    assert [(action["player"], action["do"]) for action in actions] == [
        ("Ann", "pass"),
        ("Bob", "pass"),
        ("Ann", "stock"),
        ("Ann", "knock"),
        ("Ann", "show"),
        ("Bob", "layoff"),
        ("Bob", "show"),
        ("Bob", "done"),
    ]
    assert hand.run_up == 3


@pytest.mark.parametrize("opening", OPENINGS)
def test_random_knocks_score_the_same_through_a_hand(opening: str) -> None:
    draw = random.Random(opening)
    dealer = Dealer(rules=EVERYTHING | {"deal.opening": {"const": opening}}, answers=["outcome", "points", "deadwood"])
    rules = load_variant("standard", overrides=["knock.limit=any"]).question_rules("score")
    cases = []
    for number in range(40):
        cards = draw.sample(TEXT, 21)
        question: dict[str, Any] = SHOWDOWN | {
            "hands": {"Ann": cards[:11], "Bob": cards[11:]},
            "discard": cards[draw.randrange(11)],
        }
        result = answer("score", {"rules": rules, **question})
        expect = {key: result[key] for key in ("outcome", "points", "deadwood")}
        cases.append(case(f"s{number}", expect, question=question, sets=("knock.limit=any",)))
    results = list(run(cases, dealer.subject()))
    assert [result.outcome for result in results] == ["pass"] * 40
    assert {method for method, _ in dealer.asked} == {"play"}


def reply(hand: Hand, **members: Any) -> dict[str, Any]:
    params: Mapping[str, Any] = hand.question.params
    hands = play_out(params, hand.run_up)
    hands["Ann"].remove(params["actions"][hand.run_up]["card"])
    state = {"phase": "over", "stock": len(params["stock"]) - 1, "hands": hands}
    state["pile"] = [params["actions"][hand.run_up]["card"], params["upcard"]]
    return {"accepted": len(params["actions"]), "state": state, "result": {"outcome": "knock"}} | members


def test_a_reply_is_read_as_the_answer_to_the_showdown() -> None:
    hand = laid("ten cards", "upcard-offered")
    reading = read_hand(hand, reply(hand))
    assert (reading.answer, reading.misfits, reading.refused_before) == ({"outcome": "knock"}, (), "")


def test_a_refusal_on_the_way_is_no_answer() -> None:
    hand = laid("ten cards", "upcard-offered")
    refusal = {"rules": ["turn.order"], "message": "not your turn"}
    reading = read_hand(hand, reply(hand, accepted=1, refused=refusal))
    assert reading.answer is None
    assert reading.refused_before == "Bob pass: not your turn"


def test_a_refused_knock_is_a_refusal() -> None:
    hand = laid("ten cards", "upcard-offered")
    held = reply(hand)["state"]
    thrown = held["pile"][0]
    state = held | {"pile": held["pile"][1:], "hands": held["hands"] | {"Ann": [*held["hands"]["Ann"], thrown]}}
    refusal = {"rules": ["knock.limit"], "message": "too much"}
    reading = read_hand(hand, {"accepted": 3, "refused": refusal, "state": state})
    assert (reading.answer, reading.misfits) == ({"refused": refusal}, ())


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"accepted": 3}, "accepted"),
        ({"accepted": 5}, "accepted"),
        ({"accepted": 4, "refused": {"rules": [], "message": ""}}, "accepted"),
        ({"result": None}, "result"),
        ({"stock": 3}, "stock"),
        ({"pile": ["Ac"]}, "pile"),
        ({"hands": {"Ann": [], "Bob": BOB}}, "hands of Ann"),
    ],
)
def test_what_does_not_follow_from_the_actions_is_found(change: dict[str, Any], fact: str) -> None:
    hand = laid("ten cards", "upcard-offered")
    good = reply(hand)
    if set(change) & {"stock", "pile", "hands"}:
        good["state"] |= change
    else:
        good |= change
    if good["result"] is None:
        del good["result"]
    assert [misfit[0] for misfit in read_hand(hand, good).misfits] == [fact]


def test_an_engine_that_takes_a_card_from_nowhere_is_found_out() -> None:
    hand = laid("a discard that he does not hold", "upcard-offered")
    reading = read_hand(hand, {"accepted": 4, "state": {"hands": {}, "pile": [], "stock": 0}, "result": {"outcome": "knock"}})
    assert reading.misfits == (("accepted", "not Ann knock Kh: the card is not in hand", 4),)


def test_the_rest_of_the_stock_is_no_run_of_cards() -> None:
    stock: Any = laid("ten cards", "upcard-offered").question.params["stock"]
    places = [TEXT.index(card) for card in stock[1:]]
    assert sum(second == first + 1 for first, second in zip(places, islice(places, 1, None), strict=False)) < 5
