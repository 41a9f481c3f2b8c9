"""Which lines of an engine's standard error tell what went wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEAD = re.compile(r"\s*(?:Uncaught )?[\w.$:]*(?:Error|Exception)\b(?: \[\w+\])?(?::|\s*$| in )")
"""How a message begins; the line of source text above it, `throw new TypeError(…)`, does not begin so."""


def error_line(lines: Sequence[str]) -> int | None:
    """The place of the first line that holds an error, or nothing."""
    told = [place for place, text in enumerate(lines) if "Error" in text or "Exception" in text]
    heads = [place for place in told if _HEAD.match(lines[place])]
    return next(iter(heads or told), None)


def telling_lines(text: str, most: int) -> list[str]:
    """The last `most` lines; the line that holds the error stands before them where it is none of them."""
    lines = text.splitlines()
    place = error_line(lines)
    last = lines[-most:]
    if place is None or place >= len(lines) - most:
        return last
    return [lines[place], *(["…"] if place < len(lines) - most - 1 else []), *last]


def telling_end(text: str, most: int) -> str:
    """The last `most` characters; they begin with the line that holds the error where that lies before them."""
    if len(text) <= most:
        return text
    lines = text.splitlines()
    place = error_line(lines)
    if place is None or error_line(text[-most:].splitlines()) is not None:
        return text[-most:]
    begins = lines[place][: most // 4] + "\n"
    return begins + text[len(begins) - most :]
