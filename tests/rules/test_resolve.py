"""From the name of a variant to its rules: merging, short forms, origins, parents, and errors with a place."""

import json
from pathlib import Path
from typing import Any

import pytest

from ginrules.diagnostics import Span
from ginrules.rules.catalogue import catalogue
from ginrules.rules.resolve import load_variant, shipped
from tests.rules.helpers import load, places, refused, write

# Law 2: merging


def test_sections_merge_key_by_key_and_values_are_replaced_whole(tmp_path: Path) -> None:
    write(tmp_path, "parent", "knock: {limit: {kind: upcard, ace: one, cap: 7}}\nscoring: {gin: 20, undercut: 20}\n")
    house = load(tmp_path, "knock: {limit: {kind: upcard, ace: gin-only}}\nscoring: {gin: 30}\n", "parent.yaml")
    assert house.values["knock.limit"] == {"kind": "upcard", "ace": "gin-only"}
    assert (house.values["scoring.gin"], house.values["scoring.undercut"]) == (30, 20)
    assert house.values["knock.comparison"] == "at-most"


def test_card_values_merge_rank_by_rank(tmp_path: Path) -> None:
    house = load(tmp_path, 'deck: {values: {A: 15, "10": 11, 9: 8}}\n')
    values = house.values["deck.values"]
    assert isinstance(values, dict)
    assert (values["A"], values["10"], values["9"], values["8"], values["joker"]) == (15, 11, 8, 8, 20)
    assert list(values) == ["A", *[str(number) for number in range(2, 11)], "J", "Q", "K", "joker"]


def test_number_keys_and_text_keys_are_one(tmp_path: Path) -> None:
    body = 'players: {count: [2, 3], format: everyone}\nlayoff: {onto: original}\ndeal: {cards: {2: 10, "3": 7}}\n'
    assert load(tmp_path, body).values["deal.cards"] == {"2": 10, "3": 7}


# Laws 3 and 4: short forms


@pytest.mark.parametrize(
    ("body", "rule", "value"),
    [
        ("knock: {limit: 7}", "knock.limit", {"kind": "fixed", "points": 7}),
        ("knock: {limit: any}", "knock.limit", {"kind": "any"}),
        ("knock: {limit: {kind: upcard, ace: one, cap: null}}", "knock.limit", {"kind": "upcard", "ace": "one"}),
        ("game: {end: 150}", "game.end", {"kind": "target", "points": 150}),
        ("game: {shutout: doubles-all}", "game.shutout", {"kind": "doubles-all"}),
        ("game: {settlement: {round-to: 10, kind: difference}}", "game.settlement", {"kind": "difference", "round-to": 10}),
        ("players: {count: 3, format: rotating}", "players.count", [3]),
        ("melds: {run-max: null}", "melds.run-max", None),
    ],
)
def test_short_forms_become_long(tmp_path: Path, body: str, rule: str, value: Any) -> None:
    found = load(tmp_path, body + "\n").values[rule]
    assert found == value
    if isinstance(found, dict):
        assert next(iter(found)) == "kind"


# Law 5: amounts by the count of players


def test_a_table_has_exactly_the_counts_that_may_play(tmp_path: Path) -> None:
    sides = "players: {count: [4, 6, 8], format: partnership}\ngame: {end: {kind: target, points: {8: 175, 4: 125, 6: 150}}}\n"
    write(tmp_path, "sides", sides)
    four = load(tmp_path, "players: {count: 4}\n", "sides.yaml")
    assert four.values["game.end"] == {"kind": "target", "points": {"4": 125}}
    assert four.diagnostics == ()  # the counts that are left over were not written here
    all_sides = load_variant(str(tmp_path / "sides.yaml"))
    assert json.dumps(all_sides.values["game.end"]) == '{"kind": "target", "points": {"4": 125, "6": 150, "8": 175}}'


# Laws 6 and 7: agreements, sources and citations


def test_agreements_and_citations_belong_to_who_sets_the_rule(tmp_path: Path) -> None:
    parent = (
        "agree: [scoring.gin, game.end]\nscoring: {gin: 20, undercut: 20, tie: no-score}\n"
        "sources: {book: {title: Book}}\ncites: {scoring: book#1, scoring.tie: book#2}\n"
    )
    write(tmp_path, "parent", parent)
    above = load_variant(str(tmp_path / "parent.yaml"))
    assert above.agree == ("knock.illegal", "scoring.gin", "game.end")
    assert (above.cites["scoring.undercut"], above.cites["scoring.tie"]) == ("book#1", "book#2")
    house = load(tmp_path, "scoring: {gin: 25, undercut: 10}\n", "parent.yaml")
    assert house.agree == ("knock.illegal", "game.end")
    assert "scoring.undercut" not in house.cites
    assert house.cites["scoring.tie"] == "book#2"
    assert house.sources["book"] == {"title": "Book"}
    assert house.extends == ("parent", "standard")


def test_a_citation_of_a_member_of_a_table(tmp_path: Path) -> None:
    assert load_variant("standard").cites["deck.values.joker"] == "seed-3#scoring-and-deadwood"
    body = "deck: {values: {A: 15}}\nsources: {b: {title: B}}\ncites: {deck.values.A: b}\n"
    house = load(tmp_path, body)
    assert (house.cites["deck.values.A"], house.cites["deck.values.joker"]) == ("b", "seed-3#scoring-and-deadwood")
    assert "deck.values" not in house.cites
    write(tmp_path, "parent", body)
    assert "deck.values.A" not in load(tmp_path, "deck: {values: {A: 11}}\n", "parent.yaml").cites
    assert load(tmp_path, "deck: {values: {K: 11}}\n", "parent.yaml").cites["deck.values.A"] == "b"


def test_agreeing_on_the_joker_count_is_enough(tmp_path: Path) -> None:
    assert load(tmp_path, "deck: {jokers: 2}\nagree: [deck.values]\n").diagnostics == ()
    assert load(tmp_path, "deck: {jokers: 2, values: {joker: 15}}\n").diagnostics == ()


def test_a_users_file_needs_no_sources(tmp_path: Path) -> None:
    assert load(tmp_path, "scoring: {gin: 20}\n").diagnostics == ()


# Law 10: parents


def test_the_instructive_house_file(tmp_path: Path) -> None:
    scoring = "scoring: {gin: 20, undercut: 10, spades: doubles-points}\n"
    body = f"knock: {{limit: {{kind: upcard, ace: gin-only}}}}\n{scoring}game: {{end: 150}}\n"
    house = load(tmp_path, body)
    assert house.diagnostics == ()
    assert house.origins["game.end"].line == 8
    assert house.origins["game.end"].column == 8
    assert house.origins["game.bonus"].file == "variants/standard.yaml"
    assert set(house.origins) == set(catalogue())


def test_parents_in_an_added_folder(tmp_path: Path) -> None:
    club = tmp_path / "club"
    club.mkdir()
    write(club, "club-rules", "scoring: {gin: 40}\n")
    path = write(tmp_path, "house", "scoring: {undercut: 5}\n", "club-rules")
    assert load_variant(str(path), folders=[club]).values["scoring.gin"] == 40
    assert load_variant("club-rules", folders=[club]).values["scoring.gin"] == 40
    (problem,) = refused(path)
    assert (problem.code, problem.span) == ("unknown-variant", Span(5, 10, 20))


def test_an_id_that_two_files_have_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "classic", "scoring: {gin: 40}\n")
    (problem,) = refused("classic", folders=(tmp_path,))
    assert problem.code == "ambiguous-variant"
    assert "variants/classic.yaml" in problem.message
    assert load_variant(str(tmp_path / "classic.yaml")).values["scoring.gin"] == 40


def test_unknown_variants_have_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.hint for one in refused("clasic")] == ["did you mean 'classic'?"]
    assert [one.hint for one in refused("Classic")] == ["did you mean 'classic'?"]
    assert [one.hint for one in refused("xyzzy")] == [f"`ginrules variant list` shows all {len(shipped())}"]
    assert [one.code for one in refused(tmp_path / "none.yaml")] == ["not-found"]
    write(tmp_path, "house", "")
    write(tmp_path, "other", "", "house")
    assert [one.hint for one in refused(tmp_path / "other.yaml")] == ["a file is named by its path: house.yaml"]
    monkeypatch.chdir(tmp_path)
    assert [one.hint for one in refused("house")] == ["a file is named by its path: house.yaml"]
    assert [one.hint for one in refused("hosue")] == ["a file is named by its path: house.yaml"]
    assert [one.code for one in refused("")] == ["unknown-variant"]


def test_a_cycle_of_parents_is_refused_where_it_closes(tmp_path: Path) -> None:
    write(tmp_path, "one", "", "two.yaml")
    write(tmp_path, "two", "", "./three.yaml")
    write(tmp_path, "three", "", "../" + tmp_path.name + "/one.yaml")
    assert places(refused(tmp_path / "one.yaml")) == [("extends-cycle", "three.yaml", 5, 10)]


def test_a_missing_parent_file(tmp_path: Path) -> None:
    path = write(tmp_path, "house", "scoring: {gni: 5}\n", "nothing.yaml")
    assert places(refused(path)) == [("unknown-variant", "house.yaml", 5, 10), ("unknown-key", "house.yaml", 6, 11)]


# Law 11: errors of all files in one run, and after merging at the value that was set last


def test_the_errors_of_a_parent_are_shown_with_those_of_the_file(tmp_path: Path) -> None:
    write(tmp_path, "parent", "scoring: {gin: many}\n")
    path = write(tmp_path, "house", "scoring: {tie: none}\n", "parent.yaml")
    assert places(refused(path)) == [("not-a-value", "house.yaml", 6, 16), ("wrong-type", "parent.yaml", 6, 16)]


def test_an_error_after_merging_points_to_the_value_that_was_set_last(tmp_path: Path) -> None:
    write(tmp_path, "parent", "knock: {limit: {kind: upcard, ace: one}}\n")
    path = write(tmp_path, "house", "deal: {opening: extra-card}\n", "parent.yaml")
    assert places(refused(path)) == [("upcard-missing", "house.yaml", 6, 17)]


def test_an_error_after_merging_may_lie_in_the_parent(tmp_path: Path) -> None:
    write(tmp_path, "parent", "scoring: {gin-off: 10}\n")
    path = write(tmp_path, "house", "scoring: {gin: 20}\n", "parent.yaml")
    assert places(refused(path)) == [("gin-off-low", "parent.yaml", 6, 20)]


def test_warnings_are_only_about_what_the_file_sets(tmp_path: Path) -> None:
    write(tmp_path, "parent", "stock: {exhausted: reshuffle}\nscoring: {big-gin: 50}\n")
    parent = load_variant(str(tmp_path / "parent.yaml"))
    assert [one.code for one in parent.diagnostics] == ["may-not-end", "big-gin-unplayed"]
    assert load(tmp_path, "scoring: {gin: 20}\n", "parent.yaml").diagnostics == ()


def test_a_wrong_version_is_all_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    for text in ("spec: 2\nid: x\nknok: 1\n", "id: house\nspec: 'x'\n", "spec: true\n", "spec: 1.0\n"):
        path.write_text(text, encoding="utf-8")
        assert [one.code for one in refused(path)] == ["spec-version"]
    path.write_text("id: house\nname: House\n", encoding="utf-8")
    assert [(one.code, one.hint) for one in refused(path)] == [("spec-version", "begin with spec: 1")]


def test_a_file_that_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("- spec: 1\n", encoding="utf-8")
    assert [one.code for one in refused(path)] == ["wrong-type"]


def test_yaml_errors_and_rule_errors_come_in_one_run(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "house",
        "scoring: {gin: on, tie: nobody, gin: 3}\nknok: {limit: 7}\nstock: {exhausted: reshuffle, ends: never}\n",
    )
    assert [one.code for one in refused(path)] == [
        "ambiguous-scalar",
        "not-a-value",
        "duplicate-key",
        "unknown-key",
        "not-a-value",
    ]


def test_a_rule_without_a_right_value_is_in_no_cross_check(tmp_path: Path) -> None:
    path = write(tmp_path, "house", "scoring: {gin-off: 10, undercut: lots}\n")
    assert [one.code for one in refused(path)] == ["wrong-type"]


@pytest.mark.parametrize("reference", ["a\0b", "a/\0.yaml", "x" * 5_000, "./" + "x" * 5_000 + ".yaml", ".yaml", "/", ".", "\n"])
def test_no_name_breaks_the_loader(reference: str, tmp_path: Path) -> None:
    assert {one.code for one in refused(reference, folders=(tmp_path,))} <= {
        "unknown-variant",
        "not-readable",
        "not-found",
        "not-a-file",
    }
    path = write(tmp_path, "house", "", '"' + reference.replace("\0", "\\0").replace("\n", "\\n") + '"')
    assert {one.code for one in refused(path)} - {"unprintable"} == {"unknown-variant"}


def test_a_link_to_itself_is_not_readable(tmp_path: Path) -> None:
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert [one.code for one in refused(loop)] == ["not-readable"]
