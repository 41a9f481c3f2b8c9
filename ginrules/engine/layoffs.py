"""The best defence against a spread.

A defence is a family of own melds, and for each of the knocker's melds an extension, such that no card is used twice and every
extended meld is a meld. That has no order in it: a lay-off that breaks an own meld, a card kept for an own meld, both ends of a
run and the choice between two melds that take the same card are all the same question (semantics.md 4). A joker may be laid
off, too, standing for a card, and a meld with jokers is extended by its shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ginrules.cards import DECK, JOKERS, CardSet, Meld, bits, held, standing_for, stood_for, union
from ginrules.engine.melds import Melder
from ginrules.engine.values import Spread
from ginrules.rules.variant import OwnMelds, Permission, Rules


@dataclass(frozen=True, slots=True)
class Defence:
    """What a defender lays out, and what he lays onto each of the knocker's melds, in their order."""

    deadwood: int
    """Points left, 0 or more."""
    spread: Spread
    laid: tuple[Meld, ...]


def meld_with(spread: Spread, onto: CardSet) -> int | None:
    """The number of the meld that holds a card: first of natural cards, then of what jokers stand for; `None` if none does."""
    for cards_of in (held, stood_for):
        for number, meld in enumerate(spread):
            if cards_of(meld) & onto:
                return number
    return None


def defend(hand: CardSet, own: Spread | None, melds: Sequence[Meld], shown: int, melder: Melder, rules: Rules) -> Defence:
    """The best defence of one who lays nothing off himself, and shows `own` or, if that is `None`, nothing.

    `melds` lie there and leave the knocker `shown` points (`layoff.on-knock`, `layoff.on-gin`).
    """
    permission = rules.layoff.on_knock if shown else rules.layoff.on_gin
    open_melds = melds if permission is Permission.ALLOWED else ()
    if own is None:
        return best_defence(hand, open_melds, melder, rules.layoff.own_melds)
    return given_spread(hand, own, open_melds, melder)


def best_defence(hand: CardSet, melds: Sequence[Meld], melder: Melder, own_melds: OwnMelds) -> Defence:
    """The defence that leaves the least, where the defender declares nothing (`layoff.own-melds`)."""
    if own_melds is OwnMelds.FIXED_FIRST:
        choices = (given_spread(hand, spread, melds, melder) for spread in melder.leavings(hand))
        return min(choices, key=lambda defence: defence.deadwood)
    laid = _least_left(hand, melds, melder)
    deadwood, spread = melder.arrange(hand & ~union(laid))
    return Defence(deadwood, spread, laid)


def given_spread(hand: CardSet, spread: Spread, melds: Sequence[Meld], melder: Melder) -> Defence:
    """The best lay-offs of what a declared spread leaves over."""
    loose = hand & ~union(spread)
    ways = _ways(loose, melds, melder)
    cards = min(ways, key=lambda cards: melder.points(loose ^ cards))
    return Defence(melder.points(loose ^ cards), spread, ways[cards])


def given_layoffs(hand: CardSet, laid: tuple[Meld, ...], melder: Melder) -> Defence:
    """The best spread of what declared lay-offs leave."""
    deadwood, spread = melder.arrange(hand & ~union(laid))
    return Defence(deadwood, spread, laid)


def _least_left(hand: CardSet, melds: Sequence[Meld], melder: Melder) -> tuple[Meld, ...]:
    """What to lay onto each of the knocker's melds so that the rest, arranged best, leaves least."""
    ways = _ways(hand, melds, melder)
    return ways[min(ways, key=lambda cards: melder.deadwood(hand ^ cards))]


def _ways(hand: CardSet, melds: Sequence[Meld], melder: Melder) -> dict[CardSet, tuple[Meld, ...]]:
    """Every set of cards that can be laid off together, with one way to lay it, nothing first."""
    if hand > DECK:
        return _ways_with_jokers(hand, melds, melder)
    ways: dict[CardSet, tuple[CardSet, ...]] = {0: ()}
    for meld in melds:
        extensions = (0, *melder.extensions(meld, hand))
        longer: dict[CardSet, tuple[CardSet, ...]] = {}
        for cards, laid in ways.items():
            for more in extensions:
                if not cards & more:
                    longer.setdefault(cards | more, (*laid, more))
        ways = longer
    return ways


def _ways_with_jokers(hand: CardSet, melds: Sequence[Meld], melder: Melder) -> dict[CardSet, tuple[Meld, ...]]:
    """The same for a hand with jokers. They are alike: of those that are laid off the lowest go first."""
    jokers = tuple(bits(hand & JOKERS))
    ways: dict[tuple[CardSet, int], tuple[Meld, ...]] = {(0, 0): ()}
    for meld in melds:
        extensions = melder.longer(meld, hand)
        longer: dict[tuple[CardSet, int], tuple[Meld, ...]] = {}
        for (cards, used), laid in ways.items():
            longer.setdefault((cards, used), (*laid, 0))
            for naturals, shape in extensions:
                more = (shape ^ naturals).bit_count()
                if not cards & naturals and used + more <= len(jokers):
                    joining = naturals | union(jokers[used : used + more]) | standing_for(shape ^ naturals)
                    longer.setdefault((cards | naturals, used + more), (*laid, joining))
        ways = longer
    return {held(union(laid)): laid for laid in ways.values()}
