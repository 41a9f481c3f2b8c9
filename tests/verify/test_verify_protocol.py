"""What an engine says of itself, and the schema that every message is held against."""

import json
from typing import Any

import pytest

from ginrules.verify import protocol
from ginrules.verify.protocol import (
    Capabilities,
    capabilities,
    fact_names,
    initialize_params,
    read_reply,
    request,
    shape_fault,
    shown,
)
from tests.puppet.stage import engine, said

MINIMAL: dict[str, Any] = {
    "protocol": 1,
    "engine": {"name": "e", "version": "1", "language": "c"},
    "methods": ["arrange"],
    "rules": {},
}

# The examples of the protocol page.
OPEN_SPIEL = json.loads(
    """{"protocol":1,"engine":{"name":"open_spiel","version":"2.0.2","language":"c++"},"methods":["arrange","play"],
 "rules":{"scoring.gin":{"type":"integer","minimum":0},"scoring.tie":{"const":"no-score"},"turn.return-taken":{"const":"allowed"},
 "knock.limit":{"anyOf":[{"properties":{"kind":{"const":"fixed"},"points":{"minimum":0,"maximum":10}}},{"properties":{"kind":{"const":"gin-only"}}}]}},
 "answers":["outcome","winners","deadwood","points","limit","legal"],"can":{"spreads":["declared"],"layoffs":["declared"],"reasons":false}}"""
)


def test_absent_fields_mean_what_the_protocol_says() -> None:
    can = capabilities(MINIMAL)
    assert can == Capabilities(
        name="e",
        version="1",
        language="c",
        methods=frozenset({"arrange"}),
        rules={},
        gaps=(),
        answers=frozenset({"outcome", "winners", "deadwood", "points"}),
        players=(2,),
        starts=frozenset({"deal"}),
        spreads=frozenset({"declared", "best"}),
        layoffs=frozenset({"declared", "best"}),
        reasons=True,
        said=MINIMAL,
    )


def test_the_example_of_the_page() -> None:
    assert shape_fault("initialize.result", OPEN_SPIEL) == ""
    can = capabilities(OPEN_SPIEL)
    fixed: dict[str, Any] = {"kind": "fixed", "points": 10}
    assert can.plays("knock.limit", fixed, fixed)
    assert can.plays("knock.limit", {"kind": "fixed", "points": 7}, fixed)
    assert can.plays("knock.limit", {"kind": "gin-only"}, fixed)
    assert not can.plays("knock.limit", {"kind": "fixed", "points": 15}, fixed)
    assert not can.plays("scoring.tie", "undercut", "undercut")
    assert can.plays("scoring.undercut", 25, 25)
    assert not can.plays("scoring.undercut", 20, 25)
    assert not can.plays("boxes.gin", True, 1)


def test_true_and_false_as_schemas() -> None:
    can = engine(rules={"melds.ace": True, "scoring.gin": False})
    assert can.plays("melds.ace", "round-the-corner", "low")
    assert not can.plays("scoring.gin", 25, 25)


@pytest.mark.parametrize(
    ("schema", "word"),
    [({"$ref": "#/x"}, "no \\$ref"), ({"anyOf": [{"$ref": "http://x"}]}, "no \\$ref"), ({"type": 7}, "no JSON Schema")],
)
def test_schemas_that_are_none(schema: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        capabilities(said(rules={"melds.ace": schema}))


def test_gaps_may_be_whole_chapters() -> None:
    can = engine(gaps=["boxes.*", "layoff.onto"])
    assert [can.gap(cited) for cited in ("boxes.gin", "layoff.onto", "layoff.on-gin", "boxes")] == [
        "boxes.*",
        "layoff.onto",
        "",
        "boxes.*",
    ]


def test_a_request_is_one_line() -> None:
    line = request(3, "arrange", {"hand": ["Ac"], "rules": {}})
    assert line == b'{"id":3,"jsonrpc":"2.0","method":"arrange","params":{"hand":["Ac"],"rules":{}}}\n'
    assert shape_fault("request", json.loads(line)) == ""
    assert shape_fault("initialize.params", initialize_params()) == ""


@pytest.mark.parametrize(
    ("deep", "fault"), [(98, ""), (99, "the reply has a wrong shape: lists and objects lie more than 100 deep")]
)
def test_a_hundred_levels_are_read_and_one_more_is_a_wrong_shape(deep: int, fault: str) -> None:
    # The message and its result are two more.
    reply = '{"jsonrpc":"2.0","id":1,"result":{"deadwood":0,"melds":[],"note":' + "[" * deep + "]" * deep + "}}"
    assert read_reply(reply.encode(), 1, "arrange").detail.startswith(fault)
    assert bool(read_reply(reply.encode(), 1, "arrange").detail) == bool(fault)


def test_wide_is_not_deep() -> None:
    reply = {"jsonrpc": "2.0", "id": 1, "result": {"deadwood": 0, "melds": [], "note": [[{}]] * 5000}}
    assert read_reply(json.dumps(reply).encode(), 1, "arrange").wrong is None


def test_a_fault_says_where() -> None:
    assert shape_fault("arrange.result", {"deadwood": -1, "melds": []}).startswith("arrange.result/deadwood: -1 is less than")


SHOWDOWN_RESULT: dict[str, Any] = {"outcome": "knock", "winners": ["Ann"], "deadwood": {}, "points": {"Ann": 31}}


@pytest.mark.parametrize(
    ("definition", "value", "fault"),
    [
        ("reply", {"jsonrpc": "2.0", "id": 1}, "reply: neither result nor error"),
        ("reply", {"jsonrpc": "2.0", "id": 1, "result": {}, "error": {}}, "reply: both result and error"),
        ("reply", {"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}, 'reply/error: "message" is a required property'),
        ("reply", {"jsonrpc": "2.0", "id": 1, "result": 3}, 'reply/result: 3 is not of type "object"'),
        ("score.result", SHOWDOWN_RESULT | {"points": {"Ann": "x"}}, 'score.result/points/Ann: "x" is not of type "integer"'),
        ("score.result", {"refused": {"rules": ["knock.limit"]}}, 'score.result/refused: "message" is a required property'),
        (
            "score.result",
            {"outcome": "knock", "refused": {"rules": [], "message": ""}},
            "score.result: both refused and outcome",
        ),
        ("score.result", [], "score.result: [] is not valid under any of the schemas listed in the 'oneOf' keyword"),
        (
            "play.result",
            {
                "accepted": 0,
                "state": {"turn": "Ann", "phase": "over", "pile": [], "stock": 0, "hands": {}},
                "result": SHOWDOWN_RESULT | {"limit": -1},
            },
            "play.result/result/limit: -1 is less than the minimum of 0",
        ),
    ],
)
def test_a_fault_in_one_of_two_shapes_is_that_of_the_one_meant(definition: str, value: Any, fault: str) -> None:
    assert shape_fault(definition, value) == fault


def test_the_facts_are_those_of_the_protocol_page() -> None:
    facts = "outcome winners deadwood points boxes limit spreads layoffs legal bonuses finals settlement columns games next"
    assert fact_names() == frozenset(facts.split())


def test_the_schemas_of_values_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    can = capabilities(OPEN_SPIEL)
    monkeypatch.setattr(protocol, "_values", None)
    assert can.plays("scoring.gin", 25, 25)
    assert set(can.checks) == set(OPEN_SPIEL["rules"])


def test_shown_lines_are_short_and_printable() -> None:
    assert shown(b"\x1b[31m\xff\n") == "'\\x1b[31m\\\\xff\\n'"
    assert len(shown(b"x" * 5000)) < 220
