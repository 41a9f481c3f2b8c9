"""Faults in what a defender lays off."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ginrules.adequacy.faults.arranging import Copied, is_run
from ginrules.adequacy.faults.fault import Asked, Fault, Slip, broken, misread
from ginrules.cards import DECK, CardSet, Meld, bits, union
from ginrules.engine.layoffs import Defence, best_defence, given_layoffs, given_spread
from ginrules.engine.melds import Melder
from ginrules.engine.parts import STANDARD
from ginrules.engine.values import Spread
from ginrules.rules.variant import Onto, OwnMelds, Permission, Rules

_Way = Callable[[CardSet, Spread | None, Sequence[Meld], Melder, Rules], Defence]
"""How somebody defends himself with a hand without jokers, against melds onto which he may lay off."""


def _defending(way: _Way) -> Slip:
    def defend(hand: CardSet, own: Spread | None, melds: Sequence[Meld], shown: int, melder: Melder, rules: Rules) -> Defence:
        allowed = (rules.layoff.on_knock if shown else rules.layoff.on_gin) is Permission.ALLOWED
        if not allowed or any(cards > DECK for cards in (hand, *melds)):
            return STANDARD.defend(hand, own, melds, shown, melder, rules)
        return way(hand, own, melds, melder, rules)

    return broken(defend=defend)


def _one_at_a_time(cards: CardSet, melds: Sequence[Meld], melder: Melder) -> tuple[Meld, ...]:
    """What is laid onto each meld if every card goes to the first that takes it, again and again until none does."""
    laid = [0] * len(melds)
    while True:
        for card in bits(cards & ~union(laid)):
            place = next((at for at, meld in enumerate(melds) if melder.is_meld(meld | laid[at] | card)), None)
            if place is not None:
                laid[place] |= card
                break
        else:
            return tuple(laid)


def _greedy(hand: CardSet, own: Spread | None, melds: Sequence[Meld], melder: Melder, _rules: Rules) -> Defence:
    spread = melder.arrange(hand).melds if own is None else own
    laid = _one_at_a_time(hand & ~union(spread), melds, melder)
    return Defence(melder.points(hand & ~union(spread) & ~union(laid)), spread, laid)


def _layoffs_first(hand: CardSet, own: Spread | None, melds: Sequence[Meld], melder: Melder, rules: Rules) -> Defence:
    if own is not None:
        return _greedy(hand, own, melds, melder, rules)
    return given_layoffs(hand, _one_at_a_time(hand, melds, melder), melder)


def _first_arrangement(hand: CardSet, own: Spread | None, melds: Sequence[Meld], melder: Melder, _rules: Rules) -> Defence:
    return given_spread(hand, melder.arrange(hand).melds if own is None else own, melds, melder)


def _subtracted_twice(hand: CardSet, own: Spread | None, melds: Sequence[Meld], melder: Melder, _rules: Rules) -> Defence:
    spread = melder.arrange(hand).melds if own is None else own
    laid = _one_at_a_time(hand, melds, melder)
    return Defence(max(0, melder.points(hand & ~union(spread)) - melder.points(union(laid))), spread, laid)


def _onto_any_meld(hand: CardSet, own: Spread | None, melds: Sequence[Meld], melder: Melder, rules: Rules) -> Defence:
    shown = union(melds)
    hidden = {meld for spread in _all_melds(shown, melder) for meld in spread} - {*melds}
    wide = (*melds, *sorted(hidden))
    if own is None:
        return best_defence(hand, wide, melder, rules.layoff.own_melds)
    return given_spread(hand, own, wide, melder)


def _all_melds(cards: CardSet, melder: Melder) -> list[tuple[CardSet, ...]]:
    """Every meld of some cards, each as a spread of its own."""
    groups: set[CardSet] = {0}
    for card in bits(cards):
        groups |= {group | card for group in groups}
    return [(group,) for group in groups if group.bit_count() > 2 and melder.is_meld(group)]


class _Reaching(Copied):
    """A melder that lays off only what `allows` says."""

    __slots__ = ("_allows",)

    def __init__(self, of: Melder, allows: Callable[[CardSet, CardSet], bool]) -> None:
        super().__init__(of)
        self._allows = allows

    def extensions(self, meld: CardSet, hand: CardSet) -> list[CardSet]:
        """Those that are allowed."""
        return [more for more in super().extensions(meld, hand) if self._allows(meld, more)]


def _reaching(allows: Callable[[CardSet, CardSet], bool]) -> Slip:
    def way(hand: CardSet, own: Spread | None, melds: Sequence[Meld], melder: Melder, rules: Rules) -> Defence:
        narrow = _Reaching(melder, allows)
        if own is None:
            return best_defence(hand, melds, narrow, rules.layoff.own_melds)
        return given_spread(hand, own, melds, narrow)

    return _defending(way)


def _below(meld: CardSet, more: CardSet) -> int:
    return (more & (meld & -meld) - 1).bit_count()


def _above(meld: CardSet, more: CardSet) -> int:
    return more.bit_count() - _below(meld, more)


def _whole_hand_on_gin(
    hand: CardSet, own: Spread | None, melds: Sequence[Meld], shown: int, melder: Melder, rules: Rules
) -> Defence:
    if shown or hand > DECK:
        return STANDARD.defend(hand, own, melds, shown, melder, rules)
    return Defence(melder.points(hand), (), ())


def _knocker_may(asked: Asked) -> Asked:
    return asked._replace(parts=_NOBODY_BARRED)


_NOBODY_BARRED = STANDARD.without(frozenset({"layoff.player"}))

FAULTS = (
    Fault(
        "greedy-layoff",
        "best-play.layoffs",
        "The melds are laid out first, then each card that is left goes onto the first meld that takes it.",
        "EAAI gin rummy (Java), found by running it: 38 or 30 by the order of the knocker's melds",
        _defending(_greedy),
    ),
    Fault(
        "layoffs-before-melds",
        "best-play.layoffs",
        "Whatever can be laid off is, before the defender looks for melds of his own.",
        "lowelljones/gin-rummy, commit 08b9d9a: 5-6-7 broken up, 61 counted where 18 is right",
        _defending(_layoffs_first),
    ),
    Fault(
        "own-melds-first",
        "layoff.own-melds",
        "The defender lays out what leaves least before he lays off, so that no meld is ever broken for a lay-off.",
        "saint2706/Games, found by running it: 34 counted where 28 is right",
        misread("layoff.own-melds", {OwnMelds.FREE: OwnMelds.FIXED_FIRST}),
    ),
    Fault(
        "first-arrangement-kept",
        "best-play.layoffs",
        "Of arrangements that leave as much the first is taken, not the one of which most can be laid off.",
        "the classic slip: a search for melds that returns one arrangement, and a lay-off that trusts it",
        _defending(_first_arrangement),
    ),
    Fault(
        "one-card-a-meld",
        "best-play.layoffs",
        "Onto a meld goes one card and no more.",
        "the classic slip: lay-offs are checked against the melds as they were shown",
        _reaching(lambda _, more: more.bit_count() == 1),
    ),
    Fault(
        "one-card-an-end",
        "best-play.layoffs",
        "At each end of a run one card is laid off, and nothing onto that.",
        "ichabod801/t_games, issue 366: the second lay-off at the same end is refused",
        _reaching(lambda meld, more: not is_run(meld) or max(_below(meld, more), _above(meld, more)) < 2),
    ),
    Fault(
        "two-cards-an-end",
        "best-play.layoffs",
        "The third card of a chain at one end of a run is refused.",
        "OpenSpiel, found by running it: 7h, 8h, 9h onto 4h 5h 6h",
        _reaching(lambda meld, more: not is_run(meld) or max(_below(meld, more), _above(meld, more)) < 3),
    ),
    Fault(
        "low-end-only",
        "best-play.layoffs",
        "A run is extended downwards only.",
        "the classic slip: one of two symmetric cases is missing",
        _reaching(lambda meld, more: not is_run(meld) or not _above(meld, more)),
    ),
    Fault(
        "high-end-only",
        "best-play.layoffs",
        "A run is extended upwards only.",
        "the classic slip: one of two symmetric cases is missing",
        _reaching(lambda meld, more: not is_run(meld) or not _below(meld, more)),
    ),
    Fault(
        "nothing-onto-sets",
        "best-play.layoffs",
        "The fourth card of a rank is not laid onto a set.",
        "the classic slip: only runs are thought of",
        _reaching(lambda meld, _: is_run(meld)),
    ),
    Fault(
        "nothing-onto-runs",
        "best-play.layoffs",
        "Cards are laid onto sets only.",
        "the classic slip: only sets are thought of",
        _reaching(lambda meld, _: not is_run(meld)),
    ),
    Fault(
        "onto-melds-not-shown",
        "best-play.layoffs",
        "Cards are laid onto every meld that the knocker's cards could make, not only those that he shows.",
        "rickgorman/gin-rummy-ai, source read: lay-offs onto every possible meld, even overlapping ones",
        _defending(_onto_any_meld),
    ),
    Fault(
        "layoff-subtracted-twice",
        "best-play.layoffs",
        "A card of a meld that is laid off is taken off the count although it was not in it.",
        "mthearne/ginrummy, source read: 8s and 9s of a run laid off, and the defender counts 0",
        _defending(_subtracted_twice),
    ),
    Fault(
        "nothing-laid-off",
        "layoff.on-knock",
        "Nobody lays anything off.",
        "mthearne/ginrummy, commits 3bb2650, 4854759 and a0613e7: 28 scored where 20 is right",
        misread("layoff.on-knock", lambda _: Permission.FORBIDDEN),
    ),
    Fault(
        "layoff-on-gin",
        "layoff.on-gin",
        "Cards are laid off against gin too.",
        "saint2706/Games, found by running it: 57 scored where 63 is right",
        misread("layoff.on-gin", lambda _: Permission.ALLOWED),
    ),
    Fault(
        "only-onto-shown-melds",
        "layoff.onto",
        "What another defender laid off cannot be extended.",
        "the classic slip: every defender is compared with the melds as they were shown",
        misread("layoff.onto", {Onto.EXTENDED: Onto.ORIGINAL}),
    ),
    Fault(
        "knocker-lays-off",
        "layoff.player",
        "The knocker may lay off too.",
        "hobbiesandcraft, a page of rules that says so",
        _knocker_may,
    ),
    Fault(
        "gin-takes-the-whole-hand",
        "scoring.gin",
        "After gin every card of the other counts, those of his melds too.",
        "lowelljones/gin-rummy, commit 08b9d9a: 91 charged where 52 is right",
        broken(defend=_whole_hand_on_gin),
    ),
)
