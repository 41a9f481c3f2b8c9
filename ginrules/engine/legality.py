"""Legality: an ordered table of checks.

What a player does is a claim; each check looks at one claim and says what is wrong with it, or nothing. Checks come in stages,
and a refusal names every check that fails in the first stage in which one does. As the table is data, a check can be listed,
cited and removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from ginrules.cards import DECK, JOKERS, NAMED_TWICE, RANKS_IN_SUIT, CardSet, Meld, held, stood_for, union, write_melded
from ginrules.engine.joker_melds import is_meld
from ginrules.engine.melds import Melder
from ginrules.engine.tables import ACES, all_melds
from ginrules.engine.values import Call, Refusal
from ginrules.rules.variant import (
    Ace,
    AceLimit,
    BigGin,
    Comparison,
    LimitKind,
    MeldRules,
    Needed,
    Permission,
    Rules,
    UnplayedRule,
)


class ClaimKind(StrEnum):
    """What a claim is about."""

    GO_OUT = "go-out"
    LAY_OFF = "lay-off"
    SHOW = "show"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing that a player does at the showdown; what does not belong to its action is empty."""

    kind: ClaimKind
    player: str
    knocker: str
    rules: Rules
    melder: Melder
    hand: CardSet
    """The cards that he holds."""
    used: tuple[Meld, ...] = ()
    """The cards that leave his hand: the discard, or what he lays off, an item for each lay-off."""
    groups: tuple[Meld, ...] = ()
    """The melds that he shows, or that his lay-offs make."""
    in_no_meld: CardSet = 0
    """The cards onto which he lays that lie in no meld of the knocker."""
    call: Call = Call.KNOCK
    """What was called; of lay-offs, whether the hand came to a knock or to gin; of a shown spread nothing looks at it."""
    deadwood: int = 0
    """What the knocker's spread leaves, points."""
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what it looks at, and what is wrong with a claim ('' if nothing is)."""

    id: str
    stage: int
    kinds: frozenset[ClaimKind]
    fault: Callable[[Claim], str]


def knock_limit(rules: Rules, upcard: CardSet | None) -> int | None:
    """The greatest deadwood with which one may knock (`knock.limit`, `knock.comparison`); 0: gin only, `None`: no limit.

    Raises:
        UnplayedRule: the limit is of a kind that is not played yet.
    """
    limit = rules.knock.limit
    if limit.kind is LimitKind.ANY:
        return None
    if limit.kind is LimitKind.GIN_ONLY:
        return 0
    if limit.kind is LimitKind.FIXED:
        assert limit.points is not None
        points = limit.points
    elif limit.kind is LimitKind.UPCARD:
        assert upcard is not None
        values = rules.deck.values
        points = values.joker if upcard & JOKERS else values.by_rank[(upcard.bit_length() - 1) % RANKS_IN_SUIT]
        if upcard & ACES:
            points = 1 if limit.ace is AceLimit.ONE else 0
        if limit.cap is not None:
            points = min(points, limit.cap)
    else:
        raise UnplayedRule("knock.limit", limit.kind)
    return max(0, points - (rules.knock.comparison is Comparison.BELOW))


def judge(claim: Claim, checks: Sequence[Check]) -> Refusal | None:
    """Why a claim is refused by a table of checks, or nothing."""
    concerned = [check for check in checks if claim.kind in check.kinds]
    for _, stage in groupby(concerned, key=lambda check: check.stage):
        faults = {check.id: check.fault(claim) for check in stage}
        failed = tuple(rule for rule, fault in faults.items() if fault)
        if failed:
            return Refusal(failed, "; ".join(faults[rule] for rule in failed), claim.player)
    return None


MOST_PERMISSIVE = MeldRules(set_min=3, set_max=4, run_min=3, run_max=None, ace=Ace.ROUND_THE_CORNER)
"""The value of each rule of melds under which the most groups are melds."""

_FIELDS = {"melds." + field.replace("_", "-"): field for field in ("set_min", "set_max", "run_min", "run_max", "ace")}
"""The rules of melds, in the order of their checks."""


def _kept_only_by(group: Meld, melds: MeldRules) -> tuple[str, ...]:
    """The rules each of which alone keeps a group from being a meld; none if nothing short of two rules would help."""
    return tuple(
        rule
        for rule, field in _FIELDS.items()
        if is_meld(group, all_melds(melds._replace(**{field: getattr(MOST_PERMISSIVE, field)})))
    )


def _no_melds(claim: Claim) -> Iterator[Meld]:
    return (group for group in claim.groups if not claim.melder.is_meld(group))


def _text(cards: Meld) -> str:
    return " ".join(write_melded(cards))


def _layoff_by_knocker(claim: Claim) -> str:
    return f"{claim.player} went out and lays nothing off" if claim.player == claim.knocker else ""


def _cards_not_held(claim: Claim) -> str:
    left = claim.hand
    for cards in map(held, claim.used):
        if cards & ~claim.hand:
            return f"{_text(cards & ~claim.hand)} is not in the hand of {claim.player}"
        if cards & ~left:
            return f"{_text(cards & ~left)} is laid off twice"
        left &= ~cards
    return ""


def _melded_not_held(claim: Claim) -> str:
    melded = held(union(claim.groups))
    missing = melded & ~claim.hand
    if missing:
        return f"{_text(missing)} is not in the hand of {claim.player}"
    gone = melded & union(claim.used)
    return f"{_text(gone)} is no longer in the hand of {claim.player}" if gone else ""


def _melds_overlap(claim: Claim) -> str:
    seen = 0
    for group in map(held, claim.groups):  # jokers may stand for one card in several
        if group & seen:
            return f"{_text(group & seen)} is in two melds"
        seen |= group
    return ""


def _no_shape(claim: Claim) -> str:
    for group in _no_melds(claim):
        if not _kept_only_by(group, claim.rules.melds):
            if is_meld(group, all_melds(MOST_PERMISSIVE)):
                return f"{_text(group)} is no meld by more than one rule"
            if not group & DECK:
                return f"there is no natural card in {_text(group)}"
            if group & stood_for(group) or group & NAMED_TWICE:
                return f"a joker of {_text(group)} stands for a card that is there already"
            return f"{_text(group)} is neither a set nor a run"
    return ""


def _kept_by(rule: str) -> Callable[[Claim], str]:
    def fault(claim: Claim) -> str:
        for group in _no_melds(claim):
            if rule in _kept_only_by(group, claim.rules.melds):
                return f"{_text(group)} is no meld, as {rule} is {getattr(claim.rules.melds, _FIELDS[rule])}"
        return ""

    return fault


def _over_limit(claim: Claim) -> str:
    if claim.call is not Call.KNOCK or claim.deadwood == 0 or claim.limit is None or claim.deadwood <= claim.limit:
        return ""
    return f"deadwood {claim.deadwood} is over {claim.limit}" if claim.limit else f"deadwood {claim.deadwood} is not gin"


def _no_meld_shown(claim: Claim) -> str:
    needed = claim.rules.knock.needs_meld is Needed.REQUIRED and claim.call is Call.KNOCK and claim.deadwood != 0
    return "a knocker must show a meld" if needed and not claim.groups else ""


def _gin_with_deadwood(claim: Claim) -> str:
    if claim.call is not Call.KNOCK and claim.deadwood:
        return f"{claim.call} was called with deadwood {claim.deadwood}"
    loose = claim.hand & ~union(claim.groups)
    # A card may count nothing (`deck.values`): gin looks at the count, big gin at the cards.
    return f"big gin was called with {_text(loose)} in no meld" if claim.call is Call.BIG_GIN and loose else ""


def _big_gin_not_played(claim: Claim) -> str:
    return "big gin is not played" if claim.call is Call.BIG_GIN and claim.rules.gin.big is BigGin.NOT_PLAYED else ""


def _layoff_on_knock(claim: Claim) -> str:
    forbidden = claim.rules.layoff.on_knock is Permission.FORBIDDEN
    return "nothing is laid off on a knock" if claim.call is Call.KNOCK and forbidden else ""


def _layoff_on_gin(claim: Claim) -> str:
    forbidden = claim.rules.layoff.on_gin is Permission.FORBIDDEN
    return "nothing is laid off on gin" if claim.call is not Call.KNOCK and forbidden else ""


def _layoff_onto_no_meld(claim: Claim) -> str:
    return f"{_text(claim.in_no_meld)} lies in no meld of {claim.knocker}" if claim.in_no_meld else ""


_GOING_OUT = frozenset({ClaimKind.GO_OUT})
_LAYING_OFF = frozenset({ClaimKind.LAY_OFF})
_SHOWING = frozenset({ClaimKind.GO_OUT, ClaimKind.SHOW})
_ANY = frozenset(ClaimKind)

CHECKS: tuple[Check, ...] = (
    Check("layoff.player", 1, _LAYING_OFF, _layoff_by_knocker),
    Check("turn.card", 2, frozenset({ClaimKind.GO_OUT, ClaimKind.LAY_OFF}), _cards_not_held),
    Check("melds.held", 2, _SHOWING, _melded_not_held),
    Check("melds.disjoint", 2, _SHOWING, _melds_overlap),
    Check("melds.shape", 2, _ANY, _no_shape),
    Check("gin.big", 3, _GOING_OUT, _big_gin_not_played),
    Check("gin.deadwood", 3, _GOING_OUT, _gin_with_deadwood),
    Check("knock.limit", 3, _GOING_OUT, _over_limit),
    Check("knock.needs-meld", 3, _GOING_OUT, _no_meld_shown),
    *(Check(rule, 3, _ANY, _kept_by(rule)) for rule in _FIELDS),
    Check("layoff.on-knock", 3, _LAYING_OFF, _layoff_on_knock),
    Check("layoff.on-gin", 3, _LAYING_OFF, _layoff_on_gin),
    Check("layoff.onto", 3, _LAYING_OFF, _layoff_onto_no_meld),
)
"""Every check of the showdown, in the order of its stages."""
