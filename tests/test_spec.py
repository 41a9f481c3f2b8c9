"""The specification: its headings, its links and its examples."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from ginrules import resources
from ginrules.answer import answer
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_markdown
from ginrules.notation.scenario import Scenario
from ginrules.rules.catalogue import RuleClass, catalogue
from ginrules.rules.clauses import clauses
from ginrules.rules.source import read_file
from ginrules.verify.compare import compare

CHAPTERS = sorted(resources.SPEC.glob("[0-9][0-9]-*.md"))
PAGES = sorted(resources.SPEC.glob("*.md"))
HEADING = re.compile(r"^## (?P<chapter>\d+)\.(?P<number>\d+) `(?P<id>[a-z-]+\.[a-z-]+)` (?P<title>\S.*)$")
FENCE = re.compile(r"^```")
LINK = re.compile(r"\]\((?P<file>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")

STAGE = 2
"""The version of the engine whose rules have examples; later ones have their clauses already."""

CUSTOMS = ("deal", "turn", "knock")
"""The sections whose customs of the table are clauses of these chapters."""

# No question can show these: impossible cards are no scenario, and this edition plays two in a hand.
WITHOUT_EXAMPLE = {"cards.impossible", "layoff.several"}


@dataclass(frozen=True, slots=True)
class Section:
    """A clause with the text under its heading."""

    id: str
    chapter: int
    number: int
    line: int
    text: str


@cache
def sections() -> tuple[Section, ...]:
    found = []
    for path in CHAPTERS:
        lines = path.read_text(encoding="utf-8").split("\n")
        starts = [at for at, line in enumerate(lines) if line.startswith("## ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            match = HEADING.match(lines[start])
            assert match is not None, f"{path.name}:{start + 1}: {lines[start]}"
            text = "\n".join(lines[start + 1 : end])
            found.append(Section(match["id"], int(match["chapter"]), int(match["number"]), start + 1, text))
    return tuple(found)


@cache
def unchanging() -> frozenset[str]:
    """The clauses that no variant changes, as the README lists them."""
    text = (resources.SPEC / "README.md").read_text(encoding="utf-8")
    table = text.partition("The clauses that no variant changes:")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.split("\n") if line.startswith("| `")]
    return frozenset(each for row in rows for each in re.findall(r"`([a-z.-]+)`", row))


@cache
def examples() -> tuple[Scenario, ...]:
    return tuple(
        scenario for path in PAGES for scenario in read_markdown(path.read_text(encoding="utf-8"), path.name).scenarios
    )


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside code blocks, counted from 1."""
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if FENCE.match(line):
            inside = not inside
        elif not inside:
            yield number, line


def anchor(heading: str) -> str:
    """The anchor that a Markdown reader gives to a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.lstrip("#").strip().lower())
    return kept.replace(" ", "-")


def test_chapters_and_clauses_are_numbered_one_after_another() -> None:
    assert len(CHAPTERS) == 9
    for number, path in enumerate(CHAPTERS, start=1):
        assert path.name.startswith(f"{number:02}-")
        assert path.read_text(encoding="utf-8").startswith(f"# {number} ")
        own = [section for section in sections() if section.chapter == number]
        assert [section.number for section in own] == list(range(1, len(own) + 1)), path.name
        assert path.read_text(encoding="utf-8").count("\n## ") == len(own), path.name


def test_sentences_of_a_clause_are_numbered_one_after_another() -> None:
    for section in sections():
        numbers = [int(match[1]) for _, line in prose(section.text) if (match := re.match(r"(\d+)\. ", line))]
        assert numbers == list(range(1, len(numbers) + 1)), section.id
        assert numbers, section.id


def test_readings_are_numbered_one_after_another() -> None:
    text = (resources.SPEC / "readings.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^## (\d+) \S", text, flags=re.MULTILINE)]
    assert numbers == list(range(1, text.count("\n## ") + 1))


def test_every_heading_is_a_rule_or_a_listed_clause() -> None:
    ids = [section.id for section in sections()]
    assert [each for each, count in Counter(ids).items() if count > 1] == []
    assert set(ids) - set(catalogue()) == unchanging()
    assert not unchanging() & set(catalogue())
    assert set(clauses()) == set(ids)


def test_every_rule_of_a_hand_has_a_heading() -> None:
    wanted = {rule.id for rule in catalogue().values() if rule.rule_class is RuleClass.SCORE and rule.stage == 1}
    assert wanted <= set(clauses())


def test_every_rule_and_custom_of_play_has_a_heading() -> None:
    rules = catalogue().values()
    play = {rule.id for rule in rules if rule.rule_class is RuleClass.PLAY}
    customs = {rule.id for rule in rules if rule.rule_class is RuleClass.CUSTOM and rule.section in CUSTOMS}
    assert len(play) > 8
    assert len(customs) > 4
    assert play | customs <= set(clauses())


def test_every_refusal_of_a_hand_has_a_heading() -> None:
    document: Any = read_file(resources.SPEC / "refusals.yaml").data
    refusals = document["refusals"]
    wanted = {refusal["id"] for refusal in refusals if {"score", "play"} & set(refusal["asked"])}
    assert len(wanted) > 20
    assert wanted <= set(clauses())


def test_every_word_of_a_rule_is_explained_under_its_heading() -> None:
    missing = [
        f"{section.id} {word}"
        for section in sections()
        if section.id in catalogue()
        for word in catalogue()[section.id].words
        if not re.search(rf"`(?:\{{kind: )?{re.escape(word)}[,`}}]", section.text) and word != "fixed"
    ]
    assert missing == []


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.id)
def test_every_clause_that_decides_has_an_example_under_it(section: Section) -> None:
    rule = catalogue().get(section.id)
    one_value_is_played = rule is not None and rule.played is not None and len(rule.played) == 1
    decides_nothing = rule is not None and (rule.rule_class is RuleClass.CUSTOM or rule.stage > STAGE)
    if one_value_is_played or decides_nothing or section.id in WITHOUT_EXAMPLE:
        assert "```ginr" not in section.text
    else:
        cited = re.findall(r"^  rule (.*)$", section.text, flags=re.MULTILINE)
        assert any(section.id in line.split(", ") for line in cited)


def test_examples_have_ids_of_their_own() -> None:
    ids = [scenario.id for scenario in examples()]
    assert len(ids) > 90
    assert all(each.startswith("spec-") for each in ids)
    assert len(set(ids)) == len(ids)
    assert not [
        path.name for path in resources.CORPUS.rglob("*.ginr") if re.search(r"^scenario spec-", path.read_text(), re.MULTILINE)
    ]


@pytest.mark.parametrize("scenario", examples(), ids=lambda scenario: scenario.id)
def test_an_example_compiles_and_the_engine_agrees_with_it(scenario: Scenario) -> None:
    cases = compile_scenario(scenario)
    assert cases
    for case in cases:
        reply = answer(case.question.method, case.question.params)
        assert compare(case.question, case.expect, reply).passes, (case.column, case.expect, reply)


def test_links_lead_somewhere() -> None:
    for path in PAGES:
        for number, line in prose(path.read_text(encoding="utf-8")):
            for match in LINK.finditer(line):
                target = path if not match["file"] else path.parent / match["file"]
                assert target.is_file(), f"{path.name}:{number}: {match[0]}"
                if match["anchor"]:
                    headings = [anchor(each) for _, each in prose(target.read_text(encoding="utf-8")) if each.startswith("#")]
                    assert match["anchor"] in headings, f"{path.name}:{number}: {match[0]}"
