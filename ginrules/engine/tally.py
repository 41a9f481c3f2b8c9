"""A score sheet: hands are judged, netted and written, columns closed and settled (T1 to T6, G1 to G8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ginrules.engine.columns import Column, HandScore, begin, enter
from ginrules.engine.entries import Line, judge
from ginrules.engine.netting import still_to_play
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.payment import check_payment_played
from ginrules.engine.seating import Seating, after_the_end, first_seating, seating_of, tables
from ginrules.engine.settlement import box_step
from ginrules.engine.sheet import Hand, RefusedEntry, Seat, Sheet, TallyQuestion
from ginrules.engine.values import Step
from ginrules.rules.variant import (
    Format,
    MatchKind,
    NextDealer,
    Rules,
    UnplayedRule,
)

_LATER_FORMATS = (Format.ROTATING, Format.CAPTAIN, Format.IN_THE_BOX)
_LATER_DEALERS = (NextDealer.SITTING_OUT, NextDealer.COMING_IN, NextDealer.BOX)
_LATER_MATCHES = (MatchKind.FIRST_TO, MatchKind.ALL_PLAYED, MatchKind.AGGREGATE)

__all__ = ["RefusedEntry", "Sheet", "TallyQuestion", "tally"]


def tally(question: TallyQuestion, rules: Rules, parts: Parts = STANDARD) -> Sheet | RefusedEntry:
    """The sheet after all entries, or the first that is refused.

    Raises:
        UnplayedRule: a rule has a value that the engine does not play yet.
    """
    _check_played(rules)
    columns = begin(question, rules, parts.close)
    wins, rounds, accepted = dict.fromkeys(question.sides, 0), 0, 0
    seating = first_seating(question, rules)
    hands: list[Hand] = []
    steps = _carried(question)
    unplayed: tuple[Seat, ...] = ()
    for deal, group in groupby(question.entries, key=lambda entry: entry.deal):
        entries = tuple(group)
        over = all(column.closed for column in columns)
        for entry in entries:
            refusal = judge(Line(entry, rules, over, parts.knock_limit), parts.entry_checks)
            if refusal:
                return RefusedEntry(accepted, refusal)
            accepted += 1
        seating = seating_of(entries, seating, question)
        waiting = still_to_play(entries, question.players, rules)
        if waiting:
            unplayed = tuple(seat for seat in tables(seating, question) if seat.players[0] in waiting)
            break
        hand = parts.score_hand(entries, question, rules, parts.pay)
        places = parts.entered(columns, hand, wins, rules)
        columns = tuple(enter(column, hand, places[column.number]) for column in columns)
        steps += [step for number, sides in places.items() for step in _written(hand, number, sides, rules)]
        rounds += hand.counts
        for side in hand.winners:
            wins[side] += 1
        columns = tuple(
            parts.close(column, rules, players=len(question.players), rounds=rounds, last=hand.last) for column in columns
        )
        hands.append(Hand(deal, hand.points, hand.boxes, tuple(number for number, sides in places.items() if sides)))
        seating = parts.seats_after(seating, hand, entries, question, rules)
    following = unplayed or _following(columns, seating, question, rules)
    return _sheet(rules, parts, columns, tuple(hands), steps, accepted, following)


def _check_played(rules: Rules) -> None:
    """Refuse what is kept otherwise than here.

    Raises:
        UnplayedRule: a rule has a value that the engine does not play yet.
    """
    check_payment_played(rules.scoring)
    for rule, value, later in (
        ("players.format", rules.players.format, _LATER_FORMATS),
        ("deal.next-dealer", rules.deal.next_dealer, _LATER_DEALERS),
        ("game.match", rules.game.match.kind, _LATER_MATCHES),
    ):
        if value in later:
            raise UnplayedRule(rule, value)
    if rules.game.columns.endless:
        raise UnplayedRule("game.columns", "endless")


def _carried(question: TallyQuestion) -> list[Step]:
    if question.carried is None:
        return []
    return [Step("sheet.carried", side, total, f"{total} carried", column=1) for side, total in question.carried.totals.items()]


def _written(hand: HandScore, number: int, sides: set[str], rules: Rules) -> Iterator[Step]:
    """The steps of a hand in a column: its points, and its boxes where they count at once (T4)."""
    for step in hand.steps:
        if step.player in sides:
            yield Step(step.rule, step.player, step.points, step.text, hand.deal, number)
    worth = rules.boxes.worth_at_once
    if worth:
        for side, boxes in hand.boxes.items():
            if side in sides and boxes:
                yield box_step(side, boxes, worth, deal=hand.deal, column=number)


def _following(columns: Sequence[Column], seating: Seating, question: TallyQuestion, rules: Rules) -> tuple[Seat, ...]:
    """The tables of the next hand."""
    over = all(column.closed for column in columns)
    return tables(after_the_end(seating, question, rules) if over else seating, question)


def _sheet(
    rules: Rules,
    parts: Parts,
    columns: Sequence[Column],
    hands: tuple[Hand, ...],
    steps: list[Step],
    accepted: int,
    following: tuple[Seat, ...],
) -> Sheet:
    """Settle the columns that are closed, and put everything together."""
    factors = rules.game.columns.factors
    settled = [parts.settle(column, rules, factor) for column, factor in zip(columns, factors or (1,), strict=True)]
    games = tuple(each.game for each in settled)
    game, rounding = parts.together(games, rules) if factors else parts.rounded(games[0], rules)
    return Sheet(
        accepted=accepted,
        hands=hands,
        game=game,
        columns=games if factors else (),
        following=following,
        steps=(*steps, *(step for each in settled for step in each.steps)),
        settling=(*(step for each in settled for step in each.settling), *rounding),
    )
