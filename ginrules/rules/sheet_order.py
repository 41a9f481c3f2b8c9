"""What stands on a rule sheet and in which order, read from `spec/sheet.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from ginrules.diagnostics import Json
from ginrules.resources import SPEC
from ginrules.rules.catalogue import Condition
from ginrules.rules.source import read_file

ORDER = SPEC / "sheet.yaml"


class Crowd(NamedTuple):
    """How many there must be: `two`, `several`, or empty where it does not matter."""

    hand: str
    """In one hand."""
    scores: str
    """Scores that are kept, of players or of sides."""

    def holds(self, values: Mapping[str, Json]) -> bool:
        """Whether there are so many under these values."""
        counts = values["players.count"]
        most = max((count for count in counts if isinstance(count, int)), default=2) if isinstance(counts, list) else 2
        form = values["players.format"]
        return self.hand in {"", _crowd(most if form == "everyone" else 2)} and self.scores in {
            "",
            _crowd(2 if form == "partnership" else most),
        }


def _crowd(number: int) -> str:
    return "two" if number <= 2 else "several"


def _hold(clauses: tuple[tuple[Condition, ...], ...], values: Mapping[str, Json]) -> bool:
    return all(any(condition.holds(values, None) for condition in clause) for clause in clauses)


class Line(NamedTuple):
    """One line of the order: a sentence, or rules whose own sentences are meant."""

    say: str
    """The sentence with the places of its values; empty where each rule says itself."""
    rules: tuple[str, ...]
    """The rules that it says; none for what no variant changes."""
    clauses: tuple[tuple[Condition, ...], ...]
    """All lists must hold; a list holds if one of its conditions does."""
    clause: str
    """The heading of the specification for a sentence without rules; may be empty."""
    crowd: Crowd = Crowd("", "")

    def holds(self, values: Mapping[str, Json]) -> bool:
        """Whether the line is read under these values."""
        return _hold(self.clauses, values) and self.crowd.holds(values)


class Phrases(NamedTuple):
    """Phrases that are read otherwise in some games."""

    words: Mapping[str, str]
    """Each phrase with what is read instead, in the order in which they are replaced."""
    clauses: tuple[tuple[Condition, ...], ...]
    crowd: Crowd

    def read(self, text: str, values: Mapping[str, Json]) -> str:
        """A sentence under these values."""
        if _hold(self.clauses, values) and self.crowd.holds(values):
            for phrase, instead in self.words.items():
                text = text.replace(phrase, instead)
        return text


class Section(NamedTuple):
    """A part of the sheet."""

    title: str
    lines: tuple[Line, ...]


@cache
def sheet_order() -> tuple[Section, ...]:
    """The sections of every rule sheet, in the order in which a game runs."""
    data = read_file(ORDER, "spec/sheet.yaml").data
    return tuple(
        Section(str(section["title"]), tuple(_line(line) for line in _list(section["lines"])))
        for section in map(_table, _list(_table(data)["sections"]))
    )


def _line(data: Json) -> Line:
    if isinstance(data, str):
        return Line("", (data,), (), "")
    table = _table(data)
    rules = tuple(str(rule) for rule in _list(table.get("for", [])))
    return Line(_text(table, "say"), rules, _clauses(table), _text(table, "clause"), _crowd_of(table))


@cache
def phrases() -> tuple[Phrases, ...]:
    """The phrases that are read otherwise in some games, in the order in which they are replaced."""
    data = read_file(ORDER, "spec/sheet.yaml").data
    return tuple(
        Phrases({phrase: str(words) for phrase, words in _table(table["words"]).items()}, _clauses(table), _crowd_of(table))
        for table in map(_table, _list(_table(data)["instead"]))
    )


def _crowd_of(table: Mapping[str, Json]) -> Crowd:
    return Crowd(_text(table, "hand"), _text(table, "scores"))


def _clauses(table: Mapping[str, Json]) -> tuple[tuple[Condition, ...], ...]:
    unless = table.get("unless", [])
    clauses = [
        *((_condition(rule, value),) for rule, value in _table(table.get("when", {})).items()),
        *(
            tuple(_condition(rule, value, negated=True) for rule, value in _table(exception).items())
            for exception in (unless if isinstance(unless, list) else [unless])
        ),
    ]
    return tuple(clauses)


def _condition(rule: str, value: Json, *, negated: bool = False) -> Condition:
    return Condition(rule=rule, words=tuple(value) if isinstance(value, list) else (value,), negated=negated)


def _text(table: Mapping[str, Json], key: str) -> str:
    value = table.get(key, "")
    assert isinstance(value, str), value
    return value


def _table(data: Json) -> dict[str, Json]:
    assert isinstance(data, dict), data
    return data


def _list(data: Json) -> list[Json]:
    assert isinstance(data, list), data
    return data


def conditions() -> Iterator[Condition]:
    """Every condition of every line, and of the phrases."""
    for group in phrases():
        for clause in group.clauses:
            yield from clause
    for section in sheet_order():
        for line in section.lines:
            for clause in line.clauses:
                yield from clause
