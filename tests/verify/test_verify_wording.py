"""Facts in words."""

from typing import Any

import pytest

from ginrules.verify.wording import difference_words, number_word, words


def test_facts_in_words() -> None:
    facts: dict[str, Any] = {"points": {"Ann": 31, "Bob": 0}, "outcome": "knock", "winners": [], "limit": None, "yes": True}
    assert words(facts) == "points Ann 31, Bob 0, outcome knock, winners none, limit nothing, yes true"
    assert words({"spreads": {"Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"]]}}) == "spreads Ann [4h 5h 6h] [9c 9d 9s]"


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        (
            {"deadwood": {"Ann": 10}},
            {"refused": [], "message": "no such knock"},
            ("accepted, deadwood Ann 10", "refused, naming no rule: no such knock"),
        ),
        (
            {"refused": []},
            {"refused": ["knock.limit", "gin.deadwood"], "message": "too much"},
            ("accepted", "refused for knock.limit, gin.deadwood: too much"),
        ),
        (
            {"refused": ["knock.limit", "gin.deadwood"]},
            {"outcome": "knock", "points": {"Ann": 31}},
            ("refused for knock.limit or gin.deadwood", "accepted, outcome knock, points Ann 31"),
        ),
        (
            {"refused": ["knock.limit"]},
            {"refused": [], "message": ""},
            ("refused for knock.limit", "refused, naming no rule"),
        ),
        ({"points": {"Ann": 30}}, {"points": {"Ann": 31}}, ("points Ann 30", "points Ann 31")),
    ],
)
def test_a_refusal_is_never_taken_for_an_answer(expected: dict[str, Any], got: dict[str, Any], said: tuple[str, str]) -> None:
    assert difference_words(expected, got) == said


def test_small_numbers_are_words() -> None:
    assert [number_word(number) for number in (0, 1, 3, 12, 13, -1)] == ["no", "one", "three", "twelve", "13", "-1"]
