"""OpenSpiel's gin rummy behind the protocol: `python -m ginrules.adapters.open_spiel`.

The engine is reached by dealing: a question is a deal, and every action of it is looked up among the engine's own legal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from ginrules.adapters.deal import read_deal, read_hand
from ginrules.adapters.foreign import play_out, run
from ginrules.adapters.open_spiel_table import Table
from ginrules.adapters.played import (
    NO_EFFECT,
    PLAIN_CARDS,
    Schema,
    among,
    check_rules,
    is_only_gin,
    kind,
    knock_limit,
    only,
    whole_number,
)
from ginrules.diagnostics import Json, NotPlayed
from ginrules.verify import wire

MOST_CARDS = 10
"""Cards a hand, and the greatest knock limit, that the engine can be set to."""

_FEW_CARDS = 6
"""From as many cards on a hand without a meld counts more than 10: no need to tell the engine that a knock needs one."""

_LARGEST_HAND = 13
"""Cards that `arrange` is asked about; the engine's search takes long for more."""

_CARDS: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_CARDS}
_BONUS: Schema = {"type": "integer", "minimum": 0, "maximum": 1000}

PLAYED: Mapping[str, Schema] = {
    **PLAIN_CARDS,
    "players.format": only("head-to-head"),
    "deal.cards": {"anyOf": [_CARDS, {"type": "object", "properties": {"2": _CARDS}, "required": ["2"]}]},
    "deal.opening": only("upcard-offered"),
    "turn.return-taken": only("allowed"),
    "turn.joker-taken": NO_EFFECT,
    "turn.returns-limit": only(2),
    "turn.takes-limit": only(50),
    "stock.floor": only(2),
    "stock.ends": only("after-discard"),
    "stock.last-discard": only("to-go-out"),
    "stock.exhausted": only("dead-hand"),
    "knock.limit": {
        "anyOf": [
            {
                "type": "object",
                "properties": {
                    "kind": {"const": "fixed"},
                    "points": {"type": "integer", "minimum": 1, "maximum": MOST_CARDS},
                },
                "required": ["kind", "points"],
            },
            {
                "type": "object",
                "properties": {
                    "kind": {"const": "upcard"},
                    "ace": {"const": "gin-only"},
                    "cap": {"anyOf": [{"const": None}, {"type": "integer", "minimum": 10}]},
                },
                "required": ["kind", "ace"],
            },
            kind("gin-only"),
        ]
    },
    "knock.comparison": among("at-most", "below"),
    "knock.needs-meld": among("not-required", "required"),
    "gin.choice": only("optional"),
    "gin.big": only("not-played"),
    "layoff.on-knock": only("allowed"),
    "layoff.on-gin": only("forbidden"),
    "layoff.onto": NO_EFFECT,
    "layoff.own-melds": only("free"),
    "scoring.showdown": NO_EFFECT,
    "scoring.collect": kind("difference"),
    "scoring.knock": only(0),
    "scoring.gin": _BONUS,
    "scoring.big-gin": NO_EFFECT,
    "scoring.undercut": _BONUS,
    "scoring.gin-off": only(None),
    "scoring.tie": only("no-score"),
    "scoring.gin-tie": only("gin"),
    "scoring.shared-undercut": NO_EFFECT,
    "scoring.spades": only("nothing"),
    "scoring.doubling": kind("none"),
    "boxes.gin": only(0),
    "boxes.undercut": only(0),
    "boxes.gin-off": only(None),
}


class OpenSpiel:
    """The engine for `serve`, given the module `pyspiel`."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._games: dict[tuple[tuple[str, int | bool], ...], Any] = {}
        self._capabilities: dict[str, Json] = {
            "protocol": wire.VERSION,
            "engine": {
                "name": "open_spiel",
                "version": version("open_spiel"),
                "language": "c++",
                "homepage": "https://github.com/google-deepmind/open_spiel",
                "adapter": "ginrules.adapters.open_spiel",
            },
            "methods": ["arrange", "play"],
            "rules": dict(PLAYED),
            "gaps": [],
            "answers": ["outcome", "winners", "deadwood", "points", "limit", "legal"],
            "can": {
                "players": [2],
                "starts": ["deal"],
                "spreads": ["declared"],
                "layoffs": ["declared"],
                "reasons": False,
            },
        }

    def capabilities(self) -> dict[str, Json]:
        """What OpenSpiel plays: one hand, best play left to the players."""
        return self._capabilities

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        """The engine's answer to `arrange` or `play`."""
        if method == "arrange":
            check_rules(params.get("rules"), PLAIN_CARDS)
            return self._arrange(read_hand(params))
        return self._play(params)

    def _arrange(self, hand: tuple[str, ...]) -> dict[str, Json]:
        if len(hand) > _LARGEST_HAND:
            raise NotPlayed(f"a hand of {len(hand)} cards")
        cards = self._library.gin_rummy.GinRummyUtils(13, 4, max(len(hand), 1))
        numbers = [cards.card_int(card) for card in hand]
        melds = cards.best_meld_group(numbers)
        melded = {number for meld in melds for number in meld}
        left = [number for number in numbers if number not in melded]
        return {
            "deadwood": int(cards.total_card_value(left)),
            "melds": [[cards.card_string(number) for number in meld] for meld in melds],
        }

    def _play(self, params: Mapping[str, Json]) -> dict[str, Json]:
        rules = check_rules(params.get("rules"), PLAYED)
        hand_size = _hand_size(rules)
        deal = read_deal(params, hand_size, upcard=True)
        return play_out(Table(self._library, self._game(rules, hand_size), deal), deal)

    def _game(self, rules: Mapping[str, Json], hand_size: int) -> Any:
        """The game with these parameters, loaded once."""
        settings: dict[str, int | bool] = {"hand_size": hand_size, "gin_bonus": whole_number(rules, "scoring.gin")}
        limit = knock_limit(rules)
        settings |= {"oklahoma": True} if limit is None else {"knock_card": limit}
        if not is_only_gin(rules):
            settings["undercut_bonus"] = whole_number(rules, "scoring.undercut")
            if rules.get("knock.needs-meld") == "required" and hand_size < _FEW_CARDS:
                raise NotPlayed(f"knock.needs-meld = required with {hand_size} cards")
        key = tuple(sorted(settings.items()))
        if key not in self._games:
            self._games[key] = self._library.load_game("gin_rummy", settings)
        return self._games[key]


def _hand_size(rules: Mapping[str, Json]) -> int:
    cards = rules.get("deal.cards")
    return whole_number(cards, "2") if isinstance(cards, dict) else whole_number(rules, "deal.cards")


def _load() -> OpenSpiel:
    import pyspiel

    return OpenSpiel(pyspiel)


def main() -> None:
    """Speak the protocol on the standard streams."""
    run(_load)


if __name__ == "__main__":
    main()
