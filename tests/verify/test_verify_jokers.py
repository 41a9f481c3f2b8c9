"""Hands with jokers that are asked in another way: a showdown as a hand, a position as a deal."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.rules.resolve import load_variant
from ginrules.verify.as_deal import as_deal
from ginrules.verify.as_hand import OPENINGS, CannotDeal, as_hand, read_hand, together
from ginrules.verify.bookkeeping import bookkeeping

PACK = [*TEXT, "*", "*"]


def rules(*sets: str) -> dict[str, Any]:
    """The rules of play and of the showdown with two jokers."""
    variant = load_variant("standard", overrides=["deck.jokers=2", *sets])
    return {**variant.question_rules("play"), **variant.question_rules("score")}


def showdowns(number: int) -> Iterator[dict[str, Any]]:
    """Knocks with jokers somewhere, half of them with all that was played declared."""
    draw = random.Random(5)
    sent = load_variant("standard", overrides=["deck.jokers=2", "knock.limit=any"]).question_rules("score")
    for _ in range(number):
        cards = draw.sample(TEXT, 19) + ["*"] * 2
        draw.shuffle(cards)
        hands = {"Ann": cards[:11], "Bob": cards[11:]}
        params: dict[str, Any] = {"rules": sent, "players": ["Ann", "Bob"], "knocker": "Ann", "call": "knock", "hands": hands}
        params["discard"] = draw.choice(cards[:11])
        said: Any = answer("score", params)
        if draw.random() < 0.5 and "refused" not in said:
            params |= {"spreads": said["spreads"], "layoffs": said["layoffs"]}
        yield params


@pytest.mark.parametrize("position", [False, True])
@pytest.mark.parametrize("opening", OPENINGS)
def test_a_showdown_with_jokers_scores_the_same_through_a_hand(opening: str, position: bool) -> None:
    sent = rules(f"deal.opening={opening}", "knock.limit=any")
    for params in showdowns(30):
        hand = as_hand(params, sent, position=position)
        reading = read_hand(hand, answer("play", hand.question.params))
        said: Any = answer("score", params)
        assert (reading.misfits, reading.refused_before) == ((), "")
        assert reading.answer is not None
        assert {key: reading.answer[key] for key in ("outcome", "points", "deadwood")} == {
            key: said[key] for key in ("outcome", "points", "deadwood")
        }


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        # the other joker is in a hand, so this one was turned; both are, so one was taken
        ({"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "Bob": "2c 2d 2h Ac 5s 7h 8s 9h Qs *"}, "pile"),
        ({"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc *", "Bob": "2c 2d 2h Ac 5s 7h 8s 9h Qs *"}, "hand"),
    ],
)
def test_where_a_joker_lies_that_was_the_upcard(hands: dict[str, str], where: str) -> None:
    held = {player: cards.split() for player, cards in hands.items()}
    params = {"rules": rules(), "players": ["Ann", "Bob"], "knocker": "Ann", "call": "knock", "hands": held, "upcard": "*"}
    hand = as_hand(params, rules(), position=False)
    asked: Any = hand.question.params
    everywhere = [*(card for cards in asked["hands"].values() for card in cards), asked["upcard"], *asked["stock"]]
    assert sorted(everywhere) == sorted(PACK)
    assert any(action["do"] == "take" for action in asked["actions"]) is (where == "hand")
    assert read_hand(hand, answer("play", asked)).answer is not None


def test_lay_offs_onto_what_a_joker_stands_for_are_joined_by_meld() -> None:
    table = [["4h", "*=5h", "6h"], ["5c", "5d", "5h"]]
    laid = [{"cards": ["7h"], "onto": "4h"}, {"cards": ["5s"], "onto": "5h"}, {"cards": ["3h"], "onto": "6h"}]
    assert together(laid, table) == [{"cards": ["7h", "3h"], "onto": "4h"}, {"cards": ["5s"], "onto": "5h"}]
    assert together([{"cards": ["7h"], "onto": "5h"}], table[:1]) == [{"cards": ["7h"], "onto": "5h"}]


def positions(number: int) -> Iterator[dict[str, Any]]:
    """Cards as they lie before a draw, jokers anywhere among them, sometimes as the upcard that a limit depends on."""
    draw = random.Random(11)
    for _ in range(number):
        cards = draw.sample(PACK, len(PACK))
        sent = rules(*(["knock.limit={kind: upcard, ace: one}"] if draw.random() < 0.5 else []))
        params = {
            "rules": sent,
            "players": ["Ann", "Bob"],
            "hands": {"Ann": cards[:10], "Bob": cards[10:20]},
            "turn": "Ann",
            "phase": "draw",
            "actions": [],
            "ask": ["legal"],
        }
        lies = draw.randrange(1, 4)
        params |= {"pile": cards[20 : 20 + lies], "stock": cards[20 + lies :]}
        if sent["knock.limit"]["kind"] == "upcard":
            params["upcard"] = draw.choice(["*", cards[19 + lies]])
        yield params


def test_positions_with_jokers_and_their_deals_are_the_same_hand() -> None:
    ways = jokers = 0
    for params in positions(80):
        there: Any = answer("play", params)
        assert bookkeeping(params, there["accepted"], there["state"]) == ()
        try:
            way = as_deal(params, params["rules"], lambda _: 1)
        except CannotDeal:
            continue
        led_to: Any = answer("play", way.question.params)
        assert {**led_to, "accepted": led_to["accepted"] - way.run_up} == there, params
        ways += 1
        jokers += way.question.params.get("upcard") == "*"
    assert ways > 40
    assert jokers > 0
