"""A hand typed on the command line."""

from __future__ import annotations

import re

from ginrules.cards import DECK_SIZE, JOKER, JOKERS, ONE_JOKER, Card, CardSet, card_hint
from ginrules.diagnostics import Diagnostic, InvalidInput, Span


def read_hand(text: str, name: str = "<cards>", *, jokers: int) -> CardSet:
    """Read cards separated by spaces or commas; brackets are passed over. `jokers` are in the deck.

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
                bit = ONE_JOKER << (cards & JOKERS).bit_count() if word == JOKER else Card.parse(word).bit
            except ValueError:
                code, message, hint = "not-a-card", f"{word!r} is not a card", card_hint(word)
                if word.startswith(JOKER):
                    code, message, hint = "joker", f"{word} is no card of a hand", "write * for a joker, whatever it stands for"
            else:
                if word == JOKER and (cards & JOKERS).bit_count() == jokers:
                    are = {0: "no joker is", 1: "one joker is"}.get(jokers, f"{jokers} jokers are")
                    code, message, hint = (
                        "joker",
                        f"{are} played here",
                        "choose a variant with jokers, or say how many: --variant joker, --set deck.jokers=2",
                    )
                    bit = 0
                if cards & bit:
                    code, message, hint = "card-twice", f"{Card.parse(word)} stands twice", "a pack has each card once"
                cards |= bit
            if code:
                span = Span(number, match.start() + 1, match.end() + 1)
                wrong.append(Diagnostic(code=code, message=message, hint=hint, file=name, span=span, excerpt=line))
    most = (DECK_SIZE + jokers) // 2
    if not wrong and cards.bit_count() > most:
        message = f"no hand has {cards.bit_count()} cards: {most} is half the pack"
        hint = "a hand of gin rummy has seven to eleven"
        wrong.append(Diagnostic(code="too-many-cards", message=message, file=name, hint=hint))
    if not wrong and not cards:
        wrong.append(Diagnostic(code="no-cards", message="there is no card", file=name, hint='as in "4h 5h 6h 9c"'))
    if wrong:
        raise InvalidInput(wrong)
    return cards
