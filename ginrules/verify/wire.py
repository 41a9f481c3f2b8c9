"""The lines that both sides of the protocol write, with the limits and codes that both keep to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ginrules.diagnostics import shortened

VERSION = 1
LINE_LIMIT = 1 << 20
"""Bytes of a line, its newline included, both ways."""
DEPTH_LIMIT = 100
"""Lists and objects inside one another, the message itself included: well under what the readers of JSON bear."""
_PLACE_SHOWN = 200
"""Characters of a place in a message."""


class Code(IntEnum):
    """The codes of an `error`."""

    NOT_READ = -32700
    INVALID_REQUEST = -32600
    NO_SUCH_METHOD = -32601
    IMPOSSIBLE_INPUT = -32602
    INTERNAL = -32603
    NOT_PLAYED = -32001
    NO_COMMON_PROTOCOL = -32002


class Unreadable(ValueError):
    """A line that is no JSON."""


@dataclass(frozen=True, slots=True)
class Line:
    """The value of a line, with what JSON allows and the protocol does not."""

    value: Any
    twice: str = ""
    """What is wrong with a key that stands twice in one object; empty where each stands once."""
    fraction: str = ""
    """What is wrong with a number that is no integer, and where it is; 0.0 stands in its place in the value."""
    deep: str = ""
    """What is wrong with how deep the value is; empty where nothing is. No check may recurse into a deep one."""

    @property
    def wrong(self) -> str:
        """What the protocol does not allow; empty where there is nothing."""
        return self.deep or self.twice or self.fraction


def read(line: bytes) -> Line:
    """Read a line strictly: UTF-8 without a byte order mark, no NaN.

    Raises:
        Unreadable: it is no JSON.
    """
    twice: list[str] = []
    fractions: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.append(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
        return members

    def no_fraction(text: str) -> float:
        fractions.append(f"{text[:40]} is no integer")
        return 0.0

    def no_constant(text: str) -> None:
        raise Unreadable(f"{text} is no JSON")

    if line.startswith(b"\xef\xbb\xbf"):
        raise Unreadable("the line begins with a byte order mark")
    try:
        text = line.decode("utf-8")
        value = json.loads(text, object_pairs_hook=unique, parse_float=no_fraction, parse_constant=no_constant)
    except Unreadable:
        raise
    except UnicodeDecodeError as error:
        raise Unreadable("the line is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the line is no JSON: {error}") from error
    deep = f"lists and objects lie more than {DEPTH_LIMIT} deep in one another" if _is_deep(line, value) else ""
    fraction = f"{_place(value)}{fractions[0]}" if fractions else ""
    return Line(value, twice[0] if twice else "", fraction, deep)


def _place(value: Any) -> str:
    """Where the first fraction of a value is: `result/deadwood: `; empty where it is the value itself."""
    left: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while left:
        path, each = left.pop()
        if isinstance(each, float):
            return f"{shortened('/'.join(path), _PLACE_SHOWN)}: " if path else ""
        if len(path) == DEPTH_LIMIT:
            continue
        inner = each.items() if isinstance(each, dict) else enumerate(each) if isinstance(each, list) else ()
        left += [((*path, str(step)), item) for step, item in reversed([*inner]) if isinstance(item, dict | list | float)]
    return ""


def _is_deep(line: bytes, value: Any) -> bool:
    if line.count(b"[") + line.count(b"{") <= DEPTH_LIMIT:
        return False
    level = [value]
    for _ in range(DEPTH_LIMIT):
        # Level by level: a recursion would end where this is needed.
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return any(isinstance(each, dict | list) for each in level)
