"""Limits on what is read for one request.

How many arguments it has, how many rows its page shows, how long it may take, and whether its client still
waits. One page of a table can mean dozens of statements, each of which has its own time limit.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from pirate_code.web.guard import App, Message, Scope, Send

ARGUMENTS = 100
PAGE_ROWS = 100
SECONDS = 10.0  # until the answer begins

_SIZE = re.compile(r"((?:^|(?<=&))_size=)([^&]*)")
_DIGITS = 10  # a longer number is left to Datasette, which refuses it

_CURRENT: ContextVar[WaitingClient | None] = ContextVar("waiting_client", default=None)


class WaitingClient:
    """Who waits for the answer to a request, and for which page."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.deadline = time.monotonic() + SECONDS
        self.has_gone = False
        self.answer_begun = False

    def may_read_more(self) -> bool:
        """Whether another statement may be run; rows that are being sent already may take their time."""
        return not self.has_gone and (self.answer_begun or time.monotonic() < self.deadline)


def waiting_client() -> WaitingClient | None:
    """Who waits for what is being done now, if it is done for a request."""
    return _CURRENT.get()


@contextmanager
def done_for_everybody() -> Iterator[None]:
    """What is done here is done in full, even if the client has gone that made it necessary."""
    token = _CURRENT.set(None)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def limited(app: App) -> App:
    """The server with these limits."""

    async def limit(scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
        elif scope.get("query_string", b"").count(b"&") >= ARGUMENTS:
            await _refuse(send, f"An address has at most {ARGUMENTS} arguments here.")
        else:
            await _answered(app, with_short_page(scope), receive, send)

    return limit


def with_short_page(scope: Scope) -> Scope:
    """The request, for at most PAGE_ROWS rows if it asks for a page.

    Drawing a page of a thousand rows keeps the server from all other work for seconds. As .json or .csv a
    request gets as many rows as it asks for.
    """
    query = scope.get("query_string", b"").decode("latin-1")
    if "_size=" not in query or scope.get("path", "").endswith((".json", ".csv")) or "_format=" in query:
        return scope
    return {**scope, "query_string": _SIZE.sub(_at_most, query).encode("latin-1")}


def _at_most(asked: re.Match[str]) -> str:
    rows = asked[2]
    much = rows == "max" or (rows.isdigit() and len(rows) < _DIGITS and int(rows) > PAGE_ROWS)
    return f"{asked[1]}{PAGE_ROWS}" if much else asked[0]


async def _answered(app: App, scope: Scope, receive: Any, send: Send) -> None:
    client = WaitingClient(scope.get("path", ""))
    _CURRENT.set(client)

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        client.has_gone = True

    async def no_body() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def noting_send(message: Message) -> None:
        client.answer_begun = True
        await send(message)

    watching = asyncio.create_task(watch())
    try:
        await app(scope, no_body, noting_send)
    finally:
        watching.cancel()


async def _refuse(send: Send, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})
