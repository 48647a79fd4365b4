"""Waves: an area that leaves a ship in one direction, and what lies in its path."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board.geometry import Shape
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import table
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen import sailing
from pirate_code.rules.happen.handling import leave_lying
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Sized
from pirate_code.rules.program.performing import performs

_DIRECTIONS = 12
_STEP = 1.0  # millimetres, as the edge of a hull is looked for


@performs("leave ship", "leave sea_monster", "leave sea_creature")
def _leaves(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A wave leaves this ship, in a direction of choice (neptunes-trident-is-measured-from-the-hull)."""
    filters = event.agent.filters if event.agent is not None else ()
    size = next((one for one in filters if isinstance(one, Sized)), None)
    if size is None or ctx.ship is None or ctx.event is None:
        return (yield from leave_lying(event, ctx))
    options = [
        Option(360 * way // _DIRECTIONS, f"toward {360 * way // _DIRECTIONS}°") for way in range(_DIRECTIONS)
    ]
    heading = yield from ctx.game.choose(
        ctx.player, Kind.DIRECTION, options, subject=ctx.source, event="leave"
    )
    path = _path(ctx.ship, float(heading), table.length(size.wide), table.length(size.long))
    game = game_of(ctx)
    lying = _lying(game, ctx.ship)
    facts.PATH.put(ctx.event, [piece.id for piece in lying if geometry.touches(_shape(game, piece), path)])
    return True


def _path(ship: Piece, heading: float, wide: float, long: float) -> Shape:
    """What it goes over: so wide and so long, from the outside of the hull."""
    assert ship.pose is not None
    hull, (ux, uy) = sailing.shape_of(ship), geometry.toward(heading)
    x, y = ship.pose.x, ship.pose.y
    while geometry.contains(hull, (x, y)):
        x, y = x + _STEP * ux, y + _STEP * uy
    return geometry.put(geometry.rectangle(0.0, -wide / 2, long, wide / 2), Pose(x, y, heading))


def _lying(game: Game, ship: Piece) -> list[Piece]:
    """The other ships and the forts on the table, whoever owns them (neptunes-trident-strikes-everyone)."""
    ships = [other for other in game.state.ships() if other is not ship and other.where == SEA]
    return [*ships, *(piece for piece in game.state.pieces if piece.kind == "fort" and piece.where >= 0)]


def _shape(game: Game, piece: Piece) -> Shape:
    return sailing.shape_of(piece if piece.where == SEA else game.piece(piece.where))
