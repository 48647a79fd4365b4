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


def application(library: Path) -> Any:
    """Datasette on a library that does not change while it is served."""
    from datasette.app import Datasette

    metadata = json.loads(read_text(metadata_file()))
    metadata["databases"] = {library.stem: metadata["databases"]["library"]}
    return Datasette(files=[], immutables=[str(library)], metadata=metadata, settings=SETTINGS)


def run(library: Path, host: str, port: int) -> None:
    """Serve the library until interrupted."""
    import uvicorn

    uvicorn.run(application(library).app(), host=host, port=port, log_level="warning")
