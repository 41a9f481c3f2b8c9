"""How fast the engine is: ratios to OpenSpiel and RLCard on the same hands, `python -m tests.bench`.

One run asks everybody the same questions in turns, many times over, since a shared machine speeds up and slows down as a whole;
a ratio is the median of the ratios of each turn, a time the median of processor times. Hands are seeded. An engine that is not
installed is skipped by name. Always ends with 0: these are figures, not tests.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ginrules.cards import DECK_SIZE, ONE_JOKER, CardSet, write_cards
from ginrules.engine.layoffs import best_defence
from ginrules.engine.melds import Melder, melder
from ginrules.rules.resolve import load_variant
from ginrules.rules.variant import OwnMelds

SEED = 20_240_229
REPETITIONS = 31
KNOCK_LIMITS = (10, 10, 10, 10, 7, 5, 3)
"""With how much the greedy players knock: most at the first chance, some wait."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody who answers one question for each hand."""

    name: str
    ask: Callable[[Any], object]
    hands: Sequence[Any]
    wanted: float = 0
    """How many times as fast our engine should be; 0: none is asked."""


@dataclass(frozen=True, slots=True)
class Knock:
    """A hand of self-play as it stands when somebody knocks with at least one point left."""

    eleven: CardSet
    kept: CardSet
    defender: CardSet


def uniform(count: int, cards: int, rng: random.Random) -> list[CardSet]:
    """Hands out of the whole pack."""
    return [sum(1 << index for index in rng.sample(range(DECK_SIZE), cards)) for _ in range(count)]


def with_jokers(hands: Sequence[CardSet], jokers: int) -> list[CardSet]:
    """The same hands with jokers in place of their lowest cards."""
    changed = []
    for hand in hands:
        naturals = hand
        for _ in range(jokers):
            naturals &= naturals - 1
        changed.append(naturals | ((ONE_JOKER << jokers) - ONE_JOKER))
    return changed


def dense(count: int, cards: int, rng: random.Random) -> list[CardSet]:
    """Hands out of the 24 cards of six neighbouring ranks."""
    hands = []
    for _ in range(count):
        lowest = rng.randrange(8)
        window = [13 * suit + rank for suit in range(4) for rank in range(lowest, lowest + 6)]
        hands.append(sum(1 << index for index in rng.sample(window, cards)))
    return hands


def knocks(count: int, rng: random.Random, engine: Melder) -> list[Knock]:
    """Hands at the knock, from deals played by two greedy players; gin is left out, as nothing is laid off on it."""
    found: list[Knock] = []
    while len(found) < count:
        knock = _play(rng, engine)
        if knock:
            found.append(knock)
    return found


def _play(rng: random.Random, engine: Melder) -> Knock | None:
    """One deal: each takes the top of the pile if that leaves less than before, else the stock, and throws the best discard."""
    deck = [1 << index for index in rng.sample(range(DECK_SIZE), DECK_SIZE)]
    hands = [sum(deck[:10]), sum(deck[10:20])]
    pile, stock = deck[20], deck[21:]
    limit = rng.choice(KNOCK_LIMITS)
    player = 0
    while len(stock) > 2:
        before = engine.deadwood(hands[player])
        with_pile = engine.discards(hands[player] | pile)
        del with_pile[pile]
        drawn = pile if min(with_pile.values()) < before else stock.pop()
        eleven = hands[player] | drawn
        kept = engine.discards(eleven)
        discard = min(kept, key=lambda card: (kept[card], -card))
        hands[player] = eleven ^ discard
        if kept[discard] == 0:
            return None
        if kept[discard] <= limit:
            return Knock(eleven, hands[player], hands[1 - player])
        pile = discard
        player = 1 - player
    return None


def installed(name: str) -> Any:
    """A module, or nothing if it is not installed; says so."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: its columns are left out")
        return None


class OpenSpiel:
    """OpenSpiel's C++ called from Python; hands are lists of its card numbers."""

    def __init__(self, module: Any) -> None:
        ten = module.gin_rummy.GinRummyUtils(13, 4, 10)
        any_number = module.gin_rummy.GinRummyUtils(13, 4, DECK_SIZE)
        self.number = ten.card_int
        self.deadwood = any_number.min_deadwood  # made for ten cards, it leaves out the worst of eleven: another question
        self.deadwood_of_ten = ten.min_deadwood
        self.melds = any_number.best_meld_group
        self.discards = lambda hand: ten.legal_discards(hand, 10)

    def hands(self, hands: Sequence[CardSet]) -> list[list[int]]:
        """The same hands as OpenSpiel takes them."""
        return [[self.number(card[0] + card[1]) for card in write_cards(hand)] for hand in hands]


class RLCard:
    """RLCard's Python; hands are lists of its cards, always ten."""

    def __init__(self, melding: Any, utils: Any) -> None:
        self.card = utils.card_from_text
        self.clusters = melding.get_best_meld_clusters
        self.count = utils.get_deadwood_count

    def hands(self, hands: Sequence[CardSet]) -> list[list[Any]]:
        """The same hands as RLCard takes them."""
        return [[self.card(card.upper()) for card in write_cards(hand)] for hand in hands]

    def deadwood(self, hand: list[Any]) -> int:
        """The least deadwood, by way of all the best melds, as RLCard's own game works it out."""
        best = self.clusters(hand)
        return int(self.count(hand, best[0] if best else []))


def questions(engine: Melder, open_spiel: OpenSpiel | None, rlcard: RLCard | None) -> Iterator[tuple[str, list[Contestant]]]:
    """The rows of the table: what is asked, our engine first, then the others with the ratio wanted."""
    rng = random.Random(SEED)
    uniform_ten, uniform_eleven, dense_eleven = uniform(1000, 10, rng), uniform(1000, 11, rng), dense(500, 11, rng)
    at_knock = knocks(500, rng, engine)
    kept, elevens = [knock.kept for knock in at_knock], [knock.eleven for knock in at_knock]

    for name, hands, spiel_wanted, card_wanted in (
        ("least deadwood, uniform 10", uniform_ten, 1.5, 20.0),
        ("least deadwood, at the knock 10", kept, 4.0, 50.0),
        ("least deadwood, uniform 11", uniform_eleven, 0.0, 0.0),
        ("least deadwood, dense 11", dense_eleven, 0.0, 0.0),
        ("least deadwood, at the knock 11", elevens, 0.0, 0.0),
    ):
        row = [Contestant("ginrules", engine.deadwood, hands)]
        if open_spiel:
            row.append(Contestant("OpenSpiel min_deadwood", open_spiel.deadwood, open_spiel.hands(hands), spiel_wanted))
        if rlcard and card_wanted:
            row.append(Contestant("RLCard best clusters", rlcard.deadwood, rlcard.hands(hands[:100]), card_wanted))
        yield name, row

    for name, hands, wanted in (("melds, uniform 10", uniform_ten, 0.6), ("melds, at the knock 10", kept, 1.3)):
        row = [Contestant("ginrules", engine.arrange, hands)]
        if open_spiel:
            row.append(Contestant("OpenSpiel best_meld_group", open_spiel.melds, open_spiel.hands(hands), wanted))
        yield name, row

    for name, hands, wanted in (
        ("best discard, uniform 11", uniform_eleven, 2.0),
        ("best discard, at the knock 11", elevens, 0.0),
    ):
        row = [Contestant("ginrules", engine.discards, hands)]
        if open_spiel:
            row.append(Contestant("OpenSpiel legal_discards", open_spiel.discards, open_spiel.hands(hands), wanted))
        yield name, row

    rules = load_variant("standard").rules()
    for jokers in (1, 2, 4):
        joker_engine = melder(rules.deck._replace(jokers=jokers), rules.melds)
        row = [Contestant("ginrules", joker_engine.deadwood, with_jokers(uniform_ten, jokers))]
        if rlcard:  # which knows no jokers: the same hands without
            row.append(Contestant("RLCard best clusters, no joker", rlcard.deadwood, rlcard.hands(uniform_ten[:100]), 1.0))
        yield f"least deadwood, {jokers} of 10 jokers", row

    tables = [(knock.defender, engine.arrange(knock.kept).melds) for knock in at_knock]
    defenders = [knock.defender for knock in at_knock]
    row = [Contestant("ginrules", lambda table: best_defence(table[0], table[1], engine, OwnMelds.FREE), tables)]
    if open_spiel:
        theirs = open_spiel.hands(defenders)
        row.append(Contestant("OpenSpiel min_deadwood, no lay-off", open_spiel.deadwood, theirs, 0.1))
    yield "best defence: spread, lay-offs", row


def seconds(contestant: Contestant) -> float:
    """How long one answer takes, on average over the hands."""
    ask, hands = contestant.ask, contestant.hands
    start = time.process_time()
    for hand in hands:
        ask(hand)
    return (time.process_time() - start) / len(hands)


def main() -> int:
    """Print the table."""
    rules = load_variant("standard").rules()
    engine = melder(rules.deck, rules.melds)
    spiel_module, melding = installed("pyspiel"), installed("rlcard.games.gin_rummy.utils.melding")
    open_spiel = OpenSpiel(spiel_module) if spiel_module else None
    rlcard = RLCard(melding, installed("rlcard.games.gin_rummy.utils.utils")) if melding else None
    print(
        f"Python {sys.version.split()[0]}, seed {SEED}; microseconds of processor time a hand, medians of {REPETITIONS} turns."
    )
    print("Hands at the knock: deals played by two greedy players, knocks that are not gin. Dense: six neighbouring ranks.")
    print(
        "Best discard: our answer is the deadwood after each of the eleven, OpenSpiel's the discards that may knock with ten."
    )
    print("A ratio is how many times as fast as the other our engine is, in this run.\n")
    print(f"{'question':34}{'ginrules':>9}  {'other':36}{'time':>9}{'ratio':>8}{'wanted':>8}")
    differences = 0
    for name, contestants in questions(engine, open_spiel, rlcard):
        ours, *theirs = zip(*_turns(contestants), strict=True)
        microseconds = statistics.median(ours) * 1e6
        if not theirs:
            print(f"{name:34}{microseconds:9.2f}")
        for contestant, times in zip(contestants[1:], theirs, strict=True):
            ratio = statistics.median(their / our for our, their in zip(ours, times, strict=True))
            wanted = f"{contestant.wanted:g}" if contestant.wanted else "-"
            figures = f"{statistics.median(times) * 1e6:9.2f}{ratio:8.2f}{wanted:>8}"
            print(f"{name:34}{microseconds:9.2f}  {contestant.name:36}{figures}")
        differences += _differences(contestants) if name.startswith("least deadwood") else 0
    print(f"\nLeast deadwood: {differences} answers differ from those of the others.")
    return 0


def _differences(contestants: Sequence[Contestant]) -> int:
    """How many answers of the others are not ours."""
    ours = contestants[0]
    return sum(
        theirs.ask(their_hand) != ours.ask(our_hand)
        for theirs in contestants[1:]
        for our_hand, their_hand in zip(ours.hands, theirs.hands, strict=False)
    )


def _turns(contestants: Sequence[Contestant]) -> Iterator[list[float]]:
    """The times of everybody, turn after turn."""
    for contestant in contestants:  # tables are filled and caches warm before anybody is timed
        seconds(contestant)
    for _ in range(REPETITIONS):
        yield [seconds(contestant) for contestant in contestants]


if __name__ == "__main__":
    sys.exit(main())
