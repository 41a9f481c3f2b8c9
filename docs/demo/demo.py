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

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
HAND = "hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"


@dataclass(frozen=True)
class Step:
    """A command, what it shows, the exit codes it may have, and how many lines of it are shown."""

    says: str
    command: tuple[str, ...]
    exits: tuple[int, ...] = (0,)
    lines: int = 12
    needs: str = ""


STEPS = (
    Step("The least deadwood of a hand", ("arrange", "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")),
    Step("A hand, scored under classic rules, each step with its rule", ("score", HAND, "--variant", "classic"), lines=14),
    Step("A house variant with three mistakes", ("variant", "check", "docs/demo/three-mistakes.yaml"), (1,), lines=14),
    Step(
        "A house variant in ten lines, and where each rule comes from",
        ("variant", "show", "docs/demo/our-house.yaml", "--resolved"),
        lines=9,
    ),
    Step(
        "OpenSpiel, a C++ engine, in a process of its own, against the corpus",
        ("verify", "open-spiel"),
        (0, 1),
        lines=12,
        needs="pyspiel",
    ),
    Step("RLCard, another public engine", ("verify", "rlcard"), (0, 1), lines=8, needs="rlcard"),
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
    for line in lines[: step.lines]:
        print(line if len(line) <= 150 else line[:149] + "…")
    if len(lines) > step.lines:
        print(f"… {len(lines) - step.lines} more lines")
    if done.returncode in step.exits:
        return True
    print(f"The demo expected exit {' or '.join(map(str, step.exits))}, and the command ended with {done.returncode}.")
    print("\n".join(lines[step.lines :]))
    return False


if __name__ == "__main__":
    sys.exit(0 if all(list(map(show, STEPS))) else 1)
