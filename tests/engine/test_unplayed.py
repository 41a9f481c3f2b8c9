"""What is not played yet is never priced as if it were something else, also where nobody looked at `x-played` before."""

from typing import Any

import pytest

from ginrules.cards import parse_cards
from ginrules.engine.melds import melder
from ginrules.engine.payment import pay
from ginrules.engine.showdown import Call, Refusal, Showdown, ShowdownQuestion, score
from ginrules.rules.catalogue import catalogue, masked, not_played, rules_read
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


def test_with_three_in_the_hand_the_lowest_does_not_win_yet() -> None:
    changed = {**ROOT, "players.format": "everyone", "players.count": [3], "scoring.showdown": "lowest-wins"}
    assert "scoring.showdown" not in masked(changed)
    counts = {"Ann": 5, "Bob": 3, "Cat": 9}
    with pytest.raises(UnplayedRule) as error:
        pay(counts, "Ann", big_gin=False, upcard=None, rules=typed_rules(changed))
    assert error.value.rule == "scoring.showdown"
    paid = pay(
        counts, "Ann", big_gin=False, upcard=None, rules=typed_rules({**changed, "scoring.showdown": "each-with-knocker"})
    )
    assert paid.points == {"Ann": 4, "Bob": 2 + 25, "Cat": 0}


def test_a_hand_with_jokers_is_not_split() -> None:
    rules = typed_rules({**ROOT, "deck.jokers": 2})
    with pytest.raises(UnplayedRule):
        melder(rules.deck, rules.melds)
