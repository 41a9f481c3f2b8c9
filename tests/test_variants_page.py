"""The page of the shipped variants in the docs."""

import pytest

from ginrules.rules.resolve import shipped
from tests.variants_page import PAGE, markdown, own, section, sets, source_words, written


def test_the_page_is_what_the_files_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == markdown(), "python -m tests.variants_page > docs/variants.md"


@pytest.mark.parametrize("variant", shipped())
def test_every_variant_has_its_row_and_its_section(variant: str) -> None:
    text = markdown()
    layer = own(variant)
    assert f"| [`{variant}`](#{variant}) | {layer.name} |" in text
    assert f"\n## `{variant}`\n\n**{layer.name}.** {layer.summary}\n" in text


def test_what_a_variant_sets_is_said_as_it_is_written() -> None:
    """Typed from the files: a number, a kind, a table by players, and of card values those that differ."""
    assert sets(own("extra-card")) == "[`deal.opening`](rules.md#dealopening) `extra-card`"
    assert written("oklahoma-150", "game.end") == "150"
    assert written("round-the-corner", "deck.values") == "{A: 15}"
    assert written("oklahoma", "knock.limit") == "{kind: upcard, ace: gin-only}"
    assert written("bicycle-six", "game.end") == "{kind: target, points: {6: 150, 8: 150, 10: 175, 12: 200}}"


def test_what_is_to_be_agreed_and_where_it_comes_from() -> None:
    lines = list(section(own("oklahoma")))
    assert "- To be agreed, for the source leaves it open: [`scoring.spades`](rules.md#scoringspades)." in lines
    assert "- Sources: Bicycle, [Oklahoma gin](https://bicyclecards.com/card-games/rule/oklahoma-gin)." in lines
    assert not any(line.startswith("- To be agreed") for line in section(own("pagat")))
    seed = own("classic").sources["seed-1"]
    assert isinstance(seed, dict)
    assert source_words(seed) == "Gin for two (a retelling of Pagat) (a seed)"
