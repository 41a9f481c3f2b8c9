"""What somebody probably meant who wrote a word that is no rule."""

from __future__ import annotations

import difflib

from ginrules.diagnostics import did_you_mean
from ginrules.rules.catalogue import catalogue, schema, sections, synonyms


def for_rule(word: str) -> str:
    """A hint for a word that should have been the id of a rule; may be empty.

    >>> for_rule("schneider")
    "did you mean 'game.shutout'?"
    """
    plain = word.replace("_", "-").lower()
    last = plain.rpartition(".")[2]
    homes = [rule for rule, info in catalogue().items() if info.key == last]
    if homes:
        return _meant(homes)
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
    if plain in catalogue():
        home, _, key = plain.partition(".")
        return f"write {home}: {{{key}: …}}"
    homes = [rule for rule, info in catalogue().items() if info.key == plain]
    if homes:
        return _meant(homes)
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


def _meant(words: list[str]) -> str:
    return f"did you mean {' or '.join(map(repr, words))}?"
