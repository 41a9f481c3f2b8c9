"""Part 4, interaction: two rules that one step of the computation reads, for each two of their values a scenario about one.

A question covers two values that it is asked under if both rules can matter in it, and it cites one of them and would come out
otherwise under another value of that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ginrules.adequacy.asking import Asker
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.contexts import stand_together
from ginrules.adequacy.matrix import Row, own_probes, played_probes
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.adequacy.words import stated
from ginrules.rules.catalogue import RuleClass, catalogue, rules_read

PART = "interaction"


class Two(NamedTuple):
    """Two rules at two of their probe values, given by place."""

    first: str
    second: str
    value: int
    other: int


def interaction(team: Team, rows: Sequence[Row]) -> Result:
    """Which two values of rules that meet in a step no scenario has beside each other."""
    live = {(row.scenario, row.column, row.part, row.rule) for row in rows}
    covered = frozenset(chained(team.corpus(covers, live)))
    gaps: list[Gap] = []
    obligations = 0
    for (first, second), steps in meetings().items():
        wanted = [*possible(first, second)]
        obligations += len(wanted)
        for two in (two for two in wanted if two not in covered):
            values = f"{_named(two.first, two.value)} beside {_named(two.second, two.other)}"
            gaps.append(Gap(f"{first} × {second}", f"{values} has no scenario about one of the two ({', '.join(steps)})"))
    every = sum(len(played_probes(first)) * len(played_probes(second)) for first, second in meetings())
    unread = sum(not rule.steps and rule.rule_class is not RuleClass.CUSTOM for rule in catalogue().values())
    not_asked = {
        "pairs of values that a mask or a cross-check keeps apart": every - obligations,
        "rules that no step of the computation reads (those of a turn and of the stock): no pair is asked of them": unread,
    }
    figures = {"pairs of rules": len(meetings())}
    return Result(part=PART, obligations=obligations, gaps=tuple(gaps), not_asked=not_asked, figures=figures)


def meetings() -> dict[tuple[str, str], tuple[str, ...]]:
    """Every two rules that one step reads and one question is sent, with the steps (`x-steps`)."""
    found = {}
    for first, second in combinations(catalogue().values(), 2):
        steps = tuple(step for step in first.steps if step in second.steps)
        if steps and set(first.read_by) & set(second.read_by):
            found[first.id, second.id] = steps
    return found


def possible(first: str, second: str) -> Iterator[Two]:
    """Their values that masks and cross-checks let stand beside each other."""
    for value in played_probes(first):
        for other in played_probes(second):
            changes = {first: catalogue()[first].probes[value], second: catalogue()[second].probes[other]}
            if any(stand_together(changes)):
                yield Two(first, second, value, other)


def covers(asker: Asker, posed: Sequence[Posed], live: frozenset[tuple[str, str, int, str]]) -> list[Two]:
    """What some questions cover, each once."""
    met = meetings()
    found: dict[Two, None] = {}
    for each in posed:
        about = {rule for rule in each.case.rules if (*each.key, rule) in live}
        if not about:
            continue
        matter = [rule for rule in catalogue() if rule in rules_read(each.method) and rule not in asker.masks(each)]
        for first, second in combinations(matter, 2):
            if (first, second) in met and (first in about or second in about):
                for value in own_probes(each, first):
                    found.update(dict.fromkeys(Two(first, second, value, other) for other in own_probes(each, second)))
    return [*found]


def _named(rule: str, place: int) -> str:
    return stated(rule, catalogue()[rule].probes[place])
