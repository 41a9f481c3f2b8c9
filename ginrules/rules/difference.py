"""Two variants, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ginrules.diagnostics import Json
from ginrules.rules.catalogue import RuleClass, catalogue, masked, read_clauses, sections, why_masked
from ginrules.rules.phrases import rule_words
from ginrules.rules.resolve import Origin, Variant


class Side(NamedTuple):
    """A rule in one of the two variants."""

    value: Json
    sentence: str
    """What it says; of a table that merges only the members that differ."""
    origin: Origin
    idle: str
    """Why it has no effect there; empty where it has."""

    def to_json(self) -> dict[str, Json]:
        """`{"value", "sentence", "origin"}`, and `"idle"` where the rule has no effect."""
        place = f"{self.origin.file}:{self.origin.line}" if self.origin.line else self.origin.file
        whole: dict[str, Json] = {"value": self.value, "sentence": self.sentence, "origin": place}
        return whole | ({"idle": self.idle} if self.idle else {})


class Difference(NamedTuple):
    """A rule with different values in two variants."""

    rule: str
    rule_class: RuleClass
    first: Side
    second: Side

    @property
    def idle(self) -> bool:
        """Whether it has no effect in either of them."""
        return bool(self.first.idle and self.second.idle)

    def to_json(self) -> dict[str, Json]:
        """`{"rule", "class", "a", "b"}`."""
        return {
            "rule": self.rule,
            "class": str(self.rule_class),
            "a": self.first.to_json(),
            "b": self.second.to_json(),
        }


def differences(first: Variant, second: Variant) -> tuple[Difference, ...]:
    """Every rule that the two have at different values, in the order of the catalogue; those without effect too."""
    idle = masked(first.values), masked(second.values)
    return tuple(
        Difference(
            rule=rule,
            rule_class=info.rule_class,
            first=_side(first, rule, idle[0].get(rule, ""), changed),
            second=_side(second, rule, idle[1].get(rule, ""), changed),
        )
        for rule, info in catalogue().items()
        if first.values[rule] != second.values[rule]
        for changed in [_members(rule, first, second)]
    )


def _members(rule: str, first: Variant, second: Variant) -> tuple[str, ...]:
    """The members of a table that merges that the two have otherwise; none for other rules."""
    one, other = first.values[rule], second.values[rule]
    if not catalogue()[rule].merges or not isinstance(one, dict) or not isinstance(other, dict):
        return ()
    return tuple(member for member in one if one[member] != other.get(member))


def _side(variant: Variant, rule: str, idle: str, changed: Sequence[str]) -> Side:
    value, origin = variant.values[rule], variant.origins[rule]
    if not changed or not isinstance(value, dict):
        return Side(value, rule_words(rule, variant.values), origin, idle)
    section, _, key = rule.partition(".")
    fragments = sections()[section][key]["properties"]
    reasons = {member: why_masked(read_clauses(fragments[member]), variant.values, None) for member in changed}
    shown = [member for member in changed if not reasons[member]]
    part: dict[str, Json] = {member: value[member] for member in changed}
    return Side(part, rule_words(rule, variant.values, shown or changed), origin, idle if shown else reasons[changed[0]])
