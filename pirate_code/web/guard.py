"""What stands before every page: odd requests are refused, kinds of pages wait for their turn, and every
answer carries headers that keep it safe and say how long it may be kept.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from pirate_code.web.admission import LIMITS, RequestLimiter, TooManyRequests
from pirate_code.web.caching import cache_control, library_tag, matches, tag_of
from pirate_code.web.errors import FAULT, log_fault, plain_error
from pirate_code.web.headers import PROGRAMS, TEXTS, Header, content_policy, header, without
from pirate_code.web.kinds import Kind, kind_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

READING = frozenset({"GET", "HEAD", "OPTIONS"})
ADDRESS_LIMIT = 30_000
PATH_LIMIT = 2_000
ANSWER_SECONDS = 120.0  # the longest that an answer may take, with all that is sent of it
_GZIP = 16 + zlib.MAX_WBITS
_CROWDED = "Too much is asked at once here; please try again in a moment."


class Guard:
    """The server with all of this around it."""

    def __init__(self, app: App, library: Path | None = None) -> None:
        """`library` is the file that pages are made of, if it does not change under its connections."""
        self.app = app
        self.tag = library_tag(library)
        self.gates = {kind: RequestLimiter(limit) for kind, limit in LIMITS.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = Answer(scope, send, self.tag)
        if (wrong := wrong_with(scope)) is not None:
            await answer.refuse(*wrong)
        elif answer.is_known_to_reader():
            await answer.not_modified()
        else:
            await self._answered(scope, receive, answer)

    async def _answered(self, scope: Scope, receive: Receive, answer: Answer) -> None:
        """Wait for a place and make the page. The place is free again when the page is made."""
        kind = kind_of(answer.path, answer.query)
        gate = self.gates[kind]
        try:
            await gate.enter()
        except TooManyRequests:
            await answer.refuse(503, _CROWDED)
            return
        place = _Place(gate)
        if kind not in (Kind.DOWNLOAD, Kind.STATIC):  # these read their file while they are sent
            answer.on_start = place.leave
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.app(scope, receive, answer.send)
        except TimeoutError:
            await answer.give_up(503, _CROWDED)
        except Exception as error:
            log_fault(answer.path, error)
            await answer.give_up(500, FAULT)
        finally:
            place.leave()


class _Place:
    """A place inside a gate, which is left once."""

    def __init__(self, gate: RequestLimiter) -> None:
        self.gate: RequestLimiter | None = gate

    def leave(self) -> None:
        if self.gate is not None:
            self.gate.leave()
            self.gate = None


def wrong_with(scope: Scope) -> tuple[int, str] | None:
    """Why a request is refused before any page sees it: a status and a sentence."""
    raw = scope.get("raw_path") or scope.get("path", "").encode()
    if scope["method"] not in READING:
        return 405, "Nothing can be written here: ask with GET."
    if len(raw) + len(scope.get("query_string", b"")) > ADDRESS_LIMIT:
        return 414, f"An address has at most {ADDRESS_LIMIT:,} characters here."
    path = raw.partition(b"?")[0]
    if len(path) > PATH_LIMIT:
        return 414, f"An address has at most {PATH_LIMIT:,} characters before its question mark."
    if not path.startswith(b"/") or path.startswith(b"//"):
        return 400, "An address begins with one slash."
    try:
        decoded = unquote_to_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        return 400, "This address is not UTF-8."
    if any(letter < " " or letter == "\x7f" for letter in decoded):
        return 400, "An address has no control characters."
    if {".", ".."} & set(decoded.replace("\\", "/").split("/")):
        return 400, "An address has no parts that are only dots."
    return None


class Answer:
    """An answer on its way out: headers are added, and text is made small if the reader can take it."""

    def __init__(self, scope: Scope, send: Send, library: bytes | None = None) -> None:
        self.path: str = scope.get("path", "")
        self.query: bytes = scope.get("query_string", b"")
        self.asked: list[Header] = list(scope.get("headers", []))
        self.tag = tag_of(self.path, self.query, library) if header(self.asked, b"cookie") is None else None
        self.takes_gzip = b"gzip" in (header(self.asked, b"accept-encoding") or b"")
        self.body = scope["method"] != "HEAD"
        self.out = send
        self.packer: Any = None
        self.started = False
        self.on_start: Callable[[], None] = lambda: None

    def is_known_to_reader(self) -> bool:
        """Whether the reader already has this page, of this library."""
        known = header(self.asked, b"if-none-match")
        return self.tag is not None and known is not None and matches(known, self.tag)

    async def not_modified(self) -> None:
        """Tell the reader that the page is what it was."""
        await self.send({"type": "http.response.start", "status": 304, "headers": []})
        await self.send({"type": "http.response.body", "body": b""})

    async def refuse(self, status: int, sentence: str) -> None:
        """Answer with a status and one sentence."""
        content_type, body = plain_error(self.path, sentence)
        headers: list[Header] = [(b"content-type", content_type), (b"content-length", b"%d" % len(body))]
        headers += [(b"allow", b"GET, HEAD")] if status == 405 else []
        headers += [(b"retry-after", b"5")] if status == 503 else []
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    async def give_up(self, status: int, sentence: str) -> None:
        """Refuse what has not begun; of what has begun nothing more is sent, and the server hangs up."""
        if not self.started:
            await self.refuse(status, sentence)

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.started = True
            headers = self.complete([(bytes(n), bytes(v)) for n, v in message["headers"]], message["status"])
            message = {**message, "headers": self.packed(headers) if self.packs(headers) else headers}
            self.on_start()
        elif message["type"] == "http.response.body" and self.packer is not None:
            body = self.packer.compress(message.get("body", b""))
            message = {**message, "body": body if message.get("more_body") else body + self.packer.flush()}
        await self.out(message)

    def complete(self, headers: list[Header], status: int) -> list[Header]:
        """The headers of an answer, each once, with those that keep it safe and say how long to keep it."""
        private = header(headers, b"cache-control") == b"private, no-store"
        ours: list[Header] = [
            (b"content-security-policy", content_policy(self.path).encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"same-origin"),
        ]
        if not private:
            ours.append((b"cache-control", cache_control(self.path, self.query, status)))
            if self.tag is not None and status in (200, 304):
                ours.append((b"etag", self.tag))
        if PROGRAMS.match(header(headers, b"content-type") or b""):
            ours.append((b"access-control-allow-origin", b"*"))
        varies = header(headers, b"vary")
        ours.append((b"vary", b", ".join(filter(None, (varies, b"accept-encoding")))))
        return [*without(headers, {name for name, _ in ours}), *ours]

    def packs(self, headers: list[Header]) -> bool:
        """Whether the answer is text that goes out whole and unpacked."""
        return (
            self.takes_gzip
            and self.body
            and header(headers, b"content-encoding") is None
            and TEXTS.match(header(headers, b"content-type") or b"") is not None
        )

    def packed(self, headers: list[Header]) -> list[Header]:
        """The headers of an answer that is sent packed."""
        self.packer = zlib.compressobj(6, zlib.DEFLATED, _GZIP)
        return [*without(headers, {b"content-length"}), (b"content-encoding", b"gzip")]
