"""What somebody probably meant who wrote a word that is no rule."""

from __future__ import annotations

import difflib

from ginrules.diagnostics import Json, did_you_mean
from ginrules.rules.catalogue import (
    catalogue,
    is_value,
    key_synonyms,
    schema,
    sections,
    synonyms,
    usual_rules,
    word_synonyms,
    write_word,
)
from ginrules.rules.forms import long_form, rule_of
from ginrules.rules.source import PathKey


def for_rule(word: str) -> str:
    """A hint for a word that should have been the id of a rule; may be empty.

    >>> for_rule("schneider")
    "did you mean 'game.shutout'?"
    """
    plain = word.replace("_", "-").lower()
    last = plain.rpartition(".")[2]
    homes = [rule for rule, info in catalogue().items() if info.key == last]
    section = plain.partition(".")[0]
    if section in sections() and last in key_synonyms(section):
        return _meant([f"{section}.{key.replace(': ', '=')}" for key in key_synonyms(section)[last]])
    if homes:
        return _meant([*_exactly(last), *homes])
    return for_word(last) or did_you_mean(plain, [*catalogue(), *sections()])


def for_key(word: str, section: str) -> str:
    """A hint for an unknown key of a section, or of the file where the section is empty; may be empty.

    >>> for_key("skunk", "scoring")
    "did you mean 'game.shutout'?"
    """
    plain = word.replace("_", "-").lower()
    siblings = list(sections()[section]) if section else list(schema()["properties"])
    if plain in siblings:
        return _meant([plain])
    if section and plain in key_synonyms(section):
        return _meant([*key_synonyms(section)[plain]])
    if plain in catalogue():
        home, _, key = plain.partition(".")
        return f"write {home}: {{{key}: …}}"
    homes = [rule for rule, info in catalogue().items() if info.key == plain]
    if homes:
        return _meant([*_exactly(plain), *homes])
    if plain in synonyms():
        return for_word(plain)
    return did_you_mean(plain, siblings) or for_word(plain) or did_you_mean(plain, list(catalogue()))


def for_word(word: str) -> str:
    """What is written instead of a word of the game, spelled nearly right; may be empty.

    >>> for_word("oklahoma")
    "did you mean 'knock.limit: {kind: upcard, ace: one}'?"
    """
    close = difflib.get_close_matches(word, list(synonyms()), n=1, cutoff=0.8)
    return _meant([synonyms()[close[0]]]) if close else ""


def _exactly(word: str) -> list[str]:
    """What is written instead of exactly this word of the game, if anything."""
    return [synonyms()[word]] if word in synonyms() else []


def for_member(word: str, rule: str, known: list[str]) -> str:
    """A hint for an unknown member of a rule's table, of which these are known.

    >>> for_member("ace", "deck.values", ["A", "2"])
    "did you mean 'A'?"
    """
    return instead(rule, word) or did_you_mean(word, known) or f"known are {', '.join(known)}"


def instead(rule: str, word: str) -> str:
    """A hint for a word that a rule does not have; empty where the schema knows of none.

    >>> instead("layoff.on-knock", "no")
    "did you mean 'forbidden'?"
    """
    right = word_synonyms(rule).get(word.replace("_", "-").lower()) if rule else None
    return _meant([right]) if right else ""


def for_value(path: PathKey, value: str) -> str:
    """A hint for a word at a path of a file that is no value there; empty where the schema knows of none."""
    if len(path) == 2:
        return instead(rule_of(path), value)
    if len(path) != 1 or path[0] not in sections() or likely_rule(str(path[0]), value)[1] == UNSAID:
        return ""
    return for_section(str(path[0]), value)


def for_section(section: str, value: Json) -> str:
    """A hint for a bare value behind the name of a section: the section with its likeliest rule.

    >>> for_section("knock", 7), for_section("gin", 30), for_section("layoff", "no")
    ('write knock: {limit: 7}', 'write scoring: {gin: 30}', 'write layoff: {on-knock: forbidden}')
    """
    rule, text = likely_rule(section, value)
    home, _, key = rule.partition(".")
    return f"write {home}: {{{key}: {text}}}" if rule else ""


def for_override(written: str, value: Json) -> str:
    """A hint for a change whose left side is no rule; may be empty.

    >>> for_override("deck.values.ace", 15), for_override("knock", 7)
    ("did you mean 'deck.values={A: 15}'?", "did you mean 'knock.limit=7'?")
    """
    rule, _, member = written.rpartition(".")
    if rule in catalogue() and catalogue()[rule].merges:
        name = word_synonyms(rule).get(member.lower(), member)
        if name in catalogue()[rule].schema["properties"]:
            return _meant([f"{rule}={{{name}: {write_word(value)}}}"])
    if written in sections():
        rule, text = likely_rule(written, value)
        if rule and text != UNSAID:
            return _meant([f"{rule}={text}"])
    return for_rule(written)


UNSAID = "…"


def likely_rule(section: str, value: Json) -> tuple[str, str]:
    """The rule that a bare value of a section was probably meant for, and the value as it is written there.

    Of a value that none of the likely rules has only the first of them is known; both are empty where there is none.
    """
    usual = [*usual_rules(section)]
    if isinstance(value, str):
        usual = [rule for rule, info in catalogue().items() if info.section == section and value in info.words] + usual
    for rule in usual:
        home, _, key = rule.partition(".")
        right = word_synonyms(rule).get(value.lower(), value) if isinstance(value, str) else value
        if right is not None and is_value(rule, long_form(sections()[home][key], right)):
            return rule, write_word(right)
    return (usual[0], UNSAID) if usual else ("", "")


def _meant(words: list[str]) -> str:
    return f"did you mean {' or '.join(map(repr, words))}?"
