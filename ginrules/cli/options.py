"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

ROOT = "standard"
"""The variant where none is named: shown in `--help`, never silent."""


def variants(command: Function) -> Function:
    """`--variants DIR`: further folders in which variants are found by id."""
    return click.option(
        "--variants",
        "folders",
        multiple=True,
        envvar="GINRULES_VARIANTS",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="Also find variants in this folder (repeatable; GINRULES_VARIANTS).",
    )(command)


def variant(command: Function) -> Function:
    """`--variant V`, one variant."""
    return click.option(
        "--variant",
        "variant_name",
        metavar="V",
        help=f"A variant's id or file.  [default: {ROOT}]",
    )(command)


def overrides(command: Function) -> Function:
    """`--set RULE=VALUE`, repeatable."""
    return click.option(
        "--set",
        "overrides",
        multiple=True,
        metavar="RULE=VALUE",
        help="Change one rule, as in --set knock.limit=7 (repeatable).",
    )(command)


def as_json(command: Function) -> Function:
    """`--json`, for programs."""
    return click.option("--json", "json_output", is_flag=True, help="Print JSON, for programs.")(command)
