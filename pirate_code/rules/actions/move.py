"""The move action, in the Code's order: tow, sail, tow if not before, explore and shoot.

It is resolved where actions are given; a ram answers that (`rules/happen/ramming.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.board import sailing
from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.actions.explore import exploring, may_explore
from pirate_code.rules.actions.move_segments import segments
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import towing, treasure
from pirate_code.rules.happen.sailing import EDGE, MOVING, outline_of, waters
from pirate_code.rules.happen.shooting import can_shoot_with, shooting
from pirate_code.rules.happen.terrain_current import begin_move
from pirate_code.rules.happen.terrain_fog import come_out
from pirate_code.rules.registry import action

_TURNS = 25  # headings offered to a ship that comes about
_NEAR = 1e-3  # degrees


@action("move_action")
def move_action(game: Game, event: Event) -> Steps[None]:
    """Carry out a move action (order of a move action)."""
    ship = game.piece(event.to)
    if "lost" in ship.states:
        yield from come_out(game, ship, event)
    begin_move(game, ship, event)
    yield from towing.offer_release(game, ship, event)
    towing_now = yield from towing.begin(game, ship, event)
    yield from _begins(game, ship, event)
    if not (yield from _comes_about(game, ship, event)):
        yield from game.propose(_move(game, ship, event))
    if facts.OVER.of(event) or not ship.afloat:
        return
    if not towing_now and facts.MOVED.of(event):
        yield from towing.begin(game, ship, event)
    yield from towing.turn_towed(game, ship, event)
    yield from _unload_from_afar(game, ship, event)
    yield from _explore_and_shoot(game, ship, event)


def _begins(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """She begins her move where she lies (sea-monster-lure-speeds-the-monster)."""
    begins = Event("begin", agent=ship.id, object=Matter("base_move", ship.id), cause=MOVING, within=event)
    player: int | None = facts.MOVER.get(event, ship.controller)
    facts.BEGUN.put(event, begins.but(player=player))
    yield from game.propose(facts.BEGUN.of(event))


def _move(game: Game, ship: Piece, event: Event) -> Event:
    """The movement of the action: her base move and bonuses, as often as something lets her make them."""
    base, added = segments(game, ship, facts.BEGUN.get(event, event))
    if facts.DISTANCE.is_known(event):
        base, added = facts.DISTANCE.of(event), ()
    if game.edition.movement_bonuses == "any_time":
        base, added = (*base, *added), ()
    legs = [(base, added)] * facts.MOVES.get(event, 1)
    moves = Event("move", agent=ship.id, object=ship.id, distance=base + added, cause=MOVING, within=event)
    moves.player = facts.MOVER.get(event, ship.controller)
    facts.ACTION.put(moves, True)
    facts.LEGS.put(moves, legs)
    return moves


def _unload_from_afar(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """A ship that may unload at home without docking does so (unloads-within-s-of-home-needs-an-action)."""
    home = game.state.home(ship.controller) if ship.controller is not None else None
    if home is not None and treasure.unloads_from_afar(game, ship, home, event):
        yield from treasure.unload_on_docking(game, ship, home, event)


def free_move(game: Game, ship: Piece, cause: Cause, within: Event | None) -> Steps[bool]:
    """A move action that an ability adds and that counts as none: "she may move as a free action"."""
    given = _given(ship, cause, within)
    if not game.allows(given):
        return False
    facts.FREE.put(given, True)
    return (yield from _sail(game, ship, given))


def rest_of_move(game: Game, ship: Piece, cause: Cause, within: Event | None) -> Steps[bool]:
    """What is left of a move action with which she came to another place: she sails from there."""
    given = _given(ship, cause, within)
    return game.allows(given) and (yield from _sail(game, ship, given))


def _given(ship: Piece, cause: Cause, within: Event | None) -> Event:
    move = Matter("move_action", ship.id)
    return Event("give", object=move, to=ship.id, player=ship.controller, cause=cause, within=within)


def _sail(game: Game, ship: Piece, given: Event) -> Steps[bool]:
    """Carry a move action out that is not counted now; whether she moved."""
    yield from move_action(game, given)
    if ship.afloat:
        done = Event("resolve", agent=ship.id, object=given.object, player=given.player, cause=given.cause)
        done.within = given
        yield from game.propose(done)
    return facts.MOVED.of(given)


# --- coming about ------------------------------------------------------------------------------------------


def _comes_about(game: Game, ship: Piece, event: Event) -> Steps[bool]:
    """She may turn on the spot in place of moving (come-about-turns-in-place-crimson-coast).

    What she meets stops the turn (come-about-stops-on-contact-crimson-coast).
    """
    player = facts.MOVER.get(event, ship.controller)
    if not game.edition.come_about or player is None or ship.pose is None:
        return False
    if not game.allows(_move(game, ship, event)):
        return False
    pose, around, outline = ship.pose, waters(game, ship, event), outline_of(ship)
    lying = [*around.solid, *around.soft]

    def turned(turn: float) -> sailing.Arrival[int]:
        return sailing.come_about(outline, pose, turn, lying)

    def check(answer: object) -> str | None:
        if not isinstance(answer, int | float) or not -180 <= answer <= 180:
            return "She turns by 180 degrees at most."
        return None if turned(float(answer)).length else "There is no room to turn that way."

    options = [Option(None, "sail")]
    for turn in sailing.headings(_TURNS)[1:]:
        arrival = turned(turn)
        if arrival.length:
            side = "port" if turn > 0 else "starboard"
            touched = tuple(number for number in arrival.contact if number != EDGE)
            met = ", ".join(game.name(number) for number in touched)
            until = f", until she touches {met}" if met and arrival.length < abs(turn) - _NEAR else ""
            options.append(Option(turn, f"come about by {abs(turn):g}° to {side}{until}", touched))
    answer = yield Decision(player, Kind.COME_ABOUT, ship.id, "rotate", tuple(options), check)
    if answer is None:
        return False
    about = Event("rotate", agent=ship.id, player=player, cause=Cause("coming about"), within=event)
    facts.POSE.put(about, turned(float(answer)).pose)
    yield from game.propose(about)
    return True


# --- with the move -----------------------------------------------------------------------------------------


def _explore_and_shoot(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """What abilities and markers add to a move, in her player's order (move-order-explore-or-shoot-first)."""
    left: dict[str, Callable[[], Steps[None]]] = {
        "explore": lambda: _explore(game, ship, event),
        "shoot": lambda: _shoot(game, ship, event),
    }
    while ship.afloat and ship.controller is not None:
        may = [what for what in left if _MAY[what](game, ship, event)]
        if not may:
            return
        options = [Option(None, "nothing more"), *(Option(what, what) for what in may)]
        picked = yield from game.choose(ship.controller, Kind.ACTION, options, subject=ship.id, event="move")
        if picked is None:
            return
        yield from left.pop(picked)()


def _may_shoot(game: Game, ship: Piece, event: Event) -> bool:
    """Whether an ability lets her shoot with this move action (captain-shoots-after-all-segments).

    There must be somebody to shoot at, as for every shoot action (shooting-needs-a-valid-target).
    """
    shot = Event("shoot", agent=ship.id, using=Matter("move_action", ship.id), within=event)
    fired, free = facts.FIRED.of(event), facts.FREE.of(event)
    if fired or free:  # a free action is none (reverse-captain-not-with-captain)
        return False
    return game.permits(shot) and game.allows(shot) and can_shoot_with(game, ship, event)


def _shoot(game: Game, ship: Piece, event: Event) -> Steps[None]:
    facts.FIRED.put(event, True)
    yield from shooting(game, ship, event)


def _may_explore(game: Game, ship: Piece, event: Event) -> bool:
    """Whether she may explore where this move docked her: by an ability, or a marker that lay there."""
    if ship.docked is None or facts.EXPLORED.is_known(event):
        return False
    island = game.piece(ship.docked)
    came = [marked for who, where, marked in facts.DOCKED.of(event) if (who, where) == (ship.id, island.id)]
    if not came or island.home is not None:
        return False
    explores = Event("explore", agent=ship.id, object=island.id, at=island.id)
    explores = explores.but(using=Matter("move_action", ship.id), within=event)
    return (came[-1] or game.permits(explores)) and may_explore(game, ship, island, event)


def _explore(game: Game, ship: Piece, event: Event) -> Steps[None]:
    facts.EXPLORED.put(event, True)
    assert ship.docked is not None
    yield from exploring(game, ship, game.piece(ship.docked), event)


_MAY: dict[str, Callable[[Game, Piece, Event], bool]] = {"explore": _may_explore, "shoot": _may_shoot}
