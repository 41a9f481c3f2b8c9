"""`ginrules verify`, as an engine author types it."""

import json
import sys
from pathlib import Path

import pytest

from ginrules.cli import run

FOOTER = {"engine", "edition", "counts", "asked", "verdicts", "unsupported", "failures"}


def test_the_built_in_engine_passes_the_whole_corpus(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "builtin", "--json"]) == 0
    footer = json.loads(capsys.readouterr().out)
    assert set(footer) >= FOOTER
    assert footer["failures"] == []
    counts = {outcome: count for outcome, count in footer["counts"].items() if count}
    assert set(counts) == {"pass"}
    assert counts["pass"] >= 150


def test_the_built_in_engine_says_the_same_over_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", f"{sys.executable} -m ginrules serve", "--json"]) == 0
    outside = json.loads(capsys.readouterr().out)
    assert run(["verify", "builtin", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == outside["counts"]


def test_a_report_is_a_line_a_result_and_a_footer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "run.jsonl"
    assert run(["verify", "builtin", "--rule", "knock.limit", "--report", str(report), "--json"]) == 0
    footer = json.loads(capsys.readouterr().out)
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert lines[-1] == footer
    assert sum(footer["counts"].values()) == len(lines) - 1
    assert all("knock.limit" in line["rules"] for line in lines[:-1])


def test_equal_runs_give_equal_bytes(tmp_path: Path) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        assert run(["verify", "builtin", "--rule", "melds.*", "--seed", "7", "--report", str(tmp_path / name)]) == 0
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_shards_are_disjoint_and_together_the_whole(capsys: pytest.CaptureFixture[str]) -> None:
    totals = []
    for shard in ([], ["--shard", "1/3"], ["--shard", "2/3"], ["--shard", "3/3"]):
        assert run(["verify", "builtin", "--json", *shard]) == 0
        totals.append(sum(json.loads(capsys.readouterr().out)["counts"].values()))
    assert totals[0] == sum(totals[1:])
    assert all(totals)


def test_failed_selects_what_did_not_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "run.jsonl"
    results = [
        {"scenario": "spec-no-such", "outcome": "pass"},
        {"scenario": first_id(capsys), "outcome": "fail"},
        {"engine": "x"},
    ]
    report.write_text("".join(json.dumps(result) + "\n" for result in results))
    assert run(["verify", "builtin", "--failed", str(report), "--json"]) == 0
    assert 1 <= sum(json.loads(capsys.readouterr().out)["counts"].values()) <= 12
    report.write_text("no report\n")
    assert run(["verify", "builtin", "--failed", str(report)]) == 4


def first_id(capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["corpus", "list", "--json"]) == 0
    return str(json.loads(capsys.readouterr().out)[0]["id"])


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("import sys; sys.exit(0)", 3),
        ("print('Welcome to my engine'); input()", 3),
        ("import sys; sys.stdin.readline(); print('{}', flush=True); sys.stdin.read()", 3),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", 3),
    ],
)
def test_an_engine_that_does_not_shake_hands_is_exit_3(
    program: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(program)
    assert run(["verify", f"{sys.executable} {script}"]) == code
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert err


def test_a_program_that_may_not_be_executed_is_exit_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "engine.py"
    script.write_text("")
    assert run(["verify", str(script)]) == 3
    assert "cannot be executed" in capsys.readouterr().err


@pytest.mark.parametrize(("engine", "module", "least"), [("open-spiel", "pyspiel", 100), ("rlcard", "rlcard", 40)])
def test_a_real_engine_is_asked_much_and_passes_most(
    engine: str, module: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip(module, reason=f"{module} is not installed")
    assert run(["verify", engine, "--json"]) in {0, 1}
    footer = json.loads(capsys.readouterr().out)
    counts = footer["counts"]
    assert counts["pass"] + counts["fail"] >= least
    assert counts["pass"] > counts["fail"]
    assert counts["error"] == counts["timeout"] == counts["crash"] == counts["protocol"] == counts["notrun"] == 0
