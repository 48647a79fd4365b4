"""A real server for tests of HTTP, and raw requests to it."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

HANG = 60.0  # seconds after which a test gives up waiting: far more than anything takes


def connect(site: str, timeout: float = HANG) -> socket.socket:
    """A connection to a server that is at an address."""
    place = urlsplit(site)
    return socket.create_connection((place.hostname or "", place.port or 80), timeout=timeout)


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def raw(site: str, request: bytes) -> bytes:
    """The whole answer to the bytes of a request, after which the connection is closed."""
    with connect(site) as connection:
        connection.sendall(request)
        return rest_of(connection)


def get(site: str, address: str = "/", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an address, which is sent just as it is."""
    lines = {"Host": urlsplit(site).netloc, "Connection": "close"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return parsed(raw(site, f"GET {address} HTTP/1.1\r\n{head}\r\n".encode("latin-1")))


def parsed(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    """An answer in its parts; several headers of one name are joined by commas."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        found = headers.get(name.lower())
        headers[name.lower()] = f"{found}, {value.strip()}" if found else value.strip()
    return int(first.split()[1]), headers, body
