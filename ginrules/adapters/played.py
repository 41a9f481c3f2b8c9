"""What a foreign engine plays: a schema for each rule, and the check that a question asks for nothing else.

The same table is the `rules` of `initialize` and the reason of a refusal to answer, so that the two cannot differ.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from ginrules.diagnostics import ImpossibleInput, Json, NotPlayed

Schema: TypeAlias = dict[str, Json] | bool
"""The few words of JSON Schema that `plays` knows: const, enum, type, minimum, maximum, anyOf, properties, required."""

NO_EFFECT: Schema = True
"""Of a rule that is masked by another of the table, or by there being two players: its value has no effect."""

ONLY_GIN_MASKS = frozenset(
    {
        "knock.comparison",
        "knock.needs-meld",
        "scoring.knock",
        "scoring.undercut",
        "scoring.gin-off",
        "scoring.tie",
        "layoff.on-knock",
        "boxes.undercut",
        "boxes.gin-off",
    }
)
"""The rules without effect where only gin ends a hand."""

PLAIN_CARDS: Mapping[str, Schema] = {
    "deck.jokers": {"const": 0},
    "deck.values": {
        "type": "object",
        "properties": {
            "A": {"const": 1},
            **{str(pips): {"const": pips} for pips in range(2, 11)},
            **{rank: {"const": 10} for rank in "JQK"},
        },
    },
    "melds.ace": {"const": "low"},
    "melds.set-min": {"const": 3},
    "melds.set-max": {"const": 4},
    "melds.run-min": {"const": 3},
    "melds.run-max": {"const": None},
}
"""Melds and counts as all engines know them; these are the rules that `arrange` reads."""


def among(*words: str) -> Schema:
    """Some words."""
    return {"enum": list(words)}


def only(word: Json) -> Schema:
    """One value."""
    return {"const": word}


def kind(word: str) -> Schema:
    """A rule with kinds that is played at one of them."""
    return {"type": "object", "properties": {"kind": {"const": word}}, "required": ["kind"]}


def check_rules(rules: Json, played: Mapping[str, Schema]) -> Mapping[str, Json]:
    """The rules of a question, if the engine plays them all.

    Raises:
        ImpossibleInput: they are no object.
        NotPlayed: one has a value that the engine cannot play; it is named. Masked rules are not looked at.
    """
    if not isinstance(rules, dict):
        raise ImpossibleInput("rules", "not an object of rules")
    masked = ONLY_GIN_MASKS if is_only_gin(rules) else frozenset()
    for rule, schema in played.items():
        if rule in rules and rule not in masked and not plays(schema, rules[rule]):
            raise NotPlayed(f"{rule} = {_short(rules[rule])}")
    return rules


def is_only_gin(rules: Mapping[str, Json]) -> bool:
    """Whether only gin ends a hand (`knock.limit: gin-only`)."""
    limit = rules.get("knock.limit")
    return isinstance(limit, dict) and limit.get("kind") == "gin-only"


def knock_limit(rules: Mapping[str, Json]) -> int | None:
    """The greatest deadwood of a knock, 0 where only gin ends a hand; None where the upcard sets it.

    Below a number is at most one less (`knock.comparison`).

    Raises:
        ImpossibleInput: the rule is missing.
        NotPlayed: below what an upcard counts.
    """
    if is_only_gin(rules):
        return 0
    limit = rules.get("knock.limit")
    if not isinstance(limit, dict):
        raise ImpossibleInput("rules.knock.limit", "an engine needs to know the limit")
    below = rules.get("knock.comparison") == "below"
    if limit.get("kind") == "fixed":
        return whole_number(limit, "points") - below
    if below:
        raise NotPlayed("knock.comparison = below with the limit of an upcard")
    return None


def whole_number(rules: Mapping[str, Json], rule: str) -> int:
    """The number that a rule of the question has.

    Raises:
        ImpossibleInput: the rule is missing, or no number.
    """
    value = rules.get(rule)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ImpossibleInput(f"rules.{rule}", "an engine that plays this rule needs its number")
    return value


def plays(schema: Json, value: Json) -> bool:
    """Whether a value is one of those that a schema of the table allows."""
    if not isinstance(schema, dict):
        return schema is not False
    if "const" in schema and not _same(schema["const"], value):
        return False
    words = schema.get("enum")
    if isinstance(words, list) and not any(_same(word, value) for word in words):
        return False
    choices = schema.get("anyOf")
    if isinstance(choices, list) and not any(plays(choice, value) for choice in choices):
        return False
    least, most = schema.get("minimum"), schema.get("maximum")
    match schema.get("type"):
        case "integer":
            number = isinstance(value, int) and not isinstance(value, bool)
            return number and not _less(value, least) and not _less(most, value)
        case "object":
            return isinstance(value, dict) and _fields_fit(schema, value)
    return True


def _less(left: Json, right: Json) -> bool:
    return isinstance(left, int) and isinstance(right, int) and left < right


def _fields_fit(schema: Mapping[str, Json], value: Mapping[str, Json]) -> bool:
    names, fields = schema.get("required", []), schema.get("properties", {})
    return (
        isinstance(names, list)
        and isinstance(fields, dict)
        and all(name in value for name in names)
        and all(plays(field, value[name]) for name, field in fields.items() if name in value)
    )


def _same(left: Json, right: Json) -> bool:
    """Equal as JSON, where `true` is not 1."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def _short(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)
