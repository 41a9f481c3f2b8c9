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
    another_question,
    answers,
    as_expected,
    read_scenarios,
    record,
    report,
    without_checks,
)
from ginrules.diagnostics import InvalidInput, NotPlayed

if TYPE_CHECKING:
    from ginrules.notation.compile import Column
    from ginrules.notation.scenario import Scenario
    from ginrules.questions import Case


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
    from ginrules.notation.asked import method
    from ginrules.notation.compile import columns, compile_scenario
    from ginrules.notation.later import not_played_yet
    from ginrules.questions import Method
    from ginrules.rules.resolve import load_variant

    replaced = variant_name is not None or bool(overrides)
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    cases: list[tuple[Scenario, Case]] = []
    hands: list[tuple[Scenario, Column]] = []
    scenarios, unread = read_scenarios(text)
    wrong = [*unread]
    for written in scenarios:
        if method(written) in (Method.ARRANGE, Method.SCORE):
            wrong.append(another_question(written, method(written), "no turn is played here", "score"))
            continue
        scenario = without_checks(written) if replaced else written
        try:
            compiled = compile_scenario(scenario, folders=folders, variant=variant, to_the_end=True)
            cases += [(scenario, case) for case in compiled]
            hands += [(scenario, column) for column in columns(scenario, folders=folders, variant=variant)]
        except InvalidInput as error:
            wrong += error.diagnostics
        except NotPlayed as error:
            wrong.append(not_played_yet(scenario, error))
    is_partial = report(wrong, cases)
    answered = list(answers(cases))
    if json_output:
        print_json([record(each) for each in answered])
    else:
        changes = f" with {', '.join(overrides)}" if overrides else ""
        for line in _told(hands, changes):
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
