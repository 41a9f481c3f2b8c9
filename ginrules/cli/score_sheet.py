"""A score sheet in columns: what each hand wrote, where everybody stands, and at the end every amount with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ginrules.cli.grid import Grid, Row
from ginrules.cli.output import counted
from ginrules.notation.statements import Deal
from ginrules.notation.writer import write_entry

CARRIED = "sheet.carried"
_NET = "players.format"
_BOXES = "boxes.value"


@dataclass(frozen=True, slots=True)
class Refused:
    """A hand that does not stand: it is refused, or taken back though nothing refuses it."""

    before: int
    """How many entries of the sheet stand above it."""
    deal: Deal
    refusal: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Told:
    """A score sheet: the question, the answer about all its hands that stand, and those that do not."""

    params: Mapping[str, Any]
    result: Mapping[str, Any]
    deals: Sequence[Deal]
    """The entries of the question, as they were written."""
    refused: Sequence[Refused] = ()
    waiting: Sequence[Deal] = ()
    """What stands below a hand that is refused and that the text does not take back."""

    @property
    def sides(self) -> Sequence[str]:
        """Who has a score."""
        return [*self.result["totals"]]

    @property
    def columns(self) -> Sequence[Mapping[str, Any]]:
        """Each column of the sheet; of an ordinary sheet itself."""
        return self.result.get("columns") or [self.result]

    @property
    def has_columns(self) -> bool:
        """Whether it is a sheet of several games side by side."""
        return "columns" in self.result

    @property
    def has_boxes(self) -> bool:
        """Whether a box is worth anything."""
        return bool(self.params["rules"]["boxes.value"])

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """The amounts of the sheet, in order."""
        steps: Sequence[Mapping[str, Any]] = self.result.get("steps", ())
        return steps


def score_sheet_lines(told: Told) -> Iterator[str]:
    """The hands, one a line (in a partnership one a table): who went out, totals and boxes as they change, and why."""
    yield from _Hands(told).lines()


@dataclass(slots=True)
class _Hands:
    """Writes the hands, and keeps the running totals."""

    told: Told
    grid: Grid = field(init=False)
    totals: dict[tuple[int, str], int] = field(init=False)
    """By column, from 1, and side."""
    boxes: dict[str, int] = field(init=False)
    of_deal: dict[int, list[Mapping[str, Any]]] = field(init=False)
    """By the number of a hand the amounts of it."""

    def __post_init__(self) -> None:
        told = self.told
        self.of_deal = {}
        for step in told.steps:
            self.of_deal.setdefault(step.get("deal", 0), []).append(step)
        numbers = range(1, len(told.columns) + 1)
        groups = [(f"column {number}" if told.has_columns else "total", told.sides) for number in numbers]
        self.grid = Grid([*groups, ("boxes", told.sides)] if self._boxes_apart else groups)
        self.totals = {(number, side): 0 for number in numbers for side in told.sides}
        self.boxes = {**dict.fromkeys(told.sides, 0), **told.params.get("carried", {}).get("boxes", {})}

    @property
    def _boxes_apart(self) -> bool:
        """Whether boxes have columns of their own: not where they are worth nothing, nor beside several games."""
        return self.told.has_boxes and not self.told.has_columns

    def lines(self) -> Iterator[str]:
        """All of it, with the totals below."""
        told = self.told
        if "carried" in told.params:
            self._write(step for step in told.steps if step["rule"] == CARRIED)
            boxes = [side for side, count in self.boxes.items() if count]
            self._row("begins with", [*self.totals], boxes)
        hands = {hand["deal"]: hand for hand in told.result["deals"]}
        last = 0
        for place, deal in enumerate(told.deals):
            self._refusals(place)
            number = deal.number.value
            label = f"{number:>3}  " if number != last else " " * 5
            last = number
            is_whole = place + 1 == len(told.deals) or told.deals[place + 1].number.value != number
            if "sides" in told.params:
                self._row(f"{label}{_at_table(deal)}{_entry(deal)}", remark=self._at_a_table(place))
                label = f"{'':5}the hand"
            else:
                label += _entry(deal)
            if is_whole and number in hands:
                self._hand(label, hands[number])
            elif is_whole:
                self._row(label, remark="not all tables have played")
        self._refusals(len(told.deals))
        for deal in told.waiting:
            self._row(f"{deal.number.value:>3}  {_at_table(deal)}{_entry(deal)}", remark="not entered")
        yield from self.grid.lines()

    def _hand(self, label: str, hand: Mapping[str, Any]) -> None:
        """The line of a hand, with what it changed."""
        steps = self.of_deal.get(hand["deal"], [])
        won = [side for side, count in hand.get("boxes", {}).items() if count]
        changed = self._write(steps)
        entered = hand.get("columns", [1])
        shown = [place for place in self.totals if changed.get(place) or (place[1] in won and place[0] in entered)]
        for side in won:
            self.boxes[side] += hand["boxes"][side]
        self._row(label, shown, won, self._reasons(hand, steps))

    def _write(self, steps: Iterable[Mapping[str, Any]]) -> Mapping[tuple[int, str], int]:
        """Add amounts to the totals; by how much each changed."""
        changed: dict[tuple[int, str], int] = {}
        for step in steps:
            if "column" in step and "player" in step:
                place = (step["column"], step["player"])
                changed[place] = changed.get(place, 0) + step["points"]
                self.totals[place] += step["points"]
        return changed

    def _row(self, label: str, shown: Sequence[tuple[int, str]] = (), boxes: Sequence[str] = (), remark: str = "") -> None:
        cells = [str(total) if place in shown else "" for place, total in self.totals.items()]
        if self._boxes_apart:
            cells += [str(count) if side in boxes else "" for side, count in self.boxes.items()]
        self.grid.rows.append(Row(label.rstrip(), cells, remark))

    def _refusals(self, place: int) -> None:
        """The hands that do not stand, where they were written."""
        for refused in self.told.refused:
            if refused.before == place:
                said = "taken back, though these rules allow it"
                if refused.refusal:
                    said = f"refused: {refused.refusal['message']} ({', '.join(refused.refusal['rules'])})"
                self._row(f"{refused.deal.number.value:>3}  {_at_table(refused.deal)}{_entry(refused.deal)}", remark=said)

    # -- reasons --

    def _reasons(self, hand: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> str:
        """What everybody has of a hand, and why; in a partnership the net."""
        first = min((step["column"] for step in steps if "column" in step), default=None)
        once = [step for step in steps if step.get("column") == first]
        said = []
        for side, points in hand["points"].items():
            own = [step for step in once if step.get("player") == side]
            if "sides" in self.told.params:
                own = [step for step in own if step["rule"] == _NET or not _of_a_player(step)]
            if points or (hand.get("boxes", {}).get(side)):
                at_once = sum(step["points"] for step in own if step["rule"] == _BOXES)
                boxes = hand.get("boxes", {}).get(side, 0) if self.told.has_columns and self.told.has_boxes else 0
                said.append(_reason(side, points + at_once, own, boxes))
        if said or "sides" not in self.told.params:
            return "; ".join(said)
        return next((step["text"] for step in once if step["rule"] == _NET), "")

    def _at_a_table(self, place: int) -> str:
        """What the players of a table have, before the sides are netted."""
        deal, params = self.told.deals[place], self.told.params["deals"][place]
        said = []
        for player in params.get("deadwood") or params.get("points") or {}:
            own = [
                {**step, "text": step["text"].removeprefix(f"{player}: ")}
                for step in self.of_deal.get(deal.number.value, [])
                if step.get("text", "").startswith(f"{player}: ")
            ]
            if points := sum(step["points"] for step in own):
                said.append(_reason(player, points, own))
        return "; ".join(said)


def _of_a_player(step: Mapping[str, Any]) -> bool:
    """Whether an amount is of one player of a side, whose name the text begins with."""
    return ": " in step.get("text", "")


def _reason(who: str, points: int, steps: Sequence[Mapping[str, Any]], boxes: int = 0) -> str:
    """`Bob +56: 31 less 0, gin bonus 25`; `Bob +56 and 1 box: …` where boxes have no column."""
    texts = []
    for step in steps:
        text = step.get("text", step["rule"])
        has_amount = any(letter.isdigit() for letter in text)
        texts.append(text if has_amount else f"{text} {step['points']}")
    known = all(step["rule"] == "sheet.known" for step in steps)
    won = f" and {counted(boxes, 'box', 'boxes')}" if boxes else ""
    return f"{who} {points:+}{won}" + (f": {', '.join(texts)}" if texts and not known else "")


def _entry(deal: Deal) -> str:
    """An entry as it was written, with what was turned."""
    upcard = f"upcard {deal.upcard.text}: " if deal.upcard else ""
    return f"{'last: ' if deal.last else ''}{upcard}{write_entry(deal.entry)}"


def _at_table(deal: Deal) -> str:
    return f"table {deal.table.value}: " if deal.table else ""
