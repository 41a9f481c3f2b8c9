"""Part 7, the floor: what engines pass that know nothing, and no rule of which they pass every scenario."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ginrules import resources
from ginrules.adequacy.asking import Asker
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.habits import Habits, habits_of
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.adequacy.trivial import TRIVIAL, Trivial
from ginrules.corpus.selection import edition
from ginrules.diagnostics import Json
from ginrules.questions import Method
from ginrules.verify.builtin import BuiltinEngine
from ginrules.verify.outcomes import Outcome
from ginrules.verify.runner import run
from ginrules.verify.subjects import InProcess

PART = "floor"


class Seen(NamedTuple):
    """Which engines pass one question."""

    scenario: str
    column: str
    cited: tuple[str, ...]
    passed: frozenset[str]


class Floor(NamedTuple):
    """What the engines pass."""

    columns: int
    """Scenarios under one variant each: what `verify` counts."""
    passes: Mapping[str, int]
    """Columns of which an engine passes every question."""
    whole: Mapping[str, tuple[str, ...]]
    """The cited ids of which an engine passes every scenario."""


class TrivialEngine:
    """A trivial engine as the runner asks it."""

    def __init__(self, trivial: Trivial, habits: Habits) -> None:
        self._trivial = trivial
        self._habits = habits

    def capabilities(self) -> dict[str, Json]:
        """That it plays everything."""
        return {**BuiltinEngine().capabilities(), "engine": {"name": self._trivial.name, "version": "0", "language": "none"}}

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        """Its answer."""
        return self._trivial.reply(Method(method), params, self._habits)


def floor(team: Team) -> Result:
    """Which rules trivial engines pass whole; how much of the corpus they pass is among the figures."""
    measured = measure(team)
    gaps = [
        Gap(cited, f"every scenario that cites {cited} is passed by the trivial engine `{engine}`")
        for engine, ids in measured.whole.items()
        for cited in ids
    ]
    if shipped() != figures(measured, edition()):
        stale = "its figures are not those of this corpus; `python -m tests.corpus_figures` writes it"
        gaps.append(Gap("conformance/floor.json", stale))
    cited = {rule for posed in team.posed for rule in posed.case.rules}
    obligations = len(TRIVIAL) * len(cited) + 1
    return Result(
        part=PART, obligations=obligations, gaps=tuple(gaps), figures={"columns": measured.columns, **measured.passes}
    )


def measure(team: Team) -> Floor:
    """What the trivial engines pass of the corpus."""
    seen = [*chained(team.corpus(seen_in, habits_of(posed.case for posed in team.posed)))]
    names = frozenset(trivial.name for trivial in TRIVIAL)
    columns: dict[tuple[str, str], frozenset[str]] = {}
    ids: dict[str, frozenset[str]] = {}
    for each in seen:
        key = (each.scenario, each.column)
        columns[key] = columns.get(key, names) & each.passed
        for cited in each.cited:
            ids[cited] = ids.get(cited, names) & each.passed
    return Floor(
        len(columns),
        {each.name: sum(each.name in passed for passed in columns.values()) for each in TRIVIAL},
        {each.name: tuple(sorted(cited for cited, passed in ids.items() if each.name in passed)) for each in TRIVIAL},
    )


def seen_in(_: Asker, posed: Sequence[Posed], habits: Habits) -> list[Seen]:
    """Which trivial engines pass which of some questions, each asked by itself."""
    engines = {each.name: InProcess(TrivialEngine(each, habits)) for each in TRIVIAL}
    return [
        Seen(
            each.scenario,
            each.case.column,
            each.case.rules,
            frozenset(name for name, it in engines.items() if _passes(each, it)),
        )
        for each in posed
    ]


def _passes(posed: Posed, engine: InProcess) -> bool:
    return all(result.outcome is Outcome.PASS for result in run([posed.case], engine, alone=False))


def shipped() -> str:
    """The figures that are shipped now."""
    path = resources.CORPUS / "floor.json"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def figures(measured: Floor, of_edition: str) -> str:
    """The figures as they are shipped (`conformance/floor.json`), for `verify` and the documentation."""
    engines = [{"engine": each.name, "does": each.does, "passes": measured.passes[each.name]} for each in TRIVIAL]
    whole: dict[str, Any] = {"edition": of_edition, "columns": measured.columns, "engines": engines}
    return json.dumps(whole, indent=1) + "\n"
