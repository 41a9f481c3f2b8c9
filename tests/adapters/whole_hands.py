"""Whole hands to ask a foreign engine about: dealt by seed, played by players who build melds, or at random.

Which actions there are is asked of the built-in engine, through its typed interface.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from ginrules.answer.reading import read_rules
from ginrules.cards import write_card, write_cards
from ginrules.engine.play import Action, Do, Phase, State, deal, legal, step
from ginrules.questions import Method

PLAYERS = ("Ann", "Bob")


def hand(rules: Mapping[str, Any], seed: str, *, builds: float = 0.9, goes_out: float = 0.7) -> dict[str, Any]:
    """The parameters of `play` for a whole hand, up to and including the knock, or to its death.

    `builds`: how often the players do what leaves them the least deadwood, and not anything. `goes_out`: how often they go out
    where they can.
    """
    draw = random.Random(seed)
    dealer = draw.choice(PLAYERS)
    state = deal(read_rules(Method.PLAY, {"rules": dict(rules)}, players=2), PLAYERS, dealer, draw)
    params: dict[str, Any] = {
        "rules": dict(rules),
        "players": list(PLAYERS),
        "dealer": dealer,
        "hands": {player: list(write_cards(cards)) for player, cards in zip(PLAYERS, state.hands, strict=True)},
        "stock": [write_card(card) for card in state.stock],
        "ask": ["legal"],
    }
    if state.upcard is not None:
        params["upcard"] = write_card(state.upcard)
    actions: list[dict[str, Any]] = []
    while found := legal(state):
        action = _choose(draw, state, found, builds, goes_out)
        actions.append(_written(action))
        state = step(state, action)
    return params | {"actions": actions}


def prefixes(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The hand after each of its actions, from the deal on."""
    for count in range(len(params["actions"]) + 1):
        yield {**params, "actions": params["actions"][:count]}


def _choose(draw: random.Random, state: State, found: tuple[Action, ...], builds: float, goes_out: float) -> Action:
    out = [action for action in found if action.do in {Do.KNOCK, Do.GIN, Do.BIG_GIN}]
    if out and draw.random() < goes_out:
        return draw.choice(out)
    if draw.random() > builds:
        return draw.choice(found)
    melder = state.table.melder
    if state.phase is Phase.DISCARD:
        kept = melder.discards(state.hand)
        return min(found, key=lambda action: (kept.get(action.card, 0), draw.random()))
    takes = next((action for action in found if action.do is Do.TAKE), None)
    if takes and min(melder.discards(state.hand | state.pile[0]).values()) < melder.deadwood(state.hand) - 2:
        return takes
    return next((action for action in found if action.do is not Do.TAKE), found[0])


def _written(action: Action) -> dict[str, Any]:
    written = {"player": action.player, "do": str(action.do)}
    return written | ({"card": write_card(action.card)} if action.card else {})
