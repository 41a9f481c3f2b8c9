"""A sheet from its first hand to the settlement, steps T1 to T6 of the order of computation: slow and no part of the engine.

`tally(params)` takes the parameters of the protocol's `tally` and gives its result, if refused `accepted` and a set of ids.
A column is a list of what was written into it: `{"side": …, "points": …, "boxes": …, "won": …}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle import finish, payment, seating, showdown
from tests.oracle.payment import Rules

Entry = Mapping[str, Any]
Facts = dict[str, Any]


@dataclass
class Hand:
    """One hand of the sheet: what its sides have of it, and how it stands in the count of hands."""

    deal: int
    points: dict[str, int]
    boxes: dict[str, int]
    winners: list[str]
    """Sides, in the order of the sides."""
    counted: bool
    last: bool
    seats: list[list[str]]
    """Who sat together at each table."""
    dealers: list[str]
    """Who is said to have dealt."""
    knocker: str
    """Who went out, empty where nobody is known to have."""
    columns: list[int] = field(default_factory=list)


@dataclass
class Column:
    """A game of its own: lines as they were written, and whether it is closed."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    closed: bool = False
    ender: str | None = None


@dataclass
class Sheet:
    """All that is known so far."""

    rules: Rules
    players: list[str]
    sides: dict[str, list[str]]
    columns: list[Column]
    hands: list[Hand] = field(default_factory=list)
    wins: dict[str, int] = field(default_factory=dict)
    """How many hands a side has won, wherever they were written."""
    begun: list[Entry] = field(default_factory=list)
    """The entries of a last hand that is not whole: judged, not written."""

    @property
    def finished(self) -> bool:
        return all(column.closed for column in self.columns)


def tally(params: Mapping[str, Any]) -> Facts:
    sheet = begin(params)
    accepted = 0
    for number in dict.fromkeys(entry["deal"] for entry in params["deals"]):
        entries = [entry for entry in params["deals"] if entry["deal"] == number]
        for entry in entries:
            refused = refusal(sheet, entry)
            if refused:
                return {"accepted": accepted, "refused": refused}
            accepted += 1
        enter(sheet, number, entries)
    return {"accepted": accepted, **result(sheet)}


def begin(params: Mapping[str, Any]) -> Sheet:
    rules, players = params["rules"], list(params["players"])
    sides = params.get("sides", {player: [player] for player in players})
    sides = dict(sorted(sides.items(), key=lambda side: players[0] not in side[1]))
    columns = rules["game.columns"]
    many = len(columns["factors"]) if columns["kind"] == "hollywood" else 1
    sheet = Sheet(rules, players, {side: list(members) for side, members in sides.items()}, [Column() for _ in range(many)])
    if "carried" in params:
        for side in sides:
            boxes = params["carried"].get("boxes", {}).get(side, 0)
            total = params["carried"]["totals"][side]
            at_once = boxes * rules["boxes.value"] if rules["boxes.when"] == "at-once" else 0
            won = boxes > 0 or total > 0
            sheet.columns[0].lines.append({"side": side, "points": total - at_once, "boxes": boxes, "won": won})
        if rules["game.end"]["kind"] == "target":
            close(sheet, sheet.columns[0], last=False)
    return sheet


# --- T1


def refusal(sheet: Sheet, entry: Entry) -> set[str]:
    ids = {"game.end"} if sheet.finished else set()
    rules = sheet.rules
    if "knocker" not in entry:
        return ids
    refused_double = "refused-double" in entry
    if refused_double or entry.get("factor", 1) > 1:
        ids.add("scoring.doubling")
    if refused_double:
        return ids  # the doubler wins whatever he holds
    shown = entry["deadwood"][entry["knocker"]]
    if entry["call"] != "knock" and shown > 0:
        ids.add("gin.deadwood")
    if entry["call"] == "big-gin" and rules["gin.big"] == "not-played":
        ids.add("gin.big")
    if entry["call"] == "knock" and shown > 0 and (rules["knock.limit"]["kind"] != "upcard" or "upcard" in entry):
        most = showdown.limit({"rules": rules, "upcard": entry.get("upcard")})
        if most is not None and shown > most:
            ids.add("knock.limit")
    return ids


# --- T2, T3


def enter(sheet: Sheet, number: int, entries: list[Entry]) -> None:
    if still_to_play(sheet, entries):
        sheet.begun = entries
        return
    hand = one_hand(sheet, number, entries)
    sheet.hands.append(hand)
    write(sheet, hand)
    for column in sheet.columns:
        if not column.closed:
            close(sheet, column, hand.last)


def still_to_play(sheet: Sheet, entries: list[Entry]) -> bool:
    """Whether the hand is not whole: a table is missing, or some, not all, are dead and, where there is time, dealt again."""
    if sheet.rules["players.format"] != "partnership":
        return False
    counts = sheet.rules["game.dead-hand"] == "counts"
    stands = [entry for entry in entries if not is_dead(entry) or counts or "last" in entry]
    tables = len(sheet.players) // 2
    return len(stands) != tables and not (not stands and len(entries) == tables)


def is_dead(entry: Entry) -> bool:
    return bool(entry.get("outcome") == "dead")


def one_hand(sheet: Sheet, number: int, entries: list[Entry]) -> Hand:
    rules = sheet.rules
    played = [entry for entry in entries if not is_dead(entry)]
    hand = Hand(
        deal=number,
        points=dict.fromkeys(sheet.sides, 0),
        boxes=dict.fromkeys(sheet.sides, 0),
        winners=[],
        counted=bool(played) or rules["game.dead-hand"] == "counts",
        last=any("last" in entry for entry in entries),
        seats=[seated(entry, sheet.players) for entry in entries],
        dealers=[entry["dealer"] for entry in entries if "dealer" in entry],
        knocker=played[0].get("knocker", "") if played else "",
    )
    tables = [at_table(sheet, entry) for entry in played]
    if rules["players.format"] == "partnership":
        net(sheet, hand, tables)
    else:
        for table in tables:
            for side, (member,) in sheet.sides.items():
                hand.points[side] = table["points"].get(member, 0)
                hand.boxes[side] = table["boxes"].get(member, 0)
                if member in table["winners"]:
                    hand.winners.append(side)
    return hand


def seated(entry: Entry, players: list[str]) -> list[str]:
    who = entry.get("deadwood") or entry.get("points") or entry.get("players") or players
    return [player for player in players if player in who]


def at_table(sheet: Sheet, entry: Entry) -> Facts:
    """What one entry says: `winners`, `points`, `boxes` by player, and `extra`, the boxes besides the own one."""
    rules = sheet.rules
    if "knocker" in entry:
        facts = payment.pay(rules, seated(entry, sheet.players), entry)
        facts["extra"] = {player: payment.boxes_of(rules, entry, player, entry["deadwood"])[1] for player in facts["winners"]}
        facts["own doubled"] = payment.own_doubled(rules, entry)
        facts["extra doubled"] = payment.extra_doubled(rules, entry)
        return facts
    boxes = entry.get("boxes", dict.fromkeys(entry["winners"], 1))
    extra = {player: boxes[player] - 1 for player in entry["winners"]}
    facts = {"winners": entry["winners"], "points": entry["points"], "boxes": boxes, "extra": extra}
    return {**facts, "own doubled": False, "extra doubled": False}  # a score already known is final


def net(sheet: Sheet, hand: Hand, tables: list[Facts]) -> None:
    """T3: the sums of the sides, and the boxes of the one that has more."""
    sums = {
        side: sum(table["points"].get(member, 0) for table in tables for member in members)
        for side, members in sheet.sides.items()
    }
    (_low, less), (high, more) = sorted(sums.items(), key=lambda item: item[1])
    if more == less:
        return
    hand.points[high] = more - less
    hand.winners = [high]
    members = sheet.sides[high]
    boxes = 2 if all(table["own doubled"] for table in tables if table["winners"]) else 1
    boxes += sum(table["extra"].get(member, 0) for table in tables for member in members)
    if all(any(member in table["winners"] for table in tables) for member in members):
        doubled = all(table["extra doubled"] for table in tables)
        boxes += sheet.rules["boxes.sweep"] * len(members) * (2 if doubled else 1)
    hand.boxes[high] = boxes


# --- T4, T5, T6


def write(sheet: Sheet, hand: Hand) -> None:
    written = set()
    for side in sheet.sides:
        won = side in hand.winners
        line = {"side": side, "points": hand.points[side], "boxes": hand.boxes[side], "won": won}
        if won:
            sheet.wins[side] = sheet.wins.get(side, 0) + 1
        if sheet.rules["game.columns"]["kind"] == "single":
            where = [0]
        elif won:
            where = columns_for(sheet, side)
            written.update(where)
        else:
            continue
        for column in where:
            sheet.columns[column].lines.append(line)
    hand.columns = sorted(column + 1 for column in written)


def columns_for(sheet: Sheet, side: str) -> list[int]:
    """Where a won hand is entered in Hollywood."""
    opened = [number for number, column in enumerate(sheet.columns) if not column.closed]
    if sheet.rules["game.columns"]["late-entry"] == "by-count":
        return [number for number in opened if number < sheet.wins[side]]
    with_entry = [number for number in opened if entries(sheet.columns[number], side)]
    without = [number for number in opened if number not in with_entry]
    return sorted(with_entry + without[:1])


def entries(column: Column, side: str) -> int:
    return sum(line["won"] for line in column.lines if line["side"] == side)


def written_total(rules: Rules, column: Column, side: str) -> int:
    lines = [line for line in column.lines if line["side"] == side]
    total: int = sum(line["points"] for line in lines)
    if rules["boxes.when"] == "at-once":
        total += sum(line["boxes"] for line in lines) * rules["boxes.value"]
    return total


def close(sheet: Sheet, column: Column, last: bool) -> None:
    end = sheet.rules["game.end"]
    totals = {side: written_total(sheet.rules, column, side) for side in sheet.sides}
    leaders = [side for side, total in totals.items() if total == max(totals.values())]
    if end["kind"] == "target":
        points = end["points"] if isinstance(end["points"], int) else end["points"][str(len(sheet.players))]
        if max(totals.values()) >= points and len(leaders) == 1:
            column.closed, column.ender = True, leaders[0]
        return
    over = last if end["kind"] == "time" else sum(each.counted for each in sheet.hands) >= end["rounds"]
    if over:
        column.closed = True
        column.ender = leaders[0] if len(leaders) == 1 else None


# --- the answer


def result(sheet: Sheet) -> Facts:
    facts = finish.finish(sheet)
    hollywood = sheet.rules["game.columns"]["kind"] == "hollywood"
    facts["deals"] = []
    for hand in sheet.hands:
        told: Facts = {"deal": hand.deal, "points": hand.points, "boxes": hand.boxes}
        if hollywood:
            told["columns"] = hand.columns
        facts["deals"].append(told)
    facts["next"] = seating.following(sheet)
    return facts
