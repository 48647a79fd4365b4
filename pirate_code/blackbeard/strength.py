"""How strong pirates are: speed, combat and ratings of one alone or of two allies who act as one."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.state import Pirate

REVELRY = -2  # to speed and combat of a crew that is attacked while it revels
GUNS = 2  # to combat rolls with heavy guns
ALLIANCE = 1  # to the better combat of two
Rating: TypeAlias = Literal["ability", "cruelty", "leadership", "duel", "initiative"]


def crew(game: Game, pirate: Pirate) -> list[Pirate]:
    """The pirate, and his ally if he has one."""
    if pirate.ally is None:
        return [pirate]
    return [pirate, game.state.pirates[pirate.ally]]


def own_speed(game: Game, pirate: Pirate) -> int:
    """The speed of one ship."""
    return game.ship(pirate).speed[pirate.speed_hits]


def own_combat(game: Game, pirate: Pirate) -> int:
    """The combat rating of one ship."""
    return game.ship(pirate).combat[pirate.combat_hits]


def speed(game: Game, pirate: Pirate, *, attacked: bool = False) -> int:
    """The speed of a pirate: of two allies the lower."""
    slow = min(own_speed(game, one) for one in crew(game, pirate))
    return slow + (REVELRY if attacked and pirate.revelry else 0)


def combat(game: Game, pirate: Pirate, *, attacked: bool = False) -> int:
    """What a pirate's ship adds to a combat roll: of two allies the better and one more."""
    both = crew(game, pirate)
    best = max(own_combat(game, one) + (GUNS if one.guns else 0) for one in both)
    return best + (ALLIANCE if len(both) > 1 else 0) + (REVELRY if attacked and pirate.revelry else 0)


def rating(game: Game, pirate: Pirate, name: Rating) -> int:
    """A rating of a pirate: of two allies the higher."""
    return max(int(getattr(game.card(one), name)) for one in crew(game, pirate))


def leader(game: Game, pirate: Pirate) -> Pirate:
    """Of allies, the one with the highest leadership, who gets what cannot be divided."""
    return max(crew(game, pirate), key=lambda one: game.card(one).leadership)
