"""`ginrules play`: hands replayed turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.output import print_json
from ginrules.cli.scenarios import (
    STDIN,
    answers,
    as_expected,
    as_it_is,
    ask_all,
    record,
    report,
    without_checks,
)

if TYPE_CHECKING:
    from ginrules.notation.compile import Column
    from ginrules.notation.scenario import Scenario


@click.command(
    epilog="Example: ginrules play "
    '"dealer Ann; upcard 7d; hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; '
    'Bob: pass; Ann: pass; Bob: stock 6d, discard Kd; Ann: stock Kh, knock Kh"'
)
@click.argument("text", metavar="[TEXT, FILE or -]", default=STDIN)
@options.variant
@options.overrides
@options.as_json
@options.variants
def play(
    text: str,
    variant_name: str | None,
    overrides: Sequence[str],
    folders: Sequence[Path],
    *,
    json_output: bool,
) -> int:
    """Play every hand of a file, or one typed here, line by line; `-` reads standard input.

    With --variant or --set the hands are played under that rule set, whatever the file names, and what the file expects is not
    checked.
    """
    from ginrules.questions import Method
    from ginrules.rules.resolve import load_variant

    replaced = variant_name is not None or bool(overrides)
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    prepared = without_checks if replaced else as_it_is
    found = ask_all(text, (Method.PLAY,), folders=folders, variant=variant, prepared=prepared, to_the_end=True)
    is_partial = report(found.wrong, found.cases)
    answered = list(answers(found.cases))
    if json_output:
        print_json([record(each) for each in answered])
    else:
        changes = f" with {', '.join(overrides)}" if overrides else ""
        for line in _told(found.columns, changes):
            click.echo(line)
    holds = replaced or all(list(map(as_expected, answered)))
    if is_partial:
        return Exit.INVALID
    return Exit.DONE if holds else Exit.DIFFERS


def _told(hands: Sequence[tuple[Scenario, Column]], changes: str) -> Iterator[str]:
    from ginrules.cli.explanation import say_invented
    from ginrules.cli.table import tell
    from ginrules.notation.assemble import FRAGMENT
    from ginrules.notation.invented import invented
    from ginrules.notation.replay import replay

    for place, (scenario, column) in enumerate(hands):
        if place:
            yield ""
        title = "" if scenario.id == FRAGMENT else f"{scenario.id}, "
        yield f"{title}rules: {column.name}{changes}"
        lines = tuple(replay(scenario, column))
        yield from say_invented(scenario, invented(scenario, lines[0].params, lines[-1].answered))
        yield from tell(lines, column.variant.rules())
