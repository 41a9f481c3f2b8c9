"""The naive implementation behind the four methods: every answer that the rules leave open, in the shapes of the protocol.

Of a showdown it says what is counted and paid, not what is shown and laid off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle import play, sheet, sheet_compare, showdown
from tests.oracle.melds import best_spreads, jokers_apart, plain, points, without

Answer = dict[str, Any]


def answers(method: str, params: Mapping[str, Any]) -> list[Answer]:
    """All right answers to a question; one, nearly always."""
    if method == "arrange":
        return arrangements(params)
    if method == "score":
        return [in_shape(facts) for facts in showdown.answers(params)]
    if method == "play":
        return [play.answer_play(params)]
    assert method == "tally"
    return [in_shape(sheet.tally(params))]


def arrangements(params: Mapping[str, Any]) -> list[Answer]:
    (hand,) = jokers_apart([params["hand"]])
    return [
        {
            "deadwood": points(without(hand, *family), params["rules"]),
            "melds": [[plain(card) for card in sorted(meld)] for meld in family],
        }
        for family in best_spreads(hand, params["rules"])
    ]


def in_shape(facts: Mapping[str, Any]) -> Answer:
    """Facts with the ids of a refusal as a message has them."""
    if "refused" not in facts:
        return dict(facts)
    ids = sorted(facts["refused"])
    return {**facts, "refused": {"rules": ids, "message": "refused: " + ", ".join(ids)}}


FACTS = ("outcome", "winners", "deadwood", "points", "boxes", "limit")
"""What the rules fix of a showdown."""


def comparable(method: str, answer: Mapping[str, Any]) -> Answer:
    """What two right answers have in common: sets without order, no messages, no steps, of a showdown the facts alone."""
    if method == "arrange":
        return {"deadwood": answer["deadwood"], "melds": sorted(sorted(meld) for meld in answer["melds"])}
    if method == "score":
        if "refused" in answer:
            return {"refused": sorted(answer["refused"]["rules"])}
        return {fact: answer[fact] for fact in FACTS if fact in answer}
    return play.comparable(answer) if method == "play" else sheet_compare.comparable(answer)
