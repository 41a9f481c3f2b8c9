"""`ginrules variant sheet`: the rules of a variant in plain words."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import click

from ginrules.cli import options
from ginrules.cli.output import print_json

NARROWEST, WIDEST = 40, 100
"""Columns of text; a wider line is hard to read."""


@click.command(epilog="Example: ginrules variant sheet my-house.yaml")
@click.argument("name")
@click.option("--html", is_flag=True, help="One HTML page that prints on one sheet of paper, A4 or Letter.")
@options.overrides
@options.as_json
@options.variants
def sheet(name: str, overrides: Sequence[str], folders: Sequence[Path], *, html: bool, json_output: bool) -> None:
    """The rule sheet of a variant: its rules in plain words, to be read aloud before a game."""
    from ginrules.rules.resolve import load_variant
    from ginrules.rules.wording import rule_sheet

    if html and json_output:
        raise click.UsageError("--html and --json are two forms of one sheet; choose one")
    chosen = rule_sheet(load_variant(name, folders=folders, overrides=overrides))
    if json_output:
        print_json(chosen.to_json())
    elif html:
        from ginrules.cli.rule_sheet_html import sheet_html

        click.echo(sheet_html(chosen))
    else:
        from ginrules.cli.rule_sheet_text import rule_sheet_lines

        width = min(WIDEST, max(NARROWEST, shutil.get_terminal_size((80, 24)).columns))
        for line in rule_sheet_lines(chosen, width):
            click.echo(line)
