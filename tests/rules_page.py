"""Every rule of the variant format as a page, made from the catalogue: `python -m tests.rules_page` prints it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ginrules import resources
from ginrules.answer import METHODS
from ginrules.diagnostics import Json
from ginrules.rules.catalogue import Condition, RuleClass, RuleInfo, catalogue, schema, sections, word_of, write_word
from ginrules.rules.clauses import clauses
from ginrules.rules.forms import number_kind, short_form
from ginrules.rules.layers import ROOT
from ginrules.rules.phrases import PLACE
from ginrules.rules.resolve import load_variant

PAGE = resources.SPEC.parent / "docs" / "rules.md"
LATER = "**Not played yet.**"

CHANGES = {
    RuleClass.SCORE: "the end of a hand: who may go out, what is left, what it scores",
    RuleClass.PLAY: "what may be done while a hand is played",
    RuleClass.TALLY: "the score sheet and the game",
    RuleClass.CUSTOM: "no score: a custom of the table, written down for its players",
}
"""What a rule of each class changes, in plain words."""

EXAMPLES = {
    "players.count": ("players: {count: [2, 3, 4], format: everyone}",),
    "turn.returns-limit": ("turn: {return-taken: allowed, returns-limit: 2}",),
    "scoring.collect": ("scoring: {collect: {kind: penalties, gin-factor: 2}}", "game: {shutout: none}"),
    "scoring.big-gin": ("gin: {big: replaces}", "scoring: {big-gin: 50}"),
}
"""The lines of a file for the rules that cannot be changed alone."""


# --- values, as they are written in a file


def example(rule: RuleInfo) -> tuple[str, ...]:
    """The rule in a file of one's own, at a value that the root does not have, one that is played if there is one."""
    if rule.id in EXAMPLES:
        return EXAMPLES[rule.id]
    root = load_variant(ROOT).values[rule.id]
    others = [value for value in rule.probes if value != root]
    value = next((value for value in others if is_played(rule, word_of(value))), others[0])
    if rule.merges and isinstance(value, dict) and isinstance(root, dict):
        value = {key: item for key, item in value.items() if item != root[key]}
    return (f"{rule.section}: {{{rule.key}: {short_form(rule, value)}}}",)


# --- what is played


def is_played(rule: RuleInfo, word: Json) -> bool:
    """Whether the engine plays a rule at this word, kind or number."""
    if rule.played is None:
        return True
    words = word if isinstance(word, list) else [word]
    return all(each in rule.played for each in words)


def comes_later(rule: RuleInfo) -> bool:
    """Whether nothing that this version answers can depend on the rule."""
    if rule.rule_class is RuleClass.CUSTOM:
        return False
    return not set(rule.read_by) & set(METHODS) or any(not any(map(can_hold, clause)) for clause in rule.applies_when)


def can_hold(condition: Condition) -> bool:
    """Whether a condition holds at some value that is played; two are in a hand, as long as no more are played."""
    counts = catalogue()["players.count"].played
    if condition.players_over is not None:
        over = condition.players_over
        return counts is None or any(isinstance(count, int) and count > over for count in counts)
    played = catalogue()[condition.rule].played
    if played is None:
        return True
    return any((word in condition.words) is not condition.negated for word in played)


# --- the rows of a rule


def limits(fragment: Mapping[str, Any]) -> str:
    """How large a number may be: `N from 1 to 999`."""
    return f"*N* from {fragment['minimum']} to {fragment['maximum']}"


def numbers_of(fragment: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a field's number, or of each number of its list."""
    of_items: Mapping[str, Any] = fragment.get("items", fragment)
    return of_items


def by_players(fragment: Mapping[str, Any]) -> str:
    """That one number for each count of players may stand in place of the number, where it may."""
    return "; or by players, `{2: N, 3: N}`" if "propertyNames" in fragment else ""


def spoken(sentence: str, value: str = "*N*") -> str:
    """A sentence of the catalogue with the places of its numbers filled in."""

    def written(place: re.Match[str]) -> str:
        if place["one"] == "how many":
            return "so many"
        if place["one"] == "and":
            return f"{value} and {value}"
        return f"{value} {place['many']}" if place["many"] else value

    return PLACE.sub(written, sentence)


def rows(rule: RuleInfo) -> Iterator[tuple[str, str]]:
    """What is written, and what it means."""
    if rule.has_kinds:
        for kind in rule.words:
            yield from kind_rows(rule, kind)
        return
    for word, sentence in rule.wording.items():
        if word == "*":
            yield any_value(rule), spoken(sentence, "what you write" if rule.merges else "*N*") + only(rule)
        else:
            value = int(word) if word.isdecimal() else word
            yield f"`{word}`", sentence + ("" if is_played(rule, value) else f" {LATER}")


def only(rule: RuleInfo) -> str:
    """Which numbers are played, where not every one is."""
    if rule.played is None:
        return ""
    left = [write_word(value) for value in rule.played if write_word(value) not in rule.wording]
    return f" **Only {', '.join(left)} {'is' if len(left) == 1 else 'are'} played so far.**" if left else f" {LATER}"


def any_value(rule: RuleInfo) -> str:
    """How a number, a list or a table is written."""
    if rule.merges:
        ranks = list(rule.schema["properties"])
        return f"`{{{ranks[0]}: N, {ranks[1]}: N, …}}`, {limits(rule.schema['properties'][ranks[0]])}; the ranks that differ"
    if rule.schema["type"] == "array":
        return f"`N`, or `[N, N]`; {limits(rule.schema['items'])}"
    return f"`N`, {limits(rule.schema)}{by_players(rule.schema)}"


def fields(rule: RuleInfo, kind: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The fields of a kind with their schemas, and which of them must be written."""
    branch = next(part["then"] for part in rule.schema["allOf"] if part["if"]["properties"]["kind"]["const"] == kind)
    members = {name: fragment for name, fragment in branch["properties"].items() if name != "kind"}
    return members, tuple(branch.get("required", ()))


def kind_rows(rule: RuleInfo, kind: str) -> Iterator[tuple[str, str]]:
    """A kind, then those of its fields that have sentences of their own."""
    members, required = fields(rule, kind)
    numbers = [members[name] for name in required if "maximum" in members[name]]
    written = (
        f"`{{kind: {', '.join([kind, *(f'{name}: {blank(members[name])}' for name in required)])}}}`"
        if required
        else f"`{kind}`"
    )
    if number_kind(rule).get("kind") == kind:
        written = f"`N`, or {written}"
    written += "".join(f", {limits(fragment)}{by_players(fragment)}" for fragment in numbers)
    later = "" if is_played(rule, kind) else f" {LATER}"
    yield written, spoken(rule.wording[kind]) + later
    for name, sentence in rule.wording.items():
        member, _, value = name.removeprefix(f"{kind}.").partition("=")
        if not name.startswith(f"{kind}."):
            continue
        form = f"`{member}: {value or blank(members[member])}`" + ("" if value else f", {limits(numbers_of(members[member]))}")
        yield f"… with {form}" + ("" if member in required else " (may be left out)"), spoken(sentence)


def blank(fragment: Mapping[str, Any]) -> str:
    """What stands for the value of a field in a form."""
    if fragment.get("type") == "array":
        return "[N, N]"
    return "N" if "maximum" in fragment else "…"


# --- the page


def place(rule: RuleInfo) -> str:
    """The link to the clause of the specification, if there is one."""
    clause = clauses().get(rule.id)
    if clause is None:
        return ""
    heading = f"{clause.number} `{clause.id}` {clause.title}".rstrip()
    anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return f"[{clause.number} {clause.title}](../spec/{clause.chapter}.md#{anchor})"


def anchor_of(rule: RuleInfo) -> str:
    """The anchor of the rule on this page, as GitHub makes it."""
    return rule.id.replace(".", "")


def condition_words(rule: RuleInfo) -> str:
    """When the rule has an effect, in words; empty if always."""
    return ", and ".join(" or ".join(map(said, clause)) for clause in rule.applies_when)


def said(condition: Condition) -> str:
    """One condition in words."""
    if condition.players_over is not None:
        return f"more than {condition.players_over} are in a hand"
    words = " or ".join(f"`{write_word(word)}`" for word in condition.words)
    return f"`{condition.rule}` is {'not ' if condition.negated else ''}{words}"


def rule_lines(rule: RuleInfo) -> Iterator[str]:
    """One rule of the page."""
    yield f"### `{rule.id}`"
    yield ""
    yield rule.description
    yield ""
    yield "| you write | it means |"
    yield "|---|---|"
    for written, sentence in rows(rule):
        yield f"| {written} | {sentence} |"
    yield ""
    yield f"- In `{ROOT}`: `{short_form(rule, load_variant(ROOT).values[rule.id])}`."
    yield f"- To change it: {' and '.join(f'`{line}`' for line in example(rule))}."
    yield f"- It changes {CHANGES[rule.rule_class]}." + (f" {LATER}" if comes_later(rule) else "")
    if words := condition_words(rule):
        yield f"- It matters only where {words}."
    if link := place(rule):
        yield f"- In full: {link}."
    yield ""


def markdown() -> str:
    """The page."""
    lines = [
        "# All rules",
        "",
        "Every rule that a variant can set, by section, with everything that may be written for it.",
        "[variant-format.md](variant-format.md) says how a file of your own is written.",
        "It names only the rules in which your game differs.",
        "What it does not name is as in the variant that it extends.",
        f"The first of them all is `{ROOT}`, and its values are given here.",
        "",
        "- *N* is a whole number. `null` means that there is none.",
        f"- {LATER} The rule, or this value of it, can be written, checked and shown;",
        "  a question that depends on it is refused by name.",
        "- *Deadwood* is the cards that are in no meld, and what they count.",
        "- The *knocker* is the player who goes out, by a knock or with gin; a *defender* is one who does not.",
        "- *In full* leads to the specification, which is what counts.",
        "",
        "This page is made from the catalogue of rules, `spec/variant.schema.json`.",
        "`python -m tests.rules_page` prints it, and a test holds it.",
        "",
        "| section | rules |",
        "|---|---|",
    ]
    rules = catalogue().values()
    for section in sections():
        links = ", ".join(f"[{rule.key}](#{anchor_of(rule)})" for rule in rules if rule.section == section)
        lines.append(f"| [`{section}`](#{section}) | {links} |")
    lines.append("")
    for section in sections():
        lines += [f"## `{section}`", "", schema()["properties"][section]["description"], ""]
        for rule in rules:
            if rule.section == section:
                lines += rule_lines(rule)
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
