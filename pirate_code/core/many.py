"""Many jobs (games, experiments) through one executor: cut into batches, each job with a key.

Results come back as they are done, those that a file of results already holds are not done again, and a
batch whose worker was lost is done by another.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice
from typing import Any, Generic, TypeVar

from pirate_code.core.executors import JobExecutor, SerialExecutor
from pirate_code.core.results import Results
from pirate_code.core.version import OtherVersion, engine_version

_AHEAD = 2  # batches that wait for each worker, so that none is idle
_TRIES = 4  # to do a batch whose worker is lost
LARGEST_BATCH = 50
BATCH_SECONDS = 12.0  # after which a worker hands in what it has; the rest of its batch is given out again
_SHARES = 4  # batches for each worker, at least, so that all are done at about the same time

Job = TypeVar("Job")
Result = TypeVar("Result")
Key = TypeVar("Key")
Value = TypeVar("Value")


class LostBatch(Exception):
    """Every worker that a batch was given to has been lost."""


class Shared(Generic[Value]):
    """A value that all jobs of a run need: pickled once, and unpickled once in each process."""

    def __init__(self, value: Value, pickled: bytes | None = None) -> None:
        self.value = value
        self._pickled = pickled or pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self._digest = hashlib.sha256(self._pickled).hexdigest()
        _keep(self._digest, self)  # a process that is forked from now on has it already

    def __reduce__(self) -> tuple[Any, ...]:
        return _receive, (self._digest, self._pickled)


_RECEIVED: dict[str, Shared[Any]] = {}
_MOST_RECEIVED = 8


def _receive(digest: str, pickled: bytes) -> Shared[Any]:
    return _RECEIVED.get(digest) or Shared(pickle.loads(pickled), pickled)


def _keep(digest: str, shared: Shared[Any]) -> None:
    while len(_RECEIVED) >= _MOST_RECEIVED:
        del _RECEIVED[next(iter(_RECEIVED))]
    _RECEIVED[digest] = shared


def batch_size(jobs: int, executor: Executor | None) -> int:
    """A number of jobs for each batch with which all workers are busy until the end."""
    return max(1, min(LARGEST_BATCH, jobs // (_SHARES * _workers(executor or SerialExecutor()))))


def run_all(
    work: Callable[[Job], Result],
    jobs: Mapping[Key, Job] | Iterable[tuple[Key, Job]],
    executor: Executor | None = None,
    batch: int = 1,
) -> Iterator[tuple[Key, Result]]:
    """Do all jobs; yields each key with its result as soon as its batch is done.

    `work` must be known to the workers by its name (a function of a module, or a partial of one). An
    exception of a job is raised here; the jobs that were done before have been yielded.
    """
    for found in run_batches(work, jobs, executor, batch):
        yield from found


def run_batches(
    work: Callable[[Job], Result],
    jobs: Mapping[Key, Job] | Iterable[tuple[Key, Job]],
    executor: Executor | None = None,
    batch: int = 1,
) -> Iterator[list[tuple[Key, Result]]]:
    """Do all jobs as `run_all` does; yields the results of each batch together."""
    running: _Running[Key, Job, Result] = _Running(work, executor or SerialExecutor())
    waiting = _batches(jobs.items() if isinstance(jobs, Mapping) else jobs, batch)
    try:
        while True:
            for keyed in islice(waiting, running.room()):
                running.submit(_Batch(keyed))
            if not running.pending:
                return
            yield from running.done()
    finally:
        for future in running.pending:
            future.cancel()


class _Batch(Generic[Key, Job]):
    """Some jobs that one worker does, and how often they were given out."""

    def __init__(self, keyed: Sequence[tuple[Key, Job]]) -> None:
        self.keys = [key for key, _ in keyed]
        self.jobs = [job for _, job in keyed]
        self.tries = 0

    def rest(self, done: int) -> _Batch[Key, Job]:
        """The jobs that are left when so many are done."""
        return _Batch(list(zip(self.keys[done:], self.jobs[done:], strict=True)))


class _Running(Generic[Key, Job, Result]):
    """The batches that an executor has at the moment."""

    def __init__(self, work: Callable[[Job], Result], executor: Executor) -> None:
        self.work, self.executor = work, executor
        self.pending: dict[Future[list[Result]], _Batch[Key, Job]] = {}

    def room(self) -> int:
        """How many batches more can be given out."""
        serial = isinstance(self.executor, SerialExecutor)
        ahead = 1 if serial else _AHEAD * _workers(self.executor)
        return max(0, ahead - len(self.pending))

    def submit(self, batch: _Batch[Key, Job]) -> None:
        """Give a batch out."""
        batch.tries += 1
        try:
            future = self.executor.submit(do_batch, engine_version(), self.work, batch.jobs)
        except Exception as error:  # a pool that broke since the last batch
            future = Future()
            future.set_exception(error)
        self.pending[future] = batch

    def done(self) -> Iterator[list[tuple[Key, Result]]]:
        """Wait until a batch is done, or more; one that was lost is given out again."""
        for future in wait(self.pending, return_when=FIRST_COMPLETED).done:
            batch = self.pending.pop(future)
            try:
                results = future.result()
            except Exception as error:
                self._retry(batch, error)
            else:
                if len(results) < len(batch.keys):
                    self.submit(batch.rest(len(results)))
                yield list(zip(batch.keys, results, strict=False))

    def _retry(self, batch: _Batch[Key, Job], error: Exception) -> None:
        if not isinstance(self.executor, JobExecutor) or not self.executor.replaces(error):
            raise error
        if batch.tries >= _TRIES:
            raise LostBatch(
                f"A batch of {len(batch.keys)} jobs was lost with its worker {batch.tries} times"
                f" ({' '.join(str(error).split())[:200]}); the first of its jobs is {batch.keys[0]!s}."
            ) from error
        self.submit(batch)


def run_kept(
    work: Callable[[Job], Result],
    jobs: Iterable[tuple[str, Job]],
    results: Results[Result],
    executor: Executor | None = None,
    batch: int = 1,
    *,
    keeps: Callable[[Result], bool] = lambda result: True,
) -> Generator[tuple[str, Result], None, None]:
    """The result of every job: those that the file holds, and the others as they are done and written.

    Jobs are taken from `jobs` as there is room for them. A result that `keeps` does not want is yielded and
    not written: it is found out again the next time.
    """
    known: deque[tuple[str, Result]] = deque()

    def unknown() -> Iterator[tuple[str, Job]]:
        for some in _batches(jobs, LARGEST_BATCH):
            found = results.known([key for key, _ in some])
            known.extend(found.items())
            yield from ((key, job) for key, job in some if key not in found)

    for done in run_batches(work, unknown(), executor, batch):
        results.add({key: result for key, result in done if keeps(result)})
        while known:
            yield known.popleft()
        yield from done
    yield from known


def _workers(executor: Executor) -> int:
    return executor.workers if isinstance(executor, JobExecutor) else os.cpu_count() or 1


def _batches(items: Iterable[tuple[Key, Job]], size: int) -> Iterator[list[tuple[Key, Job]]]:
    every = iter(items)
    while some := list(islice(every, size)):
        yield some


_ONE_AT_A_TIME = threading.RLock()  # a worker with several threads gains nothing by several games at a time


def do_batch(version: str, work: Callable[[Job], Result], jobs: Sequence[Job]) -> list[Result]:
    """What a worker does: the jobs of a batch as far as its time goes; OtherVersion if it has another one."""
    if version != engine_version():
        raise OtherVersion(version, engine_version(), _address())
    results = list[Result]()
    with _ONE_AT_A_TIME:
        end = time.monotonic() + BATCH_SECONDS
        for job in jobs:
            results.append(work(job))
            if time.monotonic() > end:
                break
    return results


def _address() -> str | None:
    """The address of the Dask worker that this is, if it is one."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    try:
        address: str = distributed.get_worker().address
    except ValueError:
        return None
    return address
