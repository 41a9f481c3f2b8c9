"""The cards and players of a question to an adapter, read and checked before a foreign engine sees them.

A foreign engine must never be given what no table could deal: it might crash, or answer something.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ginrules.cards import BIT, DECK_SIZE, JOKER
from ginrules.diagnostics import ImpossibleInput, Json, NotPlayed
from ginrules.verify.wording import number_word

_CARD_ACTIONS = frozenset({"discard", "knock", "gin"})
_BARE_ACTIONS = frozenset({"pass", "stock", "take", "big-gin", "done"})


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a `play` question; which fields are filled depends on `do`."""

    player: str
    do: str
    card: str = ""
    melds: tuple[tuple[str, ...], ...] = ()
    cards: tuple[str, ...] = ()
    onto: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal for two; `seats` begins with the player who acts first, `hands` are in the order of the seats."""

    seats: tuple[str, str]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    upcard: str
    """Empty where none is turned."""
    stock: tuple[str, ...]
    """Top card first."""
    actions: tuple[Action, ...]
    asks_legal: bool


def read_hand(params: Mapping[str, Json]) -> tuple[str, ...]:
    """The hand of an `arrange` question.

    Raises:
        ImpossibleInput: no cards, a joker, or a card twice.
    """
    hand = _cards(params.get("hand"), "hand")
    _each_once([("hand", hand)])
    return hand


def read_deal(params: Mapping[str, Json], cards: int, *, upcard: bool) -> Deal:
    """The deal of a `play` question: `cards` each, and without an upcard one more for the player who acts first.

    Raises:
        ImpossibleInput: what no table could deal; two players, one pack, every card in one place.
        NotPlayed: a position, or not two players.
    """
    if "pile" in params:
        raise NotPlayed("a position that is not dealt")
    players = _names(params.get("players"), "players")
    if len(players) != 2:
        raise NotPlayed(f"{number_word(len(players))} players")
    dealer = _player(params.get("dealer"), players, "dealer")
    seats = (players[1 - players.index(dealer)], dealer)
    given = params.get("hands")
    if not isinstance(given, dict):
        raise ImpossibleInput("hands", "not an object of hands")
    for name in given:
        _player(name, players, f"hands.{name}")
    first, second = (_cards(given.get(name), f"hands.{name}") for name in seats)
    for name, hand, due in ((seats[0], first, cards + (not upcard)), (seats[1], second, cards)):
        if len(hand) != due:
            raise ImpossibleInput(f"hands.{name}", f"{len(hand)} cards, not {due}")
    if upcard != ("upcard" in params):
        raise ImpossibleInput("upcard", "missing" if upcard else "none is turned")
    turned = _card(params["upcard"], "upcard") if upcard else ""
    stock = _cards(params.get("stock"), "stock")
    table = [(f"hands.{seats[0]}", first), (f"hands.{seats[1]}", second), ("stock", stock)]
    if upcard:
        table.append(("upcard", (turned,)))
    if _each_once(table) != DECK_SIZE:
        raise ImpossibleInput("stock", f"hands, upcard and stock are not the whole pack of {DECK_SIZE} cards")
    return Deal(seats, (first, second), turned, stock, _actions(params.get("actions"), players), _asks_legal(params.get("ask")))


def _actions(value: Json, players: Sequence[str]) -> tuple[Action, ...]:
    if not isinstance(value, list):
        raise ImpossibleInput("actions", "not a list")
    return tuple(_action(item, players, f"actions[{number}]") for number, item in enumerate(value))


def _action(value: Json, players: Sequence[str], path: str) -> Action:
    if not isinstance(value, dict):
        raise ImpossibleInput(path, "not an action")
    player = _player(value.get("player"), players, f"{path}.player")
    do = value.get("do")
    if do == "show":
        return Action(player, "show", melds=_spread(value.get("melds"), f"{path}.melds"))
    if do == "layoff":
        cards = _cards(value.get("cards"), f"{path}.cards")
        if not cards:
            raise ImpossibleInput(f"{path}.cards", "no cards")
        return Action(player, "layoff", cards=cards, onto=_card(value.get("onto"), f"{path}.onto"))
    if isinstance(do, str) and do in _CARD_ACTIONS:
        return Action(player, do, card=_card(value.get("card"), f"{path}.card"))
    if isinstance(do, str) and do in _BARE_ACTIONS:
        return Action(player, do)
    raise ImpossibleInput(f"{path}.do", f"no action {do!r}")


def _asks_legal(value: Json) -> bool:
    return isinstance(value, list) and "legal" in value


def _spread(value: Json, path: str) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list):
        raise ImpossibleInput(path, "not a list of melds")
    return tuple(_cards(meld, f"{path}[{number}]") for number, meld in enumerate(value))


def _cards(value: Json, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ImpossibleInput(path, "not a list of cards")
    return tuple(_card(card, f"{path}[{number}]") for number, card in enumerate(value))


def _card(value: Json, path: str) -> str:
    if isinstance(value, str):
        if value in BIT:
            return value
        if value.startswith(JOKER):
            raise ImpossibleInput(path, "a joker, and no jokers are played")
    raise ImpossibleInput(path, f"{value!r} is no card")


def _names(value: Json, path: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ImpossibleInput(path, "not a list of players")
    names = tuple(name for name in value if isinstance(name, str))
    if len(set(names)) != len(value):
        raise ImpossibleInput(path, "a player twice, or a name that is no text")
    return names


def _player(value: Json, players: Sequence[str], path: str) -> str:
    if not isinstance(value, str) or value not in players:
        raise ImpossibleInput(path, f"{value!r} is none of {', '.join(players)}")
    return value


def _each_once(places: Sequence[tuple[str, tuple[str, ...]]]) -> int:
    """How many cards there are; none may lie in two places."""
    seen: set[str] = set()
    for path, cards in places:
        for number, card in enumerate(cards):
            if card in seen:
                raise ImpossibleInput(f"{path}[{number}]", f"{card} is there twice")
            seen.add(card)
    return len(seen)
