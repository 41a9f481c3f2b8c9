"""`ginrules verify`: the corpus against an engine."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.filters import filters, make_filter
from ginrules.cli.output import print_json
from ginrules.diagnostics import Diagnostic, InvalidInput, did_you_mean

if TYPE_CHECKING:
    from ginrules.questions import Case
    from ginrules.verify.runner import ScenarioResult


MOST_STDERR_LINES = 10


class _Shard(click.ParamType[tuple[int, int]]):
    """`i/n`, the i-th of n parts."""

    name = "i/n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", str(value))
        if not match or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"{value!r} is no part of a whole; write 2/4 for the second of four", param, ctx)
        return int(match[1]), int(match[2])


@click.command(epilog="Examples: ginrules verify open-spiel   ginrules verify 'node my_engine.mjs' --rule melds.ace")
@click.argument("engine")
@filters
@click.option("--seed", default="0", show_default=True, metavar="S", help="The order of the questions follows from it.")
@click.option(
    "--deadline",
    type=click.FloatRange(min=0.01, max=600),
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
    "--report", "reports", multiple=True, metavar="F", help="Write the results to F.jsonl, a line each, as they come."
)
@options.as_json
@options.variants
def verify(
    engine: str,
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
    from ginrules.corpus.selection import compile_selected, edition, read_corpus, select
    from ginrules.rules.catalogue import catalogue
    from ginrules.verify.report.stream import write_stream
    from ginrules.verify.report.summary import Summary
    from ginrules.verify.report.table import printable, table
    from ginrules.verify.runner import in_shard, run
    from ginrules.verify.session import NotStarted
    from ginrules.verify.subjects import subject

    wanted = make_filter(**only)
    entries = select(read_corpus(), wanted)
    if shard:
        entries = tuple(entry for entry in entries if in_shard(entry.scenario.id, *shard))
    cases = compile_selected(entries, wanted, folders)
    if not cases:
        click.echo(
            "no scenario is selected: nothing meets these filters (`ginrules corpus list` shows what there is)", err=True
        )
        return Exit.NOTHING
    with contextlib.ExitStack() as stack:
        target = stack.enter_context(_open_report(reports))
        try:
            program = stack.enter_context(subject(engine, deadline=deadline))
        except NotStarted as error:
            click.echo(f"ginrules: {error}", err=True)
            for line in error.stderr.splitlines()[-MOST_STDERR_LINES:]:
                click.echo(f"  stderr: {printable(line)}", err=True)
            return Exit.ENGINE
        for rule in program.capabilities.rules:
            if rule not in catalogue():
                hint = did_you_mean(rule, list(catalogue()))
                click.echo(
                    f"warning: the engine speaks of a rule {rule!r} that there is not" + (f"; {hint}" if hint else ""), err=True
                )
        summary = Summary(program.capabilities, edition())
        interrupted = False
        try:
            for _ in _progress(write_stream(run(cases, program, seed=seed, jobs=jobs), summary, target), cases):
                pass
        except KeyboardInterrupt:
            interrupted = True
    if json_output:
        print_json(summary.footer() | ({"complete": False} if interrupted else {}))
    else:
        click.echo(table(summary), nl=False)
    if interrupted:
        click.echo(f"interrupted: {len(summary.results)} results are kept, the rest was not asked", err=True)
        return Exit.INTERRUPTED
    return summary.exit_code


@contextlib.contextmanager
def _open_report(reports: Sequence[str]) -> Iterator[TextIO | None]:
    """The file of `--report`, opened before anything is asked.

    Raises:
        click.BadParameter: a form of report that there is not.
        InvalidInput: the file cannot be written.
    """
    for name in reports:
        if not name.endswith(".jsonl"):
            raise click.BadParameter(f"{name!r}: a report is written as JSON lines, to a file that ends in .jsonl")
    if len(reports) > 1:
        raise click.BadParameter("one report is written in a run")
    if not reports:
        yield None
        return
    try:
        file = Path(reports[0]).open("w", encoding="utf-8")  # noqa: SIM115 - closed below, whatever happens
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise InvalidInput([Diagnostic(code="not-writable", message=message, file=reports[0])]) from error
    with file:
        yield file


def _progress(results: Iterable[ScenarioResult], cases: Sequence[Case]) -> Iterator[ScenarioResult]:
    """The results, with a progress bar on a terminal."""
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR"):
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    total = len({(case.scenario, case.column) for case in cases})
    yield from track(results, description="asking", total=total, console=Console(stderr=True), transient=True)
