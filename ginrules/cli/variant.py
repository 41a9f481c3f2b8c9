"""`ginrules variant`: rule sets, listed, shown and checked; what is made of them stands in modules of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.output import MOST_DIAGNOSTICS, counted, print_diagnostics, print_json
from ginrules.cli.variant_diff import diff
from ginrules.cli.variant_new import new
from ginrules.cli.variant_sheet import sheet
from ginrules.diagnostics import Diagnostic, InvalidInput, Severity

if TYPE_CHECKING:
    from ginrules.rules.resolve import Variant


@click.group()
def variant() -> None:
    """List, show, check, compare, begin and print rule sets."""


variant.add_command(diff)
variant.add_command(new)
variant.add_command(sheet)


@variant.command("list", epilog="Example: ginrules variant list")
@options.as_json
@options.variants
def list_variants(folders: Sequence[Path], *, json_output: bool) -> int:
    """The shipped variants, and those of added folders."""
    from ginrules.rules.resolve import load_variant, shipped

    found = [load_variant(name) for name in shipped()]
    wrong: list[Diagnostic] = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        try:
            found.append(load_variant(str(path), folders=folders))
        except InvalidInput as error:
            wrong += error.diagnostics
    if json_output:
        print_json([{"id": each.id, "name": each.name, "summary": each.summary} for each in found])
    else:
        width = max(len(each.id) for each in found)
        for each in found:
            click.echo(f"{each.id:<{width}}  {each.name}: {each.summary}")
    print_diagnostics(wrong)
    return Exit.INVALID if wrong else Exit.DONE


@variant.command("show", epilog="Example: ginrules variant show classic --resolved")
@click.argument("name")
@click.option("--resolved", is_flag=True, help="Every rule, inherited ones too, with the place that set it.")
@options.overrides
@options.as_json
@options.variants
def show(name: str, overrides: Sequence[str], folders: Sequence[Path], *, resolved: bool, json_output: bool) -> None:
    """The rules of a variant: those it sets itself, or with --resolved all of them."""
    from ginrules.rules.catalogue import write_word
    from ginrules.rules.resolve import load_variant

    chosen = load_variant(name, folders=folders, overrides=overrides)
    if json_output:
        print_json(
            {
                "id": chosen.id,
                "name": chosen.name,
                "rules": dict(chosen.values),
                "origins": {rule: f"{_short(origin.file)}:{origin.line}" for rule, origin in chosen.origins.items()},
            }
        )
        return
    click.echo(f"{chosen.id}: {chosen.name}")
    click.echo(chosen.summary)
    own = {"--set", chosen.file}
    rules = [rule for rule in chosen.values if resolved or chosen.origins[rule].file in own]
    values = {rule: _changed(chosen, rule) or write_word(chosen.values[rule]) for rule in rules}
    rule_width = max((len(rule) for rule in rules), default=0)
    value_width = min(44, max((len(value) for value in values.values()), default=0))
    for rule in rules:
        origin = chosen.origins[rule]
        place = f"{_short(origin.file)}:{origin.line}" if origin.line else origin.file
        click.echo(f"{rule:<{rule_width}}  {values[rule]:<{value_width}}  {place}")
    if not resolved:
        click.echo(
            f"The other rules are those of {' and '.join(chosen.extends[:1]) or 'no other variant'} (--resolved shows all)."
        )


@variant.command("check", epilog="Example: ginrules variant check my-house.yaml")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@options.as_json
@options.variants
def check(files: Sequence[str], folders: Sequence[Path], *, json_output: bool) -> int:
    """Check variant files: every error with its line, and what would be right."""
    from ginrules.rules.checks import check_file

    found = [diagnostic for file in files for diagnostic in check_file(file, folders=folders)]
    errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in found)
    if json_output:
        print_json([diagnostic.to_json() for diagnostic in found])
    else:
        # Here the diagnostics are the answer, and go where an answer goes.
        for diagnostic in found[:MOST_DIAGNOSTICS]:
            click.echo(str(diagnostic))
        if len(found) > MOST_DIAGNOSTICS:
            click.echo(f"… and {len(found) - MOST_DIAGNOSTICS} more")
        warnings = len(found) - errors
        verdict = counted(errors, "error") if errors else "no errors"
        click.echo(f"{counted(len(files), 'file')}: {verdict}" + (f", {counted(warnings, 'warning')}" if warnings else ""))
    return Exit.DIFFERS if errors else Exit.DONE


def _changed(chosen: Variant, rule: str) -> str:
    """What a table that merges has otherwise than in the parent of the file that set it; empty for every other value."""
    from ginrules.rules.catalogue import catalogue, write_word
    from ginrules.rules.merging import merge

    setter = max(number for number, layer in enumerate(chosen.layers) if rule in layer.rules)
    if not catalogue()[rule].merges or setter == 0:
        return ""
    before, now = merge(chosen.layers[:setter]).values.get(rule), chosen.values[rule]
    if not isinstance(before, dict) or not isinstance(now, dict):
        return ""
    parent = next(layer.id for layer in reversed(chosen.layers[:setter]) if layer.path)
    members = [f"{key}: {write_word(value)}" for key, value in now.items() if before.get(key) != value]
    short = f"{{{', '.join([*members, f'the rest as in {parent}'])}}}" if members else f"as in {parent}"
    return short if len(short) < len(write_word(now)) else ""


def _short(file: str) -> str:
    """A path as short as it can be said from here."""
    path = Path(file)
    if not path.is_absolute():
        return file
    relative = os.path.relpath(path)
    return relative if len(relative) < len(file) and not relative.startswith("../..") else file
