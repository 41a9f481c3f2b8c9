"""The main job on real input: `make demo` runs this.

Each step is a command as a user types it. The demo checks the exit code that the step should have, and fails where one differs.
"""

from __future__ import annotations

import importlib.util
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

WIDTH = 150
HERE = Path(__file__).parent
ROOT = HERE.parent.parent
HAND = "hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"

PLAYED = (
    "dealer Ann; upcard 7d; hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; "
    "Bob: take 7d, discard 7d"
)
EVENING = (
    "upcard 4s: Ann knock 4, Bob 23; upcard 9d: Bob gin, Ann 31; dead; upcard 6h: Bob knock 6, Ann 5; "
    "upcard Ks: Ann knock 8, Bob 40; upcard 6d: Ann gin, Bob 30"
)


@dataclass(frozen=True)
class Step:
    """A command, what it shows, the exit codes it may have, and how many lines of it are shown."""

    says: str
    command: tuple[str, ...]
    exits: tuple[int, ...] = (0,)
    lines: int = 12
    end: bool = False
    """Whether its last lines are shown instead of its first."""
    needs: str = ""


STEPS = (
    Step("The least deadwood of a hand", ("arrange", "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")),
    Step("A hand, scored under classic rules, each step with its rule", ("score", HAND, "--variant", "classic")),
    Step("A hand turn by turn: what lies on the table, and what may be done", ("play", PLAYED), lines=6, end=True),
    Step("A house variant with three mistakes", ("variant", "check", "docs/demo/three-mistakes.yaml"), (1,), lines=13),
    Step(
        "A house variant in ten lines: what is played differently, in words, and where that is written",
        ("variant", "diff", "standard", "docs/demo/our-house.yaml"),
        lines=9,
    ),
    Step(
        "Its rule sheet, to be read aloud before a game (--html prints it on one page)",
        ("variant", "sheet", "docs/demo/our-house.yaml"),
        lines=15,
    ),
    Step(
        "An evening by these rules, from the counts said at the table to what is paid",
        ("tally", "--variant", "docs/demo/our-house.yaml", EVENING),
        lines=24,
    ),
    Step(
        "OpenSpiel, a C++ engine in a process of its own, against the corpus: what it plays differently",
        ("verify", "open-spiel"),
        (0, 1),
        lines=11,
        end=True,
        needs="pyspiel",
    ),
    Step("RLCard, another public engine", ("verify", "rlcard"), (0, 1), lines=2, end=True, needs="rlcard"),
)


def show(step: Step) -> bool:
    """Run a step and print it; False where its exit code is not one of those it should have."""
    print(f"\n# {step.says}")
    print("$ ginrules " + " ".join(word if word.isidentifier() else shlex.quote(word) for word in step.command))
    if step.needs and importlib.util.find_spec(step.needs) is None:
        print(f"  skipped: {step.needs} is not installed (no package for this Python?)")
        return True
    done = subprocess.run(
        [sys.executable, "-m", "ginrules", *step.command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    left_out = max(0, len(lines) - step.lines)
    more = [f"… {left_out} lines are not shown here"] if left_out else []
    shown = [*more, *lines[left_out:]] if step.end else [*lines[: step.lines], *more]
    for line in shown:
        print(line if len(line) <= WIDTH else line[: WIDTH - 1] + "…")
    if done.returncode in step.exits:
        return True
    print(f"The demo expected exit {' or '.join(map(str, step.exits))}, and the command ended with {done.returncode}.")
    print("\n".join(lines))
    return False


if __name__ == "__main__":
    sys.exit(0 if all(list(map(show, STEPS))) else 1)
