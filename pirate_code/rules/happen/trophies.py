"""Trophies: a part of a piece that another ship loads is lost to it and becomes cargo."""

from __future__ import annotations

from pirate_code.board.card import Card
from pirate_code.board.refs import Part
from pirate_code.board.state import ASIDE
from pirate_code.language import tree as t
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen.carrying import HULLS
from pirate_code.rules.meaning import perform, select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.perform import performs


@performs("load segment")
def _load_part(event: t.Event, ctx: Context) -> Steps[bool]:
    """The part is lost and a token of it comes aboard (segment-trophy-is-eliminated-from-the-monster)."""
    assert isinstance(event.object, t.Pieces)
    ships = [ctx.piece(ref) for ref in select.find(event.agent, ctx)] if event.agent is not None else []
    ship = next((found for found in ships if found is not None and found.kind in HULLS), ctx.ship)
    picked = yield from perform.pick(event.object, ctx, event.but(type="eliminate", agent=None))
    done = False
    for part in picked:
        if ship is None or not isinstance(part, Part):
            continue
        lost = Event("eliminate", agent=ship.id, object=part, source=part.of, player=ctx.player)
        if not (yield from ctx.game.propose(lost.but(cause=ctx.cause, within=ctx.event))):
            continue
        noun = str(event.object.noun)
        token = ctx.state.add(Card(id=f"trophy-{noun}", name=noun, kind="treasure"), ship.controller, ASIDE)
        token.controller = ship.controller
        ctx.state.put(token, ship.id)
        ctx.state.mark(token, noun)
        ctx.say(ship.id, token.id)
        done = True
    return done
