"""Starts Datasette on the library: read-only, on loopback, with our plugin and limits."""

from __future__ import annotations

import json
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
