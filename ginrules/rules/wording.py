"""The rule sheet of a variant: its rules in plain words, each sentence with the rules that it says and their sources.

Everything on it is data: the sentences of values stand in the catalogue, the order and what no variant changes in
`spec/sheet.yaml`, the values in the variant. Rules without an effect are left out, customs of the table are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ginrules.diagnostics import Json
from ginrules.rules.catalogue import catalogue, masked
from ginrules.rules.layers import Layer
from ginrules.rules.phrases import fill, rule_words
from ginrules.rules.resolve import Variant
from ginrules.rules.sheet_order import Line, phrases, sheet_order

AGREE = "Agree before play, else it is as written below"
"""What stands before that which the players choose."""


class Source(NamedTuple):
    """Where the value of a rule was written, and the text that it is taken from, if one is cited."""

    rule: str
    variant: str
    """The id of the variant whose file sets it; empty for a rule that was changed for this question, as by `--set`."""
    file: str
    line: int
    """Counts from 1; 0 where there is no place."""
    title: str
    """Of the cited text; empty where none is cited."""
    author: str
    url: str
    place: str
    """The part of the text that is cited; may be empty."""

    def to_json(self) -> dict[str, Json]:
        """All of it, without what is empty."""
        return {name: value for name, value in self._asdict().items() if value}


class Sentence(NamedTuple):
    """What is read aloud of one rule, or of several that belong together; one or more sentences."""

    text: str
    rules: tuple[str, ...]
    """Empty for what no variant changes."""
    sources: tuple[Source, ...]
    own: bool
    """Whether the variant in hand sets one of the rules itself; of the root, which sets all, never."""
    clause: str
    """The heading of the specification, for a sentence without rules; may be empty."""

    def to_json(self) -> dict[str, Json]:
        """`{"text", "rules", "own", "sources"}`, and `"clause"` where there are no rules."""
        whole: dict[str, Json] = {
            "text": self.text,
            "rules": [*self.rules],
            "own": self.own,
            "sources": [source.to_json() for source in self.sources],
        }
        return whole | ({"clause": self.clause} if self.clause else {})


class SheetSection(NamedTuple):
    """A part of the rule sheet; it has at least one sentence."""

    title: str
    sentences: tuple[Sentence, ...]


class Agreement(NamedTuple):
    """A rule whose value the players choose before they play."""

    rule: str
    question: str
    """What is to be agreed, as a noun with a small first letter: `bonus for an undercut`."""


class RuleSheet(NamedTuple):
    """A variant in words."""

    id: str
    name: str
    summary: str
    agree: tuple[Agreement, ...]
    sections: tuple[SheetSection, ...]

    def to_json(self) -> dict[str, Json]:
        """`{"id", "name", "summary", "agree": [{"rule", "question"}], "sections": [{"title", "sentences"}]}`."""
        return {
            "id": self.id,
            "name": self.name,
            "summary": self.summary,
            "agree": [{"rule": agreement.rule, "question": agreement.question} for agreement in self.agree],
            "sections": [
                {"title": section.title, "sentences": [sentence.to_json() for sentence in section.sentences]}
                for section in self.sections
            ],
        }


def rule_sheet(variant: Variant) -> RuleSheet:
    """The rule sheet of a variant."""
    idle = masked(variant.values)
    said: set[str] = set(idle)
    sections = []
    for section in sheet_order():
        sentences: list[Sentence] = []
        for line in section.lines:
            if not line.holds(variant.values):
                continue
            new = tuple(rule for rule in line.rules if rule not in said)
            if len(new) < len([rule for rule in line.rules if rule not in idle]) or (line.rules and not new):
                continue
            said.update(new)
            sentences.extend(_sentences(line, new, variant))
        if sentences:
            sections.append(SheetSection(section.title, tuple(sentences)))
    return RuleSheet(
        id=variant.id,
        name=variant.name,
        summary=variant.summary,
        agree=tuple(Agreement(rule, question(rule)) for rule in variant.agree if rule not in idle),
        sections=tuple(sections),
    )


def question(rule: str) -> str:
    """What a rule is about, as its description begins: `what ends the game`."""
    words = re.split(r"[.;:]", catalogue()[rule].description, maxsplit=1)[0]
    return words[0].lower() + words[1:]


def sources_of(rule: str, variant: Variant) -> tuple[Source, ...]:
    """Where a rule's value comes from; of a table that merges, every file that has a part in it, the last one first."""
    found = []
    missing: set[str] | None = None
    for layer in reversed(variant.layers):
        if rule not in layer.rules:
            continue
        table = layer.rules[rule]
        members = set(table) if catalogue()[rule].merges and isinstance(table, dict) else None
        if missing is None:
            whole = variant.values[rule]
            missing = set(whole) if members is not None and isinstance(whole, dict) else set()
        if members is None or members & missing:
            found.append(_source(rule, layer))
        missing -= members or set()
        if not missing:
            break
    return tuple(found)


def _source(rule: str, layer: Layer) -> Source:
    citation = layer.citation(rule) or ""
    key, _, place = citation.partition("#")
    cited = layer.sources.get(key)
    text: Mapping[str, Json] = cited if isinstance(cited, dict) else {}
    section, _, name = rule.partition(".")
    span = layer.document.span((section, name), key=True)
    return Source(
        rule=rule,
        variant=layer.id if layer.path else "",
        file=layer.document.file,
        line=span.line if span else 0,
        title=str(text.get("title", "")),
        author=str(text.get("author", "")),
        url=str(text.get("url", "")),
        place=place,
    )


def _sentences(line: Line, rules: tuple[str, ...], variant: Variant) -> Iterator[Sentence]:
    """A line as it is read: one sentence of its own, or that of each of its rules."""
    if line.say:
        yield _sentence(fill(line.say, variant.values), rules, line.clause, variant)
    else:
        for rule in rules:
            yield _sentence(rule_words(rule, variant.values), (rule,), "", variant)


def _read(text: str, rules: tuple[str, ...], variant: Variant) -> str:
    """A sentence as it is read in this game, with what the players may agree otherwise."""
    for group in phrases():
        text = group.read(text, variant.values)
    if not set(rules).intersection(variant.agree):
        return text
    several = re.search(r"\. [A-Z]", text)
    return f"{text} All this unless you agree otherwise." if several else f"{text[:-1]}, unless you agree otherwise."


def _sentence(text: str, rules: tuple[str, ...], clause: str, variant: Variant) -> Sentence:
    sources = tuple(source for rule in rules for source in sources_of(rule, variant))
    return Sentence(_read(text, rules, variant), rules, sources, any(_is_own(source, variant) for source in sources), clause)


def _is_own(source: Source, variant: Variant) -> bool:
    return bool(variant.extends) and source.variant in {"", variant.id}
