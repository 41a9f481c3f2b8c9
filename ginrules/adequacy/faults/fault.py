"""A fault: an engine that is broken in one way, made from the real one.

What is broken is a piece of the engine (`ginrules.engine.parts`), or how the question or its rules are understood. So a fault
is a function from what the engine is about to answer to what the broken one answers in its place; nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from ginrules.engine.parts import STANDARD, Parts
from ginrules.questions import Method
from ginrules.rules.catalogue import rules_read
from ginrules.rules.variant import Rules


class Asked(NamedTuple):
    """What an engine is about to answer."""

    method: Method
    question: Any
    """As it was read: a hand, a showdown, a hand in play or a sheet."""
    rules: Rules
    parts: Parts = STANDARD


Slip: TypeAlias = Callable[[Asked], Asked]


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken engine."""

    name: str
    """What it behaves like, in kebab-case."""
    rule: str
    """The rule, clause or refusal that it breaks."""
    sentence: str
    """What it does, in one sentence."""
    origin: str
    """The public engine in which it was found, with its issue or commit, or the slip in words."""
    slip: Slip


def broken(**pieces: Any) -> Slip:
    """Pieces of the engine replaced by others."""
    parts = replace(STANDARD, **pieces)
    return lambda asked: asked._replace(parts=parts)


def misread(rule: str, reading: Callable[[Any], Any] | Mapping[Any, Any]) -> Slip:
    """A rule taken for another value: the one that a table has for it, or that a function makes of it."""
    read = reading if callable(reading) else lambda value: reading.get(value, value)

    def slip(asked: Asked) -> Asked:
        if rule not in rules_read(asked.method):
            return asked
        return asked._replace(rules=changed(asked.rules, rule, read))

    return slip


def changed(rules: Rules, rule: str, reading: Callable[[Any], Any]) -> Rules:
    """Rules with another value of one of them."""
    section, _, key = rule.replace("-", "_").partition(".")
    rows = getattr(rules, section)
    return rules._replace(**{section: rows._replace(**{key: reading(getattr(rows, key))})})
