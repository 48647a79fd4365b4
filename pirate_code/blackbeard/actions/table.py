"""All actions together: what a player could do next, and doing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pirate_code.blackbeard import fate
from pirate_code.blackbeard.actions import assault, company, in_port, leaving, plunder, sailing
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.decision import Option, Steps
from pirate_code.blackbeard.game import ActionOver, Game
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.state import Pirate
from pirate_code.blackbeard.strength import crew

Do = Callable[[Game, Pirate, Any], Steps[None]]


def _dig(game: Game, pirate: Pirate, card: str) -> Steps[None]:
    yield from window(game, Stage.ANNOUNCED, "dig", pirate)
    yield from playing.dig(game, pirate, card)


DO: dict[str, Do] = {
    "move": sailing.do,
    "find": plunder.find,
    "loot": plunder.loot,
    "convert": plunder.convert,
    "in port": in_port.do,
    "attack": assault.attack,
    "sack": assault.sack,
    "grab": company.grab,
    "recover": company.recover,
    "ally": company.ally,
    "retire": leaving.retire,
    "dig": _dig,
}
FREE = frozenset({"part"})  # what costs no action


def options(game: Game, player: int) -> list[Option]:
    """What a player could do with an action."""
    only = game.state.turn.only
    found: list[Option] = []
    for pirate in game.state.of(player):
        if only is None or pirate.id == only:
            found += _of_pirate(game, pirate)
    return found + leaving.recruiting_options(game, player)


def _of_pirate(game: Game, pirate: Pirate) -> list[Option]:
    """What one pirate could do; a crew that revels only sails and recovers."""
    found = sailing.options(game, pirate) + company.recovery_options(game, pirate)
    found += company.parting_options(pirate)
    if pirate.revelry is not None:
        return found
    for module in (plunder, in_port, assault, company, leaving):
        found += module.options(game, pirate)
    if game.at_sea(pirate):
        islands = game.values.seas[pirate.place].islands
        for card in dict.fromkeys(pirate.kept):
            step = playing.kept_step(game, card)
            if step is not None and step.island in islands:
                found.append(offer(pirate, "dig", card))
    return found


def perform(game: Game, player: int, answer: dict[str, Any]) -> Steps[None]:
    """Do what a player has chosen; whatever stops it, the action is spent."""
    turn, do = game.state.turn, answer["do"]
    if do == "recruit":
        turn.actions -= 1
        yield from leaving.recruit(game, player, answer["about"])
        return
    pirate = game.state.pirates[answer["pirate"]]
    if do in FREE:
        fate.break_alliance(game, pirate)
        return
    turn.actions -= sailing.cost(game, pirate) if do == "move" else 1
    turn.acting, turn.used, turn.reacted = pirate.id, [], False
    for one in crew(game, pirate):
        one.next = one.next_about = None
    try:
        game.note("action", player=player, pirate=pirate.id, do=do, about=answer["about"])
        if pirate.loyalty == 0:
            yield from fate.mutiny(game, pirate)
        yield from DO[do](game, pirate, answer["about"])
    except ActionOver:
        game.note("action_over", pirate=answer["pirate"])
    finally:
        turn.acting = turn.merchant = None
