"""Slow clients: whoever sends or reads too slowly is cut off, and readers get their pages meanwhile."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pirate_code.web import connections
from pirate_code.web.connections import connection_limits
from tests.web.server import HANG, connect, get, parsed, rest_of

HALF = b"GET /search?q=docking HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = b"GET /keywords HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def running(library: Path, handles: int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The server as a program with so many file handles."""
    limited = ["sh", "-c", f'ulimit -n {handles} && exec "$@"', "sh"]
    command = [sys.executable, "-u", "-m", "pirate_code", "serve", "--port", "0", "--db", str(library)]
    pipe = subprocess.PIPE
    server = subprocess.Popen([*limited, *command], stdout=pipe, stderr=pipe, text=True)
    try:
        assert server.stdout is not None
        yield next(word for word in server.stdout.readline().split() if word.startswith("http")), server
    finally:
        server.terminate()
        server.communicate(timeout=HANG)


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no file handles")
def test_four_hundred_half_requests_leave_a_server_of_256_handles_answering_and_quiet(built: Path) -> None:
    with running(built, 256) as (site, server), ExitStack() as held:
        assert get(site)[0] == 200
        for _ in range(400):
            half = held.enter_context(connect(site))
            half.sendall(HALF)
        for _ in range(5):
            assert get(site, "/card/BC-002")[0] == 200
        server.terminate()
        assert server.stderr is not None
        assert server.stderr.read() == ""


def test_there_are_fewer_connections_than_file_handles() -> None:
    for handles in (100, 256, 1_024, 1 << 20):
        limits = connection_limits(handles)
        assert limits.open + 4 * limits.accepted < handles
    assert connection_limits(1_024).open > 500


@pytest.mark.parametrize("sent", [b"", HALF, b"GET"])
def test_a_request_that_does_not_come_is_not_waited_for(
    site: str, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    with connect(site) as client:
        client.sendall(sent)
        assert rest_of(client) == b""


def test_a_second_request_that_does_not_come_is_not_waited_for(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    with connect(site) as client:
        client.sendall(WHOLE)
        assert client.recv(12) == b"HTTP/1.1 200"
        client.sendall(HALF)
        assert rest_of(client).endswith(b"0\r\n\r\n")


def test_a_request_that_comes_drop_by_drop_is_not_waited_for(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.5)
    with connect(site, timeout=0.05) as client, pytest.raises(ConnectionError):
        for _ in range(1_000):
            client.sendall(b"x")
            assert _is_open(client)


def _is_open(client: socket.socket) -> bool:
    """Whether nothing has come for a moment; ConnectionError if the server has hung up."""
    try:
        if not client.recv(1):
            raise ConnectionError
    except TimeoutError:
        return True
    return False


def test_the_rest_of_a_request_that_was_answered_is_not_waited_for(site: str) -> None:
    with connect(site) as client:
        client.sendall(b"GET /keywords HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n")
        assert parsed(rest_of(client))[0] == 200


def test_an_answer_that_is_not_read_is_given_up(
    site: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "WRITING_SECONDS", 0.3)
    size = built.stat().st_size
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.settimeout(HANG)
        client.connect(("127.0.0.1", int(site.rpartition(":")[2])))
        client.sendall(b"GET /library.db HTTP/1.1\r\nHost: localhost\r\n\r\n")
        lost = _wait(lambda: client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0)
        assert lost or len(rest_of(client)) < size
    assert get(site)[0] == 200


def _wait(happened: Callable[[], bool]) -> bool:
    """Look again and again for some seconds."""
    for _ in range(30):
        if happened():
            return True
        time.sleep(0.1)
    return False


def test_the_connection_that_waited_longest_makes_room(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = connections.LimitedProtocol.connection_made

    def with_room_for_three(self: connections.LimitedProtocol, transport: object) -> None:
        self.most_connections = 3
        made(self, transport)  # type: ignore[arg-type]

    monkeypatch.setattr(connections.LimitedProtocol, "connection_made", with_room_for_three)
    with ExitStack() as held:
        clients = [held.enter_context(connect(site)) for _ in range(4)]
        assert rest_of(clients[0]) == b""
        for client in clients[1:]:
            client.sendall(WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert parsed(rest_of(client))[0] == 200
