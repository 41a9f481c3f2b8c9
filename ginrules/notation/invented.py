"""The cards in the hands of a question that the scenario does not give: they are dealt by this program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ginrules.notation.dealing import dealt, given_cards, named_cards
from ginrules.notation.scenario import Scenario


def invented(scenario: Scenario, params: Mapping[str, Any], answered: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """By player the cards that nobody named and that he holds, before the first action or at the end.

    `params` are those of `score` or `play`, `answered` is the answer to them; of `arrange` there is nothing to invent.
    """
    named = {dealt(word) for word in (*given_cards(scenario), *named_cards(scenario))}
    at_the_end = answered.get("state", {}).get("hands", {})
    found = {
        player: tuple(dict.fromkeys(card for card in (*hand, *at_the_end.get(player, ())) if card not in named))
        for player, hand in params.get("hands", {}).items()
    }
    return {player: cards for player, cards in found.items() if cards}
