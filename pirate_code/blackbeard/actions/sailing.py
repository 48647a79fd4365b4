"""Action 1: move, between seas, transit boxes and ports."""

from __future__ import annotations

from pirate_code.blackbeard import harbours, retiring
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.decision import Option, Steps
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.state import Pirate
from pirate_code.blackbeard.strength import crew, speed

SLOW = 2  # actions that a move takes with a speed below 0


def cost(game: Game, pirate: Pirate) -> int:
    """How many actions a move takes."""
    return SLOW if speed(game, pirate) < 0 else 1


def options(game: Game, pirate: Pirate) -> list[Option]:
    """Where a pirate could sail."""
    if game.state.turn.actions < cost(game, pirate):
        return []
    return [offer(pirate, "move", place) for place in destinations(game, pirate)]


def destinations(game: Game, pirate: Pirate) -> list[str]:
    """The places next to a pirate that he may enter: no sea with his player's own commissioner."""
    own = game.state.commissioner_of(pirate.player)
    closed = None if own is None else own.place
    if game.in_port(pirate):
        near = [game.port(pirate.place).sea]
    else:
        both = crew(game, pirate)
        near = [*game.values.adjoining[pirate.place]]
        near += [
            port
            for port in game.values.ports_of.get(pirate.place, ())
            if all(harbours.may_enter(game, one, port) for one in both)
        ]
    return [place for place in near if place != closed]


def do(game: Game, pirate: Pirate, place: str) -> Steps[None]:
    """Sail there, if nobody stops him."""
    yield from window(game, Stage.ANNOUNCED, "move", pirate)
    for one in crew(game, pirate):
        harbours.move(game, one, place, "sailed")
    for one in reversed(crew(game, pirate)):
        retiring.pardon(game, one)
