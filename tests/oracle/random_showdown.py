"""Seeded questions of `score` for two to five players, with jokers and without: dense hands, declarations right and wrong."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ginrules.cards import TEXT
from ginrules.rules.catalogue import catalogue, not_played
from ginrules.rules.resolve import load_variant
from tests.oracle.melds import jokers, jokers_apart, may_go_together, melds_in, plain

Params = dict[str, Any]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eva")
SHARE = {2: 10, 3: 7, 4: 6, 5: 5}
"""Cards that each holds: few, so that the naive way ends soon."""


def random_rules(rng: random.Random, players: int, jokers: int, changes: int) -> Params:
    """The root's rules with some set to other probe values, never a pair that a variant may not have."""
    while True:
        values: Params = load_variant("standard").question_rules("score")
        for rule in rng.sample(sorted(set(values) - {"players.format", "deck.jokers", "deal.cards"}), changes):
            values[rule] = rng.choice(catalogue()[rule].probes)
        values["players.format"] = "head-to-head" if players == 2 and rng.random() < 0.5 else "everyone"
        values["deck.jokers"] = jokers
        values["deal.cards"] = SHARE[players] - (2 if jokers > 1 else 1 if jokers else 0)
        if rng.random() < 0.6:  # else most hands are over the limit
            values["knock.limit"] = {"kind": "any"}
        if agrees(values) and not not_played("score", values, players):
            return values


def agrees(values: Mapping[str, Any]) -> bool:
    """Whether the cross-checks of variants allow these rules together."""
    gin_off = values["scoring.gin-off"]
    return (
        values["melds.set-min"] <= values["melds.set-max"]
        and values["melds.run-min"] <= (values["melds.run-max"] or 13)
        and (gin_off is None or gin_off >= values["scoring.undercut"])
    )


def random_showdown(rng: random.Random, values: Params, players: int) -> Params:
    names = list(NAMES[:players])
    knocker = rng.choice(names)
    call = rng.choices(("knock", "gin", "big-gin"), (8, 1, 1))[0]
    with_discard = call != "big-gin" and rng.random() < 0.3
    pack = dense_pack(rng, values["deck.jokers"])
    hands: dict[str, list[str]] = {}
    for name in [knocker, *(name for name in names if name != knocker)]:
        size = values["deal.cards"] + (name == knocker and (call == "big-gin" or with_discard))
        hands[name], pack = deal_hand(rng, pack, size, values, (0.9 if name == knocker else 0.3))
    params: Params = {"rules": values, "players": names, "knocker": knocker, "call": call}
    params["hands"] = {name: [plain(card) for card in hands[name]] for name in names}
    params["upcard"] = rng.choice(TEXT) if not values["deck.jokers"] or rng.random() < 0.9 else "*"
    kept = list(hands[knocker])
    if with_discard:
        thrown = kept.pop()
        params["discard"] = plain(thrown)
    spreads: Params = {}
    layoffs: Params = {}
    if rng.random() < 0.5:
        spreads[knocker] = random_spread(rng, kept, values)
    for name in names:
        if name != knocker and rng.random() < 0.2:
            spreads[name] = random_spread(rng, hands[name], values)
        if name != knocker and knocker in spreads and rng.random() < 0.4:
            layoffs[name] = random_layoffs(rng, hands[name], spreads[knocker], values)
        if name != knocker and rng.random() < 0.1:
            layoffs[name] = []
    for name in names:  # nobody can name more jokers than there are
        laid = jokers([card for layoff in layoffs.get(name, []) for card in layoff["cards"]])
        melded = jokers([card for group in spreads.get(name, []) for card in group])
        melded += name == knocker and params.get("discard") == "*"
        if laid + melded > values["deck.jokers"]:
            spreads.pop(name, None)
            layoffs = {} if name == knocker else {other: layoffs[other] for other in layoffs if other != name}
    return {**params, "spreads": spreads, "layoffs": layoffs}


def dense_pack(rng: random.Random, number_of_jokers: int) -> list[str]:
    """The pack, jokers first or among the rest, mostly with five to eight neighbouring ranks on top."""
    pack = list(TEXT)
    rng.shuffle(pack)
    if rng.random() < 0.85:
        width = rng.choice((5, 6, 7, 8))
        lowest = rng.randrange(14 - width)
        pack.sort(key=lambda card: not lowest <= "A23456789TJQK".index(card[0]) < lowest + width)
    for number in range(1, number_of_jokers + 1):
        pack.insert(rng.randrange(rng.choice((1, 8, 20))), f"*{number}")
    return pack


def deal_hand(rng: random.Random, pack: list[str], size: int, values: Params, melding: float) -> tuple[list[str], list[str]]:
    """A hand off a pack, with some chance for each meld in it, and what is left of the pack."""
    hand: list[str] = []
    while rng.random() < melding and len(hand) < size:
        natural = melds_in(frozenset(card for card in pack[:24] if card[0] != "*"), values)
        natural = [meld for meld in natural if len(meld) <= size - len(hand)]
        if not natural:
            break
        hand += sorted(rng.choice(natural))
        pack = [card for card in pack if card not in hand]
    more = size - len(hand)
    return hand + pack[:more], pack[more:]


def random_spread(rng: random.Random, hand: list[str], values: Params) -> list[list[str]]:
    """Some melds of a hand, mostly such that go together; now and then a group that is none, or a joker without its name."""
    cards = frozenset(hand)
    melds = melds_in(cards, values)
    rng.shuffle(melds)
    chosen: list[frozenset[str]] = []
    for meld in melds:
        if may_go_together(cards, *chosen, meld) or rng.random() < 0.01:
            chosen.append(meld)
    spread = [[said(rng, card) for card in sorted(meld)] for meld in chosen]
    if rng.random() < 0.08:
        spread.append([plain(card) for card in rng.sample(TEXT if rng.random() < 0.3 else hand, 3)])
    if spread and rng.random() < 0.06:
        group = rng.choice(spread)
        other = "*=" + rng.choice(TEXT) if values["deck.jokers"] and rng.random() < 0.5 else plain(rng.choice(hand))
        if other not in group:
            group[rng.randrange(len(group))] = other
    return spread


def said(rng: random.Random, card: str) -> str:
    """A card of a meld; the name of a joker is left out now and then."""
    return "*" if card[0] == "*" and rng.random() < 0.4 else plain(card)


def random_layoffs(rng: random.Random, hand: list[str], spread: list[list[str]], values: Params) -> list[Params]:
    """Lay-offs of which many fit."""
    layoffs = []
    free = list(hand)
    for group in spread:
        onto = sorted(card.rpartition("=")[2] for card in group if card != "*")
        meld = jokers_apart([group])[0]
        whole = (
            melds_in(meld | frozenset(free), {**values, "melds.set-min": 3, "melds.run-min": 3})
            if "*" not in "".join(group)
            else []
        )
        fits = [made - meld for made in whole if meld < made]
        if not onto:
            continue
        if fits and rng.random() < 0.75:
            cards = sorted(rng.choice(fits))
        elif rng.random() < 0.3 and free:
            cards = rng.sample(free, min(len(free), rng.choice((1, 1, 2))))
        else:
            continue
        free = [card for card in free if card not in cards]
        layoffs.append({"cards": [said(rng, card) for card in cards], "onto": rng.choice(onto)})
    if rng.random() < 0.08:
        layoffs.append({"cards": [rng.choice(TEXT)], "onto": rng.choice(TEXT)})
    return layoffs
