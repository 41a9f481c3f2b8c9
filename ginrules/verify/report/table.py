"""A finished run as plain text: the rules by chapter, what was not asked, each failure with its hand, the total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ginrules.diagnostics import Json
from ginrules.questions import Method, Question
from ginrules.verify.outcomes import Outcome
from ginrules.verify.plan import AS_IT_IS
from ginrules.verify.report.summary import Summary
from ginrules.verify.runner import LEAK, ScenarioResult

_STDERR_LINES = 5
_MOST_LINES = 12


def table(summary: Summary) -> str:
    """The whole view, ending with a newline."""
    return "\n".join(_lines(summary)) + "\n"


def _lines(summary: Summary) -> Iterator[str]:
    """The parts in the order of their weight, the least first: the end is what a terminal shows."""
    edition = f", edition {summary.edition}" if summary.edition else ""
    yield printable(f"{summary.engine.name} {summary.engine.version}{edition}")
    yield ""
    yield from _rules(summary)
    yield ""
    if summary.asked:
        yield "How it was asked"
        yield from _most((way for result in summary.results for way in result.how), "ways")
    yield from _not_asked(summary)
    if summary.failures:
        yield from ("What differs, each by its smallest hands first", "")
        yield from _failures(summary)
    yield _total(summary)


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
        yield f"  {count:>{width}}  {printable(text)}"
    if others := ordered[_MOST_LINES:]:
        yield f"  {sum(count for _, count in others):>{width}}  in {len(others)} other {what} (--json has them all)"
    yield ""


def _home(result: ScenarioResult) -> str:
    """The rule under which a scenario is shown: the first that it cites."""
    return result.rules[0] if result.rules else "no rule"


def _rules(summary: Summary) -> Iterator[str]:
    seen = [outcome for outcome, count in summary.counts.items() if count]
    by_rule: dict[str, Counter[Outcome]] = {}
    for result in summary.results:
        by_rule.setdefault(_home(result), Counter())[result.outcome] += 1
    width = max((len(rule) for rule in by_rule), default=0) + 4
    yield " " * width + "".join(f"{outcome:>{len(outcome) + 2}}" for outcome in seen)
    chapter = ""
    for rule in sorted(by_rule):
        if rule.split(".", maxsplit=1)[0] != chapter:
            chapter = rule.split(".", maxsplit=1)[0]
            yield chapter
        cells = "".join(f"{by_rule[rule][outcome] or '':>{len(outcome) + 2}}" for outcome in seen)
        yield f"  {rule:<{width - 2}}{cells}".rstrip()


def _total(summary: Summary) -> str:
    parts = [f"{count} {outcome}" for outcome, count in summary.counts.items() if count]
    asked = f"{summary.asked} of {len(summary.results)} scenarios asked"
    lost = "" if summary.complete else "; INCOMPLETE: the engine used up its restarts"
    return f"{asked}: {', '.join(parts) or 'nothing'}{lost}"


def _failures(summary: Summary) -> Iterator[str]:
    by_rule: dict[str, list[ScenarioResult]] = {}
    for result in summary.failures:
        by_rule.setdefault(_home(result), []).append(result)
    for rule in sorted(by_rule):
        yield rule
        for result in sorted(by_rule[rule], key=lambda result: (_size(result.question), result.scenario, result.column)):
            yield from _failure(result)
        yield ""


def _size(question: Question) -> int:
    """The cards in a question: the smallest hand explains most."""
    params: Mapping[str, Any] = question.params
    hands = [params["hand"]] if "hand" in params else list(params.get("hands", {}).values())
    return sum(len(hand) for hand in hands)


def _failure(result: ScenarioResult) -> Iterator[str]:
    flags = " (passes alone: the engine remembers something)" if LEAK in result.flags else ""
    yield f"  {result.scenario} in {result.column}: {result.outcome}{flags}"
    if result.title:
        yield f"    {result.title}"
    for text in hand_lines(result.question):
        yield f"      {text}"
    if len(result.rules) > 1:
        yield f"    cites {', '.join(result.rules)}"
    if result.how != (AS_IT_IS,):
        yield f"    asked {', '.join(result.how)}"
    if result.outcome is Outcome.FAIL:
        yield printable(f"    expected {_words(result.expected)}")
        yield printable(f"    got      {_words(result.got)}")
    else:
        yield printable(f"    {result.reason}")
    for text in result.stderr.splitlines()[-_STDERR_LINES:]:
        yield printable(f"    stderr: {text}")


def hand_lines(question: Question) -> Iterator[str]:
    """A question in the words of the notation, the rules left out."""
    params: Mapping[str, Any] = question.params
    if question.method is Method.ARRANGE:
        yield f"hand: {' '.join(params['hand'])}"
        return
    if question.method is Method.TALLY:
        for deal in params["deals"]:
            yield _words(deal)
        return
    if "upcard" in params:
        yield f"upcard {params['upcard']}"
    for player, hand in params["hands"].items():
        yield f"hand {player}: {' '.join(hand)}"
    if question.method is Method.PLAY:
        for action in params["actions"]:
            yield f"{action['player']}: {action['do']} {_words({k: v for k, v in action.items() if k not in {'player', 'do'}})}"
        return
    yield f"{params['knocker']}: {params['call']} {params.get('discard', '')}".rstrip()
    for player, spread in params.get("spreads", {}).items():
        yield f"{player}: show {' '.join(_meld(meld) for meld in spread) or 'no meld'}"
    for player, entries in params.get("layoffs", {}).items():
        laid = " and ".join(f"{' '.join(entry['cards'])} on {entry['onto']}" for entry in entries)
        yield f"{player}: layoff {laid or 'none'}"


def _meld(cards: Sequence[str]) -> str:
    return f"[{' '.join(cards)}]"


def _words(value: Json) -> str:
    """Facts as words: `points Ann 31, outcome knock`."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(item)}".rstrip() for key, item in value.items() if item != "")
    if isinstance(value, list):
        if not value:
            return "none"
        if all(isinstance(item, list) for item in value):
            return " ".join(f"[{_words(item)}]" for item in value)
        return " ".join(_words(item) for item in value)
    return {None: "nothing", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)


def printable(text: str) -> str:
    """A text of a foreign program, harmless on a terminal."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii") for character in text
    )
