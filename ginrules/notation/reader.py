"""From text to scenarios: every line is read by itself, and all that is wrong is reported in one run.

A file is the version, then settings, then scenarios; a line is what `grammar.lark` says. Lark is imported and the parser built
when the first text is read, once a process, and never cached on disk (the cache unpickles).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ginrules.cards import JOKER
from ginrules.diagnostics import Diagnostic, InvalidInput, Span
from ginrules.notation.assemble import Assembled, Kind, Piece, assemble
from ginrules.notation.build import Builder
from ginrules.notation.checks import check, duplicates, is_certain
from ginrules.notation.explain import BAD_CARD, END, Failure, explain
from ginrules.notation.scenario import Line, Scenario, ScenarioFile, Source

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef

VERSION = 1
"""The version of the notation that this program reads."""

MOST_PROBLEMS = 1000
"""Of a text in which more is wrong, the rest is not read: it is no text in the notation."""

MOST_BAD_CARDS = 30
"""Of one line: it is read again for each."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)|#.*|;|[^";#]+', re.DOTALL)
_TYPED_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)|#[^;]*|;|[^";#]+', re.DOTALL)
"""Of a text of one line, which a comment to its end would cut short."""
_FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,})\s*(?P<language>[\w-]*)")


@cache
def _parser() -> tuple[Lark, dict[str, str]]:
    """The parser, and the keyword behind the name of each terminal that is one."""
    from lark import Lark

    keywords: dict[str, str] = {}
    grammar = resources.files("ginrules.notation").joinpath("grammar.lark").read_text(encoding="utf-8")
    lark = Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=["line", "fragment"],
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=whole_words(keywords),
    )
    return lark, keywords


def whole_words(keywords: dict[str, str]) -> Callable[[TerminalDef], None]:
    """For Lark: makes keywords match whole words (`knockAnn` is not `knock Ann`) and notes them by terminal."""
    from lark.lexer import PatternRE, PatternStr

    def edit(terminal: TerminalDef) -> None:
        word = terminal.pattern.value
        if isinstance(terminal.pattern, PatternStr) and word.replace("-", "").isalpha():
            keywords[terminal.name] = word
            terminal.pattern = PatternRE(re.escape(word) + r"(?![\w-])", terminal.pattern.flags)

    return edit


def read(text: str, file: str) -> ScenarioFile:
    """The scenarios of a `.ginr` file; `file` is its name for people.

    Raises:
        InvalidInput: something is wrong; it holds every diagnostic of the text.
    """
    return _or_raise(*read_all(text, file))


def read_all(text: str, file: str) -> tuple[ScenarioFile, tuple[Diagnostic, ...]]:
    """What could be read of a `.ginr` file, and all that is wrong with it; a scenario with an error is left out."""
    return _checked(_parsed_file(text, file))


def read_fragment(text: str, file: str = "<text>") -> ScenarioFile:
    """The scenarios of a text of the command line: version and header may be left out, `;` separates as a new line does.

    A text that begins with `ginr` is a whole file. A comment ends with its line; in a text of one line at a `;` too, so that no
    hand behind it is lost.

    Raises:
        InvalidInput: something is wrong, or the text asks nothing.
    """
    return _or_raise(*fragment_all(text, file))


def fragment_all(text: str, file: str = "<text>") -> tuple[ScenarioFile, tuple[Diagnostic, ...]]:
    """What could be read of a text of the command line, and all that is wrong with it."""
    if re.match(r"\ufeff?\s*ginr\b", text):
        return read_all(text, file)
    source = _source(text, file)
    tokens = _TYPED_TOKENS if len(text.splitlines()) == 1 else _TOKENS
    numbered = ((number, *part) for number, line in enumerate(source.lines, 1) for part in _parts(line, tokens))
    found, problems = _checked(_assembled(numbered, source, Kind.FRAGMENT))
    if not problems and not found.scenarios:
        message = "here is no hand, no action, no deal" if text.strip() else "there is no text"
        problems = (Diagnostic(code="nothing-to-ask", message=message, file=file),)
    return found, problems


def read_markdown(text: str, file: str) -> ScenarioFile:
    """The scenarios of every `ginr` block of a Markdown file: the version may be left out, settings hold for their block.

    Raises:
        InvalidInput: something is wrong; places are those in the Markdown file.
    """
    return _or_raise(*markdown_all(text, file))


def markdown_all(text: str, file: str) -> tuple[ScenarioFile, tuple[Diagnostic, ...]]:
    """What could be read of the `ginr` blocks of a Markdown file, and all that is wrong with them."""
    source = _source(text, file)
    blocks: list[Assembled] = []
    for lines in _blocks(source.lines):
        blocks.append(_assembled(((number, line, 0) for number, line in lines), source, Kind.BLOCK))
        if sum(len(block.problems) for block in blocks) > MOST_PROBLEMS:
            break
    together = Assembled(
        ScenarioFile((), tuple(scenario for block in blocks for scenario in block.file.scenarios), source),
        tuple(problem for block in blocks for problem in block.problems),
    )
    return _checked(together)


def parse(text: str, file: str) -> ScenarioFile:
    """The statements of a `.ginr` file, whatever they mean: enough to write it again.

    Raises:
        InvalidInput: the grammar refuses a line, or a line stands where it may not.
    """
    parsed = _parsed_file(text, file)
    return _or_raise(parsed.file, _ordered(parsed.problems))


def _parsed_file(text: str, file: str) -> Assembled:
    source = _source(text, file)
    for number, line in enumerate(source.lines, 1):
        if version := re.match(r"\s*ginr\s+([0-9]+)\s*(?:#.*)?$", line):
            # Compared as text: Python reads no number of thousands of digits.
            if version[1].lstrip("0") != str(VERSION):
                return _other_version(source, number, version)
            break
        if line.strip() and not line.lstrip().startswith("#"):
            break
    return _assembled(((number, line, 0) for number, line in enumerate(source.lines, 1)), source, Kind.FILE)


def _other_version(source: Source, number: int, version: re.Match[str]) -> Assembled:
    """Nothing else is read: what it means in another version is not known."""
    problem = source.problem(
        "wrong-version",
        f"version {version[1]} of the notation; this program reads version {VERSION}",
        Span(number, version.start(1) + 1, version.end(1) + 1),
    )
    return Assembled(ScenarioFile((), (), source), (problem,))


def _source(text: str, file: str) -> Source:
    """Lines end with a line feed only: other separators may stand in titles."""
    return Source(file, tuple(line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")))


def _parts(line: str, tokens: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """What stands between semicolons, each with the number of characters before it."""
    begin = end = 0
    for match in tokens.finditer(line):
        if match.group() == ";":
            yield line[begin:end], begin
            begin = match.end()
        end = match.end()
    yield line[begin:], begin


def _blocks(lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    fence = ""
    block: list[tuple[int, str]] | None = None
    for number, line in enumerate(lines, 1):
        match = _FENCE.match(line)
        if not fence and match:
            fence = match["fence"]
            block = [] if match["language"] == "ginr" else None
        elif fence and match and line.strip().startswith(fence) and not line.strip(" " + fence[0]):
            fence = ""
            if block is not None:
                yield block
        elif fence and block is not None:
            block.append((number, line))
    if fence and block is not None:
        yield block


def _assembled(lines: Iterable[tuple[int, str, int]], source: Source, kind: Kind) -> Assembled:
    """Put together what is read: lines, or parts of them, with their number and how many characters stand before them."""
    reader = _LineReader(source, "fragment" if kind is Kind.FRAGMENT else "line")
    pieces = []
    blank_before = False
    for number, text, before in lines:
        if not text.strip(" \t"):
            blank_before = True
            continue
        wrong = reader.wrong
        line = reader.line(number, text, before, blank_before=blank_before)
        pieces.append(Piece(number, text, line, blank_before, is_right=reader.wrong == wrong))
        blank_before = False
        if reader.wrong > MOST_PROBLEMS:
            break
    assembled = assemble(pieces, source, kind)
    return replace(assembled, problems=(*assembled.problems, *reader.problems, *reader.builder.problems))


def _checked(parsed: Assembled) -> tuple[ScenarioFile, tuple[Diagnostic, ...]]:
    """Without the scenarios that have errors; of one that lacks lines only what is wrong for certain is said."""
    problems = [*parsed.problems, *duplicates(parsed.file.scenarios)]
    good: list[Scenario] = []
    faulty: list[Scenario] = []
    for scenario in parsed.file.scenarios:
        found = check(scenario)
        problems.extend(problem for problem in found if is_certain(problem, scenario))
        (faulty if found or scenario.lacks else good).append(scenario)
    return replace(parsed.file, scenarios=tuple(good), faulty=tuple(faulty)), _ordered(problems)


def _ordered(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Problems by place, each once; of very many the first, and a last one that says so."""
    ordered = sorted(
        dict.fromkeys(problems), key=lambda problem: (problem.span.line, problem.span.column) if problem.span else (0, 0)
    )
    if len(ordered) <= MOST_PROBLEMS:
        return tuple(ordered)
    message = f"more than {MOST_PROBLEMS} things are wrong; the others are not shown, nor is all of the text read"
    hint = "is this a text in the notation?"
    last = replace(ordered[MOST_PROBLEMS], code="too-many-problems", message=message, hint=hint)
    return (*ordered[:MOST_PROBLEMS], last)


def _or_raise(found: ScenarioFile, problems: tuple[Diagnostic, ...]) -> ScenarioFile:
    if problems:
        raise InvalidInput(problems)
    return found


def _moved(problem: Diagnostic, by: int) -> Diagnostic:
    """A problem of a part of a line, in its place in the line."""
    assert problem.span
    line, column, end = problem.span.line, problem.span.column, problem.span.end_column
    return replace(problem, span=Span(line, column + by, end + by))


class _LineReader:
    """Reads the lines of one source, collecting what is wrong."""

    def __init__(self, source: Source, start: str) -> None:
        self.source = source
        self.start = start
        self.builder = Builder(source)
        self.problems: list[Diagnostic] = []

    @property
    def wrong(self) -> int:
        """How much is wrong with the lines that were read."""
        return len(self.problems) + len(self.builder.problems)

    def line(self, number: int, text: str, before: int, *, blank_before: bool) -> Line | None:
        """A line that is not blank, or the part of one behind so many characters; `None` where the grammar refuses it."""
        tree = self._tree(number, text, before)
        if tree is None:
            return None
        tree_of_statement, comment = tree.children
        statement = None if tree_of_statement is None else self.builder.statement(tree_of_statement, number, before)
        return Line(
            statement,
            "" if comment is None else comment.rstrip(),
            blank_before,
        )

    def _tree(self, number: int, text: str, before: int) -> Any:
        """The tree of a line; where a card is wrong the rest of the line is read for further wrong cards."""
        from lark.exceptions import UnexpectedInput

        lark, keywords = _parser()
        wrong = 0
        while True:
            try:
                tree = lark.parse(text, start=self.start)
            except UnexpectedInput as error:
                problem = explain(self._failure(number, text, error), self.source, keywords)
            else:
                return None if wrong else tree
            if not wrong or problem.code == BAD_CARD:
                self.problems.append(_moved(problem, before))
            wrong += 1
            if problem.code != BAD_CARD or wrong == MOST_BAD_CARDS:
                return None
            assert problem.span
            begin, end = problem.span.column - 1, problem.span.end_column - 1
            text = f"{text[:begin]}{JOKER:{end - begin}}{text[end:]}"

    def _failure(self, number: int, text: str, error: Any) -> Failure:
        """Where the parser stopped, and what it would really have taken there: the lexer knows less."""
        from lark.exceptions import UnexpectedInput

        state: Any = _parser()[0].parse_interactive(text, start=self.start)
        with suppress(UnexpectedInput):
            for _ in state.iter_parse():
                pass
        at_end = getattr(getattr(error, "token", None), "type", "") == END
        column = len(text) + 1 if at_end else error.column
        return Failure(number, text, column, frozenset(state.accepts()), bare=self.start == "fragment")
