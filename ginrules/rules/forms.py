"""Short forms of values and the one form that everything behind the loader reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ginrules.diagnostics import Json
from ginrules.rules.catalogue import RuleInfo, catalogue, sections, write_word
from ginrules.rules.source import Document, PathKey


def lengthen(document: Document) -> Document:
    """The document with every short form written out; what a short form stands for has the short form's place.

    >>> from ginrules.rules.source import read_yaml
    >>> lengthen(read_yaml("knock: {limit: 7}", "text")).data
    {'knock': {'limit': {'kind': 'fixed', 'points': 7}}}
    """
    if not isinstance(document.data, dict):
        return document
    data = dict(document.data)
    marks = dict(document.marks)
    for name, fragments in sections().items():
        section = data.get(name)
        if not isinstance(section, dict):
            continue
        written = {key: long_form(fragments[key], value) if key in fragments else value for key, value in section.items()}
        data[name] = written
        for key, long in written.items():
            if long is not section[key]:
                parts: list[str | int] = [*long] if isinstance(long, dict) else [0]
                marks.update(dict.fromkeys([(name, key, part) for part in parts], (None, marks[name, key][1])))
    return Document(data, marks, document.file, document.lines)


def long_form(fragment: Mapping[str, Any], value: Json) -> Json:
    """A value of a rule with its short form written out; anything else as it is, right or wrong."""
    if isinstance(value, int) and not isinstance(value, bool):
        if "x-number-kind" in fragment:
            return {"kind": fragment["x-number-kind"]["kind"], fragment["x-number-kind"]["field"]: value}
        if fragment.get("x-list-of-one"):
            return [value]
    if isinstance(value, str) and "kind" in fragment.get("properties", {}):
        return {"kind": value}
    return value


def number_kind(rule: RuleInfo) -> Mapping[str, str]:
    """The kind and the field for which a bare number is short; empty if there is none."""
    short: Mapping[str, str] = sections()[rule.section][rule.key].get("x-number-kind", {})
    return short


def short_form(rule: RuleInfo, value: Json) -> str:
    """A resolved value as a person writes it: `10` for a limit of ten, `gin-only` for a kind without fields."""
    if isinstance(value, dict) and rule.has_kinds:
        short = number_kind(rule)
        field = short.get("field", "")
        if short and set(value) == {"kind", field} and value["kind"] == short["kind"] and isinstance(value[field], int):
            return write_word(value[field])
        if set(value) == {"kind"}:
            return write_word(value["kind"])
    if isinstance(value, list) and len(value) == 1:
        return write_word(value[0])
    return write_word(value)


def canonical(rule: RuleInfo, value: Json, counts: tuple[int, ...]) -> Json:
    """A right value in the resolved form: null fields left out, keys in the order of the schema.

    `counts` are those of `players.count`; a table by count is cut to them, and a count without a number is left out.
    """
    if not isinstance(value, dict):
        return value
    if rule.has_kinds:
        order = ["kind", *_fields(rule, str(value["kind"]))]
        present = {field: value[field] for field in order if field in value and value[field] is not None}
        return {field: by_count(item, counts) if isinstance(item, dict) else item for field, item in present.items()}
    if "properties" in rule.schema:
        return {key: value[key] for key in rule.schema["properties"] if key in value}
    return by_count(value, counts)


def by_count(table: Mapping[str, Json], counts: tuple[int, ...]) -> Json:
    """The entries of a table by count that are for one of the counts, rising."""
    return {str(count): table[str(count)] for count in counts if str(count) in table}


def _fields(rule: RuleInfo, kind: str) -> list[str]:
    for branch in rule.schema["allOf"]:
        if branch["if"]["properties"]["kind"]["const"] == kind:
            return [field for field in branch["then"]["properties"] if field != "kind"]
    return []


def rule_of(path: PathKey) -> str:
    """The rule that a path in a file lies in, or an empty string."""
    rule = ".".join(str(part) for part in path[:2])
    return rule if rule in catalogue() else ""
