"""Strict YAML with the position of every key and value.

A variant file means the same to every YAML reader: anchors, aliases, merge keys, tags and duplicate keys are refused, and so is
every plain word that another reader takes for a boolean, a fraction, a date or an octal number. Keys are text: `4:` and `"4":`
are one key. Everything wrong is collected; only broken syntax ends the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ginrules.diagnostics import Diagnostic, InvalidInput, Json, Severity, Span
from ginrules.files import MEBIBYTE, read_text
from ginrules.rules.colons import GLUED, NO_COLON, glued_hint, no_colon_hint

MAX_BYTES = MEBIBYTE
MAX_EVENTS = 20_000
"""Keys, values and brackets; a variant that states every rule has about 200."""
MAX_DEPTH = 20

PathKey = tuple[str | int, ...]
Marks = Mapping[PathKey, tuple[Span | None, Span]]
"""Path of a value to where its key stands (`None` for the root and for members of a list) and where it stands itself."""

_ODD_BREAK = re.compile("\r(?!\n)|[\x85\u2028\u2029]")
_HUGE_NUMBER = re.compile(r"\\U(?!000[0-9A-Fa-f]|0010)[0-9A-Fa-f]{8}|[0-9]{1000,}")
_NUMBER = re.compile(r"0|-?[1-9][0-9]*")
_FRACTION = re.compile(r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?")
_OTHER_NUMBER = re.compile(
    r"[-+]?(0[bB][01_]+|0[oO]?[0-9_]+|0[xX][0-9a-fA-F_]+|[0-9][0-9_]*(:[0-5]?[0-9])*)|[-+]?\.(inf|nan)", re.IGNORECASE
)
_OTHER_WORD = re.compile(r"y|n|yes|no|on|off|true|false|null|~|=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Document:
    """What stands in a file, and where."""

    data: Json
    marks: Marks
    file: str
    lines: Mapping[int, str] = field(repr=False)
    """The text of each line, by its number."""

    def span(self, path: PathKey, *, key: bool = False) -> Span | None:
        """Where the value at a path stands, or its key; of a path that is not there, the nearest value around it."""
        while path and path not in self.marks:
            path, key = path[:-1], False
        of_key, of_value = self.marks.get(path, (None, None))
        return of_key if key and of_key else of_value

    def at(self, path: PathKey) -> str:
        """The text at a path; empty where no text stands there."""
        value: Json = self.data
        for part in path:
            if isinstance(value, dict):
                value = value.get(str(part))
            else:
                value = value[part] if isinstance(value, list) and isinstance(part, int) else None
        return value if isinstance(value, str) else ""

    def problem(
        self,
        code: str,
        message: str,
        path: PathKey = (),
        *,
        key: bool = False,
        hint: str = "",
        severity: Severity = Severity.ERROR,
    ) -> Diagnostic:
        """A diagnostic that points at the value at a path, or at its key."""
        span = self.span(path, key=key)
        excerpt = self.lines.get(span.line, "") if span else ""
        return Diagnostic(code=code, message=message, file=self.file, span=span, severity=severity, hint=hint, excerpt=excerpt)


def read_yaml(text: str, file: str) -> Document:
    """Read one strict YAML document.

    Raises:
        InvalidInput: the text is not strict YAML; with every problem found.
    """
    document, problems = scan_yaml(text, file)
    if document is None or problems:
        raise InvalidInput(problems)
    return document


def read_file(path: Path | str, label: str = "") -> Document:
    """Read a file of strict YAML; `label` is how messages call it, left out the path.

    Raises:
        InvalidInput: the file cannot be read, is too large, or is not strict YAML.
    """
    document, problems = scan_file(path, label)
    if document is None or problems:
        raise InvalidInput(problems)
    return document


def scan_file(path: Path | str, label: str = "") -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """What could be read of a file, and everything wrong with it; never raises."""
    file = label or str(path)
    try:
        text = read_text(path, MAX_BYTES, file)
    except InvalidInput as error:
        return None, error.diagnostics
    return scan_yaml(text, file)


def scan_yaml(text: str, file: str) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """What could be read of a text, and everything wrong with it; never raises."""
    scanner = _Scanner(text.removeprefix("\ufeff"), file)
    return scanner.scan(), tuple(scanner.problems)


class _Stop(Exception):
    """The rest cannot be read; the problem is noted."""


class _Scanner:
    """Builds one document from the events of the parser, noting positions and problems."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.problems: list[Diagnostic] = []
        self.marks: dict[PathKey, tuple[Span | None, Span]] = {}
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.lines = {number: line.removesuffix("\r") for number, line in enumerate(text.split("\n"), start=1)}

    def scan(self) -> Document | None:
        """The document, or `None` where there is none to speak of."""
        try:
            self._check_line_breaks()
            events = self._events()
            root = next((event for event in events if isinstance(event, (ScalarEvent, CollectionStartEvent, AliasEvent))), None)
            if root is None or (isinstance(root, ScalarEvent) and root.implicit[0] and root.value == ""):
                self.problems.append(Diagnostic(code="empty", message="there is nothing in it", file=self.file))
                return None
            data = self._value(root, events, (), None)
            for event in events:
                if isinstance(event, DocumentStartEvent):
                    self._note("several-documents", "a second document begins here; a file holds one", self._span(event))
                    break
        except _Stop:
            return None
        return Document(data, self.marks, self.file, self.lines)

    def _check_line_breaks(self) -> None:
        """YAML counts more line breaks than people and their editors do: those are refused."""
        if odd := _ODD_BREAK.search(self.text):
            self._note(
                "line-break",
                f"U+{ord(odd[0]):04X} is no line break here",
                self._span_at(*odd.span()),
                "end lines with a line feed",
            )
            raise _Stop

    def _events(self) -> Iterator[Event]:
        try:
            for number, event in enumerate(yaml.parse(self.text, Loader=yaml.SafeLoader)):
                if number > MAX_EVENTS:
                    self._note("too-large", "no variant has so many keys and values", self._span(event))
                    raise _Stop
                yield event
        except yaml.reader.ReaderError as error:
            position = error.position
            self._note(
                "not-yaml",
                f"character U+{ord(self.text[position]):04X} may not stand here",
                self._span_at(position, position + 1),
            )
            raise _Stop from error
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            index = mark.index if mark else 0
            problem = (error.problem or error.context or "this is not YAML").replace("\n", " ")
            span, hint = self._span_at(index, index + 1), _syntax_hint(problem)
            if glued := self._glued_line(error):
                span, hint = glued
            elif error.context_mark and self.text[error.context_mark.index :].startswith(("{", "[")):
                hint = self._unclosed(error.context_mark.index, span)
            self._note("not-yaml", f"this is not YAML: {problem}", span, hint)
            raise _Stop from error
        except (ValueError, OverflowError) as error:
            # The parser trips over a number: of a character beyond the last one, or of a version with thousands of digits.
            start, end = number_at.span() if (number_at := _HUGE_NUMBER.search(self.text)) else (0, 1)
            self._note("not-yaml", "this is not YAML: no such number is read", self._span_at(start, end))
            raise _Stop from error

    def _glued_line(self, error: yaml.MarkedYAMLError) -> tuple[Span, str] | None:
        """The key without a colon, or a space behind it, that broke the syntax, with a hint; `None` if there is none."""
        marks = [mark.line + 1 for mark in (error.context_mark, error.problem_mark) if mark]
        for line in (number for mark in marks for number in (mark, mark - 1)):
            if found := GLUED.match(self.lines.get(line, "")):
                return Span(line, found.start("key") + 1, found.end() + 1), glued_hint(found[0])
            if found := NO_COLON.fullmatch(self.lines.get(line, "")):
                return Span(line, found.start("key") + 1, found.end("value") + 1), no_colon_hint(found[0])
        return None

    def _unclosed(self, index: int, span: Span) -> str:
        """What to do where the bracket at an index is open and `span` can be nothing in it."""
        opening, line = self.text[index], self._span_at(index, index + 1).line
        hint = f"close the {opening} of line {line} with {'}' if opening == '{' else ']'}"
        return hint if span.line > line else f"{hint}, or put a comma before what follows"

    def _value(self, event: Event, events: Iterator[Event], path: PathKey, key: Span | None) -> Json:
        span = self._span(event)
        self.marks[path] = (key, span)
        if isinstance(event, AliasEvent):
            self._note("alias", f"*{event.anchor} repeats a value out of sight; write the value itself", span)
            return None
        assert isinstance(event, (ScalarEvent, CollectionStartEvent))
        if event.anchor is not None:
            self._note(
                "anchor", f"&{event.anchor} marks a value for use elsewhere; every value is written where it counts", span
            )
        if event.tag is not None:
            self._note("tag", f"the tag {event.tag} may not stand here; a value's type is known from its rule", span)
        if isinstance(event, ScalarEvent):
            return self._scalar(event, span)
        if len(path) > MAX_DEPTH:
            self._note("too-deep", "nothing in a variant lies so deep", span)
            raise _Stop
        if isinstance(event, SequenceStartEvent):
            return self._sequence(events, path)
        assert isinstance(event, MappingStartEvent)
        return self._mapping(events, path)

    def _sequence(self, events: Iterator[Event], path: PathKey) -> list[Json]:
        items: list[Json] = []
        for event in events:
            if isinstance(event, SequenceEndEvent):
                break
            items.append(self._value(event, events, (*path, len(items)), None))
        return items

    def _mapping(self, events: Iterator[Event], path: PathKey) -> dict[str, Json]:
        items: dict[str, Json] = {}
        for event in events:
            if isinstance(event, MappingEndEvent):
                break
            span = self._span(event)
            following = None
            if isinstance(event, ScalarEvent) and event.implicit[0] and GLUED.fullmatch(event.value):
                following = next(events)
                if isinstance(following, ScalarEvent) and following.implicit[0] and following.value == "":
                    self._note("unknown-key", f"{event.value!r} is one word, and no key", span, glued_hint(event.value))
                    self._take_apart(event.value, items, path, span)
                    continue
            name = self._key(event, events, path)
            following = following or next(events)
            if name is None or name in items:
                if name is not None:
                    first = self.marks[(*path, name)][0]
                    self._note("duplicate-key", f"{name} stands already in line {first.line if first else 1}", span)
                # What a refused key holds is read for its own problems, under a path that no rule has.
                self._value(following, events, (*path, f"?{span.line}:{span.column}"), span)
            else:
                items[name] = self._value(following, events, (*path, name), span)
        return items

    def _take_apart(self, text: str, items: dict[str, Json], path: PathKey, span: Span) -> None:
        """Read a key and its value that stand without a space as what was meant, so that nothing else is said about them."""
        name, _, value = text.strip().partition(":")
        if name not in items:
            items[name] = int(value) if _NUMBER.fullmatch(value) and len(value) <= 12 else value
            self.marks[(*path, name)] = (span, span)

    def _key(self, event: Event, events: Iterator[Event], path: PathKey) -> str | None:
        """The text of a key, or `None` after noting why it is none."""
        span = self._span(event)
        if not isinstance(event, ScalarEvent):
            self._value(event, events, (*path, "?"), None)
            self._note("not-a-key", "a key is one word", span)
            return None
        if event.anchor is not None or event.tag is not None:
            self._value(event, events, (*path, "?"), None)
        self._check_printable(event.value, span)
        if not event.implicit[0]:
            return event.value
        if event.value == "<<":
            self._note("merge-key", "<< takes in keys out of sight", span, "one parent is named by extends")
            return None
        if event.value == "":
            self._note("not-a-key", "a key is missing before the colon", span)
            return None
        hint = _ambiguity(event.value) if event.value not in ("null", "true", "false") else "write a word of the format"
        if hint:
            self._note("ambiguous-scalar", f"other YAML readers do not take the key {event.value} for text", span, hint)
        return event.value

    def _scalar(self, event: ScalarEvent, span: Span) -> Json:
        text = event.value
        self._check_printable(text, span)
        if not event.implicit[0] or event.style is not None:
            return text
        if text == "":
            self._note("empty-value", "a value is missing", span, "write null if none is meant")
            return None
        if text in ("true", "false"):
            return text == "true"
        if text == "null":
            return None
        if _NUMBER.fullmatch(text):
            if len(text) > 12:
                self._note("out-of-range", "no amount has so many digits", span)
                return 0
            return int(text)
        hint = _ambiguity(text)
        if hint:
            self._note("ambiguous-scalar", f"{text} does not mean the same to every YAML reader", span, hint)
        return text

    def _check_printable(self, text: str, span: Span) -> None:
        """Names and sentences are shown to people: what cannot be printed is refused, however it is written."""
        if wrong := next((each for each in text if not each.isprintable() and each != "\n"), ""):
            self._note("unprintable", f"U+{ord(wrong):04X} cannot be printed", span)

    def _note(self, code: str, message: str, span: Span, hint: str = "") -> None:
        excerpt = self.lines.get(span.line, "")
        self.problems.append(Diagnostic(code=code, message=message, file=self.file, span=span, hint=hint, excerpt=excerpt))

    def _span(self, event: Event) -> Span:
        assert event.start_mark is not None
        assert event.end_mark is not None
        return self._span_at(event.start_mark.index, event.end_mark.index)

    def _span_at(self, start: int, end: int) -> Span:
        """The span from one character to before another, cut at the end of its line."""
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= start else (low, middle)
        column = start - self.starts[low] + 1
        end_of_line = len(self.lines[low + 1]) + 1
        return Span(low + 1, column, max(column + 1, min(end - self.starts[low] + 1, end_of_line)))


def _ambiguity(text: str) -> str:
    """What to write instead of a plain word that other YAML readers do not take for text; empty for every other word."""
    if _NUMBER.fullmatch(text):
        return ""
    if _FRACTION.fullmatch(text):
        return "amounts are whole numbers"
    if _DATE.fullmatch(text):
        return f'put a date in quotes: "{text}"'
    if _OTHER_NUMBER.fullmatch(text):
        digits = text.lstrip("+0")
        plain = digits if _NUMBER.fullmatch(digits) else ""
        return f'write {plain}, or "{text}" for text' if plain else f'write a decimal number, or "{text}" for text'
    if _OTHER_WORD.fullmatch(text):
        return "write null, true or false, or the word of the rule, as in not-played; text goes in quotes"
    return ""


def _syntax_hint(problem: str) -> str:
    if "\\t" in problem:
        return "indent with spaces, not with tabs"
    if "mapping values are not allowed" in problem:
        return "put a text that contains a colon in quotes, or look at the indentation"
    if "expected <block end>" in problem:
        return "keys of one section are indented alike"
    return ""
