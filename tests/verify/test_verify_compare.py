"""What is compared with what, and what counts as evidence."""

from typing import Any

import pytest

from ginrules.questions import Method, Question
from ginrules.verify.compare import as_shown, compare, facts, nested, projection
from tests.puppet.stage import SHOWDOWN, case

SCORE = case("s", {}).question
ANSWER: dict[str, Any] = {
    "outcome": "knock",
    "winners": ["Ann"],
    "deadwood": {"Ann": 3, "Bob": 34},
    "points": {"Ann": 31, "Bob": 0},
    "limit": 10,
}
PLAY = Question(Method.PLAY, {})


def test_every_named_fact_is_compared() -> None:
    expect = {"outcome": "knock", "winners": ["Ann"], "deadwood": {"Ann": 3, "Bob": 34}, "points": {"Ann": 31}, "limit": 10}
    comparison = compare(SCORE, expect, ANSWER)
    assert (comparison.declared, comparison.made, comparison.differences) == (6, 6, ())
    assert comparison.passes


@pytest.mark.parametrize(
    ("expect", "path", "got"),
    [
        ({"outcome": "gin"}, ("outcome",), "knock"),
        ({"winners": ["Bob"]}, ("winners",), ["Ann"]),
        ({"winners": []}, ("winners",), ["Ann"]),
        ({"winners": ["Ann", "Bob"]}, ("winners",), ["Ann"]),
        ({"points": {"Ann": 30}}, ("points", "Ann"), 31),
        ({"points": {"Cat": 0}}, ("points", "Cat"), None),
        ({"boxes": {"Ann": 1}}, ("boxes", "Ann"), None),
        ({"limit": True}, ("limit",), 10),
    ],
)
def test_a_fact_that_differs_or_is_missing_fails(expect: dict[str, Any], path: tuple[str, ...], got: Any) -> None:
    comparison = compare(SCORE, expect, ANSWER)
    assert [(each.path, each.got) for each in comparison.differences] == [(path, got)]
    assert not comparison.passes


def test_winners_are_a_set_that_is_named_whole() -> None:
    both = ANSWER | {"winners": ["Ann", "Bob"]}
    assert compare(SCORE, {"winners": ["Bob", "Ann"]}, both).passes
    (difference,) = compare(SCORE, {"winners": ["Ann"]}, both).differences
    assert (difference.path, difference.expected, difference.got) == (("winners",), ["Ann"], ["Ann", "Bob"])
    assert projection({"winners": ["Ann"]}, both) != projection({"winners": ["Ann"]}, ANSWER)


def test_nothing_expected_is_no_pass() -> None:
    assert not compare(SCORE, {}, ANSWER).passes


def refusal(*rules: str) -> dict[str, Any]:
    return {"refused": {"rules": list(rules), "message": "no"}}


@pytest.mark.parametrize(
    ("wanted", "answer", "passes"),
    [
        (["knock.limit"], refusal("knock.limit"), True),
        (["knock.limit", "gin.deadwood"], refusal("gin.deadwood"), True),
        (["knock.limit"], refusal("knock.limit", "gin.deadwood"), False),
        (["knock.limit"], refusal("gin.deadwood"), False),
        (["knock.limit"], refusal(), False),
        (["knock.limit"], ANSWER, False),
        ([], ANSWER, True),
        ([], refusal("knock.limit"), False),
        ([], refusal(), False),
    ],
)
def test_refusals(wanted: list[str], answer: dict[str, Any], passes: bool) -> None:
    assert compare(SCORE, {"refused": wanted}, answer).passes is passes


def test_a_refusal_without_reasons_is_marked_where_it_is_allowed() -> None:
    comparison = compare(SCORE, {"refused": ["knock.limit"]}, refusal(), reasons=False)
    assert (comparison.passes, comparison.without_reasons) == (True, True)
    assert not compare(SCORE, {"refused": []}, refusal(), reasons=False).passes
    assert not compare(SCORE, {"refused": ["knock.limit"]}, refusal("gin.big"), reasons=False).passes


def test_a_refusal_where_facts_are_expected_is_one_difference() -> None:
    comparison = compare(SCORE, {"points": {"Ann": 31}}, refusal("knock.limit"))
    (difference,) = comparison.differences
    assert (difference.expected, difference.got) == ({"points": {"Ann": 31}}, {"refused": ["knock.limit"], "message": "no"})


def test_sets_of_cards_and_melds_have_no_order_and_piles_have() -> None:
    state: dict[str, Any] = {"hands": {"Ann": ["Ac", "2c"]}, "pile": ["3c", "4c"], "stock": 2, "turn": "Ann", "phase": "draw"}
    answer = {"accepted": 1, "state": state}
    assert compare(PLAY, {"accepted": 1, "state": {"hands": {"Ann": ["2c", "Ac"]}}}, answer).passes
    assert compare(PLAY, {"state": {"pile": ["3c", "4c"], "stock": 2}}, answer).passes
    assert not compare(PLAY, {"state": {"pile": ["4c", "3c"]}}, answer).passes
    spread = {"spreads": {"Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"]]}}
    turned = {"spreads": {"Ann": [["9s", "9d", "9c"], ["6h", "5h", "4h"]]}}
    assert [fact for fact, _ in facts(spread)] == [("spreads", "Ann")]
    assert compare(PLAY, spread, turned).passes


def test_legal_actions_are_a_set_of_what_is_done_with_which_card() -> None:
    legal = [{"player": "Ann", "do": "stock"}, {"player": "Ann", "do": "discard", "card": "Ac"}]
    assert compare(PLAY, {"legal": legal}, {"accepted": 0, "legal": legal[::-1]}).passes
    assert not compare(PLAY, {"legal": legal[:1]}, {"accepted": 0, "legal": legal}).passes
    assert not compare(PLAY, {"legal": legal}, {"accepted": 0, "legal": [*legal, legal[0]]}).passes


def test_the_projection_is_what_an_answer_says_to_the_expected_facts() -> None:
    expect = {"points": {"Ann": 0}, "winners": ["Ann"]}
    assert projection(expect, ANSWER) == projection(expect, ANSWER | {"outcome": "gin", "points": {"Ann": 31, "Bob": 9}})
    assert projection(expect, ANSWER) != projection(expect, ANSWER | {"points": {"Ann": 30}})
    assert projection({"refused": []}, ANSWER) != projection({"refused": []}, refusal("knock.limit"))
    assert projection({"refused": ["a"]}, refusal("a")) != projection({"refused": ["a"]}, refusal("b"))


def test_facts_are_put_together_again() -> None:
    expect = {"points": {"Ann": 31, "Bob": 0}, "outcome": "knock"}
    assert nested(list(facts(expect))) == expect


def test_an_arrangement_must_fit_whatever_is_expected() -> None:
    question = case("a", {}, question={"hand": ["4h", "5h", "6h", "Ks"]}, method="arrange").question
    assert compare(question, {"deadwood": 10}, {"deadwood": 10, "melds": [["4h", "5h", "6h"]]}).passes
    (difference,) = compare(question, {"deadwood": 10}, {"deadwood": 10, "melds": []}).differences
    assert difference.got == "the melds leave 25, not 10"


def test_the_stage_is_set_as_the_question_says() -> None:
    assert SCORE.params["hands"] == SHOWDOWN["hands"]


@pytest.mark.parametrize(
    ("wanted", "came", "same"),
    [
        ([["4h", "*=5h", "6h"]], [["6h", "*=5h", "4h"]], True),
        ([["4h", "*=5h", "6h"]], [["4h", "*=5d", "6h"]], False),
        ([["4h", "*", "6h"]], [["4h", "*=5h", "6h"]], True),
        ([["4h", "*", "6h"]], [["4h", "5h", "6h"]], False),
        ([["4h", "*=5h", "6h"], ["9c", "9d", "9s"]], [["9c", "9d", "9s"], ["4h", "*=5h", "6h"]], True),
    ],
)
def test_what_jokers_stand_for_counts_where_it_is_expected(wanted: Any, came: Any, same: bool) -> None:
    assert as_shown(wanted, came) is same
    expect = {"result": {"spreads": {"Ann": wanted}}}
    answers = [{"result": {"spreads": {"Ann": melds}}} for melds in (wanted, came)]
    assert compare(PLAY, expect, answers[1]).passes is same
    assert (projection(expect, answers[0]) == projection(expect, answers[1])) is same
