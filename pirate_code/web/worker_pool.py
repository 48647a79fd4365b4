"""A few worker processes with deadlines: what takes long is computed there, and never too much at once.

The server itself only waits. A worker that is over its time is ended and another one started in its place;
when too many wait already, a request is told so at once. The same question is not computed twice. What
workers keep for the next question grows, so one that has grown too large is replaced by a fresh one.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import queue
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pirate_code.web.work.worker import serve

Data = dict[str, Any]

WORKERS = 2
MOST_WAITING = 6  # requests that may wait for a worker
WAIT_SECONDS = 10.0  # seconds that a request waits for a worker
LOAD_SECONDS = 120.0  # seconds that a worker may take to load the library
# Games, and all that can come of a position: tasks that leave at least one worker to the others.
_GAMES = frozenset({"play", "replay", "table", "game", "game_film", "game_replay"})
LONG_TASKS = _GAMES | {"outcomes", "blackbeard_play", "blackbeard_replay", "blackbeard_table"}
_QUICK = ("fleet", "fleet_paper", "position", "outcome_film")
_SHORT = {"ask": 15.0, "design": 15.0, "game": 15.0} | dict.fromkeys(_QUICK, 8.0)
DEADLINES = dict.fromkeys(LONG_TASKS, 30.0) | _SHORT
GROWTH = 64 * 1024 * 1024  # bytes that a worker may grow by before another one takes its place
CACHED_ANSWERS = 64
CACHED_BYTES = 400_000  # an answer that is larger is not kept


class Busy(Exception):
    """Too much is being computed already; the message is a sentence for the reader."""


class Refused(Exception):
    """The worker cannot do this; the message is a sentence that says why."""


class Failed(Exception):
    """Something went wrong that should not; the message is a sentence for the reader."""


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, library: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=serve, args=(far, str(library)), daemon=True)
        self.process.start()
        far.close()
        self.ready = False
        self.first_memory = self.memory = 0

    @property
    def growth(self) -> int:
        """By how many bytes the process has grown since it was ready."""
        return self.memory - self.first_memory

    def has_loaded(self) -> bool:
        """Whether the process can begin at once, or is gone."""
        return self.ready or self.pipe.poll(0)

    def do(self, task: str, query: Data, seconds: float) -> tuple[str, Any]:
        """Send a task and wait for what comes of it; TimeoutError, or EOFError if the process is gone."""
        if not self.ready:
            self._receive(max(LOAD_SECONDS, seconds))
            self.ready = True
            self.first_memory = self.memory
        try:
            self.pipe.send((task, query))
        except OSError:
            raise EOFError from None
        return self._receive(seconds)

    def _receive(self, seconds: float) -> tuple[str, Any]:
        try:
            if not self.pipe.poll(seconds):
                raise TimeoutError
            kind, value, self.memory = self.pipe.recv()
        except (OSError, EOFError) as error:
            raise TimeoutError if isinstance(error, TimeoutError) else EOFError from None
        return kind, value

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join(5)


class WorkerPool:
    """The workers of one server."""

    def __init__(
        self,
        library: Path,
        workers: int = WORKERS,
        waiting: int = MOST_WAITING,
        *,
        timeout_scale: float = 1.0,
    ) -> None:
        """`timeout_scale` is how many times the usual time everything may take."""
        self.library, self.capacity, self.timeout_scale = library, workers + waiting, timeout_scale
        self.threads = ThreadPoolExecutor(self.capacity, thread_name_prefix="worker-pool")
        self.idle: queue.Queue[_Worker] = queue.Queue()
        self.long = threading.Semaphore(max(1, workers - 1))
        self._inside = 0
        self._closed = False
        self._successor: _Worker | None = None
        self._lock = threading.Lock()
        self._cache: OrderedDict[str, Data] = OrderedDict()
        for _ in range(workers):
            self.idle.put(_Worker(library))

    def close(self) -> None:
        """End all workers; one that is at work ends after it."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._closed = True
            ended = [] if self._successor is None else [self._successor]
            self._successor = None
            while not self.idle.empty():
                ended.append(self.idle.get_nowait())
        for worker in ended:
            worker.end()

    async def ask(self, task: str, query: Data) -> Data:
        """What comes of a task; Refused, or Busy if there is no room or time for it."""
        key = json.dumps([task, query], sort_keys=True)
        with self._lock:
            if key in self._cache:
                self._cache.move_to_end(key)
                return self._cache[key]
            if self._inside >= self.capacity:
                raise Busy("The server is computing as much as it can; please try again in a moment.")
            self._inside += 1
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, self._compute_and_cache, key, task, query)

    def _compute_and_cache(self, key: str, task: str, query: Data) -> Data:
        """Do a task in a thread, and keep what comes of it for whoever asks the same."""
        try:
            result = self._compute(task, query)
        finally:
            with self._lock:
                self._inside -= 1
        if len(json.dumps(result)) <= CACHED_BYTES:
            with self._lock:
                self._cache[key] = result
                while len(self._cache) > CACHED_ANSWERS:
                    self._cache.popitem(last=False)
        return result

    def _compute(self, task: str, query: Data) -> Data:
        until = time.monotonic() + WAIT_SECONDS * self.timeout_scale
        if task in LONG_TASKS and not self.long.acquire(timeout=WAIT_SECONDS * self.timeout_scale):
            raise Busy("Others are playing just now; please try again in a moment.")
        try:
            try:
                worker = self.idle.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Busy("All workers are busy; please try again in a moment.") from None
            kind, value = self._run_on(worker, task, query)
        finally:
            if task in LONG_TASKS:
                self.long.release()
        if kind == "refused":
            raise Refused(value)
        if kind != "done":
            raise Failed("This could not be computed, which is our fault; the server's log says why.")
        result: Data = value
        return result

    def _run_on(self, worker: _Worker, task: str, query: Data) -> tuple[str, Any]:
        seconds = DEADLINES[task] * self.timeout_scale
        try:
            answer = worker.do(task, query, seconds)
        except (TimeoutError, EOFError) as error:
            worker.end()
            self._put_back(_Worker(self.library))
            if isinstance(error, TimeoutError):
                raise Busy(f"This takes longer than {seconds:.0f} seconds and was given up.") from None
            raise Busy("The worker was lost; please try again.") from None
        self._put_back(self._fresh(worker))
        return answer

    def _put_back(self, worker: _Worker) -> None:
        with self._lock:
            if not self._closed:
                self.idle.put(worker)
                return
        worker.end()

    def _fresh(self, worker: _Worker) -> _Worker:
        """The worker, or the one that takes its place because it has grown too large.

        The successor loads the library while the old one works on, so nobody waits for it.
        """
        if worker.growth <= GROWTH:
            return worker
        with self._lock:
            if self._successor is None and not self._closed:
                self._successor = _Worker(self.library)
            if self._successor is None or not self._successor.has_loaded():
                return worker
            successor, self._successor = self._successor, None
        worker.end()
        return successor
