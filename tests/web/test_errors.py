"""What is wrong or not there is told plainly, costs little, and fills no log."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pirate_code.web import pages
from tests.web.server import get as http_get
from tests.web.server import parsed, raw

Get = Callable[..., Any]
HOST = b"Host: localhost\r\nConnection: close\r\n\r\n"


def test_an_unknown_address_gets_a_page_in_our_look_and_no_line_of_log(
    get: Get, capfd: pytest.CaptureFixture[str]
) -> None:
    page = get("/library/nowhere")
    assert page.status_code == 404
    assert 'class="brand"' in page.text
    assert 'role="alert"' in page.text
    assert "".join(capfd.readouterr()) == ""


def test_an_unknown_address_for_programs_gets_json(get: Get, capfd: pytest.CaptureFixture[str]) -> None:
    answer = get("/library/nowhere.json")
    assert answer.status_code == 404
    assert answer.json()["error"]
    assert "".join(capfd.readouterr()) == ""


def test_an_unknown_address_never_has_its_exception_drawn(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    import rich

    def drawn(*_: object, **__: object) -> None:
        raise AssertionError("the exception was drawn with all local variables")

    monkeypatch.setattr(rich.get_console(), "print_exception", drawn)
    assert get("/nowhere").status_code == 404


def test_a_fault_of_ours_is_one_line_of_log_and_one_sentence(
    get: Get, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(db: sqlite3.Connection) -> None:
        raise KeyError(f"secret\n{sys.version}")

    monkeypatch.setattr(pages, "_counts", broken)
    page = get("/")
    assert page.status_code == 500
    assert "secret" not in page.text
    assert "our" in page.text
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "KeyError" in err
    assert "test_errors.py" in err


@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")  # by Datasette
@pytest.mark.parametrize(
    "address",
    [
        "/library.json?sql=select+nonsense",
        "/library?sql=select+nonsense",
        "/library/pieces?_sort=nonsense",
        "/library/pieces?_size=nonsense",
        "/library/pieces?_facet=nonsense",
        "/library/pieces.json?_shape=nonsense",
    ],
)
def test_what_a_visitor_gets_wrong_is_no_fault_of_ours(
    get: Get, capfd: pytest.CaptureFixture[str], address: str
) -> None:
    answer = get(address)
    assert answer.status_code == 400
    assert "ERROR" not in "".join(capfd.readouterr())


def test_what_is_told_of_the_server_itself_is_not_there_and_looks_like_ours(get: Get) -> None:
    page = get("/-/permissions")
    assert page.status_code == 404
    assert 'class="brand"' in page.text


@pytest.mark.parametrize(
    "address",
    [
        "//etc/passwd",
        "//x",
        "///",
        "/%00",
        "/card/%00",
        "/..%2f",
        "/..",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/-/static/..%2f..%2fapp.py",
        "/-/static/" + "x" * 1_000,
        "/" + "x" * 20_000,
        "/" + "x" * 40_000,
        "/" + "x" * 200_000,
        "/%ff%fe",
        "/card/%c3%28",
        "/library/pieces/~ff~fe",
        "/\\..\\x",
        "/a%0d%0aSet-Cookie:x=y",
        "*",
        "x",
        "http://localhost/",
        "http://evil.example/",
        "https:",
    ],
)
def test_odd_addresses_get_a_plain_refusal(
    site: str, address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    status, headers, body = http_get(site, address)
    assert 400 <= status < 500
    assert "set-cookie" not in headers
    assert len(body) < 5_000
    assert "".join(capfd.readouterr()) == ""


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (b"GET / HTTP/1.0\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", {400}),
        (b"GET\r\n\r\n", {400}),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", {400}),
        (b"GET /\xff HTTP/1.1\r\n" + HOST, {400}),
        (b"get / HTTP/1.1\r\n" + HOST, {405}),
        (b"TRACE / HTTP/1.1\r\n" + HOST, {405}),
        (b"CONNECT localhost:1 HTTP/1.1\r\n" + HOST, {400, 405}),
        (b"NONSENSE / HTTP/1.1\r\n" + HOST, {405}),
        (b"PROPFIND /library HTTP/1.1\r\n" + HOST, {405}),
        (b"POST / HTTP/1.1\r\nContent-Length: 999999999\r\n" + HOST, {405}),
        (b"GET / HTTP/1.1\r\nContent-Length: -1\r\n" + HOST, {400}),
        (b"GET / HTTP/1.1\r\nTransfer-Encoding: nonsense\r\n" + HOST, {400, 501}),
        (
            b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\nHost: localhost\r\n\r\n",
            {200},
        ),
    ],
)
def test_odd_requests_are_answered_and_not_logged(
    site: str, request_: bytes, expected: set[int], capfd: pytest.CaptureFixture[str]
) -> None:
    status, _, _ = parsed(raw(site, request_))
    assert status in expected
    assert "".join(capfd.readouterr()) == ""
