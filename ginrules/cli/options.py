"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ginrules.rules import layers

Function = TypeVar("Function", bound=Callable[..., Any])

ROOT = layers.ROOT
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
        callback=_with_equals,
        help="Change one rule, as in --set knock.limit=7 (repeatable).",
    )(command)


def _with_equals(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The changes of `--set`, of which none may lack its `=`; what else may be wrong with one is said with its place."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(
                f"{value!r} does not say which rule has which value; write RULE=VALUE, as in knock.limit=7"
            )
    return values


def as_json(command: Function) -> Function:
    """`--json`, for programs."""
    return click.option("--json", "json_output", is_flag=True, help="Print JSON, for programs.")(command)
