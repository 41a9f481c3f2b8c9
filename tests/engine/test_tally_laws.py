"""Laws of score sheets, on whatever entries Hypothesis draws."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.sheets import ask, reply_to

SHUTOUTS: list[dict[str, Any]] = [
    {"kind": "none"},
    {"kind": "flat", "points": 100},
    {"kind": "doubles-hands"},
    {"kind": "doubles-hands-and-bonus"},
    {"kind": "doubles-all"},
    {"kind": "paid", "points": 100},
]

counts = st.integers(0, 60)
triggers = st.sampled_from(["no-points", "no-hands"])


@st.composite
def hands(draw: st.DrawFn, players: tuple[str, ...] = ("Ann", "Bob")) -> dict[str, Any]:
    """The counts of a hand, within the limit; now and then a dead one."""
    if draw(st.integers(0, 9)) == 0:
        return {"outcome": "dead"}
    knocker = draw(st.sampled_from(players))
    deadwood = {player: draw(counts) for player in players} | {knocker: draw(st.integers(0, 10))}
    return {"knocker": knocker, "call": "knock", "deadwood": deadwood}


def numbered(drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Hands as entries."""
    return [{"deal": number, **hand} for number, hand in enumerate(drawn, start=1)]


def until_it_ends(params: dict[str, Any]) -> dict[str, Any]:
    """The answer to as many of the hands as fit into the game; `params` is left with these."""
    reply = reply_to(params)
    if "refused" in reply:
        params["deals"] = params["deals"][: reply["accepted"]]
        reply = reply_to(params)
    return reply


def rules_of_a_game(draw: st.DrawFn) -> dict[str, Any]:
    """Rules that change what a game is worth."""
    settlement: dict[str, Any] = {"kind": "difference", "doubled-when": draw(st.sampled_from([None, "no-points", "no-hands"]))}
    return {
        "game__shutout": draw(st.sampled_from(SHUTOUTS)),
        "game__shutout_when": draw(triggers),
        "game__settlement": settlement,
        "game__winner": draw(st.sampled_from(["first-to-target", "highest-total"])),
        "boxes__when": draw(st.sampled_from(["at-end", "at-once"])),
        "scoring__tie": draw(st.sampled_from(["undercut", "undercut-without-bonus", "no-score", "knocker"])),
    }


@given(st.data())
def test_what_is_paid_is_received(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([("Ann", "Bob"), ("Ann", "Bob", "Cat"), ("Ann", "Bob", "Cat", "Dan")]))
    params = ask("", " ".join(players), players__format="everyone", **data.draw(st.composite(rules_of_a_game)()))
    params["deals"] = numbered(data.draw(st.lists(hands(players), min_size=1, max_size=9)))
    params["rules"]["game.end"] = {"kind": "target", "points": 30}  # most sheets that are drawn reach it
    reply = until_it_ends(params)
    assume(reply["finished"])
    assert sum(reply["settlement"].values()) == 0
    if len(players) == 2:
        params["rules"]["game.settlement"]["round-to"] = data.draw(st.sampled_from([1, 7, 10, 500]))
        assert sum(reply_to(params)["settlement"].values()) == 0


@given(st.data())
def test_a_game_is_its_parts_carried_over(data: st.DataObject) -> None:
    rules = data.draw(st.composite(rules_of_a_game)())
    params = ask("", **rules)
    params["deals"] = numbered(data.draw(st.lists(hands(), min_size=1, max_size=9)))
    whole = until_it_ends(params)
    cut = data.draw(st.integers(0, len(params["deals"]) - 1))
    first = reply_to({**params, "deals": params["deals"][:cut]})
    carried = {"totals": first["totals"], "boxes": first["boxes"]}
    second = reply_to({**params, "deals": params["deals"][cut:], "carried": carried})
    for fact in ("totals", "boxes", "bonuses", "finals", "settlement", "finished", "winners"):
        assert second.get(fact) == whole.get(fact)


@given(st.data())
def test_hollywood_with_one_closed_column_is_the_game_of_that_column(data: st.DataObject) -> None:
    """The first column of several has every hand of a side while it is open."""
    rules = data.draw(st.composite(rules_of_a_game)())
    drawn = numbered(data.draw(st.lists(hands(), min_size=1, max_size=9)))
    single = ask("", **rules)
    single["deals"] = drawn
    alone = until_it_ends(single)
    columns = {"kind": "hollywood", "factors": [1, 1, 1], "won-by": "settlement"}
    several = ask("", **rules, game__columns={**columns, "late-entry": data.draw(st.sampled_from(["next-open", "by-count"]))})
    several["deals"] = single["deals"]
    reply = reply_to(several)
    for fact in ("totals", "boxes", "bonuses", "finals", "settlement", "finished", "winners"):
        assert reply["columns"][0].get(fact) == alone.get(fact)


@given(st.data())
@pytest.mark.parametrize("spades", ["doubles-points", "doubles-points-and-extra-boxes", "doubles-points-and-boxes"])
def test_neither_the_order_of_tables_nor_their_numbers_matter(spades: str, data: st.DataObject) -> None:
    pairs = (("Ann", "Bob"), ("Cat", "Dan"), ("Eve", "Fox"))
    params = ask(
        "",
        "Ann Bob Cat Dan Eve Fox",
        sides="N: Ann Cat Eve, S: Bob Dan Fox",
        players__format="partnership",
        scoring__spades=spades,
        boxes__sweep=2,
        boxes__gin=1,
        game__dead_hand="counts",
    )
    tables = [
        {"deal": 1, "players": list(pair), "upcard": data.draw(st.sampled_from(["4s", "4h"])), **data.draw(hands(pair))}
        for pair in pairs
    ]
    one = reply_to({**params, "deals": tables})
    order = data.draw(st.permutations(tables))
    other = reply_to({**params, "deals": [{**entry, "table": number} for number, entry in enumerate(order, start=1)]})
    assert {**one, "steps": None} == {**other, "steps": None}


@given(st.data())
def test_the_same_question_has_the_same_answer_without_floats(data: st.DataObject) -> None:
    params = ask("", **data.draw(st.composite(rules_of_a_game)()))
    params["deals"] = numbered(data.draw(st.lists(hands(), max_size=9)))
    assert reply_to(params) == reply_to(params)
    assert not list(floats(reply_to(params)))


def floats(value: Any) -> list[float]:
    """Every float within."""
    if isinstance(value, dict | list):
        return [each for item in (value.values() if isinstance(value, dict) else value) for each in floats(item)]
    return [value] if isinstance(value, float) else []
