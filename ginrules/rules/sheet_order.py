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

    def holds(self, values: Mapping[str, Json]) -> bool:
        """Whether the line is read under these values."""
        return all(any(condition.holds(values, None) for condition in clause) for clause in self.clauses)


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
    unless = table.get("unless", [])
    clauses = [
        *((_condition(rule, value),) for rule, value in _table(table.get("when", {})).items()),
        *(
            tuple(_condition(rule, value, negated=True) for rule, value in _table(exception).items())
            for exception in (unless if isinstance(unless, list) else [unless])
        ),
    ]
    rules = tuple(str(rule) for rule in _list(table.get("for", [])))
    return Line(_text(table, "say"), rules, tuple(clauses), _text(table, "clause"))


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
    """Every condition of every line."""
    for section in sheet_order():
        for line in section.lines:
            for clause in line.clauses:
                yield from clause
