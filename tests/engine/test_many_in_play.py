"""Three and more at one table, turn by turn."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ginrules.cards import BIT, CardSet, parse_cards
from ginrules.engine.openings import Impossible, deal, position, start
from ginrules.engine.play import Action, Do, legal, result, step
from ginrules.engine.state import Dead, Phase, State
from ginrules.rules.resolve import load_variant
from ginrules.rules.variant import Amount, Format, LastDiscard, Opening, ReturnTaken, Rules
from tests.engine.playing import after, refused, rest, rules, words

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def everyone(cards: int = 7, **sections: dict[str, Any]) -> Rules:
    """The standard rules for two to five."""
    dealt = {"cards": Amount(cards), **sections.pop("deal", {})}
    return rules("standard", players={"format": Format.EVERYONE}, deal=dealt, **sections)


def offered(players: int, played: Rules | None = None) -> State:
    """A deal by Ann, who sits last in turn."""
    return deal(played or everyone(), NAMES[:players], "Ann", Random(5))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_upcard_is_offered_in_turn_the_dealer_last(players: int) -> None:
    state = offered(players)
    asked = []
    while state.phase is Phase.UPCARD:
        assert state.turn
        asked.append(state.turn)
        assert words(state) == ["pass", "take"]
        state = step(state, Action(state.turn, Do.PASS))
    assert asked == [*NAMES[1:players], "Ann"]
    # All have passed: the first must draw from the stock, the next may take again.
    assert (state.turn, state.phase, words(state)) == ("Bob", Phase.DRAW, ["stock"])
    assert refused(state, "Bob take") == {"deal.opening"}
    state = step(state, Action("Bob", Do.STOCK))
    state = step(state, next(action for action in legal(state) if action.do is Do.DISCARD))
    assert (state.turn, words(state)) == ("Cat", ["stock", "take"])


def test_who_takes_the_upcard_has_his_turn_and_the_next_goes_on() -> None:
    state = after(offered(4), "Bob pass", "Cat take")
    assert (state.turn, state.phase) == ("Cat", Phase.DISCARD)
    assert refused(state, "Dan stock") == {"turn.order", "turn.phase"}
    state = step(state, next(action for action in legal(state) if action.do is Do.DISCARD))
    assert (state.turn, state.phase) == ("Dan", Phase.DRAW)
    assert state.takes == 0  # the upcard on offer is not counted


@pytest.mark.parametrize(("opening", "phase"), [(Opening.UPCARD_OPEN, Phase.DRAW), (Opening.EXTRA_CARD, Phase.DISCARD)])
def test_the_player_after_the_dealer_begins(opening: Opening, phase: Phase) -> None:
    played = everyone(deal={"opening": opening})
    for seat, dealer in enumerate(NAMES[:3]):
        state = deal(played, NAMES[:3], dealer, Random(1))
        assert (state.turn, state.phase) == (NAMES[(seat + 1) % 3], phase)
        assert [hand.bit_count() for hand in state.hands] == [
            7 + (phase is Phase.DISCARD and name == state.turn) for name in NAMES[:3]
        ]


def following(state: State, seed: int) -> Iterator[State]:
    """A hand to its end: whoever can goes out, else by chance."""
    rng = Random(seed)
    while choices := legal(state):
        outs = [action for action in choices if action.do in {Do.KNOCK, Do.GIN}]
        state = step(state, outs[0] if outs else rng.choice(choices))
        yield state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hand_of_many_ends_and_its_points_are_those_of_its_steps(players: int) -> None:
    ends = set()
    for seed in range(12):
        states = [*following(deal(everyone(), NAMES[:players], "Bob", Random(seed)), seed)]
        turns = [state.turn for state in states if state.phase is Phase.DRAW]
        assert all(
            NAMES.index(after_) == (NAMES.index(before) + 1) % players
            for before, after_ in pairwise(turns)
            if after_ and before
        )
        ended = result(states[-1])
        assert ended is not None
        ends.add(isinstance(ended, Dead))
        assert [*ended.points] == [*NAMES[:players]]
        if not isinstance(ended, Dead):
            assert sum(step_.points for step_ in ended.steps) == sum(ended.points.values())
    assert ends == {True, False}


ANN, BOB, CAT = parse_cards("4c 5c 6c 9h 9s Ks 2d"), parse_cards("Ac 3h 7d Ts Js 5d 8c"), parse_cards("As 2h 4d 7h Th Qd Kd")
PILE = BIT["9d"]


def met(turn: str, stock: list[CardSet], pile: list[CardSet], played: Rules, phase: Phase = Phase.DRAW) -> State:
    """Three met in the middle of a hand."""
    hands = {"Ann": ANN, "Bob": BOB, "Cat": CAT}
    return position(played, NAMES[:3], hands=hands, pile=pile, stock=stock, turn=turn, phase=phase)


def test_a_hand_of_three_is_dead_at_the_floor() -> None:
    left = rest(ANN, BOB, CAT, PILE)
    state = met("Bob", left[:3], [PILE, *left[3:]], everyone())
    state = after(state, "Bob stock", "Bob discard 8c")
    assert (state.phase, state.turn) == (Phase.OVER, None)
    assert result(state) == Dead(NAMES[:3])


def test_only_the_next_of_three_may_take_the_last_discard() -> None:
    played = everyone(stock={"last_discard": LastDiscard.TO_GO_OUT})
    left = rest(ANN, BOB, CAT, PILE)
    # Ann could go out with the nine; it is Bob's turn, and he cannot
    state = met("Bob", left[:2], [PILE, *left[2:]], played, Phase.WALL)
    assert words(state) == ["pass"]
    assert refused(state, "Ann take") == {"turn.order"}
    assert after(state, "Bob pass").phase is Phase.OVER
    assert words(met("Ann", left[:2], [PILE, *left[2:]], played, Phase.WALL)) == ["pass", "take"]


def test_a_stand_off_of_three_counts_turns_not_players() -> None:
    played = everyone(turn={"return_taken": ReturnTaken.ALLOWED, "returns_limit": 3, "takes_limit": None})
    left = rest(ANN, BOB, CAT, PILE)
    state = met("Bob", left[1:], [PILE, left[0]], played)
    for player in ("Bob", "Cat"):
        state = after(state, f"{player} take", f"{player} discard 9d")
        assert state.phase is Phase.DRAW
    assert after(state, "Ann take", "Ann discard 9d").phase is Phase.OVER
    assert after(state, "Ann stock", "Ann discard 2d", "Bob take", "Bob discard 2d").phase is Phase.DRAW


def test_three_do_not_sit_down_to_a_game_of_two() -> None:
    for format_ in (Format.HEAD_TO_HEAD, Format.PARTNERSHIP):
        with pytest.raises(Impossible, match="3 players in one hand") as error:
            deal(everyone()._replace(players=rules().players._replace(format=format_)), NAMES[:3], "Ann", Random(1))
        assert error.value.where == "players"


def test_the_cards_go_by_the_number_of_players() -> None:
    penalty = load_variant("penalty").rules()
    for players, cards in ((2, 10), (3, 7), (4, 7)):
        assert {hand.bit_count() for hand in deal(penalty, NAMES[:players], "Ann", Random(2)).hands} == {cards}
    with pytest.raises(Impossible, match="no number of cards for 5 players"):
        deal(penalty, NAMES, "Ann", Random(2))


def test_five_hands_of_ten_leave_nothing_to_draw() -> None:
    with pytest.raises(Impossible, match="leave nothing to draw"):
        deal(everyone(10), NAMES, "Ann", Random(2))
    assert deal(everyone(10, stock={"floor": 0}), NAMES, "Ann", Random(2)).phase is Phase.UPCARD


def test_a_position_of_three_has_three_hands() -> None:
    left = rest(ANN, BOB, PILE)
    with pytest.raises(Impossible, match="the hand of Cat is missing"):
        start(everyone(), NAMES[:3], "Ann", hands={"Ann": ANN, "Bob": BOB}, stock=left, upcard=PILE)
