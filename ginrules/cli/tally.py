"""`ginrules tally`: score sheets, from the counts as they are said at the table."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
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
    from ginrules.cli.score_sheet import Told
    from ginrules.notation.compile import Column
    from ginrules.notation.scenario import Scenario
    from ginrules.notation.statements import Deal


_AFTER_THE_END = "game.end"


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
    out; `Ann 14`, a score that is known. `dealer Ann` in front says who dealt first, `upcard 4s: …` what was turned;
    `scenario game-2` begins the next game of an evening.

    With --variant or --set the score is kept by that rule set, whatever the file names, and what the file expects is not
    checked.
    """
    from ginrules.cli.evening import SameSeats
    from ginrules.questions import Method
    from ginrules.rules.resolve import load_variant

    replaced = variant_name is not None or bool(overrides)
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    prepared = SameSeats(without_checks if replaced else as_it_is)
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
    from ginrules.cli.evening import Kept, evening_lines, is_evening
    from ginrules.notation.assemble import FRAGMENT

    games: list[Kept] = []
    for place, (scenario, column) in enumerate(sheets):
        if place:
            yield ""
        title = "" if scenario.id == FRAGMENT else scenario.id
        yield f"{title}{', ' if title else ''}rules: {column.name}{changes}"
        of_it = [each for each in answered if each.scenario is scenario and each.case.column == column.name]
        told = yield from _sheet(scenario, column, of_it, names=[each.id for each, _ in sheets])
        if is_evening(scenario.source):
            games.append(Kept(title, column.name, told))
    yield from evening_lines(games)


def _sheet(
    scenario: Scenario, column: Column, answered: Sequence[Answered], names: Sequence[str]
) -> Generator[str, None, Told]:
    """One sheet, as far as its hands stand; `names`: what the games of the text are called."""
    from ginrules.answer import answer
    from ginrules.cli.account import account_lines
    from ginrules.cli.score_sheet import Refused, Told, score_sheet_lines
    from ginrules.notation.asked import asked

    questions = asked(scenario, column.name, to_the_end=True)
    taken_back = [
        Refused(len(question.deals) - 1, question.deals[-1], _why(each.result))
        for question, each in zip(questions, answered, strict=True)
        if question.refused
    ]
    question, params = answered[-1].case.question, answered[-1].case.question.params
    deals = questions[-1].deals[: -1 if questions[-1].refused else None]
    waiting: Sequence[Deal] = ()
    result: Mapping[str, Any] = answer(question.method, _first(params, len(deals)))
    stuck = result.get("refused")
    if stuck:
        stands = result["accepted"]
        taken_back = [each for each in taken_back if each.before < stands]
        taken_back.append(Refused(stands, deals[stands], stuck))
        waiting = deals[stands + 1 :]
        deals = deals[:stands]
        result = answer(question.method, _first(params, stands))
    told = Told(_first(params, len(deals)), result, deals, taken_back, waiting)
    yield ""
    yield from score_sheet_lines(told)
    if stuck:
        yield ""
        yield from _refusal(scenario, told, names)
    yield ""
    yield from account_lines(told)
    return told


def _why(result: Mapping[str, Any]) -> Mapping[str, Any] | None:
    refused: Mapping[str, Any] | None = result.get("refused")
    return refused


def _first(params: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The question about the first entries alone."""
    return {**params, "deals": params["deals"][:count]}


def _refusal(scenario: Scenario, told: Told, names: Sequence[str]) -> Iterator[str]:
    """Why a hand that the text does not take back does not stand, and what to do about it."""
    from ginrules.cli.account import next_sides
    from ginrules.cli.evening import is_evening
    from ginrules.notation.clauses import Expect
    from ginrules.notation.writer import write_entry
    from ginrules.rules.clauses import clauses

    hand = told.refused[-1]
    number, refused = hand.deal.number.value, hand.refusal or {}
    yield f"Hand {number} cannot be entered: {refused['message']}."
    for rule in refused["rules"]:
        clause = clauses().get(rule)
        yield f"  {rule}: {clause.title} ({clause.number})" if clause else f"  {rule}"
    rest = [each for each in dict.fromkeys(deal.number.value for deal in told.waiting) if each != number]
    those = f"hand {rest[0]}" if len(rest) == 1 else f"hands {rest[0]} to {rest[-1]}" if rest else ""
    if _AFTER_THE_END in refused["rules"]:
        name = next(f"game-{count}" for count in range(2, len(names) + 3) if f"game-{count}" not in names)
        behind = f"With {those} it" if those else "It"
        yield f"{behind} belongs to the next game: write the line scenario {name} above it."
        begins = write_entry(hand.deal.entry)
        if "sides" in told.params:
            lines = next_sides(told)
            begins = f"{lines}; …" if lines else "…"
        yield f"On the command line, where `;` ends a line: …; scenario {name}; {begins}"
    else:
        yield "Correct or delete it." if not those else f"Correct or delete it; {those} cannot be entered before."
    if not is_evening(scenario.source) or scenario.own(Expect):
        yield f"Below the hand `expect illegal {' '.join(refused['rules'])}` takes it back, and the sheet goes on."
