"""What is not played yet is never priced as if it were something else, also where nobody looked at `x-played` before."""

from typing import Any

import pytest

from ginrules.cards import parse_cards
from ginrules.engine.showdown import Call, Refusal, Showdown, ShowdownQuestion, score
from ginrules.rules.catalogue import catalogue, not_played, rules_read
from ginrules.rules.typed import typed_rules
from ginrules.rules.variant import UnplayedRule
from tests.engine.questions import ROOT

ANN, BOB = "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"


def question() -> ShowdownQuestion:
    hands = {"Ann": parse_cards(ANN), "Bob": parse_cards(BOB)}
    return ShowdownQuestion(
        players=("Ann", "Bob"), knocker="Ann", call=Call.KNOCK, hands=hands, upcard=parse_cards("Td"), spreads={}, layoffs={}
    )


SIDE_CARD: list[Any] = [{"kind": "side-card", "ace": "one"}]
VALUES = [
    (rule, value)
    for rule in rules_read("score")
    for value in (*catalogue()[rule].probes, *(SIDE_CARD * (rule == "knock.limit")))
]


@pytest.mark.parametrize(("rule", "value"), VALUES, ids=str)
def test_the_engine_refuses_what_the_schema_does_not_call_played_and_nothing_else(rule: str, value: Any) -> None:
    values = {**ROOT, rule: value}
    played = not not_played("score", values, 2)
    if rule == "players.format":  # says how many are in a hand, which a question lists: two are paid alike in every format
        played = True
    if played:
        assert isinstance(score(question(), typed_rules(values)), Showdown | Refusal)
    else:
        with pytest.raises(UnplayedRule) as error:
            score(question(), typed_rules(values))
        assert error.value.rule == rule
        assert rule in str(error.value)
