"""The games page: fleets, captains and a seed in the address; the game they make, to watch and to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

from datasette.utils.asgi import Request, Response

from pirate_code.fleets.fleet_file import builtin_fleet_names
from pirate_code.play.captains import CAPTAINS, QUICK_ADMIRAL, in_words
from pirate_code.rules.edition import edition_names
from pirate_code.web.computing import answered, as_file, as_json, as_picture, computed
from pirate_code.web.fleet_page import LIMITS as FLEET_LIMITS
from pirate_code.web.showing import Data

if TYPE_CHECKING:
    from datasette.app import Datasette

PLAYERS = 4
_WATCHED = tuple(QUICK_ADMIRAL if name == "admiral" else name for name in CAPTAINS)
LIMITS = {"fleet": FLEET_LIMITS["fleet"], "captain": 20, "seed": 12, "edition": 40, "turns": 5, "turn": 5}
EXAMPLES = (
    ("Traders race for gold", "english-traders", "french-traders"),
    ("Raiders meet raiders", "pirate-raiders", "viking-raiders"),
    ("A hunt for the Spanish gold", "spanish-traders", "pirate-raiders"),
    ("Forts, events, terrain and mysterious islands", "harbour-cursed-seas", "prowlers-cursed-seas"),
)


async def play(datasette: Datasette, request: Request) -> Response:
    """A form to choose fleets, and the game of those that were chosen."""
    query = order_of(request)
    if any(request.args.getlist("own")):
        return Response.redirect(f"{datasette.urls.path('/play')}?{arguments(query)}")
    result: Data = {}
    status = 200
    if len(query["fleet"]) > 1:
        result, status = await computed(datasette, "play", query, LIMITS)
    data = {
        "form": query,
        "fault": result.get("error"),
        "outcome": result.get("outcome"),
        "turns": turns_of(result["film"]) if "film" in result else [],
        "arguments": arguments(query),
        "again": arguments(query | {"seed": next_seed(query["seed"])}),
        "players": PLAYERS,
        "fleets": builtin_fleet_names(),
        "captains": {name: in_words(name) for name in _WATCHED},
        "editions": edition_names(),
        "examples": examples(),
    }
    return await answered(datasette, request, "pirate_play.html", data, status)


def examples() -> list[tuple[str, str]]:
    """Games to watch: what they are, and the arguments of their addresses."""
    return [
        (says, urlencode([("fleet", one), ("fleet", other), ("captain", "greedy"), ("seed", "2")]))
        for says, one, other in EXAMPLES
    ]


async def play_json(datasette: Datasette, request: Request) -> Response:
    """The outcome and the film of a game as JSON."""
    return as_json(*await computed(datasette, "play", order_of(request), LIMITS))


async def replay(datasette: Datasette, request: Request) -> Response:
    """The replay file, which `pirate-code replay` plays again."""
    return as_file(*await computed(datasette, "replay", order_of(request), LIMITS), "game.json")


async def table(datasette: Datasette, request: Request) -> Response:
    """The table at a turn, or at the end, as a picture."""
    query = order_of(request) | {"turn": request.args.get("turn") or ""}
    return as_picture(*await computed(datasette, "table", query, LIMITS))


def arguments(query: Data) -> str:
    """The query as the arguments of an address; what is as usual is left out."""
    pairs = [("fleet", text) for text in query["fleet"]] + [("captain", name) for name in query["captain"]]
    pairs += [(name, query[name]) for name in ("seed", "edition", "turns") if query[name]]
    return urlencode(pairs)


def order_of(request: Request) -> Data:
    """The game that a request orders: fleets with their captains, seed, edition and turns."""
    own = [_from_address(text) for text in request.args.getlist("own")]
    named = request.args.getlist("fleet")
    fleets = [
        (own[place] if place < len(own) else "") or (named[place] if place < len(named) else "")
        for place in range(max(len(own), len(named)))
    ]
    captains = request.args.getlist("captain")
    taken = [place for place, text in enumerate(fleets) if text.strip()][: PLAYERS + 1]
    return {
        "fleet": [fleets[place].strip("\r\n") for place in taken],
        "captain": [captains[min(place, len(captains) - 1)] for place in taken] if captains else [],
        **{name: (request.args.get(name) or "").strip() for name in ("seed", "edition", "turns")},
    }


def _from_address(text: str) -> str:
    """The fleet of an address of the fleet page; any other text as it is."""
    text = text.strip()
    if text.startswith(("http://", "https://", "/fleet?")) and "\n" not in text:
        try:
            return parse_qs(urlsplit(text).query).get("fleet", [text])[0]
        except ValueError:
            return text
    return text


def next_seed(seed: str) -> str:
    """The seed after this one, for another game of the same order."""
    return str(int(seed) + 1) if seed.isascii() and seed.isdigit() and len(seed) < LIMITS["seed"] else "2"


def turns_of(film: Data) -> list[Data]:
    """The log by turns, each line with the number of its step."""
    turns: list[Data] = [{"number": 0, "says": "Setup", "step": 0, "lines": []}]
    for number, step in enumerate(film["steps"]):
        if "turn" in step:
            turns.append({"number": step["turn"], "says": step["says"], "step": number, "lines": []})
        else:
            turns[-1]["lines"].append((number, step["says"]))
    return turns
