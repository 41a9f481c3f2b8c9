"""A hand that is played, line by line: what the reference says to each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ginrules.diagnostics import Diagnostic, Json
from ginrules.notation.acted import Actions
from ginrules.notation.asked import PlayerMove
from ginrules.notation.compile import Column
from ginrules.notation.play import Opened, done_in, reference
from ginrules.notation.questions import Questions
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Action


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that does not stand."""

    entry: PlayerMove
    refusal: Mapping[str, Any] | None
    """Why it is refused; nothing where it is accepted, and taken back all the same."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A line of a scenario, and the hand after it."""

    action: Action | None
    """`None` before the first line."""
    params: Mapping[str, Json]
    answered: Mapping[str, Any]
    """What the reference answers to all that stands so far, with what is legal."""
    refused: tuple[Refused, ...] = ()
    is_stuck: bool = False
    """Whether a move is refused that the scenario does not take back: what follows it is not tried."""


def replay(scenario: Scenario, column: Column) -> Iterator[Replayed]:
    """The hand before its first line and after each, as far as it comes; the scenario is one that compiles."""
    problems: list[Diagnostic] = []
    questions = Questions(scenario, column.variant, 0, problems)
    done = iter(done_in(scenario, column.name))
    base = Opened(questions, column.name, done_in(scenario, column.name)).params()
    assert base is not None, problems
    base["ask"] = ["legal"]
    params, answered = {**base, "actions": []}, reference(base, [])
    yield Replayed(None, params, answered)
    stands: list[PlayerMove] = []
    for action in scenario.own(Action):
        refused: list[Refused] = []
        is_stuck = False
        for _ in action.moves:
            each = next(done)
            made = Actions(questions, base, (*stands, each.entry), each.refused).params()
            assert made is not None, problems
            tried = reference(made[0], made[0]["actions"])
            if "refused" in tried or each.refused:
                refused.append(Refused(each.entry, tried.get("refused")))
                is_stuck = not each.refused
            else:
                stands.append(each.entry)
                params, answered = made[0], tried
            if is_stuck:
                break
        yield Replayed(action, params, answered, tuple(refused), is_stuck)
        if is_stuck:
            return
