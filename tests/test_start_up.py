"""What a short command loads: nothing heavy, and of our own only what it asks."""

import subprocess
import sys

import pytest

HEAVY = {"lark", "jsonschema", "jsonschema_rs", "numpy", "rich", "subprocess", "asyncio", "importlib.metadata"}
NOT_NEEDED = {
    "ginrules.answer",
    "ginrules.answer.play",
    "ginrules.answer.showdown",
    "ginrules.engine.legality",
    "ginrules.engine.play",
    "ginrules.engine.showdown",
    "ginrules.engine.state",
    "ginrules.engine.turns",
}
"""Parts of our own that neither command asks."""


@pytest.mark.parametrize("arguments", [["--version"], ["arrange", "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"]], ids=" ".join)
def test_a_short_command_loads_nothing_that_it_does_not_need(arguments: list[str]) -> None:
    program = f"""
import sys
from ginrules.cli import run
code = run({arguments!r})
print(sorted(set({sorted(HEAVY | NOT_NEEDED)!r}) & set(sys.modules)), file=sys.stderr)
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "[]"
