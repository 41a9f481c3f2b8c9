"""`ginrules schema`: the JSON Schemas of what ginrules reads and writes."""

from __future__ import annotations

import click

from ginrules import resources
from ginrules.cli import options

NAMES = ("variant", "protocol", "scenario", "report")


@click.command(epilog="Example: ginrules schema variant")
@click.argument("name", type=click.Choice(NAMES))
@options.variants
def schema(name: str, folders: tuple[str, ...]) -> None:  # noqa: ARG001 - every command takes --variants
    """Print a JSON Schema (draft 2020-12): variant, protocol, scenario or report."""
    click.echo((resources.SPEC / f"{name}.schema.json").read_text(encoding="utf-8"), nl=False)
