"""A page shows a hundred rows at most; data has as many as were asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pirate_code.web.request_limits import PAGE_ROWS, with_short_page


@pytest.mark.parametrize("size", ["max", "1000", "101"])
def test_a_page_shows_no_more_rows_than_it_may(get: Callable[..., Any], size: str) -> None:
    page = get(f"/library/pieces?_size={size}")
    assert page.status_code == 200
    assert page.text.count('class="col-id') == PAGE_ROWS + 1  # and the heading


def test_as_data_all_rows_come(get: Callable[..., Any]) -> None:
    assert len(get("/library/pieces.json?_size=max&_shape=array").json()) > PAGE_ROWS


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("_size=max", "_size=100"),
        ("kind=ship&_size=500&_sort=name", "kind=ship&_size=100&_sort=name"),
        ("_size=20", "_size=20"),
        ("_size=nonsense", "_size=nonsense"),
        ("facet_size=max", "facet_size=max"),
        ("_facet_size=max", "_facet_size=max"),
        ("_format=json&_size=max", "_format=json&_size=max"),
    ],
)
def test_only_the_number_of_rows_is_changed(asked: str, answered: str) -> None:
    scope = with_short_page({"type": "http", "path": "/library/pieces", "query_string": asked.encode()})
    assert scope["query_string"] == answered.encode()
