"""A run as JSON lines: one object a result as it comes, the footer as the last line.

A file without a footer is a run that was cut short. There is no time in it: equal inputs give equal bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from ginrules.diagnostics import Json
from ginrules.verify.outcomes import BAD
from ginrules.verify.report.summary import Summary
from ginrules.verify.runner import ScenarioResult


def line(value: Json) -> str:
    """One line of a stream: keys sorted, ASCII only, with its newline."""
    return json.dumps(value, sort_keys=True) + "\n"


def result_json(result: ScenarioResult) -> dict[str, Json]:
    """One result; its shape is `result` in `spec/report.schema.json`. What is empty is left out."""
    value: dict[str, Json] = {
        "scenario": result.scenario,
        "title": result.title,
        "column": result.column,
        "rules": list(result.rules),
        "outcome": str(result.outcome),
        "verdict": result.verdict,
        "how": list(result.how),
        "part": result.part,
    }
    if result.reason:
        value["reason"] = result.reason
    if result.flags:
        value["flags"] = list(result.flags)
    if result.outcome in BAD:
        value |= {"expected": result.expected, "got": result.got}
        value["question"] = {"method": str(result.question.method), "params": dict(result.question.params)}
        if result.stderr:
            value["stderr"] = result.stderr
    return value


def write_stream(results: Iterable[ScenarioResult], summary: Summary, target: TextIO | None = None) -> Iterator[ScenarioResult]:
    """Pass results on while counting them and, if there is a target, writing each of them and at last the footer."""
    for result in results:
        summary.add(result)
        if target:
            target.write(line(result_json(result)))
            target.flush()
        yield result
    if target:
        target.write(line(summary.footer()))
        target.flush()
