"""A hand in the middle, for tests of how hands are asked turn by turn."""

from collections.abc import Mapping
from typing import Any

from ginrules.cards import TEXT
from ginrules.questions import Case
from tests.puppet.stage import ANN, BOB, case

SPREAD = [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]
REST = [card for card in TEXT if card not in {*ANN, *BOB}]


def act(player: str, do: str, card: str = "", **more: Any) -> dict[str, Any]:
    return {"player": player, "do": do} | ({"card": card} if card else {}) | more


SHOW = act("Ann", "show", melds=SPREAD)
SEVEN = act("Bob", "layoff", cards=["7h"], onto="4h")
DONE = act("Bob", "done")


def position(*actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ann is to draw; the king of hearts, on top of the stock, is the card that she could knock with."""
    pile, stock = ["2s", "4s"], [card for card in REST if card not in {"2s", "4s", "Kh"}]
    given = {"players": ["Ann", "Bob"], "hands": {"Ann": ANN, "Bob": BOB}, "pile": pile, "stock": ["Kh", *stock]}
    return given | {"turn": "Ann", "phase": "draw", "actions": list(actions)} | more


DRAWS = act("Ann", "stock")
KNOCKS = (DRAWS, act("Ann", "knock", "Kh"))


def played(expect: Mapping[str, Any], *actions: dict[str, Any], rules: tuple[str, ...] = (), **members: Any) -> Case:
    sets = members.pop("sets", ())
    return case("p", expect, *rules, question=position(*actions, **members), method="play", sets=sets)
