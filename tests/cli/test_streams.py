"""Standard streams that are closed or full: said where it can be said, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GINRULES = f"{sys.executable} -m ginrules"
HAND = "hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"
ONE = "verify builtin --id ten-is-within-ten"
FULL = "<stdout>: error[not-writable]: cannot be written: No space left on device\n"
CLOSED = "<stdout>: error[not-writable]: cannot be written: Bad file descriptor\n"

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


def shell(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)


@needs_full
@pytest.mark.parametrize(
    "arguments",
    ["arrange 4h", "score --json '" + HAND + "'", "variant show standard --resolved", "schema protocol", ONE, "--help"],
)
def test_a_full_disk_is_said(arguments: str, tmp_path: Path) -> None:
    done = shell(f"{GINRULES} {arguments} > /dev/full", tmp_path)
    assert (done.returncode, done.stderr) == (4, FULL)


@needs_full
def test_an_engine_on_a_full_disk_ends_quietly(tmp_path: Path) -> None:
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "shutdown", "params": {}})
    done = shell(f"echo '{request}' | {GINRULES} serve > /dev/full", tmp_path)
    assert done.returncode in {0, 4}
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


@needs_full
@pytest.mark.parametrize(
    ("arguments", "code"), [("arrange 1h", 4), ("nosuch", 2), ("arrange", 2), ("verify nosuch-engine", 4), (ONE, 0)]
)
def test_trouble_that_cannot_be_said_keeps_an_exit_code(arguments: str, code: int, tmp_path: Path) -> None:
    assert shell(f"{GINRULES} {arguments} 2> /dev/full", tmp_path).returncode == code


@needs_full
def test_a_report_on_a_full_disk_is_given_up_and_the_table_is_printed(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").symlink_to("/dev/full")
    done = shell(f"{GINRULES} {ONE} --report run.jsonl", tmp_path)
    assert done.returncode == 4
    assert done.stderr == "run.jsonl: error[not-writable]: cannot be written: No space left on device\n"
    assert "columns of 1 scenarios" in done.stdout


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("score - <&-", 4, "there is no text"),
        ("serve <&-", 0, ""),
        ("arrange 4h <&-", 0, ""),
        (f"{ONE} <&-", 0, ""),
        ("arrange 4h >&-", 4, CLOSED),
        ("variant show standard >&-", 4, CLOSED),
        ("variant show standard >&- <&-", 4, CLOSED),
        ("arrange 1h 2>&-", 4, ""),
        (f"{ONE} 2>&-", 0, ""),
        (f"{ONE} >&- 2>&- <&-", 4, ""),
    ],
)
def test_a_closed_stream_is_no_bug(command: str, code: int, error: str, tmp_path: Path) -> None:
    done = shell(f"{GINRULES} {command}", tmp_path)
    assert done.returncode == code, done.stderr
    assert error in done.stderr
    assert bool(error) or "2>" not in command or done.stderr == ""
    assert "Traceback" not in done.stderr


def test_an_engine_whose_output_is_closed_ends_quietly(tmp_path: Path) -> None:
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "shutdown", "params": {}})
    done = shell(f"echo '{request}' | {GINRULES} serve >&-", tmp_path)
    assert done.returncode in {0, 4}
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


def test_what_is_meant_for_a_closed_stream_does_not_land_in_a_file(tmp_path: Path) -> None:
    assert shell(f"{GINRULES} {ONE} --report run.jsonl >&-", tmp_path).returncode == 4
    lines = (tmp_path / "run.jsonl").read_text().splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert json.loads(lines[-1])["complete"] is True
