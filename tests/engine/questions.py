"""Questions for the tests of the engine: typed positions, and seeded ones under rules drawn from the catalogue's probes."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.rules.catalogue import catalogue, not_played, rules_read
from ginrules.rules.resolve import load_variant
from tests.oracle.melds import melds_in

ROOT: Mapping[str, Any] = load_variant("standard").values
STANDARD: Mapping[str, Any] = {rule: ROOT[rule] for rule in rules_read("score")}
FACTS = ("outcome", "winners", "deadwood", "points", "boxes", "limit")


def rules(**changed: Any) -> dict[str, Any]:
    """The standard rules with some changed: `scoring__tie="no-score"`."""
    named = {rule.replace("__", ".").replace("_", "-"): value for rule, value in changed.items()}
    assert set(named) <= set(STANDARD)
    return {**STANDARD, **named}


def brackets(text: str) -> tuple[list[str], list[list[str]] | None]:
    """The cards of a hand and the melds in brackets, none if there is no bracket; cards may be written as in a table, `4C`."""
    cards: list[str] = []
    melds: list[list[str]] = []
    inside = False
    for word in text.replace("[", " [ ").replace("]", " ] ").split():
        if word == "[":
            melds.append([])
        if word in "[]":
            inside = word == "["
            continue
        cards.append(word[:-1] + word[-1].lower())
        if inside:
            melds[-1].append(cards[-1])
    return cards, melds if "[" in text else None


def ask(ann: str, bob: str, call: str = "knock", *, spread: str = "", **more: Any) -> dict[str, Any]:
    """Parameters of a showdown: Ann goes out against Bob. Brackets declare; `spread` is Ann's where her cards do not say it.

    `discard`, `upcard`, `layoffs` (Bob's, as `"7h on 4h, 9h on 9c"`, `""` for none) and rules by name may follow.
    """
    params: dict[str, Any] = {"players": ["Ann", "Bob"], "knocker": "Ann", "call": call, "hands": {}, "spreads": {}}
    for player, text in (("Ann", ann), ("Bob", bob)):
        params["hands"][player], melds = brackets(text)
        if melds is not None:
            params["spreads"][player] = melds
    if spread:
        params["spreads"]["Ann"] = brackets(spread)[1]
    for field in ("discard", "upcard"):
        if field in more:
            params[field] = more.pop(field)
    for player, field in (("Bob", "layoffs"), ("Ann", "layoffs_of_knocker")):
        if field in more:
            laid = [part.split(" on ") for part in more.pop(field).split(", ") if part]
            params.setdefault("layoffs", {})[player] = [{"cards": cards.split(), "onto": onto} for cards, onto in laid]
    params["rules"] = rules(**more)
    return params


def reply_to(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The built-in engine's answer, for tests to look into."""
    return answer(method, params)


def score(ann: str, bob: str, call: str = "knock", **more: Any) -> dict[str, Any]:
    """The built-in engine's answer to `ask`."""
    return reply_to("score", ask(ann, bob, call, **more))


def refused(ann: str, bob: str, call: str = "knock", **more: Any) -> list[str]:
    """The ids for which `ask` is refused, none if it is accepted."""
    result = score(ann, bob, call, **more)
    return list(result.get("refused", {}).get("rules", []))


# --- seeded questions


def random_rules(rng: random.Random, changes: int) -> dict[str, Any]:
    """The standard rules with some set to other probe values that are played now."""
    while True:
        values = dict(STANDARD)
        for rule in rng.sample(sorted(values), changes):
            values[rule] = rng.choice(catalogue()[rule].probes)
        if rng.random() < 0.5:  # else most hands are over the limit
            values["knock.limit"] = {"kind": "any"}
        longest = values["melds.run-max"] or 13
        fits = values["melds.set-min"] <= values["melds.set-max"] and values["melds.run-min"] <= longest
        if fits and not not_played("score", values, 2):
            return values


def random_showdown(rng: random.Random, values: dict[str, Any]) -> dict[str, Any]:
    """A hand whose knocker has some melds and whose defender holds cards near them, with some declarations, right and wrong."""
    count = values["deal.cards"] if isinstance(values["deal.cards"], int) else values["deal.cards"]["2"]
    call = rng.choices(("knock", "gin", "big-gin"), (8, 1, 1))[0]
    with_discard = call != "big-gin" and rng.random() < 0.4
    size = count + (call == "big-gin" or with_discard)
    pack = list(TEXT)
    rng.shuffle(pack)
    if rng.random() < 0.5:  # dense: six neighbouring ranks
        lowest = rng.randrange(8)
        pack.sort(key=lambda card: not lowest <= "A23456789TJQK".index(card[0]) < lowest + 6)
    knocker = _hand_with_melds(rng, pack, size, values)
    rest = [card for card in pack if card not in knocker]
    near = [card for card in rest if any(card[1] == other[1] for other in knocker[:4]) or rng.random() < 0.5]
    defender = (near + [card for card in rest if card not in near])[:count]
    params: dict[str, Any] = {
        "rules": values,
        "players": ["Ann", "Bob"],
        "knocker": rng.choice(("Ann", "Bob")),
        "call": call,
        "upcard": rng.choice(TEXT),
    }
    other = "Bob" if params["knocker"] == "Ann" else "Ann"
    params["hands"] = {params["knocker"]: knocker, other: defender}
    kept = list(knocker)
    if with_discard:
        params["discard"] = rng.choice(TEXT) if rng.random() < 0.05 else knocker[-1]
        kept = [card for card in knocker if card != params["discard"]]
    spreads: dict[str, Any] = {}
    layoffs: dict[str, Any] = {}
    if rng.random() < 0.5:
        spreads[params["knocker"]] = _random_spread(rng, kept, values)
    if rng.random() < 0.3:
        spreads[other] = _random_spread(rng, defender, values)
    if params["knocker"] in spreads and rng.random() < 0.5:
        layoffs[other] = _random_layoffs(rng, defender, spreads[params["knocker"]])
    if rng.random() < 0.1:
        layoffs[other] = []
    return {**params, "spreads": spreads, "layoffs": layoffs}


def _hand_with_melds(rng: random.Random, pack: list[str], size: int, values: dict[str, Any]) -> list[str]:
    """A hand that begins with up to three disjoint melds."""
    hand: list[str] = []
    for _ in range(rng.randrange(4)):
        melds = [
            meld for meld in melds_in(frozenset(pack[:26]), values) if len(meld) <= size - len(hand) and not meld & set(hand)
        ]
        if melds:
            hand += sorted(rng.choice(melds))
    return (hand + [card for card in pack if card not in hand])[:size]


def _random_spread(rng: random.Random, cards: list[str], values: dict[str, Any]) -> list[list[str]]:
    """Some melds of a hand, mostly disjoint; now and then a group that is none, or that is not held."""
    melds = melds_in(frozenset(cards), values)
    rng.shuffle(melds)
    spread: list[list[str]] = []
    for meld in melds:
        if not any(meld & set(group) for group in spread) or rng.random() < 0.02:
            spread.append(sorted(meld))
    if rng.random() < 0.1:
        spread.append(rng.sample(TEXT if rng.random() < 0.3 else cards, 3))
    return spread


def _random_layoffs(rng: random.Random, hand: list[str], spread: list[list[str]]) -> list[dict[str, Any]]:
    """Lay-offs of which some fit."""
    layoffs = []
    for group in spread:
        near = [card for card in hand if card[0] in {other[0] for other in group} or card[1] in {other[1] for other in group}]
        if near and rng.random() < 0.5:
            layoffs.append({"cards": rng.sample(near, min(len(near), rng.choice((1, 1, 1, 2)))), "onto": group[0]})
    if rng.random() < 0.1:
        layoffs.append({"cards": [rng.choice(TEXT)], "onto": rng.choice(TEXT)})
    return layoffs
