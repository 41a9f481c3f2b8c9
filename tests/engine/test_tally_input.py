"""Sheets that cannot be: each error says where, and what would be right."""

from typing import Any

import pytest

from ginrules.diagnostics import ImpossibleInput
from tests.engine.sheets import ask, reply_to

TEAM_RULES: dict[str, Any] = {"players__format": "partnership"}
EVERYONE: dict[str, Any] = {"players__format": "everyone"}
SIDES = "N: Ann Cat, E: Bob Dan"
FOUR = "Ann Bob Cat Dan"
PENALTIES = {"kind": "penalties", "gin-factor": 2}
COLUMNS = {"kind": "hollywood", "factors": [1, 1], "late-entry": "next-open", "won-by": "settlement"}
FACTORS = {**COLUMNS, "factors": [1, 2]}
PAID = {"kind": "paid", "points": 50}
ROUNDS = {"kind": "rounds", "rounds": 5}
HAND = "Ann knock 4, Bob 14"
KNOWN = "Ann 14, Bob 0"


def impossible(params: dict[str, Any], path: str, message: str) -> None:
    with pytest.raises(ImpossibleInput) as error:
        reply_to_any(params)
    assert (error.value.path, message in error.value.message) == (path, True), (error.value.path, error.value.message)


def reply_to_any(params: dict[str, Any]) -> Any:
    """The answer to parameters that need not have the shape of the protocol."""
    from ginrules.answer import answer

    return answer("tally", params)


def changed(text: str, index: int, **fields: Any) -> dict[str, Any]:
    """A sheet of two with fields of one entry changed, `None` takes one out."""
    params = ask(text)
    for field, value in fields.items():
        name = field.replace("_", "-")
        if value is None:
            del params["deals"][index][name]
        else:
            params["deals"][index][name] = value
    return params


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({"deal": None}, "deals[0].deal", "is missing"),
        ({"deal": 0}, "deals[0].deal", "at least 1"),
        ({"deal": "1"}, "deals[0].deal", "the number of a hand should stand here"),
        ({"deal": True}, "deals[0].deal", "the number of a hand should stand here"),
        ({"table": 2}, "deals[0].table", "nobody sits at table 2: there is one table"),
        ({"table": 0}, "deals[0].table", "at least 1"),
        ({"dealer": "Eve"}, "deals[0].dealer", "Eve is not one of the players Ann, Bob"),
        ({"dealer": 1}, "deals[0].dealer", "a player should stand here"),
        ({"upcard": "4x"}, "deals[0].upcard", "4x"),
        ({"last": True}, "deals[0].last", "the game is not played to a time; game.end is target"),
        ({"factor": 0}, "deals[0].factor", "at least 1"),
        ({"refused_double": "Ann"}, "deals[0].refused-double", "Ann doubled: the other declines"),
        ({"refused_double": "Eve"}, "deals[0].refused-double", "Eve is not one of"),
        ({"knocker": None}, "deals[0].knocker", "who ended the hand is missing"),
        ({"knocker": "Eve"}, "deals[0].knocker", "Eve is not one of"),
        ({"call": None}, "deals[0].call", "the call is knock, gin or big-gin, not null"),
        ({"call": "rummy"}, "deals[0].call", "the call is knock, gin or big-gin"),
        ({"deadwood": None}, "deals[0].deadwood", "is missing"),
        ({"deadwood": 4}, "deals[0].deadwood", "players should stand here"),
        ({"deadwood": {"Ann": 4}}, "deals[0].deadwood", "Bob plays every hand and is missing"),
        ({"deadwood": {"Bob": 4}}, "deals[0].deadwood", "Ann plays every hand and is missing"),
        ({"deadwood": {"Ann": 4, "Bob": -1}}, "deals[0].deadwood.Bob", "at least 0"),
        ({"deadwood": {"Ann": 4, "Bob": "9"}}, "deals[0].deadwood.Bob", "a whole number should stand here"),
        ({"deadwood": {"Ann": True, "Bob": 9}}, "deals[0].deadwood.Ann", "a whole number should stand here"),
        ({"deadwood": {"Ann": 4, "Bob": 9, "Eve": 5}}, "deals[0].deadwood", "Eve is not one of"),
        ({"players": ["Ann", "Bob"], "deadwood": {"Ann": 4}}, "deals[0].deadwood.Bob", "a number for Bob is missing"),
        ({"players": ["Ann"]}, "deals[0].players", "Bob plays every hand and is missing"),
        ({"players": ["Ann", 2]}, "deals[0].players", "a player should stand here"),
        ({"players": "Ann"}, "deals[0].players", "players should stand here"),
        ({"outcome": "gin"}, "deals[0].outcome", "outcome follows from the counts"),
        ({"boxes": {"Ann": 1}}, "deals[0].boxes", "boxes follows from the counts"),
        ({"winners": ["Ann"]}, "deals[0].winners", "winners follows from the counts"),
        ({"outcome": "dead"}, "deals[0].knocker", "a dead hand has no knocker"),
        ({"outcome": "won"}, "deals[0].outcome", "an outcome is knock, gin, big-gin, undercut, tie or dead"),
        ({"knocker": None, "call": None, "deadwood": None}, "deals[0]", "how the hand ended is missing"),
    ],
)
def test_an_entry_with_counts(fields: dict[str, Any], path: str, message: str) -> None:
    impossible(changed(HAND, 0, **fields), path, message)


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({"winners": None}, "deals[0].winners", "is missing"),
        ({"winners": ["Ann", "Bob"]}, "deals[0].winners", "Ann and Bob cannot all win: somebody lost the hand"),
        ({"winners": ["Eve"]}, "deals[0].winners", "Eve is not one of"),
        ({"winners": [1]}, "deals[0].winners", "a player should stand here"),
        ({"winners": []}, "deals[0].points.Ann", "Ann has 0, as nobody won, not 14"),
        ({"winners": ["Bob"]}, "deals[0].points.Ann", "Ann lost and has 0, not 14"),
        ({"points": None}, "deals[0].points", "is missing"),
        ({"points": {"Ann": 14}}, "deals[0].points", "Bob plays every hand and is missing"),
        ({"points": {"Ann": -14, "Bob": 0}}, "deals[0].points.Ann", "Ann has 0 or more, not -14"),
        ({"points": {"Ann": 14, "Bob": -4}}, "deals[0].points.Bob", "Bob has 0 or more, not -4"),
        ({"outcome": "dead"}, "deals[0].winners", "a dead hand has no winners"),
        ({"outcome": "dead", "winners": None}, "deals[0].points", "a dead hand has no points"),
        ({"boxes": {"Ann": 0, "Bob": 0}}, "deals[0].boxes.Ann", "Ann won and has at least one box"),
        ({"boxes": {"Ann": 1, "Bob": 1}}, "deals[0].boxes.Bob", "Bob did not win and has no box"),
        ({"boxes": {"Ann": 1}}, "deals[0].boxes.Bob", "a number for Bob is missing"),
        ({"boxes": {"Ann": 1, "Bob": 0, "Eve": 0}}, "deals[0].boxes.Eve", "Eve is no player at this table"),
        ({"refused_double": "Bob"}, "deals[0].refused-double", "comes with the counts of that moment"),
    ],
)
def test_a_score_already_known(fields: dict[str, Any], path: str, message: str) -> None:
    impossible(changed(KNOWN, 0, **fields), path, message)


@pytest.mark.parametrize(
    ("outcome", "winners", "right"),
    [
        ("knock", 1, True),
        ("gin", 0, False),
        ("big-gin", 1, True),
        ("undercut", 1, True),
        ("undercut", 0, False),
        ("tie", 0, True),
        ("tie", 1, True),
    ],
)
def test_how_many_win(outcome: str, winners: int, right: bool) -> None:
    params = changed(KNOWN if winners else "tie Ann 0, Bob 0", 0, outcome=outcome)
    if right:
        assert reply_to(params)["accepted"] == 1
    else:
        impossible(params, "deals[0].outcome", f"a hand with 0 winners is no {outcome}")


def test_how_many_of_three_win() -> None:
    params = ask("Ann 20, Bob 20, Cat 0", "Ann Bob Cat", **EVERYONE)
    params["deals"][0] |= {"winners": ["Bob", "Ann"], "outcome": "knock"}
    impossible(params, "deals[0].outcome", "a hand with 2 winners is no knock")
    params["deals"][0]["outcome"] = "undercut"
    reply = reply_to(params)
    assert reply["boxes"] == {"Ann": 1, "Bob": 1, "Cat": 0}


def test_who_loses_may_be_charged_or_score() -> None:
    charged: dict[str, Any] = {"scoring__collect": PENALTIES, "game__shutout": {"kind": "none"}}
    assert reply_to(ask("Ann 10, Bob -6", **charged))["totals"] == {"Ann": 10, "Bob": -6}
    impossible(ask("Ann 10, Bob 6", **charged), "deals[0].points.Bob", "Bob lost and has 0 or less, not 6")
    impossible(ask("Ann -1, Bob -6", **charged), "deals[0].points.Ann", "Ann has 0 or more")
    # The knocker who is undercut may have beaten another.
    assert reply_to(ask("Ann 28, Bob 1, Cat 0", "Ann Bob Cat", **EVERYONE))["totals"] == {"Ann": 28, "Bob": 1, "Cat": 0}


@pytest.mark.parametrize(
    ("deals", "path", "message"),
    [
        (None, "deals", "a list of hands is missing"),
        ([3], "deals[0]", "a hand should stand here"),
        ([{"deal": 2, "outcome": "dead"}, {"deal": 1, "outcome": "dead"}], "deals[1].deal", "hand 1 comes after hand 2"),
        ([{"deal": 2, "outcome": "dead"}, {"deal": 2, "outcome": "dead"}], "deals[1]", "hand 2 of Ann has an entry already"),
    ],
)
def test_the_list_of_hands(deals: Any, path: str, message: str) -> None:
    params = ask("")
    params["deals"] = deals
    impossible(params, path, message)


def test_an_upcard_that_is_missing() -> None:
    spades: dict[str, Any] = {"scoring__spades": "doubles-points"}
    impossible(ask(HAND, **spades), "deals[0].upcard", "scoring.spades depends on the upcard, which is missing")
    assert reply_to(ask(KNOWN + "; dead", **spades))["accepted"] == 2


@pytest.mark.parametrize("last", [False, 1, "yes"])
def test_last(last: Any) -> None:
    params = ask(HAND, game__end={"kind": "time", "minutes": 60})
    params["deals"][0]["last"] = last
    impossible(params, "deals[0].last", "true stands here, or nothing")


# --- players and sides


@pytest.mark.parametrize(
    ("players", "format_", "message"),
    [
        ("Ann Bob Cat", "head-to-head", "3 players in one hand"),
        ("A B C D E F", "everyone", "6 players in one hand"),
        ("Ann Bob", "partnership", "2 players: partnership is for 4, 6, 8, 10 or 12"),
        ("Ann Bob Cat Dan Eve", "partnership", "5 players"),
        ("A B C D E F G H I J K L M N", "partnership", "14 players"),
    ],
)
def test_how_many_play(players: str, format_: str, message: str) -> None:
    impossible(ask("", players, players__format=format_), "players", message)


@pytest.mark.parametrize(
    ("sides", "path", "message"),
    [
        (None, "sides", "two sides with their players is missing"),
        ({"N": "Ann"}, "sides.N", "a list of players should stand here"),
        ({"N": ["Ann", 3]}, "sides.N[1]", "a player should stand here"),
        ({"N": ["Ann", "Eve"]}, "sides.N[1]", "Eve is not one of the players"),
        ({"N": ["Ann", "Ann"]}, "sides.N[1]", "Ann is on a side already"),
        ({"N": ["Ann", "Cat"], "E": ["Cat", "Dan"]}, "sides.E[0]", "Cat is on a side already"),
        ({"N": ["Ann", "Cat"], "E": ["Bob"]}, "sides", "Dan is on no side"),
        ({"N": ["Ann", "Cat", "Dan"], "E": ["Bob"]}, "sides", "N has 3 players and E 1: sides are equal"),
        ({"N": ["Ann", "Bob", "Cat", "Dan"]}, "sides", "between two sides, not 1"),
        ({"N": ["Ann"], "E": ["Bob"], "S": ["Cat", "Dan"]}, "sides", "between two sides, not 3"),
        ({"north": ["Ann", "Cat"], "E": ["Bob", "Dan"]}, "sides.north", "'north' is no name"),
        ({"Th": ["Ann", "Cat"], "E": ["Bob", "Dan"]}, "sides.Th", "Th reads like a card"),
        ({"Bob": ["Ann", "Cat"], "E": ["Bob", "Dan"]}, "sides.Bob", "Bob is a player: a side has a name of its own"),
    ],
)
def test_sides_that_do_not_pair(sides: Any, path: str, message: str) -> None:
    params = ask("", FOUR, **TEAM_RULES)
    if sides is not None:
        params["sides"] = sides
    impossible(params, path, message)


def test_sides_where_everybody_plays_for_himself() -> None:
    impossible(ask("", sides="N: Ann, E: Bob"), "sides", "in head-to-head everybody plays for himself: there are no sides")


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("Ann knock 4, Cat 14", "deals[0].deadwood", "two players, one of each side: not Ann and Cat"),
        ("Ann knock 4, Bob 14, Cat 3", "deals[0].deadwood", "not Ann and Bob and Cat"),
        ("Ann 14", "deals[0].points", "two players, one of each side: not Ann"),
        ("dead", "deals[0].players", "who sat at this table is missing"),
        ("dead {players Ann}", "deals[0].players", "two players, one of each side: not Ann"),
        ("Ann knock 4, Bob 14 {players Ann Dan}", "deals[0].deadwood.Bob", "Bob is no player at this table"),
        ("Ann knock 4, Bob 14 {dealer Cat}", "deals[0].dealer", "Cat did not sit at this table: Ann and Bob did"),
        ("Ann knock 4, Bob 14 {refused-double Cat}", "deals[0].refused-double", "Cat did not sit at this table"),
        ("Ann knock 4, Bob 14 {table 3}", "deals[0].table", "nobody sits at table 3: there are 2 tables"),
        ("Ann knock 4, Bob 14; = Ann knock 4, Bob 14", "deals[1]", "hand 1 of Ann has an entry already"),
        ("Ann knock 4, Bob 14; = Cat knock 4, Bob 14", "deals[1]", "hand 1 of Bob has an entry already"),
        ("Ann knock 4, Bob 14 {table 1}; = Cat knock 4, Dan 14 {table 1}", "deals[1].table", "at table 1 sat Ann and Bob"),
        ("Ann knock 4, Bob 14 {dealer Ann}; = Cat knock 4, Dan 14 {dealer Dan}", "deals[1].dealer", "a whole side deals"),
        ("Ann knock 4, Bob 14; Ann knock 4, Bob 14", "deals[1]", "hand 1 of Cat is still to play"),
        ("dead {players Ann Bob}; = dead {players Ann Dan}", "deals[1]", "hand 1 of Ann has an entry already"),
    ],
)
def test_the_tables_of_a_partnership(text: str, path: str, message: str) -> None:
    impossible(ask(text, FOUR, sides=SIDES, **TEAM_RULES), path, message)


def test_a_table_that_stands_dead_has_one_entry() -> None:
    text = "dead {players Ann Bob}; = Ann knock 4, Bob 14; = Cat knock 4, Dan 14"
    assert reply_to(ask(text, FOUR, sides=SIDES, game__dead_hand="replayed", **TEAM_RULES))["totals"] == {"N": 20, "E": 0}
    stands = ask(text, FOUR, sides=SIDES, game__dead_hand="counts", **TEAM_RULES)
    impossible(stands, "deals[1]", "hand 1 of Ann has an entry already")
    # nor is a table dealt again at which time ran out
    time: dict[str, Any] = {"game__end": {"kind": "time", "minutes": 60}}
    out = ask(text.replace("Bob};", "Bob, last};"), FOUR, sides=SIDES, game__dead_hand="replayed", **time, **TEAM_RULES)
    impossible(out, "deals[1]", "hand 1 of Ann has an entry already")


# --- carried scores


@pytest.mark.parametrize(
    ("carried", "path", "message"),
    [
        (3, "carried", "totals and boxes should stand here"),
        ({}, "carried.totals", "a number for each side is missing"),
        ({"totals": {"Ann": 3}}, "carried.totals.Bob", "a number for Bob is missing: a side has one, if only 0"),
        ({"totals": {"Ann": 3, "Bob": 4, "Eve": 3}}, "carried.totals.Eve", "Eve is no side: Ann and Bob are"),
        ({"totals": {"Ann": 3, "Bob": -4}}, "carried.totals.Bob", "no total falls below 0"),
        ({"totals": {"Ann": 3, "Bob": 4}, "boxes": {"Ann": 1}}, "carried.boxes.Bob", "a number for Bob is missing"),
        ({"totals": {"Ann": 3, "Bob": 4}, "boxes": {"Ann": 1, "Bob": -1}}, "carried.boxes.Bob", "at least 0"),
    ],
)
def test_a_carried_score(carried: Any, path: str, message: str) -> None:
    impossible(ask("", carried=carried), path, message)


def test_carried_scores_that_hang_on_rules() -> None:
    carried = {"totals": {"Ann": 30, "Bob": 20}, "boxes": {"Ann": 1, "Bob": 1}}
    impossible(ask("", carried=carried, game__columns=COLUMNS), "carried", "game.columns has several")
    at_once = ask("", carried=carried, boxes__when="at-once")
    impossible(at_once, "carried.totals.Bob", "1 boxes, which count at once, make at least 25")
    below = {"totals": {"Ann": -30, "Bob": 20}}
    charged: dict[str, Any] = {"scoring__collect": PENALTIES, "game__shutout": {"kind": "none"}}
    assert reply_to(ask("", carried=below, **charged))["totals"] == {"Ann": -30, "Bob": 20}


# --- rules that need others


@pytest.mark.parametrize(
    ("rules", "path", "message"),
    [
        ({"game__end": {"kind": "target", "points": {"4": 100}}}, "rules.game.end", "no number of points for 2 players"),
        ({"game__columns": COLUMNS, "game__end": ROUNDS}, "rules.game.columns", "columns need a target"),
        ({"game__columns": COLUMNS, "scoring__collect": PENALTIES}, "rules.game.columns", "need scoring.collect difference"),
        ({"players__format": "partnership", "scoring__collect": PENALTIES}, "rules.players.format", "nets differences"),
        ({"scoring__collect": PENALTIES, "game__shutout": {"kind": "flat", "points": 9}}, "rules.game.shutout", "difference"),
        ({"game__shutout": PAID, "game__settlement": {"kind": "none"}}, "rules.game.shutout", "paid at the settlement"),
        ({"game__columns": FACTORS, "game__settlement": {"kind": "none"}}, "rules.game.columns", "multiply the settlement"),
    ],
)
def test_rules_that_do_not_go_together(rules: dict[str, Any], path: str, message: str) -> None:
    impossible(ask("", **rules), path, message)


def test_a_rule_that_is_read_is_missing() -> None:
    params = ask("")
    del params["rules"]["game.bonus"]
    impossible(params, "rules.game.bonus", "tally reads game.bonus, which is missing")


@pytest.mark.parametrize("field", ["rules", "players", "sides", "deals", "carried"])
def test_nothing_lies_deeper_than_a_question(field: str) -> None:
    deep: Any = []
    for _ in range(3000):
        deep = [deep] if field != "rules" else {"a": deep}
    with pytest.raises(ImpossibleInput) as error:
        reply_to_any({**ask(""), field: deep})
    assert error.value.path == field
    if field in {"rules", "players", "deals"}:
        assert "more than 100 deep" in error.value.message


def test_an_endless_recursion_is_no_deep_question(monkeypatch: pytest.MonkeyPatch) -> None:
    from ginrules.answer import tally

    def endless(_: Any) -> Any:
        raise RecursionError

    monkeypatch.setattr(tally, "answer_tally", endless)
    with pytest.raises(RecursionError):
        reply_to_any(ask(HAND))
