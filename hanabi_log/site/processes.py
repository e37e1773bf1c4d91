"""Tasks spread over several processes, where the system can copy the running one.

A copy has everything in memory that its tasks need, so that nothing but the answers
travels. Where processes cannot be copied safely, and where there is little to do, the
tasks run here, one after the other; what they give is the same.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hanabi_log.errors import HanabiLogError, Problem
from hanabi_log.i18n import _

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

T = TypeVar("T")

MOST = 16
"""Processes; further ones would wait for the disk."""


@dataclass
class _Share(Generic[T]):
    """What one process has done: answers by the number of the task, and the first failure."""

    answers: dict[int, T] = field(default_factory=dict)
    failed: tuple[int, Exception] | None = None


def usable() -> int:
    """How many processes may share the work here, at least 1.

    A process with several threads is not copied, for its locks would be copied as they
    stand; nor is one on macOS, whose system libraries do not bear it.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    allowed = getattr(os, "sched_getaffinity", None)
    return min(MOST, len(allowed(0)) if allowed else os.cpu_count() or 1)


def spread(tasks: Sequence[Callable[[], T]], processes: int) -> list[T]:
    """The answers of all tasks, in their order.

    Each process takes the next task that nobody has taken. When tasks fail, the error of the
    first of them in their order is raised, the same that a single process would meet.
    Raises HanabiLogError when a process ends before it has answered.
    """
    return [*answering(tasks, processes)]


def answering(tasks: Sequence[Callable[[], T]], processes: int) -> Iterator[T]:
    """What `spread` gives, answer by answer, so that not all of them need to be kept. A single
    process makes each when it is asked for.
    """
    if processes < 2:
        yield from (task() for task in tasks)
    else:
        answers = _shared_out(tasks, processes)
        yield from (answers.pop(number) for number in range(len(tasks)))


def _shared_out(tasks: Sequence[Callable[[], T]], processes: int) -> dict[int, T]:
    """The answers by the number of the task."""
    from multiprocessing import get_context

    context = get_context("fork")
    taken: Any = context.Value("q", 0)
    here = os.getpid()

    def work() -> _Share[T]:
        share = _Share[T]()
        while True:
            if here not in (os.getpid(), os.getppid()):
                # Whoever wants the answers was killed, and could not end this copy any more.
                os._exit(1)
            with taken.get_lock():
                number = taken.value
                taken.value = number + 1
            if number >= len(tasks):
                return share
            try:
                share.answers[number] = tasks[number]()
            except Exception as error:
                share.failed = (number, error)
                with taken.get_lock():
                    taken.value = len(tasks)
                return share

    with _frozen(), _ending() as running:
        for _number in range(processes - 1):
            reader, writer = context.Pipe(duplex=False)
            process = context.Process(target=_answer, args=(work, writer), daemon=True)
            process.start()
            writer.close()
            running.append((process, reader))
        shares = [work(), *(_receive(process, reader) for process, reader in running)]
    failures = [share.failed for share in shares if share.failed]
    if failures:
        raise min(failures, key=lambda failure: failure[0])[1]
    answers: dict[int, T] = {}
    for share in shares:
        answers.update(share.answers)
    return answers


@contextmanager
def _frozen() -> Iterator[None]:
    # The collector would write into every object, and the copies would share no memory.
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def _ending() -> Iterator[list[tuple[ForkProcess, Connection]]]:
    """The processes that were started; none of them outlives the block."""
    running: list[tuple[ForkProcess, Connection]] = []
    try:
        yield running
    finally:
        for process, reader in running:
            process.terminate()
            process.join()
            reader.close()


def _answer(work: Callable[[], _Share[Any]], writer: Connection) -> None:
    # Ctrl-C reaches every process of a terminal; the one that was started by hand answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    share = work()
    if share.failed:
        number, error = share.failed
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            # An error that cannot travel between processes says at least what it was.
            share.failed = (number, RuntimeError(f"{type(error).__name__}: {error}"))
    writer.send(share)


def _receive(process: ForkProcess, reader: Connection) -> _Share[Any]:
    try:
        share: _Share[Any] = reader.recv()
    except EOFError:
        process.join()
        raise HanabiLogError(
            _("The site was not built: one of the processes that make pages has ended early"),
            [
                Problem(
                    _("It was ended from outside ({code}), perhaps for lack of memory.").format(
                        code=process.exitcode
                    )
                )
            ],
        ) from None
    return share
