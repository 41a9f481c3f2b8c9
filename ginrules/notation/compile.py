"""Scenario by variant to questions, each with the facts that its answer must give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ginrules.diagnostics import Diagnostic, InvalidInput, Json, Span, did_you_mean
from ginrules.notation.asked import Asked, asked, method
from ginrules.notation.checks import columns_of
from ginrules.notation.citations import citable, refusals
from ginrules.notation.clauses import Expect, IllegalClause, MovesClause
from ginrules.notation.expectations import arrange_facts, named_players, play_facts, score_facts
from ginrules.notation.neighbours import neighbour_hint
from ginrules.notation.questions import Questions
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Cites, Hand, Note, VariantUse, Word
from ginrules.questions import Case, Method, Question
from ginrules.rules.layers import ROOT
from ginrules.rules.resolve import Variant, load_variant, with_overrides


@dataclass(frozen=True, slots=True)
class Column:
    """A variant of a scenario, under the name that `expect in` gives it."""

    name: str
    variant: Variant


def columns(scenario: Scenario, *, folders: Sequence[Path] = (), variant: Variant | None = None) -> tuple[Column, ...]:
    """The columns of a scenario in order; one that names no variant is asked under `variant`, else under the root.

    Raises:
        InvalidInput: a variant is unknown or wrong, or its other rules are.
    """
    problems: list[Diagnostic] = []
    found = _columns(scenario, folders, variant, problems)
    if problems:
        raise InvalidInput(problems)
    return found


def compile_scenario(
    scenario: Scenario,
    *,
    folders: Sequence[Path] = (),
    variant: Variant | None = None,
    filling: int = 0,
    to_the_end: bool = False,
) -> tuple[Case, ...]:
    """The questions of a scenario that the reader found sound, column by column, and what is expected of each.

    `variant` is used where the scenario names none. `filling`, 0 or more, chooses how what is left open is dealt: the corpus
    is asked with 0, and other fillings must give the same answers. `to_the_end`: of a hand that is played also the last action
    is asked about, of a score sheet the last deal, whether something is expected of it or not.

    Raises:
        InvalidInput: something is wrong; it holds every diagnostic of the scenario.
        NotPlayed: what is expected depends on best play under rules that are not played.
    """
    compiled = compile_columns(scenario, folders=folders, variant=variant, filling=filling, to_the_end=to_the_end)
    return tuple(case for _, cases in compiled for case in cases)


def compile_columns(
    scenario: Scenario,
    *,
    folders: Sequence[Path] = (),
    variant: Variant | None = None,
    filling: int = 0,
    to_the_end: bool = False,
) -> tuple[tuple[Column, tuple[Case, ...]], ...]:
    """The same, column by column, for whoever needs every rule of the variant that a question is asked under."""
    if any(_unknown_ids(scenario)):
        raise InvalidInput(further_problems(scenario, folders=folders, variant=variant))
    problems: list[Diagnostic] = []
    found = _columns(scenario, folders, variant, problems)
    compiled = [
        (column, tuple(_Compiler(scenario, column, filling, problems).cases(to_the_end=to_the_end))) for column in found
    ]
    if problems:
        raise InvalidInput(_ordered(problems))
    return tuple(compiled)


def further_problems(
    scenario: Scenario, *, folders: Sequence[Path] = (), variant: Variant | None = None
) -> tuple[Diagnostic, ...]:
    """What else is wrong with a scenario that cannot be compiled: ids, variants, of a score sheet each hand by itself."""
    problems = [problem for problem in _unknown_ids(scenario) if problem.code == "unknown-rule" or not scenario.lacks]
    found = _columns(scenario, folders, variant, problems)
    if method(scenario) is Method.TALLY:
        from ginrules.notation.sheet import Sheet

        for column in found:
            Sheet(Questions(scenario, column.variant, 0, problems), column.name).look_at_lines()
    return _ordered(problems)


def _ordered(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(problems), key=_place))


def _place(problem: Diagnostic) -> tuple[str, int, int]:
    return (problem.file, problem.span.line, problem.span.column) if problem.span else (problem.file, 0, 0)


def _unknown_ids(scenario: Scenario) -> Iterator[Diagnostic]:
    kind = method(scenario)
    for statement in scenario.settings(Cites):
        for word in statement.ids:
            if word.text not in citable():
                yield _unknown_id(scenario, word, citable(), "no rule and no clause is called")
    for expectation in scenario.own(Expect):
        if isinstance(expectation.clause, IllegalClause):
            for word in expectation.clause.ids:
                if word.text not in refusals():
                    yield _unknown_id(scenario, word, tuple(refusals()), "no refusal names")
                elif kind not in refusals()[word.text]:
                    message = (
                        f"{word.text} refuses nothing here: it belongs to {', '.join(refusals()[word.text])}, this asks {kind}"
                    )
                    yield scenario.source.problem("never-refused", message, word.span)


def _unknown_id(scenario: Scenario, word: Word, known: Sequence[str], what: str) -> Diagnostic:
    hint = did_you_mean(word.text, known) or "the ids stand in the headings of the specification"
    return scenario.source.problem("unknown-rule", f"{what} {word.text!r}", word.span, hint=hint)


def _columns(
    scenario: Scenario, folders: Sequence[Path], default: Variant | None, problems: list[Diagnostic]
) -> tuple[Column, ...]:
    uses = columns_of(scenario)
    if not uses:
        variant = default or load_variant(ROOT)
        return (Column(variant.id, variant),)
    found = []
    for use in uses:
        try:
            found.append(Column(use.name, _variant(scenario, use, folders)))
        except InvalidInput as error:
            problems.extend(error.diagnostics)
    return tuple(found)


def _variant(scenario: Scenario, use: VariantUse, folders: Sequence[Path]) -> Variant:
    try:
        variant = load_variant(use.variant.text, folders=folders)
    except InvalidInput as error:
        raise InvalidInput(_at(scenario, problem, use.variant.span) for problem in error.diagnostics) from error
    if not use.overrides:
        return variant
    return with_overrides(
        variant,
        [(override.rule.text, override.value.text) for override in use.overrides],
        file=scenario.source.file,
        spans=[(override.rule.span, override.value.span) for override in use.overrides],
        excerpts=[scenario.source.lines[override.rule.span.line - 1] for override in use.overrides],
    )


def _at(scenario: Scenario, problem: Diagnostic, span: Span) -> Diagnostic:
    """A diagnostic without a place in a variant's file belongs where the scenario names the variant."""
    if problem.span:
        return problem
    file, excerpt = scenario.source.file, scenario.source.lines[span.line - 1]
    hint = neighbour_hint(excerpt[span.column - 1 : span.end_column - 1], file) if problem.code == "unknown-variant" else ""
    return replace(problem, file=file, span=span, excerpt=excerpt, hint=hint or problem.hint)


class _Compiler:
    """The cases of one column."""

    def __init__(self, scenario: Scenario, column: Column, filling: int, problems: list[Diagnostic]) -> None:
        self.scenario = scenario
        self.column = column
        self.problems = problems
        self.questions = Questions(scenario, column.variant, filling, problems)
        self.part = 0

    def cases(self, *, to_the_end: bool) -> Iterator[Case]:
        """Every case of the column."""
        can_lie_so = self.questions.check_jokers()
        kind = method(self.scenario)
        if kind is Method.PLAY and not can_lie_so:
            return
        if kind in (Method.PLAY, Method.TALLY):
            questions = asked(self.scenario, self.column.name, to_the_end=to_the_end)
            yield from self._play(questions) if kind is Method.PLAY else self._tally(questions)
            return
        for question in asked(self.scenario, self.column.name):
            yield from self._score(question) if question.moves else self._arrange(question)

    def _play(self, questions: Iterable[Asked]) -> Iterator[Case]:
        from ginrules.notation.acted import Actions
        from ginrules.notation.play import Opened, done_in

        done = done_in(self.scenario, self.column.name)
        base = Opened(self.questions, self.column.name, done).params()
        if base is None:
            return
        for question in questions:
            actions = Actions(self.questions, base, question.moves, question.refused)
            made = actions.params()
            if made is None:
                continue
            actions.check_spreads(question.expectations)
            params, accepted = made
            if any(isinstance(expectation.clause, MovesClause) for expectation in question.expectations):
                params["ask"] = ["legal"]
            expect = play_facts(question.expectations, accepted, self.scenario.source, self.problems)
            yield self._case(Method.PLAY, params, expect, question.expectations)

    def _tally(self, questions: Sequence[Asked]) -> Iterator[Case]:
        from ginrules.notation.sheet import Sheet
        from ginrules.notation.sheet_facts import tally_facts

        sheet = Sheet(self.questions, self.column.name)
        if not sheet.sound():
            return
        for question in questions:
            params = sheet.params(question)
            if params is not None:
                expect = tally_facts(question, sheet.tables.next_tables(question), self.scenario.source, self.problems)
                yield self._case(Method.TALLY, params, expect, question.expectations)

    def _score(self, question: Asked) -> Iterator[Case]:
        expect = score_facts(question.expectations, self.scenario.source, self.problems)
        params = self.questions.score(question)
        if params is not None:
            yield self._case(Method.SCORE, params, expect, question.expectations)

    def _arrange(self, question: Asked) -> Iterator[Case]:
        """One case a hand: of those named in the expectations, of all where nothing is expected."""
        names = (
            named_players(question.expectations) if question.expectations else [hand.name for hand in self.scenario.own(Hand)]
        )
        for name in names:
            expectations = [
                expectation
                for expectation in question.expectations
                if any(word.text == name.text for word in named_players([expectation]))
            ]
            expect = arrange_facts(expectations, name.text, self.scenario.source, self.problems)
            params = self.questions.arrange(name)
            if params is not None:
                yield self._case(Method.ARRANGE, params, expect, expectations, player=name.text)

    def _case(
        self,
        kind: Method,
        params: dict[str, Json],
        expect: dict[str, Json],
        expectations: Iterable[Expect],
        *,
        player: str = "",
    ) -> Case:
        self.part += 1
        return Case(
            scenario=self.scenario.id,
            title=self.scenario.title,
            column=self.column.name,
            part=self.part,
            rules=self.scenario.cited,
            tags=self.scenario.tags,
            player=player,
            question=Question(kind, params),
            expect=expect,
            why=tuple(expectation.why.value for expectation in expectations if expectation.why),
            note="\n".join(note.text.value for note in self.scenario.settings(Note)),
        )
