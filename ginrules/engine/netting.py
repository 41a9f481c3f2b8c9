"""A hand of a score sheet: its tables together, by sides (T1 to T3)."""

from __future__ import annotations

from collections.abc import Sequence

from ginrules.engine.columns import HandScore
from ginrules.engine.entries import price
from ginrules.engine.payment import Pay, TableScore, pay
from ginrules.engine.sheet import Entry, TallyQuestion
from ginrules.engine.values import Step
from ginrules.rules.variant import DeadHand, Format, Rules


def still_to_play(entries: Sequence[Entry], players: Sequence[str], rules: Rules) -> tuple[str, ...]:
    """Who has yet to play in a hand, in turn order: who has no entry, or a dead table that is dealt again (T2).

    If every table is dead, the whole hand is dealt again, under another number; so is a dead hand at one table.
    """
    if rules.players.format is not Format.PARTNERSHIP:
        return ()
    stands = [entry for entry in entries if entry.result is not None or entry.last or _counts(rules)]
    waiting = tuple(player for player in players if not any(player in entry.seated for entry in stands))
    all_dead = not stands and all(any(player in entry.seated for entry in entries) for player in players)
    return () if all_dead else waiting


def score_hand(entries: Sequence[Entry], question: TallyQuestion, rules: Rules, pay: Pay = pay) -> HandScore:
    """What every side has of a hand; the entries are those of one number."""
    deal, last = entries[0].deal, any(entry.last for entry in entries)
    tables = [table for table in (price(entry, rules, pay) for entry in entries) if table is not None]
    if not tables:
        nothing, counts = dict.fromkeys(question.sides, 0), _counts(rules)
        return HandScore(deal, nothing, nothing, (), counts, last, ())
    if rules.players.format is Format.PARTNERSHIP:
        return _net(tables, question, rules, deal, last=last)
    (table,) = tables
    return HandScore(deal, table.points, table.boxes, table.winners, counts=True, last=last, steps=table.steps)


def _counts(rules: Rules) -> bool:
    """Whether a dead hand stands (`game.dead-hand`)."""
    return rules.game.dead_hand is DeadHand.COUNTS


def _net(tables: Sequence[TableScore], question: TallyQuestion, rules: Rules, deal: int, *, last: bool) -> HandScore:
    """T3: the difference of the sums goes to the higher side, which alone has boxes; a dead table adds nothing."""
    side_of = question.side_of
    sums = dict.fromkeys(question.sides, 0)
    steps: list[Step] = []
    for table in tables:
        for player, scored in table.points.items():
            sums[side_of[player]] += scored
        steps += [Step(step.rule, side_of[step.player], step.points, f"{step.player}: {step.text}") for step in table.steps]
    lower = min(sums.values())
    for side, of in sums.items():
        other = next(name for name in sums if name != side)
        text = f"{of} less {sums[other]} of {other}" if of > lower else f"{of} against {sums[other]}: nothing is written"
        steps.append(Step("players.format", side, -lower, text))
    winners = tuple(side for side in sums if sums[side] > lower)
    points = {side: of - lower for side, of in sums.items()}
    won = {side: _boxes(question.sides[side], tables, rules) if side in winners else 0 for side in sums}
    return HandScore(deal, points, won, winners, counts=True, last=last, steps=tuple(steps))


def _boxes(members: Sequence[str], tables: Sequence[TableScore], rules: Rules) -> int:
    """The boxes of the side that wins the net: its own one, its members' extra ones, those of a sweep."""
    own = min(table.own_box for table in tables if table.winners)
    extra = sum(table.extra_boxes.get(player, 0) for table in tables for player in members)
    swept = all(any(player in table.winners for table in tables) for player in members)
    sweep = rules.boxes.sweep * len(members) if swept else 0
    return own + extra + (2 * sweep if all(table.doubles_extra for table in tables) else sweep)
