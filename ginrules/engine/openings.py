"""How a hand begins: dealt, laid out as it was dealt, or met in the middle.

Cards that cannot lie so are rejected, never repaired: `Impossible` says where and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ginrules.cards import DECK_SIZE, CardSet, bits, write_cards
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.state import Phase, State, Table, alike, table
from ginrules.rules.variant import LimitKind, Opening, Rules, Spades


class Impossible(ValueError):
    """A hand that cannot lie on a table; `where` names the argument, as in `hands.Ann`."""

    def __init__(self, where: str, message: str) -> None:
        self.where = where
        self.message = message
        super().__init__(f"{where}: {message}")


class Shuffler(Protocol):
    """Whoever shuffles: `random.Random(seed)`, a generator of numpy."""

    def shuffle(self, cards: list[CardSet], /) -> None:
        """Put the cards into a random order, in place."""


def deal(rules: Rules, players: Sequence[str], dealer: str, shuffler: Shuffler, parts: Parts = STANDARD) -> State:
    """Deal a hand; equally seeded shufflers deal equal hands.

    >>> import random
    >>> from ginrules.rules.resolve import load_variant
    >>> rules = load_variant("standard").rules()
    >>> state = deal(rules, ("Ann", "Bob"), "Ann", random.Random(7))
    >>> state.turn, state.phase.value, len(state.stock)
    ('Bob', 'upcard', 31)
    >>> state == deal(rules, ("Ann", "Bob"), "Ann", random.Random(7))
    True

    Raises:
        Impossible: there are not enough cards, or nobody of the dealer's name.
        UnplayedRule: a rule has a value that is not played yet.
    """
    here = table(rules, tuple(players), parts)
    sizes = _sizes(here, dealer)
    pack = list(bits(_pack(rules)))
    shuffler.shuffle(pack)
    hands = []
    for size in sizes:
        hands.append(sum(pack[:size]))
        del pack[:size]
    upcard = None if rules.deal.opening is Opening.EXTRA_CARD else pack.pop(0)
    return _opening(here, dealer, tuple(hands), upcard, tuple(pack))


def start(
    rules: Rules,
    players: Sequence[str],
    dealer: str,
    *,
    hands: Mapping[str, CardSet],
    stock: Sequence[CardSet],
    upcard: CardSet | None = None,
    parts: Parts = STANDARD,
) -> State:
    """A hand as it was dealt, the stock from its top card on; `upcard` unless the opening turns none (`deal.opening`).

    Raises:
        Impossible: a card is missing or lies twice, a hand has a wrong count, an upcard too many or none.
        UnplayedRule: a rule has a value that is not played yet.
    """
    here = table(rules, tuple(players), parts)
    _check_hands(here, hands, _sizes(here, dealer))
    if (upcard is None) != (rules.deal.opening is Opening.EXTRA_CARD):
        wrong = "missing" if upcard is None else "turned, which this opening does not do"
        raise Impossible("upcard", f"the upcard is {wrong} (deal.opening = {rules.deal.opening})")
    _check_deck(rules, hands, "upcard", () if upcard is None else (upcard,), stock)
    return _opening(here, dealer, tuple(hands[player] for player in here.players), upcard, tuple(stock))


def position(
    rules: Rules,
    players: Sequence[str],
    *,
    hands: Mapping[str, CardSet],
    pile: Sequence[CardSet],
    stock: Sequence[CardSet],
    turn: str,
    phase: Phase,
    taken: CardSet | None = None,
    upcard: CardSet | None = None,
    parts: Parts = STANDARD,
) -> State:
    """A hand met in the middle, pile and stock from their top cards on.

    The phase is `draw`, `discard` or `wall`; `taken` is the card that the player in `discard` took from the pile, nothing if he
    drew from the stock. Otherwise nothing counts as having happened: no stand-off has begun, nothing else was taken.

    Raises:
        Impossible: as `start`, or no hand under these rules comes to stand so.
        UnplayedRule: a rule has a value that is not played yet.
    """
    here = table(rules, tuple(players), parts)
    if phase not in {Phase.DRAW, Phase.DISCARD, Phase.WALL}:
        raise Impossible("phase", f"a position is one of draw, discard and wall, not {phase}")
    if turn not in here.players:
        raise Impossible("turn", f"{turn} is not one of the players {', '.join(here.players)}")
    seat = here.players.index(turn)
    sizes = [_cards(here)] * len(here.players)
    sizes[seat] += phase is Phase.DISCARD
    _check_hands(here, hands, sizes)
    _check_deck(rules, hands, "pile", pile, stock)
    if not pile and not taken:
        raise Impossible("pile", "only a card that was just taken leaves no pile")
    if taken is not None and (phase is not Phase.DISCARD or not alike(taken) & hands[turn]):
        raise Impossible("taken", "the card that was taken is in the hand of the player who is to discard")
    if taken and rules.turn.takes_limit == 1:
        raise Impossible("taken", "this take has ended the hand already (turn.takes-limit)")
    _check_stock(here, stock, phase, taken)
    return State(
        here,
        phase,
        seat,
        tuple(hands[player] for player in here.players),
        tuple(pile),
        tuple(stock),
        upcard,
        _limit(here, upcard),
        alike(taken or 0),
        takes=1 if taken else 0,
    )


def _opening(here: Table, dealer: str, hands: tuple[CardSet, ...], upcard: CardSet | None, stock: tuple[CardSet, ...]) -> State:
    """The first state of a deal (`deal.opening`)."""
    phase = {
        Opening.UPCARD_OFFERED: Phase.UPCARD,
        Opening.UPCARD_OPEN: Phase.DRAW,
        Opening.EXTRA_CARD: Phase.DISCARD,
    }[here.rules.deal.opening]
    seat = here.next_seat(here.players.index(dealer))
    pile = () if upcard is None else (upcard,)
    if pile and len(stock) <= here.rules.stock.floor:
        raise Impossible("stock", f"{len(stock)} cards leave nothing to draw above the floor (stock.floor)")
    return State(here, phase, seat, hands, pile, stock, upcard, _limit(here, upcard))


def _limit(here: Table, upcard: CardSet | None) -> int | None:
    rules = here.rules
    if upcard is None and (rules.knock.limit.kind is LimitKind.UPCARD or rules.scoring.spades is not Spades.NOTHING):
        raise Impossible("upcard", "a rule depends on the upcard, which is missing")
    return here.parts.knock_limit(rules, upcard)


def _pack(rules: Rules) -> CardSet:
    """Every card that is dealt or lies in the stock (`deck.jokers`)."""
    return (1 << DECK_SIZE + rules.deck.jokers) - 1


def _cards(here: Table) -> int:
    """How many cards each is dealt (`deal.cards`)."""
    if len(set(here.players)) < len(here.players) or len(here.players) < 2:
        raise Impossible("players", "a hand has at least two players, each with a name of his own")
    too_many = here.rules.cannot_seat(len(here.players))
    if too_many:
        raise Impossible("players", too_many)
    each = here.rules.cards_each(len(here.players))
    if each is None:
        raise Impossible("rules.deal.cards", f"there is no number of cards for {len(here.players)} players")
    return each


def _sizes(here: Table, dealer: str) -> list[int]:
    """How many cards each holds after the deal, by seat."""
    sizes = [_cards(here)] * len(here.players)
    if dealer not in here.players:
        raise Impossible("dealer", f"{dealer} is not one of the players {', '.join(here.players)}")
    if here.rules.deal.opening is Opening.EXTRA_CARD:
        sizes[here.next_seat(here.players.index(dealer))] += 1
    if sum(sizes) >= _pack(here.rules).bit_count():
        raise Impossible("rules.deal.cards", f"{sum(sizes)} cards are more than the deck can spare")
    return sizes


def _check_hands(here: Table, hands: Mapping[str, CardSet], sizes: Sequence[int]) -> None:
    for player in hands:
        if player not in here.players:
            raise Impossible(f"hands.{player}", f"{player} is not one of the players {', '.join(here.players)}")
    for player, size in zip(here.players, sizes, strict=True):
        if player not in hands:
            raise Impossible("hands", f"the hand of {player} is missing")
        if hands[player].bit_count() != size:
            raise Impossible(f"hands.{player}", f"{player} holds {hands[player].bit_count()} cards, not {size}")


def _check_deck(
    rules: Rules, hands: Mapping[str, CardSet], turned: str, pile: Sequence[CardSet], stock: Sequence[CardSet]
) -> None:
    """Every card of the deck lies in one place."""
    deck, seen = _pack(rules), 0
    piles = [(turned, card) for card in pile] + [("stock", card) for card in stock]
    for where, cards in [*((f"hands.{player}", hand) for player, hand in hands.items()), *piles]:
        if cards & seen:
            raise Impossible(where, f"{' '.join(write_cards(cards & seen))} lies somewhere else too")
        seen |= cards
        if cards & ~deck:
            raise Impossible(where, f"there are more jokers than deck.jokers = {rules.deck.jokers}")
    if seen != deck:
        raise Impossible("stock", f"the deck is not complete: {' '.join(write_cards(deck & ~seen))} is missing")


def _check_stock(here: Table, stock: Sequence[CardSet], phase: Phase, taken: CardSet | None) -> None:
    """Whether play can have come to this stock (`stock.floor`, `stock.ends`, `stock.last-discard`)."""
    floor = here.rules.stock.floor
    if phase is Phase.WALL and not here.has_wall:
        raise Impossible("phase", "the last discard is never on offer under these rules")
    if phase is Phase.WALL:
        right = len(stock) == floor
    elif phase is Phase.DISCARD and len(stock) == floor:
        right = here.has_wall if taken else not here.dead_at_floor
    else:
        right = len(stock) > floor
    if not right:
        raise Impossible("stock", f"no hand comes to {phase} with {len(stock)} cards in the stock (stock.floor = {floor})")
