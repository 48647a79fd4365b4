"""What can be seen on the table: distances, contact, and who is on what."""

from __future__ import annotations

from functools import cache, lru_cache
from math import hypot

from pirate_code.board import geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Part, Ref
from pirate_code.board.state import SEA, Piece, State

_THIN = 0.5  # half the width of an arm
SEGMENT = {"S": geometry.S, "L": geometry.L}


@cache
def length(segments: tuple[str, ...]) -> float:
    """Segments laid end to end, in millimetres."""
    return sum(SEGMENT[segment] for segment in segments)


def shape(state: State, piece: Piece) -> geometry.Shape | None:
    """The outline of a piece on the table; crew and forts are where their ship or island is."""
    lies = _lies(state, piece)
    return None if lies is None else placed(*lies)


def _lies(state: State, piece: Piece) -> tuple[str, Pose] | None:
    here = _bearer(state, piece)
    return None if here.where != SEA or here.pose is None else (here.outline, here.pose)


def _bearer(state: State, piece: Piece) -> Piece:
    """What a piece is aboard or on, in the end; itself if it lies on the table."""
    while piece.where >= 0:
        piece = state.pieces[piece.where]
    return piece


def arm(state: State, piece: Piece) -> geometry.Shape | None:
    """The arm that a ship has swung out, as it lies on the table (hoist-as-part-of-the-ship)."""
    ship = _bearer(state, piece)
    if ship.arm is None or ship.pose is None or ship.where != SEA:
        return None
    return _swung(ship.arm, ship.pose)


@lru_cache(maxsize=256)
def _swung(end: geometry.Point, pose: Pose) -> geometry.Shape:
    turn = geometry.bearing((0.0, 0.0), end)
    beam = geometry.rectangle(0.0, -_THIN, hypot(*end), _THIN)
    return geometry.put(beam, Pose(pose.x, pose.y, pose.heading + turn))


def swing(state: State, ship: Piece, to: Piece) -> None:
    """Lay the end of a ship's arm on something."""
    there = shape(state, to)
    if there is None or ship.pose is None:
        return
    x, y = geometry.nearest((ship.pose.x, ship.pose.y), there)
    ship.arm = geometry.carry((x - ship.pose.x, y - ship.pose.y), Pose(0.0, 0.0, -ship.pose.heading))


def swing_out(state: State, ship: Piece, turn: float, mm: float) -> None:
    """Lay a ship's arm out that way off her bow, its end so far from her hull."""
    hull = shape(state, ship)
    if hull is None or ship.pose is None:
        return
    ux, uy = geometry.toward(turn)
    out = mm
    for _ in range(4):  # the end is no farther from the hull than it has been moved out
        end = geometry.carry((out * ux, out * uy), ship.pose)
        out += mm - geometry.reach(end, hull)
    ship.arm = (out * ux, out * uy)


def _with_arms(state: State, one: Piece, other: Piece) -> float:
    """The gap between two pieces of which one at least has an arm out."""
    shapes = [
        [found for found in (shape(state, piece), arm(state, piece)) if found is not None]
        for piece in (one, other)
    ]
    return min(geometry.gap(first, second) for first in shapes[0] for second in shapes[1])


def _have_arms(state: State, one: Piece, other: Piece) -> bool:
    return _bearer(state, one).arm is not None or _bearer(state, other).arm is not None


@lru_cache(maxsize=4096)
def placed(outline: str, pose: Pose) -> geometry.Shape:
    """An outline as it lies at a pose; most pieces lie still while one moves."""
    return geometry.place(load_outlines()[outline], pose)


def gap(state: State, one: Piece, other: Piece) -> float:
    """How far two pieces are apart; infinitely far if one is not on the table."""
    first, second = _lies(state, one), _lies(state, other)
    if first is None or second is None:
        return float("inf")
    return _with_arms(state, one, other) if _have_arms(state, one, other) else _between(*first, *second)


@lru_cache(maxsize=16384)
def _between(one: str, at: Pose, other: str, there: Pose) -> float:
    """The gap between two outlines as they lie; asked again and again as long as neither moves."""
    return geometry.gap(placed(one, at), placed(other, there))


def within(state: State, one: Piece, other: Piece, segments: tuple[str, ...]) -> bool:
    """Whether two pieces are within a distance of each other."""
    return is_nearer(state, one, other, length(segments))


def is_nearer(state: State, one: Piece, other: Piece, mm: float) -> bool:
    """Whether two pieces are no farther apart than so many millimetres."""
    first, second = _lies(state, one), _lies(state, other)
    if first is None or second is None:
        return False
    limit = mm + geometry.TOLERANCE
    if _have_arms(state, one, other):
        return _with_arms(state, one, other) <= limit
    if geometry.box_gap(placed(*first), placed(*second)) > limit:  # most are far apart
        return False
    return _between(*first, *second) <= limit


def touching(state: State, one: Piece, other: Piece) -> bool:
    """Whether two pieces touch."""
    return within(state, one, other, ())


def on(state: State, piece: Piece, place: Piece) -> bool:
    """Whether a piece is aboard, on or in another, or lies over terrain."""
    if place.id in {piece.where, piece.docked}:
        return True
    return place.kind == "terrain" and piece.where == SEA and touching(state, piece, place)


def surrounds(state: State, creature: Piece, ship: Piece) -> bool:
    """Whether a creature has a ship inside it: it came round her, and neither has gone from there."""
    return creature.surrounds == ship.id and creature.pose == ship.pose


def holder(ref: Ref) -> int | None:
    """The piece that a part belongs to."""
    return ref.of if isinstance(ref, Part) else None
