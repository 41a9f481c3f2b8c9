"""What a question says, read from JSON; impossible input is an error that says where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeVar

from ginrules.cards import BIT, JOKER, Card, CardSet, write_card
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed
from ginrules.questions import Method
from ginrules.rules.catalogue import catalogue, not_played, rules_read
from ginrules.rules.typed import WrongRule, typed_rules
from ginrules.rules.variant import Rules

_Kind = TypeVar("_Kind")


class ImpossibleInput(InvalidInput):
    """A question about something that cannot be on a table; `path` says where in the parameters, as in `hands.Ann[3]`."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        self.message = message
        super().__init__([Diagnostic(code="impossible", message=message, file=path)])


def read_rules(method: Method, params: Mapping[str, Json], *, players: int) -> Rules:
    """The typed rules of a question: those that its method reads from the question, the others from the root variant.

    Raises:
        ImpossibleInput: a rule that is read is missing, or has no value of its own.
        NotPlayed: a value that this version does not play.
    """
    values = typed(params.get("rules"), dict, "rules", "an object of rules")
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


def read_players(params: Mapping[str, Json]) -> tuple[str, ...]:
    """The players in turn order, two of them; more are not played yet."""
    names = typed(params.get("players"), list, "players", "a list of players")
    players = tuple(typed(name, str, f"players[{index}]", "a player") for index, name in enumerate(names))
    if len(players) < 2:
        raise ImpossibleInput("players", "a hand has at least two players")
    for index, name in enumerate(players):
        if name in players[:index]:
            raise ImpossibleInput(f"players[{index}]", f"{name} stands twice")
    if len(players) > 2:
        raise NotPlayed(f"{len(players)} players in a hand")
    return players


def by_player(params: Mapping[str, Json], field: str, players: tuple[str, ...]) -> Iterator[tuple[str, Json, str]]:
    """The entries of an object with an entry a player: the player, what he has, the path."""
    entries = typed(params.get(field, {}), dict, field, "an object with an entry a player")
    for player, value in entries.items():
        path = f"{field}.{player}"
        known_player(player, players, path)
        yield player, value, path


def known_player(name: str, players: tuple[str, ...], path: str) -> None:
    """Refuse a name that is not among the players."""
    if name not in players:
        raise ImpossibleInput(path, f"{name} is not one of the players {', '.join(players)}")


def read_some_cards(value: Json, path: str) -> CardSet:
    """Cards of one meld or lay-off: at least one."""
    cards = read_cards(value, path)
    if not cards:
        raise ImpossibleInput(path, "there is no card")
    return cards


def read_cards(value: Json, path: str) -> CardSet:
    """A set of cards; none may stand twice."""
    cards = 0
    for index, text in enumerate(typed(value, list, path, "a list of cards")):
        card = read_card(text, f"{path}[{index}]")
        if cards & card:
            raise ImpossibleInput(f"{path}[{index}]", f"{write_card(card)} stands twice")
        cards |= card
    return cards


def read_card(value: Json, path: str) -> CardSet:
    """One card in its canonical text."""
    text = typed(value, str, path, "a card")
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


def typed(value: Json, kind: type[_Kind], path: str, what: str) -> _Kind:
    """A value of the wanted JSON type; `what` says in messages what should stand there."""
    if not isinstance(value, kind):
        raise ImpossibleInput(
            path, f"{what} should stand here, not {json.dumps(value)[:40]}" if value is not None else f"{what} is missing"
        )
    return value


def either(words: tuple[str, ...]) -> str:
    """Words as `a, b or c`."""
    return ", ".join(words[:-1]) + " or " + words[-1]
