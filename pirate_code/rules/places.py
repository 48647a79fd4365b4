"""Where islands, terrain and ships may be laid in setup: any place by the rules, and a varied list of them.

Each kind of piece has a check that says why a place is not legal, and a list of good places that differ from
each other, of which one can be drawn without looking at the rest. A table on which no island finds a place
any more is made larger: any flat surface will do (ruling placing-islands-size-of-the-play-area).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import ceil, dist, gcd, hypot, sqrt

from pirate_code.board import geometry, outlines
from pirate_code.board.geometry import TOLERANCE, Box, L, S, Shape
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import table
from pirate_code.rules.decision import Answer, Candidate, Candidates, Option
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game
from pirate_code.rules.happen.spots import Check

MARGIN = 165.0  # from an offered island to the edge: the longest ship can dock on that side too
OFFERED = 24  # places all over the table that are offered at a time
_BESIDE = 96  # places beside other islands that are looked at for that; few of them are legal
_GRID = 70.0  # places all over the table are looked for on a grid this wide
_WAYS = 24  # directions that are tried round an island; near it every second one
_ANCHORS = 8  # islands placed last, beside which the next one is offered
_LOOSE = 1.0  # how much more than the least distance there is room for, in L
_NEAR = 0.02  # how much within the allowed distances the nearest and the widest offered place lie, in L
_GAPS = 7  # how many distances are offered, from the least to the most
_FULL = 360.0
_DIRECTIONS = [(turn, geometry.toward(turn)) for turn in (_FULL * way / _WAYS for way in range(_WAYS))]


# --- the table -------------------------------------------------------------------------------------------


def table_size(edition: Edition, islands: int) -> tuple[int, int]:
    """The width and height of a table with room for so many islands and some more, in millimetres."""
    wanted = islands + max(1, islands // 3)
    columns = ceil(sqrt(wanted))
    rows = ceil(wanted / columns)
    step = (edition.islands_apart.least + _LOOSE) * L + 2 * _reach()
    return ceil((columns - 1) * step + 2 * MARGIN), ceil((rows - 1) * step + 2 * MARGIN)


def _reach() -> float:
    """How far an island reaches from its middle, at most."""
    corners = [corner for number in range(outlines.islands()) for corner in outlines.island(number).points]
    return max(hypot(x, y) for x, y in corners)


def _size(game: Game) -> tuple[float, float]:
    width, height = game.state.table_size
    return float(width), float(height)


def _grow(game: Game) -> None:
    """Lay one more row of islands' room beside the table."""
    width, height = game.state.table_size
    game.state.table_size = (width + ceil(game.edition.islands_apart.least * L + 2 * _reach()), height)


# --- any place -------------------------------------------------------------------------------------------


class Place(Candidate):
    """A place where a piece might be laid; where that is, and whether it is legal, is found out late."""

    __slots__ = ("_check", "_find", "_heading")

    def __init__(self, heading: float, find: Callable[[], Pose | None], check: Check) -> None:
        super().__init__()
        self._heading, self._find, self._check = heading, find, check

    def test(self) -> Option | None:
        """Whether there is such a place, and the piece may lie there."""
        pose = self._find()
        if pose is None or self._check(pose) is not None:
            return None
        return Option(list(pose), f"at {pose.x:.0f}, {pose.y:.0f}")

    def may_be(self, answer: Answer) -> bool:
        """Whether the piece would lie with the heading of the answer."""
        return isinstance(answer, list) and len(answer) == len(Pose._fields) and answer[-1] == self._heading


Places = Candidates[Place]


def _offered(places: Sequence[Place], most: int) -> Places | None:
    """The legal ones among every so many of the places, no more than told; None if none at all is legal.

    The others are looked at only if there is none among those. The step is no divisor of the number of
    directions, so that a list in which the directions come round again and again is not seen from one side.
    """
    step = ceil(len(places) / most)
    while gcd(step, _WAYS) > 1:
        step += 1
    for first in range(step):
        found: Places = Candidates(places[first::step])
        if found:
            return found
    return None


def _grid(game: Game, margin: float) -> Iterator[Pose]:
    """Places all over the table, so far from its edge."""
    width, height = _size(game)
    for column in range(int((width - 2 * margin) // _GRID) + 1):
        for row in range(int((height - 2 * margin) // _GRID) + 1):
            yield Pose(margin + column * _GRID, margin + row * _GRID, (column * 5 + row * 7) % 12 * 30)


def _over_the_table(game: Game, margin: float, check: Check) -> Places | None:
    """Legal places all over the table, so far from its edge."""
    every = [Place(pose.heading, partial(_there, pose), check) for pose in _grid(game, margin)]
    return _offered(every, OFFERED)


def _there(pose: Pose) -> Pose:
    """A place that is known."""
    return pose


# --- islands ---------------------------------------------------------------------------------------------


def island_check(game: Game, island: Piece) -> Check:
    """Why an island may not lie somewhere: it keeps its distances (placing-islands-distances)."""
    outline = outlines.load_outlines()[island.outline]
    islands = game.state.islands()
    lying = [shape for other in islands if (shape := _on_sea(game, other)) is not None]
    middles = [other.pose for other in islands if other.pose is not None]
    apart = game.edition.islands_apart
    least = apart.least * L - 2 * TOLERANCE
    too_near = f"Islands lie at least {apart.least} L apart."

    def refuses(pose: Pose) -> str | None:
        box = geometry.box_at(outline.shape, pose)
        if not _inside(game, box):
            return "The island would not lie on the table."
        near = geometry.boxes_within(apart.most * L, box, lying)
        if not near:
            return f"An island lies at most {apart.most} L from another." if lying else None
        if any(_apart(pose, middle) <= least for middle in middles):  # which they are part of
            return too_near
        shape = geometry.place(outline, pose)
        if any(geometry.within(least, shape, other) for other in near):
            return too_near
        if not any(_within(apart.most * L, shape, other) for other in near):
            return f"An island lies at most {apart.most} L from another."
        return None

    return refuses


def _within(distance: float, one: Shape, other: Shape) -> bool:
    """Whether no more than a distance lies between two shapes; often the first two corners tell."""
    return dist(one.points[0], other.points[0]) <= distance or geometry.within(distance, one, other)


def for_islands(game: Game, island: Piece) -> Places:
    """Varied places for an island, near others and far from them. The table grows until there is one."""
    check = island_check(game, island)
    while True:
        beside = list(_beside_islands(game, island, check))
        found = _offered(beside, _BESIDE) or _over_the_table(game, MARGIN, check)
        if found:
            return found
        _grow(game)


def _has_room(game: Game, x: float, y: float) -> bool:
    """Whether a ship can dock on every side of an island there."""
    width, height = _size(game)
    return MARGIN <= x <= width - MARGIN and MARGIN <= y <= height - MARGIN


def _beside_islands(game: Game, island: Piece, check: Check) -> Iterator[Place]:
    """Places round the islands that lie there, at distances from the least to the most.

    There is less room far off, so more directions are tried there. Where no ship could dock even if the
    island came as near as the gap is wide, none is looked for.
    """
    least, most = game.edition.islands_apart.least, game.edition.islands_apart.most
    nearest, step = least + _NEAR, (most - least - 2 * _NEAR) / (_GAPS - 1)
    lying = [island for island in game.state.islands()[-_ANCHORS:] if island.pose is not None]
    for number in range(_GAPS):  # the nearest first
        gap = (nearest + number * step) * L
        ways = _DIRECTIONS if number >= _GAPS // 2 else _DIRECTIONS[::2]
        for anchor, (turn, (ux, uy)) in product(lying, ways):
            assert anchor.pose is not None
            x, y = anchor.pose.x + (gap - TOLERANCE) * ux, anchor.pose.y + (gap - TOLERANCE) * uy
            if _has_room(game, x, y):
                yield Place(turn, partial(_beside, game, island, anchor, gap, way=turn), check)


def _beside(game: Game, island: Piece, anchor: Piece, gap: float, *, way: float) -> Pose | None:
    """The place so far off another island in a direction; None where no ship could dock on every side."""
    assert anchor.pose is not None
    out = _off(island.outline, anchor.outline, (anchor.pose.heading - way) % _FULL, gap)
    pose = _ahead(anchor.pose, way, out)
    return pose if _has_room(game, pose.x, pose.y) else None


def _ahead(pose: Pose, way: float, distance: float) -> Pose:
    """So far from a place in a direction, and facing that way."""
    ux, uy = geometry.toward(way)
    return Pose(round(pose.x + distance * ux, 3), round(pose.y + distance * uy, 3), way)


@lru_cache(maxsize=1 << 14)
def _off(outline: str, anchor: str, heading: float, gap: float) -> float:
    """How far off another piece lies that faces away from it: it is brought in until the gap is right.

    The other's heading is told from the direction in which the piece lies. The same few islands are laid in
    every game, so the answers are kept.
    """
    forms = outlines.load_outlines()
    there = geometry.place(forms[anchor], Pose(0, 0, heading))
    gap_at = geometry.GapAt(forms[outline].shape, there)
    left, bottom, right, top = there.box
    out = hypot(right - left, top - bottom) + forms[outline].length + gap
    for _ in range(4):  # the gap shrinks no faster than the piece comes in
        out -= gap_at(out, 0) - gap
    return out


# --- terrain ---------------------------------------------------------------------------------------------


def terrain_check(game: Game, terrain: Piece) -> Check:
    """Why terrain may not lie somewhere: so many S from islands and other terrain; at 0 they may touch."""
    outline = outlines.load_outlines()[terrain.outline]
    lying = [shape for piece in game.state.pieces if (shape := _lies(game, piece)) is not None]
    least = game.edition.terrain_apart

    def refuses(pose: Pose) -> str | None:
        box = geometry.box_at(outline.shape, pose)
        if not _inside(game, box):
            return "The terrain would not lie on the table."
        near = geometry.boxes_within(least * S, box, lying)
        if not near:
            return None
        shape = geometry.place(outline, pose)
        if least and any(geometry.within(least * S, shape, other) for other in near):
            return f"Terrain lies at least {least} S from islands and other terrain."
        if any(geometry.overlaps(shape, other) for other in near):
            return "Terrain does not lie upon islands or other terrain."
        return None

    return refuses


def for_terrain(game: Game, terrain: Piece) -> Places | None:
    """Places for a piece of terrain all over the table; None if there is no room for it."""
    return _over_the_table(game, _GRID / 2, terrain_check(game, terrain))


# --- ships -----------------------------------------------------------------------------------------------


def near(game: Game, ship: Piece, island: Piece) -> Pose | None:
    """The nearest free place to an island, for a ship that finds no room at its shore."""
    assert island.pose is not None
    outline = outlines.load_outlines()[ship.outline]
    lying = [
        shape
        for piece in game.state.pieces
        if piece is not ship and (shape := _on_sea(game, piece)) is not None
    ]
    spots = [Pose(pose.x, pose.y, heading) for pose in _grid(game, _GRID / 2) for heading in (0, 90)]
    middle = island.pose
    for pose in sorted(spots, key=lambda spot: (_apart(spot, middle), spot)):
        shape = geometry.place(outline, pose)
        if _inside(game, shape.box) and not _meets(shape, lying):
            return pose
    return None


def _meets(shape: Shape, lying: Iterable[Shape]) -> bool:
    return any(geometry.touches(shape, other) for other in lying)


def _apart(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _on_sea(game: Game, piece: Piece) -> Shape | None:
    is_there = piece.where == SEA and piece.outline and piece.pose is not None
    return table.shape(game.state, piece) if is_there else None


def _lies(game: Game, piece: Piece) -> Shape | None:
    is_there = piece.kind in {"island", "terrain"} and piece.pose is not None
    return table.shape(game.state, piece) if is_there else None


def _inside(game: Game, box: Box) -> bool:
    left, bottom, right, top = box
    width, height = _size(game)
    return left >= 0 and bottom >= 0 and right <= width and top <= height
