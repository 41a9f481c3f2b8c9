"""Who plays and who deals the next hand: slow, obvious, and no part of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.oracle.sheet import Hand, Sheet

Facts = dict[str, Any]


def following(sheet: Sheet) -> list[Facts]:
    """The tables of the next hand; without dealers where none was ever named or the next game begins."""
    if sheet.rules["players.format"] == "partnership":
        return partnership(sheet)
    dealer = ""
    for hand in sheet.hands:
        dealer = next_dealer(sheet, hand, (hand.dealers or [dealer])[0], sheet.players)
    known = bool(dealer) and not sheet.finished
    return [{"players": list(sheet.players), "dealer": dealer} if known else {"players": list(sheet.players)}]


def next_dealer(sheet: Sheet, hand: Hand, dealer: str, seats: list[str]) -> str:
    """The next of these seats, players or whole sides, empty where the dealer is not known."""
    if not dealer:
        return ""
    in_turn = after(seats, dealer)  # the first to act is the one after the dealer
    if not hand.winners:
        return dealer if sheet.rules["deal.after-dead-hand"] == "same-dealer" else in_turn[0]
    rule = sheet.rules["deal.next-dealer"]
    if rule == "in-turn":
        return in_turn[0]
    if rule == "winner":
        order = after(seats, hand.knocker) if hand.knocker in seats else in_turn
        return next(player for player in order if player in hand.winners)
    assert rule == "loser", rule
    if len(seats) == 2:
        return next(player for player in seats if player not in hand.winners)
    return next(player for player in in_turn if hand.points[player] == min(hand.points.values()))


def after(seats: list[str], player: str) -> list[str]:
    """All the seats, beginning with the one after a player."""
    at = seats.index(player)
    return seats[at + 1 :] + seats[: at + 1]


def partnership(sheet: Sheet) -> list[Facts]:
    """The dealing side's member deals at each table; opponents move on as the rule says, from where they sat."""
    first, second = sheet.sides.values()
    side_of = {player: side for side, members in sheet.sides.items() for player in members}
    dealing = ""
    against = dict(zip(first, second, strict=True))
    rule = sheet.rules["teams.opponents"]
    for hand in sheet.hands:
        named = [side_of[dealer] for dealer in hand.dealers]
        dealing = next_dealer(sheet, hand, (named or [dealing])[0], list(sheet.sides))
        against = {one: other for seats in hand.seats for one in seats for other in seats if one in first and other in second}
        moves = (rule == "per-hand" and hand.counted) or (rule != "fixed" and sheet.finished and hand is sheet.hands[-1])
        against = {one: second[(second.index(other) + moves) % len(second)] for one, other in against.items()}
    done: set[str] = set()
    for entry in sheet.begun:
        who = entry.get("deadwood") or entry.get("points") or entry["players"]
        against.update({one: other for one in who for other in who if one in first and other in second})
        dead = entry.get("outcome") == "dead" and sheet.rules["game.dead-hand"] == "replayed" and "last" not in entry
        done.update(() if dead else who)
        if "dealer" in entry:
            dealing = side_of[entry["dealer"]]
    tables = []
    for number, player in enumerate(first, 1):
        if player in done:
            continue
        table: Facts = {"table": number, "players": [player, against[player]]}
        if dealing and not sheet.finished:
            table["dealer"] = player if side_of[player] == dealing else against[player]
        tables.append(table)
    return tables
