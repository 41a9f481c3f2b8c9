"""From the deals of a score sheet to the parameters of `tally` under one variant, as `spec/protocol.schema.json` has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ginrules.diagnostics import Json, Span, did_you_mean, listed
from ginrules.engine.sheet import TallyQuestion
from ginrules.notation.asked import Asked, asked, expects
from ginrules.notation.clauses import Expect, NextTableClause, OfColumnClause
from ginrules.notation.fitting import entry_names
from ginrules.notation.neighbours import seating
from ginrules.notation.questions import Questions
from ginrules.notation.sheet_checks import SIDES, SIDES_HINT, counts, no_table
from ginrules.notation.sheet_tables import Seated, Tables
from ginrules.notation.statements import Amount, Carried, DeadEntry, Deal, GoingEntry, Number, PointsEntry, Side, Table
from ginrules.notation.writer import write_entry
from ginrules.questions import Method
from ginrules.rules.variant import CollectKind, EndKind, Format


class Sheet:
    """Builds the questions of a score sheet under one variant; what is wrong is noted in the problems of `questions`."""

    def __init__(self, questions: Questions, column: str) -> None:
        scenario = questions.scenario
        self.questions = questions
        self.column = column
        self.entries: dict[tuple[int, tuple[str, ...], str], dict[str, Json]] = {}
        """What was made of an entry at its place, by who sat there and who dealt."""
        self.rules = questions.variant.rules()
        self.players = scenario.players
        self.sides: Mapping[str, tuple[str, ...]] = {
            side.name.text: tuple(word.text for word in side.members) for side in scenario.sides
        }
        self.in_pairs = self._is_partnership and len(self.sides) == SIDES
        teams = TallyQuestion(players=self.players, sides=self.sides, carried=None, entries=()) if self.in_pairs else None
        self.tables = Tables(questions, self.rules, teams)

    @property
    def _is_partnership(self) -> bool:
        return self.rules.players.format is Format.PARTNERSHIP

    def sound(self) -> bool:
        """Whether the players and sides are such that its hands can be looked at together; else what is wrong is noted."""
        before = len(self.questions.problems)
        self._check_players()
        self._check_sides()
        is_sound = len(self.questions.problems) == before
        if not is_sound:
            self._look_at_deals()
        self._check_rest()
        return is_sound

    def look_at_lines(self) -> None:
        """Note what is wrong with single lines, and with who plays if that is said: something else is wrong with the sheet."""
        scenario = self.questions.scenario
        if not (scenario.lacks or self.sides) and scenario.own(Deal):
            self._check_players()
            self._check_sides()
        self._look_at_deals()
        self._check_rest()

    def _look_at_deals(self) -> None:
        """Each hand by itself, and at one table that it has one entry."""
        for deal in self.questions.scenario.own(Deal):
            self._check_deal(deal)
        # A deal that was taken back has another with its number.
        if not (self.sides or self._is_partnership or "expect" in self.questions.scenario.lacks):
            self.tables.check_twice(asked(self.questions.scenario, self.column, to_the_end=True)[-1].deals)

    def _check_rest(self) -> None:
        """The beginning and the expectations."""
        self._check_carried()
        for expectation in self.questions.scenario.own(Expect):
            if expects(expectation, self.column):
                self._check_expectation(expectation)

    def params(self, asked: Asked) -> dict[str, Json] | None:
        """The parameters of the question about these deals; `None` where something is wrong."""
        problems = self.questions.problems
        before = len(problems)
        deals: list[Json] = [self._made(seated) for seated in self.tables.seated(asked)]
        if len(problems) > before:
            return None
        params: dict[str, Json] = {
            "rules": self.questions.variant.question_rules(Method.TALLY),
            "players": [*self.players],
        }
        if self.sides:
            params["sides"] = {name: [*members] for name, members in self.sides.items()}
        for carried in self.questions.scenario.own(Carried):
            begun: dict[str, Json] = {"totals": self._each(carried.amounts)}
            if carried.boxes:
                begun["boxes"] = self._each(carried.boxes)
            params["carried"] = begun
        params["deals"] = deals
        return params

    def _each(self, amounts: Sequence[Amount]) -> dict[str, Json]:
        """A number for every side, 0 where none is said."""
        said = {amount.name.text: amount.number.value for amount in amounts}
        return {name: said.get(name, 0) for name in self.sides or self.players}

    # -- what the variant wants of a sheet --

    def _check_players(self) -> None:
        """As many as the variant is for; the first one too many is shown where he is named."""
        counts = self.questions.variant.values["players.count"]
        assert isinstance(counts, list)
        if len(self.players) in counts:
            return
        those = listed([str(count) for count in counts], "or")
        message = f"{self.questions.variant.id} is for {those} players, this sheet has {len(self.players)}"
        if self.players:
            message += f": {', '.join(self.players)}"
        most = max(count for count in counts if isinstance(count, int))
        extra = self.players[most] if len(self.players) > most else ""
        near = did_you_mean(extra, self.players[:most]) if extra else ""
        other = "Ann" if "Bob" in self.players else "Bob"
        alone = f"say who plays: players {' '.join(self.players) or 'Ann'} {other}" if len(self.players) < SIDES else ""
        others = "" if len(self.players) < SIDES else seating(len(self.players))
        hint = near or alone or others or "`players` names those who play, else those who have a count"
        self._problem("player-count", message, self._place_of(extra), hint)

    def _place_of(self, name: str) -> Span:
        """Where a player is named first in the sheet; without a name the first deal."""
        deals = self.questions.scenario.own(Deal)
        named = (word.span for deal in deals for word in entry_names(deal.entry) if name and word.text == name)
        return next(named, deals[0].span)

    def _check_sides(self) -> None:
        scenario, variant = self.questions.scenario, self.questions.variant.id
        if self._is_partnership:
            if not self.sides:
                message = f"{variant} is played by two sides, and none is named here"
                self._problem("sides-unpaired", message, scenario.own(Deal)[0].span, SIDES_HINT)
            return
        for side in scenario.settings(Side):
            hint = "sides belong to a partnership, as in variant partnership"
            self._problem("sides-unpaired", f"{variant} is played without sides", side.span, hint)
        for table in scenario.settings(Table) if not self.sides else ():
            self.questions.problems.append(no_table(scenario, table.number.value, 1, table.span))

    def _check_carried(self) -> None:
        """What the sheet begins with stands in one column, and is a score that there can be."""
        for carried in self.questions.scenario.own(Carried):
            if self.rules.scoring.collect.kind is CollectKind.DIFFERENCE:
                self._check_low(carried)
            if self.rules.game.columns.factors:
                message = "a sheet of several columns begins empty: nothing says in which of them these stand"
                self._problem("score-of-columns", message, carried.span, "write the hands")

    def _check_low(self, carried: Carried) -> None:
        """Where nobody is charged no total falls below 0, nor below the boxes that are written with it."""
        worth = self.rules.boxes.worth_at_once
        boxes = {amount.name.text: amount.number.value for amount in carried.boxes}
        totals = {amount.name.text for amount in carried.amounts}
        nothing = (
            Amount(amount.name, Number(0, amount.number.span)) for amount in carried.boxes if amount.name.text not in totals
        )
        for amount in (*carried.amounts, *nothing):
            least = worth * boxes.get(amount.name.text, 0)
            if amount.number.value < least:
                why = "the boxes are written with it" if least else "nobody is charged points here"
                self._problem("bad-count", f"this total cannot be below {least}: {why}", amount.number.span)

    def _check_expectation(self, expectation: Expect) -> None:
        clause = expectation.clause
        columns = self.rules.game.columns.factors
        if isinstance(clause, OfColumnClause) and clause.number.value > len(columns or ()):
            has = f"has {len(columns)} columns" if columns else "has one column, which has no number"
            message = f"there is no column {clause.number.value}: the sheet of {self.questions.variant.id} {has}"
            self._problem("no-column", message, clause.number.span, "" if columns else "leave out the column")
        count = len(self.players) // SIDES if self.in_pairs else 1
        if isinstance(clause, NextTableClause) and clause.number.value > count:
            self.questions.problems.append(no_table(self.questions.scenario, clause.number.value, count, clause.number.span))

    # -- an entry --

    def _made(self, seated: Seated) -> dict[str, Json]:
        """An entry, made once: a question about a longer sheet has it again."""
        known = (id(seated.deal), seated.players, seated.dealer)
        if known not in self.entries:
            before = len(self.questions.problems)
            made = self._deal(seated)
            if len(self.questions.problems) > before:
                return made
            self.entries[known] = made
        return self.entries[known]

    def _deal(self, seated: Seated) -> dict[str, Json]:
        deal, entry = seated.deal, seated.deal.entry
        self._check_deal(deal)
        made: dict[str, Json] = {"deal": deal.number.value}
        if deal.table:
            made["table"] = deal.table.value
        if seated.dealer:
            made["dealer"] = seated.dealer
        if deal.upcard:
            made["upcard"] = deal.upcard.text
        if deal.factor:
            made["factor"] = deal.factor.value
        if deal.last:
            made["last"] = True
        if isinstance(entry, DeadEntry):
            return {**made, **({"players": [*seated.players]} if self.in_pairs else {}), "outcome": "dead"}
        if isinstance(entry, PointsEntry):
            return {**made, **self._points(entry, seated.players)}
        counts = {amount.name.text: amount.number.value for amount in entry.others}
        counts[entry.name.text] = entry.deadwood.value if entry.deadwood else 0
        deadwood: dict[str, Json] = {player: counts.get(player, 0) for player in seated.players}
        return {**made, "knocker": entry.name.text, "call": str(entry.going), "deadwood": deadwood}

    def _points(self, entry: PointsEntry, players: Sequence[str]) -> dict[str, Json]:
        """A score already known: the first named won, and whoever else has more than nothing."""
        points = {amount.name.text: amount.number.value for amount in entry.amounts}
        first = entry.amounts[0]
        winners = [player for player in players if player == first.name.text or points.get(player, 0) > 0]
        charged = self.rules.scoring.collect.kind is not CollectKind.DIFFERENCE
        if len(winners) == len(players):
            other = next(amount for amount in reversed(entry.amounts) if amount.number.value > 0 and amount is not first)
            message = f"{first.name.text} won this hand, and {other.name.text} has points of it too"
            if len(players) > SIDES:
                message = f"all {len(players)} have points of this hand, and somebody lost it"
            said = f"{first.name.text} knock {first.number.value}, {other.name.text} {other.number.value}"
            self._problem("both-won", message, other.number.span, f"counts are written with a knock: {said}")
        for amount in entry.amounts:
            if amount.number.value < 0 and (amount.name.text in winners or not charged):
                message = "who wins a hand is not charged" if charged else "nobody is charged points here"
                self._problem("bad-count", message, amount.number.span, "the winner is named first")
        return {"winners": [*winners], "points": {player: points.get(player, 0) for player in players}}

    def _check_deal(self, deal: Deal) -> None:
        """What a hand needs under the variant's rules: an upcard, a clock, counts that a hand can have."""
        entry = deal.entry
        if deal.last and self.rules.game.end.kind is not EndKind.TIME:
            message = f"time ends no game of {self.questions.variant.id}: game.end is {self.rules.game.end.kind}"
            self._problem("no-time", message, deal.span, "leave out last")
        if not isinstance(entry, GoingEntry):
            return
        if deal.upcard is None:
            number = "" if deal.number.span == deal.span else f"deal {deal.number.value} "
            hint = f"{number}upcard 4s: {write_entry(entry)}"
            # Where only the limit depends on the upcard the entry does not let the limit be seen, and none is checked (T1).
            self.questions.missing_upcard(entry.name.span, hint, knocks=False)
        for count in counts(entry):
            if count.value > self._most:
                message = f"no hand counts {count.value}: the most is {self._most}"
                self._problem("bad-count", message, count.span, "a count is what is left in a hand at the end")

    @cached_property
    def _most(self) -> int:
        """The most that the cards of a hand can count; of all cards where there are no hands for so many players."""
        values, cards, count = self.rules.deck.values, self.rules.deal.cards, len(self.players)
        deck = sorted([value for value in values.by_rank for _ in range(4)] + [values.joker] * self.rules.deck.jokers)
        return sum(deck[-cards.at(count) :] if cards.serves(count) else deck)

    def _problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.questions.problem(code, message, span, hint)
