"""Faults in the score sheet and in the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ginrules.adequacy.faults.fault import Asked, Fault, Slip, broken, misread
from ginrules.engine.columns import Column, HandScore, written
from ginrules.engine.entries import price
from ginrules.engine.parts import STANDARD
from ginrules.engine.payment import Pay
from ginrules.engine.settlement import Settled, highest
from ginrules.engine.sheet import Carried, Counts, Entry, Game, TallyQuestion
from ginrules.engine.values import Step
from ginrules.rules.variant import (
    AfterDeadHand,
    Amount,
    BoxesWhen,
    ColumnsKind,
    DeadHand,
    End,
    EndKind,
    Format,
    GameWinner,
    LateEntry,
    NextDealer,
    Opponents,
    Rules,
    ShutoutBonus,
    ShutoutKind,
    ShutoutWhen,
    WonBy,
)


def _settling(wrong: Callable[[Column, Rules, int], Settled]) -> Slip:
    return broken(settle=wrong)


def _without_boxes(rules: Rules) -> Rules:
    return rules._replace(boxes=rules.boxes._replace(value=0)) if rules.boxes.when is BoxesWhen.AT_END else rules


def _one_more(end: End) -> End:
    if end.points is None:
        return end
    single, by_count = end.points
    more = Amount(single and single + 1, tuple((count, points + 1) for count, points in by_count))
    return end._replace(points=more)


def _level_ends(column: Column, rules: Rules, **named: Any) -> Column:
    after = STANDARD.close(column, rules, **named)
    end, totals = rules.game.end, written(column, rules)
    if after.closed or end.kind is not EndKind.TARGET or end.points is None:
        return after
    top = max(totals.values())
    ender = next(side for side, total in totals.items() if total == top)
    return replace(after, closed=True, ender=ender) if top >= end.points.at(named["players"]) else after


def _knocker_ends(asked: Asked) -> Asked:
    question = asked.question
    if not isinstance(question, TallyQuestion) or not question.entries or asked.rules.game.columns.factors:
        return asked
    result = question.entries[-1].result
    if not isinstance(result, Counts):
        return asked
    side = question.side_of[result.knocker]

    def settle(column: Column, rules: Rules, factor: int) -> Settled:
        by_target = column.closed and rules.game.end.kind is EndKind.TARGET
        return STANDARD.settle(replace(column, ender=side) if by_target else column, rules, factor)

    return asked._replace(parts=replace(asked.parts, settle=settle))


def _ahead_with_boxes(column: Column, rules: Rules, factor: int) -> Settled:
    if not column.closed or rules.boxes.when is not BoxesWhen.AT_END:
        return STANDARD.settle(column, rules, factor)
    counted = {side: points + column.boxes[side] * rules.boxes.value for side, points in column.points.items()}
    first = highest(counted)
    return STANDARD.settle(replace(column, ender=first[0]) if first else column, rules, factor)


def _boxes_are_points(column: Column, rules: Rules, factor: int) -> Settled:
    others = [side for side in column.points if side != column.ender]
    if rules.boxes.worth_at_once and any(column.boxes[side] for side in others):
        rules = rules._replace(game=rules.game._replace(shutout=ShutoutBonus(ShutoutKind.NONE)))
    return STANDARD.settle(column, rules, factor)


def _boxes_twice(column: Column, rules: Rules, factor: int) -> Settled:
    if not rules.boxes.worth_at_once:
        return STANDARD.settle(column, rules, factor)
    at_end = rules._replace(boxes=rules.boxes._replace(when=BoxesWhen.AT_END))
    return STANDARD.settle(replace(column, points=written(column, rules)), at_end, factor)


def _boxes_never(column: Column, rules: Rules, factor: int) -> Settled:
    return STANDARD.settle(column, _without_boxes(rules), factor)


def _paid_without_boxes(column: Column, rules: Rules, factor: int) -> Settled:
    right, less = STANDARD.settle(column, rules, factor), STANDARD.settle(column, _without_boxes(rules), factor)
    return Settled(replace(right.game, settlement=less.game.settlement), right.steps, less.settling)


def _paid_in_full(column: Column, rules: Rules, factor: int) -> Settled:
    right = STANDARD.settle(column, rules, factor)
    if right.game.settlement is None or right.game.finals is None or len(right.game.finals) != 2:
        return right
    best = max(right.game.finals, key=lambda side: (right.game.finals or {})[side])
    full = factor * right.game.finals[best]
    paid = {side: full if side == best else -full for side in right.game.finals}
    return replace(right, game=replace(right.game, settlement=paid))


def _entries_multiplied(column: Column, rules: Rules, factor: int) -> Settled:
    times = {side: factor * points for side, points in column.points.items()}
    return STANDARD.settle(replace(column, points=times), rules, 1)


def _factor_forgotten(column: Column, rules: Rules, _factor: int) -> Settled:
    return STANDARD.settle(column, rules, 1)


def _rounded_down(game: Game, rules: Rules) -> tuple[Game, tuple[Step, ...]]:
    to = rules.game.settlement.round_to
    if to is None or game.settlement is None:
        return STANDARD.rounded(game, rules)
    down = {side: (abs(paid) // to * to) * (1 if paid > 0 else -1) for side, paid in game.settlement.items()}
    return replace(game, settlement=down), ()


def _every_column(columns: Sequence[Column], hand: HandScore, wins: Mapping[str, int], rules: Rules) -> dict[int, set[str]]:
    if rules.game.columns.kind is ColumnsKind.SINGLE:
        return STANDARD.entered(columns, hand, wins, rules)
    return {column.number: set() if column.closed else {*hand.winners} for column in columns}


def _closed_ones_too(columns: Sequence[Column], hand: HandScore, wins: Mapping[str, int], rules: Rules) -> dict[int, set[str]]:
    if rules.game.columns.kind is ColumnsKind.SINGLE:
        return STANDARD.entered(columns, hand, wins, rules)
    return STANDARD.entered([replace(column, closed=False) for column in columns], hand, wins, rules)


def _scoring(wrong: Callable[[HandScore, Sequence[Entry], TallyQuestion, Rules, Pay], HandScore]) -> Slip:
    def score_hand(entries: Sequence[Entry], question: TallyQuestion, rules: Rules, pay: Pay) -> HandScore:
        return wrong(STANDARD.score_hand(entries, question, rules, pay), entries, question, rules, pay)

    return broken(score_hand=score_hand)


def _sums(entries: Sequence[Entry], question: TallyQuestion, rules: Rules, pay: Pay, *, boxes: bool) -> dict[str, int]:
    """What the members of each side have at all tables: boxes, or points."""
    sums = dict.fromkeys(question.sides, 0)
    for table in filter(None, (price(entry, rules, pay) for entry in entries)):
        for player, amount in (table.boxes if boxes else table.points).items():
            sums[question.side_of[player]] += amount
    return sums


def _boxes_unnetted(right: HandScore, entries: Sequence[Entry], question: TallyQuestion, rules: Rules, pay: Pay) -> HandScore:
    if rules.players.format is not Format.PARTNERSHIP or not right.winners:
        return right
    lost = _sums(entries, question, rules, pay, boxes=True)
    return replace(right, boxes={side: boxes if side in right.winners else lost[side] for side, boxes in right.boxes.items()})


def _points_unnetted(right: HandScore, entries: Sequence[Entry], question: TallyQuestion, rules: Rules, pay: Pay) -> HandScore:
    if rules.players.format is not Format.PARTNERSHIP:
        return right
    return replace(right, points=_sums(entries, question, rules, pay, boxes=False))


def _undercut_not_won(
    right: HandScore, entries: Sequence[Entry], question: TallyQuestion, rules: Rules, _pay: Pay
) -> HandScore:
    knockers = {question.side_of[entry.result.knocker] for entry in entries if isinstance(entry.result, Counts)}
    one_column = rules.game.columns.kind is ColumnsKind.SINGLE
    return replace(right, winners=()) if one_column and knockers.isdisjoint(right.winners) and knockers else right


def _boxes_not_carried(asked: Asked) -> Asked:
    question = asked.question
    if not isinstance(question, TallyQuestion) or question.carried is None:
        return asked
    none = Carried(question.carried.totals, dict.fromkeys(question.sides, 0))
    return asked._replace(question=replace(question, carried=none))


FAULTS = (
    Fault(
        "target-must-be-exceeded",
        "game.end",
        "The game goes on when the target is reached exactly.",
        "the classic slip: more than, where it should be at least",
        misread("game.end", _one_more),
    ),
    Fault(
        "level-at-the-target-ends",
        "sheet.ender",
        "Two sides that reach the target level end the game, and the first on the sheet has it.",
        "the classic slip: the first that is found at the target wins",
        broken(close=_level_ends),
    ),
    Fault(
        "one-round-more",
        "game.end",
        "A game of rounds has a round too many.",
        "the classic slip: rounds are counted from nought",
        misread("game.end", lambda end: end._replace(rounds=end.rounds and end.rounds + 1)),
    ),
    Fault(
        "last-knocker-has-the-game",
        "game.bonus",
        "The game goes to the player who knocked last, though he was undercut.",
        "ichabod801/t_games, issue 482: the game bonus to the player whose turn it was",
        _knocker_ends,
    ),
    Fault(
        "bonus-after-boxes",
        "game.bonus",
        "The game bonus goes to the side that is ahead when boxes are added, not to the one that ended the game.",
        "the classic slip: bonuses are added in the wrong order",
        _settling(_ahead_with_boxes),
    ),
    Fault(
        "highest-total-wins",
        "game.winner",
        "Whoever has more at the end has won, though the other was first to the target.",
        "the classic slip: the winner is whoever has more",
        misread("game.winner", lambda _: GameWinner.HIGHEST_TOTAL),
    ),
    Fault(
        "shutout-before-the-bonus",
        "game.shutout",
        "A shutout doubles the hands alone where the game bonus is doubled with them.",
        "the classic slip: the order of two lines of the score sheet",
        misread(
            "game.shutout",
            {
                ShutoutBonus(ShutoutKind.DOUBLES_ALL): ShutoutBonus(ShutoutKind.DOUBLES_HANDS),
                ShutoutBonus(ShutoutKind.DOUBLES_HANDS_AND_BONUS): ShutoutBonus(ShutoutKind.DOUBLES_HANDS),
            },
        ),
    ),
    Fault(
        "shutout-doubles-boxes",
        "game.shutout",
        "A shutout doubles the boxes too where it doubles hands and game bonus.",
        "the classic slip: the whole total is doubled",
        misread(
            "game.shutout",
            {ShutoutBonus(ShutoutKind.DOUBLES_HANDS_AND_BONUS): ShutoutBonus(ShutoutKind.DOUBLES_ALL)},
        ),
    ),
    Fault(
        "shutout-by-points",
        "game.shutout-when",
        "A side that won hands without any points is taken to be shut out.",
        "the classic slip: no points and no hands are thought to be the same",
        misread("game.shutout-when", lambda _: ShutoutWhen.NO_POINTS),
    ),
    Fault(
        "boxes-are-points",
        "game.shutout-when",
        "Boxes that are written at once keep a side from being shut out.",
        "the classic slip: the total is looked at, and boxes are in it",
        _settling(_boxes_are_points),
    ),
    Fault(
        "undercut-is-no-hand-won",
        "game.shutout-when",
        "A hand won by an undercut is not one that its winner has won.",
        "the classic slip: hands are counted where somebody goes out",
        _scoring(_undercut_not_won),
    ),
    Fault(
        "boxes-twice",
        "boxes.when",
        "Boxes that were written at once are added once more at the end.",
        "the classic slip: two places where boxes are added",
        _settling(_boxes_twice),
    ),
    Fault(
        "boxes-never-added",
        "boxes.value",
        "Boxes are counted, and never added to the score.",
        "ichabod801/t_games, found by running it: 178 printed where 228 is right",
        _settling(_boxes_never),
    ),
    Fault(
        "settlement-without-boxes",
        "game.settlement",
        "What is paid leaves the boxes out.",
        "the classic slip: the settlement is made from the hands and the bonus",
        _settling(_paid_without_boxes),
    ),
    Fault(
        "paid-in-full",
        "game.settlement",
        "The winner is paid all that he has, and the loser's score is not taken off.",
        "the classic slip: score and settlement are thought to be the same",
        _settling(_paid_in_full),
    ),
    Fault(
        "settlement-rounded-down",
        "game.settlement",
        "A settlement that is rounded loses what is over.",
        "the classic slip: whole division",
        broken(rounded=_rounded_down),
    ),
    Fault(
        "factor-doubles-entries",
        "game.columns",
        "The factor of a column multiplies what is written into it, so that bonus and boxes count once.",
        "the classic slip: a factor applied where hands are entered",
        _settling(_entries_multiplied),
    ),
    Fault(
        "factor-forgotten",
        "game.columns",
        "Every column is paid once, whatever its factor is.",
        "the classic slip: the factors are printed and not used",
        _settling(_factor_forgotten),
    ),
    Fault(
        "late-entry-next-open",
        "game.columns",
        "A late first win goes to the next open column where wins are counted.",
        "the classic slip: a column that is closed is skipped and another one filled",
        misread(
            "game.columns",
            lambda columns: columns._replace(late_entry=columns.late_entry and LateEntry.NEXT_OPEN),
        ),
    ),
    Fault(
        "every-column-at-once",
        "columns.entry",
        "The first win is written into every column.",
        "the classic slip: Hollywood is thought to be the same score three times",
        broken(entered=_every_column),
    ),
    Fault(
        "closed-columns-written",
        "columns.entry",
        "A hand is written into columns that are closed.",
        "the classic slip: only the first column says when the game is over",
        broken(entered=_closed_ones_too),
    ),
    Fault(
        "columns-won-by-number",
        "columns.won",
        "Who wins more columns wins, where what is paid should say.",
        "the classic slip: columns are counted as games",
        misread("game.columns", lambda columns: columns._replace(won_by=columns.won_by and WonBy.MOST_COLUMNS)),
    ),
    Fault(
        "losing-side-keeps-boxes",
        "sheet.net",
        "The side that loses the net keeps the boxes of the tables that it won.",
        "the classic slip: points are netted, and boxes are not",
        _scoring(_boxes_unnetted),
    ),
    Fault(
        "tables-not-netted",
        "sheet.net",
        "Each side writes what its own players won.",
        "the classic slip: every table is a game of its own",
        _scoring(_points_unnetted),
    ),
    Fault(
        "dead-hand-is-a-round",
        "game.dead-hand",
        "A dead hand counts as one of the rounds.",
        "the classic slip: every deal is counted",
        misread("game.dead-hand", lambda _: DeadHand.COUNTS),
    ),
    Fault(
        "winner-and-loser-deal-swapped",
        "deal.next-dealer",
        "The loser deals where the winner should, and the winner where the loser should.",
        "the classic slip: whoever won is not whoever wins the deal",
        misread("deal.next-dealer", {NextDealer.WINNER: NextDealer.LOSER, NextDealer.LOSER: NextDealer.WINNER}),
    ),
    Fault(
        "dead-hand-passes-the-deal",
        "deal.after-dead-hand",
        "After a dead hand the next player deals where the same should.",
        "the classic slip: the deal passes on with every hand",
        misread("deal.after-dead-hand", lambda _: AfterDeadHand.NEXT_DEALER),
    ),
    Fault(
        "opponents-never-change",
        "teams.opponents",
        "Partners meet the same opponents in every hand and every game.",
        "the classic slip: seats are given once",
        misread("teams.opponents", lambda _: Opponents.FIXED),
    ),
    Fault(
        "boxes-not-carried",
        "sheet.carried",
        "A score that is carried over loses its boxes.",
        "the classic slip: only the totals are copied to the new sheet",
        _boxes_not_carried,
    ),
)
