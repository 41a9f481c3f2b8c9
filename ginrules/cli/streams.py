"""The standard streams where they are closed, or cannot be written."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_STREAMS = (
    (0, "stdin", "r", os.O_RDONLY),
    # Opened the wrong way round, so that writing fails: results that nobody gets are no success.
    (1, "stdout", "w", os.O_RDONLY),
    (2, "stderr", "w", os.O_WRONLY),
)


def open_closed_streams() -> None:
    """Open what was closed when we were started: input as empty, output as one that fails, errors as one that swallows.

    Otherwise the next file that is opened would take the number of the stream, and get what is meant for it.
    """
    for number, name, mode, flags in _STREAMS:
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - lives as long as we do


def drop_unwritten() -> None:
    """Throw away what a stream could not write, or Python would try it again at the end, and fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
