"""A question as an author of scenarios would write it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ginrules.diagnostics import InvalidInput
from ginrules.questions import Method, Question
from ginrules.rules.layers import ROOT
from ginrules.verify.plan import write_value
from ginrules.verify.report.played import can_be_written, lay_text, played_lines, spread_text
from ginrules.verify.report.sheet import sheet_can_be_written, sheet_lines

_LONGEST = 480
_LONGEST_HAND = 2000
"""Characters of a command line that somebody may want to copy; a hand that is played has many turns, a sheet many hands."""
_MOST_CHANGES = 4
"""Rules that such a line sets."""


def hand_lines(question: Question) -> Iterator[str]:
    """A question in the words of the notation, the rules left out."""
    params: Mapping[str, Any] = question.params
    if question.method is Method.ARRANGE:
        yield f"hand: {' '.join(params['hand'])}"
        return
    if question.method is Method.TALLY:
        yield from sheet_lines(params)
        return
    if question.method is Method.PLAY:
        yield from played_lines(params)
        return
    if "upcard" in params:
        yield f"upcard {params['upcard']}"
    for player, hand in params["hands"].items():
        yield f"hand {player}: {' '.join(hand)}"
    yield f"{params['knocker']}: {params['call']} {params.get('discard', '')}".rstrip()
    for player, spread in params.get("spreads", {}).items():
        yield f"{player}: show {spread_text(spread)}"
    for player, entries in params.get("layoffs", {}).items():
        yield f"{player}: layoff {' and '.join(map(lay_text, entries)) or 'none'}"


def size(question: Question) -> tuple[int, int]:
    """The cards of a question, and what is declared or done in it; of a sheet its entries: the smallest explains most."""
    params: Mapping[str, Any] = question.params
    if question.method is Method.TALLY:
        return len(params["deals"]), len(params["players"])
    hands = [params["hand"]] if "hand" in params else params.get("hands", {}).values()
    declared = [*params.get("spreads", {}).values(), *params.get("layoffs", {}).values(), params.get("actions", ())]
    return sum(map(len, hands)), sum(map(len, declared))


def command(question: Question, column: str) -> str:
    """A command that asks the built-in engine the same question; empty where there is none that is short.

    `column`: the variant of the question, by which the command names its rules if it can.
    """
    text = ""
    if question.method is Method.SCORE:
        text = f'ginrules score "{"; ".join(hand_lines(question))}"'
    elif question.method is Method.PLAY and can_be_written(question.params):
        text = f'ginrules play "{"; ".join(hand_lines(question))}"'
    elif question.method is Method.TALLY and sheet_can_be_written(question.params):
        text = f'ginrules tally "{"; ".join(hand_lines(question))}"'
    elif question.method is Method.ARRANGE and question.params["hand"]:
        hand: Any = question.params["hand"]
        text = f'ginrules arrange "{" ".join(hand)}"'
    options = _rules(question, column) if text else None
    if options is None:
        return ""
    line = " ".join([text, *map(shlex.quote, options)])
    longest = _LONGEST_HAND if question.method in {Method.PLAY, Method.TALLY} else _LONGEST
    return line if len(line) <= longest else ""


def _rules(question: Question, column: str) -> list[str] | None:
    """The options that give a command the rules of a question; nothing where that takes many."""
    from ginrules.rules.resolve import load_variant, shipped

    named = column.split(" ", maxsplit=1)[0]
    given: Any = question.params["rules"]
    changed: dict[str, list[str]] = {}
    # The variant that the column names, else whichever needs the fewest changes, of equal ones the root.
    for base in dict.fromkeys((*([named] if named in shipped() else []), ROOT, *shipped())):
        variant = load_variant(base)
        if not _seats(variant.values, question):
            continue
        values = variant.question_rules(question.method)
        changed[base] = [rule for rule, value in given.items() if value != values.get(rule)]
        if base == named and len(changed[base]) <= _MOST_CHANGES:
            break
    near = [base for base in changed if len(changed[base]) <= _MOST_CHANGES]
    for base in sorted(near, key=lambda each: (each != named, len(changed[each]))):
        values = load_variant(base).question_rules(question.method)
        sets = [f"{rule}={write_value(given[rule], values.get(rule))}" for rule in changed[base]]
        if _gives(base, sets, question):
            return [*([] if base == ROOT else ["--variant", base]), *(word for each in sets for word in ("--set", each))]
    return None


def _gives(base: str, sets: Sequence[str], question: Question) -> bool:
    """Whether a variant with these changes has the rules of a question: one for other numbers of players may not."""
    from ginrules.rules.resolve import load_variant

    try:
        return load_variant(base, overrides=sets).question_rules(question.method) == question.params["rules"]
    except InvalidInput:
        return False


def _seats(values: Mapping[str, Any], question: Question) -> bool:
    """Whether a variant is for as many players as a question has; of a partnership two are in a hand."""
    if question.method is Method.ARRANGE:
        return True
    is_table = question.method is not Method.TALLY and values["players.format"] == "partnership"
    players: Any = question.params["players"]
    return len(players) in ([2] if is_table else values["players.count"])
