"""What was probably meant by a word that is no rule, or by a value that a rule does not have: rules with values.

The words stand in the schema (`x-synonyms`, `x-usual`, `x-units`, `x-nothing`), each with a target: a rule, a section, or rules
with values, `knock.limit=…; knock.comparison=below`, in which the sign … is the place of the value that was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ginrules.diagnostics import Json
from ginrules.figures import with_figures
from ginrules.rules.catalogue import (
    catalogue,
    is_value,
    key_synonyms,
    schema,
    sections,
    synonyms,
    units,
    usual_rules,
    word_synonyms,
    write_word,
)
from ginrules.rules.forms import long_form
from ginrules.rules.source import scan_yaml

UNSAID = "…"
"""Stands where a value is needed and is not known."""
_AMOUNTS = frozenset({"bonus", "points", "value", "amount", "worth"})
"""Words for a number that stand where no word should: `undercut: {bonus: 10}`."""
_DIGITS = re.compile(r"0|-?[1-9][0-9]{0,8}")
_SCALAR = re.compile(r"[-+]?[0-9][0-9xob_.,:e+-]*", re.IGNORECASE)


class Meant(NamedTuple):
    """A rule with a value."""

    rule: str
    value: str
    """As YAML flow; it holds `…` where it is not known."""


Meaning = tuple[Meant, ...]
"""Rules that are set together; none where nothing is known."""


def as_line(meaning: Meaning) -> str:
    """As a file has it: `knock: {limit: 7, comparison: below}`."""
    keys: dict[str, list[str]] = {}
    for rule, value in meaning:
        section, _, key = rule.partition(".")
        keys.setdefault(section, []).append(f"{key}: {value}")
    return " and ".join(f"{section}: {{{', '.join(parts)}}}" for section, parts in keys.items())


def as_change(meaning: Meaning) -> str:
    """As a change for one question has it: `knock.limit=7`."""
    return " and ".join(repr(f"{rule}={value}") for rule, value in meaning)


def plain(word: str) -> str:
    """A word as keys are written.

    >>> plain("Knock Limit"), plain("big_gin")
    ('knock.limit', 'big-gin')
    """
    return ".".join(word.replace("_", "-").lower().split())


def targets(word: str, section: str = "") -> tuple[str, ...]:
    """What a plain word of the game, in a section or outside of all, is called here; none where it is no such word."""
    if word in catalogue():
        return (word,)
    found = [*key_synonyms(section).get(word, ()), *_members(word, section)] if section else []
    if found:
        return tuple(dict.fromkeys(found))
    rules = [rule for rule, info in catalogue().items() if info.key == word]
    found = [*([synonyms()[word]] if word in synonyms() else []), *rules]
    return tuple(dict.fromkeys(found or _members(word, "")))


def meanings(word: str, value: Json, section: str = "") -> list[Meaning]:
    """What somebody probably meant who wrote a value behind a word: those with a right value, or all of an unknown one."""
    said = [meaning for target in targets(word, section) if (meaning := _said(target, value))]
    known = [meaning for meaning in said if not any(UNSAID in part.value for part in meaning)]
    usual = [meaning for meaning in known if all(_is_usual(part) for part in meaning)]
    return list(dict.fromkeys(usual or known or said))


def right_value(rule: str, value: Json) -> Meaning:
    """The right form of a value that a rule does not have, as in `7 or less`; empty where none is known."""
    if is_value(rule, _long(rule, value)):
        return (Meant(rule, write_word(value)),)
    if value is False:
        return _none_of(rule)
    if isinstance(value, int):
        return _kind_with(rule, value)
    if isinstance(value, dict) and len(value) == 1 and set(value) <= _AMOUNTS:
        return right_value(rule, next(iter(value.values())))
    return _right_word(rule, value) if isinstance(value, str) else ()


def in_section(section: str, value: Json) -> Meaning:
    """What was meant by a value behind the name of a section; of one that none of its usual rules has, the first of them.

    >>> as_line(in_section("boxes", "no"))
    'boxes: {value: 0}'
    """
    if isinstance(value, dict):
        said = (meanings(plain(key), item, section)[:1] for key, item in value.items())
        return tuple(part for found in said for meaning in found for part in meaning)
    usual = [*usual_rules(section)]
    if isinstance(value, str):
        usual = [rule for rule, info in catalogue().items() if info.section == section and value in info.words] + usual
    for rule in usual:
        word = word_synonyms(rule).get(value.lower(), value) if isinstance(value, str) else value
        if is_value(rule, _long(rule, word)):
            return (Meant(rule, write_word(word)),)
    mended = (right_value(rule, value) for rule in usual)
    return next((meaning for meaning in mended if meaning), (Meant(usual[0], UNSAID),) if usual else ())


def number_in(text: str) -> int | None:
    """The one number that a text has, in figures or as a word.

    >>> number_in("7 or less"), number_in("two"), number_in("5 to 10")
    (7, 2, None)
    """
    if _SCALAR.fullmatch(text):
        return int(text) if text.isdecimal() and _DIGITS.fullmatch(text) else None
    words = re.findall(r"-?\d+|[a-z]+", with_figures(text).lower())
    numbers = [int(word) for word in words if _DIGITS.fullmatch(word)]
    return numbers[0] if len(numbers) == 1 and numbers[0] >= 0 and sum(word[-1].isdecimal() for word in words) == 1 else None


def _right_word(rule: str, text: str) -> Meaning:
    word = text.replace("_", "-").lower()
    if right := word_synonyms(rule).get(word):
        return (Meant(rule, right),)
    if word in schema()["x-nothing"]:
        return _none_of(rule)
    number = number_in(text)
    if number is None:
        parts = [known for known in catalogue()[rule].words if word in known.split("-")]
        return (Meant(rule, parts[0]),) if len(parts) == 1 else ()
    for unit, target in units(rule).items():
        if re.search(rf"\b{unit}\b", text.lower()):
            return _said(target, number)
    return right_value(rule, number)


def _none_of(rule: str) -> Meaning:
    """The value by which a rule says that there is none of it."""
    info = catalogue()[rule]
    words = [word for word in info.words if word in schema()["x-nothing"]]
    if len(words) == 1:
        return (Meant(rule, words[0]),)
    numbers = [text for text, value in (("0", 0), ("null", None)) if text in info.wording and is_value(rule, value)]
    return (Meant(rule, numbers[0]),) if numbers else ()


def _kind_with(rule: str, number: int) -> Meaning:
    """The first kind of a rule that is said by one number."""
    for probe in catalogue()[rule].probes:
        if isinstance(probe, dict) and len(probe) == 2 and "kind" in probe and not is_value(rule, {"kind": probe["kind"]}):
            value = {name: item if name == "kind" else number for name, item in probe.items()}
            if is_value(rule, value):
                return (Meant(rule, write_word(value)),)
    return ()


def _said(target: str, value: Json) -> Meaning:
    """A target with the value that was written."""
    if target in sections():
        return in_section(target, value)
    parts: list[Meant] = []
    for part in target.split("; "):
        rule, equals, template = part.partition("=")
        if equals:
            parts.append(Meant(rule, _filled(rule, template, value)))
        else:
            parts.extend(right_value(rule, value) or (Meant(rule, UNSAID),))
    return tuple(parts)


def _filled(rule: str, template: str, value: Json) -> str:
    number = number_in(value) if isinstance(value, str) else value
    text = template.replace(UNSAID, write_word(number))
    document, _ = scan_yaml(text, "")
    return text if document and is_value(rule, _long(rule, document.data)) else template


def _is_usual(part: Meant) -> bool:
    """Whether a number is none of those that a rule can have and never has: nobody gets ten boxes for gin."""
    known = [probe for probe in catalogue()[part.rule].probes if isinstance(probe, int)]
    return not known or not part.value.isdecimal() or int(part.value) <= 2 * max(known)


def _members(word: str, section: str) -> Iterator[str]:
    """The members of tables, of one section or of all, that a word names."""
    for rule, info in catalogue().items():
        if info.merges and section in {"", info.section}:
            name = member(rule, word)
            if name:
                yield f"{rule}={{{name}: {UNSAID}}}"


def member(rule: str, word: str) -> str:
    """The member of a rule's table that a word names; empty if none."""
    known: Iterable[str] = catalogue()[rule].schema["properties"]
    name = word_synonyms(rule).get(word.lower(), word)
    return next((each for each in known if each.lower() == name.lower()), "")


def _long(rule: str, value: Json) -> Json:
    section, _, key = rule.partition(".")
    return long_form(sections()[section][key], value)


def words_of_the_game(section: str) -> Sequence[str]:
    """Every word that leads to a rule, in a section or outside of all."""
    return [*(key_synonyms(section) if section else ()), *synonyms(), *(info.key for info in catalogue().values())]
