"""Layers on top of each other: the values that result, and who set each last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ginrules.diagnostics import Json, Span
from ginrules.rules.catalogue import catalogue, word_of
from ginrules.rules.forms import canonical
from ginrules.rules.layers import Layer
from ginrules.rules.source import PathKey


@dataclass(frozen=True, slots=True)
class Merged:
    """A chain of layers, the root first, and what they come to."""

    layers: tuple[Layer, ...]
    values: Mapping[str, Json]
    """Every rule that is set and right, in the resolved form, in the order of the catalogue."""
    set_by: Mapping[str, int]
    """The layer that set each rule last, counted from the root."""
    unknown: frozenset[str]
    """Rules without a right value: nothing can be said about what depends on them."""

    @property
    def top(self) -> Layer:
        """The file, or the overrides, that the chain is about."""
        return self.layers[-1]

    def wrote(self, rule: str) -> bool:
        """Whether the top layer itself sets a rule."""
        return rule in self.top.rules

    def word(self, rule: str) -> Json:
        """The word, kind or number of a rule."""
        return word_of(self.values[rule])

    def number(self, rule: str) -> int:
        """The value of a rule that is a number; null is 0."""
        value = self.values[rule]
        return value if isinstance(value, int) else 0

    def field(self, rule: str, name: str) -> Json:
        """A field of a rule with kinds, `None` where it is left out."""
        value = self.values[rule]
        return value.get(name) if isinstance(value, dict) else None

    def counts(self) -> tuple[int, ...]:
        """The counts of players that may play."""
        return counts_of(self.values)

    def place(self, rule: str) -> tuple[Layer, Span | None]:
        """The layer that set a rule last, and where."""
        layer = self.layers[self.set_by.get(rule, len(self.layers) - 1)]
        path = path_of(rule)
        return layer, layer.document.span(path, key=True)


def merge(layers: Sequence[Layer]) -> Merged:
    """Lay each layer on those before it: a value is replaced whole, `deck.values` rank by rank."""
    raw: dict[str, Json] = {}
    set_by: dict[str, int] = {}
    unknown: set[str] = set()
    for number, layer in enumerate(layers):
        for rule, value in layer.rules.items():
            set_by[rule] = number
            if rule in layer.broken:
                unknown.add(rule)
                continue
            before = raw.get(rule)
            both = catalogue()[rule].merges and isinstance(before, dict) and isinstance(value, dict)
            raw[rule] = {**before, **value} if both else value  # type: ignore[dict-item]
            if not both:
                unknown.discard(rule)
    unknown.update(rule for rule in catalogue() if rule not in raw)
    counts = counts_of(raw)
    values = {rule: canonical(info, raw[rule], counts) for rule, info in catalogue().items() if rule in raw}
    return Merged(tuple(layers), values, set_by, frozenset(unknown))


def counts_of(values: Mapping[str, Json]) -> tuple[int, ...]:
    """The counts of `players.count`; none where it is not known."""
    counts = values.get("players.count")
    return tuple(count for count in counts if isinstance(count, int)) if isinstance(counts, list) else ()


def path_of(rule: str) -> PathKey:
    """The path in a file of a rule, or of a member of its table."""
    section, key, *rest = rule.split(".")
    return (section, key, *rest)
