"""Lines from a mast to a ship: what stands between them, and how far she is."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from pirate_code.board import fire, geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.refs import Matter, Part
from pirate_code.board.state import SEA, UP, Piece
from pirate_code.rules import table
from pirate_code.rules.event import Event
from pirate_code.terrain import load_terrain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pirate_code.rules.game import Game

HULLS = frozenset({"ship", "sea creature"})
# Terrain that nobody shoots through (fog-bank-blocks-lines-of-fire-cursed-seas, forts-lines-of-fire).
OPAQUE = frozenset(noun for noun, kind in load_terrain().items() if kind.blocks_fire)


def reaches(game: Game, mast: Part, target: Piece, most: float, least: float = 0.0) -> bool:
    """Whether some part of a target lies between two distances of a mast, and is in sight of it.

    See mirror-of-archimedes-range-and-line-of-fire.
    """
    ship = game.state.pieces[mast.of]
    aimed = table.shape(game.state, target)
    if aimed is None or ship.pose is None or ship.where != SEA:
        return False
    standing = fire.masts(load_outlines()[ship.outline], ship.pose)
    if mast.number >= len(standing):  # nothing stands there: her hull is all there is to measure from
        return table.is_nearer(game.state, ship, target, most)
    origin = standing[mast.number]
    between = [*blockers(game, ship, target), *own_rigging(ship, mast.number)]
    if fire.best_shot(origin, aimed, between, most) is None:
        return False
    x, y = origin
    return max(hypot(px - x, py - y) for px, py in aimed.points) > least + geometry.TOLERANCE


def own_rigging(shooter: Piece, mast: int | None) -> Iterator[geometry.Shape]:
    """Her other masts and sails that stand; fire masts block nothing (fire-mast-does-not-block-fire)."""
    if shooter.kind != "ship" or shooter.pose is None or mast is None:
        return
    for number, sails in enumerate(fire.rigging(load_outlines()[shooter.outline], shooter.pose)):
        if number != mast and number < len(shooter.masts) and shooter.masts[number] == UP:
            yield sails


def blockers(game: Game, shooter: Piece, target: Piece) -> Iterator[geometry.Shape]:
    """What stands between: islands, other ships, wrecks, fog and icebergs."""
    ends = {shooter.id, target.id, shooter.where, target.where}
    for piece in game.state.pieces:
        if piece.where != SEA or piece.id in ends or not _blocks(piece, shooter, target):
            continue
        if table.surrounds(game.state, piece, shooter) or table.surrounds(game.state, piece, target):
            continue  # its arms leave gaps (kraken-and-shots-of-the-surrounded-ship)
        shape = table.shape(game.state, piece)
        if shape is not None and not _is_lifted(game, piece, shooter):
            yield shape


def _blocks(piece: Piece, shooter: Piece, target: Piece) -> bool:
    """Ships do not block lines to and from a fort (forts-lines-of-fire); submerged ones block nobody's.

    Nor do islands block a line from a fort (forts-line-of-fire-cursed-seas, as in the older rule sheets).
    """
    if piece.kind in HULLS:
        return "fort" not in {shooter.kind, target.kind} and "submerged" not in piece.states
    if piece.kind == "island":
        return shooter.kind != "fort"
    return piece.kind == "terrain" and _noun(piece) in OPAQUE


def _noun(piece: Piece) -> str:
    return (piece.card.terrain or "").replace("-", "_")


def _is_lifted(game: Game, piece: Piece, shooter: Piece) -> bool:
    """Whether an ability has this shooter shoot past or through a piece."""
    active = game.active
    line = Matter("line_of_fire", shooter.id)
    if active.entries("forbid", "block"):
        blocking = Event("block", agent=piece.id, object=line)
        if any(True for _ in active.matching("forbid", blocking)):
            return True
    if not active.entries("permit", "shoot_through"):
        return False
    return game.permits(Event("shoot_through", agent=shooter.id, object=piece.id))
