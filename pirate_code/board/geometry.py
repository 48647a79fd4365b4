"""The plane geometry of the table in millimetres: poses, placed shapes, gaps, contact, overlap.

It knows polygons only: nothing of ships, players or rules. Two convex shapes are compared through the set
of all shifts that make them overlap, which is one convex polygon; whether they overlap, how far apart they
are and where a straight course first meets is then a question about that polygon and the origin.
"""

# Pure Python, not shapely: with new poses it places as fast and sails 11 times as fast (bench/geometry.py).

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, dist, hypot, inf, radians, sin
from typing import NamedTuple, Protocol

from pirate_code.board.pose import Pose

Point = tuple[float, float]
Box = tuple[float, float, float, float]

# The two range and movement bars, measured off printed cards.
S = 57.5
L = 83.8

# Whatever is nearer than this touches; what goes in deeper than this overlaps.
TOLERANCE = 0.01

_FLAT = 1e-9


class Convex(NamedTuple):
    """A convex polygon: its corners twice round, counter-clockwise from the lowest; unit normals inward."""

    ring: tuple[Point, ...]
    normals: tuple[Point, ...]
    corners: int
    highest: int


class Shape:
    """A polygon on the table, counter-clockwise, with its bounding box and its convex pieces."""

    __slots__ = ("box", "pieces", "points")

    points: tuple[Point, ...]
    box: Box
    pieces: tuple[Convex, ...]

    def __init__(
        self, points: Iterable[Point], box: Box | None = None, pieces: tuple[Convex, ...] | None = None
    ) -> None:
        """Take the corners of a simple polygon in either order; ValueError if they make none.

        A shape that is turned or moved has its box and pieces already, and is not looked at again.
        """
        if box is not None and pieces is not None:
            self.points, self.box, self.pieces = tuple(points), box, pieces
            return
        corners = _without_repeats(points)
        if len(corners) < 3 or abs(area := _area(corners)) <= TOLERANCE**2:
            raise ValueError("a shape needs at least three corners that enclose an area")
        if area < 0:
            corners.reverse()
        if not _is_simple(corners):
            raise ValueError("the edges of a shape must not cross each other")
        self.points = tuple(corners)
        self.box = _box(corners)
        self.pieces = tuple(_convex(piece, _normals(piece)) for piece in _convex_pieces(corners))

    def __repr__(self) -> str:
        """Show the corners."""
        return f"Shape({list(self.points)!r})"


class Placeable(Protocol):
    """Whatever has a shape of its own, centred at the origin with the bow toward +x."""

    @property
    def shape(self) -> Shape: ...


def place(outline: Placeable, pose: Pose) -> Shape:
    """Return the outline's shape as it lies at a pose."""
    return put(outline.shape, pose)


def put(shape: Shape, pose: Pose) -> Shape:
    """Return a shape turned by the pose's heading and then moved to it."""
    return shift(_turned(shape, pose.heading), pose.x, pose.y)


@lru_cache(maxsize=512)
def _turned(shape: Shape, heading: float) -> Shape:
    """Return a shape turned at the origin; kept, because a course is looked at from end to end."""
    angle = radians(heading)
    c, s = cos(angle), sin(angle)
    pieces = []
    for ring, normals, corners, _ in shape.pieces:
        points = [(c * px - s * py, s * px + c * py) for px, py in ring[:corners]]
        pieces.append(_convex(points, [(c * nx - s * ny, s * nx + c * ny) for nx, ny in normals[:corners]]))
    if len(pieces) == 1:
        turned = pieces[0].ring[: pieces[0].corners]
    else:
        turned = tuple([(c * px - s * py, s * px + c * py) for px, py in shape.points])
    return Shape(turned, _box(turned), tuple(pieces))


def shift(shape: Shape, dx: float, dy: float) -> Shape:
    """Return a shape moved without turning."""
    left, bottom, right, top = shape.box
    pieces = []
    for ring, normals, corners, highest in shape.pieces:
        once = tuple([(x + dx, y + dy) for x, y in ring[:corners]])
        pieces.append(Convex(once * 2, normals, corners, highest))
    points = once if len(pieces) == 1 else tuple([(x + dx, y + dy) for x, y in shape.points])
    return Shape(points, (left + dx, bottom + dy, right + dx, top + dy), tuple(pieces))


def box_at(shape: Shape, pose: Pose) -> Box:
    """Return the box of a shape as it would lie at a pose: quicker than to put it there."""
    left, bottom, right, top = _turned(shape, pose.heading).box
    return left + pose.x, bottom + pose.y, right + pose.x, top + pose.y


def carry(point: Point, pose: Pose) -> Point:
    """Return where a point of an outline lies when the outline is placed at a pose."""
    angle = radians(pose.heading)
    c, s = cos(angle), sin(angle)
    x, y = point
    return pose.x + c * x - s * y, pose.y + s * x + c * y


def toward(heading: float) -> Point:
    """Return the unit step in the direction of a heading."""
    angle = radians(heading)
    return cos(angle), sin(angle)


def bearing(origin: Point, target: Point) -> float:
    """Return the heading from one point to another, in (-180, 180]."""
    return degrees(atan2(target[1] - origin[1], target[0] - origin[0]))


def rectangle(left: float, bottom: float, right: float, top: float) -> Shape:
    """Return the rectangle between two corners; four of them wall in a table."""
    return Shape([(left, bottom), (right, bottom), (right, top), (left, top)])


def gap(a: Shape, b: Shape) -> float:
    """Return the shortest distance between two shapes, 0 if they overlap."""
    least = inf
    for one in a.pieces:
        for other in b.pieces:
            least = min(least, _origin_to(list(_shifts(one, other))))
            if least == 0.0:
                return 0.0
    return least


class GapAt:
    """The gap of two shapes for any shift of the first: what takes long is found out once for all shifts."""

    __slots__ = ("_polygons",)

    def __init__(self, a: Shape, b: Shape) -> None:
        self._polygons = [list(_shifts(one, other)) for one in a.pieces for other in b.pieces]

    def __call__(self, dx: float, dy: float) -> float:
        """Return the gap when the first is moved so far."""
        return min(
            _origin_to(
                [(x - dx, y - dy, nx, ny, inside + nx * dx + ny * dy) for x, y, nx, ny, inside in facets]
            )
            for facets in self._polygons
        )


def within(distance: float, a: Shape, b: Shape) -> bool:
    """Tell whether no more than a distance lies between two shapes; two that touch are within any."""
    distance += TOLERANCE
    if _box_gap(a.box, b.box) > distance:
        return False
    return any(_is_within(distance, one, other) for one in a.pieces for other in b.pieces)


def _is_within(distance: float, a: Convex, b: Convex) -> bool:
    facets = []
    for facet in _shifts(a, b):
        if facet[4] < -distance:  # one side is enough to see that they are farther apart
            return False
        facets.append(facet)
    return _origin_to(facets) <= distance


def box_gap(a: Shape, b: Shape) -> float:
    """Return a distance that two shapes are not nearer than: quick, and often enough."""
    return _box_gap(a.box, b.box)


def boxes_within(distance: float, box: Box, shapes: Iterable[Shape]) -> list[Shape]:
    """Return those of some shapes that might be within a distance of what a box holds; the others are not."""
    distance += TOLERANCE
    return [shape for shape in shapes if _box_gap(box, shape.box) <= distance]


def touches(a: Shape, b: Shape) -> bool:
    """Tell whether two shapes are in contact; those that overlap are."""
    return within(0.0, a, b)


def overlaps(a: Shape, b: Shape, by: float = TOLERANCE) -> bool:
    """Tell whether two shapes lie over each other by more than TOLERANCE; contact is no overlap."""
    if _box_gap(a.box, b.box) > 0.0:
        return False
    for one in a.pieces:
        for other in b.pieces:
            if all(facet[4] > by for facet in _shifts(one, other)):
                return True
    return False


def reach(point: Point, shape: Shape) -> float:
    """Return the distance from a point to the nearest part of a shape, 0 inside it."""
    return dist(point, nearest(point, shape))


def nearest(point: Point, shape: Shape) -> Point:
    """Return the point of a shape that is nearest to a point: the point itself if it lies inside."""
    if any(_depth(point, piece) >= 0.0 for piece in shape.pieces):
        return point
    points = shape.points
    return min(
        (_foot(point, points[i - 1], points[i]) for i in range(len(points))),
        key=lambda foot: dist(point, foot),
    )


@lru_cache(maxsize=1024)
def circle(shape: Shape) -> tuple[float, float, float]:
    """Return the middle and the radius of a circle round a shape."""
    left, bottom, right, top = shape.box
    middle = ((left + right) / 2, (bottom + top) / 2)
    return *middle, max(dist(middle, corner) for corner in shape.points)


def away_from_box(point: Point, shape: Shape) -> float:
    """Return a distance that no part of a shape is nearer to a point than: quick, and often enough."""
    x, y = point
    left, bottom, right, top = shape.box
    return max(left - x, x - right, bottom - y, y - top, 0.0)


def contains(shape: Shape, point: Point) -> bool:
    """Tell whether a point lies in a shape or on its edge."""
    left, bottom, right, top = shape.box
    x, y = point
    if not (left - TOLERANCE <= x <= right + TOLERANCE and bottom - TOLERANCE <= y <= top + TOLERANCE):
        return False
    return any(_depth(point, piece) >= -TOLERANCE for piece in shape.pieces)


def crosses(shape: Shape, p: Point, q: Point) -> bool:
    """Tell whether the straight line from p to q goes through the inside of a shape, not along its edge."""
    left, bottom, right, top = shape.box
    (px, py), (qx, qy) = p, q
    if (px < left and qx < left) or (px > right and qx > right):
        return False
    if (py < bottom and qy < bottom) or (py > top and qy > top):
        return False
    dx, dy = qx - px, qy - py
    for piece in shape.pieces:
        if (inside := _chord(piece, p, (dx, dy), TOLERANCE)) and inside[1] > inside[0]:
            return True
        # A line along the seam of two pieces is inside the shape but inside neither of them.
        if len(shape.pieces) > 1 and (along := _chord(piece, p, (dx, dy), 0.0)):
            middle = (along[0] + along[1]) / 2
            if _from_edge((px + middle * dx, py + middle * dy), shape.points) > TOLERANCE:
                return True
    return False


class Meeting(NamedTuple):
    """How a shape on a straight course meets a convex piece of another, in millimetres along the course.

    It first touches at `touch`, and is inside by more than half of TOLERANCE between `enter` and `leave`;
    `deeper` tells whether at the start of the course it goes deeper in.
    """

    touch: float
    enter: float
    leave: float
    deeper: bool


def meetings(a: Shape, b: Shape, ux: float, uy: float, length: float) -> Iterator[Meeting]:
    """Tell where a shape moved along a unit step, up to a length, would lie over another; a graze is none."""
    for one in a.pieces:
        for other in b.pieces:
            met = _meeting(_shifts(one, other), ux, uy, length)
            if met is not None:
                yield met


# The polygon of shifts: corner, unit normal inward, and how far inside that edge the origin lies.
_Facet = tuple[float, float, float, float, float]


def _shifts(a: Convex, b: Convex) -> Iterator[_Facet]:
    """Yield the edges of the convex set of shifts that bring `a` over `b`, counter-clockwise."""
    ring_a, normals_a, left_a, i = a
    ring_b, normals_b, left_b, _ = b
    j = 0
    ax, ay = ring_a[i]
    bx, by = ring_b[0]
    anx, any_ = normals_a[i]
    bnx, bny = normals_b[0]
    while left_a or left_b:
        x, y = bx - ax, by - ay
        # The edges of both, those of `a` reversed, in the order of their directions.
        if left_a and (not left_b or any_ * bnx - anx * bny >= 0.0):
            yield x, y, -anx, -any_, anx * x + any_ * y
            i += 1
            left_a -= 1
            ax, ay = ring_a[i]
            anx, any_ = normals_a[i]
        else:
            yield x, y, bnx, bny, -bnx * x - bny * y
            j += 1
            left_b -= 1
            bx, by = ring_b[j]
            bnx, bny = normals_b[j]


def _origin_to(facets: list[_Facet]) -> float:
    """Return the distance from the origin to the polygon, 0 inside."""
    least = inf
    next_x, next_y = facets[0][:2]
    for x, y, nx, ny, inside in reversed(facets):
        if inside < 0.0:
            if x * ny - y * nx > 0.0:
                distance = hypot(x, y)
            elif next_x * ny - next_y * nx < 0.0:
                distance = hypot(next_x, next_y)
            else:
                distance = -inside
            least = min(least, distance)
        next_x, next_y = x, y
    return 0.0 if least == inf else least


def _meeting(facets: Iterable[_Facet], ux: float, uy: float, length: float) -> Meeting | None:
    """Clip the ray from the origin to the polygon, and to the polygon without its rim."""
    rim = TOLERANCE / 2
    touch = enter = -inf
    leave = shallowest = inf
    deeper = False
    for _, _, nx, ny, inside in facets:
        slope = ux * nx + uy * ny
        if inside < shallowest:
            shallowest, deeper = inside, slope > _FLAT
        if slope > _FLAT:
            if (at := -inside / slope) > touch:
                touch = at
            if (at := (rim - inside) / slope) > enter:
                enter = at
        elif slope < -_FLAT:
            if (at := (rim - inside) / slope) < leave:
                leave = at
        elif inside <= rim:
            return None
        if enter >= leave or enter >= length or leave <= 0.0:  # most courses miss: a few sides tell
            return None
    return Meeting(touch, enter, leave, deeper)


def _chord(piece: Convex, start: Point, way: Point, rim: float) -> tuple[float, float] | None:
    """Return which part of a line, as fractions of it, lies at least `rim` inside a convex piece."""
    (px, py), (dx, dy) = start, way
    first, last = 0.0, 1.0
    for i in range(piece.corners):
        x, y = piece.ring[i]
        nx, ny = piece.normals[i]
        inside = nx * (px - x) + ny * (py - y) - rim
        slope = nx * dx + ny * dy
        if abs(slope) <= _FLAT:
            if inside < 0.0:
                return None
        elif slope > 0.0:
            first = max(first, -inside / slope)
        else:
            last = min(last, -inside / slope)
        if first > last:
            return None
    return first, last


def _depth(point: Point, piece: Convex) -> float:
    """Return how deep a point lies inside a convex piece, below 0 outside."""
    px, py = point
    return min(
        nx * (px - x) + ny * (py - y)
        for (x, y), (nx, ny) in zip(piece.ring[: piece.corners], piece.normals, strict=False)
    )


def _foot(point: Point, a: Point, b: Point) -> Point:
    """Return the point nearest to a point on the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return a[0] + along * dx, a[1] + along * dy


def _from_edge(point: Point, points: Sequence[Point]) -> float:
    return min(dist(point, _foot(point, points[i - 1], points[i])) for i in range(len(points)))


def _box(points: Sequence[Point]) -> Box:
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _box_gap(a: Box, b: Box) -> float:
    """Return a distance that the gap of what the boxes hold cannot be less than."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0.0)


def _convex(points: Sequence[Point], normals: Sequence[Point]) -> Convex:
    """Order a convex polygon from its lowest corner and note its highest."""
    keys = [(y, x) for x, y in points]
    lowest = keys.index(min(keys))
    corners = len(keys)
    highest = (keys.index(max(keys)) - lowest) % corners
    ring = (*points[lowest:], *points[:lowest])
    turned = (*normals[lowest:], *normals[:lowest])
    return Convex(ring * 2, turned * 2, corners, highest)


def _normals(points: Sequence[Point]) -> list[Point]:
    """Return the unit normal inward of each edge of a counter-clockwise polygon."""
    normals = []
    for i, (x, y) in enumerate(points):
        next_x, next_y = points[(i + 1) % len(points)]
        length = hypot(next_x - x, next_y - y)
        normals.append(((y - next_y) / length, (next_x - x) / length))
    return normals


def _without_repeats(points: Iterable[Point]) -> list[Point]:
    corners: list[Point] = []
    for x, y in points:
        if not corners or dist((x, y), corners[-1]) > _FLAT:
            corners.append((float(x), float(y)))
    while len(corners) > 1 and dist(corners[0], corners[-1]) <= _FLAT:
        corners.pop()
    return corners


def _area(points: Sequence[Point]) -> float:
    return (
        sum(points[i - 1][0] * points[i][1] - points[i][0] * points[i - 1][1] for i in range(len(points))) / 2
    )


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle: above 0 if the way a, b, c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _part(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether the lines a-b and c-d cross or meet."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0.0 and _turn(c, d, a) * _turn(c, d, b) <= 0.0


def _is_simple(points: Sequence[Point]) -> bool:
    """Tell whether no two edges that are not neighbours meet."""
    count = len(points)
    return not any(
        _part(points[i], points[i + 1], points[j], points[(j + 1) % count])
        for i in range(count - 2)
        for j in range(i + 2, count - (i == 0))
    )


def _convex_pieces(points: list[Point]) -> list[list[Point]]:
    """Cut a counter-clockwise polygon into convex ones, by the shortest cut from an inward corner."""
    count = len(points)
    for i in range(count):
        before, corner, after = points[i - 1], points[i], points[(i + 1) % count]
        if _turn(before, corner, after) >= -_FLAT:
            continue
        cuts = []
        for j in range(count):
            if (j - i) % count in (0, 1, count - 1):
                continue
            end = points[j]
            # The cut must start into the polygon and cross none of its edges.
            sides = (_turn(before, corner, end) > 0.0) + (_turn(corner, after, end) > 0.0)
            if not sides:
                continue
            edges = ((k, (k + 1) % count) for k in range(count))
            if any(_part(corner, end, points[k], points[m]) for k, m in edges if not {k, m} & {i, j}):
                continue
            # Best is a cut that leaves no inward corner here.
            cuts.append((-sides, dist(corner, end), j))
        j = min(cuts)[2]
        low, high = min(i, j), max(i, j)
        return _convex_pieces(points[low : high + 1]) + _convex_pieces(points[high:] + points[: low + 1])
    return [points]
