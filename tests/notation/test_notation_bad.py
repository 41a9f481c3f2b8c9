"""Texts that must be refused: one for each code, with the place of every diagnostic typed by hand."""

import ast
import json
from pathlib import Path

import pytest

from ginrules import notation, resources
from ginrules.diagnostics import Diagnostic, InvalidInput
from ginrules.notation.compile import compile_scenario
from ginrules.notation.explain import BAD_CARD
from ginrules.notation.reader import read_all

BAD = resources.CORPUS / "bad" / "notation"
TEXTS = sorted(BAD.glob("*.ginr"))


def problems(path: Path) -> list[Diagnostic]:
    """Everything that reading and compiling say of a file."""
    file, found = read_all(path.read_bytes().decode(), path.name)
    every = list(found)
    for scenario in file.scenarios:
        try:
            compile_scenario(scenario)
        except InvalidInput as error:
            every += error.diagnostics
    return every


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_bad_text_has_exactly_these_problems(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text())
    found = [
        {"code": problem.code, "line": problem.span.line, "column": problem.span.column}
        for problem in problems(path)
        if problem.span
    ]
    assert found == expected
    assert path.stem in {entry["code"] for entry in expected}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_problem_shows_the_line_that_it_is_in(path: Path) -> None:
    lines = path.read_bytes().decode().split("\n")
    for problem in problems(path):
        assert problem.span
        assert problem.file == path.name
        assert problem.excerpt == lines[problem.span.line - 1]
        assert problem.span.column < problem.span.end_column
        assert str(problem).startswith(f"{path.name}:{problem.span.line}:{problem.span.column}: error[{problem.code}]: ")


def codes_in_the_package() -> set[str]:
    """The first text given to each call that makes a diagnostic, read from the source."""
    found = set()
    for path in Path(notation.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [each.value for each in node.args[:2] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if name in {"problem", "_problem", "_repeated"} and texts:
                found.add(texts[0])
            found |= {
                str(key.value.value) for key in node.keywords if key.arg == "code" and isinstance(key.value, ast.Constant)
            }
    return found


def test_every_code_has_a_bad_text() -> None:
    only_on_the_command_line = {"nothing-to-ask", "not-played-yet"}
    of_very_long_texts = {"too-many-problems"}  # test_notation_reader.py makes one
    through_a_constant = {BAD_CARD, "player-twice", "stock-card", "pile-card"}
    of_other_parts = {"unknown-variant"}
    codes = codes_in_the_package() | through_a_constant | of_other_parts
    assert codes - only_on_the_command_line - of_very_long_texts == {path.stem for path in TEXTS}
