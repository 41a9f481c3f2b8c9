"""The page of all rules in the docs."""

from pathlib import Path

import pytest

from ginrules.diagnostics import Severity
from ginrules.rules.catalogue import catalogue
from ginrules.rules.checks import check_file
from ginrules.rules.clauses import clauses
from tests.rules_page import PAGE, comes_later, example, markdown, place, rows, rule_lines


def test_the_page_is_what_the_catalogue_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == markdown(), "python -m tests.rules_page > docs/rules.md"


def test_every_rule_has_its_entry_and_every_sentence_its_row() -> None:
    text = markdown()
    for rule in catalogue().values():
        assert f"\n### `{rule.id}`\n" in text
        assert len(list(rows(rule))) == len(rule.wording)
    assert "{value}" not in text


@pytest.mark.parametrize("rule_id", list(catalogue()))
def test_an_example_can_be_written_into_a_file(rule_id: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    lines = ["spec: 1", "id: friday", "name: Friday", "summary: Ours.", "extends: standard", *example(catalogue()[rule_id])]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert [found for found in check_file(str(path)) if found.severity is Severity.ERROR] == []


def test_a_rule_with_a_heading_in_the_specification_links_to_it() -> None:
    rules = catalogue()
    assert {rule.id for rule in rules.values() if place(rule)} == set(rules) & set(clauses())
    assert place(rules["scoring.tie"]) == "[5.9 Equal counts](../spec/05-scoring.md#59-scoringtie-equal-counts)"


def test_what_is_not_played_yet_is_marked() -> None:
    """Single values: what later versions play is typed from docs/variant-format.md."""
    rules = catalogue()
    assert not comes_later(rules["scoring.tie"])
    assert not comes_later(rules["turn.joker-taken"])
    doubling = list(rule_lines(rules["scoring.doubling"]))
    assert "| `none` | Nobody may offer to double. |" in doubling
    assert any(line.startswith("| `{kind: offers,") and line.endswith("**Not played yet.** |") for line in doubling)
    limit = [line for line in rule_lines(rules["knock.limit"]) if line.endswith("**Not played yet.** |")]
    assert [line.split("`")[1] for line in limit] == ["{kind: side-card, ace: …}"]
    assert "| `0` | There are no jokers. |" in list(rule_lines(rules["deck.jokers"]))
