"""Where islands and terrain may be laid: a finite list of places that never runs out for islands.

Islands lie on the points of a lattice whose spacing keeps any two of them far enough apart, so that no choice
of the players leaves the next one without a place (rulings: placing islands).
"""

from __future__ import annotations

from functools import cache
from math import ceil, sqrt

from pirate_code.board import geometry, outlines
from pirate_code.board.geometry import L, Pose, S, Shape
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import table
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game

MARGIN = 215.0  # from an island to the edge: the longest ship can dock on that side too
_SLACK = 12.0  # how far an island lies off its lattice point, at most
_GRID = 70.0  # terrain is offered on a grid this wide
_MOST = 24  # and at no more places than these


def table_size(edition: Edition, islands: int) -> tuple[int, int]:
    """The width and height of a table with room for so many islands, in millimetres."""
    columns, rows = _lattice(islands)
    step = _step(edition)
    return ceil((columns - 1) * step + 2 * MARGIN), ceil((rows - 1) * step + 2 * MARGIN)


def _lattice(islands: int) -> tuple[int, int]:
    """Columns and rows of lattice points: at least a third more than there are islands."""
    wanted = islands + max(1, islands // 3)
    columns = ceil(sqrt(wanted))
    return columns, ceil(wanted / columns)


@cache
def _reach() -> float:
    """How far an island reaches from its middle, at most."""
    corners = [corner for number in range(outlines.islands()) for corner in outlines.island(number).points]
    return max(sqrt(x * x + y * y) for x, y in corners)


def _step(edition: Edition) -> float:
    """How far lattice points lie apart, so that islands at any two of them are the least distance apart."""
    return edition.islands_apart.least * L + 2 * (_reach() + _SLACK)


def lattice(game: Game) -> list[Pose]:
    """Every lattice point of the table."""
    step = _step(game.edition)
    count = game.edition.islands_per_player * game.state.players
    columns, rows = _lattice(count)
    return [
        Pose(MARGIN + column * step, MARGIN + row * step, 0)
        for row in range(rows)
        for column in range(columns)
    ]


def for_islands(game: Game) -> list[tuple[int, Pose]]:
    """The lattice points that are free, with their numbers; each is near enough to an island."""
    points = lattice(game)
    taken = [island.pose for island in game.state.islands() if island.pose is not None]
    step = _step(game.edition)
    free = [
        (number, point)
        for number, point in enumerate(points)
        if not any(_apart(point, other) < step / 2 for other in taken)
    ]
    near = [
        (number, point) for number, point in free if any(_apart(point, other) < step * 1.2 for other in taken)
    ]
    return near or free


def _apart(one: Pose, other: Pose) -> float:
    return sqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2)


def jittered(game: Game, spot: Pose) -> Pose:
    """A place near a lattice point, so that no two games lie alike."""
    dice = game.state.dice
    reach = int(_SLACK / sqrt(2))
    x, y = (dice.below(2 * reach + 1) - reach for _ in range(2))
    return Pose(spot.x + x, spot.y + y, dice.below(12) * 30)


def for_terrain(game: Game, terrain: Piece) -> list[Pose]:
    """Places for a piece of terrain: S from everything that lies there, and inside the table."""
    outline = outlines.load_outlines()[terrain.outline]
    width, height = game.state.table_size
    lying = [shape for piece in game.state.pieces if (shape := _lies(game, piece)) is not None]
    least = game.edition.terrain_apart * S
    found = []
    for column in range(int(width // _GRID)):
        for row in range(int(height // _GRID)):
            pose = Pose((column + 0.5) * _GRID, (row + 0.5) * _GRID, 0)
            shape = geometry.place(outline, pose)
            if _inside(shape, width, height) and not any(
                geometry.within(least, shape, other) for other in lying
            ):
                found.append(pose)
    every = max(1, ceil(len(found) / _MOST))
    return found[::every]


def near(game: Game, ship: Piece, island: Piece) -> Pose | None:
    """The nearest free place to an island, for a ship that finds no room at its shore."""
    assert island.pose is not None
    outline = outlines.load_outlines()[ship.outline]
    width, height = game.state.table_size
    lying = [
        shape
        for piece in game.state.pieces
        if piece is not ship and (shape := _on_sea(game, piece)) is not None
    ]
    spots = [
        Pose(column * _GRID / 2, row * _GRID / 2, heading)
        for column in range(1, int(2 * width // _GRID))
        for row in range(1, int(2 * height // _GRID))
        for heading in (0, 90)
    ]
    middle = island.pose
    for pose in sorted(spots, key=lambda spot: (_apart(spot, middle), spot)):
        shape = geometry.place(outline, pose)
        if _inside(shape, width, height) and not any(geometry.touches(shape, other) for other in lying):
            return pose
    return None


def _on_sea(game: Game, piece: Piece) -> Shape | None:
    return (
        table.shape(game.state, piece)
        if piece.where == SEA and piece.outline and piece.pose is not None
        else None
    )


def _lies(game: Game, piece: Piece) -> Shape | None:
    return (
        table.shape(game.state, piece)
        if piece.kind in {"island", "terrain"} and piece.pose is not None
        else None
    )


def _inside(shape: Shape, width: int, height: int) -> bool:
    left, bottom, right, top = shape.box
    return left >= 0 and bottom >= 0 and right <= width and top <= height
