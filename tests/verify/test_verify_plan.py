"""What an engine is asked of a case follows from what it says of itself."""

from typing import Any

import pytest

from ginrules.questions import Case
from ginrules.verify.plan import Ask, Unsupported, plan, write_value
from ginrules.verify.reference import shipped
from tests.puppet.stage import ANN, EVERYTHING, SHOWDOWN, case, engine

KNOCK = case("k", {"points": {"Ann": 31}})
ARRANGE = case("a", {"deadwood": 3}, "melds.run-min", question={"hand": ANN}, method="arrange")
THREE = {**SHOWDOWN, "players": ["Ann", "Bob", "Cat"], "hands": {**SHOWDOWN["hands"], "Cat": ["Ad"]}}
SPREAD = {"Ann": [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]}


def planned(each: Case, **members: Any) -> Ask | Unsupported:
    return plan(each, engine(**members), shipped())


def asked(each: Case, **members: Any) -> Ask:
    ask = planned(each, **members)
    assert isinstance(ask, Ask), ask
    return ask


def without(rule: str, schema: Any) -> dict[str, Any]:
    return EVERYTHING | {rule: schema}


def test_a_case_is_asked_as_it_is_where_everything_is_played() -> None:
    ask = asked(KNOCK)
    assert (ask.sent, ask.stands_for, ask.how, ask.hand) == (KNOCK.question, KNOCK.question, ("as it is",), None)


@pytest.mark.parametrize(
    ("each", "members", "reason"),
    [
        (KNOCK, {"methods": ["arrange"]}, "does not answer the method score"),
        (ARRANGE, {"methods": ["score"]}, "does not answer the method arrange"),
        (case("c", {"points": {"Ann": 31}}, question=THREE), {}, "three players"),
        (case("c", {"boxes": {"Ann": 1}}), {}, "does not answer boxes"),
        (case("c", {"boxes": {"Ann": 1}, "limit": 10}), {}, "does not answer boxes, limit"),
        (case("c", {"boxes": {"Ann": 1}}), {"methods": ["arrange"]}, "does not answer the method score"),
        (case("c", {"boxes": {"Ann": 1}}, question=THREE), {"methods": ["arrange"]}, "does not answer the method score"),
        (case("c", {}, "boxes.gin"), {"methods": ["arrange"], "gaps": ["boxes.*"]}, "does not answer the method score"),
        (case("c", {"limit": 10}, "layoff.onto"), {"gaps": ["layoff.onto"]}, "cites layoff.onto, a gap"),
        (case("c", {"limit": 10}, "boxes.gin"), {"gaps": ["boxes.*"]}, "cites boxes.gin, a gap (boxes.*)"),
        (case("c", {}), {}, "the scenario expects nothing"),
        (
            case("c", {"points": {"Ann": 31}}, "melds.ace", sets=("melds.ace=round-the-corner",)),
            {"rules": without("melds.ace", {"const": "low"})},
            "needs melds.ace = round-the-corner",
        ),
        (
            case("c", {"points": {"Ann": 31}}, "knock.limit", sets=("knock.limit=7",)),
            {"rules": without("knock.limit", {"properties": {"points": {"const": 10}}})},
            "needs knock.limit = {kind: fixed, points: 7}",
        ),
        (
            case("c", {"refused": ["knock.limit"]}, "gin.deadwood", sets=("knock.limit=gin-only",)),
            {"rules": without("knock.limit", {"const": {"kind": "fixed", "points": 10}})},
            "needs knock.limit = gin-only",
        ),
        (
            case("c", {"points": {"Ann": 31}}, question=SHOWDOWN | {"spreads": SPREAD}),
            {"can": {"spreads": ["best"]}},
            "takes no declared spreads",
        ),
        (
            case("c", {"points": {"Ann": 31}}, question=SHOWDOWN | {"layoffs": {"Bob": []}}),
            {"can": {"layoffs": ["best"]}},
            "takes no declared lay-offs",
        ),
        (
            case("c", {"points": {"Ann": 31}}, "best-play.layoffs"),
            {"can": {"layoffs": ["declared"]}},
            "cites best-play.layoffs, and has to be told the choices",
        ),
        # A rule not named is played at the root's value: 25.
        (
            case("c", {"points": {"Ann": 31}}, "scoring.gin", sets=("scoring.gin=20",)),
            {"rules": {rule: True for rule in EVERYTHING if rule != "scoring.gin"}},
            "needs scoring.gin = 20",
        ),
    ],
)
def test_what_cannot_be_asked_and_why(each: Case, members: dict[str, Any], reason: str) -> None:
    assert planned(each, **members) == Unsupported(reason)


def test_a_rule_that_is_not_cited_gets_a_stand_in_value_that_changes_nothing_expected() -> None:
    # The root has scoring.tie = undercut; nobody ties here, so no-score says the same.
    ask = asked(KNOCK, rules=without("scoring.tie", {"const": "no-score"}))
    assert ask.how == ("as scoring.tie = no-score",)
    assert ask.sent.params["rules"]["scoring.tie"] == "no-score"  # type: ignore[index, call-overload]


def test_a_stand_in_value_that_changes_what_is_expected_is_not_sent() -> None:
    # A hand in which Bob ties: 3 against 3.
    bob = ["2c", "2d", "2h", "7h", "7c", "7d", "Ts", "Js", "Qs", "3d"]
    tie = SHOWDOWN | {"hands": {"Ann": ANN, "Bob": bob}, "layoffs": {"Bob": []}}
    plays = {"rules": without("scoring.tie", {"const": "no-score"})}
    assert planned(case("c", {"points": {"Bob": 25}}, question=tie), **plays) == Unsupported("needs scoring.tie = undercut")
    # What is not expected may change: his deadwood is the same whoever wins.
    assert asked(case("c", {"deadwood": {"Bob": 3}}, question=tie), **plays).how == ("as scoring.tie = no-score",)


def test_a_stand_in_value_is_found_in_what_the_engine_says() -> None:
    # 3 is no probe of knock.limit, nor the root's value; Ann knocks with exactly 3.
    schema = {"anyOf": [{"properties": {"kind": {"const": "fixed"}, "points": {"const": 3}}, "required": ["points"]}]}
    ask = asked(case("c", {"points": {"Ann": 31}}, "layoff.onto"), rules=without("knock.limit", schema))
    assert ask.how == ("as knock.limit = {kind: fixed, points: 3}",)


def test_several_stand_in_values_are_all_named() -> None:
    rules = without("scoring.tie", {"const": "no-score"}) | {"scoring.gin": {"const": 20}}
    assert asked(KNOCK, rules=rules).how == ("as scoring.gin = 20", "as scoring.tie = no-score")


def test_a_refusal_stays_a_refusal_for_the_same_reason_under_a_stand_in_value() -> None:
    # Under "below 10" Ann may not knock with 10; an engine of at most 9 refuses for the same rule, one of at most 12 does not.
    ten = SHOWDOWN | {"hands": {"Ann": [*ANN[:9], "Ts"], "Bob": SHOWDOWN["hands"]["Bob"]}}
    refused = case("c", {"refused": ["knock.limit"]}, "turn.card", question=ten, sets=("knock.comparison=below",))
    at_most = {"rules": without("knock.comparison", {"const": "at-most"})}
    assert planned(refused, **at_most) == Unsupported("needs knock.comparison = below")


def test_a_rule_without_effect_need_not_be_borne() -> None:
    # Big gin is not played in the root: what it would pay does not matter, and nothing needs to be said.
    ask = asked(KNOCK, rules=without("scoring.big-gin", {"const": 40}))
    assert ask.how == ("as it is",)
    assert ask.sent.params["rules"]["scoring.big-gin"] == 40  # type: ignore[index, call-overload]


def test_choices_are_told_to_an_engine_that_makes_none() -> None:
    ask = asked(KNOCK, can={"spreads": ["declared"], "layoffs": ["declared"]})
    spreads, layoffs = ask.sent.params["spreads"], ask.sent.params["layoffs"]
    assert ask.how == ("choices told",)
    assert isinstance(spreads, dict)
    assert sorted(map(sorted, spreads["Ann"])) == sorted(map(sorted, SPREAD["Ann"]))  # type: ignore[arg-type]
    # The example of the protocol page: Bob lays the seven onto the run, the nine onto the nines.
    assert isinstance(layoffs, dict)
    assert {card for entry in layoffs["Bob"] for card in entry["cards"]} == {"7h", "9h"}  # type: ignore[union-attr, index, call-overload]


def test_what_the_scenario_declares_stays_and_the_rest_is_told() -> None:
    each = case("c", {"points": {"Ann": 47}}, question=SHOWDOWN | {"layoffs": {"Bob": []}})
    ask = asked(each, can={"spreads": ["declared"], "layoffs": ["declared"]})
    assert ask.sent.params["layoffs"] == {"Bob": []}
    assert set(ask.sent.params["spreads"]) == {"Ann", "Bob"}  # type: ignore[arg-type]


def test_nothing_is_told_where_everything_is_declared() -> None:
    each = case("c", {"points": {"Ann": 47}}, question=SHOWDOWN | {"spreads": SPREAD | {"Bob": []}, "layoffs": {"Bob": []}})
    assert asked(each, can={"spreads": ["declared"], "layoffs": ["declared"]}).how == ("as it is",)


def test_lay_offs_that_are_told_come_with_the_spread_that_they_lie_on() -> None:
    ask = asked(KNOCK, can={"layoffs": ["declared"]})
    assert set(ask.sent.params["spreads"]) == {"Ann"}  # type: ignore[arg-type]
    assert planned(KNOCK, can={"layoffs": ["declared"], "spreads": ["best"]}) == Unsupported(
        "takes no declared spreads, and lay-offs need one"
    )


def test_of_a_refused_hand_arrangements_are_told() -> None:
    refused = case("c", {"refused": ["knock.limit"]}, sets=("knock.limit=2",))
    ask = asked(refused, can={"spreads": ["declared"], "layoffs": ["declared"]})
    assert sorted(map(sorted, ask.sent.params["spreads"]["Ann"])) == sorted(map(sorted, SPREAD["Ann"]))  # type: ignore[index, call-overload, arg-type]


def test_a_showdown_becomes_a_hand_for_an_engine_that_only_plays() -> None:
    ask = asked(KNOCK, methods=["play"])
    assert (ask.sent.method, ask.how) == ("play", ("as a hand",))
    assert ask.stands_for == KNOCK.question
    # The rules of class play are the root's.
    assert ask.sent.params["rules"]["turn.return-taken"] == "forbidden"  # type: ignore[index, call-overload]
    assert set(ask.sent.params["rules"]) == set(shipped().reads("play"))  # type: ignore[arg-type]


def test_the_rules_of_play_are_sent_at_values_that_the_engine_plays_unmentioned() -> None:
    rules = EVERYTHING | {"turn.return-taken": {"const": "allowed"}, "turn.takes-limit": {"const": 50}}
    ask = asked(KNOCK, methods=["play"], rules=rules)
    sent = ask.sent.params["rules"]
    assert isinstance(sent, dict)
    assert (sent["turn.return-taken"], sent["turn.takes-limit"], ask.how) == ("allowed", 50, ("as a hand",))


def test_a_rule_of_play_at_no_value_that_can_be_dealt_is_said() -> None:
    assert planned(KNOCK, methods=["play"], rules=without("turn.return-taken", False)) == Unsupported(
        "needs turn.return-taken = forbidden"
    )


def test_an_upcard_is_needed_where_the_opening_turns_none() -> None:
    spades = case("c", {"points": {"Ann": 62}}, question=SHOWDOWN | {"upcard": "As"}, sets=("scoring.spades=doubles-points",))
    extra = {"methods": ["play"], "rules": without("deal.opening", {"const": "extra-card"})}
    assert planned(spades, **extra) == Unsupported("needs an upcard, and deal.opening = extra-card turns none")


def test_a_knock_that_hides_gin_needs_a_choice() -> None:
    # Ann could throw the king and be gin; she throws the three and knocks with 10.
    hand = ["Ah", "2h", "3h", "9c", "9d", "9s", "Jc", "Qc", "Kc", "3s", "Tc"]
    each = case(
        "c", {"refused": []}, question=SHOWDOWN | {"hands": {"Ann": hand, "Bob": SHOWDOWN["hands"]["Bob"]}, "discard": "Ah"}
    )
    forced = {"methods": ["play"], "rules": without("gin.choice", {"const": "forced"})}
    assert planned(each, **forced) == Unsupported("needs gin.choice = optional")
    assert asked(KNOCK, **forced).how == ("as a hand",)


def test_who_would_have_had_to_go_gin_before_the_knock_needs_a_choice() -> None:
    # Bob holds gin; with an extra card he throws one before Ann knocks.
    hands = {"Ann": [*ANN[:9], "Kh"], "Bob": ["As", "2s", "3s", "7c", "7d", "7h", "Td", "Jd", "Qd", "Kd"]}
    each = case("c", {"refused": []}, question=SHOWDOWN | {"hands": hands})
    forced = without("gin.choice", {"const": "forced"})
    extra = {"methods": ["play"], "rules": forced | {"deal.opening": {"const": "extra-card"}}}
    assert planned(each, **extra) == Unsupported("needs gin.choice = optional")
    assert asked(each, methods=["play"], rules=forced).how == ("as a hand",)


def test_values_are_written_as_set_takes_them() -> None:
    assert write_value("low") == "low"
    assert write_value(None) == "null"
    assert write_value({"kind": "any"}) == "any"
    assert write_value({"A": 15, "K": 10}, {"A": 1, "K": 10}) == "{A: 15}"
    assert write_value({"kind": "upcard", "ace": "one"}) == "{kind: upcard, ace: one}"
