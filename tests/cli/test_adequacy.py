"""`ginrules corpus adequacy`, as a user types it; the corpus is a tiny one."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ginrules.adequacy import parts
from ginrules.adequacy.parts import PARTS, Part
from ginrules.adequacy.report import Gap, Result
from ginrules.cli import run
from ginrules.corpus import selection
from tests.adequacy.tiny import OVER, WITHIN


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "tiny.ginr"
    path.write_text("ginr 1\nplayers Ann Bob\n" + OVER + WITHIN)
    monkeypatch.setattr(selection, "corpus_files", lambda: (path,))
    return path


def replace_parts(monkeypatch: pytest.MonkeyPatch, *results: Result) -> None:
    table = tuple(
        Part(number, result.part, f"It is {result.part}.", lambda _, result=result: result)  # type: ignore[misc]
        for number, result in enumerate(results, start=1)
    )
    monkeypatch.setattr(parts, "PARTS", table)


def test_what_is_missing_is_said_and_is_exit_1(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert corpus.is_file()
    assert run(["corpus", "adequacy", "--only", "checks", "-j", "1"]) == 1
    out = capsys.readouterr().out
    assert "gin.deadwood in `score` has no scenario that cites it and notices when it is never refused" in out
    assert "knock.limit in `score`" not in out
    assert out.splitlines()[0].startswith(" 5  checks")


def test_json_is_one_object(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert corpus.is_file()
    assert run(["corpus", "adequacy", "--only", "checks", "--only", "witness", "-j", "1", "--json"]) == 1
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [part["part"] for part in found["parts"]] == ["witness", "checks"]
    assert (found["questions"], found["holds"]) == (2, False)
    (_, checks) = found["parts"]
    assert checks["obligations"] - checks["met"] == len(checks["missing"])
    assert set(checks["missing"][0]) == {"about", "says"}


def test_all_met_is_exit_0(corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert corpus.is_file()
    excused = (Gap("deck.jokers", "nothing tells them apart"),)
    replace_parts(
        monkeypatch,
        Result(part="one", obligations=3, excused=excused, not_asked={"of customs": 22, "of nothing": 0}),
        Result(part="two", obligations=0, skipped="why"),
    )
    assert run(["corpus", "adequacy", "-j", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        " 1  one           3 of 3                  It is one.\n 2  two           not measured: why       It is two."
    )
    assert "one: cannot be met\n  deck.jokers\n    nothing tells them apart" in out
    assert "one: not asked\n    22  of customs\n\n" in out
    assert out.endswith("\nevery obligation is met, 1 part not measured\n")


def test_of_many_gaps_the_first_are_shown(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corpus.is_file()
    gaps = tuple(Gap(f"rule {number // 2}", f"gap {number}") for number in range(20))
    replace_parts(monkeypatch, Result(part="one", obligations=30, gaps=gaps))
    assert run(["corpus", "adequacy", "-j", "1"]) == 1
    out = capsys.readouterr().out
    assert "gap 11" in out
    assert "gap 12" not in out
    assert "… and 8 more: ginrules corpus adequacy --only one" in out
    assert out.endswith("20 obligations not met\n")
    assert run(["corpus", "adequacy", "-j", "1", "--only", "one"]) == 1
    assert "gap 19" in capsys.readouterr().out


def test_a_part_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["corpus", "adequacy", "--only", "witnes"]) == 2
    assert "there is no part 'witnes'; did you mean 'witness'?" in capsys.readouterr().err
    assert run(["corpus", "adequacy", "--only", "zzz"]) == 2
    assert f"the parts are {', '.join(part.name for part in PARTS)}" in " ".join(capsys.readouterr().err.split())


def test_a_broken_corpus_is_exit_4(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus.write_text("ginr 1\nscenario\n")
    assert run(["corpus", "adequacy", "-j", "1"]) == 4
    assert "tiny.ginr:2" in capsys.readouterr().err


def test_an_interruption_says_nothing_of_the_corpus(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corpus.is_file()

    def interrupted(_: object) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "PARTS", (Part(1, "one", "It stops.", interrupted),))
    assert run(["corpus", "adequacy", "-j", "1"]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "interrupted" in captured.err


def test_a_bar_is_shown_on_a_terminal_only(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corpus.is_file()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run(["corpus", "adequacy", "--only", "checks", "-j", "1"]) == 1
    assert "checks" in capsys.readouterr().out
