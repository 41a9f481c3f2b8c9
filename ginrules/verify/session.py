"""A process under test: the only module that starts engines."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from ginrules.diagnostics import Json, shortened
from ginrules.verify import protocol, wire
from ginrules.verify.outcomes import Answer, Outcome
from ginrules.verify.stderr import telling_end

STDERR_KEPT = 1 << 16
STDERR_SHOWN = 2000
_MESSAGE_SHOWN = 600
"""Characters of a message about an engine that does not start."""
_FOR_REPLIES = "standard output is for replies only: print to standard error"
_READ = 1 << 16
_LOOK = 0.02
"""Seconds between two looks whether a silent process still lives: a child of it may hold the pipe open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds and counts that a session keeps to."""

    start: float = 10.0
    """Seconds for `initialize`."""
    reply: float = 2.0
    """Seconds for any other reply."""
    grace: float = 0.5
    """Seconds from `shutdown` to the kill."""
    restarts: int = 20


class NotStarted(Exception):
    """An engine that could not be started or did not shake hands; `stderr` is the end of what it wrote there.

    The message is shortened, but holds what the engine wrote as it came.
    """

    def __init__(self, message: str, stderr: str = "") -> None:
        self.stderr = stderr
        super().__init__(shortened(message, _MESSAGE_SHOWN))


@dataclass(frozen=True, slots=True)
class _Lost:
    """Why no line came."""

    outcome: Outcome
    detail: str


class _Stderr:
    """The last 64 KiB of a stream, drained by a thread so that the writer never blocks."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._kept = bytearray()
        self._lock = threading.Lock()
        self._ended = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(stream.fileno(), False)
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stream, selectors.EVENT_READ)
            selector.register(self._wake_read, selectors.EVENT_READ)
            while not self._ended:
                if any(key.fileobj == self._wake_read for key, _ in selector.select()):
                    return
                with self._lock:
                    self._read()

    def _read(self) -> None:
        """Take what one read gives; the lock is held."""
        try:
            data = os.read(self._stream.fileno(), _READ)
        except BlockingIOError:
            return
        if not data:
            self._ended = True
        self._kept += data
        del self._kept[:-STDERR_KEPT]

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def text(self) -> str:
        """The end of what was written up to now, also what the thread has not read yet, and the line that holds the error."""
        with self._lock:
            # A pipe holds less than these reads take; a process that writes on and on cannot keep us here.
            for _ in range(64):
                before = len(self._kept)
                if self._ended:
                    break
                self._read()
                if len(self._kept) == before:
                    break
            return telling_end(bytes(self._kept).decode("utf-8", "backslashreplace"), STDERR_SHOWN)

    def close(self) -> None:
        os.write(self._wake_write, b"!")
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)
        self._stream.close()


class _Process:
    """One life of an engine."""

    def __init__(self, argv: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - running the program that the user names is the task
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self.stderr = _Stderr(self._process.stderr)
        self._buffer = bytearray()
        self._output_ended = False
        self._killed = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)

    def exchange(self, line: bytes, seconds: float) -> bytes | _Lost:
        """Send a line and wait for one; what the process wrote after it stays in the buffer."""
        self.stderr.clear()
        return self._wait(memoryview(line), seconds)

    def another(self, seconds: float) -> bytes | _Lost:
        """Wait for a line without having sent one."""
        return self._wait(memoryview(b""), seconds)

    def _wait(self, unsent: memoryview, seconds: float) -> bytes | _Lost:
        until = time.monotonic() + seconds
        searched = 0
        writing = False
        try:
            while True:
                if unsent:
                    try:
                        unsent = unsent[os.write(self._stdin.fileno(), unsent) :]
                    except BlockingIOError:
                        pass
                    except BrokenPipeError:
                        return self._death("it does not read its input any more")
                if bool(unsent) != writing:
                    writing = bool(unsent)
                    if writing:
                        self._selector.register(self._stdin, selectors.EVENT_WRITE)
                    else:
                        self._selector.unregister(self._stdin)
                end = -1 if unsent else self._buffer.find(b"\n", searched)
                if end >= wire.LINE_LIMIT or (end < 0 and len(self._buffer) >= wire.LINE_LIMIT):
                    return _Lost(Outcome.PROTOCOL, f"a line longer than 1 MiB: {protocol.shown(bytes(self._buffer))}")
                if end >= 0:
                    line = bytes(self._buffer[:end])
                    del self._buffer[: end + 1]
                    return line.removesuffix(b"\r")
                searched = 0 if unsent else len(self._buffer)
                if self._output_ended:
                    return self._death("it closed its output")
                remaining = until - time.monotonic()
                if remaining <= 0:
                    return _Lost(Outcome.TIMEOUT, f"no reply within {seconds:g} s{self._partial()}")
                dead = self._dead()
                self._selector.select(min(remaining, 0 if dead else _LOOK))
                if not self._fill() and dead:
                    return self._death("")
        finally:
            if writing:
                self._selector.unregister(self._stdin)

    def _fill(self) -> bool:
        """Read what is there; whether there was anything."""
        if self._output_ended:
            return False
        try:
            data = os.read(self._stdout.fileno(), _READ)
        except BlockingIOError:
            return False
        self._output_ended = not data
        self._buffer += data
        return bool(data)

    def unasked(self) -> str:
        """What the process has written although nothing was asked; empty if nothing."""
        self._fill()
        return protocol.shown(bytes(self._buffer)) if self._buffer else ""

    def _partial(self) -> str:
        return f", only {protocol.shown(bytes(self._buffer))} without an end of line" if self._buffer else ""

    def _dead(self) -> bool:
        """Whether the process has ended; it is not reaped, so that its number still names its group."""
        if not hasattr(os, "waitid"):
            return self._process.poll() is not None
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return self._process.returncode is not None or os.waitid(os.P_PID, self._process.pid, options) is not None

    def _death(self, manner: str) -> _Lost:
        """How it ended, after a moment for it to do so."""
        until = time.monotonic() + 0.5
        while not self._dead() and time.monotonic() < until:
            time.sleep(0.002)
        partial = self._partial()
        if not self._dead():
            return _Lost(Outcome.CRASH, f"{manner} without ending{partial}")
        self._kill_group()
        code = self._process.wait()
        if code >= 0:
            return _Lost(Outcome.CRASH, f"it ended with exit code {code}{partial}")
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = str(-code)
        return _Lost(Outcome.CRASH, f"it was ended by signal {name}{partial}")

    def _kill_group(self) -> None:
        if not self._killed:
            self._killed = True
            # Of its own session, so its number is the group's; a zombie still keeps the number from being given away.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def kill(self) -> str:
        """End the whole group at once; the end of its stderr."""
        self._kill_group()
        self._process.wait()
        text = self.stderr.text()
        self._selector.close()
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()
        self._stdout.close()
        self.stderr.close()
        return text

    def leave(self, until: float) -> None:
        """Close its input, wait for its end until a moment, then end the group."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()
        while not self._dead() and time.monotonic() < until:
            time.sleep(0.002)
        self.kill()


class Session:
    """An engine reached through a process, which is started afresh whenever it cannot be trusted any more.

    `name`: what messages call it; the command line, unless somebody wrote something else.

    Raises:
        NotStarted: the first start failed.
    """

    def __init__(self, argv: Sequence[str], limits: Limits, name: str = "") -> None:
        self.argv = tuple(argv)
        self.name = shortened(name or shlex.join(self.argv), protocol.SHOWN)
        self.limits = limits
        self._next_id = 1
        self._process: _Process | None = None
        self._restarts = 0
        answer = self._start()
        if answer.wrong is not None:
            self._drop()
            raise NotStarted(f"{self.name}: {answer.detail}", answer.stderr)
        self.initialized: Mapping[str, Json] = answer.result

    def ask(self, method: str, params: Mapping[str, Json]) -> Answer:
        """Ask one question; never raises for anything that the engine does."""
        late = self.unasked()
        if self._process is None:
            if self._restarts >= self.limits.restarts:
                return Answer(wrong=Outcome.NOTRUN, detail=f"{self._restarts} restarts are used up", late=late)
            self._restarts += 1
            if (begun := self._restart()).wrong is not None:
                return _with(begun, late=late)
        return self._request(method, params, self.limits.reply, late)

    def unasked(self) -> str:
        """What it has said since its last reply, in words; then it is started afresh before the next question."""
        if self._process is None or not (unasked := self._process.unasked()):
            return ""
        self._drop()
        return f"unasked output after its reply: {unasked}"

    def close(self) -> None:
        """Shut the engine down; nothing of it is left running."""
        if self._process is None:
            return
        process, self._process = self._process, None
        until = time.monotonic() + self.limits.grace
        try:
            process.exchange(protocol.request(self._identifier(), "shutdown", {}), self.limits.grace)
            process.leave(until)
        except BaseException:
            process.kill()
            raise

    def _identifier(self) -> int:
        identifier, self._next_id = self._next_id, self._next_id + 1
        return identifier

    def _start(self) -> Answer:
        try:
            self._process = _Process(self.argv)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return Answer(wrong=Outcome.CRASH, detail=f"it cannot be started: {reason}")
        try:
            answer = self._request("initialize", protocol.initialize_params(), self.limits.start, "")
        except BaseException:
            self._drop()
            raise
        return answer if answer.wrong is None else _with(answer, detail=f"initialize: {answer.detail}")

    def _restart(self) -> Answer:
        answer = self._start()
        if answer.wrong is None and answer.result != self.initialized:
            stderr = self._drop()
            return Answer(wrong=Outcome.PROTOCOL, detail="after a restart `initialize` gave another result", stderr=stderr)
        if answer.wrong is not None:
            self._drop()
            return _with(answer, detail=f"after a restart, {answer.detail}")
        return answer

    def _request(self, method: str, params: Mapping[str, Json], seconds: float, late: str) -> Answer:
        process = self._process
        assert process
        identifier = self._identifier()
        line = protocol.request(identifier, method, params)
        if len(line) > wire.LINE_LIMIT:
            return Answer(wrong=Outcome.UNSUPPORTED, detail="a question longer than a line may be", late=late)
        came = process.exchange(line, seconds)
        in_step = True
        if isinstance(came, bytes) and (stale := protocol.reply_id(came)) is not None and 0 < stale < identifier:
            # Either the reply before came twice, and ours follows, or this is ours with a wrong id.
            follows = process.another(seconds)
            if isinstance(follows, bytes):
                late = late or f"a second reply: {protocol.shown(came)}"
                in_step = False
                came = follows
        if isinstance(came, _Lost):
            return Answer(wrong=came.outcome, detail=came.detail, stderr=self._drop(), late=late)
        try:
            answer = protocol.read_reply(came, identifier, method)
        except protocol.OutOfStep as fault:
            detail = f"{fault}: {protocol.shown(came)}"
            if isinstance(fault, protocol.Chatter):
                detail += f"; {_FOR_REPLIES}"
            return Answer(wrong=Outcome.PROTOCOL, detail=detail, stderr=self._drop(), late=late)
        if unasked := process.unasked():
            detail = f"more than one line for one request: {unasked}"
            return Answer(wrong=Outcome.PROTOCOL, detail=detail, stderr=self._drop(), late=late)
        stderr = process.stderr.text() if answer.wrong is not None else ""
        if not in_step:
            self._drop()
        return _with(answer, late=late, stderr=stderr)

    def _drop(self) -> str:
        """Give the process up; the end of its stderr."""
        process, self._process = self._process, None
        return process.kill() if process else ""


def _with(answer: Answer, *, detail: str = "", stderr: str = "", late: str = "") -> Answer:
    return Answer(
        wrong=answer.wrong,
        result=answer.result,
        detail=detail or answer.detail,
        stderr=stderr or answer.stderr,
        late=late or answer.late,
    )
