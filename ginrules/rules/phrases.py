"""The sentences of a rule at a value: those of the catalogue, with the values filled in.

>>> rule_words("scoring.gin", {"scoring.gin": 20})
'Gin earns 20 points.'
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from ginrules.diagnostics import Json, listed
from ginrules.rules.catalogue import catalogue, read_clauses, sections, why_masked

Values = Mapping[str, Json]
"""Every rule with its value, in the resolved form."""

PLACE = re.compile(r"\{(?P<name>[a-z-]+(?:\.[a-z-]+)*)(?:\|(?P<one>[^|{}]+))?(?:\|(?P<many>[^|{}]+))?\}")
"""Where a value goes: `{points}`, `{knock.limit.points}`, `{value|card|cards}`, `{value|or}`, `{factors|how many}`."""


def rule_words(rule_id: str, values: Values, members: Sequence[str] = ()) -> str:
    """What a rule says at its value: one sentence, or several where its fields have sentences of their own.

    Of a table that merges it names every member that has an effect, or those of `members` alone.
    """
    return " ".join(fill(template, values, rule_id, members) for template in _templates(rule_id, values[rule_id]))


def fill(template: str, values: Values, rule_id: str = "", members: Sequence[str] = ()) -> str:
    """A sentence with its places filled in; `{value}`, and names without a dot, are of the rule that is named."""
    is_table = bool(rule_id) and catalogue()[rule_id].merges

    def value_of(name: str) -> Json:
        if "." in name:
            section, key, *field = name.split(".")
            value = values[f"{section}.{key}"]
        else:
            value, field = values[rule_id], [name] if name != "value" else []
        return value[field[0]] if field and isinstance(value, dict) else value

    def written(place: re.Match[str]) -> str:
        value, one, many = value_of(place["name"]), place["one"] or "", place["many"] or ""
        if isinstance(value, list) and one == "how many":
            return _LENGTHS[len(value)]
        if isinstance(value, list):
            return listed([str(item) for item in value], one or "and")
        if isinstance(value, dict):
            return _card_values(rule_id, values, members) if is_table else _by_count(value, one, many)
        return _counted(value, one, many)

    return PLACE.sub(written, template)


def _templates(rule_id: str, value: Json) -> Iterator[str]:
    """The sentences of the catalogue for a value, before anything is filled in."""
    wording = catalogue()[rule_id].wording
    if isinstance(value, dict) and catalogue()[rule_id].has_kinds:
        kind = str(value["kind"])
        yield wording[kind]
        for name, sentence in wording.items():
            field, equals, word = name.removeprefix(f"{kind}.").partition("=")
            if not name.startswith(f"{kind}.") or value.get(field) is None or _is_ones(value[field]):
                continue
            if not equals or word == _word(value[field]):
                yield sentence
    else:
        yield wording[_word(value)] if _word(value) in wording else wording["*"]


_LENGTHS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _is_ones(value: Json) -> bool:
    """Whether a value is a list of factors that change nothing."""
    return isinstance(value, list) and all(item == 1 for item in value)


def _word(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _counted(value: Json, one: str, many: str) -> str:
    """A number with its noun, if it has one."""
    noun = one if value == 1 else many or one
    return f"{value} {noun}" if noun else str(value)


def _by_count(table: Mapping[str, Json], one: str, many: str) -> str:
    """An amount that depends on the number of players: `10 cards with 2 players, 7 with 3 or 4`."""
    amounts: list[tuple[Json, list[str]]] = []
    for count, amount in table.items():
        if amounts and amounts[-1][0] == amount:
            amounts[-1][1].append(count)
        else:
            amounts.append((amount, [count]))
    if len(amounts) == 1:
        return _counted(amounts[0][0], one, many)
    (first, players), *others = amounts
    parts = [f"{_counted(first, one, many)} with {listed(players, 'or')} players"]
    return listed([*parts, *(f"{amount} with {listed(counts, 'or')}" for amount, counts in others)])


# --- what cards count


def _card_values(rule_id: str, values: Values, members: Sequence[str]) -> str:
    """What ranks count: `an ace counts 15; jack, queen and king count 10 each; every other card counts its number`."""
    table = values[rule_id]
    assert isinstance(table, dict)
    section, _, key = rule_id.partition(".")
    fragment = sections()[section][key]
    names: Mapping[str, str] = fragment["x-names"]
    named = members or [rank for rank in table if not why_masked(read_clauses(fragment["properties"][rank]), values, None)]
    as_numbered = [rank for rank in named if rank == str(table[rank])]
    if members or 2 * len(as_numbered) < sum(rank.isdecimal() for rank in named):
        as_numbered = []
    groups: dict[Json, list[str]] = {}
    for rank in named:
        if rank not in as_numbered:
            groups.setdefault(table[rank], []).append(rank)
    parts = [_count_of(ranks, points, names) for points, ranks in groups.items()]
    return "; ".join([*parts, *(["every other card counts its number"] if as_numbered else [])])


def _count_of(ranks: Sequence[str], points: Json, names: Mapping[str, str]) -> str:
    amount = points or "nothing"
    if len(ranks) == 1:
        name = names[ranks[0]]
        return f"{'an' if name[0] in 'aeiou8' else 'a'} {name} counts {amount}"
    order = [*names]
    spans: list[list[str]] = []
    for rank in ranks:
        if spans and order.index(rank) == order.index(spans[-1][-1]) + 1:
            spans[-1].append(rank)
        else:
            spans.append([rank])
    parts = [
        part
        for span in spans
        for part in ([f"{names[span[0]]} to {names[span[-1]]}"] if len(span) > 3 else [names[rank] for rank in span])
    ]
    return f"{listed(parts)} count {amount}{' each' if points else ''}"
