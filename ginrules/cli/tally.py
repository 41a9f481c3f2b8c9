"""`ginrules tally`: score sheets, from the counts as they are said at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
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
    without_checks,
)

if TYPE_CHECKING:
    from ginrules.notation.compile import Column
    from ginrules.notation.scenario import Scenario


@click.command(epilog='Example: ginrules tally "Ann knock 4, Bob 23; Bob gin, Ann 31; dead; Ann knock 2, Bob 11"')
@click.argument("text", metavar="[TEXT, FILE or -]", default=STDIN)
@options.variant
@options.overrides
@options.as_json
@options.variants
def tally(
    text: str,
    variant_name: str | None,
    overrides: Sequence[str],
    folders: Sequence[Path],
    *,
    json_output: bool,
) -> int:
    """Keep the score of every game of a file, or of hands typed here; `-` reads standard input.

    A hand is who went out, and the counts after lay-offs: `Ann knock 4, Bob 23`; `Bob gin, Ann 31`; `dead`, where nobody went
    out; `Ann 14`, a score that is known. `dealer Ann` in front says who dealt first, `upcard 4s: …` what was turned.

    With --variant or --set the score is kept by that rule set, whatever the file names, and what the file expects is not
    checked.
    """
    from ginrules.questions import Method
    from ginrules.rules.resolve import load_variant

    replaced = variant_name is not None or bool(overrides)
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    prepared = without_checks if replaced else as_it_is
    found = ask_all(text, (Method.TALLY,), folders=folders, variant=variant, prepared=prepared, to_the_end=True)
    is_partial = report(found.wrong, found.cases)
    answered = list(answers(found.cases))
    if json_output:
        print_json([record(each) for each in answered])
    else:
        changes = f" with {', '.join(overrides)}" if overrides else ""
        for line in _told(found.columns, answered, changes):
            click.echo(line)
    holds = replaced or all(list(map(as_expected, answered)))
    if is_partial:
        return Exit.INVALID
    return Exit.DONE if holds else Exit.DIFFERS


def _told(sheets: Sequence[tuple[Scenario, Column]], answered: Sequence[Answered], changes: str) -> Iterator[str]:
    from ginrules.notation.assemble import FRAGMENT

    for place, (scenario, column) in enumerate(sheets):
        if place:
            yield ""
        title = "" if scenario.id == FRAGMENT else f"{scenario.id}, "
        yield f"{title}rules: {column.name}{changes}"
        of_it = [each for each in answered if each.scenario is scenario and each.case.column == column.name]
        yield from _sheet(scenario, column, of_it)


def _sheet(scenario: Scenario, column: Column, answered: Sequence[Answered]) -> Iterator[str]:
    """One sheet, as far as its hands stand."""
    from ginrules.answer import answer
    from ginrules.cli.account import account_lines
    from ginrules.cli.sheet import Refused, Told, sheet_lines
    from ginrules.notation.asked import asked

    questions = asked(scenario, column.name, to_the_end=True)
    taken_back = [
        Refused(len(question.deals) - 1, question.deals[-1], _why(each.result))
        for question, each in zip(questions, answered, strict=True)
        if question.refused
    ]
    question, params = answered[-1].case.question, answered[-1].case.question.params
    deals = questions[-1].deals[: -1 if questions[-1].refused else None]
    result: Mapping[str, Any] = answer(question.method, _first(params, len(deals)))
    stuck = result.get("refused")
    if stuck:
        stands = result["accepted"]
        taken_back = [each for each in taken_back if each.before < stands]
        taken_back.append(Refused(stands, deals[stands], stuck))
        is_last = stands + 1 == len(deals)
        deals = deals[:stands]
        result = answer(question.method, _first(params, stands))
    told = Told(_first(params, len(deals)), result, deals, taken_back)
    yield ""
    yield from sheet_lines(told)
    if stuck:
        yield ""
        yield from _refusal(stuck, is_last=is_last)
    yield ""
    yield from account_lines(told)


def _why(result: Mapping[str, Any]) -> Mapping[str, Any] | None:
    refused: Mapping[str, Any] | None = result.get("refused")
    return refused


def _first(params: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The question about the first entries alone."""
    return {**params, "deals": params["deals"][:count]}


def _refusal(refused: Mapping[str, Any], *, is_last: bool) -> Iterator[str]:
    """Why a hand that the text does not take back does not stand."""
    from ginrules.rules.clauses import clauses

    yield f"Refused: {refused['message']}."
    for rule in refused["rules"]:
        clause = clauses().get(rule)
        yield f"  {rule}: {clause.title} ({clause.number})" if clause else f"  {rule}"
    if not is_last:
        yield "What follows is not entered. An `expect illegal …` below the hand takes it back, and the sheet goes on."
