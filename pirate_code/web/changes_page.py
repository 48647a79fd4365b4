"""What changed when the library was built or imported anew: a page, JSON, and a feed to subscribe to."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from datasette.utils.asgi import Request, Response

from pirate_code.data import DataError
from pirate_code.library.feed import atom, page_of
from pirate_code.library.history import History, history_of
from pirate_code.web.computing import as_json
from pirate_code.web.showing import page

if TYPE_CHECKING:
    from datasette.app import Datasette

STEPS = 10  # that are shown, the newest
LISTED = 60  # changes that are shown of each


async def changes(datasette: Datasette, request: Request) -> Response:
    """The newest changes of the library that is served."""
    library = Path(datasette.get_database().path)
    try:
        history = _newest(await asyncio.to_thread(history_of, library))
    except DataError:
        history = History()  # what lies there is for its owner to mend; `pirate-code changes` tells
    form = request.url_vars.get("format")
    if form == ".json":
        return as_json(history.model_dump(mode="json"), 200)
    if form == ".atom":
        site = f"{request.scheme}://{request.host}"
        text = atom(history, site, f"{site}/changes.atom")
        return Response(text, content_type="application/atom+xml; charset=utf-8")
    data = {"steps": history.steps, "page_of": page_of}
    return await page(datasette, request, "pirate_changes.html", data)


def _newest(history: History) -> History:
    steps = tuple(
        step.model_copy(update={"changes": step.changes[:LISTED]}) for step in history.steps[:STEPS]
    )
    return history.model_copy(update={"steps": steps})
