"""The design page: the fields of one card of somebody's own, and at once all that can be told about it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from datasette.utils.asgi import Request, Response

from pirate_code.answers.card_draft import FIELDS, KINDS, TEXT_LIMIT
from pirate_code.web.computing import answered, as_json, asked, computed
from pirate_code.web.showing import Data

if TYPE_CHECKING:
    from datasette.app import Datasette

LIMITS = {name: TEXT_LIMIT if name in ("ability", "link") else 200 for name in FIELDS}
EXAMPLES = (
    {
        "kind": "ship",
        "name": "Lantern of Ruun",
        "masts": "3",
        "cargo": "4",
        "move": "S+S",
        "cannons": "3S-3S-2L",
        "ability": "Schooner. This ship gets +1 to her cannon rolls against Pirate ships.",
    },
    {
        "kind": "crew",
        "name": "Old Bracken",
        "ability": "Captain. Once per turn you may reroll any die roll you make for this ship.",
    },
)


async def design(datasette: Datasette, request: Request) -> Response:
    """A form with the fields of a card, and the report on it."""
    query = asked(request, *LIMITS)
    result, status = await _result(datasette, query)
    told = {} if "error" in result else result
    data = {
        "form": query,
        "kinds": KINDS,
        "limits": LIMITS,
        "fault": result.get("error"),
        "told": told,
        "look": _look(told),
        "table": urlencode({"position": table}) if (table := told.get("table")) else "",
        "examples": [(example["name"], urlencode(example)) for example in EXAMPLES],
        "arguments": urlencode({name: value for name, value in query.items() if value}),
    }
    return await answered(datasette, request, "pirate_design.html", data, status)


def _look(told: Data) -> Data:
    """What the drawing of a card goes by."""
    if not told:
        return {}
    keywords = (told["line"] or {}).get("keywords", ())
    return {
        **told["card"],
        "name": told["card"]["name"] or "a card of your own",
        "keywords": ", ".join(keyword["name"] for keyword in keywords),
    }


async def design_json(datasette: Datasette, request: Request) -> Response:
    """The report as JSON."""
    return as_json(*await computed(datasette, "design", asked(request, *LIMITS), LIMITS))


async def _result(datasette: Datasette, query: Data) -> tuple[Data, int]:
    if not any(query[name].strip() for name in FIELDS if name != "kind"):
        return {}, 200
    return await computed(datasette, "design", query, LIMITS)
