"""Ships that an ability hands over: they join another fleet, and may be docked together with the taker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import game_of
from pirate_code.rules.happen import docking, towing
from pirate_code.rules.program.performing import performs

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec


@performs("own")
def _own(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Take a ship over; where both are to be docked, not at all unless both can be.

    See derelict-taker-needs-two-ships-that-can-dock.
    """
    assert event.object is not None
    game = game_of(ctx)
    found = [ctx.piece(ref) for ref in event.object.find(ctx)]
    islands = [ctx.piece(ref) for ref in event.at.find(ctx)] if event.at is not None else []
    for taken in found:
        if taken is None or ctx.ship is None:
            continue
        before = taken.controller
        towing.capture(game, taken, ctx.player)
        both = [(ship, island) for ship in (ctx.ship, taken) for island in islands[:1] if island is not None]
        made = Event("own", object=taken.id, player=ctx.player, cause=ctx.cause, within=ctx.event)
        docks = [made.but(type="dock", object=ship.id, at=island.id) for ship, island in both]
        if not all(game.allows(dock) for dock in docks):
            towing.capture(game, taken, before)
            continue
        for ship, island in both:
            yield from docking.dock_at(game, ship, island, ctx.player, made)
    return bool(found)
