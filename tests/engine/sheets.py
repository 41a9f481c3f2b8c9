"""Questions about score sheets for the tests of the engine, written as `"Ann knock 4, Bob 23; dead; Bob 14, Ann 0"`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ginrules.answer import answer
from ginrules.rules.catalogue import rules_read
from ginrules.rules.resolve import load_variant
from ginrules.verify.protocol import shape_fault

CALLS = ("knock", "gin", "big-gin")
NOBODY_ELSE = {"game__bonus": 0, "boxes__value": 0, "game__shutout": {"kind": "none"}}
"""Rules under which the totals are the finals."""


def rules(variant: str = "standard", **changed: Any) -> dict[str, Any]:
    """The rules that `tally` reads, some changed: `game__bonus=0`."""
    values = load_variant(variant).values
    named = {rule.replace("__", ".").replace("_", "-"): value for rule, value in changed.items()}
    assert set(named) <= set(rules_read("tally"))
    return {rule: values[rule] for rule in rules_read("tally")} | named


def deals(text: str) -> list[dict[str, Any]]:
    """Entries, one for each part between semicolons, numbered on.

    `=` before a part: a further table of the same hand. `Ann knock 4, Bob 23`: counts, after `gin` that of the other one.
    `Ann 14, Bob 0`: points, the first named has won; `tie Ann 0, Bob 0`: nobody has. `dead`. In braces what else is said:
    `{dealer Ann, upcard 4s, table 2, last, players Ann Bob}`.
    """
    entries: list[dict[str, Any]] = []
    for part in filter(str.strip, text.split(";")):
        before, _, more = part.partition("{")
        words = before.replace(",", " ").split()
        same = words[0] == "="
        number = (entries[-1]["deal"] if entries else 0) + (not same)
        entries.append({"deal": number} | _result(words[same:]) | _more(more.rstrip(" }")))
    return entries


def _result(words: list[str]) -> dict[str, Any]:
    if words == ["dead"]:
        return {"outcome": "dead"}
    if words[1] in CALLS:
        own = 0 if words[1] != "knock" else int(words.pop(2))
        counts = {words[0]: own} | {name: int(count) for name, count in zip(words[2::2], words[3::2], strict=True)}
        return {"knocker": words[0], "call": words[1], "deadwood": counts}
    tie = words[0] == "tie"
    points = {name: int(count) for name, count in zip(words[tie::2], words[tie + 1 :: 2], strict=True)}
    return {"winners": [] if tie else [words[0]], "points": points}


def _more(text: str) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for field, *words in (item.split() for item in text.split(",") if item):
        if field == "last":
            said["last"] = True
        elif field == "players":
            said["players"] = words
        else:
            said[field] = int(words[0]) if field in ("table", "factor") else words[0]
    return said


def ask(text: str, players: str = "Ann Bob", *, variant: str = "standard", sides: str = "", **more: Any) -> dict[str, Any]:
    """The parameters of a sheet. `sides="N: Ann Cat, E: Bob Dan"`; `carried` and rules by name may follow."""
    params: dict[str, Any] = {"players": players.split(), "deals": deals(text)}
    if sides:
        named = (side.split(":") for side in sides.split(","))
        params["sides"] = {name.strip(): members.split() for name, members in named}
    for field in ("carried",):
        if field in more:
            params[field] = more.pop(field)
    params["rules"] = rules(variant, **more)
    return params


def reply_to(params: Mapping[str, Any]) -> dict[str, Any]:
    """The built-in engine's answer, which has the shape of the protocol and steps that add up."""
    reply = answer("tally", params)
    assert shape_fault("tally.params", params) == ""
    assert shape_fault("tally.result", reply) == ""
    if "refused" not in reply:
        check_steps(params, reply)
    return reply


def sheet(text: str, players: str = "Ann Bob", **more: Any) -> dict[str, Any]:
    """The built-in engine's answer to `ask`."""
    return reply_to(ask(text, players, **more))


def teams(text: str, **more: Any) -> dict[str, Any]:
    """A sheet of a partnership of four: Ann and Cat against Bob and Dan."""
    changed = {"players__format": "partnership", "game__end": {"kind": "target", "points": 100}} | more
    return sheet(text, "Ann Bob Cat Dan", sides="N: Ann Cat, E: Bob Dan", **changed)


def check_steps(params: Mapping[str, Any], reply: dict[str, Any]) -> None:
    """The steps of a sheet add up, for each side and in each column, to what they explain."""
    settling = {"game.settlement", "game.columns"}
    if params["rules"]["game.shutout"]["kind"] == "paid":
        settling.add("game.shutout")
    columns = reply.get("columns", [])
    for number, game in enumerate([reply, *columns]):
        if number == 0 and columns and not reply["finished"]:
            continue  # the sum of what is finished and what is not
        steps = [step for step in reply["steps"] if number == 0 or step.get("column") == number]
        for side in game["totals"]:
            own = [step for step in steps if step["player"] == side]
            written = sum(step["points"] for step in own if step["rule"] not in settling)
            assert written == game.get("finals", game["totals"])[side]
            # A column is not rounded; only the sum of all is, in a step of no column.
            assert sum(step["points"] for step in own if step["rule"] in settling) == game.get("settlement", {side: 0})[side]


def totals(reply: Mapping[str, Any]) -> list[int]:
    """The totals in the order of the sides."""
    return list(reply["totals"].values())


def finals(reply: Mapping[str, Any]) -> list[int]:
    """The final totals in the order of the sides."""
    return list(reply["finals"].values())


def settled(reply: Mapping[str, Any]) -> list[int]:
    """The settlement in the order of the sides."""
    return list(reply["settlement"].values())
