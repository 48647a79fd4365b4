"""Turns that a ship loses, or that end for her: she is given no action in them."""

from __future__ import annotations

from pirate_code.board.state import End, Lasting, Piece, Until
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.lower import derived
from pirate_code.rules.program.performing import performs


@performs("lose")
def _lose(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Ships lose their next turn."""
    yield from ()
    ships = _ships(event, ctx)
    for ship in ships:
        _idle(ship, End(Until.NEXT_TURN, ship.controller, ctx.state.turn.number), ctx)
    return bool(ships)


@performs("end")
def _end(event: EventSpec, ctx: Context) -> Steps[bool]:
    """The turn of a ship ends, and with it the action that she is given."""
    yield from ()
    ships = _ships(event, ctx)
    for ship in ships:
        _idle(ship, End(Until.TURN), ctx)
        for outer in chain(ctx.event):
            if outer.type == "give" and outer.to == ship.id:
                facts.ONE_SHOT.put(outer, True)
    return bool(ships)


def _ships(event: EventSpec, ctx: Context) -> list[Piece]:
    """Whose turn it is that is lost or ends."""
    what = event.object
    whose = what.of if what is not None and what.of is not None else event.agent
    found = [ctx.piece(ref) for ref in whose.find(ctx)] if whose is not None else []
    return [piece for piece in found if piece is not None]


def _idle(ship: Piece, ends: End, ctx: Context) -> None:
    ctx.game.begin(Lasting(derived.idle(), ctx.source, ctx.player, (ship.id,), ends))


@performs("bellow", "fall_asleep")
def _tell(event: EventSpec, ctx: Context) -> Steps[bool]:
    """What is said or shown at the table is an event like any other: what comes of it, other words tell."""
    shown = Event(event.type, player=ctx.player, cause=ctx.cause, within=ctx.event)
    for ref in event.agent.find(ctx) if event.agent is not None else ():
        yield from ctx.game.propose(shown.but(agent=ref))
    return True


@performs("ignore damage")
def _ignore_damage(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Damage that somebody deals does nothing until the player's next turn.

    Ruling kraken-gong-two-to-five-protects-all-round.
    """
    yield from ()
    assert event.object is not None
    for found in event.object.filters:
        deal = found.event
        if deal is not None and deal.type == "deal":
            bar = derived.spared(deal.agent, deal.to)
            ends = End(Until.BEGINNING, ctx.player, ctx.state.turn.number)
            ctx.game.begin(Lasting(bar, ctx.source, ctx.player, (), ends))
            return True
    return False
