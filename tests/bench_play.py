"""How fast a hand is played: random legal play to the end, beside OpenSpiel's, `python -m tests.bench_play`.

Both deal, ask for the legal actions at every step, choose one at random and make the next state, until somebody goes out or
the hand is dead, and then settle it. One run plays in turns, many times over, since a shared machine speeds up and slows down
as a whole; a ratio is the median of the ratios of each turn, a time the median of processor times. Always ends with 0: these
are figures, not tests.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from ginrules.engine.play import State, deal, legal, play, result
from ginrules.rules.resolve import load_variant
from ginrules.rules.variant import Rules
from tests.bench import installed

SEED = 20_240_229
REPETITIONS = 31
HANDS = 40

Player = Callable[[random.Random], int]
"""Plays a hand and says how many actions were chosen."""


def ours(rules: Rules) -> Player:
    """Our engine; every state is a value that stays as it is."""

    def hand(rng: random.Random) -> int:
        state = deal(rules, ("Ann", "Bob"), "Ann", rng)
        steps = 0
        while actions := legal(state):
            following = play(state, actions[int(rng.random() * len(actions))])
            assert isinstance(following, State)
            state = following
            steps += 1
        assert result(state) is not None
        return steps

    return hand


def open_spiel(module: Any, *, keeping: bool) -> Player:
    """OpenSpiel; chance gives the cards of a shuffled deck. `keeping` leaves the states as they are, as ours do."""
    game = module.load_game("gin_rummy")
    first_of_showdown = 55  # the knock is action 55: what follows it lays melds out, which ours does at once

    def hand(rng: random.Random) -> int:
        state = game.new_initial_state()
        deck = list(range(52))
        rng.shuffle(deck)
        cards = iter(deck)
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = next(cards)
            else:
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
                steps += 1
            if keeping:
                state = state.child(action)
            else:
                state.apply_action(action)
            if action == first_of_showdown:
                break
        state.returns()
        return steps

    return hand


def seconds(player: Player, seed: int) -> tuple[float, float]:
    """Processor time of a hand and of a step, on average over the hands of a turn."""
    rng = random.Random(seed)
    start = time.process_time()
    steps = sum(player(rng) for _ in range(HANDS))
    taken = time.process_time() - start
    return taken / HANDS, taken / steps


def main() -> int:
    """Print the table."""
    rules = load_variant("open-spiel").rules()
    players: dict[str, Player] = {"ginrules": ours(rules)}
    module = installed("pyspiel")
    if module:
        players["OpenSpiel, one state changed in place"] = open_spiel(module, keeping=False)
        players["OpenSpiel, every state kept"] = open_spiel(module, keeping=True)
    for player in players.values():
        seconds(player, SEED)  # caches are warm before anybody is timed
    turns = [{name: seconds(player, SEED + turn) for name, player in players.items()} for turn in range(REPETITIONS)]
    print(f"Python {sys.version.split()[0]}, seed {SEED}; random legal play under the variant open-spiel, with the legal")
    print(f"actions at every step; microseconds of processor time, medians of {REPETITIONS} turns of {HANDS} hands.")
    print("A ratio is how many times as fast as that our engine is, in this run; OpenSpiel stops at the knock.\n")
    print(f"{'random play to the end':40}{'a hand':>10}{'a step':>10}{'ratio a hand':>14}{'a step':>8}{'wanted':>8}")
    for name in players:
        hand, step = (statistics.median(turn[name][each] for turn in turns) * 1e6 for each in (0, 1))
        ratios = [statistics.median(turn[name][each] / turn["ginrules"][each] for turn in turns) for each in (0, 1)]
        figures = "" if name == "ginrules" else f"{ratios[0]:14.2f}{ratios[1]:8.2f}{1:8}"
        print(f"{name:40}{hand:10.1f}{step:10.2f}{figures}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
