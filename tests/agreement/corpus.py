"""The naive implementation asked the corpus and drawn questions, for `ginrules corpus adequacy --only oracles`.

`python -m tests.agreement.corpus` reads a piece of work from standard input and prints what was asked and what differs, both
as one JSON object. A piece is one of

    {"cases": [record, …]}                         questions of the corpus, as `corpus export` writes them
    {"kind": "sheets", "number": 50, "seed": "1"}  drawn questions, see `tests.agreement.naive`
    {"engine": "pyspiel", "number": 50}            so many hands beside a public engine, if it is installed

What is printed is `{"asked": 50, "gaps": [{"about", "says"}], "installed": true}`.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ginrules.answer import answer
from ginrules.corpus.export import read_records
from ginrules.diagnostics import shortened
from ginrules.questions import Case, Question
from ginrules.verify.compare import Comparison, compare
from tests.agreement import naive, open_spiel, rlcard
from tests.agreement.side_by_side import UNEXPLAINED, Tally
from tests.oracle.answers import answers, comparable

Answer: TypeAlias = dict[str, Any]
Gap: TypeAlias = dict[str, str]
Reply: TypeAlias = Callable[[str, Mapping[str, Any]], Answer]

WIDTH = 600
"""Characters of a sentence; whole answers may be long."""
OF_TABLE = frozenset({"spreads", "layoffs"})
"""What lies on the table at the end of a showdown: the naive implementation does not say it, but judges it."""


# --- the corpus


def of_corpus(cases: Sequence[Case], reply: Reply = answer) -> Iterator[Gap]:
    """Where the naive implementation contradicts a scenario, or the engine."""
    for case in cases:
        where = f"under {case.column}, question {case.part}"
        for fault in faults(case, reply):
            yield gap(case.scenario, f"{where}: {fault}")


def faults(case: Case, reply: Reply = answer) -> Iterator[str]:
    """What the naive implementation has against a question of the corpus: what it expects, and what the engine answers."""
    question = case.question
    try:
        naive_answers = answers(question.method, question.params)
        if against := against_expected(question, case.expect, naive_answers):
            yield against
        ours = reply(question.method, question.params)
        if differs := naive.disagreement(question.method, question.params, ours, naive_answers):
            yield differs
    except Exception as error:  # noqa: BLE001  whatever it stumbles over, it has not agreed
        yield stumbled(error)


def against_expected(question: Question, expect: Mapping[str, Any], naive_answers: Sequence[Answer]) -> str:
    """How the expectation fails under an answer that the naive implementation gives; empty where it holds under all."""
    method, params = question.method, question.params
    told = {fact: value for fact, value in expect.items() if method != "score" or fact not in OF_TABLE}
    lying = {fact: value for fact, value in expect.items() if fact not in told}
    for each in naive_answers if told else ():
        compared = compare(question, told, each)
        if not compared.passes:
            return in_words(compared)
    if lying:
        shown = {fact: {**params.get(fact, {}), **value} for fact, value in lying.items()}  # type: ignore[dict-item]
        worth = [comparable(method, each) for each in answers(method, {**params, **shown})]
        if not all(comparable(method, each) in worth for each in naive_answers):
            return f"with {json.dumps(lying)}, as expected, the naive one counts {json.dumps(worth)}"
    return ""


def in_words(compared: Comparison) -> str:
    """The differences of a comparison."""
    found = [
        f"{'.'.join(each.path) or 'the answer'} should be {json.dumps(each.expected)} and is {json.dumps(each.got)}"
        for each in compared.differences
    ]
    return f"the naive one disagrees with what is expected: {'; '.join(found) or 'nothing could be compared'}"


def stumbled(error: Exception) -> str:
    """What ended the naive implementation or the engine."""
    return f"no answer: {type(error).__name__} {error}".rstrip()


def gap(about: str, says: str) -> Gap:
    return {"about": about, "says": shortened(says, WIDTH)}


# --- drawn questions


def drawn(kind: str, number: int, seed: str, reply: Reply = answer) -> Iterator[Gap]:
    """Where the two differ on so many drawn questions."""
    method, draw = naive.KINDS[kind]
    for at, params in enumerate(draw(number, seed), start=1):
        try:
            differs = naive.disagreement(method, params, reply(method, params), answers(method, params))
        except Exception as error:  # noqa: BLE001  as above
            differs = stumbled(error)
        if differs:
            yield gap(f"drawn {kind}", f"question {at} of `python -m tests.agreement.naive {number} {seed}`: {differs}")


# --- public engines


PUBLIC: Mapping[str, tuple[str, Callable[[int, Any], Tally]]] = {
    "pyspiel": ("pyspiel", open_spiel.compare),
    "rlcard": ("rlcard.games.gin_rummy.game", rlcard.compare),
}
"""By the name of its package: the module that is needed, and whoever plays so many hands beside it."""


def beside(engine: str, number: int) -> tuple[bool, list[Gap]]:
    """Whether a public engine is installed, and the first difference that its known faults do not explain."""
    module, play_hands = PUBLIC[engine]
    try:
        importlib.import_module(module)
    except ImportError:
        return False, []
    tally = play_hands(number, importlib.import_module(engine))
    if not tally.differences[UNEXPLAINED]:
        return True, []
    return True, [gap(engine, tally.examples[UNEXPLAINED])]


# --- the program


def done(piece: Mapping[str, Any]) -> dict[str, Any]:
    """What comes of a piece of work."""
    installed = True
    if "cases" in piece:
        number, gaps = len(piece["cases"]), list(of_corpus(read_records(piece["cases"])))
    elif "kind" in piece:
        number, gaps = piece["number"], list(drawn(**piece))
    else:
        number = piece["number"]
        installed, gaps = beside(piece["engine"], number)
    return {"asked": number if installed else 0, "gaps": gaps, "installed": installed}


def main() -> None:
    result = done(json.load(sys.stdin))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
