"""What holds for every hand: nothing depends on which suit is which, and more freedom never costs its owner anything."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ginrules.cards import CardSet, bits, union
from ginrules.engine.layoffs import best_defence, given_layoffs, given_spread
from ginrules.engine.melds import melder
from ginrules.rules.typed import typed_rules
from ginrules.rules.variant import OwnMelds
from tests.engine.questions import FACTS, ROOT, random_rules, random_showdown, reply_to

STANDARD = typed_rules(ROOT)
MELDER = melder(STANDARD.deck, STANDARD.melds)

card_numbers = st.one_of(st.integers(0, 51), st.integers(0, 23).map(lambda number: number % 4 * 13 + number // 4))
"""Cards of the whole pack, and as often those of the six lowest ranks, where melds compete."""
hands = st.sets(card_numbers, max_size=13).map(lambda numbers: union(1 << number for number in numbers))


@given(hands)
def test_an_arrangement_is_disjoint_legal_and_leaves_what_it_says(hand: CardSet) -> None:
    deadwood, spread = MELDER.arrange(hand)
    assert all(MELDER.is_meld(meld) and meld & hand == meld for meld in spread)
    assert sum(meld.bit_count() for meld in spread) == union(spread).bit_count()
    assert MELDER.points(hand & ~union(spread)) == deadwood == MELDER.deadwood(hand)


@given(hands)
def test_a_card_more_costs_at_most_its_points(hand: CardSet) -> None:
    for card in bits(hand):
        assert MELDER.deadwood(hand) <= MELDER.deadwood(hand ^ card) + MELDER.points(card)


@given(hands, hands)
def test_freedom_never_costs_the_defender_anything(cards: CardSet, hand: CardSet) -> None:
    _, table = MELDER.arrange(cards)
    hand &= ~cards
    free = best_defence(hand, table, MELDER, OwnMelds.FREE)
    fixed = best_defence(hand, table, MELDER, OwnMelds.FIXED_FIRST)
    assert free.deadwood <= fixed.deadwood <= MELDER.deadwood(hand)
    # told his own choice, he does the same
    assert given_spread(hand, free.spread, table, MELDER).deadwood == free.deadwood
    assert given_layoffs(hand, free.laid, MELDER).deadwood == free.deadwood


def with_suits(value: Any, suits: dict[str, str]) -> Any:
    """A part of a question with every card in another suit."""
    if isinstance(value, dict):
        return {key: with_suits(item, suits) for key, item in value.items()}
    if isinstance(value, list):
        return [with_suits(item, suits) for item in value]
    return value[0] + suits[value[1]]


@given(st.integers(0, 10**6), st.permutations("cdhs"))
def test_suits_are_alike(seed: int, order: list[str]) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng, 6) | {"scoring.spades": "nothing"}  # the one rule that looks at a suit
    asked = random_showdown(rng, rules)
    suits = dict(zip("cdhs", order, strict=True))
    cards = {"hands", "spreads", "layoffs", "upcard", "discard"}
    turned = {field: with_suits(value, suits) if field in cards else value for field, value in asked.items()}
    one, other = reply_to("score", asked), reply_to("score", turned)
    assert {fact: one.get(fact) for fact in FACTS} == {fact: other.get(fact) for fact in FACTS}
    assert one.get("refused", {}).get("rules") == other.get("refused", {}).get("rules")
