"""`ginrules verify`, as an engine author types it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from ginrules.cli import run
from ginrules.verify.builtin import BuiltinEngine
from ginrules.verify.runner import ScenarioResult

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
    assert f'cannot be executed; write "python {script}"' in capsys.readouterr().err


def test_rules_and_gaps_that_there_are_not_are_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    can = BuiltinEngine().capabilities()
    gaps = ["boxes.*", "knock.kept", "scoring.gin", "boxs.*", "knock.limt", "zzzz.qqqq"]
    said = {**can, "rules": {**can["rules"], "scoring.undrcut": True}, "gaps": gaps}  # type: ignore[dict-item]
    script = tmp_path / "engine.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        f"    result = {said!r} if 'initialize' in line else {{}}\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': json.loads(line)['id'], 'result': result}), flush=True)\n"
    )
    run(["verify", f"{sys.executable} {script}", "--id", "ten-is-within-ten"])
    assert capsys.readouterr().err.splitlines() == [
        "warning: the engine speaks of a rule 'scoring.undrcut' that there is not; did you mean 'scoring.undercut'?",
        "warning: the engine speaks of a gap 'boxs.*' that there is not; did you mean 'boxes.*'?",
        "warning: the engine speaks of a gap 'knock.limt' that there is not; did you mean 'knock.limit'?",
        "warning: the engine speaks of a gap 'zzzz.qqqq' that there is not",
    ]


def test_a_rule_that_is_asked_for_is_shown_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    can = BuiltinEngine().capabilities()
    script = tmp_path / "engine.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        f"    result = {can!r} if 'initialize' in line else {{'refused': {{'rules': ['turn.card'], 'message': 'no'}}}}\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': json.loads(line)['id'], 'result': result}), flush=True)\n"
    )
    engine = f"{sys.executable} {script}"
    found = []
    for rule in ("scoring.gin", "scoring.*"):
        assert run(["verify", engine, "--rule", rule]) == 1
        text = capsys.readouterr().out.split("\nscoring.gin: ")[1].split("\n\n")[0]
        found.append((text.count(": fail"), "more (--rule scoring.gin, or --json)" in text))
    assert found[0][0] > 3
    assert found == [(found[0][0], False), (3, True)]


def test_an_engine_that_does_not_start_shows_the_line_that_holds_the_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text("import sys; sys.exit('TypeError: no hand' + 20 * '\\n    at step')")
    assert run(["verify", f"{sys.executable} {script}"]) == 3
    shown = [line.strip() for line in capsys.readouterr().err.splitlines()[1:]]
    assert shown == ["stderr: TypeError: no hand", "stderr: …", *(10 * ["stderr:     at step"])]


@pytest.mark.parametrize(
    ("engine", "module", "failing", "least"),
    [("open-spiel", "pyspiel", {"best-discard-is-in-a-meld"}, 280), ("rlcard", "rlcard", set(), 75)],
)
def test_a_real_engine_is_asked_much_and_passes_all_but_what_is_known(
    engine: str, module: str, failing: set[str], least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    # Observed with OpenSpiel 2.0.2 (290 passes) and RLCard 1.2.0 (78): a lower bound near it, as the corpus grows.
    pytest.importorskip(module, reason=f"{module} is not installed")
    assert run(["verify", engine, "--json"]) == (1 if failing else 0)
    footer = json.loads(capsys.readouterr().out)
    counts = footer["counts"]
    assert {failure["scenario"] for failure in footer["failures"]} == failing
    assert counts["pass"] >= least
    assert counts["error"] == counts["timeout"] == counts["crash"] == counts["protocol"] == counts["notrun"] == 0


def test_an_interrupted_run_keeps_what_it_has_with_a_footer_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(results: Iterator[ScenarioResult], _cases: object) -> Iterator[ScenarioResult]:
        yield from islice(results, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("ginrules.cli.verify._progress", interrupted)
    report = tmp_path / "run.jsonl"
    assert run(["verify", "builtin", "--rule", "knock.limit", "--report", str(report), "--json"]) == 130
    captured = capsys.readouterr()
    footer = json.loads(captured.out)
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert footer["complete"] is False
    assert lines[-1] == footer
    assert [line["outcome"] for line in lines[:-1]] == ["pass"] * 3
    assert "interrupted: 3 results are kept" in captured.err


SLEEPER = f"""
import json, os, pathlib, sys, time
pathlib.Path("pid").write_text(str(os.getpid()))
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "initialize":
        pathlib.Path("asked").touch()
        time.sleep(600)
    print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": {BuiltinEngine().capabilities()}}}), flush=True)
"""
"""An engine that plays everything and answers nothing."""


def test_a_report_is_kept_where_the_engine_does_not_start(tmp_path: Path) -> None:
    report, link = tmp_path / "run.jsonl", tmp_path / "link.jsonl"
    report.write_text("the run of yesterday\n")
    link.symlink_to(report)
    script = tmp_path / "engine.py"
    script.write_text("raise SystemExit(7)")
    engine = f"{sys.executable} {script}"
    for arguments, code in (
        (["verify", engine], 3),
        (["verify", "nosuch-engine"], 3),
        (["verify", "builtin", "--rule", "nosuch"], 5),
        (["verify", "builtin", "--variant", "nosuch"], 4),
    ):
        assert run([*arguments, "--report", str(link)]) == code
        assert run([*arguments, "--report", str(tmp_path / "new.jsonl")]) == code
    assert report.read_text() == "the run of yesterday\n"
    assert not (tmp_path / "new.jsonl").exists()


def test_a_report_follows_a_link_and_replaces_what_was_there(tmp_path: Path) -> None:
    report, link = tmp_path / "run.jsonl", tmp_path / "link.jsonl"
    report.write_text(100 * "the run of yesterday\n")
    link.symlink_to(report)
    assert run(["verify", "builtin", "--id", "ten-is-within-ten", "--report", str(link)]) == 0
    assert link.is_symlink()
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert [line.get("scenario") for line in lines] == [*((len(lines) - 1) * ["ten-is-within-ten"]), None]


def test_the_report_of_a_run_may_be_the_one_that_selects_it(tmp_path: Path) -> None:
    report = tmp_path / "run.jsonl"
    assert run(["verify", "builtin", "--failed", str(report), "--report", str(report)]) == 4
    assert not report.exists()
    report.write_text('{"scenario": "ten-is-within-ten", "outcome": "fail"}\n')
    assert run(["verify", "nosuch", "--failed", str(report), "--report", str(report)]) == 3
    assert run(["verify", "builtin", "--failed", str(report), "--report", str(report)]) == 0
    assert json.loads(report.read_text().splitlines()[0])["outcome"] == "pass"


def test_a_report_that_cannot_be_written_is_said_before_the_engine_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(f"open({str(tmp_path / 'started')!r}, 'w')")
    report = tmp_path / "nosuch" / "run.jsonl"
    assert run(["verify", f"{sys.executable} {script}", "--report", str(report)]) == 4
    assert f"{report}: error[not-writable]: cannot be written: No such file or directory" in capsys.readouterr().err
    assert not (tmp_path / "started").exists()


def test_what_is_wrong_with_the_command_line_is_said_before_the_corpus_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unread() -> None:
        raise AssertionError("the corpus is read")

    monkeypatch.setattr("ginrules.corpus.selection.read_corpus", unread)
    for arguments, code in (
        (["opn-spiel"], 3),
        (["builtin", "--report", "run.html"], 2),
        (["builtin", "--failed", "nosuch.jsonl"], 4),
        (["builtin", "--report", "nosuch/run.jsonl"], 4),
    ):
        assert run(["verify", *arguments]) == code, capsys.readouterr().err


@pytest.mark.parametrize("line", [100_000 * "[", '{"scenario": ' + 100_000 * "[", "[[]", '{"scenario": 1, "outcome": []}'])
def test_a_deep_or_broken_report_is_none(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "run.jsonl"
    report.write_text(line + "\n")
    assert run(["verify", "builtin", "--failed", str(report)]) == 4
    assert "[not-a-report]: line 1" in capsys.readouterr().err


def test_what_an_engine_says_before_the_run_is_harmless_and_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "engine.py"
    script.write_text("print(chr(27) + '[31mred' + 100_000 * 'x')")
    assert run(["verify", f"{sys.executable} {script}"]) == 3
    err = capsys.readouterr().err
    assert chr(27) not in err
    assert len(err) < 1000
    assert run(["verify", f"{tmp_path}/\x1b[31m"]) == 3
    assert chr(27) not in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signals")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_the_engine_and_marks_the_report(name: str, code: int, tmp_path: Path) -> None:
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip("these tests run under nohup")
    (tmp_path / "engine.py").write_text(SLEEPER)
    command = [sys.executable, "-m", "ginrules", "verify", f"{sys.executable} engine.py", "--deadline", "600"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        [*command, "--id", "ten-is-within-ten", "--report", "run.jsonl"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not (tmp_path / "asked").exists():
        time.sleep(0.05)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate()
    assert process.returncode == code, err
    assert "INCOMPLETE" in out
    assert "interrupted" in err
    assert json.loads((tmp_path / "run.jsonl").read_text().splitlines()[-1])["complete"] is False
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_signal_during_the_handshake_has_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def signalled(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("ginrules.verify.subjects.subject", signalled)
    before = signal.getsignal(signal.SIGTERM)
    assert run(["verify", "builtin", "--id", "ten-is-within-ten"]) == 143
    assert signal.getsignal(signal.SIGTERM) is before
