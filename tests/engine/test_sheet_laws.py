"""Laws of sheets under random rules of every format: what must hold whatever the rules and the hands."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ginrules.cards import TEXT
from tests.engine.questions import reply_to
from tests.oracle.messages import has_float
from tests.oracle.random_sheets import question
from tests.oracle.sheet_compare import comparable

Params = dict[str, Any]
RANDOM = st.randoms(use_true_random=False)
EXAMPLES = settings(max_examples=50)


def answered(params: Params) -> Params:
    """The answer to a sheet that is not refused; other examples are passed over."""
    answer = reply_to("tally", params)
    assume("refused" not in answer)
    return answer


@EXAMPLES
@given(RANDOM)
def test_no_amount_is_a_float(rng: random.Random) -> None:
    assert not has_float(reply_to("tally", question(rng)))


@EXAMPLES
@given(RANDOM)
def test_what_one_receives_others_pay(rng: random.Random) -> None:
    """Each settlement sums to nothing, but where each side's is rounded by itself and they are more than two."""
    params = question(rng)
    answer = answered(params)
    for sheet in [answer, *answer.get("columns", [])]:
        if "settlement" in sheet:
            rounded = params["rules"]["game.settlement"].get("round-to") is not None
            assert sum(sheet["settlement"].values()) == 0 or (rounded and len(sheet["settlement"]) > 2)


@EXAMPLES
@given(RANDOM)
def test_finals_are_totals_and_bonuses(rng: random.Random) -> None:
    answer = answered(question(rng))
    for sheet in [answer, *answer.get("columns", [])]:
        assert ("finals" in sheet) == sheet["finished"]
        for side, final in sheet.get("finals", {}).items():
            assert final == sheet["totals"][side] + sum(bonus[side] for bonus in sheet["bonuses"].values())


@EXAMPLES
@given(RANDOM)
def test_a_column_has_the_hands_that_were_entered_in_it(rng: random.Random) -> None:
    params = question(rng)
    answer = answered(params)
    rules = params["rules"]
    worth = rules["boxes.value"] if rules["boxes.when"] == "at-once" else 0
    for number, sheet in enumerate(answer.get("columns", [answer]), 1):
        hands = [deal for deal in answer["deals"] if number in deal.get("columns", [number])]
        one_winner = all(sum(amount > 0 for amount in deal["points"].values()) < 2 for deal in hands)
        if "columns" in answer and not one_winner:
            continue  # a hand with several winners stands in the columns of each
        for side, total in sheet["totals"].items():
            carried = params.get("carried", {}).get("totals", {}).get(side, 0)
            assert total == carried + sum(deal["points"][side] + worth * deal["boxes"][side] for deal in hands)
            boxes = params.get("carried", {}).get("boxes", {}).get(side, 0)
            assert sheet["boxes"][side] == boxes + sum(deal["boxes"][side] for deal in hands)


@EXAMPLES
@given(RANDOM)
def test_steps_add_up_to_the_amounts_that_they_explain(rng: random.Random) -> None:
    params = question(rng)
    answer = answered(params)
    assert all(step["text"] and step["rule"] for step in answer["steps"])
    of_settlement = {"game.settlement", "game.columns"}
    if params["rules"]["game.shutout"]["kind"] == "paid":
        of_settlement.add("game.shutout")
    for number, sheet in enumerate([answer, *answer.get("columns", [])]):
        steps = [step for step in answer["steps"] if number in (0, step.get("column"))]
        for side, total in sheet["totals"].items():
            mine = [step for step in steps if step.get("player") == side]
            settled = sum(step["points"] for step in mine if step["rule"] in of_settlement)
            others = sum(step["points"] for step in mine if step["rule"] not in of_settlement)
            if "settlement" in sheet:
                assert settled == sheet["settlement"][side]
            if sheet["finished"]:
                assert others == sheet["finals"][side]
            elif "columns" not in sheet:  # above the columns some may be finished and others not
                assert others == total


@EXAMPLES
@given(RANDOM)
def test_a_game_to_a_target_is_its_parts_carried_over(rng: random.Random) -> None:
    fixed: Params = {"game.end": {"kind": "target", "points": rng.choice((30, 60, 100))}, "game.columns": {"kind": "single"}}
    params = question(rng, None, fixed)
    whole = answered(params)
    at = rng.choice(sorted({deal["deal"] for deal in params["deals"]}))
    first = reply_to("tally", {**params, "deals": [deal for deal in params["deals"] if deal["deal"] < at]})
    assert not first["finished"]
    carried = {"totals": first["totals"], "boxes": first["boxes"]}
    then = reply_to("tally", {**params, "carried": carried, "deals": [deal for deal in params["deals"] if deal["deal"] >= at]})
    for fact in ("totals", "boxes", "finished", "winners", "bonuses", "finals", "settlement"):
        assert then.get(fact) == whole.get(fact), fact


@EXAMPLES
@given(RANDOM)
def test_the_order_of_the_tables_in_a_hand_does_not_matter(rng: random.Random) -> None:
    params = question(rng, "partnership")
    whole = answered(params)
    shuffled = sorted(params["deals"], key=lambda deal: (deal["deal"], deal.get("outcome") != "dead", rng.random()))
    assert comparable(reply_to("tally", {**params, "deals": shuffled})) == comparable(whole)


@EXAMPLES
@given(RANDOM)
def test_suits_exchanged_change_nothing(rng: random.Random) -> None:
    """Spades stay where one doubles."""
    params = question(rng)
    suits = rng.sample("cdhs", 4) if params["rules"]["scoring.spades"] == "nothing" else [*rng.sample("cdh", 3), "s"]
    other = {card: card[0] + suits["cdhs".index(card[1])] for card in TEXT}
    deals = [{**deal, **({"upcard": other[deal["upcard"]]} if "upcard" in deal else {})} for deal in params["deals"]]
    assert comparable(reply_to("tally", {**params, "deals": deals})) == comparable(reply_to("tally", params))


@EXAMPLES
@given(RANDOM)
def test_a_hand_more_changes_no_hand_before(rng: random.Random) -> None:
    params = question(rng)
    whole = answered(params)
    last = params["deals"][-1]["deal"]
    before = reply_to("tally", {**params, "deals": [deal for deal in params["deals"] if deal["deal"] < last]})
    assert whole["deals"][: len(before["deals"])] == before["deals"]
    assert not before["finished"]


@EXAMPLES
@given(RANDOM)
def test_names_mean_nothing(rng: random.Random) -> None:
    """Other names in the same seats: the same sheet with other names."""
    params = question(rng)
    names = {name: f"P{number}" for number, name in enumerate(sorted(params["players"], reverse=True))}

    def facts(asked: Params) -> Params:
        return {word: value for word, value in reply_to("tally", asked).items() if word not in ("steps", "refused")}

    assert facts(renamed(params, names)) == renamed(facts(params), names)


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value
