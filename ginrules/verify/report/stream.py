"""A run as JSON lines: one object a result as it comes, the footer as the last line.

A file without a footer is a run that was killed; the footer of one that was interrupted says so. There is no time in it:
equal inputs give equal bytes.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import TextIO

from ginrules.diagnostics import Json
from ginrules.verify.outcomes import BAD, Outcome
from ginrules.verify.report.summary import Summary
from ginrules.verify.runner import Run, ScenarioResult


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
    if result.mode and result.outcome is not Outcome.PASS:
        value["mode"] = result.mode
    if result.outcome in BAD:
        value |= {"expected": result.expected, "got": result.got}
        value["question"] = {"method": str(result.question.method), "params": dict(result.question.params)}
        if result.stderr:
            value["stderr"] = result.stderr
    return value


class Stream(Iterator[ScenarioResult]):
    """Passes the results of a run on and counts them; if there is a target, each is written, and at last the footer.

    A target that cannot be written ends nothing but the writing: it is closed, and `trouble` says why.
    """

    def __init__(self, results: Run, summary: Summary, target: TextIO | None = None) -> None:
        self._results = results
        self._summary = summary
        self._target = target
        self._finished = False
        self.trouble: OSError | None = None
        """Why the target was given up, as where the disk is full; what it holds is then no whole report."""

    def __next__(self) -> ScenarioResult:
        """The next result, counted and written."""
        try:
            result = next(self._results)
        except StopIteration:
            self.finish()
            raise
        self._take(result)
        return result

    def finish(self, *, complete: bool = True) -> None:
        """Write the footer, once; after an interruption (`complete` is false) first the results that were held back."""
        if self._finished:
            return
        self._finished = True
        if not complete:
            self._summary.interrupted = True
            for result in self._results.held_back():
                self._take(result)
        self._write(self._summary.footer())

    def _take(self, result: ScenarioResult) -> None:
        self._summary.add(result)
        self._write(result_json(result))

    def _write(self, value: Json) -> None:
        if self._target is None:
            return
        try:
            self._target.write(line(value))
            self._target.flush()
        except OSError as error:
            self.trouble = error
            # What stays in its buffer would fail once more when somebody closes it later.
            with contextlib.suppress(OSError):
                self._target.close()
            self._target = None


def write_stream(results: Run, summary: Summary, target: TextIO | None = None) -> Stream:
    """A run that is counted and written while it goes on; see `Stream`."""
    return Stream(results, summary, target)
