"""The page where people play: the game is in its address, the fleets, the seed and every answer.

Without scripts each choice is a button of a form. Scripts draw the sea and ask `/-/game.json` in its place.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from datasette.utils.asgi import Request, Response

from pirate_code.fleets.fleet_file import builtin_fleet_names
from pirate_code.play.captains import CAPTAINS, in_words
from pirate_code.play.people import ME
from pirate_code.rules.edition import edition_names
from pirate_code.web.computing import answered, as_file, as_json, asked, computed
from pirate_code.web.game_secret import dice_of, mark_of, secret_of
from pirate_code.web.play_page import LIMITS as ORDER_LIMITS
from pirate_code.web.play_page import PLAYERS, arguments, order_of, turns_of
from pirate_code.web.showing import Data

if TYPE_CHECKING:
    from datasette.app import Datasette

LIMITS = ORDER_LIMITS | {"v": 11, "answers": 14_000, "pick": 6, "free": 24, "seat": 2}
_SEEDS = 1_000_000
EXAMPLES = (
    ("Race the French for gold", "english-traders", "french-traders", "greedy"),
    ("Fight off pirates", "spanish-raiders", "pirate-raiders", "raider"),
    ("Two at one screen", "viking-raiders", "english-raiders", ME),
)
_PERSON = "a person at this screen"


async def game(datasette: Datasette, request: Request) -> Response:
    """A form to choose fleets and an opponent; or the game that the address holds."""
    query = _asked(request)
    own = any(request.args.getlist("own"))
    if len(query["fleet"]) < 2:
        return await _shown(datasette, request, query, {}, 200)
    if own or not query["seed"]:
        query["seed"] = query["seed"] or str(secrets.randbelow(_SEEDS))
        return Response.redirect(_address(datasette, query))
    if request.args.get("watch"):
        return await _watched(datasette, request, query)
    result, status = await _computed(datasette, "game", query)
    if query["pick"] and status == 400:  # the answer is refused: the game stands where it stood
        refused, (result, _) = result, await _computed(datasette, "game", query | _NO_ANSWER)
        result = result | {"error": refused["error"]}
    if not query["answers"]:  # a game that begins here is one of this version
        query["v"] = result.get("version", "")
    if status == 200 and result["answers"] != query["answers"]:
        return Response.redirect(_address(datasette, query | {"answers": result["answers"]}))
    return await _shown(datasette, request, query, result, status)


_NO_ANSWER = {"pick": "", "free": ""}


async def _computed(datasette: Datasette, task: str, query: Data) -> tuple[Data, int]:
    """What comes of a task for a game of this server, whose chance only this server knows."""
    secret = secret_of(Path(datasette.get_database().path))
    version, _, mark = query["v"].partition(".")
    if mark not in {"", mark_of(secret)}:
        return {"error": _OTHER_SERVER}, 400
    hidden = {"v": version, "dice": dice_of(secret, query)}
    result, status = await computed(datasette, task, query | hidden, LIMITS)
    if "version" in result:
        result = result | {"version": f"{result['version']}.{mark_of(secret)}"}
    return result, status


_OTHER_SERVER = "This game was begun on another server, which alone knows what is hidden in it: go on there."


def examples() -> list[tuple[str, str]]:
    """Games to play: what they are, and the arguments of their addresses."""
    return [
        (says, urlencode([("fleet", own), ("fleet", other), ("captain", ME), ("captain", captain)]))
        for says, own, other, captain in EXAMPLES
    ]


async def _shown(datasette: Datasette, request: Request, query: Data, result: Data, status: int) -> Response:
    data = {
        "form": query,
        "fault": result.get("error"),
        "game": result if "state" in result else None,
        "order": _order(query),
        "arguments": _arguments(query),
        "players": PLAYERS,
        "fleets": builtin_fleet_names(),
        "captains": {ME: _PERSON} | {name: in_words(name) for name in CAPTAINS},
        "editions": edition_names(),
    }
    return await answered(datasette, request, "pirate_game.html", data, status)


async def _watched(datasette: Datasette, request: Request, query: Data) -> Response:
    """A game that is over, to watch move by move."""
    result, status = await _computed(datasette, "game_film", query)
    end, _ = await _computed(datasette, "game", query)
    data = {
        "form": query,
        "fault": result.get("error"),
        "outcome": result.get("outcome"),
        "turns": turns_of(result["film"]) if "film" in result else [],
        "picture": end.get("picture"),
        "arguments": _arguments(query),
    }
    return await answered(datasette, request, "pirate_game_film.html", data, status)


async def game_json(datasette: Datasette, request: Request) -> Response:
    """Where a game stands, after one more answer if there is a `pick`, as JSON."""
    return as_json(*await _computed(datasette, "game", _asked(request)))


async def film_json(datasette: Datasette, request: Request) -> Response:
    """The outcome and the film of a game that is over, as JSON."""
    return as_json(*await _computed(datasette, "game_film", _asked(request)))


async def replay(datasette: Datasette, request: Request) -> Response:
    """The replay file of a game that is over."""
    return as_file(*await _computed(datasette, "game_replay", _asked(request)), "game.json")


def _asked(request: Request) -> Data:
    return {**order_of(request), **asked(request, "v", "answers", "pick", "free", "seat")}


def _arguments(query: Data) -> str:
    """The game as the arguments of an address."""
    more = {name: query[name] for name in ("answers", "seat") if query[name]}
    return "&".join(part for part in (_order(query), urlencode(more)) if part)


def _order(query: Data) -> str:
    """The game without its answers, with the mark of the version it is played with."""
    return "&".join(
        part for part in (arguments(query), urlencode({"v": query["v"]} if query["v"] else {})) if part
    )


def _address(datasette: Datasette, query: Data) -> str:
    return f"{datasette.urls.path('/game')}?{_arguments(query)}"
