"""The parts of the measure, in their order: a table to which a part is added by a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ginrules.adequacy.checks import checks
from ginrules.adequacy.faults.caught import Caught, caught_by, faults, scenarios_by_fault
from ginrules.adequacy.floor import floor
from ginrules.adequacy.interaction import interaction
from ginrules.adequacy.line import line
from ginrules.adequacy.masks import applies_when
from ginrules.adequacy.matrix import Row, matrix
from ginrules.adequacy.metamorphic import metamorphic
from ginrules.adequacy.oracles import oracles
from ginrules.adequacy.report import Result
from ginrules.adequacy.smoke import Kills, kills_of, smoke
from ginrules.adequacy.team import Team
from ginrules.adequacy.texts import lint, round_trips
from ginrules.adequacy.witness import witness


class Measure:
    """One run of the measure: the corpus, and what several parts look at, found once."""

    def __init__(self, team: Team) -> None:
        self.team = team

    @cached_property
    def matrix(self) -> tuple[Row, ...]:
        """What every question tells apart of the rules that it cites."""
        return matrix(self.team)

    @cached_property
    def kills(self) -> Kills:
        """What the corpus notices of parts 1, 2, 5 and 6, and which scenarios notice it."""
        broken = {f"the fault {name}": found for name, found in scenarios_by_fault(self.caught).items() if found}
        return kills_of(self.team, self.matrix, broken)

    @cached_property
    def caught(self) -> tuple[Caught, ...]:
        """What the corpus catches of the broken engines."""
        return caught_by(self.team)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the measure."""

    number: int
    """As in the design."""
    name: str
    asks: str
    """What it asks of the corpus, in a sentence."""
    measure: Callable[[Measure], Result]


PARTS: tuple[Part, ...] = (
    Part(1, "witness", "Each two values of a rule are told apart, both ways round.", lambda run: witness(run.matrix)),
    Part(2, "line", "Each line of a shipped variant is noticed when it is taken back.", lambda run: line(run.team)),
    Part(3, "applies-when", "Where a rule is said not to matter, it does not.", lambda run: applies_when(run.team)),
    Part(
        4,
        "interaction",
        "Rules that meet in a step stand beside each other at each two values.",
        lambda run: interaction(run.team, run.matrix),
    ),
    Part(
        5, "checks", "Each check of legality is missed when it is gone, and has an accepted twin.", lambda run: checks(run.team)
    ),
    Part(6, "faults", "Each broken engine is caught, and no two by the same scenarios.", lambda run: faults(run.caught)),
    Part(7, "floor", "No engine that knows nothing passes every scenario of a rule.", lambda run: floor(run.team)),
    Part(8, "oracles", "A second, naive implementation finds the same, everywhere.", lambda run: oracles(run.team)),
    Part(
        9,
        "metamorphic",
        "Other suits, other seats and another order change no answer.",
        lambda run: metamorphic(run.team),
    ),
    Part(
        10,
        "round-trips",
        "Every scenario comes back from its text, every question from JSON.",
        lambda run: round_trips(run.team),
    ),
    Part(11, "lint", "Lint finds nothing in any scenario.", lambda run: lint(run.team)),
    Part(12, "smoke", "The smoke set notices what the corpus notices.", lambda run: smoke(run.team, run.kills)),
)
"""Every part, in the order of the design."""


def named() -> Mapping[str, Part]:
    """The parts by name."""
    return {part.name: part for part in PARTS}


def measure(team: Team, names: Sequence[str], begin: Callable[[Part], None] = lambda _: None) -> list[Result]:
    """The results of some parts, in the order of the table; `begin` is told before each."""
    run, results = Measure(team), []
    for part in PARTS:
        if part.name in names:
            begin(part)
            results.append(part.measure(run))
    return results
