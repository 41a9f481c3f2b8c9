"""A showdown behind the messages of the protocol: `score` parameters to its question, its answer to a `score` result."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ginrules.answer.reading import (
    Jokers,
    by_player,
    known_player,
    read_card,
    read_cards,
    read_melded,
    read_natural,
    read_players,
    read_rules,
    typed,
)
from ginrules.cards import write_card, write_cards, write_melded
from ginrules.diagnostics import ImpossibleInput, Json, listed
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.showdown import Call, LayOff, Refusal, Showdown, ShowdownQuestion, Spread, score
from ginrules.questions import Method
from ginrules.rules.variant import LimitKind, Rules, Spades


def answer_score(params: Mapping[str, Json]) -> dict[str, Json]:
    """The answer to `score`; see `ginrules.answer.answer`."""
    players = read_players(params)
    rules = read_rules(Method.SCORE, params, players=len(players))
    return reply_score(read_question(params, players, rules), rules)


def reply_score(question: ShowdownQuestion, rules: Rules, parts: Parts = STANDARD) -> dict[str, Json]:
    """The answer to a question that has been read."""
    result = score(question, rules, parts)
    if isinstance(result, Refusal):
        return {"refused": write_refusal(result)}
    return write_showdown(result)


READ_BY = frozenset({"players.format", "deck.jokers", "deal.cards", "knock.limit", "scoring.spades"})
"""The rules that `read_question` looks at: under others the question that is read is the same."""


def read_question(params: Mapping[str, Json], players: tuple[str, ...], rules: Rules) -> ShowdownQuestion:
    """The question about a showdown, with hands and cards that are possible; its declarations may be wrong."""
    knocker = typed(params.get("knocker"), str, "knocker", "a player")
    known_player(knocker, players, "knocker")
    call = params.get("call")
    if call not in tuple(Call):
        raise ImpossibleInput("call", f"the call is {listed(tuple(Call), 'or')}, not {json.dumps(call)}")
    spreads = {player: read_spread(value, path, rules) for player, value, path in by_player(params, "spreads", players)}
    layoffs = {player: _layoffs(value, path, rules) for player, value, path in by_player(params, "layoffs", players)}
    if any(layoffs.values()) and knocker not in spreads:
        raise ImpossibleInput(
            "layoffs", f"cards are laid off on a spread that {knocker} does not declare: give spreads.{knocker}"
        )
    jokers = Jokers(rules)
    question = ShowdownQuestion(
        players=players,
        knocker=knocker,
        call=Call(str(call)),
        hands={player: read_cards(value, path, jokers) for player, value, path in by_player(params, "hands", players)},
        discard=read_card(params["discard"], "discard", Jokers(rules)) if "discard" in params else None,
        upcard=read_card(params["upcard"], "upcard", Jokers(rules)) if "upcard" in params else None,
        spreads=spreads,
        layoffs=layoffs,
    )
    _check_counts(question, rules)
    _check_upcard(question, rules)
    return question


def _check_counts(question: ShowdownQuestion, rules: Rules) -> None:
    """Every hand is there with its number of cards, no card in two hands (`deal.cards`)."""
    too_many = rules.cannot_seat(len(question.players))
    if too_many:
        raise ImpossibleInput("players", too_many)
    cards = rules.cards_each(len(question.players))
    if cards is None:
        raise ImpossibleInput("rules.deal.cards", f"no number of cards for {len(question.players)} players")
    if question.call is Call.BIG_GIN and question.discard is not None:
        raise ImpossibleInput("discard", "big gin is called without a discard")
    more = question.call is Call.BIG_GIN or question.discard is not None
    for player in question.players:
        if player not in question.hands:
            raise ImpossibleInput("hands", f"the hand of {player} is missing")
        hand = question.hands[player]
        right = cards + (more and player == question.knocker)
        if hand.bit_count() != right:
            hint = (
                ": with one card more the knocker names his discard"
                if hand.bit_count() == right + 1 and player == question.knocker
                else ""
            )
            raise ImpossibleInput(f"hands.{player}", f"{player} holds {hand.bit_count()} cards, not {right}{hint}")
        for other, theirs in question.hands.items():
            if other != player and hand & theirs:
                both = " ".join(write_cards(hand & theirs))
                raise ImpossibleInput(f"hands.{player}", f"{both} is in the hands of {player} and {other}")


def _check_upcard(question: ShowdownQuestion, rules: Rules) -> None:
    """The upcard is there where a rule looks at it; it may be in a hand, as somebody may have taken it."""
    if question.upcard is not None:
        return
    if rules.knock.limit.kind is LimitKind.UPCARD:
        raise ImpossibleInput("upcard", "knock.limit depends on the upcard, which is missing")
    if rules.scoring.spades is not Spades.NOTHING:
        raise ImpossibleInput("upcard", "scoring.spades depends on the upcard, which is missing")


def read_spread(value: Json, path: str, rules: Rules) -> Spread:
    """A whole spread, one meld after the other, or no meld."""
    melds = typed(value, list, path, "a list of melds")
    jokers = Jokers(rules)
    return tuple(read_melded(meld, f"{path}[{index}]", jokers) for index, meld in enumerate(melds))


def _layoffs(value: Json, path: str, rules: Rules) -> tuple[LayOff, ...]:
    layoffs = []
    jokers = Jokers(rules)
    for index, item in enumerate(typed(value, list, path, "a list of lay-offs")):
        where = f"{path}[{index}]"
        layoff = typed(item, dict, where, "a lay-off with cards and onto")
        layoffs.append(
            LayOff(
                read_melded(layoff.get("cards"), f"{where}.cards", jokers), read_natural(layoff.get("onto"), f"{where}.onto")
            )
        )
    return tuple(layoffs)


def write_refusal(refusal: Refusal) -> dict[str, Json]:
    """What is said of an action that the variant forbids."""
    return {"rules": list(refusal.rules), "message": refusal.message, "player": refusal.player}


def write_showdown(showdown: Showdown) -> dict[str, Json]:
    """A `score` result."""
    result: dict[str, Json] = {
        "outcome": str(showdown.outcome),
        "winners": list(showdown.winners),
        "deadwood": dict(showdown.deadwood),
        "points": dict(showdown.points),
        "boxes": dict(showdown.boxes),
        "spreads": {player: write_spread(spread) for player, spread in showdown.spreads.items()},
        "layoffs": {player: [_write_layoff(layoff) for layoff in laid] for player, laid in showdown.layoffs.items()},
        "steps": [
            {"rule": step.rule, "player": step.player, "points": step.points, "text": step.text} for step in showdown.steps
        ],
    }
    if showdown.limit is not None:
        result["limit"] = showdown.limit
    return result


def write_spread(spread: Spread) -> list[Json]:
    """A spread as lists of cards."""
    return [list(write_melded(meld)) for meld in spread]


def _write_layoff(layoff: LayOff) -> dict[str, Json]:
    return {"cards": list(write_melded(layoff.cards)), "onto": write_card(layoff.onto)}
