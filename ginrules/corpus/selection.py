"""The scenarios of the corpus, and which of them are meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from ginrules import resources
from ginrules.diagnostics import Diagnostic, InvalidInput, NotPlayed
from ginrules.files import MEBIBYTE, read_text
from ginrules.notation.scenario import Scenario
from ginrules.questions import Case

SCENARIO_FILE_LIMIT = 16 * MEBIBYTE
_HEADER = re.compile(r"\s*scenario\s+([\w-]+)")
_FENCE = re.compile(r"\s*(```|~~~)")
_ONCE_A_FILE = ("unknown-variant", "dotted-name")


@dataclass(frozen=True, slots=True)
class Entry:
    """A scenario and where it stands."""

    scenario: Scenario
    file: str
    chapter: str
    """The file's name without its ending, as in `03-knocking`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which scenarios are meant: those that meet each kind of condition by one of its words; no words, no condition."""

    variants: tuple[str, ...] = ()
    """Ids of variants: of a scenario only the columns that are played by one of them."""
    rules: tuple[str, ...] = ()
    """Cited ids; `melds.*` means the whole section."""
    tags: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    """Scenario ids, with `*` and `?` as in file names."""
    failed: frozenset[str] | None = None
    """Scenario ids that did not pass in an earlier report."""
    smoke: bool = False
    """Only the smoke set."""

    def admits(self, scenario: Scenario) -> bool:
        """Whether a scenario is meant, its columns apart."""
        return (
            (not self.rules or any(fnmatchcase(cited, rule) for cited in scenario.cited for rule in self.rules))
            and (not self.tags or bool(set(self.tags) & set(scenario.tags)))
            and (not self.ids or any(fnmatchcase(scenario.id, pattern) for pattern in self.ids))
            and (self.failed is None or scenario.id in self.failed)
            and (not self.smoke or scenario.id in smoke_set())
        )


def edition() -> str:
    """The edition of the corpus, as `conformance/EDITION` has it."""
    return (resources.CORPUS / "EDITION").read_text(encoding="utf-8").strip()


@cache
def smoke_set() -> frozenset[str]:
    """The ids of `conformance/smoke.txt`, one a line; lines that begin with # are comments."""
    lines = (resources.CORPUS / "smoke.txt").read_text(encoding="utf-8").split("\n")
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def corpus_files() -> tuple[Path, ...]:
    """The files that the corpus is made of: `conformance/*.ginr`, and the chapters of the specification."""
    return (*sorted(resources.CORPUS.glob("*.ginr")), *sorted(resources.SPEC.glob("*.md")))


def read_for(wanted: Filter) -> tuple[Entry, ...]:
    """The scenarios among which a filter selects: of the smoke set no others are read, which takes most of the time."""
    return read_corpus(smoke_set()) if wanted.smoke else read_corpus()


@cache
def read_corpus(only: frozenset[str] | None = None) -> tuple[Entry, ...]:
    """Every scenario of the corpus, or `only` those with these ids, in order; read once a process.

    Raises:
        InvalidInput: every diagnostic of every file.
    """
    entries: list[Entry] = []
    wrong: list[Diagnostic] = []
    for path in corpus_files():
        try:
            entries += read_entries(path, only)
        except InvalidInput as error:
            wrong += error.diagnostics
    if wrong:
        raise InvalidInput(wrong)
    return tuple(entries)


def read_entries(path: Path, only: frozenset[str] | None = None) -> Iterator[Entry]:
    """The scenarios of one file, a scenario file or a chapter with examples; or `only` those with these ids."""
    from ginrules.notation.reader import read, read_markdown

    text = read_text(path, SCENARIO_FILE_LIMIT)
    if only is not None:
        text = _without_others(text, only)
    reader = read_markdown if path.suffix == ".md" else read
    for scenario in reader(text, str(path)).scenarios:
        yield Entry(scenario, str(path), path.stem)


def _without_others(text: str, only: frozenset[str]) -> str:
    """A text with empty lines where other scenarios stand, so that every place is where it was."""
    kept: list[str] = []
    keeps = True
    for line in text.split("\n"):
        if _FENCE.match(line):
            keeps = True
        elif header := _HEADER.match(line):
            keeps = header[1] in only
        kept.append(line if keeps else "")
    return "\n".join(kept)


def select(entries: Sequence[Entry], wanted: Filter, folders: Sequence[Path] = ()) -> tuple[Entry, ...]:
    """Those of the entries that are meant; variants are found in `folders` too.

    Raises:
        InvalidInput: a variant that nobody knows, and no column of the entries is called so; or a scenario's own is wrong.
    """
    _check_variants(entries, wanted, folders)
    admitted = (entry for entry in entries if wanted.admits(entry.scenario))
    return tuple(entry for entry in admitted if not wanted.variants or _meant(entry.scenario, wanted, folders))


def _check_variants(entries: Sequence[Entry], wanted: Filter, folders: Sequence[Path]) -> None:
    from ginrules.notation.checks import columns_of
    from ginrules.rules.resolve import load_variant

    wrong: list[Diagnostic] = []
    for name in wanted.variants:
        try:
            load_variant(name, folders=folders)
        except InvalidInput as error:
            if all(name != use.name for entry in entries for use in columns_of(entry.scenario)):
                wrong += error.diagnostics
    if wrong:
        raise InvalidInput(wrong)


def _meant(scenario: Scenario, wanted: Filter, folders: Sequence[Path]) -> frozenset[str]:
    """The names of the columns that are meant, by their own name or by that of their variant."""
    from ginrules.notation.compile import columns

    return frozenset(
        column.name for column in columns(scenario, folders=folders) if {column.name, column.variant.id} & set(wanted.variants)
    )


def compile_selected(entries: Sequence[Entry], wanted: Filter, folders: Sequence[Path] = ()) -> tuple[Case, ...]:
    """The questions of the entries, of each scenario the columns that are meant.

    Raises:
        InvalidInput: a scenario that does not compile, or that this version does not play; with every diagnostic.
    """
    from ginrules.notation.compile import compile_scenario
    from ginrules.notation.later import not_played_yet

    cases: list[Case] = []
    wrong: list[Diagnostic] = []
    for entry in entries:
        try:
            compiled = compile_scenario(entry.scenario, folders=folders)
            meant = _meant(entry.scenario, wanted, folders) if wanted.variants else {case.column for case in compiled}
        except InvalidInput as error:
            wrong += error.diagnostics
        except NotPlayed as error:
            wrong.append(not_played_yet(entry.scenario, error))
        else:
            cases += [case for case in compiled if case.column in meant]
    if wrong:
        raise InvalidInput(once(wrong))
    return tuple(cases)


def once(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics without those said already: a variant that there is not once a file, however many scenarios name it."""
    said: dict[object, Diagnostic] = {}
    for each in problems:
        said.setdefault((each.file, each.code, each.message) if each.code in _ONCE_A_FILE else each, each)
    return tuple(said.values())


def failed_scenarios(report: str) -> frozenset[str]:
    """The ids of the scenarios that did not pass in a report written by `verify --report`.

    Raises:
        InvalidInput: the file is no such report.
    """
    failed = set()
    for number, line in enumerate(read_text(report, 64 * MEBIBYTE).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if "scenario" in entry and entry["outcome"] not in {"pass", "unsupported"}:
                failed.add(str(entry["scenario"]))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            hint = "it is written by `ginrules verify ENGINE --report FILE.jsonl`"
            message = f"line {number} is no line of a report"
            raise InvalidInput([Diagnostic(code="not-a-report", message=message, file=report, hint=hint)]) from error
    return frozenset(failed)
