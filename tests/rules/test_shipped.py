"""The variants that are shipped."""

import json
from typing import Any

import pytest

from ginrules.resources import VARIANTS
from ginrules.rules.catalogue import catalogue, rules_read
from ginrules.rules.checks import check_file
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.variant import LimitKind, Tie


def test_the_shipped_variants() -> None:
    assert set(shipped()) >= {"standard", "classic", "basic", "strict", "north-american", "open-spiel", "rlcard"}


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_file_has_no_error_and_no_warning_and_cites_everything(variant: str) -> None:
    assert check_file(VARIANTS / f"{variant}.yaml", shipped=True) == ()


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_file_begins_with_its_version(variant: str) -> None:
    lines = (VARIANTS / f"{variant}.yaml").read_text(encoding="utf-8").split("\n")
    assert next(line for line in lines if not line.startswith("#")) == "spec: 1"


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_variant_is_the_same_when_it_is_checked(variant: str) -> None:
    unchecked, checked = load_variant(variant), load_variant(str(VARIANTS / f"{variant}.yaml"))
    assert dict(unchecked.values) == dict(checked.values)
    assert list(unchecked.values) == list(catalogue())


@pytest.mark.parametrize("variant", [name for name in shipped() if name != "standard"])
def test_a_shipped_file_sets_nothing_that_its_parent_has_already(variant: str) -> None:
    *_, parent, own = load_variant(variant).layers
    before = load_variant(parent.id).values
    after = load_variant(variant).values
    assert [rule for rule in own.rules if before[rule] == after[rule]] == []


def test_a_source_is_the_same_in_every_shipped_file() -> None:
    seen: dict[str, Any] = {}
    for variant in shipped():
        for name, source in load_variant(variant).layers[-1].sources.items():
            assert seen.setdefault(name, source) == source


# Numbers from the readings of the seeds: seed 1, seed 3, the table of published games, and OpenSpiel's code.
@pytest.mark.parametrize(
    ("variant", "rule", "value"),
    [
        ("standard", "scoring.gin", 25),
        ("standard", "game.shutout", {"kind": "doubles-hands"}),
        ("classic", "scoring.gin", 20),
        ("classic", "scoring.undercut", 10),
        ("classic", "boxes.value", 20),
        ("classic", "game.shutout", {"kind": "flat", "points": 100}),
        ("classic", "game.settlement", {"kind": "difference", "doubled-when": "no-hands"}),
        ("basic", "turn.return-taken", "allowed"),
        ("basic", "scoring.undercut", 0),
        ("strict", "knock.comparison", "below"),
        ("strict", "melds.run-max", 5),
        ("strict", "scoring.gin", 30),
        ("strict", "scoring.big-gin", 50),
        ("strict", "scoring.undercut", 10),
        ("strict", "gin.big", "replaces"),
        ("north-american", "gin.big", "replaces"),
        ("north-american", "scoring.big-gin", 31),
        ("north-american", "deal.next-dealer", "in-turn"),
        ("open-spiel", "scoring.tie", "no-score"),
        ("open-spiel", "game.end", {"kind": "rounds", "rounds": 1}),
        ("open-spiel", "stock.last-discard", "to-go-out"),
    ],
)
def test_what_shipped_variants_say(variant: str, rule: str, value: Any) -> None:
    assert load_variant(variant).values[rule] == value


def test_typed_rules_and_the_rules_of_a_question() -> None:
    strict = load_variant("strict")
    assert strict.rules().knock.limit.kind is LimitKind.FIXED
    assert strict.rules().scoring.tie is Tie.UNDERCUT
    assert strict.rules() is strict.rules()
    question = strict.question_rules("score")
    assert list(question) == list(rules_read("score"))
    assert json.loads(json.dumps(question)) == question
