"""The page that tells all that a search can say, made from the table of filters."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from datasette.utils.asgi import Request, Response

from pirate_code.library.search_filters import ALIASES, FILTERS, SYNTAX, Value
from pirate_code.library.vocabulary import Vocabulary
from pirate_code.web.showing import Data, page, read

if TYPE_CHECKING:  # Datasette loads its plugins while it is being loaded itself
    from datasette.app import Datasette


async def search_help(datasette: Datasette, request: Request) -> Response:
    """Words, signs and every filter, with examples to click."""
    data = {"syntax": SYNTAX, "filters": await read(datasette, _filters)}
    return await page(datasette, request, "pirate_search_help.html", data)


def _filters(db: sqlite3.Connection) -> list[Data]:
    """Every filter with its values; `like` names the filter above it that has the same ones."""
    vocabulary = Vocabulary(db)
    first_with: dict[tuple[Value, ...], str] = {}
    rows = []
    for name, kind in FILTERS.items():
        values = tuple(kind.values(vocabulary))
        like = first_with.setdefault(values, name)
        rows.append(
            {
                "name": name,
                "aliases": [alias for alias, meant in ALIASES.items() if meant == name],
                "about": kind.about,
                "numeric": kind.numeric,
                "examples": (kind.example, *kind.more),
                "values": values if like == name else (),
                "like": like if values and like != name else "",
            }
        )
    return rows
