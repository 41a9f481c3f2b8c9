"""An evening: several games of the same people in one text, and what they come to together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ginrules.cli.grid import Grid, Row
from ginrules.cli.payers import pay_words
from ginrules.cli.score_sheet import Told
from ginrules.diagnostics import listed

if TYPE_CHECKING:
    from ginrules.notation.scenario import Scenario, Source


@dataclass(frozen=True, slots=True)
class Kept:
    """One game of a text with its sheet."""

    title: str
    """Its name in the text; empty where it has none."""
    column: str
    """The rule set by which it is kept."""
    told: Told


def is_evening(source: Source) -> bool:
    """Whether a text is what people note at the table, no file of scenarios that stand each for itself."""
    first = next((line for line in source.lines if line.strip("\ufeff \t")), "")
    return not source.file.endswith(".md") and not re.match(r"\ufeff?\s*ginr\b", first)


@dataclass(slots=True)
class SameSeats:
    """Gives the later games of an evening the order of players of the first, where the same people play and none is said."""

    prepared: Callable[[Scenario], Scenario]
    """What is done to every scenario besides."""
    _seats: tuple[str, ...] = field(default=(), init=False)

    def __call__(self, written: Scenario) -> Scenario:
        """The scenario as it is to be asked."""
        from ginrules.notation.scenario import Line
        from ginrules.notation.statements import Players, Side, Word

        scenario = self.prepared(written)
        is_said = bool(scenario.settings(Players)) or bool(scenario.settings(Side))
        if not is_evening(scenario.source) or is_said or scenario.lacks:
            return scenario
        named = scenario.players
        if not self._seats:
            self._seats = named
        is_one_of_them = len(named) == 1 and named[0] in self._seats
        if named == self._seats or not (is_one_of_them or set(named) == set(self._seats)):
            return scenario
        span = scenario.header.span
        players = Players(span, tuple(Word(name, span) for name in self._seats))
        return replace(scenario, lines=(Line(players), *scenario.lines))


def evening_lines(games: Sequence[Kept]) -> Iterator[str]:
    """What the games of the same sides under the same rules come to together; nothing where fewer than two are settled."""
    groups: dict[tuple[str, frozenset[str]], list[Kept]] = {}
    for game in games:
        groups.setdefault((game.column, frozenset(game.told.sides)), []).append(game)
    for (column, _), group in groups.items():
        if sum("settlement" in game.told.result for game in group) > 1:
            yield ""
            yield from _together(group, column if len(groups) > 1 else "")


def _together(games: Sequence[Kept], column: str) -> Iterator[str]:
    told = games[0].told
    sides = told.sides
    yield f"The evening{f', {column}' if column else ''}:"
    grid = Grid([("", sides)])
    sums = dict.fromkeys(sides, 0)
    going_on = []
    for number, game in enumerate(games, 1):
        label = game.title or f"game {number}"
        paid = game.told.result.get("settlement")
        if paid is None:
            going_on.append(label)
            continue
        for side in sides:
            sums[side] += paid[side]
        grid.rows.append(Row(label, [f"{paid[side]:+}" for side in sides]))
    grid.rows.append(Row("in all", [f"{amount:+}" for amount in sums.values()]))
    yield ""
    yield from grid.lines(titled=False)
    yield ""
    if going_on:
        yield f"{listed(going_on)} {'is' if len(going_on) == 1 else 'are'} not over, and not in it."
    yield f"Together: {pay_words(sums, told.params.get('sides'))}"
