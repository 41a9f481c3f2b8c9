"""Each kind of trouble has its exit code, and none ends in a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ginrules.cli import run

HAND = "hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"
MISSING = "no/such/file.yaml"


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["nonsense"], 2, "no command"),
        (["verfy", "builtin"], 2, "did you mean 'verify'"),
        (["arrange"], 2, "Missing argument"),
        (["arrange", "4h", "--nosuch"], 2, "No such option"),
        (["tali", "x"], 2, "there is no command 'tali'; did you mean 'tally'?"),
        (["play", HAND], 4, "no turn is played before it"),
        (["score", "dealer Ann; hand Ann: 4h"], 4, "ginrules play"),
        (["play", "no/such/file.ginr"], 4, "no such file"),
        (["play", ""], 4, "there is no text"),
        (["verify", "builtin", "--deadline", "soon"], 2, "not a valid float"),
        (["verify", "builtin", "--shard", "3/2"], 2, "no part of a whole"),
        (["verify", "builtin", "--report", "out.html"], 2, ".jsonl"),
        (["schema", "nosuch"], 2, "is not one of"),
        (["verify", "nosuch-engine"], 3, "there is no program"),
        (["verify", "'unclosed"], 3, "cannot be split"),
        (["verify", ""], 3, "no name"),
        (["arrange", "4h", "--variant", "clasic"], 4, "did you mean 'classic'"),
        (["arrange", "4h", "--variant", MISSING], 4, "no such file"),
        (["arrange", "4h", "--set", "knock.limit"], 2, "does not say which rule"),
        (["score", HAND, "--set", "scoring.gin"], 2, "RULE=VALUE"),
        (["variant", "show", "standard", "--set", "scoring.gin"], 2, "RULE=VALUE"),
        (["arrange", "4h", "--set", "=7"], 4, "does not say which rule"),
        (["arrange", "4h", "--variant", ""], 4, "no variant ''"),
        (["score", HAND, "--variant", ""], 4, "no variant ''"),
        (["verify", "builtin", "--deadline", "nan"], 2, "no number of seconds"),
        (["verify", "builtin", "--deadline", "inf"], 2, "--deadline"),
        (["verify", "opn-spiel"], 3, "did you mean 'open-spiel'"),
        (["verify", str(Path(__file__).parent)], 3, "is a folder"),
        (["arrange", "4h", "--set", "knock.limt=7"], 4, "did you mean"),
        (["arrange", "4h", "--set", "scoring.tie=undrcut"], 4, "did you mean 'undercut'"),
        (["score", HAND, "--variant", "nosuch"], 4, "no variant"),
        (["score", HAND.replace("3s", "10x")], 4, "10x"),
        (["score", "no/such/file.ginr"], 4, "no such file"),
        (["score", "."], 4, "folder"),
        (["score", ""], 4, "there is no text"),
        (["corpus", "fmt", "spec/01-cards.md"], 4, "only .ginr files"),
        (["corpus", "list", "--variant", "nosuch"], 4, "no variant"),
        (["corpus", "show", "nosuch"], 4, "no scenario"),
        (["corpus", "export", __file__], 4, "is a file"),
        (["corpus", "export", str(Path(__file__).parent)], 4, "other files"),
        (["verify", "builtin", "--variant", "nosuch"], 4, "no variant"),
        (["verify", "builtin", "--failed", MISSING], 4, "no such file"),
        (["verify", "builtin", "--rule", "nosuch.rule"], 5, "nothing meets"),
        (["verify", "builtin", "--rule", "knock.limt"], 5, "no scenario cites 'knock.limt'; did you mean 'knock.limit'"),
        (["verify", "builtin", "--rule", "meld.*"], 5, "did you mean 'melds.*'"),
        (["verify", "builtin", "--rule", "game.target"], 5, "no scenario cites 'game.target'"),
        (["corpus", "list", "--rule", "game.match"], 5, "no scenario is about game.match yet"),
        (["corpus", "list", "--tag", "nosuch"], 5, "nothing meets"),
        (["corpus", "list", "--tag", "nosuch"], 5, "no scenario has the tag 'nosuch'"),
        (["corpus", "export", "out", "--id", "ten-is-within-tn"], 5, "did you mean 'ten-is-within-ten'"),
        (["variant", "check", MISSING], 1, "no such file"),
    ],
)
def test_trouble_has_its_exit_code(arguments: list[str], code: int, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == code
    captured = capsys.readouterr()
    assert word in (captured.out if arguments[:2] == ["variant", "check"] else captured.err)
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("not-utf-8.ginr", b"ginr 1\nhand Ann: \xff\n", "not UTF-8"),
        ("empty.ginr", b"", "error["),
        ("not-utf-8.yaml", b"spec: 1\nid: \xff\n", "UTF-8"),
        ("empty.yaml", b"", "error["),
        ("large.yaml", b"#" * ((1 << 20) + 1), "too-large"),
        ("large.ginr", b"#" * ((16 << 20) + 1), "too-large"),
    ],
)
def test_files_that_cannot_be_used(
    name: str, content: bytes, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    arguments = ["score", str(path)] if name.endswith(".ginr") else ["arrange", "4h", "--variant", str(path)]
    assert run(arguments) == 4
    assert word in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_read_permission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "locked.yaml"
    path.write_text("spec: 1\n")
    path.chmod(0)
    assert run(["arrange", "4h", "--variant", str(path)]) == 4
    assert "cannot be read" in capsys.readouterr().err


def test_a_bug_says_so_and_shows_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the moon is blue")

    monkeypatch.setattr("ginrules.cli.arrange.read_hand", broken)
    assert run(["arrange", "4h"]) == 6
    err = capsys.readouterr().err
    assert "this is a bug in ginrules" in err
    assert "the moon is blue" in err
    assert "Traceback" not in err


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ginrules.cli.arrange.read_hand", interrupted)
    assert run(["arrange", "4h"]) == 130


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m ginrules variant show standard --resolved | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.startswith("standard")
