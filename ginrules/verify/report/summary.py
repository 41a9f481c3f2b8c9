"""A run in numbers, with every failure: the footer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ginrules.diagnostics import Json
from ginrules.verify.outcomes import BAD, Outcome
from ginrules.verify.protocol import Capabilities
from ginrules.verify.runner import ScenarioResult

VERDICTS = ("ok", "known", "fixed", "changed", "stale", "new", "regression")


@dataclass(slots=True)
class Summary:
    """Collects the results of one run, in any order."""

    engine: Capabilities
    edition: str
    results: list[ScenarioResult] = field(default_factory=list)
    interrupted: bool = False
    """Whether somebody ended the run before all was asked."""

    def add(self, result: ScenarioResult) -> None:
        """Count one more result."""
        self.results.append(result)

    @property
    def counts(self) -> dict[Outcome, int]:
        """How many scenarios ended how, every outcome named."""
        return {outcome: sum(result.outcome is outcome for result in self.results) for outcome in Outcome}

    @property
    def asked(self) -> int:
        """How many results come of a question that was sent."""
        return sum(bool(result.how) for result in self.results)

    @property
    def answered(self) -> int:
        """How many results come of an answer that was compared: that an engine cannot say is no answer."""
        return sum(result.outcome in {Outcome.PASS, Outcome.FAIL} for result in self.results)

    @property
    def in_part(self) -> int:
        """How many were asked, but for a part that could not be."""
        return sum(result.in_part for result in self.results)

    @property
    def failures(self) -> list[ScenarioResult]:
        """The scenarios that the engine is blamed for, sorted by id and column."""
        return sorted(
            (result for result in self.results if result.outcome in BAD), key=lambda result: (result.scenario, result.column)
        )

    @property
    def complete(self) -> bool:
        """Whether the engine was there to the end, and nobody ended the run before."""
        return not self.interrupted and all(result.outcome is not Outcome.NOTRUN for result in self.results)

    @property
    def exit_code(self) -> int:
        """The exit code that the run deserves: 3 restarts used up, 1 something differs, 5 nothing was answered, 0."""
        if any(result.outcome is Outcome.NOTRUN for result in self.results):
            return 3
        if any(result.verdict == "regression" for result in self.results):
            return 1
        return 0 if self.answered else 5

    def footer(self) -> dict[str, Json]:
        """The object that `verify --json` prints; its shape is `footer` in `spec/report.schema.json`."""
        verdicts = Counter(result.verdict for result in self.results)
        return {
            "engine": self.engine.name,
            "version": self.engine.version,
            "edition": self.edition,
            "complete": self.complete,
            "counts": {str(outcome): count for outcome, count in self.counts.items()},
            "asked": _counted(way for result in self.results for way in result.how),
            "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
            "unsupported": _counted(result.reason for result in self.results if result.outcome is Outcome.UNSUPPORTED),
            "failures": [failure_json(result) for result in self.failures],
        }


def _counted(words: Iterable[str]) -> dict[str, Json]:
    counted = Counter(words)
    return {word: counted[word] for word in sorted(counted)}


def failure_json(result: ScenarioResult) -> dict[str, Json]:
    """One failure as the footer holds it."""
    failure: dict[str, Json] = {
        "scenario": result.scenario,
        "column": result.column,
        "rules": list(result.rules),
        "how": list(result.how),
        "expected": result.expected,
        "got": result.got,
        "outcome": str(result.outcome),
    }
    failure |= {"flags": list(result.flags)} if result.flags else {}
    return failure | ({"mode": result.mode} if result.mode else {})
