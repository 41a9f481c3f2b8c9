"""The statements of the notation as values: settings, givens, actions, entries of a sheet.

A value keeps its place (`span`) for diagnostics; places take no part in equality. Words stay words here: that an id is a rule,
a name a player, a card in the pack is found out later, where it can be reported with its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from ginrules.diagnostics import Span

HIDDEN = "??"
"""A card that the scenario leaves open."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name, an id, a card (canonical: `Th`, `*`, `*=8h`, `??`) or a rule's value, with its place."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """An integer with its place."""

    value: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text for people, unescaped."""

    value: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Amount:
    """`Ann 31`: points, boxes or deadwood of a player or side."""

    name: Word
    number: Number


@dataclass(frozen=True, slots=True)
class Meld:
    """`[4h 5h 6h]`: declared, whether it is a meld or not; `[]` declares that there is none."""

    cards: tuple[Word, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards and melds in the order in which they were written."""

    items: tuple[Word | Meld, ...]
    span: Span = field(compare=False, repr=False)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The brackets, `[]` among them."""
        return tuple(item for item in self.items if isinstance(item, Meld))

    @property
    def loose(self) -> tuple[Word, ...]:
        """The cards outside brackets."""
        return tuple(item for item in self.items if isinstance(item, Word))

    @property
    def cards(self) -> tuple[Word, ...]:
        """Every card, in brackets or not, in order."""
        return tuple(card for item in self.items for card in (item.cards if isinstance(item, Meld) else (item,)))


class Going(StrEnum):
    """The three ways to go out."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"


class Do(StrEnum):
    """What a player does at his turn."""

    PASS = "pass"  # noqa: S105 -- a word of the game
    STOCK = "stock"
    TAKE = "take"
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a file."""

    span: Span = field(compare=False, repr=False)


# -- settings ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Version(Statement):
    """`ginr 1`."""

    number: Number


@dataclass(frozen=True, slots=True)
class Override:
    """`scoring.tie = no-score`: the value as it was written, a word, a number or YAML in braces."""

    rule: Word
    value: Word


@dataclass(frozen=True, slots=True)
class VariantUse:
    """A column of a scenario: a variant, perhaps with other rules, perhaps with a name of its own."""

    variant: Word
    overrides: tuple[Override, ...] = ()
    given_name: Word | None = None

    @property
    def name(self) -> str:
        """What `expect in` calls the column; one with other rules and no name is called by all it says."""
        if self.given_name:
            return self.given_name.text
        changes = ", ".join(f"{override.rule.text} = {override.value.text}" for override in self.overrides)
        return f"{self.variant.text} with {changes}" if changes else self.variant.text


@dataclass(frozen=True, slots=True)
class Variants(Statement):
    """`variant standard, classic`."""

    uses: tuple[VariantUse, ...]


@dataclass(frozen=True, slots=True)
class Players(Statement):
    """`players Ann Bob`, in turn order."""

    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Side(Statement):
    """`side North_South: Ann Cat`."""

    name: Word
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Table(Statement):
    """`table 1: Ann Bob`: who sits there."""

    number: Number
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Tags(Statement):
    """`tags layoff, undercut`."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Cites(Statement):
    """`rule knock.limit`: the rules and clauses that the scenario is about."""

    ids: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Note(Statement):
    """`note "…"`: where the position comes from."""

    text: Quoted


# -- givens -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealer(Statement):
    """`dealer Ann`."""

    name: Word


@dataclass(frozen=True, slots=True)
class Upcard(Statement):
    """`upcard 4s`: the first card turned."""

    card: Word


@dataclass(frozen=True, slots=True)
class Hand(Statement):
    """`hand Ann: [4h 5h 6h] 3s`."""

    name: Word
    spread: Spread


@dataclass(frozen=True, slots=True)
class Stock(Statement):
    """`stock 12: 6c Kc`: the top cards, the top one first; how many cards lie there."""

    number: Number | None
    cards: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Pile(Statement):
    """`pile: 7d 2c`, the top card first."""

    cards: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Carried(Statement):
    """`score Ann 40, Bob 90 boxes Ann 1, Bob 2`: totals and boxes with which a sheet begins."""

    amounts: tuple[Amount, ...]
    boxes: tuple[Amount, ...] = ()


# -- actions ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """`stock 6c`, `discard 6c`, `knock Kd`, `pass`, …"""

    do: Do
    card: Word | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Show:
    """`show [4h 5h 6h] 3s`."""

    spread: Spread
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lay:
    """`7h 8h on 4h`: these cards onto the meld that holds the last one."""

    cards: tuple[Word, ...]
    onto: Word


@dataclass(frozen=True, slots=True)
class LayOffs:
    """`layoff 7h on 4h and 9h on 9c`; without any: `layoff none`."""

    lays: tuple[Lay, ...]
    span: Span = field(compare=False, repr=False)


Move: TypeAlias = Turn | Show | LayOffs


@dataclass(frozen=True, slots=True)
class Action(Statement):
    """`Bob: stock 6c, discard 6c`."""

    name: Word
    moves: tuple[Move, ...]


# -- score sheet ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeadEntry:
    """`dead`: nobody went out."""


@dataclass(frozen=True, slots=True)
class GoingEntry:
    """`Ann knock 3, Bob 17`: deadwood at the end of the showdown."""

    name: Word
    going: Going
    deadwood: Number | None
    others: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class PointsEntry:
    """`Ann 14`: a score already known, the winner first."""

    amounts: tuple[Amount, ...]


Entry: TypeAlias = DeadEntry | GoingEntry | PointsEntry


@dataclass(frozen=True, slots=True)
class Deal(Statement):
    """`deal 5 table 2 dealer Bob upcard 4s factor 2 last: Ann knock 3, Bob 17`.

    On the command line the number may be left out and counts on; its place is then that of the whole entry.
    """

    number: Number
    table: Number | None
    dealer: Word | None
    upcard: Word | None
    factor: Number | None
    """By what accepted doubles multiply the hand."""
    last: bool
    entry: Entry
