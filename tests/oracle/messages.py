"""Looking through a whole message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def values_in(message: Any) -> Iterator[Any]:
    """Every value in a message, itself and all in it."""
    yield message
    inside = message.values() if isinstance(message, dict) else message if isinstance(message, list) else ()
    for each in inside:
        yield from values_in(each)


def has_float(message: Any) -> bool:
    return any(isinstance(value, float) for value in values_in(message))
