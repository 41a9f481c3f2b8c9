"""Jokers: the search for the least deadwood, spreads and lay-offs, against every split of a hand (`deck.jokers`)."""

import random
from collections.abc import Iterator

import pytest

from ginrules.cards import JOKERS, TEXT, CardSet, bits, held, parse_cards, shape, union, write_cards
from ginrules.engine.layoffs import best_defence
from ginrules.engine.melds import Melder, melder
from ginrules.rules.variant import Ace, CardValues, DeckRules, MeldRules, OwnMelds
from tests.engine import naive_jokers as naive
from tests.engine.playing import STANDARD

ODD_VALUES = CardValues((15, 5, 5, 0, 5, 7, 5, 5, 5, 10, 0, 0, 25), 3)
RULES: dict[str, tuple[DeckRules, MeldRules]] = {
    "standard": (STANDARD.deck, STANDARD.melds),
    "ace high or low": (STANDARD.deck, STANDARD.melds._replace(ace=Ace.HIGH_OR_LOW)),
    "round the corner": (STANDARD.deck, STANDARD.melds._replace(ace=Ace.ROUND_THE_CORNER)),
    "sets of three": (STANDARD.deck, STANDARD.melds._replace(set_max=3)),
    "sets of four": (STANDARD.deck, STANDARD.melds._replace(set_min=4)),
    "runs of three": (STANDARD.deck, STANDARD.melds._replace(run_max=3)),
    "runs of four to five": (STANDARD.deck, STANDARD.melds._replace(run_min=4, run_max=5)),
    "long runs, sets of four": (STANDARD.deck, STANDARD.melds._replace(run_min=4, set_min=4)),
    "odd values": (STANDARD.deck._replace(values=ODD_VALUES), STANDARD.melds),
    "a joker that counts nothing": (
        STANDARD.deck._replace(values=CardValues(STANDARD.deck.values.by_rank, 0)),
        STANDARD.melds._replace(run_max=4),
    ),
}


def some_hands(count: int, sizes: tuple[int, ...], jokers: int, seed: int) -> Iterator[CardSet]:
    """Hands of a few cards with jokers, out of few ranks mostly, so that melds compete."""
    rng = random.Random(seed)
    for _ in range(count):
        lowest, width = rng.randrange(13), rng.choice((3, 4, 6, 13))
        window = [TEXT[13 * suit + (lowest + rank) % 13] for suit in range(4) for rank in range(width)]
        naturals = rng.sample(window, min(len(window), rng.choice(sizes)))
        yield parse_cards(" ".join([*naturals, *["*"] * jokers]))


def as_naive(hand: CardSet) -> naive.Hand:
    """The same hand for the slow way."""
    return naive.read(" ".join(write_cards(hand)))


def spread_of(melds: tuple[CardSet, ...]) -> tuple[naive.Laid, ...]:
    """The same melds for the slow way."""
    laid = (naive.Laid(frozenset(write_cards(held(meld) & ~JOKERS)), frozenset(write_cards(shape(meld)))) for meld in melds)
    return tuple(sorted(laid, key=naive.in_order))


def with_jokers(name: str, jokers: int) -> tuple[DeckRules, MeldRules, Melder]:
    """Rules with jokers, and the engine's melder."""
    deck, melds = RULES[name]
    deck = deck._replace(jokers=jokers)
    return deck, melds, melder(deck, melds)


@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("name", RULES)
def test_least_deadwood_discards_and_every_spread(name: str, jokers: int) -> None:
    deck, melds, engine = with_jokers(name, max(jokers, 1))
    sizes = ((4, 7, 9), (4, 7, 9), (3, 5, 7), (2, 4, 5), (1, 3, 4))[jokers]
    for hand in some_hands(12, sizes, jokers, seed=jokers):
        slow = as_naive(hand)
        least = naive.least(slow, deck, melds)
        assert engine.deadwood(hand) == least, write_cards(hand)
        best = naive.best_splits(slow, deck, melds)
        fewest = min(len(left[0]) + left[1] for _, left in best)
        deadwood, spread = engine.arrange(hand)
        loose = hand & ~union(spread)
        assert (deadwood, engine.points(loose)) == (least, least)
        assert (spread_of(spread), as_naive(loose)) in best
        assert union(map(held, spread)).bit_count() == sum(held(meld).bit_count() for meld in spread)
        if jokers:
            assert loose.bit_count() == fewest
        assert (hand & ~union(engine.fullest(hand))).bit_count() == fewest
        assert engine.discards(hand) == {card: naive.least(as_naive(hand ^ card), deck, melds) for card in bits(hand)}
        assert engine.has_meld(hand) == any(split for split, _ in naive.splits(slow, melds))
        found = engine.arrangements(hand)
        assert len(set(found)) == len(found)
        assert {(spread_of(spread), as_naive(hand & ~union(spread))) for spread in found} == best
        assert {as_naive(hand & ~union(spread)) for spread in engine.leavings(hand)} == {left for _, left in best}


@pytest.mark.parametrize("jokers", [(1, 0), (0, 1), (1, 1), (2, 1), (2, 2)])
@pytest.mark.parametrize("name", RULES)
def test_the_best_defence_with_jokers_on_either_side(name: str, jokers: tuple[int, int]) -> None:
    deck, melds, engine = with_jokers(name, 4)
    for knocker in some_hands(6, (5, 6), jokers[0], seed=3):
        for hand in some_hands(2, (4, 6), jokers[1], seed=knocker % 1000):
            defender = hand & ~(knocker & ~JOKERS)
            _, table = engine.arrange(knocker)
            defence = best_defence(defender, table, engine, OwnMelds.FREE)
            shapes = [frozenset(write_cards(shape(meld))) for meld in table]
            assert defence.deadwood == naive.best_defence(as_naive(defender), shapes, deck, melds)
            left = defender & ~union(defence.laid) & ~union(defence.spread)
            assert engine.points(left) == defence.deadwood
            assert all(engine.is_meld(meld) for meld in defence.spread)
            assert held(union(defence.laid) | union(defence.spread)) & ~defender == 0
            fixed = best_defence(defender, table, engine, OwnMelds.FIXED_FIRST)
            leavings = {left for _, left in naive.best_splits(as_naive(defender), deck, melds)}
            assert fixed.deadwood == min(
                naive.points(rest, deck) for left in leavings for rest in naive.laid_off(left, shapes, melds)
            )


def test_jokers_alone_hold_no_meld() -> None:
    _, _, engine = with_jokers("standard", 4)
    assert not engine.has_meld(parse_cards("* * * *"))
    assert engine.has_meld(parse_cards("* * 4h"))
    assert not engine.has_meld(parse_cards("* 4h 7h Ks"))
    assert engine.deadwood(parse_cards("* * * *")) == 80
