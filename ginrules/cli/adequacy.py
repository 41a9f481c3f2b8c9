"""`ginrules corpus adequacy`: how strong the corpus is, part by part."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.output import counted, print_json
from ginrules.cli.signals import Terminated, terminations

if TYPE_CHECKING:
    from ginrules.adequacy.parts import Part
    from ginrules.adequacy.report import Gap, Result

MOST_SHOWN = 12
"""Of what a part misses, where several parts are shown."""
MOST_PROCESSES = 4


class _PartName(click.ParamType[str]):
    """The name of a part; the table of parts is read only when one is named."""

    name = "part"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from ginrules.adequacy.parts import named
        from ginrules.diagnostics import did_you_mean

        if value not in named():
            hint = did_you_mean(str(value), list(named())) or f"the parts are {', '.join(named())}"
            self.fail(f"there is no part {value!r}; {hint}", param, ctx)
        return str(value)


@click.command(epilog="Example: ginrules corpus adequacy --only checks")
@click.option("--only", "only", multiple=True, type=_PartName(), metavar="PART", help="Only this part (repeatable).")
@click.option(
    "-j",
    "jobs",
    type=click.IntRange(1, 64),
    default=lambda: min(MOST_PROCESSES, os.cpu_count() or 1),
    metavar="N",
    help="Processes side by side.  [default: as the machine has, at most 4]",
)
@options.as_json
@options.variants
def adequacy(only: Sequence[str], jobs: int, folders: Sequence[Path], *, json_output: bool) -> int:
    """How strong the corpus is: what it is asked to tell apart, and what no scenario tells apart yet.

    Obligations follow from the catalogue of rules, the shipped variants, the table of refusals and the catalogue of broken
    engines; the scenarios are run under other rules, with checks removed, and by broken engines. Exit code 1: an obligation is
    not met.
    """
    from ginrules.adequacy.parts import PARTS, measure
    from ginrules.adequacy.team import Team
    from ginrules.corpus.selection import corpus_files

    names = only or [part.name for part in PARTS]
    try:
        with terminations(), _progress() as shown, Team(jobs, shown.tick) as team:
            shown.begin("reading the corpus")
            team.compile(corpus_files(), folders)
            results = measure(team, names, lambda part: shown.begin(part.name))
    except KeyboardInterrupt as error:
        click.echo("interrupted: nothing is said of a corpus that was measured in part", err=True)
        return error.exit_code if isinstance(error, Terminated) else Exit.INTERRUPTED
    parts = [part for part in PARTS if part.name in names]
    if json_output:
        print_json(_as_json(parts, results, questions=len(team.posed)))
    else:
        click.echo("\n".join(_lines(parts, results, whole=bool(only))))
    return Exit.DONE if all(result.holds for result in results) else Exit.DIFFERS


def _as_json(parts: Sequence[Part], results: Sequence[Result], *, questions: int) -> dict[str, Any]:
    """Everything that was found, as one object."""
    from ginrules.corpus.selection import edition

    return {
        "edition": edition(),
        "questions": questions,
        "holds": all(result.holds for result in results),
        "parts": [
            {
                "part": part.name,
                "number": part.number,
                "asks": part.asks,
                "obligations": result.obligations,
                "met": result.met,
                "missing": [{"about": gap.about, "says": gap.says} for gap in result.gaps],
                "cannot-be-met": [{"about": gap.about, "says": gap.says} for gap in result.excused],
                "not-asked": dict(result.not_asked),
                "skipped": result.skipped,
                "figures": dict(result.figures),
            }
            for part, result in zip(parts, results, strict=True)
        ],
    }


def _lines(parts: Sequence[Part], results: Sequence[Result], *, whole: bool) -> Iterator[str]:
    """A line a part, then what is missing; `whole`: all of it."""
    for part, result in zip(parts, results, strict=True):
        yield f"{part.number:>2}  {part.name:<14}{_figure(result):<23} {part.asks}"
    for result in results:
        yield from _of_part(result.part, "missing", result.gaps, MOST_SHOWN if not whole else len(result.gaps))
        yield from _of_part(result.part, "cannot be met", result.excused, len(result.excused))
        if any(result.not_asked.values()):
            yield ""
            yield f"{result.part}: not asked"
            yield from (f"  {number:>4}  {why}" for why, number in result.not_asked.items() if number)
    missing = sum(len(result.gaps) for result in results)
    yield ""
    skipped = sum(bool(result.skipped) for result in results)
    beside = f", {counted(skipped, 'part')} not measured" if skipped else ""
    yield (f"{counted(missing, 'obligation')} not met" if missing else "every obligation is met") + beside


def _figure(result: Result) -> str:
    if result.skipped:
        return f"not measured: {result.skipped}"
    return f"{result.met} of {result.obligations}"


def _of_part(part: str, what: str, gaps: Sequence[Gap], most: int) -> Iterator[str]:
    if gaps:
        yield ""
        yield f"{part}: {what}"
    for about, some in groupby(gaps[:most], key=lambda gap: gap.about):
        yield f"  {about}"
        yield from (f"    {gap.says}" for gap in some)
    if len(gaps) > most:
        yield f"  … and {len(gaps) - most} more: ginrules corpus adequacy --only {part}"


class _Shown(Protocol):
    """Whoever shows how far the work is."""

    def begin(self, what: str) -> None:
        """Some work begins."""

    def tick(self, pieces: int) -> None:
        """So many pieces of it are to be done, or, with 0, one is."""


class _Nobody:
    def begin(self, what: str) -> None:
        """Nothing is shown."""

    def tick(self, pieces: int) -> None:
        """Nothing is shown."""


@contextmanager
def _progress() -> Iterator[_Shown]:
    """A progress bar on a terminal."""
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR"):
        yield _Nobody()
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar)


class _Bar:
    """A bar for each part."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._task: Any = None
        self._total = 0

    def begin(self, what: str) -> None:
        """A bar of its own."""
        if self._task is not None:
            self._bar.update(self._task, total=max(1, self._total), completed=max(1, self._total))
        self._total = 0
        self._task = self._bar.add_task(what, total=None)

    def tick(self, pieces: int) -> None:
        """So many pieces more, or one done."""
        self._total += pieces
        self._bar.update(self._task, total=self._total, advance=0 if pieces else 1)
