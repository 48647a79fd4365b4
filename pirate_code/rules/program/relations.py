"""What can be seen of an event on the table: who touches, tows or pins whom, and what was done of late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pirate_code.board import fire, geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.refs import Ref, Seat
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import table
from pirate_code.rules.event import Event, chain

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec


def relates(ctx: Context, event: EventSpec, role: str, ref: Ref) -> bool:
    """Whether a thing touches, tows, pins, surrounds or controls what an event names, or is so itself."""
    piece = ctx.piece(ref)
    if piece is None:
        return False
    if event.type == "control":
        seats = event.agent.find(ctx) if event.agent is not None else [Seat(ctx.player)]
        return Seat(piece.controller if piece.controller is not None else -1) in seats
    other = event.object if role == "agent" else event.agent
    others = [ctx.piece(found) for found in other.find(ctx)] if other is not None else [ctx.ship]
    return any(
        found is not None
        and found is not piece
        and _relates(ctx, event.type, *((piece, found) if role == "agent" else (found, piece)))
        for found in others
    )


def _relates(ctx: Context, kind: str, agent: Piece, target: Piece) -> bool:
    if kind == "tow":
        return target.towed_by == agent.id
    if kind == "pin":
        return target.pinned_by == agent.id
    if kind == "surround":
        return table.surrounds(ctx.state, agent, target)
    if is_apart(agent, target):
        return False
    return table.touching(ctx.state, agent, target)


def is_apart(one: Piece, other: Piece) -> bool:
    """Whether one of two ships is under water and so touches no other.

    Ruling: submarine-touches-nothing-while-submerged.
    """
    return one.afloat and other.afloat and ("submerged" in one.states or "submerged" in other.states)


def stands(ctx: Context, event: EventSpec) -> bool:
    """Whether two things of an event touch, tow, pin or surround now; what is met is remembered."""
    agents = event.agent.find(ctx) if event.agent is not None else [ship.id for ship in ctx.state.ships()]
    for ref in agents:
        if ctx.piece(ref) is not None and relates(ctx, event, "agent", ref):
            ctx.say(ref)
            return True
    return False


def recent(ctx: Context, kind: str) -> Iterator[Event]:
    """Events that are going on, and those of a type that were done in this turn."""
    yield from chain(ctx.event)
    for done, agent, target in ctx.state.turn.done:
        if done == kind:
            yield Event(done, agent=agent, object=target)


def is_line_clear(ctx: Context, event: EventSpec) -> bool:
    """Whether a straight line can be drawn from the bow of a ship to a place, across nothing that is told."""
    if event.object is None or event.object.noun != "straight_line":
        return False
    line = next((found.event for found in event.object.filters if found.event is not None), None)
    bow = line.source if line is not None else None
    if line is None or bow is None or bow.of is None or line.to is None or line.object is None:
        return False
    across = [ctx.piece(ref) for ref in line.object.find(ctx)]
    goals = [piece for ref in line.to.find(ctx) if (piece := ctx.piece(ref)) is not None]
    ships = [piece for ref in bow.of.find(ctx) if (piece := ctx.piece(ref)) is not None]
    return any(
        _reaches(ctx, ship, goal, [one for one in across if one is not None])
        for ship in ships
        for goal in goals
        if ship.where == SEA
    )


def _reaches(ctx: Context, ship: Piece, goal: Piece, across: list[Piece]) -> bool:
    outline = table.shape(ctx.state, goal)
    if ship.pose is None or outline is None:
        return False
    point = geometry.carry(load_outlines()[ship.outline].bow, ship.pose)
    crossed = [one for one in across if one.where == SEA and one is not goal]
    shapes = [found for one in crossed if (found := table.shape(ctx.state, one)) is not None]
    return fire.line_of_fire(point, outline, shapes)
