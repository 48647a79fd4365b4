"""A game of Blackbeard from its order: how it came out, its film, the map at a turn, and the replay."""

from __future__ import annotations

from typing import Any

from pirate_code.blackbeard.chart import draw
from pirate_code.blackbeard.film import Camera
from pirate_code.blackbeard.play import Played, answers, go_on, outcome, prepare
from pirate_code.blackbeard.replay import replay_data
from pirate_code.blackbeard.story import Story
from pirate_code.blackbeard.values import standard_values
from pirate_code.core.saving import dumps
from pirate_code.data import DataError
from pirate_code.web.work.library import Refused, WorkerLibrary
from pirate_code.web.work.play import SEEDS, number_of

Data = dict[str, Any]


def blackbeard_play(library: WorkerLibrary, query: Data) -> Data:
    """The outcome and the film of a game."""
    played = _ordered(query)
    camera = Camera(played)
    played.game.watch = camera
    go_on(played)
    names = [f"Player {seat + 1} ({captain})" for seat, captain in enumerate(played.captains)]
    told = {"names": names, "score": list(Story(played).score())}
    return {"outcome": outcome(played) | told, "film": camera.film(played.game)}


def blackbeard_replay(library: WorkerLibrary, query: Data) -> Data:
    """The replay file of a game."""
    played = _ordered(query)
    go_on(played)
    return {"replay": dumps(replay_data(played))}


def blackbeard_table(library: WorkerLibrary, query: Data) -> Data:
    """The map at the beginning of a turn, or at the end, drawn."""
    until = number_of(query.get("turn"), "turn", 0, 10_000, 10_000)
    played = _ordered(query)
    for _ in answers(played):
        if played.game.state.turn.number >= until:
            break
    state = played.game.state
    return {"svg": draw(played.game.values, state, f"Turn {state.turn.number}")}


def _ordered(query: Data) -> Played:
    counts = sorted(standard_values().rules.limits)
    players = number_of(query.get("players"), "players", counts[0], counts[-1], 3)
    seed = number_of(query.get("seed"), "seed", 0, SEEDS - 1, 1)
    try:
        return prepare(
            standard_values(),
            players,
            seed,
            query.get("length") or "standard",
            captains=tuple(name for name in query["captain"] if name) or ("greedy",),
        )
    except DataError as error:
        raise Refused(str(error)) from None
