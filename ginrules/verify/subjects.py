"""What is under test, behind one door: a question goes in, an answer comes out."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from ginrules.diagnostics import InvalidInput, Json, NotPlayed, did_you_mean, shortened
from ginrules.questions import Question
from ginrules.verify import protocol
from ginrules.verify.outcomes import Answer, Outcome
from ginrules.verify.protocol import Capabilities
from ginrules.verify.server import Engine
from ginrules.verify.session import Limits, NotStarted, Session
from ginrules.verify.wire import Code

BUILTIN = "builtin"
_STARTED_BY = {".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node"}
"""The word before a program's file, by the ending of its name."""
_NAME_SHOWN = 200
"""Characters of a command line that a message shows."""
ADAPTERS = {
    "open-spiel": (sys.executable, "-m", "ginrules.adapters.open_spiel"),
    "rlcard": (sys.executable, "-m", "ginrules.adapters.rlcard"),
}


class Subject:
    """A program under test; used in a `with` block, which leaves nothing of it running."""

    capabilities: Capabilities

    def answer(self, question: Question) -> Answer:
        """The answer to one question; never raises for anything that the program does."""
        raise NotImplementedError

    def fresh(self) -> Subject:
        """The same program, started anew: nothing that this one was asked can matter to it.

        Raises:
            NotStarted: it could not be started again.
        """
        raise NotImplementedError

    def unasked(self) -> str:
        """What the program has said since its last answer, although nothing was asked; empty if nothing."""
        return ""

    def close(self) -> None:
        """End the program."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class InProcess(Subject):
    """An engine in this process; its answers are checked as those of any other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.capabilities = _capabilities(engine.capabilities(), "")

    def answer(self, question: Question) -> Answer:
        """The engine's answer."""
        try:
            result = self._engine.answer(question.method, question.params)
        except InvalidInput as error:
            message = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
            return Answer(wrong=Outcome.ERROR, detail=f"error {Code.IMPOSSIBLE_INPUT}: {message}")
        except NotPlayed as error:
            return Answer(wrong=Outcome.UNSUPPORTED, detail=error.feature)
        if fault := protocol.shape_fault(f"{question.method}.result", result):
            return Answer(wrong=Outcome.PROTOCOL, detail=f"the reply has a wrong shape: {fault}")
        return Answer(result=result)

    def fresh(self) -> Subject:
        """The same engine: it lives in this process."""
        return InProcess(self._engine)


class External(Subject):
    """An engine in a process of its own; `name` is what messages call it.

    Raises:
        NotStarted: it could not be started, or did not shake hands.
    """

    def __init__(self, argv: tuple[str, ...], limits: Limits, name: str = "") -> None:
        self._argv = argv
        self._limits = limits
        self._session = Session(argv, limits, name)
        try:
            self.capabilities = _capabilities(self._session.initialized, self._session.name)
        except BaseException:
            self._session.close()
            raise

    def answer(self, question: Question) -> Answer:
        """The process's answer."""
        return self._session.ask(question.method, question.params)

    def fresh(self) -> Subject:
        """Another process."""
        return External(self._argv, self._limits, self._session.name)

    def unasked(self) -> str:
        """What the process has said unasked."""
        return self._session.unasked()

    def close(self) -> None:
        """Shut the process down."""
        self._session.close()


def subject(engine: str, *, deadline: float = 2.0, limits: Limits | None = None) -> Subject:
    """Start what `ENGINE` names on the command line: `builtin`, an adapter, the path of a program, or a command line.

    `deadline` is the seconds for a reply. No shell reads the command line; it is split as a shell would split it.

    Raises:
        NotStarted: it names nothing that can be run, or what it names did not shake hands.
    """
    if engine == BUILTIN:
        from ginrules.verify.builtin import BuiltinEngine

        return InProcess(BuiltinEngine())
    return External(command(engine), limits or Limits(reply=deadline), engine)


def command(engine: str) -> tuple[str, ...]:
    """The words of the command that starts an engine.

    Raises:
        NotStarted: there is no such program.
    """
    if engine in ADAPTERS:
        return ADAPTERS[engine]
    # Not by `Path`, which raises for a name that is too long.
    if os.path.isfile(engine):  # noqa: PTH113
        if os.access(engine, os.X_OK):
            # A bare name would be looked for on the search path.
            return (os.path.abspath(engine),)  # noqa: PTH100
        raise _not_executable(engine)
    try:
        words = tuple(shlex.split(engine))
    except ValueError as error:
        raise _unknown(f"the command line {engine!r} cannot be split: {error}", "close the quotation mark") from error
    if not words:
        raise _unknown("the engine has no name", "")
    if shutil.which(words[0]) is None:
        raise _no_program(engine if os.path.isdir(engine) else words[0])  # noqa: PTH112
    return words


def _no_program(name: str) -> NotStarted:
    """Why a name is that of no program, with what was probably meant."""
    names = (BUILTIN, *ADAPTERS)
    if os.path.isdir(name):  # noqa: PTH112
        return _unknown(f"{name} is a folder", "name the program in it, or a quoted command line")
    if os.path.isfile(name):  # noqa: PTH113
        return _not_executable(name)
    meant = did_you_mean(name, names)
    return _unknown(
        f"there is no program {shortened(name, _NAME_SHOWN)!r}",
        meant or f"an engine is {', '.join(names)}, the path of a program, or a quoted command line",
    )


def _not_executable(file: str) -> NotStarted:
    started_by = _STARTED_BY.get(os.path.splitext(file)[1].lower())  # noqa: PTH122
    quoted = shlex.quote(file)
    hint = f'write "{started_by} {quoted}"' if started_by else f"chmod +x {quoted}"
    return _unknown(f"{file} is a file that cannot be executed", hint)


def _unknown(message: str, hint: str) -> NotStarted:
    return NotStarted(message + (f"; {hint}" if hint else ""))


def _capabilities(result: Mapping[str, Json], program: str) -> Capabilities:
    try:
        return protocol.capabilities(result)
    except ValueError as error:
        raise NotStarted(f"{program}: initialize: {error}") from error
