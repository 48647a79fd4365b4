"""Submerging and surfacing, at the beginning of their player's turn ("Submerged")."""

from __future__ import annotations

from pirate_code.board.state import SEA, Piece
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import Choice, Effect, Happen
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import could, performs
from pirate_code.rules.registry import banned, happens


@performs("submerge", "surface")
def _go(event: EventSpec, ctx: Context) -> Steps[bool]:
    """The ship that does it is also the ship to which it happens."""
    selector = event.object or event.agent
    found = selector.find(ctx) if selector is not None else []
    done = False
    for ref in found:
        going = Event(event.type, agent=ref, object=ref, player=ctx.player, cause=ctx.cause, within=ctx.event)
        done |= yield from ctx.game.propose(going)
    return done


@could("submerge", "surface")
def _could_go(event: EventSpec, ctx: Context) -> bool:
    selector = event.object or event.agent
    found = selector.find(ctx) if selector is not None else []
    return any(ctx.game.allows(Event(event.type, agent=ref, object=ref, within=ctx.event)) for ref in found)


@banned("submerge", "surface")
def _is_already(game: Game, event: Event) -> str | None:
    """Only what is on the surface submerges, and the other way round; pinned creatures stay (scorpion)."""
    piece = game.piece(event.object)
    if ("submerged" in piece.states) == (event.type == "submerge"):
        where = "submerged" if event.type == "submerge" else "on the surface"
        return f"{game.name(piece.id)} is already {where}."
    if event.type == "submerge" and piece.pinned_by is not None:
        return f"{game.name(piece.id)} is pinned."
    return None


@happens("submerge")
def _submerge(game: Game, event: Event) -> Steps[None]:
    """Under water she is docked nowhere, and pins nobody."""
    ship = game.piece(event.object)
    ship.docked = None
    for other in game.state.ships():
        if other.pinned_by == ship.id:
            other.pinned_by = None
    game.state.mark(ship, "submerged")
    yield from ()


@happens("surface")
def _surface(game: Game, event: Event) -> Steps[None]:
    game.state.mark(game.piece(event.object), "submerged", False)
    yield from ()


def can_submerge(game: Game, piece: Piece) -> bool:
    """Whether an ability in force speaks of her submerging: what cannot is always on the surface."""
    return any(
        found.source == piece.id or game.state.pieces[found.source].where == piece.id
        for found in game.active.entries("when", "turn_beginning")
        if found.op.effect is not None and _submerges(found.op.effect)
    )


def _submerges(effect: Effect) -> bool:
    if isinstance(effect, Choice):
        return any(_submerges(option) for option in effect.options)
    return isinstance(effect, Happen) and effect.spec.type == "submerge"


def rise(game: Game, event: Event) -> Steps[None]:
    """A ship that has lost the ability comes up at once (ruling: submarine whose keyword is cancelled)."""
    for ship in game.state.ships():
        if (
            ship.where == SEA
            and "submerged" in ship.states
            and not (can_submerge(game, ship) and game.active.usable(ship.id))
        ):
            up = Event("surface", agent=ship.id, object=ship.id, player=ship.controller, cause=event.cause)
            yield from game.propose(up)
