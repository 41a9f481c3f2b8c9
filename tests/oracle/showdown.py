"""A showdown of two players, written straight from the order of computation: slow, obvious, and no part of the engine.

`score(params)` takes the parameters of the protocol's `score` and gives its facts, or the set of ids for which it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from tests.oracle.melds import Cards, Family, Rules, best_spreads, is_meld, points, spreads

Facts = dict[str, Any]


def score(params: Mapping[str, Any]) -> Facts:
    rules = params["rules"]
    knocker = params["knocker"]
    (defender,) = (player for player in params["players"] if player != knocker)
    kept = frozenset(params["hands"][knocker]) - {params.get("discard")}
    declared = params.get("spreads", {}).get(knocker)
    choices = [tuple(map(frozenset, declared))] if declared is not None else best_spreads(kept, rules)
    results = []
    refusals: list[set[str]] = []
    for spread in choices:
        shown = points(kept.difference(*spread), rules)
        refused = (
            refused_out(params, kept, spread, shown)
            or refused_layoffs(params, knocker, spread, shown)
            or refused_layoffs(params, defender, spread, shown)
            or refused_spread(params, defender)
        )
        if refused:
            refusals.append(refused)
            continue
        left = defend(params, defender, spread, shown)
        results.append(pay(params, knocker, defender, shown, left))
    if not results:  # what he is refused for whichever he shows
        return {"refused": set.intersection(*refusals)}
    return max(results, key=lambda result: result["points"][knocker] - result["points"][defender])


# --- what may not be


def limit(params: Mapping[str, Any]) -> int | None:
    rules = params["rules"]
    kind = rules["knock.limit"]["kind"]
    most: int
    if kind == "any":
        return None
    if kind == "gin-only":
        return 0
    if kind == "fixed":
        most = rules["knock.limit"]["points"]
    elif params["upcard"][0] == "A":
        most = {"one": 1, "gin-only": 0}[rules["knock.limit"]["ace"]]
    else:
        most = points(frozenset([params["upcard"]]), rules)
    if rules["knock.limit"].get("cap") is not None:
        most = min(most, rules["knock.limit"]["cap"])
    if rules["knock.comparison"] == "below":
        most -= 1
    return max(most, 0)


def kept_from_melding(group: Cards, rules: Rules) -> set[str]:
    """The rules each of which alone keeps a group from being a meld."""
    loosest = {
        "melds.set-min": 3,
        "melds.set-max": 4,
        "melds.run-min": 3,
        "melds.run-max": None,
        "melds.ace": "round-the-corner",
    }
    return {rule for rule, value in loosest.items() if is_meld(group, {**rules, rule: value})}


def refused_groups(groups: list[Cards], rules: Rules) -> tuple[set[str], set[str]]:
    """The ids of the second and of the third stage for groups that should be melds."""
    wrong = [group for group in groups if not is_meld(group, rules)]
    shapeless = [group for group in wrong if not kept_from_melding(group, rules)]
    return {"melds.shape"} if shapeless else set(), {rule for group in wrong for rule in kept_from_melding(group, rules)}


def overlap(groups: list[Cards]) -> bool:
    return any(one & other for one, other in combinations(groups, 2))


def refused_out(params: Mapping[str, Any], kept: Cards, spread: Family, shown: int) -> set[str]:
    rules, call = params["rules"], params["call"]
    hand = set(params["hands"][params["knocker"]])
    shape, melds = refused_groups(list(spread), rules)
    second = set(shape)
    if "discard" in params and params["discard"] not in hand:
        second.add("turn.card")
    if any(group - kept for group in spread):
        second.add("melds.held")
    if overlap(list(spread)):
        second.add("melds.disjoint")
    if second:
        return second
    third = set(melds)
    if call == "big-gin" and rules["gin.big"] == "not-played":
        third.add("gin.big")
    if (call == "gin" and shown > 0) or (call == "big-gin" and kept.difference(*spread)):  # gin is counted, big gin looked at
        third.add("gin.deadwood")
    if call == "knock" and shown > 0:
        most = limit(params)
        if most is not None and shown > most:
            third.add("knock.limit")
        if rules["knock.needs-meld"] == "required" and not spread:
            third.add("knock.needs-meld")
    return third


def laid_on(params: Mapping[str, Any], player: str, meld: Cards) -> Cards:
    laid = params.get("layoffs", {}).get(player, [])
    return frozenset(card for layoff in laid if layoff["onto"] in meld for card in layoff["cards"])


def refused_layoffs(params: Mapping[str, Any], player: str, spread: Family, shown: int) -> set[str]:
    rules = params["rules"]
    laid = params.get("layoffs", {}).get(player, [])
    if not laid:
        return set()
    if player == params["knocker"]:
        return {"layoff.player"}
    made = [meld | laid_on(params, player, meld) for meld in spread if laid_on(params, player, meld)]
    shape, melds = refused_groups(made, rules)
    second = set(shape)
    cards = [card for layoff in laid for card in layoff["cards"]]
    if len(cards) != len(set(cards)) or set(cards) - set(params["hands"][player]):
        second.add("turn.card")
    if second:
        return second
    third = set(melds)
    if rules["layoff.on-gin" if shown == 0 else "layoff.on-knock"] == "forbidden":
        third.add("layoff.on-gin" if shown == 0 else "layoff.on-knock")
    if any(layoff["onto"] not in frozenset().union(*spread) for layoff in laid):
        third.add("layoff.onto")
    return third


def refused_spread(params: Mapping[str, Any], player: str) -> set[str]:
    if player not in params.get("spreads", {}):
        return set()
    groups = [frozenset(group) for group in params["spreads"][player]]
    laid = {card for layoff in params.get("layoffs", {}).get(player, []) for card in layoff["cards"]}
    shape, melds = refused_groups(groups, params["rules"])
    second = set(shape)
    if any(group - (set(params["hands"][player]) - laid) for group in groups):
        second.add("melds.held")
    if overlap(groups):
        second.add("melds.disjoint")
    return second or melds


# --- the defence


def extensions(hand: Cards, meld: Cards, rules: Rules) -> list[Cards]:
    """Every Li: cards of the hand, perhaps none, that with the meld Mi are a legal meld."""
    near = [card for card in hand if card[0] in {other[0] for other in meld} or card[1] in {other[1] for other in meld}]
    choices = [frozenset(chosen) for size in range(len(near) + 1) for chosen in combinations(near, size)]
    return [chosen for chosen in choices if is_meld(meld | chosen, rules)]


def all_layoffs(hand: Cards, table: Family, rules: Rules) -> Iterator[Cards]:
    """All cards that can be laid off together, once for each way."""
    if not table:
        yield frozenset()
        return
    for chosen in extensions(hand, table[0], rules):
        for others in all_layoffs(hand - chosen, table[1:], rules):
            yield chosen | others


def defend(params: Mapping[str, Any], player: str, table: Family, shown: int) -> int:
    """What the defender has left: the least over everything that his declarations and the rules leave open."""
    rules = params["rules"]
    hand = frozenset(params["hands"][player])
    if rules["layoff.on-gin" if shown == 0 else "layoff.on-knock"] == "forbidden":
        table = ()
    own = params.get("spreads", {}).get(player)
    laid = params.get("layoffs", {}).get(player)
    if laid is not None:
        off = [frozenset(card for layoff in laid for card in layoff["cards"])]
    else:
        off = list(set(all_layoffs(hand, table, rules)))
    if own is not None:
        families = [tuple(frozenset(group) for group in own)]
    elif laid is None and rules["layoff.own-melds"] == "fixed-first":
        families = best_spreads(hand, rules)
    else:
        families = [family for _, family in spreads(hand, rules)]
    melded = {frozenset().union(*family) for family in families}
    return min(points(hand - cards - others, rules) for cards in melded for others in off if not cards & others)


# --- the payment


def pay(params: Mapping[str, Any], knocker: str, defender: str, shown: int, left: int) -> Facts:
    """Steps H3 to H8."""
    rules = params["rules"]
    winner: str | None
    bonus = extra = 0
    if shown == 0:
        outcome, winner = params["call"] if params["call"] == "big-gin" else "gin", knocker
        if left == 0 and rules["scoring.gin-tie"] == "no-score":
            outcome, winner = "tie", None
        elif params["call"] == "big-gin":
            bonus = rules["scoring.big-gin"] + (rules["scoring.gin"] if rules["gin.big"] == "adds" else 0)
        else:
            bonus = rules["scoring.gin"]
        extra = rules["boxes.gin"]
    elif left > shown:
        outcome, winner, bonus = "knock", knocker, rules["scoring.knock"]
    elif left < shown or rules["scoring.tie"] in ("undercut", "undercut-without-bonus"):
        outcome, winner, bonus, extra = "undercut", defender, rules["scoring.undercut"], rules["boxes.undercut"]
        if left == 0 and rules["scoring.gin-off"] is not None:
            bonus = rules["scoring.gin-off"]
        if left == 0 and rules["boxes.gin-off"] is not None:
            extra = rules["boxes.gin-off"]
        if left == shown and rules["scoring.tie"] == "undercut-without-bonus":
            bonus = extra = 0
    elif rules["scoring.tie"] == "knocker":
        outcome, winner, bonus = "tie", knocker, rules["scoring.knock"]
    else:
        outcome, winner = "tie", None
    spade = rules["scoring.spades"] if params.get("upcard", "").endswith("s") else "nothing"
    points_won = (abs(left - shown) + bonus) * (1 if spade == "nothing" else 2)
    own_box = 2 if spade == "doubles-points-and-boxes" else 1
    extra *= 1 if spade in ("nothing", "doubles-points") else 2
    facts: Facts = {
        "outcome": outcome,
        "winners": [] if winner is None else [winner],
        "deadwood": {knocker: shown, defender: left},
        "points": {player: points_won if player == winner else 0 for player in (knocker, defender)},
        "boxes": {player: own_box + extra if player == winner else 0 for player in (knocker, defender)},
    }
    if limit(params) is not None:
        facts["limit"] = limit(params)
    return facts
