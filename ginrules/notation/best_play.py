"""Which spreads best play leaves to a knocker who declares none (`best-play.spread`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ginrules.answer import answer
from ginrules.cards import parse_cards, write_melded
from ginrules.diagnostics import Json
from ginrules.engine.melds import melder
from ginrules.questions import Method
from ginrules.rules.variant import Rules


def best_spreads(params: Mapping[str, Any], rules: Rules) -> list[Json]:
    """The knocker's spreads with the least deadwood that bring him the most when each defender answers as well as he can.

    `params` are those of a `score` question; lay-offs that it declares are not looked at, as they come after the spread. Where
    none of the spreads is accepted they are all there.
    """
    knocker = params["knocker"]
    asked = {name: value for name, value in params.items() if name != "layoffs"}
    cards = list(params["hands"][knocker])
    if params.get("discard") in cards:
        cards.remove(params["discard"])
    held = parse_cards(" ".join(cards))
    margins: dict[int | None, list[Json]] = {}
    for melds in melder(rules.deck, rules.melds).arrangements(held):
        spread: list[Json] = [[*write_melded(meld)] for meld in melds]
        reply: Any = answer(Method.SCORE, {**asked, "spreads": {**asked.get("spreads", {}), knocker: spread}})
        margin = None if "refused" in reply else 2 * reply["points"][knocker] - sum(reply["points"].values())
        margins.setdefault(margin, []).append(spread)
    accepted = [margin for margin in margins if margin is not None]
    return margins[max(accepted) if accepted else None]
