"""The command line: each command in a module of its own, loaded when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from ginrules import __version__
from ginrules.cli.exits import Exit
from ginrules.cli.output import print_diagnostics
from ginrules.cli.streams import drop_unwritten, open_closed_streams
from ginrules.diagnostics import Diagnostic, InvalidInput, NotPlayed, did_you_mean

COMMANDS = {
    "arrange": "the least deadwood of a hand, and its melds",
    "score": "score a hand, each step with its rule",
    "play": "replay a hand turn by turn",
    "tally": "keep the score of a game: totals, boxes, bonuses, settlement",
    "variant": "list, show, check, compare, begin and print rule sets",
    "verify": "run the corpus against an engine",
    "serve": "the built-in engine on standard input and output",
    "corpus": "list, show, check, measure, format and export the scenarios",
    "schema": "print a JSON Schema",
}


class _Commands(click.Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            hint = did_you_mean(cmd_name, list(COMMANDS))
            ctx.fail(f"there is no command {cmd_name!r}" + (f"; {hint}" if hint else ""))
        command = getattr(importlib.import_module(f"ginrules.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Each command has --help with an example. Exit codes: 0 answered or all as expected, 1 something differs or is "
    "wrong, 2 usage, 3 an engine cannot be run, 4 invalid or unknown input, 5 nothing selected, 6 a bug in ginrules.",
)
@click.version_option(__version__, prog_name="ginrules", message="%(prog)s %(version)s")
def cli() -> None:
    """The rules of gin rummy as data, and the conformance suite for every engine that plays them."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; whatever happens, no traceback is printed."""
    try:
        return int(cli.main(args=arguments, prog_name="ginrules", standalone_mode=False) or 0)
    except InvalidInput as error:
        _complain(*error.diagnostics)
        return Exit.INVALID
    except NotPlayed as error:
        _say(f"ginrules: {error}")
        return Exit.INVALID
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return Exit.USAGE
    except click.Abort as error:
        # Click puts it in the place of the interruption, which knows the signal that it came from.
        return getattr(error.__cause__, "exit_code", Exit.INTERRUPTED)
    except SystemExit:
        # So click ends when the reader of our output has gone, as `head` does: nothing is wrong, and nothing more can be said.
        return Exit.DONE
    except Exception as error:  # the last net: a user never sees a traceback
        if isinstance(error, OSError) and error.filename is None:
            # Of an open stream, not of a file: those that files can have are caught where they are opened.
            _complain(Diagnostic(code="not-writable", message=f"cannot be written: {error.strerror}", file="<stdout>"))
            return Exit.INVALID
        if os.environ.get("GINRULES_TRACEBACK"):
            raise
        _say(f"ginrules: this is a bug in ginrules {__version__}: {type(error).__name__}: {error}")
        _say("Please report it with the command line; GINRULES_TRACEBACK=1 shows where it happens.")
        return Exit.BUG


def _complain(*diagnostics: Diagnostic) -> None:
    """Print diagnostics if standard error takes them; if not, the exit code must do."""
    with suppress(OSError):
        print_diagnostics(diagnostics)


def _say(text: str) -> None:
    """Print a line of trouble if standard error takes it."""
    with suppress(OSError):
        click.echo(text, err=True)


def main() -> None:
    """The entry point of the script `ginrules`."""
    open_closed_streams()
    code = run()
    drop_unwritten()
    sys.exit(code)
