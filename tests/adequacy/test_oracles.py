"""Part 8: the naive second implementation against the expectations of a tiny corpus, and against the engine."""

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ginrules import resources
from ginrules.adequacy import oracles as part
from ginrules.adequacy.checkout import Ended, run
from ginrules.adequacy.oracles import DRAWN, oracles
from ginrules.answer import answer
from ginrules.cli import run as command
from ginrules.corpus.export import records
from ginrules.corpus.selection import read_corpus
from ginrules.notation.compile import compile_scenario
from ginrules.questions import Case
from tests.adequacy.tiny import OVER, TIE, WITHIN, team
from tests.agreement import corpus, naive
from tests.agreement.side_by_side import UNEXPLAINED, Tally

SHOWN = """scenario shown "Sets of three stay beside a run"
  rule best-play.spread
  hand Ann: As 2s Ah 2h 3h 8h 2d 8d 4c 8c
  hand Bob: 4s 6s 4h Ad 5d 6d 7d 2c 3c 5c
  Ann: knock
  expect spread Ann: [2d 2h 2s] [8c 8d 8h] As Ah 3h 4c
  expect deadwood Ann 9, Bob 23   why "4 + 4 + 4 + 6 + 5 = 23"
  note "built for this test"
"""
"""Ann's other nine, with the run of hearts, leaves Bob lay-offs."""


def cases(folder: Path, *scenarios: str) -> list[Case]:
    return [posed.case for posed in team(folder, *scenarios).posed]


def test_a_right_corpus_is_agreed_with(tmp_path: Path) -> None:
    assert list(corpus.of_corpus(cases(tmp_path, TIE, OVER, WITHIN, SHOWN))) == []


@pytest.mark.parametrize(
    ("scenario", "wrong", "words"),
    [
        (TIE.replace("undercut Bob 25", "undercut Bob 24"), "tie", "points.Bob should be 24 and is 25"),
        (OVER.replace("illegal knock.limit", "illegal gin.deadwood"), "over", '"refused": ["gin.deadwood"]'),
        (WITHIN.replace("illegal", "").replace("knock Ann 25", "undercut Bob 35"), "within", "outcome should be"),
        (
            SHOWN.replace("[2d 2h 2s] [8c 8d 8h] As Ah 3h 4c", "[Ah 2h 3h] [8c 8d 8h] As 2s 2d 4c"),
            "shown",
            "as expected, the naive one counts",
        ),
    ],
)
def test_a_wrong_expectation_is_said(tmp_path: Path, scenario: str, wrong: str, words: str) -> None:
    (gap,) = corpus.of_corpus(cases(tmp_path, scenario))
    assert gap["about"] == wrong
    assert gap["says"].startswith("under ")
    assert words in gap["says"]


def changed(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """An engine that counts one too many wherever it counts."""
    ours: dict[str, Any] = answer(method, params)
    for fact in ("deadwood", "totals"):
        if isinstance(ours.get(fact), int):
            ours[fact] += 1
        elif fact in ours:
            ours[fact] = {player: count + 1 for player, count in ours[fact].items()}
    if "state" in ours:
        ours["state"]["stock"] += 1
    return ours


@pytest.mark.parametrize("method", ["arrange", "score", "play", "tally"])
def test_an_engine_that_answers_otherwise_is_said(method: str) -> None:
    entries = (entry for entry in read_corpus() if entry.chapter in {"01-cards", "03-knocking", "08-turn", "12-sheet"})
    found = (case for entry in entries for case in compile_scenario(entry.scenario) if case.question.method == method)
    case = next(case for case in found if not case.expect.get("refused"))
    assert list(corpus.faults(case)) == []
    (fault,) = corpus.faults(case, changed)
    assert fault.startswith("the engine says {")
    assert "the naive one {" in fault


def test_what_the_engine_shows_is_judged(tmp_path: Path) -> None:
    def mislaid(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        ours: dict[str, Any] = answer(method, params)
        return {**ours, "spreads": {**ours["spreads"], "Bob": []}}

    (case,) = cases(tmp_path, WITHIN)
    (fault,) = corpus.faults(case, mislaid)
    assert fault.startswith("the engine shows and lays off ")


def test_whoever_stumbles_has_not_agreed(tmp_path: Path) -> None:
    def broken(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        raise KeyError(method, len(params))

    (case,) = cases(tmp_path, WITHIN)
    (fault,) = corpus.faults(case, broken)
    assert fault.startswith("no answer: KeyError")
    assert {gap["about"] for gap in corpus.drawn("sheets", 3, "any", broken)} == {"drawn sheets"}


@pytest.mark.parametrize("kind", naive.KINDS)
def test_drawn_questions_are_agreed_on_and_a_difference_is_said(kind: str) -> None:
    assert list(corpus.drawn(kind, 8, "few")) == []
    gaps = [*corpus.drawn(kind, 8, "few", changed)]
    assert gaps
    assert "of `python -m tests.agreement.naive 8 few`: the engine says" in gaps[0]["says"]


def test_every_kind_is_drawn() -> None:
    assert set(DRAWN) == set(naive.KINDS)
    assert set(part.PUBLIC) == set(corpus.PUBLIC)


def test_a_public_engine_speaks_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(number: int, library: Any) -> Tally:
        tally = Tally()
        tally.differ(UNEXPLAINED if number > 1 else "a known fault", library.__name__, 1, 2)
        return tally

    monkeypatch.setattr(corpus, "PUBLIC", {"json": ("json.decoder", play), "nosuch": ("nosuch", play)})
    assert corpus.done({"engine": "nosuch", "number": 2}) == {"asked": 0, "gaps": [], "installed": False}
    assert corpus.done({"engine": "json", "number": 1}) == {"asked": 1, "gaps": [], "installed": True}
    gaps = [{"about": "json", "says": "json: ours 1, theirs 2"}]
    assert corpus.done({"engine": "json", "number": 2}) == {"asked": 2, "gaps": gaps, "installed": True}


def test_the_program_reads_a_piece_and_prints_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = TIE.replace("undercut Bob 25", "undercut Bob 24")
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"cases": records(cases(tmp_path, wrong, OVER))})))
    corpus.main()
    found = json.loads(capsys.readouterr().out)
    assert (found["asked"], [gap["about"] for gap in found["gaps"]]) == (2, ["tie"])


# --- the part


def test_the_part_runs_the_program_of_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "PUBLIC", {})
    wrong = TIE.replace("undercut Bob 25", "undercut Bob 24")
    result = oracles(team(tmp_path, wrong, WITHIN), drawn={"sheets": 4})
    assert (result.obligations, result.met, [gap.about for gap in result.gaps]) == (6, 5, ["tie"])
    assert result.figures == {"corpus": 2, "sheets": 4}


def test_a_public_engine_is_no_obligation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "PUBLIC", {"pyspiel": 7})
    monkeypatch.setattr(part, "run", lambda *_: json.dumps({"asked": 7, "gaps": [], "installed": True}))
    result = oracles(team(tmp_path), drawn={})
    assert (result.obligations, result.figures, result.holds) == (0, {"pyspiel": 7}, True)
    monkeypatch.setattr(part, "run", lambda *_: json.dumps({"asked": 0, "gaps": [], "installed": False}))
    assert oracles(team(tmp_path), drawn={}).figures == {"pyspiel": "not installed"}


def test_a_program_that_does_not_end_well_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "_PROGRAM", "tests.agreement.nosuch")
    monkeypatch.setattr(part, "PUBLIC", {})
    result = oracles(team(tmp_path, WITHIN), drawn={})
    (gap,) = result.gaps
    assert gap.about == "tests/oracle"
    assert gap.says.startswith("python -m tests.agreement.nosuch ended with exit code 1: ")
    assert not result.holds


def test_a_program_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "silent.py").write_text("")
    with pytest.raises(Ended, match="python -m silent ended with exit code 0: it said nothing"):
        run(tmp_path, "silent", "")


def test_without_a_checkout_it_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert resources.CHECKOUT is not None
    monkeypatch.setattr(resources, "CHECKOUT", None)
    path = tmp_path / "tiny.ginr"
    path.write_text("ginr 1\nplayers Ann Bob\n" + WITHIN)
    monkeypatch.setattr("ginrules.corpus.selection.corpus_files", lambda: (path,))
    assert command(["corpus", "adequacy", "--only", "oracles", "-j", "1"]) == 0
    out = capsys.readouterr().out
    assert "not measured: tests/oracle is not part of the wheel; run it from a checkout" in out
