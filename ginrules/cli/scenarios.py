"""What commands on scenarios share: reading them from where they are, asking their questions, comparing the answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ginrules.cli.output import print_diagnostics
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed

if TYPE_CHECKING:
    from ginrules.notation.compile import Column
    from ginrules.notation.scenario import Scenario, ScenarioFile
    from ginrules.questions import Case, Method
    from ginrules.rules.resolve import Variant

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Answered:
    """A question and its answer."""

    scenario: Scenario
    case: Case
    result: dict[str, Json]

    @property
    def invented(self) -> dict[str, tuple[str, ...]]:
        """By player the cards in the hands that the scenario does not give."""
        from ginrules.notation.invented import invented

        return invented(self.scenario, self.case.question.params, self.result)


def record(scored: Answered) -> dict[str, Json]:
    """An answer as `--json` prints it."""
    whose: dict[str, Json] = {"player": scored.case.player} if scored.case.player else {}
    return {
        "scenario": scored.case.scenario,
        "variant": scored.case.column,
        "part": scored.case.part,
        **whose,
        "result": scored.result,
        **({"invented": {player: [*cards] for player, cards in scored.invented.items()}} if scored.invented else {}),
    }


def answers(cases: Sequence[tuple[Scenario, Case]]) -> Iterator[Answered]:
    """Each question of a scenario with the answer of the built-in engine."""
    from ginrules.answer import answer

    for scenario, case in cases:
        yield Answered(scenario, case, answer(case.question.method, case.question.params))


@dataclass(slots=True)
class Asked:
    """What a command asks of a text, and what is wrong with the scenarios that it cannot ask."""

    cases: list[tuple[Scenario, Case]] = field(default_factory=list)
    columns: list[tuple[Scenario, Column]] = field(default_factory=list)
    """Each scenario under each of its variants."""
    wrong: list[Diagnostic] = field(default_factory=list)


def ask_all(
    text: str,
    methods: Collection[Method],
    *,
    folders: Sequence[Path],
    variant: Variant,
    prepared: Callable[[Scenario], Scenario],
    to_the_end: bool = False,
) -> Asked:
    """The questions of every scenario of a text that are of these methods; others are for another command, which is said.

    `prepared` is applied to each scenario before it is compiled, by `variant` where it names none.
    """
    from ginrules.notation.asked import method
    from ginrules.notation.compile import columns, compile_scenario, further_problems
    from ginrules.notation.later import not_played_yet

    scenarios, unread = read_scenarios(text)
    found = Asked(wrong=[*unread])
    # In the order of the text: what is done to a game of an evening may hang on the first.
    faulty = {id(each) for each in scenarios.faulty}
    for written in sorted((*scenarios.scenarios, *scenarios.faulty), key=_begins):
        if id(written) in faulty:
            found.wrong += further_problems(prepared(written), folders=folders, variant=variant)
            continue
        kind = method(written)
        if _asks_nothing(written, kind):
            what = "here is no hand, no action, no deal"
            found.wrong.append(written.source.problem("nothing-to-ask", what, written.header.id.span))
            continue
        if kind not in methods:
            found.wrong.append(_another_question(written, kind))
            continue
        scenario = prepared(written)
        try:
            compiled = compile_scenario(scenario, folders=folders, variant=variant, to_the_end=to_the_end)
            found.cases += [(scenario, case) for case in compiled]
            found.columns += [(scenario, column) for column in columns(scenario, folders=folders, variant=variant)]
        except InvalidInput as error:
            found.wrong += error.diagnostics
        except NotPlayed as error:
            found.wrong.append(not_played_yet(scenario, error))
    if faulty:
        found.wrong.sort(key=lambda problem: (problem.span.line, problem.span.column) if problem.span else (0, 0))
    return found


def _asks_nothing(scenario: Scenario, kind: Method) -> bool:
    """Whether a scenario is a name and settings only, as a game of which no hand is played yet."""
    from ginrules.notation.clauses import Expect
    from ginrules.notation.statements import Hand
    from ginrules.questions import Method

    return kind is Method.ARRANGE and not any(isinstance(each, Hand | Expect) for each in scenario.statements)


def _begins(scenario: Scenario) -> tuple[int, int]:
    return scenario.header.span.line, scenario.header.span.column


def read_scenarios(text: str) -> tuple[ScenarioFile, tuple[Diagnostic, ...]]:
    """The scenarios of standard input, of a file, or of the text itself that can be read, and what is wrong with the others."""
    found, problems = _read(text)
    if not found.scenarios and not problems:
        file = found.source.file
        hint = "scenarios of a Markdown file stand in blocks that begin with ```ginr" if file.endswith(".md") else ""
        problems = (Diagnostic(code="nothing-to-ask", message=f"no scenario in {file}", file=file, hint=hint),)
    return found, problems


def report(wrong: Sequence[Diagnostic], answered: Sequence[object]) -> bool:
    """Say what is wrong with the scenarios that were not asked; whether anything is.

    Raises:
        InvalidInput: nothing could be asked.
    """
    from ginrules.corpus.selection import once

    if wrong and not answered:
        raise InvalidInput(once(wrong))
    print_diagnostics(once(wrong))
    return bool(wrong)


def _read(text: str) -> tuple[ScenarioFile, tuple[Diagnostic, ...]]:
    from ginrules.corpus.selection import SCENARIO_FILE_LIMIT
    from ginrules.files import decode, read_text
    from ginrules.notation.reader import fragment_all, markdown_all, read_all

    if text == STDIN:
        content = sys.stdin.buffer.read(SCENARIO_FILE_LIMIT + 1)
        return fragment_all(decode(content, "<stdin>", SCENARIO_FILE_LIMIT), "<stdin>")
    if _names_a_file(text):
        if text.endswith(_VARIANT):
            what = "this is the file of a variant, and no scenario stands in it"
            hint = f"to play by it: --variant {text}, and the hands as the text"
            raise InvalidInput([Diagnostic(code="nothing-to-ask", message=what, file=text, hint=hint)])
        written = read_text(text, SCENARIO_FILE_LIMIT)
        if text.endswith(".md"):
            return markdown_all(written, text)
        return read_all(written, text) if text.endswith(".ginr") else fragment_all(written, text)
    return fragment_all(text)


_VARIANT = (".yaml", ".yml")
_LIKE_A_FILE = re.compile(r"\S.*\.(?:ginr|md)|\S+\.(?:txt|ya?ml|json|csv)")


def _names_a_file(text: str) -> bool:
    """Whether a text is meant as a path: it is one, or looks like one and like no hand."""
    if not text.strip() or "\n" in text or (":" in text and ";" in text):
        return False
    try:
        return Path(text).exists() or "/" in text or bool(_LIKE_A_FILE.fullmatch(text))
    except (OSError, ValueError):
        return False


def as_it_is(scenario: Scenario) -> Scenario:
    """A scenario as it was written."""
    return scenario


def without_columns(scenario: Scenario) -> Scenario:
    """A scenario without its variants and without what it expects under them."""
    from ginrules.notation.clauses import Expect

    kept = tuple(line for line in scenario.lines if not isinstance(line.statement, Expect))
    return _without_variants(replace(scenario, lines=kept))


def _without_variants(scenario: Scenario) -> Scenario:
    from ginrules.notation.statements import Variants

    kept = tuple(line for line in scenario.lines if not isinstance(line.statement, Variants))
    defaults = tuple(statement for statement in scenario.defaults if not isinstance(statement, Variants))
    return replace(scenario, lines=kept, defaults=defaults)


def without_checks(scenario: Scenario) -> Scenario:
    """A scenario without its variants and without what it expects, but for whose turn it is and for what it takes back."""
    from ginrules.notation.clauses import Expect, IllegalClause, MovesClause, TurnClause

    lines = []
    for line in scenario.lines:
        statement = line.statement
        says_how_it_goes = isinstance(statement, Expect) and isinstance(
            statement.clause, IllegalClause | MovesClause | TurnClause
        )
        if not isinstance(statement, Expect) or (says_how_it_goes and not statement.columns):
            lines.append(line)
    return _without_variants(replace(scenario, lines=tuple(lines)))


def as_expected(scored: Answered) -> bool:
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


_OF_COMMANDS = {
    "arrange": ("this is a hand, and no turn of it is played", "score"),
    "score": ("this is a showdown, and no turn is played before it", "score"),
    "play": ("this is a hand played turn by turn", "play"),
    "tally": ("this is a score sheet", "tally"),
}


def _another_question(scenario: Scenario, kind: Method) -> Diagnostic:
    """A scenario is for another command."""
    from ginrules.notation.asked import makes
    from ginrules.questions import Method

    what, command = _OF_COMMANDS[kind]
    span = scenario.header.id.span if kind is Method.ARRANGE else makes(scenario, kind).span
    return scenario.source.problem("other-command", what, span, hint=f"ginrules {command}")
