"""What a sheet comes to, steps G1 to G8 of the order of computation: bonuses, finals, winners, settlement; slow and obvious."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.oracle.sheet import Column, Sheet

Facts = dict[str, Any]


def finish(sheet: Sheet) -> Facts:
    """The sheet as the protocol shows it, `columns` besides where there are several."""
    hollywood = sheet.rules["game.columns"]["kind"] == "hollywood"
    factors = sheet.rules["game.columns"]["factors"] if hollywood else [1]
    columns = [one_column(sheet, column, factor) for column, factor in zip(sheet.columns, factors, strict=True)]
    if hollywood:
        facts = together(sheet, columns)
        facts["columns"] = columns
    else:
        facts = columns[0]
    if "settlement" in facts:
        nearest = sheet.rules["game.settlement"].get("round-to")
        if nearest is not None:
            facts["settlement"] = {side: rounded(amount, nearest) for side, amount in facts["settlement"].items()}
    return facts


def rounded(amount: int, nearest: int) -> int:
    """G8: to the nearest multiple, halves away from zero."""
    whole = (2 * abs(amount) + nearest) // (2 * nearest) * nearest
    return whole if amount >= 0 else -whole


def one_column(sheet: Sheet, column: Column, factor: int) -> Facts:
    rules, sides = sheet.rules, list(sheet.sides)
    at_once = rules["boxes.when"] == "at-once"
    hands = {side: sum(line["points"] for line in column.lines if line["side"] == side) for side in sides}
    boxes = {side: sum(line["boxes"] for line in column.lines if line["side"] == side) for side in sides}
    won = {side: any(line["won"] for line in column.lines if line["side"] == side) for side in sides}
    worth = {side: boxes[side] * rules["boxes.value"] for side in sides}
    facts: Facts = {
        "totals": {side: hands[side] + (worth[side] if at_once else 0) for side in sides},
        "boxes": boxes,
        "finished": column.closed,
        "winners": [],
    }
    if not column.closed:
        return facts

    def placed(side: str, how: str) -> bool:
        return hands[side] <= 0 if how == "no-points" else not won[side]

    ender, shutout = column.ender, rules["game.shutout"]["kind"]
    game, more = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    shut_out: list[str] = []
    if ender is not None:
        game[ender] = rules["game.bonus"]
        others = [side for side in sides if side != ender]
        shut_out = [side for side in others if placed(side, rules["game.shutout-when"])]
        if shut_out == others:  # G4
            h, g, b = hands[ender], game[ender], worth[ender]
            more[ender] = {
                "none": 0,
                "paid": 0,
                "flat": rules["game.shutout"].get("points", 0),
                "doubles-hands": h,
                "doubles-hands-and-bonus": h + g,
                "doubles-all": h + g + b,
            }[shutout]
    finals = {side: hands[side] + worth[side] + game[side] + more[side] for side in sides}
    box = dict.fromkeys(sides, 0) if at_once else worth
    facts["bonuses"] = {"game": game, "box": box, "shutout": more}
    facts["finals"] = finals
    if rules["game.end"]["kind"] == "target" and rules["game.winner"] == "first-to-target":  # G5
        facts["winners"] = [ender] if ender is not None else []
    else:
        facts["winners"] = alone_at_the_top(finals)
    if rules["game.settlement"]["kind"] == "difference":  # G6
        doubled_when = rules["game.settlement"].get("doubled-when")
        settlement = dict.fromkeys(sides, 0)
        for one, other in combinations(sides, 2):
            payer, receiver = (one, other) if finals[one] < finals[other] else (other, one)
            amount = finals[receiver] - finals[payer]
            if doubled_when is not None and placed(payer, doubled_when):
                amount *= 2
            settlement[receiver] += amount
            settlement[payer] -= amount
        if shutout == "paid" and ender is not None:
            for side in shut_out:
                settlement[ender] += rules["game.shutout"]["points"]
                settlement[side] -= rules["game.shutout"]["points"]
        facts["settlement"] = {side: factor * amount for side, amount in settlement.items()}
    return facts


def alone_at_the_top(amounts: dict[str, int]) -> list[str]:
    top = [side for side, amount in amounts.items() if amount == max(amounts.values())]
    return top if len(top) == 1 else []


def together(sheet: Sheet, columns: list[Facts]) -> Facts:
    """G7: the sums above the columns, and who wins."""
    sides = list(sheet.sides)
    facts: Facts = {word: added(sides, [column[word] for column in columns]) for word in ("totals", "boxes")}
    facts["finished"] = sheet.finished
    facts["winners"] = []
    if not sheet.finished:
        return facts
    facts["bonuses"] = {
        word: added(sides, [column["bonuses"][word] for column in columns]) for word in ("game", "box", "shutout")
    }
    facts["finals"] = added(sides, [column["finals"] for column in columns])
    if sheet.rules["game.settlement"]["kind"] == "difference":
        facts["settlement"] = added(sides, [column["settlement"] for column in columns])
    if sheet.rules["game.columns"]["won-by"] == "most-columns":
        facts["winners"] = alone_at_the_top({side: sum(side in column["winners"] for column in columns) for side in sides})
    else:
        facts["winners"] = alone_at_the_top(facts["settlement"] if "settlement" in facts else facts["finals"])
    return facts


def added(sides: list[str], amounts: list[dict[str, int]]) -> dict[str, int]:
    return {side: sum(each[side] for each in amounts) for side in sides}
