"""The ask page: two names or a question in plain English, the verdict, its rulings and the witness."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from datasette.utils.asgi import Request, Response

from pirate_code.web import blackbeard_page
from pirate_code.web.computing import answered, as_json, asked, computed
from pirate_code.web.showing import Data

if TYPE_CHECKING:
    from datasette.app import Datasette

LIMITS = {"x": 1_000, "y": 1_000, "q": 1_000, "line": 1_000, "relation": 40}
EXAMPLES = (
    {"q": "Does a Helmsman stack with a trade current?"},
    {"x": "Cancel", "y": "Eternal"},
    {"q": "Can a canceller affect a fort?"},
    {"x": "Captain", "y": "Reverse Captain"},
    {"q": "Does a Surgeon save crew that is captured?"},
)


async def ask(datasette: Datasette, request: Request) -> Response:
    """A form to ask, and the answer."""
    query = asked(request, *LIMITS)
    if blackbeard_page.is_meant(query["q"]):
        return blackbeard_page.moved(datasette, "ask", query["q"])
    result, status = await _result(datasette, query)
    data = {
        "form": query,
        "fault": result.get("error"),
        "answer": result.get("answer"),
        "custom": result.get("custom", []),
        "pictures": result.get("pictures", {}),
        "table": urlencode({"position": table, "try": 1}) if (table := result.get("table")) else "",
        "examples": examples(),
        "arguments": urlencode({name: value for name, value in query.items() if value}),
    }
    return await answered(datasette, request, "pirate_ask.html", data, status)


def examples() -> list[tuple[str, str]]:
    """Questions to begin with: what they ask, and the arguments of their addresses."""
    return [(_example_text(example), urlencode(example)) for example in EXAMPLES]


async def ask_json(datasette: Datasette, request: Request) -> Response:
    """The answer as JSON."""
    query = asked(request, *LIMITS)
    if blackbeard_page.is_meant(query["q"]):
        return await blackbeard_page.answer_json(query["q"])
    result, status = await computed(datasette, "ask", query, LIMITS)
    if "answer" not in result:
        return as_json(result, status)
    return as_json(result["answer"] | {name: result[name] for name in ("table", "custom")}, status)


async def _result(datasette: Datasette, query: Data) -> tuple[Data, int]:
    if not any(query[name].strip() for name in ("q", "line")) and not (
        query["x"].strip() and query["y"].strip()
    ):
        return {}, 200
    return await computed(datasette, "ask", query, LIMITS)


def _example_text(example: dict[str, str]) -> str:
    return example.get("q") or f"{example['x']} and {example['y']}"
