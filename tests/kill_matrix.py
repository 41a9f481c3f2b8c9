"""The kill matrix: which scenario fails when a rule gets another value, for every rule, cited or not.

The measure itself looks at cited rules only (`ginrules/adequacy/matrix.py`); this is wider, and for the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ginrules.adequacy.asking import Asker
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.team import Team, chained
from ginrules.adequacy.witness import pairs
from ginrules.rules.catalogue import catalogue, rules_read


class Kill(NamedTuple):
    """A scenario that fails under some other value of a rule."""

    scenario: str
    rule: str
    cited: bool
    """Whether it cites the rule."""


def drawn_rules() -> tuple[str, ...]:
    """The rules that are played at two values or more, in the order of the catalogue."""
    return tuple(info.id for info in catalogue().values() if any(pairs(info)))


def kills(team: Team) -> frozenset[Kill]:
    """Every kill of the corpus."""
    return frozenset(chained(team.corpus(killed, drawn_rules())))


def killed(asker: Asker, posed: Sequence[Posed], rules: Sequence[str]) -> list[Kill]:
    """Those of some questions, each once."""
    found: dict[Kill, None] = {}
    for each in posed:
        read = rules_read(each.method)
        for rule in (rule for rule in rules if rule in read):
            kill = Kill(each.scenario, rule, rule in each.case.rules)
            if kill not in found and any(asker.notices(each, rule, value) for value in catalogue()[rule].probes):
                found[kill] = None
    return [*found]
