"""From lines to a file: what stands in the head, what belongs to which scenario, what may not stand where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from ginrules.diagnostics import Diagnostic, Span
from ginrules.notation import statements
from ginrules.notation.explain import LIKE_A_VERSION
from ginrules.notation.scenario import Header, Line, Scenario, ScenarioFile, Source
from ginrules.notation.statements import Statement, Version, Word

SETTINGS = (
    statements.Variants,
    statements.Players,
    statements.Side,
    statements.Table,
    statements.Tags,
    statements.Cites,
    statements.Note,
)
"""What may stand in the head of a file."""

FRAGMENT = "fragment"
"""The id of the one scenario that a fragment of the command line is."""


class Kind(Enum):
    """Where a text comes from, hence what it must have."""

    FILE = auto()
    """The version first, every scenario with its header."""
    BLOCK = auto()
    """A block of a chapter: the version may be left out."""
    FRAGMENT = auto()
    """The command line: header and version may be left out."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, or a part of one between semicolons; `line` is `None` where the grammar refused it."""

    number: int
    text: str
    line: Line | None
    blank_before: bool
    is_right: bool
    """Whether nothing is wrong with it by itself; a line that is read may have a number that it cannot have."""

    @property
    def keyword(self) -> str:
        """Its first word."""
        return self.text.strip(" \t").partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Assembled:
    """A file, its scenarios as far as they could be read, and what is wrong with single lines."""

    file: ScenarioFile
    problems: tuple[Diagnostic, ...]


@dataclass(slots=True)
class _Draft:
    """A scenario whose lines are still coming; without a header it is one that the grammar refused."""

    header: Line | None
    leading: tuple[Line, ...] = ()
    lines: list[Line] = field(default_factory=list)
    lacks: set[str] = field(default_factory=set)


def assemble(pieces: Iterable[Piece], source: Source, kind: Kind) -> Assembled:
    """Put the lines of a text together."""
    assembler = _Assembler(source, kind)
    for piece in pieces:
        assembler.add(piece)
    return assembler.finish()


class _Assembler:
    def __init__(self, source: Source, kind: Kind) -> None:
        self.source = source
        self.kind = kind
        self.problems: list[Diagnostic] = []
        self.head: list[Line] = []
        self.head_lacks: set[str] = set()
        self.drafts: list[_Draft] = []
        self.comments: list[Line] = []
        self.begun = False

    def add(self, piece: Piece) -> None:
        if piece.line is None:
            self._refused(piece)
        elif piece.line.statement is None:
            if piece.blank_before:
                self._settle_comments()
            self.comments.append(piece.line)
        elif isinstance(piece.line.statement, Header):
            self._scenario(piece)
        else:
            self._settle_comments()
            self._statement(piece.line, piece.line.statement)
        if not piece.is_right:
            (self.drafts[-1].lacks if self.drafts else self.head_lacks).add(piece.keyword)
        self.begun = self.begun or piece.line is None or piece.line.statement is not None

    def finish(self) -> Assembled:
        self._settle_comments()
        if self.kind is Kind.FILE and not self.begun:
            self._no_version(1)
        settings = tuple(line.statement for line in self.head if line.statement and not isinstance(line.statement, Version))
        scenarios = []
        for draft in self.drafts:
            if draft.header is None:
                continue
            assert isinstance(draft.header.statement, Header)
            lacks = frozenset(draft.lacks | self.head_lacks)
            header, lines = draft.header, tuple(draft.lines)
            scenarios.append(
                Scenario(draft.header.statement, header.comment, draft.leading, lines, settings, self.source, lacks)
            )
        return Assembled(ScenarioFile(tuple(self.head), tuple(scenarios), self.source), tuple(self.problems))

    def _refused(self, piece: Piece) -> None:
        self._settle_comments()
        if not self.begun and self.kind is Kind.FILE and piece.keyword != "ginr":
            self._no_version(piece.number)
        if piece.keyword == "scenario":
            self.drafts.append(_Draft(None))

    def _scenario(self, piece: Piece) -> None:
        if piece.blank_before:
            self._settle_comments()
        self._expect_version(piece.number)
        self.drafts.append(_Draft(piece.line, tuple(self.comments)))
        self.comments.clear()

    def _statement(self, line: Line, statement: Statement) -> None:
        if isinstance(statement, Version):
            self._version(line, statement)
            return
        self._expect_version(statement.span.line)
        if not self.drafts and not isinstance(statement, SETTINGS):
            if self.kind is Kind.FRAGMENT:
                header = Header(statement.span, Word(FRAGMENT, statement.span), None)
                self.drafts.append(_Draft(Line(header)))
            else:
                self._problem(
                    "statement-outside",
                    "this stands before the first scenario, where only settings may",
                    statement.span,
                    "begin a scenario above it: scenario some-words-with-hyphens",
                )
                return
        (self.drafts[-1].lines if self.drafts else self.head).append(line)

    def _version(self, line: Line, version: Version) -> None:
        if self.begun:
            self._problem("misplaced-version", "the version stands first in a file, and once", version.span)
        else:
            self.head.append(line)

    def _expect_version(self, line: int) -> None:
        if not self.begun and self.kind is Kind.FILE:
            self._no_version(line)

    def _no_version(self, line: int) -> None:
        text = self.source.lines[line - 1]
        column = len(text) - len(text.lstrip(" \t")) + 1
        span = Span(line, column, max(column, len(text.rstrip(" \t"))) + 1)
        hint = f"write {'instead' if LIKE_A_VERSION.match(text) else 'above it'}: ginr 1"
        self._problem("no-version", "a file begins with the version of the notation", span, hint)

    def _settle_comments(self) -> None:
        """Comments that no header follows directly belong to what they stand in."""
        (self.drafts[-1].lines if self.drafts else self.head).extend(self.comments)
        self.comments.clear()

    def _problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(self.source.problem(code, message, span, hint=hint))
