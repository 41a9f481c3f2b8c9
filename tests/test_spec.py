"""The specification: its headings, its links and its examples."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from ginrules import resources
from ginrules.answer import answer
from ginrules.corpus.selection import read_corpus
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_markdown
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Cites
from ginrules.rules.catalogue import RuleClass, RuleInfo, catalogue, synonyms
from ginrules.rules.clauses import clauses
from ginrules.rules.source import read_file
from ginrules.verify.compare import compare

CHAPTERS = sorted(resources.SPEC.glob("[0-9][0-9]-*.md"))
PAGES = sorted(resources.SPEC.glob("*.md"))
HEADING = re.compile(r"^## (?P<chapter>\d+)\.(?P<number>\d+) `(?P<id>[a-z-]+\.[a-z-]+)` (?P<title>\S.*)$")
FENCE = re.compile(r"^```")
LINK = re.compile(r"(?:`(?P<id>[a-z-]+\.[a-z-]+)`)?\]\((?P<file>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")

STAGE = 3
"""The version of the engine whose rules have examples; later ones have their clauses already."""

# No question can show this: impossible cards are no scenario.
WITHOUT_EXAMPLE = {"cards.impossible"}


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
    assert len(CHAPTERS) == 14
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


def test_every_rule_has_a_heading() -> None:
    assert len(catalogue()) > 60
    assert set(catalogue()) <= set(clauses())


def test_every_refusal_has_a_heading() -> None:
    document: Any = read_file(resources.SPEC / "refusals.yaml").data
    refusals = [refusal["id"] for refusal in document["refusals"]]
    assert len(refusals) > 25
    assert len(set(refusals)) == len(refusals)
    assert set(refusals) <= set(clauses())


def test_a_refusal_is_named_under_its_heading() -> None:
    document: Any = read_file(resources.SPEC / "refusals.yaml").data
    wanted = {refusal["id"] for refusal in document["refusals"]}
    silent = [
        section.id
        for section in sections()
        if section.id in wanted and not re.search(rf"[Rr]efus[^.]*`{re.escape(section.id)}`", " ".join(_prose_of(section)))
    ]
    assert silent == []


def values_in_words(rule: RuleInfo) -> Iterator[str]:
    """Every word that a rule, or a field of one of its kinds, can have, and every field; `null` where it may be null."""
    yield from rule.words
    yield from _words_of(rule.schema)


def _words_of(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from _words_of(part)
    elif isinstance(schema, Mapping):
        if "null" in schema.get("type", ()):
            yield "null"
        for word in schema.get("enum", ()):
            yield "null" if word is None else str(word).lower()
        fields = schema.get("properties", {})
        yield from (name for name in fields if name != "kind" and name.islower())
        yield from _words_of([part for name, part in schema.items() if name in {"allOf", "then"}])
        yield from _words_of([part for name, part in fields.items() if name != "kind"])


def test_every_word_of_a_rule_is_explained_under_its_heading() -> None:
    assert {"upcard", "ace", "gin-only", "cap", "null"} <= set(values_in_words(catalogue()["knock.limit"]))
    missing = [
        f"{section.id} {word}"
        for section in sections()
        if section.id in catalogue()
        for word in dict.fromkeys(values_in_words(catalogue()[section.id]))
        if not re.search(rf"`[^`]*(?<![\w-]){re.escape(word)}(?![\w-])[^`]*`", "\n".join(_prose_of(section)))
    ]
    assert missing == []


def test_a_value_that_is_not_played_is_said_to_be_so() -> None:
    unplayed = [rule for rule in catalogue().values() if rule.played is not None]
    assert len(unplayed) > 5
    for rule in unplayed:
        text = "\n".join(_prose_of(next(section for section in sections() if section.id == rule.id)))
        assert "This edition's engine " in text or "this edition's engine " in text, rule.id


def _prose_of(section: Section) -> Iterator[str]:
    return (line for _, line in prose(section.text))


def decides(section: Section) -> bool:
    """Whether some answer depends on a clause, so that a scenario can show it."""
    rule = catalogue().get(section.id)
    if rule is None:
        return section.id not in WITHOUT_EXAMPLE
    one_value_is_played = rule.played is not None and len(rule.played) == 1
    return not (one_value_is_played or rule.rule_class is RuleClass.CUSTOM or rule.stage > STAGE)


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.id)
def test_every_clause_that_decides_has_an_example_under_it(section: Section) -> None:
    if decides(section):
        cited = re.findall(r"^  rule (.*)$", section.text, flags=re.MULTILINE)
        assert any(section.id in line.split(", ") for line in cited)
    else:
        assert "```ginr" not in section.text


def test_every_clause_that_decides_is_cited_by_a_scenario_of_the_corpus() -> None:
    cited = {word.text for entry in read_corpus() for cites in entry.scenario.settings(Cites) for word in cites.ids}
    assert {section.id for section in sections() if decides(section)} <= cited
    assert cited <= set(clauses())


def test_examples_have_ids_of_their_own() -> None:
    ids = [scenario.id for scenario in examples()]
    assert len(ids) > 180
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
        assert {step["rule"] for step in _steps(reply)} <= set(clauses())
        assert compare(case.question, case.expect, reply).passes, (case.column, case.expect, reply)


def _steps(reply: Any) -> Iterator[Any]:
    for part in (reply, reply.get("result", {})):
        yield from part.get("steps", ())


@dataclass(frozen=True, slots=True)
class Term:
    """A row of the glossary."""

    word: str
    others: tuple[str, ...]
    meaning: str
    clause: str


@cache
def glossary() -> tuple[Term, ...]:
    rows = [line for line in (resources.SPEC / "glossary.md").read_text(encoding="utf-8").split("\n") if line.startswith("| ")]
    found = []
    for row in rows:
        word, others, meaning, more = (cell.strip() for cell in row.strip("|").split("|"))
        if word != "word":
            match = LINK.search(more)
            assert match is not None, row
            found.append(Term(word, () if others == "–" else tuple(others.split(", ")), meaning, match["id"]))
    return tuple(found)


def test_a_term_stands_once_in_the_glossary() -> None:
    words = [term.word for term in glossary()]
    assert len(words) > 50
    assert [each for each, count in Counter(words).items() if count > 1] == []
    assert all(term.meaning for term in glossary())


def test_every_clause_of_the_glossary_has_a_heading() -> None:
    assert {term.clause for term in glossary()} <= set(clauses())


def test_what_the_catalogue_takes_for_a_synonym_stands_in_the_glossary() -> None:
    """`blitz` leads to `game.shutout` in a variant file, so the glossary explains it with that rule."""
    assert len(synonyms()) > 10
    for word, meant in synonyms().items():
        if "." not in meant:
            continue  # A section: the term stands with the rules that are in it.
        rule = meant.partition("=")[0]
        terms = [term for term in glossary() if term.clause == rule]
        said = [" ".join((term.word, *term.others, term.meaning)).lower() for term in terms]
        assert any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) for text in said), f"{word}: {meant}"


def test_links_lead_somewhere() -> None:
    for path in PAGES:
        for number, line in prose(path.read_text(encoding="utf-8")):
            for match in LINK.finditer(line):
                target = path if not match["file"] else path.parent / match["file"]
                assert target.is_file(), f"{path.name}:{number}: {match[0]}"
                if match["id"]:
                    assert clauses()[match["id"]].chapter == target.stem, f"{path.name}:{number}: {match[0]}"
                if match["anchor"]:
                    headings = [anchor(each) for _, each in prose(target.read_text(encoding="utf-8")) if each.startswith("#")]
                    assert match["anchor"] in headings, f"{path.name}:{number}: {match[0]}"
