"""The built-in engine behind the messages of the protocol: JSON in, JSON out.

Impossible input is an error that says where; what the variant forbids is an answer, `refused`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ginrules.answer.reading import DEEPEST, Jokers, is_deep, read_cards, read_rules
from ginrules.cards import DECK_SIZE, CardSet, write_melded
from ginrules.diagnostics import ImpossibleInput, Json, NotPlayed
from ginrules.engine.parts import STANDARD, Parts
from ginrules.questions import Method
from ginrules.rules.variant import Rules

__all__ = ["FACTS", "METHODS", "ImpossibleInput", "answer"]

METHODS = ("arrange", "score", "play", "tally")
"""The questions that are answered."""

FACTS = (
    *("outcome", "winners", "deadwood", "points", "boxes", "limit", "spreads", "layoffs", "legal"),
    *("bonuses", "finals", "settlement", "columns", "next"),
)
"""The facts that the answers give, as `answers` of `initialize` names them."""


def answer(method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    """The answer to a question, in the shapes of `spec/protocol.schema.json`; a refusal is an answer.

    Raises:
        ImpossibleInput: the question is about something that cannot be.
        NotPlayed: this version does not answer the method, or does not play a value of the rules.
    """
    try:
        return _answered(method, params)
    except RecursionError:
        for field, value in params.items():
            if is_deep(value):
                raise ImpossibleInput(field, f"lists and objects lie more than {DEEPEST} deep in one another") from None
        raise


def _answered(method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    if method == Method.ARRANGE:
        return _answer_arrange(params)
    if method == Method.SCORE:
        from ginrules.answer.showdown import answer_score

        return answer_score(params)
    if method == Method.PLAY:
        from ginrules.answer.play import answer_play

        return answer_play(params)
    if method == Method.TALLY:
        from ginrules.answer.tally import answer_tally

        return answer_tally(params)
    raise NotPlayed(f"{method}: {', '.join(METHODS)} are answered by this version")


def _answer_arrange(params: Mapping[str, Json]) -> dict[str, Json]:
    rules = read_rules(Method.ARRANGE, params, players=2)
    return reply_arrange(read_one_hand(params, rules), rules)


READ_BY = frozenset({"deck.jokers"})
"""The rules that `read_one_hand` looks at: under others the hand that is read is the same."""


def read_one_hand(params: Mapping[str, Json], rules: Rules) -> CardSet:
    """The hand that is to be arranged."""
    hand = read_cards(params.get("hand"), "hand", Jokers(rules))
    most = (DECK_SIZE + rules.deck.jokers) // 2  # no player of two or more can hold more, and up to there the search is fast
    if hand.bit_count() > most:
        raise ImpossibleInput("hand", f"no hand has {hand.bit_count()} cards: {most} is half the pack")
    return hand


def reply_arrange(hand: CardSet, rules: Rules, parts: Parts = STANDARD) -> dict[str, Json]:
    """The answer to a hand that has been read."""
    arrangement = parts.melder(rules.deck, rules.melds).arrange(hand)
    return {"deadwood": arrangement.deadwood, "melds": [[*write_melded(meld)] for meld in arrangement.melds]}
