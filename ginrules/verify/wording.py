"""Facts of questions and answers in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ginrules.cards import write_meld
from ginrules.diagnostics import Json

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_FACTS = {
    "legal": "moves",
    "hands": "holds",
    "state": "",
    "result": "",
    "totals": "total",
    "finals": "final",
    "settlement": "settle",
    "bonuses": "",
    "game": "game-bonus",
    "box": "box-bonus",
    "shutout": "shutout-bonus",
}
"""Facts that the notation has another word for, or none."""
_LISTS = {"deals": "deal", "columns": "column", "next": "next"}
"""What a sheet has several of, and the word for one of them."""


def number_word(number: int) -> str:
    """A small number as a word, a larger one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def words(value: Json) -> str:
    """Facts as words: `points Ann 31, outcome knock`; actions as in the notation: `stock, discard 7d`."""
    if isinstance(value, dict):
        if "do" in value:
            return " ".join(str(value[key]) for key in ("do", "card") if key in value)
        said = (_fact(key, item) for key, item in value.items() if item != "")
        return ", ".join(text for text in said if text)
    if isinstance(value, list):
        if not value:
            return "none"
        if all(isinstance(item, list) for item in value):
            return " ".join(write_meld(map(words, item)) for item in value if isinstance(item, list))
        if all(isinstance(item, dict) for item in value):
            return ", ".join(words(item) for item in value)
        return " ".join(words(item) for item in value)
    if value is None:
        return "nothing"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _fact(name: str, value: Json) -> str:
    if name in _LISTS and isinstance(value, dict | list):
        return ", ".join(text for place, item in _placed(value) if (text := _one_of(name, place, item)))
    if name == "finished" and isinstance(value, bool):
        return "finished" if value else "unfinished"
    return f"{_FACTS.get(name, name)} {words(value)}".strip()


def _placed(value: dict[str, Json] | list[Json]) -> Iterator[tuple[str, Json]]:
    """What stands in a list, each with its place: a number from 0, or the number that it has, as in `deal=3`."""
    if isinstance(value, dict):
        yield from value.items()
        return
    for place, item in enumerate(value):
        numbered = [name for name in ("deal", "table") if isinstance(item, dict) and name in item]
        if isinstance(item, dict) and numbered:
            yield f"{numbered[0]}={item[numbered[0]]}", {key: each for key, each in item.items() if key != numbered[0]}
        else:
            yield str(place), item


def _one_of(name: str, place: str, item: Json) -> str:
    """A fact of a hand, of a column or of a table of the next hand: `column 2: total Ann 60`."""
    what, said = _LISTS[name], words(item)
    key, equals, number = place.partition("=")
    if not item or not said:
        return ""
    if name == "next":
        return f"next {key} {number}: {said}" if equals else f"next {said}"
    return f"{what} {number if equals else int(place) + 1}: {said}"


def difference_words(expected: Json, got: Json) -> tuple[str, str]:
    """What was expected and what came, in words that say of both whether it is refused, where one of them is."""
    sides = [dict(side) if isinstance(side, dict) else {"": side} for side in (expected, got)]
    if not any("refused" in side for side in sides):
        return words(expected), words(got)
    return _answer(sides[0], ids=" or "), _answer(sides[1], ids=", ")


def _answer(facts: Mapping[str, Json], *, ids: str) -> str:
    """An answer, or what is expected of one: `accepted, points Ann 31`; `refused for knock.limit: over the limit`."""
    rules, message = facts.get("refused"), facts.get("message", "")
    others = words({fact: value for fact, value in facts.items() if fact not in {"refused", "message", "accepted"}})
    if rules is None or (rules == [] and "message" not in facts):
        return f"accepted, {others}" if others else "accepted"
    named = f" for {ids.join(words(rule) for rule in rules)}" if isinstance(rules, list) and rules else ", naming no rule"
    said = f": {message}" if message else ""
    return f"refused{named}{said}" + (f", {others}" if others else "")
