"""Entries that the variant forbids: what is refused, after how many entries, and that each check can be taken out."""

from typing import Any

import pytest

from ginrules.answer.tally import read_sheet
from ginrules.engine.entries import CHECKS
from ginrules.engine.parts import STANDARD
from ginrules.engine.tally import RefusedEntry, Sheet, tally
from ginrules.rules.resolve import load_variant
from ginrules.rules.typed import typed_rules
from tests.engine.sheets import ask, reply_to, sheet

UPCARD: dict[str, Any] = {"knock__limit": {"kind": "upcard", "ace": "gin-only"}}


def refused(text: str, **more: Any) -> tuple[int, list[str]]:
    """How many entries were accepted before the one that was refused, and why; no reasons if all were."""
    reply = sheet("dead; " + text, **more)
    return reply["accepted"], reply.get("refused", {"rules": []})["rules"]


@pytest.mark.parametrize(
    ("text", "rules", "reasons"),
    [
        ("Ann knock 10, Bob 14", {}, []),
        ("Ann knock 11, Bob 14", {}, ["knock.limit"]),
        ("Ann knock 10, Bob 14", {"knock__comparison": "below"}, ["knock.limit"]),
        ("Ann knock 9, Bob 14", {"knock__comparison": "below"}, []),
        ("Ann knock 11, Bob 14", {"knock__limit": {"kind": "any"}}, []),
        ("Ann knock 1, Bob 14", {"knock__limit": {"kind": "gin-only"}}, ["knock.limit"]),
        ("Ann knock 0, Bob 14", {"knock__limit": {"kind": "gin-only"}}, []),
        ("Ann knock 8, Bob 14 {upcard 8d}", UPCARD, []),
        ("Ann knock 9, Bob 14 {upcard 8d}", UPCARD, ["knock.limit"]),
        ("Ann knock 1, Bob 14 {upcard Ad}", UPCARD, ["knock.limit"]),
        ("Ann knock 0, Bob 14 {upcard Ad}", UPCARD, []),
        # A joker counts 20, without a cap.
        ("Ann knock 19, Bob 24 {upcard *}", UPCARD, []),
        ("Ann knock 21, Bob 24 {upcard *}", UPCARD, ["knock.limit"]),
        # Without the upcard the entry does not let us see the limit.
        ("Ann knock 19, Bob 24", UPCARD, []),
        # A score already known is final.
        ("Ann 14, Bob 0 {upcard Ad, factor 2}", UPCARD, []),
        ("Ann big-gin, Bob 14", {}, ["gin.big"]),
        ("Ann big-gin, Bob 14", {"gin__big": "adds"}, []),
        ("Ann gin, Bob 0", {}, []),
        ("Ann knock 4, Bob 14 {factor 2}", {}, ["scoring.doubling"]),
        ("dead {factor 2}", {}, []),
        ("Ann knock 44, Bob 14 {refused-double Bob}", {}, ["scoring.doubling"]),
    ],
)
def test_an_entry(text: str, rules: dict[str, Any], reasons: list[str]) -> None:
    reply = sheet("dead; " + text, **rules)
    assert reply.get("refused", {"rules": []})["rules"] == reasons
    assert reply["accepted"] == (1 if reasons else 2)


@pytest.mark.parametrize("call", ["gin", "big-gin"])
def test_gin_with_deadwood(call: str) -> None:
    params = ask(f"Ann {call}, Bob 30", gin__big="replaces")
    params["deals"][0]["deadwood"]["Ann"] = 13  # which is no matter of the limit
    reply = reply_to(params)
    assert reply == {
        "accepted": 0,
        "refused": {"rules": ["gin.deadwood"], "message": f"{call} was called with deadwood 13", "player": "Ann"},
    }


def test_a_hand_after_the_end() -> None:
    ended = "Ann knock 4, Bob 104; "
    for more in ("Bob knock 4, Ann 5", "dead", "Bob 5, Ann 0"):
        reply = sheet(ended + more)
        assert reply == {"accepted": 1, "refused": {"rules": ["game.end"], "message": "the game had ended before hand 2"}}
    assert refused("dead {last}; dead", game__end={"kind": "time", "minutes": 1}) == (2, ["game.end"])
    rounds: dict[str, Any] = {"game__end": {"kind": "rounds", "rounds": 1}}
    assert refused("dead", game__dead_hand="counts", **rounds) == (1, ["game.end"])
    assert refused("dead", game__dead_hand="replayed", **rounds) == (2, [])


def test_every_check_that_fails_is_named() -> None:
    params = ask("Ann knock 4, Bob 104; Ann big-gin, Bob 30 {factor 2}")
    params["deals"][1]["deadwood"]["Ann"] = 3
    reply = reply_to(params)
    assert reply["refused"]["rules"] == ["game.end", "scoring.doubling", "gin.big", "gin.deadwood"]
    assert reply["refused"]["player"] == "Ann"


def test_what_is_said() -> None:
    assert sheet("Bob knock 12, Ann 14")["refused"] == {
        "rules": ["knock.limit"],
        "message": "deadwood 12 is over 10",
        "player": "Bob",
    }
    big = sheet("Bob big-gin, Ann 14")
    assert big["refused"]["message"] == "big gin is not played"
    only_gin = sheet("Bob knock 2, Ann 14", knock__limit={"kind": "gin-only"})
    assert only_gin["refused"]["message"] == "deadwood 2 is not gin"
    double = sheet("Bob knock 2, Ann 14 {refused-double Ann}")
    assert double["refused"]["message"] == "nobody could offer the double that Ann declined"


@pytest.mark.parametrize("check", [check.id for check in CHECKS])
def test_a_check_can_be_taken_out(check: str) -> None:
    text = {
        "game.end": "Ann knock 4, Bob 104; Ann knock 4, Bob 14",
        "scoring.doubling": "Ann knock 4, Bob 14 {factor 2}",
        "gin.big": "Ann big-gin, Bob 14",
        "gin.deadwood": "Ann gin, Bob 14",
        "knock.limit": "Ann knock 12, Bob 14",
    }[check]
    params = ask(text)
    if check == "gin.deadwood":
        params["deals"][0]["deadwood"]["Ann"] = 3
    rules = typed_rules(load_variant("standard").values)
    question = read_sheet(params, ("Ann", "Bob"), rules)
    first = tally(question, rules)
    assert isinstance(first, RefusedEntry)
    assert first.refusal.rules == (check,)
    without = tally(question, rules, STANDARD.without(frozenset({check})))
    assert isinstance(without, Sheet)
    assert without.accepted == len(params["deals"])
