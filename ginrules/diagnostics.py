"""One shape of error for everything that people write: variant files, the notation, fragments on the command line.

A `Diagnostic` is a value: it says where, what is there, what may stand there, and what was probably meant. Readers collect all
of them; `InvalidInput` carries them to the caller.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None
"""What a message or a file may hold: no floats."""


class Severity(StrEnum):
    """How bad: an error stops the job, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: lines and columns count from 1 in characters; `end_column` is the column after the last character.

    A span ends on the line where it begins.
    """

    line: int
    column: int
    end_column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One thing that is wrong in what somebody wrote."""

    code: str
    """A stable kebab-case word, documented with an example."""
    message: str
    """What is there and what may stand there, one sentence without a full stop."""
    file: str = ""
    """The path as the user wrote it; `<stdin>` or `<text>` where there is none."""
    span: Span | None = None
    severity: Severity = Severity.ERROR
    hint: str = ""
    """What was probably meant or what to do; may be empty."""
    excerpt: str = field(default="", compare=False)
    """The line of the text that the span lies in, without its end."""

    def to_json(self) -> dict[str, Json]:
        """The object that `--json` prints: file, line, column, severity, code, message, hint."""
        return {
            "file": self.file,
            "line": self.span.line if self.span else 0,
            "column": self.span.column if self.span else 0,
            "severity": str(self.severity),
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
        }

    def __str__(self) -> str:
        """The place, the message, the line with a caret under it, the hint."""
        place = self.file
        if self.span:
            place += f":{self.span.line}:{self.span.column}"
        lines = [f"{place + ': ' if place else ''}{self.severity}[{self.code}]: {self.message}"]
        if self.span and self.excerpt:
            number = f"{self.span.line:5d} | "
            before = self.excerpt[: self.span.column - 1]
            pad = "".join("\t" if character == "\t" else " " for character in before)
            width = max(1, min(self.span.end_column, len(self.excerpt) + 1) - self.span.column)
            lines.append(number + self.excerpt)
            lines.append(" " * (len(number) - 2) + "| " + pad + "^" * width)
        if self.hint:
            lines.append(f"      = hint: {self.hint}")
        return "\n".join(lines)


class InvalidInput(Exception):
    """What somebody wrote cannot be used; holds every diagnostic found, not only the first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))


class NotPlayed(Exception):
    """A question that this version cannot answer yet: a rule or a value that the schema knows and the engine does not play.

    `feature` names it, as in `not-played-yet: deck.jokers = 2`.
    """

    def __init__(self, feature: str) -> None:
        self.feature = feature
        super().__init__(f"not-played-yet: {feature}")


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A hint that names the closest known word, or an empty string.

    >>> did_you_mean("undrcut", ["undercut", "no-score"])
    "did you mean 'undercut'?"
    """
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else ""
