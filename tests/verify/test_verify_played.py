"""A hand that is played, shown so that it can be played again."""

import random
import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_fragment
from ginrules.questions import Method, Question
from ginrules.rules.resolve import load_variant
from ginrules.verify.report.hand import command, hand_lines, size
from tests.adapters.whole_hands import hand, prefixes
from tests.oracle.random_play import play_on, random_position
from tests.puppet.stage import ANN, BOB
from tests.puppet.table import DONE, DRAWS, KNOCKS, SEVEN, SHOW, act, played

RULES = load_variant("standard").question_rules("play")


def lines(*actions: dict[str, Any], **members: Any) -> list[str]:
    return list(hand_lines(played({}, *actions, **members).question))


def test_a_position_is_shown_in_the_words_of_the_notation() -> None:
    nine = act("Bob", "layoff", cards=["9h"], onto="9c")
    assert lines(*KNOCKS, SHOW, SEVEN, nine, act("Bob", "show", melds=[]), DONE) == [
        f"hand Ann: {' '.join(ANN)}",
        f"hand Bob: {' '.join(BOB)}",
        "pile: 2s 4s",
        "stock 30: Kh",
        "Ann: stock Kh, knock Kh, show [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]",
        "Bob: show [], layoff 7h on 4h and 9h on 9c",
    ]


def test_who_lays_off_nothing_says_so() -> None:
    assert lines(*KNOCKS, SHOW, DONE)[-1] == "Bob: layoff none"


def test_a_card_that_was_taken_is_taken_once_more() -> None:
    held = {"phase": "discard", "taken": "2s", "pile": ["4s"], "hands": {"Ann": [*ANN, "2s"], "Bob": BOB}}
    shown = lines(act("Ann", "discard", "2s"), **held)
    assert shown[0] == f"hand Ann: {' '.join(ANN)}"
    assert shown[2:4] == ["pile: 2s 4s", "stock 30:"]
    assert shown[-1] == "Ann: take 2s, discard 2s"


def test_a_deal_has_its_dealer_and_upcard_and_a_reshuffle_the_whole_stock() -> None:
    asked = hand(RULES, "shown")
    question = Question(Method.PLAY, asked | {"actions": asked["actions"][:2]})
    shown = list(hand_lines(question))
    assert shown[:2] == [f"dealer {asked['dealer']}", f"upcard {asked['upcard']}"]
    assert shown[4].startswith("stock 31:")
    assert len(shown[4].split()) < 6
    reshuffled = Question(Method.PLAY, {**question.params, "rules": RULES | {"stock.exhausted": "reshuffle"}})
    assert list(hand_lines(reshuffled))[4] == f"stock 31: {' '.join(asked['stock'])}"


def test_the_shortest_hand_explains_most() -> None:
    assert size(played({}, *KNOCKS).question) < size(played({}, *KNOCKS, SHOW).question)


def hands() -> Iterator[dict[str, Any]]:
    """Hands under the standard rules up to any of their actions, and positions, some of them with mistakes."""
    draw = random.Random(5)
    for number in range(12):
        whole = list(prefixes(hand(RULES, f"again {number}", builds=draw.choice((0.5, 0.95)))))
        yield whole[-1]
        yield draw.choice(whole[1:])
    for _ in range(40):
        yield play_on(draw, random_position(draw, RULES))


def test_what_is_shown_can_be_played_again() -> None:
    """Each command compiles to a question that the built-in engine answers as it answers the one that is shown."""
    again = 0
    for params in hands():
        params.pop("ask", None)
        there: Any = answer("play", params)
        laid = [action["do"] for action in params["actions"] if action["do"] in {"show", "layoff", "done"}]
        if "refused" in there or laid or not params["actions"]:
            continue  # what is refused needs an expectation; who declares is tested above
        line = command(Question(Method.PLAY, params), "standard")
        assert line, params
        program, method, text = shlex.split(line)
        assert (program, method) == ("ginrules", "play")
        (scenario,) = read_fragment(text).scenarios
        compiled = compile_scenario(scenario, to_the_end=True)[-1].question
        assert compiled.method is Method.PLAY
        replied: Any = answer("play", compiled.params)
        taken = "taken" in params  # it is one of the actions then
        assert replied | {"accepted": replied["accepted"] - taken} == there, line
        again += 1
    assert again > 30


@pytest.mark.parametrize("change", [{}, {"turn.return-taken": "allowed"}])
def test_the_command_names_the_rules(change: dict[str, Any]) -> None:
    asked = hand(RULES | change, "named")
    line = command(Question(Method.PLAY, asked), "standard")
    assert line.startswith('ginrules play "dealer ')
    assert line.endswith('"' if not change else '" --set turn.return-taken=allowed')


NINE = act("Bob", "layoff", cards=["9h"], onto="9c")
BOB_SHOWS = act("Bob", "show", melds=[["2c", "2d", "2h"]])


@pytest.mark.parametrize(
    "actions",
    [
        (SHOW,),
        (SHOW, SEVEN, NINE, DONE),
        (SHOW, SEVEN, NINE, BOB_SHOWS, DONE),
        (SHOW, BOB_SHOWS, SEVEN, DONE),
        (SHOW, BOB_SHOWS, DONE),
        (SHOW, BOB_SHOWS),
        (SHOW, DONE),
        (SHOW, DONE, BOB_SHOWS),
        (BOB_SHOWS,),
    ],
)
def test_a_showdown_that_is_shown_can_be_played_again(actions: tuple[dict[str, Any], ...]) -> None:
    question = played({}, *KNOCKS, *actions).question
    (scenario,) = read_fragment("; ".join(hand_lines(question))).scenarios
    compiled = compile_scenario(scenario, to_the_end=True)[-1].question
    assert answer("play", compiled.params) == answer("play", question.params)


@pytest.mark.parametrize("actions", [(SEVEN,), (SHOW, SEVEN, DONE, NINE), (SHOW, DONE, DONE)])
def test_what_the_notation_has_no_words_for_has_no_command(actions: tuple[dict[str, Any], ...]) -> None:
    # There the knocker's melds lie before anybody lays off, and `done` follows the last lay-off.
    question = played({}, *KNOCKS, *actions).question
    assert command(question, "standard") == ""
    assert list(hand_lines(question))


@pytest.mark.parametrize("upcard", ["4s", "2s", "6h", "7h"])
def test_an_upcard_that_a_limit_depends_on_is_said(upcard: str) -> None:
    sets = ("knock.limit={kind: upcard, ace: one}",)
    question = played({}, DRAWS, upcard=upcard, sets=sets).question
    words = shlex.split(command(question, "standard"))
    (scenario,) = read_fragment(words[2]).scenarios
    variant = load_variant("standard", overrides=words[4::2])
    compiled = compile_scenario(scenario, variant=variant, to_the_end=True)[-1].question
    assert answer("play", compiled.params) == answer("play", question.params)
