"""Seeded questions of `play`: deals and positions under random rules, played mostly as the oracle's legal set allows.

`questions(seed, number)` gives parameters of the protocol's `play`; the same seed gives the same questions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from ginrules.cards import TEXT
from ginrules.rules.resolve import load_variant
from tests.oracle.hand import GOING_OUT, WORDS, Hand
from tests.oracle.melds import Cards, is_meld, melds_in, spreads
from tests.oracle.play import cards_dealt, do, start
from tests.oracle.refusals import legal, refusal

Params = dict[str, Any]

EVERY_WORD = ("pass", "stock", "take", "discard", "knock", "gin", "big-gin", "show", "layoff", "done")

VALUES: Any = load_variant("standard").values["deck.values"]
FREE_COURTS = {**VALUES, "A": 15, "K": 0, "Q": 0}

PLAY: Mapping[str, tuple[Any, ...]] = {
    "deal.opening": ("upcard-offered", "upcard-open", "extra-card"),
    "turn.return-taken": ("forbidden", "allowed", "only-to-knock"),
    "turn.returns-limit": (None, 2, 3),
    "turn.takes-limit": (None, None, None, 1, 2, 5, 50),
    "stock.floor": (0, 1, 2, 3, 10),
    "stock.ends": ("after-discard", "after-discard", "after-draw"),
    "stock.last-discard": ("untouchable", "to-go-out", "free"),
    "stock.exhausted": ("dead-hand", "dead-hand", "reshuffle"),
    "gin.choice": ("optional", "forced"),
}
"""Every value of the rules of class play that are played, some more often."""

OTHERS: Mapping[str, tuple[Any, ...]] = {
    "deal.cards": (10, 10, 3, 7, 8, {"2": 10, "3": 7}),
    "deck.values": (VALUES, FREE_COURTS),
    "melds.ace": ("low", "high-or-low", "round-the-corner"),
    "melds.set-min": (3, 4),
    "melds.set-max": (3, 4),
    "melds.run-min": (3, 4),
    "melds.run-max": (None, 4, 5),
    "knock.limit": (
        {"kind": "fixed", "points": 10},
        {"kind": "fixed", "points": 1},
        {"kind": "fixed", "points": 30},
        {"kind": "upcard", "ace": "one"},
        {"kind": "upcard", "ace": "gin-only", "cap": 7},
        {"kind": "gin-only"},
        {"kind": "any"},
    ),
    "knock.comparison": ("at-most", "below"),
    "knock.needs-meld": ("required", "not-required"),
    "gin.big": ("not-played", "replaces", "adds"),
    "layoff.on-knock": ("allowed", "forbidden", "forbidden"),
    "layoff.on-gin": ("allowed", "forbidden"),
    "layoff.own-melds": ("free", "fixed-first"),
    "scoring.gin-off": (None, 40),
    "scoring.tie": ("undercut", "undercut-without-bonus", "no-score", "knocker"),
    "scoring.gin-tie": ("gin", "no-score"),
    "scoring.spades": ("nothing", "doubles-points", "doubles-points-and-boxes"),
}
"""Rules that say who may go out, what is shown and what it is worth."""

LOOSEST: Mapping[str, Any] = {
    "melds.ace": "round-the-corner",
    "melds.set-min": 3,
    "melds.set-max": 4,
    "melds.run-min": 3,
    "melds.run-max": None,
}


def questions(seed: int, number: int) -> Iterator[Params]:
    rng = random.Random(seed)
    for _ in range(number):
        yield question(rng)


def question(rng: random.Random) -> Params:
    rules = random_rules(rng)
    params = random_deal(rng, rules) if rng.random() < 0.4 else random_position(rng, rules)
    return play_on(rng, params)


def random_rules(rng: random.Random) -> dict[str, Any]:
    """The root's rules with many set to other values, never a pair that a variant may not have."""
    while True:
        rules = load_variant("standard").question_rules("play")
        for rule, values in PLAY.items():
            if rng.random() < 0.7:
                rules[rule] = rng.choice(values)
        for rule, values in OTHERS.items():
            if rng.random() < 0.25:
                rules[rule] = rng.choice(values)
        if agrees(rules):
            return rules


def agrees(rules: Mapping[str, Any]) -> bool:
    """Whether the cross-checks of variants allow these rules together."""
    no_discard_left = rules["stock.ends"] == "after-draw" or rules["stock.exhausted"] == "reshuffle"
    needs_upcard = rules["knock.limit"]["kind"] == "upcard" or rules["scoring.spades"] != "nothing"
    return (
        (rules["turn.returns-limit"] is None or rules["turn.return-taken"] == "allowed")
        and (rules["stock.last-discard"] == "untouchable" or not no_discard_left)
        and not (needs_upcard and rules["deal.opening"] == "extra-card")
        and rules["melds.set-min"] <= rules["melds.set-max"]
        and rules["melds.run-min"] <= (rules["melds.run-max"] or 13)
    )


# --- where a hand begins


def shuffled_hands(
    rng: random.Random, rules: Mapping[str, Any], sizes: tuple[int, int]
) -> tuple[list[str], list[str], list[str]]:
    """Two hands and the rest of the pack; often a hand holds melds, now and then so many that it can go out."""
    pack = list(TEXT)
    rng.shuffle(pack)
    hands: list[list[str]] = []
    for size in sizes:
        hand: list[str] = []
        for _ in range(rng.choice((0, 1, 2, 3, 4))):
            melds = [meld for meld in melds_in(frozenset(pack[:20]), rules) if len(meld) <= size - len(hand)]
            if melds:
                hand += sorted(rng.choice(melds))
                pack = [card for card in pack if card not in hand]
        more = size - len(hand)
        hands.append(hand + pack[:more])
        pack = pack[more:]
    return hands[0], hands[1], pack


def random_deal(rng: random.Random, rules: Mapping[str, Any]) -> Params:
    extra = rules["deal.opening"] == "extra-card"
    number = cards_dealt(rules, 2)
    first, second, rest = shuffled_hands(rng, rules, (number + extra, number))
    players = ["Ann", "Bob"]
    rng.shuffle(players)
    dealer = rng.choice(players)
    other = players[0] if dealer == players[1] else players[1]
    params: Params = {"rules": rules, "players": players, "dealer": dealer, "hands": {other: first, dealer: second}}
    if not extra:
        params["upcard"] = rest.pop()
    return {**params, "stock": rest}


def random_position(rng: random.Random, rules: Mapping[str, Any]) -> Params:
    """A position in mid-hand, mostly with little left in the stock."""
    while True:
        params = try_position(rng, rules)
        hand = start({**params, "actions": []})
        if legal(hand):  # else it cannot be reached: the last discard is only taken to go out
            return params


def try_position(rng: random.Random, rules: Mapping[str, Any]) -> Params:
    floor: int = rules["stock.floor"]
    goes_on = rules["stock.exhausted"] == "reshuffle" or rules["stock.ends"] == "after-draw"
    has_wall = rules["stock.last-discard"] != "untouchable" and not goes_on
    phase = rng.choice(("draw", "discard", "wall", "wall") if has_wall else ("draw", "discard"))
    # Where the first take ends the hand, nobody stands there with a card taken.
    taken = phase == "discard" and rng.random() < 0.5 and rules["turn.takes-limit"] != 1
    number = cards_dealt(rules, 2)
    mine, theirs, rest = shuffled_hands(rng, rules, (number + (phase == "discard"), number))
    at_floor_now = phase == "discard" and (has_wall or (not goes_on and not taken))
    fewest = floor if at_floor_now else floor + 1
    few = rng.choice((fewest, fewest, fewest + 1, fewest + 3, rng.randrange(fewest, len(rest))))
    if phase == "wall":
        few = floor
    few = min(few, len(rest) - 1)  # so that the pile is not empty
    players = ["Ann", "Bob"]
    rng.shuffle(players)
    turn = rng.choice(players)
    other = players[0] if turn == players[1] else players[1]
    params: Params = {
        "rules": rules,
        "players": players,
        "hands": {turn: mine, other: theirs},
        "stock": rest[:few],
        "pile": rest[few:],
        "turn": turn,
        "phase": phase,
    }
    if taken:
        params["taken"] = rng.choice(mine)
    if rules["knock.limit"]["kind"] == "upcard" or rules["scoring.spades"] != "nothing":
        params["upcard"] = rng.choice(TEXT)
    return params


# --- how it goes on


def play_on(rng: random.Random, params: Params) -> Params:
    """Add actions: legal ones until it is over or enough, and perhaps one that is refused with one or two after it."""
    hand = start({**params, "actions": []})
    actions: list[dict[str, Any]] = []
    mistakes = rng.choice((0.0, 0.02, 0.2))
    patience = rng.choice((0.1, 0.3, 0.9))  # how often a chance to go out is left
    length = rng.choice((1, 3, 10, 80, 80))
    while len(actions) < length or (hand.phase == "showdown" and rng.random() < 0.8):
        may_err = mistakes * (2 if hand.phase == "wall" or hand.taken else 1)
        if rng.random() < may_err or hand.phase == "over":
            action = mistake(rng, hand)
        elif hand.phase == "showdown":
            action = declaration(rng, hand)
        else:
            action = choose(rng, hand, patience)
        actions.append(action)
        if refusal(hand, action):
            actions += [any_action(rng, hand) for _ in range(rng.choice((0, 0, 1, 2)))]
            break
        do(hand, action)
        if hand.phase == "over" and rng.random() < 0.7:
            break
    result = {**params, "actions": actions}
    return result if rng.random() < 0.1 else {**result, "ask": ["legal"]}


def choose(rng: random.Random, hand: Hand, patience: float) -> dict[str, Any]:
    """A legal action. Chances to go out are taken or left, and a taken card often goes back where it may."""
    may = legal(hand)
    out = [action for action in may if action["do"] in GOING_OUT]
    on = [action for action in may if action not in out]
    if out and (not on or rng.random() > patience):
        called = dict(rng.choice(out))
        if called["do"] == "gin" and rng.random() < 0.3:
            called["do"] = "knock"  # which is gin
        return called
    returned = [action for action in on if action.get("card") == hand.taken and hand.taken is not None]
    if returned and rng.random() < 0.6:
        return returned[0]
    return rng.choice(on)


def mistake(rng: random.Random, hand: Hand) -> dict[str, Any]:
    """An action of the player in turn that is refused, each set of ids equally often; any action where none is."""
    words = [word for word in EVERY_WORD if word in WORDS[hand.phase] and word not in ("show", "layoff", "done")]
    asked: list[dict[str, Any]] = []
    for word in words:
        thrown = sorted(hand.hands[hand.turn]) if word in ("discard", "knock", "gin") else [""]
        asked += [{"player": hand.turn, "do": word, **({"card": card} if card else {})} for card in thrown]
    by_ids: dict[str, list[dict[str, Any]]] = {}
    for action in asked:
        by_ids.setdefault(" ".join(sorted(refusal(hand, action))), []).append(action)
    by_ids.pop("", None)
    if by_ids and rng.random() < 0.6:
        return rng.choice(by_ids[rng.choice(sorted(by_ids))])
    return any_action(rng, hand)


def any_action(rng: random.Random, hand: Hand) -> dict[str, Any]:
    """Any action at all, mostly one that belongs to the phase; now and then of the other player or with a card not held."""
    player = hand.turn if rng.random() < 0.7 else rng.choice(hand.players)
    words = sorted(WORDS[hand.phase]) if rng.random() < 0.75 and hand.phase != "over" else list(EVERY_WORD)
    word = rng.choice(words)
    if word in ("pass", "stock", "take", "big-gin", "done"):
        return {"player": player, "do": word}
    if word in ("discard", "knock", "gin"):
        held = sorted(hand.hands[player])
        card = rng.choice(held) if rng.random() < 0.85 else rng.choice(TEXT)
        if hand.taken in held and rng.random() < 0.3:
            card = str(hand.taken)
        return {"player": player, "do": word, "card": card}
    if word == "show":
        return {"player": player, "do": word, "melds": random_spread(rng, hand, player)}
    return random_layoff(rng, hand, player)


# --- showdowns


def declaration(rng: random.Random, hand: Hand) -> dict[str, Any]:
    """What is mostly a proper declaration of somebody in the showdown."""
    assert hand.knocker is not None
    (defender,) = (player for player in hand.players if player != hand.knocker)
    if hand.turn == hand.knocker and rng.random() < 0.9:
        return {"player": hand.knocker, "do": "show", "melds": random_spread(rng, hand, hand.knocker)}
    chance = rng.random()
    if chance < 0.5:
        return random_layoff(rng, hand, defender)
    if chance < 0.75 and defender not in hand.shown:
        return {"player": defender, "do": "show", "melds": random_spread(rng, hand, defender)}
    return {"player": defender, "do": "done"}


def random_spread(rng: random.Random, hand: Hand, player: str) -> list[list[str]]:
    """The melds of one's hand, well or badly arranged; now and then a wrong group, a card twice or one laid off before."""
    laid = {card for layoff in hand.laid.get(player, []) for card in layoff["cards"]}
    cards = frozenset(hand.hands[player] - (laid if rng.random() < 0.9 else set()))
    everything = spreads(cards, hand.rules)
    least = min(deadwood for deadwood, _ in everything)
    best = sorted([sorted(meld) for meld in family] for deadwood, family in everything if deadwood == least)
    chance = rng.random()
    groups: list[list[str]] = list(rng.choice(best))
    if chance < 0.15:
        groups = rng.choice(sorted([sorted(meld) for meld in family] for _, family in everything))
    elif chance < 0.25:
        groups = groups[1:]
    if rng.random() < 0.2:
        groups = groups if rng.random() < 0.5 else []
        groups.append(wrong_group(rng, cards, hand.rules))
    return groups


def wrong_group(rng: random.Random, cards: Cards, rules: Mapping[str, Any]) -> list[str]:
    """A group that only some rule keeps from being a meld; three or four cards of one rank or suit, perhaps not held; any."""
    nearly = [meld for meld in melds_in(cards, {**rules, **LOOSEST}) if not is_meld(meld, rules)]
    if nearly and rng.random() < 0.6:
        return sorted(rng.choice(nearly))
    card = rng.choice(TEXT)
    near = [other for other in TEXT if other[0] == card[0] or (other[1] == card[1] and abs(at(other) - at(card)) < 3)]
    pool = near if rng.random() < 0.5 else sorted(cards)
    return rng.sample(pool, min(len(pool), rng.choice((2, 3, 3, 3, 4))))


def at(card: str) -> int:
    return "A23456789TJQK".index(card[0])


def random_layoff(rng: random.Random, hand: Hand, player: str) -> dict[str, Any]:
    """A lay-off that fits where one can be found; else, and now and then anyway, one card or two onto some card."""
    held = sorted(hand.hands[player])
    table = sorted((sorted(meld) for meld in hand.shown.get(str(hand.knocker), ())), key=str)
    laid = {card for layoff in hand.laid.get(player, []) for card in layoff["cards"]}
    rules = hand.rules if rng.random() < 0.6 else {**hand.rules, **LOOSEST}
    fits = [(card, meld) for meld in table for card in held if card not in laid and is_meld(frozenset([*meld, card]), rules)]
    if fits and rng.random() < 0.75:
        card, meld = rng.choice(fits)
        cards = [card]
        more = [other for other in held if other not in laid and is_meld(frozenset([*meld, card, other]), rules)]
        if more and rng.random() < 0.5:
            cards = sorted({card, rng.choice(more)})
        return {"player": player, "do": "layoff", "cards": cards, "onto": rng.choice(meld)}
    cards = rng.sample(held, min(len(held), rng.choice((1, 1, 2)))) if rng.random() < 0.85 else [rng.choice(TEXT)]
    onto = rng.choice(rng.choice(table)) if table and rng.random() < 0.8 else rng.choice(TEXT)
    return {"player": player, "do": "layoff", "cards": cards, "onto": onto}
