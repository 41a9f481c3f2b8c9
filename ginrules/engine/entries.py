"""An entry of a score sheet: whether the variant allows it, and what its players have of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ginrules.cards import CardSet
from ginrules.engine.legality import knock_limit
from ginrules.engine.payment import Pay, TableScore
from ginrules.engine.sheet import Counts, Entry, Known
from ginrules.engine.values import Call, Refusal, Step
from ginrules.rules.variant import BigGin, LimitKind, Rules


class Line(NamedTuple):
    """An entry to be judged: the rules, and whether the game has ended before."""

    entry: Entry
    rules: Rules
    over: bool
    knock_limit: Callable[[Rules, CardSet | None], int | None] = knock_limit

    @property
    def knock(self) -> Counts | None:
        """The counts of a hand that somebody ended by going out, not by declining a double."""
        return self.entry.result if isinstance(self.entry.result, Counts) and self.entry.refused_double is None else None


@dataclass(frozen=True, slots=True)
class EntryCheck:
    """One check: what is wrong with an entry ('' if nothing is); all are of the third stage."""

    id: str
    fault: Callable[[Line], str]


def judge(line: Line, checks: Sequence[EntryCheck]) -> Refusal | None:
    """Why an entry is refused by a table of checks, or nothing."""
    faults = {check.id: check.fault(line) for check in checks}
    failed = tuple(rule for rule, fault in faults.items() if fault)
    if not failed:
        return None
    player = line.entry.result.knocker if isinstance(line.entry.result, Counts) and failed != ("game.end",) else ""
    return Refusal(failed, "; ".join(faults[rule] for rule in failed), player)


def price(entry: Entry, rules: Rules, pay: Pay) -> TableScore | None:
    """What a table's hand is worth (H3 to H8), nothing of it netted yet; nothing if it is dead."""
    result = entry.result
    if result is None:
        return None
    if isinstance(result, Known):
        steps = tuple(Step("sheet.known", player, points, f"{points} known") for player, points in result.points.items())
        return TableScore(
            winners=result.winners,
            points=result.points,
            own_box=1,
            extra_boxes={player: result.boxes[player] - 1 for player in result.winners},
            doubles_extra=False,
            steps=steps,
        )
    big_gin = result.call is Call.BIG_GIN
    return pay(result.deadwood, result.knocker, big_gin=big_gin, upcard=entry.upcard, rules=rules)


def _left(knock: Counts) -> int:
    """What the knocker has shown: nobody takes anything off his count."""
    return knock.deadwood[knock.knocker]


def _after_the_end(line: Line) -> str:
    return f"the game had ended before hand {line.entry.deal}" if line.over else ""


def _nobody_doubles(line: Line) -> str:
    # The only value of scoring.doubling that is played is `none`.
    if line.entry.refused_double is not None:
        return f"nobody could offer the double that {line.entry.refused_double} declined"
    return "nobody could double" if line.entry.factor > 1 and isinstance(line.entry.result, Counts) else ""


def _big_gin_not_played(line: Line) -> str:
    knock = line.knock
    unplayed = knock is not None and knock.call is Call.BIG_GIN and line.rules.gin.big is BigGin.NOT_PLAYED
    return "big gin is not played" if unplayed else ""


def _gin_with_deadwood(line: Line) -> str:
    knock = line.knock
    if knock is None or knock.call is Call.KNOCK or not _left(knock):
        return ""
    return f"{knock.call} was called with deadwood {_left(knock)}"


def _over_limit(line: Line) -> str:
    knock = line.knock
    if knock is None or knock.call is not Call.KNOCK or not _left(knock):
        return ""
    upcard = line.entry.upcard
    if upcard is None and line.rules.knock.limit.kind is LimitKind.UPCARD:
        return ""  # the entry does not let us see the limit (T1)
    limit = line.knock_limit(line.rules, upcard)
    if limit is None or _left(knock) <= limit:
        return ""
    return f"deadwood {_left(knock)} is over {limit}" if limit else f"deadwood {_left(knock)} is not gin"


CHECKS: tuple[EntryCheck, ...] = (
    EntryCheck("game.end", _after_the_end),
    EntryCheck("scoring.doubling", _nobody_doubles),
    EntryCheck("gin.big", _big_gin_not_played),
    EntryCheck("gin.deadwood", _gin_with_deadwood),
    EntryCheck("knock.limit", _over_limit),
)
"""Every check of the sheet."""
