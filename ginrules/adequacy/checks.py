"""Part 5, checks: for each refusal and each question whose answer can name it, a scenario that notices when its check is gone.

And a twin just inside the boundary: a question of the same kind, of a scenario that cites the same id, in which nothing is
refused, and in which the check had to look: it notices when the check refuses whatever it sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeVar

from ginrules.adequacy.asking import Asker, Told
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.engine.entries import EntryCheck
from ginrules.engine.legality import Check
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.turn_checks import TurnCheck
from ginrules.notation.citations import refusals
from ginrules.questions import Method

PART = "checks"

_Check = TypeVar("_Check", Check, TurnCheck, EntryCheck)


class Seen(NamedTuple):
    """What a question shows of a refusal that its scenario cites."""

    refusal: str
    method: Method
    scenario: str
    notices: bool
    """Whether it comes out otherwise when the check is removed."""
    accepted: bool
    """Whether nothing is refused in it, and it comes out otherwise when the check refuses whatever it sees."""


def checks(team: Team) -> Result:
    """Which checks no scenario notices, and which have no twin."""
    seen = [*chained(team.corpus(seen_in))]
    gaps: list[Gap] = []
    obligations = 0
    for refusal, asked in refusals().items():
        for method in asked:
            obligations += 2
            here = [each for each in seen if each.refusal == refusal and each.method == method]
            if not any(each.notices for each in here):
                gaps.append(
                    Gap(refusal, f"{refusal} in `{method}` has no scenario that cites it and notices when it is never refused")
                )
            if not any(each.accepted for each in here):
                gaps.append(
                    Gap(
                        refusal,
                        f"{refusal} in `{method}` has no accepted twin: a scenario that cites it, is just inside and notices "
                        "when it is always refused",
                    )
                )
    return Result(part=PART, obligations=obligations, gaps=tuple(gaps))


def seen_in(asker: Asker, posed: Sequence[Posed]) -> list[Seen]:
    """What some questions show of the refusals that their scenarios cite."""
    return [
        Seen(
            rule,
            each.method,
            each.scenario,
            notices=_notices(asker, each, _without(rule)),
            accepted=not each.case.expect.get("refused") and _notices(asker, each, _always(rule)),
        )
        for each in posed
        for rule in each.case.rules
        if each.method in refusals().get(rule, ())
    ]


@cache
def _without(refusal: str) -> Parts:
    return STANDARD.without(frozenset({refusal}))


@cache
def _always(refusal: str) -> Parts:
    """The engine whose check refuses whatever it sees."""

    def strict(check: _Check) -> _Check:
        return replace(check, fault=lambda *_: "always") if check.id == refusal else check

    return replace(
        STANDARD,
        checks=tuple(map(strict, STANDARD.checks)),
        turn_checks=tuple(map(strict, STANDARD.turn_checks)),
        entry_checks=tuple(map(strict, STANDARD.entry_checks)),
        quick=False,
    )


def _notices(asker: Asker, posed: Posed, parts: Parts) -> bool:
    try:
        heard = asker.hear(posed, asker.rules(posed), parts)
    except Exception:  # noqa: BLE001  with another table of checks the engine may come to what cannot be: that is noticed
        return True
    return heard.told is not Told.HOLDS
