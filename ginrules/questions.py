"""A question to an engine and the cases that scenarios compile to: what flows between notation, corpus and verify."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ginrules.diagnostics import Json


class Method(StrEnum):
    """The four questions; one shape in the API, the protocol, the corpus and the command line."""

    ARRANGE = "arrange"
    SCORE = "score"
    PLAY = "play"
    TALLY = "tally"


@dataclass(frozen=True, slots=True)
class Question:
    """A method and its parameters, as `spec/protocol.schema.json` gives them; `params` is never changed in place."""

    method: Method
    params: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question of a scenario under one variant, and what the scenario expects of the answer."""

    scenario: str
    """The scenario's id."""
    title: str
    column: str
    """The variant, or the name given to it with `as`."""
    part: int
    """Counts the questions of one scenario and column from 1."""
    rules: tuple[str, ...]
    """The rule and clause ids that the scenario cites."""
    tags: tuple[str, ...] = ()
    player: str = ""
    """Whose hand is arranged; empty where the question is about more than a hand."""
    question: Question
    expect: Mapping[str, Json]
    """The facts expected, in the shape of `spec/scenario.schema.json`."""
    why: tuple[str, ...] = ()
    note: str = ""
