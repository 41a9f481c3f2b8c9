"""Resolved rules as JSON (`{"knock.limit": {"kind": "fixed", "points": 10}, …}`) to the typed `Rules` of the engine.

This is the one place where kebab-case ids become snake_case fields.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from ginrules.cards import RANK_WORDS
from ginrules.diagnostics import Json
from ginrules.rules.variant import Amount, CardValues, Rules


class WrongRule(ValueError):
    """A rule of a request is missing or has no value of its type; `rule` is its id."""

    def __init__(self, rule: str, message: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {message}")


def typed_rules(values: Mapping[str, Json]) -> Rules:
    """The typed rules of a complete mapping from rule id to value; customs and unknown ids are passed over.

    Raises:
        WrongRule: a rule is missing, or its value is not of its type.
    """
    sections = {}
    for section, section_type in _hints(Rules).items():
        rules = {}
        for field, annotation in _hints(section_type).items():
            rule = f"{section}.{field}".replace("_", "-")
            if rule not in values:
                raise WrongRule(rule, "is missing")
            try:
                rules[field] = _decode(annotation, values[rule])
            except (ValueError, TypeError, KeyError) as error:
                raise WrongRule(rule, f"cannot be {values[rule]!r}") from error
        sections[section] = section_type(**rules)
    return Rules(**sections)


def with_rule(rules: Rules, rule: str, value: Json) -> Rules:
    """The same rules with another value of one; a rule that no question reads leaves them as they are.

    Raises:
        WrongRule: the value is not of its type.
    """
    section, _, key = rule.partition(".")
    field = key.replace("-", "_")
    before: Any = getattr(rules, section)
    owner: type = type(before)
    if field not in before._fields:
        return rules
    try:
        after = before._replace(**{field: _decode(_hints(owner)[field], value)})
    except (ValueError, TypeError, KeyError) as error:
        raise WrongRule(rule, f"cannot be {value!r}") from error
    return rules._replace(**{section: after})


@cache
def _hints(owner: type) -> dict[str, Any]:
    return get_type_hints(owner)


def _decode(annotation: Any, value: Any) -> Any:
    if get_origin(annotation) in (Union, types.UnionType):
        if value is None:
            return None
        (annotation,) = (part for part in get_args(annotation) if part is not type(None))
    if get_origin(annotation) is tuple:
        return tuple(_decode(get_args(annotation)[0], item) for item in value)
    if annotation is Amount:
        return (
            Amount(value)
            if _is_integer(value)
            else Amount(None, tuple(sorted((int(n), _integer(v)) for n, v in value.items())))
        )
    if annotation is CardValues:
        return CardValues(tuple(_integer(value[rank]) for rank in RANK_WORDS), _integer(value["joker"]))
    if annotation is int:
        return _integer(value)
    if annotation is bool:
        if not isinstance(value, bool):
            raise TypeError("not a boolean")
        return value
    if issubclass(annotation, StrEnum):
        return annotation(value)
    assert isinstance(annotation, type)
    known = {name.replace("_", "-"): name for name in _hints(annotation)}
    return annotation(**{known[key]: _decode(_hints(annotation)[known[key]], item) for key, item in value.items()})


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _integer(value: Any) -> int:
    if not _is_integer(value):
        raise TypeError("not an integer")
    return int(value)
