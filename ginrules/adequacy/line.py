"""Part 2, line: for each rule that a shipped file sets, a scenario of that variant that fails under the parent's value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ginrules.adequacy.asking import Asker, as_played, in_setting
from ginrules.adequacy.cases import Posed, Setting
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.adequacy.words import said, stated
from ginrules.diagnostics import Json
from ginrules.rules.catalogue import RuleClass, catalogue, masked
from ginrules.rules.crosschecks import apart
from ginrules.rules.merging import counts_of
from ginrules.rules.resolve import Variant, load_variant, shipped

PART = "line"


class Line(NamedTuple):
    """A rule that a file sets, and what its parent has."""

    variant: str
    rule: str
    value: Json
    before: Json


class Seen(NamedTuple):
    """A line that a scenario notices."""

    variant: str
    rule: str
    scenario: str


def line(team: Team) -> Result:
    """Which lines of shipped files no scenario of their variant notices."""
    every = lines()
    met = {(seen.variant, seen.rule) for seen in chained(team.corpus(seen_in, every))}
    gaps = tuple(Gap(f"variants/{each.variant}.yaml", _says(each)) for each in every if (each.variant, each.rule) not in met)
    not_asked = Counter(why for name in shipped() for _, why in _lines_of(load_variant(name)) if why)
    return Result(part=PART, obligations=len(every), gaps=gaps, not_asked=not_asked)


def lines() -> tuple[Line, ...]:
    """Every line of a shipped file that can be taken back: it matters, changes what the parent has, and no other needs it."""
    return tuple(each for name in shipped() for each, why in _lines_of(load_variant(name)) if not why)


def _lines_of(variant: Variant) -> Iterator[tuple[Line, str]]:
    """Every line of a file, with the reason why nobody has to notice it; '' if somebody has to."""
    if not variant.extends:
        return
    parent, counts = load_variant(variant.extends[0]).values, counts_of(variant.values)
    without_effect = masked(variant.values)
    for rule in variant.layers[-1].rules:
        before, value = (as_played(rule, values[rule], counts) for values in (parent, variant.values))
        why = ""
        if catalogue()[rule].rule_class is RuleClass.CUSTOM:
            why = "lines of customs, on which no answer depends"
        elif rule in without_effect:
            why = "lines that a mask leaves without effect"
        elif before == value:
            why = "lines that say what the parent says to as many players"
        elif apart({**variant.values, rule: before}):
            why = "lines that other lines of the file need: no cross-check lets the parent's value stand beside them"
        yield Line(variant.id, rule, value, before), why


def seen_in(asker: Asker, posed: Sequence[Posed], every: Sequence[Line], whole: bool = False) -> list[Seen]:
    """The lines that some questions notice, each once; if `whole`, once for each scenario that notices it."""
    found: dict[tuple[str, str, str], Seen] = {}
    of_variant: dict[str, list[Line]] = {}
    for each in every:
        of_variant.setdefault(each.variant, []).append(each)
    for question in posed:
        setting = question.setting
        for each in of_variant.get(setting.variant, ()):
            key = (each.variant, each.rule, question.scenario if whole else "")
            if key in found or each.rule in setting.overridden:
                continue
            if _stands(setting, each) and asker.notices(question, each.rule, each.before):
                found[key] = Seen(each.variant, each.rule, question.scenario)
    return [*found.values()]


def _stands(setting: Setting, line: Line) -> bool:
    """Whether a scenario leaves a line as it is in the file, though it may change who can play."""
    value, here = (in_setting(setting, line.rule, each) for each in (line.value, setting.values[line.rule]))
    return value == here


def _says(each: Line) -> str:
    return (
        f"{stated(each.rule, each.value)} has no scenario of {each.variant} that fails under "
        f"{said(each.rule, each.before)}, which is what it extends"
    )
