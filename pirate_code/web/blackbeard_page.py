"""The pages of Blackbeard: its rules and cards, one for each thing, and games to watch on the drawn map."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlencode

from datasette.utils.asgi import NotFound, Request, Response

from pirate_code.core.query import QueryError
from pirate_code.web.computing import answered, as_file, as_json, as_picture, computed
from pirate_code.web.play_page import next_seed, turns_of
from pirate_code.web.showing import Data, page

if TYPE_CHECKING:
    from datasette.app import Datasette

    from pirate_code.blackbeard.library import Entry

LIMITS = {"players": 2, "captain": 20, "seed": 12, "length": 20, "turn": 6}
MARK = "game:blackbeard"
QUERY_LIMIT = 500
SHOWN = 60
EXAMPLES = (
    ("Three captains hunt each other", {"players": "3", "captain": "greedy", "seed": "7"}),
    ("A duel of two, greed against chance", {"players": "2", "captain": ["greedy", "random"], "seed": "4"}),
    ("Five at once", {"players": "5", "captain": "greedy", "seed": "12"}),
)


async def overview(datasette: Datasette, request: Request) -> Response:
    """Rules, cards, ports, pirates, tables and rulings; what a search finds; the answer to a question."""
    query, question = (_argument(request, name) for name in ("q", "ask"))
    data, status = await asyncio.to_thread(_overview, query, question)
    return await page(datasette, request, "pirate_blackbeard.html", data, status=status)


# --- what the pages of Pirates hand over --------------------------------------------------------------------


def is_meant(query: str) -> bool:
    """Whether a search or a question says that it is about this game."""
    return MARK in query.lower()


def _without_mark(query: str) -> str:
    return " ".join(word for word in query.split() if word.lower() != MARK)


def moved(datasette: Datasette, name: str, query: str) -> Response:
    """Send a search (`q`) or a question (`ask`) to the page of this game."""
    return Response.redirect(
        f"{datasette.urls.path('/blackbeard')}?{urlencode({name: _without_mark(query)})}"
    )


async def found(datasette: Datasette, query: str, *, wants_json: bool) -> Response:
    """What a search of this game finds: on its page, or as JSON."""
    if not wants_json:
        return moved(datasette, "q", query)
    data, status = await asyncio.to_thread(_overview, _without_mark(query)[: QUERY_LIMIT + 1], "")
    if data["fault"]:
        return Response.json({"query": query, "error": data["fault"], "results": []}, status=status)
    rows = [one.as_json() for one in data["found"] or []]
    return Response.json({"query": query, "game": "blackbeard", "total": len(rows), "results": rows[:SHOWN]})


async def answer_json(query: str) -> Response:
    """The answer to a question about this game."""
    from pirate_code.blackbeard.asking import answered as answer_to

    question = _without_mark(query)[:QUERY_LIMIT]
    answer = await asyncio.to_thread(answer_to, question)
    return as_json(answer.as_json(), 200)


# --- rules and cards ----------------------------------------------------------------------------------------


def _argument(request: Request, name: str) -> str:
    return (request.args.get(name) or "").strip()[: QUERY_LIMIT + 1]


def _overview(query: str, question: str) -> tuple[Data, int]:
    from pirate_code.blackbeard import library, searching
    from pirate_code.blackbeard.asking import answered as answer_to

    found: list[Entry] | None = None
    fault = ""
    if max(len(query), len(question)) > QUERY_LIMIT:
        fault, query, question = f"A search or question has at most {QUERY_LIMIT} characters.", "", ""
    try:
        if query:
            found = searching.search(searching.game_of(f"game:blackbeard {query}").query)
    except QueryError as error:
        fault = str(error)
    rulings: dict[str, list[Entry]] = {}
    for ruling in library.of_kind("ruling"):
        rulings.setdefault(ruling.facts["section"], []).append(ruling)
    data = {
        "asked": query,
        "question": question,
        "fault": fault,
        "found": found,
        "shown": SHOWN,
        "answer": answer_to(question) if question else None,
        "of_kind": library.of_kind,
        "ratings": library.RATINGS,
        "tables": library.tables(),
        "rulings": rulings,
        "citation": library.citation,
        "examples": examples(),
    }
    return data, 400 if fault else 200


async def entry(datasette: Datasette, request: Request) -> Response:
    """One thing with its rulings; also as JSON."""
    kind, key = request.url_vars["kind"], unquote(request.url_vars["id"])
    found = await asyncio.to_thread(_entry, f"{kind}/{key}")
    if found is None:
        raise NotFound(f"Blackbeard has no {kind.replace('-', ' ')} {key[:100]!r}.")
    if request.url_vars.get("format"):
        return Response.json(found["it"].as_json() | {"rulings": [one.as_json() for one in found["rulings"]]})
    return await page(datasette, request, "pirate_blackbeard_entry.html", found)


def _entry(key: str) -> Data | None:
    from pirate_code.blackbeard import library

    found = [one for one in library.entries() if one.key == key]
    if not found:
        return None
    table = library.tables()[found[0].id][1] if found[0].kind == "table" else None
    return {
        "it": found[0],
        "table": table,
        "rulings": library.rulings_of(found[0]),
        "citation": library.citation,
    }


# --- games --------------------------------------------------------------------------------------------------


def examples() -> list[tuple[str, str]]:
    """Games to watch: what they are, and the arguments of their addresses."""
    return [(says, urlencode(order, doseq=True)) for says, order in EXAMPLES]


def _asked(request: Request) -> Data:
    named = {name: _argument(request, name) for name in ("players", "seed", "length")}
    return {**named, "captain": [name.strip() for name in request.args.getlist("captain")][:5]}


def _arguments(query: Data) -> str:
    return urlencode({name: value for name, value in query.items() if value}, doseq=True)


async def play(datasette: Datasette, request: Request) -> Response:
    """A form to order a game, and the game that was ordered."""
    from pirate_code.blackbeard.captains import CAPTAINS
    from pirate_code.blackbeard.setup import LENGTHS

    query = _asked(request)
    result: Data = {}
    status = 200
    if any(query.values()):
        result, status = await computed(datasette, "blackbeard_play", query, LIMITS)
    data = {
        "form": query,
        "fault": result.get("error"),
        "outcome": result.get("outcome"),
        "reasons": result.get("film", {}).get("reasons", []),
        "steps": result.get("film", {}).get("steps", []),
        "turns": turns_of(result["film"]) if "film" in result else [],
        "arguments": _arguments(query),
        "again": _arguments(query | {"seed": next_seed(query["seed"])}),
        "captains": list(CAPTAINS),
        "lengths": LENGTHS,
        "examples": examples(),
    }
    return await answered(datasette, request, "pirate_blackbeard_play.html", data, status)


async def play_json(datasette: Datasette, request: Request) -> Response:
    """The outcome and the film of a game as JSON."""
    return as_json(*await computed(datasette, "blackbeard_play", _asked(request), LIMITS))


async def replay(datasette: Datasette, request: Request) -> Response:
    """The replay file, which `pirate-code replay` plays again."""
    return as_file(
        *await computed(datasette, "blackbeard_replay", _asked(request), LIMITS), "blackbeard.json"
    )


async def table(datasette: Datasette, request: Request) -> Response:
    """The map at a turn, or at the end, as a picture."""
    query = _asked(request) | {"turn": _argument(request, "turn")}
    return as_picture(*await computed(datasette, "blackbeard_table", query, LIMITS))
