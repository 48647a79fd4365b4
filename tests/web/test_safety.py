"""Hostile requests: nothing is written, nothing runs too long or too often, and the server goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pirate_code.web import worker_pool
from pirate_code.web.guard import ADDRESS_LIMIT
from pirate_code.web.serve import SETTINGS
from pirate_code.web.worker_pool import Busy, Refused, WorkerPool
from tests.web.conftest import TIMEOUT_SCALE, run

Get = Callable[..., Any]


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
@pytest.mark.parametrize("address", ["/fleet", "/-/play.json", "/library/pieces", "/-/permissions"])
def test_nothing_can_be_written(served: Any, method: str, address: str) -> None:
    answer = run(lambda: getattr(served.client, method)(address))
    assert answer.status_code == 405
    assert answer.text.count("\n") == 1


def test_a_statement_that_writes_is_refused(get: Get) -> None:
    answer = get("/library.json", sql="delete from pieces")
    assert answer.status_code == 400
    assert get("/library/pieces.json?_size=1").json()["rows"]


def test_a_statement_that_takes_long_is_given_up(get: Get) -> None:
    endless = "with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c"
    answer = get("/library.json", sql=endless)
    assert answer.status_code == 400
    assert "time" in answer.text.lower()
    assert SETTINGS["sql_time_limit_ms"] <= 1000


def test_an_address_that_is_too_long_is_refused(get: Get) -> None:
    answer = get("/search?q=" + "x" * ADDRESS_LIMIT)
    assert answer.status_code == 414


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/fleet",
        "/play",
        "/ask",
        "/matrix",
        "/-/names.json?q=x",
        "/-/fleet.json",
        "/library/pieces",
        "/nowhere",
    ],
)
def test_every_answer_says_what_the_page_may_do(get: Get, address: str) -> None:
    headers = get(address).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    if not address.startswith(("/library", "/nowhere")):
        assert "unsafe" not in headers["content-security-policy"]


def test_pages_have_no_script_or_style_inside(get: Get) -> None:
    for address in ("/", "/fleet?fleet=english-traders", "/ask?x=Cancel&y=Eternal", "/matrix", "/play"):
        page = get(address).text
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick" not in page
        assert page.count("<script") == page.count('<script src="/-/static-plugins/pirate_code/')


def test_text_is_sent_packed_to_whoever_takes_it(served: Any) -> None:
    async def both() -> tuple[Any, Any]:
        plain = await served.client.get("/keywords", headers={"accept-encoding": "identity"})
        packed = await served.client.get("/keywords", headers={"accept-encoding": "gzip"})
        return plain, packed

    plain, packed = run(both)
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_a_hundred_games_at_once_leave_the_server_answering(served: Any) -> None:
    fleets = "fleet=english-traders&fleet=pirate-raiders&turns=1"

    async def storm() -> list[Any]:
        return await asyncio.gather(
            *(served.client.get(f"/-/play.json?{fleets}&seed={1000 + seed}") for seed in range(100))
        )

    answers = run(storm)
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) <= {200, 503}
    assert statuses[200] >= 1
    assert statuses[503] >= 1
    busy = next(answer for answer in answers if answer.status_code == 503)
    assert busy.headers["retry-after"]
    assert busy.json()["error"].endswith("moment.")
    assert run(lambda: served.client.get("/card/BC-002")).status_code == 200
    assert run(lambda: served.client.get("/-/fleet.json?fleet=english-traders")).json()["legal"]


def test_a_busy_page_says_so_to_people_too(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise Busy("Please try again in a moment.")

    monkeypatch.setattr(WorkerPool, "ask", refuse)
    for address in ("/fleet?fleet=x", "/ask?q=x", "/play?fleet=a&fleet=b"):
        page = get(address)
        assert page.status_code == 503
        assert '<p class="fault" role="alert">Please try again in a moment.</p>' in page.text


def test_what_takes_too_long_is_given_up_and_the_next_is_answered(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = WorkerPool(built, workers=1, timeout_scale=TIMEOUT_SCALE)
    game = {"fleet": ["english-traders", "pirate-raiders"], "captain": [], "seed": "5"}
    try:
        assert run(lambda: pool.ask("fleet", {"fleet": "english-traders"}))["report"]["legal"]
        monkeypatch.setitem(worker_pool.DEADLINES, "play", 0.0005)
        with pytest.raises(Busy, match="longer than"):
            run(lambda: pool.ask("play", game))
        assert run(lambda: pool.ask("fleet", {"fleet": "pirate-raiders"}))["report"]["legal"]
    finally:
        pool.close()


@pytest.mark.parametrize("task", ["play", "game"])
def test_games_leave_a_worker_to_other_questions(
    built: Path, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    """While all games that may be played at once are played, the next one waits, and a fleet does not."""
    pool = WorkerPool(built, workers=2, timeout_scale=TIMEOUT_SCALE)
    order = {"fleet": ["english-traders", "pirate-raiders"], "captain": ["me", "greedy"], "seed": "5"}
    try:
        assert run(lambda: pool.ask("fleet", {"fleet": "english-traders"}))["report"]["legal"]
        pool.long.acquire()
        monkeypatch.setattr(worker_pool, "WAIT_SECONDS", 0.01)
        with pytest.raises(Busy, match="Others are playing"):
            run(lambda: pool.ask(task, order))
        monkeypatch.undo()
        assert run(lambda: pool.ask("fleet", {"fleet": "pirate-raiders"}))["report"]["legal"]
    finally:
        pool.close()


def test_a_worker_that_is_killed_is_replaced(built: Path) -> None:
    pool = WorkerPool(built, workers=1, timeout_scale=TIMEOUT_SCALE)
    try:
        worker = pool.idle.get()
        worker.process.kill()
        worker.process.join()
        pool.idle.put(worker)
        with pytest.raises(Busy, match="lost"):
            run(lambda: pool.ask("fleet", {"fleet": "english-traders"}))
        assert run(lambda: pool.ask("fleet", {"fleet": "english-traders"}))["report"]["legal"]
        with pytest.raises(Refused, match="two names"):
            run(lambda: pool.ask("ask", {"x": "", "y": "", "q": ""}))
    finally:
        pool.close()


def test_a_fault_of_ours_is_told_without_its_insides(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool._Worker, "do", lambda *_: ("failed", "KeyError: 'secret'"))
    answer = get("/-/fleet.json", fleet="jade-rebellion-raiders")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    monkeypatch.undo()
    assert get("/-/fleet.json", fleet="jade-rebellion-raiders").status_code == 200


def test_the_same_question_is_not_computed_twice(
    served: Any, get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = get("/-/fleet.json", fleet="viking-raiders").json()

    def never(*_: object) -> None:
        raise AssertionError("it was computed again")

    monkeypatch.setattr(WorkerPool, "_compute", never)
    assert get("/-/fleet.json", fleet="viking-raiders").json() == first
