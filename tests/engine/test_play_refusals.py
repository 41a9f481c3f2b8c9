"""Every refusal of play, and the nearest action or rule with which the same is accepted."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from ginrules.cards import parse_cards, union, write_cards
from ginrules.engine.play import Phase, State, play, position
from ginrules.resources import SPEC
from ginrules.rules.variant import (
    Ace,
    BigGin,
    GinChoice,
    JokerTaken,
    LastDiscard,
    Limit,
    LimitKind,
    Needed,
    Permission,
    ReturnTaken,
)
from tests.engine.playing import DEFENDER, KNOCKER, PLAYERS, act, after, dealt, refused, rest, rules, standing, without

ANY = Limit(LimitKind.ANY)
SHOW = "Ann show 4h 5h 6h,9c 9d 9s,Jc Qc Kc"
GIN = KNOCKER.replace("3s", "7h")
NOTHING_FITS = "Ac 3c 5d 7d 9h Jd Kh 2s 4s 6s"


ALONE = "Ac 5c 9c Kc 3d 7d Jd 2h 6h Th"
"""No pair, and none of a suit within two: a joker makes no meld of it."""


def offered(**sections: Any) -> State:
    return dealt(KNOCKER, DEFENDER, dealer="Bob", upcard="3h", stock="3c", played=rules(**sections))


def drawn(**sections: Any) -> State:
    return after(offered(**sections), "Ann pass", "Bob pass", "Ann stock")


def knocked(**sections: Any) -> State:
    return after(drawn(**sections), "Ann knock 3c")


def shown(**sections: Any) -> State:
    return after(knocked(**sections), SHOW)


def eleven(hand: str, foes: str = "", **sections: Any) -> State:
    """She holds one card more; unless it matters, her foe has any others."""
    others = foes or " ".join(write_cards(union(rest(parse_cards(hand))[::4][:10])))
    return standing(hand, others, played=rules(**sections))


def loose(hand: str, card: str, **melds: Any) -> State:
    """After a knock that no count forbids, under these rules of melds."""
    return after(eleven(hand, knock={"limit": ANY}, melds=melds), f"Ann knock {card}")


def at_wall(last_discard: LastDiscard) -> State:
    played = rules(stock={"last_discard": last_discard})
    return standing(
        KNOCKER.replace("Kc", "2d"), DEFENDER.replace("2d", "Kc"), phase=Phase.WALL, pile="8d", left=2, played=played
    )


def joker_on_top(hand: str) -> State:
    """Her turn to draw, a joker on the pile that may be taken only into a meld."""
    held, foes = parse_cards(hand), parse_cards("Ad 2d 4d 5d Tc Jc 8h 9h 8s 9s")
    top, *others = parse_cards("*"), *rest(held, foes)
    played = rules(deck={"jokers": 1}, turn={"joker_taken": JokerTaken.ONLY_INTO_MELD})
    hands = {"Ann": held, "Bob": foes}
    return position(played, PLAYERS, hands=hands, pile=[top], stock=others, turn="Ann", phase=Phase.DRAW)


def gone_gin(on_gin: Permission) -> State:
    state = eleven(f"{GIN} 3s", DEFENDER.replace("7h", "8h"), layoff={"on_gin": on_gin})
    return after(state, "Ann gin 3s", SHOW.replace("6h", "6h 7h"))


FOUR_NINES = f"{KNOCKER} 9h"
LONG_RUN = f"{KNOCKER} 7h"
ACE_HIGH = "4h 5h 6h 9c 9d 9s Qs Ks As 3s 8h"

Try = tuple[State, str]
TWINS: dict[str, tuple[Try, Try]] = {
    "turn.order": ((offered(), "Bob take"), (offered(), "Ann take")),
    "turn.phase": ((offered(), "Ann discard 4h"), (drawn(), "Ann discard 4h")),
    "layoff.player": (
        (after(loose(LONG_RUN, "3s"), "Ann show 4h 5h 6h"), "Ann layoff 7h on 4h"),
        (shown(), "Bob layoff 7h on 4h"),
    ),
    "turn.card": ((drawn(), "Ann discard Ad"), (drawn(), "Ann discard 3s")),
    "melds.held": ((knocked(), "Ann show 4h 5h 6h 7h"), (knocked(), SHOW)),
    "melds.disjoint": ((knocked(), f"{SHOW},4h 5h 6h"), (knocked(), SHOW)),
    "melds.shape": ((knocked(), "Ann show 4h 5h 6h,9c 9d 9s,Jc Qc 3s"), (knocked(), SHOW)),
    "deal.opening": ((offered(), "Ann stock"), (after(offered(), "Ann pass", "Bob pass"), "Ann stock")),
    "turn.return-taken": (
        (after(offered(), "Ann take"), "Ann discard 3h"),
        (after(offered(turn={"return_taken": ReturnTaken.ALLOWED}), "Ann take"), "Ann discard 3h"),
    ),
    "turn.joker-taken": (
        (joker_on_top(ALONE), "Ann take"),
        (joker_on_top(ALONE.replace("Ac", "2c")), "Ann take"),
    ),
    "stock.floor": (
        (at_wall(LastDiscard.FREE), "Ann stock"),
        (standing(KNOCKER, DEFENDER, phase=Phase.DRAW, left=3), "Ann stock"),
    ),
    "stock.last-discard": ((at_wall(LastDiscard.TO_GO_OUT), "Ann take"), (at_wall(LastDiscard.FREE), "Ann take")),
    "knock.limit": ((drawn(), "Ann knock Kc"), (drawn(), "Ann knock 3s")),
    "knock.needs-meld": (
        (
            eleven(f"{NOTHING_FITS} Qc", knock={"limit": ANY, "needs_meld": Needed.REQUIRED}),
            "Ann knock Qc",
        ),
        (eleven(f"{NOTHING_FITS} Qc", knock={"limit": ANY}), "Ann knock Qc"),
    ),
    "gin.deadwood": ((drawn(), "Ann gin 3c"), (eleven(f"{GIN} 3s"), "Ann gin 3s")),
    "gin.big": (
        (eleven(f"{GIN} 9h"), "Ann big-gin"),
        (eleven(f"{GIN} 9h", gin={"big": BigGin.REPLACES}), "Ann big-gin"),
    ),
    "gin.choice": (
        (eleven(f"{GIN} 3s", gin={"choice": GinChoice.FORCED}), "Ann discard Kc"),
        (eleven(f"{GIN} 3s"), "Ann discard Kc"),
    ),
    "melds.set-min": (
        (loose(FOUR_NINES, "9h", set_min=4), "Ann show 9c 9d 9s"),
        (loose(FOUR_NINES, "9h"), "Ann show 9c 9d 9s"),
    ),
    "melds.set-max": (
        (loose(FOUR_NINES, "3s", set_max=3), "Ann show 9c 9d 9h 9s"),
        (loose(FOUR_NINES, "3s"), "Ann show 9c 9d 9h 9s"),
    ),
    "melds.run-min": ((loose(LONG_RUN, "7h", run_min=4), "Ann show 4h 5h 6h"), (loose(LONG_RUN, "7h"), "Ann show 4h 5h 6h")),
    "melds.run-max": (
        (loose(LONG_RUN, "3s", run_max=3), "Ann show 4h 5h 6h 7h"),
        (loose(LONG_RUN, "3s", run_max=4), "Ann show 4h 5h 6h 7h"),
    ),
    "melds.ace": (
        (loose(ACE_HIGH, "8h"), "Ann show Qs Ks As"),
        (loose(ACE_HIGH, "8h", ace=Ace.HIGH_OR_LOW), "Ann show Qs Ks As"),
    ),
    "layoff.on-knock": (
        (shown(layoff={"on_knock": Permission.FORBIDDEN}), "Bob layoff 7h on 4h"),
        (shown(), "Bob layoff 7h on 4h"),
    ),
    "layoff.on-gin": (
        (gone_gin(Permission.FORBIDDEN), "Bob layoff 8h on 4h"),
        (gone_gin(Permission.ALLOWED), "Bob layoff 8h on 4h"),
    ),
    "layoff.onto": ((shown(), "Bob layoff 7h on 3s"), (shown(), "Bob layoff 7h on 4h")),
}


def test_every_refusal_of_play_has_its_twins() -> None:
    listed = yaml.safe_load((SPEC / "refusals.yaml").read_text(encoding="utf-8"))["refusals"]
    assert set(TWINS) == {entry["id"] for entry in listed if "play" in entry["asked"]}


@pytest.mark.parametrize("rule", TWINS)
def test_one_is_refused_for_this_alone_and_its_twin_is_accepted(rule: str) -> None:
    (state, line), (other, twin) = TWINS[rule]
    assert refused(state, line) == {rule}
    assert refused(other, twin) == set()


MEANINGLESS = {"turn.phase", "turn.card", "melds.held", "melds.disjoint", "turn.order"}
"""Without these the action cannot be done: there is no such card, or nothing to do it with."""


@pytest.mark.parametrize("rule", [rule for rule in TWINS if rule not in MEANINGLESS])
def test_with_its_check_taken_out_nothing_else_refuses_it(rule: str) -> None:
    (state, line), _ = TWINS[rule]
    assert refused(without(state, rule), line) == set()


def test_a_refusal_names_the_player_and_says_why() -> None:
    for (state, line), _ in TWINS.values():
        player, _, words = line.partition(" ")
        refusal = play(state, act(player, words))
        assert not isinstance(refusal, State)
        assert (refusal.player, bool(refusal.message)) == (player, True)
