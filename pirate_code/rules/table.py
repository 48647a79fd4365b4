"""What can be seen on the table: distances, contact, who is on what, and what has happened of late."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeGuard

from pirate_code.board import fire, geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.refs import Part, Ref, Seat
from pirate_code.board.state import SEA, Piece
from pirate_code.language import tree as t
from pirate_code.rules.event import Event, chain
from pirate_code.rules.meaning import select

if TYPE_CHECKING:
    from pirate_code.rules.game import Game
    from pirate_code.rules.meaning.context import Context

SEGMENT = {"S": geometry.S, "L": geometry.L}


@cache
def length(segments: tuple[str, ...]) -> float:
    """Segments laid end to end, in millimetres."""
    return sum(SEGMENT[segment] for segment in segments)


def shape(game: Game, piece: Piece) -> geometry.Shape | None:
    """The outline of a piece on the table; crew and forts are where their ship or island is."""
    lies = _lies(game, piece)
    return None if lies is None else placed(*lies)


def _lies(game: Game, piece: Piece) -> tuple[str, geometry.Pose] | None:
    here = piece
    while here.where >= 0:
        here = game.state.pieces[here.where]
    return None if here.where != SEA or here.pose is None else (here.outline, here.pose)


@lru_cache(maxsize=4096)
def placed(outline: str, pose: geometry.Pose) -> geometry.Shape:
    """An outline as it lies at a pose; most pieces lie still while one moves."""
    return geometry.place(load_outlines()[outline], pose)


def gap(game: Game, one: Piece, other: Piece) -> float:
    """How far two pieces are apart; infinitely far if one is not on the table."""
    first, second = _lies(game, one), _lies(game, other)
    return float("inf") if first is None or second is None else _between(*first, *second)


@lru_cache(maxsize=16384)
def _between(one: str, at: geometry.Pose, other: str, there: geometry.Pose) -> float:
    """The gap between two outlines as they lie; asked again and again as long as neither moves."""
    return geometry.gap(placed(one, at), placed(other, there))


def within(game: Game, one: Piece, other: Piece, segments: tuple[str, ...]) -> bool:
    """Whether two pieces are within a distance of each other."""
    first, second = _lies(game, one), _lies(game, other)
    if first is None or second is None:
        return False
    limit = length(segments) + geometry.TOLERANCE
    if geometry.box_gap(placed(*first), placed(*second)) > limit:  # most are far apart
        return False
    return _between(*first, *second) <= limit


def touching(game: Game, one: Piece, other: Piece) -> bool:
    """Whether two pieces touch."""
    return within(game, one, other, ())


def on(game: Game, piece: Piece, place: Piece) -> bool:
    """Whether a piece is aboard, on or in another, or lies over terrain."""
    if place.id in {piece.where, piece.docked}:
        return True
    return place.kind == "terrain" and piece.where == SEA and touching(game, piece, place)


def relation(ctx: Context, event: t.Event, role: str, ref: Ref) -> bool:
    """Whether a thing touches, tows, pins, surrounds or controls what an event names, or is so itself."""
    piece = ctx.piece(ref)
    if piece is None:
        return False
    if event.type == "control":
        seats = select.find(event.agent, ctx) if event.agent is not None else [Seat(ctx.player)]
        return Seat(piece.controller if piece.controller is not None else -1) in seats
    other = event.object if role == "agent" else event.agent
    others = [ctx.piece(found) for found in select.find(other, ctx)] if other is not None else [ctx.ship]
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
        return surrounds(ctx.game, agent, target)
    return touching(ctx.game, agent, target)


def surrounds(game: Game, creature: Piece, ship: Piece) -> bool:
    """Whether a creature has a ship inside it: it came round her, and neither has gone from there."""
    return game.state.memory.get(f"surrounds {creature.id}") == ship.id and creature.pose == ship.pose


def standing(ctx: Context, event: t.Event) -> bool:
    """Whether two things of an event touch, tow, pin or surround now; what is met is remembered."""
    agents = (
        select.find(event.agent, ctx)
        if event.agent is not None
        else [piece.id for piece in ctx.state.ships()]
    )
    for ref in agents:
        piece = ctx.piece(ref)
        if piece is not None and relation(ctx, event, "agent", ref):
            ctx.say(ref)
            return True
    return False


def is_line_clear(ctx: Context, event: t.Event) -> bool:
    """Whether a straight line can be drawn from the bow of a ship to a place, across nothing that is told."""
    line = event.object
    told = [found.event for found in line.filters if isinstance(found, t.Involved)] if _is_line(line) else []
    bow = told[0].source if told else None
    if not isinstance(bow, t.Pieces) or bow.of is None or told[0].to is None or told[0].object is None:
        return False
    across = [ctx.piece(ref) for ref in select.find(told[0].object, ctx)]
    for ship in (ctx.piece(ref) for ref in select.find(bow.of, ctx)):
        if ship is None or ship.pose is None or ship.where != SEA:
            continue
        point = geometry.carry(load_outlines()[ship.outline].bow, ship.pose)
        for goal in (ctx.piece(ref) for ref in select.find(told[0].to, ctx)):
            outline = shape(ctx.game, goal) if goal is not None else None
            crossed = [one for one in across if one is not None and one.where == SEA and one is not goal]
            shapes = [found for one in crossed if (found := shape(ctx.game, one)) is not None]
            if outline is not None and fire.line_of_fire(point, outline, shapes):
                return True
    return False


def _is_line(selector: t.Selector | None) -> TypeGuard[t.Pieces]:
    return isinstance(selector, t.Pieces) and selector.noun == "straight_line"


def recent(ctx: Context, event: t.Event) -> Iterator[Event]:
    """Events that are going on, and those of this turn."""
    yield from chain(ctx.event)
    for kind, agent, target in ctx.state.turn.done:
        if kind == event.type:
            yield Event(kind, agent=agent, object=target)


def holder(ref: Ref) -> int | None:
    """The piece that a part belongs to."""
    return ref.of if isinstance(ref, Part) else None
