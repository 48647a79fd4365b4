"""The shoot action: a ship, sea creature, fort or gunner ashore fires at whatever it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen.shooting import can_shoot, shooting
from pirate_code.rules.registry import action, banned

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

__all__ = ["can_shoot", "shoot", "shooting"]


@action("shoot_action")
def shoot(game: Game, event: Event) -> Steps[None]:
    """Fire cannon by cannon."""
    yield from shooting(game, game.piece(event.to), event)


@banned("give")
def _needs_a_target(game: Game, event: Event) -> str | None:
    """A shoot action is given only to who has a valid target (shooting-needs-a-valid-target)."""
    if not isinstance(event.object, Matter) or event.object.noun != "shoot_action" or facts.AS_COST.of(event):
        return None
    piece = game.piece(event.to)
    return None if can_shoot(game, piece) else f"{piece.card.name} has nobody to shoot at."
