"""An answer against what a scenario expects of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ginrules.cards import held_as
from ginrules.diagnostics import Json
from ginrules.questions import Method, Question
from ginrules.verify.melds import arrangement_faults, showdown_faults
from ginrules.verify.sheets import sheet_faults

Path = tuple[str, ...]
_ABSENT = object()
_SETS = frozenset({"hands", "holds", "players", "winners"})
_MELDS = frozenset({"melds", "spreads"})
_NUMBERS = ("deal", "table")
"""By which of its members an item of a list is found; others are found by their place."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that is not as expected; `path` as in `("points", "Ann")`."""

    path: Path
    expected: Json
    got: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What comparing an answer gave."""

    declared: int
    """Facts that the scenario expects."""
    made: int
    """Facts that were compared."""
    differences: tuple[Difference, ...]
    without_reasons: bool = False
    """A refusal as expected that names no rule."""

    @property
    def passes(self) -> bool:
        """Whether there is positive evidence: everything declared was compared, at least one fact, and nothing differs."""
        return self.made == self.declared >= 1 and not self.differences


def compare(question: Question, expect: Mapping[str, Any], answer: Mapping[str, Any], *, reasons: bool = True) -> Comparison:
    """Compare an answer with what is expected; its melds and lay-offs, or its sums, are checked, expected or not.

    `reasons`: whether a refusal has to name rules.
    """
    declared = list(facts(expect))
    refused = answer.get("refused")
    wanted = expect.get("refused")
    differences: list[Difference] = []
    made = 0
    silent = False
    if isinstance(wanted, list):
        made += 1
        named = refused.get("rules") if isinstance(refused, dict) else None
        silent = bool(wanted) and named == [] and not reasons
        if not _as_expected(wanted, named) and not silent:
            differences.append(Difference((), {"refused": wanted}, _said(refused, answer)))
    if refused is not None and not wanted and not differences:
        # Nothing else can be compared; nothing was, then, but the refusal itself is the difference.
        differences.append(Difference((), dict(expect), _said(refused, answer)))
    if refused is None or question.method is not Method.SCORE:
        for path, value in declared:
            if path[0] == "refused":
                continue
            got = _find(answer, path)
            made += 1
            if (value is None) != (got is _ABSENT) or not (value is None or _equal(path, value, got)):
                differences.append(Difference(path, value, None if got is _ABSENT else got))
    if faults := _faults(question, answer):
        fits = "a sheet that adds up" if question.method is Method.TALLY else "melds that fit the answer"
        differences.append(Difference(("check",), fits, "; ".join(faults)))
    return Comparison(declared=len(declared), made=made, differences=tuple(differences), without_reasons=silent)


def _as_expected(wanted: list[Json], named: Any) -> bool:
    if not wanted:
        return named is None
    return bool(named) and all(rule in wanted for rule in named)


def _said(refused: Any, answer: Mapping[str, Json]) -> Json:
    if isinstance(refused, dict):
        return {"refused": refused.get("rules", []), "message": refused.get("message", "")}
    inner = answer.get("result")
    shown = inner if isinstance(inner, dict) else answer
    return {key: shown[key] for key in ("accepted", "outcome", "points") if key in shown}


def facts(expect: Mapping[str, Any], at: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The facts that an expectation declares, one by one: tables by player, lists of objects by `deal`, `table` or place.

    `None` is expected of a fact that an answer does not have.
    """
    for key, value in expect.items():
        path = (*at, key)
        if isinstance(value, dict):
            yield from facts(value, path)
        elif isinstance(value, list) and value and all(isinstance(item, dict) and "do" not in item for item in value):
            for place, item in enumerate(value):
                number = next((each for each in _NUMBERS if each in item), "")
                name = f"{number}={item[number]}" if number else str(place)
                yield from facts({name: each for name, each in item.items() if name != number}, (*path, name))
        else:
            yield path, value


def _find(answer: Any, path: Path) -> Any:
    for step in path:
        key, equals, number = step.partition("=")
        if isinstance(answer, list) and equals:
            same = [item for item in answer if str(item.get(key)) == number]
            answer = same[0] if same else _ABSENT
        elif isinstance(answer, list):
            answer = answer[int(step)] if step.isdigit() and int(step) < len(answer) else _ABSENT
        else:
            answer = answer.get(step, _ABSENT) if isinstance(answer, dict) else _ABSENT
        if answer is _ABSENT:
            return _ABSENT
    return answer


def _canonical(path: Path, value: Any, *, named: bool) -> Any:
    """A value in which everything that has no order is sorted; integers are no booleans; jokers as they lie if not `named`."""
    if not isinstance(value, list):
        return (type(value).__name__, value)
    if path[-1] == "legal":
        return sorted((action["do"], action.get("card", "")) for action in value)
    if _MELDS & set(path):
        return sorted(sorted(meld if named else map(held_as, meld)) for meld in value)
    if _SETS & set(path):
        return sorted(value)
    return value


def as_shown(wanted: Json, came: Json) -> bool:
    """Whether two spreads have the same melds; what jokers stand for counts only where the first one says it."""
    return _equal(("spreads",), wanted, came)


def _equal(path: Path, wanted: Any, came: Any) -> bool:
    named = _names_jokers(wanted)
    return bool(_canonical(path, came, named=named) == _canonical(path, wanted, named=named))


def _names_jokers(melds: Any) -> bool:
    """Whether a spread says of any joker what it stands for."""
    return isinstance(melds, list) and any("=" in card for meld in melds if isinstance(meld, list) for card in meld)


def projection(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Any]:
    """What an answer says to everything that is expected: two answers with equal projections are one to the scenario."""
    refused = answer.get("refused")
    named = sorted(refused["rules"]) if isinstance(refused, dict) else None
    found = [(path, wanted, _find(answer, path)) for path, wanted in facts(expect) if path[0] != "refused"]
    facts_found = [
        None if value is _ABSENT else _canonical(path, value, named=_names_jokers(wanted)) for path, wanted, value in found
    ]
    return [named, facts_found]


def nested(pairs: Sequence[tuple[Path, Json]]) -> dict[str, Json]:
    """Facts put together again: `{"points": {"Ann": 31}}`."""
    whole: dict[str, Any] = {}
    for path, value in pairs:
        inside = whole
        for step in path[:-1]:
            inner = inside.setdefault(step, {})
            inside = inner if isinstance(inner, dict) else {}
        if path:
            inside[path[-1]] = value
        elif isinstance(value, dict):
            whole.update(value)
    return whole


def _faults(question: Question, answer: Mapping[str, Any]) -> list[str]:
    params: Mapping[str, Any] = question.params
    if question.method is Method.ARRANGE:
        return arrangement_faults(params["hand"], answer["melds"], answer["deadwood"], params["rules"])
    if question.method is Method.SCORE and "deadwood" in answer:
        return showdown_faults(params, answer)
    return sheet_faults(params, answer) if question.method is Method.TALLY else []
