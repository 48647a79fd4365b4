"""The editions page: what the editions of the rules differ in, switch by switch, with the rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasette.utils.asgi import Request, Response

from pirate_code.library.terms import note_of
from pirate_code.rules.edition import editions, load_edition
from pirate_code.rules.edition_table import edition_table, table_data
from pirate_code.web.computing import as_json
from pirate_code.web.showing import Data, page

if TYPE_CHECKING:
    from datasette.app import Datasette


def _data() -> Data:
    shown = [load_edition(name) for name in editions()]
    return table_data(shown, [row for row in edition_table(shown) if row.differs])


async def editions_page(datasette: Datasette, request: Request) -> Response:
    """A table: a row for each switch, keyword version or fleet rule in which editions differ."""
    return await page(datasette, request, "pirate_editions.html", _data() | {"quest": note_of("board-game")})


async def editions_json(datasette: Datasette, request: Request) -> Response:
    """The same as JSON."""
    return as_json(_data(), 200)
