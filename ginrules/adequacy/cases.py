"""The whole corpus compiled once: every question with all that its variant says, not only what the question is sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed
from ginrules.questions import Case, Method


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules that a column of a scenario is played by."""

    variant: str
    """The id of the variant."""
    overridden: frozenset[str]
    """The rules that the scenario sets itself."""
    values: Mapping[str, Json]
    """Every rule, customs too, in the resolved form; never changed in place."""
    key: str = field(compare=False)
    """One text for equal values."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question of the corpus and where it stands."""

    case: Case
    setting: Setting
    file: str
    line: int

    @property
    def scenario(self) -> str:
        """The id of its scenario."""
        return self.case.scenario

    @property
    def method(self) -> Method:
        """What is asked."""
        return self.case.question.method

    @property
    def params(self) -> Mapping[str, Any]:
        """What is asked about."""
        return self.case.question.params

    @property
    def players(self) -> int:
        """How many are in a hand, as far as masks look at it; of one hand that is arranged two."""
        params = self.params
        return 2 if self.method is Method.ARRANGE or "sides" in params else len(params["players"])

    @property
    def key(self) -> tuple[str, str, int]:
        """By which it is known."""
        return (self.case.scenario, self.case.column, self.case.part)


def write_key(value: Any) -> str:
    """One text for equal JSON values."""
    return json.dumps(value, sort_keys=True)


def pose_file(
    path: Path, folders: Sequence[Path] = (), only: frozenset[str] | None = None
) -> tuple[tuple[Posed, ...], tuple[Diagnostic, ...]]:
    """The questions of one file of the corpus, or `only` those of scenarios with these ids, and what is wrong with it."""
    from ginrules.corpus.selection import read_entries
    from ginrules.notation.compile import compile_columns
    from ginrules.notation.later import not_played_yet

    posed: list[Posed] = []
    wrong: list[Diagnostic] = []
    try:
        entries = [*read_entries(path, only)]
    except InvalidInput as error:
        return (), error.diagnostics
    settings: dict[str, Setting] = {}
    for entry in entries:
        try:
            compiled = compile_columns(entry.scenario, folders=folders)
        except InvalidInput as error:
            wrong += error.diagnostics
            continue
        except NotPlayed as error:
            wrong.append(not_played_yet(entry.scenario, error))
            continue
        for column, cases in compiled:
            variant = column.variant
            # Overrides are the one layer without a file of its own.
            overridden = frozenset(rule for layer in variant.layers if not layer.path for rule in layer.rules)
            setting = Setting(variant.id, overridden, dict(variant.values), write_key(dict(variant.values)))
            setting = settings.setdefault(f"{variant.id} {sorted(overridden)} {setting.key}", setting)
            line = entry.scenario.header.span.line
            posed += [Posed(case, setting, entry.file, line) for case in cases]
    return tuple(posed), tuple(wrong)


def together(files: Iterable[tuple[tuple[Posed, ...], tuple[Diagnostic, ...]]]) -> tuple[Posed, ...]:
    """The questions of all files.

    Raises:
        InvalidInput: with every diagnostic of every file.
    """
    posed: list[Posed] = []
    wrong: list[Diagnostic] = []
    for some, problems in files:
        posed += some
        wrong += problems
    if wrong:
        raise InvalidInput(wrong)
    return tuple(posed)
