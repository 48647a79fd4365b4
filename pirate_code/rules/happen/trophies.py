"""Trophies: a part of a piece that another ship loads is lost to it and becomes cargo."""

from __future__ import annotations

from pirate_code.board.card import Card
from pirate_code.board.refs import Part
from pirate_code.board.state import ASIDE
from pirate_code.rules.capacity import HULLS
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import performs, pick


@performs("load segment")
def _load_part(event: EventSpec, ctx: Context) -> Steps[bool]:
    """The part is lost and a token of it comes aboard (segment-trophy-is-eliminated-from-the-monster)."""
    assert event.object is not None
    ships = [ctx.piece(ref) for ref in event.agent.find(ctx)] if event.agent is not None else []
    ship = next((found for found in ships if found is not None and found.kind in HULLS), ctx.ship)
    picked = yield from pick(event.object, ctx, event.but(type="eliminate", agent=None))
    done = False
    for part in picked:
        if ship is None or not isinstance(part, Part):
            continue
        lost = Event("eliminate", agent=ship.id, object=part, source=part.of, player=ctx.player)
        if not (yield from ctx.game.propose(lost.but(cause=ctx.cause, within=ctx.event))):
            continue
        noun = event.object.noun
        token = ctx.state.add(Card(id=f"trophy-{noun}", name=noun, kind="treasure"), ship.controller, ASIDE)
        token.controller = ship.controller
        ctx.state.put(token, ship.id)
        ctx.state.mark(token, noun)
        ctx.say(ship.id, token.id)
        done = True
    return done
