"""The fleet page: a fleet in the address, whether it is legal, and the report to keep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from datasette.utils.asgi import Request, Response

from pirate_code.fleets.fleet_file import builtin_fleet_names
from pirate_code.rules.edition import edition_names
from pirate_code.web.computing import answered, as_json, asked, computed
from pirate_code.web.showing import Data

if TYPE_CHECKING:
    from datasette.app import Datasette

LIMITS = {"fleet": 6_000, "edition": 40, "build": 10, "casual": 10, "better": 10}
_PAPERS = {".txt": "text", ".html": "html"}


async def fleet(datasette: Datasette, request: Request) -> Response:
    """A form to write a fleet, and the report on it."""
    query = asked(request, *LIMITS)
    result, status = await _result(datasette, query)
    text = result.get("text", query["fleet"])
    data = {
        "form": query,
        "fault": result.get("error"),
        "report": result.get("report"),
        "needs": result.get("needs", []),
        "text": text,
        "editions": edition_names(),
        "examples": builtin_fleet_names(),
        "limit": LIMITS["fleet"],
        "changes": result.get("changes") if query["better"] else None,
        "arguments": _arguments(query | {"fleet": text, "better": ""}),
        "better": {way: _arguments(query | {"fleet": text, "better": way}) for way in ("right", "full")},
        "mine": urlencode({"fleet": text}),
    }
    return await answered(datasette, request, "pirate_fleet.html", data, status)


def _arguments(query: Data) -> str:
    return urlencode({name: value for name, value in query.items() if value})


async def fleet_json(datasette: Datasette, request: Request) -> Response:
    """The report as JSON."""
    query = asked(request, *LIMITS)
    if not query["fleet"].strip():
        return as_json({"error": "Give a fleet as text, or the name of a built-in one, in `fleet`."}, 400)
    result, status = await _result(datasette, query)
    data: Data = result.get("report", result)
    return as_json(data, 400 if "error" in data and status == 200 else status)


async def fleet_paper(datasette: Datasette, request: Request) -> Response:
    """The report as a file to keep."""
    query = asked(request, *LIMITS) | {"format": _PAPERS[request.url_vars["format"]]}
    result, status = await computed(datasette, "fleet_paper", query, LIMITS)
    if "error" in result:
        return Response.text(f"{result['error']}\n", status=status)
    name = re.sub(r"[^a-z0-9]+", "-", result["name"].lower()).strip("-")[:60] or "fleet"
    headers = {"content-disposition": f'attachment; filename="{name}{request.url_vars["format"]}"'}
    made = Response.html if query["format"] == "html" else Response.text
    return made(result["paper"], headers=headers)


async def _result(datasette: Datasette, query: Data) -> tuple[Data, int]:
    if not query["fleet"].strip():
        return {}, 200
    return await computed(datasette, "fleet", query, LIMITS)
