"""A finished run as plain text: the rules by chapter, what was not asked, each failure with its hand, the total."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ginrules.diagnostics import printable, shortened
from ginrules.rules.clauses import clauses
from ginrules.verify.outcomes import Outcome
from ginrules.verify.plan import AS_IT_IS
from ginrules.verify.report.floor import share
from ginrules.verify.report.hand import command, hand_lines, size
from ginrules.verify.report.summary import Summary
from ginrules.verify.runner import LEAK, ScenarioResult
from ginrules.verify.stderr import telling_lines
from ginrules.verify.wording import difference_words

_STDERR_LINES = 5
_MOST_LINES = 12
_MOST_FAILURES = 3
"""Of a rule, the smallest: who wants the others asks for the rule."""
_NUMBER = re.compile(r"(?<![\w.])(?<!error )(?<!error -)(?<!exit code )-?\d[\d.]*(?:[eE][+-]?\d+)?(?!\w)")
"""A number in a reason that is no code; `4h` is a card."""
_LEGEND = "(column: a scenario under one variant; asked: it went to the engine; answered: its answer was compared)"
_WIDTH = 200
"""Characters of a text that an engine wrote: `--json` has it whole."""


def table(summary: Summary, *, whole: frozenset[str] = frozenset()) -> str:
    """The whole view, ending with a newline.

    `whole`: the rules of which every failure is shown, not only the smallest.
    """
    return "\n".join(_lines(summary, whole)) + "\n"


def _lines(summary: Summary, whole: frozenset[str]) -> Iterator[str]:
    """The parts in the order of their weight, the least first: the end is what a terminal shows."""
    edition = f", edition {summary.edition}" if summary.edition else ""
    yield f"{_said(summary.engine.name)} {_said(summary.engine.version)}{edition}"
    yield ""
    yield from _rules(summary)
    yield ""
    if summary.asked:
        yield "How it was asked"
        yield from _most((way for result in summary.results for way in result.how), "ways")
    yield from _not_asked(summary)
    if summary.failures:
        yield from ("What differs, the rule with the most first, each by its smallest hands first", "")
        yield from _failures(summary, whole)
    yield _total(summary)
    if summary.answered:
        yield share(summary)
    yield _LEGEND


def _not_asked(summary: Summary) -> Iterator[str]:
    reasons = [result.reason for result in summary.results if result.outcome is Outcome.UNSUPPORTED]
    if reasons:
        yield "Not asked, or not answered"
        yield from _most(reasons, "reasons")


def _most(texts: Iterable[str], what: str) -> Iterator[str]:
    """How often each text stands there, the most frequent first, and how many others there are."""
    ordered = sorted(Counter(texts).items(), key=lambda item: (-item[1], item[0]))
    width = max(len(str(count)) for _, count in ordered)
    for text, count in ordered[:_MOST_LINES]:
        yield f"  {count:>{width}}  {_said(text)}"
    if others := ordered[_MOST_LINES:]:
        yield f"  {sum(count for _, count in others):>{width}}  in {len(others)} other {what} (--json has them all)"
    yield ""


def _home(result: ScenarioResult) -> str:
    """The rule under which a scenario is shown: the first that it cites."""
    return result.rules[0] if result.rules else "no rule"


def _rules(summary: Summary) -> Iterator[str]:
    """How many scenarios of each rule ended how, of those rules of which anything was asked."""
    seen = [outcome for outcome, count in summary.counts.items() if count]
    by_rule: dict[str, Counter[Outcome]] = {}
    for result in summary.results:
        by_rule.setdefault(_home(result), Counter())[result.outcome] += 1
    asked = {_home(result) for result in summary.results if result.how or result.outcome is not Outcome.UNSUPPORTED}
    width = max((len(rule) for rule in asked), default=0) + 4
    yield " " * width + "".join(f"{outcome:>{len(outcome) + 2}}" for outcome in seen)
    chapter = ""
    for rule in sorted(asked):
        if rule.split(".", maxsplit=1)[0] != chapter:
            chapter = rule.split(".", maxsplit=1)[0]
            yield chapter
        cells = "".join(f"{by_rule[rule][outcome] or '':>{len(outcome) + 2}}" for outcome in seen)
        yield f"  {rule:<{width - 2}}{cells}".rstrip()
    if others := len(by_rule) - len(asked):
        yield f"{'and ' if asked else ''}{others} {'rule' if others == 1 else 'rules'} of which nothing was asked"


def _total(summary: Summary) -> str:
    parts = [f"{count} {outcome}" for outcome, count in summary.counts.items() if count]
    scenarios = len({result.scenario for result in summary.results})
    asked = f"{len(summary.results)} columns of {scenarios} scenarios: {summary.asked} asked, {summary.answered} answered"
    asked += f", of {summary.in_part} only a part could be asked" if summary.in_part else ""
    why = "the run was interrupted" if summary.interrupted else "the engine used up its restarts"
    return f"{asked}; {', '.join(parts) or 'nothing'}{'' if summary.complete else f'; INCOMPLETE: {why}'}"


def _failures(summary: Summary, whole: frozenset[str]) -> Iterator[str]:
    """Each failure under its rule; what many of them have come to for one and the same reason is shown once."""
    ordered = sorted(summary.failures, key=lambda result: (size(result.question), result.scenario, result.column))
    alike = Counter(_reason(result) for result in ordered)
    by_rule: dict[str, list[ScenarioResult]] = {}
    seen: set[str] = set()
    for result in ordered:
        reason = _reason(result)
        if result.outcome is Outcome.FAIL or reason not in seen:
            by_rule.setdefault(_home(result), []).append(result)
        seen.add(reason)
    most_first = sorted(by_rule, key=lambda rule: (-sum(1 + _others(each, alike) for each in by_rule[rule]), rule))
    for rule in most_first:
        yield _heading(rule)
        most = len(by_rule[rule]) if rule in whole else _MOST_FAILURES
        for result in by_rule[rule][:most]:
            yield from _failure(result)
            if others := _others(result, alike):
                yield f"    and {others} more end so (--json has them all)"
        if more := sum(1 + _others(result, alike) for result in by_rule[rule][most:]):
            yield f"  and {more} more (--rule {rule}, or --json)"
        yield ""


def _others(result: ScenarioResult, alike: Counter[str]) -> int:
    """How many others came to the same trouble and are not shown."""
    return 0 if result.outcome is Outcome.FAIL else alike[_reason(result)] - 1


def _reason(result: ScenarioResult) -> str:
    """The trouble that a question came to, the same where only a number differs."""
    return _NUMBER.sub("0", f"{result.outcome}: {result.reason}")


def _heading(rule: str) -> str:
    """A rule or clause with its title and its place in the specification."""
    clause = clauses().get(rule)
    return f"{rule}: {clause.title} (spec/{clause.chapter}.md, {clause.number})" if clause else rule


def _failure(result: ScenarioResult) -> Iterator[str]:
    flags = " (passes alone: the engine remembers something)" if LEAK in result.flags else ""
    yield f"  {result.scenario} in {result.column}: {result.outcome}{flags}"
    if result.title:
        yield f"    {result.title}"
    for text in hand_lines(result.question):
        yield f"      {text}"
    if line := command(result.question, result.column):
        yield f"    {line}"
    if len(result.rules) > 1:
        yield f"    cites {', '.join(result.rules)}"
    if result.how != (AS_IT_IS,):
        yield f"    asked {', '.join(result.how)}"
    if result.mode:
        yield f"    passes as it is; fails only with {result.mode}"
    if result.outcome is Outcome.FAIL:
        expected, got = difference_words(result.expected, result.got)
        yield f"    expected {printable(expected)}"
        yield f"    got      {_said(got)}"
        if result.sooner:
            expected, got = difference_words(*result.sooner)
            yield f"    it begins with {printable(expected)}, where {_said(got)} came"
    else:
        yield f"    {_said(result.reason)}"
    for text in telling_lines(result.stderr, _STDERR_LINES):
        yield f"    stderr: {_said(text)}"


def _said(text: str) -> str:
    """What an engine said, harmless on a terminal; of a long text the beginning and the end."""
    # Shortened first: an escape is not cut, and a text of a megabyte is not escaped.
    return printable(shortened(text, _WIDTH))
