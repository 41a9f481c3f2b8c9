"""Who sat where in each hand of a score sheet, and whether every table has one answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ginrules.diagnostics import Span
from ginrules.engine.netting import score_hand, still_to_play
from ginrules.engine.seating import Seating, after, first_seating, seating_of
from ginrules.engine.sheet import Entry, Known, TallyQuestion
from ginrules.notation.asked import Asked
from ginrules.notation.fitting import entry_names
from ginrules.notation.questions import Questions
from ginrules.notation.sheet_checks import SIDES, no_table
from ginrules.notation.statements import DeadEntry, Deal, Dealer, GoingEntry
from ginrules.notation.writer import write_entry
from ginrules.rules.variant import DeadHand, Opponents, Rules

Pair = tuple[str, str]
At = Sequence[tuple[Deal, tuple[str, ...]]]
"""Entries of a hand, each with those who sat at its table."""


@dataclass(frozen=True, slots=True)
class Seated:
    """An entry of the sheet, who sat at its table, and who dealt there, if that is said."""

    deal: Deal
    players: tuple[str, ...]
    dealer: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a sheet under one variant; what is wrong is noted in the problems of `questions`.

    Who sits where after a hand the engine says.
    """

    questions: Questions
    rules: Rules
    teams: TallyQuestion | None
    """The players and sides of a partnership; `None` where all play at one table."""

    def seated(self, asked: Asked) -> Iterator[Seated]:
        """Every entry of a question with those who sat at its table."""
        hands = _hands(asked.deals)
        given = [dealer.name.text for dealer in self.questions.scenario.own(Dealer)]
        due = first_seating(self.teams, self.rules) if self.teams else None
        for number, deals in enumerate(hands, 1):
            at = self._in_pairs(self.teams, due.opponents, deals) if self.teams and due else self._at_one_table(deals)
            for deal, players in at:
                dealers = [deal.dealer.text] if deal.dealer else given if number == 1 else []
                yield Seated(deal, players, next((name for name in dealers if name in players), ""))
            if self.teams and due:
                if number < len(hands) and at and self._misses(self.teams, due.opponents, at):
                    return
                # Of a hand of which nothing can be said the next is looked at as if all had sat where they were due.
                due = self._after(self.teams, due, at or [(deals[0], pair) for pair in due.opponents.items()])

    def next_tables(self, asked: Asked) -> Mapping[str, int]:
        """By player the number of the table at which he plays next; nobody where there is one table."""
        if self.teams is None:
            return {}
        due = first_seating(self.teams, self.rules)
        for deals in _hands(asked.deals):
            due = self._after(self.teams, due, self._in_pairs(self.teams, due.opponents, deals))
        return {name: number for number, pair in enumerate(due.opponents.items(), 1) for name in pair}

    def _after(self, teams: TallyQuestion, due: Seating, at: At) -> Seating:
        """The seats after a hand, or those of the hand as long as tables of it are still to play."""
        entries = _entries(at)
        sat = seating_of(entries, due, teams)
        if still_to_play(entries, teams.players, self.rules):
            return sat
        return after(sat, score_hand(entries, teams, self.rules), entries, teams, self.rules)

    def _dealt_again(self, deal: Deal) -> bool:
        """Whether a table is dealt again: it is dead, such hands are replayed, and there is time for it."""
        return isinstance(deal.entry, DeadEntry) and self.rules.game.dead_hand is DeadHand.REPLAYED and not deal.last

    # -- one table --

    def check_twice(self, deals: Sequence[Deal]) -> None:
        """Note each entry of a hand, where all play at one table, that has one already."""
        for of_a_hand in _hands(deals):
            for before, deal in pairwise(of_a_hand):
                self._twice(deal, before, "this hand")

    def _at_one_table(self, deals: Sequence[Deal]) -> list[tuple[Deal, tuple[str, ...]]]:
        """The entry of a hand in which all play, with everybody's count."""
        players = self.questions.scenario.players
        self.check_twice(deals)
        for deal in deals:
            if deal.table:
                self.questions.problems.append(no_table(self.questions.scenario, deal.table.value, 1, deal.table.span))
            if isinstance(deal.entry, GoingEntry):
                named = {word.text for word in entry_names(deal.entry)}
                for player in (each for each in players if each not in named):
                    self._uncounted(deal, player)
        return [(deal, players) for deal in deals]

    # -- a partnership --

    def _in_pairs(
        self, teams: TallyQuestion, met: Mapping[str, str], deals: Sequence[Deal]
    ) -> list[tuple[Deal, tuple[str, ...]]]:
        """The tables of one hand, of which it is due who meets whom; where it cannot be said who sat there, that is noted."""
        found: list[tuple[Deal, tuple[str, ...]]] = []
        has: dict[str, tuple[Deal, tuple[str, ...]]] = {}
        for deal in deals:
            players = self._pair(teams, met, deal)
            if players is None:
                continue
            for player in players:
                before, there = has.get(player, (deal, players))
                if before is not deal and not (self._dealt_again(before) and there == players):
                    self._twice(deal, before, f"the hand of {player}")
                    break
            has.update(dict.fromkeys(players, (deal, players)))
            found.append((deal, players))
        self._check_dealers(teams, found)
        return found

    def _check_dealers(self, teams: TallyQuestion, found: At) -> None:
        """A dealer plays at his table, and one side deals at all tables."""
        for deal, players in found:
            if deal.dealer and deal.dealer.text not in players:
                message = f"{deal.dealer.text} does not play at this table"
                self._problem("wrong-dealer", message, deal.dealer.span, f"here play {' and '.join(players)}")
        dealers = [deal.dealer for deal, _ in found if deal.dealer]
        for dealer in dealers[1:]:
            if teams.side_of[dealer.text] != teams.side_of[dealers[0].text]:
                message = f"{dealer.text} and {dealers[0].text} are of two sides, and one side deals"
                self._problem("wrong-dealer", message, dealer.span, "the dealers of a hand are partners")

    def _pair(self, teams: TallyQuestion, met: Mapping[str, str], deal: Deal) -> tuple[str, ...] | None:
        """Who sat at the table of an entry."""
        tables = [*met.items()]
        opponent = {**met, **{other: one for one, other in tables}}
        names = tuple(word.text for word in entry_names(deal.entry))
        if deal.table and deal.table.value > len(tables):
            self.questions.problems.append(no_table(self.questions.scenario, deal.table.value, len(tables), deal.table.span))
            return None
        if deal.table is None and not names:
            message = "at which table nobody went out is not said"
            self._problem("table-missing", message, deal.span, f"deal {deal.number.value} table 1: dead")
            return None
        number = deal.table.value if deal.table else _table_of(names[0], tables)
        pair = tables[number - 1]
        if len(names) > 1 and (len(names) > SIDES or len({teams.side_of[name] for name in names}) < SIDES):
            said = f"{' and '.join(names)} are partners" if len(names) == SIDES else f"{len(names)} play at one table"
            message = f"{said}: a hand is between one of each side"
            self._problem("wrong-table", message, deal.span, f"{names[0]} plays against {opponent[names[0]]}")
            return None
        moves_on = self.rules.teams.opponents is Opponents.PER_HAND
        if not {*names} <= {*pair} and (len(names) == 1 or not moves_on):
            message = f"{names[0]} plays against {opponent[names[0]]}"
            if deal.table:
                message = f"at table {number} sit {' and '.join(pair)}"
            why = "the order of the sides' players pairs them, for the whole game"
            self._problem(
                "wrong-table", message, deal.span, "in this hand; the opponents change after each" if moves_on else why
            )
            return None
        # Where opponents move on it is the counts that say who sat there.
        return tuple(sorted(names, key=lambda name: name not in met)) if len(names) == SIDES else pair

    def _misses(self, teams: TallyQuestion, met: Mapping[str, str], at: At) -> bool:
        """Note the tables of a hand that have no entry; whether of more hands the same would have to be said."""
        waiting = still_to_play(_entries(at), teams.players, self.rules)
        missing = [player for pair in met.items() for player in pair if player in waiting]
        if not missing:
            return False
        deal = at[-1][0]
        message = f"deal {deal.number.value} has no entry for {' and '.join(missing)}: a hand is played at every table"
        is_bare = deal.number.span == deal.span
        hint = f"deal {deal.number.value} table {_table_of(missing[0], [*met.items()])}: …"
        self._problem("table-missing", message, deal.span, self._two_tables(deal) if is_bare else hint)
        return is_bare

    def _two_tables(self, deal: Deal) -> str:
        """How hands that are counted on are written where a hand has several tables."""
        deals = self.questions.scenario.own(Deal)
        after = deals[deals.index(deal) + 1]
        number = deal.number.value
        both = f"deal {number} table 1: {write_entry(deal.entry)}; deal {number} table 2: {write_entry(after.entry)}"
        return f"the tables of a hand have one number: {both}"

    # -- what is wrong --

    def _twice(self, deal: Deal, before: Deal, what: str) -> None:
        message = f"a second answer for {what}: the first stands in line {before.span.line}"
        self._problem("deal-twice", message, deal.span, "the next hand has the next number")

    def _uncounted(self, deal: Deal, player: str) -> None:
        assert isinstance(deal.entry, GoingEntry)
        message = f"no count for {player} in this hand"
        self._problem("count-missing", message, deal.entry.name.span, f"as in {write_entry(deal.entry)}, {player} 23")

    def _problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.questions.problem(code, message, span, hint)


def _hands(deals: Sequence[Deal]) -> list[list[Deal]]:
    """Entries by the number of their hand, in order."""
    hands: dict[int, list[Deal]] = {}
    for deal in deals:
        hands.setdefault(deal.number.value, []).append(deal)
    return [*hands.values()]


def _table_of(name: str, tables: Sequence[Pair]) -> int:
    """The number of the table at which a player sits."""
    return next(number for number, pair in enumerate(tables, 1) if name in pair)


def _entries(at: At) -> tuple[Entry, ...]:
    """Entries as the engine looks at them to see who sits where: whether a hand was dead, but not how it ended."""
    return tuple(
        Entry(
            deal=deal.number.value,
            seated=players,
            result=None
            if isinstance(deal.entry, DeadEntry)
            else Known((), dict.fromkeys(players, 0), dict.fromkeys(players, 0)),
            last=deal.last,
        )
        for deal, players in at
        for nothing in [dict.fromkeys(players, 0)]
    )
