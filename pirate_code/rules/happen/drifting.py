"""Terrain that drifts at the beginning of turns, and touches what is in its way ("Iceberg")."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board import sailing as courses
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.core.dice import Rolled
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import sailing
from pirate_code.rules.happen.terrain import HULLS, cause_of
from pirate_code.rules.registry import banned, happens
from pirate_code.rules.table import length
from pirate_code.terrain import Terrain, load_terrain

AGROUND = "aground"


def roll_for_drift(game: Game, event: Event) -> Steps[None]:
    """The player whose turn begins rolls; what has that number drifts where another die says."""
    for kind in load_terrain().values():
        if kind.drifts is not None:
            lying = [
                piece for piece in game.state.pieces if piece.card.terrain == kind.noun and piece.where == SEA
            ]
            yield from _drift_of_kind(game, kind, kind.drifts, lying, event)


def _drift_of_kind(game: Game, kind: Terrain, segment: str, lying: list[Piece], event: Event) -> Steps[None]:
    if not lying:
        return
    cause = Cause(kind.name)
    number = yield from _roll(game, cause, event)
    for piece in lying:
        if piece.value == number and piece.where == SEA:
            side = yield from _roll(game, cause, event)
            drift = Event("drift", object=piece.id, amount=side, distance=(segment,), player=event.player)
            yield from game.propose(drift.but(cause=cause, within=event))


def _roll(game: Game, cause: Cause, event: Event) -> Steps[Rolled]:
    rolled = Event("roll", object=Matter("die_roll"), player=event.player, cause=cause, within=event)
    return max(1, min(6, (yield from game.roll(rolled))))


@banned("drift")
def _is_aground(game: Game, event: Event) -> str | None:
    """What has hit an island lies still for the rest of the game."""
    return "It has run aground." if AGROUND in game.piece(event.object).states else None


@happens("drift")
def _drift(game: Game, event: Event) -> Steps[None]:
    """It moves straight away from a number on its edge until it touches something."""
    drifting = game.piece(event.object)
    outline = sailing.outline_of(drifting)
    assert drifting.pose is not None
    side = geometry.carry(outline.numbers[event.amount - 1], drifting.pose)
    direction = geometry.bearing((drifting.pose.x, drifting.pose.y), side)
    before = sailing.contacts(game, drifting)
    lying = [
        (piece.id, sailing.shape_of(piece))
        for piece in game.state.pieces
        if piece is not drifting
        and piece.where == SEA
        and piece.pose is not None
        and piece.outline
        and "lost" not in piece.states
    ]
    lying += [(sailing.EDGE, wall) for wall in sailing.walls(game)]
    arrival = courses.drift(outline, drifting.pose, length(event.distance), direction, lying)
    drifting.pose = arrival.pose
    game.state.stamp += 1
    yield from _touch(game, drifting, before, event)


def _touch(game: Game, drifting: Piece, before: dict[int, bool], event: Event) -> Steps[None]:
    """What it now touches and did not touch before: an island holds it, a ship is damaged."""
    cause = cause_of(drifting)
    for number in sailing.contacts(game, drifting):
        other = game.piece(number)
        if other.kind == "island":
            game.state.mark(drifting, AGROUND)
        elif other.kind in HULLS and number not in before:
            touch = Event("touch", agent=number, object=drifting.id, player=event.player, cause=cause)
            yield from game.propose(touch.but(within=event))
