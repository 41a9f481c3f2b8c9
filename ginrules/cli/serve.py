"""`ginrules serve`: the built-in engine, speaking the protocol."""

from __future__ import annotations

import click

from ginrules.cli import options


@click.command(
    epilog="""Example: echo '{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}' | ginrules serve""",
)
@options.variants
def serve(folders: tuple[str, ...]) -> None:  # noqa: ARG001 - every command takes --variants
    """The built-in engine on standard input and output, one JSON message a line (docs/protocol.md)."""
    from ginrules.verify.builtin import BuiltinEngine
    from ginrules.verify.server import serve as serve_engine

    serve_engine(BuiltinEngine())
