"""What browsers and proxies are told about keeping an answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import run
from tests.web.server import get as http_get

Get = Callable[..., Any]
KEPT = [
    "/",
    "/search?q=docking",
    "/card/BC-002",
    "/card/BC-002.json",
    "/matrix",
    "/library",
    "/library/pieces",
]


@pytest.mark.parametrize("address", KEPT)
def test_a_page_that_was_read_before_is_not_sent_again(served: Any, address: str) -> None:
    async def twice() -> tuple[Any, Any]:
        first = await served.client.get(address)
        return first, await served.client.get(address, headers={"if-none-match": first.headers["etag"]})

    first, second = run(twice)
    assert first.status_code == 200
    assert first.headers["cache-control"] == "no-cache"
    assert second.status_code == 304
    assert second.content == b""
    assert second.headers["etag"] == first.headers["etag"]
    assert second.headers["cache-control"] == "no-cache"


def test_a_page_of_another_library_is_sent_again(served: Any) -> None:
    again = run(lambda: served.client.get("/card/BC-002", headers={"if-none-match": 'W/"another"'}))
    assert again.status_code == 200


@pytest.mark.parametrize("address", ["/nowhere", "/keyword/captin", "/search?q=nation:frensh", "/-/ask.json"])
def test_errors_are_never_kept(get: Get, address: str) -> None:
    answer = get(address)
    assert answer.status_code >= 400
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers


def test_styles_and_scripts_are_kept_for_good_under_an_address_that_changes_with_them(get: Get) -> None:
    page = get("/fleet").text
    addresses = re.findall(r'(?:href|src)="(/-/static-plugins/pirate_code/[^"]+)"', page)
    assert len(addresses) > 2
    for address in addresses:
        assert get(address).headers["cache-control"] == "public, max-age=31536000, immutable"
        assert get(address.partition("?")[0]).headers["cache-control"] == "no-cache"
        assert get(address.partition("?")[0] + "?v=another").headers["cache-control"] == "no-cache"


def test_what_was_computed_is_asked_for_again(get: Get) -> None:
    answer = get("/-/fleet.json", fleet="english-traders")
    assert answer.headers["cache-control"] == "no-cache"
    assert "etag" not in answer.headers


@pytest.mark.parametrize("address", [*KEPT, "/nowhere", "/library/pieces/BC-002", "/-/static/app.css"])
def test_every_header_is_sent_once(site: str, address: str) -> None:
    _, headers, _ = http_get(site, address)
    for name in ("referrer-policy", "cache-control", "content-security-policy", "x-content-type-options"):
        assert name in headers
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] in {"no-cache", "no-store"}


def test_other_sites_may_read_json(get: Get) -> None:
    assert get("/-/names.json?q=cap").headers["access-control-allow-origin"] == "*"
    assert get("/library/nowhere.json").headers["access-control-allow-origin"] == "*"
