"""Ships on the sea: what lies in their way, the edge of the table, what they touch and pass.

How a player steers is told in `rules/actions`, and what follows from a move in `arriving`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pirate_code.board import geometry, sailing
from pirate_code.board.geometry import Shape
from pirate_code.board.outlines import Outline, load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.registry import banned
from pirate_code.rules.table import placed, surrounds
from pirate_code.terrain import load_terrain

Seen = list[tuple[int, Shape]]  # pieces by their numbers, as they lie

HULLS = frozenset({"ship", "sea creature"})
EDGE = -1  # stands for the edge of the table among the pieces
# Terrain that nobody goes over: she stops where she touches it ("Iceberg", "Fog bank").
STOPPING = frozenset(noun for noun, kind in load_terrain().items() if kind.stops_ships)
_NOT_IGNORED = frozenset(noun for noun, kind in load_terrain().items() if not kind.can_be_ignored)
MOVING = Cause("moving")
_WALL = 400.0


class Waters(NamedTuple):
    """What lies round a piece: what stops her, what she may go through but not lie on, what she goes over."""

    solid: Seen
    soft: Seen
    open: Seen

    @property
    def passable(self) -> frozenset[int]:
        """What she may go through or over, and need not stop at."""
        return frozenset(number for number, _ in (*self.soft, *self.open))

    def without(self, numbers: set[int]) -> Waters:
        """The same waters, some pieces left out."""
        return Waters(*([seen for seen in part if seen[0] not in numbers] for part in self))

    def under(self, outline: Outline, pose: Pose) -> int | None:
        """What she would lie over there and may not end her move on."""
        if not self.soft:
            return None
        hull = geometry.place(outline, pose)
        return next((number for number, shape in self.soft if geometry.overlaps(hull, shape)), None)

    def clear(self, outline: Outline, pose: Pose) -> bool:
        """Whether she could be set down there: she lies over nothing that has no room for two."""
        hull = geometry.place(outline, pose)
        return not any(geometry.overlaps(hull, shape) for _, shape in (*self.solid, *self.soft))


def outline_of(piece: Piece) -> Outline:
    """The outline of a piece."""
    return load_outlines()[piece.outline]


def shape_of(piece: Piece) -> Shape:
    """A piece that lies on the table, as it lies."""
    assert piece.pose is not None
    return placed(piece.outline, piece.pose)


def terrain_of(piece: Piece) -> str:
    """The kind of a piece of terrain, as a noun of the language; nothing for any other piece."""
    return (piece.card.terrain or "").replace("-", "_") if piece.kind == "terrain" else ""


# --- what lies in the way ----------------------------------------------------------------------------------


def waters(game: Game, piece: Piece, event: Event | None = None) -> Waters:
    """What lies round a piece that is to be moved; what she tows goes with her."""
    found = Waters([], [], [])
    for other in _lying(game, piece):
        if other.towed_by == piece.id:
            continue
        if among(game, piece, other) or among(game, other, piece):
            continue
        _sort(game, piece, other, event, found)
    herself = event is not None and event.agent == piece.id
    found.solid.extend((EDGE, wall) for wall in walls(game, sails=herself))
    return found


def among(game: Game, creature: Piece, other: Piece) -> bool:
    """Whether a creature that came round a ship lies over a hull and neither is clear of the other yet."""
    if creature.surrounds is None or other.kind not in HULLS:
        return False
    return surrounds(game.state, creature, other) or geometry.overlaps(shape_of(creature), shape_of(other))


def _lying(game: Game, piece: Piece) -> Iterator[Piece]:
    """Every other piece that takes up room; the lost take none (fog-bank-holds-any-number-of-ships)."""
    for other in game.state.pieces:
        if other.where != SEA or other.pose is None or other is piece or "lost" in other.states:
            continue
        if other.kind in {"island", "terrain"} or other.kind in HULLS or _meets(piece, other):
            yield other


def is_adrift(piece: Piece) -> bool:
    """Whether a piece is a treasure that lies on the sea as a token."""
    return piece.kind == "treasure" and piece.where == SEA and piece.pose is not None


def _meets(piece: Piece, token: Piece) -> bool:
    """Whether a piece has to do with a token on the sea: neither another token nor who is below.

    See turtles-of-several-groups and turtles-and-submerged-ships.
    """
    return is_adrift(token) and not is_adrift(piece) and "submerged" not in piece.states


def _sort(game: Game, piece: Piece, other: Piece, event: Event | None, found: Waters) -> None:
    seen = (other.id, shape_of(other))
    if is_adrift(other) or is_adrift(piece):  # turtles-stop-a-ship, turtles-way-home
        found.solid.append(seen)
    elif other.kind == "terrain":
        stops = terrain_of(other) in STOPPING and not ignores(game, piece, other, event)
        (found.solid if stops else found.open).append(seen)
    elif other.kind == "island" and passes_over(game, piece, other, event):
        found.open.append(seen)
    elif game.allows(_pass("pass_through", piece, other, event)):
        found.soft.append(seen)
    else:
        found.solid.append(seen)


def _pass(kind: str, piece: Piece, other: Piece, event: Event | None) -> Event:
    return Event(kind, agent=piece.id, object=other.id, cause=MOVING, within=event)


def passes_over(game: Game, piece: Piece, island: Piece, event: Event | None = None) -> bool:
    """Whether an ability lets a piece move over an island, and so end its move there."""
    return game.allows(_pass("pass_over", piece, island, event))


def ignores(game: Game, ship: Piece, terrain: Piece, event: Event | None) -> bool:
    """Whether terrain neither stops a ship as she moves nor does anything to her when she has passed it."""
    if game.permits(_pass("pass_through", ship, terrain, event)):
        return True
    return heeds_not(game, ship, terrain, event)


def heeds_not(game: Game, ship: Piece, terrain: Piece, event: Event | None) -> bool:
    """Whether a ship is said to ignore terrain; icebergs she never does (ignores-terrain-never-icebergs)."""
    said = Event("ignore", agent=ship.id, object=terrain.id, within=event)
    return terrain_of(terrain) not in _NOT_IGNORED and any(game.active.matching("state", said))


@banned("pass_through", "pass_over")
def _no_way_through(game: Game, event: Event) -> str | None:
    """Nothing moves through islands, nor ships unless below (submerged-ships-pass-over-and-under)."""
    agent, other = game.piece(event.agent), game.piece(event.object)
    if other.kind == "island":
        return "No ship moves through an island."
    if other.kind in HULLS and not {"submerged"} & (agent.states | other.states):
        return "No ship moves through another."
    return None


@banned("touch")
def _touches_nothing(game: Game, event: Event) -> str | None:
    """A submerged ship touches no ship (submerged-ship-touches-no-ship); who is lost in fog meets nobody."""
    pieces = [game.state.pieces[ref] for ref in (event.agent, event.object) if isinstance(ref, int)]
    if len(pieces) < 2 or any(piece.kind not in HULLS for piece in pieces):
        return None
    for piece in pieces:
        for state in ("submerged", "lost"):
            if state in piece.states:
                return f"{piece.card.name} is {state} and touches no ship."
    return None


# --- the edge of the table ---------------------------------------------------------------------------------


def table_size(game: Game) -> tuple[int, int] | None:
    """The width and height of the table in millimetres, from a corner at the origin; none in open sea."""
    width, height = game.state.table_size
    return (width, height) if width and height else None


def walls(game: Game, *, sails: bool = False) -> list[Shape]:
    """The edge of the table, if it is a wall (placing-islands-edge-of-the-play-area).

    For who `sails` of her own choice a flat table may have one too.
    """
    size, edge = table_size(game), game.edition.table_edge
    closed = edge == "wall" or (sails and edge == "flat" and not game.edition.sailing_over_a_flat_edge)
    return list(_walls(*size)) if size is not None and closed else []


@lru_cache(maxsize=16)
def _walls(width: int, height: int) -> tuple[Shape, ...]:
    far = _WALL
    return (
        geometry.rectangle(-far, -far, 0.0, height + far),
        geometry.rectangle(width, -far, width + far, height + far),
        geometry.rectangle(0.0, -far, width, 0.0),
        geometry.rectangle(0.0, height, width, height + far),
    )


# --- contact -----------------------------------------------------------------------------------------------


_FAR = 2 * geometry.TOLERANCE  # boxes farther apart than this have nothing in them that touches


def contacts(game: Game, piece: Piece) -> dict[int, bool]:
    """What a piece on the table touches, and whether her bow does."""
    if piece.where != SEA or piece.pose is None or "lost" in piece.states:
        return {}
    found: dict[int, bool] = {}
    left, bottom, right, top = shape_of(piece).box
    for other in _lying(game, piece):
        assert other.pose is not None
        box = shape_of(other).box  # most lie far off
        if box[0] - right > _FAR or left - box[2] > _FAR or box[1] - top > _FAR or bottom - box[3] > _FAR:
            continue
        bow = _bow_touches(piece.outline, piece.pose, other.outline, other.pose)
        if bow is not None:
            found[other.id] = bow
    return found


@lru_cache(maxsize=4096)
def _bow_touches(outline: str, pose: Pose, other: str, there: Pose) -> bool | None:
    """Whether the bow of a piece touches another, None if no part does; kept while both lie still."""
    shape = placed(other, there)
    if not geometry.touches(placed(outline, pose), shape):
        return None
    zone = load_outlines()[outline].bow_zone
    return zone is not None and geometry.touches(geometry.put(zone, pose), shape)


def passed(
    game: Game, outline: Outline, course: sailing.Arrival[int], direction: float | None, waters: Waters
) -> Iterator[int]:
    """The terrain that she went over on her way: straight ahead, or in a direction without turning."""
    if not waters.open:
        return
    x, y, heading = course.pose
    ux, uy = geometry.toward(heading if direction is None else direction)
    start = Pose(x - ux * course.length, y - uy * course.length, heading)
    hull = geometry.place(outline, start)
    for number, shape in waters.open:
        if game.piece(number).kind == "terrain" and any(
            geometry.meetings(hull, shape, ux, uy, course.length)
        ):
            yield number
