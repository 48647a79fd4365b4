"""The pages of a collection, which is kept on the reader's device: the list, a set, all pieces in short."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from datasette.utils.asgi import Request, Response

from pirate_code.collection.sent_counts import LENGTH_LIMIT, counts_of
from pirate_code.core.naming import nearest
from pirate_code.library.set_pieces import pieces_in_short, set_called, set_names, sets_in_order
from pirate_code.library.vocabulary import Counts
from pirate_code.web.computing import as_json
from pirate_code.web.showing import page, read

if TYPE_CHECKING:
    from datasette.app import Datasette

NOT_SENT = (
    "owned:, wanted: and missing: look at your collection. It is kept on your device, and a page with "
    "JavaScript sends it with the search."
)


async def collection(datasette: Datasette, request: Request) -> Response:
    """What the reader owns and wants; all but the names of the sets is filled in on the device."""
    data = {"sets": await read(datasette, sets_in_order), "limit": LENGTH_LIMIT}
    return await page(datasette, request, "pirate_collection.html", data)


async def set_page(datasette: Datasette, request: Request) -> Response:
    """A set with its pieces by number; how complete it is, is filled in on the device."""
    name, wants_json = unquote(request.url_vars["id"]), bool(request.url_vars.get("format"))
    found = await read(datasette, lambda db: set_called(db, name))
    if found is not None:
        return (
            as_json(found, 200)
            if wants_json
            else await page(datasette, request, "pirate_set.html", {"it": found})
        )
    names = await read(datasette, set_names)
    error = f"There is no set {name[:60]!r}{nearest(name, names)}"
    if wants_json:
        return as_json({"error": error}, 404)
    sets = await read(datasette, sets_in_order)
    data = {"sets": sets, "fault": error, "limit": LENGTH_LIMIT}
    return await page(datasette, request, "pirate_set_unknown.html", data, status=404)


async def pieces_json(datasette: Datasette, request: Request) -> Response:
    """Every piece with its name, set, kind and nation, for lists that are made on the device."""
    return as_json(await read(datasette, pieces_in_short), 200)


def sent_counts(request: Request) -> Counts | None:
    """The numbers of a collection that came with a search; None if none did."""
    given = {name: request.args.get(name) for name in ("owned", "wanted")}
    if all(text is None for text in given.values()):
        return None
    return {name: counts_of(text or "") for name, text in given.items()}
