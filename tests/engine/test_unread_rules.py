"""The rules that a question does not hold are ones that its answer does not depend on: `x-read-by` forgets none."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ginrules.answer.showdown import read_question
from ginrules.cards import parse_cards
from ginrules.corpus.selection import read_corpus
from ginrules.diagnostics import NotPlayed
from ginrules.engine.melds import melder
from ginrules.engine.showdown import score
from ginrules.notation.compile import compile_scenario
from ginrules.questions import Question
from ginrules.rules.catalogue import RuleClass, catalogue, rules_read
from ginrules.rules.typed import typed_rules
from tests.engine.questions import ROOT


@cache
def questions(method: str) -> tuple[Question, ...]:
    """Every question of the corpus that can be asked now."""
    return tuple(question for question in _questions() if question.method == method)


def _questions() -> Iterator[Question]:
    for entry in read_corpus():
        try:
            cases = compile_scenario(entry.scenario)
        except NotPlayed:
            continue
        yield from (case.question for case in cases)


def ask(question: Question, others: dict[str, Any]) -> object:
    """What the engine itself says, the rules that the question does not hold being these."""
    params: Any = question.params
    rules = typed_rules({**ROOT, **others, **params["rules"]})
    if question.method == "arrange":
        return melder(rules.deck, rules.melds).arrange(parse_cards(" ".join(params["hand"])))
    return score(read_question(params, tuple(params["players"]), rules), rules)


@pytest.mark.parametrize("method", ["arrange", "score"])
def test_rules_that_a_method_does_not_read_change_no_answer(method: str) -> None:
    unread = [
        rule for rule in catalogue().values() if rule.rule_class is not RuleClass.CUSTOM and rule.id not in rules_read(method)
    ]
    assert len(questions(method)) > 50
    turns = max(len(rule.probes) for rule in unread)
    for turn in range(turns):
        others = {rule.id: rule.probes[turn % len(rule.probes)] for rule in unread}
        for question in questions(method):
            assert ask(question, others) == ask(question, {})
