"""What is wrong with a line that the grammar refuses, in the words of somebody who plays cards.

The parser says where it stopped and which terminals it would have taken there; the rest is a table of likely slips.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ginrules.cards import card_hint
from ginrules.diagnostics import Diagnostic, Span, did_you_mean
from ginrules.figures import figure, with_figures
from ginrules.notation.scenario import Source
from ginrules.notation.sheet_slips import both_out, second_table, sheet_hint
from ginrules.notation.slips import names_hint, slip

CARD = "CARD"
END = "$END"
BAD_CARD = "bad-card"

LIKE_A_VERSION = re.compile(r"\s*gin[a-z]{0,12}[\s:=]{0,4}v?[0-9.]{1,9}\s*$", re.IGNORECASE)
"""A line that somebody meant to be `ginr 1`."""

_A_NUMBER = frozenset({"NUMBER", "AMOUNT"})
_DESCRIPTIONS = {
    CARD: "a card (7h, Th, A♠, * for a joker)",
    "NAME": "a name",
    "ID": "a word",
    "NUMBER": "a number",
    "AMOUNT": "a number",
    "FLOW": "a value in braces",
    "STRING": 'a text in "…"',
    "LSQB": '"["',
    "RSQB": '"]"',
    "COLON": '":"',
    "COMMA": '","',
    "EQUAL": '"="',
    END: "the end of the line",
}
_WORD = re.compile(r"[^\s,:;\[\]\"#={}]+|.")
_SHOWN = 8
_LIKE_A_CARD = re.compile(r"[A-Za-z0-9*?=♣♦♥♠♧♢♡♤\ufe0e\ufe0f]{1,5}")
_LARGE = re.compile(r"[+-]?[0-9]{10,}")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]")
_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_MOVES = ("pass", "take", "discard", "knock", "gin", "big-gin", "show", "layoff")
_BRACKETS = re.compile(r'"[^"]*"|\[|\]')


@dataclass(frozen=True, slots=True)
class Failure:
    """Where the parser stopped in a line, and what it would have taken."""

    line: int
    text: str
    """The line, or the part of it that was read."""
    column: int
    """Counts from 1; past the last character where the line ended too early."""
    accepts: Collection[str]
    """Names of terminals."""
    bare: bool = False
    """Whether a hand of a score sheet may stand without its number."""


def explain(failure: Failure, source: Source, words: dict[str, str]) -> Diagnostic:
    """The diagnostic for a failure; `words` gives the keyword behind the name of a terminal."""
    text = failure.text
    rest = text[failure.column - 1 :]
    if not rest.strip(" \t") or rest.startswith("#"):
        return _ended(failure, source, words, text)
    match = _WORD.match(rest)
    assert match
    found = match.group()
    span = Span(failure.line, failure.column, failure.column + len(found))
    if found == '"':
        return _text(failure, source, words, rest)
    if unusual := _unusual(found):
        hint = "a line ends here: begin a new one" if found in _LINE_ENDS else "write an ordinary space, or leave it out"
        return source.problem("bad-character", unusual, span, hint=hint)
    if _bracket_is_open(text[: failure.column - 1]) and CARD in failure.accepts and found in {"[", ",", ":"}:
        return _unclosed(source, text, failure)
    sheet = sheet_hint(text, bare=failure.bare)
    if both := both_out(text[: failure.column - 1], found):
        message = f"{' and '.join(both)} cannot both go out in one hand"
        return source.problem("both-won", message, span, hint=f"the other one has a count, as in {both[0]} gin, {both[1]} 31")
    if hint := second_table(text[: failure.column - 1], found):
        return source.problem("syntax", f"a second one goes out: {found!r}; expected a number", span, hint=hint)
    first_word = not text[: failure.column - 1].strip(" \t")
    if first_word and END in failure.accepts:
        beginnings = [words[name] for name in failure.accepts if name in words]
        problem = _unknown_statement(source, found, span, text, beginnings)
        return replace(problem, hint=sheet) if sheet else problem
    keywords = [words[name] for name in failure.accepts if name in words]
    meant = did_you_mean(found, keywords)
    if _LARGE.fullmatch(found) and _A_NUMBER & set(failure.accepts):
        return source.problem("bad-number", "this number is too large", span, hint="a number has at most nine digits")
    if CARD in failure.accepts and not meant and _LIKE_A_CARD.fullmatch(found):
        hint = sheet if "," in text[failure.column :] and sheet else card_hint(found)
        return source.problem(BAD_CARD, f"{found!r} is not a card", span, hint=hint)
    if figure(found) is not None and _A_NUMBER & set(failure.accepts):
        sheet = f"numbers are written in figures: {' '.join(with_figures(text).split())}"
    known = slip(text[: failure.column - 1], found, failure.accepts, words.values(), source.file) or sheet
    return source.problem(
        "syntax",
        f"unexpected {found!r}; expected {_listed(failure.accepts, words)}",
        span,
        hint=known or meant or _slip(found, failure),
    )


def _text(failure: Failure, source: Source, words: dict[str, str], rest: str) -> Diagnostic:
    whole = _TEXT.match(rest)
    span = Span(failure.line, failure.column, failure.column + (whole.end() if whole else 1))
    if whole is None:
        hint = 'a text ends on its line with ", and holds \\" for a quotation mark'
        return source.problem("unclosed-text", "this text does not end", span, hint=hint)
    if "STRING" not in failure.accepts:
        return source.problem("syntax", f"unexpected text; expected {_listed(failure.accepts, words)}", span)
    if control := _CONTROL.search(whole.group()):
        column = failure.column + control.start()
        message = f"the character U+{ord(control.group()):04X} may not stand in a text"
        return source.problem("bad-character", message, Span(failure.line, column, column + 1), hint="leave it out")
    return source.problem(
        "bad-escape", "a backslash stands before a quotation mark or a backslash only", span, hint='write \\" or \\\\'
    )


def _ended(failure: Failure, source: Source, words: dict[str, str], text: str) -> Diagnostic:
    read = text[: failure.column - 1]
    if _bracket_is_open(read):
        return _unclosed(source, read, failure)
    column = len(read.rstrip(" \t")) + 1
    span = Span(failure.line, column, column + 1)
    hint = sheet_hint(text, bare=failure.bare) if _A_NUMBER & set(failure.accepts) else ""
    return source.problem("syntax", f"the line ends too early; expected {_listed(failure.accepts, words)}", span, hint=hint)


def _unclosed(source: Source, text: str, failure: Failure) -> Diagnostic:
    column = text.rindex("[", 0, failure.column - 1) + 1
    return source.problem(
        "unclosed-bracket",
        'this meld does not end with "]"',
        Span(failure.line, column, column + 1),
        hint="a meld stands in brackets: [4h 5h 6h]",
    )


def _bracket_is_open(text: str) -> bool:
    brackets = [found for found in _BRACKETS.findall(text) if found in "[]"]
    return bool(brackets) and brackets[-1] == "["


def _unknown_statement(source: Source, found: str, span: Span, text: str, keywords: Sequence[str]) -> Diagnostic:
    if re.match(r"\s*[a-z]\w*\s*:", text) and found not in keywords:
        name = found[:1].upper() + found[1:]
        close = did_you_mean(found, keywords)
        return source.problem(
            "unknown-keyword", f"no statement begins with {found!r}", span, hint=close or f"names begin with a capital: {name}"
        )
    if LIKE_A_VERSION.match(text):
        hint = "did you mean 'ginr'?"
    elif not found.isascii() and found.isalpha():
        hint = names_hint(found)
    elif found in _MOVES:
        hint = f"say who does it: Ann: {found}"
    else:
        hint = did_you_mean(found.lower(), keywords) or "a line begins with a keyword, or with a player's name and a colon"
    return source.problem("unknown-keyword", f"no statement begins with {found!r}", span, hint=hint)


def _unusual(found: str) -> str:
    if found.isprintable():
        return ""
    return f"the character U+{ord(found[0]):04X} may not stand here"


def _slip(found: str, failure: Failure) -> str:
    if found in "{[" and "FLOW" in failure.accepts:
        return "braces and brackets are closed on the same line"
    if "NAME" in failure.accepts and re.fullmatch(r"[a-z]\w*", found):
        return f"names begin with a capital: {found[0].upper()}{found[1:]}"
    if "ID" in failure.accepts and re.fullmatch(r"[A-Za-z][\w.-]*", found):
        return f"words are lower case, their parts joined by hyphens: {found.lower().replace('_', '-').strip('-.')}"
    return ""


def _listed(accepts: Collection[str], words: dict[str, str]) -> str:
    described = dict.fromkeys(_DESCRIPTIONS[name] for name in _DESCRIPTIONS if name in accepts)
    keywords = sorted(words[name] for name in accepts if name in words)
    everything = [*keywords, *described]
    shown = everything if len(everything) <= _SHOWN else [*everything[:_SHOWN], "…"]
    return ", ".join(shown)
