"""The built-in engine as one under test: what it can play is derived from the catalogue of rules.

Its answers are those of `ginrules.answer`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ginrules import __version__, answer
from ginrules.diagnostics import Json
from ginrules.rules.catalogue import RuleInfo, catalogue, rules_read
from ginrules.verify import wire


class BuiltinEngine:
    """The engine of this package, for `serve` and for the runner."""

    def capabilities(self) -> dict[str, Json]:
        """The result of `initialize`: every rule that its methods read, with the values that it plays."""
        return {
            "protocol": wire.VERSION,
            "engine": {"name": "ginrules", "version": __version__, "language": "python"},
            "methods": list(answer.METHODS),
            "rules": dict(_rules_played()),
            "answers": list(answer.FACTS),
            "can": {
                "players": [2, 3, 4, 5],
                "starts": ["deal", "position"],
                "spreads": ["declared", "best"],
                "layoffs": ["declared", "best"],
                "reasons": True,
            },
        }

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        """The answer to one question.

        Raises:
            InvalidInput: impossible input.
            NotPlayed: a method or a value that this version does not play.
        """
        return answer.answer(method, params)


def played_values(rule: RuleInfo) -> Json:
    """The JSON Schema of the values of a rule that the engine plays: that of the catalogue, without those of later versions."""
    schema = _without_extensions(rule.schema)
    if rule.played is None:
        return schema
    played: Json = list(rule.played)
    if rule.has_kinds:
        return {"allOf": [schema, {"properties": {"kind": {"enum": played}}}]}
    return {"allOf": [schema, {"enum": played}]}


@cache
def _rules_played() -> Mapping[str, Json]:
    read = {rule for method in answer.METHODS for rule in rules_read(method)}
    return {rule: played_values(info) for rule, info in catalogue().items() if rule in read}


def _without_extensions(schema: Any) -> Json:
    """A schema without the catalogue's own members, which mean nothing to others."""
    if isinstance(schema, Mapping):
        return {name: _without_extensions(part) for name, part in schema.items() if not name.startswith("x-")}
    if isinstance(schema, list | tuple):
        return [_without_extensions(part) for part in schema]
    plain: Json = schema
    return plain
