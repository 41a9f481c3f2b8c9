"""How far our engine and the naive one agree: `python -m tests.agreement.naive [questions] [seed]`.

The test suite asks the same kinds of questions, fewer of them; this is for a long run after a change.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ginrules.answer import answer
from tests.oracle import play, random_play, random_sheets, random_showdown, sheet, sheet_compare, showdown

QUESTIONS = 2000
FACTS = ("outcome", "winners", "deadwood", "points", "boxes", "limit")

Params = dict[str, Any]
Compared = Iterator[tuple[str, Params, Any, list[Any]]]
"""What came of a question, the question, our answer and those that the rules allow."""


def sheets(number: int, seed: str) -> Compared:
    for params in random_sheets.questions(seed, number):
        naive = sheet_compare.comparable(sheet.tally(params))
        came = "refused" if "refused" in naive else "finished" if naive["finished"] else "open"
        yield came, params, sheet_compare.comparable(answer("tally", params)), [naive]


def showdowns(number: int, seed: str) -> Compared:
    for at in range(number):
        rng = random.Random(f"{seed} {at}")
        seats, jokers = rng.choice((2, 3, 4, 5)), rng.choice((0, 0, 1, 2, 4))
        params = random_showdown.random_showdown(rng, random_showdown.random_rules(rng, seats, jokers, rng.randrange(9)), seats)
        ours: Any = answer("score", params)
        told = (
            {"refused": set(ours["refused"]["rules"])}
            if "refused" in ours
            else {fact: ours[fact] for fact in FACTS if fact in ours}
        )
        yield ours.get("outcome", "refused"), params, told, showdown.answers(params)


def hands(number: int, seed: str) -> Compared:
    for params in random_play.questions(seed, number, (2, 2, 3, 4, 5), (0, 0, 1, 2)):
        naive = play.comparable(play.answer_play(params))
        yield naive["state"]["phase"], params, play.comparable(answer("play", params)), [naive]


def report(name: str, compared: Compared) -> int:
    """Print what came of the questions and the first three differences; their number."""
    came: Counter[str] = Counter()
    differences = 0
    for word, params, ours, allowed in compared:
        came[word] += 1
        if ours not in allowed:
            differences += 1
            if differences <= 3:
                print(json.dumps(params), f"engine: {ours}", f"naive: {allowed}", sep="\n")
    print(f"{name}: {sum(came.values()):,} asked, {differences or 'no'} differences; {dict(came.most_common())}")
    return differences


def main(number: int, seed: str) -> int:
    parts: dict[str, Callable[[int, str], Compared]] = {"sheets": sheets, "showdowns": showdowns, "hands": hands}
    return int(sum(report(name, part(number, seed)) for name, part in parts.items()) > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else QUESTIONS, sys.argv[2] if len(sys.argv) > 2 else "naive"))
