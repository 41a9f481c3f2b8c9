"""The built-in engine as one under test: its claims come from the catalogue and hold."""

from typing import Any

import jsonschema_rs
import pytest

from ginrules.answer import METHODS
from ginrules.diagnostics import NotPlayed
from ginrules.rules.catalogue import catalogue, rules_read
from ginrules.rules.resolve import load_variant
from ginrules.verify.builtin import BuiltinEngine
from tests.adapters.conversation import ROOT, check


def claims() -> dict[str, Any]:
    rules: Any = BuiltinEngine().capabilities()["rules"]
    assert isinstance(rules, dict)
    return rules


def test_the_capabilities_have_the_shape_of_the_protocol() -> None:
    check("initialize.result", BuiltinEngine().capabilities())


def test_every_rule_that_a_method_reads_is_claimed_and_no_other() -> None:
    assert set(claims()) == {rule for method in METHODS for rule in rules_read(method)}


def test_a_claim_has_no_reference_and_nothing_of_the_catalogue_alone() -> None:
    text = str(claims())
    assert "$ref" not in text
    assert "'x-" not in text


def test_a_claim_allows_what_is_played_and_nothing_else() -> None:
    assert jsonschema_rs.is_valid(claims()["knock.limit"], {"kind": "fixed", "points": 7})
    assert not jsonschema_rs.is_valid(claims()["knock.limit"], {"kind": "side-card", "ace": "one"})
    assert jsonschema_rs.is_valid(claims()["deck.jokers"], 0)
    assert jsonschema_rs.is_valid(claims()["deck.jokers"], 2)
    assert not jsonschema_rs.is_valid(claims()["deck.jokers"], 5)
    assert jsonschema_rs.is_valid(claims()["scoring.gin"], 25)
    assert jsonschema_rs.is_valid(claims()["scoring.collect"], {"kind": "penalties", "gin-factor": 2})
    assert not jsonschema_rs.is_valid(claims()["scoring.collect"], {"kind": "payments"})


def test_the_root_is_claimed_whole() -> None:
    root = load_variant("standard").values
    for rule in claims():
        assert jsonschema_rs.is_valid(claims()[rule], root[rule]), rule


@pytest.mark.parametrize("rule", [rule for rule in catalogue() if rule in rules_read("arrange")])
def test_each_probe_is_claimed_or_not_played(rule: str) -> None:
    for probe in catalogue()[rule].probes:
        params: dict[str, Any] = {
            "rules": {key: ROOT[key] for key in rules_read("arrange")} | {rule: probe},
            "hand": ["4h", "5h", "6h"],
        }
        if jsonschema_rs.is_valid(claims()[rule], probe):
            check("arrange.result", BuiltinEngine().answer("arrange", params))
        else:
            with pytest.raises(NotPlayed):
                BuiltinEngine().answer("arrange", params)
