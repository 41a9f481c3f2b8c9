"""The table of the seeds' statements: every id, variant, scenario and sentence of it exists and fits its row."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from ginrules import resources
from ginrules.corpus.selection import read_corpus
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_markdown
from ginrules.notation.scenario import Scenario
from ginrules.questions import Case
from ginrules.rules.catalogue import RuleClass, catalogue
from ginrules.rules.clauses import clauses
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.wording import rule_sheet

PAGE = resources.SPEC / "seeds.md"
HEAD = ("no.", "what the text says", "rules and clauses", "in", "decided by")
CODE = re.compile(r"`([^`]+)`")
SAID = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Row:
    """A statement of a seed with what plays it and what decides it."""

    number: str
    statement: str
    ids: tuple[str, ...]
    variants: tuple[str, ...]
    scenarios: tuple[str, ...]
    sentences: tuple[str, ...]
    """What the rule sheets of the variants say, where no answer depends on the statement."""


@cache
def table() -> tuple[tuple[str, ...], ...]:
    lines = PAGE.read_text(encoding="utf-8").split("\n")
    return tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines if line.startswith("| "))


@cache
def rows() -> tuple[Row, ...]:
    return tuple(
        Row(
            number=cells[0],
            statement=cells[1],
            ids=tuple(CODE.findall(cells[2])),
            variants=tuple(CODE.findall(cells[3])),
            scenarios=tuple(CODE.findall(SAID.sub("", cells[4]))),
            sentences=tuple(SAID.findall(cells[4])),
        )
        for cells in table()
        if cells != HEAD
    )


@cache
def scenarios() -> Mapping[str, Scenario]:
    examples = (
        scenario
        for path in sorted(resources.SPEC.glob("*.md"))
        for scenario in read_markdown(path.read_text(encoding="utf-8"), path.name).scenarios
    )
    return {scenario.id: scenario for scenario in (*(entry.scenario for entry in read_corpus()), *examples)}


@cache
def cases(scenario: str) -> tuple[Case, ...]:
    return tuple(compile_scenario(scenarios()[scenario]))


@cache
def read_aloud(variant: str) -> Mapping[str, tuple[str, ...]]:
    """The sentences of a rule sheet, each with the rules that it says; its summary and what is to be agreed, with none."""
    sheet = rule_sheet(load_variant(variant))
    said = {sentence.text: sentence.rules for section in sheet.sections for sentence in section.sentences}
    return said | {sheet.summary: ()} | {agreement.question: () for agreement in sheet.agree}


def answers_depend_on(rule: str) -> bool:
    """Whether an id is a rule that some question reads; a custom is none, and neither is a clause."""
    return rule in catalogue() and catalogue()[rule].rule_class is not RuleClass.CUSTOM


def test_no_cell_is_empty() -> None:
    assert len(rows()) > 140
    for cells in table():
        assert len(cells) == len(HEAD), cells
        assert all(cells), cells
    for row in rows():
        assert row.ids, row.number
        assert row.variants, row.number
        assert row.scenarios or row.sentences, row.number


def test_rows_are_numbered_one_after_another() -> None:
    numbers = [row.number for row in rows()]
    letters = list(dict.fromkeys(number[0] for number in numbers))
    assert letters == sorted(letters)
    counts = {letter: sum(number[0] == letter for number in numbers) for letter in letters}
    assert numbers == [f"{letter}{count}" for letter in letters for count in range(1, counts[letter] + 1)]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.number)
def test_a_row_names_what_there_is(row: Row) -> None:
    assert not set(row.ids) - set(clauses())
    assert not set(row.variants) - set(shipped())
    assert not set(row.scenarios) - set(scenarios())


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.number)
def test_a_scenario_cites_an_id_of_its_row(row: Row) -> None:
    assert [each for each in row.scenarios if not set(scenarios()[each].cited) & set(row.ids)] == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.number)
def test_a_sentence_is_on_the_sheet_of_each_variant_of_its_row(row: Row) -> None:
    for sentence in row.sentences:
        for variant in row.variants:
            assert sentence in read_aloud(variant)
            rules = read_aloud(variant)[sentence]
            assert not rules or set(rules) & set(row.ids)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.number)
def test_a_scenario_plays_the_value_that_the_variant_has(row: Row) -> None:
    """A scenario under another value would decide another statement; a rule that a sentence says needs none."""
    missing = [
        f"{variant}: {rule}"
        for variant in row.variants
        for rule in row.ids
        if answers_depend_on(rule)
        and rule not in _said(row, variant)
        and not any(_plays(each, rule, variant) for each in row.scenarios)
    ]
    assert missing == []


def _said(row: Row, variant: str) -> set[str]:
    return {rule for sentence in row.sentences for rule in read_aloud(variant)[sentence]}


def _plays(scenario: str, rule: str, variant: str) -> bool:
    for case in cases(scenario):
        asked: Any = case.question.params["rules"]
        if rule in asked and asked[rule] == load_variant(variant).question_rules(case.question.method)[rule]:
            return True
    return False


def test_every_seed_has_its_statements() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {f"seed {number}" for number in range(4)} <= set(re.findall(r"^## [A-Z] .*\((seed \d)", text, re.MULTILINE))


def test_every_reading_of_a_seed_is_linked() -> None:
    """Readings 1 to 49 are about the seeds; 29 is of what none of them says."""
    linked = {int(number) for number in re.findall(r"\[reading (\d+)\]", PAGE.read_text(encoding="utf-8"))}
    assert set(range(1, 50)) - {29} <= linked
