"""Who sits at which table in a partnership: the players of two sides in pairs, hand after hand.

The order of the names is the first pairing. Table 1 is where the first of the first side sits, and so on; where opponents
change with the hand, everybody there meets the next player of the second side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Seats:
    """The tables of two sides of equal size."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    move_on: bool
    """Whether opponents change with every hand (`teams.opponents: per-hand`)."""

    def tables(self, hand: int) -> tuple[Pair, ...]:
        """Who meets whom, table by table, in a hand; hands count from 0, those dealt again not."""
        count = len(self.second)
        shift = hand if self.move_on else 0
        return tuple((self.first[table], self.second[(table + shift) % count]) for table in range(count))

    def table_of(self, name: str, hand: int) -> int:
        """The number of the table at which a player sits in a hand."""
        return next(number for number, pair in enumerate(self.tables(hand), 1) if name in pair)

    def opponent(self, name: str, hand: int) -> str:
        """Whom a player meets in a hand."""
        one, two = self.tables(hand)[self.table_of(name, hand) - 1]
        return two if name == one else one

    def are_opponents(self, names: Sequence[str]) -> bool:
        """Whether these are two players, one of each side."""
        return len(names) == 2 and len({*names} & {*self.first}) == 1 and len({*names} & {*self.second}) == 1
