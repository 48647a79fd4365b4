"""Opens the executor that somebody asks for: processes of this machine, or a cluster."""

from __future__ import annotations

from pirate_code.core.executors import JobExecutor, local_executor


def open_executor(processes: int | None = None, cluster: str | None = None) -> JobExecutor:
    """Processes of this machine, or the workers of a Dask cluster: `local`, or the address of its scheduler.

    DataError, in one sentence, if there is no such cluster.
    """
    if cluster is None:
        return local_executor(processes)
    from pirate_code.core.cluster import ClusterExecutor

    return ClusterExecutor(cluster, processes)
