"""Files and scenarios as values: statements with the comments and the source around them.

The text itself takes no part in equality, nor do blank lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from ginrules.diagnostics import Diagnostic, Severity, Span
from ginrules.notation.fitting import entry_names
from ginrules.notation.statements import (
    Carried,
    Cites,
    Deal,
    Hand,
    Players,
    Quoted,
    Side,
    Statement,
    Tags,
    Version,
    Word,
)


@dataclass(frozen=True, slots=True)
class Header(Statement):
    """`scenario undercut "Bob gets under Ann"`."""

    id: Word
    title: Quoted | None


@dataclass(frozen=True, slots=True)
class Source:
    """The text that was read: its name as the user wrote it, and its lines without their ends."""

    file: str
    lines: tuple[str, ...] = field(repr=False)

    def problem(
        self, code: str, message: str, span: Span, *, hint: str = "", severity: Severity = Severity.ERROR
    ) -> Diagnostic:
        """A diagnostic that points into this text."""
        return Diagnostic(
            code=code,
            message=message,
            file=self.file,
            span=span,
            hint=hint,
            severity=severity,
            excerpt=self.lines[span.line - 1],
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: a statement, a comment (with its `#`), or both."""

    statement: Statement | None
    comment: str = ""
    blank_before: bool = field(default=False, compare=False)


S = TypeVar("S", bound=Statement)


# Without slots: a sheet of thousands of hands asks for each who plays, and what follows from the lines is found once.
@dataclass(frozen=True)
class Scenario:
    """One scenario with all that it needs: it can be cut out and mailed."""

    header: Header
    header_comment: str
    leading: tuple[Line, ...]
    """Comments directly above the header."""
    lines: tuple[Line, ...]
    defaults: tuple[Statement, ...]
    """The settings in the head of the file."""
    source: Source = field(compare=False, repr=False)
    lacks: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The first words of its lines, and of those of the head, that could not be read or that are wrong by themselves."""

    @property
    def id(self) -> str:
        """The scenario's slug."""
        return self.header.id.text

    @property
    def title(self) -> str:
        """What the scenario is about, for people; may be empty."""
        return self.header.title.value if self.header.title else ""

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The scenario's own statements in order."""
        return tuple(line.statement for line in self.lines if line.statement)

    def own(self, kind: type[S]) -> tuple[S, ...]:
        """The scenario's own statements of a kind."""
        return tuple(statement for statement in self.statements if isinstance(statement, kind))

    def settings(self, kind: type[S]) -> tuple[S, ...]:
        """The settings of a kind that hold: the scenario's own, else those of the file; tags add up."""
        own = self.own(kind)
        inherited = tuple(statement for statement in self.defaults if isinstance(statement, kind))
        return inherited + own if kind is Tags or not own else own

    @property
    def tags(self) -> tuple[str, ...]:
        """Every tag once."""
        return tuple(dict.fromkeys(word.text for statement in self.settings(Tags) for word in statement.words))

    @property
    def cited(self) -> tuple[str, ...]:
        """The rule and clause ids that the scenario is about."""
        return tuple(dict.fromkeys(word.text for statement in self.settings(Cites) for word in statement.ids))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players in turn order: those of `players`, else of the hands, else of the sides or the sheet, as they come."""
        return tuple(dict.fromkeys(word.text for word in self._player_words()))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides; the first is that of the first player (the order of the pairs hangs on it, and JSON keeps none)."""
        first = self.players[:1]
        return tuple(sorted(self.settings(Side), key=lambda side: not any(word.text in first for word in side.members)))

    def _player_words(self) -> Iterator[Word]:
        declared = self.settings(Players)
        if declared:
            yield from (word for statement in declared for word in statement.names)
            return
        yield from (hand.name for hand in self.own(Hand))
        sides = self.settings(Side)
        for side in sides:
            yield from side.members
        if not sides:
            for carried in self.own(Carried):
                yield from (amount.name for amount in (*carried.amounts, *carried.boxes))
            for deal in self.own(Deal):
                yield from entry_names(deal.entry)


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A file: what stands before the first scenario, then the scenarios."""

    head: tuple[Line, ...]
    scenarios: tuple[Scenario, ...]
    source: Source = field(compare=False, repr=False)
    faulty: tuple[Scenario, ...] = field(default=(), compare=False, repr=False)
    """Those that were left out of `scenarios` as something is wrong with them, as far as they could be read."""

    @property
    def settings(self) -> tuple[Statement, ...]:
        """The settings that hold for every scenario."""
        return tuple(line.statement for line in self.head if line.statement and not isinstance(line.statement, Version))
