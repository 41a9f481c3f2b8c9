"""What a hand is worth, once everybody's deadwood is known: steps H3 to H8 of the computation.

Every amount is made as a step with its rule; points are the sums of the steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ginrules.cards import RANKS_IN_SUIT, SUIT_MASK, CardSet
from ginrules.engine.values import Outcome, Step
from ginrules.rules.variant import (
    BigGin,
    Collect,
    CollectKind,
    DoublingKind,
    GinTie,
    Rules,
    ScoringRules,
    SharedUndercut,
    ShowdownOrder,
    Spades,
    Tie,
    UnplayedRule,
)

_SPADES: CardSet = SUIT_MASK << 3 * RANKS_IN_SUIT
_DOUBLES_EXTRA = frozenset({Spades.DOUBLES_POINTS_AND_EXTRA_BOXES, Spades.DOUBLES_POINTS_AND_BOXES})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """Who wins a hand at one table and what everybody there has of it."""

    winners: tuple[str, ...]
    """In turn order."""
    points: Mapping[str, int]
    own_box: int
    """The own box of a winner: 1, or 2 where a spade doubles it."""
    extra_boxes: Mapping[str, int]
    """Of each winner."""
    doubles_extra: bool
    """Whether a spade doubles the extra boxes of this table."""
    steps: tuple[Step, ...]

    @property
    def boxes(self) -> Mapping[str, int]:
        """Of everybody at the table, own and extra ones."""
        return {player: self.own_box + self.extra_boxes[player] if player in self.winners else 0 for player in self.points}


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(TableScore):
    """What a hand that somebody ended is worth, and how it ended."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Decision:
    """How a hand ended: its winners, and for each player who beats somebody whom he beats."""

    outcome: Outcome
    winners: tuple[str, ...]
    beaten: Mapping[str, tuple[str, ...]]


class Pay(Protocol):
    """Whoever pays a hand as `pay` does."""

    def __call__(
        self, deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, upcard: CardSet | None, rules: Rules
    ) -> Payment:
        """What it is worth."""


def pay(deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, upcard: CardSet | None, rules: Rules) -> Payment:
    """Pay a hand; `deadwood` holds the final counts of all players in turn order.

    Raises:
        UnplayedRule: a rule of the payment has a value that is not played yet.
    """
    check_payment_played(rules.scoring)
    decision = _decide(deadwood, knocker, big_gin=big_gin, scoring=rules.scoring)
    steps = _points(decision, deadwood, knocker, big_gin=big_gin, rules=rules)
    spade = upcard is not None and upcard & _SPADES != 0
    if spade and rules.scoring.spades is not Spades.NOTHING and decision.winners:
        concerned = {step.player for step in steps}
        for player in [player for player in deadwood if player in concerned]:
            points = _total(steps, player)
            steps.append(Step("scoring.spades", player, points, f"the upcard is a spade: {points} doubled"))
    doubles_extra = spade and rules.scoring.spades in _DOUBLES_EXTRA
    extra = {winner: _extra_boxes(winner, deadwood, knocker, rules) for winner in decision.winners}
    return Payment(
        outcome=decision.outcome,
        winners=decision.winners,
        points={player: _total(steps, player) for player in deadwood},
        own_box=2 if spade and rules.scoring.spades is Spades.DOUBLES_POINTS_AND_BOXES else 1,
        extra_boxes={winner: 2 * boxes if doubles_extra else boxes for winner, boxes in extra.items()},
        doubles_extra=doubles_extra,
        steps=tuple(steps),
    )


def check_payment_played(scoring: ScoringRules) -> None:
    """Refuse what is paid otherwise than here.

    Raises:
        UnplayedRule: a rule of the payment has a value that is not played yet.
    """
    if scoring.collect.kind is CollectKind.PAYMENTS:
        raise UnplayedRule("scoring.collect", scoring.collect.kind)
    if scoring.doubling.kind is not DoublingKind.NONE:
        raise UnplayedRule("scoring.doubling", scoring.doubling.kind)


def _total(steps: list[Step], player: str) -> int:
    return sum(step.points for step in steps if step.player == player)


def _decide(deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, scoring: ScoringRules) -> _Decision:
    """Who wins, and who is beaten by whom (H3)."""
    after = list(deadwood).index(knocker) + 1
    defenders = (*list(deadwood)[after:], *list(deadwood)[: after - 1])
    if deadwood[knocker] == 0:
        if scoring.gin_tie is GinTie.NO_SCORE and any(deadwood[player] == 0 for player in defenders):
            return _Decision(Outcome.TIE, (), {})
        return _Decision(Outcome.BIG_GIN if big_gin else Outcome.GIN, (knocker,), {knocker: defenders})
    if scoring.showdown is ShowdownOrder.LOWEST_WINS:
        return _lowest_wins(deadwood, knocker, defenders, scoring)
    return _each_with_knocker(deadwood, knocker, defenders, scoring)


def _each_with_knocker(
    deadwood: Mapping[str, int], knocker: str, defenders: tuple[str, ...], scoring: ScoringRules
) -> _Decision:
    """After a knock, each defender compared with the knocker alone."""
    shown = deadwood[knocker]
    level = tuple(player for player in defenders if deadwood[player] == shown)
    undercutters = tuple(player for player in defenders if deadwood[player] < shown + _ties_undercut(scoring))
    higher = tuple(player for player in defenders if deadwood[player] > shown)
    losers = higher + level if scoring.tie is Tie.KNOCKER else higher
    beaten: dict[str, tuple[str, ...]] = dict.fromkeys(undercutters, (knocker,))
    if losers:
        beaten[knocker] = losers
    if undercutters:
        return _Decision(Outcome.UNDERCUT, _in_turn(undercutters, deadwood), beaten)
    return _Decision(Outcome.KNOCK if higher else Outcome.TIE, tuple(beaten), beaten)


def _lowest_wins(deadwood: Mapping[str, int], knocker: str, defenders: tuple[str, ...], scoring: ScoringRules) -> _Decision:
    """After a knock, the lowest of all against all the others."""
    shown, least = deadwood[knocker], min(deadwood.values())
    lowest = tuple(player for player in defenders if deadwood[player] == least)
    if shown == least and (not lowest or scoring.tie is Tie.KNOCKER):
        outcome = Outcome.KNOCK if any(deadwood[player] > shown for player in defenders) else Outcome.TIE
        return _Decision(outcome, (knocker,), {knocker: defenders})
    if shown == least and not _ties_undercut(scoring):
        return _Decision(Outcome.TIE, (), {})
    winners = lowest[:1] if scoring.shared_undercut is SharedUndercut.NEXT_IN_TURN else lowest
    losers = tuple(player for player in (knocker, *defenders) if player not in winners)
    return _Decision(Outcome.UNDERCUT, _in_turn(winners, deadwood), dict.fromkeys(winners, losers))


def _ties_undercut(scoring: ScoringRules) -> bool:
    return scoring.tie in {Tie.UNDERCUT, Tie.UNDERCUT_WITHOUT_BONUS}


def _in_turn(winners: tuple[str, ...], deadwood: Mapping[str, int]) -> tuple[str, ...]:
    """The winners in the order of the players."""
    return tuple(player for player in deadwood if player in winners)


def _points(decision: _Decision, deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, rules: Rules) -> list[Step]:
    """What everybody has of the hand before anything is doubled (H4 to H6)."""
    if not decision.winners:
        rule = "scoring.tie" if deadwood[knocker] else "scoring.gin-tie"
        return [Step(rule, knocker, 0, f"{deadwood[knocker]} against {deadwood[knocker]}: nobody scores")]
    charged = rules.scoring.collect.kind is CollectKind.PENALTIES
    steps = []
    for player, losers in decision.beaten.items():
        if not charged:
            steps += [_difference(player, loser, deadwood) for loser in losers]
        steps += _bonus(player, deadwood, knocker, big_gin=big_gin, rules=rules)
    return steps + _penalties(decision, deadwood, rules.scoring.collect) if charged else steps


def _difference(player: str, loser: str, deadwood: Mapping[str, int]) -> Step:
    """H4, collected as a difference (H6)."""
    text = f"{deadwood[loser]} less {deadwood[player]}"
    return Step("scoring.collect", player, deadwood[loser] - deadwood[player], text)


def _penalties(decision: _Decision, deadwood: Mapping[str, int], collect: Collect) -> list[Step]:
    """H4, charged to each loser once (H6): where several beat him, against the lowest of them."""
    factor = collect.gin_factor if decision.outcome in {Outcome.GIN, Outcome.BIG_GIN} else 1
    assert factor is not None
    steps = []
    for loser in deadwood:
        lowest = min((deadwood[player] for player, losers in decision.beaten.items() if loser in losers), default=None)
        if lowest is not None:
            times = f"{factor} times " if factor > 1 else ""
            text = f"charged {times}{deadwood[loser]} less {lowest}" if lowest else f"charged {times}{deadwood[loser]}"
            steps.append(Step("scoring.collect", loser, -factor * (deadwood[loser] - lowest), text))
    return steps


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


def _extra_boxes(winner: str, deadwood: Mapping[str, int], knocker: str, rules: Rules) -> int:
    """The extra boxes of one of the hand's winners before anything is doubled (H8)."""
    boxes = rules.boxes
    if winner == knocker:
        return boxes.gin if deadwood[knocker] == 0 else 0
    if deadwood[winner] == 0 and boxes.gin_off is not None:
        return boxes.gin_off
    return 0 if _tied_without_bonus(winner, deadwood, knocker, rules.scoring) else boxes.undercut


def _tied_without_bonus(player: str, deadwood: Mapping[str, int], knocker: str, scoring: ScoringRules) -> bool:
    return scoring.tie is Tie.UNDERCUT_WITHOUT_BONUS and deadwood[player] == deadwood[knocker]
