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
from tests.oracle.melds import Cards, is_meld, jokers, melds_in, naturals, plain, spreads, without
from tests.oracle.play import answer_play, cards_dealt, do, start
from tests.oracle.refusals import legal, refusal
from tests.oracle.showdown import Ambiguous

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


NAMES = ("Ann", "Bob", "Cat", "Dan", "Eva")


def questions(
    seed: int | str, number: int, players: tuple[int, ...] = (2,), jokers: tuple[int, ...] = (0,)
) -> Iterator[Params]:
    rng = random.Random(seed)
    for at in range(number):
        yield question(rng, players[at % len(players)], jokers[at // len(players) % len(jokers)])


def question(rng: random.Random, players: int = 2, wild: int = 0) -> Params:
    while True:
        rules = random_rules(rng)
        if players > 2 or wild:
            with_more(rng, rules, players, wild)
        params = random_deal(rng, rules, players) if rng.random() < 0.4 else random_position(rng, rules, players)
        try:
            params = play_on(rng, params)
            if players > 2 or wild:
                answer_play(params)
        except Ambiguous:  # it hangs on something that the rules leave open
            continue
        return params


def random_rules(rng: random.Random) -> dict[str, Any]:
    """The root's rules with many set to other values, never a pair that a variant may not have."""
    while True:
        rules: dict[str, Any] = load_variant("standard").question_rules("play")
        for rule, values in PLAY.items():
            if rng.random() < 0.7:
                rules[rule] = rng.choice(values)
        for rule, values in OTHERS.items():
            if rng.random() < 0.25:
                rules[rule] = rng.choice(values)
        if agrees(rules):
            return rules


def with_more(rng: random.Random, rules: dict[str, Any], players: int, wild: int) -> None:
    """Change rules for several players or a pack with jokers; the hands are short, for the naive way is slow."""
    rules["players.format"] = "everyone"
    rules["deal.cards"] = rng.choice((3, 4, 5) if players > 3 or wild > 1 else (3, 5, 7))
    if wild:
        rules["deck.jokers"] = wild
        rules["turn.joker-taken"] = rng.choice(("free", "only-into-meld", "only-into-meld"))
        rules["deck.values"] = {**rules["deck.values"], "joker": rng.choice((20, 20, 15, 0))}
    if players > 2:
        rules["layoff.onto"] = rng.choice(("extended", "original"))
        rules["scoring.showdown"] = rng.choice(("each-with-knocker", "lowest-wins"))
        rules["scoring.shared-undercut"] = rng.choice(("all", "next-in-turn"))
    rules["scoring.collect"] = rng.choice(({"kind": "difference"}, {"kind": "penalties", "gin-factor": 2}))


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


def shuffled_hands(rng: random.Random, rules: Mapping[str, Any], sizes: tuple[int, ...]) -> tuple[list[list[str]], list[str]]:
    """The hands and the rest of the pack; often a hand holds melds, now and then so many that it can go out."""
    pack = list(TEXT)
    rng.shuffle(pack)
    for _ in range(rules["deck.jokers"]):
        pack.insert(rng.randrange(rng.choice((12, len(pack)))), "*")
    hands: list[list[str]] = []
    for size in sizes:
        hand: list[str] = []
        for _ in range(rng.choice((0, 1, 2, 3, 4))):
            melds = [meld for meld in melds_in(naturals(pack[:20]), rules) if len(meld) <= size - len(hand)]
            if melds:
                meld = sorted(rng.choice(melds))
                hand += meld
                pack = [card for card in pack if card not in meld]
        more = size - len(hand)
        hands.append(hand + pack[:more])
        pack = pack[more:]
    return hands, pack


def random_deal(rng: random.Random, rules: Mapping[str, Any], number_of_players: int = 2) -> Params:
    extra = rules["deal.opening"] == "extra-card"
    number = cards_dealt(rules, number_of_players)
    hands, rest = shuffled_hands(rng, rules, (number + extra, *[number] * (number_of_players - 1)))
    players = list(NAMES[:number_of_players])
    rng.shuffle(players)
    dealer = rng.choice(players)
    at = players.index(dealer)
    in_turn = players[at + 1 :] + players[: at + 1]
    params: Params = {"rules": rules, "players": players, "dealer": dealer, "hands": dict(zip(in_turn, hands, strict=True))}
    if not extra:
        joker_to(rng, rest, len(rest) - 1)
        params["upcard"] = rest.pop()
    return {**params, "stock": rest}


def joker_to(rng: random.Random, rest: list[str], at: int) -> None:
    """Often put a joker that nobody holds in one place, the top of the pile."""
    if "*" in rest and rng.random() < 0.7:
        there = rest.index("*")
        rest[there], rest[at] = rest[at], rest[there]


def random_position(rng: random.Random, rules: Mapping[str, Any], number_of_players: int = 2) -> Params:
    """A position in mid-hand, mostly with little left in the stock."""
    while True:
        params = try_position(rng, rules, number_of_players)
        hand = start({**params, "actions": []})
        if legal(hand):  # else it cannot be reached: the last discard is only taken to go out
            return params


def try_position(rng: random.Random, rules: Mapping[str, Any], number_of_players: int = 2) -> Params:
    floor: int = rules["stock.floor"]
    goes_on = rules["stock.exhausted"] == "reshuffle" or rules["stock.ends"] == "after-draw"
    has_wall = rules["stock.last-discard"] != "untouchable" and not goes_on
    phase = rng.choice(("draw", "discard", "wall", "wall") if has_wall else ("draw", "discard"))
    # Where the first take ends the hand, nobody stands there with a card taken.
    taken = phase == "discard" and rng.random() < 0.5 and rules["turn.takes-limit"] != 1
    number = cards_dealt(rules, number_of_players)
    hands, rest = shuffled_hands(rng, rules, (number + (phase == "discard"), *[number] * (number_of_players - 1)))
    at_floor_now = phase == "discard" and (has_wall or (not goes_on and not taken))
    fewest = floor if at_floor_now else floor + 1
    few = rng.choice((fewest, fewest, fewest + 1, fewest + 3, rng.randrange(fewest, len(rest))))
    if phase == "wall":
        few = floor
    few = min(few, len(rest) - 1)  # so that the pile is not empty
    joker_to(rng, rest, few)
    players = list(NAMES[:number_of_players])
    rng.shuffle(players)
    turn = rng.choice(players)
    params: Params = {
        "rules": rules,
        "players": players,
        "hands": dict(zip([turn, *(player for player in players if player != turn)], hands, strict=True)),
        "stock": rest[:few],
        "pile": rest[few:],
        "turn": turn,
        "phase": phase,
    }
    if taken:
        params["taken"] = rng.choice(hands[0])
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
        action = in_words(rng, hand, action)
        actions.append(action)
        if refusal(hand, action):
            actions += [in_words(rng, hand, any_action(rng, hand)) for _ in range(rng.choice((0, 0, 1, 2)))]
            break
        do(hand, action)
        if hand.phase == "over" and rng.random() < 0.7:
            break
    result = {**params, "actions": actions}
    return result if rng.random() < 0.1 else {**result, "ask": ["legal"]}


def in_words(rng: random.Random, hand: Hand, action: dict[str, Any]) -> dict[str, Any]:
    """The action as a message has it; names of jokers are left out now and then, and nobody names more than there are."""
    if not hand.rules["deck.jokers"]:
        return action
    said = {**action}
    if "card" in said:
        said["card"] = plain(said["card"])
    if "onto" in said:
        said["onto"] = said["onto"].rpartition("=")[2]
    if "cards" in said:
        said["cards"] = [in_a_meld(rng, card) for card in said["cards"]]
    if "melds" in said:
        said["melds"] = [[in_a_meld(rng, card) for card in group] for group in said["melds"]]
    player = said["player"]
    before = [card for layoff in hand.laid.get(player, []) for card in layoff["cards"]]
    before += [card for meld in hand.shown.get(player, ()) for card in meld]
    now = [*said.get("cards", []), *(card for group in said.get("melds", []) for card in group)]
    many = jokers([*before, *now]) > hand.rules["deck.jokers"] or said.get("onto", "")[:1] == "*"
    # Whether a joker that he has laid before and names again is that joker or another is nobody's question.
    many = many or (jokers(before) > 0 and jokers([*before, *now]) > jokers(hand.hands[player]))
    return {"player": player, "do": "done"} if many else said


def in_a_meld(rng: random.Random, card: str) -> str:
    return "*" if card[0] == "*" and rng.random() < 0.4 else plain(card)


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
    returned = [action for action in on if hand.taken is not None and action.get("card") == plain(hand.taken)]
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
    defenders = [player for player in hand.players if player != hand.knocker]
    defender = hand.turn if hand.turn != hand.knocker else defenders[0]
    if len(defenders) > 1 and rng.random() < 0.2:
        defender = rng.choice(defenders)
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
    laid = [card for layoff in hand.laid.get(player, []) for card in layoff["cards"]]
    cards = without(frozenset(hand.hands[player]), laid if rng.random() < 0.9 else [])
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
