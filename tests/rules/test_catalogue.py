"""The schema as the catalogue of rules, and the Python words beside it."""

import json
import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from ginrules.rules.catalogue import (
    RuleClass,
    RuleInfo,
    catalogue,
    has_dealer,
    is_value,
    masked,
    not_played,
    rules_read,
    schema,
    seats,
    sections,
)
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.typed import typed_rules
from ginrules.rules.variant import Format, Rules

RULES = list(catalogue().values())
STANDARD: dict[str, Any] = dict(load_variant("standard").values)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def test_the_schema_has_neither_defaults_nor_references() -> None:
    text = json.dumps(schema())
    assert '"default":' not in text
    assert '"$ref"' not in text


def test_the_catalogue_and_the_typed_rules_have_the_same_rules() -> None:
    played = {rule.id for rule in RULES if rule.rule_class is not RuleClass.CUSTOM}
    typed = {f"{section}.{field}" for section, owner in get_type_hints(Rules).items() for field in owner._fields}
    assert {rule.replace("_", "-") for rule in typed} == played


def _enums(annotation: Any) -> Any:
    """The enumeration of a field, or the dataclass of a rule with kinds, without `None`."""
    if get_origin(annotation) in (Union, types.UnionType):
        return next(part for part in get_args(annotation) if part is not type(None))
    return annotation


def _hints_of(rule: RuleInfo) -> Any:
    section = get_type_hints(get_type_hints(Rules)[rule.section])
    return _enums(section[rule.key.replace("-", "_")])


WITH_WORDS = [rule for rule in RULES if rule.words and rule.rule_class is not RuleClass.CUSTOM]


@pytest.mark.parametrize("rule", WITH_WORDS, ids=lambda rule: rule.id)
def test_a_python_word_is_a_yaml_word(rule: RuleInfo) -> None:
    owner = _hints_of(rule)
    if rule.has_kinds:
        owner = get_type_hints(owner)["kind"]
    assert tuple(word.value for word in owner) == rule.words


@pytest.mark.parametrize("rule", [rule for rule in WITH_WORDS if rule.has_kinds], ids=lambda rule: rule.id)
def test_the_fields_of_kinds_are_those_of_the_typed_value(rule: RuleInfo) -> None:
    owner = _hints_of(rule)
    in_python = {name.replace("_", "-") for name in owner._fields}
    in_schema = {name for branch in rule.schema["allOf"] for name in branch["then"]["properties"]} | {"kind"}
    assert in_python == in_schema
    hints = get_type_hints(owner)
    for branch in rule.schema["allOf"]:
        for name, fragment in branch["then"]["properties"].items():
            words = (
                [word for word in fragment["enum"] if isinstance(word, str)] if name != "kind" and "enum" in fragment else []
            )
            if words:
                assert [word.value for word in _enums(hints[name.replace("-", "_")])] == words


# From the table of methods in the protocol, and the classes of the table of rules.
READ = {
    "arrange": ["deck.jokers", "deck.values", "melds.ace", "melds.run-max", "melds.run-min", "melds.set-max", "melds.set-min"],
    "score": [rule.id for rule in RULES if rule.rule_class == "score"],
    "play": [rule.id for rule in RULES if rule.rule_class in {"score", "play"}],
    "tally": [
        rule.id
        for rule in RULES
        if rule.rule_class == "tally"
        or (
            rule.rule_class == "score"
            and (
                rule.section in {"scoring", "boxes"}
                or rule.id in {"players.format", "deck.values", "knock.limit", "knock.comparison", "gin.big"}
            )
        )
    ],
}


@pytest.mark.parametrize("method", READ)
def test_a_method_reads_the_rules_of_the_protocol(method: str) -> None:
    assert list(rules_read(method)) == sorted(READ[method])


def test_customs_are_read_by_no_method() -> None:
    assert all(not rule.read_by for rule in RULES if rule.rule_class is RuleClass.CUSTOM)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_probes_are_values_and_show_every_word(rule: RuleInfo) -> None:
    assert len(rule.probes) >= 2
    for probe in rule.probes:
        assert is_value(rule.id, probe)
    seen = [probe["kind"] if isinstance(probe, dict) and rule.has_kinds else probe for probe in rule.probes]
    unplayed = {"side-card"}  # comes later, and is refused by name until then
    assert set(rule.words) - unplayed <= {str(word) for word in seen}
    assert len({json.dumps(probe, sort_keys=True) for probe in rule.probes}) == len(rule.probes)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_probes_hold_what_shipped_files_set(rule: RuleInfo) -> None:
    for variant in shipped():
        assert load_variant(variant).values[rule.id] in rule.probes


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_value_has_a_sentence(rule: RuleInfo) -> None:
    assert rule.description.endswith(".")
    for word in rule.words:
        assert word in rule.wording
    if not rule.words:
        assert "*" in rule.wording
    if "null" in str(rule.schema.get("type")):
        assert "null" in rule.wording
    assert all(sentence.endswith(".") for sentence in rule.wording.values())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_masks_and_played_values_name_values_that_there_are(rule: RuleInfo) -> None:
    def known(owner: RuleInfo, word: Any) -> bool:
        return word in owner.words if owner.words else is_value(owner.id, word) or is_value(owner.id, [word])

    assert all(known(rule, word) for word in rule.played or ())
    for clause in rule.applies_when:
        for condition in clause:
            assert condition.players_over == 2 or all(known(catalogue()[condition.rule], word) for word in condition.words)


def test_only_a_spade_depends_on_a_suit() -> None:
    assert [rule.id for rule in RULES if rule.suits] == ["scoring.spades"]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("knock.limit", 7),
        ("knock.limit", {"kind": "upcard"}),
        ("knock.limit", {"kind": "fixed", "points": 7, "ace": "one"}),
        ("knock.limit", {"kind": "fixed", "points": 0}),
        ("scoring.gin", True),
        ("scoring.gin", None),
        ("scoring.tie", "none"),
        ("deal.cards", {"2": "ten"}),
        ("deal.cards", {"13": 3}),
        ("deck.values", {"A": 100}),
        ("game.columns", {"kind": "hollywood", "factors": [1], "late-entry": "next-open", "won-by": "settlement"}),
        ("players.count", [1]),
        ("no.rule", 1),
    ],
)
def test_what_is_no_value(rule: str, value: Any) -> None:
    assert not is_value(rule, value)


def mutations(value: Any) -> Iterator[Any]:
    """Values near a value: others of every type, numbers beside it, and those that change, lose or gain a member."""
    yield from (None, True, 0, 1, -1, 10**6, "", "word", [], [2], {}, {"kind": "word"})
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (value - 1, value + 1, str(value))
    if isinstance(value, dict):
        yield value | {"more": 1}
        yield value | {"13": 1}
        for key in value:
            yield {other: value[other] for other in value if other != key}
            yield from (value | {key: item} for item in mutations(value[key]))
    if isinstance(value, list):
        yield from ([*value, item] for item in mutations(value[0]))
        yield value * 12


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_values_are_judged_as_the_library_judges_them(rule: RuleInfo) -> None:
    library = Draft202012Validator(dict(rule.schema))
    for probe in rule.probes:
        assert library.is_valid(probe)
        verdicts = [(value, is_value(rule.id, value)) for value in [probe, *mutations(probe)]]
        assert verdicts == [(value, library.is_valid(value)) for value, _ in verdicts]
        assert {verdict for _, verdict in verdicts} == {True, False}


def test_typed_rules_take_every_probe() -> None:
    for rule in RULES:
        for probe in rule.probes:
            typed_rules({**STANDARD, rule.id: probe})


# The table "Masks" of the design, row by row: what to change in the root, and what has no effect then.
GIN_ONLY = [
    "knock.comparison",
    "knock.needs-meld",
    "scoring.knock",
    "scoring.undercut",
    "scoring.gin-off",
    "scoring.tie",
    "scoring.shared-undercut",
    "layoff.on-knock",
    "boxes.undercut",
    "boxes.gin-off",
]
EVERYONE: dict[str, Any] = {"players.format": "everyone", "players.count": [3]}
TEAMS: dict[str, Any] = {"players.format": "partnership", "players.count": [4]}
OPEN: dict[str, Any] = {
    **EVERYONE,
    "deck.jokers": 2,
    "turn.return-taken": "allowed",
    "gin.big": "adds",
    "scoring.showdown": "lowest-wins",
    "game.end": {"kind": "rounds", "rounds": 5},
}
"""Changes of the root under which only what partnership masks is masked."""
MASKS: list[tuple[dict[str, Any], list[str]]] = [
    ({"deck.jokers": 0}, ["turn.joker-taken"]),
    ({"turn.return-taken": "forbidden"}, ["turn.returns-limit"]),
    ({"turn.return-taken": "only-to-knock"}, ["turn.returns-limit"]),
    ({"stock.ends": "after-draw"}, ["stock.last-discard"]),
    ({"stock.exhausted": "reshuffle"}, ["stock.last-discard"]),
    ({"knock.limit": {"kind": "gin-only"}}, [*GIN_ONLY, "layoff.onto", "layoff.own-melds"]),
    ({"knock.limit": {"kind": "gin-only"}, "layoff.on-gin": "allowed"}, GIN_ONLY),
    ({"deal.opening": "upcard-open"}, ["deal.passed-upcard"]),
    ({"deal.opening": "extra-card"}, ["deal.passed-upcard"]),
    ({"knock.limit": {"kind": "any"}}, ["knock.comparison"]),
    ({"gin.big": "not-played"}, ["scoring.big-gin"]),
    ({"layoff.on-knock": "forbidden"}, ["layoff.onto", "layoff.own-melds"]),
    ({"players.count": [2]}, ["layoff.onto", "scoring.showdown", "scoring.shared-undercut"]),
    ({"scoring.showdown": "each-with-knocker"}, ["scoring.shared-undercut"]),
    ({"boxes.value": 0}, ["boxes.when"]),
    ({"game.shutout": {"kind": "none"}}, ["game.shutout-when"]),
    ({"game.end": {"kind": "target", "points": 100}}, ["game.dead-hand"]),
    ({"game.end": {"kind": "time", "minutes": 60}}, ["game.dead-hand"]),
    ({}, []),
]
TEAM_RULES = {"boxes.sweep", "teams.opponents", "teams.draw", "teams.advice", "teams.waiting"}


@pytest.mark.parametrize(("change", "idle"), MASKS, ids=lambda part: str(part)[:40])
def test_masks_are_those_of_the_table(change: dict[str, Any], idle: list[str]) -> None:
    found = set(masked({**STANDARD, **OPEN, **change}))
    no_winner = set() if change.get("game.end", {}).get("kind") == "target" else {"game.winner"}
    assert found == {*idle, *TEAM_RULES, *no_winner}


def test_a_partnership_masks_no_rule_of_sides() -> None:
    idle = masked({**STANDARD, **TEAMS})
    assert not TEAM_RULES & set(idle)
    assert "game.dead-hand" not in idle


def test_a_mask_says_why() -> None:
    assert masked(STANDARD)["scoring.big-gin"] == "gin.big is not-played"
    assert masked({**STANDARD, **EVERYONE}, 2)["layoff.onto"] == "two in the hand"
    assert masked({**STANDARD, "layoff.on-knock": "forbidden"})["layoff.own-melds"] == (
        "layoff.on-knock is forbidden and layoff.on-gin is forbidden"
    )


def test_what_is_not_known_masks_nothing() -> None:
    assert masked({"scoring.big-gin": 31, "layoff.onto": "extended"}) == {}


@pytest.mark.parametrize("variant", shipped())
def test_the_engine_plays_the_shipped_variants(variant: str) -> None:
    loaded = load_variant(variant)
    for method in ("arrange", "score"):
        assert not_played(method, loaded.question_rules(method), 2) == ()


def test_values_of_later_stages_are_named() -> None:
    values: dict[str, Any] = {
        **STANDARD,
        "players.format": "captain",
        "scoring.collect": {"kind": "payments"},
        "knock.limit": {"kind": "side-card", "ace": "one"},
        "scoring.doubling": {"kind": "offers", "refusal": 10},
    }
    assert not_played("score", values, 3) == (
        "knock.limit = side-card",
        "players.format = captain",
        "scoring.collect = payments",
        "scoring.doubling = offers",
    )
    assert not_played("arrange", values, 3) == ()


def test_sections_are_those_of_the_typed_rules() -> None:
    assert list(sections()) == list(Rules._fields)


def test_every_format_says_how_many_can_play_it() -> None:
    assert {format_: seats(format_)[0] for format_ in catalogue()["players.format"].words} == {
        "head-to-head": 2,
        "everyone": 2,
        "rotating": 3,
        "captain": 3,
        "in-the-box": 3,
        "partnership": 4,
    }
    assert seats("partnership") == (4, 6, 8, 10, 12)
    allowed = catalogue()["players.count"].schema["items"]
    for format_ in Format:
        assert all(allowed["minimum"] <= count <= allowed["maximum"] for count in seats(format_))
        # In a hand with one pack all play where everyone does, and else two (H0).
        assert format_.most_in_a_hand == (max(seats(format_)) if format_ is Format.EVERYONE else 2)


def test_who_deals_is_somebody_whom_the_format_has() -> None:
    dealers = catalogue()["deal.next-dealer"].words
    assert [dealer for dealer in dealers if has_dealer("everyone", dealer)] == ["winner", "loser", "in-turn"]
    assert [dealer for dealer in dealers if not has_dealer("in-the-box", dealer)] == []
    assert [dealer for dealer in dealers if not has_dealer("captain", dealer)] == ["box"]
