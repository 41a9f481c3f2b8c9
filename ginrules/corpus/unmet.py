"""Why a filter selects nothing: its words that no scenario meets, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from ginrules.corpus.selection import Entry, Filter
from ginrules.diagnostics import did_you_mean
from ginrules.notation.citations import citable


def unmet(entries: Sequence[Entry], wanted: Filter) -> Iterator[str]:
    """A sentence for each word of a filter that none of the entries meets."""
    scenarios = [entry.scenario for entry in entries]
    cited = sorted({rule for scenario in scenarios for rule in scenario.cited})
    sections = sorted({f"{rule.partition('.')[0]}.*" for rule in cited})
    for word in wanted.rules:
        if word in citable() and word not in cited:
            yield f"no scenario is about {word} yet"
        else:
            yield from _unknown(word, cited, [*cited, *sections], "no scenario cites")
    tags = sorted({tag for scenario in scenarios for tag in scenario.tags})
    for word in wanted.tags:
        if word not in tags:
            yield from _unknown(word, [], tags, "no scenario has the tag")
    ids = [scenario.id for scenario in scenarios]
    for word in wanted.ids:
        yield from _unknown(word, ids, ids, "no scenario has the id")


def _unknown(word: str, met_by: Sequence[str], known: Sequence[str], complaint: str) -> Iterator[str]:
    if not any(fnmatchcase(each, word) for each in met_by):
        hint = did_you_mean(word, known)
        yield f"{complaint} {word!r}" + (f"; {hint}" if hint else "")
