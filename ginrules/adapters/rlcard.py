"""RLCard's gin rummy behind the protocol: `python -m ginrules.adapters.rlcard`.

RLCard has no position loader, no declared spreads, no lay-offs and no scores; what it has is asked: its search for melds, its
judge of who may knock with which discard, and the counts on its score sheet.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from ginrules.adapters.deal import read_deal, read_hand
from ginrules.adapters.foreign import play_out, run
from ginrules.adapters.played import NO_EFFECT, PLAIN_CARDS, Schema, among, check_rules, kind, knock_limit, only, whole_number
from ginrules.adapters.rlcard_table import Table
from ginrules.diagnostics import Json, NotPlayed
from ginrules.verify import wire

HAND = 10
"""Cards a hand; the engine's search for melds takes no other number."""

_FIXED: Schema = {
    "type": "object",
    "properties": {"kind": {"const": "fixed"}, "points": {"type": "integer", "minimum": 1, "maximum": 10}},
    "required": ["kind", "points"],
}

PLAYED: Mapping[str, Schema] = {
    **PLAIN_CARDS,
    "players.format": only("head-to-head"),
    "deal.cards": {"anyOf": [only(HAND), {"type": "object", "properties": {"2": only(HAND)}, "required": ["2"]}]},
    "deal.opening": only("extra-card"),
    "turn.return-taken": among("only-to-knock", "allowed"),
    "turn.joker-taken": NO_EFFECT,
    "turn.returns-limit": only(None),
    "turn.takes-limit": only(None),
    "stock.floor": {"type": "integer", "minimum": 0, "maximum": 10},
    "stock.ends": only("after-discard"),
    "stock.last-discard": only("free"),
    "stock.exhausted": only("dead-hand"),
    "knock.limit": {"anyOf": [_FIXED, kind("gin-only")]},
    "knock.comparison": among("at-most", "below"),
    "knock.needs-meld": among("not-required", "required"),
    "gin.choice": only("forced"),
    "gin.big": only("not-played"),
    "layoff.on-knock": only("forbidden"),
    "layoff.on-gin": only("forbidden"),
    "layoff.onto": NO_EFFECT,
    "layoff.own-melds": NO_EFFECT,
}
"""Rules of scoring and boxes are not here: the engine has none, and its replies give no fact that they could change."""


GAPS = (
    "scoring.*",
    "boxes.*",
    "knock.declared",
    "layoff.player",
    "layoff.onto",
    "layoff.together",
    "layoff.own-melds",
    "best-play.spread",
    "best-play.layoffs",
)
"""Chapters and clauses that the engine knows nothing of: nobody declares melds, lays off or scores."""


class RLCard:
    """The engine for `serve`, given the module `rlcard` with its gin rummy loaded."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._capabilities: dict[str, Json] = {
            "protocol": wire.VERSION,
            "engine": {
                "name": "rlcard",
                "version": version("rlcard"),
                "language": "python",
                "homepage": "https://github.com/datamllab/rlcard",
                "adapter": "ginrules.adapters.rlcard",
            },
            "methods": ["arrange", "play"],
            "rules": dict(PLAYED),
            "gaps": list(GAPS),
            "answers": ["deadwood", "spreads", "legal"],
            "can": {"players": [2], "starts": ["deal"], "spreads": ["best"], "layoffs": ["best"], "reasons": False},
        }

    def capabilities(self) -> dict[str, Json]:
        """What RLCard plays: arranging ten cards, and a hand up to the knock."""
        return self._capabilities

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        """The engine's answer to `arrange` or `play`."""
        if method == "arrange":
            check_rules(params.get("rules"), PLAIN_CARDS)
            return self._arrange(read_hand(params))
        rules = check_rules(params.get("rules"), PLAYED)
        deal = read_deal(params, HAND, upcard=False)
        table = Table(
            self._library,
            deal,
            limit=knock_limit(rules) or 0,
            floor=whole_number(rules, "stock.floor"),
            return_allowed=rules.get("turn.return-taken") == "allowed",
        )
        return play_out(table, deal)

    def _arrange(self, hand: tuple[str, ...]) -> dict[str, Json]:
        if len(hand) != HAND:
            raise NotPlayed(f"a hand of {len(hand)} cards")
        utils = self._library.games.gin_rummy.utils
        cards = [self._library.games.base.Card(card[1].upper(), card[0]) for card in hand]
        clusters = utils.melding.get_best_meld_clusters(cards)
        best = clusters[0] if clusters else []
        return {
            "deadwood": int(utils.utils.get_deadwood_count(cards, best)),
            "melds": [[card.rank + card.suit.lower() for card in meld] for meld in best],
        }


def _load() -> RLCard:
    warnings.simplefilter("ignore")  # its own and numpy's: nothing in them concerns a question
    import rlcard
    import rlcard.games.gin_rummy.game

    return RLCard(rlcard)


def main() -> None:
    """Speak the protocol on the standard streams."""
    run(_load)


if __name__ == "__main__":
    main()
