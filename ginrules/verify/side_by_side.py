"""Several processes of one engine asked at a time, their results put back into one order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from queue import SimpleQueue
from typing import Protocol, TypeVar

from ginrules.verify.subjects import Subject


class _Placed(Protocol):
    @property
    def place(self) -> int: ...


_Work = TypeVar("_Work")
_Result = TypeVar("_Result", bound=_Placed)


def side_by_side(
    work: Sequence[tuple[int, _Work]],
    subject: Subject,
    jobs: int,
    lane: Callable[[Sequence[tuple[int, _Work]], Subject], Iterator[_Result]],
) -> Iterator[_Result]:
    """Deal work out to `jobs` processes, each with a thread that runs `lane`, and yield what they yield by place.

    `subject` is one of the processes; the others are started here, and are gone afterwards. What is raised in a thread is
    raised here.

    Raises:
        NotStarted: one of them could not be started.
    """
    done: SimpleQueue[_Result | BaseException | None] = SimpleQueue()
    stop = threading.Event()

    def follow(lane_work: Sequence[tuple[int, _Work]], engine: Subject) -> None:
        try:
            for result in lane(lane_work, engine):
                done.put(result)
                if stop.is_set():
                    return
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            done.put(error)
        else:
            done.put(None)

    with ExitStack() as stack:
        engines = [subject, *(stack.enter_context(subject.fresh()) for _ in range(min(jobs, len(work)) - 1))]
        threads = [
            threading.Thread(target=follow, args=(work[number :: len(engines)], engine))
            for number, engine in enumerate(engines)
        ]
        for thread in threads:
            thread.start()
        try:
            yield from _in_order(done, len(threads))
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def _in_order(done: SimpleQueue[_Result | BaseException | None], running: int) -> Iterator[_Result]:
    early: dict[int, _Result] = {}
    wanted = 0
    while running:
        came = done.get()
        if isinstance(came, BaseException):
            raise came
        if came is None:
            running -= 1
            continue
        early[came.place] = came
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1
