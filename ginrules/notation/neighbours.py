"""A variant's file that lies where somebody looks for it, and that the command line has to be told of."""

from __future__ import annotations

import os
from pathlib import Path

from ginrules.diagnostics import Json
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.variant import Format

ENDING = ".yaml"
_NAMED = 4


def seating(players: int) -> str:
    """Which variants seat so many in one hand, each for himself; empty where none does."""
    seats = [name for name in shipped() if players in _seats(name)]
    names = ", ".join(seats[:_NAMED])
    return f"variants for {players} in one hand: {names}{' and others' if len(seats) > _NAMED else ''}" if seats else ""


def _seats(name: str) -> list[Json]:
    values = load_variant(name).values
    counts = values["players.count"]
    return counts if values["players.format"] == Format.EVERYONE and isinstance(counts, list) else []


def file_hint(name: str, file: str) -> str:
    """What to write instead of the name of a variant's file; `file` is the one that names it."""
    return neighbour_hint(name, file) or f"a variant is named by its id: {Path(name).name.removesuffix(ENDING)}"


def neighbour_hint(name: str, file: str) -> str:
    """How to use a variant that lies in the working folder or beside the file that names it; empty where there is none.

    `name` is its id, or the name of its file.
    """
    variant = Path(name).name.removesuffix(ENDING)
    for folder in dict.fromkeys((Path(), Path(name).parent, Path(file).parent, Path(file).parent / Path(name).parent)):
        path = folder / f"{variant}{ENDING}"
        # Not Path.is_file: a name that the system refuses is no file.
        if os.path.isfile(path):  # noqa: PTH113
            return f"the file is there: write variant {variant}, and call with --variants {folder} (or with --variant {path})"
    return ""
