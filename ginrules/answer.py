"""The built-in engine behind the messages of the protocol: JSON in, JSON out.

Impossible input is an error that says where; what the variant forbids is an answer, `refused`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeVar

from ginrules.cards import BIT, JOKER, Card, CardSet, write_card, write_cards
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed
from ginrules.engine.melds import arrange
from ginrules.engine.showdown import Call, LayOff, Refusal, Showdown, ShowdownQuestion, Spread, score
from ginrules.questions import Method
from ginrules.rules.catalogue import catalogue, not_played, rules_read
from ginrules.rules.typed import WrongRule, typed_rules
from ginrules.rules.variant import LimitKind, Rules, Spades

METHODS = ("arrange", "score")
"""The questions that are answered."""

FACTS = ("outcome", "winners", "deadwood", "points", "boxes", "limit", "spreads", "layoffs")
"""The facts that the answers give, as `answers` of `initialize` names them."""

_Kind = TypeVar("_Kind")


class ImpossibleInput(InvalidInput):
    """A question about something that cannot be on a table; `path` says where in the parameters, as in `hands.Ann[3]`."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        self.message = message
        super().__init__([Diagnostic(code="impossible", message=message, file=path)])


def answer(method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    """The answer to a question, in the shapes of `spec/protocol.schema.json`; a refusal is an answer.

    Raises:
        ImpossibleInput: the question is about something that cannot be.
        NotPlayed: this version does not answer the method, or does not play a value of the rules.
    """
    if method == Method.ARRANGE:
        return _answer_arrange(params)
    if method == Method.SCORE:
        return _answer_score(params)
    raise NotPlayed(f"{method}: {', '.join(METHODS)} are answered by this version")


def _answer_arrange(params: Mapping[str, Json]) -> dict[str, Json]:
    rules = _rules(Method.ARRANGE, params, players=2)
    hand = _hand(params.get("hand"), "hand")
    arrangement = arrange(hand, rules.deck, rules.melds)
    return {"deadwood": arrangement.deadwood, "melds": _write_spread(arrangement.melds)}


def _answer_score(params: Mapping[str, Json]) -> dict[str, Json]:
    players = _players(params)
    rules = _rules(Method.SCORE, params, players=len(players))
    result = score(_question(params, players, rules), rules)
    if isinstance(result, Refusal):
        return {"refused": {"rules": list(result.rules), "message": result.message, "player": result.player}}
    return _write_showdown(result)


# --- rules


def _rules(method: Method, params: Mapping[str, Json], *, players: int) -> Rules:
    values = _typed(params.get("rules"), dict, "rules", "an object of rules")
    return _checked_rules(method, json.dumps(values, sort_keys=True), players)


@lru_cache(maxsize=256)
def _checked_rules(method: Method, text: str, players: int) -> Rules:
    values: dict[str, Json] = json.loads(text)
    for rule in rules_read(method):
        if rule not in values:
            raise ImpossibleInput(f"rules.{rule}", f"{method} reads {rule}, which is missing")
        if not _within(catalogue()[rule].schema, values[rule]):
            raise ImpossibleInput(f"rules.{rule}", f"{rule} cannot be {json.dumps(values[rule])}")
    gaps = not_played(method, values, players)
    if gaps:
        raise NotPlayed(", ".join(gaps))
    unread = {rule: value for rule, value in _root().items() if rule not in rules_read(method)}
    try:
        return typed_rules(values | unread)
    except WrongRule as error:
        raise ImpossibleInput(f"rules.{error.rule}", str(error)) from error


@cache
def _root() -> Mapping[str, Json]:
    """The values of the root variant; those that a question reads are never taken from here."""
    from ginrules.rules.resolve import load_variant

    return load_variant("standard").values


def _within(schema: Mapping[str, object], value: Json) -> bool:
    """Whether the numbers of a value lie in the range of the schema; words are judged by the typed rules."""
    if isinstance(value, int):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        return isinstance(low, int) and isinstance(high, int) and low <= value <= high
    properties = schema.get("properties")
    if isinstance(value, dict) and isinstance(properties, Mapping):
        return all(_within(properties[key], item) for key, item in value.items() if key in properties)
    return True


# --- what a question says


def _question(params: Mapping[str, Json], players: tuple[str, ...], rules: Rules) -> ShowdownQuestion:
    knocker = _typed(params.get("knocker"), str, "knocker", "a player")
    _known_player(knocker, players, "knocker")
    call = params.get("call")
    if call not in tuple(Call):
        raise ImpossibleInput("call", f"the call is {_either(tuple(Call))}, not {json.dumps(call)}")
    spreads = {player: _spread(value, path) for player, value, path in _by_player(params, "spreads", players)}
    layoffs = {player: _layoffs(value, path) for player, value, path in _by_player(params, "layoffs", players)}
    if any(layoffs.values()) and knocker not in spreads:
        raise ImpossibleInput(
            "layoffs", f"cards are laid off on a spread that {knocker} does not declare: give spreads.{knocker}"
        )
    question = ShowdownQuestion(
        players=players,
        knocker=knocker,
        call=Call(str(call)),
        hands={player: _hand(value, path) for player, value, path in _by_player(params, "hands", players)},
        discard=_card(params["discard"], "discard") if "discard" in params else None,
        upcard=_card(params["upcard"], "upcard") if "upcard" in params else None,
        spreads=spreads,
        layoffs=layoffs,
    )
    _check_counts(question, rules)
    _check_upcard(question, rules)
    return question


def _check_counts(question: ShowdownQuestion, rules: Rules) -> None:
    """Every hand is there with its number of cards, no card in two hands (`deal.cards`)."""
    try:
        cards = rules.deal.cards.at(len(question.players))
    except KeyError:
        raise ImpossibleInput("rules.deal.cards", f"no number of cards for {len(question.players)} players") from None
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


def _players(params: Mapping[str, Json]) -> tuple[str, ...]:
    names = _typed(params.get("players"), list, "players", "a list of players")
    players = tuple(_typed(name, str, f"players[{index}]", "a player") for index, name in enumerate(names))
    if len(players) < 2:
        raise ImpossibleInput("players", "a hand has at least two players")
    for index, name in enumerate(players):
        if name in players[:index]:
            raise ImpossibleInput(f"players[{index}]", f"{name} stands twice")
    if len(players) > 2:
        raise NotPlayed(f"{len(players)} players in a hand")
    return players


def _by_player(params: Mapping[str, Json], field: str, players: tuple[str, ...]) -> Iterator[tuple[str, Json, str]]:
    """The entries of an object with an entry a player: the player, what he has, the path."""
    entries = _typed(params.get(field, {}), dict, field, "an object with an entry a player")
    for player, value in entries.items():
        path = f"{field}.{player}"
        _known_player(player, players, path)
        yield player, value, path


def _known_player(name: str, players: tuple[str, ...], path: str) -> None:
    if name not in players:
        raise ImpossibleInput(path, f"{name} is not one of the players {', '.join(players)}")


def _hand(value: Json, path: str) -> CardSet:
    return _cards(value, path)


def _spread(value: Json, path: str) -> Spread:
    melds = _typed(value, list, path, "a list of melds")
    return tuple(_some_cards(meld, f"{path}[{index}]") for index, meld in enumerate(melds))


def _layoffs(value: Json, path: str) -> tuple[LayOff, ...]:
    layoffs = []
    for index, item in enumerate(_typed(value, list, path, "a list of lay-offs")):
        where = f"{path}[{index}]"
        layoff = _typed(item, dict, where, "a lay-off with cards and onto")
        layoffs.append(LayOff(_some_cards(layoff.get("cards"), f"{where}.cards"), _card(layoff.get("onto"), f"{where}.onto")))
    return tuple(layoffs)


def _some_cards(value: Json, path: str) -> CardSet:
    cards = _cards(value, path)
    if not cards:
        raise ImpossibleInput(path, "there is no card")
    return cards


def _cards(value: Json, path: str) -> CardSet:
    cards = 0
    for index, text in enumerate(_typed(value, list, path, "a list of cards")):
        card = _card(text, f"{path}[{index}]")
        if cards & card:
            raise ImpossibleInput(f"{path}[{index}]", f"{write_card(card)} stands twice")
        cards |= card
    return cards


def _card(value: Json, path: str) -> CardSet:
    text = _typed(value, str, path, "a card")
    card = BIT.get(text)
    if card is None:
        if text.startswith(JOKER):
            raise ImpossibleInput(path, "there is no joker in the deck (deck.jokers is 0)")
        raise ImpossibleInput(path, _why_not_a_card(text))
    return card


def _why_not_a_card(text: str) -> str:
    """What is wrong with the text of a card: a message holds canonical texts only, where the notation reads more."""
    try:
        return f"{text!r} is written {Card.parse(text)}"
    except ValueError as error:
        return str(error)


def _typed(value: Json, kind: type[_Kind], path: str, what: str) -> _Kind:
    if not isinstance(value, kind):
        raise ImpossibleInput(
            path, f"{what} should stand here, not {json.dumps(value)[:40]}" if value is not None else f"{what} is missing"
        )
    return value


def _either(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1]


# --- what an answer says


def _write_showdown(showdown: Showdown) -> dict[str, Json]:
    result: dict[str, Json] = {
        "outcome": str(showdown.outcome),
        "winners": list(showdown.winners),
        "deadwood": dict(showdown.deadwood),
        "points": dict(showdown.points),
        "boxes": dict(showdown.boxes),
        "spreads": {player: _write_spread(spread) for player, spread in showdown.spreads.items()},
        "layoffs": {player: [_write_layoff(layoff) for layoff in laid] for player, laid in showdown.layoffs.items()},
        "steps": [
            {"rule": step.rule, "player": step.player, "points": step.points, "text": step.text} for step in showdown.steps
        ],
    }
    if showdown.limit is not None:
        result["limit"] = showdown.limit
    return result


def _write_spread(spread: Spread) -> list[Json]:
    return [list(write_cards(meld)) for meld in spread]


def _write_layoff(layoff: LayOff) -> dict[str, Json]:
    return {"cards": list(write_cards(layoff.cards)), "onto": write_card(layoff.onto)}
