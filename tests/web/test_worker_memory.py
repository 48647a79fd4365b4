"""Workers that have grown are replaced by fresh ones, and nobody waits for that."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

import pytest

from pirate_code.web import worker_pool
from pirate_code.web.work import worker
from pirate_code.web.worker_pool import WorkerPool
from tests.web.conftest import TIMEOUT_SCALE, run

BYTES = 64 * 1024 * 1024


def test_a_worker_says_how_much_memory_it_has() -> None:
    before = worker.memory()
    held = b"x" * BYTES
    assert worker.memory() - before > len(held) // 2


def test_a_worker_that_has_not_grown_stays_and_one_that_has_is_replaced(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = WorkerPool(built, workers=1, timeout_scale=TIMEOUT_SCALE)
    try:
        first, again = answered_by(pool, 1), answered_by(pool, 2)
        assert first == again
        monkeypatch.setattr(worker_pool, "GROWTH", -BYTES)
        later = next(pid for build in count(3) if (pid := answered_by(pool, build)) != first)
        assert answered_by(pool, 1) == later
        assert pool.idle.qsize() == 1
        assert not Path(f"/proc/{first}").exists()
    finally:
        pool.close()


def answered_by(pool: WorkerPool, build: int) -> int:
    """Ask something new, and say which process is there for the next question."""
    assert run(lambda: pool.ask("fleet", {"fleet": "english-traders", "build": build}))["report"]
    time.sleep(0.3)  # the successor needs the processor too
    return int(pool.idle.queue[0].process.pid or 0)
