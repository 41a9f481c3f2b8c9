"""Part 1, witness: of each two values of a rule, a scenario asked under the one that fails under the other.

The scenario cites the rule. Both ways round: an engine that plays the first value where the second is meant is found, and so is
one that plays the second for the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from ginrules.adequacy.contexts import stand_together
from ginrules.adequacy.matrix import Row, played_probes
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.words import said, stated
from ginrules.diagnostics import Json
from ginrules.rules.catalogue import RuleClass, RuleInfo, catalogue, sections

PART = "witness"


def witness(rows: Sequence[Row]) -> Result:
    """Which values of a rule no scenario tells from which others."""
    told: set[tuple[str, int, int]] = {(row.rule, own, other) for row in rows for own in row.own for other in row.noticed}
    gaps: list[Gap] = []
    excused: list[Gap] = []
    obligations = 0
    for info in catalogue().values():
        reasons = _Reasons(info)
        missing: dict[int, list[int]] = {}
        for own, other in pairs(info):
            met = (info.id, own, other) in told
            why = reasons.of(own, other, met=met)
            obligations += not why
            if why and not met:
                excused.append(Gap(info.id, f"{_named(info, own)} from {_named(info, other)}: {why}"))
            elif not met:
                missing.setdefault(own, []).append(other)
        gaps += [Gap(info.id, _says(info, own, others)) for own, others in missing.items()]
        gaps += reasons.stale()
    return Result(part=PART, obligations=obligations, gaps=tuple(gaps), excused=tuple(excused), not_asked=_not_asked())


def _not_asked() -> dict[str, int]:
    """The pairs of values that are not told apart by definition."""
    counted = Counter[str]()
    for info in catalogue().values():
        every, played = (count * (count - 1) for count in (len(info.probes), len(played_probes(info.id))))
        if info.rule_class is RuleClass.CUSTOM:
            counted["pairs of a custom, on which no answer depends"] += every
        else:
            counted["pairs with a value that the engine does not play (x-played)"] += every - played
            counted["pairs that no shipped variant could have one for the other"] += played - sum(1 for _ in pairs(info))
    return dict(counted)


def pairs(info: RuleInfo) -> Iterator[tuple[int, int]]:
    """The values that are to be told apart, by their places: those that can both stand beside the same other rules."""
    if info.rule_class is RuleClass.CUSTOM:
        return
    for own, other in permutations(played_probes(info.id), 2):
        if _comparable(info, info.probes[own], info.probes[other]):
            yield own, other


def _comparable(info: RuleInfo, own: Json, other: Json) -> bool:
    """Whether some variant may have either value, and they are not the same to it (a table by count is cut to its counts)."""
    return any(
        any(values[info.id] != others[info.id] for others in stand_together({info.id: other}, (values,)))
        for values in stand_together({info.id: own}, like=(other,))
    )


class _Reasons:
    """The reasons that stand beside a rule in the schema, for values that no question can tell apart (`x-untold`)."""

    def __init__(self, info: RuleInfo) -> None:
        self._info = info
        self._stated: list[dict[str, Any]] = sections()[info.section][info.key].get("x-untold", [])
        self._used: set[int] = set()

    def of(self, own: int, other: int, *, met: bool) -> str:
        """The reason why a value is not told from another; '' if none is stated."""
        for place, each in enumerate(self._stated):
            if self._info.probes[own] in each["asked"] and self._info.probes[other] in each["other"] and not met:
                self._used.add(place)
                return str(each["why"])
        return ""

    def stale(self) -> Iterator[Gap]:
        """Reasons for what a scenario does tell apart."""
        for place, each in enumerate(self._stated):
            if place not in self._used:
                yield Gap(self._info.id, f"x-untold says that nothing can be told apart, and it is: {each['why']}")


def _named(info: RuleInfo, place: int) -> str:
    return stated(info.id, info.probes[place])


def _says(info: RuleInfo, own: int, others: Sequence[int]) -> str:
    under = " or ".join(said(info.id, info.probes[other]) for other in others)
    return f"{_named(info, own)} has no scenario that cites {info.id} and fails under {under}"
