"""Part 8, two oracles: a naive second implementation agrees with every expectation, and with the engine.

It is in `tests/oracle`, which a wheel does not have, and shares no code with the engine but `cards.py`. Its answers are
compared with what the scenarios expect, and the engine's with its own, on the corpus and on questions that are drawn: random,
dense and adversarial ones. Public engines are a third voice where they are installed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ginrules import resources
from ginrules.adequacy.checkout import Ended, run
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team
from ginrules.corpus.export import records
from ginrules.diagnostics import Json

PART = "oracles"

_PROGRAM = "tests.agreement.corpus"
_NOT_HERE = "tests/oracle is not part of the wheel; run it from a checkout"
_SHARES = 4
"""Into how many pieces the corpus is cut: every question is asked, the slow ones too."""
_SEEDS = 2
"""Into how many pieces each kind of drawn questions is cut."""

DRAWN: Mapping[str, int] = {
    "arrangements": 400,
    "showdowns": 400,
    "whole showdowns": 400,
    "hands": 200,
    "sheets": 800,
}
"""How many questions of each kind are drawn; so many that the part takes seconds."""

PUBLIC: Mapping[str, int] = {"pyspiel": 40, "rlcard": 40}
"""How many hands are played beside each public engine."""


class Piece(NamedTuple):
    """Work for one run of the program."""

    name: str
    """What the figures call it."""
    told: str
    """What the program reads."""


def oracles(team: Team, drawn: Mapping[str, int] = DRAWN) -> Result:
    """Where the naive implementation contradicts a scenario, or the engine."""
    checkout = resources.CHECKOUT
    if checkout is None:
        return Result(part=PART, obligations=0, skipped=_NOT_HERE)
    gaps: list[Gap] = []
    asked = Counter[str]()
    absent: dict[str, str] = {}
    pieces = [*_of_corpus(team), *_drawn(drawn), *_public()]
    for piece, found in zip(pieces, team.each(_done, [piece.told for piece in pieces], checkout), strict=True):
        asked[piece.name] += found["asked"]
        if not found["installed"]:
            absent[piece.name] = "not installed"
        gaps += [Gap(each["about"], each["says"]) for each in found["gaps"]]
    # A third voice that is not everywhere: its hands are no obligations, but what it says against the engine is missing.
    obligations = sum(number for name, number in asked.items() if name not in PUBLIC)
    figures: dict[str, Json] = {**asked, **absent}
    return Result(part=PART, obligations=obligations, gaps=tuple(sorted(gaps, key=_order)), figures=figures)


def _order(gap: Gap) -> tuple[str, str]:
    return (gap.about, gap.says)


def _of_corpus(team: Team) -> Iterator[Piece]:
    for share in range(_SHARES):
        if cases := records(posed.case for posed in team.posed[share::_SHARES]):
            yield Piece("corpus", json.dumps({"cases": cases}))


def _drawn(drawn: Mapping[str, int]) -> Iterator[Piece]:
    for kind, number in drawn.items():
        for seed in range(1, _SEEDS + 1):
            yield Piece(kind, json.dumps({"kind": kind, "number": number // _SEEDS, "seed": str(seed)}))


def _public() -> Iterator[Piece]:
    for engine, number in PUBLIC.items():
        yield Piece(engine, json.dumps({"engine": engine, "number": number}))


def _done(told: str, checkout: Path) -> dict[str, Any]:
    """What the program found; that it did not end well is missing too."""
    try:
        found: dict[str, Any] = json.loads(run(checkout, _PROGRAM, told))
    except (Ended, ValueError) as error:
        return {"asked": 0, "gaps": [{"about": "tests/oracle", "says": str(error)}], "installed": True}
    return found
