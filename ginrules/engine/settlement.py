"""A finished column: bonuses, winner and settlement (G1 to G8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from ginrules.engine.columns import Column, written
from ginrules.engine.sheet import Bonuses, Game
from ginrules.engine.values import Step
from ginrules.rules.variant import (
    BoxesWhen,
    EndKind,
    GameWinner,
    Rules,
    SettlementKind,
    ShutoutKind,
    ShutoutWhen,
    WonBy,
)

_Part: TypeAlias = tuple[str, int, str]
"""A rule, what one of two scores pays the other for it, and why."""

_DOUBLED = {
    ShutoutKind.DOUBLES_HANDS: "the hands",
    ShutoutKind.DOUBLES_HANDS_AND_BONUS: "the hands and the game bonus",
    ShutoutKind.DOUBLES_ALL: "the hands, the boxes and the game bonus",
}
"""What a shutout doubles, in words."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The score of a column, and the steps that are added when it is finished."""

    game: Game
    steps: tuple[Step, ...] = ()
    """What is added to the totals."""
    settling: tuple[Step, ...] = ()
    """What is paid."""


def settle(column: Column, rules: Rules, factor: int) -> Settled:
    """The score of a column; of a finished one with its bonuses (G1 to G4), its winner (G5), and what is paid for it (G6)."""
    totals = written(column, rules)
    if not column.closed:
        return Settled(Game(totals=totals, boxes=column.boxes))
    steps = tuple(_bonuses(column, rules))
    bonuses = Bonuses(
        game=_sums(totals, (step for step in steps if step.rule == "game.bonus")),
        box=_sums(totals, (step for step in steps if step.rule == "boxes.value")),
        shutout=_sums(totals, (step for step in steps if step.rule == "game.shutout")),
    )
    finals = _add([totals, bonuses.game, bonuses.box, bonuses.shutout])
    first_wins = rules.game.end.kind is EndKind.TARGET and rules.game.winner is GameWinner.FIRST_TO_TARGET
    winners = (column.ender,) if first_wins and column.ender is not None else highest(finals)
    settling: tuple[Step, ...] = ()
    settlement = None
    if rules.game.settlement.kind is SettlementKind.DIFFERENCE:
        settling = tuple(_payments(column, finals, rules, factor))
        settlement = _sums(totals, settling)
    game = Game(
        totals=totals,
        boxes=column.boxes,
        finished=True,
        winners=winners,
        bonuses=bonuses,
        finals=finals,
        settlement=settlement,
    )
    return Settled(game, steps, settling)


def together(games: Sequence[Game], rules: Rules) -> tuple[Game, tuple[Step, ...]]:
    """The columns of a sheet together (G7): their sums, and when all are finished who has won; and what rounds (G8)."""
    totals, boxes = _add([game.totals for game in games]), _add([game.boxes for game in games])
    bonuses = [game.bonuses for game in games if game.bonuses is not None]
    finals = [game.finals for game in games if game.finals is not None]
    if len(finals) < len(games):
        return Game(totals=totals, boxes=boxes), ()
    paid = [game.settlement for game in games if game.settlement is not None]
    # Where nothing is paid, the sums of the finals say who would have been.
    sums = _add(paid or finals)
    if rules.game.columns.won_by is WonBy.MOST_COLUMNS:
        sums = {side: sum(side in game.winners for game in games) for side in totals}
    game = Game(
        totals=totals,
        boxes=boxes,
        finished=True,
        winners=highest(sums),
        bonuses=Bonuses(
            game=_add([each.game for each in bonuses]),
            box=_add([each.box for each in bonuses]),
            shutout=_add([each.shutout for each in bonuses]),
        ),
        finals=_add(finals),
        settlement=_add(paid) if paid else None,
    )
    return rounded(game, rules)


def rounded(game: Game, rules: Rules) -> tuple[Game, tuple[Step, ...]]:
    """The game with what each side receives or pays as a multiple of `round-to`, halves away from zero (G8); and the steps."""
    to = rules.game.settlement.round_to
    if to is None or game.settlement is None:
        return game, ()
    steps = []
    for side, amount in game.settlement.items():
        # In integers: the half of an odd multiple is never written.
        size = (2 * abs(amount) + to) // (2 * to) * to
        more = (size if amount > 0 else -size) - amount
        if more:
            steps.append(Step("game.settlement", side, more, f"{amount} rounded to the nearest {to}"))
    return replace(game, settlement=_add([game.settlement, _sums(game.settlement, steps)])), tuple(steps)


def highest(scores: Mapping[str, int]) -> tuple[str, ...]:
    """The side with the highest score; nobody if two share it."""
    top = max(scores.values())
    leaders = tuple(side for side, score in scores.items() if score == top)
    return leaders if len(leaders) == 1 else ()


def box_step(side: str, boxes: int, value: int, *, column: int, deal: int | None = None) -> Step:
    """What boxes are worth."""
    return Step("boxes.value", side, boxes * value, f"{boxes} {'box' if boxes == 1 else 'boxes'} of {value}", deal, column)


def _bonuses(column: Column, rules: Rules) -> Iterator[Step]:
    """What a finished column adds to the totals (G1 to G4): for boxes, for the game, for a shutout."""
    game, ender = rules.game, column.ender
    if rules.boxes.value and rules.boxes.when is BoxesWhen.AT_END:
        for side, boxes in column.boxes.items():
            if boxes:
                yield box_step(side, boxes, rules.boxes.value, column=column.number)
    if ender is None:
        return
    yield Step("game.bonus", ender, game.bonus, "game bonus", column=column.number)
    others = [side for side in column.points if side != ender]
    if not all(_is_shut_out(column, side, game.shutout_when) for side in others):
        return
    hands, boxes = column.points[ender], column.boxes[ender] * rules.boxes.value
    amounts = {
        ShutoutKind.FLAT: game.shutout.points or 0,
        ShutoutKind.DOUBLES_HANDS: hands,
        ShutoutKind.DOUBLES_HANDS_AND_BONUS: hands + game.bonus,
        ShutoutKind.DOUBLES_ALL: hands + game.bonus + boxes,
    }
    if game.shutout.kind in amounts:
        amount = amounts[game.shutout.kind]
        what = _DOUBLED.get(game.shutout.kind)
        how = f"the {amount} of {what} once more" if what else "shutout bonus"
        text = f"{how}: {' and '.join(others)} {_why(game.shutout_when)}"
        yield Step("game.shutout", ender, amount, text, column=column.number)


def _payments(column: Column, finals: Mapping[str, int], rules: Rules, factor: int) -> Iterator[Step]:
    """What is paid for a finished column (G6): of every two scores the lower pays the higher."""
    for first, second in combinations(finals, 2):
        higher, payer = (first, second) if finals[first] >= finals[second] else (second, first)
        parts = [_difference(finals, higher, payer)]
        parts += _doubled(column, rules, payer, parts[0][1])
        parts += _paid(column, rules, higher, payer)
        if factor > 1:
            amount = (factor - 1) * sum(points for _, points, _ in parts)
            parts.append(("game.columns", amount, f"column {column.number} counts {factor} times"))
        for rule, points, text in parts:
            yield Step(rule, higher, points, text, column=column.number)
            yield Step(rule, payer, -points, text, column=column.number)


def _difference(finals: Mapping[str, int], higher: str, payer: str) -> _Part:
    amount = finals[higher] - finals[payer]
    return "game.settlement", amount, f"{higher} {finals[higher]} less {payer} {finals[payer]}"


def _doubled(column: Column, rules: Rules, payer: str, amount: int) -> Iterator[_Part]:
    """The difference again, where the payer is so placed (`doubled-when`)."""
    when = rules.game.settlement.doubled_when
    if when is not None and _is_shut_out(column, payer, when):
        yield "game.settlement", amount, f"again, because {payer} {_why(when)}"


def _paid(column: Column, rules: Rules, higher: str, payer: str) -> Iterator[_Part]:
    """What a player who is shut out pays the ender (`paid`), whichever of the two has the higher total."""
    game = rules.game
    if game.shutout.kind is not ShutoutKind.PAID or column.ender not in (higher, payer):
        return
    other = payer if column.ender == higher else higher
    if _is_shut_out(column, other, game.shutout_when):
        points = game.shutout.points or 0
        text = f"{other} pays {column.ender} {points}: {other} {_why(game.shutout_when)}"
        yield "game.shutout", points if other == payer else -points, text


def _is_shut_out(column: Column, side: str, when: ShutoutWhen) -> bool:
    """G2; boxes written at once are no points."""
    return column.points[side] <= 0 if when is ShutoutWhen.NO_POINTS else column.hands[side] == 0


def _why(when: ShutoutWhen) -> str:
    return "scored no points" if when is ShutoutWhen.NO_POINTS else "won no hand"


def _sums(sides: Mapping[str, int], steps: Iterable[Step]) -> dict[str, int]:
    sums = dict.fromkeys(sides, 0)
    for step in steps:
        sums[step.player] += step.points
    return sums


def _add(scores: Sequence[Mapping[str, int]]) -> dict[str, int]:
    return {side: sum(score[side] for score in scores) for side in scores[0]}
