"""A whole game from setup to the last point."""

from __future__ import annotations

from dataclasses import dataclass

from pirate_code.blackbeard import fate, turn
from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.decision import Steps
from pirate_code.blackbeard.game import Game, GameOver
from pirate_code.blackbeard.setup import set_up


@dataclass(frozen=True)
class Result:
    """How a game came out."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    why: str


def match(game: Game) -> Steps[Result]:
    """Play until the game ends; goes on from the beginning of a turn if it has begun."""
    game.respond = playing.respond
    state = game.state
    try:
        if state.turn.number == 0:
            yield from set_up(game, playing.immediate(game))
            player = state.turn.player
        else:
            player = state.turn.player
            state.turn.number -= 1  # the turn that is gone on with begins anew
        while True:
            yield from turn.take(game, player)
            player = (player + 1) % len(state.players)
    except GameOver as end:
        why = str(end)
    for pirate in list(state.pirates.values()):
        fate.score(game, pirate.player, pirate.notoriety, "alive", pirate.id)
    points = tuple(player.points for player in state.players)
    game.note("over", why=why, points=list(points))
    winners = tuple(seat for seat, count in enumerate(points) if count == max(points))
    return Result(winners, points, why)
