"""How many requests are answered at once, for each kind of page, so that no kind keeps the others waiting.

More than that wait a little while. The newest is served first: its reader is still there, and those of the
oldest have often gone. Who cannot be served in time is told so.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from pirate_code.web.kinds import Kind

WAIT_SECONDS = 10.0


class Limit(NamedTuple):
    """How many requests of one kind are at work, and how many more may wait."""

    at_once: int
    waiting: int


# Tables and SQL wait for the database, computing pages for workers; static files hold a file handle each.
LIMITS = {
    Kind.READING: Limit(4, 1_000),
    Kind.COMPUTING: Limit(16, 16),
    Kind.TABLES: Limit(3, 40),
    Kind.DOWNLOAD: Limit(2, 4),
    Kind.STATIC: Limit(16, 1_000),
    Kind.SERVER: Limit(2, 8),
}


class TooManyRequests(Exception):
    """There is no room for this request now."""


class RequestLimiter:
    """Limits how many requests of one kind are answered at once."""

    def __init__(self, limit: Limit, wait_seconds: float = WAIT_SECONDS) -> None:
        self.limit, self.wait_seconds = limit, wait_seconds
        self.inside = 0
        self._waiting: list[asyncio.Future[None]] = []

    async def enter(self) -> None:
        """Wait for a place; Crowded if none becomes free in time. Whoever enters must leave."""
        if self.inside < self.limit.at_once:
            self.inside += 1
            return
        if len(self._waiting) >= self.limit.waiting:
            raise TooManyRequests
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(self.wait_seconds):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self.leave()  # the place came too late
            elif turn in self._waiting:
                self._waiting.remove(turn)
            if isinstance(error, TimeoutError):
                raise TooManyRequests from None
            raise

    def leave(self) -> None:
        """Give the place to whoever came last, or free it."""
        while self._waiting:
            turn = self._waiting.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self.inside -= 1
