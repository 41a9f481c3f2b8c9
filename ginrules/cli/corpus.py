"""`ginrules corpus`: the scenarios themselves."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ginrules.cli import options
from ginrules.cli.adequacy import adequacy
from ginrules.cli.exits import Exit
from ginrules.cli.filters import filters, make_filter, say_nothing_selected
from ginrules.cli.output import counted, print_diagnostics, print_json
from ginrules.cli.report_file import not_writable
from ginrules.diagnostics import Diagnostic, InvalidInput, Severity, did_you_mean, printable

if TYPE_CHECKING:
    from ginrules.corpus.selection import Entry


@click.group()
def corpus() -> None:
    """List, show, check, measure, format and export the scenarios."""


corpus.add_command(adequacy)


@corpus.command("list", epilog="Example: ginrules corpus list --rule knock.limit")
@filters
@options.as_json
@options.variants
def list_scenarios(folders: Sequence[Path], *, json_output: bool, **only: Any) -> int:
    """The scenarios of the corpus, with the rules that each is about."""
    entries = _selected(only, folders)
    if json_output:
        print_json(
            [
                {
                    "id": each.scenario.id,
                    "title": each.scenario.title,
                    "rules": list(each.scenario.cited),
                    "chapter": each.chapter,
                }
                for each in entries
            ]
        )
    else:
        width = max((len(each.scenario.id) for each in entries), default=0)
        for each in entries:
            click.echo(f"{each.scenario.id:<{width}}  {each.scenario.title}  ({', '.join(each.scenario.cited)})")
    return Exit.DONE if entries else Exit.NOTHING


@corpus.command("show", epilog="Example: ginrules corpus show ID")
@click.argument("name", metavar="ID")
@options.as_json
@options.variants
def show(name: str, folders: Sequence[Path], *, json_output: bool) -> None:
    """One scenario as it is written, and the questions that it asks."""
    from ginrules.corpus.export import records
    from ginrules.corpus.selection import Filter, compile_selected, read_corpus
    from ginrules.notation.writer import write_scenario

    entries = {entry.scenario.id: entry for entry in read_corpus()}
    if name not in entries:
        hint = did_you_mean(name, list(entries)) or "`ginrules corpus list` names them all"
        raise InvalidInput([Diagnostic(code="unknown-scenario", message=f"there is no scenario {name!r}", hint=hint)])
    entry = entries[name]
    found = records(compile_selected([entry], Filter(), folders))
    if json_output:
        print_json(found)
        return
    click.echo(f"{entry.file}:{entry.scenario.header.span.line}")
    click.echo(write_scenario(entry.scenario))
    click.echo(f"It asks {counted(len(found), 'question')}; --json shows each with its rules.")


@corpus.command("lint", epilog="Example: ginrules corpus lint")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@options.as_json
@options.variants
def lint(files: Sequence[str], folders: Sequence[Path], *, json_output: bool) -> int:
    """What scenarios of the corpus need beyond being readable; by default of the whole corpus."""
    from ginrules.corpus.lint import lint as lint_entries
    from ginrules.corpus.selection import corpus_files, read_entries

    entries: list[Entry] = []
    found: list[Diagnostic] = []
    for path in map(Path, files) if files else corpus_files():
        try:
            entries += read_entries(path)
        except InvalidInput as error:
            found += error.diagnostics
    found += lint_entries(entries, folders)
    if json_output:
        print_json([diagnostic.to_json() for diagnostic in found])
    else:
        print_diagnostics(found)
        click.echo(f"{counted(len(entries), 'scenario')}: {counted(len(found), 'problem') if found else 'nothing to mend'}")
    return Exit.DIFFERS if any(each.severity is Severity.ERROR for each in found) else Exit.DONE


@corpus.command("fmt", epilog="Example: ginrules corpus fmt --check my-scenarios.ginr")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--check", is_flag=True, help="Change nothing; exit 1 where a file is not formatted.")
@options.variants
def fmt(files: Sequence[str], folders: Sequence[Path], *, check: bool) -> int:  # noqa: ARG001 - every command takes --variants
    """Write scenario files in their canonical form; comments and order are kept."""
    from ginrules.corpus.selection import SCENARIO_FILE_LIMIT, corpus_files
    from ginrules.files import read_text
    from ginrules.notation.writer import format_text

    paths = [Path(file) for file in files] or [path for path in corpus_files() if path.suffix == ".ginr"]
    wrong: list[Diagnostic] = []
    changed = False
    for path in paths:
        if path.suffix == ".md":
            message = "only .ginr files are formatted, not the examples of a chapter"
            wrong.append(Diagnostic(code="markdown", message=message, file=str(path)))
            continue
        try:
            text = read_text(path, SCENARIO_FILE_LIMIT)
            formatted = format_text(text, str(path))
            if formatted != text and not check:
                write_text(path, formatted)
        except InvalidInput as error:
            wrong += error.diagnostics
            continue
        if formatted != text:
            click.echo(f"{printable(str(path))}: {'is not formatted' if check else 'formatted'}")
            changed = True
    print_diagnostics(wrong)
    if wrong:
        return Exit.DIFFERS if check else Exit.INVALID
    return Exit.DIFFERS if check and changed else Exit.DONE


@corpus.command("export", epilog="Example: ginrules corpus export out/")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@filters
@options.variants
def export(folder: Path, folders: Sequence[Path], **only: Any) -> int:
    """The corpus as plain JSON, rules resolved, for people who will never run this tool."""
    from ginrules.corpus import export as exporting
    from ginrules.corpus.selection import compile_selected

    entries = _selected(only, folders)
    cases = compile_selected(entries, make_filter(**only), folders)
    if not cases:
        return Exit.NOTHING
    files = exporting.export(entries, cases)
    exporting.write(files, folder)
    click.echo(
        f"{printable(str(folder))}: {counted(len(cases), 'question')} in {counted(len(files), 'file')}; begin with README.md"
    )
    return Exit.DONE


def write_text(path: Path, text: str) -> None:
    """Replace a file, or the file that a link leads to, by a new text, whole or not at all.

    Raises:
        InvalidInput: the file cannot be written; it is then as it was.
    """
    target = path.resolve()
    try:
        # A name that nobody can guess, in a file that did not exist: never one that somebody laid there.
        descriptor, beside = tempfile.mkstemp(prefix=".ginrules-", dir=target.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            Path(beside).chmod(stat.S_IMODE(target.stat().st_mode))
            Path(beside).replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(beside).unlink()
            raise
    except OSError as error:
        raise InvalidInput([not_writable(error, str(path))]) from error


def _selected(only: dict[str, Any], folders: Sequence[Path]) -> tuple[Entry, ...]:
    from ginrules.corpus.selection import read_for, select

    wanted = make_filter(**only)
    entries = select(read_for(wanted), wanted, folders)
    if not entries:
        say_nothing_selected(wanted)
    return entries
