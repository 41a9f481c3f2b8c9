"""Faults in what is a meld, in how a hand splits, and in what its cards count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from ginrules.adequacy.faults.fault import Asked, Fault, Slip, broken, misread
from ginrules.cards import DECK, RANKS_IN_SUIT, SUIT_MASK, CardSet, Meld, bits, held, stood_for, union
from ginrules.engine.joker_melds import JokerMelder
from ginrules.engine.melds import Arrangement, Melder
from ginrules.engine.parts import STANDARD
from ginrules.engine.tables import SHIFTS
from ginrules.rules.variant import Ace, CardValues, DeckRules, MeldRules

_Split = Callable[[Melder, CardSet], tuple[CardSet, ...]]
"""The melds into which a hand is split."""


class Copied(Melder):
    """A melder that has all that another has, its tables too, so that something of it can be replaced."""

    __slots__ = ()

    def __init__(self, of: Melder) -> None:
        for name in Melder.__slots__:
            setattr(self, name, getattr(of, name))


class _Splitting(Copied):
    """Splits every hand in a way of its own."""

    __slots__ = ()

    def __init__(self, of: Melder, split: _Split) -> None:
        super().__init__(of)

        @cache
        def arrange(hand: CardSet) -> Arrangement:
            spread = split(self, hand)
            return Arrangement(self.points(hand & ~union(spread)), spread)

        self.arrange = arrange
        self.deadwood = lambda hand: arrange(hand).deadwood
        self.discards = lambda hand: {card: arrange(hand ^ card).deadwood for card in bits(hand)}

    def arrangements(self, hand: CardSet) -> tuple[tuple[CardSet, ...], ...]:
        """The one that it finds."""
        return (self.arrange(hand).melds,)

    def possible(self, hand: CardSet) -> list[CardSet]:
        """Every meld of a hand, the lowest first."""
        return sorted(meld for meld in self._melds if meld & hand == meld)


def splitting(split: Callable[[_Splitting, CardSet], tuple[CardSet, ...]]) -> Callable[[DeckRules, MeldRules], Melder]:
    """A melder for hands without jokers that splits them so."""

    @cache
    def melder(deck: DeckRules, melds: MeldRules) -> Melder:
        right = STANDARD.melder(deck, melds)
        return right if deck.jokers else _Splitting(right, split)  # type: ignore[arg-type]  # it answers as a melder does

    return melder


def is_run(meld: CardSet) -> bool:
    """Whether a meld lies in one suit."""
    return any(meld & SUIT_MASK << shift == meld for shift in SHIFTS)


def _one_by_one(melds: Sequence[CardSet], worth: Callable[[CardSet], object]) -> tuple[CardSet, ...]:
    """The meld that is worth most, then of what is left the one that is, and so on; of equals the first."""
    taken: list[CardSet] = []
    left = list(melds)
    while left:
        best = max(left, key=worth)  # type: ignore[arg-type]  # points can be compared
        taken.append(best)
        left = [meld for meld in left if not meld & best]
    return tuple(taken)


def _spreads(melds: Sequence[CardSet]) -> Iterator[tuple[CardSet, ...]]:
    """Every choice of melds of which no two share a card."""
    yield ()
    for number, meld in enumerate(melds):
        for rest in _spreads([other for other in melds[number + 1 :] if not other & meld]):
            yield (meld, *rest)


def _best(melder: Melder, melds: Sequence[CardSet]) -> tuple[CardSet, ...]:
    return max(_spreads(melds), key=lambda spread: melder.points(union(spread)))


def _longest_first(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    return _one_by_one(melder.possible(hand), CardSet.bit_count)


def _dearest_first(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    return _one_by_one(melder.possible(hand), melder.points)


def _sets_first(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    return _one_by_one(melder.possible(hand), lambda meld: (not is_run(meld), meld.bit_count()))


def _runs_first(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    return _one_by_one(melder.possible(hand), lambda meld: (is_run(meld), meld.bit_count()))


def _most_cards(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    return max(_spreads(melder.possible(hand)), key=lambda spread: union(spread).bit_count())


def _fours_whole(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    possible = melder.possible(hand)
    fours = [meld for meld in possible if not is_run(meld) and meld.bit_count() == len(SHIFTS)]
    whole = [meld for meld in possible if is_run(meld) or not any(meld & four == meld != four for four in fours)]
    return _best(melder, whole)


def _short_runs(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    return _best(melder, [meld for meld in melder.possible(hand) if not is_run(meld) or meld.bit_count() <= 4])


def _one_run_a_suit(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    def fits(spread: tuple[CardSet, ...]) -> bool:
        runs = [SHIFTS.index((meld.bit_length() - 1) // RANKS_IN_SUIT * RANKS_IN_SUIT) for meld in spread if is_run(meld)]
        return len(runs) == len(set(runs))

    return max(filter(fits, _spreads(melder.possible(hand))), key=lambda spread: melder.points(union(spread)))


def _all_at_once(melder: _Splitting, hand: CardSet) -> tuple[CardSet, ...]:
    possible = melder.possible(hand)
    return tuple(meld for meld in possible if not any(meld & other == meld != other for other in possible))


def _court_cards_by_rank(values: CardValues) -> CardValues:
    same = values.by_rank[-3:] == (10, 10, 10)
    return values._replace(by_rank=(*values.by_rank[:-3], 11, 12, 13)) if same else values


def _ace_eleven(values: CardValues) -> CardValues:
    return values._replace(by_rank=(11, *values.by_rank[1:])) if values.by_rank[0] == 1 else values


class _NoJokerLaidOff(JokerMelder):
    __slots__ = ()

    def longer(self, meld: Meld, hand: CardSet) -> list[tuple[CardSet, CardSet]]:
        """Only with natural cards."""
        return [(naturals, more) for naturals, more in super().longer(meld, hand) if naturals == more]


class _JokerForACardThere(JokerMelder):
    __slots__ = ()

    def is_meld(self, cards: Meld) -> bool:
        """Any meld, and one with a joker beside it that stands for one of its cards."""
        return super().is_meld(cards) or (bool(cards & stood_for(cards)) and super().is_meld(cards & DECK))


class _OneJokerAMeld(JokerMelder):
    __slots__ = ()

    def is_meld(self, cards: Meld) -> bool:
        """None with two jokers."""
        return (held(cards) & ~DECK).bit_count() < 2 and super().is_meld(cards)


def _with_jokers(kind: type[JokerMelder]) -> Slip:
    @cache
    def melder(deck: DeckRules, melds: MeldRules) -> Melder:
        return kind(deck, melds) if deck.jokers else STANDARD.melder(deck, melds)

    wrong = broken(melder=melder)
    return lambda asked: wrong(asked) if asked.rules.deck.jokers else asked


_ANYTHING_ONCE = replace(STANDARD.without(frozenset({"melds.disjoint"})), melder=splitting(_all_at_once))


def _in_two_melds(asked: Asked) -> Asked:
    return asked._replace(parts=_ANYTHING_ONCE)


FAULTS = (
    Fault(
        "longest-meld-first",
        "best-play.arrangement",
        "The longest meld is taken, then the longest of what is left.",
        "the classic slip: greed, where a shorter meld leaves two others",
        broken(melder=splitting(_longest_first)),
    ),
    Fault(
        "dearest-meld-first",
        "best-play.arrangement",
        "The meld that counts most is taken, then the one of what is left.",
        "the classic slip: greed for points instead of cards",
        broken(melder=splitting(_dearest_first)),
    ),
    Fault(
        "sets-before-runs",
        "best-play.arrangement",
        "Sets are laid out before any run is looked for.",
        "the classic slip: two passes over the hand, sets first",
        broken(melder=splitting(_sets_first)),
    ),
    Fault(
        "runs-before-sets",
        "best-play.arrangement",
        "Runs are laid out before any set is looked for.",
        "the classic slip: two passes over the hand, runs first",
        broken(melder=splitting(_runs_first)),
    ),
    Fault(
        "most-cards-melded",
        "best-play.arrangement",
        "The arrangement with the most cards in melds is taken, whatever is left counts.",
        "the classic slip: cards counted where points are meant",
        broken(melder=splitting(_most_cards)),
    ),
    Fault(
        "four-never-split",
        "best-play.arrangement",
        "Four of a kind are one meld or none: none of the four goes into a run while the other three stay a set.",
        "saint2706/Games, found by running it: 27 counted where 10 is right",
        broken(melder=splitting(_fours_whole)),
    ),
    Fault(
        "long-runs-unseen",
        "melds.run-max",
        "A run of more than four cards is seen only as far as the fourth.",
        "lowelljones/gin-rummy, commit a011672: 14 counted where 11 is right",
        broken(melder=splitting(_short_runs)),
    ),
    Fault(
        "one-run-a-suit",
        "best-play.arrangement",
        "In a suit only one run is found.",
        "the classic slip: the search of a suit stops at its first run",
        broken(melder=splitting(_one_run_a_suit)),
    ),
    Fault(
        "card-in-two-melds",
        "melds.disjoint",
        "A card counts for a set and for a run at once.",
        "ichabod801/t_games, issue 369: cards that were spread already are spread again",
        _in_two_melds,
    ),
    Fault(
        "ace-always-high-too",
        "melds.ace",
        "Queen, king, ace is a run where aces are low.",
        "saint2706/Games, found by running it",
        misread("melds.ace", {Ace.LOW: Ace.HIGH_OR_LOW}),
    ),
    Fault(
        "round-the-corner",
        "melds.ace",
        "King, ace, two is a run where an ace is only high or low.",
        "ichabod801/t_games, found by running it: high-low accepts K-A-2",
        misread("melds.ace", {Ace.HIGH_OR_LOW: Ace.ROUND_THE_CORNER}),
    ),
    Fault(
        "court-cards-by-rank",
        "deck.values",
        "Jack, queen and king count 11, 12 and 13.",
        "rickgorman/gin-rummy-ai, found by running it: 53 counted where 49 is right",
        misread("deck.values", _court_cards_by_rank),
    ),
    Fault(
        "ace-counts-eleven",
        "deck.values",
        "An ace counts 11.",
        "the classic slip: values taken over from another game",
        misread("deck.values", _ace_eleven),
    ),
    Fault(
        "joker-counts-ten",
        "deck.values",
        "A joker that is left counts 10.",
        "the classic slip: whatever has no rank is taken for a court card",
        misread("deck.values", lambda values: values._replace(joker=10)),
    ),
    Fault(
        "joker-counts-nothing",
        "deck.values",
        "A joker that is left counts nothing.",
        "the classic slip: a card without a rank has no entry in the table of values",
        misread("deck.values", lambda values: values._replace(joker=0)),
    ),
    Fault(
        "joker-for-a-card-there",
        "melds.shape",
        "A joker may stand for a card that lies in the meld already.",
        "the classic slip: the length of a meld is checked, and not what its jokers stand for",
        _with_jokers(_JokerForACardThere),
    ),
    Fault(
        "one-joker-a-meld",
        "deck.jokers",
        "A meld with two jokers is refused.",
        "the classic slip: a table rule of other rummies",
        _with_jokers(_OneJokerAMeld),
    ),
    Fault(
        "jokers-never-laid-off",
        "jokers.layoff",
        "A defender's jokers stay in his hand: only natural cards are laid off.",
        "the classic slip: lay-offs are looked up by rank and suit",
        _with_jokers(_NoJokerLaidOff),
    ),
)
