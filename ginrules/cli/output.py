"""How commands print: JSON for programs, diagnostics for people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click

from ginrules.diagnostics import Diagnostic


def print_json(value: Any) -> None:
    """One JSON value, indented, as it stands: nothing escaped that need not be."""
    click.echo(json.dumps(value, indent=1, ensure_ascii=False))


MOST_DIAGNOSTICS = 200


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Each diagnostic with its line and a caret, on standard error; of very many the first, and how many there are."""
    found = list(diagnostics)
    for diagnostic in found[:MOST_DIAGNOSTICS]:
        click.echo(str(diagnostic), err=True)
    if len(found) > MOST_DIAGNOSTICS:
        click.echo(f"… and {len(found) - MOST_DIAGNOSTICS} more", err=True)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "error"), counted(3, "error")
    ('1 error', '3 errors')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
