"""Where each card lies at every moment of a scenario that is played, before all of them are known.

A place holds a card or is open. The actions fix open places: `stock 6c` says what lies on the stock, `discard 6c` that a hidden
card of the hand is the six. Nothing is judged here: an action that no expectation takes back counts as done, and what does not
fit a known card is noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ginrules.cards import JOKER
from ginrules.diagnostics import Span
from ginrules.notation.asked import PlayerMove
from ginrules.notation.dealing import cards_of, dealt
from ginrules.notation.statements import HIDDEN, Do, Show, Turn, Word
from ginrules.rules.variant import Rules, StockEnds, StockExhausted

NOT_HELD = frozenset({"turn.card", "melds.held"})
"""What refuses an action because of a card that its player does not hold."""


@dataclass(slots=True, eq=False)
class Place:
    """A place for a card; open while `card` is empty."""

    card: str = ""
    line: int = 0
    """Where the scenario puts the card there."""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A card that cannot lie where an action says it does."""

    code: str
    message: str
    span: Span


@dataclass(slots=True)
class Layout:
    """Hands, pile and stock; the top card first."""

    jokers: int
    """In the deck."""
    hands: dict[str, list[Place]]
    pile: list[Place]
    stock: list[Place]
    misplaced: list[Misplaced] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Cards that an action names as not held: they are dealt last."""

    def places(self) -> Iterator[Place]:
        """Every place, in the order in which open ones are dealt: hands, pile, stock."""
        for hand in self.hands.values():
            yield from hand
        yield from self.pile
        yield from self.stock

    def find(self, card: str) -> tuple[str, Place] | None:
        """Where a card lies, in words, if it is known to lie anywhere; not for a joker, of which there may be several."""
        where = [*((f"in the hand of {name}", hand) for name, hand in self.hands.items())]
        for words, places in (*where, ("in the stock", self.stock), ("on the pile", self.pile)):
            for place in places:
                if place.card == card != JOKER:
                    return words, place
        return None

    def a_joker_is_left(self) -> bool:
        """Whether not every joker of the deck is known to lie somewhere."""
        return sum(place.card == JOKER for place in self.places()) < self.jokers

    def holds(self, name: str, card: str) -> bool:
        """Whether a player is known to hold a card."""
        return any(place.card == card for place in self.hands[name])

    def count(self, name: str, card: str) -> int:
        """How many of a card a player is known to hold: of jokers there may be several."""
        return sum(place.card == card for place in self.hands[name])

    def known(self, name: str) -> bool:
        """Whether nothing of a hand is open."""
        return all(place.card for place in self.hands[name])


def given(words: Iterable[Word], count: int) -> list[Place]:
    """Places for `count` cards: those given, hidden and missing ones open."""
    places = [Place() if word.text == HIDDEN else Place(dealt(word), word.span.line) for word in words]
    return places + [Place() for _ in range(count - len(places))]


@dataclass(frozen=True, slots=True)
class Done:
    """An action of a scenario, and what refuses it; no ids: it stands."""

    entry: PlayerMove
    refused: tuple[str, ...] = ()


def follow(layout: Layout, done: Sequence[Done], rules: Rules) -> None:
    """Let the actions say what lies in open places, and note what cannot lie where they say."""
    now = Layout(
        layout.jokers,
        {name: [*hand] for name, hand in layout.hands.items()},
        [*layout.pile],
        [*layout.stock],
        layout.misplaced,
        layout.left_out,
    )
    out: dict[str, int] = {}
    """How many jokers each has shown and laid off."""
    for each in done:
        name, move = each.entry.name.text, each.entry.move
        if isinstance(move, Turn) and move.do in (Do.STOCK, Do.TAKE):
            _draw(now, name, move, each.refused, rules)
            continue
        out[name] = _hold(now, each, out.get(name, 0))
        if isinstance(move, Turn) and move.card and not each.refused:
            _throw(now, name, dealt(move.card), rules, last=move.do is not Do.DISCARD)


def _draw(now: Layout, name: str, move: Turn, refused: Sequence[str], rules: Rules) -> None:
    places, code = (now.stock, "stock-card") if move.do is Do.STOCK else (now.pile, "pile-card")
    if not places:
        return
    top = places[0]
    if move.card:
        _fix(now, top, move.card, code)
    if refused:
        return
    del places[0]
    now.hands[name].append(top)
    if move.do is Do.STOCK and rules.stock.ends is StockEnds.AFTER_DRAW:
        _turn_over(now, rules)


def _fix(now: Layout, top: Place, word: Word, code: str) -> None:
    """Say what lies on top of the stock or the pile."""
    card, found = dealt(word), now.find(dealt(word))
    what = "the next card of the stock" if code == "stock-card" else "the top card of the pile"
    if top.card and top.card != card:
        said = f", by line {top.line}" if top.line else ""
        now.misplaced.append(Misplaced(code, f"{what} is {top.card}{said}, not {card}", word.span))
    elif not top.card and found:
        where, place = found
        said = f", by line {place.line}" if place.line else ""
        now.misplaced.append(Misplaced(code, f"{card} cannot be {what}: it lies {where}{said}", word.span))
    elif not top.card and card == JOKER and not now.a_joker_is_left():
        now.misplaced.append(Misplaced(code, f"{card} cannot be {what}: every joker lies elsewhere", word.span))
    else:
        top.card, top.line = card, top.line or word.span.line


def _hold(now: Layout, done: Done, out: int) -> int:
    """The cards that a player throws, shows or lays off are in his hand; a hidden one may be meant, the last to come first.

    Of his jokers so many are out already, and after the action so many as are returned.
    """
    name, move = done.entry.name.text, done.entry.move
    jokers = out
    for word in cards_of(move):
        card = dealt(word)
        jokers += card == JOKER
        is_known = now.count(name, JOKER) >= jokers or not now.a_joker_is_left() if card == JOKER else now.find(card)
        if is_known:
            continue
        if NOT_HELD & {*done.refused}:
            now.left_out.append(card)
            continue
        for place in reversed(now.hands[name]):
            if not place.card:
                place.card, place.line = card, word.span.line
                break
    if isinstance(move, Show) and now.known(name):
        for word in move.spread.loose:
            if not now.holds(name, dealt(word)):
                now.misplaced.append(Misplaced("not-in-hand", f"{word.text} is not in the hand of {name}", word.span))
    return out if done.refused or isinstance(move, Turn) else jokers


def _throw(now: Layout, name: str, card: str, rules: Rules, *, last: bool) -> None:
    hand = now.hands[name]
    thrown = next((place for place in hand if place.card == card), None)
    if thrown is None:
        return
    hand.remove(thrown)
    now.pile.insert(0, thrown)
    if not last:
        _turn_over(now, rules)


def _turn_over(now: Layout, rules: Rules) -> None:
    """The reshuffle, where it is time for it: the pile without its top card becomes the stock, its bottom card on top."""
    if rules.stock.exhausted is StockExhausted.RESHUFFLE and len(now.stock) <= rules.stock.floor:
        now.stock[:0] = reversed(now.pile[1:])
        del now.pile[1:]
