"""Hands for the tests of play: laid out by card, dealt by seed, under rules changed by section."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from ginrules.cards import BIT, DECK, CardSet, bits, parse_cards, union, write_cards
from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import deal, position, start
from ginrules.engine.parts import STANDARD as PARTS
from ginrules.engine.parts import Parts
from ginrules.engine.play import legal, play
from ginrules.engine.state import Phase, State, table
from ginrules.engine.values import Refusal
from ginrules.rules.resolve import load_variant
from ginrules.rules.variant import (
    Ace,
    AceLimit,
    BigGin,
    Comparison,
    GinChoice,
    LastDiscard,
    Limit,
    LimitKind,
    Needed,
    Opening,
    ReturnTaken,
    Rules,
    StockEnds,
    StockExhausted,
)

PLAYERS = ("Ann", "Bob")
STANDARD = load_variant("standard").rules()

KNOCKER = "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
"""Ann's cards of the protocol's example: three melds and the three of spades."""
DEFENDER = "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
"""Bob's: 7h goes onto the hearts, 9h onto the nines, one or the other run is not his."""


def rules(variant: str = "standard", **sections: dict[str, Any]) -> Rules:
    """The rules of a variant with some changed: `turn={"takes_limit": 3}`."""
    base = load_variant(variant).rules()
    return base._replace(**{name: getattr(base, name)._replace(**changes) for name, changes in sections.items()})


def cards(text: str) -> list[CardSet]:
    """Cards in the order of the text."""
    return [BIT[word] for word in text.split()]


def rest(*used: CardSet) -> list[CardSet]:
    """What is left of the deck, from the ace of clubs on."""
    return list(bits(DECK & ~union(used)))


def dealt(ann: str, bob: str, *, upcard: str = "", stock: str = "", dealer: str = "Ann", played: Rules = STANDARD) -> State:
    """A deal with these cards on top of the stock; the rest of the deck follows in order."""
    hands = {"Ann": parse_cards(ann), "Bob": parse_cards(bob)}
    top = cards(stock)
    up = BIT[upcard] if upcard else None
    under = rest(*hands.values(), *top, up or 0)
    return start(played, PLAYERS, dealer, hands=hands, upcard=up, stock=[*top, *under])


def standing(
    ann: str,
    bob: str,
    *,
    turn: str = "Ann",
    phase: Phase = Phase.DISCARD,
    pile: str = "",
    stock: str = "",
    left: int | None = None,
    taken: str = "",
    played: Rules = STANDARD,
    upcard: str = "",
) -> State:
    """A position with these cards on top of pile and stock; the rest lies below, so that `left` cards are in the stock.

    Without `left` all the rest goes to the stock, the last one excepted, which makes a pile where none is named.
    """
    hands = {"Ann": parse_cards(ann), "Bob": parse_cards(bob)}
    piled, top = cards(pile), cards(stock)
    others = rest(*hands.values(), *piled, *top)
    cut = len(others) - (not piled) if left is None else left - len(top)
    return position(
        played,
        PLAYERS,
        hands=hands,
        pile=[*piled, *others[cut:]],
        stock=[*top, *others[:cut]],
        turn=turn,
        phase=phase,
        taken=BIT[taken] if taken else None,
        upcard=BIT[upcard] if upcard else None,
    )


def act(player: str, words: str) -> Action:
    """An action as text: `discard Kh`, `show 4h 5h 6h, 9c 9d 9s`, `layoff 7h on 4h`."""
    do, _, named = words.partition(" ")
    if do == Do.SHOW:
        return Action(player, Do.SHOW, melds=tuple(parse_cards(meld) for meld in named.split(",") if meld))
    if do == Do.LAYOFF:
        laid, _, onto = named.partition(" on ")
        return Action(player, Do.LAYOFF, cards=parse_cards(laid), onto=BIT[onto])
    return Action(player, Do(do), BIT[named] if named else 0)


def after(state: State, *steps: str) -> State:
    """The state after actions that must be accepted, each `Ann discard Kh`."""
    for line in steps:
        player, _, words = line.partition(" ")
        following = play(state, act(player, words))
        assert isinstance(following, State), (line, following)
        state = following
    return state


@cache
def parts_without(check: str) -> Parts:
    """The engine without a check."""
    return PARTS.without(frozenset({check}))


def without(state: State, check: str) -> State:
    """The same state where nothing is refused for a check any more."""
    return state._replace(table=table(state.rules, state.players, parts_without(check)))


def refused(state: State, line: str) -> set[str]:
    """The ids for which an action is refused, none if it is accepted."""
    player, _, words = line.partition(" ")
    answer = play(state, act(player, words))
    return set(answer.rules) if isinstance(answer, Refusal) else set()


def words(state: State) -> list[str]:
    """What is legal, as `do` with the card."""
    return [" ".join([action.do, *write_cards(action.card)]) for action in legal(state)]


def random_rules(rng: random.Random) -> Rules:
    """Any combination of the rules of play that has no part without effect, under limits that random players reach."""
    forbidden = rng.choice(tuple(ReturnTaken))
    opening = rng.choice(tuple(Opening))
    upcard_limit = Limit(LimitKind.UPCARD, ace=rng.choice(tuple(AceLimit)))
    limits = [Limit(LimitKind.FIXED, 60), Limit(LimitKind.FIXED, 30), Limit(LimitKind.GIN_ONLY), Limit(LimitKind.ANY)]
    if opening is not Opening.EXTRA_CARD:
        limits.append(upcard_limit)
    return rules(
        deal={"opening": opening},
        turn={
            "return_taken": forbidden,
            "returns_limit": rng.choice((None, 2, 3)) if forbidden is ReturnTaken.ALLOWED else None,
            "takes_limit": rng.choice((None, 2, 9)),
        },
        stock={
            "floor": rng.choice((0, 2, 10)),
            "ends": rng.choice(tuple(StockEnds)),
            "last_discard": rng.choice(tuple(LastDiscard)),
            "exhausted": rng.choice(tuple(StockExhausted)),
        },
        melds={"ace": rng.choice(tuple(Ace))},
        knock={
            "limit": rng.choice(limits),
            "comparison": rng.choice(tuple(Comparison)),
            "needs_meld": rng.choice(tuple(Needed)),
        },
        gin={"choice": rng.choice(tuple(GinChoice)), "big": rng.choice(tuple(BigGin))},
    )


def cooperative(played: Rules, rng: random.Random) -> State:
    """A deal in which both have many cards of few ranks, so that knocks and gin come early."""
    state = deal(played, PLAYERS, rng.choice(PLAYERS), rng)
    low = [13 * suit + rank for suit in range(4) for rank in range(8)]
    rng.shuffle(low)
    pack = [1 << index for index in (*low, *(index for index in range(52) if index not in low))]
    sizes = [hand.bit_count() for hand in state.hands]
    hands = {"Ann": sum(pack[: sizes[0]]), "Bob": sum(pack[sizes[0] : sum(sizes)])}
    under = pack[sum(sizes) :]
    upcard = None if state.upcard is None else under.pop(0)
    dealer = PLAYERS[1 - state.seat]
    return start(played, PLAYERS, dealer, hands=hands, stock=under, upcard=upcard)


def walk(state: State, rng: random.Random, *, at_most: int = 300, going_out: float = 1.0) -> Iterator[State]:
    """The states of a hand played at random, the first and the last included; `going_out` is how often a chance to is seen."""
    yield state
    for _ in range(at_most):
        actions = legal(state)
        if rng.random() > going_out:
            actions = tuple(action for action in actions if action.do not in {Do.KNOCK, Do.GIN, Do.BIG_GIN}) or actions
        if not actions:
            return
        following = play(state, rng.choice(actions))
        assert isinstance(following, State)
        state = following
        yield state
