"""What a question says, read from JSON; impossible input is an error that says where."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeVar

from ginrules.cards import BIT, JOKER, ONE_JOKER, Card, CardSet, Meld, joined, standing_for, write_card
from ginrules.diagnostics import ImpossibleInput, Json, NotPlayed
from ginrules.questions import Method
from ginrules.rules.catalogue import is_value, not_played, rules_read
from ginrules.rules.typed import WrongRule, typed_rules
from ginrules.rules.variant import Rules

_Kind = TypeVar("_Kind")

_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,31}")
_RANGES = (("melds.set-min", "melds.set-max"), ("melds.run-min", "melds.run-max"))
"""Fewest and most of the same, in the methods that look at cards; no most is `None`."""


DEEPEST = 100
"""No question lies deeper; `serve` lets nothing deeper through either."""


def is_deep(value: Json) -> bool:
    """Whether lists and objects lie deeper in one another than in any question; without recursion."""
    level: list[Json] = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _within(outer)]
    return any(isinstance(each, list | dict) for each in level)


def _within(value: Json) -> Iterable[Json]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


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
        low, high = values.get(fewest), values.get(most)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            raise ImpossibleInput(f"rules.{fewest}", f"{fewest} {low} is over {most} {high}")
    return rules_of(method, values, players=players)


def rules_of(method: Method, values: Mapping[str, Json], *, players: int) -> Rules:
    """The typed rules of values that are known to be right, those that the method does not read from the root variant.

    Raises:
        NotPlayed: a value that this version does not play.
    """
    gaps = not_played(method, values, players)
    if gaps:
        raise NotPlayed(", ".join(gaps))
    unread = {rule: value for rule, value in _root().items() if rule not in rules_read(method)}
    try:
        return typed_rules({**values, **unread})
    except WrongRule as error:
        raise ImpossibleInput(f"rules.{error.rule}", str(error)) from error


@cache
def _root() -> Mapping[str, Json]:
    """The values of the root variant; those that a question reads are never taken from here."""
    from ginrules.rules.layers import ROOT
    from ginrules.rules.resolve import load_variant

    return load_variant(ROOT).values


def read_players(params: Mapping[str, Json]) -> tuple[str, ...]:
    """The players in turn order; how many may be in a hand the rules say (`players.format`)."""
    names = typed(params.get("players"), list, "players", "a list of players")
    players = tuple(typed(name, str, f"players[{index}]", "a player") for index, name in enumerate(names))
    if len(players) < 2:
        raise ImpossibleInput("players", "a hand has at least two players")
    for index, name in enumerate(players):
        read_name(name, f"players[{index}]")
        if name in players[:index]:
            raise ImpossibleInput(f"players[{index}]", f"{name} stands twice")
    return players


def read_name(name: str, path: str) -> None:
    """Refuse what is no name of a player or a side."""
    if not _NAME.fullmatch(name):
        raise ImpossibleInput(path, f"{name[:40]!r} is no name: a capital, then letters, digits and _, at most 32")
    if _reads_like_a_card(name):
        raise ImpossibleInput(path, f"{name} reads like a card")


@lru_cache(maxsize=256)
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


class Jokers:
    """Hands out the jokers of a deck (`deck.jokers`): each `*` of some texts that are read together is another one."""

    def __init__(self, rules: Rules) -> None:
        self._count = rules.deck.jokers
        self._given = 0

    def next(self, path: str) -> CardSet:
        """The next joker."""
        if self._given == self._count:
            are = {0: "is no joker", 1: "is one joker"}.get(self._count, f"are {self._count} jokers")
            raise ImpossibleInput(path, f"there {are} in the deck (deck.jokers is {self._count})")
        self._given += 1
        return ONE_JOKER << self._given - 1


def read_melded(value: Json, path: str, jokers: Jokers) -> Meld:
    """Cards of one meld or lay-off, at least one; a joker may say what it stands for."""
    meld = 0
    for index, text in enumerate(typed(value, list, path, "a list of cards")):
        where = f"{path}[{index}]"
        if isinstance(text, str) and text.startswith(f"{JOKER}="):
            joker = jokers.next(where)
            meld = joined(meld, joker | standing_for(read_natural(text.removeprefix(f"{JOKER}="), where)))
        else:
            meld |= _another(meld, text, where, jokers)
    if not meld:
        raise ImpossibleInput(path, "there is no card")
    return meld


def read_cards(value: Json, path: str, jokers: Jokers) -> CardSet:
    """A set of cards; none but a joker may stand twice."""
    cards = 0
    for index, text in enumerate(typed(value, list, path, "a list of cards")):
        cards |= _another(cards, text, f"{path}[{index}]", jokers)
    return cards


def _another(cards: CardSet, text: Json, path: str, jokers: Jokers) -> CardSet:
    card = read_card(text, path, jokers)
    if cards & card:
        raise ImpossibleInput(path, f"{write_card(card)} stands twice")
    return card


def read_card(value: Json, path: str, jokers: Jokers) -> CardSet:
    """One card in its canonical text, or a joker."""
    text = typed(value, str, path, "a card")
    card = BIT.get(text)
    if card is not None:
        return card
    if text.startswith(JOKER):
        joker = jokers.next(path)
        if text != JOKER:
            raise ImpossibleInput(path, f"{text!r} stands in no meld, where alone a joker stands for a card: write *")
        return joker
    raise ImpossibleInput(path, _why_not_a_card(text))


def read_natural(value: Json, path: str) -> CardSet:
    """One card that is no joker: what a joker stands for, or a card that names a meld."""
    text = typed(value, str, path, "a card")
    if text.startswith(JOKER):
        raise ImpossibleInput(path, "no joker can stand here: name a natural card, or the card that the joker stands for")
    card = BIT.get(text)
    if card is None:
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
