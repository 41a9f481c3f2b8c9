"""The pages for users: their links, their commands, their examples."""

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from ginrules.answer import answer
from ginrules.cli import COMMANDS, cli, run
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_fragment, read_markdown
from ginrules.rules.codes import CODES
from ginrules.rules.resolve import load_variant
from ginrules.verify.compare import compare
from ginrules.verify.protocol import shape_fault

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", *DOCS]
LINK = re.compile(r"\]\((?P<file>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
RUN = ({"arrange"}, {"score"}, {"play"}, {"tally"}, {"variant"}, {"corpus", "list"}, {"schema"})
"""The commands that are run; the others are only parsed: they are slow, write files, or wait for input."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block with its place."""

    page: Path
    line: int
    info: str
    text: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def fences(page: Path) -> Iterator[Fence]:
    start: int | None = None
    info = ""
    lines = page.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.startswith("```"):
            continue
        if start is None:
            start, info = number, line[3:].strip()
        else:
            yield Fence(page, start + 1, info, "\n".join(lines[start : number - 1]))
            start = None
    assert start is None, f"{page.name}: the block of line {start} does not end"


ALL = [fence for page in PAGES for fence in fences(page)]
SCENARIOS = [fence for fence in ALL if fence.info == "ginr"]


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command of a page and, where a `text` block follows it, what it prints."""

    page: Path
    line: int
    words: tuple[str, ...]
    output: str | None

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def command_lines() -> Iterator[CommandLine]:
    for place, fence in enumerate(ALL):
        if fence.info not in {"", "sh", "console"}:
            continue
        found = [(number, line) for number, line in enumerate(fence.text.split("\n")) if re.search(r"(^|\| )ginrules ", line)]
        after = ALL[place + 1] if place + 1 < len(ALL) else None
        end = fence.line + fence.text.count("\n") + 1
        follows = after is not None and after.page == fence.page and after.info == "text" and after.line - end <= 3
        output = after.text if after and follows and len(found) == 1 else None
        for number, line in found:
            words = shlex.split(line[line.index("ginrules ") :] if not line.startswith("ginrules ") else line, comments=True)
            words = words[: words.index(">")] if ">" in words else words
            yield CommandLine(fence.page, fence.line + number, tuple(words[1:]), output)


COMMAND_LINES = list(command_lines())


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    wrong = []
    for link in LINK.finditer(text):
        if "://" in link["file"]:
            continue
        target = page.parent / link["file"] if link["file"] else page
        if not target.exists() or (link["anchor"] and link["anchor"] not in anchors(target)):
            wrong.append(link.group())
    assert not wrong


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in DOCS if f"({page.name})" not in index and page.name != "README.md"] == []


@pytest.mark.parametrize("fence", SCENARIOS, ids=str)
def test_a_scenario_compiles_and_its_expectations_hold(fence: Fence) -> None:
    scenarios = read_markdown(f"```ginr\n{fence.text}\n```", str(fence)).scenarios
    assert scenarios
    for scenario in scenarios:
        cases = compile_scenario(scenario)
        assert cases
        for case in cases:
            compared = compare(case.question, case.expect, answer(case.question.method, case.question.params))
            assert compared.passes, compared.differences


def test_there_are_examples() -> None:
    assert len(SCENARIOS) >= 5


def parsed(words: tuple[str, ...]) -> list[str]:
    """The names of the commands of a command line, all its options and arguments accepted.

    Raises:
        click.ClickException: a command, an option or a value that there is not.
    """
    group: click.Command = cli
    context = click.Context(group, info_name="ginrules")
    rest = list(words)
    names = []
    while isinstance(group, click.Group):
        name = rest.pop(0)
        command = group.get_command(context, name)
        if command is None:
            raise click.UsageError(f"there is no command {name!r}")
        group = command
        names.append(name)
        if isinstance(group, click.Group):
            context = click.Context(group, parent=context, info_name=name)
    group.make_context(names[-1], rest, parent=context)
    return names


@pytest.mark.parametrize("command", COMMAND_LINES, ids=str)
def test_a_command_line_names_what_there_is(command: CommandLine) -> None:
    assert parsed(command.words)


def test_a_command_or_option_that_there_is_not_is_noticed() -> None:
    for line in ("nosuch", "corpus nosuch", "variant list --nosuch", "verify builtin --deadline soon"):
        with pytest.raises(click.ClickException):
            parsed(tuple(shlex.split(line)))


def test_every_command_has_an_example() -> None:
    assert {command.words[0] for command in COMMAND_LINES} == set(COMMANDS)


@pytest.mark.parametrize(
    "command",
    [each for each in COMMAND_LINES if any(names <= set(each.words[:2]) for names in RUN)],
    ids=str,
)
def test_a_command_line_runs(
    command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for entry in ("docs", "conformance", "spec"):
        (tmp_path / entry).symlink_to(ROOT / entry)
    house = next(fence.text for fence in ALL if fence.page == PAGES[0] and fence.info == "yaml")
    if command.words[:2] != ("variant", "new"):  # which writes it, and never over a file
        (tmp_path / "our-house.yaml").write_text(house, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GINRULES_VARIANTS", raising=False)
    code = run(command.words)
    out, err = capsys.readouterr()
    if command.output is not None:
        assert (err + out).rstrip("\n") == command.output
    later = command.output is not None and command.output.startswith("ginrules: not-played-yet: ")
    assert code == 4 if later else code in {0, 1}, err


def entries() -> dict[str, set[str]]:
    """The rows of the page of diagnostics: what is said of each code, warnings with their mark."""
    text = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for row in re.finditer(r"^\| `(?P<code>[a-z0-9-]+)` \| (?P<says>.+?) \| .+ \|$", text, re.MULTILINE):
        found.setdefault(row["code"], set()).add(row["says"])
    return found


@pytest.mark.parametrize(
    "expected",
    sorted((ROOT / "conformance" / "bad").glob("**/*.expected.json")),
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_every_code_of_a_bad_file_is_described(expected: Path) -> None:
    codes = {found["code"] for found in json.loads(expected.read_text(encoding="utf-8"))}
    assert codes <= set(entries())


@pytest.mark.parametrize("code", list(CODES))
def test_the_sentence_of_a_variants_code_is_that_of_the_loader(code: str) -> None:
    mark = "*Warning.* " if CODES[code].severity == "warning" else ""
    assert mark + CODES[code].sentence in entries()[code]


def test_every_code_of_the_package_is_described() -> None:
    """Codes are found in the source by how a diagnostic is made."""
    made = re.compile(
        r"(?:code=|_?problem\((?:\s*scenario,)?(?:\s*entry\.scenario,)?|_refused\(\w+,|code, message, hint =)"
        r"\s*\"([a-z0-9-]+)\""
    )
    found = {code for path in (ROOT / "ginrules").glob("**/*.py") for code in made.findall(path.read_text(encoding="utf-8"))}
    assert len(found) > 60
    assert found - set(entries()) == set()


# --- the messages of protocol.md


def messages() -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
    """The requests of the page, each with the reply that follows it; `{…}` and `,…` stand for what is left out."""
    found: list[tuple[dict[str, Any], dict[str, Any] | None]] = []
    for fence in fences(ROOT / "docs" / "protocol.md"):
        if fence.info != "text":
            continue
        for part in re.split(r"\n(?=[<>] )", fence.text):
            if not part.startswith(("> {", "< {")):
                continue
            message = json.loads(part[2:].replace(",…", "").replace("{…}", "{}"))
            if part.startswith(">"):
                found.append((message, None))
            elif found and found[-1][0]["id"] == message["id"]:
                found[-1] = (found[-1][0], message)
    return found


def test_messages_have_the_shapes_of_the_protocol() -> None:
    methods = set()
    for request, reply in messages():
        assert shape_fault("request", request) == ""
        assert shape_fault(f"{request['method']}.params", request["params"]) == ""
        methods.add(request["method"])
        if reply is not None:
            assert shape_fault("reply", reply) == ""
            assert shape_fault(f"{request['method']}.result", reply["result"]) == ""
    assert methods == {"initialize", "arrange", "score", "play", "tally"}


def test_replies_are_those_of_the_built_in_engine() -> None:
    standard = load_variant("standard")
    asked = [(request, reply) for request, reply in messages() if request["method"] in {"arrange", "score", "tally"}]
    assert len(asked) >= 4
    for request, reply in asked:
        assert reply is not None
        params = {**request["params"], "rules": standard.question_rules(request["method"])}
        said = answer(request["method"], params)
        if request["method"] == "tally":  # its steps are left out on the page
            del said["steps"]
        assert said == reply["result"]


def test_what_an_engine_says_of_itself_has_the_right_shape() -> None:
    blocks = [fence.text for fence in fences(ROOT / "docs" / "protocol.md") if fence.info == "json"]
    assert blocks
    for block in blocks:
        assert shape_fault("initialize.result", json.loads(block)) == ""


def test_fragments_of_the_command_line_are_read() -> None:
    texts = [word for command in COMMAND_LINES if command.words[0] == "score" for word in command.words if "hand " in word]
    assert texts
    for text in texts:
        assert read_fragment(text).scenarios


def test_the_python_page_runs() -> None:
    assert doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False).failed == 0
