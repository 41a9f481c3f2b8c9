"""What the schema cannot say: rules that do not go together, and rules that have no effect.

A check is a function from merged rules to findings; it names the rules that it reads, and is left out where one of them has no
right value. A finding is reported where one of its rules was set last, the rule that it is about first; a warning only if the
file in hand sets one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ginrules.diagnostics import Diagnostic, Json, Severity
from ginrules.rules.catalogue import catalogue, masked, read_clauses, sections, why_masked
from ginrules.rules.codes import CODES
from ginrules.rules.hints import for_rule
from ginrules.rules.layers import Layer
from ginrules.rules.merging import Merged
from ginrules.rules.source import PathKey


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not go together, about one rule."""

    rule: str
    message: str
    hint: str = ""
    within: PathKey = ()
    """The member of the rule's table that it is about."""
    others: tuple[str, ...] | None = None
    """The other rules that it is about, where these are not all that the check reads."""


Check = Callable[[Merged], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class _Entry:
    code: str
    reads: tuple[str, ...]
    alone: bool
    """A warning that is only given where the file sets the rule itself that it is about."""
    check: Check


CHECKS: list[_Entry] = []
"""The table of checks, in the order of the design."""


def check(code: str, *reads: str, alone: bool = False) -> Callable[[Check], Check]:
    """Put a function into the table."""
    assert code in CODES, code

    def enter(function: Check) -> Check:
        CHECKS.append(_Entry(code, reads, alone, function))
        return function

    return enter


def cross_checks(merged: Merged) -> tuple[Diagnostic, ...]:
    """Every finding of every check, as a diagnostic."""
    from ginrules.rules import pairs  # noqa: F401  fills the table

    found: list[Diagnostic] = []
    spoken: set[str] = set()
    for entry in CHECKS:
        if merged.unknown.intersection(entry.reads):
            continue
        for finding in entry.check(merged):
            others = entry.reads if finding.others is None else finding.others
            involved = (finding.rule, *(rule for rule in others if rule != finding.rule))
            if CODES[entry.code].severity is Severity.WARNING and not _is_own(merged, finding, involved, alone=entry.alone):
                continue
            spoken.add(finding.rule)
            found.append(_diagnostic(merged, entry.code, finding, involved))
    return (*found, *_no_effect(merged, spoken))


def apart(values: Mapping[str, Json], about: Iterable[str] | None = None) -> str:
    """Why a complete mapping from rule id to value is no variant, as the first error of a check; '' if nothing is against it.

    `about`: only the checks that read one of these rules, for values of which the others are known to go together.
    """
    found = clash(values, about)
    return found.message if found else ""


def clash(values: Mapping[str, Json], about: Iterable[str] | None = None) -> Finding | None:
    """The first error of a check on a mapping from rule id to value; checks that read a rule that is not there are left out."""
    from ginrules.rules import pairs  # noqa: F401  fills the table

    wanted = None if about is None else frozenset(about)
    merged = Merged((), values, {}, frozenset())
    for entry in CHECKS:
        is_meant = wanted is None or wanted.intersection(entry.reads)
        if CODES[entry.code].severity is Severity.ERROR and is_meant and values.keys() >= {*entry.reads}:
            for finding in entry.check(merged):
                return finding
    return None


def _is_own(merged: Merged, finding: Finding, involved: tuple[str, ...], *, alone: bool) -> bool:
    """Whether the file in hand has a part in it; the root, which must state every rule, has none in what is idle."""
    if alone:
        return merged.wrote(finding.rule) and not _is_root(merged)
    return any(merged.wrote(rule) for rule in involved)


def _is_root(merged: Merged) -> bool:
    """Whether the file in hand has no parent; a file of a user may have the root's name."""
    return len(merged.layers) == 1


def _diagnostic(merged: Merged, code: str, finding: Finding, involved: tuple[str, ...]) -> Diagnostic:
    last = max(merged.set_by.get(rule, -1) for rule in involved)
    rule = next(rule for rule in involved if merged.set_by.get(rule, -1) == last)
    layer = merged.layers[last]
    section, key = rule.split(".")
    path: PathKey = (section, key, *(finding.within if rule == finding.rule else ()))
    is_key = bool(finding.within) and rule == finding.rule and path in layer.document.marks
    return layer.document.problem(code, finding.message, path, key=is_key, hint=finding.hint, severity=CODES[code].severity)


SPOKEN_FOR = frozenset({"turn.returns-limit", "stock.last-discard", "scoring.big-gin"})
"""Masked rules that another row speaks for, whatever their value: the row's hint may be the very value that is set."""


def _no_effect(merged: Merged, spoken: set[str]) -> Iterator[Diagnostic]:
    """A warning for each rule that this file sets and that has no effect, unless another check has spoken of it."""
    if _is_root(merged):
        return
    values = {rule: value for rule, value in merged.values.items() if rule not in merged.unknown}
    reasons: dict[tuple[str, ...], str] = {
        (rule,): why for rule, why in masked(values).items() if rule not in SPOKEN_FOR and rule not in spoken
    }
    for rule, info in catalogue().items():
        table = merged.top.rules.get(rule)
        for member, fragment in sections()[info.section][info.key].get("properties", {}).items():
            why = why_masked(read_clauses(fragment), values, None) if isinstance(table, dict) and member in table else ""
            if why:
                reasons[rule, member] = why
    for (rule, *member), why in reasons.items():
        if merged.wrote(rule):
            section, key = rule.split(".")
            name = ".".join((rule, *member))
            yield merged.top.document.problem(
                "no-effect", f"{name} has no effect: {why}", (section, key, *member), severity=Severity.WARNING
            )


def file_checks(layer: Layer) -> Iterator[Diagnostic]:
    """What is wrong with what a file says of itself: counts that do not rise, agreements and citations of nothing."""
    document = layer.document
    counts = layer.rules.get("players.count")
    if isinstance(counts, list) and "players.count" not in layer.broken:
        numbers = [count for count in counts if isinstance(count, int)]
        if numbers != sorted(set(numbers)):
            hint = f"write {sorted(set(numbers))}"
            yield document.problem("not-rising", "the counts of players.count do not rise", ("players", "count"), hint=hint)
    for place, rule in enumerate(layer.agree):
        if _rule_with(rule) is None:
            yield document.problem("agree-unknown", f"no rule {rule!r}", ("agree", place), hint=for_rule(rule))
    for cited, citation in layer.cites.items():
        if not any(rule == _rule_with(cited) or rule.split(".")[0] == cited for rule in layer.rules):
            hint = "" if _rule_with(cited) or cited in sections() else for_rule(cited)
            yield document.problem("cite-unset", f"this file sets nothing in {cited}", ("cites", cited), key=True, hint=hint)
        source = citation.partition("#")[0]
        if source not in layer.sources:
            hint = f"known are {', '.join(layer.sources)}" if layer.sources else "describe it under sources"
            yield document.problem("unknown-source", f"no source {source!r} in this file", ("cites", cited), hint=hint)


def _rule_with(name: str) -> str | None:
    """The rule of an id, or of a member of its table, as in `deck.values.joker`."""
    rule, member = ".".join(name.split(".")[:2]), name.split(".")[2:]
    if rule not in catalogue():
        return None
    known = catalogue()[rule].schema.get("properties", {})
    return rule if not member or (len(member) == 1 and catalogue()[rule].merges and member[0] in known) else None


def uncited(layer: Layer) -> Iterator[Diagnostic]:
    """The rules of a shipped file without a source that are not left to the players either."""
    for rule in layer.rules:
        if layer.citation(rule) is None and rule not in layer.agree:
            section, key = rule.split(".")
            yield layer.document.problem(
                "uncited", f"no source for {rule}", (section, key), key=True, hint="cite it, or list it in `agree`"
            )
