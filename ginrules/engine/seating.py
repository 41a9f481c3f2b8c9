"""Who sits where in the next hand of a score sheet, and who deals it.

Who deals is a side: a player, or in a partnership a side of which every member deals at his table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ginrules.engine.columns import HandScore
from ginrules.engine.sheet import Counts, Entry, Seat, TallyQuestion
from ginrules.rules.variant import AfterDeadHand, Format, NextDealer, Opponents, Rules


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a hand."""

    opponents: Mapping[str, str]
    """In partnership: whom each member of the first side meets. Else empty."""
    dealer: str | None
    """The side that deals; `None` as long as nobody said who dealt."""


def first_seating(question: TallyQuestion, rules: Rules) -> Seating:
    """The seats before the first hand: in partnership the order of the names is the first pairing."""
    if rules.players.format is not Format.PARTNERSHIP:
        return Seating({}, None)
    first, second = question.sides.values()
    return Seating(dict(zip(first, second, strict=True)), None)


def seating_of(entries: Sequence[Entry], due: Seating, question: TallyQuestion) -> Seating:
    """Where people sit in a hand: as its entries say, at a table without an entry as was due if they can."""
    named = next((entry.dealer for entry in entries if entry.dealer is not None), None)
    dealer = due.dealer if named is None else question.side_of[named]
    if not due.opponents:
        return Seating({}, dealer)
    met: dict[str, str] = {}
    for entry in entries:
        one, other = entry.seated
        met |= {one: other} if one in due.opponents else {other: one}
    free = [other for other in due.opponents.values() if other not in met.values()]
    kept = {player: other for player, other in due.opponents.items() if player not in met and other in free}
    moved = iter([other for other in free if other not in kept.values()])
    return Seating({player: met.get(player) or kept.get(player) or next(moved) for player in due.opponents}, dealer)


def after(sat: Seating, hand: HandScore, entries: Sequence[Entry], question: TallyQuestion, rules: Rules) -> Seating:
    """The seats after a hand, while the game goes on (`deal.next-dealer`, `deal.after-dead-hand`, `teams.opponents`)."""
    met = sat.opponents
    if rules.teams.opponents is Opponents.PER_HAND and hand.counts:
        met = _moved_on(met, question)
    if sat.dealer is None:
        return Seating(met, None)
    return Seating(met, _next_dealer(sat.dealer, hand, entries, question, rules))


def after_the_end(sat: Seating, question: TallyQuestion, rules: Rules) -> Seating:
    """The seats of another game, given where its last hand left them; who deals first is a custom (`deal.first-dealer`)."""
    met = _moved_on(sat.opponents, question) if rules.teams.opponents is Opponents.PER_GAME else sat.opponents
    return Seating(met, None)


def tables(seating: Seating, question: TallyQuestion) -> tuple[Seat, ...]:
    """The tables of a hand, by the members of the first side."""
    if not seating.opponents:
        return (Seat(question.players, seating.dealer, None),)
    dealing = () if seating.dealer is None else question.sides[seating.dealer]
    return tuple(
        Seat(pair, next((player for player in pair if player in dealing), None), number)
        for number, pair in enumerate(seating.opponents.items(), start=1)
    )


def _moved_on(met: Mapping[str, str], question: TallyQuestion) -> Mapping[str, str]:
    """Every member of the first side moves on to the next opponent of the second."""
    if not met:
        return met
    _, second = question.sides.values()
    return {player: second[(second.index(other) + 1) % len(second)] for player, other in met.items()}


def _next_dealer(dealer: str, hand: HandScore, entries: Sequence[Entry], question: TallyQuestion, rules: Rules) -> str:
    """The side that deals after this one."""
    sides = list(question.sides)
    in_turn = _from(sides, dealer)
    if not hand.winners:
        return dealer if rules.deal.after_dead_hand is AfterDeadHand.SAME_DEALER else in_turn[0]
    rule = rules.deal.next_dealer
    if rule is NextDealer.IN_TURN:
        return in_turn[0]
    if rule is NextDealer.WINNER:
        knockers = [entry.result.knocker for entry in entries if isinstance(entry.result, Counts)]
        # Of several winners the first after the knocker; in partnership one side wins.
        order = _from(sides, knockers[0]) if len(hand.winners) > 1 and knockers else in_turn
        return next(side for side in order if side in hand.winners)
    if len(sides) == 2:
        return next(side for side in sides if side not in hand.winners)
    return min(in_turn, key=lambda side: hand.points[side])


def _from(sides: Sequence[str], side: str) -> list[str]:
    """The sides in turn, from the one after this, which comes last."""
    seat = sides.index(side) + 1
    return [*sides[seat:], *sides[:seat]]
