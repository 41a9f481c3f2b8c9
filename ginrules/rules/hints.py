"""What somebody probably meant who wrote a word that is no rule."""

from __future__ import annotations

import difflib

from ginrules.diagnostics import did_you_mean
from ginrules.rules.catalogue import catalogue, schema, sections, synonyms


def for_rule(word: str) -> str:
    """A hint for a word that should have been the id of a rule; may be empty.

    >>> for_rule("schneider")
    'did you mean game.shutout?'
    """
    plain = word.replace("_", "-").lower()
    last = plain.rpartition(".")[2]
    homes = [rule for rule, info in catalogue().items() if info.key == last]
    if homes:
        return f"did you mean {' or '.join(homes)}?"
    return _synonym(last) or did_you_mean(plain, [*catalogue(), *sections()])


def for_key(word: str, section: str) -> str:
    """A hint for an unknown key of a section, or of the file where the section is empty; may be empty.

    >>> for_key("skunk", "scoring")
    'did you mean game.shutout?'
    """
    plain = word.replace("_", "-").lower()
    siblings = list(sections()[section]) if section else list(schema()["properties"])
    if plain in siblings:
        return f"did you mean {plain!r}?"
    if plain in catalogue():
        home, _, key = plain.partition(".")
        return f"write {home}: {{{key}: …}}"
    homes = [rule for rule, info in catalogue().items() if info.key == plain]
    if homes:
        return f"did you mean {' or '.join(homes)}?"
    if plain in synonyms():
        return _synonym(plain)
    return did_you_mean(plain, siblings) or _synonym(plain) or did_you_mean(plain, list(catalogue()))


def _synonym(word: str) -> str:
    """What is written instead of a word of the game, spelled nearly right."""
    close = difflib.get_close_matches(word, list(synonyms()), n=1, cutoff=0.8)
    return f"did you mean {synonyms()[close[0]]}?" if close else ""
