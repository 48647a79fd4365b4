"""Workers that have grown are replaced by fresh ones, and nobody waits for that."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

import pytest

from pirate_code.web import workshop
from pirate_code.web.work import bench
from pirate_code.web.workshop import Workshop
from tests.web.conftest import LEISURE, run

BYTES = 64 * 1024 * 1024


def test_a_worker_says_how_much_memory_it_has() -> None:
    before = bench.memory()
    held = b"x" * BYTES
    assert bench.memory() - before > len(held) // 2


def test_a_worker_that_has_not_grown_stays_and_one_that_has_is_replaced(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Workshop(built, workers=1, leisure=LEISURE)
    try:
        first, again = answered_by(shop, 1), answered_by(shop, 2)
        assert first == again
        monkeypatch.setattr(workshop, "GROWTH", -BYTES)
        later = next(pid for build in count(3) if (pid := answered_by(shop, build)) != first)
        assert answered_by(shop, 1) == later
        assert shop.idle.qsize() == 1
        assert not Path(f"/proc/{first}").exists()
    finally:
        shop.close()


def answered_by(shop: Workshop, build: int) -> int:
    """Ask something new, and say which process is there for the next question."""
    assert run(lambda: shop.ask("fleet", {"fleet": "english-traders", "build": build}))["report"]
    time.sleep(0.05)
    return int(shop.idle.queue[0].process.pid or 0)
