"""SIGTERM and SIGHUP as interruptions: what was begun is ended properly, as after Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP")
"""Not every system has all of them."""


class Terminated(KeyboardInterrupt):
    """An interruption by a signal; `exit_code` is what a shell says of a program that it ended."""

    def __init__(self, number: int) -> None:
        self.exit_code = 128 + number
        super().__init__(signal.Signals(number).name)


@contextmanager
def terminations() -> Iterator[None]:
    """Raise `Terminated` where one of the signals arrives; one that is ignored, as under nohup, stays so."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _raise)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(number: int, _frame: FrameType | None) -> None:
    raise Terminated(number)
