"""Whether a score sheet in a reply adds up: a small second opinion, no part of the engine.

Bookkeeping only: what the variant says of boxes, bonuses and payments is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def sheet_faults(params: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """What does not add up in an answer to `tally`, in words: entries, sides, final totals, the sums of columns."""
    accepted, entries = answer["accepted"], len(params["deals"])
    if "refused" in answer:
        return [] if accepted < entries else [f"{accepted} entries are accepted of {entries}, and one is refused"]
    faults = [] if accepted == entries else [f"{accepted} entries are accepted of {entries}, and none is refused"]
    sides = sorted(params.get("sides", params["players"]))
    columns = answer.get("columns", [])
    for name, sheet in [("", answer), *((f"column {place}: ", column) for place, column in enumerate(columns, start=1))]:
        faults += [f"{name}{fault}" for fault in _faults_of(sheet, sides)]
    known = {deal["deal"] for deal in params["deals"]}
    faults += [f"deal {deal['deal']} is none of the question" for deal in answer["deals"] if deal["deal"] not in known]
    for table in ("totals", "finals") if columns and not faults else ():
        faults += _sum_faults(table, answer, columns)
    return faults


def _faults_of(sheet: Mapping[str, Any], sides: list[str]) -> Iterator[str]:
    """Of one column: every side has its total, and final totals are totals and bonuses."""
    tables = [sheet["totals"], *(sheet[name] for name in ("finals", "settlement") if name in sheet)]
    if any(sorted(table) != sides for table in tables):
        yield f"not every table has an entry for {', '.join(sides)}, and for nobody else"
        return
    if "finals" not in sheet or "bonuses" not in sheet:
        return
    for side, total in sheet["totals"].items():
        whole = total + sum(bonus.get(side, 0) for bonus in sheet["bonuses"].values())
        if whole != sheet["finals"][side]:
            yield f"total and bonuses of {side} are {whole}, not {sheet['finals'][side]}"


def _sum_faults(table: str, answer: Mapping[str, Any], columns: list[Mapping[str, Any]]) -> Iterator[str]:
    """Above its columns a sheet has their sums."""
    if any(table not in sheet for sheet in (answer, *columns)):
        return
    for side, number in answer[table].items():
        whole = sum(column[table][side] for column in columns)
        if whole != number:
            yield f"the {table} of {side} in the columns are {whole}, not {number}"
