"""What planning needs to know of the rules, and the answers of the built-in engine to lean on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Any

from ginrules.diagnostics import Json
from ginrules.rules.layers import ROOT


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The catalogue of rules, the root variant, the reference's answers."""

    answer: Callable[[str, Mapping[str, Json]], Mapping[str, Json]]
    """The built-in engine's answer; raises `InvalidInput` or `NotPlayed` where there is none."""
    root: Mapping[str, Json]
    reads: Callable[[str], tuple[str, ...]]
    """The rules that a method reads, sorted."""
    masked: Callable[[Mapping[str, Json], int], Mapping[str, str]]
    """The rules without effect for so many players."""
    probes: Callable[[str], tuple[Json, ...]]
    is_value: Callable[[str, Json], bool]

    def candidates(self, rule: str, schema: Json) -> Iterator[Json]:
        """Values that might stand in for another: the root's, the catalogue's probes, those that the engine's schema names."""
        named = _named(schema) if isinstance(schema, dict) else iter(())
        seen: list[str] = []
        for value in (self.root[rule], *self.probes(rule), *islice(named, 64)):
            if repr(value) not in seen and self.is_value(rule, value):
                seen.append(repr(value))
                yield value


@cache
def shipped() -> Reference:
    """The reference of this package."""
    from ginrules.answer import answer
    from ginrules.rules.catalogue import catalogue, is_value, masked, rules_read
    from ginrules.rules.resolve import load_variant

    return Reference(
        answer=answer,
        root=load_variant(ROOT).values,
        reads=rules_read,
        masked=masked,
        probes=lambda rule: catalogue()[rule].probes,
        is_value=is_value,
    )


def _named(schema: Mapping[str, Any]) -> Iterator[Json]:
    """Values that a schema of values names: constants, words, the ends of ranges, objects made of these."""
    if "const" in schema:
        yield schema["const"]
    yield from schema.get("enum", ())
    for key in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(key, ()):
            if isinstance(part, dict):
                yield from _named(part)
    yield from (schema[key] for key in ("maximum", "minimum") if isinstance(schema.get(key), int))
    members = {name: part for name, part in schema.get("properties", {}).items() if isinstance(part, dict)}
    if members:
        for values in product(*(list(islice(_named(part), 8)) for part in members.values())):
            yield dict(zip(members, values, strict=True))
