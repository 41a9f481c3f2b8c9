"""Likely slips of somebody who writes the notation for the first time, each with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Collection
from unicodedata import normalize

from ginrules.notation.neighbours import ENDING, file_hint

NAMES = "names are A-Z, a-z, digits and _"
_OF_A_NAME = re.compile(r"[-'\u2019.](?P<rest>\w+)")
_BEGUN = re.compile(r"(?P<name>[A-Za-z]\w*)$", re.ASCII)
_CARD = r"(?:\?\?|\*|(?:10|[2-9TJQKA])[cdhs♣♦♥♠♧♢♡♤])"
_A_CARD = re.compile(_CARD)
_AFTER_A_CARD = re.compile(rf"{_CARD}\s*\]?\s*$")
_WHOSE = re.compile(r"\s*(?P<name>[A-Z]\w*)\s*:\s*$", re.ASCII)
_HAND = re.compile(r"\s*hand\s+(?P<name>[A-Z]\w*)\s*$", re.ASCII)
_CAPITAL = re.compile(r"\s*(?P<word>[A-Z][a-z]+)\s+$")
_TWO_NAMES = re.compile(r"(?:^|[,:;])\s*(?P<first>[A-Z][a-z]\w*)\s+$", re.ASCII)
_A_NAME = re.compile(r"[A-Z][a-z]\w*", re.ASCII)
_LAID_OFF = re.compile(r"\blayoff\b.*\son\s+\S+\s*,\s*$")
_LISTED = re.compile(rf"\b(?:show|layoff)\b.*{_CARD}\s*\]?\s*,\s*$")


def slip(before: str, found: str, accepts: Collection[str], keywords: Collection[str], file: str) -> str:
    """What was probably meant where a line cannot be read on; empty where nothing is known.

    `before` is the line up to there, `found` the word there; `accepts` are the terminals that could stand there, `keywords` all
    keywords of the notation, `file` is the text's name.
    """
    begun = _BEGUN.search(before)
    if not found.isascii() and found.isalpha() and ("NAME" in accepts or re.search(r"\w$", before)):
        return names_hint((begun["name"] if begun else "") + found)
    if begun and (more := _OF_A_NAME.match(found)) and not _A_CARD.fullmatch(begun["name"]):
        joined, apart = plain_name(begun["name"] + more["rest"]), plain_name(f"{begun['name']}_{more['rest']}")
        return f"{NAMES}, as in {joined} or {apart}" if joined else NAMES
    if found.isdecimal() and not found.isascii():
        return f"numbers are written with the digits 0 to 9: {int(found)}"
    if found.endswith(ENDING) and re.match(r"\s*variant\b", before):
        return file_hint(found, file)
    if found == ",":
        return "cards are separated by spaces" if _AFTER_A_CARD.search(before) else ""
    if (names := _TWO_NAMES.search(before)) and _A_NAME.fullmatch(found) and names["first"].lower() not in keywords:
        return f"a name is one word: {names['first']}_{found}"
    capital = _CAPITAL.match(before)
    if capital and capital["word"].lower() in keywords:
        return f"keywords are lower case: {capital['word'].lower()}"
    return _card_slip(before, found) if _A_CARD.fullmatch(found) or found == "[" else ""


def names_hint(word: str) -> str:
    """What names are made of, and how a word would be one."""
    name = plain_name(word)
    return f"{NAMES}, as in {name}" if name else NAMES


def plain_name(word: str) -> str:
    """A word as a name: without accents, with a capital; empty where a letter is none of A to Z with an accent.

    >>> plain_name("Ändrea")
    'Andrea'
    """
    letters = [normalize("NFKD", letter)[0] for letter in word]
    if not all(letter.isascii() for letter in letters):
        return ""
    return letters[0].upper() + "".join(letters[1:])


def _card_slip(before: str, found: str) -> str:
    if hand := _HAND.match(before):
        return f"a colon stands behind the name: hand {hand['name']}: {found}"
    if whose := _WHOSE.match(before):
        name = whose["name"]
        return "say whose hand it is: hand Ann:" if name == "Hand" else f"did you mean hand {name}:"
    if _LAID_OFF.search(before):
        return "join lay-offs with and: layoff 7h on 6h and 9h on 9c"
    return "cards are separated by spaces" if _LISTED.search(before) else ""
