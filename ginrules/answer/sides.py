"""Who plays on a score sheet and with what score it begins, read from JSON; what cannot be is an error."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ginrules.answer.reading import known_player, read_name, typed
from ginrules.diagnostics import ImpossibleInput, Json, listed
from ginrules.engine.sheet import Carried
from ginrules.rules.catalogue import seats
from ginrules.rules.variant import CollectKind, ColumnsKind, Format, Rules

Sides: TypeAlias = Mapping[str, tuple[str, ...]]
"""The members of each side."""


def read_sides(params: Mapping[str, Json], players: tuple[str, ...], rules: Rules) -> Sides:
    """The members of each side; without partnership every player is a side of his own name (`players.format`)."""
    count, format_ = len(players), rules.players.format
    if format_ is not Format.PARTNERSHIP:
        if "sides" in params:
            raise ImpossibleInput("sides", f"in {format_} everybody plays for himself: there are no sides")
        too_many = rules.cannot_seat(count)
        if too_many:
            raise ImpossibleInput("players", too_many)
        return {player: (player,) for player in players}
    if count not in seats(format_):
        raise ImpossibleInput("players", f"{count} players: {format_} is for {listed(list(map(str, seats(format_))), 'or')}")
    sides: dict[str, tuple[str, ...]] = {}
    for side, members in typed(params.get("sides"), dict, "sides", "two sides with their players").items():
        path = f"sides.{side}"
        read_name(side, path)
        if side in players:
            raise ImpossibleInput(path, f"{side} is a player: a side has a name of its own")
        sides[side] = _read_members(members, path, players, sides)
    if len(sides) != 2:
        raise ImpossibleInput("sides", f"partnership is between two sides, not {len(sides)}")
    on_none = [player for player in players if not any(player in members for members in sides.values())]
    if on_none:
        raise ImpossibleInput("sides", f"{on_none[0]} is on no side")
    (first, some), (second, others) = sides.items()
    if len(some) != len(others):
        raise ImpossibleInput("sides", f"{first} has {len(some)} players and {second} {len(others)}: sides are equal")
    # An object of JSON has no order: the first side is that of the first player.
    return sides if players[0] in some else {second: others, first: some}


def _read_members(value: Json, path: str, players: tuple[str, ...], sides: Sides) -> tuple[str, ...]:
    members: list[str] = []
    for index, item in enumerate(typed(value, list, path, "a list of players")):
        place = f"{path}[{index}]"
        name = typed(item, str, place, "a player")
        known_player(name, players, place)
        if name in members or any(name in others for others in sides.values()):
            raise ImpossibleInput(place, f"{name} is on a side already")
        members.append(name)
    return tuple(members)


def read_carried(params: Mapping[str, Json], sides: Sides, rules: Rules) -> Carried | None:
    """The score with which the sheet begins, of every side; boxes may be left out where there were none."""
    if "carried" not in params:
        return None
    if rules.game.columns.kind is not ColumnsKind.SINGLE:
        raise ImpossibleInput("carried", "a carried score is that of one column; game.columns has several")
    carried = typed(params["carried"], dict, "carried", "totals and boxes")
    totals = read_numbers(carried.get("totals"), "carried.totals", tuple(sides), "side")
    boxes = dict.fromkeys(sides, 0)
    if "boxes" in carried:
        boxes = read_numbers(carried["boxes"], "carried.boxes", tuple(sides), "side", least=0)
    worth = rules.boxes.worth_at_once
    for side in sides:
        if rules.scoring.collect.kind is CollectKind.DIFFERENCE and totals[side] < worth * boxes[side]:
            hold = (
                f"{boxes[side]} boxes, which count at once, make at least {worth * boxes[side]}"
                if worth
                else "no total falls below 0"
            )
            raise ImpossibleInput(f"carried.totals.{side}", f"{side} cannot have {totals[side]}: {hold}")
    return Carried(totals, boxes)


def read_numbers(value: Json, path: str, names: Sequence[str], what: str, least: int | None = None) -> dict[str, int]:
    """A number for each name, and for no other, in their order."""
    numbers = typed(value, dict, path, f"a number for each {what}")
    for name in numbers:
        if name not in names:
            raise ImpossibleInput(f"{path}.{name}", f"{name} is no {what}: {' and '.join(names)} are")
    for name in names:
        if name not in numbers:
            raise ImpossibleInput(f"{path}.{name}", f"a number for {name} is missing: a {what} has one, if only 0")
    return {name: read_integer(numbers[name], f"{path}.{name}", "a whole number", least=least) for name in names}


def read_integer(value: Json, path: str, what: str, least: int | None = None) -> int:
    """A whole number; `what` says in messages what should stand there."""
    number = typed(value, int, path, what)
    if isinstance(number, bool):
        raise ImpossibleInput(path, f"{what} should stand here, not {json.dumps(number)}")
    if least is not None and number < least:
        raise ImpossibleInput(path, f"{what} of at least {least} should stand here, not {number}")
    return number
