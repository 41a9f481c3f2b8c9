"""The best defence against a spread.

A defence is a family of own melds, and for each of the knocker's melds an extension, such that no card is used twice and every
extended meld is a meld. That has no order in it: a lay-off that breaks an own meld, a card kept for an own meld, both ends of a
run and the choice between two melds that take the same card are all the same question (semantics.md 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ginrules.cards import CardSet, union
from ginrules.engine.melds import Melder
from ginrules.engine.values import Spread
from ginrules.rules.variant import OwnMelds


@dataclass(frozen=True, slots=True)
class Defence:
    """What a defender lays out, and what he lays onto each of the knocker's melds, in their order."""

    deadwood: int
    """Points left, 0 or more."""
    spread: Spread
    laid: tuple[CardSet, ...]


def best_defence(hand: CardSet, melds: Sequence[CardSet], melder: Melder, own_melds: OwnMelds) -> Defence:
    """The defence that leaves the least, where the defender declares nothing (`layoff.own-melds`)."""
    if own_melds is OwnMelds.FIXED_FIRST:
        choices = (given_spread(hand, spread, melds, melder) for spread in melder.arrangements(hand))
        return min(choices, key=lambda defence: defence.deadwood)
    laid = _least_left(hand, melds, melder)
    deadwood, spread = melder.arrange(hand ^ union(laid))
    return Defence(deadwood, spread, laid)


def given_spread(hand: CardSet, spread: Spread, melds: Sequence[CardSet], melder: Melder) -> Defence:
    """The best lay-offs of what a declared spread leaves over."""
    loose = hand & ~union(spread)
    ways = _ways(loose, melds, melder)
    cards = min(ways, key=lambda cards: melder.points(loose ^ cards))
    return Defence(melder.points(loose ^ cards), spread, ways[cards])


def given_layoffs(hand: CardSet, laid: tuple[CardSet, ...], melder: Melder) -> Defence:
    """The best spread of what declared lay-offs leave."""
    deadwood, spread = melder.arrange(hand & ~union(laid))
    return Defence(deadwood, spread, laid)


def _least_left(hand: CardSet, melds: Sequence[CardSet], melder: Melder) -> tuple[CardSet, ...]:
    """What to lay onto each of the knocker's melds so that the rest, arranged best, leaves least."""
    ways = _ways(hand, melds, melder)
    return ways[min(ways, key=lambda cards: melder.deadwood(hand ^ cards))]


def _ways(hand: CardSet, melds: Sequence[CardSet], melder: Melder) -> dict[CardSet, tuple[CardSet, ...]]:
    """Every set of cards that can be laid off together, with one way to lay it, nothing first."""
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
