"""Terrain: what it does to a ship that touches it or goes over it. Each effect of db/terrain/ has a module.

The rules of movement propose `touch` and `pass_over` with the ship as agent and the terrain as object, once
in a move action for each piece of terrain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Part, Ref, as_answer
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen import sailing
from pirate_code.rules.program.nouns import masts_of
from pirate_code.rules.registry import happens
from pirate_code.terrain import Terrain, load_terrain

Doing = Callable[[Game, Piece, Piece, Event], Steps[None]]
EFFECTS: dict[str, Doing] = {}
HULLS = frozenset({"ship", "sea creature"})
T = TypeVar("T")


def terrain_effect(does: str) -> Callable[[Doing], Doing]:
    """Register how an effect of terrain is carried out on a ship that comes upon it."""

    def register(doing: Doing) -> Doing:
        EFFECTS[does] = doing
        return doing

    return register


def kind_of(place: Piece) -> Terrain:
    """The kind of a piece of terrain."""
    return load_terrain()[sailing.terrain_of(place)]


def cause_of(place: Piece) -> Cause:
    """A piece of terrain as the cause of something."""
    return Cause(kind_of(place).name)


def effect_of(place: Piece, effect: type[T]) -> T | None:
    """The effect of that type that a piece has, if it is terrain that has one."""
    if place.kind != "terrain":
        return None
    return next((found for found in kind_of(place).effects if isinstance(found, effect)), None)


@happens("touch", "pass_over")
def _come_upon(game: Game, event: Event) -> Steps[None]:
    """Let terrain do what it does; touching anything else changes nothing by itself."""
    if not isinstance(event.agent, int) or not isinstance(event.object, int):
        return
    ship, place = game.piece(event.agent), game.piece(event.object)
    if place.kind != "terrain" or ship.kind not in HULLS or "wreck" in ship.states:
        return
    effects = kind_of(place).effects
    if not effects or (yield from _docks(game, ship, place)):
        return  # who may dock there takes no damage by it (runes-of-the-serpent-docking-does-no-damage)
    if not sailing.heeds_not(game, ship, place, event):
        for effect in effects:
            yield from EFFECTS[effect.does](game, ship, place, event)
        return
    for outer in chain(event):
        if outer.type == "move" and outer.agent == ship.id:
            facts.IGNORED.to_grow(outer).append(place.id)


def _docks(game: Game, ship: Piece, place: Piece) -> Steps[bool]:
    """Whether a ship docks at terrain, if an ability lets her: who may ram it as well has the choice.

    See runes-of-the-serpent-icebreaker-docks-or-rams.
    """
    player = ship.controller if ship.controller is not None else game.state.turn.player
    if not game.permits(Event("dock", agent=ship.id, at=place.id, player=player)):
        return False
    if not game.permits(Event("ram", agent=ship.id, object=place.id, player=player)):
        return True
    return not (yield from game.agrees(player, "ram", ship.id, place.id))


def rating(game: Game, ship: Piece, place: Piece, event: Event) -> Steps[int]:
    """The rating of a piece of terrain: rolled once, and good until the turn ends."""
    ratings = game.state.turn.ratings
    if place.id not in ratings:
        rolled = Event(
            "roll",
            agent=ship.id,
            object=Matter("die_roll", ship.id),
            against=place.id,
            player=event.player if event.player is not None else ship.controller,
            cause=Cause("terrain"),
            within=event,
        )
        facts.RATING.put(rolled, True)
        ratings[place.id] = int((yield from game.roll(rolled)))
    return ratings[place.id]


def lose_masts(game: Game, ship: Piece, count: int, by: Piece, event: Event) -> Steps[int]:
    """Eliminate masts of a ship, which her player picks; how many fell."""
    lost = 0
    for _ in range(count):
        masts = masts_of(ship)
        if not masts or ship.where != SEA:
            break
        options = [Option(as_answer(mast), name_of_mast(ship, mast), (mast,)) for mast in masts]
        player = ship.controller if ship.controller is not None else game.state.turn.player
        answer = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="eliminate")
        mast = next(mast for mast in masts if as_answer(mast) == answer)
        lost += yield from eliminate(game, mast, ship, by, event)
    return lost


def eliminate(game: Game, what: Ref, ship: Piece, by: Piece, event: Event) -> Steps[bool]:
    """Let terrain eliminate something of a ship."""
    gone = Event(
        "eliminate",
        agent=by.id,
        object=what,
        source=ship.id,
        player=event.player,
        cause=Cause("terrain"),
        within=event,
    )
    return (yield from game.propose(gone))


def name_of_mast(ship: Piece, mast: Part) -> str:
    """A mast by its number and its cannon."""
    guns = ship.card.cannons
    gun = f" ({guns[mast.number].rank}{guns[mast.number].range})" if mast.number < len(guns) else ""
    return f"mast {mast.number + 1}{gun}"


def end_move(ship: Piece, event: Event) -> None:
    """End the move that brought a ship here, with everything that would follow from it."""
    for outer in chain(event):
        if outer.type == "move" and outer.object == ship.id:
            facts.DISPLACED.put(outer, True)


def lay_on(game: Game, ship: Piece, place: Piece, event: Event) -> None:
    """Bring a ship that terrain holds fast back onto it, if she went over it and there is room."""
    assert ship.pose is not None and place.pose is not None
    here = Pose(place.pose.x, place.pose.y, ship.pose.heading)
    touching = place.id in sailing.contacts(game, ship)
    if not touching and sailing.waters(game, ship, event).clear(sailing.outline_of(ship), here):
        ship.pose = here
