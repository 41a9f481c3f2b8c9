"""Likely slips of somebody who writes a hand of a score sheet as it is said at the table, each with what to write instead."""

from __future__ import annotations

import re

from ginrules.figures import with_figures

_LONGEST = 200
"""A longer line is no hand that somebody says."""
_NAME = r"[A-Za-z]\w*"
_WAYS = {"knock": "knock", "gin": "gin", "big": "big-gin"}
_LEAD = r"(?:(?P<lead>deal \d+[^:,]*?[:,]?|(?:hand )?\d+ ?[.:)]|(?:upcard|dealer) \w+:?) )?"
_WAY = r"(?:goes |went )?(?P<way>knock(?:s|ed)?|gins?|big[- ]?gin)"
_WITH = r"(?: (?:with|for|at|on))? ?"
_POINTS_WORD = r"(?: points?)?"
_AND = r" ?(?:[,;:/–-]|\band\b|\bvs\.?|\bagainst\b)? ?"
_NO_NAME_BUT = r"(?!(?:dead|last|table|dealer|upcard)\b)"
_LEFT = r"(?:(?:has|had|with|is left with) )?(?P<left>\d+)"
_OTHER = rf"(?:{_AND}(?P<other>{_NO_NAME_BUT}{_NAME}):? ?{_LEFT}{_POINTS_WORD})?"
_END = r" ?\.?$"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text + _END, re.IGNORECASE | re.ASCII)


_ENTRIES = (
    _pattern(rf"{_LEAD}(?P<name>{_NAME}):? {_WAY}\b{_WITH}(?P<count>\d+)?{_POINTS_WORD}{_OTHER}"),
    _pattern(rf"{_LEAD}{_WAY} (?P<name>{_NAME}):?{_WITH}(?P<count>\d+)?{_POINTS_WORD}{_OTHER}"),
)
_WON = _pattern(rf"{_LEAD}(?P<name>{_NAME}):? (?:wins?|won|scores?d?|gets|got|has|had) (?P<points>\d+){_POINTS_WORD}")
_POINTS = _pattern(rf"{_LEAD}(?P<name>{_NAME}) (?P<points>\d+) points?")
_DEAD = _pattern(rf"{_LEAD}(?:wash(?:ed)?(?: out)?|void|drawn?|dead|no (?:game|knock)|nobody)(?: hand)?")
_UNDERCUT = re.compile(rf"{_LEAD}{_NAME}:? undercuts?\b", re.IGNORECASE)
_TWO_OUT = re.compile(r"(?P<first>[A-Z]\w*)\s+(?:knock|gin|big-gin)(?:\s+\d+)?\s*,\s*(?P<second>[A-Z]\w*)\s*$")
_NUMBERED = re.compile(r"(?:hand )?(?P<number>\d+) ?[.:)] ?(?P<entry>.+)$")
_OPTIONS = r"(?: (?:table|dealer|upcard) \w+)"
_NO_COLON = re.compile(rf"(?P<lead>deal \d+{_OPTIONS}*|(?:upcard|dealer) \w+),? (?P<entry>{_NAME} .*|dead)$")
_OPTION_LAST = re.compile(r"(?P<lead>deal \d+)?:? ?(?P<entry>.*?\d),? (?P<option>(?:upcard|dealer|table) \w+|last)$")
_NO_NAME = re.compile(r"(?P<entry>[A-Z]\w* (?:(?:knock|gin|big-gin)(?: \d+)?|\d+)), ?(?P<left>\d+)$")
_NO_COUNT = re.compile(
    r"(?:deal \d+[^:,]*: |(?:upcard|dealer) \w+: )?"
    r"(?:(?P<out>[A-Z]\w* (?:knock|gin|big-gin)(?: \d+)?),(?: [A-Z]\w* \d+,)* )?[A-Z]\w*"
)
_NEXT_TABLE = re.compile(
    r"(?P<entry>(?P<lead>deal \d+: *)?[A-Z]\w* (?:knock|gin|big-gin)(?: \d+)?, *[A-Z]\w* \d+), *(?P<name>[A-Z]\w*)\s*$"
)
_COLONS = re.compile(r"(?P<lead>deal \d+: *)?(?P<counts>[A-Z]\w*: *\d+(?: *, *[A-Z]\w*: *\d+)+)", re.ASCII)
_WINNER = re.compile(r"expect (?:winner|won|wins) (?P<name>[A-Z]\w*)$")


def both_out(before: str, found: str) -> tuple[str, str] | None:
    """The two who are said to go out in one hand, where the second one's way is what the grammar refuses."""
    match = _TWO_OUT.search(before) if found in {"knock", "gin", "big-gin"} else None
    return (match["first"], match["second"]) if match else None


def second_table(before: str, found: str) -> str:
    """A hint where a second one goes out in a line whose hand is whole: the hand of another table; empty elsewhere."""
    match = _NEXT_TABLE.search(before) if found in {"knock", "gin", "big-gin"} else None
    return (
        f"every table has an entry of its own: {match['entry']}; {match['lead'] or ''}{match['name']} {found} …"
        if match
        else ""
    )


def sheet_hint(text: str, *, bare: bool) -> str:
    """What was probably meant by a line with a hand of a score sheet; empty where it is none.

    `bare`: whether a hand may stand there without its number.
    """
    said = with_figures(" ".join(text.split()))
    if len(said) > _LONGEST:
        return ""
    for pattern in _ENTRIES:
        match = pattern.match(said)
        if match and (match["count"] or match["other"]):
            return f"write {_lead(match['lead'], bare=bare)}{_entry(match)}"
    if match := _DEAD.match(said):
        return f"a hand in which nobody went out is {_lead(match['lead'], bare=bare)}dead"
    if match := _WON.match(said) or _POINTS.match(said):
        return f"a score that is known: {_lead(match['lead'], bare=bare)}{_capital(match['name'])} {match['points']}"
    if _UNDERCUT.match(said):
        return "who knocked is written, and an undercut follows from the counts: Bob knock 10, Ann 3"
    if match := _NUMBERED.match(said):
        return f"deal {match['number']}: {match['entry']}"
    if match := _NO_COLON.match(said):
        return f"a colon stands before the entry: {match['lead']}: {match['entry']}"
    if match := _OPTION_LAST.match(said):
        lead = f"{match['lead'].rstrip(' :')} " if match["lead"] else ""
        return f"it stands before the colon: {lead}{match['option']}: {match['entry']}"
    if match := _NO_NAME.search(said):
        return f"every count has a name: {match['entry']}, Bob {match['left']}"
    if match := _NO_COUNT.fullmatch(said):
        return f"every name has a count: {said} {'23' if match['out'] else '14'}"
    if match := _COLONS.fullmatch(said):
        return f"who went out is written, and no colons: {match['lead'] or ''}{_knocked(match['counts'])}"
    if match := _WINNER.match(said):
        return f"who wins the game: expect game {match['name']}"
    return ""


def _knocked(counts: str) -> str:
    """Counts as the hand of whoever is named first and knocks."""
    first, *others = (" ".join(each.replace(":", " ").split()) for each in counts.split(","))
    return ", ".join((first.replace(" ", " knock ", 1), *others))


def _entry(match: re.Match[str]) -> str:
    way = next(way for begin, way in _WAYS.items() if match["way"].lower().startswith(begin))
    count = f" {match['count']}" if match["count"] else " 4" if way == "knock" else ""
    other, left = (_capital(match["other"]), match["left"]) if match["other"] else ("Bob", "23")
    if way != "knock" and match["count"] and not match["other"]:
        count, left = "", match["count"]
    return f"{_capital(match['name'])} {way}{count}, {other} {left}"


def _lead(lead: str | None, *, bare: bool) -> str:
    """What stands before the entry: a number where it needs one."""
    if not lead:
        return "" if bare else "deal 1: "
    number = re.search(r"\d+", lead)
    said = lead.rstrip(" :,")
    if not said.startswith(("deal", "upcard", "dealer")) and number:
        said = f"deal {number.group()}"
    return f"{said}: "


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
