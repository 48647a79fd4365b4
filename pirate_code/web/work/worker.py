"""The worker process: waits at its pipe for tasks, does them one by one, and sends back what comes of it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pirate_code.web.work.library import Refused, WorkerLibrary

if sys.platform != "win32":
    import resource

Task = Callable[[WorkerLibrary, dict[str, Any]], dict[str, Any]]
# Where each task stands; a module is loaded when its first task comes, or when there is time before.
TASKS = {
    "ask": "pirate_code.web.work.ask",
    "blackbeard_play": "pirate_code.web.work.blackbeard",
    "blackbeard_replay": "pirate_code.web.work.blackbeard",
    "blackbeard_table": "pirate_code.web.work.blackbeard",
    "design": "pirate_code.web.work.design",
    "fleet": "pirate_code.web.work.fleet",
    "fleet_paper": "pirate_code.web.work.fleet",
    "game": "pirate_code.web.work.game",
    "game_film": "pirate_code.web.work.game",
    "game_replay": "pirate_code.web.work.game",
    "outcome_film": "pirate_code.web.work.table",
    "outcomes": "pirate_code.web.work.table",
    "play": "pirate_code.web.work.play",
    "position": "pirate_code.web.work.table",
    "replay": "pirate_code.web.work.play",
    "table": "pirate_code.web.work.play",
}
READY = ("ready", None)
MOST_MEMORY = 2 * 1024**3  # bytes of data, beyond which a task fails


def serve(pipe: Connection, path: str) -> None:
    """Do tasks until the pipe is closed; everything slow is loaded before the first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes the pipe
    if hasattr(os, "nice"):
        os.nice(5)  # pages that only read come first
    _limit_memory()
    library = WorkerLibrary(Path(path))
    _load(library)
    try:
        pipe.send((*READY, memory()))
        while True:
            task, query = pipe.recv()
            pipe.send((*_result_of(library, task, query), memory()))
    except (EOFError, OSError):  # the server is gone
        return


def memory() -> int:
    """The bytes that this process has in memory; where the system does not say, the most it ever had."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        if sys.platform == "win32":
            return 0
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def _limit_memory() -> None:
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def _result_of(library: WorkerLibrary, task: str, query: dict[str, Any]) -> tuple[str, Any]:
    try:
        return "done", _task(task)(library, query)
    except Refused as error:
        return "refused", str(error)
    except Exception as error:  # one bad question must not stop the worker
        text = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        print(f"pirate-code: a worker could not do {task!r}: {text}", file=sys.stderr)
        return "failed", text


def _task(name: str) -> Task:
    task: Task = getattr(import_module(TASKS[name]), name)
    return task


def _load(library: WorkerLibrary) -> None:
    """Load the cards and every module, so that the first question is answered as fast as the others."""
    for name in TASKS:
        _task(name)
    _ = library.names
