"""`ginrules verify`: the corpus against an engine."""

from __future__ import annotations

import contextlib
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.filters import filters, make_filter, say_nothing_selected
from ginrules.cli.output import print_diagnostics, print_json
from ginrules.cli.report_file import Report, report_file
from ginrules.cli.signals import Terminated, terminations
from ginrules.diagnostics import did_you_mean, printable, shortened

if TYPE_CHECKING:
    from ginrules.questions import Case
    from ginrules.verify.protocol import Capabilities
    from ginrules.verify.report.summary import Summary
    from ginrules.verify.runner import ScenarioResult
    from ginrules.verify.session import NotStarted


MOST_LINES = 10
"""Of what an engine says before the run, and how long each may be."""
WIDTH = 200


class _Seconds(click.FloatRange):
    """A number of seconds; `nan` is none, though no range leaves it out."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


class _Shard(click.ParamType[tuple[int, int]]):
    """`i/n`, the i-th of n parts."""

    name = "i/n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", str(value))
        if not match or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"{value!r} is no part of a whole; write 2/4 for the second of four", param, ctx)
        return int(match[1]), int(match[2])


class _Modes(click.ParamType[tuple[str, ...]]):
    """`suits`, `seats`, `order`, or several of them with commas between."""

    name = "MODE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from ginrules.verify.modes import Mode

        words = [word.strip() for word in str(value).split(",")]
        for word in words:
            if word not in list(Mode):
                self.fail(f"{word!r} is no mode; {', '.join(Mode)} are, several with commas between", param, ctx)
        return tuple(dict.fromkeys(words))


@click.command(epilog="Examples: ginrules verify open-spiel   ginrules verify 'node my_engine.mjs' --rule melds.ace")
@click.argument("engine")
@filters
@click.option(
    "--mode",
    "modes",
    type=_Modes(),
    multiple=True,
    metavar="M,…",
    help="What passes once more with other suits, seats or order: suits, seats, order.",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The order of the questions follows from it.")
@click.option(
    "--deadline",
    type=_Seconds(min=0.01, max=600),
    default=2.0,
    show_default=True,
    metavar="S",
    help="Seconds for a reply.",
)
@click.option(
    "-j",
    "jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes of the engine side by side.",
)
@click.option("--shard", type=_Shard(), metavar="I/N", help="Only the I-th of N parts of the scenarios.")
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="F",
    help="Write the results to F, whose name ends in .jsonl, a line each, as they come.",
)
@options.as_json
@options.variants
def verify(
    engine: str,
    modes: Sequence[tuple[str, ...]],
    seed: str,
    deadline: float,
    jobs: int,
    shard: tuple[int, int] | None,
    reports: Sequence[str],
    folders: Sequence[Path],
    *,
    json_output: bool,
    **only: Any,
) -> int:
    """Ask an engine every scenario and compare its answers.

    ENGINE is builtin, open-spiel, rlcard, the path of a program, or a quoted command line. It speaks the protocol of
    docs/protocol.md on its standard input and output. Exit code 1: it plays something differently.
    """
    from ginrules.corpus.selection import compile_selected, edition, read_for, select
    from ginrules.verify.modes import Mode
    from ginrules.verify.report.stream import write_stream
    from ginrules.verify.report.summary import Summary
    from ginrules.verify.report.table import table
    from ginrules.verify.runner import in_shard, run
    from ginrules.verify.session import NotStarted
    from ginrules.verify.subjects import BUILTIN, command, subject

    # Whatever is wrong with what was typed is said before the corpus is read, which takes its time.
    report_name = _report_name(reports)
    try:
        if engine != BUILTIN:
            command(engine)
    except NotStarted as error:
        return _not_started(error)
    wanted = make_filter(**only)
    ended_by: KeyboardInterrupt | None = None
    with terminations(), contextlib.ExitStack() as stack:
        report = stack.enter_context(report_file(report_name)) if report_name else None
        entries = select(read_for(wanted), wanted, folders)
        if shard:
            entries = tuple(entry for entry in entries if in_shard(entry.scenario.id, *shard))
        cases = compile_selected(entries, wanted, folders)
        if not cases:
            say_nothing_selected(wanted)
            return Exit.NOTHING
        try:
            program = stack.enter_context(subject(engine, deadline=deadline))
        except NotStarted as error:
            return _not_started(error)
        _warn_of_unknown(program.capabilities)
        if report:
            report.begin()
        summary = Summary(program.capabilities, edition())
        asked_in = [mode for mode in Mode if any(mode in words for words in modes)]
        stream = write_stream(run(cases, program, seed=seed, jobs=jobs, modes=asked_in), summary, report)
        try:
            for _ in _progress(stream, cases):
                pass
        except KeyboardInterrupt as error:
            ended_by = error
            stream.finish(complete=False)
    if json_output:
        print_json(summary.footer())
    else:
        click.echo(table(summary, whole=frozenset(wanted.rules)), nl=False)
    return _exit_code(summary, report, ended_by)


def _exit_code(summary: Summary, report: Report | None, ended_by: KeyboardInterrupt | None) -> int:
    """How a run ended, with what there is to say of it beside the table."""
    if report and report.trouble:
        print_diagnostics([report.trouble])
    if ended_by:
        click.echo(f"interrupted: {len(summary.results)} results are kept, the rest was not asked", err=True)
        return ended_by.exit_code if isinstance(ended_by, Terminated) else Exit.INTERRUPTED
    return Exit.INVALID if report and report.trouble else summary.exit_code


def _report_name(reports: Sequence[str]) -> str | None:
    """The file of `--report`.

    Raises:
        click.BadParameter: a form of report that there is not, or several.
    """
    for name in reports:
        if not name.endswith(".jsonl"):
            raise click.BadParameter(f"{name!r}: a report is written as JSON lines, to a file that ends in .jsonl")
    if len(reports) > 1:
        raise click.BadParameter("one report is written in a run")
    return reports[0] if reports else None


def _not_started(error: NotStarted) -> int:
    """Say why an engine did not start, with the last that it wrote on its standard error."""
    from ginrules.verify.stderr import telling_lines

    click.echo(f"ginrules: {shortened(printable(str(error)), 2 * WIDTH)}", err=True)
    for line in telling_lines(error.stderr, MOST_LINES):
        click.echo(f"  stderr: {shortened(printable(line), WIDTH)}", err=True)
    return Exit.ENGINE


def _warn_of_unknown(engine: Capabilities) -> None:
    """Warn of rules that an engine speaks of and that there are not, and of gaps into which no scenario can fall."""
    from ginrules.rules.catalogue import catalogue
    from ginrules.rules.clauses import clauses

    cited = dict.fromkeys((*catalogue(), *clauses()))
    chapters = dict.fromkeys(f"{each.split('.', maxsplit=1)[0]}.*" for each in cited)
    _warn_each(engine.rules, list(catalogue()), "a rule")
    _warn_each(engine.gaps, [*cited, *chapters], "a gap")


def _warn_each(words: Iterable[str], known: Sequence[str], kind: str) -> None:
    unknown = [word for word in dict.fromkeys(words) if word not in known]
    for word in unknown[:MOST_LINES]:
        hint = did_you_mean(word, known)
        named = shortened(repr(word), WIDTH)
        click.echo(f"warning: the engine speaks of {kind} {named} that there is not" + (f"; {hint}" if hint else ""), err=True)
    if len(unknown) > MOST_LINES:
        click.echo(f"warning: … and of {len(unknown) - MOST_LINES} more", err=True)


def _progress(results: Iterable[ScenarioResult], cases: Sequence[Case]) -> Iterator[ScenarioResult]:
    """The results, with a progress bar on a terminal."""
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR"):
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    total = len({(case.scenario, case.column) for case in cases})
    yield from track(results, description="asking", total=total, console=Console(stderr=True), transient=True)
