"""Which names a server answers to, by the Host header.

A page elsewhere can point its own name at this machine and so read what only this machine should read; the
name that the browser then sends is foreign, and is refused.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

OWN = frozenset({"localhost", "127.0.0.1", "::1"})
_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*", re.ASCII)


class HostError(ValueError):
    """A name that cannot be the name of a host; the message is one sentence."""


class AllowedHosts:
    """The names that are answered to."""

    def __init__(self, listening: str = "127.0.0.1", more: Iterable[str] = ()) -> None:
        """`listening` is the address that the server listens on; `more` are names that are allowed too.

        Who listens on every address is reached by any of them, so every plain address is allowed then.
        """
        self.names = OWN | {_plain(listening), *(_checked(name) for name in more)}
        self.any_address = _is_every_address(listening)

    def allows(self, header: bytes) -> bool:
        """Whether a Host header, with or without a port, names this server."""
        name = _without_port(header.decode("latin-1").strip().lower())
        return name in self.names or (self.any_address and _address(name) is not None)


def _checked(name: str) -> str:
    plain = _plain(name)
    if _address(plain) is None and not _NAME.fullmatch(plain):
        raise HostError(
            f"{name[:80]!r} is no name of a host; give it without scheme and port: pirates.example."
        )
    return plain


def _plain(name: str) -> str:
    return name.strip().lower().removeprefix("[").removesuffix("]").removesuffix(".")


def _without_port(host: str) -> str:
    if host.startswith("["):
        address, closed, rest = host[1:].partition("]")
        return address if closed and re.fullmatch(r"(:\d{0,5})?", rest) else ""
    name, colon, port = host.partition(":")
    return name.removesuffix(".") if not colon or re.fullmatch(r"\d{0,5}", port) else ""


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _is_every_address(listening: str) -> bool:
    address = _address(_plain(listening))
    return not listening or (address is not None and address.is_unspecified)
