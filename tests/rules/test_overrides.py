"""Rules changed for one question, and errors that point into the change."""

from pathlib import Path

import pytest

from ginrules.diagnostics import InvalidInput, Span
from ginrules.rules.resolve import load_variant, with_overrides
from ginrules.rules.variant import Tie
from tests.rules.helpers import places, refused, write


def test_overrides_take_words_numbers_and_flow() -> None:
    changed = load_variant(
        "standard",
        overrides=["knock.limit={kind: upcard, ace: one}", "scoring.tie = no-score", "scoring.gin-off=null", "game.end=150"],
    )
    assert changed.values["knock.limit"] == {"kind": "upcard", "ace": "one"}
    assert changed.values["scoring.tie"] == "no-score"
    assert changed.values["game.end"] == {"kind": "target", "points": 150}
    assert changed.rules().scoring.tie is Tie.NO_SCORE
    assert (changed.id, changed.extends) == ("standard", ())
    origin = changed.origins["scoring.tie"]
    assert (origin.file, origin.line, origin.column) == ("--set", 2, 1)
    assert load_variant("standard").values["scoring.tie"] == "undercut"


def test_overrides_merge_card_values_and_warn() -> None:
    changed = load_variant("standard", overrides=["deck.values={A: 15}", "scoring.big-gin=50"])
    assert changed.rules().deck.values.by_rank[:3] == (15, 2, 3)
    assert [one.code for one in changed.diagnostics] == ["big-gin-unplayed"]


@pytest.mark.parametrize(
    ("override", "code", "column", "hint"),
    [
        ("knock", "override-form", 1, "write RULE=VALUE, as in knock.limit=7"),
        ("=7", "override-form", 1, "write RULE=VALUE, as in knock.limit=7"),
        ("target=150", "unknown-rule", 1, "did you mean 'game.end=150'?"),
        ("scoring.undrcut=10", "unknown-rule", 1, "did you mean 'scoring.undercut'?"),
        ("layoff.undercut=10", "unknown-rule", 1, "did you mean 'scoring.undercut=10'?"),
        ("wall=2", "unknown-rule", 1, "did you mean 'stock.floor=2'?"),
        ("scoring.tie=undrcut", "not-a-value", 13, "did you mean 'undercut'?"),
        ("scoring.gin=", "empty-value", 13, "write null if none is meant"),
        ("scoring.gin=012", "ambiguous-scalar", 13, 'write 12, or "012" for text'),
        ("scoring.gin= '20'", "wrong-type", 14, "numbers stand without quotes"),
        ("knock.limit={kind: upcard, ace: two}", "not-a-value", 33, ""),
        ("knock.limit=upcard", "ace-limit", 13, "one, or gin-only: sources differ"),
        ("knock.limit=0", "only-gin", 13, "knock.limit: gin-only"),
        ("knock.limit=-3", "out-of-range", 13, ""),
        ("knock.limit=oklahoma", "not-a-value", 13, "did you mean '{kind: upcard, ace: one}'?"),
        ("scoring.gin-off=5", "gin-off-low", 17, "25 or more, or null"),
        ("scoring.tie={kind: a", "not-yaml", 21, "close the { of line 1 with }, or put a comma before what follows"),
        ("deck.values.A=15", "unknown-rule", 1, "did you mean 'deck.values={A: 15}'?"),
        ("deck.values.ace=15", "unknown-rule", 1, "did you mean 'deck.values={A: 15}'?"),
        ("knock=7", "unknown-rule", 1, "did you mean 'knock.limit=7'?"),
        ("knock.max=7", "unknown-rule", 1, "did you mean 'knock.limit=7'?"),
        ("knock.below=7", "unknown-rule", 1, "did you mean 'knock.limit=7' and 'knock.comparison=below'?"),
        ("scoring.bonus=7", "unknown-rule", 1, "did you mean 'scoring.gin=7' or 'scoring.undercut=7'?"),
        ("oklahoma=true", "unknown-rule", 1, "did you mean 'knock.limit={kind: upcard, ace: one}'?"),
        ("game.end=5 hands", "not-a-value", 10, "write game: {end: {kind: rounds, rounds: 5}}"),
        ("draw=no-score", "unknown-rule", 1, "did you mean 'scoring.tie=no-score'?"),
        ("layoff.on-knock=no", "ambiguous-scalar", 17, "did you mean 'forbidden'?"),
    ],
)
def test_wrong_overrides_have_a_place(override: str, code: str, column: int, hint: str) -> None:
    (problem,) = refused("standard", override)
    assert problem.span
    assert (problem.file, problem.code, problem.span.line, problem.span.column) == ("--set", code, 1, column)
    assert problem.hint == hint
    assert problem.excerpt == override


def test_all_wrong_overrides_are_named() -> None:
    problems = refused("standard", "scoring.gni=1", "scoring.tie=x", "scoring.tie=y")
    assert places(problems) == [
        ("unknown-rule", "--set", 1, 1),
        ("not-a-value", "--set", 2, 13),
        ("duplicate-key", "--set", 3, 1),
    ]


def test_overrides_point_into_the_text_that_they_stand_in() -> None:
    line = "variant standard with knock.limit = {kind: upcard, ace: two}, scoring.gni = 3"
    spans = [(Span(4, 23, 34), Span(4, 37, 61)), (Span(4, 63, 74), Span(4, 77, 78))]
    with pytest.raises(InvalidInput) as caught:
        with_overrides(
            load_variant("standard"),
            [("knock.limit", "{kind: upcard, ace: two}"), ("scoring.gni", "3")],
            file="a.ginr",
            spans=spans,
            excerpts=[line, line],
        )
    first, second = caught.value.diagnostics
    assert (first.file, first.span, first.excerpt) == ("a.ginr", Span(4, 57, 60), line)
    assert (second.code, second.span) == ("unknown-rule", Span(4, 63, 74))


def test_an_override_of_a_users_file(tmp_path: Path) -> None:
    path = write(tmp_path, "house", "scoring: {gin: 20}\n")
    changed = load_variant(str(path), overrides=["scoring.undercut=15"])
    assert (changed.id, changed.values["scoring.gin"], changed.values["scoring.undercut"]) == ("house", 20, 15)
    assert changed.extends == ("standard",)


def test_overrides_of_overrides() -> None:
    once = load_variant("classic", overrides=["scoring.gin=30"])
    twice = with_overrides(once, [("scoring.undercut", "15"), ("scoring.gin", "35")])
    assert (twice.id, twice.name, twice.extends) == ("classic", once.name, ("standard",))
    assert (twice.values["scoring.gin"], twice.values["scoring.undercut"]) == (35, 15)
