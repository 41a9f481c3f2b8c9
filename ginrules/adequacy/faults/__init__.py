"""The catalogue of faults: broken engines, each with the rule that it breaks and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ginrules.adequacy.faults import arranging, defending, paying, playing, sheets
from ginrules.adequacy.faults.fault import Asked, Fault

__all__ = ["CHAPTERS", "FAULTS", "Asked", "Fault", "named"]

CHAPTERS: Mapping[str, tuple[Fault, ...]] = {
    "Melds and values": arranging.FAULTS,
    "Lay-offs": defending.FAULTS,
    "Scoring a hand": paying.FAULTS,
    "Playing a hand": playing.FAULTS,
    "The score sheet": sheets.FAULTS,
}
"""The faults by what they break."""

FAULTS: tuple[Fault, ...] = tuple(fault for chapter in CHAPTERS.values() for fault in chapter)


@cache
def named() -> Mapping[str, Fault]:
    """The faults by name."""
    return {fault.name: fault for fault in FAULTS}
