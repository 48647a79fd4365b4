"""A server of static files that can be switched off, and what a site of them finds."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

FIND = """
(asked) => asked.map(([text, options]) => {
  const {searcher, library} = pirateCode.context;
  try {
    const {places} = searcher.search(text, options);
    return Object.fromEntries(Object.entries(places).map(([sort, held]) =>
      [sort, held.map((place) => library.rows[sort][place].id)]));
  } catch (error) {
    if (!(error instanceof pirateCode.QueryError)) throw error;
    return {error: error.message};
  }
})
"""


class _Server(ThreadingHTTPServer):
    """A server that says nothing of a browser that leaves in the middle of an answer."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a connection that was closed; tell anything else."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; when the block ends, nobody answers any more."""
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def find(page: Page, asked: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """What each search finds in the browser: ids by the sort of row, or an error."""
    found: list[dict[str, Any]] = page.evaluate(FIND, asked)
    return found
