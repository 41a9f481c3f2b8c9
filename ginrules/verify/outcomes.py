"""How asking an engine ends: the eight outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ginrules.diagnostics import Json


class Outcome(StrEnum):
    """How a scenario ends, from the best to the worst."""

    PASS = "pass"  # noqa: S105 - no password
    UNSUPPORTED = "unsupported"
    FAIL = "fail"
    ERROR = "error"
    PROTOCOL = "protocol"
    TIMEOUT = "timeout"
    CRASH = "crash"
    NOTRUN = "notrun"


RANKS = {outcome: rank for rank, outcome in enumerate(Outcome)}
BAD = frozenset({Outcome.FAIL, Outcome.ERROR, Outcome.PROTOCOL, Outcome.TIMEOUT, Outcome.CRASH})
"""The outcomes that an engine is blamed for."""


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """The worst of some outcomes; a pass if there is none."""
    return max(outcomes, key=RANKS.__getitem__, default=Outcome.PASS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one request: a result, or how it went wrong."""

    wrong: Outcome | None = None
    """`None` where there is a result; never `pass` or `fail`, which only a comparison can say."""
    result: Mapping[str, Json] = field(default_factory=dict)
    detail: str = ""
    """What happened, in words; of an unsupported question the reason."""
    stderr: str = ""
    """The end of what the engine wrote on stderr meanwhile, where something went wrong."""
    late: str = ""
    """What the engine said unasked after the answer *before* this one; empty where it was silent."""
