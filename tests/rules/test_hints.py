"""What a first file gets wrong, and the one hint that each mistake has."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ginrules.rules.catalogue import catalogue, is_value, key_synonyms, sections, synonyms, units, usual_rules, word_synonyms
from ginrules.rules.checks import check_file
from ginrules.rules.forms import long_form
from ginrules.rules.hints import for_rule
from ginrules.rules.source import read_yaml
from tests.rules.helpers import refused, write

GIN_OFF = "a defender left with no deadwood after a knock earns the extra boxes for an undercut"
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
        ("aces: 15", "unknown-key", "write deck: {values: {A: 15}}"),
        ("gin-bonus: 30", "unknown-key", "write scoring: {gin: 30}"),
        ("scoring: {draw: no-score}", "unknown-key", "write scoring: {tie: no-score}"),
        ("scoring: {bonus: 30}", "unknown-key", "write scoring: {gin: 30}, or scoring: {undercut: 30}"),
        ("knock: {max: 7}", "unknown-key", "write knock: {limit: 7}"),
        ("knock: {below: 7}", "unknown-key", "write knock: {limit: 7, comparison: below}"),
        ("scoring: {tie: nothing}", "not-a-value", "did you mean 'no-score'?"),
        ("scoring: {tie: no}", "ambiguous-scalar", "did you mean 'no-score'?"),
        ("deck: {values: {ace: 15}}", "unknown-key", "did you mean 'A'?"),
        ("layoff: {on-knock: no}", "ambiguous-scalar", "did you mean 'forbidden'?"),
        ("layoff: {on-knock: never}", "not-a-value", "did you mean 'forbidden'?"),
        # The line to paste, with the value that was written, for a rule's own name or a word of the game.
        ("target: 150", "unknown-key", "write game: {end: 150}"),
        ("undercut: 10", "unknown-key", "write scoring: {undercut: 10}"),
        ("undercut: 1", "unknown-key", "write scoring: {undercut: 1}, or boxes: {undercut: 1}"),
        ("undercut: {bonus: 10}", "unknown-key", "write scoring: {undercut: 10}"),
        ("shutout: 200", "unknown-key", "write game: {shutout: {kind: flat, points: 200}}"),
        ("game: {shutout: 200}", "wrong-type", "write game: {shutout: {kind: flat, points: 200}}"),
        ("knock limit: 7", "unknown-key", "write knock: {limit: 7}"),
        ("knock.limit: 7", "unknown-key", "write knock: {limit: 7}"),
        ("undrcut: 10", "unknown-key", "write scoring: {undercut: 10}"),
        ("wall: 50", "unknown-key", "write stock: {floor: …}"),
        ("game: {to: 150}", "unknown-key", "write game: {end: 150}"),
        ("game: {rounds: 5}", "unknown-key", "write game: {end: {kind: rounds, rounds: 5}}"),
        ("gin: {value: 30}", "unknown-key", "write scoring: {gin: 30}"),
        ("gin: {undercut: 20}", "unknown-key", "write scoring: {undercut: 20}"),
        ("bonus: {gin: 30}", "unknown-key", "write scoring: {gin: 30}"),
        ("bonus: {gin: 30, undercut: 20}", "unknown-key", "write scoring: {gin: 30, undercut: 20}"),
        ("knocking: {limit: 7}", "unknown-key", "did you mean 'knock'?"),
        ("stakes: 1 cent", "unknown-key", ""),
        # What a card counts, in the wrong place.
        ("deck: {ace: 15}", "unknown-key", "write deck: {values: {A: 15}}"),
        ("deck: {A: 15}", "unknown-key", "write deck: {values: {A: 15}}"),
        ("king: 13", "unknown-key", "write deck: {values: {K: 13}}"),
        ("deck: {joker: 25}", "unknown-key", "write deck: {values: {joker: 25}}"),
        ("deck: {joker: 2}", "unknown-key", "write deck: {values: {joker: 2}}, or deck: {jokers: 2}"),
        # A number that does not stand alone.
        ("knock: {limit: 7 or less}", "not-a-value", "a number stands alone: 7"),
        ('knock: {limit: "7"}', "not-a-value", "numbers stand without quotes"),
        ("knock: {limit: less than 7}", "not-a-value", "write knock: {limit: 7, comparison: below}"),
        ("scoring: {undercut: 10 points}", "wrong-type", "a number stands alone: 10"),
        ("scoring: {undercut: 10 to 20}", "wrong-type", ""),
        ("deck: {jokers: none}", "wrong-type", "write 0: there are no jokers"),
        ("game: {end: 5 hands}", "not-a-value", "write game: {end: {kind: rounds, rounds: 5}}"),
        ("game: {end: sixty minutes}", "not-a-value", "write game: {end: {kind: time, minutes: 60}}"),
        ("game: {end: {kind: target, points: 150 points}}", "wrong-type", "a number stands alone: 150"),
        # What is not played.
        ("boxes: not-played", "wrong-type", "write boxes: {value: 0}"),
        ("boxes: no", "ambiguous-scalar", "write boxes: {value: 0}"),
        ("boxes: {value: not-played}", "wrong-type", "write 0: there are no boxes"),
        ("boxes: {value: no}", "ambiguous-scalar", "write 0: there are no boxes"),
        ("boxes: {gin-off: never}", "wrong-type", "write null: " + GIN_OFF),
        ("game: {shutout: no}", "ambiguous-scalar", "did you mean 'none'?"),
        ("gin: no", "ambiguous-scalar", "write gin: {big: not-played}"),
        # A part of one word alone.
        ("melds: {ace: high}", "not-a-value", "did you mean 'high-or-low'?"),
        ("knock: {limit: oklahoma}", "not-a-value", "did you mean '{kind: upcard, ace: one}'?"),
        # No colon.
        ("knock {limit: 7}", "unknown-key", "a colon is missing after knock: knock: {limit: 7}"),
        (
            "knock {limit: 7, comparison: below}",
            "not-yaml",
            "a colon is missing after knock: knock: {limit: 7, comparison: below}",
        ),
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


def test_a_number_is_called_as_it_was_written(tmp_path: Path) -> None:
    (short,) = refused(write(tmp_path, "house", "knock: {limit: -7}\n"))
    assert short.message.startswith("knock.limit is -7;")
    (long,) = refused(write(tmp_path, "house", "knock: {limit: {kind: fixed, points: -7}}\n"))
    assert long.message.startswith("knock.limit.points is -7;")


def test_a_count_of_jokers_that_is_inherited_is_called_a_count_of_points(tmp_path: Path) -> None:
    (problem,) = check_file(write(tmp_path, "house", "deck: {jokers: 2}\n"))
    assert problem.message == "a joker left in the hand counts 20, which is inherited"
    assert problem.hint.startswith("say it here: deck: {jokers: 2, values: {joker: 20}}, ")


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


def parts(target: str) -> list[tuple[str, str]]:
    """The rules of a target, each with its value as YAML, in which … is a number."""
    pairs = (part.partition("=") for part in target.split("; "))
    return [(rule, value.replace("…", "3")) for rule, _, value in pairs]


def leads_somewhere(target: str) -> bool:
    return target in sections() or all(
        rule in catalogue() and (not value or is_value(rule, long_form(fragment_of(rule), read_yaml(value, "").data)))
        for rule, value in parts(target)
    )


def fragment_of(rule: str) -> Mapping[str, Any]:
    section, _, key = rule.partition(".")
    fragment: Mapping[str, Any] = sections()[section][key]
    return fragment


def test_every_synonym_of_the_schema_leads_to_something_that_there_is() -> None:
    assert all(map(leads_somewhere, synonyms().values()))
    for name, section in sections().items():
        for word, targets in key_synonyms(name).items():
            assert word not in section
            assert all(map(leads_somewhere, targets))
        assert all(rule in catalogue() for rule in usual_rules(name))
    for rule, info in catalogue().items():
        assert all(map(leads_somewhere, units(rule).values()))
        for word, meant in word_synonyms(rule).items():
            assert not is_value(rule, word)
            assert is_value(rule, meant) or meant in info.schema.get("properties", {})


def test_a_word_of_two_homes_names_both() -> None:
    assert for_rule("draw") == "did you mean 'scoring.tie' or 'teams.draw'?"
