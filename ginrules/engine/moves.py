"""What an action makes of a hand, once it is known not to be refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from ginrules.engine.actions import Action, Do
from ginrules.engine.state import Ending, Phase, State, alike
from ginrules.engine.values import Call, LayOff

Move: TypeAlias = Callable[[State, Action], State]

_Entry = TypeVar("_Entry")


def _pass(state: State, _action: Action) -> State:
    if state.phase is Phase.WALL:
        return _dead(state)
    passed = state._replace(seat=state.table.next_seat(state.seat), passes=state.passes + 1)
    return passed._replace(phase=Phase.DRAW) if passed.upcard_passed else passed


def _draw_from_stock(state: State, _action: Action) -> State:
    here, seat, stock = state.table, state.seat, state.stock[1:]
    hands = _with_entry(state.hands, seat, state.hands[seat] | state.stock[0])
    drawn = State(
        here,
        Phase.DISCARD,
        seat,
        hands,
        state.pile,
        stock,
        state.upcard,
        state.limit,
        takes=state.takes,
        stand_off=state.stand_off,
    )
    return _at_the_floor(drawn) if here.dead_at_floor and drawn.at_floor else drawn


def _take(state: State, _action: Action) -> State:
    here, seat, card, pile = state.table, state.seat, state.pile[0], state.pile[1:]
    hands = _with_entry(state.hands, seat, state.hands[seat] | card)
    takes = state.takes + (state.phase is not Phase.UPCARD)
    taken = State(
        here, Phase.DISCARD, seat, hands, pile, state.stock, state.upcard, state.limit, alike(card), 0, takes, state.stand_off
    )
    return _dead(taken) if takes == here.rules.turn.takes_limit else taken


def _discard(state: State, action: Action) -> State:
    here, seat, card = state.table, state.seat, action.card
    hands, pile = _with_entry(state.hands, seat, state.hands[seat] ^ card), (card, *state.pile)
    stand_off = state.stand_off + 1 if card & state.taken else 0  # who takes next takes this card: it stays the same one
    after = here.next_seat(seat)
    thrown = State(
        here, Phase.DRAW, after, hands, pile, state.stock, state.upcard, state.limit, takes=state.takes, stand_off=stand_off
    )
    if stand_off and stand_off == here.rules.turn.returns_limit:
        return _dead(thrown)
    return _at_the_floor(thrown) if thrown.at_floor else thrown


def _go_out(state: State, action: Action) -> State:
    nothing = (None,) * len(state.players)
    return state._replace(
        phase=Phase.SHOWDOWN,
        hands=_with_entry(state.hands, state.seat, state.hand ^ action.card),
        pile=(action.card, *state.pile) if action.card else state.pile,
        ending=Ending(state.seat, Call(action.do), action.card, nothing, nothing),
    )


def _show(state: State, action: Action) -> State:
    ending, seat = _ending(state), state.seat_of(action.player)
    spreads = _with_entry(ending.spreads, seat, action.melds)
    turn = state.table.next_seat(seat) if seat == ending.seat else seat  # who went out has nothing else to say
    return state._replace(seat=turn, ending=ending._replace(spreads=spreads))


def _lay_off(state: State, action: Action) -> State:
    ending, seat = _ending(state), state.seat_of(action.player)
    laid = (*(ending.layoffs[seat] or ()), LayOff(action.cards, action.onto))
    return state._replace(seat=seat, ending=ending._replace(layoffs=_with_entry(ending.layoffs, seat, laid)))


def _be_done(state: State, action: Action) -> State:
    ending, seat = _ending(state), state.seat_of(action.player)
    layoffs = _with_entry(ending.layoffs, seat, ending.layoffs[seat] or ())
    after = state.table.next_seat(seat)
    phase = Phase.OVER if after == ending.seat else Phase.SHOWDOWN
    return state._replace(phase=phase, seat=seat if phase is Phase.OVER else after, ending=ending._replace(layoffs=layoffs))


def _at_the_floor(state: State) -> State:
    """What happens when the stock has come down to its floor (`stock.exhausted`, `stock.last-discard`)."""
    if state.table.reshuffles and len(state.pile) > 1:
        return state._replace(pile=state.pile[:1], stock=(*reversed(state.pile[1:]), *state.stock))
    return state._replace(phase=Phase.WALL) if state.table.has_wall else _dead(state)


def _dead(state: State) -> State:
    return state._replace(phase=Phase.OVER)


def _with_entry(entries: tuple[_Entry, ...], seat: int, entry: _Entry) -> tuple[_Entry, ...]:
    return (*entries[:seat], entry, *entries[seat + 1 :])


def _ending(state: State) -> Ending:
    assert state.ending is not None
    return state.ending


MOVES: Mapping[Do, Move] = {
    Do.PASS: _pass,
    Do.STOCK: _draw_from_stock,
    Do.TAKE: _take,
    Do.DISCARD: _discard,
    Do.KNOCK: _go_out,
    Do.GIN: _go_out,
    Do.BIG_GIN: _go_out,
    Do.SHOW: _show,
    Do.LAYOFF: _lay_off,
    Do.DONE: _be_done,
}
"""What an action that is not refused makes of the state."""
