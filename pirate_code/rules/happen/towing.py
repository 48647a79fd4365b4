"""Towing: derelicts and flotillas that a ship takes along, and letting them go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board import geometry, sailing
from pirate_code.board.pose import Pose
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import pipeline
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen.docking import touches_bow
from pirate_code.rules.happen.ramming import fleet_of
from pirate_code.rules.happen.sailing import HULLS, contacts, outline_of, waters
from pirate_code.rules.registry import banned, happens
from pirate_code.rules.table import touching

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

TOWING = Cause("towing")
_WAYS = 24  # directions in which a ship is pushed aside
_STEP = 5.0  # and by how many millimetres more each time
_FACINGS = 9  # headings offered for what is towed: every 45 degrees


def derelict(game: Game, ship: Piece) -> bool:
    """Whether a ship without masts is derelict: some abilities keep her from it."""
    if ship.kind != "ship" or not ship.bare or "wreck" in ship.states:
        return False
    return game.held("derelict", ship.id) is not False


def towed_by(game: Game, ship: Piece) -> Piece | None:
    """What a ship tows."""
    return next((piece for piece in game.state.ships() if piece.towed_by == ship.id), None)


# --- taking in tow -----------------------------------------------------------------------------------------


def begin(game: Game, ship: Piece, event: Event) -> Steps[bool]:
    """Offer to take something in tow; whether she did (tow-begins-with-or-after-a-move)."""
    found = [other for other in towable(game, ship) if game.allows(_tow(ship, other, event))]
    if not found or ship.controller is None:
        return False
    options = [Option(None, "tow nothing")]
    options += [Option(other.id, f"tow {other.card.name}", (other.id,)) for other in found]
    picked = yield from game.choose(ship.controller, Kind.PICK, options, subject=ship.id, event="tow")
    return picked is not None and (yield from game.propose(_tow(ship, game.piece(picked), event)))


def towable(game: Game, ship: Piece) -> list[Piece]:
    """What a ship touches so that she could tow it: a derelict by its bow, or what an ability lets her tow.

    One ship at a time, never in a chain (tow-one-ship-only), and nothing that is in tow already
    (tow-release-comes-first) or that another ship has pinned (scorpion-against-a-flotilla).
    """
    if ship.towed_by is not None or towed_by(game, ship) is not None:
        return []
    found = []
    for number in contacts(game, ship):
        other = game.piece(number)
        if other.kind not in HULLS or other.towed_by is not None or towed_by(game, other) is not None:
            continue
        if other.pinned_by not in {None, ship.id}:
            continue
        if ship.bare and not derelict(game, other):  # turbine-ship-without-masts-tows-no-flotilla
            continue
        by_bow = touches_bow(other, ship) and derelict(game, other)
        if by_bow or pipeline.permits(game, Event("tow", object=other.id, agent=ship.id), "object"):
            found.append(other)
    return found


def _tow(ship: Piece, other: Piece, event: Event) -> Event:
    made = Event("tow", agent=ship.id, object=other.id, player=ship.controller, cause=TOWING)
    return made.but(within=event)


@banned("tow", slot="agent", own=True)
def _creatures_do_not_tow(game: Game, event: Event) -> str | None:
    """A sea creature tows only if she may by her own words (titan-cancelled)."""
    return "Sea creatures do not tow." if game.piece(event.agent).kind == "sea creature" else None


@banned("tow")
def _cannot_tow(game: Game, event: Event) -> str | None:
    """Nobody tows who is submerged or lost, or is towed so."""
    ship, other = game.piece(event.agent), game.piece(event.object)
    if ship.states & {"submerged", "lost"} or other.states & {"submerged", "lost", "wreck"}:
        return "Who is submerged or lost has no part in towing."
    return None


@banned("tow", slot="object")
def _cannot_be_towed(game: Game, event: Event) -> str | None:
    """Only derelicts are towed, by their bow."""
    other = game.piece(event.object)
    if not derelict(game, other):
        return f"{other.card.name} is not derelict."
    if other.outline and outline_of(other).bow_zone is None:  # flotilla-cancelled
        return f"{other.card.name} has no bow to be towed by."
    return None


@happens("tow")
def _takes_in_tow(game: Game, event: Event) -> Steps[None]:
    """She is laid astern and joins the fleet (towing-changes-the-fleet-cursed-seas)."""
    ship, other = game.piece(event.agent), game.piece(event.object)
    if other.controller != ship.controller and not game.allows(
        Event("capture", agent=ship.id, object=other.id, within=event)
    ):
        facts.FAILED.put(event, True)
        return
    other.towed_by, other.pinned_by = ship.id, None
    if not _lay_astern(game, ship, other):
        other.towed_by = None
        facts.FAILED.put(event, True)
        return
    if other.docked is not None and other.docked != ship.docked:
        left = Event("leave", agent=other.id, object=other.docked, player=ship.controller, cause=TOWING)
        yield from game.propose(left.but(within=event))
        other.docked = None
    fleet = fleet_of(game, ship)
    if other.controller != fleet and game.edition.towing_captures:
        capture(game, other, fleet)


def capture(game: Game, ship: Piece, player: int | None) -> None:
    """She belongs to another fleet from now on, with all aboard (tow-takes-control-of-an-enemy-ship)."""
    game.state.give_to(ship, player)
    for piece in game.state.aboard(ship.id):
        game.state.give_to(piece, player)


def _lay_astern(game: Game, ship: Piece, other: Piece) -> bool:
    """Lay the ship in tow behind the one that tows her, at an angle if she must be; whether there is room."""
    assert ship.pose is not None
    pose = sailing.astern(outline_of(ship), ship.pose, outline_of(other), _lying_round(game, ship, other))
    if pose is not None:
        other.pose = pose
    return pose is not None


def _lying_round(game: Game, ship: Piece, other: Piece) -> list[tuple[int, geometry.Shape]]:
    """What is in the way of a ship in tow: all but the one that tows her and the terrain that she lies at."""
    around, left = waters(game, other), _terrain_at(game, other) | {ship.id}
    return [(number, shape) for number, shape in (*around.solid, *around.soft) if number not in left]


def _terrain_at(game: Game, ship: Piece) -> set[int]:
    """The terrain that a ship touches: it does not keep her from being pulled off it (fog-bank-and-a-tow)."""
    return {number for number in contacts(game, ship) if game.piece(number).kind == "terrain"}


# --- under way ---------------------------------------------------------------------------------------------


def follow(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """What she tows goes with her; what is moved elsewhere is let go (tow-release-comes-first)."""
    towed = towed_by(game, ship)
    if towed is not None:
        before = contacts(game, towed)
        if _lay_astern(game, ship, towed):
            if towed.docked is not None and ship.docked != towed.docked:
                towed.docked = None
            yield from _feel_terrain(game, towed, event, before)
        else:
            yield from let_go(game, ship, towed, event)
            _make_way(game, towed)
    if ship.towed_by is not None and not touching(game.state, ship, game.piece(ship.towed_by)):
        ship.towed_by = None


def turn_towed(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """What has no bow is given any facing as its tow moves (flotilla-turns-only-with-its-tow)."""
    towed = towed_by(game, ship)
    if towed is None or ship.controller is None or outline_of(towed).bow_zone is not None:
        return
    assert towed.pose is not None
    here, lying = towed.pose.heading, _lying_round(game, ship, towed)

    def turned(turn: float) -> Pose | None:
        assert ship.pose is not None
        return sailing.astern_facing(outline_of(ship), ship.pose, outline_of(towed), here + turn, lying)

    def check(answer: object) -> str | None:
        if not isinstance(answer, int | float) or not -180 <= answer <= 180:
            return "She turns by 180 degrees at most."
        return None if not answer or turned(float(answer)) is not None else "There is no room for that."

    options = [Option(0, "keep her heading")]
    for turn in sailing.headings(_FACINGS)[1:]:
        if turned(turn) is not None:
            options.append(Option(turn, f"{abs(turn):g}° to {'port' if turn > 0 else 'starboard'}"))
    answer = yield Decision(ship.controller, Kind.HEADING, towed.id, "rotate", tuple(options), check)
    pose = turned(float(answer)) if answer else None
    if pose is not None:
        made = Event("rotate", agent=towed.id, player=ship.controller, cause=TOWING, within=event)
        facts.POSE.put(made, pose)
        yield from game.propose(made)


def _make_way(game: Game, towed: Piece) -> None:
    """She that was let go where the other came to lie is pushed aside, no farther than she must be."""
    assert towed.pose is not None
    around, outline, here = waters(game, towed), outline_of(towed), towed.pose
    ways = [geometry.toward(360.0 * way / _WAYS) for way in range(_WAYS)]
    for off in [0.0, *(_STEP * step for step in range(1, int(outline.length * 2 / _STEP)))]:
        for ux, uy in ways:
            pose = Pose(here.x + off * ux, here.y + off * uy, here.heading)
            if around.clear(outline, pose):
                towed.pose = pose
                return


def _feel_terrain(game: Game, towed: Piece, event: Event, before: dict[int, bool]) -> Steps[None]:
    """She feels terrain that she is pulled onto (ignores-terrain-does-not-help-a-towed-ship)."""
    met: set[int] = facts.TOW_TERRAIN.to_grow(event)
    for number in contacts(game, towed):
        if game.piece(number).kind == "terrain" and number not in met and number not in before:
            met.add(number)
            came = Event("touch", agent=towed.id, object=number, player=event.player, cause=Cause("terrain"))
            yield from game.propose(came.but(within=event))


def let_go(game: Game, ship: Piece, towed: Piece, event: Event | None = None) -> Steps[bool]:
    """Release what a ship tows; it stays in the fleet."""
    released = Event("let_go", agent=ship.id, object=towed.id, player=ship.controller, cause=TOWING)
    return (yield from game.propose(released.but(within=event)))


@happens("let_go")
def _lets_go(game: Game, event: Event) -> Steps[None]:
    """The ship in tow is free."""
    yield from ()
    game.piece(event.object).towed_by = None


def cast_off(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """A ship in tow that sails by herself is let go: the two no longer go together."""
    if ship.towed_by is not None:
        yield from let_go(game, game.piece(ship.towed_by), ship, event)


def offer_release(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Let a player release what the ship tows before she moves."""
    towed = towed_by(game, ship)
    if towed is None or ship.controller is None:
        return
    if (yield from game.agrees(ship.controller, "let_go", ship.id, towed.id)):
        yield from let_go(game, ship, towed, event)
