"""The shipped variants as a page, made from their files: `python -m tests.variants_page` prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ginrules import resources
from ginrules.diagnostics import Json
from ginrules.rules.catalogue import catalogue
from ginrules.rules.forms import short_form
from ginrules.rules.layers import ROOT, Layer
from ginrules.rules.resolve import load_variant, shipped

PAGE = resources.SPEC.parent / "docs" / "variants.md"


def own(variant: str) -> Layer:
    """What the file of a variant says itself."""
    return load_variant(variant).layers[-1]


def written(variant: str, rule: str) -> str:
    """The value of a rule as a person writes it; of card values those that are not the parent's."""
    layers = load_variant(variant).layers
    value = load_variant(variant).values[rule]
    if catalogue()[rule].merges and len(layers) > 1 and isinstance(value, dict):
        before: Json = load_variant(layers[-2].id).values[rule]
        assert isinstance(before, dict)
        value = {key: item for key, item in value.items() if item != before[key]} or value
    return short_form(catalogue()[rule], value)


def link(rule: str) -> str:
    """A rule, linked to its entry in the page of all rules."""
    return f"[`{rule}`](rules.md#{rule.replace('.', '')})"


def sets(layer: Layer) -> str:
    """What the file sets against its parent; a joker's count is said again where jokers come in."""
    before = load_variant(layer.extends).values
    after = load_variant(layer.id).values
    return ", ".join(f"{link(rule)} `{written(layer.id, rule)}`" for rule in layer.rules if before[rule] != after[rule])


def source_words(source: Mapping[str, Any]) -> str:
    """A source in a line: author, title, where it was read, and what is to be said of that."""
    title = f"[{source['title']}]({source['url']})" if "url" in source else str(source["title"])
    author = f"{source['author']}, " if "author" in source else ""
    file = " (a seed)" if "file" in source else ""
    note = f"; {source['note']}" if "note" in source else ""
    return f"{author}{title}{file}{note}"


def section(layer: Layer) -> Iterator[str]:
    """One variant of the page."""
    yield f"## `{layer.id}`"
    yield ""
    yield f"**{layer.name}.** {layer.summary}"
    yield ""
    if layer.id == ROOT:
        yield "- It states every rule: [rules.md](rules.md) gives its values."
    else:
        yield f"- From [`{layer.extends}`](#{layer.extends}): {sets(layer)}."
    if layer.agree:
        yield f"- To be agreed, for the source leaves it open: {', '.join(map(link, layer.agree))}."
    yield f"- Sources: {'. '.join(source_words(source) for source in layer.sources.values() if isinstance(source, dict))}."
    yield ""


def markdown() -> str:
    """The page."""
    layers = [own(variant) for variant in shipped()]
    layers.sort(key=lambda layer: (layer.id != ROOT, layer.id))
    lines = [
        "# The shipped variants",
        "",
        f"{len(layers)} rule sets come with ginrules, each a file in [`variants/`](../variants/) that names its sources.",
        "A file says only where it differs from its parent.",
        "What a source leaves out comes from the parent, and the summary says so;",
        "what a source leaves to the players stands under *to be agreed*,",
        "and the value of the file is used until they agree on another.",
        "Contradictions of the sources, and how they are read, stand in [the readings](../spec/readings.md).",
        "",
        "```",
        "ginrules variant show oklahoma --resolved",
        "```",
        "",
        "Not shipped are games known by name only, or in part that cannot be filled in:",
        "Jersey gin, Mahjong gin, Tedesco, Gin Shot, and Hollywood gin until one player has closed all three columns.",
        "Gin with offered doubles, for three with one sitting out, for a captain, and in matches of several games",
        "waits for rules that are not played yet.",
        "",
        "This page is made from the files.",
        "`python -m tests.variants_page` prints it, and a test holds it.",
        "",
        "| variant | name | from |",
        "|---|---|---|",
    ]
    for layer in layers:
        parent = f"[`{layer.extends}`](#{layer.extends})" if layer.extends else "–"
        lines.append(f"| [`{layer.id}`](#{layer.id}) | {layer.name} | {parent} |")
    lines.append("")
    for layer in layers:
        lines += section(layer)
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
