"""Hands that are played: where every card lies, what is done, what is expected of it."""

import json
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from ginrules import resources
from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.diagnostics import InvalidInput, NotPlayed
from ginrules.notation.compile import columns, compile_scenario
from ginrules.notation.reader import read
from ginrules.notation.replay import replay
from ginrules.notation.scenario import Scenario
from ginrules.questions import Case, Method
from ginrules.rules.resolve import load_variant
from ginrules.verify.compare import compare

ANN = "hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
BOB = "hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
HANDS = f"{ANN}\n{BOB}\n"
ANN_CARDS, BOB_CARDS = (line.split(": ")[1].split() for line in (ANN, BOB))
MELDS = [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]
BRACKETS = HANDS.replace("4h 5h 6h 9c 9d 9s Jc Qc Kc", "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]")
FREE = "variant standard with stock.last-discard = free\n"
THREE = "standard with players.count = [3], players.format = everyone, deal.cards = {3: 7} as three"


def scenario_of(text: str, head: str = "") -> Scenario:
    (scenario,) = read(f'ginr 1\n{head}scenario a "about a"\n{text}\n', "x.ginr").scenarios
    return scenario


def cases_of(text: str, head: str = "", **more: Any) -> tuple[Case, ...]:
    return compile_scenario(scenario_of(text, head), **more)


def params_of(case: Case) -> dict[str, Any]:
    return {name: value for name, value in case.question.params.items() if name != "rules"}


def base_of(text: str, **more: Any) -> dict[str, Any]:
    """How the hand lies in the first question."""
    return {name: value for name, value in params_of(cases_of(text, **more)[0]).items() if name != "actions"}


def did(case: Case) -> list[str]:
    """The actions of a question in short: `Ann knock Kh`."""
    actions: Any = case.question.params["actions"]
    return [" ".join([each["player"], each["do"], *([each["card"]] if "card" in each else [])]) for each in actions]


def problems_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as error:
        cases_of(text)
    return [(problem.code, problem.message) for problem in error.value.diagnostics]


def deck_of(base: Mapping[str, Any]) -> list[str]:
    table = base.get("pile") or [base["upcard"]] if "upcard" in base or "pile" in base else []
    return sorted([*(card for hand in base["hands"].values() for card in hand), *table, *base["stock"]])


# -- the deal --


def test_a_deal_is_the_whole_deck() -> None:
    base = base_of(f"dealer Ann\nupcard 7d\n{HANDS}stock 31: Td 6c\nBob: pass")
    assert base["hands"] == {"Ann": ANN_CARDS, "Bob": BOB_CARDS}
    assert (base["dealer"], base["players"], base["upcard"], base["stock"][:2]) == ("Ann", ["Ann", "Bob"], "7d", ["Td", "6c"])
    assert deck_of(base) == sorted(TEXT)
    assert not {"pile", "turn", "phase", "ask"} & set(base)


def test_the_rules_are_those_that_play_reads() -> None:
    (case,) = cases_of(f"dealer Ann\n{HANDS}Bob: pass")
    assert case.question.params["rules"] == load_variant("standard").question_rules("play")
    assert case.question.method is Method.PLAY


@pytest.mark.parametrize(
    ("actions", "dealer"),
    [
        ("Bob: pass", "Ann"),
        ("Ann: pass", "Bob"),
        ("Bob: pass\nexpect illegal turn.order\nAnn: pass", "Bob"),
        ("Bob: pass\nexpect illegal turn.order", "Bob"),
    ],
)
def test_without_a_dealer_it_is_the_one_before_who_acts_first(actions: str, dealer: str) -> None:
    assert base_of(f"upcard 7d\n{HANDS}{actions}")["dealer"] == dealer


def test_with_an_extra_card_the_first_player_holds_it() -> None:
    extra = "variant standard with deal.opening = extra-card\n"
    for last in ("dealer Bob\nexpect turn Ann", "stock 31:\nexpect turn Ann", "Ann: discard 2s"):
        base = base_of(f"{extra}{ANN} 2s\n{BOB}\n{last}")
        assert (len(base["hands"]["Ann"]), base["dealer"], len(base["stock"])) == (11, "Bob", 31)
        assert "upcard" not in base
    assert len(base_of(f"{extra}{BOB}\nplayers Ann Bob\nAnn: discard 2s")["hands"]["Ann"]) == 11


def test_what_is_open_is_dealt_by_the_fixed_shuffle() -> None:
    text = "players Ann Bob\nhand Bob: 2c 2d ??\ndealer Ann\nBob: pass".replace("??", " ".join(["??"] * 8))
    base = base_of(text)
    assert base["hands"]["Bob"][:2] == ["2c", "2d"]
    assert deck_of(base) == sorted(TEXT)
    assert base == base_of(text) != base_of(text, filling=1)


def test_the_cards_that_players_name_fix_what_was_open() -> None:
    text = (
        "players Ann Bob\ndealer Bob\nAnn: take 7d, discard 4h\nBob: stock 6c, discard Kh\nAnn: stock, discard Tc\n"
        "Bob: stock Jd, discard 2s"
    )
    base = base_of(text)
    assert base["upcard"] == "7d"
    assert (base["stock"][0], base["stock"][2]) == ("6c", "Jd")
    assert base["stock"][1] == "Tc"  # of her hidden cards the one that came last is meant
    assert "4h" in base["hands"]["Ann"]
    assert {"Kh", "2s"} <= set(base["hands"]["Bob"])
    assert deck_of(base) == sorted(TEXT)


def test_a_card_that_is_named_as_not_held_is_not_dealt_to_the_player() -> None:
    for filling in range(20):
        base = base_of(
            "players Ann Bob\ndealer Bob\nAnn: take 7d\nAnn: discard Kh\nexpect illegal turn.card\nAnn: discard 7d",
            filling=filling,
        )
        assert base["stock"][-1] == "Kh"


def test_an_action_that_is_taken_back_moves_no_card() -> None:
    text = f"pile: 7d\n{HANDS}Ann: stock Td\nAnn: stock 6c\nexpect illegal turn.phase\nAnn: discard Td\nBob: stock 6c"
    assert base_of(text)["stock"][:2] == ["Td", "6c"]


def test_a_known_card_may_be_drawn_or_thrown_without_being_named() -> None:
    assert base_of(f"pile: 7d\nstock: Td\n{HANDS}Ann: stock Td, discard Td\nBob: take Td")["stock"][0] == "Td"


# -- a position --


def test_a_pile_makes_it_a_position() -> None:
    base = base_of(f"pile: 7d 2s\nstock 12: 6c\n{HANDS}Ann: stock")
    assert (base["turn"], base["phase"], base["pile"][:2], len(base["stock"])) == ("Ann", "draw", ["7d", "2s"], 12)
    assert deck_of(base) == sorted(TEXT)  # what is left over lies under the pile
    assert "dealer" not in base


def test_without_a_number_the_stock_is_all_that_is_left() -> None:
    base = base_of(f"pile: 7d 2s\n{HANDS}Ann: stock")
    assert (base["pile"], len(base["stock"])) == (["7d", "2s"], 30)


@pytest.mark.parametrize(
    ("text", "turn", "phase"),
    [
        (f"{FREE}{HANDS}stock 2:\nAnn: pass", "Ann", "wall"),
        (f"{HANDS}stock 3:\nAnn: stock", "Ann", "draw"),
        (f"{ANN} Kh\n{BOB}\nstock 2:\nAnn: knock Kh", "Ann", "discard"),
        (f"{ANN}\n{BOB} Kh\nAnn: stock\nexpect illegal turn.order", "Bob", "discard"),
        (f"{HANDS}Bob: stock\nexpect illegal turn.order\nAnn: stock", "Ann", "draw"),
        (f"{HANDS}Bob: stock\nexpect illegal turn.order", "Ann", "draw"),
        (f"{HANDS}expect phase draw\nexpect turn Bob", "Bob", "draw"),
        (f"{HANDS}expect moves Bob: stock, take", "Bob", "draw"),
        ("players Ann Bob\nAnn: stock", "Ann", "draw"),
    ],
)
def test_turn_and_phase_of_a_position(text: str, turn: str, phase: str) -> None:
    base = base_of(f"pile: 7d\n{text}")
    assert (base["turn"], base["phase"]) == (turn, phase)


def test_an_upcard_that_lies_nowhere_lies_under_the_pile() -> None:
    limit = "variant standard with knock.limit = {kind: upcard, ace: one}\n"
    base = base_of(f"{limit}upcard 4s\npile: 7d\nstock 12:\n{HANDS}Ann: stock")
    assert (base["upcard"], base["pile"][-1]) == ("4s", "4s")
    held = base_of(f"{limit}upcard 3s\npile: 7d\nstock 12:\n{HANDS}Ann: stock")
    assert (held["upcard"], held["hands"]) == ("3s", {"Ann": ANN_CARDS, "Bob": BOB_CARDS})
    full = base_of(f"{limit}upcard 4s\npile: 7d\n{HANDS}Ann: stock")
    assert (full["upcard"], full["pile"], "4s" in full["stock"]) == ("4s", ["7d"], True)
    assert problems_of(f"{limit}pile: 7d\n{HANDS}Ann: stock")[0][0] == "no-upcard"


@pytest.mark.parametrize("ends", ["after-discard", "after-draw"])
def test_the_pile_that_is_turned_over_is_the_stock(ends: str) -> None:
    # The stock comes down to its floor of 2; the bottom card of the pile is then its top card, and Bob says which it is.
    rules = f"variant standard with stock.exhausted = reshuffle, stock.ends = {ends}, stock.last-discard = untouchable\n"
    text = f"{rules}pile: 7d 2s\nstock 3:\n{HANDS}Ann: stock Td, discard Td\nBob: stock 8c, discard 8c\nexpect turn Ann"
    (case,) = cases_of(text)
    params = params_of(case)
    assert (params["pile"][-1], params["stock"][0], deck_of(params)) == ("8c", "Td", sorted(TEXT))
    assert compare(case.question, case.expect, answer(Method.PLAY, case.question.params)).passes
    ((code, _),) = problems_of(text.replace("8c", "7d"))
    assert code == "stock-card"


def test_all_of_the_stock_may_have_been_drawn() -> None:
    rules = "variant standard with stock.floor = 0, stock.last-discard = free\n"
    (case,) = cases_of(f"{rules}pile: 7d\nstock 0:\n{HANDS}Ann: stock 6c\nexpect illegal stock.floor")
    assert params_of(case)["phase"] == "wall"
    assert not compare(case.question, case.expect, answer(Method.PLAY, case.question.params)).differences


def test_a_taken_card_out_of_an_empty_pile() -> None:
    text = f"pile: 7d\n{HANDS}Ann: take 7d\nAnn: take 6c\nexpect illegal turn.phase"
    assert did(cases_of(text)[0]) == ["Ann take", "Ann take"]


def test_a_pile_that_leaves_no_stock_is_no_hand() -> None:
    pile = " ".join(card for card in TEXT if card not in {*ANN_CARDS, *BOB_CARDS})
    ((code, message),) = problems_of(f"pile: {pile}\n{HANDS}Ann: stock")
    assert (code, message) == ("stock-count", "no hand comes to draw with 0 cards in the stock (stock.floor = 2)")


def test_a_card_of_nobody_is_dealt_somewhere() -> None:
    base = base_of(f"pile: 7d\n{HANDS}Ann: discard Kh\nexpect illegal turn.phase")
    assert "Kh" in base["stock"]


# -- the actions --


def test_moves_are_actions() -> None:
    text = (
        f"dealer Ann\nupcard 7d\n{HANDS}Bob: pass\nAnn: take 7d, discard 3s\nBob: stock Td, discard Td\nAnn: stock Kh, gin 7d"
    )
    (case,) = cases_of(text)
    assert did(case) == [
        "Bob pass",
        "Ann take",
        "Ann discard 3s",
        "Bob stock",
        "Bob discard Td",
        "Ann stock",
        "Ann gin 7d",
    ]


def test_brackets_are_shown_after_the_knock() -> None:
    text = f"pile: 7d\n{BRACKETS.replace('2c 2d 2h Ac', '[2c 2d 2h] Ac')}Ann: stock Kh, knock Kh\nexpect knock Ann 31"
    (case,) = cases_of(text)
    actions: Any = case.question.params["actions"]
    assert did(case) == ["Ann stock", "Ann knock Kh", "Ann show", "Bob show"]
    assert [action["melds"] for action in actions[2:]] == [MELDS, [["2c", "2d", "2h"]]]
    assert case.expect == {"result": {"outcome": "knock", "winners": ["Ann"], "points": {"Ann": 31}}}
    assert compare(case.question, case.expect, answer(Method.PLAY, case.question.params)).passes


def test_a_layoff_line_ends_with_done() -> None:
    start = f"pile: 7d\n{BRACKETS.replace('2c 2d 2h Ac', '[2c 2d 2h] Ac')}Ann: stock Kh, knock Kh\n"
    (case,) = cases_of(f"{start}Bob: layoff 7h on 4h and 9h on 9c")
    assert did(case)[2:] == ["Ann show", "Bob layoff", "Bob layoff", "Bob show", "Bob done"]
    (case,) = cases_of(f"{start}Bob: layoff none")
    assert did(case)[2:] == ["Ann show", "Bob show", "Bob done"]
    (case,) = cases_of(f"{start}Bob: layoff 7h on 4h\nBob: layoff 9h on 9c")
    assert did(case)[2:] == ["Ann show", "Bob layoff", "Bob layoff", "Bob show", "Bob done"]
    cases = cases_of(f"{start}Bob: layoff none\nBob: layoff 7h on 4h\nexpect illegal turn.phase")
    assert [did(case)[2:] for case in cases] == [["Ann show", "Bob show", "Bob done", "Bob layoff"]]
    assert cases[0].expect == {"accepted": 5, "refused": ["turn.phase"]}


def test_shows_that_are_said_in_words() -> None:
    text = (
        f"pile: 7d\n{HANDS}Ann: stock Kh, knock Kh\nAnn: show [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s\nAnn: show []\n"
        "expect illegal turn.order, turn.phase\nBob: show [2c 2d 2h], layoff none\nexpect phase over"
    )
    illegal, over = cases_of(text)
    assert illegal.expect == {"accepted": 3, "refused": ["turn.order", "turn.phase"]}
    assert did(over) == ["Ann stock", "Ann knock Kh", "Ann show", "Bob show", "Bob done"]
    assert all(compare(case.question, case.expect, answer("play", case.question.params)).passes for case in (illegal, over))


def test_a_show_before_anybody_went_out_is_asked_too() -> None:
    (case,) = cases_of(f"pile: 7d\n{HANDS}Ann: show [4h 5h 6h]\nexpect illegal turn.phase")
    assert did(case) == ["Ann show"]
    (case,) = cases_of(f"pile: 7d\n{HANDS}Ann: stock\nBob: layoff 7h on 4h\nexpect illegal turn.phase, turn.order")
    assert (did(case), case.expect["accepted"]) == (["Ann stock", "Bob layoff"], 1)


def test_of_several_defenders_the_earlier_shows_first() -> None:
    text = (
        f"players Ann Bob Cat\nvariant {THREE}\nhand Ann: [4h 5h 6h] [9c 9d 9s] 3s\nhand Bob: [2c 2d 2h] Ac 5s 7h 8s\n"
        "hand Cat: [Tc Td Th] Kh Ks 4d 7s\npile: 7d\nAnn: stock Kd, knock Kd\n"
    )
    (case,) = cases_of(text)
    assert did(case)[2:] == ["Ann show", "Bob show", "Cat show"]
    (case,) = cases_of(f"{text}Cat: layoff none")
    assert did(case)[2:] == ["Ann show", "Bob show", "Cat show", "Cat done"]
    (case,) = cases_of(f"{text}Bob: layoff none\nCat: layoff none")
    assert did(case)[2:] == ["Ann show", "Bob show", "Bob done", "Cat show", "Cat done"]


def test_lay_offs_on_an_undeclared_spread_are_on_the_references() -> None:
    (case,) = cases_of(f"pile: 7d\n{HANDS}Ann: stock Kh, knock Kh\nBob: layoff 7h on 4h\nexpect deadwood Ann 3")
    actions: Any = case.question.params["actions"]
    assert did(case)[2:] == ["Ann show", "Bob layoff", "Bob done"]
    assert sorted(map(sorted, actions[2]["melds"])) == sorted(map(sorted, MELDS))
    assert compare(case.question, case.expect, answer("play", case.question.params)).passes


def test_nobody_shows_where_that_is_what_is_wrong() -> None:
    (case,) = cases_of(f"pile: 7d\n{HANDS}Ann: stock Kh, knock Kh\nBob: layoff 7h on 4h\nexpect illegal layoff.onto")
    assert did(case)[2:] == ["Bob layoff"]


def test_nobody_shows_after_a_knock_that_is_refused() -> None:
    text = f"pile: 7d\n{HANDS}Bob: stock Kh\nBob: knock Kh\nAnn: layoff 7h on 4h\nexpect points Ann 3"
    assert did(cases_of(text)[0])[2:] == ["Ann layoff", "Ann done"]


def test_which_of_several_spreads_is_shown_must_not_matter() -> None:
    hand = "hand Ann: 2h 3h 4h 5h 6h 7h 9c 9d 9s 3s"
    bob = "hand Bob: 2c 2d 8h Ac 5s 7c 8s 9h Qs Kd"
    text = f"pile: 7d\n{hand}\n{bob}\nAnn: stock Kh, knock Kh\nBob: layoff 8h on 2h"
    ((code, message),) = problems_of(text)
    assert code == "ambiguous-spread"
    assert message == "Ann has several best spreads, and these lay-offs come out differently"


def test_with_big_gin_and_an_upcard_the_reference_shows_too() -> None:
    big = "gin.big = adds, scoring.big-gin = 31, layoff.on-gin = allowed"
    rules = f"variant standard with {big}, knock.limit = {{kind: upcard, ace: one}}\n"
    text = f"{rules}upcard 4s\npile: 7d\n{HANDS.replace('3s', 'Tc')}Ann: stock 7s\nAnn: discard 7s\nBob: take 7s"
    assert cases_of(text)
    text = f"{rules}upcard 4s\npile: 7d\n{HANDS.replace('3s', 'Tc')}Ann: stock 9h, big-gin\nBob: layoff 7h on 4h".replace(
        " 9h Qs", " 3d Qs"
    )
    (case,) = cases_of(text)
    assert did(case) == ["Ann stock", "Ann big-gin", "Ann show", "Bob layoff", "Bob done"]


# -- what is expected --


def test_expectations_of_the_state() -> None:
    text = (
        f"pile: 7d 2s\nstock 12:\n{HANDS}expect turn Ann\nexpect phase draw\nexpect holds Ann: 3s 4h 5h 6h 9c 9d 9s Jc Qc Kc\n"
        "expect stock 12\nexpect limit 10\nexpect moves Ann: take 7d, stock\nexpect moves Ann: stock, take\n"
        "Ann: take, discard 3s\nexpect legal\nexpect moves Bob: stock, take"
    )
    first, second = cases_of(text)
    assert first.expect == {
        "legal": [{"player": "Ann", "do": "stock"}, {"player": "Ann", "do": "take"}],
        "state": {
            "turn": "Ann",
            "phase": "draw",
            "hands": {"Ann": ["9c", "Jc", "Qc", "Kc", "9d", "4h", "5h", "6h", "3s", "9s"]},
            "stock": 12,
            "limit": 10,
        },
    }
    assert params_of(first)["ask"] == ["legal"]
    assert second.expect == {
        "accepted": 2,
        "refused": [],
        "legal": [{"player": "Bob", "do": "stock"}, {"player": "Bob", "do": "take"}],
    }
    for case in (first, second):
        assert compare(case.question, case.expect, answer("play", case.question.params)).passes


def test_expected_moves_are_written_as_legal_lists_them() -> None:
    text = f"pile: 7d\n{HANDS}Ann: stock Kh\nexpect moves Ann: big-gin, knock Kh, gin 3s, discard 4h, discard 9c, discard 4h"
    (case,) = cases_of(text)
    assert case.expect["legal"] == [
        {"player": "Ann", "do": "discard", "card": "9c"},
        {"player": "Ann", "do": "discard", "card": "4h"},
        {"player": "Ann", "do": "knock", "card": "Kh"},
        {"player": "Ann", "do": "gin", "card": "3s"},
        {"player": "Ann", "do": "big-gin"},
    ]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("pile: 7d 2s", "pile: 2s 7d", "pile cannot be 2s 7d: 7d 2s is expected above"),
        ("holds Bob: 2c 2d", "holds Bob: 2c", "hands of Bob cannot be 2c: 2c 2d is expected above"),
        ("moves Ann: stock", "moves Ann: take", "legal cannot be take: stock is expected above"),
        ("moves Ann: gin 3s", "moves Ann: pass", "legal cannot be pass: gin 3s is expected above"),
        ("turn Ann", "turn Bob", "turn cannot be Bob: Ann is expected above"),
        ("pile:", "pile: 7d", "pile cannot be 7d: [] is expected above"),
    ],
)
def test_two_states_at_once_are_a_contradiction(first: str, second: str, message: str) -> None:
    assert problems_of(f"pile: 7d\n{HANDS}Ann: stock\nexpect {first}\nexpect {second}") == [("expected-twice", message)]
    assert cases_of(f"pile: 7d\n{HANDS}Ann: stock\nexpect {first}\nexpect {first}")


def test_a_dead_hand_is_expected_of_its_result() -> None:
    text = f"{FREE}pile: 7d\nstock 2:\n{HANDS}Ann: pass\nexpect dead\nexpect phase over\nexpect points Ann 0, Bob 0"
    (case,) = cases_of(text)
    assert case.expect == {"state": {"phase": "over"}, "result": {"outcome": "dead", "points": {"Ann": 0, "Bob": 0}}}
    assert compare(case.question, case.expect, answer("play", case.question.params)).passes


def test_a_refused_action_ends_its_question_and_is_taken_back() -> None:
    text = (
        f"dealer Ann\nupcard 7d\n{HANDS}Bob: pass\nAnn: pass\nBob: take 7d\nexpect illegal deal.opening\n"
        "Bob: stock Td, discard Td\n"
        "expect pile: Td 7d"
    )
    illegal, last = cases_of(text)
    assert (did(illegal)[-1], illegal.expect) == ("Bob take", {"accepted": 2, "refused": ["deal.opening"]})
    assert did(last) == ["Bob pass", "Ann pass", "Bob stock", "Bob discard Td"]


@pytest.mark.parametrize(
    ("change", "last", "accepted"),
    [
        (("[9c 9d 9s] [Jc Qc Kc]", "[9c 9d 9s Jc] Qc Kc"), "Ann show", 2),  # the knock itself is as good as the best spread
        (("9c 9d 9s", "9c 9d 8c"), "Ann knock Kh", 1),  # 9 + 9 + 8 + 3 are left, whatever is shown
        (("2c 2d 2h", "[2c 2d 5s]"), "Bob show", 3),
        (("", ""), "Ann knock Kh", 1),  # nothing is refused: the action that is named stands last
    ],
)
def test_the_reference_says_which_action_of_a_move_is_refused(change: tuple[str, str], last: str, accepted: int) -> None:
    hands = BRACKETS.replace("Ac 5s", "Ac 2h" if "5s]" in change[1] else "Ac 5s").replace(*change)
    (case,) = cases_of(f"pile: 7d\n{hands}Ann: stock Kh\nAnn: knock Kh\nexpect illegal melds.shape, knock.limit")
    assert did(case)[-1] == last
    assert case.expect["accepted"] == accepted


def test_of_several_lay_offs_one_is_refused() -> None:
    start = f"pile: 7d\n{BRACKETS}Ann: stock Kh, knock Kh\n"
    (case,) = cases_of(f"{start}Bob: layoff 7h on 4h and 5s on 9c\nexpect illegal melds.shape")
    assert did(case)[-2:] == ["Bob layoff", "Bob layoff"]
    assert case.expect == {"accepted": 4, "refused": ["melds.shape"]}


def test_columns_expect_each_for_itself() -> None:
    text = (
        f"variant standard, standard with turn.return-taken = allowed as allowed\npile: 7d\n"
        f"{HANDS}Ann: take 7d\nAnn: discard 7d\n"
        "expect in standard: illegal turn.return-taken\nexpect in allowed: turn Bob"
    )
    assert [(case.column, case.expect) for case in cases_of(text)] == [
        ("standard", {"accepted": 1, "refused": ["turn.return-taken"]}),
        ("allowed", {"state": {"turn": "Bob"}}),
    ]


@pytest.mark.parametrize(
    "expectation",
    ["spread Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s", "spread Ann: [4h 5h 6h]", "spread Bob: [2c 2d 2h] Ac 5s 8s 9h Qs Kd"],
)
def test_an_expected_spread_is_of_the_hand(expectation: str) -> None:
    text = f"pile: 7d\n{HANDS}Ann: stock Kh, knock Kh\nBob: layoff 7h on 4h\nexpect {expectation}"
    assert "spreads" in str(cases_of(text)[0].expect["result"])


def test_to_the_end_asks_about_the_last_action_too() -> None:
    text = f"pile: 7d\n{HANDS}expect turn Ann\nAnn: stock Kh, knock Kh"
    assert [did(case) for case in cases_of(text)] == [[]]
    assert [did(case) for case in cases_of(text, to_the_end=True)] == [[], ["Ann stock", "Ann knock Kh"]]
    assert len(cases_of(f"{text}\nexpect knock", to_the_end=True)) == 2
    assert len(cases_of(f"pile: 7d\n{HANDS}Ann: stock", to_the_end=True)) == 1


# -- rules that are not played --


def test_a_hand_under_rules_that_are_not_played_is_dealt_and_not_judged() -> None:
    limit = "variant standard with knock.limit = {kind: side-card, ace: one}\nplayers Ann Bob\n"
    (case,) = cases_of(f"{limit}pile: 7d\n{HANDS}Ann: stock Kh, discard Kh\nexpect spread Ann: [4h 5h 6h]")
    assert len(deck_of(params_of(case))) == 52
    with pytest.raises(NotPlayed, match=r"knock\.limit = side-card"):
        cases_of(f"{limit}pile: 7d\n{BRACKETS}Ann: stock Kh\nAnn: knock Kh\nexpect illegal melds.shape")


JOKERS = "variant standard with deck.jokers = 2\nplayers Ann Bob\n"
KNOCKED = "pile: 7d\nhand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s 7c\nAnn: knock 7c\n"


def test_a_hand_with_jokers_is_dealt_and_judged() -> None:
    (case,) = cases_of(f"{JOKERS}pile: 7d\n{HANDS.replace('3s', '*')}Ann: stock *, discard *\nexpect spread Ann: [4h 5h 6h]")
    assert len(deck_of(params_of(case))) == 54
    assert deck_of(params_of(case)).count("*") == 2
    knock = f"pile: 7d\n{BRACKETS.replace('3s', '*')}Ann: stock Kh\nAnn: knock Kh\nexpect illegal knock.limit"
    (case,) = cases_of(f"{JOKERS}{knock}")
    assert case.expect["refused"] == ["knock.limit"]


@pytest.mark.parametrize(
    ("text", "jokers"),
    [
        # both are known to lie in hands: the drawn one, and of a hidden hand the card that is thrown
        ("pile: 7d\nAnn: stock 2c, discard *\nBob: stock 3c, discard *", {"Ann": 1, "Bob": 1}),
        ("pile: 7d\nAnn: stock *, discard *\nBob: take *, discard 2c", {"stock": 1}),
        # an upcard that is a joker lies somewhere already, or under the pile; dealt, it is one of the two
        ("pile: 7d\nupcard *\nhand Bob: * * ?? ?? ?? ?? ?? ?? ?? ??\nAnn: stock 2c, discard 2c", {"Bob": 2, "pile": 0}),
        ("stock 20: 2c\npile: 7d\nupcard *\nAnn: stock 2c, discard 2c", {"pile": 1}),
        ("dealer Bob\nupcard *\nhand Bob: * 2c 3c 4c 5c 6c 7c 8c 9c Tc\nAnn: pass", {"Bob": 1, "stock": 0, "Ann": 0}),
        # shown and laid off they are in the hand
        (f"{KNOCKED}Bob: layoff * on 4h\nBob: layoff * on 9c", {"Bob": 2}),
        (f"{KNOCKED}Bob: layoff * on 4h\nBob: layoff *=9h on 9c\nexpect legal\nBob: layoff 2c on 4h", {"Bob": 2}),
        (f"{KNOCKED}Bob: layoff *=7h * on 4h", {"Bob": 2}),
        (f"{KNOCKED}Bob: layoff * on 4h\nBob: layoff *=2c on 9c\nexpect illegal melds.shape\nBob: layoff * on 9c", {"Bob": 2}),
    ],
)
def test_jokers_come_to_lie_where_actions_say(text: str, jokers: dict[str, int]) -> None:
    (case,) = cases_of(f"{JOKERS}{text}")
    params = params_of(case)
    assert deck_of(params).count("*") == 2
    places = {**params["hands"], "stock": params["stock"], "pile": params.get("pile", [])}
    assert {place: places[place].count("*") for place in jokers} == jokers


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pile: 7d\nhand Bob: * * 2c 3c 4c 5c 6c 7c 8c 9c\nAnn: stock *", "stock-card"),
        ("dealer Bob\nupcard *\nhand Bob: * * 2c 3c 4c 5c 6c 7c 8c 9c\nAnn: pass", "joker-count"),
        ("pile: 7d\nhand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc * *\nAnn: knock *\nBob: layoff * * * on 4h", "joker-count"),
    ],
)
def test_more_jokers_than_the_deck_has(text: str, code: str) -> None:
    assert [found for found, _ in problems_of(JOKERS + text)] == [code]


def test_the_variant_is_for_as_many_players() -> None:
    ((code, _),) = problems_of(f"pile: 7d\n{ANN}\nAnn: stock")
    assert code == "player-count"


# -- the replay --


def lines_of(text: str) -> list[Any]:
    scenario = scenario_of(text)
    (column,) = columns(scenario)
    return list(replay(scenario, column))


def test_a_replay_goes_line_by_line() -> None:
    lines = lines_of(f"pile: 7d\n{HANDS}Ann: stock Kh, discard Kh\nBob: take Kh\nexpect phase discard")
    assert [(each.action.name.text if each.action else None, each.answered["state"]["phase"]) for each in lines] == [
        (None, "draw"),
        ("Ann", "draw"),
        ("Bob", "discard"),
    ]
    assert lines[0].answered["legal"] == [{"player": "Ann", "do": "stock"}, {"player": "Ann", "do": "take"}]


def test_a_replay_goes_on_after_what_is_taken_back_and_stops_at_what_is_not() -> None:
    lines = lines_of(
        f"pile: 7d\n{HANDS}Ann: take 7d\nAnn: discard 7d\nexpect illegal turn.return-taken\nAnn: stock\n"
        "expect illegal turn.phase\n"
        "Ann: discard 3s\nexpect illegal turn.card\nAnn: discard 7d, discard 3s\nBob: stock"
    )
    assert [(len(each.refused), each.is_stuck) for each in lines] == [(0, False)] * 2 + [(1, False)] * 3 + [(1, True)]
    assert lines[2].refused[0].refusal["rules"] == ["turn.return-taken"]
    assert lines[4].refused[0].refusal is None  # legal, and taken back because the scenario says so


# -- the schema --


SCHEMA = json.loads((resources.SPEC / "scenario.schema.json").read_text())
WHOLE = (
    f"dealer Ann\nupcard 7d\n{BRACKETS}Bob: pass\nexpect moves Ann: pass, take\nAnn: pass\nBob: take 7d\n"
    "expect illegal deal.opening\nBob: stock 6c, discard 6c\nAnn: stock 6d, knock 6d\nBob: layoff 7h on 4h\n"
    "expect legal\nexpect knock Ann 40\n"
    "expect phase over\nexpect holds Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd\nexpect pile: 6d 6c 7d\n"
    "expect stock 29\nexpect limit 10"
)


def record_of(case: Case) -> dict[str, Any]:
    question = {"method": str(case.question.method), "params": dict(case.question.params)}
    return {
        "id": case.scenario,
        "title": case.title,
        "rules": [],
        "column": case.column,
        "part": case.part,
        "note": "",
        "question": question,
        "expect": dict(case.expect),
    }


def test_what_is_compiled_fits_the_schema() -> None:
    cases = cases_of(WHOLE)
    assert len(cases) == 3
    for case in (*cases, *cases_of(f"pile: 7d\n{HANDS}Ann: stock")):
        jsonschema.Draft202012Validator(SCHEMA).validate(record_of(case))
        assert not case.expect or compare(case.question, case.expect, answer("play", case.question.params)).passes


@pytest.mark.parametrize(
    "expect",
    [
        {"outcome": "knock"},
        {"state": {}},
        {"state": {"phase": "showdwon"}},
        {"refused": ["turn.order"]},
        {"accepted": 1},
        {"accepted": 1, "refused": ["turn.order"], "state": {"turn": "Ann"}},
        {"result": {"refused": []}},
        {"legal": [{"player": "Ann", "do": "discard"}]},
        {"legal": [{"player": "Ann", "do": "stock", "card": "7d"}]},
    ],
)
def test_the_schema_refuses_what_cannot_be_expected_of_play(expect: dict[str, Any]) -> None:
    (case,) = cases_of(f"pile: 7d\n{HANDS}Ann: stock")
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid({**record_of(case), "expect": expect})


@pytest.mark.parametrize("changes", [{"dealer": "Ann"}, {"turn": None}, {"actions": [{"player": "Ann", "do": "show"}]}])
def test_the_schema_refuses_what_is_no_hand(changes: dict[str, Any]) -> None:
    (case,) = cases_of(f"pile: 7d\n{HANDS}Ann: stock")
    record = record_of(case)
    record["question"]["params"] = {name: value for name, value in {**record["question"]["params"], **changes}.items() if value}
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(record)
