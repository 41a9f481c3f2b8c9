"""What somebody probably meant who wrote a word that is no rule, as a sentence with what to write instead."""

from __future__ import annotations

import difflib
import re

from ginrules.diagnostics import Json, did_you_mean
from ginrules.rules.catalogue import catalogue, schema, sections, word_synonyms, write_word
from ginrules.rules.colons import no_colon_hint
from ginrules.rules.forms import rule_of
from ginrules.rules.meant import (
    UNSAID,
    Meaning,
    as_change,
    as_line,
    in_section,
    meanings,
    member,
    number_in,
    plain,
    right_value,
    targets,
    words_of_the_game,
)
from ginrules.rules.phrases import rule_words
from ginrules.rules.source import PathKey

_NEARLY = 0.8
"""How like a word of the game another word is at least, from 0 to 1, where its place does not help to guess."""


def for_rule(word: str) -> str:
    """A hint for a word that should have been the id of a rule; may be empty.

    >>> for_rule("schneider")
    "did you mean 'game.shutout'?"
    """
    name = plain(word)
    section, _, key = name.rpartition(".")
    found = targets(key, section if section in sections() else "")
    if not found and not (nearly := difflib.get_close_matches(name, [*catalogue()], n=1, cutoff=_NEARLY)):
        found = targets(_near(key, ""))
    elif not found:
        return _meant(nearly)
    rules = dict.fromkeys(part.partition("=")[0] for target in found for part in target.split("; "))
    return _meant([*rules]) if rules else did_you_mean(name, [*catalogue(), *sections()])


def for_key(word: str, section: str, value: Json) -> str:
    """A hint for an unknown key of a section, or of the file where the section is empty; may be empty.

    >>> for_key("skunk", "", 100), for_key("max", "knock", 7)
    ('write game: {shutout: {kind: flat, points: 100}}', 'write knock: {limit: 7}')
    """
    if isinstance(value, str) and (hint := no_colon_hint(f"{word}: {value}")):
        return hint
    name = plain(word)
    siblings = list(sections()[section]) if section else list(schema()["properties"])
    if name in siblings:
        return _meant([name])
    return (
        _write(meanings(name, value, section))
        or did_you_mean(name, siblings)
        or _write(meanings(_near(name, section), value, section))
    )


def _near(word: str, section: str) -> str:
    """The word of the game, or the id of a rule, that a word is a slip of the pen for; empty if none."""
    known = [*words_of_the_game(section), *catalogue()]
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=_NEARLY)), "")


def for_member(word: str, rule: str, known: list[str]) -> str:
    """A hint for an unknown member of a rule's table, of which these are known.

    >>> for_member("ace", "deck.values", ["A", "2"])
    "did you mean 'A'?"
    """
    right = word_synonyms(rule).get(plain(word)) if rule else None
    return _meant([right]) if right else did_you_mean(word, known) or f"known are {', '.join(known)}"


def instead(rule: str, value: Json) -> str:
    """A hint for a value that a rule does not have; empty where nothing is known.

    >>> instead("layoff.on-knock", "no"), instead("boxes.value", "no"), instead("deck.jokers", "two")
    ("did you mean 'forbidden'?", 'write 0: there are no boxes', 'a number stands alone: 2')
    """
    if rule not in catalogue():
        return ""
    meaning = right_value(rule, value)
    if not meaning and isinstance(value, str):
        words = [word for word in catalogue()[rule].words if isinstance(word, str)]
        close = did_you_mean(value, words)
        named = [said for said in meanings(_near(plain(value), ""), None) if {part.rule for part in said} == {rule}]
        meaning = () if close or not named or UNSAID in named[0][0].value else named[0]
        if close:
            return close
    return _instead(rule, meaning, value)


def _instead(rule: str, meaning: Meaning, value: Json) -> str:
    if not meaning:
        return ""
    (name, text), *others = meaning
    if others or name != rule or (text.startswith("{") and number_in(str(value)) is not None):
        return f"write {as_line(meaning)}"
    if text in {"0", "null"} and number_in(str(value)) != 0:
        said = rule_words(rule, {rule: 0 if text == "0" else None})
        return f"write {text}: {said[0].lower()}{said[1:].rstrip('.')}"
    if text == value:
        return "numbers stand without quotes"
    return f"a number stands alone: {text}" if text.isdecimal() else _meant([text])


def for_value(path: PathKey, value: str) -> str:
    """A hint for a word at a path of a file that is no value there; empty where the schema knows of none."""
    if len(path) == 2:
        return instead(rule_of(path), value)
    if len(path) != 1 or path[0] not in sections() or any(UNSAID in part.value for part in in_section(str(path[0]), value)):
        return ""
    return for_section(str(path[0]), value)


def for_section(section: str, value: Json) -> str:
    """A hint for a bare value behind the name of a section: the section with its likeliest rule.

    >>> for_section("knock", 7), for_section("gin", 30), for_section("layoff", "no")
    ('write knock: {limit: 7}', 'write scoring: {gin: 30}', 'write layoff: {on-knock: forbidden}')
    """
    return _write([in_section(section, value)])


def for_override(written: str, value: Json) -> str:
    """A hint for a change whose left side is no rule; may be empty.

    >>> for_override("deck.values.ace", 15), for_override("knock", 7)
    ("did you mean 'deck.values={A: 15}'?", "did you mean 'knock.limit=7'?")
    """
    name = plain(written)
    home, _, last = name.rpartition(".")
    if home in catalogue() and catalogue()[home].merges and (known := member(home, last)):
        return _meant([f"{home}={{{known}: {write_word(value)}}}"])
    bare = [in_section(written, value)] if written in sections() else []
    found = bare or meanings(last, value, home if home in sections() else "")
    said = [as_change(meaning) for meaning in found if meaning and not any(UNSAID in part.value for part in meaning)]
    return f"did you mean {' or '.join(said)}?" if said else for_rule(written)


def for_text(text: str) -> str:
    """A hint for a text where a number should stand; empty where it has none.

    >>> for_text("7 or less")
    'a number stands alone: 7'
    """
    number = number_in(text)
    if number is None:
        return ""
    return "numbers stand without quotes" if re.fullmatch(r"\d+", text) else f"a number stands alone: {number}"


def _write(found: list[Meaning]) -> str:
    lines = dict.fromkeys(as_line(meaning) for meaning in found if meaning)
    return f"write {', or '.join(lines)}" if lines else ""


def _meant(words: list[str]) -> str:
    return f"did you mean {' or '.join(map(repr, words))}?"
