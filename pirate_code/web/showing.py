"""What all pages share: reading the library, addresses of things, and filling in a template."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from datasette.utils.asgi import Request, Response
from markupsafe import Markup

from pirate_code.library import entries, storage
from pirate_code.views.card_drawing import draw_card, look_of
from pirate_code.web.caching import static_address

if TYPE_CHECKING:  # Datasette loads its plugins while it is being loaded itself
    from datasette.app import Datasette

Data = dict[str, Any]

READERS = 4


class Reader:
    """Threads that read the library for our pages, each on a connection of its own.

    Datasette has its own threads for tables and SQL, so that slow statements keep no page of ours waiting.
    """

    def __init__(self, library: Path, threads: int = READERS) -> None:
        self.library = library
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="reader")
        self._own = threading.local()

    async def read(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """What comes of some work on the library."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._done, work)

    def close(self) -> None:
        """Let the threads end when their work is done; their connections go with them."""
        self._threads.shutdown(wait=False)

    def _done(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        if not hasattr(self._own, "connection"):
            self._own.connection = storage.connect(self.library)
        return work(self._own.connection)


_READERS: WeakKeyDictionary[Datasette, Reader] = WeakKeyDictionary()


def reader_of(datasette: Datasette) -> Reader:
    """The reader of a server, which is made when it is first asked for."""
    if datasette not in _READERS:
        _READERS[datasette] = Reader(Path(datasette.get_database().path))
    return _READERS[datasette]


def address(kind: str, key: str) -> str:
    """The address of a thing."""
    page = {"piece": "card"}.get(kind, kind)
    return f"/{page}/{quote(key, safe='')}"


def drawing(card: Mapping[str, Any], *, small: bool = False) -> Markup:
    """The picture of a card, as a part of a page."""
    return Markup(draw_card(look_of(card), small=small))


async def read(datasette: Datasette, work: Callable[[sqlite3.Connection], Any]) -> Any:
    """Work on the library, in a thread that reads it."""
    return await reader_of(datasette).read(work)


async def page(
    datasette: Datasette, request: Request, template: str, data: Data, *, status: int = 200
) -> Response:
    """A page made of a template."""
    database = datasette.get_database().name
    shared = {
        "address": address,
        "database": database,
        "branches": entries.branches,
        "static": static_address,
        "drawing": drawing,
    }
    text = await datasette.render_template(template, shared | data, request=request)
    return Response.html(text, status=status)
