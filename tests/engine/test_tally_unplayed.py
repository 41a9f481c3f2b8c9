"""What the sheet does not play is refused by name, by the answer and by the engine; what it does not read changes nothing."""

from typing import Any

import pytest

from ginrules.answer.tally import read_sheet
from ginrules.diagnostics import NotPlayed
from ginrules.engine.tally import RefusedEntry, Sheet, tally
from ginrules.rules.catalogue import RuleClass, catalogue, not_played, rules_read
from ginrules.rules.resolve import load_variant
from ginrules.rules.typed import typed_rules
from ginrules.rules.variant import UnplayedRule
from tests.engine.sheets import ask, reply_to

TEXT = "Ann knock 4, Bob 14 {upcard Td}"
ROOT = load_variant("standard").values
ENDLESS = {"kind": "hollywood", "factors": [1, 1], "late-entry": "next-open", "won-by": "settlement", "endless": True}
SIDE_CARD = {"kind": "side-card", "ace": "one"}
VALUES = [(rule, probe) for rule in rules_read("tally") for probe in catalogue()[rule].probes]


@pytest.mark.parametrize(("rule", "value"), [*VALUES, ("knock.limit", SIDE_CARD)], ids=str)
def test_the_engine_refuses_what_the_schema_does_not_call_played_and_nothing_else(rule: str, value: Any) -> None:
    values = {**ROOT, rule: value}
    question = read_sheet(ask(TEXT), ("Ann", "Bob"), typed_rules(ROOT))
    if rule == "players.format" and value == "partnership":
        return  # has sides
    if rule == "game.end" and isinstance(value.get("points"), dict):
        return  # has no number for two
    if not not_played("tally", values, 2):
        assert isinstance(tally(question, typed_rules(values)), Sheet | RefusedEntry)
        return
    with pytest.raises(UnplayedRule) as error:
        tally(question, typed_rules(values))
    assert error.value.rule == rule
    with pytest.raises(NotPlayed):
        reply_to(ask(TEXT, **{rule.replace(".", "__").replace("-", "_"): value}))


def test_columns_without_an_end() -> None:
    with pytest.raises(NotPlayed, match=r"game\.columns = endless"):
        reply_to(ask(TEXT, game__columns=ENDLESS))
    assert reply_to(ask(TEXT, game__columns={**ENDLESS, "endless": None}))["accepted"] == 1


UNREAD = [
    rule for rule in catalogue().values() if rule.rule_class is not RuleClass.CUSTOM and rule.id not in rules_read("tally")
]


@pytest.mark.parametrize("turn", range(max(len(rule.probes) for rule in UNREAD)))
def test_rules_that_a_sheet_does_not_read_change_no_answer(turn: int) -> None:
    others = {rule.id: rule.probes[turn % len(rule.probes)] for rule in UNREAD}
    upcard = {"kind": "upcard", "ace": "one"}
    for text in ("Ann knock 4, Bob 14 {upcard Td}; Bob gin, Ann 31", "Ann knock 19, Bob 94 {upcard *}", "Ann knock 9, Bob 2"):
        params = ask(text, knock__limit=upcard)
        rules, changed = (typed_rules({**ROOT, **more, **params["rules"]}) for more in ({}, others))
        question = read_sheet(params, ("Ann", "Bob"), rules)
        assert tally(question, changed) == tally(question, rules)
