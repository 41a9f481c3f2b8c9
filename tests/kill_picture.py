"""The kill matrix as a picture (`docs/kill-matrix.svg`), drawn from the kills; `python -m tests.adequacy_page` writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple

from ginrules import resources
from tests.kill_matrix import Kill

PICTURE = resources.SPEC.parent / "docs" / "kill-matrix.svg"

LEFT, PLOT, RIGHT = 196, 1140, 84
"""Widths of the names of rules, of the matrix, of the counts beside it."""
TOP, BOTTOM = 166, 34
ROW, CELL, BETWEEN = 14, 11, 6
"""Heights of a row, of the mark in it, of the gap between two sections."""
CITED, OTHER, BAND, LINE, INK, FAINT = "#0b3a82", "#86b3e6", "#f3f4f6", "#c9ced6", "#1b1f24", "#5b6470"


class Scenario(NamedTuple):
    """A column of the picture."""

    name: str
    chapter: str
    cited: tuple[str, ...]


class Run(NamedTuple):
    """Scenarios side by side that all fail, from the first to before the last."""

    start: int
    end: int


def ordered(scenarios: Sequence[Scenario], rules: Sequence[str]) -> list[Scenario]:
    """The scenarios chapter after chapter as given, in each by the first rule that they cite; those about no rule last."""
    places = {rule: place for place, rule in enumerate(rules)}

    def place_of(scenario: Scenario) -> int:
        return min((places[rule] for rule in scenario.cited if rule in places), default=len(places))

    chapters = {chapter: place for place, chapter in enumerate(dict.fromkeys(each.chapter for each in scenarios))}
    return sorted(scenarios, key=lambda each: (chapters[each.chapter], place_of(each)))


def runs(marked: Sequence[bool]) -> Iterator[Run]:
    """Where marks stand side by side.

    >>> [(run.start, run.end) for run in runs([True, True, False, True])]
    [(0, 2), (3, 4)]
    """
    start = 0
    for mark, some in groupby(marked):
        end = start + sum(1 for _ in some)
        if mark:
            yield Run(start, end)
        start = end


def picture(headline: str, scenarios: Sequence[Scenario], rules: Sequence[str], kills: frozenset[Kill]) -> str:
    """The picture as SVG: rules from top to bottom by section, scenarios from left to right by chapter."""
    across = ordered(scenarios, rules)
    rows = _rows(rules)
    height = TOP + max(rows.values()) + ROW + BOTTOM
    width = LEFT + PLOT + RIGHT
    bottom = height - BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title about">',
        '<title id="title">The kill matrix of the corpus</title>',
        f'<desc id="about">{escape(headline)}</desc>',
        '<g font-family="Helvetica, Arial, sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_legend(headline),
        *_chapters(across, bottom),
        *_names(rules, rows, kills),
        *_marks(across, rules, rows, kills),
        *_axes(height),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _rows(rules: Sequence[str]) -> Mapping[str, int]:
    """Where the row of each rule begins, below the top of the matrix."""
    found: dict[str, int] = {}
    gaps = 0
    for place, rule in enumerate(rules):
        if place and _section(rule) != _section(rules[place - 1]):
            gaps += BETWEEN
        found[rule] = place * ROW + gaps
    return found


def _section(rule: str) -> str:
    return rule.split(".", maxsplit=1)[0]


def _legend(headline: str) -> Iterator[str]:
    yield _text(16, 26, "Which scenario fails when a rule gets another value", size=17, weight="bold")
    yield _text(16, 46, headline, fill=FAINT)
    x = LEFT + 320
    for y, thick, fill, words in (
        (14, CELL + 2, CITED, "the scenario fails under another value of a rule that it cites: it is there for that"),
        (37, CELL - 3, OTHER, "it fails, and does not cite the rule: it would show the mistake, and name another rule"),
    ):
        yield f'<rect x="{x}" y="{y}" width="22" height="{thick}" fill="{fill}"/>'
        yield _text(x + 30, y + thick // 2 + 5, words)


def _chapters(across: Sequence[Scenario], bottom: int) -> Iterator[str]:
    """Bands behind the matrix with the names of the chapters above them."""
    start = 0
    after = 0
    for place, (chapter, some) in enumerate(groupby(across, key=lambda each: each.chapter)):
        count = sum(1 for _ in some)
        left, right = (LEFT + PLOT * at // len(across) for at in (start, start + count))
        if place % 2 == 0:
            yield f'<rect x="{left}" y="{TOP - 4}" width="{right - left}" height="{bottom - TOP + 4}" fill="{BAND}"/>'
        yield f'<path d="M{left} {TOP - 6}V{bottom}" stroke="{LINE}" stroke-width="0.7"/>'
        at = max((left + right) // 2 + 4, after)
        after = at + 15
        yield f'<g transform="translate({at} {TOP - 10}) rotate(-55)">{_text(0, 0, f"{chapter} ({count})")}</g>'
        start += count


def _names(rules: Sequence[str], rows: Mapping[str, int], kills: frozenset[Kill]) -> Iterator[str]:
    """The rules on the left, and on the right how many scenarios fail: of those that cite it, and of all."""
    for x, words in ((38, "citing"), (76, "all")):
        yield _text(LEFT + PLOT + x, TOP - 10, words, anchor="end", fill=FAINT)
    for rule in rules:
        base = TOP + rows[rule] + CELL - 1
        yield _text(LEFT - 8, base, rule, anchor="end")
        failing = [kill.cited for kill in kills if kill.rule == rule]
        yield _text(LEFT + PLOT + 38, base, str(sum(failing)), anchor="end")
        yield _text(LEFT + PLOT + 76, base, str(len(failing)), anchor="end", fill=FAINT)
    for above, rule in pairwise(rules):
        if _section(above) != _section(rule):
            y = TOP + rows[rule] - BETWEEN // 2 - 1
            yield f'<path d="M16 {y}H{LEFT + PLOT + 76}" stroke="{LINE}" stroke-width="0.7"/>'


def _marks(across: Sequence[Scenario], rules: Sequence[str], rows: Mapping[str, int], kills: frozenset[Kill]) -> Iterator[str]:
    """The matrix: for each rule a line of dashes in each shade; a scenario is one unit wide."""
    yield f'<g transform="translate({LEFT} {TOP}) scale({PLOT / len(across):.5f} 1)">'
    for fill, cited, thick in ((OTHER, False, CELL - 3), (CITED, True, CELL + 2)):
        yield f'<g stroke="{fill}" stroke-width="{thick}">'
        for rule in rules:
            marked = [Kill(each.name, rule, cited) in kills for each in across]
            if dashes := _dashes(list(runs(marked))):
                yield f'<path d="M0 {rows[rule] + CELL / 2:.1f}{dashes}"/>'
        yield "</g>"
    yield "</g>"


def _dashes(some: Sequence[Run]) -> str:
    """Runs as steps of a path, each from the end of the one before."""
    ends = (0, *(run.end for run in some))
    return "".join(f"m{run.start - end} 0h{run.end - run.start}" for run, end in zip(some, ends, strict=False))


def _axes(height: int) -> Iterator[str]:
    middle = LEFT + PLOT // 2
    yield _text(middle, height - 12, "scenarios, by chapter, in each by the first rule that they cite", anchor="middle")
    yield _text(LEFT - 8, TOP - 10, "rules, by section", anchor="end", fill=FAINT)
    yield _text(LEFT + PLOT + 76, height - 12, "scenarios that fail", anchor="end", fill=FAINT)


def _text(x: int, y: int, words: str, *, anchor: str = "", fill: str = INK, size: int = 0, weight: str = "") -> str:
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += f' font-size="{size}"' if size else ""
    more += f' font-weight="{weight}"' if weight else ""
    return f'<text x="{x}" y="{y}" fill="{fill}"{more}>{escape(words)}</text>'
