"""The same question with other suits, other seats or another order, and what is expected of it moved likewise.

Nothing that a rule book looks at changes, so an engine that answers the one and not the other looks at something else.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from itertools import groupby, permutations
from typing import Any, NamedTuple

from ginrules.questions import Case, Method, Question
from ginrules.rules.catalogue import catalogue

_RANKS = "A23456789TJQK"
_SUITS = "cdhs"
KEPT: Mapping[str, str] = {"scoring.spades": "s"}
"""The suit that a rule which looks at suits (`x-suits`) looks at; it stays where it is while the others change."""
_NO_SUIT = "nothing"
"""The word of such a rule at which no suit matters."""
_ORDERS = 3
"""As many shufflings are asked where all variations are."""
_ATTEMPTS = 8
"""What holds only two things often comes out as it was."""


class Mode(StrEnum):
    """What is changed."""

    SUITS = "suits"
    SEATS = "seats"
    ORDER = "order"


DONE: Mapping[Mode, str] = {
    Mode.SUITS: "suits permuted",
    Mode.SEATS: "seats swapped",
    Mode.ORDER: "order shuffled",
}
"""What was done to a question, in words."""


class Varied(NamedTuple):
    """A case in other suits, seats or order."""

    case: Case
    mode: Mode
    what: str
    """What became of what, as in `c->h h->c`."""

    @property
    def words(self) -> str:
        """What was done, as in `suits permuted c->h h->c`."""
        return f"{DONE[self.mode]} {self.what}"


def variations(case: Case, mode: Mode) -> Iterator[Varied]:
    """All variations of a case in a mode that differ from it.

    Up to 23 permutations of the suits; every turn of the table with every shift of the names; three orders.
    """
    for number in range(_MODES[mode].count(case)):
        if varied := _MODES[mode].vary(case, number):
            yield varied


def chosen(case: Case, mode: Mode, seed: str | int = 0) -> Varied | None:
    """One variation of a case, by hash of the seed, the mode and the scenario's id; nothing where there is none."""
    count = _MODES[mode].count(case)
    if not count:
        return None
    digest = hashlib.blake2b(f"{seed}:{mode}:{case.scenario}".encode(), digest_size=8).digest()
    return _MODES[mode].vary(case, int.from_bytes(digest) % count)


def _put(case: Case, params: Mapping[str, Any], expect: Mapping[str, Any]) -> Case:
    whole = {**params, "rules": case.question.params["rules"]}
    return replace(case, question=Question(case.question.method, whole), expect=expect)


def _asked(case: Case) -> dict[str, Any]:
    """What a case asks, without the rules, in which nothing is varied."""
    return {key: value for key, value in case.question.params.items() if key != "rules"}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value with other names, wherever they stand; words of the protocol are no names and stay."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(item, names) for key, item in value.items()}
    return value


def _arrows(pairs: Sequence[tuple[str, str]]) -> str:
    return " ".join(f"{one}->{other}" for one, other in pairs if one != other)


# Suits.


@cache
def _permutations(kept: str) -> tuple[str, ...]:
    """What the suits become, in their order, the one in which nothing changes left out."""
    every = ("".join(each) for each in permutations(_SUITS))
    return tuple(each for each in every if each != _SUITS and all(each[_SUITS.index(suit)] == suit for suit in kept))


@cache
def _cards(permuted: str) -> Mapping[str, str]:
    """What each card becomes, and each joker that stands for one."""
    cards = {f"{rank}{suit}": f"{rank}{to}" for suit, to in zip(_SUITS, permuted, strict=True) for rank in _RANKS}
    return cards | {f"*={card}": f"*={to}" for card, to in cards.items()}


def _kept(case: Case) -> str:
    """The suits at which a rule of a case looks.

    Raises:
        KeyError: a rule looks at suits, and nobody said at which (`KEPT`).
    """
    rules: Mapping[str, Any] = case.question.params["rules"]  # type: ignore[assignment]
    looking = (rule for rule, value in rules.items() if catalogue()[rule].suits and value != _NO_SUIT)
    return "".join(sorted({KEPT[rule] for rule in looking}))


def _count_suits(case: Case) -> int:
    return len(_permutations(_kept(case)))


def _vary_suits(case: Case, number: int) -> Varied | None:
    permuted = _permutations(_kept(case))[number]
    asked = _asked(case)
    moved = _renamed(asked, _cards(permuted))
    if moved == asked:
        return None
    expect = _renamed(case.expect, _cards(permuted))
    return Varied(_put(case, moved, expect), Mode.SUITS, _arrows(list(zip(_SUITS, permuted, strict=True))))


# Seats.


def _count_seats(case: Case) -> int:
    """Every turn of the table by every shift of the names, but the one in which nothing changes."""
    seats = len(case.question.params.get("players", ()))  # type: ignore[arg-type]
    return max(_turns(case) * seats - 1, 0)


def _turns(case: Case) -> int:
    """In how many places the list of players may begin: turn order goes round. With sides their lists say who sits where."""
    params = case.question.params
    return 1 if "sides" in params else len(params.get("players", ()))  # type: ignore[arg-type]


def _vary_seats(case: Case, number: int) -> Varied:
    """The table turned, so that others sit in each place of the list, and the players' names exchanged, those of sides too."""
    asked = _asked(case)
    players: list[str] = asked["players"]
    sides = list(asked.get("sides", {}))
    shift, turn = divmod(number + 1, _turns(case))
    called = [*_shifted(players, shift), *_shifted(sides, shift)]
    names = dict(zip([*players, *sides], called, strict=True))
    moved = _renamed(asked, names)
    moved["players"] = _shifted(moved["players"], turn)
    words = [_arrows(list(names.items()))] if shift else []
    words += [f"{moved['players'][0]} first"] if turn else []
    return Varied(_put(case, moved, _renamed(case.expect, names)), Mode.SEATS, ", ".join(words))


def _shifted(items: Sequence[str], by: int) -> list[str]:
    place = by % len(items) if items else 0
    return [*items[place:], *items[:place]]


# Order.


def _count_orders(_: Case) -> int:
    return _ORDERS


def _vary_order(case: Case, number: int) -> Varied | None:
    asked = _asked(case)
    for attempt in range(_ATTEMPTS):
        # No secret: the same order has to come in every run.
        shuffle = _Shuffle(random.Random(f"{number}:{attempt}:{case.scenario}:{case.part}"))  # noqa: S311
        moved = shuffle.question(asked, case)
        if shuffle.changed:
            return Varied(_put(case, moved, case.expect), Mode.ORDER, f"(shuffling {number + 1})")
    return None


class _Shuffle:
    """Puts what has no order in another one, and remembers whether it found anything."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.changed = False

    def question(self, asked: Mapping[str, Any], case: Case) -> dict[str, Any]:
        """A question whose sets are listed otherwise: hands, melds, lay-offs, tables by player, the tables of a round."""
        moved = {key: self._set(value) if key == "hand" else self._table(key, value) for key, value in asked.items()}
        if "actions" in asked:
            moved["actions"] = [self._table("action", action) for action in asked["actions"]]
        if case.question.method is Method.TALLY:
            moved["deals"] = self._deals(asked["deals"], refused=bool(case.expect.get("refused")))
        return moved

    def _table(self, key: str, value: Any) -> Any:
        """A part of a question; the order of the sides says who meets whom first."""
        if key in _LISTS or not isinstance(value, dict):
            return value
        return {name: self._member(key, name, item) for name, item in self._set(list(value.items()))}

    def _member(self, key: str, name: str, value: Any) -> Any:
        if key == "spreads" or name == "melds":
            return self._set([self._set(meld) for meld in value])
        if key == "layoffs":
            return self._set([{**entry, "cards": self._set(entry["cards"])} for entry in value])
        if isinstance(value, list):
            return self._set(value)
        return {each: value[each] for each in self._set(list(value))} if isinstance(value, dict) else value

    def _deals(self, deals: Sequence[Mapping[str, Any]], *, refused: bool) -> list[Any]:
        """The entries of a sheet, those of a round in any order; where one is refused, the last round stays as it is."""
        rounds = [[*entries] for _, entries in groupby(deals, key=lambda entry: entry["deal"])]
        moved: list[Any] = []
        for place, entries in enumerate(rounds, start=1):
            inside = [self._entry(entry) for entry in entries]
            stays = refused and place == len(rounds)
            moved += inside if stays else self._round(inside)
        return moved

    def _round(self, entries: Sequence[Mapping[str, Any]]) -> list[Any]:
        """The entries of a round, its tables in another order; a table that was dealt again keeps its entries in theirs."""
        tables = [_people(entry) for entry in entries]
        if not all(tables):
            return [*entries]
        left = {table: iter([entry for entry in entries if _people(entry) == table]) for table in tables}
        return [next(left[table]) for table in self._set(tables)]

    def _entry(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value if name == "players" else self._member("deal", name, value) for name, value in entry.items()}

    def _set(self, items: Sequence[Any]) -> list[Any]:
        moved = [*items]
        self._chance.shuffle(moved)
        self.changed = self.changed or moved != [*items]
        return moved


def _people(entry: Mapping[str, Any]) -> frozenset[str]:
    """Who sat at the table of an entry; empty where it does not say so."""
    return frozenset(entry.get("deadwood") or entry.get("points") or entry.get("players") or ())


_LISTS = frozenset({"sides", "deals", "actions", "stock", "pile", "players"})
"""Members of a question whose order means something."""


class _Variation(NamedTuple):
    count: Callable[[Case], int]
    vary: Callable[[Case, int], Varied | None]


_MODES: Mapping[Mode, _Variation] = {
    Mode.SUITS: _Variation(_count_suits, _vary_suits),
    Mode.SEATS: _Variation(_count_seats, _vary_seats),
    Mode.ORDER: _Variation(_count_orders, _vary_order),
}
