"""The rooms of the package and the arrows between them, read from the imports."""

import ast
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "ginrules"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}


def imports(path: Path) -> set[str]:
    """Every module that a file imports, also inside functions, with the names taken from it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def importers(library: str) -> set[str]:
    """The modules that import a library."""
    return {
        name
        for name, path in MODULES.items()
        if any(each == library or each.startswith(library + ".") for each in imports(path))
    }


def room(name: str) -> dict[str, Path]:
    return {module: path for module, path in MODULES.items() if module == name or module.startswith(name + ".")}


def test_the_engine_imports_only_cards_the_typed_rules_and_itself() -> None:
    allowed = ("ginrules.cards", "ginrules.rules.variant", "ginrules.engine")
    for module, path in room("ginrules.engine").items():
        ours = {name for name in imports(path) if name.startswith("ginrules")}
        assert all(name.startswith(allowed) for name in ours), module


def test_the_engine_reads_no_file_and_no_library() -> None:
    standard = {"__future__", "abc", "collections", "dataclasses", "enum", "functools", "itertools", "typing", "operator"}
    for module, path in room("ginrules.engine").items():
        foreign = {name.split(".")[0] for name in imports(path)} - {"ginrules"}
        assert foreign <= standard, module


@pytest.mark.parametrize(
    ("library", "home"),
    [
        ("lark", {"ginrules.notation.reader"}),
        ("yaml", {"ginrules.rules.source"}),
        ("jsonschema", {"ginrules.rules.checks"}),
        ("jsonschema_rs", {"ginrules.verify.protocol"}),
        # An engine under test; the programs of a checkout, which the package must not import.
        ("subprocess", {"ginrules.verify.session", "ginrules.adequacy.checkout"}),
        ("pyspiel", {"ginrules.adapters.open_spiel"}),
        ("rlcard", {"ginrules.adapters.rlcard"}),
    ],
)
def test_a_library_has_one_home(library: str, home: set[str]) -> None:
    assert importers(library) == home


def test_click_and_rich_stay_on_the_command_line() -> None:
    outside = {name for name in importers("click") | importers("rich") if not name.startswith("ginrules.cli")}
    assert outside == set()


STREAMS = {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__"}


def speaks(program: str) -> bool:
    """Whether a program prints, or takes a standard stream of its own process."""
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Name) and node.id == "print":
            return True
        if (
            isinstance(node, ast.Attribute)
            and node.attr in STREAMS
            and isinstance(node.value, ast.Name)
            and node.value.id == "sys"
        ):
            return True
        if isinstance(node, ast.ImportFrom) and node.module == "sys" and STREAMS & {alias.name for alias in node.names}:
            return True
    return False


def test_only_the_command_line_and_programs_print() -> None:
    # The loop of an engine writes protocol lines; the adapters are programs of their own.
    allowed = ("ginrules.cli", "ginrules.adapters", "ginrules.verify.server")
    assert {name for name, path in MODULES.items() if speaks(path.read_text()) and not name.startswith(allowed)} == set()


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ("print(1)", True),
        ("write = print", True),
        ("import sys; sys.stdout.write('1')", True),
        ("import sys; say(file=sys.stderr)", True),
        ("from sys import stdout", True),
        ("process.stdout.read()", False),
        ("from sys import path", False),
    ],
)
def test_whatever_speaks_is_noticed(program: str, answer: bool) -> None:
    assert speaks(program) is answer


def test_the_name_of_the_root_variant_is_not_written_again() -> None:
    ours = ("ginrules.notation", "ginrules.corpus", "ginrules.cli")
    named = {
        name
        for name, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value == "standard" and name.startswith(ours)
    }
    assert named == set()


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_the_pins_of_the_engines_stand_in_one_file() -> None:
    pinned = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["project"]["optional-dependencies"]["engines"]
    makefile = (PACKAGE.parent / "Makefile").read_text()
    assert not [pin for pin in pinned if pin.split("==")[1] in makefile]
    done = subprocess.run(["make", "-pn", "clean"], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert f"ENGINES := {' '.join(pinned)}\n" in done.stdout


def test_the_package_imports_nothing_that_a_wheel_has_not() -> None:
    assert importers("tests") == set()


def test_adapters_know_nothing_of_our_engine() -> None:
    for module, path in room("ginrules.adapters").items():
        ours = {name for name in imports(path) if name.startswith("ginrules")}
        banned = ("ginrules.engine", "ginrules.answer", "ginrules.rules", "ginrules.notation", "ginrules.corpus")
        assert not {name for name in ours if name.startswith(banned)}, module


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        (
            "ginrules.rules",
            ("ginrules.engine", "ginrules.notation", "ginrules.verify", "ginrules.corpus", "ginrules.cli", "ginrules.adequacy"),
        ),
        ("ginrules.notation", ("ginrules.verify", "ginrules.corpus", "ginrules.cli", "ginrules.adequacy")),
        ("ginrules.corpus", ("ginrules.cli", "ginrules.adequacy")),
        ("ginrules.adequacy", ("ginrules.cli",)),
        ("ginrules.answer", ("ginrules.cli", "ginrules.adequacy", "ginrules.verify", "ginrules.corpus", "ginrules.notation")),
        ("ginrules.verify", ("ginrules.cli", "ginrules.corpus", "ginrules.notation", "ginrules.adequacy")),
    ],
)
def test_data_flow_one_way(lower: str, higher: tuple[str, ...]) -> None:
    for module, path in room(lower).items():
        assert not {name for name in imports(path) if name.startswith(higher)}, module


def test_no_module_is_longer_than_it_may_be() -> None:
    too_long = {name: lines for name, path in MODULES.items() if (lines := len(path.read_text().split("\n"))) > 600}
    assert too_long == {}
