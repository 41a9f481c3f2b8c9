"""How far our engine and two others agree on whole hands: `python -m tests.agreement [hands]`."""

from __future__ import annotations

import importlib
import sys

from tests.agreement import open_spiel, rlcard
from tests.agreement.side_by_side import UNEXPLAINED, Tally
from tests.bench import installed

HANDS = 3000


def report(name: str, tally: Tally) -> None:
    """Print what was compared, what cannot be said to the engine, and the differences by cause."""
    print(f"{name}\n")
    for what, count in tally.counts.items():
        print(f"  {what:28}{count:9,}")
    for title, counter in (("cannot be said to it", tally.unsayable), ("differences by cause", tally.differences)):
        print(f"\n  {title}: {sum(counter.values()) or 'none'}")
        for cause, count in counter.most_common():
            print(f"  {count:6,}  {cause}")
            if cause in tally.examples:
                print(f"          {tally.examples[cause]}")
    print()


def main(hands: int) -> int:
    """Compare with each engine that is installed; 1 where a difference is unexplained."""
    unexplained = 0
    if library := installed("pyspiel"):
        tally = open_spiel.compare(hands, library)
        report("OpenSpiel", tally)
        unexplained += tally.differences[UNEXPLAINED]
    if library := installed("rlcard"):
        importlib.import_module("rlcard.games.gin_rummy.game")
        tally = rlcard.compare(hands, library)
        report("RLCard", tally)
        unexplained += tally.differences[UNEXPLAINED]
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else HANDS))
