"""Actions 11 and 12: retire, and bring new pirates into the game."""

from __future__ import annotations

from pirate_code.blackbeard import fate, retiring
from pirate_code.blackbeard.actions.in_port import pay
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.decision import Option, Steps
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.harbours import Status, governor_for, status
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.setup import deploy, may_deploy
from pirate_code.blackbeard.state import Pirate

BRIBE = 100  # for each point of d66


def options(game: Game, pirate: Pirate) -> list[Option]:
    """The ways to retire from where a pirate lies."""
    if not game.in_port(pirate) or pirate.ally is not None:
        return []
    return [offer(pirate, "retire", way) for way in ways(game, pirate)]


def ways(game: Game, pirate: Pirate) -> list[str]:
    """By a letter of marque, in a safe haven, or by a bribe."""
    port = pirate.place
    how = status(game, pirate, port)
    found = []
    if how is Status.HAVEN:
        found.append("haven")
    if how is Status.PRO and game.port(port).nation in pirate.letters:
        found.append("letter")
    governor = governor_for(game, port)
    if how is Status.PRO and governor is not None and governor not in pirate.bribed:
        found.append("bribe")
    return found


def retire(game: Game, pirate: Pirate, way: str) -> Steps[None]:
    """Leave the sea, if nobody and no governor stands in the way."""
    yield from window(game, Stage.ANNOUNCED, "retire", pirate)
    if way not in ways(game, pirate):
        return
    if way == "letter":
        yield from retiring.by_letter(game, pirate, "letter")
    elif way == "haven":
        fate.retire(game, pirate, "haven")
    else:
        governor = governor_for(game, pirate.place) or ""
        price = game.d66("bribe") * BRIBE
        pirate.bribed.append(governor)
        if price <= pirate.net_worth and (yield from pay(game, pirate, price, governor)):
            fate.change_net_worth(game, pirate, -price, "bribe")
            fate.retire(game, pirate, "bribe")
        game.note("bribe_declined", pirate=pirate.id, price=price)
        yield from fate.change_loyalty(game, pirate, -1, "bribe")


def recruiting_options(game: Game, player: int) -> list[Option]:
    """Draw a new pirate, or deploy one of the hand."""
    limit = game.values.rules.limits[len(game.state.players)].hand
    found = []
    if game.state.pirate_deck and len(game.state.players[player].pirates) < limit:
        found.append(Option({"pirate": None, "do": "recruit", "about": "draw"}, "draw a pirate"))
    if may_deploy(game, player):
        found.append(Option({"pirate": None, "do": "recruit", "about": "deploy"}, "deploy a pirate"))
    return found


def recruit(game: Game, player: int, how: str) -> Steps[None]:
    """A new pirate, drawn and perhaps deployed at once, or deployed from the hand. Nobody hunts meanwhile."""
    if how == "draw":
        game.state.players[player].pirates.append(game.state.pirate_deck.pop())
        game.note("drew_pirate", player=player)
    if may_deploy(game, player):
        yield from deploy(game, player, must=how == "deploy")
