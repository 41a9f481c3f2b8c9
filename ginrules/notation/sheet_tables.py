"""Who sat where in each hand of a score sheet, and whether every table has one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ginrules.diagnostics import Span
from ginrules.notation.asked import Asked
from ginrules.notation.fitting import entry_names
from ginrules.notation.questions import Questions
from ginrules.notation.seats import Seats
from ginrules.notation.sheet_checks import SIDES, no_table
from ginrules.notation.statements import DeadEntry, Deal, Dealer, GoingEntry
from ginrules.notation.writer import write_entry
from ginrules.rules.variant import DeadHand, Rules


@dataclass(frozen=True, slots=True)
class Seated:
    """An entry of the sheet, who sat at its table, and who dealt there, if that is said."""

    deal: Deal
    players: tuple[str, ...]
    dealer: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a sheet under one variant; what is wrong is noted in the problems of `questions`."""

    questions: Questions
    rules: Rules
    seats: Seats | None
    """The pairs of a partnership; `None` where all play at one table."""

    def seated(self, asked: Asked) -> Iterator[Seated]:
        """Every entry of a question with those who sat at its table."""
        place = 0
        hands = _hands(asked.deals)
        given = [dealer.name.text for dealer in self.questions.scenario.own(Dealer)]
        for number, deals in enumerate(hands, 1):
            at = self._at_one_table(deals) if self.seats is None else self._in_pairs(self.seats, deals, place)
            for deal, players in at:
                dealers = [deal.dealer.text] if deal.dealer else given if number == 1 else []
                yield Seated(deal, players, next((name for name in dealers if name in players), ""))
            if self.seats and number < len(hands) and self._misses(self.seats, at, place):
                return
            place += self._moves_on(deals)

    def next_hand(self, asked: Asked) -> int:
        """The place of the hand that is played after these deals, or in which tables are still to play; hands count from 0."""
        hands = _hands(asked.deals)
        place = sum(map(self._moves_on, hands))
        if self.seats is None or not hands:
            return place
        last = max(place - self._moves_on(hands[-1]), 0)
        there = self._answered(self._in_pairs(self.seats, hands[-1], last))
        return place if len(there) == len(self.seats.first) * SIDES else last

    def _moves_on(self, deals: Sequence[Deal]) -> bool:
        """Whether opponents change after a hand: not where all of it is dealt again."""
        return not all(self._dealt_again(deal) for deal in deals)

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

    def _in_pairs(self, seats: Seats, deals: Sequence[Deal], place: int) -> list[tuple[Deal, tuple[str, ...]]]:
        """The tables of one hand of a partnership; entries of which it cannot be said who sat there are noted and left out."""
        found: list[tuple[Deal, tuple[str, ...]]] = []
        has: dict[str, tuple[Deal, tuple[str, ...]]] = {}
        for deal in deals:
            players = self._pair(seats, deal, place)
            if players is None:
                continue
            for player in players:
                before, there = has.get(player, (deal, players))
                if before is not deal and not (self._dealt_again(before) and there == players):
                    self._twice(deal, before, f"the hand of {player}")
                    break
            has.update(dict.fromkeys(players, (deal, players)))
            found.append((deal, players))
        self._check_dealers(seats, found)
        return found

    def _check_dealers(self, seats: Seats, found: Sequence[tuple[Deal, tuple[str, ...]]]) -> None:
        """A dealer plays at his table, and one side deals at all tables."""
        for deal, players in found:
            if deal.dealer and deal.dealer.text not in players:
                message = f"{deal.dealer.text} does not play at this table"
                self._problem("wrong-dealer", message, deal.dealer.span, f"here play {' and '.join(players)}")
        dealers = [deal.dealer for deal, _ in found if deal.dealer]
        for dealer in dealers[1:]:
            if (dealer.text in seats.first) is not (dealers[0].text in seats.first):
                message = f"{dealer.text} and {dealers[0].text} are of two sides, and one side deals"
                self._problem("wrong-dealer", message, dealer.span, "the dealers of a hand are partners")

    def _pair(self, seats: Seats, deal: Deal, place: int) -> tuple[str, ...] | None:
        """Who sat at the table of an entry."""
        tables = seats.tables(place)
        names = tuple(word.text for word in entry_names(deal.entry))
        if deal.table and deal.table.value > len(tables):
            self.questions.problems.append(no_table(self.questions.scenario, deal.table.value, len(tables), deal.table.span))
            return None
        if deal.table is None and not names:
            message = "at which table nobody went out is not said"
            self._problem("table-missing", message, deal.span, f"deal {deal.number.value} table 1: dead")
            return None
        number = deal.table.value if deal.table else seats.table_of(names[0], place)
        pair = tables[number - 1]
        if len(names) > 1 and not seats.are_opponents(names):
            said = f"{' and '.join(names)} are partners" if len(names) == SIDES else f"{len(names)} play at one table"
            message = f"{said}: a hand is between one of each side"
            self._problem("wrong-table", message, deal.span, f"{names[0]} plays against {seats.opponent(names[0], place)}")
            return None
        if not {*names} <= {*pair} and (len(names) == 1 or not seats.move_on):
            message = f"{names[0]} plays against {seats.opponent(names[0], place)}"
            if deal.table:
                message = f"at table {number} sit {' and '.join(pair)}"
            self._problem("wrong-table", message, deal.span, self._why_there(seats))
            return None
        # Where opponents move on it is the counts that say who sat there.
        return tuple(sorted(names, key=[*seats.first, *seats.second].index)) if len(names) == SIDES else pair

    def _why_there(self, seats: Seats) -> str:
        if seats.move_on:
            return "in this hand; the opponents change after each"
        return "the order of the sides' players pairs them, for the whole game"

    def _misses(self, seats: Seats, found: Sequence[tuple[Deal, Sequence[str]]], place: int) -> bool:
        """Note the tables of a hand that have no entry; whether of more hands the same would have to be said."""
        there = self._answered(found)
        missing = [player for pair in seats.tables(place) for player in pair if player not in there]
        if not missing or not found:
            return False
        deal = found[-1][0]
        message = f"deal {deal.number.value} has no entry for {' and '.join(missing)}: a hand is played at every table"
        is_bare = deal.number.span == deal.span
        hint = f"deal {deal.number.value} table {seats.table_of(missing[0], place)}: …"
        self._problem("table-missing", message, deal.span, self._two_tables(deal) if is_bare else hint)
        return is_bare

    def _answered(self, found: Sequence[tuple[Deal, Sequence[str]]]) -> set[str]:
        """Whose tables have an answer: a table that is dealt again has none, unless all of them are."""
        stands = [each for each in found if not self._dealt_again(each[0])]
        return {player for _, players in stands or found for player in players}

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
