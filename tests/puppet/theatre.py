"""Starting puppets from tests, and looking whether one of their processes is still there."""

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ginrules.diagnostics import Json
from ginrules.questions import Case, Method, Question
from ginrules.rules.resolve import load_variant
from ginrules.verify.session import Limits

PUPPET = Path(__file__).parent / "puppet.py"
QUICK = Limits(start=20.0, reply=0.7, grace=0.1)
"""A puppet answers at once or never; starting Python may take its time."""
PATIENT = Limits(start=20.0, reply=20.0, grace=0.1)
"""Where no reply is ever missing."""

RIGHT: dict[str, Any] = {"deadwood": 0, "melds": []}
"""The answer to an empty hand, which a puppet gives without any step."""
KING = ("Kc",)
"""A hand that leaves 10: a puppet without a step for it answers 0, wrongly."""
EMPTY: tuple[str, ...] = ()
"""A hand that leaves 0, which a puppet answers rightly without any step."""


def puppet(folder: Path, *steps: Mapping[str, Any]) -> tuple[str, ...]:
    """The command of a puppet with these steps."""
    script = folder / "script.json"
    script.write_text(json.dumps({"steps": steps}), encoding="utf-8")
    return (sys.executable, "-I", "-S", str(PUPPET), str(script))


def processes(folder: Path, kind: str = "") -> list[int]:
    """The numbers of the processes that the puppets of a folder have been."""
    lines = (folder / "script.json.pids").read_text("ascii").splitlines()
    return [int(line.split()[1]) for line in lines if line.startswith(kind)]


def left_running(folder: Path) -> list[int]:
    """Which of them still run, after a moment in which the system may end what was killed."""
    until = time.monotonic() + 10
    while True:
        running = [number for number in processes(folder) if _runs(number)]
        if not running or time.monotonic() > until:
            return running
        time.sleep(0.005)


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{number}/stat")
    try:
        # A zombie, which only waits for whoever inherits it to notice, does not run.
        return status.read_text("utf-8").rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return not Path("/proc/self").exists()


def arranging(scenario: str, hand: Sequence[str], deadwood: int, part: int = 1) -> Case:
    """A case that asks for the deadwood of a hand."""
    rules: dict[str, Json] = dict(load_variant("standard").question_rules("arrange"))
    return Case(
        scenario=scenario,
        title="",
        column="standard",
        part=part,
        rules=("melds.run-min",),
        question=Question(Method.ARRANGE, {"rules": rules, "hand": list(hand)}),
        expect={"deadwood": deadwood},
    )
