"""What Datasette calls: our addresses, our links in its menu, and the guard before every page."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette import hookimpl
from datasette.utils.asgi import Forbidden, Request

from pirate_code.visitor_sql import sql_permissions
from pirate_code.web import (
    ask_page,
    autocomplete,
    blackbeard_page,
    changes_page,
    collection_page,
    design_page,
    editions_page,
    fleet_page,
    game_page,
    matrix_page,
    openapi,
    pages,
    play_page,
    search_help,
    table_page,
)
from pirate_code.web.errors import error_response
from pirate_code.web.guard import App, Guard
from pirate_code.web.request_limits import limited

if TYPE_CHECKING:  # Datasette loads its plugins while it is being loaded itself
    from datasette.app import Datasette

_ENTRY = r"(?P<kind>card|keyword|ability|ruling|section|term|nation)"

# What Datasette tells of the server (where its files lie, what is installed), and forms for its owner.
_OF_THE_SERVER = (
    "actor|allow-debug|auth-token|config|databases|logout|messages|patterns|permissions|plugins|settings"
    "|threads|versions"
)


@hookimpl  # type: ignore[untyped-decorator]
def register_routes() -> list[tuple[str, Callable[..., Any]]]:
    """Our addresses; all others are Datasette's."""
    return [
        (r"^/$", pages.home),
        (r"^/search(?P<format>\.json)?$", pages.search),
        (r"^/search/help$", search_help.search_help),
        (rf"^/{_ENTRY}/(?P<id>[^/]{{1,300}}?)(?P<format>\.json)?$", pages.entry),
        (r"^/set/(?P<id>[^/]{1,100}?)(?P<format>\.json)?$", collection_page.set_page),
        (r"^/collection$", collection_page.collection),
        (r"^/-/pieces\.json$", collection_page.pieces_json),
        (r"^/rulings$", pages.sections),
        (r"^/keywords$", pages.keywords),
        (r"^/-/names\.json$", autocomplete.names),
        (r"^/-/search-words\.json$", autocomplete.search_words),
        (r"^/fleet$", fleet_page.fleet),
        (r"^/-/fleet\.json$", fleet_page.fleet_json),
        (r"^/-/fleet(?P<format>\.txt|\.html)$", fleet_page.fleet_paper),
        (r"^/ask$", ask_page.ask),
        (r"^/-/ask\.json$", ask_page.ask_json),
        (r"^/design$", design_page.design),
        (r"^/-/design\.json$", design_page.design_json),
        (r"^/editions$", editions_page.editions_page),
        (r"^/-/editions\.json$", editions_page.editions_json),
        (r"^/changes(?P<format>\.json|\.atom)?$", changes_page.changes),
        (r"^/-/openapi\.json$", openapi.openapi),
        (r"^/matrix$", matrix_page.matrix),
        (r"^/-/matrix\.json$", matrix_page.matrix_json),
        (r"^/play$", play_page.play),
        (r"^/-/play\.json$", play_page.play_json),
        (r"^/-/play\.svg$", play_page.table),
        (r"^/-/replay\.json$", play_page.replay),
        (r"^/game$", game_page.game),
        (r"^/-/game\.json$", game_page.game_json),
        (r"^/-/game-film\.json$", game_page.film_json),
        (r"^/-/game-replay\.json$", game_page.replay),
        (r"^/table$", table_page.table),
        (r"^/-/table\.json$", table_page.outcomes_json),
        (r"^/-/table-film\.json$", table_page.film_json),
        (r"^/-/position\.json$", table_page.position_json),
        (r"^/-/position\.yaml$", table_page.position_file),
        (r"^/blackbeard$", blackbeard_page.overview),
        (r"^/blackbeard/play$", blackbeard_page.play),
        (r"^/blackbeard/(?P<kind>[a-z-]+)/(?P<id>[^/]{1,100}?)(?P<format>\.json)?$", blackbeard_page.entry),
        (r"^/-/blackbeard\.json$", blackbeard_page.play_json),
        (r"^/-/blackbeard\.svg$", blackbeard_page.table),
        (r"^/-/blackbeard-replay\.json$", blackbeard_page.replay),
        (rf"^/-/({_OF_THE_SERVER})(\.json)?$", pages.not_shown),
    ]


@hookimpl  # type: ignore[untyped-decorator]
def menu_links() -> list[dict[str, str]]:
    """The way back from Datasette's own pages."""
    named = ("search", "ask", "table", "fleet", "collection", "game", "play", "matrix")
    labels = {"game": "Play", "play": "Watch"}
    ours = [{"href": f"/{name}", "label": labels.get(name, name.capitalize())} for name in named]
    return [{"href": "/", "label": "Pirate Code"}, *ours]


@hookimpl  # type: ignore[untyped-decorator]
def asgi_wrapper(datasette: Datasette) -> Callable[[App], App]:
    """What stands before every page."""
    served = [database for name, database in datasette.databases.items() if name != "_internal"]
    fixed = len(served) == 1 and not served[0].is_mutable and served[0].path
    return lambda app: Guard(limited(app), Path(served[0].path) if fixed else None)


@hookimpl(hookwrapper=True)  # type: ignore[untyped-decorator]
def handle_exception(datasette: Datasette, request: Request, exception: Exception) -> Iterator[None]:
    """Our error pages in place of Datasette's, which prints every exception with all local variables.

    Datasette runs what every plugin answers, its own last, so ours must be the only answer.
    """
    outcome: Any = yield
    outcome.force_result([lambda: error_response(datasette, request, exception)])


@hookimpl  # type: ignore[untyped-decorator]
def forbidden(datasette: Datasette, request: Request, message: str) -> Callable[[], Any]:
    """The same for what nobody may see."""
    return lambda: error_response(datasette, request, Forbidden(message))


@hookimpl  # type: ignore[untyped-decorator]
def prepare_connection(conn: sqlite3.Connection, database: str, datasette: Datasette) -> None:
    """Nothing but reading on the connections that Datasette itself opens to a library."""
    opened = datasette.databases.get(database)
    if opened is not None and not opened.is_mutable:
        sql_permissions.restrict(conn)
