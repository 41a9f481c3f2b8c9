"""Part 9, metamorphic: other suits, other seats and another order change nothing in what our own engine answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ginrules.adequacy.asking import Asker, Told
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.verify.modes import Mode, variations

PART = "metamorphic"


class Seen(NamedTuple):
    """What came of all variations of a question in one mode."""

    scenario: str
    column: str
    mode: Mode
    asked: int
    first_failed: str
    """What was done in the first that failed; empty if none did."""


def metamorphic(team: Team) -> Result:
    """Which variations of which questions come out otherwise."""
    seen = [*chained(team.corpus(seen_in))]
    asked = Counter[Mode]()
    for each in seen:
        asked[each.mode] += each.asked
    gaps = dict.fromkeys(
        Gap(each.scenario, f"under {each.column} it passes as it is and fails with {each.first_failed}")
        for each in sorted(seen)
        if each.first_failed
    )
    figures = {mode.value: asked[mode] for mode in Mode}
    return Result(part=PART, obligations=asked.total(), gaps=tuple(gaps), figures=figures)


def seen_in(asker: Asker, posed: Sequence[Posed]) -> list[Seen]:
    """What comes of every variation of some questions; one that cannot be varied in a mode is not among them."""
    return [seen for each in posed for mode in Mode for seen in _seen(asker, each, mode)]


def _seen(asker: Asker, posed: Posed, mode: Mode) -> Iterator[Seen]:
    asked = 0
    failed = ""
    rules = asker.rules(posed)
    for varied in variations(posed.case, mode):
        asked += 1
        # Each its own asker: the one of the corpus knows a question by its scenario.
        heard = Asker().hear(replace(posed, case=varied.case), rules)
        if heard.told is not Told.HOLDS:
            failed = failed or varied.words
    if asked:
        yield Seen(posed.scenario, posed.case.column, mode, asked, failed)
