"""Faults in how a hand is played, and in who may go out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ginrules.adequacy.faults.fault import Asked, Fault, Slip, broken, misread
from ginrules.answer.play import Hand
from ginrules.cards import CardSet, union
from ginrules.engine.actions import Action, Do
from ginrules.engine.legality import Check, Claim
from ginrules.engine.moves import MOVES, Move
from ginrules.engine.parts import STANDARD
from ginrules.engine.state import Outs, Phase, State, Table
from ginrules.engine.values import Call
from ginrules.rules.variant import (
    AceLimit,
    Comparison,
    GinChoice,
    LastDiscard,
    Limit,
    LimitKind,
    Opening,
    ReturnTaken,
    Rules,
    StockEnds,
)


def _limit_check(fault: Callable[[Claim], str]) -> tuple[Check, ...]:
    """The checks of the showdown with another one for the knock limit."""
    return tuple(replace(check, fault=fault) if check.id == "knock.limit" else check for check in STANDARD.checks)


def _over(claim: Claim, count: int) -> str:
    knocks = claim.call is Call.KNOCK and claim.deadwood and claim.limit is not None
    return f"{count} is over {claim.limit}" if knocks and count > (claim.limit or 0) else ""


def _with_discard(claim: Claim) -> str:
    return _over(claim, claim.deadwood + claim.melder.points(union(claim.used)))


def _outs_with_discard(here: Table, hand: CardSet, taken: CardSet, limit: int | None) -> Outs:
    """Whoever may knock at all may throw any card: what counts is the best that all his cards can leave."""
    right = STANDARD.outs(here, hand, taken, limit)
    knocks = limit is None or 0 < here.melder.deadwood(hand) <= limit
    return right._replace(knocks=here.may_go_out_with(hand, taken) & ~right.gins if knocks else 0)


def _exactly(claim: Claim) -> str:
    if claim.call is not Call.KNOCK or not claim.deadwood or claim.limit is None or claim.deadwood == claim.limit:
        return ""
    return f"{claim.deadwood} is not {claim.limit}"


def _outs_exactly(here: Table, hand: CardSet, taken: CardSet, limit: int | None) -> Outs:
    right = STANDARD.outs(here, hand, taken, limit)
    left = here.melder.discards(hand)
    return right._replace(knocks=union(card for card, count in left.items() if card & right.knocks and count == limit))


def _outs_of_leftovers(here: Table, hand: CardSet, taken: CardSet, limit: int | None) -> Outs:
    right = STANDARD.outs(here, hand, taken, limit)
    left = hand & ~union(here.melder.arrange(hand).melds)
    return right._replace(knocks=right.knocks & left, gins=right.gins & left)


def _at_most_ten(rules: Rules, upcard: CardSet | None) -> int | None:
    limit = STANDARD.knock_limit(rules, upcard)
    return None if limit is None else min(limit, 10)


def _ten(limit: Limit) -> Limit:
    return Limit(LimitKind.FIXED, points=10) if limit.kind is LimitKind.UPCARD else limit


def _ace_is_one(limit: Limit) -> Limit:
    return limit._replace(ace=AceLimit.ONE) if limit.kind is LimitKind.UPCARD else limit


def _moving(**moves: Move) -> Slip:
    return broken(moves={**MOVES, **{Do(name): move for name, move in moves.items()}})


def _pass_once(state: State, action: Action) -> State:
    after = MOVES[Do.PASS](state, action)
    return after._replace(phase=Phase.DRAW) if after.phase is Phase.UPCARD else after


def _in_order(do: Do) -> Move:
    def move(state: State, action: Action) -> State:
        after = MOVES[do](state, action)
        turned = len(after.stock) - len(state.stock) + (do is Do.STOCK)
        return after._replace(stock=(*reversed(after.stock[:turned]), *after.stock[turned:])) if turned > 0 else after

    return move


def _returns_added_up(state: State, action: Action) -> State:
    after = MOVES[Do.DISCARD](state, action)
    return after if action.card & state.taken else after._replace(stand_off=state.stand_off)


def _upcard_is_a_take(state: State, action: Action) -> State:
    offered = state.phase is Phase.UPCARD
    return MOVES[Do.TAKE](state._replace(phase=Phase.DRAW) if offered else state, action)


def _dealer_first(asked: Asked) -> Asked:
    hand, rules = asked.question, asked.rules
    if not isinstance(hand, Hand) or hand.dealer not in hand.players or rules.deal.opening is not Opening.UPCARD_OFFERED:
        return asked
    before = hand.players[hand.players.index(hand.dealer) - 1]
    return asked._replace(question=replace(hand, dealer=before))


_STILL_ON_OFFER = tuple(
    replace(check, actions=check.actions - {Do.TAKE}) if check.id == "deal.opening" else check for check in STANDARD.turn_checks
)

FAULTS = (
    Fault(
        "best-discard-from-leftovers",
        "turn.legal",
        "To go out only a card is thrown that lies in no meld of the best arrangement of all eleven.",
        "RLCard, pull request 93 (commit 007580d): knocks were missing in 439 of 628 hands",
        broken(outs=_outs_of_leftovers),
    ),
    Fault(
        "limit-before-the-discard",
        "knock.kept",
        "The knock limit is compared with what all cards count, the discard among them.",
        "RLCard, pull request 92 (commit 5169b1d): wrong knocks in 504 of 628 hands",
        broken(outs=_outs_with_discard, checks=_limit_check(_with_discard)),
    ),
    Fault(
        "limit-exactly",
        "knock.limit",
        "One may knock only with exactly the limit.",
        "lowelljones/gin-rummy, commits b51cda2, 232b903 and 99e9847: 6 is refused under a limit of 8",
        broken(outs=_outs_exactly, checks=_limit_check(_exactly)),
    ),
    Fault(
        "limit-below",
        "knock.comparison",
        "One must have less than the limit to knock.",
        "ginplayeronline.com, whose rules say less than ten",
        misread("knock.comparison", lambda _: Comparison.BELOW),
    ),
    Fault(
        "limit-over-ten-ignored",
        "knock.limit",
        "A knock limit over ten is taken for ten.",
        "RLCard, found by running it: a limit of 20 is not looked at",
        broken(knock_limit=_at_most_ten),
    ),
    Fault(
        "upcard-sets-no-limit",
        "knock.limit",
        "The limit is ten whatever the upcard is.",
        "kaggle-environments, pull requests 1083 and 1191: announced as Oklahoma, played with ten",
        misread("knock.limit", _ten),
    ),
    Fault(
        "ace-lets-knock-with-one",
        "knock.limit",
        "Under an ace one may knock with one point where it should be gin only.",
        "the classic slip: the ace counts one, so its limit is one",
        misread("knock.limit", _ace_is_one),
    ),
    Fault(
        "upcard-to-the-dealer-first",
        "deal.opening",
        "The upcard is offered to the dealer first.",
        "the classic slip: whose turn it is is set before the deal has passed on",
        _dealer_first,
    ),
    Fault(
        "upcard-offered-once",
        "deal.opening",
        "When the first player passes the upcard, he draws from the stock, and the dealer is not asked.",
        "lowelljones/gin-rummy, commit b51cda2: the stock is drawn from before the dealer's choice",
        _moving(**{"pass": _pass_once}),
    ),
    Fault(
        "passed-upcard-taken",
        "deal.opening",
        "An upcard that everybody has passed can still be taken.",
        "the classic slip: the first draw is an ordinary turn",
        broken(turn_checks=_STILL_ON_OFFER, quick=False),
    ),
    Fault(
        "taken-card-thrown-back",
        "turn.return-taken",
        "The card that was just taken from the pile may be thrown back.",
        "saint2706/Games, found by running it, although its own rules say no",
        misread("turn.return-taken", lambda _: ReturnTaken.ALLOWED),
    ),
    Fault(
        "taken-card-only-to-knock",
        "turn.return-taken",
        "The card that was just taken may be thrown to knock, though it may not be returned.",
        "RLCard, found by running it: the list has the knock with it and not the discard",
        misread("turn.return-taken", {ReturnTaken.FORBIDDEN: ReturnTaken.ONLY_TO_KNOCK}),
    ),
    Fault(
        "gin-forced",
        "gin.choice",
        "Who can go gin must.",
        "RLCard, found by running it: gin is the only action that is legal",
        misread("gin.choice", lambda _: GinChoice.FORCED),
    ),
    Fault(
        "stock-to-the-last-card",
        "stock.floor",
        "The stock is drawn from until nothing is left of it.",
        "the classic slip: an empty stock is looked for, and nothing else",
        misread("stock.floor", lambda _: 0),
    ),
    Fault(
        "stock-ends-a-card-early",
        "stock.floor",
        "The hand ends with a card more in the stock than it should.",
        "the classic slip: less than, where it should be at most",
        misread("stock.floor", lambda floor: floor + 1),
    ),
    Fault(
        "dead-before-the-last-discard",
        "stock.ends",
        "The hand is dead with the last draw, and whoever drew cannot go out any more.",
        "@shead's TypeScript engine, source read",
        misread("stock.ends", lambda _: StockEnds.AFTER_DRAW),
    ),
    Fault(
        "no-wall",
        "stock.last-discard",
        "Nobody is offered the last discard.",
        "kaggle-environments, pull request 1191: the wall is taken for the lay-offs",
        misread("stock.last-discard", lambda _: LastDiscard.UNTOUCHABLE),
    ),
    Fault(
        "pile-turned-in-order",
        "stock.exhausted",
        "When the pile becomes the stock it is not turned over: its last discard is drawn first.",
        "the classic slip: the list is copied and not reversed",
        _moving(stock=_in_order(Do.STOCK), discard=_in_order(Do.DISCARD)),
    ),
    Fault(
        "returns-added-up",
        "turn.returns-limit",
        "Cards thrown back are counted over the whole hand, not in turns that follow each other.",
        "RLCard, pull request 247: take and throw without end, and how to stop it",
        _moving(discard=_returns_added_up),
    ),
    Fault(
        "upcard-is-a-take",
        "turn.takes-limit",
        "The upcard on offer counts as a card taken from the pile.",
        "the classic slip: one counter for every card from the pile",
        _moving(take=_upcard_is_a_take),
    ),
)
