"""Colons that are missing in a line of YAML, or that lack their space."""

from __future__ import annotations

import re

GLUED = re.compile(r"\s*(?P<key>[A-Za-z0-9][A-Za-z0-9_-]*):(?P<value>[^\s:/]\S*)")
"""A key and its value without the space between them, which YAML takes for one word."""
NO_COLON = re.compile(r"\s*(?P<key>[A-Za-z][A-Za-z0-9_-]*) ?(?P<value>[{[].*[}\]])\s*")
"""A key and the table behind it without the colon between them."""


def glued_hint(text: str) -> str:
    """A hint for a text that is a key and its value without a space between them; empty for every other text.

    >>> glued_hint("gin:30")
    'put a space after the colon: gin: 30'
    """
    found = GLUED.match(text)
    return f"put a space after the colon: {found['key']}: {found['value']}" if found else ""


def no_colon_hint(text: str) -> str:
    """A hint for a line that is a key and a table without a colon between them; empty for every other line.

    >>> no_colon_hint("knock {limit: 7}")
    'a colon is missing after knock: knock: {limit: 7}'
    """
    found = NO_COLON.fullmatch(text)
    return f"a colon is missing after {found['key']}: {found['key']}: {found['value']}" if found else ""
