"""What a short command loads: nothing heavy."""

import subprocess
import sys

import pytest

HEAVY = {"lark", "jsonschema", "jsonschema_rs", "numpy", "rich", "subprocess", "asyncio", "importlib.metadata"}


@pytest.mark.parametrize("arguments", [["--version"], ["arrange", "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"]], ids=" ".join)
def test_a_short_command_loads_no_heavy_module(arguments: list[str]) -> None:
    program = f"""
import sys
from ginrules.cli import run
code = run({arguments!r})
print(sorted(set({sorted(HEAVY)!r}) & set(sys.modules)), file=sys.stderr)
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "[]"
