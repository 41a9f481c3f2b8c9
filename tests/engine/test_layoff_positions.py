"""Positions in which a simple way to lay off goes wrong.

Positions and numbers are from an independent computation that knows only the definition: every family of own melds with every
extension of the knocker's melds, no order in it. The last number of each is what the simple way leaves, gone by the oracle.
"""

import pytest

from ginrules.cards import parse_cards, write_cards
from ginrules.engine.layoffs import best_defence
from ginrules.engine.melds import melder
from ginrules.rules.typed import typed_rules
from ginrules.rules.variant import OwnMelds
from tests.engine.questions import ROOT, score
from tests.oracle.melds import best_spreads, least_deadwood, points
from tests.oracle.showdown import all_layoffs

STANDARD = typed_rules(ROOT)
MELDER = melder(STANDARD.deck, STANDARD.melds)

# knocker's melds, defender, least left, left if own melds come first and are the best choice of those
MELDS_FIRST = [
    ("6H 6D 6C + 3S 4S 5S + 3C 4C 5C", "2S 2H 3H JH AD 2D JD AC 2C JC", 4, 5),
    ("7S 8S 9S + 2H 3H 4H", "5S 6S AH 5H 6H AD 2D 3D 3C 5C", 8, 9),
    ("4S 4H 4C + 3S 3H 3D + 2S 2H 2D", "7S AH 5H 7H AD AC 2C 3C 5C 6C", 30, 32),
]
# the best choice among the least arrangements is as good; the third number is what another of them leaves
TIED_ARRANGEMENTS = [
    ("9S 9H 9C + AS AH AC + 6S 7S 8S", "2S 4H 5H AD 2D 3D 5D 7D 2C 7C", 31, 32),
    ("4S 5S 6S + 6D 7D 8D + AC 2C 3C", "AS 2S 3S AH 2H 4H 5H 2D 5D 7C", 18, 21),
    ("JS JH JD JC + 5C 6C 7C", "3S 4S AH 3H 6H AD AC 2C 3C 4C", 12, 16),
]
# the fourth number is what laying off first leaves
LAYOFFS_FIRST = [
    ("7S 7H 7D 7C + 3H 3D 3C", "AS 2S 3S 4S AH 2H 6H 2D 4D 5C", 20, 21),
    ("8S 8H 8D 8C + AS AH AC", "2S 3S 4S 2H 6H AD 2D 3D 5D 6C", 19, 24),
    ("9S 9D 9C + AD 2D 3D 4D", "AS 2S 5S JH QH KH 5D AC 2C 5C", 6, 16),
]
CHAINS = [
    ("8S 8D 8C + 3D 4D 5D + 4C 5C 6C", "5S 5H 7H 8H AD 2D 6D 7D 2C 3C", 17),
    ("3S 4S 5S + 8S 9S TS + 5C 6C 7C", "6S 7S AH 5H 6H AD 3C 4C 8C 9C", 13),
    ("2S 2H 2C + 5H 6H 7H + 5C 6C 7C", "AH 3H 4H 2D 4D 5D AC 3C 4C 8C", 11),
]
# knocker, his least deadwood, defender, one declaration and what it leaves the defender, another and what it leaves
CHOICES = [
    (
        "2S 2H 3H 2D 3D 4D 5D AC 2C 4C",
        8,
        "3S 4S 8S AH 4H 5H 6H 8H AD 8C",
        ("3D 4D 5D + 2S 2H 2D 2C", 9),
        ("2D 3D 4D 5D + 2S 2H 2C", 8),
    ),
    (
        "AS 2S AH 2H 3H 8H 2D 8D 4C 8C",
        9,
        "4S 6S 4H AD 5D 6D 7D 2C 3C 5C",
        ("2S 2H 2D + 8H 8D 8C", 23),
        ("AH 2H 3H + 8H 8D 8C", 21),
    ),
    (
        "2S KS AH 2H 3H KH AD KD 2C KC",
        5,
        "AS 7S 5H 7H 2D 7D 8D 9D TD 5C",
        ("AH 2H 3H + KS KH KD KC", 13),
        ("2S 2H 2C + KS KH KD KC", 11),
    ),
]
# knocker, defender, the spread with the least deadwood, the deadwood, what it leaves the defender, and the same of another
GAMBLES = [
    (
        "AD 2D 3D 4D 3C 6C 7C 8C 9C TC",
        "AS 4S QS AH 6H QH 5D QD AC 2C",
        ("AD 2D 3D 4D + 6C 7C 8C 9C TC", 3, 12),
        ("AD 2D 3D + 6C 7C 8C 9C TC", 7, 17),
    ),
    (
        "AS 3S 6S 7S 8S 9S 3D 4D 5D 6D",
        "2S 3H 4H 9H 7D AC 5C 8C 9C TC",
        ("6S 7S 8S 9S + 3D 4D 5D 6D", 4, 24),
        ("6S 7S 8S 9S + 3D 4D 5D", 10, 31),
    ),
    (
        "3S 2H 8H 9H TH JH 2D 3D 4D 5D",
        "AS 2S 7S 5H 6D 8D JD 3C 7C 9C",
        ("8H 9H TH JH + 2D 3D 4D 5D", 5, 52),
        ("8H 9H TH JH + 2D 3D 4D", 10, 58),
    ),
]


def texts(cards: str) -> frozenset[str]:
    return frozenset(write_cards(parse_cards(cards)))


def ways_of_melds_first(melds: str, defender: str) -> set[int]:
    """What is left of each arrangement of least deadwood, once what fits best of its loose cards is laid off."""
    hand = texts(defender)
    table = tuple(texts(meld) for meld in melds.split(" + "))
    loose = [hand.difference(*spread) for spread in best_spreads(hand, ROOT)]
    return {min(points(cards - laid, ROOT) for laid in all_layoffs(cards, table, ROOT)) for cards in loose}


def ways_of_layoffs_first(melds: str, defender: str) -> set[int]:
    """What best melds leave of the rest, once as many points as can be are laid off."""
    hand = texts(defender)
    ways = set(all_layoffs(hand, tuple(texts(meld) for meld in melds.split(" + ")), ROOT))
    most = max(points(laid, ROOT) for laid in ways)
    return {least_deadwood(hand - laid, ROOT) for laid in ways if points(laid, ROOT) == most}


def left(melds: str, defender: str, own_melds: OwnMelds) -> int:
    table = tuple(parse_cards(meld) for meld in melds.split(" + "))
    return best_defence(parse_cards(defender), table, MELDER, own_melds).deadwood


@pytest.mark.parametrize(("melds", "defender", "least", "melds_first"), MELDS_FIRST)
def test_own_melds_are_not_chosen_first(melds: str, defender: str, least: int, melds_first: int) -> None:
    assert left(melds, defender, OwnMelds.FREE) == least
    assert left(melds, defender, OwnMelds.FIXED_FIRST) == melds_first == min(ways_of_melds_first(melds, defender)) > least


@pytest.mark.parametrize(("melds", "defender", "least", "other"), TIED_ARRANGEMENTS)
def test_among_least_arrangements_the_one_that_lays_off_best_is_chosen(
    melds: str, defender: str, least: int, other: int
) -> None:
    assert left(melds, defender, OwnMelds.FREE) == left(melds, defender, OwnMelds.FIXED_FIRST) == least
    ways = ways_of_melds_first(melds, defender)
    assert (min(ways), other in ways) == (least, True)
    assert least < other


@pytest.mark.parametrize(("melds", "defender", "least", "layoffs_first"), LAYOFFS_FIRST)
def test_a_card_that_fits_may_belong_into_an_own_meld(melds: str, defender: str, least: int, layoffs_first: int) -> None:
    assert left(melds, defender, OwnMelds.FREE) == least < layoffs_first == min(ways_of_layoffs_first(melds, defender))


@pytest.mark.parametrize(("melds", "defender", "least"), CHAINS)
def test_chains_at_both_ends_of_several_melds(melds: str, defender: str, least: int) -> None:
    assert left(melds, defender, OwnMelds.FREE) == least


def in_brackets(melds: str) -> str:
    return " ".join(f"[{meld}]" for meld in melds.split(" + "))


@pytest.mark.parametrize(("ann", "deadwood", "bob", "better", "worse"), CHOICES)
def test_the_knocker_shows_the_spread_that_leaves_the_defender_most(
    ann: str, deadwood: int, bob: str, better: tuple[str, int], worse: tuple[str, int]
) -> None:
    for spread, bobs in (("", better[1]), (in_brackets(better[0]), better[1]), (in_brackets(worse[0]), worse[1])):
        assert score(ann, bob, spread=spread)["deadwood"] == {"Ann": deadwood, "Bob": bobs}


@pytest.mark.parametrize(("ann", "bob", "least", "gamble"), GAMBLES)
def test_showing_more_deadwood_is_a_gamble_that_must_be_declared(
    ann: str, bob: str, least: tuple[str, int, int], gamble: tuple[str, int, int]
) -> None:
    undeclared = score(ann, bob)
    assert undeclared["deadwood"] == {"Ann": least[1], "Bob": least[2]}
    declared = score(ann, bob, spread=in_brackets(gamble[0]))
    assert declared["deadwood"] == {"Ann": gamble[1], "Bob": gamble[2]}
    assert declared["points"]["Ann"] == gamble[2] - gamble[1] > undeclared["points"]["Ann"]
