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
        """The place, the message, the line with a caret under it, the hint; of a long line the part around the caret."""
        place = printable(self.file)
        if self.span:
            place += f":{self.span.line}:{self.span.column}"
        sentence = shortened(printable(self.message), _MESSAGE_WIDTH)
        lines = [f"{place + ': ' if place else ''}{self.severity}[{self.code}]: {sentence}"]
        if self.span and self.excerpt:
            number = f"{self.span.line:5d} | "
            lines.append(number + self._around_the_caret(self.span)[0])
            lines.append(" " * (len(number) - 2) + "| " + self._around_the_caret(self.span)[1])
        if self.hint:
            lines.append(f"      = hint: {shortened(printable(self.hint), _MESSAGE_WIDTH)}")
        return "\n".join(lines)

    def _around_the_caret(self, span: Span) -> tuple[str, str]:
        """The part of the line that is shown, and the carets under it."""
        first = max(0, span.column - 1 - _EXCERPT_WIDTH // 2) if len(self.excerpt) > _EXCERPT_WIDTH else 0
        shown = self.excerpt[first : first + _EXCERPT_WIDTH]
        before, cut = self.excerpt[first : span.column - 1], "…" if first else ""
        width = max(1, min(span.end_column, first + len(shown) + 1) - span.column)
        text = cut + _one_for_one(shown) + ("…" if first + len(shown) < len(self.excerpt) else "")
        return text, " " * len(cut) + "".join("\t" if each == "\t" else " " for each in before) + "^" * width


_EXCERPT_WIDTH = 160
_MESSAGE_WIDTH = 400


def listed(items: Sequence[str], word: str = "and") -> str:
    """Several things in a row.

    >>> listed(["2", "3", "4"], "or")
    '2, 3 or 4'
    """
    return f" {word} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def printable(text: str) -> str:
    r"""A text that somebody else wrote, harmless on a terminal: what cannot be printed is written as an escape.

    >>> printable("a" + chr(27) + "[31m")
    'a\\x1b[31m'
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in text)


def shortened(text: str, width: int) -> str:
    """A text of at most `width` characters: of a longer one the beginning and the end."""
    return text if len(text) <= width else f"{text[: width - 40]} … {text[-37:]}"


def _one_for_one(text: str) -> str:
    """A line whose characters keep their places: what cannot be printed is a question mark, a tab stays."""
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in text)


class InvalidInput(Exception):
    """What somebody wrote cannot be used; holds every diagnostic found, not only the first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))


class ImpossibleInput(InvalidInput):
    """A question about something that cannot be on a table; `path` says where in its parameters, as in `hands.Ann[3]`."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        self.message = message
        super().__init__([Diagnostic(code="impossible", message=message, file=path)])


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
