"""How far our engine and the naive one agree: `python -m tests.agreement.naive [questions] [seed]`.

`ginrules corpus adequacy --only oracles` asks the same kinds of questions, fewer of them, and so does the test suite; this is
for a long run after a change.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.rules.catalogue import rules_read
from tests.engine import questions as two
from tests.oracle import random_play, random_sheets, random_showdown
from tests.oracle.answers import answers, comparable
from tests.oracle.melds import plain

QUESTIONS = 2000

Params = dict[str, Any]
Drawn = Iterator[Params]


def arrangements(number: int, seed: str) -> Drawn:
    """Hands from the whole pack and from windows of four to eight ranks, with jokers and without, under many rules."""
    for at in range(number):
        rng = random.Random(f"{seed} {at}")
        jokers = rng.choice((0, 0, 0, 1, 2, 3, 4))
        values = random_showdown.random_rules(rng, 2, jokers, rng.randrange(9))
        if jokers:
            hand = random_showdown.dense_pack(rng, jokers)[: {1: 10, 2: 9, 3: 8, 4: 7}[jokers]]
        else:
            width = rng.choice((13, 8, 6, 5, 4))
            lowest = rng.randrange(14 - width)
            window = [TEXT[13 * suit + rank] for suit in range(4) for rank in range(lowest, lowest + width)]
            hand = rng.sample(window, rng.choice((7, 10, 11) if width > 4 else (7, 10)))
        yield {"rules": {rule: values[rule] for rule in rules_read("arrange")}, "hand": [plain(card) for card in hand]}


def showdowns(number: int, seed: str) -> Drawn:
    """Short hands of two to five players, with jokers and without."""
    for at in range(number):
        rng = random.Random(f"{seed} {at}")
        seats, jokers = rng.choice((2, 3, 4, 5)), rng.choice((0, 0, 1, 2, 4))
        yield random_showdown.random_showdown(rng, random_showdown.random_rules(rng, seats, jokers, rng.randrange(9)), seats)


def whole_showdowns(number: int, seed: str) -> Drawn:
    """Whole hands of two players, the defender's near the knocker's melds."""
    for at in range(number):
        rng = random.Random(f"{seed} {at}")
        yield two.random_showdown(rng, two.random_rules(rng, rng.randrange(9)))


def hands(number: int, seed: str) -> Drawn:
    """Deals and positions of two to five players, played on with legal and illegal actions."""
    yield from random_play.questions(seed, number, (2, 2, 3, 4, 5), (0, 0, 1, 2))


def sheets(number: int, seed: str) -> Drawn:
    """Sheets of two to twelve players, each to some point."""
    yield from random_sheets.questions(seed, number)


KINDS: Mapping[str, tuple[str, Callable[[int, str], Drawn]]] = {
    "arrangements": ("arrange", arrangements),
    "showdowns": ("score", showdowns),
    "whole showdowns": ("score", whole_showdowns),
    "hands": ("play", hands),
    "sheets": ("tally", sheets),
}
"""The kinds of drawn questions: their method, and whoever draws so many from a seed."""


def disagreement(method: str, params: Mapping[str, Any], ours: Mapping[str, Any], naive: list[dict[str, Any]]) -> str:
    """Where an answer is none of those that the naive implementation gives; empty where it is one."""
    told, allowed = comparable(method, ours), [comparable(method, each) for each in naive]
    if told not in allowed:
        return f"the engine says {json.dumps(told)}, the naive one {' or '.join(map(json.dumps, allowed))}"
    if method == "score" and "refused" not in told:
        # Whatever the engine says was shown and laid off must be worth what it says.
        shown = {**params, "spreads": ours["spreads"], "layoffs": ours["layoffs"]}
        worth = [comparable(method, each) for each in answers(method, shown)]
        if told not in worth:
            lies = json.dumps([ours["spreads"], ours["layoffs"]])
            return f"the engine shows and lays off {lies} for {json.dumps(told)}, the naive one counts {json.dumps(worth)}"
    return ""


def came_of(reply: Mapping[str, Any]) -> str:
    """What came of a question, in a word."""
    if "refused" in reply:
        return "refused"
    if "finished" in reply:
        return "finished" if reply["finished"] else "open"
    return str(reply["state"]["phase"] if "state" in reply else reply.get("outcome", "arranged"))


def report(name: str, number: int, seed: str) -> int:
    """Ask, print what came of the questions and the first three differences; their number."""
    method, draw = KINDS[name]
    came: Counter[str] = Counter()
    differences = 0
    for params in draw(number, seed):
        ours: Any = answer(method, params)
        came[came_of(ours)] += 1
        if difference := disagreement(method, params, ours, answers(method, params)):
            differences += 1
            if differences <= 3:
                print(json.dumps(params), difference, sep="\n")
    print(f"{name}: {sum(came.values()):,} asked, {differences or 'no'} differences; {dict(came.most_common())}")
    return differences


def main(number: int, seed: str) -> int:
    return int(sum(report(name, number, seed) for name in KINDS) > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else QUESTIONS, sys.argv[2] if len(sys.argv) > 2 else "naive"))
