"""The variants that are shipped."""

import json
import re
from statistics import median
from typing import Any

import pytest

from ginrules.resources import CORPUS, VARIANTS
from ginrules.rules.catalogue import catalogue, rules_read, word_of
from ginrules.rules.checks import check_file
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.variant import LimitKind, Tie
from tests.rules_page import is_played


def test_the_shipped_variants() -> None:
    """The systems of the four seeds, and at least as many files as were promised."""
    seeds = {"classic", "basic", "partnership", "alternating-partnership", "penalty", "rounds", "strict", "strict-jokers"}
    assert set(shipped()) >= {"standard", "north-american", "open-spiel", "rlcard"} | seeds
    assert len(shipped()) >= 25


def lines_beside_sources(variant: str) -> int:
    """How many lines a file has without comments and without its sources and citations."""
    count = 0
    counting = True
    for line in (VARIANTS / f"{variant}.yaml").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith((" ", "#")):
            counting = line.partition(":")[0] not in {"sources", "cites"}
        count += counting and bool(line.strip()) and not line.lstrip().startswith("#")
    return count


def test_a_shipped_file_is_short() -> None:
    assert lines_beside_sources("extra-card") == 6
    assert median(map(lines_beside_sources, shipped())) <= 10


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_file_names_its_sources(variant: str) -> None:
    """Every source is cited, and says where it lies: a page, a file of the project's seeds, or at least its author."""
    layer = load_variant(variant).layers[-1]
    assert layer.cites
    assert {citation.partition("#")[0] for citation in layer.cites.values()} <= set(layer.sources)
    sources: dict[str, Any] = dict(layer.sources)
    assert [name for name, source in sources.items() if not {"url", "file", "author"} & set(source)] == []


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_variant_is_in_the_corpus(variant: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in CORPUS.glob("*.ginr"))
    assert re.search(rf"^ *variant .*(?<![\w-]){variant}(?![\w-])", text, re.MULTILINE)


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_variant_sets_only_what_is_played(variant: str) -> None:
    for rule, value in load_variant(variant).layers[-1].rules.items():
        assert is_played(catalogue()[rule], word_of(value)), rule


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_file_has_no_error_and_no_warning_and_cites_everything(variant: str) -> None:
    assert check_file(VARIANTS / f"{variant}.yaml", shipped=True) == ()


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_file_begins_with_its_version(variant: str) -> None:
    lines = (VARIANTS / f"{variant}.yaml").read_text(encoding="utf-8").split("\n")
    assert next(line for line in lines if not line.startswith("#")) == "spec: 1"


@pytest.mark.parametrize("variant", shipped())
def test_a_shipped_variant_is_the_same_when_it_is_checked(variant: str) -> None:
    unchecked, checked = load_variant(variant), load_variant(str(VARIANTS / f"{variant}.yaml"))
    assert dict(unchecked.values) == dict(checked.values)
    assert list(unchecked.values) == list(catalogue())


@pytest.mark.parametrize("variant", [name for name in shipped() if name != "standard"])
def test_a_shipped_file_sets_nothing_that_its_parent_has_already(variant: str) -> None:
    *_, parent, own = load_variant(variant).layers
    before = load_variant(parent.id).values
    after = load_variant(variant).values
    # What a joker counts is said again where jokers come in (`joker-count`).
    said_again = {"deck.values"} if "deck.jokers" in own.rules else set()
    assert [rule for rule in own.rules if before[rule] == after[rule] and rule not in said_again] == []


def test_a_source_is_the_same_in_every_shipped_file() -> None:
    seen: dict[str, Any] = {}
    for variant in shipped():
        for name, source in load_variant(variant).layers[-1].sources.items():
            assert seen.setdefault(name, source) == source


# Numbers from the readings of the seeds: seed 1, seed 3, the table of published games, and OpenSpiel's code.
@pytest.mark.parametrize(
    ("variant", "rule", "value"),
    [
        ("standard", "scoring.gin", 25),
        ("standard", "game.shutout", {"kind": "doubles-hands"}),
        ("classic", "scoring.gin", 20),
        ("classic", "scoring.undercut", 10),
        ("classic", "boxes.value", 20),
        ("classic", "game.shutout", {"kind": "flat", "points": 100}),
        ("classic", "game.settlement", {"kind": "difference", "doubled-when": "no-hands"}),
        ("basic", "turn.return-taken", "allowed"),
        ("basic", "scoring.undercut", 0),
        ("strict", "knock.comparison", "below"),
        ("strict", "melds.run-max", 5),
        ("strict", "scoring.gin", 30),
        ("strict", "scoring.big-gin", 50),
        ("strict", "scoring.undercut", 10),
        ("strict", "gin.big", "replaces"),
        ("north-american", "gin.big", "replaces"),
        ("north-american", "scoring.big-gin", 31),
        ("north-american", "deal.next-dealer", "in-turn"),
        ("open-spiel", "scoring.tie", "no-score"),
        ("open-spiel", "game.end", {"kind": "rounds", "rounds": 1}),
        ("open-spiel", "stock.last-discard", "to-go-out"),
        # Seed 0, partners; eight players have 175 there and 150 in Bicycle.
        ("partnership", "players.format", "partnership"),
        ("partnership", "game.end", {"kind": "target", "points": {"4": 125, "6": 150, "8": 175, "10": 200, "12": 225}}),
        ("partnership", "game.bonus", 100),
        ("partnership", "game.shutout", {"kind": "flat", "points": 100}),
        ("partnership", "teams.opponents", "per-game"),
        ("partnership", "teams.advice", "unless-seen"),
        ("alternating-partnership", "teams.opponents", "per-hand"),
        ("alternating-partnership", "teams.advice", "none"),
        # Seed 2: seven cards for three and four, gin 25 and twice the deadwood, knock 10, undercut 20.
        ("penalty", "deal.cards", {"2": 10, "3": 7, "4": 7}),
        ("penalty", "scoring.collect", {"kind": "penalties", "gin-factor": 2}),
        ("penalty", "scoring.gin", 25),
        ("penalty", "scoring.knock", 10),
        ("penalty", "scoring.undercut", 20),
        ("penalty", "layoff.onto", "original"),
        ("rounds", "game.end", {"kind": "rounds", "rounds": 3}),
        ("rounds", "turn.return-taken", "allowed"),
        ("strict-jokers", "deck.jokers", 2),
        ("strict-jokers", "knock.comparison", "below"),
        # Pagat's copies: 20, 10, 20, 100, and 200 against no score.
        ("pagat", "scoring.gin", 20),
        ("pagat", "scoring.undercut", 10),
        ("pagat", "boxes.value", 20),
        ("pagat", "game.shutout", {"kind": "flat", "points": 100}),
        ("pagat", "game.settlement", {"kind": "difference"}),
        ("extra-card", "deal.opening", "extra-card"),
        # github.com/jdh8/gin-rummy, src/rules.rs: the presets new and palace.
        ("modern", "scoring.gin", 25),
        ("modern", "scoring.big-gin", 31),
        ("modern", "scoring.undercut", 25),
        ("modern", "boxes.value", 25),
        ("modern", "game.shutout", {"kind": "doubles-all"}),
        ("palace", "scoring.undercut", 20),
        ("palace", "boxes.value", 10),
        ("palace", "boxes.when", "at-once"),
        ("palace", "game.bonus", 0),
        ("palace", "gin.big", "not-played"),
        # github.com/tneller/gin-rummy-eaai, GinRummyGame.java
        ("eaai", "deal.next-dealer", "in-turn"),
        ("eaai", "knock.illegal", "forfeit-game"),
        ("eaai", "layoff.own-melds", "fixed-first"),
        ("eaai", "boxes.value", 0),
        ("straight", "knock.limit", {"kind": "gin-only"}),
        # Oklahoma: Bicycle, the Rummy Rule Book, rummy-games.com, Pagat, ginrummy.ca, Rummy Talk.
        ("oklahoma", "knock.limit", {"kind": "upcard", "ace": "gin-only"}),
        ("oklahoma", "scoring.spades", "doubles-points-and-boxes"),
        ("oklahoma", "deal.passed-upcard", "set-aside"),
        ("oklahoma-150", "knock.limit", {"kind": "upcard", "ace": "one"}),
        ("oklahoma-150", "scoring.spades", "doubles-points"),
        ("oklahoma-150", "game.end", {"kind": "target", "points": 150}),
        ("kisses", "boxes.gin", 2),
        ("kisses", "boxes.undercut", 1),
        ("kisses", "scoring.spades", "doubles-points"),
        ("kisses-doubled", "scoring.spades", "doubles-points-and-boxes"),
        ("oklahoma-pagat", "boxes.gin", 2),
        ("oklahoma-pagat", "scoring.gin", 20),
        ("oklahoma-penalty", "knock.limit", {"kind": "upcard", "ace": "one"}),
        ("oklahoma-penalty", "scoring.collect", {"kind": "penalties", "gin-factor": 2}),
        ("hollywood-oklahoma", "scoring.spades", "doubles-points-and-extra-boxes"),
        ("hollywood-oklahoma", "game.shutout", {"kind": "doubles-all"}),
        ("hollywood-partnership", "boxes.sweep", 1),
        ("hollywood-partnership", "game.end", {"kind": "target", "points": 300}),
        # Hollywood: rummy-games.com with the amounts of ginrummy.cards, and pokerwiner.com.
        ("hollywood", "game.end", {"kind": "target", "points": 100}),
        ("hollywood", "boxes.value", 25),
        ("hollywood", "game.bonus", 100),
        ("hollywood-150", "game.end", {"kind": "target", "points": 150}),
        # Bicycle: partners to 125; sides of three and four to 150, of five to 175, of six to 200.
        ("bicycle-partnership", "game.end", {"kind": "target", "points": 125}),
        ("bicycle-partnership", "game.dead-hand", "counts"),
        ("bicycle-partnership", "teams.advice", "after-knock"),
        ("bicycle-partnership", "teams.waiting", "allowed"),
        ("bicycle-six", "game.end", {"kind": "target", "points": {"6": 150, "8": 150, "10": 175, "12": 200}}),
        ("bicycle-six", "teams.opponents", "fixed"),
        ("knock-rummy", "deal.cards", {"2": 10, "3": 7, "4": 7, "5": 6}),
        ("knock-rummy", "knock.limit", {"kind": "any"}),
        ("knock-rummy", "scoring.undercut", 10),
        ("knock-rummy", "scoring.tie", "undercut-without-bonus"),
        ("knock-rummy", "layoff.on-knock", "forbidden"),
        # rummy-games.com, round the corner: 15 for an ace, 20, 20 and 20, to 125; partners 150, 175, 175, 200.
        ("round-the-corner", "melds.ace", "round-the-corner"),
        ("round-the-corner", "scoring.gin", 20),
        ("round-the-corner", "scoring.undercut", 20),
        ("round-the-corner", "boxes.value", 20),
        ("round-the-corner", "game.end", {"kind": "target", "points": 125}),
        ("round-the-corner", "scoring.gin-tie", "no-score"),
        ("round-the-corner-partnership", "game.end", {"kind": "target", "points": {"4": 150, "6": 175, "8": 175, "10": 200}}),
        # World Club Games: 15, 25, 35, 25; spielegratis24 and ginrummy.com: 6 more than gin.
        ("worldclub", "scoring.knock", 15),
        ("worldclub", "scoring.big-gin", 35),
        ("six-extra", "gin.big", "adds"),
        ("six-extra", "scoring.big-gin", 6),
        ("ginrummy-com", "scoring.big-gin", 6),
        ("ginrummy-com", "game.shutout", {"kind": "doubles-hands"}),
        ("mobilityware", "scoring.big-gin", 31),
        ("mobilityware", "boxes.value", 0),
        # t_games, gin_rummy_game.py: its rules and its options.
        ("t-games", "game.winner", "highest-total"),
        ("t-games", "game.shutout", {"kind": "doubles-hands-and-bonus"}),
        ("t-games", "game.shutout-when", "no-hands"),
        ("t-games-ace-high", "melds.ace", "high-or-low"),
        ("ginrummy-net", "scoring.undercut", 10),
        ("two-jokers", "deck.jokers", 2),
        ("two-jokers", "knock.comparison", "below"),
        ("joker", "turn.joker-taken", "only-into-meld"),
        ("ginplayeronline", "scoring.tie", "knocker"),
        ("ginplayeronline", "knock.comparison", "below"),
        ("fiftieth-card", "stock.last-discard", "to-go-out"),
        ("ginning-off", "scoring.gin-off", 25),
        ("ginning-off", "scoring.undercut", 20),
        ("ginning-off", "deal.next-dealer", "loser"),
    ],
)
def test_what_shipped_variants_say(variant: str, rule: str, value: Any) -> None:
    assert load_variant(variant).values[rule] == value


@pytest.mark.parametrize(
    ("variant", "factors", "late_entry", "won_by"),
    [
        ("hollywood", [1, 1, 1], "next-open", "settlement"),
        ("hollywood-150", [1, 1, 1], "by-count", "settlement"),
        ("hollywood-oklahoma", [1, 1, 2], "by-count", "settlement"),
        ("hollywood-partnership", [1, 1, 2], "by-count", "settlement"),
        ("t-games-hollywood", [1, 1, 1], "next-open", "most-columns"),
    ],
)
def test_columns_of_hollywood(variant: str, factors: list[int], late_entry: str, won_by: str) -> None:
    """rummy-games.com and t_games enter the next open column, pokerwiner.com counts; Rummy Talk's third column is double."""
    columns: Any = load_variant(variant).values["game.columns"]
    assert (columns["factors"], columns["late-entry"], columns["won-by"]) == (factors, late_entry, won_by)


@pytest.mark.parametrize(
    ("variant", "rank", "count"), [("round-the-corner", "A", 15), ("joker", "joker", 15), ("two-jokers", "joker", 20)]
)
def test_what_a_card_counts(variant: str, rank: str, count: int) -> None:
    values: Any = load_variant(variant).values["deck.values"]
    assert values[rank] == count
    assert values["9"] == 9


def test_typed_rules_and_the_rules_of_a_question() -> None:
    strict = load_variant("strict")
    assert strict.rules().knock.limit.kind is LimitKind.FIXED
    assert strict.rules().scoring.tie is Tie.UNDERCUT
    assert strict.rules() is strict.rules()
    question = strict.question_rules("score")
    assert list(question) == list(rules_read("score"))
    assert json.loads(json.dumps(question)) == question
