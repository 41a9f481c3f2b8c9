"""The columns of a score sheet: where a hand is written, and when a column is closed (T2 to T6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ginrules.engine.sheet import TallyQuestion
from ginrules.engine.values import Step
from ginrules.rules.variant import ColumnsKind, EndKind, LateEntry, Rules


@dataclass(frozen=True, slots=True)
class HandScore:
    """A hand by sides, netted (T3), and what the end of a game needs to know of it."""

    deal: int
    points: Mapping[str, int]
    boxes: Mapping[str, int]
    winners: tuple[str, ...]
    counts: bool
    """Whether it is a round: not if it is dealt again (T2)."""
    last: bool
    """Whether time ran out in it."""
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column as it stands."""

    number: int
    points: Mapping[str, int]
    """Hand points, without boxes."""
    boxes: Mapping[str, int]
    hands: Mapping[str, int]
    """Entries: the won hands written here."""
    closed: bool = False
    ender: str | None = None
    """Who ended it (T6); nobody while it is open, or where time or rounds ended it level."""


def written(column: Column, rules: Rules) -> dict[str, int]:
    """The written totals: hand points, and boxes where they count at once (T4)."""
    return {side: points + rules.boxes.worth_at_once * column.boxes[side] for side, points in column.points.items()}


def begin(question: TallyQuestion, rules: Rules, close: Callable[..., Column]) -> tuple[Column, ...]:
    """The columns before the first hand; a carried score stands in the only one, and may have ended it."""
    nothing = dict.fromkeys(question.sides, 0)
    if question.carried is None:
        count = 1 if rules.game.columns.factors is None else len(rules.game.columns.factors)
        return tuple(Column(number, nothing, nothing, nothing) for number in range(1, count + 1))
    totals, boxes = question.carried.totals, question.carried.boxes
    at_once = written(Column(1, nothing, boxes, nothing), rules)
    points = {side: total - at_once[side] for side, total in totals.items()}
    # How many hands were won is not known, but whether one was.
    hands = {side: int(totals[side] > 0 or boxes[side] > 0) for side in totals}
    return (close(Column(1, points, boxes, hands), rules, players=len(question.players), rounds=0, last=False),)


def entered(columns: Sequence[Column], hand: HandScore, wins: Mapping[str, int], rules: Rules) -> dict[int, set[str]]:
    """The sides that are written into each column by a hand (T4); `wins` holds the hands that each side won before."""
    if rules.game.columns.kind is ColumnsKind.SINGLE:
        return {column.number: set() if column.closed else set(hand.points) for column in columns}
    sides: dict[int, set[str]] = {column.number: set() for column in columns}
    for side in hand.winners:
        for number in _places(columns, side, wins[side] + 1, rules):
            sides[number].add(side)
    return sides


def _places(columns: Sequence[Column], side: str, win: int, rules: Rules) -> list[int]:
    """The numbers of the columns into which a side's hand goes, which is its `win`-th."""
    if rules.game.columns.late_entry is LateEntry.BY_COUNT:
        return [column.number for column in columns[:win] if not column.closed]
    still_open = [column for column in columns if not column.closed]
    begun = [column.number for column in still_open if column.hands[side]]
    return begun + [column.number for column in still_open if not column.hands[side]][:1]


def enter(column: Column, hand: HandScore, sides: set[str]) -> Column:
    """The column with the hand of these sides."""
    if not sides:
        return column
    points, boxes, hands = dict(column.points), dict(column.boxes), dict(column.hands)
    for side in sides:
        points[side] += hand.points[side]
        boxes[side] += hand.boxes[side]
        hands[side] += side in hand.winners
    return Column(column.number, points, boxes, hands)


def close(column: Column, rules: Rules, *, players: int, rounds: int, last: bool) -> Column:
    """Close a column that a hand has ended (T5), and say who ended it (T6); `rounds` hands have counted."""
    if column.closed:
        return column
    end, totals = rules.game.end, written(column, rules)
    top = max(totals.values())
    leaders = [side for side, total in totals.items() if total == top]
    if end.kind is EndKind.TARGET:
        assert end.points is not None
        ended = top >= end.points.at(players) and len(leaders) == 1
    elif end.kind is EndKind.ROUNDS:
        assert end.rounds is not None
        ended = rounds >= end.rounds
    else:
        ended = last
    if not ended:
        return column
    return replace(column, closed=True, ender=leaders[0] if len(leaders) == 1 else None)
