"""Lines of fire: what a cannon at a mast can see and reach, and strips of sea such as a wave.

What blocks a line is for the caller to say; see "Shooting" in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import atan2, cos, dist, inf, sin

from pirate_code.board.geometry import (
    TOLERANCE,
    Point,
    Shape,
    carry,
    crosses,
    nearest,
    put,
    reach,
    rectangle,
    touches,
)
from pirate_code.board.outlines import Outline
from pirate_code.board.pose import Pose

# A line this much beside a corner passes it: less than TOLERANCE at any distance on a table.
_BESIDE = 1e-6
_THICKNESS = 1.0


def masts(outline: Outline, pose: Pose) -> tuple[Point, ...]:
    """Return where the masts of a ship, or the flags of a fort, stand on the table, from bow to stern."""
    return tuple(carry(mast, pose) for mast in outline.masts)


def rigging(outline: Outline, pose: Pose) -> tuple[Shape, ...]:
    """Return mast and sails of each mast, thin and across the keel: they block her own lines of fire.

    Nothing stands there on a sea creature, a submarine or a flotilla.
    """
    return tuple(put(rig, pose) for rig in _rigs(outline))


@cache
def _rigs(outline: Outline) -> tuple[Shape, ...]:
    """The same on the outline itself: made once, because every line of fire of a ship needs them."""
    if not outline.sails:
        return ()
    half = outline.sails / 2
    return tuple(
        rectangle(x - _THICKNESS / 2, y - half, x + _THICKNESS / 2, y + half) for x, y in outline.masts
    )


def in_range(mast_point: Point, target: Shape, mm: float) -> bool:
    """Tell whether any part of a target is no farther than that from a mast."""
    return reach(mast_point, target) <= mm + TOLERANCE


def line_of_fire(mast_point: Point, target: Shape, blockers: Sequence[Shape] = ()) -> bool:
    """Tell whether a straight line from a mast reaches any part of a target past all blockers."""
    return best_shot(mast_point, target, blockers) is not None


def best_shot(
    mast_point: Point, target: Shape, blockers: Sequence[Shape] = (), mm: float = inf
) -> Point | None:
    """Return the nearest point of a target that a clear line from a mast reaches within a range, or None.

    The range is measured along the line itself: a part in range but hidden does not help one in sight.
    """
    limit = mm + TOLERANCE
    aim = nearest(mast_point, target)
    if dist(mast_point, aim) > limit:
        return None
    near = [shape for shape in blockers if not _beyond(mast_point, target, shape)]
    if not any(crosses(shape, mast_point, aim) for shape in near):
        return aim
    found = (_hit(mast_point, target, angle) for angle in _directions(mast_point, target, near))
    clear = (
        point
        for point in found
        if point is not None
        and dist(mast_point, point) <= limit
        and not any(crosses(shape, mast_point, point) for shape in near)
    )
    return min(clear, key=lambda point: (round(dist(mast_point, point), 6), point), default=None)


def path_strip(pose: Pose, width: float, length: float) -> Shape:
    """Return the strip of sea that a wave or a storm covers, from a pose along its heading."""
    return put(rectangle(0.0, -width / 2, length, width / 2), pose)


def _beyond(mast_point: Point, target: Shape, shape: Shape) -> bool:
    """Tell by the boxes alone whether a shape cannot lie between a mast and a target."""
    x, y = mast_point
    left, bottom, right, top = target.box
    return (
        shape.box[0] > max(x, right)
        or shape.box[2] < min(x, left)
        or shape.box[1] > max(y, top)
        or shape.box[3] < min(y, bottom)
    )


def _directions(mast_point: Point, target: Shape, blockers: Sequence[Shape]) -> list[float]:
    """Return directions to try: what is in sight changes only at a corner, or where two edges cross."""
    x, y = mast_point
    turns: set[float] = set()
    for shape in (target, *blockers):
        for px, py in shape.points:
            angle = atan2(py - y, px - x)
            turns.update((angle - _BESIDE, angle + _BESIDE))
    for shape in blockers:
        if touches(shape, target):
            for i, corner in enumerate(shape.points):
                for px, py in _on_edges(shape.points[i - 1], corner, target):
                    angle = atan2(py - y, px - x)
                    turns.update((angle - _BESIDE, angle + _BESIDE))
    return sorted(turns)


def _on_edges(a: Point, b: Point, shape: Shape) -> list[Point]:
    """Return where the line between two points crosses the edges of a shape."""
    return [point for along, point in _crossings(a, (b[0] - a[0], b[1] - a[1]), shape) if along <= 1.0]


def _hit(mast_point: Point, target: Shape, angle: float) -> Point | None:
    """Return where a line in a direction first meets a target."""
    hits = _crossings(mast_point, (cos(angle), sin(angle)), target)
    return min(hits, default=(inf, None))[1]


def _crossings(start: Point, way: Point, shape: Shape) -> Iterator[tuple[float, Point]]:
    """Yield where a ray meets the edges of a shape, and how many times its way that is from the start."""
    (x, y), (ux, uy) = start, way
    points = shape.points
    for i, (bx, by) in enumerate(points):
        ax, ay = points[i - 1]
        ex, ey = bx - ax, by - ay
        across = ux * ey - uy * ex
        if across == 0.0:
            continue
        along = ((ax - x) * ey - (ay - y) * ex) / across
        part = ((ax - x) * uy - (ay - y) * ux) / across
        if along >= 0.0 and 0.0 <= part <= 1.0:
            yield along, (x + along * ux, y + along * uy)
