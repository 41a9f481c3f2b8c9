"""A hand typed on the command line."""

from __future__ import annotations

import re

from ginrules.cards import JOKER, MOST_IN_HAND, Card, CardSet, card_hint
from ginrules.diagnostics import Diagnostic, InvalidInput, Span


def read_hand(text: str, name: str = "<cards>") -> CardSet:
    """Read cards separated by spaces or commas; brackets are passed over.

    Raises:
        InvalidInput: every word that is no card, and every card that stands twice, with its place.
    """
    cards = 0
    wrong: list[Diagnostic] = []
    for number, line in enumerate(text.split("\n"), start=1):
        for match in re.finditer(r"[^\s,\[\]]+", line):
            word = match.group()
            code, message, hint = "", "", ""
            try:
                bit = Card.parse(word).bit
            except ValueError:
                code, message, hint = "not-a-card", f"{word!r} is not a card", card_hint(word)
                if word.startswith(JOKER):
                    code, message, hint = "joker", "no jokers are played here", "arrange without jokers; they come later"
            else:
                if cards & bit:
                    code, message, hint = "card-twice", f"{Card.parse(word)} stands twice", "a pack has each card once"
                cards |= bit
            if code:
                span = Span(number, match.start() + 1, match.end() + 1)
                wrong.append(Diagnostic(code=code, message=message, hint=hint, file=name, span=span, excerpt=line))
    if not wrong and cards.bit_count() > MOST_IN_HAND:
        message = f"no hand has {cards.bit_count()} cards: {MOST_IN_HAND} is half the pack"
        hint = "a hand of gin rummy has seven to eleven"
        wrong.append(Diagnostic(code="too-many-cards", message=message, file=name, hint=hint))
    if not wrong and not cards:
        wrong.append(Diagnostic(code="no-cards", message="there is no card", file=name, hint='as in "4h 5h 6h 9c"'))
    if wrong:
        raise InvalidInput(wrong)
    return cards
