"""The pages that read: home, search, and one for each thing of the library, which also speaks JSON."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlencode

from datasette.utils.asgi import NotFound, Request, Response

from pirate_code.answers.partners import partners
from pirate_code.collection.holdings import CollectionError
from pirate_code.core.naming import folded
from pirate_code.core.query import QueryError
from pirate_code.library import entries, lookup
from pirate_code.library.completeness import completeness
from pirate_code.library.search import ORDERS, SearchResults, asks_for_collection
from pirate_code.library.search import search as search_library
from pirate_code.library.search_order import SortKey
from pirate_code.web import ask_page, blackbeard_page, facets, game_page, play_page, table_page
from pirate_code.web.collection_page import NOT_SENT, sent_counts
from pirate_code.web.showing import Data, page, read

if TYPE_CHECKING:  # Datasette loads its plugins while it is being loaded itself
    from datasette.app import Datasette

QUERY_LIMIT = 500
SHOWN = 60
_TYPES = {"card": "piece"}
# Things of few are found by their id at once; a name is looked for among all names of the library.
_BY_ID = {
    "keyword": "SELECT id, name, kind FROM keywords WHERE id = ?",
    "term": "SELECT id, name, kind FROM terms WHERE id = ?",
    "nation": "SELECT id, adjective, 'nation' FROM nations WHERE id = ?",
}
_INTERACTING = frozenset({"piece", "keyword", "ability", "term"})
EXAMPLES = (
    ("English ships of 12 points or less", "nation:english kind:ship points<=12"),
    ("Schooners that move S+L", "keyword:schooner move:S+L"),
    ("Extra actions, with rulings", 'text:"extra action" has:ruling'),
    ("What the rulings say of docking", "kind:ruling docking"),
    ("Sea monsters", 'keyword:"sea monster"'),
)


async def home(datasette: Datasette, request: Request) -> Response:
    """One search box over everything."""
    data = {
        "counts": await read(datasette, _counts),
        "completeness": await read(datasette, completeness),
        "examples": EXAMPLES,
        "questions": ask_page.examples()[:3],
        "positions": table_page.examples(),
        "fleets": ("english-traders", "pirate-raiders", "viking-traders"),
        "games": play_page.examples(),
        "opponents": game_page.examples(),
    }
    return await page(datasette, request, "pirate_home.html", data)


async def search(datasette: Datasette, request: Request) -> Response:
    """What a query finds, with facets to narrow it down."""
    query = (request.args.get("q") or "").strip()
    sort, descending = request.args.get("sort") or "relevance", request.args.get("desc") == "1"
    wants_json = bool(request.url_vars.get("format"))
    if blackbeard_page.is_meant(query):
        return await blackbeard_page.found(datasette, query, wants_json=wants_json)
    results, fault, offered, meant = SearchResults(), "", [], ""
    if len(query) > QUERY_LIMIT:
        fault = f"A search has at most {QUERY_LIMIT} characters; this one has {len(query):,}."
    elif query:
        try:
            counts = sent_counts(request)
            if counts is None and asks_for_collection(query):
                raise QueryError(NOT_SENT)
            results = await read(
                datasette,
                lambda db: search_library(
                    db, query, sort=sort, descending=descending, limit=SHOWN, widen=True, counts=counts
                ),
            )
            meant = results.meant
            offered = await read(datasette, lambda db: facets.offered(db, query, counts))
        except QueryError as error:
            fault, meant = str(error), error.repaired(query)
        except CollectionError as error:
            fault = str(error)
    if wants_json:
        answer: Data = {"error": fault} if fault else {"total": results.total, "totals": results.totals}
        return Response.json(
            {
                "query": query,
                **answer,
                "did_you_mean": meant or None,
                "read_as": results.read_as or None,
                "results": results.rows,
            },
            status=400 if fault else 200,
        )
    first = results.orders[0] if results.orders else SortKey(sort, descending)  # `order:` in it comes first
    data = {
        "query": query,
        "found": results,
        "fault": fault,
        "meant": meant,
        "completeness": await read(datasette, completeness),
        "facets": offered,
        "sort": first.order,
        "descending": first.descending,
        "orders": ORDERS,
        "examples": EXAMPLES,
        "shown": SHOWN,
        "link": _search_link,
    }
    # A page without a collection is not wrong: its script asks again with what is kept on the device.
    status = 400 if fault and fault != NOT_SENT else 200
    return await page(datasette, request, "pirate_search.html", data, status=status)


async def entry(datasette: Datasette, request: Request) -> Response:
    """A card, keyword, ability, ruling, section, term or nation, with all that is linked to it."""
    kind, key = request.url_vars["kind"], unquote(request.url_vars["id"])
    wanted = _TYPES.get(kind, kind)
    data = await read(datasette, lambda db: _entry(db, wanted, key))
    if data is None:
        return await _nothing(datasette, request, kind, key)
    if request.url_vars.get("format"):
        return Response.json(data, default=str)
    return await page(datasette, request, f"pirate_{wanted}.html", {"it": data})


async def sections(datasette: Datasette, request: Request) -> Response:
    """All sections of the rulings, by document."""
    statement = (
        "SELECT document, date, section, count(*) AS rulings FROM rulings_by_section "
        "GROUP BY document, section ORDER BY date DESC, document, section"
    )
    rows = await read(datasette, lambda db: [dict(row) for row in db.execute(statement)])
    return await page(datasette, request, "pirate_sections.html", {"rows": rows})


async def keywords(datasette: Datasette, request: Request) -> Response:
    """All keywords, by family."""
    rows = await read(
        datasette,
        lambda db: [
            dict(row)
            for row in db.execute("SELECT id, name, family, kind, definition FROM keywords ORDER BY name")
        ],
    )
    return await page(datasette, request, "pirate_keywords.html", {"rows": rows})


async def not_shown(datasette: Datasette, request: Request) -> Response:
    """What Datasette would tell of the server itself."""
    raise NotFound("What the server is made of is not shown.")


async def _nothing(datasette: Datasette, request: Request, kind: str, key: str) -> Response:
    """There is no such thing; what comes nearest to its name, or why it is no number."""
    near, why = await read(datasette, lambda db: (lookup.suggestions(db, key), lookup.why_no_number(db, key)))
    if request.url_vars.get("format"):
        error = f"There is no {kind} called {key!r}. {why}".strip()
        return Response.json({"error": error, "nearest": near}, status=404)
    data = {"kind": kind, "key": key, "near": near, "why": why}
    return await page(datasette, request, "pirate_nothing.html", data, status=404)


def _entry(db: sqlite3.Connection, kind: str, key: str) -> Data | None:
    """A thing by its id; a name is understood too where it means one thing of that kind."""
    if kind in _BY_ID and (row := db.execute(_BY_ID[kind], (key,)).fetchone()):
        meanings = [lookup.Meaning(kind, *row)]
    elif kind == "section":
        named = {folded(name) for (name,) in db.execute("SELECT DISTINCT section FROM rulings")}
        meanings = [lookup.Meaning(kind, folded(key), key, kind)] if folded(key) in named else []
    else:
        meanings = [meaning for meaning in lookup.find(db, key) if meaning.type == kind]
    if not meanings:
        return None
    data = entries.entry(db, meanings[0])
    return data | {"interacts": partners(db, meanings[0])} if kind in _INTERACTING else data


def _counts(db: sqlite3.Connection) -> dict[str, int]:
    tables = ("pieces", "abilities", "keywords", "rulings", "errata")
    return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def _search_link(query: str, **changes: str | int) -> str:
    return "/search?" + urlencode({"q": query} | {name: value for name, value in changes.items() if value})
