"""The text of a new variant file: valid as it stands, with the usual changes ready behind a #."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from ginrules.diagnostics import Json
from ginrules.rules.catalogue import catalogue, masked, sections
from ginrules.rules.forms import short_form
from ginrules.rules.layers import SPEC_VERSION
from ginrules.rules.phrases import rule_words
from ginrules.rules.resolve import Variant

USUAL = ("knock.limit", "scoring.gin", "scoring.undercut", "boxes.value", "game.end")
"""What house rules change first."""

WIDEST = 140
"""Characters in a line."""

_PLAIN = re.compile(r"[A-Za-z](?:[\w ,.'/()-]*[\w.)])?")
_OTHERWISE_READ = re.compile(r"y|n|yes|no|on|off|true|false|null", re.IGNORECASE)


def new_file(variant_id: str, name: str, parent: Variant, extends: str, changed: Mapping[str, Json]) -> str:
    """A file that extends `parent`, which it names as `extends`, and sets the rules of `changed`, in the resolved form."""
    values = {**parent.values, **changed}
    idle = masked(values)
    lines = [
        ("# Under extends stands only what differs: take a # away, and change the value.", ""),
        (f"spec: {SPEC_VERSION}", "the version of this format"),
        (f"id: {variant_id}", "the name of the file"),
        (f"name: {yaml_text(name)}", ""),
        (f"summary: {yaml_text(f'{parent.name}, with changes of our own.')}", ""),
        (f"extends: {yaml_text(extends)}", f"all rules: ginrules variant show {extends} --resolved"),
    ]
    for section in sections():
        own = [rule for rule in catalogue() if rule in changed and rule.startswith(f"{section}.")]
        usual = [rule for rule in USUAL if rule.startswith(f"{section}.") and rule not in idle]
        if own or usual:
            shown = own or usual
            words = " ".join(rule_words(rule, values) for rule in shown)
            lines.append((("" if own else "# ") + _section_line(section, shown, {**values, **changed}), words))
    return "".join(f"{line}\n" for line in _aligned(lines))


def _section_line(section: str, rules: Sequence[str], values: Mapping[str, Json]) -> str:
    members = (f"{catalogue()[rule].key}: {short_form(catalogue()[rule], values[rule])}" for rule in rules)
    return f"{section}: {{{', '.join(members)}}}"


def _aligned(lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Each text with its comment, the comments of short texts below each other; one that makes too long a line is left out."""
    width = max((len(text) for text, comment in lines if comment and len(text) <= 48), default=0)
    for text, comment in lines:
        line = f"{text:<{width}}  # {comment}"
        yield line if comment and len(line) <= WIDEST else text


def yaml_text(text: str) -> str:
    """A text as a value of strict YAML, in quotes where it needs them.

    >>> yaml_text("Friday's game"), yaml_text("Gin: ours"), yaml_text("No")
    ("Friday's game", '"Gin: ours"', '"No"')
    """
    plain = _PLAIN.fullmatch(text) and not _OTHERWISE_READ.fullmatch(text)
    return text if plain else json.dumps(text, ensure_ascii=False)
