"""The reply to a hand that was played, in terms of the scenario's own actions.

What was added to lead to a position, or to tell an engine the choices that it does not make, is taken out again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ginrules.diagnostics import Json
from ginrules.questions import Question
from ginrules.verify.bookkeeping import Misfit, after, bookkeeping, write_action
from ginrules.verify.melds import showdown_faults


@dataclass(frozen=True, slots=True)
class Reading:
    """The reply to a hand, read as the answer to what a scenario asks."""

    answer: Mapping[str, Json] | None
    """In the shape that the scenario's method has; `None` where there is none."""
    refused_before: str = ""
    """A move on the way was refused: what the scenario asks about could not be reached."""
    misfits: tuple[Misfit, ...] = ()
    """What does not follow from the accepted actions."""


def read_play(sent: Question, run_up: int, told: frozenset[int], reply: Mapping[str, Any]) -> Reading:
    """Read the reply to a `play` question: `accepted` counts the scenario's actions only.

    The first `run_up` actions that were sent, and those at the places in `told`, are not the scenario's.
    """
    actions: Sequence[Mapping[str, Any]] = sent.params["actions"]  # type: ignore[assignment]
    accepted, refused = reply["accepted"], reply.get("refused")
    if refused is not None and accepted < run_up:
        return Reading(None, refused_before=f"{write_action(actions[accepted])}: {refused['message']}")
    if accepted > len(actions) or (refused is None) != (accepted == len(actions)):
        return Reading(None, misfits=(("accepted", len(actions) - run_up - len(told), accepted - run_up),))
    misfits = bookkeeping(sent.params, accepted, reply["state"]) or _result_misfits(sent.params, reply)
    answer = {**reply, "accepted": accepted - run_up - sum(place < accepted for place in told)}
    if refused is not None:
        answer["refused"] = {**refused, "message": f"{write_action(actions[accepted])}: {refused['message']}"}
    return Reading(answer, misfits=misfits)


def _result_misfits(params: Mapping[str, Any], reply: Mapping[str, Any]) -> tuple[Misfit, ...]:
    """What is wrong with a result that no scenario needs to expect: whether there is one, its melds and its lay-offs."""
    result = reply.get("result")
    if result is None:
        return ()
    showdown = after(params, reply["accepted"]).showdown(params)
    if (showdown is None) != (result["outcome"] == "dead"):
        follows = "no showdown: nobody has gone out" if showdown is None else "a showdown: somebody has gone out"
        return (("result", follows, result["outcome"]),)
    faults = showdown_faults(showdown, result) if showdown else []
    return (("check", "melds that fit the answer", "; ".join(faults)),) if faults else ()
