"""Scenarios to questions: what goes into a request, what is expected of the answer, what is refused."""

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ginrules import resources
from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.diagnostics import InvalidInput, NotPlayed, Severity
from ginrules.notation.citations import citable, refusals
from ginrules.notation.clauses import Expect
from ginrules.notation.compile import Column, columns, compile_scenario
from ginrules.notation.dealing import unused
from ginrules.notation.fitting import methods
from ginrules.notation.later import not_played_yet
from ginrules.notation.reader import parse, read, read_fragment
from ginrules.notation.scenario import Scenario
from ginrules.questions import Case, Method
from ginrules.rules.resolve import load_variant

ANN = "hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
BOB = "hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
ANN_CARDS = ANN.removeprefix("hand Ann: ").split()
BOB_CARDS = BOB.removeprefix("hand Bob: ").split()
HANDS = f"{ANN}\n{BOB}\n"


def scenario_of(text: str, head: str = "") -> Scenario:
    (scenario,) = read(f'ginr 1\n{head}scenario a "about a"\n{text}\n', "x.ginr").scenarios
    return scenario


def cases_of(text: str, **more: Any) -> tuple[Case, ...]:
    return compile_scenario(scenario_of(text), **more)


def params_of(case: Case) -> dict[str, Any]:
    return {name: value for name, value in case.question.params.items() if name != "rules"}


def asked_of(case: Case) -> dict[str, Any]:
    return dict(case.question.params)


def codes_of(text: str) -> list[str]:
    with pytest.raises(InvalidInput) as error:
        cases_of(text)
    return [problem.code for problem in error.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("hand Ann: 3s 4s 5d\nhand Bob: 3s\nAnn: gin", "in Ann's hand already (line 3)"),
        ("hand Ann: 3s 4s 3s\nhand Bob: 2c\nAnn: gin", "in Ann's hand already"),
        ("stock: 3s\npile: 3s 7d\nhand Ann: 4h\nAnn: stock", "in the stock already (line 3)"),
        ("pile: 3s 7d 3s\nhand Ann: 4h\nAnn: stock", "on the pile already"),
        ("hand Ann: 4h\nhand Bob: 2c\nAnn: knock\nBob: layoff 7h 7h on 4h", "elsewhere already"),
    ],
)
def test_it_is_said_where_the_other_card_lies(text: str, where: str) -> None:
    with pytest.raises(InvalidInput) as error:
        cases_of(text)
    messages = [problem.message for problem in error.value.diagnostics if problem.code == "card-twice"]
    assert [message.partition(" lies ")[2] for message in messages] == [f"{where}: there is one of each"]


# -- arrange --


def test_without_an_action_each_hand_is_arranged() -> None:
    text = (
        "hand Ann: 4h 10♥ *\nhand Bob: 5c\nhand Cat: 6c\nvariant standard with deck.jokers = 2\n"
        "expect deadwood Bob 5, Ann 34\nexpect spread Ann: []"
    )
    cases = cases_of(text)
    assert [params_of(case) for case in cases] == [{"hand": ["5c"]}, {"hand": ["4h", "Th", "*"]}]
    assert [case.expect for case in cases] == [{"deadwood": 5}, {"deadwood": 34, "melds": []}]
    assert [(case.part, case.question.method) for case in cases] == [(1, Method.ARRANGE), (2, Method.ARRANGE)]


def test_a_hand_without_expectations_is_a_question() -> None:
    (case,) = compile_scenario(*read_fragment("hand Ann: 4h 5h 6h 3s").scenarios)
    assert (case.scenario, case.column, case.part, case.expect) == ("fragment", "standard", 1, {})
    assert sorted(asked_of(case)["rules"]) == [
        "deck.jokers",
        "deck.values",
        "melds.ace",
        "melds.run-max",
        "melds.run-min",
        "melds.set-max",
        "melds.set-min",
    ]


def test_an_expected_spread_is_compared_as_melds() -> None:
    (case,) = cases_of("hand Ann: 3h 4h 5h 2s\nexpect spread Ann: [3h 4h 5h] 2s")
    assert case.expect == {"melds": [["3h", "4h", "5h"]]}


# -- score --


def test_a_knock_is_a_showdown() -> None:
    (case,) = cases_of(HANDS + "Ann: knock\nexpect knock Ann 31")
    assert params_of(case) == {
        "players": ["Ann", "Bob"],
        "knocker": "Ann",
        "call": "knock",
        "hands": {"Ann": ANN_CARDS, "Bob": BOB_CARDS},
    }
    assert case.question.method is Method.SCORE
    assert case.expect == {"outcome": "knock", "winners": ["Ann"], "points": {"Ann": 31}}


def test_the_players_of_the_file_give_the_turn_order() -> None:
    (case,) = compile_scenario(scenario_of(HANDS + "Ann: knock", head="players Bob Ann\n"))
    assert asked_of(case)["players"] == ["Bob", "Ann"]


def test_what_goes_with_a_case() -> None:
    text = f'tags x, y\nrule knock.limit, scoring.gin\nnote "built"\n{HANDS}Ann: knock\nexpect limit 10 why "10"\nexpect legal'
    (case,) = cases_of(text)
    assert (case.scenario, case.title, case.rules, case.tags, case.note, case.why) == (
        "a",
        "about a",
        ("knock.limit", "scoring.gin"),
        ("x", "y"),
        "built",
        ("10",),
    )
    assert case.expect == {"limit": 10, "refused": []}


def test_the_discard_is_one_of_eleven_cards() -> None:
    (case,) = cases_of(f"{ANN} Kh\n{BOB}\nupcard 4s\nAnn: knock Kh\nexpect boxes Ann 1\nexpect points Ann 31, Bob 0")
    assert params_of(case) == {
        "players": ["Ann", "Bob"],
        "knocker": "Ann",
        "call": "knock",
        "hands": {"Ann": [*ANN_CARDS, "Kh"], "Bob": BOB_CARDS},
        "discard": "Kh",
        "upcard": "4s",
    }
    assert case.expect == {"boxes": {"Ann": 1}, "points": {"Ann": 31, "Bob": 0}}


def test_big_gin_is_called_with_eleven_cards() -> None:
    hands = "hand Ann: 4h 5h 6h 7h 9c 9d 9h 9s Jc Qc Kc\nhand Bob: 2c 2d 2h Ac 5s 7c 8s Tc Qs Kd\n"
    (case,) = cases_of(f"{hands}Ann: big-gin")
    assert (asked_of(case)["call"], "discard" in asked_of(case)) == ("big-gin", False)


def test_brackets_show_and_layoffs_are_declarations() -> None:
    text = (
        f"hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s\n{BOB}\nAnn: knock\nBob: layoff 7h on 4h and 9h on 9c\n"
        "Bob: show [2c 2d 2h] Ac 5s\nexpect spread Bob: [2c 2d 2h]"
    )
    (case,) = cases_of(text)
    assert asked_of(case)["spreads"] == {
        "Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]],
        "Bob": [["2c", "2d", "2h"]],
    }
    assert asked_of(case)["layoffs"] == {"Bob": [{"cards": ["7h"], "onto": "4h"}, {"cards": ["9h"], "onto": "9c"}]}
    assert case.expect == {"spreads": {"Bob": [["2c", "2d", "2h"]]}}


def test_an_empty_bracket_is_a_spread_without_a_meld() -> None:
    (case,) = cases_of(f"{ANN}\n{BOB} []\nAnn: knock")
    assert asked_of(case)["spreads"] == {"Bob": []}


def test_no_layoffs_and_layoffs_none_differ() -> None:
    best, none = (cases_of(f"{HANDS}Ann: knock\n{line}")[0].question.params for line in ("", "Bob: layoff none"))
    assert "layoffs" not in best
    assert none["layoffs"] == {"Bob": []}
    assert "spreads" not in none


def test_layoffs_of_several_lines_add_up() -> None:
    (case,) = cases_of(f"{HANDS}Ann: knock\nBob: layoff 7h on 4h\nBob: layoff 9h on 9c")
    assert asked_of(case)["layoffs"] == {"Bob": [{"cards": ["7h"], "onto": "4h"}, {"cards": ["9h"], "onto": "9c"}]}


def test_layoffs_need_the_spread_of_the_knocker_which_the_reference_chooses() -> None:
    (case,) = cases_of(f"{ANN} Kh\n{BOB}\nAnn: knock Kh\nBob: layoff 7h on 4h")
    spreads = asked_of(case)["spreads"]
    assert isinstance(spreads, dict)
    assert sorted(map(sorted, spreads["Ann"])) == [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Kc", "Qc"]]
    # 1 + 5 + 8 + 9 + 10 + 10: the twos are melded, the seven is laid off
    assert answer(Method.SCORE, asked_of(case))["deadwood"] == {"Ann": 3, "Bob": 43}


def test_several_best_spreads_that_give_the_same_are_no_matter() -> None:
    # 2h to 7h are one run or two; the nine of hearts goes onto the nines in either case.
    text = "hand Ann: 2h 3h 4h 5h 6h 7h 9c 9d 9s As\nhand Bob: 9h 2c 2d 2s Ac 5s 7c 8s Qs Kd\nAnn: knock\nBob: layoff 9h on 9c"
    (case,) = cases_of(text)
    assert "Ann" in asked_of(case)["spreads"]


def test_of_several_least_spreads_the_knocker_shows_the_one_that_brings_most() -> None:
    # The seven of clubs goes with the run or with the sevens, 6 are left either way; onto 4c to 7c Bob could lay 8c, onto the
    # short run he cannot (spec 3.8).
    hands = "hand Ann: 4c 5c 6c 7c 7d 7h 7s Ad 2h 3h\nhand Bob: 8c 8d 2c 2d 9h Ts Jd Qh Ks Ac\n"
    (case,) = cases_of(f"{hands}Ann: knock\nBob: layoff none\nexpect legal")
    assert "spreads" not in asked_of(case)
    (case,) = cases_of(f"{hands}Ann: knock\nBob: layoff 8c on 7c\nexpect illegal melds.shape, layoff.onto")
    assert sorted(map(sorted, asked_of(case)["spreads"]["Ann"])) == [["4c", "5c", "6c"], ["7c", "7d", "7h", "7s"]]


def test_rules_that_are_not_played_where_the_reference_must_choose() -> None:
    limit = "variant standard with knock.limit = {kind: side-card, ace: one}\n"
    with pytest.raises(NotPlayed, match=r"knock\.limit"):
        cases_of(f"{limit}{HANDS}Ann: knock\nBob: layoff 7h on 4h")


def test_the_reference_names_the_jokers_of_a_spread_that_is_laid_upon() -> None:
    # Bob's seven fits behind a six; the joker is best as the three of hearts, or as a nine or a queen that takes nothing.
    hands = f"hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc * *\n{BOB.replace('7h', '7s')}\n"
    moves = "Ann: gin\nBob: layoff 8s on 4h\nexpect illegal melds.shape, layoff.on-gin"
    (case,) = cases_of(f"variant standard with deck.jokers = 2\n{hands}{moves}")
    named = [card for meld in asked_of(case)["spreads"]["Ann"] for card in meld if card.startswith("*")]
    assert len(named) == 2
    assert all(card.startswith("*=") for card in named)


def test_a_joker_in_a_meld_stands_for_a_card() -> None:
    hands = f"hand Ann: [4h *=5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s\n{BOB}\n"
    text = f"variant standard with deck.jokers = 2\n{hands}Ann: knock\nBob: layoff 7h on *=5h"
    (case,) = cases_of(text)
    assert asked_of(case)["hands"]["Ann"][:3] == ["4h", "*", "6h"]
    assert asked_of(case)["spreads"]["Ann"][0] == ["4h", "*=5h", "6h"]
    assert asked_of(case)["layoffs"]["Bob"] == [{"cards": ["7h"], "onto": "5h"}]


def test_more_jokers_than_there_are_is_an_error() -> None:
    with pytest.raises(InvalidInput) as error:
        cases_of("variant standard with deck.jokers = 1\nhand Ann: 4h * 5c *")
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.message) == ("joker-count", "standard is played with 1 joker")
    assert codes_of(f"{HANDS}Ann: knock *") == ["wrong-count", "joker-count"]


# -- which actions an expectation speaks of --


def test_an_expectation_speaks_of_the_actions_above_it() -> None:
    text = (
        f"{HANDS}expect deadwood Ann 3\nAnn: knock\nexpect limit 10\n"
        "Bob: layoff none\nexpect deadwood Bob 50\nexpect knock Ann 47"
    )
    first, second, third = cases_of(text)
    assert (first.question.method, first.expect) == (Method.ARRANGE, {"deadwood": 3})
    assert (second.expect, "layoffs" in asked_of(second)) == ({"limit": 10}, False)
    assert (third.part, third.expect) == (
        3,
        {"deadwood": {"Bob": 50}, "outcome": "knock", "winners": ["Ann"], "points": {"Ann": 47}},
    )
    assert asked_of(third)["layoffs"] == {"Bob": []}


def test_a_refused_action_is_taken_back() -> None:
    text = (
        f"{HANDS}Ann: knock\nBob: layoff 8s on 4h\nexpect illegal melds.shape, layoff.onto\nBob: layoff 7h on 4h\nexpect legal"
    )
    refused, legal = cases_of(text)
    assert refused.expect == {"refused": ["melds.shape", "layoff.onto"]}
    assert asked_of(refused)["layoffs"] == {"Bob": [{"cards": ["8s"], "onto": "4h"}]}
    assert legal.expect == {"refused": []}
    assert asked_of(legal)["layoffs"] == {"Bob": [{"cards": ["7h"], "onto": "4h"}]}


def test_a_refused_knock_may_be_followed_by_another() -> None:
    text = f"{ANN} Kh\n{BOB}\nAnn: knock 4h\nexpect illegal knock.limit\nAnn: knock Kh\nexpect knock Ann 31"
    assert [asked_of(case)["discard"] for case in cases_of(text)] == ["4h", "Kh"]


def test_columns_have_their_own_expectations() -> None:
    text = (
        f"variant standard, standard with knock.limit = 2 as low\n{HANDS}Ann: knock\n"
        "expect in low: illegal knock.limit\nexpect in standard: knock Ann 31\nexpect in standard: boxes Bob 0"
    )
    first, second = cases_of(text)
    assert (first.column, first.expect) == (
        "standard",
        {"outcome": "knock", "winners": ["Ann"], "points": {"Ann": 31}, "boxes": {"Bob": 0}},
    )
    assert (second.column, second.expect) == ("low", {"refused": ["knock.limit"]})
    assert asked_of(second)["rules"]["knock.limit"] == {"kind": "fixed", "points": 2}


def test_nothing_is_left_to_speak_of_once_the_knock_is_taken_back() -> None:
    text = (
        f"variant standard, standard with knock.limit = 2 as low\n{HANDS}Ann: knock\n"
        "expect in low: illegal knock.limit\nexpect deadwood Ann 3"
    )
    with pytest.raises(InvalidInput) as error:
        cases_of(text)
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.message) == (
        "expect-before-action",
        "the action above this has been taken back, as it is illegal",
    )


def test_what_is_said_twice_alike_is_no_contradiction() -> None:
    (case,) = cases_of(f"{HANDS}Ann: knock\nexpect knock Ann 31\nexpect knock Ann 31\nexpect points Ann 31")
    assert case.expect == {"outcome": "knock", "winners": ["Ann"], "points": {"Ann": 31}}
    assert codes_of(f"{HANDS}Ann: knock\nexpect knock\nexpect gin") == ["expected-twice"]
    assert codes_of(f"{HANDS}Ann: knock\nexpect spread Bob: [2c 2d 2h]\nexpect spread Bob: []") == ["expected-twice"]


# -- variants --


def test_a_scenario_that_names_no_variant_is_asked_under_the_given_one() -> None:
    scenario = scenario_of(f"{HANDS}Ann: knock")
    low = load_variant("standard", overrides=["knock.limit=2"])
    assert columns(scenario) == (Column("standard", load_variant("standard")),)
    assert columns(scenario, variant=low) == (Column("standard", low),)
    (case,) = compile_scenario(scenario, variant=low)
    assert asked_of(case)["rules"]["knock.limit"] == {"kind": "fixed", "points": 2}


def test_variants_are_found_in_added_folders(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(
        "spec: 1\nid: house\nname: House\nsummary: Ours.\nextends: standard\nscoring: {gin: 7}\n"
    )
    (tmp_path / "wrong.yaml").write_text(
        "spec: 1\nid: wrong\nname: Wrong\nsummary: Ours.\nextends: standard\nscoring: {gin: many}\n"
    )
    (case,) = cases_of(f"variant house\n{HANDS}Ann: knock", folders=[tmp_path])
    assert asked_of(case)["rules"]["scoring.gin"] == 7
    with pytest.raises(InvalidInput) as error:
        columns(scenario_of(f"variant wrong\n{HANDS}Ann: knock"), folders=[tmp_path])
    assert error.value.diagnostics[0].file.endswith("wrong.yaml")


def test_wrong_other_rules_point_into_the_scenario() -> None:
    with pytest.raises(InvalidInput) as error:
        cases_of(f"variant standard with scoring.tie = nobody, scoring.gin = -1\n{HANDS}Ann: knock")
    problems = [problem for problem in error.value.diagnostics if problem.severity is Severity.ERROR]
    assert [(problem.file, problem.span.line, problem.span.column) for problem in problems if problem.span] == [
        ("x.ginr", 3, 37),
        ("x.ginr", 3, 59),
    ]
    assert problems[0].excerpt.startswith("variant standard with")


def test_an_unknown_variant_points_into_the_scenario() -> None:
    with pytest.raises(InvalidInput) as error:
        columns(scenario_of("variant standard, clasic\nhand Ann: 4h"))
    (problem,) = error.value.diagnostics
    assert str(problem) == (
        "x.ginr:3:19: error[unknown-variant]: no variant 'clasic'\n"
        "    3 | variant standard, clasic\n"
        "      |                   ^^^^^^\n"
        "      = hint: did you mean 'classic'?"
    )


def test_every_problem_of_a_scenario_comes_in_one_run() -> None:
    text = f"variant clasic, standrd\nrule knok.limit\n{HANDS}Ann: knock\nexpect illegal knok.limit"
    assert codes_of(text) == ["unknown-variant", "unknown-variant", "unknown-rule", "unknown-rule"]


# -- what is left open --


def test_what_is_left_open_is_dealt_by_the_digest_of_the_cards() -> None:
    # The order that the module promises, computed here from its words.
    named = {*ANN_CARDS, "7d"}
    order = sorted((card for card in TEXT if card not in named), key=lambda card: hashlib.sha256(f"0/{card}".encode()).digest())
    (case,) = cases_of(f"players Ann Bob\n{ANN}\nupcard 7d\nAnn: knock")
    assert asked_of(case)["hands"]["Bob"] == order[:10]
    (case,) = cases_of(f"{ANN}\nhand Bob: ?? 7d ?? ?? ?? ?? ?? ?? ?? ??\nAnn: knock")
    assert asked_of(case)["hands"]["Bob"] == [order[0], "7d", *order[1:9]]


def test_other_fillings_deal_other_cards_that_nobody_holds() -> None:
    text = f"players Ann Bob\n{ANN}\nAnn: knock"
    hands = [tuple(asked_of(cases_of(text, filling=filling)[0])["hands"]["Bob"]) for filling in range(4)]
    assert len(set(hands)) == 4
    assert all(len({*hand, *ANN_CARDS}) == 20 for hand in hands)


def test_cards_that_actions_name_are_not_dealt() -> None:
    scenario = scenario_of(f"{ANN}\n{BOB}\nupcard 7d\nAnn: knock\nBob: layoff 7h on 4h\nBob: show [2c 2d 2h] Ac")
    left = list(unused(scenario, 0))
    assert len(left) == 52 - 21
    assert "7d" not in left
    with_jokers = list(unused(scenario_of("hand Ann: 4h *"), 2))
    assert (len(with_jokers), with_jokers.count("*")) == (52, 1)


# -- refused scenarios that the bad texts do not show --


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("hand Ann: 4h ?? 5h\nexpect deadwood Ann 3", ["hidden-card"]),
        ("players Ann Bob\nhand Ann: 4h\nexpect deadwood Bob 3", ["no-hand"]),
        (f"{ANN.replace('3s', '??')}\n{BOB}\nAnn: knock", ["hidden-card"]),
        (f"{ANN} Kh\n{BOB}\nAnn: gin", ["no-discard"]),
        (f"{HANDS}Ann: big-gin", ["wrong-count"]),
        (f"{HANDS}Ann: knock 3s", ["wrong-count"]),
        (f"{HANDS}Ann: knock\nBob: layoff 7h on 4h\nBob: layoff none\nexpect legal", ["stated-twice"]),
        (f"variant standard with scoring.spades = doubles-points\n{HANDS}Ann: knock", ["no-upcard"]),
        (f"{HANDS}Ann: knock\nBob: show [2c 2d 2h] Ks", ["not-in-hand"]),
        (f"{HANDS}expect spread Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] Kd\nAnn: knock", ["not-in-hand"]),
        (f"{HANDS}Ann: knock\nexpect spread Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] Kd", ["not-in-hand"]),
        ("hand Ann: 4h 5h 6h 2s\nexpect spread Ann: [4h 5h 6h 7h]", ["not-in-hand"]),
        ("hand Ann: 4h 5h 6h 2s 2c\nexpect spread Ann: [4h 5h 6h] 2s", ["spread-incomplete"]),
        (f"{ANN} Kh\n{BOB}\nAnn: knock Kh\nexpect spread Ann: [4h 5h 6h] Jc", ["spread-incomplete"]),
        (f"{HANDS}Ann: knock\nexpect knock Ann 31\nexpect gin Bob 3", ["several-winners"]),
        (f"{HANDS}Ann: knock\nexpect gin Bob 31, Ann 0", ["several-winners"]),
        (f"{HANDS}Ann: knock\nexpect illegal knock.limit\nexpect illegal knock.limit", ["illegal-twice"]),
        (f"{HANDS}expect turn Ann\nAnn: knock", ["expectation-misplaced"]),
        (f"{HANDS}Ann: knock\nexpect dead", ["expectation-misplaced"]),
        (f"{HANDS}Ann: knock\nexpect deal 1: points Ann 3", ["expectation-misplaced"]),
        (f"{HANDS}expect knock Ann 31", ["expect-before-action"]),
        ("side North: Ann\nhand North: 4h\nhand Ann: 5h\nplayers Ann", ["unknown-player"]),
        (f"{HANDS}Cat: knock", ["unknown-player"]),
        ("table 1: Ann Bob\ntable 1: Ann Bob\nhand Ann: 4h\nhand Bob: 5h", ["stated-twice"]),
        ("side A1: Ann\nside A1: Bob\ndeal 1: dead", ["stated-twice"]),
        ("hand Ann: 4h\nexpect in nowhere: deadwood Ann 4", ["unknown-column"]),
        (
            "hand Ann: 4h\npile: 4h\nexpect moves Ann: discard *=4h\nexpect holds Ann: ??\nexpect pile: *=4h",
            ["card-twice", "joker-outside-meld", "hidden-card", "joker-outside-meld"],
        ),
        ("deal 1 upcard ??: dead\nstock 4: *=4h", ["hidden-card", "two-questions", "joker-outside-meld"]),
        (f"{HANDS}Ann: knock\nBob: layoff 7h 7h on 4h\nBob: show [2c 2c 2h] Ac Ac", ["card-twice", "card-twice", "card-twice"]),
        ("dealer Ann\nhand Ann: 4h\nexpect legal", ["expect-before-action"]),
    ],
)
def test_a_scenario_is_refused(text: str, codes: list[str]) -> None:
    assert codes_of(text) == codes


def test_what_the_reader_has_checked_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = scenario_of(f"{HANDS}Ann: knock\nexpect limit 10")

    def once_more(*_: object) -> str:
        raise AssertionError("checked again")

    monkeypatch.setattr("ginrules.notation.checks.misfit", once_more)
    assert compile_scenario(scenario)
    with pytest.raises(AssertionError, match="checked again"):
        scenario_of(f"{HANDS}Ann: knock\nexpect limit 10")


@pytest.mark.parametrize(
    "text",
    [
        f"{ANN} Kh\n{BOB}\nAnn: knock Kh\nexpect spread Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s",
        f"{HANDS}Ann: knock\nBob: layoff 7h on 4h\nexpect spread Bob: [2c 2d 2h] Ac 5s 8s 9h Qs Kd",
        f"{HANDS}Ann: knock\nBob: layoff 7h on 4h\nexpect spread Bob: [2c 2d 2h] Ac 5s 7h 8s 9h Qs Kd",
        f"players Ann Bob\n{ANN}\nAnn: knock\nexpect spread Bob: [2c 2d 2h] Ac",
        f"{ANN}\nhand Bob: 2c 2d 2h{' ??' * 7}\nAnn: knock\nBob: show [2c 2d 2h] Kd\nexpect spread Bob: [2c 2d 2h] 3d",
        "variant standard with deck.jokers = 2\nhand Ann: 4h * 6h *\nexpect spread Ann: [4h *=5h 6h] *",
    ],
)
def test_an_expected_spread_is_the_hand_without_what_has_left_it(text: str) -> None:
    assert cases_of(text)


def test_a_second_refused_action_is_taken_back_too() -> None:
    text = f"{ANN} Kh\n{BOB}\nAnn: knock 4h\nexpect illegal knock.limit\nAnn: knock 9c\nexpect illegal knock.limit"
    assert [asked_of(case)["discard"] for case in cases_of(text)] == ["4h", "9c"]


def test_columns_that_refuse_an_action_take_it_back_each_for_itself() -> None:
    low = "standard with knock.limit = 2 as low, standard with knock.limit = 1 as lower"
    text = f"variant {low}\n{HANDS}Ann: knock\nexpect in low: illegal knock.limit\nexpect in lower: illegal knock.limit"
    assert [(case.column, case.expect) for case in cases_of(text)] == [
        ("low", {"refused": ["knock.limit"]}),
        ("lower", {"refused": ["knock.limit"]}),
    ]


def test_all_winners_of_a_hand_are_named_together() -> None:
    text = f"players Ann Bob\n{HANDS}Ann: knock\nexpect undercut Bob 28\nexpect undercut Ann 3, Bob 28\nexpect points Bob 28"
    (case,) = cases_of(text)
    assert case.expect == {"outcome": "undercut", "winners": ["Bob", "Ann"], "points": {"Ann": 3, "Bob": 28}}
    (case,) = cases_of(f"{HANDS}Ann: knock\nexpect tie")
    assert case.expect == {"outcome": "tie"}


def test_melds_in_another_order_are_no_contradiction() -> None:
    text = (
        f"{HANDS}Ann: knock\nexpect spread Ann: [4h 5h 6h] [9c 9d 9s]\nexpect spread Ann: [9s 9d 9c] [6h 5h 4h]\n"
        "expect spread Ann: [4h 5h 6h]"
    )
    with pytest.raises(InvalidInput) as error:
        cases_of(text)
    (problem,) = error.value.diagnostics
    assert problem.message == "spreads of Ann cannot be [4h 5h 6h]: [4h 5h 6h] [9c 9d 9s] is expected above"


def test_who_lays_off_nothing_twice_is_told_so() -> None:
    messages = []
    for first, second in (("none", "none"), ("none", "7h on 4h")):
        with pytest.raises(InvalidInput) as error:
            cases_of(f"{HANDS}Ann: knock\nBob: layoff {first}\nBob: layoff {second}")
        messages += [problem.message for problem in error.value.diagnostics]
    assert messages == ["Bob lays off nothing, as an earlier line says", "Bob lays off something and nothing"]


def test_hints_of_unknown_players() -> None:
    with pytest.raises(InvalidInput) as error:
        scenario_of("Ann: knock")
    assert error.value.diagnostics[0].hint == "nobody has a hand"


# -- questions of later versions --


def test_a_rule_that_is_not_played_is_said_at_the_scenario() -> None:
    problem = not_played_yet(scenario_of("hand Ann: 4h"), NotPlayed("deck.jokers = 2"))
    assert problem.message == "deck.jokers = 2 is not played by this version"
    assert problem.span
    assert (problem.span.line, problem.excerpt) == (2, 'scenario a "about a"')


def test_whose_hand_is_arranged_goes_with_the_case() -> None:
    cases = cases_of(f"{HANDS}expect deadwood Bob 50\nexpect deadwood Ann 3\nAnn: knock\nexpect limit 10")
    assert [(case.part, case.player) for case in cases] == [(1, "Bob"), (2, "Ann"), (3, "")]


def test_every_expectation_belongs_to_a_question() -> None:
    texts = ["game Ann", "unfinished", "limit 3", "settle Ann 3", "boxes Ann 3", "dead", "knock", "spread Ann: 4h"]
    expectations = [scenario_clause(text) for text in texts]
    assert [methods(clause) for clause in expectations] == [
        (Method.TALLY,),
        (Method.TALLY,),
        (Method.SCORE, Method.PLAY),
        (Method.TALLY,),
        (Method.SCORE, Method.PLAY, Method.TALLY),
        (Method.PLAY,),
        (Method.SCORE, Method.PLAY),
        (Method.ARRANGE, Method.SCORE, Method.PLAY),
    ]


def scenario_clause(text: str) -> Any:
    (scenario,) = parse(f"ginr 1\nscenario a\nexpect {text}\n", "x.ginr").scenarios
    (expectation,) = scenario.own(Expect)
    return expectation.clause


# -- ids, and the schema of a record --


def test_what_a_scenario_may_cite() -> None:
    assert {"knock.limit", "turn.card", "melds.shape"} <= set(citable())
    assert refusals()["turn.order"] == ("play",)
    assert {"arrange", "score", "play", "tally"} >= {asked for of in refusals().values() for asked in of}


RECORD_SCHEMA = json.loads((resources.SPEC / "scenario.schema.json").read_text())


def record_of(case: Case) -> dict[str, Any]:
    return {
        "id": case.scenario,
        "title": case.title,
        "rules": list(case.rules),
        "column": case.column,
        "part": case.part,
        "question": {"method": str(case.question.method), "params": dict(asked_of(case))},
        "expect": dict(case.expect),
        "note": case.note,
    }


@pytest.mark.parametrize(
    "text",
    [
        "hand Ann: 4h\nexpect deadwood Ann 4\nexpect spread Ann: []",
        f"{ANN} Kh\n{BOB}\nupcard 4s\nAnn: knock Kh, show []\nexpect illegal knock.limit\nexpect knock Ann 31\nexpect limit 10",
    ],
)
def test_what_is_compiled_fits_the_schema(text: str) -> None:
    validator = jsonschema.Draft202012Validator(RECORD_SCHEMA)
    validator.check_schema(RECORD_SCHEMA)
    for case in cases_of(text):
        validator.validate(record_of(case))


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "Not-A-Slug"},
        {"part": 0},
        {"expect": {"melds": [["4h"]]}},
        {"expect": {"refused": ["knock.limit"], "outcome": "knock"}},
        {"expect": {"outcome": "dead"}},
        {"expect": {"points": {}}},
        {"question": {"method": "tally", "params": {}}},
        {"question": {"method": "play", "params": {}}},
        {"question": {"method": "score", "params": {"rules": {}, "hand": []}}},
        {"more": 1},
    ],
)
def test_the_schema_refuses_what_is_no_record(changes: dict[str, Any]) -> None:
    (case,) = cases_of(f"{HANDS}Ann: knock\nexpect limit 10")
    assert not jsonschema.Draft202012Validator(RECORD_SCHEMA).is_valid({**record_of(case), **changes})


def test_every_field_of_a_record_is_described() -> None:
    def undescribed(schema: Any, path: str) -> list[str]:
        found = []
        for name, field in schema.get("properties", {}).items():
            described = "description" in field or "$ref" in field or name in {"rules", "method", "params", "cards", "onto"}
            found += [] if described else [f"{path}.{name}"]
            found += undescribed(field, f"{path}.{name}")
        return found

    parts = [("record", RECORD_SCHEMA), *RECORD_SCHEMA["$defs"].items()]
    assert [path for name, schema in parts for path in undescribed(schema, name)] == []
