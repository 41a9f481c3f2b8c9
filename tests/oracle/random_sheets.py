"""Seeded questions of `tally`: sheets under random rules, for two, for up to five and for sides, right and wrong.

`questions(seed, number)` gives parameters of the protocol's `tally`; the same seed gives the same questions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from ginrules.cards import TEXT
from ginrules.rules.catalogue import catalogue
from ginrules.rules.resolve import load_variant
from tests.oracle import showdown
from tests.oracle.sheet import tally

Params = dict[str, Any]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lea")
PLAYERS: Mapping[str, tuple[int, ...]] = {"head-to-head": (2,), "everyone": (2, 3, 3, 4, 5), "partnership": (4, 4, 6, 8, 12)}

ENDS = (
    {"kind": "target", "points": 30},
    {"kind": "target", "points": 60},
    {"kind": "target", "points": 100},
    {"kind": "target", "points": {"2": 60, "3": 70, "4": 80, "5": 90, "6": 90, "8": 110, "12": 130}},
    {"kind": "rounds", "rounds": 1},
    {"kind": "rounds", "rounds": 4},
    {"kind": "time", "minutes": 60},
)
"""Where a game ends, sooner than in the probes so that many do."""

NOT_DRAWN = ("players.format", "game.match", "scoring.doubling", "game.end", "deck.values")
LATER = {
    "deal.next-dealer": ("sitting-out", "coming-in", "box"),
    "scoring.collect": ("payments",),
    "knock.limit": ("side-card",),
}


def questions(seed: int | str, number: int) -> Iterator[Params]:
    rng = random.Random(seed)
    for _ in range(number):
        yield question(rng)


def question(rng: random.Random, word: str | None = None, fixed: Mapping[str, Any] | None = None) -> Params:
    """A sheet; of one format and under some fixed rules where they are named."""
    word = word or rng.choice(sorted(PLAYERS))
    players = rng.choice(PLAYERS[word])
    while True:
        rules = {**random_rules(rng, word, players), **(fixed or {})}
        if agrees(rules):
            return random_sheet(rng, rules, players)


def random_rules(rng: random.Random, word: str, players: int) -> Params:
    """The root's rules with many set to other probe values, never a pair that a variant may not have."""
    often = rng.choice((0.15, 0.4, 0.7))
    while True:
        values: Params = load_variant("standard").question_rules("tally")
        for rule in sorted(set(values) - set(NOT_DRAWN)):
            if rng.random() < often:
                values[rule] = rng.choice([probe for probe in catalogue()[rule].probes if not later(rule, probe)])
        if rng.random() < 0.8:
            values["game.end"] = rng.choice(ENDS)
        if values["game.end"]["kind"] == "target" and not isinstance(values["game.end"]["points"], int):
            values["game.end"] = {"kind": "target", "points": {str(players): values["game.end"]["points"][str(players)]}}
        if values["game.columns"]["kind"] == "hollywood":
            values["game.columns"] = random_columns(rng)
        values["players.format"] = word
        if agrees(values):
            return values


def later(rule: str, probe: Any) -> bool:
    return (probe["kind"] if isinstance(probe, dict) and "kind" in probe else probe) in LATER.get(rule, ())


def random_columns(rng: random.Random) -> Params:
    return {
        "kind": "hollywood",
        "factors": [rng.choice((1, 1, 2, 3)) for _ in range(rng.choice((2, 3, 3, 3, 4)))],
        "late-entry": rng.choice(("next-open", "by-count")),
        "won-by": rng.choice(("settlement", "most-columns")),
    }


def agrees(values: Mapping[str, Any]) -> bool:
    """Whether the cross-checks of variants allow these rules together."""
    penalties = values["scoring.collect"]["kind"] != "difference"
    hollywood = values["game.columns"]["kind"] == "hollywood"
    unsettled = values["game.settlement"]["kind"] == "none"
    gin_off = values["scoring.gin-off"]
    return (
        (gin_off is None or gin_off >= values["scoring.undercut"])
        and not (penalties and (hollywood or values["players.format"] == "partnership"))
        and not (penalties and values["game.shutout"]["kind"] != "none")
        and not (values["game.shutout"]["kind"] == "paid" and unsettled)
        and not (hollywood and (values["game.end"]["kind"] != "target" or unsettled))
    )


# --- sheets


def random_sheet(rng: random.Random, rules: Params, number: int) -> Params:
    """Hands until the game is over or there are enough, now and then one that is refused, and one after the end."""
    names = list(NAMES[:number])
    rng.shuffle(names)
    params: Params = {"rules": rules, "players": names, "deals": []}
    opponents: list[str] = []
    if rules["players.format"] == "partnership":
        sides = [names[::2], names[1::2]]
        rng.shuffle(sides[0])
        params["sides"] = {"North": sides[0], "East": sides[1]}
        opponents = list(sides[1])
    if rules["game.end"]["kind"] == "target" and rules["game.columns"]["kind"] == "single" and rng.random() < 0.15:
        params["carried"] = random_carried(rng, params)
    wrong = rng.choice((0.0, 0.0, 0.05))
    high = rng.choice((12, 40, 80))
    deal = rng.choice((1, 1, 1, 3))
    one_dealer_names = rng.random() < 0.8
    for _ in range(rng.choice((1, 3, 8, 25, 25))):
        seats: list[tuple[str, ...]] = [tuple(names)]
        if opponents:
            seats = list(zip(params["sides"]["North"], opponents, strict=True))
            seats = [seat if rng.random() < 0.5 else seat[::-1] for seat in seats]
        entries = [random_entry(rng, rules, table, deal, wrong, high) for table in seats]
        whole = True
        if opponents:
            for at, entry in enumerate(entries, 1):
                entry["table"] = at
            whole = finish_tables(rng, rules, seats, entries, wrong)
        if (one_dealer_names and not params["deals"]) or rng.random() < 0.1:
            entry = rng.choice(entries)
            entry["dealer"] = rng.choice(seats[entry.get("table", 1) - 1])
        if rules["game.end"]["kind"] == "time" and rng.random() < 0.2:
            tables = [entry.get("table") for entry in entries]
            again = [entry for entry in entries if tables.count(entry.get("table")) > 1]  # dead and dealt again, or that hand
            rng.choice([entry for entry in entries if entry not in again] or [{}])["last"] = True
        params["deals"] += entries
        answer = tally(params)
        if "refused" in answer or not whole:
            break
        if answer["finished"] and rng.random() < 0.75:
            break
        counted = rules["game.dead-hand"] == "counts" or any(entry.get("outcome") != "dead" for entry in entries)
        if opponents and rules["teams.opponents"] == "per-hand" and counted:
            opponents = opponents[1:] + opponents[:1]
        deal += rng.choice((1, 1, 1, 1, 2))
    return params


def finish_tables(rng: random.Random, rules: Params, seats: list[tuple[str, ...]], entries: list[Params], wrong: float) -> bool:
    """Deal dead tables again where others stand, as the rules want; whether the hand is whole, which now and then it is not."""
    for number, seated in enumerate(seats, 1):
        while rules["game.dead-hand"] == "replayed":
            of_table = [entry for entry in entries if entry["table"] == number]
            all_dead = all(entry.get("outcome") == "dead" for entry in entries)
            if of_table[-1].get("outcome") != "dead" or (all_dead and len(entries) == len(seats)):
                break
            if rng.random() < 0.05:
                return False
            entries.append({**random_entry(rng, rules, seated, entries[0]["deal"], wrong, 30), "table": number})
    if rng.random() < 0.03:
        entries.pop(rng.randrange(len(entries)))
        return False
    rng.shuffle(entries)
    dead = [entry for entry in entries if entry.get("outcome") == "dead"]
    entries[:] = dead + [
        entry for entry in entries if entry not in dead
    ]  # a table's dead hand comes before the one that stands
    return True


def random_carried(rng: random.Random, params: Params) -> Params:
    rules: Params = params["rules"]
    sides: list[str] = list(params.get("sides") or params["players"])
    boxes = {side: rng.choice((0, 0, 1, 3)) for side in sides}
    worth = rules["boxes.value"] if rules["boxes.when"] == "at-once" else 0
    totals = {side: boxes[side] * worth + (rng.randrange(60) if boxes[side] else 0) for side in sides}
    return {"totals": totals, "boxes": boxes} if worth or rng.random() < 0.7 else {"totals": totals}


def random_entry(rng: random.Random, rules: Params, seated: tuple[str, ...], deal: int, wrong: float, high: int) -> Params:
    entry: Params = {"deal": deal}
    if rules["scoring.spades"] != "nothing" or (rules["knock.limit"]["kind"] == "upcard" and rng.random() < 0.9):
        entry["upcard"] = rng.choice(TEXT[39:] if rng.random() < 0.6 else TEXT)
    chance = rng.random()
    if chance < 0.12:
        return {**entry, "outcome": "dead", "players": list(seated)}
    if chance < 0.27:
        return {**entry, **known_score(rng, rules, seated)}
    knocker = rng.choice(seated)
    call = rng.choices(("knock", "gin", "big-gin"), (7, 2, 1))[0]
    if call == "big-gin" and rules["gin.big"] == "not-played" and rng.random() > 4 * wrong:
        call = "gin"
    most = 10
    if rules["knock.limit"]["kind"] != "upcard" or "upcard" in entry:
        limit = showdown.limit({"rules": rules, "upcard": entry.get("upcard")})
        most = high if limit is None else limit
    counts = {player: rng.choice((0, rng.randrange(4), rng.randrange(12), rng.randrange(high))) for player in seated}
    counts[knocker] = rng.randrange(most + 1) if call == "knock" else 0
    if rng.random() < wrong:
        counts[knocker] = most + 1
    if rng.random() < 0.1:
        counts[rng.choice(seated)] = counts[knocker]
    if rng.random() < wrong / 3:
        entry["factor"] = 2
    return {**entry, "knocker": knocker, "call": call, "deadwood": counts}


def known_score(rng: random.Random, rules: Params, seated: tuple[str, ...]) -> Params:
    """A score without its counts: who won, who has how much, perhaps boxes and how it came."""
    difference = rules["scoring.collect"]["kind"] == "difference"
    winners = [rng.choice(seated)]
    if len(seated) > 2 and rng.random() < 0.2:
        winners = sorted(rng.sample(seated, 2), key=seated.index)
    if rng.random() < 0.1:
        winners = []
    points = dict.fromkeys(seated, 0)
    for player in seated:
        if player in winners:
            points[player] = rng.choice((0, 5, 14, 33, 60))
        elif winners and not difference:
            points[player] = -rng.randrange(30)
    score: Params = {"winners": winners, "points": points}
    if rng.random() < 0.4:
        score["boxes"] = {player: rng.choice((1, 2, 3)) if player in winners else 0 for player in seated}
    return score
