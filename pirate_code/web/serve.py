"""Starts Datasette on the library: read-only, on loopback, with our plugin and limits."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pirate_code.data import metadata_file, read_text

SETTINGS = {
    "sql_time_limit_ms": 1000,
    "max_returned_rows": 1000,
    "default_page_size": 50,
    "allow_download": True,
    "num_sql_threads": 4,
    "default_cache_ttl": 300,
    "truncate_cells_html": 300,
}


def application(library: Path, workers: int | None = None, leisure: float = 1.0) -> Any:
    """Datasette on a library that does not change while it is served.

    Pages compute in so many workers; `leisure` is how many times the usual time they have.
    """
    from datasette.app import Datasette

    metadata = json.loads(read_text(metadata_file()))
    metadata["databases"] = {library.stem: metadata["databases"]["library"]}
    served = Datasette(files=[], immutables=[str(library)], metadata=metadata, settings=SETTINGS)
    if workers is not None:
        from pirate_code.web.computing import open_workshop

        open_workshop(served, workers, leisure)
    return served


def run(library: Path, host: str, port: int) -> None:
    """Serve the library until interrupted; the workers load it while the first pages are read."""
    import uvicorn

    from pirate_code.web.workshop import WORKERS

    uvicorn.run(application(library, WORKERS).app(), host=host, port=port, log_level="warning")


@contextmanager
def in_background(library: Path, leisure: float = 1.0) -> Iterator[str]:
    """The address of a server on loopback that runs beside this program, with one worker."""
    import uvicorn

    from pirate_code.web.computing import workshop_of

    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    served = application(library, workers=1, leisure=leisure)
    server = uvicorn.Server(uvicorn.Config(served.app(), host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
        workshop_of(served).close()
