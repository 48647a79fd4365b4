"""Many requests at once: some may be told to try again, none fails, and reading pages are answered."""

from __future__ import annotations

import asyncio
import os

import pytest

from bench import load
from pirate_code.web.admission import Limit, RequestLimiter, TooManyRequests
from tests.web.conftest import run

AT_ONCE = 60


@pytest.mark.parametrize(
    "kind", ["home", "search", "card", "fleet", "play.json", "game.json", "table", "static", "not found"]
)
def test_many_requests_at_once_leave_reading_pages_answering(site: str, kind: str) -> None:
    _, found = run(lambda: load.measure(site, os.getpid(), "library", AT_ONCE, [kind]))
    assert found[kind].failed == 0
    assert found[kind].answered > 0
    assert set(found[kind].reading_statuses) == {200}


def test_a_reading_page_does_not_wait_for_slow_statements(site: str) -> None:
    statement = load.PAGES["slow sql"].replace("{database}", "library")

    async def read_meanwhile() -> tuple[int, int]:
        slow = [asyncio.ensure_future(load.fetch(site, statement.replace("{n}", str(n)))) for n in range(12)]
        await asyncio.sleep(0.3)
        status = await load.fetch(site, load.READING)
        finished = sum(each.done() for each in slow)
        assert set(await asyncio.gather(*slow)) <= {400, 503}
        return status, finished

    status, finished = run(read_meanwhile)
    assert status == 200
    assert finished <= 6


def test_a_gate_lets_so_many_in_and_then_the_newest_first() -> None:
    async def order() -> list[str]:
        gate, came = RequestLimiter(Limit(1, 9)), []

        async def visit(name: str) -> None:
            await gate.enter()
            came.append(name)
            gate.leave()

        await gate.enter()
        visits = []
        for name in ("first", "second", "third"):
            visits.append(asyncio.ensure_future(visit(name)))
            await asyncio.sleep(0)
        gate.leave()
        await asyncio.gather(*visits)
        assert gate.inside == 0
        return came

    assert run(order) == ["third", "second", "first"]


def test_a_gate_refuses_whoever_finds_too_many_waiting_or_waits_too_long() -> None:
    async def refused() -> None:
        gate = RequestLimiter(Limit(1, 1), wait_seconds=0.05)
        await gate.enter()
        waiting = asyncio.ensure_future(gate.enter())
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await gate.enter()
        with pytest.raises(TooManyRequests):
            await waiting
        gate.leave()
        assert gate.inside == 0
        await gate.enter()

    run(refused)


def test_a_visitor_who_goes_away_leaves_no_place_taken() -> None:
    async def gone() -> None:
        gate = RequestLimiter(Limit(1, 9))
        await gate.enter()
        waiting, served = asyncio.ensure_future(gate.enter()), asyncio.ensure_future(gate.enter())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        gate.leave()  # to the one who is still there, who goes away before taking the place
        served.cancel()
        await asyncio.gather(waiting, served, return_exceptions=True)
        assert gate.inside == 0

    run(gone)
