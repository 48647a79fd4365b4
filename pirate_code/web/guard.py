"""What stands before every page: nothing can be written, addresses have a limit, answers are safe."""

from __future__ import annotations

import re
import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Callable[[], Awaitable[Message]], Send], Awaitable[None]]
Header = tuple[bytes, bytes]

READING = frozenset({"GET", "HEAD", "OPTIONS"})
ADDRESS_LIMIT = 30_000
# Our pages load scripts, styles and pictures from this server alone, and run nothing that stands in a page.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Datasette's own table pages bring scripts and styles inside the page.
_POLICY_OF_TABLES = _POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
# A drawn table brings its styles inside the picture, and nothing else.
_POLICY_OF_PICTURES = "default-src 'none'; style-src 'unsafe-inline'"
_OURS = re.compile(
    r"/($|search|card/|keyword/|ability/|ruling/|section/|term/|nation/|rulings$|keywords$"
    r"|fleet$|play$|ask$|matrix$|-/(fleet|play|ask|matrix|names|replay)\.)"
)
_TEXTS = re.compile(rb"text/|application/(json|javascript)|image/svg")
_GZIP = 16 + zlib.MAX_WBITS


def guarded(app: App) -> App:
    """The server with all of this around it."""

    async def guard(scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        answer = _Answer(scope, send)
        if scope["method"] not in READING:
            await answer.refuse(405, "Nothing can be written here: ask with GET.")
        elif len(scope.get("query_string", b"")) + len(scope.get("raw_path") or b"") > ADDRESS_LIMIT:
            await answer.refuse(414, f"An address has at most {ADDRESS_LIMIT:,} characters here.")
        else:
            await app(scope, receive, answer.send)

    return guard


class _Answer:
    """An answer on its way out: headers are added, and text is made small if the reader can take it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.path: str = scope.get("path", "")
        self.out = send
        asked = b",".join(value for name, value in scope.get("headers", []) if name == b"accept-encoding")
        self.takes_gzip = b"gzip" in asked and scope["method"] != "HEAD"
        self.packer: Any = None

    async def refuse(self, status: int, sentence: str) -> None:
        headers: list[Header] = [(b"content-type", b"text/plain; charset=utf-8"), (b"allow", b"GET, HEAD")]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": f"{sentence}\n".encode()})

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *self.safe()]
            message["headers"] = self.packed(headers) if self.packs(headers) else headers
        elif message["type"] == "http.response.body" and self.packer is not None:
            body = self.packer.compress(message.get("body", b""))
            message["body"] = body if message.get("more_body") else body + self.packer.flush()
        await self.out(message)

    def safe(self) -> list[Header]:
        return [
            (b"content-security-policy", policy(self.path).encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"same-origin"),
        ]

    def packs(self, headers: list[Header]) -> bool:
        """Whether the answer is text that goes out whole and unpacked."""
        told = {name.lower(): value for name, value in headers}
        return (
            self.takes_gzip
            and b"content-encoding" not in told
            and _TEXTS.match(told.get(b"content-type", b"")) is not None
        )

    def packed(self, headers: list[Header]) -> list[Header]:
        self.packer = zlib.compressobj(6, zlib.DEFLATED, _GZIP)
        kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
        return [*kept, (b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]


def policy(path: str) -> str:
    """What a page at this address may load and run."""
    if path == "/-/play.svg":
        return _POLICY_OF_PICTURES
    return _POLICY if _OURS.match(path) else _POLICY_OF_TABLES
