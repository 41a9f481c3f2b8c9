"""The rule sheet: every rule at every value is said, whole and with its source."""

import re
from pathlib import Path
from typing import Any

import pytest

from ginrules.diagnostics import listed
from ginrules.rules.catalogue import RuleInfo, catalogue, is_value, masked
from ginrules.rules.clauses import clauses
from ginrules.rules.phrases import rule_words
from ginrules.rules.resolve import Variant, load_variant, shipped
from ginrules.rules.sheet_order import conditions, phrases, sheet_order
from ginrules.rules.wording import RuleSheet, Sentence, rule_sheet
from tests.rules.helpers import load, write

RULES = list(catalogue().values())
STANDARD: dict[str, Any] = dict(load_variant("standard").values)
HOUSE = Path(__file__).parent.parent.parent / "docs" / "demo" / "our-house.yaml"


def sentences(sheet: RuleSheet) -> list[Sentence]:
    return [sentence for section in sheet.sections for sentence in section.sentences]


def spoken(variant: Variant) -> str:
    return " ".join(sentence.text for sentence in sentences(rule_sheet(variant)))


def is_whole(text: str) -> bool:
    """Begins large, ends with a full stop, has no place left, no doubled blank, no word of the format."""
    return (
        bool(re.fullmatch(r"[A-Z0-9][^{}|_]*\.", text))
        and "  " not in text
        and "None" not in text
        and not re.search(r"\b1 (points|cards|hands|turns|minutes|games|times|extra boxes|cards were)\b", text)
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_at_every_probe_is_a_full_sentence(rule: RuleInfo) -> None:
    said = [rule_words(rule.id, {**STANDARD, "deck.jokers": 2, rule.id: probe}) for probe in rule.probes]
    assert all(is_whole(text) for text in said), said
    assert len(set(said)) == len(rule.probes), "two values are read alike"


@pytest.mark.parametrize("rule", [rule for rule in RULES if "maximum" in rule.schema], ids=lambda rule: rule.id)
def test_a_number_that_no_test_uses_is_said_too(rule: RuleInfo) -> None:
    for number in {1, 2, rule.schema["minimum"], rule.schema["maximum"]} - set(range(rule.schema["minimum"])):
        assert is_whole(rule_words(rule.id, {**STANDARD, rule.id: number}))


@pytest.mark.parametrize("name", [*shipped(), str(HOUSE)])
def test_a_variant_is_said_whole_with_a_source_for_each_rule(name: str) -> None:
    variant = load_variant(name)
    sheet = rule_sheet(variant)
    said = [rule for sentence in sentences(sheet) for rule in sentence.rules]
    assert len(said) == len(set(said)), "a rule is said twice"
    assert set(said) == set(catalogue()) - set(masked(variant.values))
    for sentence in sentences(sheet):
        assert is_whole(sentence.text), sentence.text
        assert {source.rule for source in sentence.sources} == set(sentence.rules)
        for source in sentence.sources:
            assert source.line > 0
            origin = variant.origins[source.rule]
            assert source.file == origin.file or catalogue()[source.rule].merges
            agreed = source.rule in variant.agree
            assert source.title or agreed or source.variant == "our-house", source
    assert all(section.sentences for section in sheet.sections)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_whatever_one_rule_is_changed_to_every_rule_with_an_effect_is_said(rule: RuleInfo) -> None:
    """Values of the table of rules, not files: rules that do not go together are said as well."""
    base = load_variant("standard")
    for format_, jokers in (("head-to-head", 0), ("everyone", 2), ("partnership", 1)):
        for probe in rule.probes:
            values = {**STANDARD, "players.format": format_, "players.count": [4], "deck.jokers": jokers, rule.id: probe}
            changed = Variant(
                id=base.id,
                name=base.name,
                summary=base.summary,
                file=base.file,
                values=values,
                origins=base.origins,
                agree=(),
                sources=base.sources,
                cites=base.cites,
                extends=(),
                layers=base.layers,
            )
            sheet = rule_sheet(changed)
            said = [each for sentence in sentences(sheet) for each in sentence.rules]
            assert sorted(said) == sorted(set(catalogue()) - set(masked(values)))
            assert all(is_whole(sentence.text) for sentence in sentences(sheet))


def test_every_rule_stands_alone_in_the_order_so_that_it_is_said_whatever_its_value() -> None:
    """A rule that only stands under conditions, or beside others, could be left out."""
    alone = {
        rule for section in sheet_order() for line in section.lines if not line.say and not line.clauses for rule in line.rules
    }
    # Whether there is a run of three or four and so on is said by one of three sentences that leave no value out.
    assert set(catalogue()) - alone == {"melds.set-min", "melds.set-max"}


def test_the_order_names_rules_values_and_headings_that_there_are() -> None:
    lines = [line for section in sheet_order() for line in section.lines]
    assert {rule for line in lines for rule in line.rules} <= set(catalogue())
    for line in lines:
        assert line.say or line.rules
        if line.clause:
            assert line.clause in clauses(), line.clause
            assert not line.rules
    for condition in conditions():
        info = catalogue()[condition.rule]
        for word in condition.words:
            known = word in info.words if info.words else is_value(condition.rule, word)
            assert known, (condition.rule, word)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        # Typed from the meaning of each value in the format's table of rules.
        ("knock: {limit: 7}", "A player may knock with 7 points of deadwood or less."),
        ("knock: {limit: 1}", "A player may knock with 1 point of deadwood or less."),
        ("knock: {limit: 10, comparison: below}", "A player may knock with less than 10 points of deadwood."),
        ("knock: {limit: {kind: upcard, ace: one, cap: 7}}", "If it is an ace, the limit is 1. The limit is never above 7."),
        ("knock: {limit: gin-only}", "Nobody may knock: only gin ends a hand."),
        ("scoring: {gin: 30}", "Gin earns 30 points."),
        ("scoring: {knock: 1}", "A knock that wins earns 1 point."),
        (
            "deck: {values: {A: 15}}",
            "an ace counts 15; jack, queen and king count 10 each; every other card counts its number.",
        ),
        ("deck: {values: {8: 0}}", "an ace counts 1; an 8 counts nothing; jack, queen and king count 10 each;"),
        (
            "deck: {values: {A: 5, 2: 5, 3: 5, 4: 5, 6: 5, 7: 5, 8: 5, 9: 5}}",
            "ace to 9 count 5 each; 10 to king count 10 each.",
        ),
        ("deck: {jokers: 2, values: {joker: 15}}", "a joker counts 15; every other card counts its number."),
        ("melds: {set-max: 3}", "A set is three cards of one rank; no fourth is melded or laid off."),
        ("melds: {set-min: 4}", "A set is all four cards of one rank."),
        ("melds: {run-max: 5}", "A run has at most 5 cards, laid-off cards counted."),
        ("melds: {run-min: 4}", "A run is 4 or more cards of one suit in sequence."),
        ("layoff: {on-gin: allowed}", "After a knock and after gin, the defender may lay off"),
        ("layoff: {on-knock: forbidden}", "Nobody lays off."),
        (
            "knock: {limit: gin-only}\nlayoff: {on-gin: allowed}",
            "After gin the defender may lay off on the melds of the player",
        ),
        ("gin: {big: adds}\nscoring: {big-gin: 6}", "it earns 6 points on top of the bonus for gin."),
        ("boxes: {gin: 2, undercut: 2}", "Gin or an undercut earns 2 extra boxes."),
        ("boxes: {gin: 1, gin-off: 1}", "earns 1 extra box instead of those for an undercut."),
        ("boxes: {value: 1}", "A box is worth one point."),
        ("game: {end: 150}", "The game ends with the hand in which a total reaches 150 points."),
        ("deck: {jokers: 2}", "A joker that lies in a meld stays there; nobody takes it back"),
        ("game: {end: {kind: rounds, rounds: 1}}", "The game is over after 1 hand."),
        ("game: {end: {kind: rounds, rounds: 5}}", "Whoever leads at the end gets a game bonus of 100 points."),
        (
            "game: {shutout: {kind: flat, points: 50}}",
            "If the opponent is shut out, the player who ends the game gets 50 points more.",
        ),
        ("game: {shutout: doubles-all}", "If the opponent is shut out, all that the player who ends the game has is doubled:"),
        (
            "game: {shutout: {kind: paid, points: 50}}",
            "A player who is shut out pays the one who ended the game 50 points more",
        ),
        ("game: {settlement: difference}", "At the end the lower total pays the higher the difference."),
        ("game: {winner: highest-total}", "Whoever has the higher total after boxes and bonuses wins the game."),
        ("boxes: {when: at-once}", "Whoever ends the game wins it."),
        ("boxes: {value: 0}", "The total at the end is the points of the hands and the bonuses together."),
        ("game: {bonus: 0, shutout: none}", "The total at the end is the points of the hands and the boxes together."),
        ("deal: {next-dealer: in-turn}", "The players deal in turn."),
        ("deal: {next-dealer: loser}", "The loser of a hand deals the next. "),
        ("game: {settlement: {kind: difference, round-to: 10}}", "The sum is rounded to the nearest 10."),
    ],
)
def test_values_read_aloud(body: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in spoken(load(tmp_path, body + "\n"))


def test_amounts_by_count_are_said_with_their_counts(tmp_path: Path) -> None:
    everyone = "players: {count: [2, 3, 4], format: everyone}\ndeal: {cards: {2: 10, 3: 7, 4: 7}}\n"
    assert "Each player is dealt 10 cards with 2 players and 7 with 3 or 4." in spoken(load(tmp_path, everyone))
    same = "players: {count: [2, 3], format: everyone}\ndeal: {cards: {2: 7, 3: 7}}\n"
    assert "Each player is dealt 7 cards." in spoken(load(tmp_path, same))
    assert "This game is for 2, 3 or 4 players." in spoken(load(tmp_path, everyone))


def test_what_is_left_to_the_players_comes_first(tmp_path: Path) -> None:
    house = load(tmp_path, "agree: [scoring.gin, game.end, scoring.big-gin]\nscoring: {gin: 30}\n")
    # Big gin is not played in the root, so there is nothing to agree on.
    assert [(one.rule, one.question) for one in rule_sheet(house).agree] == [
        ("knock.illegal", "what players do about a knock that the rules refuse"),
        ("scoring.gin", "bonus for gin"),
        ("game.end", "what ends the game"),
    ]


def test_what_is_left_to_the_players_is_marked_where_it_is_said(tmp_path: Path) -> None:
    house = load(tmp_path, "agree: [scoring.gin, knock.limit]\nscoring: {gin: 30}\nknock: {limit: {kind: upcard, ace: one}}\n")
    marked = [one.text for one in sentences(rule_sheet(house)) if "unless you agree otherwise" in one.text]
    assert marked == [
        (
            "The first upcard sets the knock limit: what it counts as deadwood. If it is an ace, the limit is 1. "
            "All this unless you agree otherwise."
        ),
        "After an illegal knock the hand is taken up again and play goes on, unless you agree otherwise.",
        "Gin earns 30 points, unless you agree otherwise.",
    ]


@pytest.mark.parametrize("name", [*shipped(), str(HOUSE)])
def test_what_is_to_be_agreed_is_marked_in_every_shipped_sheet(name: str) -> None:
    sheet = rule_sheet(load_variant(name))
    agreed = {agreement.rule for agreement in sheet.agree}
    for sentence in sentences(sheet):
        assert ("unless you agree otherwise" in sentence.text) is bool(agreed.intersection(sentence.rules))


SEVERAL = "players: {count: [2, 3, 4], format: everyone}\n"
OF_SEVERAL = re.compile(
    r"\b([Dd]efenders|opponents|if two do so|every two|others|all pass|all passed|to the left|of more than two)\b"
)


@pytest.mark.parametrize("name", [name for name in shipped() if load_variant(name).values["players.count"] == [2]])
def test_a_game_for_two_does_not_speak_of_several(name: str) -> None:
    assert not OF_SEVERAL.search(spoken(load_variant(name)))


def test_a_game_for_several_does(tmp_path: Path) -> None:
    said = spoken(load(tmp_path, SEVERAL + "deal: {cards: 7, next-dealer: in-turn}\n"))
    words = ("defenders", "opponents", "if two do so", "every two", "others", "all pass", "to the left")
    assert all(word in said for word in words)


def test_of_several_counts_it_is_said_who_wins_against_whom(tmp_path: Path) -> None:
    """Typed from spec/10-players.md, `scoring.showdown`."""
    apart = spoken(load(tmp_path, SEVERAL + "deal: {cards: 7}\n"))
    assert "of each defender with the knocker alone: if the knocker's is lower he wins against him" in apart
    at_once = spoken(load(tmp_path, SEVERAL + "deal: {cards: 7}\nscoring: {showdown: lowest-wins}\n"))
    assert "another defender who is below the knocker, but not the lowest, loses to him." in at_once
    assert "each defender with the knocker alone" not in at_once


@pytest.mark.parametrize("name", ["hollywood", "hollywood-oklahoma", "t-games-hollywood"])
def test_columns_are_said_with_their_number_their_end_and_where_each_win_goes(name: str) -> None:
    said = spoken(load_variant(name))
    assert "Hands are written in three columns side by side" in said
    assert "is closed and takes no more hands; play goes on until the last is closed." in said
    assert (
        "A player's first win is written in the first column, his second in the first two, his third in the first three" in said
    )
    assert "A column is closed with the hand in which a total in it reaches" in said
    assert re.search(r"Whoever closes the column wins it|wins the column", said)
    assert "ends the game" not in said


def test_factors_are_said_where_they_change_something() -> None:
    assert "multiplied" not in spoken(load_variant("hollywood"))
    assert "What is paid for the columns is multiplied by 1, 1 and 2, in this order." in spoken(
        load_variant("hollywood-oklahoma")
    )


def test_the_two_late_entries_are_said_apart() -> None:
    next_open = spoken(load_variant("hollywood"))
    assert "if the column to enter next is closed, the win goes into the next open one instead." in next_open
    assert "no other column stands in for a closed one." in spoken(load_variant("hollywood-oklahoma"))


@pytest.mark.parametrize("name", [name for name in shipped() if load_variant(name).values["players.format"] == "partnership"])
def test_a_partnership_has_its_sides_before_the_deal_and_a_box_for_one_side(name: str) -> None:
    variant = load_variant(name)
    titles = [section.title for section in rule_sheet(variant).sections]
    assert titles.index("Sides") < titles.index("The deal") < titles.index("Scoring a hand")
    said = spoken(variant)
    assert "Whoever wins a hand gets a box" not in said
    assert "Whoever ends" not in said
    assert "only the side with more scores" in said
    assert "At each table the players cut" in said
    assert "dealt again" not in said or variant.values["game.dead-hand"] == "replayed"


def test_each_phrase_that_is_read_otherwise_is_in_some_sentence() -> None:
    """Of the catalogue or of the order, or what an earlier phrase made of it."""
    templates = [text for rule in RULES for text in rule.wording.values()]
    templates += [line.say for section in sheet_order() for line in section.lines]
    for group in phrases():
        for phrase, instead in group.words.items():
            assert any(phrase in text for text in templates), phrase
            templates += [text.replace(phrase, instead) for text in templates if phrase in text]


def test_a_source_is_the_text_that_the_variant_cites_that_set_the_rule(tmp_path: Path) -> None:
    house = load(tmp_path, "knock: {limit: 7}\n", extends="classic")
    by_rule = {source.rule: source for sentence in sentences(rule_sheet(house)) for source in sentence.sources}
    limit, gin, tie = by_rule["knock.limit"], by_rule["scoring.undercut"], by_rule["melds.ace"]
    assert (limit.variant, Path(limit.file).name, limit.line, limit.title) == ("house", "house.yaml", 6, "")
    assert (gin.variant, gin.title, gin.place) == ("classic", "Gin for two (a retelling of Pagat)", "scoring")
    assert (tie.variant, tie.title) == ("standard", "Partnership Gin Rummy Rules")
    assert by_rule["boxes.gin"].url == "https://ginrummy.com/scoring.html"


def test_a_table_that_merges_has_every_file_with_a_part_in_it_as_a_source(tmp_path: Path) -> None:
    house = load(tmp_path, "deck: {values: {A: 15}}\n")
    (values,) = [one for one in sentences(rule_sheet(house)) if one.rules == ("deck.values",)]
    assert [source.variant for source in values.sources] == ["house", "standard"]
    again = write(tmp_path, "again", "deck: {values: {A: 11}}\n", extends="house.yaml")
    (values,) = [one for one in sentences(rule_sheet(load_variant(str(again)))) if one.rules == ("deck.values",)]
    assert [source.variant for source in values.sources] == ["again", "standard"], "nothing of house is left"


def test_what_the_variant_sets_itself_is_marked(tmp_path: Path) -> None:
    house = rule_sheet(load(tmp_path, "scoring: {gin: 30}\nturn: {pile: spread}\n"))
    assert [one.rules for one in sentences(house) if one.own] == [("turn.pile",), ("scoring.gin",)]
    assert not any(one.own for one in sentences(rule_sheet(load_variant("standard"))))
    changed = rule_sheet(load_variant("classic", overrides=["scoring.tie=no-score"]))
    (tie,) = [one for one in sentences(changed) if one.rules == ("scoring.tie",)]
    assert tie.own
    assert [(source.variant, source.file) for source in tie.sources] == [("", "--set")]


def test_what_has_no_effect_is_left_out() -> None:
    assert "undercut" not in spoken(load_variant("straight")).replace("cannot be undercut", "")
    assert "knock limit" not in spoken(load_variant("straight"))
    assert "partner" not in spoken(load_variant("standard"))


def test_a_list_in_words() -> None:
    assert listed(["1"]) == "1"
    assert listed(["1", "2"]) == "1 and 2"


def test_the_sheet_as_json_has_every_part() -> None:
    sheet = rule_sheet(load_variant("classic"))
    data: Any = sheet.to_json()
    assert set(data) == {"id", "name", "summary", "agree", "sections"}
    for section in data["sections"]:
        for sentence in section["sentences"]:
            assert set(sentence) <= {"text", "rules", "own", "sources", "clause"}
            assert bool(sentence["rules"]) == bool(sentence["sources"])
