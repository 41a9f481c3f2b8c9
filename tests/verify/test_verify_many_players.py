"""Three to five in a hand, asked of engines that can do less: every way of asking comes to the same answers."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ginrules.cards import TEXT
from ginrules.corpus.selection import Filter, compile_selected, read_entries
from ginrules.diagnostics import Json
from ginrules.questions import Case
from ginrules.resources import CORPUS
from ginrules.verify.builtin import BuiltinEngine
from ginrules.verify.outcomes import Outcome
from ginrules.verify.plan import Ask, Unsupported, plan
from ginrules.verify.reference import shipped
from ginrules.verify.runner import run
from ginrules.verify.subjects import InProcess
from tests.puppet.stage import EVERYTHING, case, engine


class Less(BuiltinEngine):
    """The built-in engine that says less of itself."""

    def __init__(self, can: dict[str, Json], members: dict[str, Json]) -> None:
        self._can, self._members = can, members

    def capabilities(self) -> dict[str, Json]:
        whole: dict[str, Any] = super().capabilities()
        return {**whole, **self._members, "can": {**whole["can"], **self._can}}


@cache
def cases() -> tuple[Case, ...]:
    return compile_selected([*read_entries(Path(CORPUS) / "11-players.ginr")], Filter())


def outcomes(can: dict[str, Json], members: dict[str, Json]) -> Counter[Outcome]:
    return Counter(result.outcome for result in run(cases(), InProcess(Less(can, members))))


PLAY: dict[str, Json] = {"methods": ["arrange", "play"]}
TOLD: dict[str, Json] = {"spreads": ["declared"], "layoffs": ["declared"]}
DEALT: dict[str, Json] = {"starts": ["deal"]}


@pytest.mark.parametrize(
    ("can", "members", "unsupported"),
    [
        ({}, {}, 0),
        ({}, PLAY, 0),
        (DEALT, PLAY, 0),
        (DEALT, {}, 0),
        (TOLD, {}, 1),  # the scenario on best play, which is not told
        ({**TOLD, **DEALT}, PLAY, 1),
    ],
)
def test_every_way_of_asking_comes_to_the_same(can: dict[str, Json], members: dict[str, Json], unsupported: int) -> None:
    came = outcomes(can, members)
    assert came[Outcome.UNSUPPORTED] == unsupported
    assert came.total() == came[Outcome.PASS] + came[Outcome.UNSUPPORTED]
    assert came[Outcome.PASS] > 50


def test_an_engine_for_two_is_asked_nothing_of_three() -> None:
    engine = InProcess(Less({"players": [2]}, {})).capabilities
    reasons = {getattr(plan(case, engine, shipped()), "reason", "") for case in cases()}
    assert reasons == {"", "three players", "four players"}


def five(cards: int, **changed: Json) -> Case:
    """Five hands of so many cards each."""
    sets = ("players.format=everyone", "players.count=[5]", f"deal.cards={cards}", "stock.floor=0")
    names = ["Ann", "Bob", "Cat", "Dan", "Eve"]
    hands = {name: [*TEXT][seat * cards : (seat + 1) * cards] for seat, name in enumerate(names)}
    question: dict[str, Any] = {"players": names, "knocker": "Ann", "call": "knock", "hands": hands, **changed}
    return case("five", {"deadwood": {"Ann": 0}}, question=question, sets=sets)


@pytest.mark.parametrize(
    ("cards", "changed", "opening", "starts"),
    [
        (10, {}, "upcard-offered", "deal"),  # two cards are left, and the floor is two
        (10, {}, "upcard-offered", "position"),
        (10, {"upcard": "5h"}, "upcard-open", "deal"),  # the fifty-first card is Ann's discard, the fifty-second thrown
        (10, {}, "extra-card", "deal"),
    ],
)
def test_five_hands_of_ten_leave_no_stock(cards: int, changed: dict[str, Json], opening: str, starts: str) -> None:
    rules = {**EVERYTHING, "deal.opening": {"const": opening}}
    planned = plan(
        five(cards, **changed), engine(methods=["play"], rules=rules, can={"players": [5], "starts": [starts]}), shipped()
    )
    assert planned == Unsupported("needs a stock, and the hands leave too few cards")


def test_five_hands_of_seven_are_dealt() -> None:
    planned = plan(five(7), engine(methods=["play"], can={"players": [5]}), shipped())
    assert isinstance(planned, Ask)
    assert planned.how == ("as a hand",)
