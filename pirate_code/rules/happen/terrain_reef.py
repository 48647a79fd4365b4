"""Terrain that fells masts, and wrecks a ship that should lose more than she has ("Reef", "Iceberg")."""

from __future__ import annotations

from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen.damage import comes_home
from pirate_code.rules.happen.terrain import cause_of, effect_of, lay_on, lose_masts, rating, terrain_effect
from pirate_code.rules.registry import happens
from pirate_code.terrain import FellMasts


@terrain_effect("fell masts")
def _run_upon(game: Game, ship: Piece, place: Piece, event: Event) -> Steps[None]:
    """Masts fall, so many or by the rating (ruling reef-damage); what may be rammed may be broken instead."""
    effect = effect_of(place, FellMasts)
    assert effect is not None
    if effect.count == "rating":
        damage = len(ship.masts) - (yield from rating(game, ship, place, event))
    else:
        damage = effect.count
    if damage <= 0 or (effect.can_be_rammed and (yield from _is_broken(game, ship, place, event))):
        return
    standing = ship.standing
    fallen = yield from lose_masts(game, ship, min(damage, standing), place, event)
    # A ship whose masts something saved is no wreck; one whose masts came back is
    # (runes-of-defense-does-not-save-from-sinking).
    if effect.wrecks and damage > standing == fallen and ship.kind == "ship" and ship.in_play:
        wreck = Event("wreck", agent=place.id, object=ship.id, player=event.player, cause=cause_of(place))
        wreck.within = event
        sinks = wreck.but(type="sink", agent=None)  # she counts as sunk (neptunes-figurehead-saves-a-wreck)
        yield from game.propose(sinks if comes_home(game, sinks) else wreck)


def _is_broken(game: Game, ship: Piece, place: Piece, event: Event) -> Steps[bool]:
    """Let a ship ram terrain if something permits it; whether that spares her the damage."""
    ram = Event("ram", agent=ship.id, object=place.id, player=event.player, cause=cause_of(place))
    ram = ram.but(within=event)
    sailing_her = any(found.type == "give" for found in chain(event))
    within = event
    if sailing_her and game.permits(ram):
        facts.RAMMED.put(event, (yield from game.propose(ram)))  # more than a touch
        within = ram
    ignored = Event("ignore", agent=ship.id, object=Matter("damage", place.id), within=within)
    return place.where != SEA or any(game.active.matching("state", ignored))


@happens("wreck")
def _wreck(game: Game, event: Event) -> Steps[None]:
    """A wreck stays where she is with her cargo and is part of no fleet."""
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
