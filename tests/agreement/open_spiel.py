"""Whole hands beside OpenSpiel under its parameters: play up to the knock, showdowns as declared, and the best defence."""

from __future__ import annotations

import random
from typing import Any

from ginrules.adapters.open_spiel import OpenSpiel
from ginrules.adapters.open_spiel_table import Table
from ginrules.cards import CardSet, bits, union, write_cards
from ginrules.diagnostics import NotPlayed
from ginrules.engine.play import Action, Dead, Do, Phase, Showdown, State, play, result
from ginrules.rules.resolve import load_variant
from tests.agreement.side_by_side import (
    UNEXPLAINED,
    Seat,
    Tally,
    accepts,
    compare_results,
    compare_states,
    play_to_the_knock,
    seated,
    styles,
)

NOT_OFFERED = "going out not offered, though its own legal_discards names a card (its min_deadwood never breaks a meld)"
FACTS = ("outcome", "winners", "deadwood", "points", "limit")


def overrides(rng: random.Random) -> tuple[str, ...]:
    """The parameters of one game: knock_card 0 to 10 or Oklahoma, and both bonuses."""
    limit = rng.choice(("gin-only", *map(str, range(1, 11)), "10", "10", "{kind: upcard, ace: gin-only}"))
    bonuses = (f"scoring.gin={rng.choice((25, 20, 1, 60))}", f"scoring.undercut={rng.choice((25, 10, 0, 60))}")
    return (f"knock.limit={limit}", *bonuses)


def compare(hands: int, library: Any, first: int = 0) -> Tally:
    """Play so many hands, seeded from `first` on."""
    engine = OpenSpiel(library)
    tally = Tally()
    for seed in range(first, first + hands):
        rng = random.Random(seed)
        changed = overrides(rng)
        variant = load_variant("open-spiel", overrides=changed)
        game = engine._game(variant.question_rules("play"), 10)
        players = styles(rng)
        style = tuple(players)[seed % len(players)]
        name = f"hand {seed} ({style}; {', '.join(changed)})"
        seat = seated(name, variant.rules(), seed, lambda deal, game=game: Table(library, game, deal))  # type: ignore[misc]
        tally.counts["hands"] += 1
        state = play_to_the_knock(seat, players[style], tally, explain)
        if state.phase is Phase.OVER:
            tally.counts["dead hands"] += 1
            compare_results(seat, state, FACTS, tally)
        elif state.ending is not None:
            tally.counts[f"gone out: {state.ending.call}"] += 1
            settle(seat, state, rng, tally)
    return tally


def explain(state: State, table: Table, only_ours: list[str], only_theirs: list[str]) -> str:
    """Whether the engine leaves out the knock although its own list of discards is not empty."""
    if only_theirs or not all(words.split()[1] in ("knock", "gin", "take") for words in only_ours):
        return UNEXPLAINED
    hand = list(table._state.hands()[table._state.current_player()])
    at_wall = state.phase is Phase.WALL
    if at_wall:
        hand.append(table._state.upcard())
    contradicts_itself = bool(table._cards.legal_discards(hand, table._state.knock_card()))
    offered = table._gin.KNOCK_ACTION in table._state.legal_actions()
    return NOT_OFFERED if contradicts_itself and not offered else UNEXPLAINED


# --- the showdown


def settle(seat: Seat, state: State, rng: random.Random, tally: Tally) -> None:
    """Declare and compare: what the knocker shows, the best defence by the engine's own moves, lay-offs one by one."""
    try:
        state = show(seat, state, rng)
        tally.counts["spreads of the knocker"] += 1
        best_defence(seat, state, tally)
        state = defend(seat, state, rng, tally)
    except NotPlayed as gap:
        tally.unsayable[gap.feature] += 1
        return
    compare_states(seat, state, tally)
    compare_results(seat, state, FACTS, tally)


def spread_of(state: State, cards: CardSet, rng: random.Random) -> tuple[CardSet, ...]:
    """A best spread, now and then with a meld left out."""
    best = rng.choice(state.table.melder.arrangements(cards))
    return tuple(meld for meld in best if rng.random() < 0.9)


def show(seat: Seat, state: State, rng: random.Random) -> State:
    """The knocker shows; what we refuse the engine must refuse too."""
    assert state.ending is not None
    player = state.players[state.ending.seat]
    for melds in (spread_of(state, state.hand, rng), state.table.melder.arrange(state.hand).melds):
        action = Action(player, Do.SHOW, melds=melds)
        following = play(state, action)
        assert accepts(seat.table, action) == isinstance(following, State), (seat.name, action)
        if isinstance(following, State):
            return following
    raise AssertionError(seat.name)


def defend(seat: Seat, state: State, rng: random.Random, tally: Tally) -> State:
    """Lay-offs at random, right and wrong, then a spread; both engines must accept and refuse the same."""
    assert state.ending is not None
    shown = state.ending.spreads[state.ending.seat] or ()
    defender = 1 - state.ending.seat
    player = state.players[defender]
    chosen = result(state)
    assert isinstance(chosen, Showdown)
    wishes = [
        Action(player, Do.LAYOFF, cards=card, onto=laid.onto) for laid in chosen.layoffs[player] for card in bits(laid.cards)
    ]
    if rng.random() < 0.5:  # else he lays off his best
        wishes = [
            Action(player, Do.LAYOFF, cards=card, onto=next(bits(meld)))
            for meld in shown
            for card in bits(state.hands[defender])
        ]
        rng.shuffle(wishes)
    for action in wishes:
        following = play(state, action)
        if isinstance(following, State) != accepts(seat.table, action):
            tally.differ(UNEXPLAINED, f"{seat.name} lay-off {write_cards(action.cards)}", following, "the other")
            return state
        tally.counts["lay-offs tried"] += 1
        if isinstance(following, State):
            tally.counts["lay-offs accepted"] += 1
            state = following
    assert state.ending is not None
    kept = state.hands[defender] & ~union(laid.cards for laid in state.ending.layoffs[defender] or ())
    for action in (Action(player, Do.SHOW, melds=spread_of(state, kept, rng)), Action(player, Do.DONE)):
        following = play(state, action)
        assert isinstance(following, State), (seat.name, following)
        assert accepts(seat.table, action), seat.name
        state = following
    return state


def best_defence(seat: Seat, state: State, tally: Tally) -> None:
    """The defender's best against the least that any series of the engine's own lay-offs can leave him."""
    assert state.ending is not None
    ours = result(state)
    assert not isinstance(ours, Dead)
    assert ours is not None
    table: Any = seat.table
    defender = state.players[1 - state.ending.seat]
    least, paid = search(table)
    tally.counts["best defences"] += 1
    others = {
        "deadwood": least,
        "points": {name: max(round(amount), 0) for name, amount in zip(table._seats, paid, strict=True)},
    }
    mine = {"deadwood": ours.deadwood[defender], "points": dict(ours.points)}
    if mine != others:
        tally.differ(UNEXPLAINED, f"{seat.name} best defence", mine, others)


def search(table: Any) -> tuple[int, list[float]]:
    """The least deadwood of the defender over all series of lay-offs, and what the engine then pays by seat.

    That the engine takes no third card at one end of a run loses nothing: three such cards are a meld of his own.
    """
    seen: set[frozenset[int]] = set()
    waiting = [table._state]
    best: tuple[int, list[float]] | None = None
    while waiting:
        state = waiting.pop()
        defender = 1 - table._showdown.knocker
        held = frozenset(state.hands()[defender])
        if held in seen:
            continue
        seen.add(held)
        ended = table._end(state, table._cards.best_meld_group(list(held)))
        left = int(ended.deadwood()[defender])
        if best is None or left < best[0]:
            best = (left, list(ended.returns()))
        if not state.finished_layoffs():
            waiting += [state.child(action) for action in state.legal_actions() if action < table._gin.DEFAULT_NUM_CARDS]
    assert best is not None
    return best
