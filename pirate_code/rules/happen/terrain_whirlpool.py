"""Terrain that leads to another of its kind: a ship may come out there, and may pay for it ("Whirlpool")."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board import sailing as courses
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import Piece
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import sailing, towing
from pirate_code.rules.happen.terrain import (
    cause_of,
    effect_of,
    eliminate,
    end_move,
    name_of_mast,
    terrain_effect,
)
from pirate_code.rules.program.nouns import masts_of
from pirate_code.rules.program.performing import PICKED
from pirate_code.terrain import LeadToAnother

_PLACES = 4


@terrain_effect("lead to another")
def _come_to(game: Game, ship: Piece, pool: Piece, event: Event) -> Steps[None]:
    """Her player may place her at another whirlpool; if so a roll may cost her something."""
    others = [
        other
        for other in game.state.pieces
        if other.kind == "terrain"
        and other.card.terrain == pool.card.terrain
        and other.pose is not None
        and other.where == pool.where
        and other is not pool
    ]
    player = event.player if event.player is not None else ship.controller
    places = {other.id: _places(game, ship, other, event) for other in others}
    options = [
        Option(
            [other.id, number],
            f"come out at {game.name(other.id)}, heading {pose.heading:.0f}",
            (other.id,),
            list(pose),
        )
        for other in others
        for number, pose in enumerate(places[other.id])
    ]
    if not options or player is None:
        return
    options.append(Option(None, "stay"))
    answer = yield from game.choose(player, Kind.PLACE, options, subject=ship.id, event="use")
    if answer is not None:
        other, place = answer
        use = Event("use", agent=ship.id, object=pool.id, to=other, player=player, within=event)
        use.cause = cause_of(pool)
        yield from _go_through(game, ship, use, places[other][place])


def _places(game: Game, ship: Piece, pool: Piece, event: Event) -> list[Pose]:
    """Places at a whirlpool where she touches no island and lies over nothing."""
    water = sailing.waters(game, ship, event)
    outline = sailing.outline_of(ship)
    obstacles = [*water.solid, *water.soft]
    found = []
    for pose in courses.beside(outline, sailing.shape_of(pool), obstacles):
        hull = geometry.place(outline, pose)
        islands = (island for island in game.state.islands() if island.pose is not None)
        if not any(geometry.touches(hull, sailing.shape_of(island)) for island in islands):
            found.append(pose)
    return found[:: max(1, -(-len(found) // _PLACES))][:_PLACES]


def _go_through(game: Game, ship: Piece, use: Event, pose: Pose) -> Steps[None]:
    """Place her at the other whirlpool, and what she tows behind her; each rolls for herself."""
    if not (yield from game.propose(use)):
        return
    end_move(ship, use)
    ship.pose, ship.docked = pose, None
    towed = [found for found in game.state.ships() if found.towed_by == ship.id]
    yield from towing.follow(game, ship, use)
    for piece in (ship, *towed):
        yield from _roll_for_effect(game, piece, game.piece(use.to), use)


def _roll_for_effect(game: Game, ship: Piece, pool: Piece, use: Event) -> Steps[None]:
    """On a high roll she loses a mast, a treasure or a crew, as her player picks; never equipment."""
    effect, cause = effect_of(pool, LeadToAnother), cause_of(pool)
    assert effect is not None
    asked = Event("roll_for_effect", agent=ship.id, at=pool.id, player=use.player, cause=cause, within=use)
    if any(game.active.matching("spare", asked)):
        return
    rolled = Event("roll", agent=ship.id, object=Matter("die_roll", ship.id), player=use.player, cause=cause)
    if (yield from game.roll(rolled.but(against=pool.id, within=asked))) < effect.costs_from:
        return
    losses: list[tuple[Option, Ref]] = [
        (Option(["mast", mast.number], name_of_mast(ship, mast), (mast,)), mast)
        for mast in masts_of(ship)
        if game.allows(_gone(pool, mast, ship, asked))
    ]
    for piece in game.state.aboard(ship.id):
        if piece.kind in {"treasure", "crew"} and game.allows(_gone(pool, piece.id, ship, asked)):
            losses.append((Option(["cargo", piece.id], game.name(piece.id), (piece.id,)), piece.id))
    if not losses:
        return
    player = ship.controller if ship.controller is not None else game.state.turn.player
    given_up = _gone(pool, None, ship, asked).but(manner=frozenset({PICKED}))
    losses = [loss for loss in losses if game.allows(given_up.but(object=loss[1]))] or losses
    options = [option for option, _ in losses]
    answer = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="eliminate")
    lost: Ref = next(ref for option, ref in losses if option.answer == answer)
    if isinstance(lost, Part | int):
        yield from eliminate(game, lost, ship, pool, asked)


def _gone(pool: Piece, what: Ref | None, ship: Piece, event: Event) -> Event:
    gone = Event("eliminate", agent=pool.id, object=what, source=ship.id, within=event)
    gone.cause = cause_of(pool)
    return gone
