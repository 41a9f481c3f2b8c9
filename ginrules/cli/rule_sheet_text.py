"""A rule sheet as lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ginrules.cli.rule_sheet_notes import Notes
from ginrules.diagnostics import printable
from ginrules.rules.wording import AGREE, RuleSheet


def rule_sheet_lines(sheet: RuleSheet, width: int) -> Iterator[str]:
    """The sheet, no line wider than `width` characters where its words allow it."""
    notes = Notes()
    yield printable(sheet.name)
    yield "=" * min(width, len(printable(sheet.name)))
    yield from _wrapped(printable(sheet.summary), width)
    if sheet.agree:
        yield ""
        questions = "; ".join(agreement.question for agreement in sheet.agree)
        yield from _wrapped(f"{AGREE}: {questions}.", width)
    for section in sheet.sections:
        yield ""
        yield section.title
        for sentence in section.sentences:
            numbers = notes.of(sentence)
            mark = f" [{', '.join(map(str, numbers))}]" if numbers else ""
            yield from _wrapped(sentence.text + mark, width, "* " if sentence.own else "- ", "  ")
    yield ""
    if any(sentence.own for section in sheet.sections for sentence in section.sentences):
        yield from _wrapped("*  set by this variant itself; everything else is inherited.", width, "", "   ")
    for number, note in notes.numbered():
        yield from _wrapped(printable(note), width, f"[{number}] ", "    ")


def _wrapped(text: str, width: int, first: str = "", then: str = "") -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=then, break_long_words=False, break_on_hyphens=False
    )
