"""What can be seen on the table: distances, contact, and who is on what."""

from __future__ import annotations

from functools import cache, lru_cache

from pirate_code.board import geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Part, Ref
from pirate_code.board.state import SEA, Piece, State

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
    here = piece
    while here.where >= 0:
        here = state.pieces[here.where]
    return None if here.where != SEA or here.pose is None else (here.outline, here.pose)


@lru_cache(maxsize=4096)
def placed(outline: str, pose: Pose) -> geometry.Shape:
    """An outline as it lies at a pose; most pieces lie still while one moves."""
    return geometry.place(load_outlines()[outline], pose)


def gap(state: State, one: Piece, other: Piece) -> float:
    """How far two pieces are apart; infinitely far if one is not on the table."""
    first, second = _lies(state, one), _lies(state, other)
    return float("inf") if first is None or second is None else _between(*first, *second)


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
