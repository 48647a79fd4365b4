"""The server's side of visitors' SQL: a few processes that run statements, and new ones for those that ended.

It does not decide what a statement may do (`rules`) nor when it must stop (`process`).
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pirate_code.visitor_sql import process

Data = dict[str, Any]
_ROOT = Path(__file__).parents[2]


class StatementTimeout(Exception):
    """The statement was given up when its time was over."""


class RefusedStatement(Exception):
    """The statement has no answer; the message says why."""


class Answer(NamedTuple):
    """The rows of a statement, and the names of their columns."""

    rows: list[list[Any]]
    columns: list[str]


class Runner:
    """Runs up to so many statements on a library at once, each in a process of its own."""

    def __init__(self, library: Path, processes: int) -> None:
        """Processes are started when they are needed; the one that was used last is used first."""
        self._processes = [_Process(library) for _ in range(processes)]
        self._idle: queue.LifoQueue[_Process] = queue.LifoQueue()
        for one in self._processes:
            self._idle.put(one)

    def run(
        self,
        sql: str,
        params: Mapping[str, Any] | Sequence[Any] = (),
        *,
        rows: int | None = None,
        seconds: float,
    ) -> Answer:
        """Wait for a free process, run a statement there, and return its first rows, or all."""
        request = {
            "sql": sql,
            "params": dict(params) if isinstance(params, Mapping) else list(params),
            "rows": rows,
            "seconds": seconds,
        }
        one = self._idle.get()
        try:
            reply = one.ask(request)
        finally:
            self._idle.put(one)
        if "error" in reply:
            raise RefusedStatement(reply["error"])
        if "out_of_time" in reply:
            raise StatementTimeout
        return Answer(reply["rows"], reply["columns"])

    def close(self) -> None:
        """End all processes."""
        for one in self._processes:
            one.end()


class _Process:
    """One process, started anew when it has ended."""

    def __init__(self, library: Path) -> None:
        self.library = library
        self.running: subprocess.Popen[bytes] | None = None

    def ask(self, request: Data) -> Data:
        """Send a statement and wait for the answer, or for the end of the process."""
        running = self._started()
        assert running.stdin is not None and running.stdout is not None
        begun = time.monotonic()
        try:
            running.stdin.write(json.dumps(request, default=process.to_json).encode() + b"\n")
            running.stdin.flush()
            line = running.stdout.readline()
        except OSError:
            line = b""
        if line:
            reply: Data = json.loads(line, object_hook=process.from_json)
            return reply
        self.end()
        if time.monotonic() - begun >= request["seconds"]:
            return {"out_of_time": True}
        return {"error": "The statement ended the process that ran it; it is not answered."}

    def _started(self) -> subprocess.Popen[bytes]:
        if self.running is None or self.running.poll() is not None:
            self.end()
            command = [sys.executable, "-S", "-m", process.__name__, str(self.library)]
            self.running = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": str(_ROOT)},
            )
            assert self.running.stdout is not None
            # It says when it is ready, so its start takes nothing of a statement's time.
            self.running.stdout.readline()
        return self.running

    def end(self) -> None:
        """End the process, if there is one."""
        if self.running is not None:
            self.running.kill()
            self.running.communicate()
            self.running = None
