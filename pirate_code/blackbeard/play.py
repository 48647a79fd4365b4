"""One whole game of Blackbeard: values, players, seed and captains in; result, log and decisions out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pirate_code.blackbeard.captains import CAPTAINS, NO_BOTS, MakeCaptain, captain
from pirate_code.blackbeard.cards.reading import read_cards
from pirate_code.blackbeard.decision import Decision
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.match import Result, match
from pirate_code.blackbeard.observing import observe
from pirate_code.blackbeard.setup import new_game
from pirate_code.blackbeard.state import State
from pirate_code.blackbeard.values import Values
from pirate_code.core import playing
from pirate_code.core.captains import Captain, dismiss
from pirate_code.core.log import digest
from pirate_code.core.playing import Taken
from pirate_code.core.saving import dumps
from pirate_code.data import DataError


@dataclass
class Played:
    """A game as it was played."""

    players: int
    seed: int
    length: str
    captains: tuple[str, ...]
    game: Game
    decisions: list[Taken] = field(default_factory=list)

    @property
    def result(self) -> Result | None:
        """How the game ended; none as long as it has not."""
        result: Result | None = self.game.result
        return result

    def lines(self) -> list[str]:
        """The log as lines of JSON."""
        return [dumps({"event": event, **facts}) for event, facts in self.game.log]


def prepare(
    values: Values,
    players: int,
    seed: int = 1,
    length: str = "standard",
    *,
    captains: Sequence[str] = ("random",),
    bots: Mapping[str, MakeCaptain] = NO_BOTS,
) -> Played:
    """A game before its first decision; the last captain named commands the rest."""
    for name in captains:
        if name not in CAPTAINS and name not in bots:
            raise DataError(f"There is no captain {name[:40]!r}; there are {', '.join(CAPTAINS)}.")
    read_cards(values)
    game = new_game(values, players, seed, length)
    names = tuple(captains[min(seat, len(captains) - 1)] for seat in range(players))
    return Played(players, seed, length, names, game)


def go_on(played: Played, bots: Mapping[str, MakeCaptain] = NO_BOTS) -> None:
    """Let the captains play until the game is over."""
    for taken in answers(played, bots):
        played.decisions.append(taken)


def answers(played: Played, bots: Mapping[str, MakeCaptain] = NO_BOTS) -> Iterator[Taken]:
    """Start a game and let the captains answer; yields each answer before it is given."""
    game = played.game.start(match)
    captains: list[Captain[Decision, State]] = []
    try:
        for seat, name in enumerate(played.captains):
            captains.append(captain(name, played.seed, seat, bots))
        yield from playing.answers(game, captains, lambda player: observe(game.state, player))
    finally:
        dismiss(captains)


def outcome(played: Played) -> dict[str, Any]:
    """The result of a game as plain data."""
    result = played.result
    lines = played.lines()
    return {
        "game": "blackbeard",
        "players": played.players,
        "seed": played.seed,
        "length": played.length,
        "captains": list(played.captains),
        "over": result is not None,
        "winners": [] if result is None else list(result.winners),
        "points": [player.points for player in played.game.state.players],
        "why": None if result is None else result.why,
        "turns": played.game.state.turn.number,
        "decisions": len(played.decisions),
        "events": len(lines),
        "log_sha256": digest(lines),
    }
