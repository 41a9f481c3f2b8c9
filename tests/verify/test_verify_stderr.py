"""Which lines of an engine's standard error are shown."""

import pytest

from ginrules.verify.stderr import telling_end, telling_lines

FRAMES = [f"    at step{number} (file:///engine.mjs:{number}:9)" for number in range(10)]


@pytest.mark.parametrize(
    ("before", "error"),
    [
        # As Node 20, Java 17 and .NET 8 write it.
        (["file:///engine.mjs:3", "  throw new RangeError('x');", "        ^", ""], "RangeError: x"),
        ([], "TypeError [ERR_INVALID_ARG_TYPE]: x"),
        (["hello"], 'Exception in thread "main" java.lang.NullPointerException: x'),
        ([], "Unhandled exception. System.InvalidOperationException: x"),
        ([], "Error"),
    ],
)
def test_the_line_that_holds_the_error_comes_first(before: list[str], error: str) -> None:
    text = "\n".join([*before, error, *FRAMES])
    assert telling_lines(text, 3) == [error, "…", *FRAMES[-3:]]


def test_nothing_is_shown_twice_or_left_out_without_a_mark() -> None:
    lines = ["Error: x", *FRAMES]
    assert telling_lines("\n".join(lines), 11) == lines
    assert telling_lines("\n".join(lines), 10) == lines
    assert telling_lines("\n".join([*FRAMES, "ZeroDivisionError: x"]), 2) == [FRAMES[-1], "ZeroDivisionError: x"]
    assert telling_lines("\n".join(FRAMES), 2) == FRAMES[-2:]
    assert telling_lines("", 2) == []


def test_the_end_of_a_long_text_begins_with_its_error() -> None:
    text = "\n".join(["Error: x", *FRAMES])
    assert telling_end(text, len(text)) == text
    assert telling_end(text, 100) == "Error: x\n" + text[-91:]
    assert len(telling_end("Error: " + "x" * 500 + "\n" + "y" * 500, 100)) == 100
    assert telling_end("x" * 500, 100) == "x" * 100
