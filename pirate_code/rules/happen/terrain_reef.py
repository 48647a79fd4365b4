"""Reefs: masts fall to them, and a ship that loses more than she has is wrecked ("Reef")."""

from __future__ import annotations

from pirate_code.board.state import Piece
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen.sinking import comes_home
from pirate_code.rules.happen.terrain import lay_on, lose_masts, rating, terrain
from pirate_code.rules.registry import banned, happens


@terrain("reef")
def _run_upon(game: Game, ship: Piece, reef: Piece, event: Event) -> Steps[None]:
    """As many masts fall as the rating lies below those she was built with (ruling reef-damage).

    Who comes home when she sinks does so too when she is wrecked (neptunes-figurehead-saves-a-wreck).
    """
    damage = len(ship.masts) - (yield from rating(game, ship, reef, event))
    if damage <= 0:
        return
    standing = ship.standing
    yield from lose_masts(game, ship, min(damage, standing), reef, event)
    if damage > standing and ship.kind == "ship" and ship.in_play:
        wreck = Event("wreck", agent=reef.id, object=ship.id, player=event.player, cause=Cause("reef"))
        wreck.within = event
        sinks = wreck.but(
            type="sink", agent=None
        )  # a wreck counts as sunk (neptunes-figurehead-saves-a-wreck)
        yield from game.propose(sinks if comes_home(game, sinks) else wreck)


@banned("wreck")
def _still_has_masts(game: Game, event: Event) -> str | None:
    """A ship whose masts something saved is no wreck."""
    return f"{game.name(event.object)} has masts left." if game.piece(event.object).standing else None


@happens("wreck")
def _wreck(game: Game, event: Event) -> Steps[None]:
    """A wreck stays on the reef with her cargo and is part of no fleet."""
    state, ship = game.state, game.piece(event.object)
    lay_on(game, ship, game.piece(event.agent), event)
    state.mark(ship, "wreck")
    state.give_to(ship, None)
    ship.pinned_by = ship.towed_by = ship.docked = None
    for other in state.ships():
        if other.pinned_by == ship.id:
            other.pinned_by = None
        if other.towed_by == ship.id:
            other.towed_by = None
    yield from ()
