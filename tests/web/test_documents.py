"""docs/web.md tells the addresses and limits that the server has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pirate_code.web import ask_page, completing, fleet_page, guard, workshop
from pirate_code.web.plugin import register_routes
from pirate_code.web.work import bench, play


@pytest.fixture(scope="module")
def told(root: Path) -> str:
    return " ".join((root / "docs" / "web.md").read_text(encoding="utf-8").split())


def test_every_address_of_a_program_is_told(told: str) -> None:
    patterns = [route for route, _ in register_routes() if route.startswith(r"^/-/")]
    assert patterns
    for pattern in patterns:
        named = re.findall(r"/-/[a-z]+\.[a-z]+", told)
        assert any(re.match(pattern, address) for address in named), pattern


def test_every_page_is_told(told: str) -> None:
    for page in ("/search", "/card/", "/keyword/", "/ruling/", "/ask", "/fleet", "/play", "/matrix"):
        assert f"`{page}" in told


def test_limits_are_told_as_they_are(told: str) -> None:
    assert f"up to {fleet_page.LIMITS['fleet']:,} characters" in told
    assert f"up to {ask_page.LIMITS['q']:,} characters" in told
    assert f"up to {completing.LONGEST} characters" in told
    assert f"at most {guard.ADDRESS_LIMIT:,} characters" in told
    assert f"(1 to {play.MOST_TURNS}, else {play.TURNS})" in told
    deadlines = workshop.DEADLINES
    said = f"A question may take {deadlines['ask']:.0f} seconds, a fleet {deadlines['fleet']:.0f}"
    assert f"{said} and a game {deadlines['play']:.0f}" in told


def test_every_task_has_a_deadline() -> None:
    assert set(workshop.DEADLINES) == set(bench.TASKS)
    assert set(bench.TASKS) >= workshop.LONG
