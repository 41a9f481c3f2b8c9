"""The replaceable pieces of the engine: what questions are answered with.

Whatever is asked is answered with `STANDARD`, unless it is the catalogue of faults or the measure of the corpus that asks. A
hand in play keeps its parts at its table, so that all its states are played with the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ginrules.cards import CardSet, Meld
from ginrules.engine import columns, entries, legality, turn_checks
from ginrules.engine.actions import Do
from ginrules.engine.columns import Column, HandScore
from ginrules.engine.entries import EntryCheck
from ginrules.engine.layoffs import Defence, defend
from ginrules.engine.legality import Check, knock_limit
from ginrules.engine.melds import Melder, melder
from ginrules.engine.moves import MOVES, Move
from ginrules.engine.netting import score_hand
from ginrules.engine.payment import Pay, pay
from ginrules.engine.seating import Seating, after
from ginrules.engine.settlement import Settled, rounded, settle, together
from ginrules.engine.sheet import Entry, Game, TallyQuestion
from ginrules.engine.state import Outs, Table, outs
from ginrules.engine.turn_checks import TurnCheck
from ginrules.engine.values import Spread, Step
from ginrules.rules.variant import DeckRules, MeldRules, Rules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Parts:
    """What the engine plays with; known by being the same object, so that tables can be kept by it."""

    melder: Callable[[DeckRules, MeldRules], Melder]
    """What is a meld, and how a hand splits."""
    knock_limit: Callable[[Rules, CardSet | None], int | None]
    checks: tuple[Check, ...]
    """Of the showdown."""
    defend: Callable[[CardSet, Spread | None, Sequence[Meld], int, Melder, Rules], Defence]
    pay: Pay
    turn_checks: tuple[TurnCheck, ...]
    moves: Mapping[Do, Move]
    outs: Callable[[Table, CardSet, CardSet, int | None], Outs]
    quick: bool
    """Whether what is legal is found without asking the tables of checks: only where they are as they should be."""
    entry_checks: tuple[EntryCheck, ...]
    score_hand: Callable[[Sequence[Entry], TallyQuestion, Rules, Pay], HandScore]
    entered: Callable[[Sequence[Column], HandScore, Mapping[str, int], Rules], dict[int, set[str]]]
    close: Callable[..., Column]
    settle: Callable[[Column, Rules, int], Settled]
    together: Callable[[Sequence[Game], Rules], tuple[Game, tuple[Step, ...]]]
    rounded: Callable[[Game, Rules], tuple[Game, tuple[Step, ...]]]
    seats_after: Callable[[Seating, HandScore, Sequence[Entry], TallyQuestion, Rules], Seating]

    def without(self, checks: frozenset[str]) -> Parts:
        """The same with some checks taken out of the three tables."""
        return replace(
            self,
            checks=tuple(check for check in self.checks if check.id not in checks),
            turn_checks=tuple(check for check in self.turn_checks if check.id not in checks),
            entry_checks=tuple(check for check in self.entry_checks if check.id not in checks),
            quick=False,
        )

    def __reduce__(self) -> str:
        # Functions are no data: only the parts that have a name can be copied and sent, and come back as those of that name.
        return "STANDARD"


STANDARD = Parts(
    melder=melder,
    knock_limit=knock_limit,
    checks=legality.CHECKS,
    defend=defend,
    pay=pay,
    turn_checks=turn_checks.TURN_CHECKS,
    moves=MOVES,
    outs=outs,
    quick=True,
    entry_checks=entries.CHECKS,
    score_hand=score_hand,
    entered=columns.entered,
    close=columns.close,
    settle=settle,
    together=together,
    rounded=rounded,
    seats_after=after,
)
"""The engine as it is."""
