"""The engine's sheets against the naive ones, under random rules of every format, right and wrong entries."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules.rules.catalogue import catalogue
from tests.adapters.conversation import check
from tests.engine.questions import reply_to
from tests.oracle.random_sheets import ENDS, later, question, questions, random_rules
from tests.oracle.sheet import tally
from tests.oracle.sheet_compare import comparable

EACH = 500


@pytest.mark.parametrize("seed", ["sheets 1", "sheets 2", "sheets 3"])
def test_the_engine_and_the_naive_sheet_agree(seed: str) -> None:
    came: Counter[str] = Counter()
    for params in questions(seed, EACH):
        check("tally.params", params)
        ours, naive = reply_to("tally", params), tally(params)
        check("tally.result", ours)
        assert comparable(ours) == comparable(naive), params
        came.update(naive["refused"] if "refused" in naive else ["finished" if naive["finished"] else "open"])
        came.update(["several columns"] if "columns" in naive else [])
    assert set(came) >= {
        "finished",
        "open",
        "several columns",
        "game.end",
        "gin.big",
        "gin.deadwood",
        "knock.limit",
        "scoring.doubling",
    }
    assert came["finished"] > EACH / 4
    assert came["open"] > EACH / 8


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_they_agree_on_whatever_hypothesis_draws(rng: random.Random) -> None:
    params = question(rng)
    assert comparable(reply_to("tally", params)) == comparable(tally(params))


def test_every_value_that_a_sheet_can_read_is_drawn() -> None:
    """So that agreement says something about each; `factors` and where a game ends are drawn freely."""
    rng = random.Random("drawn")
    drawn = [
        random_rules(rng, word, 4 if word == "partnership" else 2) for word in ("head-to-head", "everyone", "partnership") * 250
    ]
    free = ("game.end", "game.columns", "game.match", "deck.values", "scoring.doubling", "players.format")
    for rule in sorted(set(drawn[0]) - set(free)):
        probes: list[Any] = [probe for probe in catalogue()[rule].probes if not later(rule, probe)]
        assert all(any(rules[rule] == probe for rules in drawn) for probe in probes), rule
    assert {rules["game.end"]["kind"] for rules in drawn} == {end["kind"] for end in ENDS}
    assert {rules["game.columns"].get("late-entry") for rules in drawn} == {None, "next-open", "by-count"}
