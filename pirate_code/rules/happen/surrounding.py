"""Creatures round a ship: she is inside, and neither is in the way of the other.

`Piece.surrounds` says whom a creature came round; it is over when one of the two is elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.state import SEA
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.registry import banned, happens
from pirate_code.rules.table import surrounds

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


@banned("surround")
def _is_inside(game: Game, event: Event) -> str | None:
    """Only a ship on the sea is surrounded, and not by what is round her already."""
    creature, ship = game.piece(event.agent), game.piece(event.object)
    if ship.where != SEA or ship.pose is None:
        return f"{ship.card.name} is not on the sea."
    if surrounds(game.state, creature, ship):
        return f"{creature.card.name} surrounds {ship.card.name} already."
    return None


@happens("surround")
def _surround(game: Game, event: Event) -> Steps[None]:
    """The creature lies where the ship lies; she stays docked, pinned or submerged if she is."""
    yield from ()
    creature, ship = game.piece(event.agent), game.piece(event.object)
    creature.pose, creature.docked, creature.pinned_by = ship.pose, None, None
    creature.surrounds = ship.id
    game.state.stamp += 1
