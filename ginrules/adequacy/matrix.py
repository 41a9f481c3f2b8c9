"""The kill matrix: for each question and each rule that it cites, the probe values under which it comes out otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ginrules.adequacy.asking import Asker, in_setting
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.team import Team, chained
from ginrules.rules.catalogue import RuleClass, catalogue, is_played, rules_read


class Row(NamedTuple):
    """What one question tells apart of one rule that it cites; values by their place in `x-probes`."""

    scenario: str
    column: str
    part: int
    rule: str
    own: frozenset[int]
    """The values that are the one it is asked under; several, where tables by count agree in the counts that may play."""
    noticed: frozenset[int]
    """The values under which its expectation fails."""


def matrix(team: Team) -> tuple[Row, ...]:
    """Every row of the corpus, in order."""
    return tuple(sorted(chained(team.corpus(rows)), key=lambda row: row[:4]))


def rows(asker: Asker, posed: Sequence[Posed]) -> list[Row]:
    """The rows of some questions; one that notices nothing has none."""
    found = []
    for each in posed:
        for rule in each.case.rules:
            if (
                rule not in catalogue()
                or catalogue()[rule].rule_class is RuleClass.CUSTOM
                or rule not in rules_read(each.method)
            ):
                continue
            probes = catalogue()[rule].probes
            own = own_probes(each, rule)
            noticed = frozenset(
                place for place, value in enumerate(probes) if place not in own and asker.notices(each, rule, value)
            )
            if noticed:
                found.append(Row(*each.key, rule, own, noticed))
    return found


def own_probes(posed: Posed, rule: str) -> frozenset[int]:
    """The probe values of a rule that are the one that a question is asked under."""
    here = in_setting(posed.setting, rule, posed.setting.values[rule])
    return frozenset(
        place for place, value in enumerate(catalogue()[rule].probes) if in_setting(posed.setting, rule, value) == here
    )


def played_probes(rule: str) -> tuple[int, ...]:
    """The probe values of a rule that the engine plays."""
    info = catalogue()[rule]
    return tuple(place for place, value in enumerate(info.probes) if is_played(info, value))
