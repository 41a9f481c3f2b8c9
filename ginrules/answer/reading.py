"""What a question says, read from JSON; impossible input is an error that says where."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeVar

from ginrules.cards import BIT, JOKER, Card, CardSet, write_card
from ginrules.diagnostics import ImpossibleInput, Json, NotPlayed
from ginrules.questions import Method
from ginrules.rules.catalogue import catalogue, is_value, not_played, rules_read
from ginrules.rules.typed import WrongRule, typed_rules
from ginrules.rules.variant import Rules

_Kind = TypeVar("_Kind")

_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,31}")
_RANGES = (("melds.set-min", "melds.set-max"), ("melds.run-min", "melds.run-max"))
"""Fewest and most of the same, which every method reads; no most is `None`."""


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
        if not is_value(rule, values[rule]):
            raise ImpossibleInput(f"rules.{rule}", f"{rule} cannot be {json.dumps(values[rule])}")
    for fewest, most in _RANGES:
        low, high = values[fewest], values[most]
        if isinstance(low, int) and isinstance(high, int) and low > high:
            raise ImpossibleInput(f"rules.{fewest}", f"{fewest} {low} is over {most} {high}")
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


def read_players(params: Mapping[str, Json]) -> tuple[str, ...]:
    """The players in turn order; how many may be in a hand now stands at `players.count` in the schema."""
    names = typed(params.get("players"), list, "players", "a list of players")
    players = tuple(typed(name, str, f"players[{index}]", "a player") for index, name in enumerate(names))
    if len(players) < 2:
        raise ImpossibleInput("players", "a hand has at least two players")
    for index, name in enumerate(players):
        if not _NAME.fullmatch(name):
            raise ImpossibleInput(
                f"players[{index}]", f"{name[:40]!r} is no name: a capital, then letters, digits and _, at most 32"
            )
        if _reads_like_a_card(name):
            raise ImpossibleInput(f"players[{index}]", f"{name} reads like a card")
        if name in players[:index]:
            raise ImpossibleInput(f"players[{index}]", f"{name} stands twice")
    played = catalogue()["players.count"].played
    if played is not None and len(players) not in played:
        raise NotPlayed(f"{len(players)} players in a hand")
    return players


def _reads_like_a_card(name: str) -> bool:
    try:
        Card.parse(name)
    except ValueError:
        return False
    return True


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
