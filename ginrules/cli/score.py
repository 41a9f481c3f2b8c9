"""`ginrules score`: hands scored, each step explained by its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.explanation import explain, say_invented
from ginrules.cli.output import print_json
from ginrules.cli.scenarios import (
    STDIN,
    Answered,
    answers,
    as_expected,
    as_it_is,
    ask_all,
    record,
    report,
    without_columns,
)


@click.command(
    epilog="Example: ginrules score "
    '"hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"'
)
@click.argument("text", metavar="[TEXT, FILE or -]", default=STDIN)
@options.variant
@options.overrides
@options.as_json
@options.variants
def score(
    text: str,
    variant_name: str | None,
    overrides: Sequence[str],
    folders: Sequence[Path],
    *,
    json_output: bool,
) -> int:
    """Score every scenario of a file, or a hand typed here; `-` reads standard input.

    With --variant or --set the hands are scored by that rule set, whatever the file names, and what the file expects is not
    checked.
    """
    from ginrules.questions import Method
    from ginrules.rules.resolve import load_variant

    replaced = variant_name is not None or bool(overrides)
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    prepared = without_columns if replaced else as_it_is
    found = ask_all(text, (Method.ARRANGE, Method.SCORE), folders=folders, variant=variant, prepared=prepared)
    is_partial = report(found.wrong, found.cases)
    scored = list(answers(found.cases))
    if json_output:
        print_json([record(each) for each in scored])
    else:
        worth = {(scenario.id, column.name): column.variant.rules().boxes.value for scenario, column in found.columns}
        _print_explained(scored, overrides, worth)
    holds = all(list(map(as_expected, scored)))
    if is_partial:
        return Exit.INVALID
    return Exit.DONE if holds else Exit.DIFFERS


def _print_explained(scored: Sequence[Answered], overrides: Sequence[str], worth: Mapping[tuple[str, str], int]) -> None:
    """Each answer in words; `worth`: what a box is worth, by scenario and column."""
    from ginrules.notation.assemble import FRAGMENT
    from ginrules.questions import Method

    for place, each in enumerate(scored):
        if place:
            click.echo("")
        title = each.case.scenario if each.case.scenario != FRAGMENT else ""
        changes = f" with {', '.join(overrides)}" if overrides else ""
        click.echo(f"{title + ', ' if title else ''}rules: {each.case.column}{changes}")
        if each.case.question.method is Method.ARRANGE:
            click.echo(_arranged(each))
            continue
        for line in say_invented(each.scenario, each.invented):
            click.echo(line)
        has_boxes = worth[each.scenario.id, each.case.column] > 0
        for line in explain(each.case.question.params, each.result, has_boxes=has_boxes):
            click.echo(line)


def _arranged(scored: Answered) -> str:
    """The answer to `arrange` on one line."""
    from ginrules.cards import read_melded
    from ginrules.cli.arrange import write_spread

    hand, melds = scored.case.question.params["hand"], scored.result["melds"]
    assert isinstance(hand, list)
    assert isinstance(melds, list)
    spread = read_melded([map(str, meld) for meld in melds if isinstance(meld, list)])
    (cards,) = read_melded([map(str, hand)])
    return f"{scored.case.player}, deadwood {scored.result['deadwood']}: {write_spread(spread, cards)}"
