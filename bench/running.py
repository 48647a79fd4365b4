"""What benchmarks that do many jobs share: the options that say where the jobs are done."""

from __future__ import annotations

import argparse

from pirate_code.core.executors import JobExecutor
from pirate_code.core.workers import open_executor


def add_options(options: argparse.ArgumentParser) -> None:
    """Add --processes and --cluster."""
    options.add_argument("--processes", type=int, help="how many processes work (one for each processor)")
    options.add_argument("--cluster", help="work on a Dask cluster: tcp://host:port, or local")


def executor(given: argparse.Namespace) -> JobExecutor:
    """The executor that the options ask for."""
    return open_executor(given.processes, given.cluster)
