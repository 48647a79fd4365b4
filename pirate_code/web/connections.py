"""Connections with limits of time and number, which uvicorn has not: slow clients cannot hold the server.

A request must have come whole after some seconds, an answer must be taken at a certain pace, and only so
many connections are open. When there are too many, the one that has been waiting longest for a request is
closed. Nothing of this is logged: it is no fault.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import Any, NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if sys.platform != "win32":
    import resource

REQUEST_SECONDS = 10.0  # for a whole request head, from the connection or from its first byte
IDLE_SECONDS = 5  # that a connection stays open for the next request
WRITING_SECONDS = 20.0  # for the client to take what has been sent so far: at least some KB each second
HEAD_BYTES = 48 * 1024  # of a request head: the longest address, and headers
MOST_CONNECTIONS = 1_000
MOST_NEW = 32  # connections that are accepted at a time
MOST_WAITING = 1_024  # connections that wait to be accepted
KEPT_HANDLES = 64  # file handles for the library, the workers and static files
_FEWEST = 4
_BURSTS = 4  # so often the event loop may accept before it gets to close what is too many
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"cache-control: no-store\r\nconnection: close\r\ncontent-length: 67\r\n\r\n"
    b"Too many connections are open here; please try again in a moment.\r\n"
)


class ConnectionLimits(NamedTuple):
    """How many connections are open, and how many are accepted at a time."""

    open: int
    accepted: int


def connection_limits(handles: int | None = None) -> ConnectionLimits:
    """The limits for so many file handles; for those that this process may have, if none are given."""
    handles = _handle_limit() if handles is None else handles
    accepted = max(_FEWEST, min(MOST_NEW, handles // 16))
    spare = handles - _BURSTS * accepted - KEPT_HANDLES
    return ConnectionLimits(max(_FEWEST, min(MOST_CONNECTIONS, spare)), accepted)


def _handle_limit() -> int:
    if sys.platform == "win32":
        return 512
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 16 if soft == resource.RLIM_INFINITY else soft


class LimitedServer(uvicorn.Server):
    """A server that accepts few connections at a time; others wait with the system, which costs no handle.

    The event loop accepts as many as may wait, so more may wait only after it has begun.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(MOST_WAITING)


class LimitedProtocol(H11Protocol):
    """One connection; uvicorn's `limit_concurrency` is how many there may be."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.most_connections = self.limit_concurrency
        self.limit_concurrency = None  # uvicorn would let all of them stay open
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether no request of this connection is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is room for it."""
        super().connection_made(transport)
        if self.most_connections is not None and len(self.connections) > self.most_connections:
            self._make_room()
        if not transport.is_closing():
            self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that is gone."""
        self._stop_reading_timer()
        self._stop_writing_timer()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._look_at_request()

    def on_response_complete(self) -> None:
        """Wait for the next request; whoever has not sent all of the last one is not waited for."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.is_waiting and self.conn.their_state is h11.SEND_BODY:
            self.transport.close()
        self._look_at_request()
        if self.transport.get_write_buffer_size():
            self._start_writing_timer()

    def pause_writing(self) -> None:
        """The client takes its answer slowly: it has so long to catch up."""
        super().pause_writing()
        self._start_writing_timer()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._stop_writing_timer()
        super().resume_writing()

    def _look_at_request(self) -> None:
        """Give a request that has begun its time, and stop the clock of one that is being answered."""
        if not self.is_waiting or self.transport.is_closing():
            self._stop_reading_timer()
        elif self._reading is None and self.timeout_keep_alive_task is None:
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        self._reading = self.loop.call_later(REQUEST_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        self._reading = None
        if self.is_waiting:
            self.transport.abort()

    def _stop_reading_timer(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_writing_timer(self) -> None:
        if self._writing is None:
            self._writing = self.loop.call_later(WRITING_SECONDS, self._give_up_writing)

    def _give_up_writing(self) -> None:
        self._writing = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _stop_writing_timer(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _make_room(self) -> None:
        """Close the connection that has been waiting longest, or this one if all are at work."""
        waiting = [
            other
            for other in self.connections
            if isinstance(other, LimitedProtocol) and other is not self and other.is_waiting
        ]
        if waiting:
            oldest = min(waiting, key=LimitedProtocol.hangs_up_at)
            oldest.transport.abort()
            self.connections.discard(oldest)
        else:
            self.transport.write(_REFUSAL)
            self.transport.close()

    def hangs_up_at(self) -> float:
        """When this connection will be closed if nothing comes: the next to be closed waited longest."""
        timer = self._reading or self.timeout_keep_alive_task
        return timer.when() if timer is not None else 0.0
