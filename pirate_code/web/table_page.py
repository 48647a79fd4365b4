"""The table page: a position in the address, to change by hand, and everything that can come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from datasette.utils.asgi import Request, Response

from pirate_code.terrain import load_terrain
from pirate_code.web.computing import answered, as_json, asked, computed
from pirate_code.web.showing import Data
from pirate_code.web.work.position_edits import ABOARD, GIVEN, NUMBERS, PLACES, SIDED, WORDS

if TYPE_CHECKING:
    from datasette.app import Datasette

_NAME, _LINE = 60, 1_000
EDITS = {
    "do": 10,
    "piece": _NAME,
    "was": _NAME,
    "kind": 12,
    "name": _NAME,
    "whose": 8,
    "on": _NAME,
    "ability": _LINE,
    "worth": 4,
    "terrain": 30,
    "is": 80,
    "place": 20,
    "by": _NAME,
    "facing": _NAME,
    "x": 10,
    "y": 10,
    "heading": 10,
    "action": 10,
    "to": _NAME,
    "event": _NAME,
    "dice": 120,
    "choose": 400,
    **dict.fromkeys(NUMBERS, 4),
    **dict.fromkeys(WORDS, 40),
}
LIMITS = {"position": 6_000, "ruling": 120, "number": 4, "path": 400} | EDITS
START = """given:
  Prey: {ship: theirs, at: [0, 0, 90]}
  Revenge: {ship: ours, move: S, at: [0, 100, 270]}
  Jack: {crew: Revenge, has: Captain}
  Tom: {crew: Prey}
"""
_RAM = START + "when:\n  - {give: move, to: Revenge, choose: [straight ahead]}\n"
_BROADSIDE = """given:
  Revenge: {ship: ours, at: [0, 0, 0]}
  Prey: {ship: theirs, at: [0, 60, 180], lost: 1}
  Gunner: {crew: Revenge, has: Cannoneer}
when:
  - {give: shoot, to: Revenge, never: stop}
"""
_ISLAND = """given:
  Isle: {island: wild, at: [0, 0, 0]}
  Gold: {coin: 5, on: Isle}
  Silver: {coin: 2, on: Isle}
  Revenge: {ship: ours, docked: Isle, cargo: 2}
  Jack: {crew: Revenge, has: Explorer}
when:
  - {give: explore, to: Revenge}
"""
EXAMPLES = (
    ("A ram, with a Captain aboard", _RAM),
    ("A broadside with a Cannoneer", _BROADSIDE),
    ("An island with more gold than room", _ISLAND),
)


async def table(datasette: Datasette, request: Request) -> Response:
    """The position with its pieces and forms; with `try`, everything that can come of it."""
    query = _asked(request)
    edits = any(query[name] for name in ("do", "ruling"))
    made, status = await computed(datasette, "position", query, LIMITS)
    if edits and status == 200:
        tries = query["do"] in ("step", "also") or bool(query["ruling"])
        return Response.redirect(_address(datasette, made["position"], tries=tries))
    if status != 200 and edits:  # the change is refused: the position is as it was
        refused, (made, _) = made, await computed(datasette, "position", _unchanged(query), LIMITS)
        made |= {"error": refused["error"]}
    text = str(made.get("position", query["position"]))
    data = {
        "text": text,
        "fault": made.get("error"),
        "pieces": made.get("pieces", []),
        "steps": made.get("steps", []),
        "picture": made.get("picture"),
        "edited": _edited(made.get("pieces", []), query["edit"] or query["was"]),
        "arguments": urlencode({"position": text}),
        "limit": LIMITS["position"],
        **_CHOICES,
        "examples": examples(),
    }
    if query["try"] and status == 200:
        data, status = await _tried(datasette, query, text, data)
    return await answered(datasette, request, "pirate_table.html", data, status)


def examples() -> list[tuple[str, str]]:
    """Positions to begin with: what they are, and the arguments of their addresses."""
    return [(says, urlencode({"position": position, "try": 1})) for says, position in EXAMPLES]


_CHOICES: Data = {
    "kinds": [*SIDED, *ABOARD, "coin", "terrain"],
    "terrains": list(load_terrain()),
    "places": list(PLACES),
    "actions": list(GIVEN),
}


async def _tried(datasette: Datasette, query: Data, text: str, data: Data) -> tuple[Data, int]:
    """What can come of the position, and the film of the outcome that was chosen."""
    found, status = await computed(datasette, "outcomes", {"position": text}, LIMITS)
    data |= {"fault": found.get("error"), "report": found.get("report")}
    chosen = query["outcome"]
    outcomes = found["report"]["outcomes"] if status == 200 else []
    if chosen.isascii() and chosen.isdigit() and len(chosen) < 6 and 0 < int(chosen) <= len(outcomes):
        outcome = outcomes[int(chosen) - 1]
        path = {"position": text, "path": outcome["path"]}
        film, status = await computed(datasette, "outcome_film", path, LIMITS)
        data |= {"fault": film.get("error"), "film": film, "shown": outcome, "path": urlencode(path)}
    return data, status


async def position_json(datasette: Datasette, request: Request) -> Response:
    """The position after a change, as JSON: its text, its pieces, and how it looks."""
    return as_json(*await computed(datasette, "position", _asked(request), LIMITS))


async def outcomes_json(datasette: Datasette, request: Request) -> Response:
    """Everything that can come of a position, as JSON."""
    query = asked(request, "position")
    result, status = await computed(datasette, "outcomes", query, LIMITS)
    return as_json(result.get("report", result), status)


async def film_json(datasette: Datasette, request: Request) -> Response:
    """The film of one path, as JSON."""
    return as_json(*await computed(datasette, "outcome_film", asked(request, "position", "path"), LIMITS))


async def position_file(datasette: Datasette, request: Request) -> Response:
    """The position as a scenario file to keep."""
    result, status = await computed(datasette, "position", _asked(request), LIMITS)
    if status != 200:
        return Response.text(f"{result['error']}\n", status=status)
    headers = {"content-disposition": 'attachment; filename="position.yaml"'}
    return Response(result["position"], headers=headers, content_type="text/plain; charset=utf-8")


def _asked(request: Request) -> Data:
    query = asked(request, *LIMITS, "try", "outcome", "edit", "remove")
    if query["remove"]:
        query |= {"do": "remove", "piece": query["remove"]}
    text = query["position"].replace("\r\n", "\n")
    return query | {"position": text if text.strip() or query["ruling"] else START}


def _unchanged(query: Data) -> Data:
    return {"position": query["position"]}


def _address(datasette: Datasette, text: str, *, tries: bool) -> str:
    arguments = urlencode({"position": text} | ({"try": 1} if tries else {}))
    return f"{datasette.urls.path('/table')}?{arguments}"


def _edited(pieces: list[Data], name: str) -> Data:
    """What the form of a piece is filled with: what is told of the piece that is changed."""
    piece = next((piece for piece in pieces if piece["name"] == name), None)
    if piece is None:
        return {}
    given, kind = piece["given"], piece["kind"]
    has = given.get("has", [])
    fields = {key: given[key] for key in (*NUMBERS, *WORDS) if key in given}
    fields |= {"name": name, "kind": kind, "was": name, "facing": given.get("facing", "")}
    fields["ability"] = given.get("says") or ", ".join(has if isinstance(has, list) else [has])
    states = given.get("is", [])
    fields["is"] = ", ".join(states if isinstance(states, list) else [states])
    if kind in SIDED:
        fields |= {"whose": given[kind], "on": given.get("on", "")}
    elif kind in ABOARD:
        fields["on"] = given[kind]
    else:
        fields |= {"worth": given.get("coin"), "terrain": given.get("terrain"), "on": given.get("on", "")}
    for words, (key, before) in PLACES.items():
        if str(given.get(key, "")).startswith(before) and key in given:
            fields |= {"place": words, "by": given[key].removeprefix(before)}
            break
    return fields
