"""The whole site: checks the Host header, and serves the library that lies at its place now.

A library is replaced by another file, never changed. When that happens the site makes everything anew:
Datasette, its connections and caches, and the workers. Requests that are being answered end on the old one.
While there is no library at the place, or a damaged one, every page says so.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pirate_code.library.storage import FileVersion, LibraryError, file_version, state
from pirate_code.web.guard import Answer, App, Receive, Scope, Send
from pirate_code.web.headers import header
from pirate_code.web.hosts import AllowedHosts

UNREADABLE = "The library of this server cannot be read just now; please try again in a moment."
LOOK_EVERY = 1.0  # seconds, at most, that a replaced library goes unnoticed


class ServedLibrary:
    """One library as it is served, and how many requests are being answered from it."""

    def __init__(self, make: Callable[[], Any], close: Callable[[Any], None], version: FileVersion | None):
        self.datasette = make()
        self.app: App = self.datasette.app()
        self.version = version
        self._close = close
        self._requests = 0
        self._retired = False

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and close down after it if it was the last of a library that was replaced."""
        self._requests += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._requests -= 1
            self._close_if_unused()

    def retire(self) -> None:
        """Close down as soon as nobody is being answered."""
        self._retired = True
        self._close_if_unused()

    def close(self) -> None:
        """End the workers and threads of this library."""
        self._close(self.datasette)

    def _close_if_unused(self) -> None:
        if self._retired and not self._requests:
            self._retired = False
            asyncio.get_running_loop().run_in_executor(None, self.close)


class Site:
    """The ASGI application."""

    def __init__(
        self,
        library: Path,
        make: Callable[[], Any],
        close: Callable[[Any], None],
        hosts: AllowedHosts | None = None,
    ) -> None:
        """`make` makes a Datasette on the library, and `close` ends what belongs to one."""
        self.library, self._make, self._close = library, make, close
        self.hosts = hosts or AllowedHosts()
        self.current = ServedLibrary(make, close, file_version(library))
        self._seen = self.current.version
        self._is_readable = True
        self._look_at = 0.0
        self._looking = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        if (wrong := self._wrong_host(scope)) is not None:
            await Answer(scope, send).refuse(*wrong)
            return
        await self._look_now_and_then()
        if self._is_readable:
            await self.current.answer(scope, receive, send)
        else:
            await Answer(scope, send).refuse(503, UNREADABLE)

    def close(self) -> None:
        """End everything."""
        self.current.close()

    def _wrong_host(self, scope: Scope) -> tuple[int, str] | None:
        named = header(scope["headers"], b"host")
        if not named:
            return 400, "A request says in its Host header which server it is for."
        if not self.hosts.allows(named):
            return 421, "This server does not go by that name; `--allow-host NAME` lets it answer to another."
        return None

    async def _look_now_and_then(self) -> None:
        """See whether another library lies at the place; requests wait until it is open."""
        if time.monotonic() < self._look_at and not self._looking.locked():
            return
        async with self._looking:
            if time.monotonic() >= self._look_at:
                await self._look()
                self._look_at = time.monotonic() + LOOK_EVERY

    async def _look(self) -> None:
        version = file_version(self.library)
        if version == self._seen:
            return
        self._seen = version
        try:
            if version != self.current.version:
                await self._open(version)
            self._is_readable = True
        except Exception as error:  # whatever is wrong with it, the next library may be right
            self._is_readable = False
            print(f"pirate-code: {error}", file=sys.stderr, flush=True)

    async def _open(self, version: FileVersion | None) -> None:
        """Serve the library that lies at the place now, and let the one before it go."""
        if state(self.library) != "current":
            raise LibraryError(f"There is no library of this version at {self.library}.")
        new = await asyncio.to_thread(ServedLibrary, self._make, self._close, version)
        old, self.current = self.current, new
        old.retire()
