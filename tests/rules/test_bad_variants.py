"""Files that must be refused, each with every diagnostic that it deserves.

The lines and columns in `conformance/bad/variants/*.expected.json` were counted by hand.
"""

import json
from pathlib import Path

import pytest

from ginrules.diagnostics import InvalidInput
from ginrules.resources import CORPUS
from ginrules.rules.checks import check_file
from ginrules.rules.codes import CODES
from ginrules.rules.resolve import load_variant

FOLDER = CORPUS / "bad" / "variants"
FILES = sorted(FOLDER.glob("*.yaml"), key=lambda path: path.name)

NOT_A_FILE = {"not-found", "not-a-file", "not-readable", "too-large", "ambiguous-variant", "unknown-rule", "override-form"}
"""Codes of what no file of the folder can show: missing and huge files, and changes on the command line; tested one by one."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_file_has_exactly_the_expected_diagnostics(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    found = [problem.to_json() for problem in check_file(path, shipped=path.stem == "uncited")]
    for one in expected:
        one.setdefault("severity", "error")
    keys = sorted((one["line"], one["column"], one["code"], one["severity"]) for one in expected)
    assert sorted((one["line"], one["column"], one["code"], one["severity"]) for one in found) == keys
    for one in expected:
        assert any(one.items() <= problem.items() for problem in found), one


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_file_shows_its_own_code(path: Path) -> None:
    codes = {one["code"] for one in json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))}
    assert path.stem in codes


def test_every_code_has_a_bad_file() -> None:
    assert {path.stem for path in FILES} | NOT_A_FILE == set(CODES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_loading_refuses_what_checking_calls_an_error(path: Path) -> None:
    problems = check_file(path)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        with pytest.raises(InvalidInput) as caught:
            load_variant(str(path))
        assert list(caught.value.diagnostics) == errors
    else:
        assert load_variant(str(path)).diagnostics == problems


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_severities_are_those_of_the_table_of_codes(path: Path) -> None:
    for problem in check_file(path, shipped=True):
        assert problem.severity == CODES[problem.code].severity


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_diagnostic_shows_the_line_with_a_caret(path: Path) -> None:
    for problem in check_file(path):
        if problem.code == "empty":
            continue
        assert problem.span
        assert problem.excerpt
        assert "^" in str(problem)


def test_there_is_no_expectation_without_a_file() -> None:
    expectations = {path.name.removesuffix(".expected.json") for path in FOLDER.glob("*.expected.json")}
    assert expectations == {path.stem for path in FILES}
