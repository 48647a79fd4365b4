"""Many jobs (games, experiments) through one executor of the standard interface (`concurrent.futures`).

Each job has a key. Jobs go out in batches, results come back as they are done, and those that a results file
already holds are not done again. Which executor it is does not matter: processes of this machine, this very
process, or a cluster whose client speaks the same interface.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from pirate_code.core.saving import SaveError, dumps, loads
from pirate_code.data import DataError, read_text

_SIZE_LIMIT = 1_000_000_000
_AHEAD = 2  # batches that wait for each worker, so that none is idle

Args = ParamSpec("Args")
Job = TypeVar("Job")
Result = TypeVar("Result")
Key = TypeVar("Key")


class SerialExecutor(Executor):
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


def local_executor(processes: int | None = None) -> Executor:
    """Processes that begin as copies of this one; where that cannot be, this process itself."""
    count = processes or os.cpu_count() or 1
    if count == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return SerialExecutor()
    return ProcessPoolExecutor(count, multiprocessing.get_context("fork"))


class ResultsFile(Generic[Result]):
    """Results by key, one line of JSON each, written as they come; what was broken off is left out."""

    def __init__(self, path: Path, write: Callable[[Result], Any], read: Callable[[Any], Result]) -> None:
        """`write` turns a result into plain data, `read` plain data into a result."""
        self.path, self._write, self._read = path, write, read

    def load(self) -> dict[str, Result]:
        """All results that the file holds; DataError with the line that is no result."""
        if not self.path.exists():
            return {}
        self._mend()
        found: dict[str, Result] = {}
        for number, line in enumerate(read_text(self.path, _SIZE_LIMIT).splitlines(), start=1):
            try:
                match loads(line):
                    case {"key": str(key), "result": data}:
                        found[key] = self._read(data)
                    case _:
                        raise SaveError('a line is {"key": …, "result": …}')
            except SaveError as error:
                raise DataError(f"this is no result of a job: {error}", self.path, number) from None
        return found

    def add(self, results: Mapping[str, Result]) -> None:
        """Write results at the end of the file."""
        with self.path.open("a", encoding="utf-8") as file:
            for key, result in results.items():
                file.write(dumps({"key": key, "result": self._write(result)}) + "\n")

    def _mend(self) -> None:
        """Take off a last line that was broken off."""
        with self.path.open("rb+") as file:
            whole = file.read()
            end = whole.rfind(b"\n") + 1
            if end < len(whole):
                file.truncate(end)


def run_all(
    work: Callable[[Job], Result],
    jobs: Mapping[Key, Job],
    executor: Executor | None = None,
    batch: int = 1,
    workers: int | None = None,
) -> Iterator[tuple[Key, Result]]:
    """Do all jobs; yields each key with its result as soon as its batch is done.

    `work` must be known to the workers by its name (a function of a module, or a partial of one). An
    exception of a job is raised here; the jobs that were done before have been yielded.
    """
    doer = executor or SerialExecutor()
    ahead = 1 if isinstance(doer, SerialExecutor) else _AHEAD * (workers or os.cpu_count() or 1)
    batches = _batches(list(jobs.items()), batch)
    pending: dict[Future[list[Result]], list[Key]] = {}
    while True:
        for keyed in islice(batches, ahead - len(pending)):
            future = doer.submit(_do, work, [job for _, job in keyed])
            pending[future] = [key for key, _ in keyed]
        if not pending:
            return
        for future in wait(pending, return_when=FIRST_COMPLETED).done:
            yield from zip(pending.pop(future), future.result(), strict=True)


def run_kept(
    work: Callable[[Job], Result],
    jobs: Mapping[str, Job],
    results: ResultsFile[Result],
    executor: Executor | None = None,
    batch: int = 1,
) -> dict[str, Result]:
    """The results of all jobs, in their order; what the file does not hold is done and written to it."""
    known = results.load()
    left = {key: job for key, job in jobs.items() if key not in known}
    for key, result in run_all(work, left, executor, batch):
        results.add({key: result})
        known[key] = result
    return {key: known[key] for key in jobs}


def _batches(items: Sequence[tuple[Key, Job]], size: int) -> Iterator[list[tuple[Key, Job]]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])


def _do(work: Callable[[Job], Result], jobs: Sequence[Job]) -> list[Result]:
    return [work(job) for job in jobs]
