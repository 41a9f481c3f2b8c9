"""How a diagnostic is shown: the place, the line, the caret, the hint."""

from ginrules.diagnostics import Diagnostic, InvalidInput, NotPlayed, Severity, Span, did_you_mean


def test_the_caret_stands_under_the_word() -> None:
    diagnostic = Diagnostic(
        code="not-a-card",
        message="'10x' is not a card",
        file="evening.ginr",
        span=Span(3, 12, 15),
        hint="suits are c d h s",
        excerpt="hand Ann: 4h 10x",
    )
    assert str(diagnostic).split("\n") == [
        "evening.ginr:3:12: error[not-a-card]: '10x' is not a card",
        "    3 | hand Ann: 4h 10x",
        "      |            ^^^",
        "      = hint: suits are c d h s",
    ]


def test_tabs_are_kept_under_the_line_so_that_the_caret_does_not_drift() -> None:
    diagnostic = Diagnostic(code="x", message="m", file="f", span=Span(1, 3, 5), excerpt="\ta\tbc")
    assert str(diagnostic).split("\n")[2] == "      | \t ^^"


def test_a_span_past_the_end_of_the_line_still_has_one_caret() -> None:
    diagnostic = Diagnostic(code="x", message="m", file="f", span=Span(1, 4, 9), excerpt="abc")
    assert str(diagnostic).split("\n")[2] == "      |    ^"


def test_without_a_place_there_is_only_the_sentence() -> None:
    assert str(Diagnostic(code="x", message="m")) == "error[x]: m"


def test_json_has_the_promised_keys() -> None:
    diagnostic = Diagnostic(code="x", message="m", file="f", span=Span(2, 7, 8), severity=Severity.WARNING, hint="h")
    expected = {"file": "f", "line": 2, "column": 7, "severity": "warning", "code": "x", "message": "m", "hint": "h"}
    assert diagnostic.to_json() == expected
    assert Diagnostic(code="x", message="m").to_json()["line"] == 0


def test_invalid_input_carries_every_diagnostic() -> None:
    both = (Diagnostic(code="a", message="one"), Diagnostic(code="b", message="two"))
    error = InvalidInput(both)
    assert error.diagnostics == both
    assert "one" in str(error)
    assert "two" in str(error)


def test_what_is_not_played_is_named() -> None:
    assert str(NotPlayed("deck.jokers = 2")) == "not-played-yet: deck.jokers = 2"


def test_a_word_that_resembles_none_gets_no_hint() -> None:
    assert did_you_mean("xyzzy", ["undercut", "tie"]) == ""


def test_of_a_long_line_only_the_part_around_the_caret_is_shown() -> None:
    diagnostic = Diagnostic(code="x", message="m", file="f", span=Span(1, 5001, 5004), excerpt="a" * 5000 + "bad" + "c" * 5000)
    lines = str(diagnostic).split("\n")
    assert max(map(len, lines)) < 200
    caret = lines[2].index("^")
    assert lines[1][caret : caret + 3] == "bad"
    assert lines[2].count("^") == 3


def test_what_cannot_be_printed_reaches_no_terminal() -> None:
    diagnostic = Diagnostic(
        code="x", message="'a\x1b[31m' is wrong\n", file="f\x00", span=Span(1, 3, 4), hint="\u202e", excerpt="a\x1b[\x00b"
    )
    shown = str(diagnostic)
    assert all(each.isprintable() or each == "\n" for each in shown)
    assert "\\x1b[31m" in shown
    lines = shown.split("\n")
    assert lines[2].index("^") == lines[1].index("[")


def test_a_long_message_is_shortened_for_people_and_whole_for_programs() -> None:
    diagnostic = Diagnostic(code="x", message="m" * 100_000)
    assert len(str(diagnostic)) < 500
    assert diagnostic.to_json()["message"] == "m" * 100_000
