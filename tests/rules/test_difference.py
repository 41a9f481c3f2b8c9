"""Two variants, rule by rule."""

from pathlib import Path

from ginrules.rules.catalogue import RuleClass
from ginrules.rules.difference import differences
from ginrules.rules.resolve import load_variant, shipped
from tests.rules.helpers import load, write


def test_a_variant_does_not_differ_from_itself() -> None:
    for name in shipped():
        assert differences(load_variant(name), load_variant(name)) == ()


def test_every_rule_that_is_set_otherwise_is_named_with_words_and_places(tmp_path: Path) -> None:
    house = load(tmp_path, "knock: {limit: 7}\nscoring: {tie: no-score, gin: 25}\n")
    limit, tie = differences(load_variant("standard"), house)
    assert (limit.rule, limit.rule_class) == ("knock.limit", RuleClass.SCORE)
    assert limit.first.value == {"kind": "fixed", "points": 10}
    assert limit.second.value == {"kind": "fixed", "points": 7}
    assert limit.second.sentence == "The knock limit is 7 points of deadwood."
    assert (Path(limit.second.origin.file).name, limit.second.origin.line) == ("house.yaml", 6)
    assert limit.first.origin.file == "variants/standard.yaml"
    assert (tie.rule, tie.second.sentence) == ("scoring.tie", "If the counts are equal nobody wins the hand.")
    assert not limit.idle
    assert not tie.idle


def test_of_a_table_only_the_ranks_that_differ_are_said(tmp_path: Path) -> None:
    (values,) = differences(load_variant("standard"), load(tmp_path, "deck: {values: {A: 15, K: 13}}\n"))
    assert values.first.value == {"A": 1, "K": 10}
    assert values.second.value == {"A": 15, "K": 13}
    assert values.second.sentence == "As deadwood, an ace counts 15; a king counts 13."
    (pip,) = differences(load_variant("standard"), load(tmp_path, "deck: {values: {8: 0}}\n"))
    assert pip.first.sentence == "As deadwood, an 8 counts 8."


def test_a_joker_that_is_in_no_pack_is_no_difference(tmp_path: Path) -> None:
    (values,) = differences(load_variant("standard"), load(tmp_path, "deck: {values: {joker: 15}}\n"))
    assert values.idle
    assert values.first.idle == "deck.jokers is 0"
    both = differences(load_variant("standard"), load(tmp_path, "deck: {values: {joker: 15, A: 15}}\n"))
    assert [(one.idle, one.second.sentence) for one in both] == [(False, "As deadwood, an ace counts 15.")]
    jokers, values = differences(load_variant("standard"), load(tmp_path, "deck: {jokers: 2, values: {joker: 15}}\n"))
    assert (values.first.idle, values.second.idle, values.idle) == ("deck.jokers is 0", "", False)
    assert jokers.second.sentence == "2 jokers are in the pack, and they are wild."


def test_a_rule_without_effect_in_both_is_told_apart(tmp_path: Path) -> None:
    other = load_variant(str(write(tmp_path, "other", "scoring: {big-gin: 50}\n")))
    (idle,) = differences(load_variant("standard"), other)
    assert (idle.rule, idle.idle, idle.second.idle) == ("scoring.big-gin", True, "gin.big is not-played")
    played = load(tmp_path, "gin: {big: replaces}\nscoring: {big-gin: 50}\n")
    big, bonus = differences(load_variant("standard"), played)
    assert (big.rule, bonus.rule, bonus.idle) == ("gin.big", "scoring.big-gin", False)
    assert (bonus.first.idle, bonus.second.idle) == ("gin.big is not-played", "")


def test_customs_are_differences_and_are_said_to_be_customs(tmp_path: Path) -> None:
    (pile,) = differences(load_variant("standard"), load(tmp_path, "turn: {pile: spread}\n"))
    assert (pile.rule, pile.rule_class) == ("turn.pile", RuleClass.CUSTOM)


def test_a_difference_as_json(tmp_path: Path) -> None:
    (big,) = differences(load_variant("standard"), load(tmp_path, "scoring: {big-gin: 50}\n"))
    assert big.to_json() == {
        "rule": "scoring.big-gin",
        "class": "score",
        "a": {
            "value": 31,
            "sentence": "Big gin earns 31 points.",
            "origin": f"variants/standard.yaml:{big.first.origin.line}",
            "idle": "gin.big is not-played",
        },
        "b": {
            "value": 50,
            "sentence": "Big gin earns 50 points.",
            "origin": f"{tmp_path / 'house.yaml'}:6",
            "idle": "gin.big is not-played",
        },
    }
