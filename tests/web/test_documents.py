"""docs/web.md tells the addresses and limits that the server has."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from pirate_code.visitor_sql import process, sql_permissions
from pirate_code.web import (
    admission,
    ask_page,
    autocomplete,
    connections,
    fleet_page,
    guard,
    library_database,
    request_limits,
    table_page,
    worker_pool,
)
from pirate_code.web.kinds import Kind
from pirate_code.web.plugin import register_routes
from pirate_code.web.serve import SETTINGS
from pirate_code.web.work import play, table, worker


@pytest.fixture(scope="module")
def told(root: Path) -> str:
    return " ".join((root / "docs" / "web.md").read_text(encoding="utf-8").split())


def test_every_address_of_a_program_is_told(told: str) -> None:
    patterns = [route for route, _ in register_routes() if route.startswith(r"^/-/")]
    assert patterns
    for pattern in patterns:
        named = re.findall(r"/-/[a-z-]+\.[a-z]+", told)
        assert any(re.match(pattern, address) for address in named), pattern


def test_every_page_is_told(told: str) -> None:
    for page in (
        "/search",
        "/card/",
        "/keyword/",
        "/ruling/",
        "/ask",
        "/table",
        "/fleet",
        "/play",
        "/matrix",
    ):
        assert f"`{page}" in told


def test_limits_are_told_as_they_are(told: str) -> None:
    assert f"up to {fleet_page.LIMITS['fleet']:,} characters" in told
    assert f"up to {ask_page.LIMITS['q']:,} characters" in told
    assert f"up to {table_page.LIMITS['position']:,} characters with at most {table.PIECES} pieces" in told
    assert f"at most {table.WORK:,} steps here" in told
    assert f"up to {autocomplete.LONGEST} characters" in told
    assert f"at most {guard.ADDRESS_LIMIT:,} characters" in told
    assert f"(1 to {play.MOST_TURNS}, else {play.TURNS})" in told
    deadlines = worker_pool.DEADLINES
    assert deadlines["ask"] == deadlines["design"]
    said = f"A question or a card may take {deadlines['ask']:.0f} seconds, a fleet {deadlines['fleet']:.0f}"
    assert f"{said} and a game {deadlines['play']:.0f}" in told


def test_limits_of_connections_and_requests_are_told_as_they_are(told: str) -> None:
    at_once = {kind: limit.at_once for kind, limit in admission.LIMITS.items()}
    assert f"{guard.PATH_LIMIT:,} of them before the question mark" in told
    assert f"{at_once[Kind.READING]} of pages that read, {at_once[Kind.COMPUTING]} of pages that comp" in told
    assert f"{at_once[Kind.TABLES]} of tables and SQL, {at_once[Kind.DOWNLOAD]} of whole tables" in told
    assert f"{at_once[Kind.STATIC]} of styles and scripts" in told
    assert f"wait for up to {admission.WAIT_SECONDS:.0f} seconds" in told
    assert f"No answer takes more than {guard.ANSWER_SECONDS:.0f} seconds" in told
    assert f"must have come after {connections.REQUEST_SECONDS:.0f} seconds" in told
    assert f"idle connection is closed after {connections.IDLE_SECONDS}" in told
    assert f"must be taken within {connections.WRITING_SECONDS:.0f}" in told
    assert f"At most {connections.MOST_CONNECTIONS:,} connections" in told
    assert f"grown by {worker_pool.GROWTH >> 20} MB" in told


def test_every_task_has_a_deadline() -> None:
    assert set(worker_pool.DEADLINES) == set(worker.TASKS)
    assert set(worker.TASKS) >= worker_pool.LONG_TASKS


def test_limits_of_sql_are_told_as_they_are(told: str) -> None:
    for number in (
        process.HEAP_BYTES,
        process.ANSWER_BYTES,
        sql_permissions.LIMITS[sqlite3.SQLITE_LIMIT_LENGTH],
    ):
        assert f"at most {number:,} bytes" in told or f"and {number:,} bytes" in told
    assert f"at most {SETTINGS['max_returned_rows']:,} rows, {process.ANSWER_CELLS:,} cells" in told
    assert f"and {request_limits.ARGUMENTS} arguments" in told
    assert f"none is begun {request_limits.SECONDS:.0f} seconds after" in told
    assert (SETTINGS["sql_time_limit_ms"], process.GRACE, library_database.AT_ONCE) == (1000, 0.5, 4)
    for said in ("may take one second", "half a second later", "up to four processes"):
        assert said in told
