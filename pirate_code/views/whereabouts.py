"""A place on the table in words: "in the north-west, 1.5 L east of Island 3". North is up."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece, State

_WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
_LAND = frozenset({"island", "terrain"})


def wind(degrees: float) -> str:
    """A direction by its name."""
    return _WINDS[round(degrees / 45) % 8]


def place_name(state: State, piece: Piece, pose: Pose, player: int) -> str:
    """Where a piece would lie: in which part of the table, and how far from what is nearest."""
    return ", ".join(filter(None, (_part(state, pose), _from_nearest(state, piece, pose, player))))


def berth_name(land: Piece, pose: Pose) -> str:
    """Where a ship would lie at an island: on which side of it, and where her bow points."""
    assert land.pose is not None
    side = wind(geometry.bearing((land.pose.x, land.pose.y), (pose.x, pose.y)))
    return f"on the {side} side of {land.card.name}, bow to the {wind(pose.heading)}"


def _part(state: State, pose: Pose) -> str:
    """One of nine parts of the table."""
    width, height = state.table_size
    across = "west" if pose.x < width / 3 else "east" if pose.x > 2 * width / 3 else ""
    along = "south" if pose.y < height / 3 else "north" if pose.y > 2 * height / 3 else ""
    return f"in the {'-'.join(filter(None, (along, across))) or 'middle'}"


def _from_nearest(state: State, piece: Piece, pose: Pose, player: int) -> str:
    lands = [one for one in state.pieces if one.kind in _LAND and one.where == SEA and one.id != piece.id]
    shape = geometry.place(load_outlines()[piece.outline], pose) if piece.outline else None
    away = [
        (geometry.gap(_shape(one), shape), one) for one in lands if one.pose is not None and shape is not None
    ]
    if not away:
        return ""
    far, land = min(away, key=lambda pair: (pair[0], pair[1].id))
    assert land.pose is not None
    way = wind(geometry.bearing((land.pose.x, land.pose.y), (pose.x, pose.y)))
    whose = " (your home)" if land.home == player else ""
    return f"{far / geometry.L:.1f} L {way} of {land.card.name}{whose}".replace(".0 L", " L")


def _shape(piece: Piece) -> geometry.Shape:
    assert piece.pose is not None
    return geometry.place(load_outlines()[piece.outline], piece.pose)
