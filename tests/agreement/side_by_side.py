"""One hand played by our engine and by a foreign one in step: the same deal, the same actions, and what each says of it.

A foreign engine sits at the table of its adapter, which computes no legality and no points of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ginrules.adapters import deal as theirs
from ginrules.adapters.foreign import Refused, Table
from ginrules.answer.play import write_action, write_state
from ginrules.cards import write_card, write_cards
from ginrules.diagnostics import NotPlayed
from ginrules.engine.play import Action, Do, Phase, State, deal, legal, play, result
from ginrules.rules.variant import Rules

PLAYERS = ("Ann", "Bob")
GOING_OUT = frozenset({Do.KNOCK, Do.GIN})
UNEXPLAINED = "unexplained"


@dataclass
class Tally:
    """What was compared, and what differed by cause."""

    counts: Counter[str] = field(default_factory=Counter)
    unsayable: Counter[str] = field(default_factory=Counter)
    """What the adapter says the engine has no way to take."""
    differences: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """The first of each cause."""

    def differ(self, cause: str, where: str, ours: object, others: object) -> None:
        """Enter a difference."""
        self.differences[cause] += 1
        self.examples.setdefault(cause, f"{where}: ours {ours}, theirs {others}")


Explain = Callable[[State, Any, list[str], list[str]], str]
"""The cause of a difference in what is legal: the state, the foreign table, what only we list, what only they list."""


@dataclass(frozen=True)
class Seat:
    """A hand in step at a foreign table."""

    name: str
    """Which hand it is, for reports."""
    state: State
    table: Table


def seated(name: str, rules: Rules, seed: int, sit: Callable[[theirs.Deal], Table]) -> Seat:
    """A seeded deal at both tables; the dealer changes with the seed."""
    return laid_out(name, deal(rules, PLAYERS, PLAYERS[seed % 2], random.Random(seed)), sit)


def laid_out(name: str, state: State, sit: Callable[[theirs.Deal], Table]) -> Seat:
    """A state that was just dealt, at both tables."""
    seats = (state.players[state.seat], state.players[1 - state.seat])
    dealt = theirs.Deal(
        seats=seats,
        hands=(tuple(write_cards(state.hands[state.seat])), tuple(write_cards(state.hands[1 - state.seat]))),
        upcard="" if state.upcard is None else write_card(state.upcard),
        stock=tuple(map(write_card, state.stock)),
        actions=(),
        asks_legal=True,
    )
    return Seat(name, state, sit(dealt))


def told(action: Action) -> theirs.Action:
    """Our action as the adapter takes it."""
    return theirs.Action(
        action.player,
        str(action.do),
        card=write_card(action.card) if action.card else "",
        melds=tuple(tuple(write_cards(meld)) for meld in action.melds),
        cards=tuple(write_cards(action.cards)),
        onto=write_card(action.onto) if action.onto else "",
    )


def in_words(action: Any) -> str:
    """A legal action as `Ann knock 7h`."""
    return " ".join(filter(None, (action["player"], action["do"], action.get("card"))))


def play_to_the_knock(seat: Seat, choose: Callable[[State, list[Action]], Action], tally: Tally, explain: Explain) -> State:
    """Play in step until somebody has gone out or the hand is over, comparing state and legal actions at every step.

    Where what is legal differs, the hand goes on with what both list. The state returned has nothing legal, unless an
    unexplained difference ended the comparison.
    """
    state = seat.state
    while compare_states(seat, state, tally):
        actions = {in_words(write_action(action)): action for action in legal(state)}
        others = {in_words(action) for action in seat.table.legal() or ()}
        tally.counts["legal sets compared"] += 1
        only_ours, only_theirs = sorted(set(actions) - others), sorted(others - set(actions))
        if only_ours or only_theirs:
            cause = explain(state, seat.table, only_ours, only_theirs)
            tally.differ(cause, f"{seat.name} {state.phase}", only_ours, only_theirs)
            if cause == UNEXPLAINED:
                return state
        both = [action for words, action in actions.items() if words in others]
        if not both:
            return state
        action = choose(state, both)
        tally.counts["steps"] += 1
        following = play(state, action)
        assert isinstance(following, State)
        try:
            seat.table.act(told(action), ())
        except NotPlayed as gap:
            tally.unsayable[gap.feature] += 1
            return following
        state = following
    return state


def compare_states(seat: Seat, state: State, tally: Tally) -> bool:
    """Whether the hand goes on in step."""
    ours, others = in_order(write_state(state)), in_order(seat.table.state())
    tally.counts["states compared"] += 1
    named = {fact: ours.get(fact) for fact in others}  # an engine without a fact says nothing of it
    if named != others or ours.get("turn") != others.get("turn"):
        tally.differ(UNEXPLAINED, f"{seat.name} state", named, others)
        return False
    return state.phase not in {Phase.SHOWDOWN, Phase.OVER}


def in_order(state: Any) -> dict[str, Any]:
    """A state with the cards of each hand in one order."""
    return {**state, "hands": {player: sorted(cards) for player, cards in state["hands"].items()}}


def compare_results(seat: Seat, state: State, facts: Iterable[str], tally: Tally) -> None:
    """The facts of the result that the engine gives."""
    ended, others = result(state), seat.table.result()
    if ended is None or others is None:
        if ended is not None or others is not None:
            tally.differ(UNEXPLAINED, f"{seat.name} result", ended, others)
        return
    tally.counts["results compared"] += 1
    for fact in facts:
        if fact not in others:
            continue
        ours = getattr(ended, fact)
        ours = list(ours) if isinstance(ours, tuple) else dict(ours) if isinstance(ours, Mapping) else ours
        if ours != others[fact]:
            tally.differ(UNEXPLAINED, f"{seat.name} {fact}", ours, others[fact])


def accepts(table: Table, action: Action) -> bool:
    """Whether the foreign table takes an action; where it does, it has taken it."""
    try:
        table.act(told(action), ())
    except Refused:
        return False
    return True


# --- who plays


def at_random(rng: random.Random) -> Callable[[State, list[Action]], Action]:
    """Any legal action."""
    return lambda _state, actions: rng.choice(actions)


def by(rng: random.Random, *wishes: Callable[[State, Action], bool]) -> Callable[[State, list[Action]], Action]:
    """An action that meets the first wish that can be met."""

    def choose(state: State, actions: list[Action]) -> Action:
        for wish in wishes:
            wanted = [action for action in actions if wish(state, action)]
            if wanted:
                return rng.choice(wanted)
        return rng.choice(actions)

    return choose


def drawing(_state: State, action: Action) -> bool:
    """Play on from the stock to the end."""
    return action.do in {Do.PASS, Do.STOCK, Do.DISCARD}


def taking(state: State, action: Action) -> bool:
    """Take from the pile, and throw the same card again."""
    return action.do is Do.TAKE or (action.do is Do.DISCARD and action.card == state.taken)


def going_out(_state: State, action: Action) -> bool:
    """Knock or go gin."""
    return action.do in GOING_OUT


def improving(state: State, action: Action) -> bool:
    """Take what lowers the deadwood, throw what leaves least."""
    melder = state.table.melder
    if action.do is Do.TAKE:
        now = melder.deadwood(state.hand)
        return min(melder.discards(state.hand | state.pile[0]).values()) < now
    if action.do is Do.DISCARD:
        left = melder.discards(state.hand)
        return left[action.card] == min(left.values())
    return False


def styles(rng: random.Random) -> dict[str, Callable[[State, list[Action]], Action]]:
    """Who plays both seats of a hand: random players, and heuristics that reach different ends of it."""

    def patient(_state: State, action: Action) -> bool:
        return action.do is Do.GIN or (action.do is Do.KNOCK and rng.random() < 0.1)

    def unwilling(state: State, action: Action) -> bool:
        return taking(state, action) and rng.random() < 0.7

    def hoarding(state: State, action: Action) -> bool:
        return rng.random() < 0.95 and (action.do is Do.TAKE or (action.do is Do.DISCARD and action.card != state.taken))

    return {
        "random": at_random(rng),
        "draws to the wall": by(rng, drawing),
        "takes and returns": by(rng, unwilling, lambda _state, action: action.do is Do.DISCARD),
        "takes and keeps": by(rng, hoarding, drawing),
        "knocks at once": by(rng, going_out, improving, drawing),
        "waits for gin": by(rng, patient, improving, drawing),
        "never knocks": by(rng, improving, drawing),
    }
