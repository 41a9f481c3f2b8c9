"""The page on the strength of the corpus and its picture: of this corpus, and readable."""

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ginrules.adequacy.parts import PARTS
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.trivial import TRIVIAL
from ginrules.rules.catalogue import catalogue
from tests.adequacy.tiny import OVER, TIE, WITHIN, team
from tests.adequacy_page import (
    COMMANDS,
    EXAMPLES,
    MOST_SHOWN,
    PAGE,
    Measured,
    chapter_lines,
    chapters,
    headline,
    markdown,
    scenarios,
    seconds,
    share,
)
from tests.kill_matrix import Kill, drawn_rules, kills
from tests.kill_picture import CITED, OTHER, PICTURE, Run, Scenario, ordered, picture, runs

STALE = "python -m tests.corpus_figures, then python -m tests.adequacy_page"
SVG = "{http://www.w3.org/2000/svg}"


# --- what is shipped


def test_the_page_is_of_this_corpus() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"\n{headline()}.\n" in text, STALE
    assert "\n".join(chapter_lines()) in text, STALE


def test_the_page_has_every_part_command_and_engine() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for part in PARTS:
        assert f"\n| {part.number} | `{part.name}` | {part.asks} | " in text, STALE
    for words, _ in COMMANDS:
        assert f"\n| `ginrules {words}` | " in text, STALE
    for engine in TRIVIAL:
        assert f"\n| `{engine.name}` | {engine.does} | " in text, STALE


def test_the_picture_is_of_this_corpus() -> None:
    text = PICTURE.read_text(encoding="utf-8")
    assert len(text) < 300_000
    drawn = ET.fromstring(text)  # noqa: S314  written by ourselves
    assert drawn.findtext(f"{SVG}desc") == headline(), STALE
    words = [each.text for each in drawn.iter(f"{SVG}text")]
    assert [rule for rule in words if rule in catalogue()] == list(drawn_rules()), STALE
    counts = [int(found[1]) for word in words if (found := re.fullmatch(r"[\w-]+ \((\d+)\)", word or ""))]
    assert counts == [chapter.scenarios for chapter in chapters()], STALE


def test_the_headline_counts_what_the_chapters_hold() -> None:
    found = re.fullmatch(r"Edition \S+: ([\d,]+) scenarios, ([\d,]+) columns, (\d+) chapters", headline())
    assert found
    counted = [int(each.replace(",", "")) for each in found.groups()]
    assert counted[0] == len(scenarios()) == len({each.name for each in scenarios()})
    assert counted[1] > counted[0] > 1000
    assert chapters()[-1].name == EXAMPLES


# --- how the page is made


def page(results: Mapping[str, Result]) -> str:
    figures = {"columns": 200, **{each.name: 10 * place for place, each in enumerate(TRIVIAL)}}
    whole = {part.name: Result(part=part.name, obligations=5) for part in PARTS}
    whole["floor"] = Result(part="floor", obligations=5, figures=figures)
    whole |= results
    times = {words: 1200 for words, _ in COMMANDS}
    return markdown(Measured([(part, whole[part.name], 1500) for part in PARTS], {**times, "corpus adequacy": 90_000}))


def test_a_page_of_a_corpus_that_lacks_nothing() -> None:
    text = page({})
    assert "Nothing: every obligation is met." in text
    assert "| 5 | 5 | 0 |" in text
    assert "The best of them passes 25.0 %." in text
    assert "| `ginrules corpus adequacy` | 90 s |" in text


def test_what_is_missing_and_what_cannot_be_met_is_named() -> None:
    gaps = tuple(Gap("scoring.tie", f"gap {number}") for number in range(MOST_SHOWN + 2))
    excused = (Gap("deck.jokers", "deck.jokers = 0 from deck.jokers = 1: they are alike"),)
    text = page({"witness": Result(part="witness", obligations=100, gaps=gaps, excused=excused)})
    assert f"| 100 | {100 - len(gaps)} | {len(gaps)} |" in text
    assert "- scoring.tie: gap 0\n" in text
    assert f"- scoring.tie: gap {MOST_SHOWN}\n" not in text
    assert "- … and 2 more.\n" in text
    assert "\n- deck.jokers = 0 from deck.jokers = 1: they are alike\n" in text


def test_a_part_that_was_not_measured_says_so() -> None:
    text = page({"lint": Result(part="lint", obligations=0, skipped="nobody was there")})
    assert "| not measured: nobody was there | | |" in text


@pytest.mark.parametrize(("part", "whole", "said"), [(1, 3, "33.3 %"), (2, 3, "66.7 %"), (0, 7, "0.0 %"), (7, 7, "100.0 %")])
def test_a_share_in_per_cent(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said


@pytest.mark.parametrize(("spent", "said"), [(49, "0.0 s"), (1250, "1.3 s"), (9949, "9.9 s"), (9950, "10 s"), (61_500, "62 s")])
def test_a_time_in_seconds(spent: int, said: str) -> None:
    assert seconds(spent) == said


# --- the matrix and how it is drawn


def test_a_kill_is_of_a_cited_rule_or_of_another(tmp_path: Path) -> None:
    """Worked by hand: whoever scores tells `scoring.tie`; eleven are over ten; a run of three may be too short."""
    with team(tmp_path, TIE, OVER, WITHIN) as tiny:
        found = kills(tiny)
    assert Kill("tie", "scoring.tie", cited=True) in found
    assert Kill("over", "knock.limit", cited=True) in found
    assert Kill("within", "melds.run-min", cited=False) in found
    assert Kill("tie", "scoring.undercut", cited=False) in found
    assert not {kill.rule for kill in found} & {"boxes.value", "game.end", "scoring.doubling"}


def test_scenarios_go_by_chapter_and_first_cited_rule() -> None:
    given = [
        Scenario("d", "2", ("x",)),
        Scenario("c", "1", ("none",)),
        Scenario("b", "1", ("z", "y")),
        Scenario("a", "1", ("x",)),
    ]
    assert [each.name for each in ordered(given, ("x", "y", "z"))] == ["d", "a", "b", "c"]


def test_marks_side_by_side_are_one() -> None:
    assert list(runs([False, True, True, False, True])) == [Run(1, 3), Run(4, 5)]
    assert list(runs([])) == []


def test_the_marks_of_a_picture() -> None:
    """The first two of three scenarios fail for the first rule, which they cite; the third for the other."""
    three = [Scenario("a", "1-one", ("s.x",)), Scenario("b", "1-one", ("s.x",)), Scenario("c", "2-two", ("clause",))]
    found = frozenset({Kill("a", "s.x", cited=True), Kill("b", "s.x", cited=True), Kill("c", "t.y", cited=False)})
    drawn = ET.fromstring(picture("Edition 0 & more", three, ("s.x", "t.y"), found))  # noqa: S314  written by ourselves
    marks = {
        group.get("stroke"): [path.get("d", "") for path in group] for group in drawn.iter(f"{SVG}g") if group.get("stroke")
    }
    assert [path.split("m")[1] for path in marks[CITED]] == ["0 0h2"]
    assert [path.split("m")[1] for path in marks[OTHER]] == ["2 0h1"]
    words = [each.text for each in drawn.iter(f"{SVG}text")]
    assert {"1-one (2)", "2-two (1)", "Edition 0 & more"} <= set(words)
    assert words[words.index("s.x") + 1 :][:2] == ["2", "2"]
    assert words[words.index("t.y") + 1 :][:2] == ["0", "1"]
