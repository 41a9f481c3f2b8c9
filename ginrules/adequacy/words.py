"""Values of rules as a contributor would write them."""

from __future__ import annotations

from ginrules.diagnostics import Json
from ginrules.rules.catalogue import catalogue, write_word
from ginrules.rules.forms import short_form
from ginrules.rules.layers import ROOT
from ginrules.rules.resolve import load_variant


def said(rule: str, value: Json) -> str:
    """A value in its short form; of a table that merges only what the root has otherwise."""
    root = load_variant(ROOT).values[rule]
    if catalogue()[rule].merges and isinstance(value, dict) and isinstance(root, dict):
        other = {key: item for key, item in value.items() if item != root[key]}
        return write_word(other) if other else f"as in {ROOT}"
    return short_form(catalogue()[rule], value)


def stated(rule: str, value: Json) -> str:
    """A rule and its value, as in `knock.limit = 7`."""
    return f"{rule} = {said(rule, value)}"
