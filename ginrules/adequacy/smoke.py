"""Part 12, the smoke set: few scenarios that notice whatever the corpus notices of parts 1, 2, 5 and 6.

`verify --smoke` asks them. The list is shipped (`conformance/smoke.txt`); `python -m tests.corpus_figures` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from ginrules.adequacy import checks, line
from ginrules.adequacy.matrix import Row
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.corpus.selection import smoke_set

PART = "smoke"

Kills: TypeAlias = Mapping[str, frozenset[str]]
"""What is to be noticed, in words, each with the scenarios that notice it."""


_NONE: Kills = MappingProxyType({})


def cover(kills: Kills) -> tuple[str, ...]:
    """Scenarios, sorted, that together notice everything that any notices: the greedy choice, of equals the first by id.

    >>> cover({"a": frozenset({"one", "two"}), "b": frozenset({"two"}), "c": frozenset({"three", "two"}), "d": frozenset()})
    ('two',)
    """
    left: dict[str, set[str]] = {}
    for what, scenarios in kills.items():
        for scenario in scenarios:
            left.setdefault(scenario, set()).add(what)
    taken: list[str] = []
    while left:
        best = min(left, key=lambda scenario: (-len(left[scenario]), scenario))
        noticed = left.pop(best)
        taken.append(best)
        left = {scenario: rest for scenario, whats in left.items() if (rest := whats - noticed)}
    return tuple(sorted(_without_needless(taken, kills)))


def _without_needless(taken: list[str], kills: Kills) -> list[str]:
    """The choice without those that later ones have made needless."""
    kept = set(taken)
    for scenario in reversed(taken):
        others = kept - {scenario}
        if all(noticed & others for noticed in kills.values() if scenario in noticed):
            kept = others
    return [scenario for scenario in taken if scenario in kept]


def kills_of(team: Team, rows: Iterable[Row], others: Kills = _NONE) -> Kills:
    """What the corpus notices: of a rule each two values, each line of a variant, each check and its twin, and `others`.

    `others` is what a part found that measures for itself, as the one of the broken engines: each by its name.
    """
    found: dict[str, set[str]] = {what: set(scenarios) for what, scenarios in others.items()}
    for row in rows:
        for own in row.own:
            for other in row.noticed:
                found.setdefault(f"{row.rule}: value {own + 1} from value {other + 1} of x-probes", set()).add(row.scenario)
    for seen in chained(team.corpus(line.seen_in, line.lines(), True)):
        found.setdefault(f"{seen.rule} in variants/{seen.variant}.yaml", set()).add(seen.scenario)
    for check in chained(team.corpus(checks.seen_in)):
        if check.notices:
            found.setdefault(f"{check.refusal} in `{check.method}` never refused", set()).add(check.scenario)
        if check.accepted:
            found.setdefault(f"{check.refusal} in `{check.method}` accepted", set()).add(check.scenario)
    return {what: frozenset(scenarios) for what, scenarios in found.items()}


def smoke(team: Team, kills: Kills) -> Result:
    """What the corpus notices and the smoke set does not, and its ids that there are not."""
    listed = smoke_set()
    known = {posed.scenario for posed in team.posed}
    gaps = [Gap("conformance/smoke.txt", f"there is no scenario {name}") for name in sorted(listed - known)]
    gaps += [
        Gap("conformance/smoke.txt", f"nothing in it notices {what}; {min(scenarios)} does")
        for what, scenarios in sorted(kills.items())
        if not scenarios & listed
    ]
    needed = len(cover(kills))
    figures = {"scenarios": len(listed & known), "needed": needed}
    return Result(part=PART, obligations=len(kills), gaps=tuple(gaps), figures=figures)
