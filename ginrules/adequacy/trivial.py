"""Engines that know nothing of gin rummy: what they pass, anybody passes.

Each answers every question in a valid shape and keeps its books (what was drawn is in hand, what was thrown lies on the pile),
so that it fails for what it does not know and for nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from ginrules.adequacy.habits import Habits, habit
from ginrules.cards import held_as
from ginrules.diagnostics import Json
from ginrules.questions import Method
from ginrules.verify.bookkeeping import GOING_OUT, CannotFollow, Cards, write_action
from ginrules.verify.melds import is_meld, points_of

Params: TypeAlias = Mapping[str, Any]
Reply: TypeAlias = dict[str, Any]

_OUTCOMES = ("knock", "gin", "big-gin", "undercut", "tie")
_AFTER = {"stock": "discard", "take": "discard", "discard": "draw", "pass": "upcard", "show": "showdown", "layoff": "showdown"}
"""The phase after an action, as anybody guesses it who has seen a hand of cards."""


class Trivial(NamedTuple):
    """An engine that knows nothing."""

    name: str
    does: str
    """One sentence about it, without its subject."""
    reply: Callable[[Method, Params, Habits], Reply]


def _nothing(method: Method, params: Params, habits: Habits) -> Reply:  # noqa: ARG001 - engines are asked alike
    return {}


def _zero(method: Method, params: Params, habits: Habits) -> Reply:  # noqa: ARG001 - engines are asked alike
    if method is Method.ARRANGE:
        return {"deadwood": 0, "melds": []}
    if method is Method.TALLY:
        return _sheet(params, {})
    if method is Method.PLAY:
        return _played(params, lambda showdown: _tie(showdown["players"]))
    return _tie(params["players"])


def _tie(players: list[str]) -> Reply:
    none = dict.fromkeys(players, 0)
    return {"outcome": "tie", "winners": [], "deadwood": none, "points": none, "boxes": none, "limit": 0}


def _refuse(method: Method, params: Params, habits: Habits) -> Reply:
    refused = {"rules": [habits.refusal(method)], "message": "no"}
    if method is Method.ARRANGE:
        return _zero(method, params, habits)
    if method is Method.SCORE:
        return {"refused": refused}
    done = params["deals"] if method is Method.TALLY else params["actions"]
    if not done:
        return _zero(method, params, habits)
    accepted = len(done) - 1
    if method is Method.TALLY:
        return {"accepted": accepted, "refused": refused}
    return {**_played({**params, "actions": done[:accepted]}, lambda showdown: _tie(showdown["players"])), "refused": refused}


def _first_legal(method: Method, params: Params, habits: Habits) -> Reply:  # noqa: ARG001 - engines are asked alike
    return _legal(method, params, None)


def _random_legal(method: Method, params: Params, habits: Habits) -> Reply:  # noqa: ARG001 - engines are asked alike
    # Of a question always the same answer; the rules are left out because a variant says much that no question needs.
    seed = repr(sorted((key, value) for key, value in params.items() if key != "rules"))
    return _legal(method, params, random.Random(seed))  # noqa: S311 - no secret


def _legal(method: Method, params: Params, chance: random.Random | None) -> Reply:
    """Everything is accepted; melds are taken as they are found, and whoever goes out wins what the others have more."""
    if method is Method.ARRANGE:
        melds, deadwood = _found(params["hand"], params["rules"], chance)
        return {"deadwood": deadwood, "melds": melds}
    if method is Method.TALLY:
        return _sheet(params, _won(params, chance))
    if method is Method.PLAY:
        return _played(params, lambda showdown: _showdown(showdown, chance))
    return _showdown(params, chance)


def _found(cards: list[str], rules: Params, chance: random.Random | None) -> tuple[list[list[str]], int]:
    """Melds of three as they are found, in the order of the hand or in any, and the count of the rest."""
    left = [*cards]
    if chance:
        chance.shuffle(left)
    melds: list[list[str]] = []
    for group in combinations([*left], 3):
        if not Counter(group) - Counter(left) and is_meld(group, rules):
            melds.append([*group])
            left = [*(Counter(left) - Counter(group)).elements()]
    return melds, points_of(Counter(left), rules["deck.values"])


def _showdown(params: Params, chance: random.Random | None) -> Reply:
    """What is declared is taken as it is, the rest of each hand counted; nobody lays off of himself."""
    players, knocker, rules = params["players"], params["knocker"], params["rules"]
    spreads: dict[str, Any] = {}
    deadwood: dict[str, int] = {}
    for player in players:
        held = Counter(params["hands"][player])
        held.subtract([params["discard"]] if player == knocker and "discard" in params else [])
        held.subtract(held_as(card) for entry in params.get("layoffs", {}).get(player, ()) for card in entry["cards"])
        if player in params.get("spreads", {}):
            spreads[player] = [[str(card) for card in meld] for meld in params["spreads"][player]]
            held.subtract(held_as(card) for meld in spreads[player] for card in meld)
            deadwood[player] = points_of(held, rules["deck.values"])
        else:
            spreads[player], deadwood[player] = _found([*held.elements()], rules, chance)
    winner = chance.choice(players) if chance else knocker
    points = sum(abs(deadwood[each] - deadwood[winner]) for each in players)
    return {
        "outcome": chance.choice(_OUTCOMES) if chance else params["call"],
        "winners": [winner],
        "deadwood": deadwood,
        "points": dict.fromkeys(players, 0) | {winner: points},
        "boxes": dict.fromkeys(players, 0) | {winner: 1},
        "limit": chance.randint(0, 10) if chance else 10,
        "spreads": spreads,
    }


def _won(params: Params, chance: random.Random | None) -> dict[int, dict[str, int]]:
    """What each side wins in each deal: the points that are given, else what the others count more than who went out."""
    won: dict[int, dict[str, int]] = {}
    side_of = {player: side for side, members in params.get("sides", {}).items() for player in members}
    for deal in params["deals"]:
        points = deal.get("points", {})
        if "knocker" in deal:
            winner = chance.choice([*deal["deadwood"]]) if chance else deal["knocker"]
            counts = deal["deadwood"]
            points = {winner: sum(abs(count - counts.get(winner, 0)) for count in counts.values())}
        into = won.setdefault(deal["deal"], {})
        for player, amount in points.items():
            side = side_of.get(player, player)
            into[side] = into.get(side, 0) + amount
    return won


def _sheet(params: Params, won: Mapping[int, Mapping[str, int]]) -> Reply:
    """A sheet that adds up, never finished."""
    sides = [*params.get("sides", params["players"])]
    carried = params.get("carried", {}).get("totals", {})
    deals = [
        {"deal": number, "points": {side: won.get(number, {}).get(side, 0) for side in sides}}
        for number in dict.fromkeys(deal["deal"] for deal in params["deals"])
    ]
    totals = {side: carried.get(side, 0) + sum(each["points"][side] for each in deals) for side in sides}
    none = dict.fromkeys(sides, 0)
    return {
        "accepted": len(params["deals"]),
        "deals": deals,
        "totals": totals,
        "boxes": none,
        "bonuses": {"game": none, "box": none, "shutout": none},
        "finals": totals,
        "settlement": none,
        "finished": False,
        "winners": [],
    }


def _played(params: Params, end: Callable[[Params], Reply]) -> Reply:
    """The state of a hand by its books, every action accepted that moves a card which is there."""
    cards = Cards.at_first(params)
    actions = params["actions"]
    accepted = 0
    refused: Reply = {}
    for action in actions:
        try:
            cards.follow(action)
        except CannotFollow:
            refused = {"refused": {"rules": ["turn.card"], "message": write_action(action)}}
            break
        accepted += 1
    last = actions[accepted - 1] if accepted else None
    turn, phase = _turn(params, last)
    state = {"phase": phase, "turn": turn, "hands": cards.hands, "pile": cards.pile, "stock": len(cards.stock)}
    reply: Reply = {"accepted": accepted, **refused, "state": state}
    if "legal" in params.get("ask", ()):
        reply["legal"] = [{"player": turn, "do": "stock"}]
    showdown = cards.showdown(params)
    return reply if showdown is None else {**reply, "result": end(showdown)}


def _turn(params: Params, last: Params | None) -> tuple[str, str]:
    """Whose turn it is and in which phase, by the last action alone."""
    players = params["players"]
    if last is None:
        after_dealer = players[(players.index(params["dealer"]) + 1) % len(players)] if "dealer" in params else players[0]
        return params.get("turn", after_dealer), params.get("phase", "upcard")
    following = players[(players.index(last["player"]) + 1) % len(players)]
    if last["do"] in GOING_OUT:
        return last["player"], "showdown"
    return last["player"] if last["do"] in {"stock", "take", "layoff"} else following, _AFTER.get(last["do"], "showdown")


def _most_common(method: Method, params: Params, habits: Habits) -> Reply:
    if method is Method.ARRANGE:
        return {"deadwood": habits.usual(method, ("deadwood",), 0), "melds": []}
    if method is Method.TALLY:
        return _usual_sheet(params, habits)
    if method is Method.PLAY:
        return _usual_play(params, habits)
    return _usual_showdown(params, habits, method, ())


def _usual_showdown(params: Params, habits: Habits, method: Method, inside: tuple[str, ...]) -> Reply:
    def table(name: str) -> dict[str, Json]:
        return {each: habits.usual(method, (*inside, name, habit(params, each)), 0) for each in params["players"]}

    winners = habits.usual(method, (*inside, "winners"), [])
    assert isinstance(winners, list)
    return {
        "outcome": habits.usual(method, (*inside, "outcome"), "knock"),
        "winners": [player for player in params["players"] if habit(params, player) in winners],
        "deadwood": table("deadwood"),
        "points": table("points"),
        "boxes": table("boxes"),
        "limit": habits.usual(method, (*inside, "limit"), 10),
    }


def _usual_play(params: Params, habits: Habits) -> Reply:
    reply = _played(params, lambda showdown: _usual_showdown(showdown, habits, Method.PLAY, ("result",)))
    phase = habits.usual(Method.PLAY, ("state", "phase"), "draw")
    limit = habits.usual(Method.PLAY, ("state", "limit"), 10)
    return {**reply, "state": {**reply["state"], "phase": phase, "limit": limit}}


def _usual_sheet(params: Params, habits: Habits) -> Reply:
    sheet = _sheet(params, {})

    def table(*path: str) -> dict[str, Json]:
        return {each: habits.usual(Method.TALLY, (*path, habit(params, each)), 0) for each in sheet["totals"]}

    winners = habits.usual(Method.TALLY, ("winners",), [])
    assert isinstance(winners, list)
    return {
        **sheet,
        "totals": table("totals"),
        "boxes": table("boxes"),
        "settlement": table("settlement"),
        "finished": habits.usual(Method.TALLY, ("finished",), default=False),
        "winners": [side for side in sheet["totals"] if habit(params, side) in winners],
        "bonuses": {name: table("bonuses", name) for name in ("game", "box", "shutout")},
        "finals": table("finals"),
    }


TRIVIAL = (
    Trivial("nothing", "answers every question with an empty object", _nothing),
    Trivial("zero", "accepts everything, and every number is 0", _zero),
    Trivial("refuse", "refuses the last that was done, always for the reason that is most often right", _refuse),
    Trivial("first-legal", "accepts everything, melds whatever it finds first, and whoever goes out wins", _first_legal),
    Trivial("random-legal", "accepts everything, melds and decides at random", _random_legal),
    Trivial("most-common", "gives for each fact the value that the corpus expects most often", _most_common),
)
