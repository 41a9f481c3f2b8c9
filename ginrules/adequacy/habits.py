"""What the corpus expects most often, fact by fact: what somebody learns who has seen the answers and no rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ginrules.diagnostics import Json
from ginrules.questions import Case, Method
from ginrules.verify.compare import facts

_Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """The most frequent expectation of each fact."""

    facts: Mapping[tuple[Method, _Path], str]
    """As JSON; of a player the path and the value have his part in the question instead of his name."""
    refusals: Mapping[Method, str]

    def usual(self, method: Method, path: _Path, default: Json) -> Json:
        """The value of a fact that is expected most often, else what it is if nobody expects it."""
        known = self.facts.get((method, path))
        value: Json = default if known is None else json.loads(known)
        return value

    def refusal(self, method: Method) -> str:
        """The reason for which something is refused most often."""
        return self.refusals.get(method, "turn.order")


def habits_of(cases: Iterable[Case]) -> Habits:
    """What some cases expect most often; of equally frequent values the first in the alphabet."""
    counted: dict[tuple[Method, _Path], Counter[str]] = {}
    refusals: dict[Method, Counter[str]] = {}
    for case in cases:
        method, params = case.question.method, case.question.params
        refused = case.expect.get("refused")
        refusals.setdefault(method, Counter()).update(map(str, refused if isinstance(refused, list) else ()))
        result = case.expect.get("result")
        # Of a dead hand nothing is learned about hands in which somebody went out.
        dead = isinstance(result, dict) and result.get("outcome") == "dead"
        for path, value in facts(case.expect):
            if path[0] != "refused" and not (dead and path[0] == "result"):
                where = (method, tuple(habit(params, step) for step in path))
                counted.setdefault(where, Counter())[json.dumps(_in_habits(params, value), sort_keys=True)] += 1
    return Habits(
        {where: _first(values) for where, values in counted.items()},
        {method: _first(values) for method, values in refusals.items() if values},
    )


def _first(values: Counter[str]) -> str:
    return min(values, key=lambda value: (-values[value], value))


def _in_habits(params: Mapping[str, Any], value: Any) -> Any:
    return sorted(habit(params, each) for each in value) if isinstance(value, list) and _names(value) else value


def _names(value: list[Any]) -> bool:
    return all(isinstance(each, str) and each[:1].isupper() and len(each) > 2 for each in value)


def habit(params: Mapping[str, Any], name: str) -> str:
    """The part that a name has in a question, `knocker` or `other`, of a sheet its place; any other word is itself."""
    sides = [*params.get("sides", ())] or [*params.get("players", ())]
    if name not in sides:
        return name
    if "deals" in params:
        return f"side {sides.index(name)}"
    knocker = params.get("knocker") or next((each["player"] for each in params.get("actions", ()) if _goes_out(each)), "")
    return "knocker" if name == knocker else "other"


def _goes_out(action: Mapping[str, Any]) -> bool:
    return action["do"] in {"knock", "gin", "big-gin"}
