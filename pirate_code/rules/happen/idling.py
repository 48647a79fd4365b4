"""Turns that a ship loses, or that end for her: she is given no action in them."""

from __future__ import annotations

from pirate_code.board.state import Lasting, Piece
from pirate_code.language import tree as t
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.meaning import select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.perform import performs

_IDLE = t.Happen(
    strength="cannot",
    event=t.Event(
        type="give",
        object=t.Pieces(noun="action", which="any"),
        to=t.Pieces(noun="game_piece", which="that"),
    ),
)


@performs("lose")
def _lose(event: t.Event, ctx: Context) -> Steps[bool]:
    """Ships lose their next turn."""
    yield from ()
    ships = _ships(event, ctx)
    for ship in ships:
        _idle(ship, f"next {ship.controller}", ctx)
    return bool(ships)


@performs("end")
def _end(event: t.Event, ctx: Context) -> Steps[bool]:
    """The turn of a ship ends, and with it the action that she is given."""
    yield from ()
    ships = _ships(event, ctx)
    for ship in ships:
        _idle(ship, "turn", ctx)
        for outer in chain(ctx.event):
            if outer.type == "give" and outer.to == ship.id:
                outer.facts["one_shot"] = True
    return bool(ships)


def _ships(event: t.Event, ctx: Context) -> list[Piece]:
    """Whose turn it is that is lost or ends."""
    what = event.object
    whose = what.of if isinstance(what, t.Pieces) and what.of is not None else event.agent
    found = [ctx.piece(ref) for ref in select.find(whose, ctx)] if whose is not None else []
    return [piece for piece in found if piece is not None]


def _idle(ship: Piece, ends: str, ctx: Context) -> None:
    ctx.game.force.last(Lasting(_IDLE, ctx.source, ctx.player, (ship.id,), ends, ctx.state.turn.number))


@performs("bellow", "fall_asleep")
def _tell(event: t.Event, ctx: Context) -> Steps[bool]:
    """What is said or shown at the table is an event like any other: what comes of it, other words tell."""
    told = Event(event.type, player=ctx.player, cause=ctx.cause, within=ctx.event)
    for ref in select.find(event.agent, ctx) if event.agent is not None else ():
        yield from ctx.game.propose(told.but(agent=ref))
    return True


@performs("ignore damage")
def _ignore_damage(event: t.Event, ctx: Context) -> Steps[bool]:
    """Damage that somebody deals does nothing until the player's next turn.

    Ruling kraken-gong-two-to-five-protects-all-round.
    """
    yield from ()
    what = event.object
    assert isinstance(what, t.Pieces)
    for found in what.filters:
        if isinstance(found, t.Involved) and found.event.type == "deal":
            spared = t.Event(type="damage", agent=found.event.agent, object=found.event.to)
            bar = t.Happen(strength="cannot", event=spared)
            ends = f"begin {ctx.player}"
            ctx.game.force.last(Lasting(bar, ctx.source, ctx.player, (), ends, ctx.state.turn.number))
            return True
    return False
