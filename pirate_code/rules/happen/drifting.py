"""Icebergs: they drift at the beginning of turns and break masts of what they touch ("Iceberg")."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board import sailing as courses
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen import sailing
from pirate_code.rules.happen.terrain import HULLS, lose_masts, terrain
from pirate_code.rules.registry import banned, happens
from pirate_code.rules.table import length

_CAUSE = Cause("iceberg")
AGROUND = "aground"


def roll_for_icebergs(game: Game, event: Event) -> Steps[None]:
    """The player whose turn begins rolls; icebergs of that number drift where another die says."""
    icebergs = [
        piece for piece in game.state.pieces if piece.card.terrain == "iceberg" and piece.where == SEA
    ]
    if not icebergs:
        return
    number = yield from _roll(game, event)
    for iceberg in icebergs:
        if iceberg.value == number and iceberg.where == SEA:
            side = yield from _roll(game, event)
            drift = Event("drift", object=iceberg.id, amount=side, distance=("S",), player=event.player)
            yield from game.propose(drift.but(cause=_CAUSE, within=event))


def _roll(game: Game, event: Event) -> Steps[int]:
    rolled = Event("roll", object=Matter("die_roll"), player=event.player, cause=_CAUSE, within=event)
    return max(1, min(6, (yield from game.roll(rolled))))


@banned("drift")
def _is_aground(game: Game, event: Event) -> str | None:
    """An iceberg that has hit an island lies still for the rest of the game."""
    return "It has run aground." if AGROUND in game.piece(event.object).states else None


@happens("drift")
def _drift(game: Game, event: Event) -> Steps[None]:
    """It moves straight away from a number on its edge until it touches something."""
    iceberg = game.piece(event.object)
    outline = sailing.outline_of(iceberg)
    assert iceberg.pose is not None
    side = geometry.carry(outline.numbers[event.amount - 1], iceberg.pose)
    direction = geometry.bearing((iceberg.pose.x, iceberg.pose.y), side)
    before = sailing.contacts(game, iceberg)
    lying = [
        (piece.id, sailing.shape_of(piece))
        for piece in game.state.pieces
        if piece is not iceberg
        and piece.where == SEA
        and piece.pose is not None
        and piece.outline
        and "lost" not in piece.states
    ]
    lying += [(sailing.EDGE, wall) for wall in sailing.walls(game)]
    arrival = courses.drift(outline, iceberg.pose, length(event.distance), direction, lying)
    iceberg.pose = arrival.pose
    game.state.stamp += 1
    yield from _touch(game, iceberg, before, event)


def _touch(game: Game, iceberg: Piece, before: dict[int, bool], event: Event) -> Steps[None]:
    """What it now touches and did not touch before: an island holds it, a ship is damaged."""
    for number in sailing.contacts(game, iceberg):
        other = game.piece(number)
        if other.kind == "island":
            game.state.mark(iceberg, AGROUND)
        elif other.kind in HULLS and number not in before:
            touch = Event("touch", agent=number, object=iceberg.id, player=event.player, cause=_CAUSE)
            yield from game.propose(touch.but(within=event))


@terrain("iceberg")
def _strike(game: Game, ship: Piece, iceberg: Piece, event: Event) -> Steps[None]:
    """One mast goes, and the ship does not sink; a ship that may ram icebergs breaks this one instead."""
    ram = Event("ram", agent=ship.id, object=iceberg.id, player=event.player, cause=_CAUSE, within=event)
    sailing_her = any(found.type == "give" for found in chain(event))
    within = event
    if sailing_her and game.permits(ram):
        facts.RAMMED.put(event, (yield from game.propose(ram)))  # more than a touch
        within = ram
    ignored = Event("ignore", agent=ship.id, object=Matter("damage", iceberg.id), within=within)
    if iceberg.where == SEA and not any(game.active.matching("state", ignored)):
        yield from lose_masts(game, ship, 1, iceberg, event)
