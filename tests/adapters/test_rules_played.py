"""The tables of rules that adapters play: as JSON Schema for others, and as their own check, they must say the same."""

from typing import Any

import jsonschema_rs
import pytest

from ginrules.adapters import open_spiel, rlcard
from ginrules.adapters.open_spiel_table import cut_run
from ginrules.adapters.played import plays
from ginrules.rules.catalogue import catalogue, rules_read
from tests.adapters.conversation import OPEN_SPIEL, RLCARD

FIXED = [{"kind": "fixed"}, *({"kind": "fixed", "points": points} for points in (0, 1, 10, 11, True, None))]
UPCARD = [{"kind": "upcard"}, *({"kind": "upcard", "ace": ace} for ace in ("gin-only", "one"))]
CAPPED = [{"kind": "upcard", "ace": "gin-only", "cap": cap} for cap in (None, 9, 10)]
OTHER: list[Any] = [None, True, False, -1, 0, 1, 2, 3, 10, 11, 50, 1000, 1001, "", "fixed", [], {}, {"kind": "any"}]
BY_COUNT = [{"2": 10}, {"2": 12}, {"3": 10}]
VALUES: list[Any] = [*FIXED, *UPCARD, *CAPPED, *OTHER, *BY_COUNT]
TABLES = {"open-spiel": open_spiel.PLAYED, "rlcard": rlcard.PLAYED}


@pytest.mark.parametrize("name", TABLES)
def test_the_check_agrees_with_json_schema(name: str) -> None:
    for rule, schema in TABLES[name].items():
        for value in [*VALUES, *catalogue()[rule].probes]:
            assert plays(schema, value) == jsonschema_rs.is_valid(schema, value), (rule, value)


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_name_rules_of_the_catalogue(name: str) -> None:
    assert set(TABLES[name]) <= set(rules_read("play"))


def test_open_spiel_names_every_rule_of_a_hand() -> None:
    assert set(open_spiel.PLAYED) == set(rules_read("play"))


@pytest.mark.parametrize(("name", "rules"), [("open-spiel", OPEN_SPIEL), ("rlcard", RLCARD)])
def test_the_rules_that_the_tests_ask_under_are_played(name: str, rules: dict[str, Any]) -> None:
    assert [rule for rule, schema in TABLES[name].items() if not plays(schema, rules[rule])] == []


@pytest.mark.parametrize("length", range(3, 14))
def test_a_run_is_cut_into_melds(length: int) -> None:
    pieces = cut_run(list(range(length)))
    assert [card for piece in pieces for card in piece] == list(range(length))
    assert {len(piece) for piece in pieces} <= {3, 4, 5}
    assert len(pieces) == (1 if length <= 5 else -(-length // 5))
