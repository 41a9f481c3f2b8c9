"""The checks that only play asks for, turn by turn.

They stand in the same three stages as those of the showdown (`ginrules.engine.legality`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ginrules.cards import DECK, CardSet, Meld, shape, union, write_melded
from ginrules.engine.actions import Action, Do
from ginrules.engine.state import Ending, Phase, State, alike
from ginrules.engine.values import Call, Spread

PHASES: dict[Do, frozenset[Phase]] = {
    Do.PASS: frozenset({Phase.UPCARD, Phase.WALL}),
    Do.STOCK: frozenset({Phase.UPCARD, Phase.DRAW, Phase.WALL}),
    Do.TAKE: frozenset({Phase.UPCARD, Phase.DRAW, Phase.WALL}),
    Do.DISCARD: frozenset({Phase.DISCARD}),
    Do.KNOCK: frozenset({Phase.DISCARD}),
    Do.GIN: frozenset({Phase.DISCARD}),
    Do.BIG_GIN: frozenset({Phase.DISCARD}),
    Do.SHOW: frozenset({Phase.SHOWDOWN}),
    Do.LAYOFF: frozenset({Phase.SHOWDOWN}),
    Do.DONE: frozenset({Phase.SHOWDOWN}),
}
"""The phases that each action belongs to. The stock belongs to three: where it may not be drawn from, a rule says why."""


@dataclass(frozen=True, slots=True)
class TurnCheck:
    """One check: what it looks at, and what is wrong with an action ('' if nothing is)."""

    id: str
    stage: int
    actions: frozenset[Do]
    fault: Callable[[State, Action], str]


def _text(cards: Meld) -> str:
    return " ".join(write_melded(cards)) or "no card"


def _one_of(card: CardSet, cards: CardSet) -> bool:
    return bool(card & cards) and not card & (card - 1)


def _out_of_turn(state: State, action: Action) -> str:
    if state.phase is Phase.OVER:  # nobody's turn: what comes now belongs to no phase
        return ""
    if state.ending is None or action.player not in state.players:
        right = state.players[state.seat] == action.player
    else:
        seat = state.seat_of(action.player)
        right = _place(state, state.ending, seat) >= _place(state, state.ending, state.seat)
        right = right or (action.do is Do.LAYOFF and seat == state.ending.seat)
    return "" if right else f"it is the turn of {state.turn}"


def _place(state: State, ending: Ending, seat: int) -> int:
    """The how manieth to act in the showdown, the knocker being the first."""
    return (seat - ending.seat) % len(state.players)


def _out_of_phase(state: State, action: Action) -> str:
    if state.phase not in PHASES[action.do]:
        return f"{action.do} does not belong to the phase {state.phase}"
    if state.ending is None or action.player not in state.players:
        return ""
    seat = state.seat_of(action.player)
    if action.do is Do.SHOW and state.ending.spreads[seat] is not None:
        return f"{action.player} has shown"
    if action.do is Do.DONE and seat == state.ending.seat:
        return f"{action.player} went out and lays nothing off"
    return ""


def _layoff_by_knocker(state: State, action: Action) -> str:
    by_knocker = state.ending is not None and state.players[state.ending.seat] == action.player
    return f"{action.player} went out and lays nothing off" if by_knocker else ""


def _card_not_held(state: State, action: Action) -> str:
    if _one_of(action.card, state.hand):
        return ""
    return f"{_text(action.card)} is not in the hand of {action.player}"


def _nothing_laid_off(_state: State, action: Action) -> str:
    return "" if action.cards else "no card is laid off"


def _against_the_opening(state: State, action: Action) -> str:
    if action.do is Do.STOCK:
        return "the upcard is still on offer" if state.phase is Phase.UPCARD else ""
    return "everybody has passed the upcard" if state.upcard_passed else ""


def _floor_drawn(state: State, _action: Action) -> str:
    # On offer, the upcard comes before the stock: the opening says so.
    return "the stock has come down to its floor" if state.at_floor and state.phase is not Phase.UPCARD else ""


def _taken_returned(state: State, action: Action) -> str:
    table = state.table
    if not action.card & state.taken or table.returned_plainly:
        return ""
    if action.do is Do.DISCARD or table.never_returned:
        return f"{_text(action.card)} was taken from the pile this turn"
    return ""


def _last_discard_untouchable(state: State, action: Action) -> str:
    if not state.table.only_to_go_out:
        return ""
    if action.do is Do.DISCARD:
        return "the last discard was taken to go out" if state.taken and state.at_floor else ""
    if state.phase is not Phase.WALL:
        return ""
    top = state.pile[0]
    return "" if any(state.table.outs(state.hand | top, alike(top), state.limit)) else "no discard lets him go out"


def _joker_into_no_meld(state: State, _action: Action) -> str:
    if not state.table.joker_into_meld or state.pile[0] <= DECK:
        return ""
    # As a joker may stand for any card, it lies in a meld where there is one at all.
    return "" if state.table.melder.has_meld(state.hand | state.pile[0]) else "the joker goes into no meld"


def _gin_passed_over(state: State, action: Action) -> str:
    if not state.table.forced:
        return ""
    outs = state.table.outs(state.hand, state.taken, state.limit)
    if not outs.gins and not outs.big_gin:
        return ""
    if action.do is Do.KNOCK and state.table.melder.deadwood(state.hand & ~action.card) == 0:
        return ""
    return "who can go gin must"


def _gin_hidden(state: State, action: Action) -> str:
    """A knock that can leave nothing is gin: where gin is forced, it is not shown as less."""
    ending = state.ending
    assert ending is not None
    kept = state.hands[ending.seat]
    shows = state.table.forced and ending.call is Call.KNOCK and state.players[ending.seat] == action.player
    hides = shows and state.table.melder.deadwood(kept) == 0 and left_by(state, kept, action.melds)
    return "who can go gin must" if hides else ""


def left_by(state: State, hand: CardSet, spread: Spread) -> int:
    """What a spread leaves of a hand, points."""
    return state.table.melder.points(hand & ~union(spread))


def _onto_nothing(state: State, action: Action) -> str:
    assert state.ending is not None
    shown = state.ending.spreads[state.ending.seat]
    if shown is None:
        return f"{state.players[state.ending.seat]} has not shown yet"
    if _one_of(action.onto, union(map(shape, shown))):
        return ""
    return f"{_text(action.onto)} lies in no meld of {state.players[state.ending.seat]}"


_ANY = frozenset(Do)
_THROWS = frozenset({Do.DISCARD, Do.KNOCK, Do.GIN})

TURN_CHECKS: tuple[TurnCheck, ...] = (
    TurnCheck("turn.order", 1, _ANY, _out_of_turn),
    TurnCheck("turn.phase", 1, _ANY, _out_of_phase),
    TurnCheck("layoff.player", 1, frozenset({Do.LAYOFF}), _layoff_by_knocker),
    TurnCheck("turn.card", 2, _THROWS, _card_not_held),
    TurnCheck("turn.card", 2, frozenset({Do.LAYOFF}), _nothing_laid_off),
    TurnCheck("deal.opening", 3, frozenset({Do.STOCK, Do.TAKE}), _against_the_opening),
    TurnCheck("stock.floor", 3, frozenset({Do.STOCK}), _floor_drawn),
    TurnCheck("stock.last-discard", 3, frozenset({Do.TAKE, Do.DISCARD}), _last_discard_untouchable),
    TurnCheck("turn.joker-taken", 3, frozenset({Do.TAKE}), _joker_into_no_meld),
    TurnCheck("turn.return-taken", 3, _THROWS, _taken_returned),
    TurnCheck("gin.choice", 3, frozenset({Do.DISCARD, Do.KNOCK}), _gin_passed_over),
    TurnCheck("gin.choice", 3, frozenset({Do.SHOW}), _gin_hidden),
    TurnCheck("layoff.onto", 3, frozenset({Do.LAYOFF}), _onto_nothing),
)
"""The checks of a turn, in the order of their stages; each id has at most one check for an action."""
