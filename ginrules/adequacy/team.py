"""Work on the corpus shared by processes: each keeps its own share of the questions, and all that it has read of them.

With one process everything is done here. Results come in the order of the work, so that nothing depends on who was faster.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from ginrules.adequacy.asking import Asker
from ginrules.adequacy.cases import Posed, pose_file, together

_PIECES = 8
"""Into how many pieces a share is cut, so that progress is seen."""

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


class _Share:
    """What a process keeps: some questions, and all that was read of them."""

    def __init__(self, posed: tuple[Posed, ...] = ()) -> None:
        self.posed = posed
        self.asker = Asker()


class Team:
    """Some processes and the corpus that they work on; a context manager.

    `tick` is called with the number of pieces of work of what has just begun, and with 0 for each that is done.
    """

    def __init__(self, processes: int, tick: Callable[[int], None] = lambda _: None) -> None:
        self.posed: tuple[Posed, ...] = ()
        """The whole corpus, in order."""
        self.files: tuple[Path, ...] = ()
        """The files that it was compiled from."""
        self.folders: tuple[Path, ...] = ()
        """Where variants are found beside the shipped ones."""
        self._tick = tick
        self._here = _Share()
        context = multiprocessing.get_context("spawn")
        self._others = (
            [ProcessPoolExecutor(1, mp_context=context, initializer=_ignore_interruptions) for _ in range(processes)]
            if processes > 1
            else []
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for other in self._others:
            other.shutdown(wait=False, cancel_futures=True)
        for other in self._others:
            other.shutdown(wait=True)

    def compile(self, files: Sequence[Path], folders: Sequence[Path] = ()) -> None:
        """Compile files of the corpus, and give everybody a share of the questions.

        Raises:
            InvalidInput: with every diagnostic of every file.
        """
        self._start()
        self.files, self.folders = tuple(files), tuple(folders)
        # The longest first, so that nobody waits long for the last one; the corpus is in the order of the files all the same.
        order = sorted(files, key=lambda path: -path.stat().st_size)
        compiled = dict(zip(order, self.each(pose_file, order, folders), strict=True))
        self.keep(together(compiled[path] for path in files))

    def _start(self) -> None:
        """Begin the processes with interruptions held back: one that comes while they begin would end them with a traceback."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
        try:
            for other in self._others:
                other.submit(_ignore_interruptions)
        finally:
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def keep(self, posed: Sequence[Posed]) -> None:
        """Work on these questions from now on."""
        self.posed = tuple(posed)
        self._here = _Share(self.posed)
        for place, other in enumerate(self._others):
            other.submit(_keep, self.posed[place :: len(self._others)]).result()

    def each(self, work: Callable[..., _Found], items: Sequence[_Item], *arguments: Any) -> list[_Found]:
        """The results of `work(item, *arguments)`, in the order of the items."""
        self._tick(len(items))
        if not self._others:
            return [self._done(work(item, *arguments)) for item in items]
        return self._gather(
            [self._others[place % len(self._others)].submit(work, item, *arguments) for place, item in enumerate(items)]
        )

    def corpus(self, work: Callable[..., _Found], *arguments: Any) -> list[_Found]:
        """The results of `work(asker, questions, *arguments)` for pieces of the corpus that together are all of it."""
        if not self._others:
            self._tick(_PIECES)
            return [
                self._done(work(self._here.asker, self._here.posed[piece::_PIECES], *arguments)) for piece in range(_PIECES)
            ]
        self._tick(_PIECES * len(self._others))
        return self._gather(
            [other.submit(_on_share, work, piece, arguments) for piece in range(_PIECES) for other in self._others]
        )

    def _gather(self, futures: Sequence[Future[_Found]]) -> list[_Found]:
        for future in futures:
            future.add_done_callback(lambda _: self._tick(0))
        return [future.result() for future in futures]

    def _done(self, found: _Found) -> _Found:
        self._tick(0)
        return found


_KEPT: list[_Share] = []
"""The share of this process, where it is one of several."""


def _ignore_interruptions() -> None:
    """Ctrl-C is for the process that began the work: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _keep(posed: tuple[Posed, ...]) -> None:
    _KEPT[:] = [_Share(posed)]


def _on_share(work: Callable[..., _Found], piece: int, arguments: tuple[Any, ...]) -> _Found:
    (share,) = _KEPT
    return work(share.asker, share.posed[piece::_PIECES], *arguments)


def chained(lists: Sequence[Sequence[_Item]]) -> Iterator[_Item]:
    """The items of all lists."""
    for each in lists:
        yield from each
