"""Sheets in few words, for typed examples: `sheet("Ann knock 3, Bob 17; Bob gin, Ann 31; dead", "Ann Bob", game__end=…)`."""

from __future__ import annotations

from typing import Any

from ginrules.rules.resolve import load_variant

Params = dict[str, Any]
CALLS = ("knock", "gin", "big-gin")


def named_rules(changed: dict[str, Any], variant: str = "standard") -> dict[str, Any]:
    """The rules of a variant that `tally` reads, with some changed: `scoring__gin=20`."""
    named = {rule.replace("__", ".").replace("_", "-"): value for rule, value in changed.items()}
    values = dict(load_variant(variant).question_rules("tally"))
    assert set(named) <= set(values), set(named) - set(values)
    return {**values, **named}


def target(points: int) -> Params:
    return {"kind": "target", "points": points}


def entry(text: str, number: int, players: list[str], against: dict[str, str]) -> Params:
    """`2 table 1 dealer Bob upcard 4s last: Ann knock 3, Bob 17`, `Ann 14`, `dead`; all before the colon may be left out."""
    before, _, said = text.rpartition(":")
    words = before.split()
    deal: Params = {"deal": number}
    if words and words[0].isdigit():
        deal["deal"] = int(words.pop(0))
    while words:
        word = words.pop(0)
        deal[word] = True if word == "last" else words.pop(0)
    if "table" in deal:
        deal["table"] = int(deal["table"])
    parts = [part.split() for part in said.split(",")]
    if parts == [["dead"]]:
        return {**deal, "outcome": "dead"}
    counts = {part[0]: int(part[-1]) if part[-1].isdigit() or part[-1][0] == "-" else 0 for part in parts}
    for part in parts:
        if len(part) > 1 and part[1] in CALLS:
            return {**deal, "knocker": part[0], "call": part[1], "deadwood": counts}
    seated = [parts[0][0], against[parts[0][0]]] if against else players
    points = {player: counts.get(player, 0) for player in seated}
    return {**deal, "points": points, "winners": [part[0] for part in parts if counts[part[0]] > 0]}


def sheet(deals: str, players: str = "Ann Bob", variant: str = "standard", **changed: Any) -> Params:
    """Parameters of `tally`; `sides` as in `"N: Ann Cat, E: Bob Dan"`, `carried` as in the protocol, and rules may follow.

    With sides the first of one plays the first of the other, and so on, where an entry does not say it.
    """
    params: Params = {"players": players.split()}
    against: dict[str, str] = {}
    if "sides" in changed:
        pairs = [part.split(":") for part in changed.pop("sides").split(",")]
        params["sides"] = {side.strip(): members.split() for side, members in pairs}
        first, second = params["sides"].values()
        against = {**dict(zip(first, second, strict=True)), **dict(zip(second, first, strict=True))}
    if "carried" in changed:
        params["carried"] = changed.pop("carried")
    params["deals"] = []
    for text in filter(None, (part.strip() for part in deals.split(";"))):
        before = params["deals"][-1]["deal"] if params["deals"] else 0
        params["deals"].append(entry(text, before + 1, params["players"], against))
    params["rules"] = named_rules(changed, variant)
    return params
