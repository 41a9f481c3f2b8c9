"""Legality at the table, turn by turn: the checks that only play asks for.

They stand in the same three stages as those of the showdown (`ginrules.engine.legality`), which judge whoever goes out, shows
or lays off here as well. A refusal names every check that fails in the first stage in which one does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce

from ginrules.cards import DECK, JOKERS, CardSet, Meld, joined, shape, union, write_melded
from ginrules.engine import legality
from ginrules.engine.actions import Action, Do
from ginrules.engine.joker_melds import with_jokers_of
from ginrules.engine.layoffs import meld_with
from ginrules.engine.legality import Claim, ClaimKind
from ginrules.engine.showdown import as_shown, score
from ginrules.engine.state import Dead, Ending, Phase, State, alike
from ginrules.engine.values import Call, Refusal, Showdown, ShowdownQuestion, Spread
from ginrules.rules.variant import Onto

_NOTHING: frozenset[str] = frozenset()

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


def judge(state: State, action: Action, without: frozenset[str] = _NOTHING) -> Refusal | None:
    """Why an action is refused, or nothing; the checks in `without` are taken out of both tables."""
    if state.table.jokers:
        action = with_own_jokers(state, action)
    do = action.do
    if do not in _CLAIMED and not without:
        for fault in _FAULTS[do]:
            if fault(state, action):
                break
        else:
            return None
    claim = None
    for stage in (1, 2, 3):
        faults = {check.id: check.fault(state, action) for check in TURN_CHECKS if check.stage == stage and do in check.actions}
        if stage > 1 and do in _CLAIMED:
            claim = claim or _claim(state, action, without)
            for check in legality.CHECKS:
                if check.stage == stage and claim.kind in check.kinds:
                    faults[check.id] = faults.get(check.id) or check.fault(claim)
        failed = {rule: fault for rule, fault in faults.items() if fault and rule not in without}
        if failed:
            return Refusal(tuple(failed), "; ".join(failed.values()), action.player)
    return None


def seat_of(state: State, player: str) -> int:
    """A player's seat."""
    return state.players.index(player)


def settle(state: State, without: frozenset[str] = _NOTHING) -> Showdown | Dead | None:
    """How the hand ended, with what has been shown and laid off so far; nothing while it goes on."""
    if state.ending is None:
        return Dead(state.players) if state.phase is Phase.OVER else None
    showdown = score(_question(state, state.ending), state.rules, without)
    assert isinstance(showdown, Showdown), "what has been shown and laid off was judged before"
    return showdown


def with_own_jokers(state: State, action: Action) -> Action:
    """The action with jokers of its player in place of any, as jokers are alike."""
    named = action.card | union(action.melds) | action.cards
    if not named & JOKERS or action.player not in state.players:
        return action
    seat = seat_of(state, action.player)
    hand, ending = state.hands[seat], state.ending
    out = 0
    if ending is not None:
        out = union(layoff.cards for layoff in ending.layoffs[seat] or ()) | union(ending.spreads[seat] or ())
    card, cards, *melds = with_jokers_of((action.card, action.cards, *action.melds), hand & ~out, hand)
    return action._replace(card=card, cards=cards, melds=tuple(melds))


def as_first_shown(state: State, spread: Spread) -> Spread:
    """A spread of the player who went out, its unnamed jokers named as is best for him."""
    assert state.ending is not None
    question = _question(state, state.ending)
    return as_shown(replace(question, spreads={question.knocker: spread}, layoffs={}), state.rules)


def _question(state: State, ending: Ending) -> ShowdownQuestion:
    hands = list(state.hands)
    hands[ending.seat] |= ending.discard
    return ShowdownQuestion(
        players=state.players,
        knocker=state.players[ending.seat],
        call=ending.call,
        hands=dict(zip(state.players, hands, strict=True)),
        discard=ending.discard or None,
        upcard=state.upcard,
        spreads={player: spread for player, spread in zip(state.players, ending.spreads, strict=True) if spread is not None},
        layoffs={player: laid for player, laid in zip(state.players, ending.layoffs, strict=True) if laid is not None},
    )


def _claim(state: State, action: Action, without: frozenset[str]) -> Claim:
    """What somebody claims who goes out, shows or lays off."""
    ending = state.ending
    seat = state.seat if ending is None else seat_of(state, action.player)
    claim = Claim(
        kind=ClaimKind.GO_OUT,
        player=action.player,
        knocker=state.players[seat if ending is None else ending.seat],
        rules=state.rules,
        melder=state.table.melder,
        hand=state.hands[seat],
        groups=action.melds,
        limit=state.limit,
    )
    if ending is None:  # before he shows, it counts what his cards can leave at the least
        spread = state.table.melder.fullest(claim.hand & ~action.card)
        left = _left(state, claim.hand & ~action.card, spread)
        used = (action.card,) if action.card else ()
        return replace(claim, used=used, groups=spread, call=Call(action.do), deadwood=left)
    if action.do is Do.LAYOFF:
        return _claim_to_lay_off(state, ending, action, claim, without)
    if seat == ending.seat:
        return replace(claim, call=ending.call, deadwood=_left(state, claim.hand, action.melds))
    return replace(claim, kind=ClaimKind.SHOW, used=tuple(layoff.cards for layoff in ending.layoffs[seat] or ()))


def _claim_to_lay_off(state: State, ending: Ending, action: Action, claim: Claim, without: frozenset[str]) -> Claim:
    """A defender's lay-off together with what he laid onto that meld before."""
    seat = seat_of(state, action.player)
    shown, kept = ending.spreads[ending.seat], state.hands[ending.seat]
    laid = ending.layoffs[seat] or ()
    groups: tuple[Meld, ...] = ()
    place = meld_with(shown or (), action.onto)
    if shown and place is not None:
        before = [layoff.cards for layoff in laid if meld_with(shown, layoff.onto) == place]
        by_others = _laid_by_others(state, ending, seat, place, without)
        groups = (reduce(joined, (*by_others, *before, action.cards), shown[place]),)
    gone = union(layoff.cards for layoff in laid) | union(ending.spreads[seat] or ())
    left = _left(state, kept, state.table.melder.fullest(kept) if shown is None else shown)
    return replace(
        claim,
        kind=ClaimKind.LAY_OFF,
        hand=claim.hand & ~gone,
        used=(action.cards,),
        groups=groups,
        call=Call.KNOCK if left else Call.GIN,
    )


def _laid_by_others(state: State, ending: Ending, seat: int, place: int, without: frozenset[str]) -> list[Meld]:
    """What the defenders before this one have laid onto a meld, where it can be extended further (`layoff.onto`)."""
    before = (seat - ending.seat) % len(state.players) - 1
    if not before or state.rules.layoff.onto is Onto.ORIGINAL:
        return []
    showdown = settle(state, without)
    assert isinstance(showdown, Showdown)
    shown = showdown.spreads[state.players[ending.seat]]
    earlier = (state.players + state.players)[ending.seat + 1 : ending.seat + 1 + before]
    return [layoff.cards for player in earlier for layoff in showdown.layoffs[player] if meld_with(shown, layoff.onto) == place]


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
        seat = seat_of(state, action.player)
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
    seat = seat_of(state, action.player)
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
    hides = shows and state.table.melder.deadwood(kept) == 0 and _left(state, kept, action.melds)
    return "who can go gin must" if hides else ""


def _left(state: State, hand: CardSet, spread: Spread) -> int:
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
_CLAIMED = frozenset({Do.KNOCK, Do.GIN, Do.BIG_GIN, Do.SHOW, Do.LAYOFF})
"""The actions that the checks of the showdown judge too."""

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

_FAULTS = {do: tuple(check.fault for check in TURN_CHECKS if do in check.actions) for do in Do}
