"""Requests from anywhere: a real server answers each as the list says, and goes on answering."""

from __future__ import annotations

import contextlib
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pirate_code.data import load_yaml
from tests.hostile.recipes import expand

ENTRIES: list[dict[str, Any]] = load_yaml(Path(__file__).with_name("requests.yaml")).data
KEYS = {"name", "get", "send", "headers", "status", "says", "never"}
HANG_SECONDS = 90.0
ANSWER_LIMIT = 20_000_000
NO_ANSWER = 0
FAULTS = (b"Traceback (most recent", b"site-packages", b"this is a bug")


class Server:
    """A server of the library as a reader starts it, on a free port of this machine."""

    def __init__(self, library: Path) -> None:
        """Start it on a port that is free now."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.name = f"127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pirate_code", "serve", "--port", str(self.port), "--db", str(library)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def send(self, request: bytes) -> tuple[int, bytes]:
        """Send bytes; return the status and the whole answer. Status 0: it hung up without an answer."""
        with self.connected() as connection:
            answer = bytearray()
            with contextlib.suppress(ConnectionError):  # it may refuse what it has seen, and hang up
                connection.sendall(request)
            with contextlib.suppress(ConnectionError):
                while len(answer) < ANSWER_LIMIT and (part := connection.recv(65_536)):
                    answer += part
        status = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
        return (int(status[1]) if status else NO_ANSWER), bytes(answer)

    def get(self, address: bytes, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Ask for an address just as it is written."""
        lines = {"Host": self.name, "Connection": "close"} | (headers or {})
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return self.send(b"GET " + address + b" HTTP/1.1\r\n" + head.encode() + b"\r\n")

    def named(self, request: bytes) -> bytes:
        """Return a request in which `Host: HOST` is this server, which is to hang up afterwards."""
        return request.replace(b"Host: HOST", f"Host: {self.name}\r\nConnection: close".encode(), 1)

    def connected(self) -> socket.socket:
        """Connect; the server may still be starting."""
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", self.port), timeout=HANG_SECONDS)
            except ConnectionRefusedError:
                assert self.process.poll() is None, "the server has ended"
                with pytest.raises(subprocess.TimeoutExpired):
                    self.process.wait(0.1)
        raise AssertionError("the server does not listen")

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.communicate(timeout=HANG_SECONDS)


@pytest.fixture(scope="module")
def server(built: Path) -> Iterator[Server]:
    """A server that every entry of the list is sent to."""
    started = Server(built)
    yield started
    started.close()


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_a_hostile_request_gets_what_the_list_says(entry: dict[str, Any], server: Server) -> None:
    assert entry.keys() <= KEYS
    if "get" in entry:
        status, answer = server.get(expand(entry["get"]), entry.get("headers"))
    else:
        status, answer = server.send(server.named(expand(entry["send"])))
    assert status in statuses(entry), answer[:1_000]
    for said in listed(entry.get("says", [])):
        assert said.encode() in answer, answer[:1_000]
    for never in (*FAULTS, *(word.encode() for word in listed(entry.get("never", [])))):
        assert never not in answer
    still, page = server.get(b"/keyword/captain")
    assert still == 200
    assert b"Captain" in page


def test_the_list_names_every_request_once() -> None:
    names = [entry["name"] for entry in ENTRIES]
    assert len(names) == len(set(names))


def statuses(entry: dict[str, Any]) -> list[int]:
    """Return the statuses that an entry allows."""
    status = entry["status"]
    return status if isinstance(status, list) else [status]


def listed(words: Any) -> list[str]:
    """Return one text, or a list of texts, as a list."""
    return [words] if isinstance(words, str) else list(words)
