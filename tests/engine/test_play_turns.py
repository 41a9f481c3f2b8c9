"""Each rule of play on both sides of its boundary; positions are laid out by hand, what must come is read from the rules."""

from __future__ import annotations

import pytest

from ginrules.cards import BIT, parse_cards, write_cards
from ginrules.engine.actions import Action, Do
from ginrules.engine.play import Refused, legal, play, result, step
from ginrules.engine.state import Dead, Phase
from ginrules.engine.values import Refusal
from ginrules.rules.variant import (
    BigGin,
    GinChoice,
    LastDiscard,
    Limit,
    LimitKind,
    Needed,
    Opening,
    ReturnTaken,
    StockEnds,
    StockExhausted,
)
from tests.engine.playing import after, dealt, refused, rules, standing, words

# Nothing goes together in either hand: no run of three, no three of a rank, and far more than ten points.
ANN = "Ac 4c 7c Tc Kc 2d 5d 8d Jd 3h"
BOB = "As 4s 7s Ts Ks 2h 5h 8h Jh 3d"
BARE = "2c 4c 7c Tc Kc 3d 5d 8d Jh 3h"  # the same, beside the hands with melds below


# --- the opening


def test_the_upcard_is_offered_to_the_first_player_then_to_the_dealer() -> None:
    state = dealt(ANN, BOB, upcard="Qd", stock="6s 9s")
    assert (state.turn, state.phase, state.pile) == ("Bob", Phase.UPCARD, (BIT["Qd"],))
    assert words(state) == ["pass", "take"]
    assert refused(state, "Bob stock") == {"deal.opening"}
    assert refused(state, "Ann pass") == {"turn.order"}
    assert refused(state, "Ann stock") == {"turn.order"}
    assert refused(state, "Bob discard As") == {"turn.phase"}
    assert refused(state, "Ann discard Ac") == {"turn.order", "turn.phase"}
    assert refused(state, "Cat pass") == {"turn.order"}
    dealer = after(state, "Bob pass")
    assert (dealer.turn, dealer.phase, words(dealer)) == ("Ann", Phase.UPCARD, ["pass", "take"])
    assert refused(dealer, "Ann stock") == {"deal.opening"}
    drawing = after(dealer, "Ann pass")
    assert (drawing.turn, drawing.phase, words(drawing)) == ("Bob", Phase.DRAW, ["stock"])
    assert refused(drawing, "Bob take") == {"deal.opening"}
    assert refused(drawing, "Bob pass") == {"turn.phase"}
    assert words(after(drawing, "Bob stock", "Bob discard 6s")) == ["stock", "take"]


def test_the_dealer_takes_the_upcard_and_the_first_player_goes_on() -> None:
    state = after(dealt(ANN, BOB, upcard="Qd", stock="6s"), "Bob pass", "Ann take")
    assert (state.turn, state.phase, state.taken, state.pile, state.takes) == ("Ann", Phase.DISCARD, BIT["Qd"], (), 0)
    assert refused(state, "Ann discard Qd") == {"turn.return-taken"}
    assert after(state, "Ann discard Kc").turn == "Bob"


def test_an_open_upcard_may_be_left_for_the_stock_at_once() -> None:
    state = dealt(ANN, BOB, upcard="Qd", played=rules(deal={"opening": Opening.UPCARD_OPEN}))
    assert (state.turn, state.phase, words(state)) == ("Bob", Phase.DRAW, ["stock", "take"])
    assert refused(state, "Bob pass") == {"turn.phase"}
    assert after(state, "Bob take").takes == 1


def test_with_an_extra_card_the_first_player_discards_or_goes_out() -> None:
    played = rules(deal={"opening": Opening.EXTRA_CARD}, gin={"big": BigGin.REPLACES})
    state = dealt(ANN, BOB + " Qs", played=played)
    assert (state.turn, state.phase, state.pile, state.taken, state.limit) == ("Bob", Phase.DISCARD, (), 0, 10)
    assert words(state) == [f"discard {card}" for card in write_cards(parse_cards(BOB + " Qs"))]
    assert refused(state, "Bob stock") == {"turn.phase"}
    thrown = after(state, "Bob discard Ks")
    assert (thrown.turn, words(thrown)) == ("Ann", ["stock", "take"])
    melded = dealt(ANN, "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs", played=played)
    assert "big-gin" in words(melded)


# --- draw and discard


def test_one_draws_once_and_throws_what_one_holds() -> None:
    state = after(dealt(ANN, BOB, upcard="Qd", stock="6s 9s"), "Bob pass", "Ann pass", "Bob stock")
    assert (state.hands[1], len(state.stock)) == (parse_cards(BOB + " 6s"), 30)
    assert refused(state, "Bob stock") == {"turn.phase"}
    assert refused(state, "Bob take") == {"turn.phase"}
    assert refused(state, "Bob discard Ac") == {"turn.card"}
    assert refused(state, "Bob knock Ac") == {"turn.card"}
    assert refused(state, "Bob discard") == {"turn.card"}
    two_cards = play(state, Action("Bob", Do.DISCARD, parse_cards("As 4s")))
    assert isinstance(two_cards, Refusal)
    assert two_cards.rules == ("turn.card",)


def test_step_raises_what_play_refuses() -> None:
    state = dealt(ANN, BOB, upcard="Qd")
    assert step(state, legal(state)[0]).passes == 1
    with pytest.raises(Refused, match=r"still on offer \(deal\.opening\)") as caught:
        step(state, Action("Bob", Do.STOCK))
    assert caught.value.refusal.rules == ("deal.opening",)


@pytest.mark.parametrize(
    ("value", "discard", "knock"),
    [
        (ReturnTaken.FORBIDDEN, {"turn.return-taken"}, {"turn.return-taken"}),
        (ReturnTaken.ONLY_TO_KNOCK, {"turn.return-taken"}, set()),
        (ReturnTaken.ALLOWED, set(), set()),
    ],
)
def test_whether_the_taken_card_may_be_thrown(value: ReturnTaken, discard: set[str], knock: set[str]) -> None:
    played = rules(turn={"return_taken": value})
    low = "Ac Ad Ah 4s 5s 6s 9c 9d 9h 2s"  # leaves 2, and 10 or more with the king
    state = standing(low + " Kd", BARE, taken="Kd", pile="Qd", played=played)
    assert refused(state, "Ann discard Kd") == discard
    assert refused(state, "Ann knock Kd") == knock
    assert ("discard Kd" in words(state), "knock Kd" in words(state)) == (not discard, not knock)
    gin = standing("Ac Ad Ah 4s 5s 6s 9c 9d 9h 9s Kd", BARE, taken="Kd", pile="Qd", played=played)
    assert refused(gin, "Ann gin Kd") == knock


def test_the_drawn_card_may_always_be_thrown() -> None:
    assert refused(standing(ANN + " Kd", BOB, pile="Kh"), "Ann discard Kd") == set()


def test_all_that_fails_in_a_stage_is_named() -> None:
    state = standing(ANN + " Kd", BOB, taken="Kd", pile="Qd")
    assert refused(state, "Ann knock Kd") == {"turn.return-taken", "knock.limit"}
    assert refused(state, "Ann gin Kd") == {"turn.return-taken", "gin.deadwood"}


# --- stand-offs and takes


@pytest.mark.parametrize(("limit", "dead_after"), [(2, 2), (3, 3), (None, None)])
def test_a_stand_off_kills_the_hand(limit: int | None, dead_after: int | None) -> None:
    played = rules(turn={"return_taken": ReturnTaken.ALLOWED, "returns_limit": limit})
    state = standing(ANN, BOB, phase=Phase.DRAW, pile="Qd", played=played)
    for turns in (1, 2, 3, 4):
        mover = "Ann" if turns % 2 else "Bob"
        state = after(state, f"{mover} take", f"{mover} discard Qd")
        assert state.stand_off == turns
        assert (state.phase is Phase.OVER) == (turns == dead_after)
        if turns == dead_after:
            assert result(state) == Dead(("Ann", "Bob"))
            assert refused(state, "Ann take") == refused(state, "Bob discard Qd") == {"turn.phase"}
            break


def test_a_stand_off_starts_anew_with_another_card_and_ends_with_a_turn_that_returns_none() -> None:
    played = rules(turn={"return_taken": ReturnTaken.ALLOWED, "returns_limit": 2})
    state = standing(ANN, BOB, phase=Phase.DRAW, pile="Qd", stock="6s 9s", played=played)
    once = after(state, "Ann take", "Ann discard Qd")
    broken = after(once, "Bob stock", "Bob discard 6s")
    assert broken.stand_off == 0
    assert after(once, "Bob take", "Bob discard Ks").stand_off == 0
    other = after(broken, "Ann take", "Ann discard 6s")
    assert other.stand_off == 1
    # The king comes back once, after the six came back once: two cards, each once.
    kings = after(once, "Bob take", "Bob discard Ks", "Ann take", "Ann discard Ks")
    assert (kings.stand_off, kings.phase) == (1, Phase.DRAW)


def test_a_take_too_many_kills_the_hand_at_once_and_the_upcard_on_offer_does_not_count() -> None:
    played = rules(turn={"return_taken": ReturnTaken.ALLOWED, "takes_limit": 2})
    state = after(dealt(ANN, BOB, upcard="Qd", played=played), "Bob take", "Bob discard Qd", "Ann take", "Ann discard Qd")
    assert (state.takes, state.phase) == (1, Phase.DRAW)
    dead = after(state, "Bob take")
    assert (dead.takes, dead.phase, dead.turn) == (2, Phase.OVER, None)
    assert dead.hands[1] == parse_cards(BOB + " Qd")
    assert result(dead) == Dead(("Ann", "Bob"))
    assert after(state, "Bob stock").phase is Phase.DISCARD


# --- going out


LOW = "Ac Ad Ah 4s 5s 6s 9c 9d 9h"  # three melds


@pytest.mark.parametrize(("limit", "knocks"), [(7, True), (6, False)])
def test_a_knock_counts_the_ten_cards_kept(limit: int, knocks: bool) -> None:
    played = rules(knock={"limit": Limit(LimitKind.FIXED, limit)})
    state = standing(LOW + " 7d Kd", BARE, pile="Qd", played=played)
    assert refused(state, "Ann knock Kd") == (set() if knocks else {"knock.limit"})
    assert ("knock Kd" in words(state)) == knocks
    assert refused(state, "Ann gin Kd") == {"gin.deadwood"}
    out = after(state, "Ann knock Kd") if knocks else state
    assert (out.phase is Phase.SHOWDOWN, out.pile[0] == BIT["Kd"]) == (knocks, knocks)


def test_any_count_may_knock_where_there_is_no_limit() -> None:
    state = standing(ANN + " Kd", BOB, pile="Qd", played=rules(knock={"limit": Limit(LimitKind.ANY)}))
    assert state.limit is None
    assert [word for word in words(state) if word.startswith("knock")] == [f"knock {card}" for card in write_cards(state.hand)]


def test_a_knock_needs_a_meld_where_one_is_asked_for() -> None:
    limit = Limit(LimitKind.FIXED, 60)
    needed = rules(knock={"limit": limit, "needs_meld": Needed.REQUIRED})
    bare = "Ac 4c 7c Tc 2d 5d 8d 3h 6h 9h"  # 55 points, no meld
    state = standing(bare + " Ks", BOB.replace("Ks", "Kd"), pile="Qd", played=needed)
    assert refused(state, "Ann knock Ks") == {"knock.needs-meld"}
    assert not [word for word in words(state) if word.startswith("knock")]
    melded = standing(bare.replace("3h", "Ad") + " Ah", BOB, pile="Qd", played=needed)
    assert refused(melded, "Ann knock Tc") == set()
    assert "knock Tc" in words(melded)
    assert refused(melded, "Ann knock Ah") == {"knock.needs-meld"}


def test_a_knock_that_leaves_nothing_is_listed_as_gin_alone() -> None:
    state = standing(LOW + " 9s Kd", BARE, pile="Qd")
    assert [word for word in words(state) if not word.startswith("discard")] == [
        "knock 9c",
        "knock 9d",
        "knock 9h",
        "knock 9s",
        "gin Kd",
    ]
    called = result(after(state, "Ann knock Kd"))
    assert called is not None
    assert called.outcome == "gin"


FULL = "Ac Ad Ah 4s 5s 6s 9c 9d 9h 9s 7s"  # eleven cards, all melded


@pytest.mark.parametrize("big", BigGin)
def test_big_gin_is_eleven_melded_cards(big: BigGin) -> None:
    played = rules(gin={"big": big})
    bob = BARE
    state = standing(FULL, bob, pile="Qd", played=played)
    expected = {"gin.big"} if big is BigGin.NOT_PLAYED else set()
    assert refused(state, "Ann big-gin") == expected
    assert ("big-gin" in words(state)) == (not expected)
    assert refused(standing(LOW + " 9s Kd", bob, pile="Qd", played=played), "Ann big-gin") == expected | {"gin.deadwood"}
    drawing = standing(FULL.removesuffix(" 7s"), bob, phase=Phase.DRAW, pile="Qd", stock="7s", played=played)
    assert refused(drawing, "Ann big-gin") == {"turn.phase"}
    assert refused(after(drawing, "Ann stock", "Ann discard Ac"), "Ann big-gin") == {"turn.order", "turn.phase"}
    if not expected:
        out = after(drawing, "Ann stock", "Ann big-gin")
        assert (out.hands[0], out.pile[0]) == (parse_cards(FULL), BIT["Qd"])
        settled = result(out)
        assert settled is not None
        assert settled.outcome == "big-gin"


def test_cards_that_count_nothing_make_gin_but_not_big_gin() -> None:
    values = rules().deck.values._replace(by_rank=(0, *range(2, 11), 10, 10, 10))
    played = rules(gin={"big": BigGin.REPLACES}, deck={"values": values}, knock={"needs_meld": Needed.REQUIRED})
    state = standing("Ac 4s 5s 6s 9c 9d 9h 9s Jh Qh Kh", "As 4c 7c Ts Ks 2h 5h 8h Jd 3d", pile="Qd", played=played)
    assert refused(state, "Ann big-gin") == {"gin.deadwood"}
    assert [word for word in words(state) if "gin" in word] == ["gin Ac", "gin 9c", "gin 9d", "gin 9h", "gin 9s"]


def test_who_can_go_gin_must_where_it_is_forced() -> None:
    played = rules(gin={"choice": GinChoice.FORCED, "big": BigGin.REPLACES})
    state = standing(LOW + " 9s Kd", BARE, pile="Qd", played=played)
    assert words(state) == ["gin Kd"]
    assert refused(state, "Ann discard Kd") == {"gin.choice"}
    assert refused(state, "Ann knock 9s") == {"gin.choice"}
    assert refused(state, "Ann knock Kd") == set()  # it leaves nothing: it is gin
    # The card that would leave nothing was taken and may not be thrown: nothing is forced.
    taken = standing(LOW + " 9s Kd", BARE, taken="Kd", pile="Qd", played=played)
    assert refused(taken, "Ann discard 9s") == set()
    assert "gin Kd" not in words(taken)
    big = standing(FULL, BARE, pile="Qd", played=played)
    assert refused(big, "Ann discard 9s") == {"gin.choice"}
    assert not [word for word in words(big) if word.startswith("discard")]
    assert "big-gin" in words(big)


def test_big_gin_alone_can_force_a_player() -> None:
    melds = {"set_min": 4}  # whatever is thrown breaks a set of four or a run of three
    big = rules(gin={"choice": GinChoice.FORCED, "big": BigGin.REPLACES}, melds=melds)
    none = rules(gin={"choice": GinChoice.FORCED}, melds=melds)
    hand, other = "Ac Ad Ah As 9c 9d 9h 9s 4s 5s 6s", BARE
    assert words(standing(hand, other, pile="Qd", played=big)) == ["big-gin"]
    assert refused(standing(hand, other, pile="Qd", played=big), "Ann discard 4s") == {"gin.choice"}
    assert refused(standing(hand, other, pile="Qd", played=none), "Ann discard 4s") == set()


# --- the floor of the stock


def test_the_drawer_of_the_last_card_may_still_knock_and_his_discard_ends_the_hand() -> None:
    state = standing(LOW + " 7d", BARE, phase=Phase.DRAW, pile="Qd", stock="Kd", left=3)
    drawn = after(state, "Ann stock")
    assert (drawn.phase, len(drawn.stock), drawn.at_floor) == (Phase.DISCARD, 2, True)
    assert "knock Kd" in words(drawn)
    dead = after(drawn, "Ann discard Kd")
    assert (dead.phase, dead.turn, legal(dead), result(dead)) == (Phase.OVER, None, (), Dead(("Ann", "Bob")))
    assert refused(dead, "Bob take") == refused(dead, "Ann knock 7d") == {"turn.phase"}


def test_one_card_above_the_floor_the_hand_goes_on() -> None:
    state = standing(ANN, BOB, phase=Phase.DRAW, pile="Qd", stock="Kd", left=4)
    assert after(state, "Ann stock", "Ann discard Kd").phase is Phase.DRAW


def test_the_draw_may_end_the_hand_at_once() -> None:
    played = rules(stock={"ends": StockEnds.AFTER_DRAW})
    state = standing(LOW + " 7d", BARE, phase=Phase.DRAW, pile="Qd", stock="Kd", left=3, played=played)
    dead = after(state, "Ann stock")
    assert (dead.phase, dead.hands[0]) == (Phase.OVER, parse_cards(LOW + " 7d Kd"))
    above = standing(LOW + " 7d", BARE, phase=Phase.DRAW, pile="Qd", stock="Kd", left=4, played=played)
    assert after(above, "Ann stock").phase is Phase.DISCARD


TO_GO_OUT = rules(stock={"last_discard": LastDiscard.TO_GO_OUT})
FREE = rules(stock={"last_discard": LastDiscard.FREE})


def test_the_last_discard_is_taken_only_to_go_out() -> None:
    bob = "As 2s 3s 7h 8h 9h Tc Td Jc 9d"  # with the queen of clubs runs of three and 19; with a ten less
    state = standing(ANN.replace("Tc", "Qs"), bob, turn="Bob", phase=Phase.WALL, pile="Th", left=2, played=TO_GO_OUT)
    assert words(state) == ["pass", "take"]  # with the ten of hearts a set of tens, and the nine goes with the run
    assert refused(state, "Bob stock") == {"stock.floor"}
    assert refused(state, "Bob discard As") == {"turn.phase"}
    taken = after(state, "Bob take")
    assert (taken.phase, taken.takes, taken.taken) == (Phase.DISCARD, 1, BIT["Th"])
    assert words(taken) == ["knock Jc", "knock 9d"]
    assert refused(taken, "Bob discard Jc") == {"stock.last-discard"}
    assert refused(taken, "Bob discard Th") == {"stock.last-discard", "turn.return-taken"}
    assert after(taken, "Bob knock Jc").phase is Phase.SHOWDOWN
    passed = after(state, "Bob pass")
    assert (passed.phase, result(passed)) == (Phase.OVER, Dead(("Ann", "Bob")))
    useless = standing(ANN.replace("Tc", "Qs"), bob, turn="Bob", phase=Phase.WALL, pile="Kd", left=2, played=TO_GO_OUT)
    assert words(useless) == ["pass"]
    assert refused(useless, "Bob take") == {"stock.last-discard"}


def test_the_last_discard_cannot_be_taken_to_be_thrown_again_unless_that_is_allowed() -> None:
    bob = LOW + " 7d"  # seven: he could knock with his ten cards, throwing what he takes
    allowed = TO_GO_OUT._replace(turn=TO_GO_OUT.turn._replace(return_taken=ReturnTaken.ONLY_TO_KNOCK))
    ann = ANN.replace("Ac", "As")
    for played, right in ((TO_GO_OUT, {"pass", "take"}), (allowed, {"pass", "take"})):
        state = standing(ann, bob, turn="Bob", phase=Phase.WALL, pile="Kd", left=2, played=played)
        # Seven and a king: without the seven he keeps the king and ten points, the limit.
        assert set(words(state)) == right
        assert words(after(state, "Bob take")) == (["knock 7d"] if played is TO_GO_OUT else ["knock 7d", "knock Kd"])
    for played, right in ((TO_GO_OUT, {"pass"}), (allowed, {"pass", "take"})):
        tighter = played._replace(knock=played.knock._replace(limit=Limit(LimitKind.FIXED, 9)))
        assert set(words(standing(ann, bob, turn="Bob", phase=Phase.WALL, pile="Kd", left=2, played=tighter))) == right


def test_with_a_free_last_discard_play_goes_on_with_the_pile_alone() -> None:
    state = after(
        standing(ANN, BOB, phase=Phase.DRAW, pile="Qd", stock="Kd", left=3, played=FREE), "Ann stock", "Ann discard Kd"
    )
    assert (state.phase, state.turn, words(state)) == (Phase.WALL, "Bob", ["pass", "take"])
    assert refused(state, "Bob stock") == {"stock.floor"}
    again = after(state, "Bob take", "Bob discard Ks")
    assert (again.phase, again.turn, again.takes) == (Phase.WALL, "Ann", 1)
    assert after(again, "Ann pass").phase is Phase.OVER


def test_a_take_at_the_wall_counts() -> None:
    played = FREE._replace(turn=FREE.turn._replace(takes_limit=2))
    state = standing(ANN, BOB, phase=Phase.WALL, pile="Qd", left=2, played=played)
    state = after(state, "Ann take", "Ann discard Kc")
    assert after(state, "Bob take").phase is Phase.OVER


def test_the_pile_without_its_top_is_turned_over_onto_the_floor() -> None:
    played = rules(stock={"exhausted": StockExhausted.RESHUFFLE})
    state = standing(ANN, BOB, phase=Phase.DRAW, pile="Qd Qh Qs", stock="Kd", left=3, played=played)
    floor, bottom = state.stock[1:], state.pile[-1]
    state = after(state, "Ann stock", "Ann discard Kd")
    assert (state.phase, state.turn, state.pile) == (Phase.DRAW, "Bob", (BIT["Kd"],))
    assert state.stock[0] == bottom
    assert state.stock[-5:] == (BIT["Qs"], BIT["Qh"], BIT["Qd"], *floor)
    at_once = played._replace(stock=played.stock._replace(ends=StockEnds.AFTER_DRAW))
    state = after(standing(ANN, BOB, phase=Phase.DRAW, pile="Qd Qh Qs", stock="Kd", left=3, played=at_once), "Ann stock")
    assert (state.phase, state.pile, state.stock[-4:]) == (Phase.DISCARD, (BIT["Qd"],), (BIT["Qs"], BIT["Qh"], *floor))


def test_with_nothing_to_turn_over_the_hand_is_dead() -> None:
    played = rules(stock={"exhausted": StockExhausted.RESHUFFLE, "floor": 30, "ends": StockEnds.AFTER_DRAW})
    state = standing(ANN, BOB, phase=Phase.DRAW, pile="Qd", left=31, played=played)
    assert after(state, "Ann stock").phase is Phase.OVER


def test_one_card_is_enough_to_turn_over() -> None:
    played = rules(stock={"exhausted": StockExhausted.RESHUFFLE, "floor": 30})
    state = standing(ANN, BOB, phase=Phase.DRAW, pile="Qd", left=31, played=played)
    turned = after(state, "Ann stock", "Ann discard Kc")
    assert (turned.phase, turned.pile, turned.stock[0], len(turned.stock)) == (Phase.DRAW, (BIT["Kc"],), BIT["Qd"], 31)
