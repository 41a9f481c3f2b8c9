"""`ginrules score`: hands scored, each step explained by its rule."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.explanation import explain
from ginrules.cli.output import print_json
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed

if TYPE_CHECKING:
    from ginrules.notation.scenario import Scenario, ScenarioFile
    from ginrules.questions import Case

STDIN = "-"


@dataclass(frozen=True, slots=True)
class _Scored:
    """A question and its answer."""

    case: Case
    result: dict[str, Json]


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
    from ginrules.notation.compile import compile_scenario
    from ginrules.notation.later import not_played_yet
    from ginrules.rules.resolve import load_variant

    replaced = variant_name is not None or bool(overrides)
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    cases: list[Case] = []
    wrong: list[Diagnostic] = []
    for scenario in _read(text).scenarios:
        try:
            cases += compile_scenario(_without_columns(scenario) if replaced else scenario, folders=folders, variant=variant)
        except InvalidInput as error:
            wrong += error.diagnostics
        except NotPlayed as error:
            wrong.append(not_played_yet(scenario, error))
    if wrong:
        raise InvalidInput(wrong)
    scored = list(_answers(cases))
    if json_output:
        print_json([_record(each) for each in scored])
    else:
        _print_explained(scored, overrides)
    return Exit.DONE if all(list(map(_as_expected, scored))) else Exit.DIFFERS


def _record(scored: _Scored) -> dict[str, Json]:
    """An answer as `--json` prints it."""
    whose: dict[str, Json] = {"player": scored.case.player} if scored.case.player else {}
    return {
        "scenario": scored.case.scenario,
        "variant": scored.case.column,
        "part": scored.case.part,
        **whose,
        "result": scored.result,
    }


def _read(text: str) -> ScenarioFile:
    """The scenarios of standard input, of a file, or of the text itself."""
    from ginrules.corpus.selection import SCENARIO_FILE_LIMIT
    from ginrules.files import decode, read_text
    from ginrules.notation.reader import read, read_fragment, read_markdown

    if text == STDIN:
        content = sys.stdin.buffer.read(SCENARIO_FILE_LIMIT + 1)
        return read_fragment(decode(content, "<stdin>", SCENARIO_FILE_LIMIT), "<stdin>")
    if _names_a_file(text):
        written = read_text(text, SCENARIO_FILE_LIMIT)
        if text.endswith(".md"):
            return read_markdown(written, text)
        return read(written, text) if text.endswith(".ginr") else read_fragment(written, text)
    return read_fragment(text)


def _names_a_file(text: str) -> bool:
    """Whether a text is meant as a path: it is one, or looks like one and like no hand."""
    if not text.strip() or "\n" in text or (":" in text and ";" in text):
        return False
    try:
        return Path(text).exists() or text.endswith((".ginr", ".md")) or "/" in text
    except (OSError, ValueError):
        return False


def _without_columns(scenario: Scenario) -> Scenario:
    """A scenario without its variants and without what it expects under them."""
    from ginrules.notation.clauses import Expect
    from ginrules.notation.statements import Variants

    kept = tuple(line for line in scenario.lines if not isinstance(line.statement, Variants | Expect))
    defaults = tuple(statement for statement in scenario.defaults if not isinstance(statement, Variants))
    return replace(scenario, lines=kept, defaults=defaults)


def _answers(cases: Sequence[Case]) -> Iterator[_Scored]:
    from ginrules.answer import answer

    for case in cases:
        yield _Scored(case, answer(case.question.method, case.question.params))


def _print_explained(scored: Sequence[_Scored], overrides: Sequence[str]) -> None:
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
        for line in explain(each.case.question.params, each.result):
            click.echo(line)


def _arranged(scored: _Scored) -> str:
    """The answer to `arrange` on one line."""
    from ginrules.cli.arrange import write_spread

    hand, melds = scored.case.question.params["hand"], scored.result["melds"]
    assert isinstance(hand, list)
    assert isinstance(melds, list)
    spread = [_card_set(meld) for meld in melds if isinstance(meld, list)]
    return f"{scored.case.player}, deadwood {scored.result['deadwood']}: {write_spread(spread, _card_set(hand))}"


def _card_set(cards: Sequence[Json]) -> int:
    """Cards of a message as a set."""
    from ginrules.cards import BIT, union

    return union(BIT[str(card)] for card in cards)


def _as_expected(scored: _Scored) -> bool:
    """Whether the answer is what the scenario expects; a difference is said on standard error."""
    from ginrules.verify.compare import compare
    from ginrules.verify.wording import difference_words

    if not scored.case.expect:
        return True
    compared = compare(scored.case.question, scored.case.expect, scored.result)
    for difference in compared.differences:
        fact = "".join(f"{step} " for step in difference.path)
        expected, got = difference_words(difference.expected, difference.got)
        where = f"{scored.case.scenario} in {scored.case.column}"
        click.echo(f"{where}: expected {fact}{expected}, got {got}", err=True)
    return compared.passes
