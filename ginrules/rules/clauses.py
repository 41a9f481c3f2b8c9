"""The headings of the specification: every rule and clause id has one, and scenarios cite them.

A heading reads ``### 3.2 `knock.limit` The limit``: the number of the clause, its id, its title.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ginrules import resources

_HEADING = re.compile(r"^#{2,4} (?P<number>\d+(?:\.\d+)*) `(?P<id>[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*)`(?: (?P<title>.*))?$")


@dataclass(frozen=True, slots=True)
class Clause:
    """One heading of the specification."""

    id: str
    """A rule id, or the id of a clause that no variant changes."""
    number: str
    """Chapter and clause, as in `3.2`."""
    title: str
    chapter: str
    """The file's name without its ending, as in `03-knocking`."""
    line: int


@cache
def clauses() -> Mapping[str, Clause]:
    """Every heading with an id, by id, in the order of the specification."""
    found: dict[str, Clause] = {}
    for path in sorted(resources.SPEC.glob("*.md")):
        for line, text in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if match := _HEADING.match(text):
                clause = Clause(match["id"], match["number"], match["title"] or "", path.stem, line)
                found.setdefault(clause.id, clause)
    return found
