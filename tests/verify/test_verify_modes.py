"""The same questions in other suits, seats and orders, and engines that should not have noticed."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.cli import run as ginrules
from ginrules.diagnostics import Json
from ginrules.questions import Case
from ginrules.rules.catalogue import catalogue
from ginrules.verify.compare import compare
from ginrules.verify.modes import KEPT, Mode, Varied, chosen, variations
from ginrules.verify.outcomes import Outcome
from ginrules.verify.report.summary import Summary
from ginrules.verify.report.table import table
from ginrules.verify.runner import LEAK, ScenarioResult, run
from tests.puppet.stage import ANN, BOB, SHOWDOWN, Stage, case

WITH_SPREAD = {
    **SHOWDOWN,
    "spreads": {"Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]},
    "layoffs": {"Bob": [{"cards": ["7h"], "onto": "4h"}, {"cards": ["9h"], "onto": "9c"}]},
}
PARTNERS: dict[str, Any] = {
    "players": ["Ann", "Bob", "Cat", "Dan"],
    "sides": {"North_South": ["Ann", "Cat"], "East_West": ["Bob", "Dan"]},
    "deals": [
        {"deal": 1, "table": 1, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 4, "Bob": 20}},
        {"deal": 1, "table": 2, "knocker": "Dan", "call": "gin", "deadwood": {"Cat": 31, "Dan": 0}},
        {"deal": 2, "table": 1, "outcome": "dead", "players": ["Ann", "Bob"]},
        {"deal": 2, "table": 1, "knocker": "Bob", "call": "knock", "deadwood": {"Ann": 14, "Bob": 2}},
    ],
}
THREE = {"players": ["Ann", "Bob", "Cat"], "knocker": "Bob", "call": "knock", "hands": {"Ann": ANN, "Bob": BOB, "Cat": []}}


def params(varied: Varied) -> Mapping[str, Any]:
    return varied.case.question.params


def every(asked: Case, mode: Mode) -> list[Varied]:
    return list(variations(asked, mode))


def test_all_suits_but_one_order_of_them_are_asked_and_the_expectation_moves() -> None:
    arranging = case(
        "a", {"melds": [["4h", "5h", "6h"]]}, method="arrange", question={"hand": ["4h", "5h", "6h", "*=9c", "*", "2d"]}
    )
    found = every(arranging, Mode.SUITS)
    assert len(found) == 23
    clubs_to_hearts = next(each for each in found if each.words == "suits permuted c->h d->c h->d")
    assert params(clubs_to_hearts)["hand"] == ["4d", "5d", "6d", "*=9h", "*", "2c"]
    assert clubs_to_hearts.case.expect == {"melds": [["4d", "5d", "6d"]]}
    assert params(clubs_to_hearts)["rules"] is arranging.question.params["rules"]


def test_spades_stay_spades_where_they_double() -> None:
    doubling = case("a", {"winners": ["Ann"]}, question={**SHOWDOWN, "upcard": "2s"}, sets=("scoring.spades=doubles-points",))
    found = every(doubling, Mode.SUITS)
    assert len(found) == 5
    assert {params(each)["upcard"] for each in found} == {"2s"}
    assert set(KEPT) == {info.id for info in catalogue().values() if info.suits}


def test_a_question_without_cards_has_no_other_suits() -> None:
    sheet = case("a", {"finished": False}, method="tally", question={"players": ["Ann", "Bob"], "deals": []})
    assert every(sheet, Mode.SUITS) == []
    assert chosen(sheet, Mode.SUITS) is None


def test_seats_turn_and_names_change_and_the_answer_goes_with_them() -> None:
    asked = case("a", {"winners": ["Ann"], "points": {"Ann": 31, "Bob": 0}})
    found = {each.words: each for each in every(asked, Mode.SEATS)}
    assert [*found] == [
        "seats swapped Bob first",
        "seats swapped Ann->Bob Bob->Ann",
        "seats swapped Ann->Bob Bob->Ann, Ann first",
    ]
    turned = found["seats swapped Bob first"]
    assert params(turned) == {**asked.question.params, "players": ["Bob", "Ann"]}
    assert turned.case.expect == asked.expect
    swapped = found["seats swapped Ann->Bob Bob->Ann, Ann first"]
    assert params(swapped)["players"] == ["Ann", "Bob"]
    assert (params(swapped)["knocker"], params(swapped)["hands"]) == ("Bob", {"Bob": ANN, "Ann": BOB})
    assert swapped.case.expect == {"winners": ["Bob"], "points": {"Bob": 31, "Ann": 0}}


def test_three_keep_their_turn_order() -> None:
    asked = case("a", {"winners": ["Bob"]}, question=THREE)
    found = every(asked, Mode.SEATS)
    assert len(found) == 8
    rotations = {("Ann", "Bob", "Cat"), ("Bob", "Cat", "Ann"), ("Cat", "Ann", "Bob")}
    assert {tuple(params(each)["players"]) for each in found} == rotations
    # Whatever they are called: who comes after the knocker holds no card.
    for each in found:
        order, knocker = params(each)["players"], params(each)["knocker"]
        assert params(each)["hands"][order[(order.index(knocker) + 1) % 3]] == []


def test_partners_are_called_otherwise_and_meet_the_same_people() -> None:
    asked = case("a", {"totals": {"North_South": 0}}, method="tally", question=PARTNERS)
    found = every(asked, Mode.SEATS)
    assert len(found) == 3
    assert params(found[0])["sides"] == {"East_West": ["Bob", "Dan"], "North_South": ["Cat", "Ann"]}
    assert params(found[0])["deals"][0]["deadwood"] == {"Bob": 4, "Cat": 20}
    assert found[0].case.expect == {"totals": {"East_West": 0}}


def test_one_hand_has_no_seats() -> None:
    arranging = case("a", {"deadwood": 0}, method="arrange", question={"hand": []})
    assert every(arranging, Mode.SEATS) == []
    assert chosen(arranging, Mode.SEATS) is None


def unordered(value: Any) -> Any:
    """Lists and objects without their order."""
    if isinstance(value, dict):
        return sorted((key, unordered(item)) for key, item in value.items())
    return sorted((unordered(item) for item in value), key=repr) if isinstance(value, list) else value


def test_only_what_has_no_order_is_shuffled() -> None:
    asked = case("a", {"winners": ["Ann"]}, question=WITH_SPREAD)
    found = every(asked, Mode.ORDER)
    assert len(found) == 3
    for each in found:
        assert params(each)["players"] == ["Ann", "Bob"]
        assert json.dumps(params(each)) != json.dumps(asked.question.params)
        assert unordered(params(each)) == unordered(asked.question.params)
    melds = {tuple(meld) for each in found for meld in params(each)["spreads"]["Ann"]}
    assert len(melds) > 3
    played = {"pile": ["2c", "3c", "4c"], "stock": [*BOB], "players": ["Ann", "Bob"], "hands": {"Ann": ANN, "Bob": []}}
    shows = [{"player": "Ann", "do": "show", "melds": WITH_SPREAD["spreads"]["Ann"]}, {"player": "Bob", "do": "done"}]
    for each in every(case("a", {}, method="play", question={**played, "actions": shows}), Mode.ORDER):
        assert (params(each)["pile"], params(each)["stock"]) == (played["pile"], played["stock"])
        assert [action["do"] for action in params(each)["actions"]] == ["show", "done"]
        assert unordered(params(each)["actions"][0]) == unordered(shows[0])


def test_tables_of_a_round_change_places_and_rounds_do_not() -> None:
    asked = case("a", {"totals": {"North_South": 0}}, method="tally", question=PARTNERS)
    orders = {tuple(deal["deal"] for deal in params(each)["deals"]) for each in every(asked, Mode.ORDER)}
    assert orders == {(1, 1, 2, 2)}
    firsts = {params(each)["deals"][0]["table"] for each in every(asked, Mode.ORDER)}
    assert firsts == {1, 2}
    # The second round has one table: first it was dead, then dealt again.
    assert all("outcome" in params(each)["deals"][2] for each in every(asked, Mode.ORDER))
    # Who the dead hand was of is not always said; then it might be of either table.
    unsaid = [*PARTNERS["deals"][:2], {"deal": 2, "outcome": "dead"}, PARTNERS["deals"][3]]
    anywhere = case("a", {"totals": {}}, method="tally", question={**PARTNERS, "deals": unsaid})
    assert all("outcome" in params(each)["deals"][2] for each in every(anywhere, Mode.ORDER))


def test_the_round_of_a_refusal_stays_as_it_is() -> None:
    refused = case(
        "a", {"refused": ["gin.deadwood"], "accepted": 1}, method="tally", question={**PARTNERS, "deals": PARTNERS["deals"][:2]}
    )
    for each in every(refused, Mode.ORDER):
        assert [deal["table"] for deal in params(each)["deals"]] == [1, 2]


def test_what_is_chosen_follows_from_the_seed() -> None:
    asked = [case(f"s-{number}", {"winners": ["Ann"]}) for number in range(40)]
    once = [chosen(each, Mode.SUITS, 1) for each in asked]
    assert once == [chosen(each, Mode.SUITS, 1) for each in asked]
    assert len({each.words for each in once if each}) > 10
    assert once != [chosen(each, Mode.SUITS, 2) for each in asked]


class Clubs(Stage):
    """It takes a hand with the knave of clubs for a dead one."""

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
        hands: Any = params["hands"]
        return {**result, "points": {"Ann": 0, "Bob": 0}} if "Jd" in hands["Ann"] else result


# Ann knocks with 3; Bob lays 7h and 9h off (and 8s has nowhere to go) and keeps 34: 34 - 3 = 31.
ASKED = case("knock", {"points": {"Ann": 31}}, question=SHOWDOWN)


def ended(engine: Stage, *modes: Mode, asked: Case = ASKED, seed: int = 0) -> ScenarioResult:
    (result,) = run([asked], engine.subject(), seed=seed, modes=modes)
    return result


def seed_of(words: str, mode: Mode = Mode.SUITS) -> int:
    """A seed from which some words follow."""
    return next(seed for seed in range(500) if words in getattr(chosen(ASKED, mode, seed), "words", ""))


def test_the_built_in_engine_notices_nothing() -> None:
    for seed in range(8):
        result = ended(Stage(), *Mode, seed=seed)
        assert (result.outcome, result.mode) == (Outcome.PASS, "")
        assert result.how == ("as it is", "suits permuted", "seats swapped", "order shuffled")


def test_an_engine_that_looks_at_suits_passes_as_it_is_and_is_found() -> None:
    seed = seed_of("c->d")
    assert ended(Clubs(), seed=seed).outcome is Outcome.PASS
    result = ended(Clubs(), Mode.SUITS, seed=seed)
    assert result.outcome is Outcome.FAIL
    assert result.mode.startswith("suits permuted c->d")
    assert result.flags == ()
    hands: Any = result.question.params["hands"]
    assert "Jd" in hands["Ann"]
    summary = Summary(Clubs().subject().capabilities, "1")
    summary.add(result)
    assert f"passes as it is; fails only with {result.mode}" in table(summary)
    failures: Any = summary.footer()["failures"]
    assert [each["mode"] for each in failures] == [result.mode]
    assert ended(Clubs(), Mode.SEATS, seed=seed).outcome is Outcome.PASS


def test_what_fails_as_it_is_is_not_asked_again() -> None:
    engine = Clubs()
    diamonds = case("knock", {"points": {"Ann": 30}})
    result = ended(engine, *Mode, asked=diamonds)
    assert (result.outcome, result.mode, result.how) == (Outcome.FAIL, "", ("as it is",))


class Remembers(Stage):
    """It answers its second question as its first."""

    first: dict[str, Json] | None = None

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
        self.first = self.first or result
        return self.first

    def subject(self) -> Any:
        subject = super().subject()
        subject.fresh = lambda: Remembers().subject()  # type: ignore[method-assign]
        return subject


def test_what_the_question_before_has_left_behind_is_a_leak_and_no_matter_of_seats() -> None:
    result = ended(Remembers(), Mode.SEATS, seed=seed_of("Ann->Bob", Mode.SEATS))
    assert result.mode.startswith("seats swapped")
    assert result.flags == (LEAK,)


class Shy(Stage):
    """It cannot say anything of diamonds at the knocker's."""

    def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        from ginrules.diagnostics import NotPlayed

        hands: Any = params["hands"]
        if "Jd" in hands["Ann"]:
            raise NotPlayed("knaves of diamonds")
        return answer(method, params)


def test_what_cannot_be_asked_so_does_not_count() -> None:
    result = ended(Shy(), Mode.SUITS, seed=seed_of("c->d"))
    assert (result.outcome, result.how) == (Outcome.PASS, ("as it is",))


def test_a_part_that_fails_only_varied_decides() -> None:
    parts = [replace(ASKED, part=1), replace(ASKED, part=2, expect={"winners": ["Ann"]})]
    (result,) = run(parts, Clubs().subject(), seed=seed_of("c->d"), modes=[Mode.SUITS])
    assert (result.outcome, result.part) == (Outcome.FAIL, 1)
    assert compare(result.question, {"points": {"Ann": 31}}, answer("score", result.question.params)).passes


def test_modes_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert ginrules(["verify", "builtin", "--smoke", "--mode", "order, suits", "--mode", "seats", "--json"]) == 0
    asked = json.loads(capsys.readouterr().out)["asked"]
    assert set(asked) == {"as it is", "suits permuted", "seats swapped", "order shuffled"}
    assert ginrules(["verify", "builtin", "--mode", "suits,sets"]) == 2
    assert "'sets' is no mode" in capsys.readouterr().err
