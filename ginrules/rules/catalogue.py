"""The catalogue of rules, read from `spec/variant.schema.json`: nothing about a rule is written twice.

>>> catalogue()["scoring.tie"].words
('undercut', 'undercut-without-bonus', 'no-score', 'knocker')
>>> rules_read("arrange")[0]
'deck.jokers'
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from ginrules.diagnostics import Json
from ginrules.resources import SPEC
from ginrules.rules.values import fits

SCHEMA = SPEC / "variant.schema.json"

MARK_OF_A_RULE = "x-class"
"""Every rule of the schema has this member, and nothing else has."""


class RuleClass(StrEnum):
    """The first question whose answer a rule can change; `custom` changes none."""

    SCORE = "score"
    PLAY = "play"
    TALLY = "tally"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a mask: a rule is, or is not, at one of some values; or more players than a number are in a hand."""

    rule: str = ""
    words: tuple[Json, ...] = ()
    negated: bool = False
    players_over: int | None = None

    def holds(self, values: Mapping[str, Json], players: int | None) -> bool:
        """Whether the condition holds; what is not known counts as holding, so that nothing is masked by mistake."""
        if self.players_over is not None:
            return players is None or players > self.players_over
        if self.rule not in values:
            return True
        return (word_of(values[self.rule]) in self.words) is not self.negated

    def why_not(self, values: Mapping[str, Json]) -> str:
        """Why it does not hold, in words."""
        if self.players_over is not None:
            return "two in the hand"
        return f"{self.rule} is {write_word(word_of(values[self.rule]))}"


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """One rule of the catalogue."""

    id: str
    section: str
    key: str
    rule_class: RuleClass
    stage: int
    """The version of the engine that first plays it; 9 is later."""
    schema: Mapping[str, Any]
    """The JSON Schema of its value in the resolved form."""
    description: str
    suits: bool
    """Whether its answer depends on a suit."""
    probes: tuple[Json, ...]
    """The values that tests use."""
    applies_when: tuple[tuple[Condition, ...], ...]
    """All lists must hold; a list holds if one of its conditions does."""
    wording: Mapping[str, str]
    """Value to the sentence of the rule sheet: by word, kind, number, `null` or `*`; for a field by `kind.field[=word]`."""
    played: tuple[Json, ...] | None
    """The words, kinds or numbers that the engine plays now; `None`: every value."""
    read_by: tuple[str, ...]
    """The methods that are sent the rule."""
    steps: tuple[str, ...]
    """The steps of the computation that read it, as in `H5`: the hand H, the sheet T, a finished column G."""
    words: tuple[str, ...]
    """The words of an enumeration, or the kinds of a rule with kinds; empty for other rules."""
    has_kinds: bool
    merges: bool
    """Whether its table merges key by key, instead of being replaced."""


def word_of(value: Json) -> Json:
    """What masks and lists of played values look at: the kind of a value with a kind, else the value."""
    return value["kind"] if isinstance(value, dict) and "kind" in value else value


def write_word(value: Json) -> str:
    """A value in one line as YAML flow writes it, without quotes where none are needed."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {write_word(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(write_word(item) for item in value) + "]"
    return value if isinstance(value, str) else json.dumps(value)


@cache
def schema() -> dict[str, Any]:
    """The whole schema; never changed."""
    loaded: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return loaded


@cache
def catalogue() -> Mapping[str, RuleInfo]:
    """Every rule by id, in the order of the schema."""
    return MappingProxyType(
        {
            f"{section}.{key}": _rule_info(section, key, fragment)
            for section, rules in sections().items()
            for key, fragment in rules.items()
        }
    )


@cache
def sections() -> Mapping[str, Mapping[str, Any]]:
    """The rules of the schema by section and key."""
    return {
        name: fragment["properties"]
        for name, fragment in schema()["properties"].items()
        if any(MARK_OF_A_RULE in rule for rule in fragment.get("properties", {}).values())
    }


@cache
def synonyms() -> Mapping[str, str]:
    """Words of the game that name a rule otherwise, to the rule, the section, or the rules with values that are meant."""
    words: dict[str, str] = schema()["x-synonyms"]
    return words


def key_synonyms(section: str) -> Mapping[str, Sequence[str]]:
    """Words that are no keys of a section, to the rules that are written instead, with a value or without."""
    words: dict[str, list[str]] = schema()["properties"][section].get("x-synonyms", {})
    return words


def word_synonyms(rule_id: str) -> Mapping[str, str]:
    """Words that a rule does not have, or members that its table does not have, to those that are written instead."""
    section, _, key = rule_id.partition(".")
    words: dict[str, str] = sections()[section][key].get("x-synonyms", {})
    return words


def units(rule_id: str) -> Mapping[str, str]:
    """Words that stand beside a number where a rule has none, to the rules with values that are meant."""
    section, _, key = rule_id.partition(".")
    words: dict[str, str] = sections()[section][key].get("x-units", {})
    return words


def seats(format_: str) -> tuple[int, ...]:
    """How many can play a format (`players.format`), rising."""
    counts: list[int] = sections()["players"]["format"]["x-seats"][format_]
    return tuple(counts)


def has_dealer(format_: str, dealer: str) -> bool:
    """Whether a format has the player who deals by a value of `deal.next-dealer`."""
    formats: dict[str, list[str]] = sections()["deal"]["next-dealer"]["x-formats"]
    return format_ in formats.get(dealer, (format_,))


def usual_rules(section: str) -> Sequence[str]:
    """The rules that a bare value behind the name of a section was probably meant for, the likeliest first."""
    rules: list[str] = schema()["properties"][section].get("x-usual", [])
    return rules


@cache
def rules_read(method: str) -> tuple[str, ...]:
    """The ids of the rules that a method reads, sorted; customs never."""
    return tuple(sorted(rule.id for rule in catalogue().values() if method in rule.read_by))


def masked(values: Mapping[str, Json], players: int | None = None) -> Mapping[str, str]:
    """The rules that have no effect under these values, each with the reason in words.

    `players` is the number of players in a hand; left out, it is the most that `players.count` allows, if that is known.
    """
    if players is None:
        counts = values.get("players.count")
        players = max((count for count in counts if isinstance(count, int)), default=None) if isinstance(counts, list) else None
    reasons = {rule.id: why_masked(rule.applies_when, values, players) for rule in catalogue().values() if rule.id in values}
    return {rule: why for rule, why in reasons.items() if why}


def why_masked(clauses: tuple[tuple[Condition, ...], ...], values: Mapping[str, Json], players: int | None) -> str:
    """The reason why a rule with these clauses has no effect, or an empty string."""
    for clause in clauses:
        if not any(condition.holds(values, players) for condition in clause):
            return " and ".join(condition.why_not(values) for condition in clause)
    return ""


def not_played(method: str, values: Mapping[str, Json], players: int) -> tuple[str, ...]:
    """What the engine does not play yet of the rules that a method reads, as in `deck.jokers = 2`; masked ones not."""
    without_effect = masked(values, players)
    return tuple(
        f"{rule} = {write_word(word_of(values[rule]))}"
        for rule in rules_read(method)
        if rule in values and rule not in without_effect and not is_played(catalogue()[rule], values[rule])
    )


def is_value(rule_id: str, value: Json) -> bool:
    """Whether a rule may have a value, in the resolved form; false for an unknown rule."""
    return rule_id in catalogue() and fits(catalogue()[rule_id].schema, value)


def is_played(rule: RuleInfo, value: Json) -> bool:
    """Whether the engine plays a value of a rule (`x-played`)."""
    return rule.played is None or any(
        word_of(value) == word and isinstance(word_of(value), bool) == isinstance(word, bool) for word in rule.played
    )


def _rule_info(section: str, key: str, fragment: Mapping[str, Any]) -> RuleInfo:
    kinds = fragment.get("properties", {}).get("kind", {}).get("enum")
    return RuleInfo(
        id=f"{section}.{key}",
        section=section,
        key=key,
        rule_class=RuleClass(fragment["x-class"]),
        stage=fragment["x-stage"],
        schema=MappingProxyType({name: part for name, part in fragment.items() if not name.startswith("x-")}),
        description=fragment["description"],
        suits=fragment["x-suits"],
        probes=tuple(fragment["x-probes"]),
        applies_when=read_clauses(fragment),
        wording=MappingProxyType(fragment["x-words"]),
        played=tuple(fragment["x-played"]) if "x-played" in fragment else None,
        read_by=tuple(fragment["x-read-by"]),
        steps=tuple(fragment.get("x-steps", ())),
        words=tuple(kinds or fragment.get("enum", ())),
        has_kinds=kinds is not None,
        merges=fragment.get("x-merges", False),
    )


def read_clauses(fragment: Mapping[str, Any]) -> tuple[tuple[Condition, ...], ...]:
    """The `x-applies-when` of a rule, or of a member of its table."""
    return tuple(tuple(_condition(condition) for condition in clause) for clause in fragment.get("x-applies-when", ()))


def _condition(data: Mapping[str, Any]) -> Condition:
    if "players-over" in data:
        return Condition(players_over=data["players-over"])
    negated = "not" in data
    return Condition(rule=data["rule"], words=tuple(data["not" if negated else "is"]), negated=negated)
