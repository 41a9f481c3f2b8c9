"""Cards that are shown, or expected to be, against the hand in which they must lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ginrules.diagnostics import Diagnostic
from ginrules.notation.asked import Asked
from ginrules.notation.clauses import Expect, SpreadClause
from ginrules.notation.dealing import dealt
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import HIDDEN, Hand, LayOffs, Show, Turn, Word


def spread_problems(scenario: Scenario, question: Asked) -> Iterator[Diagnostic]:
    """Everything wrong with the loose cards of shown spreads, and with the spreads that are expected.

    The melds of a shown spread are the engine's to judge. A hand that is not known in full is not looked at.
    """
    hands = {hand.name.text: hand for hand in scenario.own(Hand)}
    for entry in question.moves:
        if isinstance(entry.move, Show):
            yield from _foreign(scenario, hands.get(entry.name.text), entry.move.spread.loose)
    for expectation in question.expectations:
        clause = expectation.clause
        if isinstance(clause, SpreadClause):
            hand = hands.get(clause.name.text)
            foreign = list(_foreign(scenario, hand, clause.spread.cards))
            yield from foreign
            if hand and clause.spread.loose and not foreign:
                yield from _left_out(scenario, hand, question, expectation, clause)


def _known(hand: Hand | None) -> bool:
    return hand is not None and all(card.text != HIDDEN for card in hand.spread.cards)


def _foreign(scenario: Scenario, hand: Hand | None, cards: Iterable[Word]) -> Iterator[Diagnostic]:
    if hand is None or not _known(hand):
        return
    held = {dealt(card) for card in hand.spread.cards}
    for card in cards:
        if dealt(card) not in held:
            yield scenario.source.problem("not-in-hand", f"{card.text} is not in the hand of {hand.name.text}", card.span)


def _left_out(
    scenario: Scenario, hand: Hand, question: Asked, expectation: Expect, clause: SpreadClause
) -> Iterator[Diagnostic]:
    """With deadwood written the whole hand is: what is thrown or laid off may be left out."""
    if not _known(hand):
        return
    missing = Counter(dealt(card) for card in hand.spread.cards) - Counter(dealt(card) for card in clause.spread.cards)
    gone = {card for entry in question.moves if entry.name.text == hand.name.text for card in _gone(entry.move)}
    names = [card for card in missing if card not in gone]
    if names:
        message = f"deadwood is written here, and {' '.join(names)} of the hand of {hand.name.text} is not"
        hint = "write the whole hand, or the melds alone"
        yield scenario.source.problem("spread-incomplete", message, expectation.span, hint=hint)


def _gone(move: object) -> Iterator[str]:
    if isinstance(move, Turn) and move.card:
        yield dealt(move.card)
    elif isinstance(move, LayOffs):
        yield from (dealt(card) for lay in move.lays for card in lay.cards)
