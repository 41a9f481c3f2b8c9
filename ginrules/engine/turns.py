"""Legality at the table, turn by turn, and how a hand is settled.

The checks of the showdown judge whoever goes out, shows or lays off here as well. A refusal names every check that fails in the
first stage in which one does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from ginrules.cards import JOKERS, Meld, joined, union
from ginrules.engine.actions import Action, Do
from ginrules.engine.joker_melds import with_jokers_of
from ginrules.engine.layoffs import meld_with
from ginrules.engine.legality import Claim, ClaimKind
from ginrules.engine.showdown import as_shown, score
from ginrules.engine.state import Dead, Ending, Phase, State
from ginrules.engine.turn_checks import left_by
from ginrules.engine.values import Call, Refusal, Showdown, ShowdownQuestion
from ginrules.rules.variant import Onto

_CLAIMED = frozenset({Do.KNOCK, Do.GIN, Do.BIG_GIN, Do.SHOW, Do.LAYOFF})
"""The actions that the checks of the showdown judge too."""


def judge(state: State, action: Action) -> Refusal | None:
    """Why an action is refused, or nothing."""
    if state.table.jokers:
        action = with_own_jokers(state, action)
    do, table = action.do, state.table
    if do not in _CLAIMED:
        for fault in table.faults[do]:
            if fault(state, action):
                break
        else:
            return None
    claim = None
    for stage in (1, 2, 3):
        checks = (check for check in table.parts.turn_checks if check.stage == stage and do in check.actions)
        faults = {check.id: check.fault(state, action) for check in checks}
        if stage > 1 and do in _CLAIMED:
            claim = claim or _claim(state, action)
            for of_claim in table.parts.checks:
                if of_claim.stage == stage and claim.kind in of_claim.kinds:
                    faults[of_claim.id] = faults.get(of_claim.id) or of_claim.fault(claim)
        failed = {rule: fault for rule, fault in faults.items() if fault}
        if failed:
            return Refusal(tuple(failed), "; ".join(failed.values()), action.player)
    return None


def settle(state: State) -> Showdown | Dead | None:
    """How the hand ended, with what has been shown and laid off so far; nothing while it goes on."""
    if state.ending is None:
        return Dead(state.players) if state.phase is Phase.OVER else None
    showdown = score(_question(state, state.ending), state.rules, state.table.parts)
    assert isinstance(showdown, Showdown), "what has been shown and laid off was judged before"
    return showdown


def with_own_jokers(state: State, action: Action) -> Action:
    """The action with jokers of its player in place of any, as jokers are alike."""
    named = action.card | union(action.melds) | action.cards
    if not named & JOKERS or action.player not in state.players:
        return action
    seat = state.seat_of(action.player)
    hand, ending = state.hands[seat], state.ending
    out = 0
    if ending is not None:
        out = union(layoff.cards for layoff in ending.layoffs[seat] or ()) | union(ending.spreads[seat] or ())
    card, cards, *melds = with_jokers_of((action.card, action.cards, *action.melds), hand & ~out, hand)
    return action._replace(card=card, cards=cards, melds=tuple(melds))


def as_first_shown(state: State, action: Action) -> Action:
    """A spread that is shown, by the player who went out with its unnamed jokers named as is best for him."""
    assert state.ending is not None
    question = _question(state, state.ending)
    if action.player != question.knocker:
        return action
    shown = replace(question, spreads={question.knocker: action.melds}, layoffs={})
    return action._replace(melds=as_shown(shown, state.rules, state.table.parts))


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


def _claim(state: State, action: Action) -> Claim:
    """What somebody claims who goes out, shows or lays off."""
    ending = state.ending
    seat = state.seat if ending is None else state.seat_of(action.player)
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
        left = left_by(state, claim.hand & ~action.card, spread)
        used = (action.card,) if action.card else ()
        return replace(claim, used=used, groups=spread, call=Call(action.do), deadwood=left)
    if action.do is Do.LAYOFF:
        return _claim_to_lay_off(state, ending, action, claim)
    if seat == ending.seat:
        return replace(claim, call=ending.call, deadwood=left_by(state, claim.hand, action.melds))
    return replace(claim, kind=ClaimKind.SHOW, used=tuple(layoff.cards for layoff in ending.layoffs[seat] or ()))


def _claim_to_lay_off(state: State, ending: Ending, action: Action, claim: Claim) -> Claim:
    """A defender's lay-off together with what he laid onto that meld before."""
    seat = state.seat_of(action.player)
    shown, kept = ending.spreads[ending.seat], state.hands[ending.seat]
    laid = ending.layoffs[seat] or ()
    groups: tuple[Meld, ...] = ()
    place = meld_with(shown or (), action.onto)
    if shown and place is not None:
        before = [layoff.cards for layoff in laid if meld_with(shown, layoff.onto) == place]
        by_others = _laid_by_others(state, ending, seat, place)
        groups = (reduce(joined, (*by_others, *before, action.cards), shown[place]),)
    gone = union(layoff.cards for layoff in laid) | union(ending.spreads[seat] or ())
    left = left_by(state, kept, state.table.melder.fullest(kept) if shown is None else shown)
    return replace(
        claim,
        kind=ClaimKind.LAY_OFF,
        hand=claim.hand & ~gone,
        used=(action.cards,),
        groups=groups,
        call=Call.KNOCK if left else Call.GIN,
    )


def _laid_by_others(state: State, ending: Ending, seat: int, place: int) -> list[Meld]:
    """What the defenders before this one have laid onto a meld, where it can be extended further (`layoff.onto`)."""
    before = (seat - ending.seat) % len(state.players) - 1
    if not before or state.rules.layoff.onto is Onto.ORIGINAL:
        return []
    showdown = settle(state)
    assert isinstance(showdown, Showdown)
    shown = showdown.spreads[state.players[ending.seat]]
    earlier = (state.players + state.players)[ending.seat + 1 : ending.seat + 1 + before]
    return [layoff.cards for player in earlier for layoff in showdown.layoffs[player] if meld_with(shown, layoff.onto) == place]
