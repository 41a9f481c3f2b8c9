"""Writing what was read, and reading what was written."""

import pytest
from hypothesis import given

from ginrules.diagnostics import InvalidInput
from ginrules.notation.reader import parse, read, read_fragment
from ginrules.notation.scenario import ScenarioFile
from ginrules.notation.statements import Statement
from ginrules.notation.writer import format_text, write, write_scenario, write_statement
from tests.notation.notation_strategies import any_statement, files

SLOPPY = """\
# what this is

ginr 1   # the version
players   Ann\tBob


# about the head
variant standard   with scoring.tie=no-score,knock.limit = {kind:  upcard, ace: one}  as mine , classic

# one
scenario first "a \\"title\\""   # why
tags gin,knock

# a remark


hand Ann: [ 4♥ 5H 6h]  10c [] TH   # trailing
hand Bob: *  ??
Ann: knock,show [*=10♠ A♤]
      Bob: layoff 7h  8h on 6h and 10d on *=10S
expect in mine ,classic: knock Ann +31 why "1"
deal 007 upcard 4s table 2 last dealer Bob: Ann gin 0 ,Bob 31
# the end of the first

scenario second
# nothing
"""

CANONICAL = """\
# what this is

ginr 1  # the version
players Ann Bob

# about the head
variant standard with scoring.tie = no-score, knock.limit = {kind: upcard, ace: one} as mine, classic

# one
scenario first "a \\"title\\""  # why
  tags gin, knock

  # a remark

  hand Ann: [4h 5h 6h] Tc [] Th  # trailing
  hand Bob: * ??
  Ann: knock, show [*=Ts As]
  Bob: layoff 7h 8h on 6h and Td on *=Ts
  expect in mine, classic: knock Ann 31 why "1"
  deal 7 table 2 dealer Bob upcard 4s last: Ann gin 0, Bob 31
  # the end of the first

scenario second
  # nothing
"""


def test_a_sloppy_file_is_written_in_the_canonical_form() -> None:
    assert format_text(SLOPPY, "x.ginr") == CANONICAL


def test_the_canonical_form_is_a_fixed_point() -> None:
    assert format_text(CANONICAL, "x.ginr") == CANONICAL


def test_formatting_changes_nothing_that_is_said() -> None:
    assert parse(SLOPPY, "x.ginr") == parse(CANONICAL, "x.ginr")


def test_a_comment_directly_above_a_header_goes_with_it() -> None:
    text = "ginr 1\nscenario a\n  hand Ann: 4h\n# about b\nscenario b\n  hand Ann: 4h\n"
    written = format_text(text, "x.ginr")
    assert written == "ginr 1\n\nscenario a\n  hand Ann: 4h\n\n# about b\nscenario b\n  hand Ann: 4h\n"


def test_a_comment_apart_from_the_header_stays_with_the_scenario_above() -> None:
    text = "ginr 1\n\nscenario a\n  hand Ann: 4h\n\n  # about a\n\nscenario b\n"
    assert format_text(text, "x.ginr") == text


def test_carriage_returns_go() -> None:
    text = "ginr 1\r\nscenario a # one\r\n\r\n  hand Ann: 4h\r\n"
    assert format_text(text, "x.ginr") == "ginr 1\n\nscenario a  # one\n\n  hand Ann: 4h\n"


def test_a_file_with_semantic_errors_is_formatted_all_the_same() -> None:
    assert format_text("ginr 1\nscenario a\nhand Ann: 4h 4h\n", "x.ginr") == "ginr 1\n\nscenario a\n  hand Ann: 4h 4h\n"


def test_a_file_with_syntax_errors_is_not_formatted() -> None:
    with pytest.raises(InvalidInput) as error:
        format_text("ginr 1\nscenario a\nhand Ann: 4x\nhnad\n", "x.ginr")
    assert [problem.code for problem in error.value.diagnostics] == ["bad-card", "unknown-keyword"]


def test_a_fragment_is_written_as_a_file() -> None:
    written = write(read_fragment("variant classic; Ann knock 4, Bob 23; dead"))
    assert written == "ginr 1\nvariant classic\n\nscenario fragment\n  deal 1: Ann knock 4, Bob 23\n  deal 2: dead\n"


def test_a_scenario_can_be_cut_out_with_its_settings() -> None:
    text = "ginr 1\nplayers Ann Bob\nvariant classic\n\n# c\nscenario a\n  hand Ann: 4h\n\nscenario b\n"
    first, second = read(text, "x.ginr").scenarios
    assert write_scenario(first) == "ginr 1\nplayers Ann Bob\nvariant classic\n\n# c\nscenario a\n  hand Ann: 4h\n"
    assert read(write_scenario(second), "x.ginr").scenarios == (second,)


@given(any_statement)
def test_every_statement_is_read_as_it_is_written(statement: Statement) -> None:
    text = f"ginr 1\nscenario a\n  {write_statement(statement)}\n"
    (scenario,) = parse(text, "x.ginr").scenarios
    assert scenario.statements == (statement,)


@given(files())
def test_reading_what_was_written_gives_the_same(file: ScenarioFile) -> None:
    text = write(file)
    again = parse(text, "x.ginr")
    assert write(again) == text
    assert parse(write(again), "x.ginr") == again
    assert [scenario.statements for scenario in again.scenarios] == [scenario.statements for scenario in file.scenarios]
    assert [line.comment for line in again.head[:1]] == [line.comment for line in file.head[:1]]


@given(files())
def test_windows_line_ends_say_the_same(file: ScenarioFile) -> None:
    text = write(file)
    assert parse(text.replace("\n", "\r\n"), "x.ginr") == parse(text, "x.ginr")
