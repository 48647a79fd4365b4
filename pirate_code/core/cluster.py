"""Jobs on a Dask cluster (the extra `cluster`): one of this machine, or any by the address of its scheduler.

A worker of another version of Pirate Code is refused. Workers may come and go while jobs are done.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ParamSpec, TypeVar

from pirate_code.core.executors import JobExecutor
from pirate_code.core.version import OtherVersion, engine_version
from pirate_code.data import DataError

try:
    import dask
    from distributed import Client, KilledWorker, LocalCluster
    from distributed.comm.addressing import get_address_host_port
except ImportError as error:
    raise DataError(
        f"A cluster needs Dask, and it is not installed ({error}): pip install 'pirate-code[cluster]'."
    ) from None

LOCAL = "local"
_NUMBER = 8  # bytes of a number on the line
_MOST_PARTS = 100  # of a greeting
_SECONDS = 20  # to reach a scheduler, and to wait for a first worker
# In a cluster of this machine many workers may die before Dask takes a job for the cause, and nobody looks at
# what is going on many times a second, which takes time from games.
_QUIET = {
    "distributed.scheduler.allowed-failures": 20,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "2s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "60s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
}
_LOG = logging.getLogger(__name__)

Args = ParamSpec("Args")
Result = TypeVar("Result")


class ClusterExecutor(JobExecutor):
    """The workers of a cluster that have this version of Pirate Code."""

    def __init__(self, address: str, processes: int | None = None) -> None:
        """Connect to a scheduler; `local` starts one here, with so many workers."""
        self._cluster: Any = None
        if address == LOCAL:
            dask.config.set(_QUIET)
            self._cluster = LocalCluster(
                n_workers=processes or os.cpu_count() or 1,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        else:
            _check_address(address)
        self._refused: set[str] = set()
        try:
            self._client = Client(self._cluster or address, timeout=_SECONDS, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise _nobody_at(address, error) from None
        try:
            self._greet(address)
        except BaseException:
            self.shutdown(wait=False)
            raise

    @property
    def workers(self) -> int:
        """How many jobs the workers do at the same time; one that does several does them in turn."""
        return max(1, len(self._addresses() - self._refused))

    def submit(
        self, work: Callable[Args, Result], /, *args: Args.args, **kwargs: Args.kwargs
    ) -> Future[Result]:
        """Give a job to a worker that was not refused."""
        chosen = sorted(self._addresses() - self._refused) if self._refused else None
        if chosen == []:
            raise DataError(f"No worker of the cluster has version {engine_version()} of Pirate Code.")
        executor = self._client.get_executor(pure=False, workers=chosen)
        future: Future[Result] = executor.submit(work, *args, **kwargs)
        return future

    def replaces(self, error: BaseException) -> bool:
        """Whether a worker was lost or is refused now; the others do its job."""
        if isinstance(error, OtherVersion) and error.worker is not None:
            self._refuse(error.worker, str(error))
            return True
        return isinstance(error, KilledWorker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; one that was started for this executor is ended."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        return str(self._client.scheduler.address)

    def wait_for(self, workers: int) -> None:
        """Wait until there are so many workers; TimeoutError if they do not come."""
        self._client.wait_for_workers(workers, timeout=_SECONDS)

    def run_everywhere(self, ask: Callable[[], Result]) -> dict[str, Result]:
        """What every worker answers, by its address; an exception is an answer, too."""
        return dict(self._client.run(ask, on_error="return"))

    def _greet(self, address: str) -> None:
        """Wait for a first worker, and refuse those of another version."""
        try:
            self.wait_for(1)
        except TimeoutError:
            raise DataError(
                f"The cluster at {address} has no workers: start some (dask worker {address})."
            ) from None
        for worker, version in self.run_everywhere(_version_there).items():
            if version != engine_version():
                self._refuse(worker, _unlike(worker, version))

    def _refuse(self, worker: str, sentence: str) -> None:
        if worker not in self._refused:
            self._refused.add(worker)
            if self._refused >= self._addresses():
                raise DataError(sentence)
            _LOG.warning("%s", sentence)

    def _addresses(self) -> set[str]:
        return set(self._client.scheduler_info(n_workers=-1)["workers"])


def _check_address(address: str) -> None:
    """DataError if no scheduler is at an address; a Dask client is slow to notice, or never does.

    A scheduler speaks first: the number of the parts of its greeting, which are few. One behind TLS does not.
    """
    try:
        host, port = get_address_host_port(address)
        with socket.create_connection((host, port), timeout=_SECONDS) as line:
            if address.startswith("tcp://") and not 0 < _first_number(line) < _MOST_PARTS:
                raise ValueError("something else than a scheduler is there")
    except (OSError, ValueError, TypeError, NotImplementedError) as error:
        raise _nobody_at(address, error) from None


def _first_number(line: socket.socket) -> int:
    """The first number that the other side sends; 0 if it closes the line instead."""
    received = b""
    while len(received) < _NUMBER and (more := line.recv(_NUMBER - len(received))):
        received += more
    return int.from_bytes(received, "little") if len(received) == _NUMBER else 0


def _nobody_at(address: str, error: Exception) -> DataError:
    return DataError(
        f"No Dask scheduler answers at {address[:80]!r} ({' '.join(str(error).split())[:120]}):"
        f" give its address, such as tcp://host:8786, or {LOCAL!r} for a cluster of this machine."
    )


def _version_there() -> str:
    """What a worker answers: its own version."""
    return engine_version()


def _unlike(worker: str, version: object) -> str:
    """The sentence about a worker that has another version, or none that answers."""
    here = engine_version()
    if isinstance(version, str):
        return str(OtherVersion(here, version, worker))
    return (
        f"The worker {worker} is refused: it has no Pirate Code of version {here}"
        f" ({type(version).__name__}: {' '.join(str(version).split())[:120]})."
    )
