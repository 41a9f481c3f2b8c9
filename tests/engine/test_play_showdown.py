"""What is shown and laid off once somebody has gone out; Ann and Bob hold the cards of the protocol's example."""

from __future__ import annotations

import pytest

from ginrules.cards import BIT, parse_cards
from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import start
from ginrules.engine.play import legal, play, result
from ginrules.engine.state import Phase, State
from ginrules.engine.values import LayOff, Refusal, Showdown
from ginrules.rules.variant import Amount, Format, GinChoice, Onto, Permission, Rules
from tests.engine.playing import DEFENDER, KNOCKER, STANDARD, act, after, refused, rest, rules, standing, without

SPREAD = "4h 5h 6h, 9c 9d 9s, Jc Qc Kc"


def knocked(played: Rules = STANDARD, ann: str = KNOCKER, bob: str = DEFENDER, call: str = "knock") -> State:
    """Ann has gone out with an eleventh card, the queen of hearts."""
    return after(standing(ann + " Qh", bob, pile="6c", played=played), f"Ann {call} Qh")


def settled(state: State) -> Showdown:
    outcome = result(state)
    assert isinstance(outcome, Showdown)
    return outcome


def test_there_is_a_result_as_soon_as_somebody_has_gone_out() -> None:
    state = knocked()
    assert (state.turn, state.phase, legal(state)) == ("Ann", Phase.SHOWDOWN, ())
    assert (state.hands[0], state.pile[0]) == (parse_cards(KNOCKER), BIT["Qh"])
    # Best defence: 2c 2d 2h and the run 7h on the hearts, 9h on the nines leave A 5 8 Q K = 34 (the protocol's example).
    assert (settled(state).deadwood, settled(state).points) == ({"Ann": 3, "Bob": 34}, {"Ann": 31, "Bob": 0})


def test_everybody_shows_lays_off_and_is_done() -> None:
    shown = after(knocked(), f"Ann show {SPREAD}")
    assert shown.turn == "Bob"
    laid = after(shown, "Bob layoff 7h on 4h")
    assert settled(laid).deadwood == {"Ann": 3, "Bob": 43}  # what he lays off he says himself: nine more for the nine
    laid = after(laid, "Bob layoff 9h on 9c")
    assert settled(laid).layoffs == {"Bob": (LayOff(BIT["7h"], BIT["4h"]), LayOff(BIT["9h"], BIT["9c"]))}
    assert settled(laid).points == {"Ann": 31, "Bob": 0}
    melded = after(laid, "Bob show 2c 2d 2h")
    assert (melded.turn, melded.phase) == ("Bob", Phase.SHOWDOWN)
    over = after(melded, "Bob done")
    assert (over.turn, over.phase, legal(over)) == (None, Phase.OVER, ())
    assert settled(over) == settled(melded)
    assert (
        refused(over, "Bob layoff 8s on 4h") == refused(over, "Bob done") == refused(over, "Ann discard 3s") == {"turn.phase"}
    )


def test_who_is_done_without_laying_off_lays_off_nothing() -> None:
    over = after(knocked(), f"Ann show {SPREAD}", "Bob done")
    assert settled(over).deadwood["Bob"] == 50  # 34 and the seven and nine of hearts
    assert settled(over).layoffs == {"Bob": ()}


def test_who_shows_nothing_lays_out_nothing() -> None:
    state = after(knocked(), "Bob show")
    assert settled(state).deadwood["Bob"] == 40  # 34 and three twos
    assert settled(state).spreads["Bob"] == ()


def test_lay_offs_onto_one_meld_are_judged_together() -> None:
    bob = "7h 8h Ac Ad 2d 4s 5s 8s Td Kd"
    state = after(knocked(bob=bob), f"Ann show {SPREAD}")
    assert refused(state, "Bob layoff 8h on 4h") == {"melds.shape"}  # the seven is missing
    assert refused(after(state, "Bob layoff 7h on 5h"), "Bob layoff 8h on 4h") == set()
    assert refused(state, "Bob layoff 7h 8h on 6h") == set()
    assert refused(state, "Bob layoff Kd on Kc") == {"melds.shape"}


@pytest.mark.parametrize(
    ("steps", "line", "expected"),
    [
        ([], "Bob layoff 7h on 4h", {"layoff.onto"}),
        ([], "Bob layoff Kh on 4h", {"turn.card"}),
        ([], "Ann layoff 3s on 4h", {"layoff.player"}),
        ([], "Ann done", {"turn.phase"}),
        ([], "Ann discard 3s", {"turn.phase"}),
        ([], "Bob stock", {"turn.phase"}),
        ([], "Cat show", {"turn.order"}),
        ([], "Cat layoff 7h on 4h", {"turn.order"}),
        ([], "Ann show 4h 5h 6h, 9c 9d 9s", {"knock.limit"}),
        ([], "Ann show 4h 5h 6h, 9c 9d 9s, Jc Qc Kc, 3s", {"melds.shape"}),
        ([], "Ann show 4h 5h 6h, 9c 9d 9s, Qh Qc Kc", {"melds.held", "melds.shape"}),
        ([f"Ann show {SPREAD}"], f"Ann show {SPREAD}", {"turn.order", "turn.phase"}),
        ([f"Ann show {SPREAD}"], "Ann layoff 3s on 4h", {"layoff.player"}),
        ([f"Ann show {SPREAD}"], "Ann done", {"turn.order", "turn.phase"}),
        ([f"Ann show {SPREAD}"], "Bob layoff Tc on Kc", {"turn.card"}),
        ([f"Ann show {SPREAD}"], "Bob layoff 7h on 3s", {"layoff.onto"}),
        ([f"Ann show {SPREAD}"], "Bob layoff 7h on 8s", {"layoff.onto"}),
        ([f"Ann show {SPREAD}", "Bob layoff 7h on 4h"], "Bob layoff 7h on 4h", {"turn.card"}),
        ([f"Ann show {SPREAD}", "Bob layoff 7h on 4h"], "Ann layoff 3s on 4h", {"layoff.player"}),
        ([f"Ann show {SPREAD}", "Bob layoff 7h on 4h"], "Bob show 7h 8s 9h", {"melds.held", "melds.shape"}),
        ([f"Ann show {SPREAD}", "Bob show 2c 2d 2h"], "Bob layoff 2h on 4h", {"turn.card", "melds.shape"}),
        ([f"Ann show {SPREAD}", "Bob show 2c 2d 2h"], "Bob show 2c 2d 2h", {"turn.phase"}),
        (["Bob show 2c 2d 2h"], f"Ann show {SPREAD}", {"turn.order"}),
    ],
)
def test_what_is_refused_in_the_showdown(steps: list[str], line: str, expected: set[str]) -> None:
    assert refused(after(knocked(), *steps), line) == expected


def test_a_lay_off_names_cards_and_one_card_of_a_meld() -> None:
    state = after(knocked(), f"Ann show {SPREAD}")
    for cards, onto, rule in (
        (0, BIT["4h"], "turn.card"),
        (BIT["7h"], 0, "layoff.onto"),
        (BIT["7h"], parse_cards("4h 5h"), "layoff.onto"),
    ):
        answer = play(state, Action("Bob", Do.LAYOFF, cards=cards, onto=onto))
        assert isinstance(answer, Refusal)
        assert rule in answer.rules


def test_lay_offs_where_there_are_none() -> None:
    none = rules(layoff={"on_knock": Permission.FORBIDDEN})
    assert refused(after(knocked(none), f"Ann show {SPREAD}"), "Bob layoff 7h on 4h") == {"layoff.on-knock"}
    assert refused(knocked(none), "Bob layoff 7h on 4h") == {"layoff.on-knock", "layoff.onto"}
    gin = KNOCKER.replace("3s", "Tc")
    assert refused(after(knocked(ann=gin, call="gin"), "Ann show 4h 5h 6h, 9c 9d 9s, Tc Jc Qc Kc"), "Bob layoff 7h on 4h") == {
        "layoff.on-gin"
    }
    assert refused(knocked(ann=gin), "Bob layoff 7h on 4h") == {"layoff.on-gin", "layoff.onto"}
    allowed = rules(layoff={"on_gin": Permission.ALLOWED})
    shown = after(knocked(allowed, ann=gin), "Ann show 4h 5h 6h, 9c 9d 9s, Tc Jc Qc Kc")
    assert refused(shown, "Bob layoff 7h on 4h") == set()


def test_gin_is_shown_as_gin_where_it_was_called_or_is_forced() -> None:
    gin = KNOCKER.replace("3s", "Tc")
    less = "Ann show 4h 5h 6h, 9c 9d 9s, Jc Qc Kc"  # the ten is left out
    assert refused(knocked(ann=gin, call="gin"), less) == {"gin.deadwood"}
    assert refused(after(knocked(ann=gin), less), "Bob layoff 7h on 4h") == set()  # it is a knock with ten points
    forced = rules(gin={"choice": GinChoice.FORCED})
    assert refused(knocked(forced, ann=gin), less) == {"gin.choice"}
    assert refused(knocked(forced, ann=gin), "Ann show 4h 5h 6h, 9c 9d 9s, Tc Jc Qc Kc") == set()
    assert refused(after(knocked(forced, ann=gin), less.replace("Jc", "Tc Jc")), "Bob show 2c 2d 2h") == set()


def test_a_check_that_is_taken_out_refuses_nothing_more() -> None:
    state = standing("Ac 4c 7c Tc Kc 2d 5d 8d Jd 3h Kd", "As 4s 7s Ts Ks 2h 5h 8h Jh 3d", pile="Qd")
    assert refused(state, "Ann knock Kd") == {"knock.limit"}
    unlimited = without(state, "knock.limit")
    assert refused(unlimited, "Ann knock Kd") == set()
    listed = [action for action in legal(unlimited) if action.do is Do.KNOCK]
    assert len(listed) == 11
    out = play(unlimited, act("Ann", "knock Kd"))
    assert isinstance(out, State)
    assert isinstance(result(out), Showdown)
    assert legal(out) == ()


def three(onto: Onto) -> State:
    """Three at a table of seven cards each; Ann has gone out and shown the hearts from four to six."""
    played = rules(players={"format": Format.EVERYONE}, deal={"cards": Amount(7)}, layoff={"onto": onto})
    hands = {
        "Ann": parse_cards("4h 5h 6h 9c 9d 9s As"),
        "Bob": parse_cards("7h Kd Qs Tc 2c 4s 6d"),
        "Cat": parse_cards("8h Ks Qd Td 3c 5s 6c"),
    }
    stock = [BIT["Kc"], *rest(*hands.values(), BIT["Kc"], BIT["Kh"])]
    state = start(played, ("Ann", "Bob", "Cat"), "Cat", hands=hands, upcard=BIT["Kh"], stock=stock)
    assert refused(after(state, "Ann pass", "Bob pass"), "Cat stock") == {"deal.opening"}
    return after(state, "Ann pass", "Bob pass", "Cat pass", "Ann stock", "Ann knock Kc", "Ann show 4h 5h 6h, 9c 9d 9s")


@pytest.mark.parametrize(("onto", "expected"), [(Onto.EXTENDED, set()), (Onto.ORIGINAL, {"melds.shape"})])
def test_of_three_a_later_defender_lays_off_onto_what_an_earlier_one_laid(onto: Onto, expected: set[str]) -> None:
    state = three(onto)
    assert state.turn == "Bob"
    # Bob has said nothing: he lays the seven off, as he plays best.
    assert refused(state, "Cat layoff 8h on 4h") == expected
    laid = after(state, "Bob layoff 7h on 4h", "Bob done")
    assert (laid.turn, laid.phase) == ("Cat", Phase.SHOWDOWN)
    assert refused(laid, "Cat layoff 8h on 4h") == expected
    assert refused(laid, "Bob layoff 7h on 4h") == {"turn.order"}
    kept = after(state, "Bob done")
    assert refused(kept, "Cat layoff 8h on 4h") == {"melds.shape"}
    assert after(kept, "Cat done").phase is Phase.OVER
    assert after(state, "Cat done").phase is Phase.OVER
    assert refused(after(state, "Cat show"), "Bob show") == {"turn.order"}
