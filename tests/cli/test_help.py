"""Every command has a help text with an example, and every example runs."""

import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ginrules.cli import cli, run
from ginrules.corpus.selection import read_corpus

ROOT = Path(__file__).parent.parent.parent


def commands(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}".strip())
        else:
            yield f"{name} {word}".strip(), command


COMMANDS = dict(commands(cli))
EXAMPLES = [
    (name, example)
    for name, command in COMMANDS.items()
    for example in re.findall(r"(?:echo '.*?' \| )?ginrules .*?(?=   ginrules|$)", command.epilog or "")
]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name."""
    house = (ROOT / "docs" / "demo" / "our-house.yaml").read_text().replace("id: our-house", "id: my-house")
    (tmp_path / "my-house.yaml").write_text(house)
    shutil.copy(ROOT / "docs" / "examples" / "my_engine.mjs", tmp_path)
    (tmp_path / "my-scenarios.ginr").write_text("ginr 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def first_id() -> str:
    return read_corpus()[0].scenario.id


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_and_a_first_sentence(name: str) -> None:
    assert (COMMANDS[name].help or "").strip()
    assert any(named == name for named, _ in EXAMPLES), f"{name} has no example"


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_every_example_runs(name: str, example: str, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert workplace.is_dir()
    # The command `ginrules` of this environment is found, whether or not the environment is activated.
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if "node " in example and shutil.which("node") is None:
        pytest.skip("there is no Node.js here")
    if "open-spiel" in example:
        pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    if example.startswith("echo "):
        said, _, example = example.partition(" | ")
        stdin = io.TextIOWrapper(io.BytesIO(shlex.split(said)[1].encode() + b"\n"))
        monkeypatch.setattr(sys, "stdin", stdin)
    words = [first_id() if word == "ID" else word for word in shlex.split(example)]
    assert words[:1] == ["ginrules"]
    assert name in " ".join(words)
    # An engine may differ, and the corpus may miss something: both are said, and then the exit code is 1.
    assert run(words[1:]) in ({0, 1} if words[1] == "verify" or "adequacy" in words else {0})
