"""Hands beside RLCard as far as its rules go: play up to going out, and the counts of both hands where nobody lays off."""

from __future__ import annotations

import random
from typing import Any

from ginrules.adapters.rlcard_table import Table
from ginrules.engine.play import Phase, State
from ginrules.rules.resolve import load_variant
from tests.agreement.side_by_side import UNEXPLAINED, Tally, compare_results, play_to_the_knock, seated, styles

ONE_OF_ELEVEN = "with all eleven cards melded only one of the discards that leave nothing is named"
NO_ORDER = "with all eleven cards melded it names a card from the middle of a run: its runs are sets without order"


def compare(hands: int, library: Any, first: int = 0) -> Tally:
    """Play so many hands, seeded from `first` on."""
    tally = Tally()
    for seed in range(first, first + hands):
        rng = random.Random(seed)
        limit = rng.choice((0, 1, 5, 9, 10, 10))
        returned = rng.choice(("only-to-knock", "allowed"))
        changed = (
            f"knock.limit={limit or 'gin-only'}",
            f"turn.return-taken={returned}",
            f"stock.floor={rng.choice((2, 2, 0, 5))}",
        )
        rules = load_variant("rlcard", overrides=changed).rules()
        players = styles(rng)
        del players["takes and keeps"]  # no rule of this engine ends that
        style = tuple(players)[seed % len(players)]
        seat = seated(
            f"hand {seed} ({style}; {', '.join(changed)})",
            rules,
            seed,
            lambda deal, rules=rules, limit=limit, returned=returned: Table(  # type: ignore[misc]
                library, deal, limit=limit, floor=rules.stock.floor, return_allowed=returned == "allowed"
            ),
        )
        tally.counts["hands"] += 1
        state = play_to_the_knock(seat, players[style], tally, explain)
        if state.phase is Phase.OVER:
            tally.counts["dead hands"] += 1
            compare_results(seat, state, ("outcome", "winners", "points"), tally)
        elif state.ending is not None:
            tally.counts[f"gone out: {state.ending.call}"] += 1
            compare_results(seat, state, ("deadwood",), tally)
    return tally


def explain(state: State, _table: Table, only_ours: list[str], only_theirs: list[str]) -> str:
    """Whether all eleven cards are melded, for which the engine looks for one card of a long meld to throw."""
    gins = all(words.split()[1] == "gin" for words in (*only_ours, *only_theirs))
    if not gins or state.table.melder.deadwood(state.hand):
        return UNEXPLAINED
    return NO_ORDER if only_theirs else ONE_OF_ELEVEN
