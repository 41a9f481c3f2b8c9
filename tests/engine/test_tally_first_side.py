"""The first side of a partnership is that of the first player, in whatever order an object of JSON has them."""

from __future__ import annotations

from ginrules.answer import answer
from ginrules.diagnostics import Json
from ginrules.rules.resolve import load_variant

SIDES: tuple[tuple[str, list[Json]], ...] = (("North_South", ["Ann", "Cat"]), ("East_West", ["Bob", "Dan"]))


def next_tables(players: list[Json], sides: dict[str, Json]) -> Json:
    """Who sits where after one hand that Ann and Cat's side won."""
    deals: list[Json] = [
        {"deal": 1, "table": 1, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 4, "Bob": 20}},
        {"deal": 1, "table": 2, "knocker": "Cat", "call": "knock", "deadwood": {"Cat": 4, "Dan": 20}},
    ]
    rules = dict(load_variant("alternating-partnership").question_rules("tally"))
    tables = answer("tally", {"rules": rules, "players": players, "sides": sides, "deals": deals})["next"]
    assert isinstance(tables, list)
    return [table["players"] for table in tables if isinstance(table, dict)]


def test_the_order_of_the_sides_object_means_nothing() -> None:
    there, back = (
        next_tables(["Ann", "Bob", "Cat", "Dan"], dict(SIDES)),
        next_tables(["Ann", "Bob", "Cat", "Dan"], dict(SIDES[::-1])),
    )
    assert there == back == [["Ann", "Dan"], ["Cat", "Bob"]]  # Ann moves on from Bob to Dan


def test_the_first_player_makes_his_side_the_first() -> None:
    # Bob moves on from Ann to Cat: Bob's side is at table 1 with its first player.
    assert next_tables(["Bob", "Cat", "Dan", "Ann"], dict(SIDES)) == [["Bob", "Cat"], ["Dan", "Ann"]]
