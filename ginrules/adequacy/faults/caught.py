"""Part 6, faults: each broken engine of the catalogue is caught by a scenario that cites what it breaks.

No two are caught by the same scenarios, so that a list of failures says which of them an engine has. A question that a fault
does not touch is not asked: its answer is as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ginrules.adequacy.asking import KINDS, Asker, Told
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.faults import FAULTS, Asked, Fault, named
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.diagnostics import ImpossibleInput, NotPlayed
from ginrules.engine.actions import Do
from ginrules.engine.parts import STANDARD
from ginrules.questions import Method
from ginrules.verify.compare import compare

PART = "faults"

_IN_A_HAND = frozenset({Method.SCORE, Method.PLAY})
_ON_A_SHEET = frozenset({Method.TALLY})

TOUCHED: Mapping[str, frozenset[Method]] = {
    "melder": _IN_A_HAND | {Method.ARRANGE},
    "knock_limit": _IN_A_HAND | _ON_A_SHEET,
    "checks": _IN_A_HAND,
    "defend": _IN_A_HAND,
    "pay": _IN_A_HAND | _ON_A_SHEET,
    "turn_checks": frozenset({Method.PLAY}),
    "moves": frozenset({Method.PLAY}),
    "outs": frozenset({Method.PLAY}),
    "quick": frozenset({Method.PLAY}),
    **dict.fromkeys(
        ("entry_checks", "score_hand", "entered", "close", "settle", "together", "rounded", "seats_after"), _ON_A_SHEET
    ),
}
"""The questions whose answers each piece of the engine has a share in."""

_AT_THE_END = frozenset({"defend", "pay"})
"""Pieces that have no share in a hand as long as nobody has gone out."""
_GOING_OUT = frozenset({Do.KNOCK, Do.GIN, Do.BIG_GIN})


class Caught(NamedTuple):
    """A question that a broken engine answers otherwise than its scenario expects."""

    fault: str
    scenario: str
    cites: bool
    """Whether the scenario cites what the fault breaks."""


def faults(caught: Sequence[Caught]) -> Result:
    """Which faults no scenario that cites their rule catches, and which are caught by the same ones."""
    by_fault = scenarios_by_fault(caught)
    citing = {each.fault for each in caught if each.cites}
    gaps = [
        Gap(fault.rule, f"{fault.name} is caught by no scenario that cites {fault.rule}: {fault.sentence}")
        for fault in FAULTS
        if fault.name not in citing
    ]
    seen: dict[frozenset[str], str] = {}
    for name, scenarios in by_fault.items():
        other = seen.setdefault(scenarios, name)
        if scenarios and other != name:
            gaps.append(Gap(named()[name].rule, f"{name} is caught by the same scenarios as {other}"))
    figures = {"faults": len(FAULTS), "fewest": min(map(len, by_fault.values())), "most": max(map(len, by_fault.values()))}
    return Result(part=PART, obligations=2 * len(FAULTS), gaps=tuple(gaps), figures=figures)


def scenarios_by_fault(caught: Sequence[Caught]) -> dict[str, frozenset[str]]:
    """The scenarios that catch each fault of the catalogue."""
    found: dict[str, set[str]] = {fault.name: set() for fault in FAULTS}
    for each in caught:
        found[each.fault].add(each.scenario)
    return {name: frozenset(scenarios) for name, scenarios in found.items()}


def caught_by(team: Team) -> tuple[Caught, ...]:
    """What the whole corpus catches."""
    return tuple(chained(team.corpus(caught_in)))


def caught_in(asker: Asker, posed: Sequence[Posed]) -> list[Caught]:
    """What some questions catch."""
    return [
        Caught(fault.name, each.scenario, fault.rule in each.case.rules)
        for each in posed
        for fault in FAULTS
        if told(asker, each, fault) is not Told.HOLDS
    ]


def told(asker: Asker, posed: Posed, fault: Fault) -> Told:
    """What comes of a question that is put to a broken engine; an exception of its own is a wrong answer too."""
    rules = asker.rules(posed)
    right = Asked(posed.method, asker.question(posed, rules), rules)
    asked = fault.slip(right)
    if asked == right or (asked[:3] == right[:3] and not _touches(asked)):
        return Told.HOLDS
    try:
        reply = KINDS[posed.method].reply(*asked[1:])
    except ImpossibleInput:
        return Told.IMPOSSIBLE
    except NotPlayed:
        return Told.NOT_PLAYED
    except Exception:  # noqa: BLE001  a broken piece may come to what the rest holds for impossible: no answer, so a wrong one
        return Told.FAILS
    return Told.HOLDS if compare(posed.case.question, posed.case.expect, reply).passes else Told.FAILS


def _touches(asked: Asked) -> bool:
    """Whether the answer can be another one with these parts."""
    others = {name for name in TOUCHED if getattr(asked.parts, name) is not getattr(STANDARD, name)}
    if asked.method is Method.PLAY and not any(action.do in _GOING_OUT for action in asked.question.actions):
        others -= _AT_THE_END
    return any(asked.method in TOUCHED[name] for name in others)
