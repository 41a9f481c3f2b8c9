"""Whether a value is one of a rule's, judged by the schema without its library.

A request is checked before every question, and the library takes longer to load than the question to answer. Only the keywords
that rules use are known here; another one is a mistake of the schema, found by a `KeyError` in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ginrules.diagnostics import Json

_TYPES: Mapping[str, Callable[[Json], bool]] = {
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}


def fits(fragment: Any, value: Json) -> bool:
    """Whether a value in the resolved form is one that a fragment of `variant.schema.json` allows."""
    if isinstance(fragment, bool):
        return fragment
    words = (word for word in fragment if word not in _SAYS_NOTHING and not word.startswith("x-"))
    return all(_KEYWORDS[word](fragment[word], value, fragment) for word in words)


def _is_word(word: Json, value: Json) -> bool:
    """Whether two words are the same; `True` is not 1."""
    return word == value and isinstance(word, bool) is isinstance(value, bool)


def _others_fit(part: Any, value: Json, fragment: Mapping[str, Any]) -> bool:
    """`additionalProperties`: whether the members that the fragment does not name fit."""
    named = fragment.get("properties", {})
    return not isinstance(value, dict) or all(fits(part, item) for key, item in value.items() if key not in named)


def _branch_fits(part: Any, value: Json) -> bool:
    """One member of `allOf`: where its `if` holds, its `then` must."""
    return not fits(part["if"], value) or fits(part["then"], value)


_SAYS_NOTHING = frozenset({"description"})

_KEYWORDS: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], bool]] = {
    "type": lambda part, value, _: any(_TYPES[name](value) for name in ([part] if isinstance(part, str) else part)),
    "enum": lambda part, value, _: any(_is_word(word, value) for word in part),
    "const": lambda part, value, _: _is_word(part, value),
    "minimum": lambda part, value, _: not _TYPES["integer"](value) or value >= part,
    "maximum": lambda part, value, _: not _TYPES["integer"](value) or value <= part,
    "minItems": lambda part, value, _: not isinstance(value, list) or len(value) >= part,
    "maxItems": lambda part, value, _: not isinstance(value, list) or len(value) <= part,
    "items": lambda part, value, _: not isinstance(value, list) or all(fits(part, item) for item in value),
    "minProperties": lambda part, value, _: not isinstance(value, dict) or len(value) >= part,
    "required": lambda part, value, _: not isinstance(value, dict) or all(key in value for key in part),
    "propertyNames": lambda part, value, _: not isinstance(value, dict) or all(fits(part, key) for key in value),
    "properties": lambda part, value, _: (
        not isinstance(value, dict) or all(fits(part[key], item) for key, item in value.items() if key in part)
    ),
    "additionalProperties": _others_fit,
    "allOf": lambda part, value, _: all(_branch_fits(branch, value) for branch in part),
}
