"""Whole hands, dealt by seed, asked of the adapters: state, legal actions and the end as the built-in engine says them.

Many more are compared by `python -m tests.agreement`; here each goes through a process and the protocol.
"""

import random
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import pytest

from ginrules.answer import answer
from tests.adapters.conversation import OPEN_SPIEL, RLCARD, Conversation
from tests.adapters.whole_hands import hand, prefixes
from tests.oracle.random_play import play_on, random_deal

NO_OPEN_SPIEL = pytest.mark.skipif(find_spec("pyspiel") is None, reason="open_spiel is not installed")
NO_RLCARD = pytest.mark.skipif(find_spec("rlcard") is None, reason="rlcard is not installed")
FIXED = [{"kind": "fixed", "points": points} for points in range(1, 11)]
OPEN_SPIEL_LIMITS = [*FIXED, FIXED[-1], {"kind": "gin-only"}, {"kind": "upcard", "ace": "gin-only"}]
RLCARD_LIMITS = [*FIXED, FIXED[-1], {"kind": "gin-only"}]


@pytest.fixture(scope="module")
def open_spiel() -> Iterator[Conversation]:
    with Conversation("ginrules.adapters.open_spiel") as conversation:
        yield conversation


@pytest.fixture(scope="module")
def rlcard() -> Iterator[Conversation]:
    with Conversation("ginrules.adapters.rlcard") as conversation:
        yield conversation


def open_spiel_rules(draw: random.Random) -> dict[str, Any]:
    return OPEN_SPIEL | {
        "knock.limit": draw.choice(OPEN_SPIEL_LIMITS),
        "scoring.gin": draw.choice((20, 25)),
        "scoring.undercut": draw.choice((0, 10, 25)),
        "deal.cards": draw.choice((10, 10, 10, 7, 5)),
    }


def rlcard_rules(draw: random.Random) -> dict[str, Any]:
    return RLCARD | {
        "knock.limit": draw.choice(RLCARD_LIMITS),
        "stock.floor": draw.choice((0, 2, 2, 5)),
        "turn.return-taken": draw.choice(("only-to-knock", "allowed")),
    }


def some(params: dict[str, Any], draw: random.Random) -> list[dict[str, Any]]:
    """The hand at its end, and after a few of its actions."""
    *before, last = prefixes(params)
    return [*draw.sample(before, min(6, len(before))), last]


def facts(reply: Mapping[str, Any], *, limit: bool = True) -> dict[str, Any]:
    """Where the cards lie, whose turn it is, what may be done, and whether something was refused."""
    state = {fact: value for fact, value in reply["state"].items() if limit or fact != "limit"}
    state["hands"] = {player: sorted(cards) for player, cards in state["hands"].items()}
    may = sorted((action["player"], action["do"], action.get("card", "")) for action in reply.get("legal", ()))
    return {"accepted": reply["accepted"], "refused": "refused" in reply, "state": state, "legal": may}


def told(params: dict[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """The hand with the showdown played out as the built-in engine would."""
    knocker = params["actions"][-1]["player"]
    other = next(player for player in params["players"] if player != knocker)
    laid = [{"player": other, "do": "layoff", **entry} for entry in result["layoffs"].get(other, ())]
    shown = [{"player": player, "do": "show", "melds": result["spreads"][player]} for player in (knocker, other)]
    return params | {"actions": [*params["actions"], shown[0], *laid, shown[1], {"player": other, "do": "done"}]}


@NO_OPEN_SPIEL
def test_open_spiel_plays_whole_hands(open_spiel: Conversation) -> None:
    draw = random.Random("open_spiel")
    ends = set()
    for number in range(40):
        whole = hand(open_spiel_rules(draw), f"{number}", builds=draw.choice((1, 0.9, 0.3)), goes_out=draw.choice((0.3, 1)))
        for params in some(whole, draw):
            assert facts(open_spiel.ask("play", params)) == facts(answer("play", params)), params
        ours: Any = answer("play", whole)["result"]
        ends.add(ours["outcome"])
        if ours["outcome"] == "dead":
            assert open_spiel.ask("play", whole)["result"] == ours
            continue
        declared = told(whole, ours)
        reply = open_spiel.ask("play", declared)
        assert facts(reply) == facts(answer("play", declared))
        for fact in ("outcome", "winners", "deadwood", "points"):
            assert reply["result"][fact] == ours[fact], (fact, declared)
    assert ends >= {"knock", "gin", "dead"}


@NO_RLCARD
def test_rlcard_plays_whole_hands(rlcard: Conversation) -> None:
    draw = random.Random("rlcard")
    ends = set()
    for number in range(40):
        whole = hand(rlcard_rules(draw), f"{number}", builds=draw.choice((1, 0.9, 0.3)), goes_out=draw.choice((0.3, 1)))
        ours: Any = answer("play", whole)["result"]
        reply = rlcard.ask("play", whole)
        for params in some(whole, draw):
            assert facts(rlcard.ask("play", params), limit=False) == facts(answer("play", params), limit=False), params
        ends.add(ours["outcome"])
        if ours["outcome"] == "dead":
            assert reply["result"] == ours
        else:
            assert reply["result"]["deadwood"] == ours["deadwood"]
    assert ends >= {"knock", "gin", "dead"}


NOT_PLAYED = ("a spread of the knocker that nobody declared", "a declared spread", "gin with a discard that the player chooses")
"""What the adapters say that they cannot be told, or cannot choose."""


@pytest.mark.parametrize(
    ("name", "rules"),
    [pytest.param("open_spiel", OPEN_SPIEL, marks=NO_OPEN_SPIEL), pytest.param("rlcard", RLCARD, marks=NO_RLCARD)],
)
def test_what_is_refused_is_refused_there_too(name: str, rules: dict[str, Any], request: pytest.FixtureRequest) -> None:
    """Hands with mistakes in them: another's turn, a card not held, a knock too early, lay-offs that fit nothing."""
    engine: Conversation = request.getfixturevalue(name)
    draw = random.Random(name)
    refused = 0
    for _ in range(80):
        params = play_on(draw, random_deal(draw, rules)) | {"ask": ["legal"]}
        ours = answer("play", params)
        reply = engine.reply("play", params)
        if "error" in reply:
            assert reply["error"]["code"] == -32001, params
            assert reply["error"]["data"]["feature"] in NOT_PLAYED
            continue
        assert facts(reply["result"], limit=False) == facts(ours, limit=False), params
        refused += "refused" in ours
    assert refused > 20
