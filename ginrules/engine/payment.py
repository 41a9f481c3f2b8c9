"""What a hand is worth, once everybody's deadwood is known: steps H3 to H8 of the computation.

Every amount is made as a step with its rule; points are the sums of the steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ginrules.cards import RANKS_IN_SUIT, SUIT_MASK, CardSet
from ginrules.engine.values import Outcome, Step
from ginrules.rules.variant import (
    BigGin,
    CollectKind,
    DoublingKind,
    GinTie,
    Rules,
    ScoringRules,
    ShowdownOrder,
    Spades,
    Tie,
    UnplayedRule,
)

_SPADES: CardSet = SUIT_MASK << 3 * RANKS_IN_SUIT


@dataclass(frozen=True, slots=True)
class Payment:
    """Who wins a hand and what everybody has of it."""

    outcome: Outcome
    winners: tuple[str, ...]
    points: Mapping[str, int]
    boxes: Mapping[str, int]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Decision:
    """How a hand ended: its winners, and for each player who beats somebody whom he beats."""

    outcome: Outcome
    winners: tuple[str, ...]
    beaten: Mapping[str, tuple[str, ...]]


def pay(deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, upcard: CardSet | None, rules: Rules) -> Payment:
    """Pay a hand; `deadwood` holds the final counts of all players in turn order.

    Raises:
        UnplayedRule: a rule of the payment has a value that is not played yet.
    """
    _check_played(rules.scoring, players=len(deadwood))
    decision = _decide(deadwood, knocker, big_gin=big_gin, scoring=rules.scoring)
    steps: list[Step] = []
    for player, losers in decision.beaten.items():
        steps += [_difference(player, loser, deadwood) for loser in losers]
        steps += _bonus(player, deadwood, knocker, big_gin=big_gin, rules=rules)
    if not decision.winners:
        rule = "scoring.tie" if deadwood[knocker] else "scoring.gin-tie"
        steps.append(Step(rule, knocker, 0, f"{deadwood[knocker]} against {deadwood[knocker]}: nobody scores"))
    spade = upcard is not None and upcard & _SPADES != 0
    if spade and rules.scoring.spades is not Spades.NOTHING:
        for player in decision.beaten:
            points = _total(steps, player)
            steps.append(Step("scoring.spades", player, points, f"the upcard is a spade: {points} doubled"))
    boxes = dict.fromkeys(deadwood, 0)
    for winner in decision.winners:
        boxes[winner] = _boxes(winner, deadwood, knocker, spade=spade, rules=rules)
    points_of = {player: _total(steps, player) for player in deadwood}
    return Payment(decision.outcome, decision.winners, points_of, boxes, tuple(steps))


def _check_played(scoring: ScoringRules, *, players: int) -> None:
    """Refuse what is paid otherwise than here; who is compared with whom matters to more than two (`scoring.showdown`)."""
    if scoring.collect.kind is not CollectKind.DIFFERENCE:
        raise UnplayedRule("scoring.collect", scoring.collect.kind)
    if scoring.doubling.kind is not DoublingKind.NONE:
        raise UnplayedRule("scoring.doubling", scoring.doubling.kind)
    if players > 2 and scoring.showdown is not ShowdownOrder.EACH_WITH_KNOCKER:
        raise UnplayedRule("scoring.showdown", scoring.showdown)


def _total(steps: list[Step], player: str) -> int:
    return sum(step.points for step in steps if step.player == player)


def _decide(deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, scoring: ScoringRules) -> _Decision:
    """Who wins (H3), each defender compared with the knocker alone."""
    shown = deadwood[knocker]
    defenders = tuple(player for player in deadwood if player != knocker)
    level = tuple(player for player in defenders if deadwood[player] == shown)
    if shown == 0:
        if level and scoring.gin_tie is GinTie.NO_SCORE:
            return _Decision(Outcome.TIE, (), {})
        return _Decision(Outcome.BIG_GIN if big_gin else Outcome.GIN, (knocker,), {knocker: defenders})
    ties_undercut = scoring.tie in {Tie.UNDERCUT, Tie.UNDERCUT_WITHOUT_BONUS}
    undercutters = tuple(player for player in defenders if deadwood[player] < shown + ties_undercut)
    higher = tuple(player for player in defenders if deadwood[player] > shown)
    losers = higher + level if scoring.tie is Tie.KNOCKER else higher
    beaten: dict[str, tuple[str, ...]] = dict.fromkeys(undercutters, (knocker,))
    if losers:
        beaten[knocker] = losers
    if undercutters:
        return _Decision(Outcome.UNDERCUT, undercutters, beaten)
    return _Decision(Outcome.KNOCK if higher else Outcome.TIE, tuple(beaten), beaten)


def _difference(player: str, loser: str, deadwood: Mapping[str, int]) -> Step:
    """H4, collected as a difference (H6)."""
    text = f"{deadwood[loser]} less {deadwood[player]}"
    return Step("scoring.collect", player, deadwood[loser] - deadwood[player], text)


def _bonus(player: str, deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, rules: Rules) -> list[Step]:
    """What a player who beats somebody has on top of the difference (H5), once a hand."""
    scoring = rules.scoring
    if player != knocker:
        if deadwood[player] == 0 and scoring.gin_off is not None:
            return [Step("scoring.gin-off", player, scoring.gin_off, "bonus for ginning off")]
        if _tied_without_bonus(player, deadwood, knocker, scoring):
            return [Step("scoring.tie", player, 0, "equal counts: no bonus")]
        return [Step("scoring.undercut", player, scoring.undercut, "undercut bonus")]
    if deadwood[knocker]:
        return [Step("scoring.knock", player, scoring.knock, "knock bonus")] if scoring.knock else []
    gin = Step("scoring.gin", player, scoring.gin, "gin bonus")
    if not big_gin:
        return [gin]
    big = Step("scoring.big-gin", player, scoring.big_gin, "big gin bonus")
    return [gin, big] if rules.gin.big is BigGin.ADDS else [big]


def _boxes(winner: str, deadwood: Mapping[str, int], knocker: str, *, spade: bool, rules: Rules) -> int:
    """The boxes of one of the hand's winners, his own box and extra ones (H8)."""
    boxes = rules.boxes
    extra = 0
    if winner == knocker:
        extra = boxes.gin if deadwood[knocker] == 0 else 0
    elif deadwood[winner] == 0 and boxes.gin_off is not None:
        extra = boxes.gin_off
    elif not _tied_without_bonus(winner, deadwood, knocker, rules.scoring):
        extra = boxes.undercut
    own = 2 if spade and rules.scoring.spades is Spades.DOUBLES_POINTS_AND_BOXES else 1
    doubling = {Spades.DOUBLES_POINTS_AND_BOXES, Spades.DOUBLES_POINTS_AND_EXTRA_BOXES}
    return own + extra * (2 if spade and rules.scoring.spades in doubling else 1)


def _tied_without_bonus(player: str, deadwood: Mapping[str, int], knocker: str, scoring: ScoringRules) -> bool:
    return scoring.tie is Tie.UNDERCUT_WITHOUT_BONUS and deadwood[player] == deadwood[knocker]
