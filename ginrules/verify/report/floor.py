"""What an engine passes that knows nothing of the game, beside what one under test passes.

The figures are measured from the corpus and shipped with it (`conformance/floor.json`).
"""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from ginrules import resources
from ginrules.verify.outcomes import Outcome
from ginrules.verify.report.summary import Summary


class Floor(NamedTuple):
    """The trivial engine that passes most."""

    engine: str
    passes: int
    """Columns of the whole corpus."""
    columns: int


@cache
def floor() -> Floor:
    """The highest floor that was measured."""
    figures = json.loads((resources.CORPUS / "floor.json").read_text(encoding="utf-8"))
    best = max(figures["engines"], key=lambda each: each["passes"])
    return Floor(best["engine"], best["passes"], figures["columns"])


def share(summary: Summary) -> str:
    """What an engine passes of what it answered, beside what one passes of the corpus that knows nothing (rounded up)."""
    passes, answered = summary.counts[Outcome.PASS], summary.answered
    nobody = floor()
    most = -(-100 * nobody.passes // nobody.columns)
    return (
        f"passes {passes} of {answered} answered, {100 * passes // answered} %; "
        f"an engine that knows nothing passes at most {most} % of the corpus ({nobody.engine})"
    )
