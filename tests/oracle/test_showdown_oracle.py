"""The oracle of showdowns with several defenders and with jokers, against hands that were worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from ginrules.rules.resolve import load_variant
from tests.oracle.melds import all_spreads, is_meld, jokers_apart, least_deadwood, melds_in
from tests.oracle.showdown import Ambiguous, answers, score

Facts = dict[str, Any]
SEED_2: dict[str, Any] = {
    "players__format": "everyone",
    "deal__cards": 7,
    "layoff__onto": "original",
    "scoring__showdown": "lowest-wins",
    "scoring__collect": {"kind": "penalties", "gin-factor": 2},
    "scoring__knock": 10,
    "scoring__undercut": 20,
}


def rules(**changed: Any) -> dict[str, Any]:
    named = {rule.replace("__", ".").replace("_", "-"): value for rule, value in changed.items()}
    values: dict[str, Any] = load_variant("standard").question_rules("score")
    assert set(named) <= set(values)
    return {**values, **named}


def asked(hands: dict[str, str], call: str = "knock", **changed: Any) -> dict[str, Any]:
    """A showdown; the first named goes out. `spreads`: `{"Ann": "5s 6s 7s + *=8c 8d 8h"}`, `layoffs`: `{"Bob": "7h on 4h"}`."""
    params: dict[str, Any] = {"players": list(hands), "knocker": next(iter(hands)), "call": call}
    params["hands"] = {player: text.split() for player, text in hands.items()}
    for player, text in changed.pop("spreads", {}).items():
        groups = [group.split() for group in text.split("+") if group.split()]
        params.setdefault("spreads", {})[player] = groups
    for player, text in changed.pop("layoffs", {}).items():
        laid = [part.split(" on ") for part in text.split(", ") if part]
        params.setdefault("layoffs", {})[player] = [{"cards": cards.split(), "onto": onto} for cards, onto in laid]
    return {**params, "rules": rules(**changed)}


def left(hands: dict[str, str], **changed: Any) -> dict[str, int]:
    counts: dict[str, int] = score(asked(hands, **changed))["deadwood"]
    return counts


# --- several defenders

KNOCKER = "7s 7h 7d 2c 3c 4c"


def test_the_three_hands_of_seed_2_with_their_cards() -> None:
    # rules.md 4.1: 26 and 11 charged twice; the others as worked out there
    gin = {"W": "As Ah Ad 5c 6c 7c 8c", "L": "9s 9h 9d Kc Qd 4s 2h", "M": "Th Jh Qh Kh 3c 6d 2d"}
    facts = score(asked(gin, "gin", **SEED_2))
    assert (facts["deadwood"], facts["points"]) == ({"W": 0, "L": 26, "M": 11}, {"W": 25, "L": -52, "M": -22})
    knock = {"K": KNOCKER + " 4d", "L": "Ks Kh Kd 7c 5c 9s Ah", "M": "Jd Qd Kc 9c 8h 2s 6h"}
    facts = score(asked(knock, **SEED_2))
    assert (facts["deadwood"], facts["points"]) == ({"K": 4, "L": 10, "M": 55}, {"K": 10, "L": -6, "M": -51})
    undercut = {"K": KNOCKER + " 8d", "L": "Ks Kh Kd Ts Tc Td 5h", "M": "Jd Qd 9c 9h 6s 3s As"}
    facts = score(asked(undercut, **SEED_2))
    assert (facts["points"], facts["winners"]) == ({"K": -3, "L": 20, "M": -43}, ["L"])


def test_what_others_have_laid_helps_or_does_not() -> None:
    # Bob lays the seven of spades on 4-5-6; Cat the eight on it, only where it lies there. Cat: 8 + 10 + 9
    hands = {"Ann": "4s 5s 6s 2h", "Bob": "7s Kc Qd 9h", "Cat": "8s Kd 9c 2d"}
    changed: dict[str, Any] = {"players__format": "everyone", "deal__cards": 4}
    assert left(hands, **changed)["Cat"] == 10 + 9 + 2
    assert left(hands, layoff__onto="original", **changed)["Cat"] == 8 + 10 + 9 + 2
    # his own chain counts in either: with the seven in his own hand both go
    own = {"Ann": "4s 5s 6s 2h", "Bob": "Ks Kc Qd 9h", "Cat": "8s 7s 9c 2d"}
    assert left(own, layoff__onto="original", **changed)["Cat"] == 11


def test_what_others_have_laid_hinders_or_does_not() -> None:
    # runs of four at most: Bob's seven leaves no room for Cat's three
    hands = {"Ann": "4s 5s 6s 2h", "Bob": "7s Kc Qd 9h", "Cat": "3s Kd 9c 2d"}
    changed: dict[str, Any] = {"players__format": "everyone", "deal__cards": 4, "melds__run_max": 4}
    assert left(hands, **changed)["Cat"] == 3 + 10 + 9 + 2
    assert left(hands, layoff__onto="original", **changed)["Cat"] == 10 + 9 + 2
    declared: dict[str, Any] = {"spreads": {"Ann": "4s 5s 6s"}, "layoffs": {"Bob": "7s on 4s", "Cat": "3s on 4s"}}
    assert score(asked(hands, **declared, **changed))["refused"] == {"melds.run-max"}
    declared["layoffs"]["Bob"] = ""  # he lays off nothing
    assert left(hands, **declared, **changed)["Cat"] == 21


def test_equally_good_lay_offs_may_leave_a_later_one_different_counts() -> None:
    # Bob's seven of spades goes on the sevens or on the run; Cat's eight follows only on the run
    hands = {"Ann": "7c 7d 7h 4s 5s 6s 2h", "Bob": "7s Kc Qd 9h Jc 2d 3c", "Cat": "8s Kd 9c 2c Jh Qc 4d"}
    params = asked(hands, players__format="everyone", deal__cards=7)
    assert sorted(facts["deadwood"]["Cat"] for facts in answers(params)) == [45, 53]
    with pytest.raises(Ambiguous):
        score(params)


# --- jokers


@pytest.mark.parametrize(
    ("group", "yes"),
    [
        ("5h *=6h 7h", True),
        ("5h *=8h 7h", False),
        ("5h * *", True),  # one natural card is enough
        ("*=5h *=6h *=7h", False),
        ("* * *", False),
        ("8c 8d *=8c", False),  # a card twice
        ("8c 8d *=8h *=8h", False),
        ("8c 8d * *", True),
        ("8c 8d 8h 8s *", False),
        ("Qh Kh *=Ah", False),
        ("Qh Kh *", True),  # the jack
        ("2h * 4h 5h", True),
        ("2h * 5h", False),
    ],
)
def test_what_a_joker_makes(group: str, yes: bool) -> None:
    (cards,) = jokers_apart([group.split()])
    assert is_meld(cards, rules(deck__jokers=3)) is yes


def test_where_a_joker_helps_most() -> None:
    def least(hand: str) -> int:
        (cards,) = jokers_apart([hand.split()])
        return least_deadwood(cards, rules(deck__jokers=2))

    assert least("5h 6h * Kc") == 10
    assert least("Kc Kd * 2h 3h") == 5  # with the kings; with the run 20
    assert least("Kc 5h 2d *") == 37  # 17 and 20
    assert least("5h 6h * Kc Kd *") == 0
    assert least("Kc * *") == 0
    assert least("5h 7h 9h * *") == 0


def test_jokers_make_all_melds_that_they_can() -> None:
    # 5h 6h and a joker: 4h or 7h; the five or the six with one joker is no meld of three
    found = melds_in(jokers_apart([["5h", "6h", "*"]])[0], rules(deck__jokers=1))
    assert sorted(sorted(meld) for meld in found) == [["*1=4h", "5h", "6h"], ["*1=7h", "5h", "6h"]]
    assert len(all_spreads(jokers_apart([["5h", "6h", "*"]])[0], rules(deck__jokers=1))) == 3


JOKER: dict[str, Any] = {"deck__jokers": 2, "deal__cards": 5, "players__format": "everyone", "knock__limit": {"kind": "any"}}


def test_the_card_that_a_joker_stands_for_cannot_be_laid_there() -> None:
    hands = {"Ann": "5h * 7h 2c 3d", "Bob": "6h 8h Kc Qd 9c"}
    assert left(hands, spreads={"Ann": "5h *=6h 7h"}, **JOKER) == {"Ann": 5, "Bob": 6 + 10 + 10 + 9}
    laid = asked(hands, spreads={"Ann": "5h *=6h 7h"}, layoffs={"Bob": "6h on 5h"}, **JOKER)
    assert score(laid)["refused"] == {"melds.shape"}


def test_a_lay_off_names_a_meld_by_the_card_that_lies_in_it_before_one_that_a_joker_stands_for() -> None:
    hands = {"Ann": "4h * 6h 5c 5d 5h 3s", "Bob": "5s 7h Td 8d 9s"}
    shown: dict[str, Any] = {"spreads": {"Ann": "4h *=5h 6h + 5c 5d 5h"}}
    assert left(hands, **shown, layoffs={"Bob": "5s on 5h"}, **JOKER)["Bob"] == 7 + 10 + 8 + 9
    assert score(asked(hands, **shown, layoffs={"Bob": "7h on 5h"}, **JOKER))["refused"] == {"melds.shape"}
    # of two jokers for one card the first
    hands = {"Ann": "4h * 6h 5c 5d * 3s", "Bob": "5s 7h Td 8d 9s"}
    twice: dict[str, Any] = {"spreads": {"Ann": "4h *=5h 6h + 5c 5d *=5h"}}
    assert left(hands, **twice, layoffs={"Bob": "7h on 5h"}, **JOKER)["Bob"] == 5 + 10 + 8 + 9
    assert score(asked(hands, **twice, layoffs={"Bob": "5s on 5h"}, **JOKER))["refused"] == {"melds.shape"}


def test_a_joker_is_laid_off_and_laid_off_upon() -> None:
    hands = {"Ann": "5h 6h 7h 2c 3d", "Bob": "* 9h Kc Qd 4c"}
    # the joker as the eight carries the nine
    assert left(hands, **JOKER)["Bob"] == 24
    named: dict[str, Any] = {"spreads": {"Ann": "5h 6h 7h"}}
    assert left(hands, **named, layoffs={"Bob": "*=8h 9h on 5h"}, **JOKER)["Bob"] == 24
    assert left(hands, **named, layoffs={"Bob": "*=4h on 5h"}, **JOKER)["Bob"] == 33
    assert score(asked(hands, **named, layoffs={"Bob": "*=4h 9h on 5h"}, **JOKER))["refused"] == {"melds.shape"}
    assert score(asked(hands, **named, layoffs={"Bob": "* * on 5h"}, **JOKER))["refused"] == {"turn.card"}
    # onto the card that a joker stands for
    other = {"Ann": "5h * 7h 2c 3d", "Bob": "8h 9h Kc Qd 9c"}
    assert left(other, spreads={"Ann": "5h *=6h 7h"}, layoffs={"Bob": "8h 9h on 6h"}, **JOKER)["Bob"] == 29


def test_a_joker_without_a_name_is_named_best_for_its_owner() -> None:
    # as the nine it takes Bob's ten, as the six his nine and his ten
    hands = {"Ann": "7s 8s * 2c 3d", "Bob": "9s Ts Kc Qd 4c"}
    assert left(hands, **JOKER)["Bob"] == 9 + 10 + 10 + 4
    assert left(hands, spreads={"Ann": "7s 8s *"}, **JOKER)["Bob"] == 33
    assert left(hands, spreads={"Ann": "7s 8s *=6s"}, **JOKER)["Bob"] == 24


def test_a_joker_left_over_counts() -> None:
    hands = {"Ann": "* 3s 8h 2c Kd", "Bob": "9s Ts Kc Qd 4c"}
    assert left(hands, **JOKER)["Ann"] == 20 + 3 + 8 + 2 + 10
    free = {**rules(**JOKER)["deck.values"], "joker": 0}
    assert left(hands, deck__values=free, **JOKER)["Ann"] == 23


def test_more_jokers_than_the_hand_holds() -> None:
    hands = {"Ann": "5h * 7h 7c 7d", "Bob": "6h 8h Kc Qd 9c"}
    assert score(asked(hands, spreads={"Ann": "5h * 7h + * 7c 7d"}, **JOKER))["refused"] == {"melds.held"}
    assert score(asked(hands, spreads={"Ann": "5h * 7h"}, **JOKER))["deadwood"]["Ann"] == 14
