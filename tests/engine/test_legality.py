"""What is refused: for each check a question that it alone refuses, and a twin just inside that is accepted."""

from typing import Any

import pytest
import yaml

from ginrules.answer.showdown import read_question
from ginrules.cards import write_cards
from ginrules.engine.legality import CHECKS, MOST_PERMISSIVE, ClaimKind
from ginrules.engine.parts import STANDARD
from ginrules.engine.showdown import Refusal, Showdown, score
from ginrules.resources import SPEC
from ginrules.rules.catalogue import catalogue
from ginrules.rules.typed import typed_rules
from tests.engine.questions import ROOT, ask, refused, reply_to

BOB = "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
NINE = "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"
GIN = "[4h 5h 6h 7h] [9c 9d 9s] [Jc Qc Kc]"
NEAR_GIN = "2c 2d 2h Ac 5s 8h 8s 9h Qs Kd"

Question = dict[str, Any]


def case(ann: str = NINE + " 3s", bob: str = BOB, call: str = "knock", **more: Any) -> Question:
    return ask(ann, bob, call, **more)


# id, refused, accepted
TWINS: list[tuple[str, Question, Question]] = [
    (
        "layoff.player",
        case(NINE + " 3h", layoffs_of_knocker="3h on 4h"),
        case(NINE + " 3h", layoffs="7h on 4h"),
    ),
    (
        "turn.card",
        case(NINE + " 3s Ah", discard="Kd"),
        case(NINE + " 3s Ah", discard="Ah"),
    ),
    (
        "turn.card",  # the three of hearts is in nobody's hand
        case(layoffs="9h on 9c, 3h on 4h"),
        case(layoffs="9h on 9c, 7h on 4h"),
    ),
    (
        "turn.card",  # the seven of hearts twice, onto two melds that both take it
        case(NINE.replace("[9c 9d 9s]", "[7c 7d 7s]") + " 3s", layoffs="7h on 4h, 7h on 7c"),
        case(NINE.replace("[9c 9d 9s]", "[7c 7d 7s]") + " 3s", layoffs="7h on 7c"),
    ),
    (
        "melds.held",  # the seven of hearts is Bob's
        case(NINE + " 3s", spread="[4h 5h 6h 7h] [9c 9d 9s] [Jc Qc Kc]"),
        case(NINE + " 3s", spread="[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"),
    ),
    (
        "melds.held",  # the discard is no longer his
        case(
            "4h 5h 6h 7d 9c 9d 9s Jc Qc Kc 9h",
            spread="[4h 5h 6h] [9c 9d 9s 9h] [Jc Qc Kc]",
            bob=NEAR_GIN.replace("9h", "Th"),
            discard="9h",
        ),
        case(
            "4h 5h 6h 7d 9c 9d 9s Jc Qc Kc 9h",
            spread="[4h 5h 6h] [9c 9d 9s 9h] [Jc Qc Kc]",
            bob=NEAR_GIN.replace("9h", "Th"),
            discard="7d",
        ),
    ),
    (
        "melds.held",  # laid off already
        case(bob="[7c 7d 7h] 2c Ac 5s 8s 9h Qs Kd", layoffs="7h on 4h"),
        case(bob="[7c 7d 7h] 2c Ac 5s 8s 9h Qs Kd", layoffs="9h on 9c"),
    ),
    (
        "melds.disjoint",
        case(
            "4h 5h 6h 9h 9d 9s 7h 8h Qc 3s",
            bob="2c 2d 2h Ac 5s Th 8s Jd Qs Kd",
            spread="[4h 5h 6h 7h 8h 9h] [9d 9s 9h]",
            knock__limit={"kind": "any"},
        ),
        case(
            "4h 5h 6h 9h 9d 9s 7h 8h Qc 3s",
            bob="2c 2d 2h Ac 5s Th 8s Jd Qs Kd",
            spread="[4h 5h 6h 7h 8h] [9d 9s 9h]",
            knock__limit={"kind": "any"},
        ),
    ),
    (
        "melds.shape",
        case("4h 5h 6d 9c 9d 9s Jc Qc Kc 3s", spread="[4h 5h 6d] [9c 9d 9s] [Jc Qc Kc]"),
        case("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", spread="[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"),
    ),
    (
        "melds.shape",
        case(bob="[2c 2d 2h] [Ac 5s 7h] 8s 9h Qs Kd"),
        case(bob="[2c 2d 2h] Ac 5s 7h 8s 9h Qs Kd"),
    ),
    (
        "melds.shape",  # a lay-off that fits nothing
        case(layoffs="8s on 4h"),
        case(layoffs="7h on 4h"),
    ),
    (
        "melds.shape",  # the eight is not next to the six, and the seven lies elsewhere
        case(bob="2c 2d 2h Ac 5s 7h 8h 9h Qs Kd", layoffs="8h on 4h"),
        case(bob="2c 2d 2h Ac 5s 7h 8h 9h Qs Kd", layoffs="8h on 4h, 7h on 6h"),
    ),
    (
        "gin.big",
        case("[4h 5h 6h 7h] [9c 9d 9s 9h] [Jc Qc Kc]", NEAR_GIN.replace("9h", "Th"), "big-gin"),
        case("[4h 5h 6h 7h] [9c 9d 9s 9h] [Jc Qc Kc]", NEAR_GIN.replace("9h", "Th"), "big-gin", gin__big="replaces"),
    ),
    (
        "gin.deadwood",
        case(call="gin"),
        case(GIN, NEAR_GIN, "gin"),
    ),
    (
        "gin.deadwood",
        case("[4h 5h 6h 7h] [9c 9d 9s] [Jc Qc Kc] 3s", NEAR_GIN, "big-gin", gin__big="adds"),
        case("[4h 5h 6h 7h] [9c 9d 9s 9h] [Jc Qc Kc]", NEAR_GIN.replace("9h", "Th"), "big-gin", gin__big="adds"),
    ),
    (
        "knock.limit",
        case("4h 5h 6h 9c 9d 9s Jc Qc 3s 8d", bob=BOB),  # 10 + 10 + 3 + 8
        case("4h 5h 6h 9c 9d 9s 2s 3s 4s Td", bob=BOB),
    ),
    (
        "knock.limit",
        case(NINE + " 8d", knock__limit={"kind": "fixed", "points": 7}),
        case(NINE + " 8d", knock__limit={"kind": "fixed", "points": 8}),
    ),
    (
        "knock.limit",
        case(NINE + " Td", knock__comparison="below"),
        case(NINE + " Td", knock__comparison="at-most"),
    ),
    (
        "knock.limit",
        case(knock__limit={"kind": "gin-only"}),
        case(GIN, NEAR_GIN, knock__limit={"kind": "gin-only"}),
    ),
    (
        "knock.limit",
        case(knock__limit={"kind": "upcard", "ace": "one"}, upcard="2s"),
        case(knock__limit={"kind": "upcard", "ace": "one"}, upcard="3s"),
    ),
    (
        "knock.limit",  # a declared spread that leaves too much of a hand that could have knocked
        case(NINE + " 3s", spread="[4h 5h 6h] [9c 9d 9s]"),
        case(NINE + " 3s", spread=NINE),
    ),
    (
        "knock.limit",  # after this discard; after the jack it is 3
        case(
            "[4h 5h 6h] [9c 9d 9s] Jc Ad Ah As 8h",
            bob="2c 2d 2h 7d 5s 7h 8s 9h Qs Kd",
            spread="[4h 5h 6h] [9c 9d 9s]",
            discard="8h",
        ),
        case(
            "[4h 5h 6h] [9c 9d 9s] Jc Ad Ah As 8h",
            bob="2c 2d 2h 7d 5s 7h 8s 9h Qs Kd",
            spread="[4h 5h 6h] [9c 9d 9s] [Ad Ah As]",
            discard="Jc",
        ),
    ),
    (
        "knock.needs-meld",
        case(
            "Ac 2d 3h 4s 6c 8d Th Qs Kc 7c",
            "2c 2s 2h Ad 5s 7h 8s 9h Qd Kd",
            knock__limit={"kind": "any"},
            knock__needs_meld="required",
        ),
        case(
            "Ac Ad Ah 4s 6c 8d Th Qs Kc 7c",
            "2c 2s 2h 3d 5s 7h 8s 9h Qd Kd",
            knock__limit={"kind": "any"},
            knock__needs_meld="required",
        ),
    ),
    (
        "knock.needs-meld",
        case(
            "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s",
            knock__limit={"kind": "any"},
            knock__needs_meld="required",
        )
        | {"spreads": {"Ann": []}},
        case(knock__limit={"kind": "any"}, knock__needs_meld="not-required") | {"spreads": {"Ann": []}},
    ),
    (
        "melds.set-min",
        case(melds__set_min=4),
        case(
            "[4h 5h 6h] [9c 9d 9s 9h] Jc Ac 3s",
            NEAR_GIN.replace("9h", "Th").replace("Ac", "7c"),
            melds__set_min=4,
            knock__limit={"kind": "any"},
        ),
    ),
    (
        "melds.set-max",
        case("[4h 5h 6h] [9c 9d 9s 9h] [Jc Qc Kc]", NEAR_GIN.replace("9h", "Th"), melds__set_max=3),
        case("[4h 5h 6h] [9c 9d 9s] 9h [Jc Qc Kc]", NEAR_GIN.replace("9h", "Th"), melds__set_max=3),
    ),
    (
        "melds.set-max",  # made by a lay-off
        case(layoffs="9h on 9c", melds__set_max=3),
        case(layoffs="9h on 9c", melds__set_max=4),
    ),
    (
        "melds.run-min",
        case(melds__run_min=4),
        case(
            "4h 5h 6h 7h 9c 9d 9s Tc Jc Qc",
            NEAR_GIN,
            spread="[4h 5h 6h 7h] [9c 9d 9s]",
            melds__run_min=4,
            knock__limit={"kind": "any"},
        ),
    ),
    (
        "melds.run-max",
        case(GIN, NEAR_GIN, melds__run_max=3),
        case(GIN, NEAR_GIN, melds__run_max=4),
    ),
    (
        "melds.run-max",  # made by a lay-off
        case(layoffs="7h on 4h", melds__run_max=3),
        case(layoffs="7h on 4h", melds__run_max=4),
    ),
    (
        "melds.ace",
        case("[4h 5h 6h] [9c 9d 9s] [Qc Kc Ac] 3s", BOB.replace("Ac", "As")),
        case("[4h 5h 6h] [9c 9d 9s] [Qc Kc Ac] 3s", BOB.replace("Ac", "As"), melds__ace="high-or-low"),
    ),
    (
        "melds.ace",
        case("[4h 5h 6h] [9c 9d 9s] [Kc Ac 2c] 3s", BOB.replace("Ac", "As").replace("2c", "2s"), melds__ace="high-or-low"),
        case("[4h 5h 6h] [9c 9d 9s] [Kc Ac 2c] 3s", BOB.replace("Ac", "As").replace("2c", "2s"), melds__ace="round-the-corner"),
    ),
    (
        "layoff.on-knock",
        case(layoffs="7h on 4h", layoff__on_knock="forbidden"),
        case(layoffs="7h on 4h", layoff__on_knock="allowed", layoff__on_gin="forbidden"),
    ),
    (
        "layoff.on-gin",
        case(GIN, NEAR_GIN, "gin", layoffs="8h on 4h"),
        case(GIN, NEAR_GIN, "gin", layoffs="8h on 4h", layoff__on_gin="allowed", layoff__on_knock="forbidden"),
    ),
    (
        "layoff.onto",  # the knocker's deadwood
        case("[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s", layoffs="Ac on 3s"),
        case("[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s", layoffs=""),
    ),
    (
        "layoff.onto",  # Bob's own meld
        case(bob="[2c 2d 2h] 2s 5s 7h 8s 9h Qs Kd", layoffs="2s on 2c"),
        case(bob="[2c 2d 2h 2s] 5s 7h 8s 9h Qs Kd", layoffs=""),
    ),
]


def engine(question: Question, without: frozenset[str] = frozenset()) -> Showdown | Refusal:
    typed = typed_rules({**ROOT, **question["rules"]})
    return score(read_question(question, ("Ann", "Bob"), typed), typed, STANDARD.without(without))


@pytest.mark.parametrize(("rule", "wrong", "right"), TWINS)
def test_refused_and_accepted_twins(rule: str, wrong: Question, right: Question) -> None:
    reply = reply_to("score", wrong)
    assert reply["refused"]["rules"] == [rule]
    assert reply["refused"]["message"]
    assert "refused" not in reply_to("score", right)


@pytest.mark.parametrize(("rule", "wrong"), [(rule, wrong) for rule, wrong, _ in TWINS])
def test_without_its_check_it_is_accepted(rule: str, wrong: Question) -> None:
    assert isinstance(engine(wrong), Refusal)
    assert isinstance(engine(wrong, frozenset({rule})), Showdown)


def test_without_its_check_a_knocker_need_not_show_a_meld() -> None:
    # the kings count nothing, so that he may as well keep them
    asked = case(
        "Kc Kd Kh As 2s 3h Jc Qd Th Ts",
        "2c 2d 2h Ac 5s 8h 8s 9h Qs 7d",
        knock__needs_meld="required",
        knock__limit={"kind": "any"},
        deck__values={**ROOT["deck.values"], "J": 0, "Q": 0, "K": 0},
    )
    with_check, without = engine(asked), engine(asked, frozenset({"knock.needs-meld"}))
    assert isinstance(with_check, Showdown)
    assert isinstance(without, Showdown)
    assert [write_cards(meld) for meld in with_check.spreads["Ann"]] == [["Kc", "Kd", "Kh"]]
    assert without.spreads["Ann"] == ()


def test_every_check_has_twins() -> None:
    assert {rule for rule, _, _ in TWINS} == {check.id for check in CHECKS}


def test_the_table_is_that_of_the_specification() -> None:
    listed = yaml.safe_load((SPEC / "refusals.yaml").read_text(encoding="utf-8"))["refusals"]
    assert {check.id: check.stage for check in CHECKS} == {
        entry["id"]: entry["stage"] for entry in listed if "score" in entry["asked"]
    }
    assert [check.stage for check in CHECKS] == sorted(check.stage for check in CHECKS)
    assert len({check.id for check in CHECKS}) == len(CHECKS)
    assert all(check.kinds <= set(ClaimKind) and check.kinds for check in CHECKS)


def test_a_refusal_names_every_check_of_the_first_stage_that_fails() -> None:
    # second stage: a card that is not held, in two melds, of a group that is none; the third stage is not looked at
    asked = case("4h 5h 6h 9c 9d 9s Jc Qc 3s 8d", spread="[4h 5h 6h] [6h 9c Kc]")
    assert reply_to("score", asked)["refused"]["rules"] == ["melds.held", "melds.disjoint", "melds.shape"]
    # third stage
    both = refused("Ac 2d 3h 4s 6c 8d Th Qs Kc 7c", "2c 2s 2h Ad 5s 7h 8s 9h Qd Kd", knock__needs_meld="required")
    assert both == ["knock.limit", "knock.needs-meld"]


def test_the_knocker_is_judged_before_the_defender() -> None:
    asked = case("4h 5h 6h 9c 9d 9s Jc Qc 3s 8d", spread="[4h 5h 6h] [9c 9d 9s]", bob="[2c 2d 5s] 2h Ac 7h 8s 9h Qs Kd")
    reply = reply_to("score", asked)
    assert (reply["refused"]["rules"], reply["refused"]["player"]) == (["knock.limit"], "Ann")
    asked = case(bob="[2c 2d 5s] 2h Ac 7h 8s 9h Qs Kd", layoffs="8s on 9c")
    reply = reply_to("score", asked)
    assert (reply["refused"]["rules"], reply["refused"]["player"]) == (["melds.shape"], "Bob")


def test_what_two_rules_together_keep_from_being_a_meld_has_no_shape() -> None:
    # too long and round the corner
    ann = "[Qc Kc Ac 2c] [9c 9d 9s] [4h 5h 6h]"
    bob = "2s 2d 2h As 5s 7h 8s 9h Qs Kd"
    assert refused(ann, bob, melds__ace="round-the-corner") == []
    assert refused(ann, bob, melds__run_max=3) == ["melds.shape"]
    assert refused(ann, bob) == ["melds.ace"]


def test_empty_layoffs_of_the_knocker_are_none() -> None:
    assert refused(NINE + " 3s", BOB, layoffs_of_knocker="") == []


MESSAGES = [
    (case(layoffs="9h on 9c, 3h on 4h"), "3h is not in the hand of Bob"),
    (case(NINE.replace("[9c 9d 9s]", "[7c 7d 7s]") + " 3s", layoffs="7h on 4h, 7h on 7c"), "7h is laid off twice"),
    (case(bob="[7c 7d 7h] 2c Ac 5s 8s 9h Qs Kd", layoffs="7h on 4h"), "7h is no longer in the hand of Bob"),
    (case(NINE + " 3s", spread="[4h 5h 6h 7h] [9c 9d 9s] [Jc Qc Kc]"), "7h is not in the hand of Ann"),
    (case("4h 5h 6d 9c 9d 9s Jc Qc Kc 3s", spread="[4h 5h 6d] [9c 9d 9s] [Jc Qc Kc]"), "6d 4h 5h is neither a set nor a run"),
    (
        case("[Qc Kc Ac 2c] [9c 9d 9s] [4h 5h 6h]", "2s 2d 2h As 5s 7h 8s 9h Qs Kd", melds__run_max=3),
        "Ac 2c Qc Kc is no meld by more than one rule",
    ),
    (case("[4h 5h 6h] [9c 9d 9s] [Qc Kc Ac] 3s", BOB.replace("Ac", "As")), "Ac Qc Kc is no meld, as melds.ace is low"),
    (case(GIN, NEAR_GIN, melds__run_max=3), "4h 5h 6h 7h is no meld, as melds.run-max is 3"),
]


@pytest.mark.parametrize(("question", "message"), MESSAGES)
def test_a_refusal_says_why(question: Question, message: str) -> None:
    assert reply_to("score", question)["refused"]["message"] == message


@pytest.mark.parametrize("field", MOST_PERMISSIVE._fields)
def test_the_most_permissive_values_are_the_ends_of_the_schema(field: str) -> None:
    schema = catalogue()["melds." + field.replace("_", "-")].schema
    ends: dict[str, Any] = {"run_max": None} if "null" in schema.get("type", ()) else {}
    ends |= {"set_min": schema.get("minimum"), "run_min": schema.get("minimum"), "set_max": schema.get("maximum")}
    assert getattr(MOST_PERMISSIVE, field) == {"ace": schema.get("enum", [""])[-1], **ends}[field]
