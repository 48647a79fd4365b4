"""Starts Datasette on the library: read-only, on loopback, with our plugin and limits."""

from __future__ import annotations

import json
import socket
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirate_code.data import metadata_file, read_text

if TYPE_CHECKING:
    import uvicorn

    from pirate_code.web.site import Site

SETTINGS = {
    "sql_time_limit_ms": 1000,
    "max_returned_rows": 1000,
    "default_page_size": 50,
    "allow_download": True,
    "num_sql_threads": 4,
    "default_cache_ttl": 0,
    "truncate_cells_html": 300,
}
SHUTDOWN_SECONDS = 5


def application(library: Path, workers: int | None = None, timeout_scale: float = 1.0) -> Any:
    """Datasette on a library that does not change while it is served.

    Pages compute in so many workers; `timeout_scale` is how many times the usual time they have.
    """
    from datasette.app import Datasette

    from pirate_code.library.prepared import lend_files
    from pirate_code.library.storage import connect
    from pirate_code.web.library_database import LibraryDatabase

    with closing(connect(library)) as db:  # what cards are drawn from, and nations that only this library has
        lend_files(db)
    metadata = json.loads(read_text(metadata_file()))
    metadata["databases"] = {library.stem: metadata["databases"]["library"]}
    served = Datasette(files=[], immutables=[str(library)], metadata=metadata, settings=SETTINGS)
    served.remove_database(library.stem)
    served.add_database(LibraryDatabase(served, str(library), is_mutable=False), name=library.stem)
    if workers is not None:
        from pirate_code.web.computing import open_pool

        open_pool(served, workers, timeout_scale)
    return served


def close(served: Any) -> None:
    """End the workers and threads of a Datasette that is served no more."""
    from pirate_code.web.computing import close_pool
    from pirate_code.web.showing import reader_of

    close_pool(served)
    reader_of(served).close()
    served.get_database().close()
    served.executor.shutdown(wait=False)


def site(
    library: Path,
    workers: int,
    timeout_scale: float = 1.0,
    host: str = "127.0.0.1",
    allow: Iterable[str] = (),
) -> Site:
    """The whole site, on the library that lies at its place now and those that will."""
    from pirate_code.web.hosts import AllowedHosts
    from pirate_code.web.site import Site

    hosts = AllowedHosts(host, allow)
    return Site(library, lambda: application(library, workers, timeout_scale), close, hosts)


def server(app: Site) -> uvicorn.Server:
    """A server of the site with limits on connections; what it has to say is said by the site itself."""
    import uvicorn

    from pirate_code.web import connections

    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)  # by Datasette
    limits = connections.connection_limits()
    config = uvicorn.Config(
        app,
        http=connections.LimitedProtocol,
        ws="none",
        lifespan="off",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=limits.accepted,
        limit_concurrency=limits.open,
        timeout_keep_alive=connections.IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=connections.HEAD_BYTES,
    )
    return connections.LimitedServer(config)


def run(library: Path, listener: socket.socket, host: str, allow: Iterable[str] = ()) -> None:
    """Serve the library at an open socket until interrupted; workers load it while first pages are read."""
    from pirate_code.web.worker_pool import WORKERS

    served = site(library, WORKERS, host=host, allow=allow)
    try:
        server(served).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        served.close()


@contextmanager
def in_background(library: Path, timeout_scale: float = 1.0, workers: int = 1) -> Iterator[str]:
    """The address of a server on loopback that runs beside this program."""
    listener = socket.create_server(("127.0.0.1", 0))
    served = site(library, workers, timeout_scale)
    beside = server(served)
    thread = threading.Thread(target=beside.run, args=([listener],), daemon=True)
    thread.start()
    while not beside.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        beside.should_exit = True
        thread.join()
        served.close()
