"""What a first file gets wrong, and the one hint that each mistake has."""

from pathlib import Path

import pytest

from ginrules.rules.catalogue import catalogue, is_value, key_synonyms, sections, synonyms, usual_rules, word_synonyms
from ginrules.rules.hints import for_rule
from tests.rules.helpers import refused, write

SPACE = "put a space after the colon: "


@pytest.mark.parametrize(
    ("body", "code", "hint"),
    [
        # The name of a section with a bare value.
        ("knock: 7", "wrong-type", "write knock: {limit: 7}"),
        ("gin: 30", "wrong-type", "write scoring: {gin: 30}"),
        ("boxes: 25", "wrong-type", "write boxes: {value: 25}"),
        ("gin: replaces", "wrong-type", "write gin: {big: replaces}"),
        ("melds: high-or-low", "wrong-type", "write melds: {ace: high-or-low}"),
        ("layoff: sideways", "wrong-type", "write layoff: {on-knock: …}"),
        ("layoff: no", "ambiguous-scalar", "write layoff: {on-knock: forbidden}"),
        ("teams: 3", "wrong-type", ""),
        # No space after the colon.
        ("deck: {values: {A:15}}", "unknown-key", SPACE + "A: 15"),
        ("scoring: {gin:x}", "unknown-key", SPACE + "gin: x"),
        ("scoring:\n  gin:30", "wrong-type", SPACE + "gin: 30"),
        ("knock:7\nscoring: {gin: 20}", "not-yaml", SPACE + "knock: 7"),
        # Words of the game.
        ("aces: 15", "unknown-key", "did you mean 'deck: {values: {A: 15}}'?"),
        ("gin-bonus: 30", "unknown-key", "did you mean 'scoring.gin'?"),
        ("scoring: {draw: no-score}", "unknown-key", "did you mean 'tie'?"),
        ("scoring: {bonus: 30}", "unknown-key", "did you mean 'gin' or 'undercut'?"),
        ("knock: {max: 7}", "unknown-key", "did you mean 'limit'?"),
        ("knock: {below: 7}", "unknown-key", "did you mean 'comparison: below'?"),
        ("scoring: {tie: nothing}", "not-a-value", "did you mean 'no-score'?"),
        ("scoring: {tie: no}", "ambiguous-scalar", "did you mean 'no-score'?"),
        ("deck: {values: {ace: 15}}", "unknown-key", "did you mean 'A'?"),
        ("layoff: {on-knock: no}", "ambiguous-scalar", "did you mean 'forbidden'?"),
        ("layoff: {on-knock: never}", "not-a-value", "did you mean 'forbidden'?"),
        # A brace that is not closed.
        ("knock: {limit: 7\nscoring: {gin: 20}", "not-yaml", "close the { of line 6 with }"),
        # A kind without any of its fields.
        (
            "game: {columns: hollywood}",
            "missing-key",
            "as in {kind: hollywood, factors: [1, 1, 1], late-entry: next-open, won-by: settlement}",
        ),
    ],
)
def test_a_mistake_is_one_error_with_its_hint(body: str, code: str, hint: str, tmp_path: Path) -> None:
    (problem,) = refused(write(tmp_path, "house", body + "\n"))
    assert (problem.code, problem.hint) == (code, hint)


def test_each_key_without_a_space_is_one_error(tmp_path: Path) -> None:
    problems = refused(write(tmp_path, "house", "scoring: {gin:30, undercut:15}\n"))
    assert [problem.hint for problem in problems] == [SPACE + "gin: 30", SPACE + "undercut: 15"]


def test_a_number_written_as_a_word_is_told_of_numbers(tmp_path: Path) -> None:
    (problem,) = refused(write(tmp_path, "house", "knock: {limit: seven}\n"))
    assert problem.code == "not-a-value"
    assert problem.message.endswith("any, or a number, as in 7")


def test_all_missing_fields_of_a_kind_stand_in_one_message(tmp_path: Path) -> None:
    (problem,) = refused(write(tmp_path, "house", "game: {columns: hollywood}\n"))
    assert problem.message == "game.columns needs 'factors', 'late-entry' and 'won-by'"


def test_every_synonym_of_the_schema_leads_to_something_that_there_is() -> None:
    for meant in synonyms().values():
        assert meant in catalogue() or meant.partition(":")[0] in {*catalogue(), *sections()}
    for name, section in sections().items():
        for word, keys in key_synonyms(name).items():
            assert word not in section
            assert all(key.partition(":")[0] in section for key in keys)
        assert all(rule in catalogue() for rule in usual_rules(name))
    for rule, info in catalogue().items():
        for word, meant in word_synonyms(rule).items():
            assert not is_value(rule, word)
            assert is_value(rule, meant) or meant in info.schema.get("properties", {})


def test_a_word_of_two_homes_names_both() -> None:
    assert for_rule("draw") == "did you mean 'scoring.tie' or 'teams.draw'?"
