"""The oracle of play against hands worked out by hand, against the protocol's schema, and against laws of its own."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest

from ginrules.cards import TEXT
from ginrules.resources import SPEC
from ginrules.rules.catalogue import RuleClass, catalogue
from ginrules.rules.resolve import load_variant
from tests.oracle.hand import Impossible
from tests.oracle.play import answer_play, comparable, start
from tests.oracle.random_play import PLAY, questions, random_position, random_rules
from tests.oracle.refusals import legal, refusal

SCHEMA = json.loads((SPEC / "protocol.schema.json").read_text(encoding="utf-8"))
SEED = 20_231
Result = dict[str, Any]


# --- hands worked out by hand

# Ann's ten: two runs and a set, 5s 6s 7s 8c 8d 8h Td Jd Qd, and the two of hearts: 2 left. Bob's ten hold no meld.
ANN = "5s 6s 7s 8c 8d 8h Td Jd Qd 2h"
BOB = "Ac 3d 5h 7d 9c Jh Ks 4s 6h Qc"
# Two hands without a meld that count far over ten.
POOR = "Ac 3d 5h 7d 9s Jh Ks 4s 6h Qc"


def rules(**changed: Any) -> dict[str, Any]:
    named = {rule.replace("__", ".").replace("_", "-"): value for rule, value in changed.items()}
    values: dict[str, Any] = load_variant("standard").question_rules("play")
    assert set(named) <= set(values)
    return {**values, **named}


def said(text: str) -> list[dict[str, Any]]:
    """`Ann take, Bob discard 2h, Bob layoff 4s 3s on 5s, Ann show 5s 6s 7s + 8c 8d 8h` as actions."""
    actions = []
    for part in filter(None, text.split(", ")):
        player, word, *more = part.split()
        action: dict[str, Any] = {"player": player, "do": word}
        if word in ("discard", "knock", "gin"):
            (action["card"],) = more
        if word == "layoff":
            action.update(cards=more[: more.index("on")], onto=more[-1])
        if word == "show":
            action["melds"] = [group.split() for group in " ".join(more).split("+") if group]
        actions.append(action)
    return actions


def rest(*known: str) -> list[str]:
    """The pack without some cards, in the order clubs to spades, ace to king."""
    gone = " ".join(known).split()
    return [card for card in TEXT if card not in gone]


def deal(actions: str, ann: str = ANN, bob: str = BOB, upcard: str = "", stock: str = "", **changed: Any) -> Result:
    """Bob deals, so Ann begins. `stock` are the cards on its top."""
    params = {"rules": rules(**changed), "players": ["Ann", "Bob"], "dealer": "Bob", "ask": ["legal"]}
    params["hands"] = {"Ann": ann.split(), "Bob": bob.split()}
    if upcard:
        params["upcard"] = upcard
    params["stock"] = stock.split() + rest(ann, bob, upcard, stock)
    return answer_play({**params, "actions": said(actions)})


def position(
    phase: str, stock: str, actions: str, ann: str = ANN, bob: str = BOB, top: str = "", taken: str = "", **changed: Any
) -> Result:
    """Ann's turn; the stock is just these cards, the pile is all that nobody has, `top` on its top."""
    params = {"rules": rules(**changed), "players": ["Ann", "Bob"], "turn": "Ann", "phase": phase, "ask": ["legal"]}
    params["hands"] = {"Ann": ann.split(), "Bob": bob.split()}
    params["stock"] = stock.split()
    params["pile"] = top.split() + rest(ann, bob, stock, top)
    if taken:
        params["taken"] = taken
    return answer_play({**params, "actions": said(actions)})


def words(result: Result) -> list[str]:
    return sorted(" ".join(filter(None, (action["do"], action.get("card")))) for action in result.get("legal", []))


def refused(result: Result) -> list[str]:
    return sorted(result["refused"]["rules"]) if "refused" in result else []


def ends(result: Result) -> tuple[str, str]:
    return result["state"]["phase"], result.get("result", {}).get("outcome", "-")


def test_the_upcard_is_offered_to_both_and_then_the_first_must_draw() -> None:
    offered = deal("", upcard="Kc")
    assert (offered["state"]["turn"], offered["state"]["phase"], words(offered)) == ("Ann", "upcard", ["pass", "take"])
    assert refused(deal("Ann stock", upcard="Kc")) == ["deal.opening"]
    assert refused(deal("Bob take", upcard="Kc")) == ["turn.order"]
    assert refused(deal("Bob stock", upcard="Kc")) == ["turn.order"]
    assert refused(deal("Bob discard Ac", upcard="Kc")) == ["turn.order", "turn.phase"]
    passed = deal("Ann pass, Bob pass", upcard="Kc")
    assert (passed["state"]["turn"], passed["state"]["phase"], words(passed)) == ("Ann", "draw", ["stock"])
    taken_after_all = deal("Ann pass, Bob pass, Ann take", upcard="Kc")
    assert refused(taken_after_all) == ["deal.opening"]
    assert taken_after_all["accepted"] == 2
    assert words(deal("Ann pass, Bob pass, Ann stock, Ann discard 2h", upcard="Kc")) == ["stock", "take"]


def test_the_dealer_takes_the_upcard_and_may_not_throw_it() -> None:
    taken = deal("Ann pass, Bob take", upcard="Kc")
    assert (taken["state"]["turn"], taken["state"]["phase"], taken["state"]["pile"]) == ("Bob", "discard", [])
    assert "discard Kc" not in words(taken)
    assert refused(deal("Ann pass, Bob take, Bob discard Kc", upcard="Kc")) == ["turn.return-taken"]
    # eleven cards of which none is in a meld: far too much, and the card is taken
    assert refused(deal("Ann pass, Bob take, Bob knock Kc", upcard="Kc")) == ["knock.limit", "turn.return-taken"]


def test_only_to_knock_lets_the_taken_card_go_with_a_knock_alone() -> None:
    # Ann keeps 2 with the king thrown again.
    changed = {"turn__return_taken": "only-to-knock"}
    assert refused(deal("Ann take, Ann discard Kc", upcard="Kc", **changed)) == ["turn.return-taken"]
    knocked = deal("Ann take, Ann knock Kc", upcard="Kc", **changed)
    assert ends(knocked) == ("showdown", "knock")
    # Bob: A + 3 + 5 + 7 + 9 + J + K + 4 + 6 + Q = 1+3+5+7+9+10+10+4+6+10 = 65; he lays 4s on the run: 61; 61 - 2 = 59.
    assert knocked["result"]["deadwood"] == {"Ann": 2, "Bob": 61}
    assert knocked["result"]["points"] == {"Ann": 59, "Bob": 0}
    assert knocked["state"]["pile"] == ["Kc"]
    assert refused(deal("Ann take, Ann knock Kc", upcard="Kc")) == ["turn.return-taken"]


def test_the_open_upcard_may_be_drawn_at_once_and_counts_as_a_take() -> None:
    assert words(deal("", upcard="Kc", deal__opening="upcard-open")) == ["stock", "take"]
    assert refused(deal("Ann pass", upcard="Kc", deal__opening="upcard-open")) == ["turn.phase"]
    assert ends(deal("Ann take", upcard="Kc", deal__opening="upcard-open", turn__takes_limit=1)) == ("over", "dead")


def test_takes_limit_does_not_count_the_offered_upcard() -> None:
    opened = "Ann take, Ann discard 2h"
    assert ends(deal(opened, upcard="Kc", turn__takes_limit=1)) == ("draw", "-")
    first = deal(opened + ", Bob take", upcard="Kc", turn__takes_limit=1)
    assert ends(first) == ("over", "dead")
    assert "2h" in first["state"]["hands"]["Bob"]
    assert first["state"]["pile"] == []
    assert "turn" not in first["state"]
    assert ends(deal(opened + ", Bob take", upcard="Kc", turn__takes_limit=2)) == ("discard", "-")


def test_big_gin_after_a_deal_with_a_card_more() -> None:
    # Two runs and the four eights, the king of diamonds fits on: eleven cards melded.
    eleven = "5s 6s 7s 8c 8d 8h 8s Td Jd Qd Kd"
    dealt = deal("", ann=eleven, deal__opening="extra-card", gin__big="replaces")
    assert (dealt["state"]["turn"], dealt["state"]["phase"], dealt["state"]["pile"]) == ("Ann", "discard", [])
    # each eight, the two ends of the diamonds; and the five, for 6-7-8 of spades beside three eights
    gins = {word for word in words(dealt) if word.startswith("gin")}
    assert gins == {"gin 8c", "gin 8d", "gin 8h", "gin 8s", "gin Td", "gin Kd", "gin 5s"}
    assert "big-gin" in words(dealt)
    called = deal("Ann big-gin", ann=eleven, deal__opening="extra-card", gin__big="replaces")
    # 65 and 31 for big gin; no lay-offs on gin
    assert ends(called) == ("showdown", "big-gin")
    assert called["result"]["points"] == {"Ann": 96, "Bob": 0}
    assert refused(deal("Ann big-gin", ann=eleven, deal__opening="extra-card")) == ["gin.big"]
    assert refused(deal("Ann big-gin", ann=ANN + " Kc", deal__opening="extra-card")) == ["gin.big", "gin.deadwood"]
    assert refused(deal("Ann stock", ann=eleven, deal__opening="extra-card")) == ["turn.phase"]


def test_forced_gin_refuses_everything_else() -> None:
    # With the king of diamonds, thrown 2h leaves nothing; thrown Kd leaves 2, the knock that optional allows.
    drawn = "Ann pass, Bob pass, Ann stock"
    free = deal(drawn, upcard="Kc", stock="Kd")
    assert {"gin 2h", "knock Kd", "knock Td", "discard 2h", "discard Kd"} <= set(words(free))
    assert "knock 2h" not in words(free)
    forced = deal(drawn, upcard="Kc", stock="Kd", gin__choice="forced")
    assert words(forced) == ["gin 2h"]
    assert refused(deal(drawn + ", Ann discard 5s", upcard="Kc", stock="Kd", gin__choice="forced")) == ["gin.choice"]
    assert refused(deal(drawn + ", Ann knock Kd", upcard="Kc", stock="Kd", gin__choice="forced")) == ["gin.choice"]
    assert refused(deal(drawn + ", Ann gin Kd", upcard="Kc", stock="Kd", gin__choice="forced")) == ["gin.deadwood"]
    assert ends(deal(drawn + ", Ann knock 2h", upcard="Kc", stock="Kd", gin__choice="forced")) == ("showdown", "gin")


def test_forced_gin_does_not_count_a_card_that_may_not_be_thrown() -> None:
    # Ann's ten are gin already; the two of hearts taken is the only card whose loss leaves nothing.
    ten = "5s 6s 7s 8c 8d 8h 9d Td Jd Qd"
    took = deal("Ann take", ann=ten, upcard="2h", gin__choice="forced")
    # It may not go, so 2 are left at least; 9d and Qd are the ends of a run of four.
    assert [word for word in words(took) if word.startswith("gin")] == []
    assert {"knock 9d", "knock Qd", "discard 9d"} <= set(words(took))


def test_the_hand_is_dead_two_cards_before_the_end_and_not_one_earlier() -> None:
    # Three left: Ann draws the last that may be drawn and throws it. With four Bob goes on.
    assert ends(position("draw", "Kc Kd Kh", "Ann stock, Ann discard Kc", ann=ANN)) == ("over", "dead")
    assert ends(position("draw", "Kc Kd Kh Qs", "Ann stock, Ann discard Kc", ann=ANN)) == ("draw", "-")
    assert ends(position("draw", "Kc Kd Kh", "Ann stock, Ann knock Kc", ann=ANN)) == ("showdown", "knock")
    assert ends(position("draw", "Kc Kd Kh", "Ann stock, Ann discard Kc", stock__floor=1)) == ("draw", "-")
    assert position("draw", "Kc Kd Kh", "Ann stock, Ann discard Kc")["result"]["points"] == {"Ann": 0, "Bob": 0}


def test_after_draw_the_last_card_ends_the_hand_before_anybody_can_knock() -> None:
    drawn = position("draw", "Kc Kd Kh", "Ann stock", stock__ends="after-draw")
    assert ends(drawn) == ("over", "dead")
    assert "Kc" in drawn["state"]["hands"]["Ann"]
    assert refused(position("draw", "Kc Kd Kh", "Ann stock, Ann knock Kc", stock__ends="after-draw")) == ["turn.phase"]


def test_the_last_discard_may_be_taken_to_go_out_only() -> None:
    wall: dict[str, Any] = {"stock__last_discard": "to-go-out"}
    # Ann has 2 left: she takes the 3h, throws the 2h and knocks with 3; the 3h itself may not go back.
    asked = position("wall", "Kd Kh", "", top="3h", **wall)
    assert words(asked) == ["pass", "take"]
    taken = position("wall", "Kd Kh", "Ann take", top="3h", **wall)
    assert [word for word in words(taken) if not word.startswith("knock")] == []
    assert "knock 2h" in words(taken)
    assert refused(position("wall", "Kd Kh", "Ann take, Ann discard 2h", top="3h", **wall)) == ["stock.last-discard"]
    assert refused(position("wall", "Kd Kh", "Ann stock", top="3h", **wall)) == ["stock.floor"]
    assert ends(position("wall", "Kd Kh", "Ann pass", top="3h", **wall)) == ("over", "dead")
    # a hand without a meld cannot go out with it
    cannot = position("wall", "Kd Kh", "Ann take", ann=POOR, bob="2c 2d 5c 5s 8c 8d Tc Th Js Qh", top="3h", **wall)
    assert refused(cannot) == ["stock.last-discard"]
    assert words(cannot) == ["pass"]


def test_a_position_after_the_last_discard_was_taken_has_no_plain_discard() -> None:
    taken = position("discard", "Kd Kh", "", ann=ANN + " 3h", taken="3h", stock__last_discard="to-go-out")
    assert words(taken)
    assert all(word.startswith("knock") for word in words(taken))


def test_the_take_before_a_position_is_counted() -> None:
    thrown = "Ann discard 2h, Bob take"
    assert ends(position("discard", "Kc Kd Kh", thrown, ann=ANN + " 3h", taken="3h", turn__takes_limit=2)) == ("over", "dead")
    assert ends(position("discard", "Kc Kd Kh", thrown, ann=ANN + " 3h", taken="3h", turn__takes_limit=3)) == ("discard", "-")
    assert ends(position("discard", "Kc Kd Kh", thrown, ann=ANN + " 3h", turn__takes_limit=2)) == ("discard", "-")


def test_who_could_only_go_out_by_throwing_the_taken_card_may_not_take_it() -> None:
    # Nine melded and the king of spades: 10 left. With the jack of clubs a discard of the king keeps 10 again, so he may take;
    # gin only: nothing he can throw leaves nothing.
    ten = "5s 6s 7s 8c 8d 8h Td Jd Qd Ks"
    bob = "Ac 3d 5h 7d 9c Jh 2h 4s 6h Qc"
    wall: dict[str, Any] = {"stock__last_discard": "to-go-out", "ann": ten, "bob": bob, "top": "Jc"}
    assert words(position("wall", "Kd Kh", "", **wall)) == ["pass", "take"]
    assert words(position("wall", "Kd Kh", "", knock__limit={"kind": "gin-only"}, **wall)) == ["pass"]
    # Ten melded cards and gin only: throwing the jack back would be gin. Forbidden: no; to knock or go gin: yes.
    wall["ann"] = "5s 6s 7s 8c 8d 8h 9d Td Jd Qd"
    wall["bob"] = "Ac 3d 5h 7d 9c Jh 2h 4s 6h Ks"
    # 9d-Td-Jd-Qd and the jack of clubs: no other discard leaves nothing
    gin_only: dict[str, Any] = {"knock__limit": {"kind": "gin-only"}, **wall}
    assert words(position("wall", "Kd Kh", "", **gin_only)) == ["pass"]
    assert words(position("wall", "Kd Kh", "", turn__return_taken="only-to-knock", **gin_only)) == ["pass", "take"]
    back = position("wall", "Kd Kh", "Ann take", turn__return_taken="only-to-knock", **gin_only)
    assert words(back) == ["gin Jc"]


def test_with_a_free_last_discard_the_pile_alone_goes_round_until_somebody_passes() -> None:
    wall: dict[str, Any] = {"stock__last_discard": "free", "top": "3h"}
    walled = position("draw", "Kc Kd Kh", "Ann stock, Ann discard Kc", **wall)
    assert (walled["state"]["turn"], walled["state"]["phase"]) == ("Bob", "wall")
    round_it_goes = position("wall", "Kd Kh", "Ann take, Ann discard 5s, Bob take, Bob discard Ac", **wall)
    assert (round_it_goes["state"]["turn"], round_it_goes["state"]["phase"]) == ("Ann", "wall")
    assert round_it_goes["state"]["pile"][0] == "Ac"
    assert round_it_goes["state"]["stock"] == 2
    assert ends(position("wall", "Kd Kh", "Ann take, Ann discard 5s, Bob pass", **wall)) == ("over", "dead")
    assert ends(position("wall", "Kd Kh", "Ann take", turn__takes_limit=1, **wall)) == ("over", "dead")


def test_a_card_taken_and_thrown_back_in_turns_running_kills_the_hand_at_the_limit() -> None:
    changed: dict[str, Any] = {"turn__return_taken": "allowed", "turn__returns_limit": 2, "upcard": "Kc"}
    once = "Ann take, Ann discard Kc"
    assert ends(deal(once, **changed)) == ("draw", "-")
    twice = deal(once + ", Bob take, Bob discard Kc", **changed)
    assert ends(twice) == ("over", "dead")
    assert twice["state"]["pile"] == ["Kc"]
    # a turn that throws another card ends it; the next card returned is at one, then at two
    other = once + ", Bob take, Bob discard Ac, Ann take, Ann discard Ac"
    assert ends(deal(other, **changed)) == ("draw", "-")
    assert ends(deal(other + ", Bob take, Bob discard Ac", **changed)) == ("over", "dead")
    # a turn without a return between
    between = once + ", Bob stock, Bob discard Ac, Ann take, Ann discard Ac"
    assert ends(deal(between, **changed)) == ("draw", "-")
    # the same card again, but not in turns running
    again = once + ", Bob take, Bob discard Ac, Ann stock, Ann discard 2h, Bob stock, Bob discard Kc, Ann take, Ann discard Kc"
    assert ends(deal(again, **changed)) == ("draw", "-")
    # three are needed for a limit of three
    assert ends(deal(once + ", Bob take, Bob discard Kc", **{**changed, "turn__returns_limit": 3})) == ("draw", "-")


def test_the_pile_is_turned_over_without_its_top() -> None:
    # The pile of the position: 2c 3c 4c … ; Ann draws the last and throws it, the pile's bottom card is the stock's top.
    turned = position("draw", "Kc Kd Kh", "Ann stock, Ann discard Kc", stock__exhausted="reshuffle")
    pile = rest(ANN, BOB, "Kc Kd Kh")
    assert turned["state"]["pile"] == ["Kc"]
    assert turned["state"]["stock"] == len(pile) + 2
    assert (turned["state"]["turn"], turned["state"]["phase"]) == ("Bob", "draw")
    drawn = position("draw", "Kc Kd Kh", "Ann stock, Ann discard Kc, Bob stock", stock__exhausted="reshuffle")
    assert pile[-1] in drawn["state"]["hands"]["Bob"]
    # after-draw: at once, and Ann still holds eleven; the pile's top stays
    at_once = position("draw", "Kc Kd Kh", "Ann stock", stock__exhausted="reshuffle", stock__ends="after-draw")
    assert at_once["state"]["pile"] == pile[:1]
    assert at_once["state"]["stock"] == len(pile) - 1 + 2
    assert at_once["state"]["phase"] == "discard"


def test_nothing_to_turn_over_is_a_dead_hand() -> None:
    # Twenty-four cards each, four over: one in the pile, three in the stock.
    # The draw leaves the floor, and the pile has nothing below its top.
    ann, bob = " ".join(TEXT[:24]), " ".join(TEXT[24:48])
    few: dict[str, Any] = {
        "ann": ann,
        "bob": bob,
        "deal__cards": 24,
        "stock__exhausted": "reshuffle",
        "knock__limit": {"kind": "gin-only"},
    }
    assert ends(position("draw", "Js Qs Ks", "Ann stock", stock__ends="after-draw", **few)) == ("over", "dead")
    # after-discard there are two, and one is turned over
    turned = position("draw", "Js Qs Ks", "Ann stock, Ann discard Ac", **few)
    assert (ends(turned), turned["state"]["stock"]) == (("draw", "-"), 3)


# --- showdowns worked out by hand

KNOCKED = "Ann pass, Bob pass, Ann stock, Ann knock Kc"
SHOWN = ", Ann show 5s 6s 7s + 8c 8d 8h + Td Jd Qd"
# Bob: a run of clubs, three kings, 4s and 8s for Ann's run (or the eights), 9h 6d over
MELDER = "2c 3c 4c Kd Kh Ks 4s 8s 9h 6d"


def shown(actions: str, **changed: Any) -> Result:
    return deal(KNOCKED + actions, bob=MELDER, upcard="Ac", stock="Kc", **changed)


def test_a_showdown_nobody_speaks_in_is_played_best() -> None:
    # 4s and 8s are laid off, 9 + 6 = 15 left; 15 - 2 = 13
    silent = shown("")
    assert (silent["state"]["turn"], ends(silent)) == ("Ann", ("showdown", "knock"))
    assert silent["result"]["deadwood"] == {"Ann": 2, "Bob": 15}
    assert silent["result"]["points"] == {"Ann": 13, "Bob": 0}
    assert "legal" not in silent


def test_lay_offs_stand_as_laid_and_done_ends_the_hand() -> None:
    laid = shown(SHOWN + ", Bob layoff 4s on 7s")
    assert laid["result"]["deadwood"] == {"Ann": 2, "Bob": 23}  # 8 + 9 + 6
    assert laid["state"]["turn"] == "Bob"
    over = shown(SHOWN + ", Bob layoff 4s on 7s, Bob layoff 8s on 8c, Bob done")
    assert (ends(over), over["result"]["deadwood"]["Bob"]) == (("over", "knock"), 15)
    assert sorted(over["state"]["hands"]["Bob"]) == sorted(MELDER.split())
    none = shown(SHOWN + ", Bob done")
    assert none["result"]["deadwood"]["Bob"] == 27  # 4 + 8 + 9 + 6
    assert refused(shown(SHOWN + ", Bob done, Bob layoff 4s on 7s")) == ["turn.phase"]


def test_a_worse_spread_is_shown_and_counted() -> None:
    # without the run 5-6-7: 18 + 2 = 20 is over the limit; under "any" it stands
    worse = ", Ann show 8c 8d 8h + Td Jd Qd"
    assert refused(shown(worse)) == ["knock.limit"]
    any_count = shown(worse + ", Bob done", knock__limit={"kind": "any"})
    assert any_count["result"]["deadwood"] == {"Ann": 20, "Bob": 27}
    assert "limit" not in any_count["state"]


@pytest.mark.parametrize(
    ("actions", "ids"),
    [
        (", Ann layoff 2h on 5s", ["layoff.player"]),
        (SHOWN + ", Ann layoff 2h on 5s", ["layoff.player"]),
        (", Ann done", ["turn.phase"]),
        (SHOWN + SHOWN, ["turn.order", "turn.phase"]),
        (", Bob layoff 4s on 5s", ["layoff.onto"]),
        (SHOWN + ", Bob layoff 4s on 2h", ["layoff.onto"]),
        (SHOWN + ", Bob layoff 5c on 5s", ["melds.shape", "turn.card"]),
        (SHOWN + ", Bob layoff 9h on 5s", ["melds.shape"]),
        (SHOWN + ", Bob layoff 4s on 5s, Bob layoff 4s on 5s", ["turn.card"]),
        (SHOWN + ", Bob show 2c 3c 4c, Bob layoff 4c on 5s", ["melds.shape", "turn.card"]),
        (SHOWN + ", Bob show 2c 3c 4c, Bob show 2c 3c 4c", ["turn.phase"]),
        (SHOWN + ", Bob layoff 8s on 5s, Bob show 8s 9h 6d", ["melds.held", "melds.shape"]),
        (", Bob show 2c 3c 4c, Ann show 5s 6s 7s", ["turn.order"]),
        (", Ann show 5s 6s 7s + 7s 8s 9s", ["melds.disjoint", "melds.held"]),
        (", Ann show Td Jd Qd Kc", ["melds.held", "melds.shape"]),
        (SHOWN + ", Bob knock 4s", ["turn.phase"]),
        (SHOWN + ", Ann knock 5s", ["turn.order", "turn.phase"]),
    ],
)
def test_what_a_showdown_refuses(actions: str, ids: list[str]) -> None:
    assert refused(shown(actions)) == ids


def test_lay_offs_are_refused_where_there_are_none() -> None:
    assert refused(shown(SHOWN + ", Bob layoff 4s on 5s", layoff__on_knock="forbidden")) == ["layoff.on-knock"]
    # with the king of diamonds thrown 2h leaves nothing
    gin = "Ann pass, Bob pass, Ann stock, Ann gin 2h, Ann show 5s 6s 7s + 8c 8d 8h + Td Jd Qd Kd, Bob layoff 4s on 5s"
    assert refused(deal(gin, upcard="Kc", stock="Kd")) == ["layoff.on-gin"]
    assert refused(deal(gin, upcard="Kc", stock="Kd", layoff__on_gin="allowed")) == []


def test_a_longer_run_than_allowed_is_made_by_two_lay_offs_together() -> None:
    two = SHOWN + ", Bob layoff 4s on 5s, Bob layoff 8s on 6s"
    assert refused(shown(two, melds__run_max=4)) == ["melds.run-max"]
    assert refused(shown(two, melds__run_max=5)) == []


def test_impossible_questions_are_no_refusals() -> None:
    with pytest.raises(Impossible):
        deal("", ann=ANN + " Kd", upcard="Kc")
    with pytest.raises(Impossible):
        deal("")


# --- jokers

THREE: dict[str, Any] = {"deck__jokers": 2, "deal__cards": 3}


def wild(ann: str, actions: str, top: str = "*", **changed: Any) -> Result:
    """Ann's turn in `draw` or, with four cards, in `discard`; three cards each, two jokers in the pack."""
    bob = "Kc Kd 8s"
    seen = [ann, bob, top]
    jokers = 2 - sum(text.count("*") for text in seen)
    params = {"rules": rules(**THREE, **changed), "players": ["Ann", "Bob"], "turn": "Ann", "ask": ["legal"]}
    params["phase"] = "draw" if len(ann.split()) == 3 else "discard"
    params["hands"] = {"Ann": ann.split(), "Bob": bob.split()}
    params["stock"] = ["*"] * jokers + rest(*seen)[:10]
    params["pile"] = top.split() + rest(*seen)[10:]
    if changed.get("turn__return_taken") == "allowed" or "Ann discard *" in actions:
        params["taken"] = "*"
    return answer_play({**params, "actions": said(actions)})


def test_a_joker_is_taken_only_into_a_meld() -> None:
    only: dict[str, Any] = {"turn__joker_taken": "only-into-meld"}
    assert words(wild("2c 5d 9h", "")) == ["stock", "take"]
    assert words(wild("2c 5d 9h", "", **only)) == ["stock"]
    assert refused(wild("2c 5d 9h", "Ann take", **only)) == ["turn.joker-taken"]
    assert words(wild("2c 3c 9h", "", **only)) == ["stock", "take"]
    assert words(wild("2c 2d 9h", "", **only)) == ["stock", "take"]
    # with runs from four two neighbours are too few, a pair is not
    assert words(wild("2c 3c 9h", "", **only, melds__run_min=4)) == ["stock"]
    # with the joker in hand it makes a meld of any card
    assert words(wild("2c 5d *", "", **only)) == ["stock", "take"]
    assert words(wild("2c 5d 9h", "", top="Kh", **only)) == ["stock", "take"]


def test_jokers_are_alike_when_one_was_taken() -> None:
    assert refused(wild("2c 5d * *", "Ann discard *", top="Kh")) == ["turn.return-taken"]
    back = wild("2c 5d * *", "Ann discard *", top="Kh", turn__return_taken="allowed")
    assert (back["state"]["pile"][:2], back["state"]["hands"]["Ann"]) == (["*", "Kh"], ["2c", "5d", "*"])
    assert "discard *" in words(wild("2c 5d * *", "", top="Kh"))
    assert words(wild("2c 5d * *", "", top="Kh")).count("discard *") == 1


def test_a_joker_goes_out() -> None:
    # 2c and two jokers are a set or a run
    assert "gin 5d" in words(wild("2c 5d * *", "", top="Kh"))
    gone = wild("2c 5d * *", "Ann gin 5d", top="Kh")
    assert (gone["result"]["outcome"], gone["result"]["points"]) == ("gin", {"Ann": 25 + 28, "Bob": 0})
    shown_as = wild("2c 5d * *", "Ann gin 5d, Ann show 2c *=2d *=2h", top="Kh")
    assert shown_as["state"]["turn"] == "Bob"
    assert refused(wild("2c 5d * *", "Ann gin 5d, Ann show 2c *=2d *=2d", top="Kh")) == ["melds.shape"]


# --- several players


def test_turns_and_the_upcard_go_round() -> None:
    hands = {"Ann": "2c 5d 9h", "Bob": "Kc Kd 8s", "Cat": "3d 6h Js"}
    params = {
        "rules": rules(players__format="everyone", deal__cards=3),
        "players": list(hands),
        "dealer": "Bob",
        "ask": ["legal"],
    }
    params["hands"] = {player: cards.split() for player, cards in hands.items()}
    params |= {"upcard": "7c", "stock": rest(*hands.values(), "7c")}
    turns = [
        answer_play({**params, "actions": said(actions)})["state"]
        for actions in (
            "",
            "Cat pass",
            "Cat pass, Ann pass",
            "Cat pass, Ann pass, Bob pass",
            "Cat pass, Ann take, Ann discard 2c",
        )
    ]
    assert [(state["turn"], state["phase"]) for state in turns] == [
        ("Cat", "upcard"), ("Ann", "upcard"), ("Bob", "upcard"), ("Cat", "draw"), ("Bob", "draw"),
    ]  # fmt: skip


def test_defenders_declare_in_turn_and_a_later_one_passes_over_the_others() -> None:
    hands = {"Ann": "4s 5s 6s 9d", "Bob": "7s Kc Qd", "Cat": "8s Kd 9c"}
    params: dict[str, Any] = {
        "rules": rules(players__format="everyone", deal__cards=3),
        "players": list(hands),
        "turn": "Ann",
        "phase": "discard",
    }
    params["hands"] = {player: cards.split() for player, cards in hands.items()}
    rest_of_pack = rest(*hands.values())
    params |= {"stock": rest_of_pack[:20], "pile": rest_of_pack[20:]}
    out = "Ann knock 9d, Ann show 4s 5s 6s"
    params["rules"]["layoff.on-gin"] = "allowed"

    def after(actions: str) -> Result:
        return answer_play({**params, "actions": said(out + actions)})

    assert after("")["result"]["deadwood"] == {"Ann": 0, "Bob": 20, "Cat": 19}
    assert after(", Bob done")["result"]["deadwood"] == {
        "Ann": 0,
        "Bob": 27,
        "Cat": 27,
    }  # the eight does not fit without the seven
    assert after(", Bob layoff 7s on 5s, Bob done, Cat layoff 8s on 5s, Cat done")["state"]["phase"] == "over"
    assert refused(after(", Bob done, Cat layoff 8s on 5s")) == ["melds.shape"]
    passed_over = after(", Cat layoff 8s on 5s")
    assert (passed_over["result"]["deadwood"], passed_over["state"]["turn"]) == ({"Ann": 0, "Bob": 20, "Cat": 19}, "Cat")
    assert refused(after(", Cat layoff 8s on 5s, Bob layoff 7s on 5s")) == ["turn.order"]


# --- laws over seeded questions


@pytest.fixture(scope="module")
def asked() -> Sequence[dict[str, Any]]:
    return list(questions(SEED, 150))


def test_answers_are_valid_by_the_schema_and_so_are_the_questions(asked: Sequence[dict[str, Any]]) -> None:
    requests = jsonschema.Draft202012Validator({"$ref": "#/$defs/play.params", "$defs": SCHEMA["$defs"]})
    replies = jsonschema.Draft202012Validator({"$ref": "#/$defs/play.result", "$defs": SCHEMA["$defs"]})
    for params in asked:
        requests.validate(params)
        replies.validate(answer_play(params))


def test_cards_are_conserved(asked: Sequence[dict[str, Any]]) -> None:
    for params in asked:
        result = answer_play(params)
        state = result["state"]
        seen = [card for cards in state["hands"].values() for card in cards] + state["pile"]
        assert len(seen) == len(set(seen)) == len(TEXT) - state["stock"]
        if params["rules"]["stock.exhausted"] == "dead-hand":
            hidden = params["stock"][len(params["stock"]) - state["stock"] :]
            assert sorted(seen + hidden) == sorted(TEXT)


def test_the_refused_action_and_those_after_it_change_nothing(asked: Sequence[dict[str, Any]]) -> None:
    some = 0
    for params in asked:
        result = answer_play(params)
        if "refused" in result:
            some += 1
            without = answer_play({**params, "actions": params["actions"][: result["accepted"]]})
            assert comparable(result) == {
                **comparable(without),
                "refused": refused(result),
                "refused player": _who(params, result),
            }
    assert some > 20


def _who(params: dict[str, Any], result: Result) -> str:
    player: str = params["actions"][result["accepted"]]["player"]
    return player


def test_legal_actions_are_exactly_those_not_refused() -> None:
    rng = random.Random(SEED)
    for _ in range(60):
        params = random_position(rng, random_rules(rng))
        hand = start({**params, "actions": []})
        listed = {(action["player"], action["do"], action.get("card")) for action in legal(hand)}
        allowed: set[tuple[str, str, str | None]] = set()
        for player in hand.players:
            for word in ("pass", "stock", "take", "big-gin", "done"):
                if not refusal(hand, {"player": player, "do": word}):
                    allowed.add((player, word, None))
            for word in ("discard", "knock", "gin"):
                for card in TEXT:
                    if not refusal(hand, {"player": player, "do": word, "card": card}):
                        allowed.add((player, word, card))
        knocks_that_are_gin = {(player, "knock", card) for player, word, card in allowed if word == "gin"}
        assert listed == allowed - knocks_that_are_gin


def test_seeded_questions_are_the_same_again() -> None:
    assert list(questions(7, 3)) == list(questions(7, 3))


def test_every_value_of_every_rule_of_play_is_drawn() -> None:
    later = {"turn.joker-taken"}  # drawn where the pack has jokers
    rules_of_play = {rule for rule, info in catalogue().items() if info.rule_class is RuleClass.PLAY}
    assert set(PLAY) == rules_of_play - later
    for rule, values in PLAY.items():
        assert all(probe in values for probe in catalogue()[rule].probes), rule
    rng = random.Random(SEED)
    drawn = [random_rules(rng) for _ in range(500)]
    for rule, values in PLAY.items():
        assert all(any(rules[rule] == value for rules in drawn) for value in values), rule


def test_only_listed_refusals_come_up_and_most_of_them_do(asked: Sequence[dict[str, Any]]) -> None:
    listed = (SPEC / "refusals.yaml").read_text(encoding="utf-8").splitlines()
    ids = {line.split("id: ")[1].split(",")[0] for line in listed if "play" in line.partition("asked:")[2].partition("]")[0]}
    seen = {name for params in asked for name in refused(answer_play(params))}
    assert seen <= ids
    assert len(seen) >= 12
