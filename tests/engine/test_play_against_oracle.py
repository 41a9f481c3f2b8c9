"""The engine against the naive play, on the oracle's random deals and positions, legal and illegal."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.adapters.conversation import check
from tests.engine.questions import reply_to
from tests.oracle.messages import has_float
from tests.oracle.play import answer_play, comparable
from tests.oracle.random_play import question, questions

SEEDS = (20_260, 7, 1_909)
EACH = 120


@pytest.mark.parametrize("seed", SEEDS)
def test_the_engine_and_the_naive_play_agree(seed: int) -> None:
    refused: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for params in questions(seed, EACH):
        ours, naive = reply_to("play", params), answer_play(params)
        check("play.result", ours)
        assert comparable(ours) == comparable(naive), {**params, "stock": len(params["stock"])}
        refused.update(naive.get("refused", {}).get("rules", ()))
        phases[naive["state"]["phase"]] += 1
    assert len(refused) >= 10
    assert {"draw", "discard", "showdown", "over"} <= set(phases)


def test_a_gin_that_is_forced_is_shown_as_gin() -> None:
    """Where a knock can leave nothing, showing less is refused `gin.choice`, by both."""
    seen = 0
    for params in questions(20_231, 60):
        if params["actions"] and params["rules"]["gin.choice"] == "optional":
            forced: dict[str, Any] = {**params, "rules": {**params["rules"], "gin.choice": "forced"}}
            assert comparable(reply_to("play", forced)) == comparable(answer_play(forced))
            seen += 1
    assert seen > 20


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_they_agree_on_whatever_hypothesis_draws(rng: random.Random) -> None:
    params = question(rng)
    assert comparable(reply_to("play", params)) == comparable(answer_play(params))


@pytest.mark.parametrize(("players", "jokers", "each"), [((3, 4, 5), (0,), 80), ((2,), (1, 2), 60), ((3,), (1, 2, 4), 45)])
def test_they_agree_on_hands_of_several_and_with_jokers(players: tuple[int, ...], jokers: tuple[int, ...], each: int) -> None:
    refused: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for params in questions(f"several {jokers}", each, players, jokers):
        check("play.params", params)
        ours, naive = reply_to("play", params), answer_play(params)
        check("play.result", ours)
        assert comparable(ours) == comparable(naive), {**params, "stock": len(params["stock"])}
        assert not has_float(ours)
        refused.update(naive.get("refused", {}).get("rules", ()))
        phases[naive["state"]["phase"]] += 1
    assert len(refused) >= 8
    assert {"draw", "discard", "showdown", "over"} <= set(phases)


@settings(max_examples=15)
@given(st.randoms(use_true_random=False), st.sampled_from((2, 3, 5)), st.sampled_from((0, 1, 2)))
def test_they_agree_on_more_that_hypothesis_draws(rng: random.Random, players: int, jokers: int) -> None:
    params = question(rng, players, jokers)
    assert comparable(reply_to("play", params)) == comparable(answer_play(params))
