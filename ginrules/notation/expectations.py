"""From the expectations of a question to the facts that its answer must give (`spec/scenario.schema.json`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ginrules.cards import write_meld
from ginrules.diagnostics import Diagnostic, Json, Span
from ginrules.notation.clauses import (
    Expect,
    IllegalClause,
    LegalClause,
    LimitClause,
    MeasureClause,
    MeasureWord,
    ResultClause,
    SpreadClause,
)
from ginrules.notation.questions import written_melds
from ginrules.notation.scenario import Source
from ginrules.notation.statements import Word


@dataclass(slots=True)
class Facts:
    """Collects the facts of one question; two that contradict each other are a diagnostic."""

    source: Source
    problems: list[Diagnostic]
    expect: dict[str, Json] = field(default_factory=dict)

    def state(self, fact: str, value: Json, span: Span, name: str = "") -> None:
        """Note a fact, of a player if `name` is given."""
        of: dict[str, Json] = self.expect
        key = fact
        if name:
            players = self.expect.setdefault(fact, {})
            assert isinstance(players, dict)
            of, key = players, name
        before = of.setdefault(key, value)
        if _in_order(before) != _in_order(value):
            whose = f"{fact} of {name}" if name else fact
            message = f"{whose} cannot be {_said(value)}: {_said(before)} is expected above"
            self.problems.append(self.source.problem("expected-twice", message, span))

    def winner(self, name: str) -> None:
        """Note one of the winners; those of all expectations together are the winners, no more and no fewer."""
        winners = self.expect.setdefault("winners", [])
        assert isinstance(winners, list)
        if name not in winners:
            winners.append(name)


def arrange_facts(expectations: Iterable[Expect], player: str, source: Source, problems: list[Diagnostic]) -> dict[str, Json]:
    """What is expected of the arrangement of one player's hand by expectations that name him."""
    facts = Facts(source, problems)
    for expectation in expectations:
        clause = expectation.clause
        if isinstance(clause, MeasureClause):
            for amount in clause.amounts:
                if amount.name.text == player:
                    facts.state("deadwood", amount.number.value, amount.number.span)
        else:
            assert isinstance(clause, SpreadClause)
            facts.state("melds", written_melds(clause.spread.melds), expectation.span)
    return facts.expect


def score_facts(expectations: Iterable[Expect], source: Source, problems: list[Diagnostic]) -> dict[str, Json]:
    """What is expected of a showdown."""
    facts = Facts(source, problems)
    for expectation in expectations:
        clause = expectation.clause
        match clause:
            case ResultClause():
                facts.state("outcome", str(clause.word), expectation.span)
                for amount in clause.amounts:
                    facts.winner(amount.name.text)
                    facts.state("points", amount.number.value, amount.number.span, amount.name.text)
            case MeasureClause(measure=MeasureWord.DEADWOOD | MeasureWord.POINTS | MeasureWord.BOXES):
                for amount in clause.amounts:
                    facts.state(str(clause.measure), amount.number.value, amount.number.span, amount.name.text)
            case LimitClause():
                facts.state("limit", clause.number.value, clause.number.span)
            case LegalClause():
                facts.state("refused", [], expectation.span)
            case IllegalClause():
                facts.state("refused", [word.text for word in clause.ids], expectation.span)
            case _:
                assert isinstance(clause, SpreadClause)  # checks.py lets nothing else through
                facts.state("spreads", written_melds(clause.spread.melds), expectation.span, clause.name.text)
    return facts.expect


def named_players(expectations: Iterable[Expect]) -> list[Word]:
    """Whose hands an arrangement is asked of, each once, in order."""
    found: dict[str, Word] = {}
    for expectation in expectations:
        clause = expectation.clause
        if isinstance(clause, MeasureClause):
            for amount in clause.amounts:
                found.setdefault(amount.name.text, amount.name)
        else:
            assert isinstance(clause, SpreadClause)
            found.setdefault(clause.name.text, clause.name)
    return list(found.values())


def _in_order(value: Json) -> object:
    """A value in which what has no order is sorted: melds, and the cards of each."""
    return sorted(sorted(meld) for meld in _melds(value)) if isinstance(value, list) else value


def _melds(value: list[Json]) -> Iterator[list[str]]:
    return ([str(card) for card in meld] for meld in value if isinstance(meld, list))


def _said(value: Json) -> str:
    """A fact as the notation writes it."""
    if not isinstance(value, list):
        return str(value)
    return " ".join(map(write_meld, _melds(value))) or write_meld(())
