"""The file of `verify --report`: what it held is kept until the engine has started."""

from __future__ import annotations

import contextlib
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from ginrules.diagnostics import Diagnostic, InvalidInput


class Report(io.TextIOWrapper):
    """A report that is being written; where the system refuses to, what it refused is kept and the rest is not written."""

    def __init__(self, name: str, *, new: bool) -> None:
        super().__init__(io.FileIO(name, "a"), encoding="utf-8", write_through=True)
        self._name = name
        self._new = new
        self._begun = False
        self.trouble: Diagnostic | None = None

    def begin(self) -> None:
        """Empty it: from now on it is the report of this run."""
        self._begun = True
        try:
            if stat.S_ISREG(os.fstat(self.fileno()).st_mode):
                os.ftruncate(self.fileno(), 0)
        except OSError as error:
            self.trouble = not_writable(error, self._name)

    def write(self, text: str) -> int:
        """Write a text, all of it or, after trouble, nothing."""
        if self.trouble is None:
            try:
                rest = memoryview(text.encode())
                while rest:
                    rest = rest[os.write(self.fileno(), rest) :]
            except OSError as error:
                self.trouble = not_writable(error, self._name)
        return len(text)

    def leave(self) -> None:
        """Close it; a file that is new and was never begun is taken away again."""
        with contextlib.suppress(OSError):
            self.close()
        if self._new and not self._begun:
            with contextlib.suppress(OSError):
                Path(self._name).unlink()


@contextlib.contextmanager
def report_file(name: str) -> Iterator[Report]:
    """The file of `--report`, known to be writable and still as it was.

    Raises:
        InvalidInput: it cannot be written.
    """
    try:
        report = Report(name, new=not os.path.lexists(name))
    except OSError as error:
        raise InvalidInput([not_writable(error, name)]) from error
    try:
        yield report
    finally:
        report.leave()


def not_writable(error: OSError, name: str) -> Diagnostic:
    """What is said of a file that the system does not let be written."""
    return Diagnostic(code="not-writable", message=f"cannot be written: {error.strerror}", file=name)
