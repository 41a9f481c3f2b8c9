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

from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import Impossible, Shuffler, deal, position, start
from ginrules.engine.state import Dead, Phase, State
from ginrules.engine.turns import as_first_shown, judge, settle, with_own_jokers
from ginrules.engine.values import Refusal, Showdown
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


class Refused(Exception):
    """What `step` raises; `refusal` names the checks."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.message} ({', '.join(refusal.rules)})")


def play(state: State, action: Action) -> State | Refusal:
    """The state after an action, or why it is refused.

    >>> from random import Random
    >>> from ginrules.rules.resolve import load_variant
    >>> state = deal(load_variant("standard").rules(), ("Ann", "Bob"), "Ann", Random(7))
    >>> play(state, Action("Ann", Do.STOCK)).rules
    ('turn.order',)
    """
    here = state.table
    if here.jokers:
        action = with_own_jokers(state, action)
    refusal = judge(state, action)
    if refusal is not None:
        return refusal
    if here.jokers and action.do is Do.SHOW:
        action = as_first_shown(state, action)
    return here.moves[action.do](state, action)


def step(state: State, action: Action) -> State:
    """The state after an action that is known to be legal.

    Raises:
        Refused: it is not.
    """
    after = play(state, action)
    if isinstance(after, Refusal):
        raise Refused(after)
    return after


def legal(state: State) -> tuple[Action, ...]:
    """Everything that the player whose turn it is may do, each action once, in the order of `Do` and of the cards.

    A discard that can leave nothing stands here as `gin`, another that can leave at most the limit as `knock`; `discard` stands
    besides, where one may go on. Nothing is listed in the showdown and when the hand is over.
    """
    if not state.table.quick:
        return tuple(action for action in _conceivable(state) if judge(state, action) is None)
    choices = state.table.choices[state.seat]
    if state.phase is Phase.DISCARD:
        return _legal_throws(state)
    if state.phase is Phase.DRAW:
        return (choices.stock,) if state.upcard_passed or not _may_take(state) else (choices.stock, choices.take)
    if state.phase in {Phase.UPCARD, Phase.WALL}:
        return (choices.pass_upcard, choices.take) if _may_take(state) else (choices.pass_upcard,)
    return ()


def result(state: State) -> Showdown | Dead | None:
    """How the hand ended, with what has been shown and laid off so far; nothing while it goes on.

    Who has not shown shows his best, who has neither laid off nor said that he is done lays off best.

    Raises:
        UnplayedRule: a rule of the payment has a value that is not played yet.
    """
    return settle(state)


def _may_take(state: State) -> bool:
    """Whether the player may take the card that lies on the pile, where taking it belongs to the phase."""
    asked = state.table.joker_into_meld or state.phase is Phase.WALL
    return not asked or judge(state, state.table.choices[state.seat].take) is None


def _legal_throws(state: State) -> tuple[Action, ...]:
    here, seat = state.table, state.seat
    hand, taken = state.hands[seat], state.taken
    outs = here.parts.outs(here, hand, taken, state.limit)
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
