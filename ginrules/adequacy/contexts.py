"""Whether values of rules can stand beside each other: in a shipped variant, changed as little as can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from ginrules.adequacy.asking import as_played
from ginrules.diagnostics import Json
from ginrules.rules.catalogue import catalogue, why_masked
from ginrules.rules.crosschecks import apart
from ginrules.rules.merging import counts_of
from ginrules.rules.resolve import load_variant, shipped


def stand_together(
    changes: Mapping[str, Json], backgrounds: Iterable[Mapping[str, Json]] | None = None, *, like: Iterable[Json] = ()
) -> Iterator[Mapping[str, Json]]:
    """The shipped variants with some rules changed that no cross-check refuses and in which each of these rules matters.

    A table by count, one of `like` too, also brings its counts along, as `players.count`. `backgrounds`: other rules than
    those of the shipped variants.
    """
    for rules in _backgrounds(*map(_counts, (*changes.values(), *like))) if backgrounds is None else backgrounds:
        counts = counts_of(rules)
        values = {**rules, **{rule: as_played(rule, value, counts) for rule, value in changes.items()}}
        most = max(counts) if values["players.format"] == "everyone" else 2
        if any(why_masked(catalogue()[rule].applies_when, values, most) for rule in changes):
            continue
        if not apart(values):
            yield values


def _backgrounds(*counts: tuple[int, ...]) -> Iterator[Mapping[str, Json]]:
    yield from _shipped()
    for some in dict.fromkeys(counts):
        if some:
            for rules in _shipped():
                yield {**rules, "players.count": list(some)}


@cache
def _shipped() -> tuple[Mapping[str, Json], ...]:
    return tuple(load_variant(name).values for name in shipped())


def _counts(value: Any) -> tuple[int, ...]:
    """The counts of a table by count, or of the table in a value with kinds."""
    if not isinstance(value, dict):
        return ()
    if value and all(isinstance(key, str) and key.isdigit() for key in value):
        return tuple(int(key) for key in value)
    return next((counts for counts in map(_counts, value.values()) if counts), ())
