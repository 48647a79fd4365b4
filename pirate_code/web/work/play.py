"""A game from its order: how it came out, its film, the table at a turn, and the replay to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pirate_code.core.playing import EndlessGame
from pirate_code.core.saving import dumps
from pirate_code.data import DataError
from pirate_code.fleets.fleet_file import builtin_fleets, edition_for
from pirate_code.fleets.notation_reading import Reading
from pirate_code.play.captains import NO_BOTS, QUICK_ADMIRAL, MakeCaptain, budget_of, captain
from pirate_code.play.game import Played, answers, go_on
from pirate_code.play.order import ordered, outcome
from pirate_code.play.replay import replay_data
from pirate_code.rules.game import Game
from pirate_code.views.film import FilmedGame, film
from pirate_code.views.svg import draw
from pirate_code.web.work.fleet import edition_of, reading_of
from pirate_code.web.work.library import Refused, WorkerLibrary

Data = dict[str, Any]
PLAYERS = 4
PIECES = 60  # of one fleet
TURNS, MOST_TURNS = 40, 60  # of each player: unless the query says so, and at most
SEEDS = 1 << 32
WATCHED_BUDGET = 500  # of an admiral whose whole game is played at once


def play(library: WorkerLibrary, query: Data) -> Data:
    """The outcome and the film of a game."""
    played = game_ordered(library, query, FilmedGame)
    _to_the_end(played)
    return {"outcome": outcome(played), "film": film(played.game)}


def replay(library: WorkerLibrary, query: Data) -> Data:
    """The replay file of a game."""
    played = game_ordered(library, query)
    _to_the_end(played)
    return {"replay": dumps(replay_data(played))}


def table(library: WorkerLibrary, query: Data) -> Data:
    """The table at the beginning of a turn, drawn."""
    until = number_of(query.get("turn"), "turn", 0, 1_000, 1_000)
    played = game_ordered(library, query)
    commanders = [
        captain(name, played.seed, player, edition=played.edition)
        for player, name in enumerate(played.captains)
    ]
    for _ in answers(played.game, commanders):
        if played.game.state.turn.number >= until:
            break
    return {"svg": draw(played.game.state, f"Turn {played.game.state.turn.number}")}


def _to_the_end(played: Played) -> None:
    try:
        go_on(played)
    except EndlessGame as error:
        raise Refused(f"{str(error).capitalize()}.") from None


def game_ordered(
    library: WorkerLibrary,
    query: Data,
    kind: type[Game] = Game,
    bots: Mapping[str, MakeCaptain] = NO_BOTS,
    budget: int = WATCHED_BUDGET,
) -> Played:
    """The game of a query before its first decision; what is wrong with it is refused in one sentence."""
    for name in query["captain"]:
        _check_budget(name, budget)
    readings = [_reading(library, text) for text in query["fleet"]]
    fleets = [reading.fleet for reading in readings]
    if not 1 < len(fleets) <= PLAYERS:
        known = ", ".join(builtin_fleets())
        raise Refused(
            f"A game has two to {PLAYERS} fleets, and here {_are(len(fleets))}; give `fleet` once for each:"
            f" a fleet as text, or one of {known}."
        )
    seed = number_of(query.get("seed"), "seed", 0, SEEDS - 1, 1)
    seed = int(query.get("dice") or seed)  # a game of people is dealt by the secret of the server
    turns = number_of(query.get("turns"), "turns", 1, MOST_TURNS, TURNS)
    try:
        rules = edition_of(query.get("edition")) or edition_for(None, readings)
        return ordered(fleets, rules, seed, tuple(query["captain"]), turns, kind=kind, bots=bots)
    except DataError as error:
        raise Refused(str(error)) from None


def _check_budget(name: str, most: int) -> None:
    """Refuse an admiral who would think for longer than a page waits."""
    asked = budget_of(name)
    if asked is not None and asked > most:
        raise Refused(
            f"An admiral plans with at most {most:,} decisions a turn here, and {name[:20]!r} would take"
            f" {asked:,}; {QUICK_ADMIRAL!r} is quick."
        )


def _are(count: int) -> str:
    return {0: "is none", 1: "is one"}.get(count, f"are {count}")


def _reading(library: WorkerLibrary, text: str) -> Reading:
    reading = reading_of(library, text)
    if sum(1 for _ in reading.fleet.cards()) > PIECES:
        name = reading.fleet.name
        raise Refused(f"{name} has more than {PIECES} pieces, which is too much for a game here.")
    return reading


def number_of(given: object, name: str, least: int, most: int, usual: int) -> int:
    """A number of a query within its bounds; what is not given is as usual."""
    text = str(given or "")
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise Refused(f"`{name}` is a number from {least} to {most:,}, and {text[:20]!r} is not.")
    return int(text)
