"""A hand, played action by action.

`legal` lists what the player whose turn it is may do, `play` makes the next state, `result` says how the hand ended. All three
are pure: a state never changes, so a search or a learning agent may keep as many as it likes, go on from each of them, and use
them as keys. A hand between random players:

>>> import random
>>> from ginrules.rules.resolve import load_variant
>>> rng = random.Random(7)
>>> state = deal(load_variant("north-american").rules(), ("Ann", "Bob"), "Ann", rng)
>>> steps = 0
>>> while actions := legal(state):
...     state = step(state, rng.choice(actions))
...     steps += 1
>>> state.phase.value, result(state).outcome, 0 < steps < 200
('over', 'dead', True)

Once somebody has gone out there is a result: whoever has shown nothing and laid nothing off is taken to do it best. Players who
want to choose that themselves go on with `show`, `layoff` and `done`, which `legal` does not list, as there are too many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import Impossible, Shuffler, deal, position, start
from ginrules.engine.state import Dead, Ending, Phase, State, alike
from ginrules.engine.turns import as_first_shown, judge, seat_of, settle, with_own_jokers
from ginrules.engine.values import Call, LayOff, Refusal, Showdown
from ginrules.rules.variant import Rules

__all__ = [
    "Action",
    "Dead",
    "Do",
    "Impossible",
    "Phase",
    "Refusal",
    "Refused",
    "Rules",
    "Showdown",
    "Shuffler",
    "State",
    "deal",
    "legal",
    "play",
    "position",
    "result",
    "start",
    "step",
]

_Entry = TypeVar("_Entry")
_NOTHING: frozenset[str] = frozenset()


class Refused(Exception):
    """What `step` raises; `refusal` names the checks."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.message} ({', '.join(refusal.rules)})")


def play(state: State, action: Action, without: frozenset[str] = _NOTHING) -> State | Refusal:
    """The state after an action, or why it is refused; `without` takes checks out of the tables of legality.

    >>> from random import Random
    >>> from ginrules.rules.resolve import load_variant
    >>> state = deal(load_variant("standard").rules(), ("Ann", "Bob"), "Ann", Random(7))
    >>> play(state, Action("Ann", Do.STOCK)).rules
    ('turn.order',)
    """
    if state.table.jokers:
        action = with_own_jokers(state, action)
    refusal = judge(state, action, without)
    return _MOVES[action.do](state, action) if refusal is None else refusal


def step(state: State, action: Action) -> State:
    """The state after an action that is known to be legal.

    Raises:
        Refused: it is not.
    """
    after = play(state, action)
    if isinstance(after, Refusal):
        raise Refused(after)
    return after


def legal(state: State, without: frozenset[str] = _NOTHING) -> tuple[Action, ...]:
    """Everything that the player whose turn it is may do, each action once, in the order of `Do` and of the cards.

    A discard that can leave nothing stands here as `gin`, another that can leave at most the limit as `knock`; `discard` stands
    besides, where one may go on. Nothing is listed in the showdown and when the hand is over.
    """
    if without:
        return tuple(action for action in _conceivable(state) if judge(state, action, without) is None)
    choices = state.table.choices[state.seat]
    if state.phase is Phase.DISCARD:
        return _legal_throws(state)
    if state.phase is Phase.DRAW:
        return (choices.stock,) if state.upcard_passed or not _may_take(state) else (choices.stock, choices.take)
    if state.phase in {Phase.UPCARD, Phase.WALL}:
        return (choices.pass_upcard, choices.take) if _may_take(state) else (choices.pass_upcard,)
    return ()


def result(state: State, without: frozenset[str] = _NOTHING) -> Showdown | Dead | None:
    """How the hand ended, with what has been shown and laid off so far; nothing while it goes on.

    Who has not shown shows his best, who has neither laid off nor said that he is done lays off best.

    Raises:
        UnplayedRule: a rule of the payment has a value that is not played yet.
    """
    return settle(state, without)


def _may_take(state: State) -> bool:
    """Whether the player may take the card that lies on the pile, where taking it belongs to the phase."""
    asked = state.table.joker_into_meld or state.phase is Phase.WALL
    return not asked or judge(state, state.table.choices[state.seat].take) is None


def _legal_throws(state: State) -> tuple[Action, ...]:
    here, seat = state.table, state.seat
    hand, taken = state.hands[seat], state.taken
    outs = here.outs(hand, taken, state.limit)
    plain, knocks = hand if here.returned_plainly else hand & ~taken, outs.knocks
    if taken and here.only_to_go_out and state.at_floor:
        plain = 0
    if here.forced and (outs.gins or outs.big_gin):
        plain = knocks = 0
    choices = here.choices[seat]
    throws = choices.throws(Do.DISCARD, plain)
    if knocks or outs.gins:
        throws += choices.throws(Do.KNOCK, knocks) + choices.throws(Do.GIN, outs.gins)
    return (*throws, choices.big_gin) if outs.big_gin else throws


def _conceivable(state: State) -> tuple[Action, ...]:
    """What `legal` may list: a card is either one to knock with or one to go gin with."""
    if state.phase in {Phase.SHOWDOWN, Phase.OVER}:
        return ()
    choices = state.table.choices[state.seat]
    gins = sum(card for card, left in state.table.melder.discards(state.hand).items() if left == 0)
    throws = (
        choices.throws(Do.DISCARD, state.hand) + choices.throws(Do.KNOCK, state.hand & ~gins) + choices.throws(Do.GIN, gins)
    )
    return (choices.pass_upcard, choices.stock, choices.take, *throws, choices.big_gin)


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
    ending, seat = _ending(state), seat_of(state, action.player)
    melds = as_first_shown(state, action.melds) if state.table.jokers and seat == ending.seat else action.melds
    spreads = _with_entry(ending.spreads, seat, melds)
    turn = state.table.next_seat(seat) if seat == ending.seat else seat  # who went out has nothing else to say
    return state._replace(seat=turn, ending=ending._replace(spreads=spreads))


def _lay_off(state: State, action: Action) -> State:
    ending, seat = _ending(state), seat_of(state, action.player)
    laid = (*(ending.layoffs[seat] or ()), LayOff(action.cards, action.onto))
    return state._replace(seat=seat, ending=ending._replace(layoffs=_with_entry(ending.layoffs, seat, laid)))


def _be_done(state: State, action: Action) -> State:
    ending, seat = _ending(state), seat_of(state, action.player)
    layoffs = _with_entry(ending.layoffs, seat, ending.layoffs[seat] or ())
    after = state.table.next_seat(seat)
    phase = Phase.OVER if after == ending.seat else Phase.SHOWDOWN
    return state._replace(phase=phase, seat=seat if phase is Phase.OVER else after, ending=ending._replace(layoffs=layoffs))


_MOVES: dict[Do, Callable[[State, Action], State]] = {
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
