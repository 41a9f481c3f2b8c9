"""The parts that run engines on the corpus as it is: the floor, other suits and seats, texts, the smoke set."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ginrules import resources
from ginrules.adequacy import floor, line, metamorphic, smoke, texts
from ginrules.adequacy.habits import Habits, habits_of
from ginrules.adequacy.matrix import Row
from ginrules.adequacy.parts import Measure
from ginrules.adequacy.report import Result
from ginrules.adequacy.trivial import TRIVIAL
from ginrules.corpus.export import read_records, records
from ginrules.corpus.selection import Filter, edition, read_corpus, read_entries, select, smoke_set
from ginrules.questions import Case, Method, Question
from ginrules.verify.outcomes import Outcome
from ginrules.verify.protocol import shape_fault
from ginrules.verify.report.floor import floor as shipped_floor
from ginrules.verify.runner import run
from ginrules.verify.subjects import InProcess
from tests.adequacy.tiny import OVER, TIE, WITHIN, team

NO_HABITS = Habits({}, {})


def about(result: Result) -> list[str]:
    return [gap.about for gap in result.gaps]


# The floor.


@pytest.fixture(scope="module")
def sample() -> tuple[Case, ...]:
    """Some questions of every kind."""
    from ginrules.corpus.selection import compile_selected

    entries = [each for place, each in enumerate(read_corpus()) if place % 12 == 0]
    return compile_selected(entries, Filter())


@pytest.mark.parametrize("trivial", TRIVIAL, ids=lambda trivial: trivial.name)
def test_a_trivial_engine_answers_everything_in_a_valid_shape(trivial: Any, sample: tuple[Case, ...]) -> None:
    habits = habits_of(sample)
    faults = set()
    for case in sample:
        reply = trivial.reply(case.question.method, case.question.params, habits)
        faults.add(shape_fault(f"{case.question.method}.result", reply))
        assert reply == trivial.reply(case.question.method, case.question.params, habits)
    assert (faults == {""}) != (trivial.name == "nothing"), faults


def test_trivial_engines_keep_their_books(sample: tuple[Case, ...]) -> None:
    engine = InProcess(floor.TrivialEngine(TRIVIAL[3], NO_HABITS))
    got: list[Any] = [each.got for each in run([each for each in sample if each.question.method is Method.PLAY], engine)]
    assert not [each for each in got if each and ("pile" in each or "stock" in each)]


def test_what_a_trivial_engine_passes_by_hand(tmp_path: Path) -> None:
    with team(tmp_path, OVER, WITHIN, TIE) as tiny:
        measured = floor.measure(tiny)
        result = floor.floor(tiny)
    # `over` is refused for the one reason there is; the first melds found in `within` are its only ones, 35 - 10 = 25. The
    # most common of each fact is that of `within`: of `knock` and `undercut` the first in the alphabet, and so of who wins.
    assert measured.columns == 3
    assert measured.passes == {
        "nothing": 0,
        "zero": 0,
        "refuse": 1,
        "first-legal": 1,
        "random-legal": measured.passes["random-legal"],
        "most-common": 1,
    }
    assert measured.whole["first-legal"] == ()
    assert "conformance/floor.json" in about(result)


def test_a_rule_with_one_easy_scenario_is_a_gap(tmp_path: Path) -> None:
    with team(tmp_path, OVER) as tiny:
        result = floor.floor(tiny)
    assert "every scenario that cites knock.limit is passed by the trivial engine `refuse`" in [gap.says for gap in result.gaps]


def test_habits_are_by_part_in_the_hand() -> None:
    def asked(knocker: str, winner: str, points: int) -> Case:
        other = "Bob" if knocker == "Ann" else "Ann"
        params: Mapping[str, Any] = {"players": ["Ann", "Bob"], "knocker": knocker}
        question = Question(Method.SCORE, params)
        return replace(CASE, question=question, expect={"winners": [winner], "points": {winner: points, other: 0}})

    habits = habits_of([asked("Ann", "Ann", 7), asked("Bob", "Bob", 7), asked("Ann", "Ann", 9)])
    assert habits.usual(Method.SCORE, ("winners",), []) == ["knocker"]
    assert habits.usual(Method.SCORE, ("points", "knocker"), 0) == 7
    assert habits.usual(Method.SCORE, ("points", "other"), 1) == 0
    assert habits.usual(Method.SCORE, ("boxes", "other"), 3) == 3


def test_the_shipped_floor_is_of_this_edition_and_of_no_stranger_size() -> None:
    figures = json.loads((resources.CORPUS / "floor.json").read_text())
    assert figures["edition"] == edition()
    assert [each["engine"] for each in figures["engines"]] == [each.name for each in TRIVIAL]
    assert [each["does"] for each in figures["engines"]] == [each.does for each in TRIVIAL]
    assert shipped_floor().passes == max(each["passes"] for each in figures["engines"])
    assert 0 < 100 * shipped_floor().passes < 20 * shipped_floor().columns


# Other suits, seats and orders.


def test_our_engine_gives_the_same_answers(tmp_path: Path) -> None:
    with team(tmp_path, OVER, WITHIN, TIE) as tiny:
        result = metamorphic.metamorphic(tiny)
    assert result.gaps == ()
    # Three showdowns: 23 permutations, two seats by two names less one, three orders each.
    assert result.figures == {"suits": 69, "seats": 9, "order": 9}
    assert result.obligations == 87


def test_an_answer_that_moves_is_found(tmp_path: Path) -> None:
    with team(tmp_path, WITHIN) as tiny:
        (posed,) = tiny.posed
        tiny.keep([replace(posed, case=replace(posed.case, expect={"winners": ["Bob"]}))])
        result = metamorphic.metamorphic(tiny)
    assert about(result) == ["within", "within", "within"]
    assert "fails with seats swapped Bob first" in " ".join(gap.says for gap in result.gaps)


# Texts.


def test_texts_that_come_back_and_one_that_does_not(tmp_path: Path) -> None:
    good = tmp_path / "good.ginr"
    good.write_text(f"ginr 1\nplayers Ann Bob\n\n{OVER}")
    assert texts.written_again(good).gaps == ()
    assert [name for name, _ in texts.written_again(good).scenarios] == ["over"]
    bad = tmp_path / "bad.ginr"
    bad.write_text(f"ginr 1\nplayers Ann Bob\n\n{OVER}".replace("rule knock", "rule   knock"))
    assert [gap.says for gap in texts.written_again(bad).gaps] == ["`ginrules corpus fmt` changes it"]


def test_lint_is_a_gate(tmp_path: Path) -> None:
    one, two = tmp_path / "one.ginr", tmp_path / "two.ginr"
    one.write_text(f"ginr 1\n{OVER}".replace('  note "built for this test"\n', ""))
    two.write_text(f"ginr 1\n{OVER}")
    assert [(gap.about, gap.says[:7]) for gap in texts.linted(one, ()).gaps] == [("over", "no-note")]
    with team(tmp_path, WITHIN) as tiny:
        tiny.files = (one, two)
        result = texts.lint(tiny)
    assert [gap.about for gap in result.gaps] == ["over", "over"]
    assert result.obligations == 2
    assert "the id stands at" in result.gaps[1].says


def test_questions_come_back_from_json(tmp_path: Path) -> None:
    with team(tmp_path, OVER, WITHIN, TIE) as tiny:
        tiny.files = (tmp_path / "tiny.ginr",)
        result = texts.round_trips(tiny)
        assert about(result) == ["conformance/tiny.ginr"]
        assert result.figures == {"scenarios": 3, "questions": 3}
        (posed, *_) = tiny.posed
        tiny.keep([replace(posed, case=replace(posed.case, expect={"winners": ("Bob",)}))])  # type: ignore[dict-item]
        assert about(texts.round_trips(tiny)) == ["conformance/tiny.ginr", "over"]
    assert read_records(json.loads(json.dumps(records([CASE])))) == (replace(CASE, tags=(), why=(), player=""),)


# The smoke set.


def test_the_cover_takes_what_notices_most_and_nothing_needless() -> None:
    kills = {
        "a": frozenset({"one", "three"}),
        "b": frozenset({"one"}),
        "c": frozenset({"two", "three"}),
        "d": frozenset({"two", "three"}),
        "e": frozenset({"two"}),
        "f": frozenset[str](),
    }
    # three (a c d) comes first, then one (b) and two (e), which together make it needless.
    assert smoke.cover(kills) == ("one", "two")
    assert smoke.cover({}) == ()


def test_the_gate_names_what_the_list_does_not_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with team(tmp_path, OVER, WITHIN) as tiny:
        kills = Measure(tiny).kills
        assert kills["knock.limit in `score` never refused"] == {"over"}
        assert kills["knock.limit in `score` accepted"] == {"within"}
        monkeypatch.setattr(smoke, "smoke_set", lambda: frozenset({"within", "gone"}))
        result = smoke.smoke(tiny, kills)
    said = [gap.says for gap in result.gaps]
    assert "there is no scenario gone" in said
    assert "nothing in it notices knock.limit in `score` never refused; over does" in said
    assert not [each for each in said if "accepted" in each]


OTHERS = {"greedy-layoff": frozenset({"three"})}


def test_rows_and_lines_are_to_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "seen_in", lambda *_: [line.Seen("pagat", "scoring.gin", "one")])
    with team(tmp_path) as tiny:
        kills = smoke.kills_of(tiny, [Row("two", "standard", 1, "scoring.tie", frozenset({0}), frozenset({2, 3}))], OTHERS)
    assert kills == {
        "greedy-layoff": {"three"},
        "scoring.gin in variants/pagat.yaml": {"one"},
        "scoring.tie: value 1 from value 3 of x-probes": {"two"},
        "scoring.tie: value 1 from value 4 of x-probes": {"two"},
    }


def test_the_smoke_set_is_small_and_all_of_it_is_in_the_corpus() -> None:
    known = {each.scenario.id for each in read_corpus()}
    assert smoke_set() <= known
    assert 0 < len(smoke_set()) < len(known) / 3


def test_of_the_smoke_set_nothing_else_is_read() -> None:
    alone = read_corpus(smoke_set())
    assert alone == select(read_corpus(), Filter(smoke=True))
    lines = {each.scenario.id: each.scenario.header.span.line for each in read_corpus()}
    assert all(lines[each.scenario.id] == each.scenario.header.span.line for each in alone)


def test_a_block_of_a_chapter_is_read_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"text\n```ginr\n{OVER}```\nscenario of prose\n```ginr\n{WITHIN}```\n")
    (entry,) = read_entries(page, frozenset({"within"}))
    assert (entry.scenario.id, entry.scenario.header.span.line) == ("within", 13)


def _case() -> Case:
    from ginrules.corpus.selection import compile_selected

    return next(case for case in compile_selected(read_corpus()[:4], Filter()))


CASE = _case()


def test_a_trivial_engine_says_that_it_plays_everything() -> None:
    (result,) = run([CASE], InProcess(floor.TrivialEngine(TRIVIAL[0], NO_HABITS)))
    assert result.outcome is Outcome.PROTOCOL
