"""No page is over 100 kB as it is sent, in a library as large as with the community's sheet."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pirate_code.library import storage
from pirate_code.web.computing import pool_of
from pirate_code.web.serve import application
from tests.web.conftest import TIMEOUT_SCALE, run

MOST = 100_000
# Those that show lists, which grow with the library; bench/web.py measures every kind of page.
LISTS = [
    "/",
    "/search?q=ship",
    "/search?q=the or this",
    "/search?q=kind:ability",
    "/search.json?q=kind:ship",
    "/search/help",
    "/set/GEN",
    "/set/GEN.json",
    "/-/pieces.json",
    "/-/names.json?q=ship",
    "/nation/english",
    "/nation/english.json",
    "/keyword/captain",
    "/keyword/captain.json",
    "/term/ram",
    "/section/Docking",
    "/keywords",
    "/rulings",
    "/collection",
    "/blackbeard",
    "/editions",
    "/changes",
    "/matrix",
    "/-/openapi.json",
]


@pytest.fixture(scope="module")
def served(as_large_as_sheet: Path) -> Iterator[Any]:
    """A server of that library."""
    made = application(as_large_as_sheet, workers=1, timeout_scale=TIMEOUT_SCALE)
    yield made
    pool_of(made).close()
    made.get_database().close()


@pytest.mark.parametrize("address", LISTS)
def test_a_list_is_small_as_it_is_sent(served: Any, address: str) -> None:
    page = run(lambda: served.client.get(address))
    assert page.status_code == 200
    assert len(gzip.compress(page.content)) <= MOST


def test_the_largest_entries_are_small_as_they_are_sent(served: Any, as_large_as_sheet: Path) -> None:
    linked = "SELECT {0} FROM {1} GROUP BY {0} ORDER BY count(*) DESC LIMIT 1"
    with storage.connect(as_large_as_sheet) as db:
        (ability,) = db.execute(linked.format("ability_id", "piece_ability")).fetchone()
        (keyword,) = db.execute(linked.format("keyword_id", "keyword_carriers")).fetchone()
        (piece,) = db.execute(linked.format("piece_id", "piece_rulings")).fetchone()
        (section,) = db.execute(linked.format("section", "rulings")).fetchone()
    for address in (f"/ability/{ability}", f"/keyword/{keyword}", f"/card/{piece}", f"/section/{section}"):
        page = run(lambda address=address: served.client.get(address))  # type: ignore[misc]
        assert page.status_code == 200, address
        assert len(gzip.compress(page.content)) <= MOST, address
