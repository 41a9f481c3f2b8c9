"""A score sheet in the words of the notation: `ginrules tally` takes the lines as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def sheet_lines(params: Mapping[str, Any]) -> Iterator[str]:
    """Who plays, what was carried over, then a line for each entry."""
    if "sides" in params:
        yield from (f"side {side}: {' '.join(members)}" for side, members in params["sides"].items())
    yield f"players {' '.join(params['players'])}"
    if "carried" in params:
        carried = params["carried"]
        boxes = f" boxes {_amounts(carried['boxes'])}" if carried.get("boxes") else ""
        yield f"score {_amounts(carried['totals'])}{boxes}"
    yield from map(_entry_line, params["deals"])


def sheet_can_be_written(params: Mapping[str, Any]) -> bool:
    """Whether the notation can say all of it: it knows no refused double, and of a known score only the points."""
    return all(
        not {"boxes", "refused-double"} & set(deal) and ("winners" not in deal or _winners_follow(deal))
        for deal in params["deals"]
    )


def _winners_follow(deal: Mapping[str, Any]) -> bool:
    """Whether the winners of a known score are the first who is named and all who have more than nothing."""
    winners, points = deal["winners"], deal["points"]
    return bool(winners) and {*winners} == {winners[0], *(name for name, count in points.items() if count > 0)}


def _entry_line(deal: Mapping[str, Any]) -> str:
    head = [f"deal {deal['deal']}"]
    head += [f"{option} {deal[option]}" for option in ("table", "dealer", "upcard", "factor") if option in deal]
    head += ["last"] if deal.get("last") else []
    return f"{' '.join(head)}: {_entry(deal)}"


def _entry(deal: Mapping[str, Any]) -> str:
    if "knocker" in deal:
        knocker, counts = deal["knocker"], deal["deadwood"]
        # The count of who goes gin is nothing: it is written only where it is not.
        own = "" if deal["call"] != "knock" and not counts.get(knocker) else f" {counts.get(knocker, 0)}"
        others = _amounts({name: count for name, count in counts.items() if name != knocker})
        return f"{knocker} {deal['call']}{own}" + (f", {others}" if others else "")
    if "points" in deal:
        order = [*deal["winners"], *(name for name in deal["points"] if name not in deal["winners"])]
        return _amounts({name: deal["points"].get(name, 0) for name in order})
    return "dead"


def _amounts(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in amounts.items())
