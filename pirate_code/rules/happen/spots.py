"""Where a piece may be laid on the sea: a finite list of free places near something, or anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import hypot, isfinite
from typing import TYPE_CHECKING

from pirate_code.board import geometry
from pirate_code.board.geometry import Shape
from pirate_code.board.outlines import Outline, load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece
from pirate_code.rules.happen import sailing

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

Check = Callable[[Pose], str | None]  # why something may not lie so, or None

MOST = 24  # places offered at a time
_WAYS = 12  # directions that are tried round a thing
_TAKEN = "Something that it may not lie on is in the way there, or the table ends."
_GRID = 90.0  # how far places lie apart that are offered anywhere


def pose_of(answer: object) -> Pose | str:
    """The pose that a player names as [x, y] or [x, y, heading], or what is wrong with it."""
    if not isinstance(answer, list | tuple) or len(answer) not in (2, 3):
        return "A place is two numbers of millimetres and a heading: [x, y, degrees]."
    if not all(isinstance(part, int | float) and isfinite(part) and abs(part) < 1e5 for part in answer):
        return "A place is told in finite numbers."
    return Pose(float(answer[0]), float(answer[1]), float(answer[2]) % 360.0 if len(answer) == 3 else 0.0)


def checked(check: Check) -> Callable[[object], str | None]:
    """A check of poses as a check of answers."""

    def refuses(answer: object) -> str | None:
        pose = pose_of(answer)
        return pose if isinstance(pose, str) else check(pose)

    return refuses


def is_near(
    game: Game, piece: Piece, anchors: Sequence[Piece], gaps: tuple[float, float], over: frozenset[str]
) -> Check:
    """A check that a piece lies free and at a distance between the two of `gaps` from any of some things."""
    shapes = [shape for anchor in anchors if (shape := _lies(game, anchor)) is not None]
    least, most = gaps[0] - geometry.TOLERANCE, gaps[1] + geometry.TOLERANCE

    def check(pose: Pose) -> str | None:
        placed = geometry.place(_outline(piece), pose)
        if not any(least <= geometry.gap(placed, shape) <= most for shape in shapes):
            return f"{piece.card.name} does not lie at the distance that its words tell."
        return None if _free(game, piece, pose, over) else _TAKEN

    return check


def is_centred(
    game: Game, piece: Piece, anchors: Sequence[Piece], most: float, over: frozenset[str]
) -> Check:
    """A check that a piece lies free, with its center within a distance of any of some things."""
    shapes = [shape for anchor in anchors if (shape := _lies(game, anchor)) is not None]

    def check(pose: Pose) -> str | None:
        if not any(geometry.reach((pose.x, pose.y), shape) <= most + geometry.TOLERANCE for shape in shapes):
            return f"{piece.card.name} does not lie at the distance that its words tell."
        return None if _free(game, piece, pose, over) else _TAKEN

    return check


def is_anywhere(
    game: Game, piece: Piece, over: frozenset[str], keep: Callable[[Pose], bool] | None = None
) -> Check:
    """A check that a piece lies free, and where `keep` takes it."""

    def check(pose: Pose) -> str | None:
        if keep is not None and not keep(pose):
            return f"{piece.card.name} lies too near to something."
        return None if _free(game, piece, pose, over) else _TAKEN

    return check


def near(
    game: Game, piece: Piece, anchors: Sequence[Piece], gaps: tuple[float, float], over: frozenset[str]
) -> list[Pose]:
    """Free places for a piece at a distance between the two of `gaps` from any of some things."""
    found = []
    least, most = gaps
    for anchor in anchors:
        shape = _lies(game, anchor)
        if shape is not None:
            for gap in dict.fromkeys((least, most, (least + most) / 2)):
                found += [pose for pose in _round(_form(piece), shape, gap) if _free(game, piece, pose, over)]
    return spread(found)


def touching(game: Game, piece: Piece, anchors: Sequence[Piece], over: frozenset[str]) -> list[Pose]:
    """Free places for a piece in which it touches one of some things."""
    return near(game, piece, anchors, (0.0, 0.0), over)


def anywhere(
    game: Game, piece: Piece, over: frozenset[str], keep: Callable[[Pose], bool] | None = None
) -> list[Pose]:
    """Free places for a piece all over the table; only those that `keep` takes, if it is given."""
    left, bottom, right, top = _bounds(game)
    found = []
    for row in range(int((top - bottom) // _GRID) + 1):
        for column in range(int((right - left) // _GRID) + 1):
            pose = Pose(left + (column + 0.5) * _GRID, bottom + (row + 0.5) * _GRID, 0)
            if _free(game, piece, pose, over) and (keep is None or keep(pose)):
                found.append(pose)
    return spread(found)


def away_from(game: Game, piece: Piece, things: Sequence[Piece], distance: float) -> Callable[[Pose], bool]:
    """Whether a piece would lie at least so far from some things."""
    shapes = [shape for thing in things if (shape := _lies(game, thing)) is not None]

    def keeps(pose: Pose) -> bool:
        placed = geometry.place(_outline(piece), pose)
        return all(geometry.gap(placed, shape) >= distance for shape in shapes)

    return keeps


def spread(found: list[Pose]) -> list[Pose]:
    """No more places than can be offered, from all over the list."""
    every = max(1, -(-len(found) // MOST))
    return found[::every]


def _outline(piece: Piece) -> Outline:
    return load_outlines()[_form(piece)]


def _form(piece: Piece) -> str:
    return piece.outline or "turtle"  # a token is as small as a turtle


def _lies(game: Game, piece: Piece) -> Shape | None:
    """A thing that lies on the table, or what it lies on."""
    here = piece
    while here.where >= 0:
        here = game.state.pieces[here.where]
    return sailing.shape_of(here) if here.where == SEA and here.pose is not None and here.outline else None


@lru_cache(maxsize=256)
def _round(form: str, shape: Shape, gap: float) -> tuple[Pose, ...]:
    """Poses round a shape so far off it: the piece is brought in from outside until the gap is right."""
    outline, found = load_outlines()[form], []
    left, bottom, right, top = shape.box
    x, y = (left + right) / 2, (bottom + top) / 2
    far = hypot(right - left, top - bottom) + outline.length + gap
    for way in range(_WAYS):
        ux, uy = geometry.toward(360.0 * way / _WAYS)
        out = far
        for _ in range(4):  # the gap shrinks no faster than the piece comes in
            pose = Pose(x + out * ux, y + out * uy, 0)
            out -= geometry.gap(geometry.place(outline, pose), shape) - gap
        found.append(Pose(x + out * ux, y + out * uy, 0))
    return tuple(found)


def _free(game: Game, piece: Piece, pose: Pose, over: frozenset[str]) -> bool:
    """Whether a piece would lie over nothing there but what it may lie over, and on the table.

    Terrain does not even touch anything (smokepot-smoke-touches-nothing, trade-current-placement).
    """
    shape = geometry.place(_outline(piece), pose)
    in_the_way = geometry.touches if piece.kind == "terrain" else geometry.overlaps
    for other in game.state.pieces:
        if other is piece or other.where != SEA or other.pose is None or not other.outline:
            continue
        if other.kind not in over and in_the_way(shape, sailing.shape_of(other)):
            return False
    size = sailing.table_size(game)
    if size is None:
        return True
    left, bottom, right, top = shape.box
    return left >= 0 and bottom >= 0 and right <= size[0] and top <= size[1]


def _bounds(game: Game) -> tuple[float, float, float, float]:
    """The table, or as much of the open sea as has pieces on it."""
    size = sailing.table_size(game)
    if size is not None:
        return 0.0, 0.0, float(size[0]), float(size[1])
    poses = [piece.pose for piece in game.state.pieces if piece.where == SEA and piece.pose is not None]
    xs, ys = [pose.x for pose in poses] or [0.0], [pose.y for pose in poses] or [0.0]
    return min(xs) - 2 * _GRID, min(ys) - 2 * _GRID, max(xs) + 2 * _GRID, max(ys) + 2 * _GRID
