"""Strict YAML: what is read, what is refused, and where everything stands."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules.diagnostics import InvalidInput, Span
from ginrules.rules.checks import check_file
from ginrules.rules.source import MAX_BYTES, read_file, read_yaml, scan_yaml


def codes(text: str) -> list[str]:
    return [problem.code for problem in scan_yaml(text, "text")[1]]


def test_plain_words() -> None:
    document = read_yaml("a: true\nb: false\nc: null\nd: 12\ne: -3\nf: 0\ng: no-score\nh: '012'\ni: \"on\"\nj: 12 30\n", "text")
    assert document.data == {
        "a": True, "b": False, "c": None, "d": 12, "e": -3, "f": 0, "g": "no-score", "h": "012", "i": "on", "j": "12 30",
    }  # fmt: skip


# Each of these is read otherwise by some reader of YAML 1.1 or 1.2.
@pytest.mark.parametrize(
    "word",
    [
        *["yes", "No", "on", "OFF", "y", "True", "FALSE", "Null", "~", "=", "012", "0x1F", "0o17", "0b11", "1_000", "+7"],
        *["1.5", "1e3", ".5", "12:30", "2026-08-20", "2026-08-20T10:00:00Z", ".inf", "-.INF", ".nan"],
    ],
)
def test_a_plain_word_that_readers_disagree_on_is_refused(word: str) -> None:
    assert codes(f"a: {word}") == ["ambiguous-scalar"]
    assert codes(f"a: '{word}'") == []


def test_keys_are_text() -> None:
    assert read_yaml("{4: 1, '5': 2, A: 3}", "text").data == {"4": 1, "5": 2, "A": 3}
    assert codes("4: 1\n'4': 2") == ["duplicate-key"]
    assert codes("{on: 1, 07: 2, null: 3, true: 4}") == ["ambiguous-scalar"] * 4


def test_positions_of_keys_and_values() -> None:
    marks = read_yaml("a: 1\nb:\n  c: [x, 'yy']\n", "text").marks
    assert marks["a",] == (Span(1, 1, 2), Span(1, 4, 5))
    assert marks["b", "c"][0] == Span(3, 3, 4)
    assert marks["b", "c", 1] == (None, Span(3, 10, 14))


def test_positions_count_characters_and_lines_end_as_in_an_editor() -> None:
    marks = read_yaml("é𝒳: 'x… y'\r\nb: 2", "text").marks
    assert marks["é𝒳",] == (Span(1, 1, 3), Span(1, 5, 11))
    assert marks["b",] == (Span(2, 1, 2), Span(2, 4, 5))


def test_a_byte_order_mark_takes_no_column() -> None:
    assert read_yaml("\ufeffa: 1", "text").marks["a",][0] == Span(1, 1, 2)


def test_all_problems_are_found_in_one_run() -> None:
    assert codes("a: &x 1\nb: *x\n<<: {c: 1}\nd: !t 1\ne: 1\ne: 2\nf:\ng: on\n---\nh: 1") == [
        "anchor", "alias", "merge-key", "tag", "duplicate-key", "empty-value", "ambiguous-scalar", "several-documents",
    ]  # fmt: skip


def test_what_a_refused_key_holds_is_read_too() -> None:
    assert codes("a: 1\na: {b: on}\n? [c, &d e]\n: *d") == ["duplicate-key", "ambiguous-scalar", "anchor", "not-a-key", "alias"]


def test_anchors_and_tags_on_keys_are_refused() -> None:
    assert codes("&a b: 1") == ["anchor"]
    assert codes("!!str b: 1") == ["tag"]
    assert codes("*a : 1") == ["alias", "not-a-key"]


@pytest.mark.parametrize("text", ["", "\n", "# remark\n", "---\n", "\ufeff"])
def test_nothing_is_empty(text: str) -> None:
    assert codes(text) == ["empty"]


@pytest.mark.parametrize(
    ("text", "line", "column", "hint"),
    [
        ("a:\n\tb: 1", 2, 1, "indent with spaces, not with tabs"),
        ("a: b: c", 1, 5, "put a text that contains a colon in quotes, or look at the indentation"),
        ("a: [1, 2", 1, 9, "close the [ of line 1 with ], or put a comma before what follows"),
        ("a: 1\nb: {c: 7\nd: {e: 2}\n", 3, 2, "close the { of line 2 with }"),
        ("b: {c: {d: 7, e: x}\nf:\n  g: 2\n", 2, 1, "close the { of line 1 with }"),
        ("a: 1\nb:7\nc: {d: 2}\n", 2, 1, "put a space after the colon: b: 7"),
        ("a:\n  b:7\n  c: 2\n", 2, 3, "put a space after the colon: b: 7"),
        ("a: 'x", 1, 6, ""),
        ("a: 1\n b: \x00", 2, 5, ""),
    ],
)
def test_broken_syntax_has_a_place(text: str, line: int, column: int, hint: str) -> None:
    (problem,) = scan_yaml(text, "text")[1]
    assert problem.code == "not-yaml"
    assert problem.span
    assert (problem.span.line, problem.span.column, problem.hint) == (line, column, hint)


def test_hostile_texts_end_soon() -> None:
    assert codes("[" * 100_000) == ["too-deep"]
    assert codes("[" + "1," * 30_000 + "1]") == ["too-large"]
    assert codes("a: " + "9" * 5_000) == ["out-of-range"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    def code(path: Path) -> str:
        with pytest.raises(InvalidInput) as caught:
            read_file(path)
        (problem,) = caught.value.diagnostics
        assert problem.file == str(path)
        return problem.code

    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    assert code(large) == "too-large"
    assert code(tmp_path) == "not-a-file"
    assert code(tmp_path / "none.yaml") == "not-found"
    assert code(large / "none.yaml") == "not-found"
    assert code(Path("\0")) == "not-readable"
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert code(loop) == "not-readable"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_a_byte_that_is_no_text_is_shown_in_its_line(mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(mark + "é: 1\r\n".encode() + "né: J".encode() + b"\xfcrgen\r\n")
    with pytest.raises(InvalidInput) as caught:
        read_file(path)
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.message, problem.span) == ("not-utf-8", "byte 0xfc is not UTF-8", Span(2, 6, 7))
    assert problem.excerpt == "né: J\ufffdrgen"
    path.write_bytes(mark + b"\xff")
    with pytest.raises(InvalidInput) as caught:
        read_file(path)
    assert caught.value.diagnostics[0].span == Span(1, 1, 2)


def test_a_file_of_just_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "full.yaml"
    path.write_bytes(b"a: 1\n#" + b"x" * (MAX_BYTES - 6))
    assert read_file(path).data == {"a": 1}


@given(st.text(alphabet="ab1:-{}[],&*!#'\"|>%@ \n\t?<~\u00e9\u2028\ufeff\r", max_size=40))
def test_any_text_is_read_or_refused_with_places_inside_it(text: str) -> None:
    document, problems = scan_yaml(text, "text")
    assert document is not None or problems
    count = text.count("\n") + 1
    for problem in problems:
        assert problem.span is None or 1 <= problem.span.line <= count
        str(problem)


@pytest.mark.parametrize(
    ("text", "column"),
    [('name: "\\UFFFFFFFF"', 8), ('name: "\\U00110000"', 8), (f"%YAML 1.{'9' * 5000}", 9)],
    ids=["no number of a character", "beyond the last character", "a version of 5000 digits"],
)
def test_a_number_that_the_parser_trips_over_is_not_yaml(text: str, column: int) -> None:
    document, problems = scan_yaml(f"spec: 1\n{text}\n" if text.startswith("name") else f"{text}\n---\nspec: 1\n", "f")
    assert document is None
    (problem,) = problems
    assert problem.code == "not-yaml"
    assert problem.span
    assert problem.span.column == column


@pytest.mark.parametrize("character", ["\r", "\x85", "\u2028", "\u2029"])
def test_what_ends_a_line_for_yaml_only_is_refused(character: str) -> None:
    _, problems = scan_yaml(f"spec: 1\nname: a{character}b\n", "f")
    assert [(problem.code, problem.span and problem.span.line) for problem in problems] == [("line-break", 2)]


@pytest.mark.parametrize("version", ['"1"', "true"])
def test_a_version_that_is_no_number_is_said_to_be_none(version: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"spec: {version}\nid: x\n")
    (problem,) = check_file(str(path))
    assert problem.code == "spec-version"
    assert problem.message == "the version of the format is a number"


def test_a_key_without_a_space_behind_its_colon_is_one_problem_and_is_read() -> None:
    document, problems = scan_yaml("a: {b:30, c-d:x, e: 1, 4:15}", "f")
    assert [(one.code, one.span and one.span.column, one.hint) for one in problems] == [
        ("unknown-key", 5, "put a space after the colon: b: 30"),
        ("unknown-key", 11, "put a space after the colon: c-d: x"),
        ("unknown-key", 24, "put a space after the colon: 4: 15"),
    ]
    assert document
    assert document.data == {"a": {"b": 30, "c-d": "x", "e": 1, "4": 15}}
    assert codes("{'a:b': 1, http://c: 2, d:e: 3}") == []
