"""What `ENGINE` on the command line names."""

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed
from ginrules.verify.outcomes import Outcome
from ginrules.verify.runner import run
from ginrules.verify.session import NotStarted
from ginrules.verify.subjects import ADAPTERS, External, InProcess, command, subject
from tests.puppet.stage import Stage, case, said
from tests.puppet.theatre import KING, PATIENT, arranging, left_running, puppet


def test_the_built_in_engine_lives_in_this_process() -> None:
    with subject("builtin") as engine:
        assert isinstance(engine, InProcess)
        results = list(run([arranging("king", KING, 10), case("s", {"points": {"Ann": 31}, "boxes": {"Ann": 1}})], engine))
    assert [result.outcome for result in results] == ["pass", "pass"]


def test_a_command_line_is_split_and_no_shell_reads_it(tmp_path: Path) -> None:
    words = puppet(tmp_path, {"on": "arrange", "do": [{"reply": {"deadwood": 10, "melds": []}}]})
    with subject(shlex.join([*words, "$(touch never)", "; exit 1"]), limits=PATIENT) as engine:
        assert isinstance(engine, External)
        (result,) = run([arranging("king", KING, 10)], engine)
    assert result.outcome == "pass"
    assert left_running(tmp_path) == []


def test_the_path_of_a_program_may_hold_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "my engine"
    folder.mkdir()
    script = folder / "run me"
    script.write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
    script.chmod(0o755)
    assert command(str(script)) == (str(script),)


def test_a_program_beside_us_needs_no_dot_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "engine"
    script.write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
    script.chmod(0o755)
    assert command("engine") == (str(script),)


def test_adapters_have_names() -> None:
    assert command("open-spiel") == (sys.executable, "-m", "ginrules.adapters.open_spiel")
    assert command("rlcard") == ADAPTERS["rlcard"]


@pytest.mark.parametrize(
    ("engine", "word"),
    [
        ("no-such-program-here --fast", "there is no program 'no-such-program-here'"),
        ("no-such-program-here", "an engine is builtin, open-spiel, rlcard, the path"),
        ("opn-spiel", r"no program 'opn-spiel'; did you mean 'open-spiel'\?"),
        ("rlcards", "did you mean 'rlcard'"),
        ("x" * 5000, "there is no program 'x{160} … x{37}'"),
        ("", "no name"),
        ("'open", "cannot be split"),
    ],
)
def test_what_names_no_program(engine: str, word: str) -> None:
    with pytest.raises(NotStarted, match=word):
        subject(engine)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("engine.py", 'write "python engine.py"'),
        ("engine.js", 'write "node engine.js"'),
        ("my engine.mjs", "write \"node 'my engine.mjs'\""),
        ("engine", "chmod +x engine"),
        ("engine.rb", "chmod +x engine.rb"),
    ],
)
def test_a_file_that_cannot_be_executed(name: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("", encoding="ascii")
    with pytest.raises(NotStarted) as raised:
        subject(name)
    assert str(raised.value) == f"{name} is a file that cannot be executed; {hint}"


def test_a_file_that_cannot_be_executed_with_options(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text("", encoding="ascii")
    with pytest.raises(NotStarted, match="a file that cannot be executed"):
        subject(f"{script} --fast")


@pytest.mark.parametrize("line", ["{}", "{} --fast"])
def test_a_folder_is_no_program(line: str, tmp_path: Path) -> None:
    with pytest.raises(NotStarted, match=f"{tmp_path} is a folder; name the program in it"):
        subject(line.format(tmp_path))


def test_a_folder_with_a_space_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "my engine").mkdir()
    with pytest.raises(NotStarted, match="my engine is a folder"):
        subject(str(tmp_path / "my engine"))


def test_messages_call_an_engine_as_the_command_line_does(tmp_path: Path) -> None:
    end = {"on": "initialize", "do": [{"exit": 7}]}
    line = shlex.join(puppet(tmp_path, end)).replace(" -I -S ", "  -I   -S ")
    with pytest.raises(NotStarted) as raised:
        subject(line, limits=PATIENT)
    assert str(raised.value) == f"{line}: initialize: it ended with exit code 7"
    bad = {"on": "initialize", "do": [{"reply": said(rules={"melds.ace": {"$ref": "#"}})}]}
    line = shlex.join(puppet(tmp_path, bad))
    with pytest.raises(NotStarted) as raised:
        subject(line, limits=PATIENT)
    assert str(raised.value).startswith(f"{line}: initialize: rules/melds.ace: ")


def test_an_engine_with_a_bad_schema_is_not_started_and_leaves_nothing(tmp_path: Path) -> None:
    reply = said(rules={"melds.ace": {"$ref": "#"}})
    with pytest.raises(NotStarted, match=r"melds\.ace"):
        External(puppet(tmp_path, {"on": "initialize", "do": [{"reply": reply}]}), PATIENT)
    assert left_running(tmp_path) == []


def test_the_end_of_the_block_ends_the_process_whatever_happens(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), External(puppet(tmp_path), PATIENT):
        raise KeyboardInterrupt
    assert left_running(tmp_path) == []


@pytest.mark.parametrize(
    ("error", "outcome", "detail"),
    [
        (InvalidInput([Diagnostic(code="x", message="a card twice")]), Outcome.ERROR, "error -32602: a card twice"),
        (NotPlayed("deck.jokers = 2"), Outcome.UNSUPPORTED, "deck.jokers = 2"),
    ],
)
def test_what_an_engine_in_this_process_raises(error: Exception, outcome: Outcome, detail: str) -> None:
    class Raising(Stage):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            raise error

    answer = Raising().subject().answer(arranging("king", KING, 10).question)
    assert (answer.wrong, answer.detail) == (outcome, detail)


def test_its_answers_are_checked_too() -> None:
    class Wrong(Stage):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return {"deadwood": -1, "melds": []}

    assert Wrong().subject().answer(arranging("king", KING, 10).question).wrong is Outcome.PROTOCOL
