"""What all pages share: reading the library, addresses of things, and filling in a template."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from datasette.utils.asgi import Request, Response

from pirate_code.library import entries

if TYPE_CHECKING:  # Datasette loads its plugins while it is being loaded itself
    from datasette.app import Datasette

Data = dict[str, Any]


def address(kind: str, key: str) -> str:
    """The address of a thing."""
    page = {"piece": "card"}.get(kind, kind)
    return f"/{page}/{quote(key, safe='')}"


async def read(datasette: Datasette, work: Callable[[sqlite3.Connection], Any]) -> Any:
    """Work on the library's connection, in Datasette's own thread for it."""
    return await datasette.get_database().execute_fn(work)


async def page(
    datasette: Datasette, request: Request, template: str, data: Data, *, status: int = 200
) -> Response:
    """A page made of a template."""
    database = datasette.get_database().name
    shared = {"address": address, "database": database, "branches": entries.branches}
    text = await datasette.render_template(template, shared | data, request=request)
    return Response.html(text, status=status)
