"""Who pays whom, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ginrules.diagnostics import listed

_SETTLING = ("game.settlement", "game.shutout", "game.columns")


def pay_lines(params: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    """Of a finished game who pays whom; of more than two each pair, then what each has in all."""
    if "settlement" not in result:
        yield "Nothing is paid at the end (game.settlement): the totals are the result."
        return
    settlement: Mapping[str, int] = result["settlement"]
    pairs = _pairs(result.get("steps", ()))
    if len(settlement) > 2 and len(pairs) > 1:
        yield f"{', '.join(f'{payer} pays {taker} {amount}' for (payer, taker), amount in pairs.items())}."
        yield f"In all: {pay_words(settlement)}"
    else:
        yield pay_words(settlement, params.get("sides"))


def pay_words(settlement: Mapping[str, int], sides: Mapping[str, Sequence[str]] | None = None) -> str:
    """One sentence: who pays whom, or of more than two who receives and who pays; sides by their members."""
    receive = [(side, amount) for side, amount in settlement.items() if amount > 0]
    pay = [(side, -amount) for side, amount in settlement.items() if amount < 0]
    if not receive and not pay:
        return "Nobody owes anything."
    if len(receive) == len(pay) == 1 and receive[0][1] == pay[0][1]:
        (taker, _), (payer, amount) = receive[0], pay[0]
        if sides:
            return f"{_members(payer, sides)} together pay {_members(taker, sides)} {amount}."
        return f"{payer} pays {taker} {amount}."
    said = [f"{side} receives {amount}" for side, amount in receive] + [f"{side} pays {amount}" for side, amount in pay]
    return f"{', '.join(said)}."


def _members(side: str, sides: Mapping[str, Sequence[str]]) -> str:
    return f"{listed(sides[side])} ({side})"


def _pairs(steps: Sequence[Mapping[str, Any]]) -> Mapping[tuple[str, str], int]:
    """What the first of two pays the second; in the sheet each such amount is two steps, one after the other."""
    settling = [step for step in steps if "deal" not in step and step["rule"] in _SETTLING]
    paid: dict[tuple[str, str], int] = {}
    while len(settling) > 1:
        one, two = settling[:2]
        if one["player"] == two["player"] or one["points"] != -two["points"] or one.get("text") != two.get("text"):
            settling = settling[1:]  # a bonus, or what rounds
            continue
        settling = settling[2:]
        payer, taker = one["player"], two["player"]
        if (taker, payer) in paid:
            paid[taker, payer] -= two["points"]
        else:
            paid[payer, taker] = paid.get((payer, taker), 0) + two["points"]
    turned = [(pair, amount) if amount > 0 else (pair[::-1], -amount) for pair, amount in paid.items() if amount]
    return {(payer, taker): amount for (payer, taker), amount in turned}
