"""`ginrules variant diff`: two variants, rule by rule."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ginrules.cli import options
from ginrules.cli.output import counted, print_json

if TYPE_CHECKING:
    from ginrules.rules.difference import Difference, Side
    from ginrules.rules.resolve import Variant

WIDEST = 120


@click.command(epilog="Example: ginrules variant diff classic my-house.yaml")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--all", "everything", is_flag=True, help="Also rules that have no effect in either of them.")
@options.as_json
@options.variants
def diff(first: str, second: str, folders: Sequence[Path], *, everything: bool, json_output: bool) -> None:
    """The rules that two variants have otherwise, in words, each with the line that sets it."""
    from ginrules.rules.difference import differences

    one, other = _both(first, second, folders)
    found = differences(one, other)
    shown = [each for each in found if everything or not each.idle]
    if json_output:
        print_json(
            {
                "a": {"id": one.id, "name": one.name},
                "b": {"id": other.id, "name": other.name},
                "differences": [each.to_json() for each in shown],
            }
        )
        return
    width = min(WIDEST, shutil.get_terminal_size((80, 24)).columns)
    for line in (*_lines(one, other, shown, width), *_verdict(found, shown)):
        click.echo(line)


def _both(first: str, second: str, folders: Sequence[Path]) -> tuple[Variant, Variant]:
    """The two variants.

    Raises:
        InvalidInput: one of them is unknown or wrong, or both; with every problem of both.
    """
    from ginrules.diagnostics import Diagnostic, InvalidInput
    from ginrules.rules.resolve import load_variant

    loaded: list[Variant] = []
    wrong: dict[Diagnostic, None] = {}
    for reference in (first, second):
        try:
            loaded.append(load_variant(reference, folders=folders))
        except InvalidInput as error:
            wrong |= dict.fromkeys(error.diagnostics)
    if wrong:
        raise InvalidInput(wrong)
    one, other = loaded
    return one, other


def _lines(one: Variant, other: Variant, shown: Sequence[Difference], width: int) -> Iterator[str]:
    from ginrules.diagnostics import printable

    names = [one.id, other.id] if one.id != other.id else [one.file, other.file]
    label = max(len(name) for name in names)
    for each in shown:
        yield each.rule + (" (a custom: no score depends on it)" if each.rule_class == "custom" else "")
        for name, side in zip(names, (each.first, each.second), strict=True):
            text = f"{_value(each.rule, side)}: {side.sentence}" + (f" No effect: {side.idle}." if side.idle else "")
            yield from textwrap.wrap(
                printable(f"{text} [{_place(side)}]"),
                max(40, width),
                initial_indent=f"  {name:<{label}}  ",
                subsequent_indent=" " * (label + 4),
                break_long_words=False,
                break_on_hyphens=False,
            )


def _value(rule: str, side: Side) -> str:
    """The value as a person writes it into a file."""
    from ginrules.rules.catalogue import catalogue
    from ginrules.rules.forms import short_form

    return short_form(catalogue()[rule], side.value)


def _place(side: Side) -> str:
    path = Path(side.origin.file)
    short = os.path.relpath(path) if path.is_absolute() else side.origin.file
    return f"{short}:{side.origin.line}"


def _verdict(found: Sequence[Difference], shown: Sequence[Difference]) -> Iterator[str]:
    hidden = len(found) - len(shown)
    if not shown:
        yield "The rules are the same" + (
            f", but for {counted(hidden, 'rule')} without effect (--all shows {'it' if hidden == 1 else 'them'})."
            if hidden
            else "."
        )
        return
    customs = sum(each.rule_class == "custom" for each in shown)
    of_customs = ", all customs: no score differs" if customs == len(shown) else f", {counted(customs, 'custom')} among them"
    yield (
        f"{counted(len(shown), 'rule')} differ{'s' if len(shown) == 1 else ''}"
        + (of_customs if customs else "")
        + (f"; {counted(hidden, 'rule')} without effect left out (--all)." if hidden else ".")
    )
