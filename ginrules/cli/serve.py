"""`ginrules serve`: the built-in engine, speaking the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ginrules.cli import options

if TYPE_CHECKING:
    from ginrules.adequacy.faults import Fault

LIST = "list"
"""In place of the name of a fault."""


class _FaultName(click.ParamType["Fault | None"]):
    """The name of a fault, or `list`; the catalogue is read only when one is named."""

    name = "fault"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fault | None:
        from ginrules.adequacy.faults import named
        from ginrules.diagnostics import did_you_mean

        if value == LIST:
            return None
        fault = named().get(value)
        if fault is None:
            hint = did_you_mean(value, [*named()]) or f"--fault {LIST} prints them"
            self.fail(f"no fault is called {value!r}; {hint}", param, ctx)
        return fault


@click.command(
    epilog="""Example: ginrules verify "ginrules serve --fault greedy-layoff" --rule best-play.layoffs""",
)
@click.option(
    "--fault",
    "faults",
    type=_FaultName(),
    multiple=True,
    metavar="NAME",
    help="Answer as an engine with this bug does (docs/faults.md), to see what verify says of it; 'list' prints them all.",
)
@options.variants
def serve(folders: tuple[str, ...], faults: tuple[Fault | None, ...]) -> None:  # noqa: ARG001 - every command takes --variants
    """The built-in engine on standard input and output, one JSON message a line (docs/protocol.md)."""
    from ginrules.verify.builtin import BuiltinEngine
    from ginrules.verify.server import serve as serve_engine

    if not faults:
        serve_engine(BuiltinEngine())
        return
    from ginrules.adequacy.faults import FAULTS
    from ginrules.adequacy.faults.engine import FaultyEngine

    if len(faults) > 1:
        raise click.UsageError("an engine has one fault here: give --fault once")
    (fault,) = faults
    if fault is not None:
        serve_engine(FaultyEngine(fault))
        return
    width = max(len(each.name) for each in FAULTS)
    for each in FAULTS:
        click.echo(f"{each.name:{width}}  {each.rule}: {each.sentence}")
