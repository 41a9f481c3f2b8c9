"""Programs of the checkout, which a wheel does not have; nothing of them is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


class Ended(Exception):
    """A program that did not do its work; the message says how it ended."""


def run(checkout: Path, module: str, told: str) -> str:
    """The last line that a module of the checkout prints, run as a program that is told something on standard input.

    Raises:
        Ended: it ended with another exit code than 0, or printed nothing.
    """
    before = os.environ.get("PYTHONPATH")
    folders = os.pathsep.join([str(checkout), *([before] if before else [])])
    done = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-m", module],
        input=told,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": folders, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        raise Ended(f"python -m {module} ended with exit code {done.returncode}: {_last_line(done.stderr)}")
    return lines[-1]


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "it said nothing")
