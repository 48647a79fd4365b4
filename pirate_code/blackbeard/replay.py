"""Replays of Blackbeard: seed, players, length, overlay and decisions; core.replay tells the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from pirate_code.blackbeard.match import match
from pirate_code.blackbeard.play import Played, prepare
from pirate_code.blackbeard.values import values_with
from pirate_code.core import replay
from pirate_code.core.saving import SaveError
from pirate_code.data import DataError

FORMAT = 1
GAME = "blackbeard"


class BlackbeardReplay(replay.ReplayFile):
    """The replay file of a game of Blackbeard."""

    format: Literal[1]
    game: Literal["blackbeard"]
    players: Annotated[int, Field(ge=1, le=20)]
    length: str
    overlay: dict[str, Any]


def replay_data(played: Played) -> dict[str, Any]:
    """A game as the data of its replay file."""
    return {
        "game": GAME,
        **replay.head(FORMAT, played.seed),
        "players": played.players,
        "length": played.length,
        "overlay": dict(played.game.values.overlay),
        "captains": list(played.captains),
        **replay.tail(played.decisions, played.lines()),
    }


def write_replay(played: Played, path: Path) -> None:
    """Write the replay file of a game."""
    replay.write(replay_data(played), path)


def read_replay(path: Path) -> BlackbeardReplay:
    """Read a replay file; what is wrong with it is a DataError in one sentence."""
    return replay.parsed(replay.read(path), path, parse_replay)


def parse_replay(data: Any) -> BlackbeardReplay:
    """A replay of plain data; SaveError if it is none."""
    return replay.checked(data, BlackbeardReplay, FORMAT)


def play_again(file: BlackbeardReplay, until: int | None = None) -> Played:
    """Play a replay, to its end or to the beginning of a turn; SaveError if it does not come out the same."""
    try:
        played = prepare(values_with(file.overlay), file.players, file.seed, file.length)
    except DataError as error:
        raise SaveError(str(error)) from None
    played.captains = tuple(file.captains)
    game = played.game.start(match)
    for taken in replay.follow_replay(game, file.taken()):
        if until is not None and game.state.turn.number >= until:
            return played
        played.decisions.append(taken)
    if until is None:
        replay.confirm(played.lines(), file.log, file.version)
    return played
