"""Where jobs are done: in this process, or in processes of this machine; core.cluster has those of a cluster.

All are executors of the standard interface (`concurrent.futures`). Those here also say how many workers
there are, and take care of workers that are lost.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Literal, ParamSpec, TypeVar

Args = ParamSpec("Args")
Result = TypeVar("Result")
StartMethod = Literal["fork", "spawn"]


class JobExecutor(Executor):
    """An executor that knows its workers."""

    @property
    def workers(self) -> int:
        """How many jobs are done at the same time; it may change while they are."""
        return 1

    def replaces(self, error: BaseException) -> bool:
        """Whether an error was the loss of a worker, so that its job can be done again by another."""
        return False


class SerialExecutor(JobExecutor):
    """Does each job at once, in this process."""

    def submit(
        self, work: Callable[Args, Result], /, *args: Args.args, **kwargs: Args.kwargs
    ) -> Future[Result]:
        """Do a job; the future is done already."""
        future: Future[Result] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class ProcessExecutor(JobExecutor):
    """Processes of this machine, by fork or spawn; when one of them is killed, new ones take their place."""

    def __init__(self, processes: int, start: StartMethod) -> None:
        self._processes, self._start = processes, start
        self._pool = self._new_pool()

    @property
    def workers(self) -> int:
        """As many as there are processes."""
        return self._processes

    def submit(
        self, work: Callable[Args, Result], /, *args: Args.args, **kwargs: Args.kwargs
    ) -> Future[Result]:
        """Give a job to the next process that is free."""
        return self._pool.submit(work, *args, **kwargs)

    def replaces(self, error: BaseException) -> bool:
        """Whether a process was killed; all are replaced, as the others cannot be reached any more."""
        if not isinstance(error, BrokenProcessPool):
            return False
        if getattr(self._pool, "_broken", True):  # the first of the jobs that were lost with it
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: when they are done, or at once."""
        running = list((getattr(self._pool, "_processes", None) or {}).values())
        if not wait:
            for process in running:
                process.terminate()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(self, kind: type[BaseException] | None, *more: object) -> None:
        """Wait for what is being done, unless something went wrong."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context(self._start)
        return ProcessPoolExecutor(self._processes, context, initializer=_begin_worker)


def _begin_worker() -> None:
    """Leave an interrupt from the keyboard to the parent, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def local_executor(processes: int | None = None, start: StartMethod | None = None) -> JobExecutor:
    """Processes of this machine, as many as it has processors; if that is one, this process itself.

    By default they are forked on Linux, where that is safe and quick, and spawned everywhere else.
    """
    count = processes or os.cpu_count() or 1
    if count == 1:
        return SerialExecutor()
    return ProcessExecutor(count, start or ("fork" if sys.platform == "linux" else "spawn"))
