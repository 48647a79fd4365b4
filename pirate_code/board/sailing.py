"""How pieces move over the table: segments, contact that stops them, turns, and places to lie.

A move follows the Pirate Code, "Moving": a bar is laid at a point of the bow and turned to a heading; the
piece is picked up and set down along the bar with that point on it and her bow that way. What lies in the
way is given as shapes with keys; what they are and whether a move is allowed is for the rules to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import copysign, degrees, dist, hypot, radians
from typing import Generic, NamedTuple, TypeVar

from pirate_code.board.geometry import (
    TOLERANCE,
    Box,
    Point,
    Shape,
    bearing,
    carry,
    circle,
    gap,
    meetings,
    overlaps,
    place,
    put,
    reach,
    touches,
    toward,
)
from pirate_code.board.outlines import Outline
from pirate_code.board.pose import Pose

K = TypeVar("K")
Spot = tuple[Point, float]  # a point of the edge of something, and the heading straight outward from it

# How finely an edge is tried for a place, and a turn on the stern for contact, in millimetres.
_SPACING = 8.0
_MIDDLE: Point = (0.0, 0.0)  # of a hull that turns on the spot
_SWING = 1.0


class Arrival(NamedTuple, Generic[K]):
    """Where a move ended.

    `contact` are the keys of what she touches there, and `bow` tells for each whether her bow touches it.
    If `blocked` is not empty, that lies where she would have to be set down: she has not moved at all, what
    she touches is not looked for, and another heading or length must be chosen.
    """

    pose: Pose
    length: float
    contact: tuple[K, ...]
    bow: tuple[bool, ...]
    blocked: tuple[K, ...]


def turning_limit(outline: Outline) -> float:
    """Return how many degrees to either side the hull lets the bar be turned; 180 if there is no limit."""
    return outline.turning_limit


def legal_turn(outline: Outline, turn: float) -> bool:
    """Tell whether a turn, in degrees from dead ahead, is within the hull's limit to either side."""
    return abs((turn + 180.0) % 360.0 - 180.0) <= outline.turning_limit + 1e-6


@cache
def headings(n: int, limit: float = 180.0) -> tuple[float, ...]:
    """Return up to n turns, the smallest first: even steps round the circle up to the limit, and the limit.

    With 9, 13, 17, 25 ... turns, right angles are among them, by which a long ship leaves an island.
    """
    step = 360.0 / max(n - 1, 1)
    sides = [step * k for k in range(1, n) if step * k < limit - 1e-6 and step * k < 180.0]
    turns = [0.0]
    for turn in [*sides, limit] if n > 1 else []:
        turns += [round(turn, 6)] if turn >= 180.0 else [round(turn, 6), -round(turn, 6)]
    return tuple(turns)


def segment(outline: Outline, pose: Pose, length: float, turn: float, reference: int = 0) -> Pose:
    """Return where a move of one segment ends if nothing is in the way.

    `reference` says which of the outline's points the bar is laid at, for a ship 0 to port, 1 to
    starboard; it must stay the same for a whole move action.
    """
    x, y = carry(outline.references[reference], pose)
    heading = pose.heading + turn
    ux, uy = toward(heading)
    return _with_point_at(outline.references[reference], (x + length * ux, y + length * uy), heading)


def sail(
    outline: Outline,
    pose: Pose,
    length: float,
    turn: float,
    obstacles: Sequence[tuple[K, Shape]] = (),
    *,
    reference: int = 0,
) -> Arrival[K]:
    """Move one segment, up to a length, and stop at the first contact; the turn is not checked.

    She is picked up and set down, so her stern may pass over what the turn leaves behind her, as long as it
    is clear of it where she ends; she never goes through what lies ahead.
    """
    turned = segment(outline, pose, 0.0, turn, reference)
    ux, uy = toward(turned.heading)
    near = _in_reach(outline, turned, length * ux, length * uy, obstacles)
    near = _in_lane(outline, turned, length, near)
    if not near:
        return _in_open_water(turned, length, ux, uy)
    hull = place(outline, turned)
    front: Shape | None = None
    stop = length
    left_behind: list[tuple[K, float]] = []
    near = _along_course(hull, length * ux, length * uy, near)
    for key, obstacle in near:
        for met in meetings(hull, obstacle, ux, uy, length):
            if met.enter > 0.0:
                stop = min(stop, max(met.touch, 0.0))
                continue
            # The turn alone has laid the hull over it.
            front = front or put(outline.front, turned)
            for ahead in meetings(front, obstacle, ux, uy, length):
                if ahead.enter > 0.0:
                    stop = min(stop, max(ahead.touch, 0.0))
                elif ahead.deeper:
                    return Arrival(pose, 0.0, (), (), (key,))
            left_behind.append((key, met.leave))
    blocked = [key for key, leave in left_behind if leave > stop + TOLERANCE / 2]
    if blocked:
        return Arrival(pose, 0.0, (), (), tuple(dict.fromkeys(blocked)))
    stop = round(stop, 6)
    arrived = Pose(turned.x + stop * ux, turned.y + stop * uy, turned.heading)
    return _arrival(outline, arrived, stop, near)


def drift(
    outline: Outline,
    pose: Pose,
    length: float,
    direction: float,
    obstacles: Sequence[tuple[K, Shape]] = (),
) -> Arrival[K]:
    """Move a piece straight in a direction without turning it, up to a length, and stop at first contact.

    So an outside force moves a ship (Pirate Code, "Abilities That Move Ships"), an iceberg moves, and a titan
    after its first segment.
    """
    ux, uy = toward(direction)
    near = _in_reach(outline, pose, length * ux, length * uy, obstacles)
    if not near:
        return _in_open_water(pose, length, ux, uy)
    hull = place(outline, pose)
    stop = length
    near = _along_course(hull, length * ux, length * uy, near)
    for _, obstacle in near:
        for met in meetings(hull, obstacle, ux, uy, length):
            # What she lies over already, an iceberg perhaps, holds her only if she would go deeper in.
            if met.enter > 0.0 or met.deeper:
                stop = min(stop, max(met.touch, 0.0))
    stop = round(stop, 6)
    moved = Pose(pose.x + stop * ux, pose.y + stop * uy, pose.heading)
    return _arrival(outline, moved, stop, near)


def reverse(outline: Outline, pose: Pose) -> Pose:
    """Turn her about so that bow and stern change places (Windcatcher; coming about in the old editions)."""
    return _with_point_at(outline.stern, carry(outline.bow, pose), pose.heading + 180.0)


def stern_turn(
    outline: Outline, pose: Pose, turn: float, obstacles: Sequence[tuple[K, Shape]] = ()
) -> Arrival[K]:
    """Turn her on her stern until she touches something; `length` is how many degrees she turned.

    The turn counts as a segment (Pirate Code, "Moving"), so contact stops it too.
    """
    return _turn(outline, pose, turn, outline.stern, obstacles)


def come_about(
    outline: Outline, pose: Pose, turn: float, obstacles: Sequence[tuple[K, Shape]] = ()
) -> Arrival[K]:
    """Turn her on the spot, round her middle, until she touches something."""
    return _turn(outline, pose, turn, _MIDDLE, obstacles)


def _turn(
    outline: Outline, pose: Pose, turn: float, pivot: Point, obstacles: Sequence[tuple[K, Shape]]
) -> Arrival[K]:
    """Turn her round a point of hers until she touches something; `length` is how many degrees."""
    x, y = carry(pivot, pose)
    swing = max(dist(pivot, corner) for corner in outline.points)
    reached = _near_box((x - swing, y - swing, x + swing, y + swing), 0.0, 0.0, obstacles)
    near = [shape for _, shape in reached if reach((x, y), shape) <= swing]

    def hull(angle: float) -> Shape:
        return place(outline, _with_point_at(pivot, (x, y), pose.heading + angle))

    def free(angle: float) -> bool:
        return not any(overlaps(hull(angle), shape, TOLERANCE / 4) for shape in near)

    clear = angle = 0.0
    while near and clear != turn:
        # No corner of hers swings farther than the gap in the next step, so that nothing is passed over.
        gap_left = min(gap(hull(clear), shape) for shape in near)
        angle = clear + copysign(degrees(max(gap_left, _SWING) / swing), turn)
        angle = turn if abs(angle) >= abs(turn) else angle
        if free(angle):
            clear = angle
            continue
        while outline.length * abs(radians(angle - clear)) > TOLERANCE / 8:
            middle = (clear + angle) / 2
            clear, angle = (middle, angle) if free(middle) else (clear, middle)
        break
    clear = clear if near else turn
    arrived = _with_point_at(pivot, (x, y), pose.heading + clear) if clear else pose
    return _arrival(outline, arrived, abs(round(clear, 6)), obstacles)


def astern(
    tower: Outline, pose: Pose, towed: Outline, obstacles: Sequence[tuple[K, Shape]] = ()
) -> Pose | None:
    """Return where a towed ship lies, her bow at the stern of the ship that tows her, or None if nowhere.

    She lies straight behind, or else at the smallest angle that is free (Pirate Code, "Tow").
    """
    stern = carry(tower.stern, pose)
    towing = place(tower, pose)
    for turn in headings(73, 90.0):
        lying = _with_point_at(towed.bow, stern, pose.heading + turn)
        shape = place(towed, lying)
        if not overlaps(shape, towing) and _is_free(shape, obstacles):
            return lying
    return None


def astern_facing(
    tower: Outline, pose: Pose, towed: Outline, heading: float, obstacles: Sequence[tuple[K, Shape]] = ()
) -> Pose | None:
    """Return where a towed ship with this heading touches the stern of the other, or None if nowhere.

    She is pulled up to it from straight behind.
    """
    towing = place(tower, pose)
    x, y = carry(tower.stern, pose)
    ux, uy = toward(pose.heading)
    start = Pose(x - towed.length * ux, y - towed.length * uy, heading % 360.0)
    lying = drift(towed, start, towed.length, pose.heading, [(0, towing)]).pose
    return lying if _is_free(place(towed, lying), obstacles) else None


def placements(outline: Outline, island: Shape, obstacles: Sequence[tuple[K, Shape]] = ()) -> Iterator[Pose]:
    """Yield poses round an island in which a ship's bow touches it and her hull is over nothing."""
    for spot in shore(island):
        pose = placement(outline, island, spot, obstacles)
        if pose is not None:
            yield pose


def placement(
    outline: Outline, island: Shape, spot: Spot, obstacles: Sequence[tuple[K, Shape]] = ()
) -> Pose | None:
    """Return the pose with the bow straight at a spot of an island, or None if she cannot lie so."""
    arrival = _against(outline, outline.bow, island, spot, bow_in(spot))
    free = any(arrival.bow) and _is_free(place(outline, arrival.pose), obstacles)
    return arrival.pose if free else None


def bow_in(spot: Spot) -> float:
    """Return the heading with which a ship lies with her bow straight at a spot."""
    return spot[1] + 180.0


def leaving(
    outline: Outline, terrain: Shape, near: Point, obstacles: Sequence[tuple[K, Shape]] = ()
) -> Iterator[Pose]:
    """Yield poses with the stern at the edge of terrain, facing away; those nearest to a point come first.

    So a ship comes out of a fog bank at a number, or free from a Sargasso Sea.
    """
    for spot in sorted(shore(terrain), key=lambda spot: dist(spot[0], near)):
        for turn in headings(13, 60.0):
            arrival = _against(outline, outline.stern, terrain, spot, spot[1] + turn)
            if arrival.contact and _is_free(place(outline, arrival.pose), obstacles):
                yield arrival.pose


def beside(outline: Outline, target: Shape, obstacles: Sequence[tuple[K, Shape]] = ()) -> Iterator[Pose]:
    """Yield poses round a shape in which a piece lies alongside it, touches it and is over nothing."""
    for spot in shore(target):
        for heading in (spot[1] + 90.0, spot[1] - 90.0):
            arrival = _against(outline, (0.0, 0.0), target, spot, heading)
            if arrival.contact and _is_free(place(outline, arrival.pose), obstacles):
                yield arrival.pose


def _arrival(outline: Outline, pose: Pose, length: float, obstacles: Sequence[tuple[K, Shape]]) -> Arrival[K]:
    """Tell what she touches where she lies."""
    obstacles = _in_reach(outline, pose, 0.0, 0.0, obstacles)
    if not obstacles:
        return Arrival(pose, length, (), (), ())
    hull = place(outline, pose)
    touched = [(key, obstacle) for key, obstacle in obstacles if touches(hull, obstacle)]
    if not touched:
        return Arrival(pose, length, (), (), ())
    bow = None if outline.bow_zone is None else put(outline.bow_zone, pose)
    at_bow = tuple(bow is not None and touches(bow, obstacle) for _, obstacle in touched)
    return Arrival(pose, length, tuple(key for key, _ in touched), at_bow, ())


def _in_open_water(pose: Pose, length: float, ux: float, uy: float) -> Arrival[K]:
    """Where she ends when nothing at all is near her course."""
    length = round(length, 6)
    return Arrival(Pose(pose.x + length * ux, pose.y + length * uy, pose.heading), length, (), (), ())


@cache
def _radius(outline: Outline) -> float:
    """How far the outline reaches from its middle, however it is turned."""
    return max(hypot(x, y) for x, y in outline.points)


def _in_reach(
    outline: Outline, pose: Pose, dx: float, dy: float, obstacles: Sequence[tuple[K, Shape]]
) -> list[tuple[K, Shape]]:
    """Return the obstacles that could be met on a way: by a circle round her, before her hull is placed.

    Most courses lead through open water; finding that out this way takes a tenth of what placing her takes.
    """
    x, y, _ = pose
    radius = _radius(outline)
    return _near_box((x - radius, y - radius, x + radius, y + radius), dx, dy, obstacles)


def _in_lane(
    outline: Outline, pose: Pose, length: float, obstacles: Sequence[tuple[K, Shape]]
) -> list[tuple[K, Shape]]:
    """Return the obstacles whose circles reach into the lane that she sails, straight ahead.

    An island off her beam has a box that overlaps hers, but she never meets it.
    """
    left, bottom, right, top = outline.shape.box
    left, bottom = left - 2 * TOLERANCE, bottom - 2 * TOLERANCE
    right, top = right + length + 2 * TOLERANCE, top + 2 * TOLERANCE
    ux, uy = toward(pose.heading)
    found = []
    for key, obstacle in obstacles:
        x, y, radius = circle(obstacle)
        x, y = x - pose.x, y - pose.y
        along, across = x * ux + y * uy, y * ux - x * uy
        if left - radius <= along <= right + radius and bottom - radius <= across <= top + radius:
            found.append((key, obstacle))
    return found


def _along_course(
    hull: Shape, dx: float, dy: float, obstacles: Sequence[tuple[K, Shape]]
) -> list[tuple[K, Shape]]:
    """Return the obstacles whose boxes the hull's box comes near on its way."""
    return _near_box(hull.box, dx, dy, obstacles)


def _near_box(box: Box, dx: float, dy: float, obstacles: Sequence[tuple[K, Shape]]) -> list[tuple[K, Shape]]:
    """Return the obstacles whose boxes a box comes near on its way."""
    left, bottom, right, top = box
    left += min(dx, 0.0) - 2 * TOLERANCE
    bottom += min(dy, 0.0) - 2 * TOLERANCE
    right += max(dx, 0.0) + 2 * TOLERANCE
    top += max(dy, 0.0) + 2 * TOLERANCE
    return [
        (key, obstacle)
        for key, obstacle in obstacles
        if (box := obstacle.box)[0] <= right and box[2] >= left and box[1] <= top and box[3] >= bottom
    ]


def _against(outline: Outline, local: Point, target: Shape, spot: Spot, heading: float) -> Arrival[None]:
    """Push a piece against a target: a point of its outline comes straight in to a spot of its edge."""
    left, bottom, right, top = target.box
    far = right - left + top - bottom + 2.0 * outline.length
    (x, y), outward = spot
    ux, uy = toward(outward)
    away = _with_point_at(local, (x + far * ux, y + far * uy), heading)
    return drift(outline, away, 2.0 * far, outward + 180.0, [(None, target)])


def _with_point_at(local: Point, spot: Point, heading: float) -> Pose:
    """Return the pose of that heading in which a point of the outline lies at a spot of the table."""
    ux, uy = toward(heading)
    x, y = local
    return Pose(spot[0] - ux * x + uy * y, spot[1] - uy * x - ux * y, heading)


def _is_free(shape: Shape, obstacles: Iterable[tuple[K, Shape]]) -> bool:
    return not any(overlaps(shape, obstacle) for _, obstacle in obstacles)


def shore(shape: Shape) -> Iterator[Spot]:
    """Yield spots along the edge of a shape, each with the heading straight outward from it."""
    points = shape.points
    for i, (x, y) in enumerate(points):
        next_x, next_y = points[(i + 1) % len(points)]
        outward = bearing((x, y), (next_x, next_y)) - 90.0
        spots = max(1, round(dist((x, y), (next_x, next_y)) / _SPACING))
        for spot in range(spots):
            part = (spot + 0.5) / spots
            yield (x + part * (next_x - x), y + part * (next_y - y)), outward
