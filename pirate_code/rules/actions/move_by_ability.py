"""Moves that abilities make: a ship may move S, an enemy is moved L, an island moves, a turn on the stern.

What a ship does in place of or besides her move in a move action that is going on is noted on that action.
"""

from __future__ import annotations

from typing import Any

from pirate_code.board import geometry, sailing
from pirate_code.board.outlines import Outline
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import table
from pirate_code.rules.actions.move import free_move, rest_of_move
from pirate_code.rules.actions.move_segments import segments
from pirate_code.rules.actions.move_token import go_toward
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen.docking import berths
from pirate_code.rules.happen.sailing import EDGE, HULLS, is_adrift, outline_of, shape_of, waters
from pirate_code.rules.happen.terrain_fog import come_out, other_banks
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Within
from pirate_code.rules.program.performing import AFFECT, could, performs, pick, plainly
from pirate_code.rules.program.selectors import Selector, pieces

_TURNS = 25  # headings offered for a turn on the stern: every 15 degrees
_AWAY = 13  # directions tried for a ship that backs off
_CLEAR = Within(("S",), pieces("ship", "that"), exactly=True)  # of the ship that she rammed
_CARGO = frozenset({"crew", "treasure", "equipment"})


@performs("move")
def _move(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability moves something, or lets a ship move."""
    given = _move_action(ctx)
    if event.object is None:
        done = False
        if event.agent is not None and is_adrift(ctx.card) and event.agent.fits(ctx.source, ctx):
            return (yield from _goes_by_itself(event, ctx))
        for ship in (yield from _ships(event.agent, ctx, event)):
            done |= yield from _moves_herself(event, ship, given, ctx)
        return done
    found = yield from pick(event.object, ctx, event)
    if found and all(
        isinstance(ref, Matter) for ref in found
    ):  # "may move her base move as many times as ..."
        return _again(given, event.amount.value(ctx) if event.amount is not None else 1)
    pieces = [piece for ref in found if (piece := ctx.piece(ref)) is not None]
    if pieces and pieces[0].kind in _CARGO and pieces[0].where != SEA:
        return (yield from plainly(event, ctx))
    done = False
    for piece in pieces:
        ctx.say(piece.id)
        if piece.docked is None or piece.docked not in found:  # she goes with her island
            done |= yield from _is_moved(event, piece, given, ctx)
    return done


def _move_action(ctx: Context) -> Event | None:
    """The move action that is going on."""
    for found in chain(ctx.event):
        if found.type == "give" and isinstance(found.object, Matter) and found.object.noun == "move_action":
            return found
    return None


def _ships(selector: Selector | None, ctx: Context, event: EventSpec) -> Steps[list[Piece]]:
    refs: list[Ref] = []
    if selector is not None:
        refs = yield from pick(selector, ctx, event.but(type="affect", distance=()))
    elif ctx.ship is not None:
        refs = [ctx.ship.id]
    pieces = [ctx.piece(ref) for ref in refs]
    return [piece for piece in pieces if piece is not None and piece.kind in HULLS]


# --- she moves herself -------------------------------------------------------------------------------------


def _moves_herself(event: EventSpec, ship: Piece, given: Event | None, ctx: Context) -> Steps[bool]:
    """ "This ship may move S": much like a segment (ability-moves-the-ship-herself)."""
    own = given if given is not None and given.to == ship.id else None
    if own is not None and "twice" in event.manner:
        return _again(own, 2)
    if own is not None and "only" in event.manner and event.distance:
        facts.DISTANCE.put(own, event.distance)
        return True
    if "any_direction" in event.manner and not event.distance:
        return _sideways(ship, ctx)
    if not event.distance:
        return (yield from free_move(game_of(ctx), ship, ctx.cause, ctx.event))
    moves = Event("move", agent=ship.id, object=ship.id, distance=event.distance)
    moves = moves.but(player=ship.controller, cause=ctx.cause, within=ctx.event)
    return (yield from ctx.game.propose(moves))


def _again(given: Event | None, times: int) -> bool:
    """Her base move is made several times in this action (screw-engine-doubles-the-base-move)."""
    if given is None:
        return False
    facts.MOVES.put(given, max(1, times))
    return True


def _sideways(ship: Piece, ctx: Context) -> bool:
    """From now on in this move she goes in any direction and keeps her heading."""
    for found in chain(ctx.event):
        if found.type == "move" and found.agent == ship.id:
            facts.SIDEWAYS.put(found, True)
            return True
    return False


def _goes_by_itself(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A token on the sea goes toward the place that its words name."""
    places = [ctx.piece(ref) for ref in event.to.find(ctx)] if event.to is not None else []
    place = next((found for found in places if found is not None and found.pose is not None), None)
    if place is None:
        return False
    moved = Event("move", object=ctx.source, player=ctx.player, cause=ctx.cause, within=ctx.event)
    moved.distance = event.distance
    return (yield from go_toward(game_of(ctx), ctx.card, place, moved))


@could("move_out_of")
def _could_move_out_of(event: EventSpec, ctx: Context) -> bool:
    """Only where there is another fog bank to come out of."""
    return ctx.ship is not None and bool(other_banks(event, ctx.ship, ctx))


@performs("move_out_of")
def _move_out_of(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Come out of another fog bank than she was lost in, and sail on from there (ruling: fog jumper)."""
    ship = ctx.ship
    options = other_banks(event, ship, ctx) if ship is not None else []
    if ship is None or not options:
        return False
    game = game_of(ctx)
    chosen = yield from game.choose(ctx.player, Kind.PICK, options, subject=ship.id, event="move_out_of")
    within = Event("move_out_of", agent=ship.id, object=chosen, player=ctx.player, cause=ctx.cause)
    yield from come_out(game, ship, within, game.piece(chosen))
    if ship.afloat and "lost" not in ship.states:
        yield from rest_of_move(game, ship, ctx.cause, ctx.event)
    return True


@performs("avoid")
def _avoid(event: EventSpec, ctx: Context) -> Steps[bool]:
    """ "Avoiding all islands and terrain": that is heeded as the way is chosen."""
    yield from ()
    return True


# --- something moves it ------------------------------------------------------------------------------------


def _is_moved(event: EventSpec, piece: Piece, given: Event | None, ctx: Context) -> Steps[bool]:
    """Move a piece by an outside force; or let another player steer the move action that begins."""
    player = yield from _mover(event, ctx)
    if not event.distance and given is not None and given.to == piece.id and event.agent is not None:
        facts.MOVER.put(given, player)
        return True
    moved = Event("move", object=piece.id, player=player, cause=ctx.cause, within=ctx.event)
    moved.manner, moved.distance = event.manner, event.distance
    if not (yield from _whither(event, piece, moved, ctx)):
        return False
    return (yield from ctx.game.propose(moved))


def _mover(event: EventSpec, ctx: Context) -> Steps[int]:
    """Who moves it: the player whom the ability names, or whose ability it is."""
    yield from ()
    mover = event.agent
    if mover is None and event.at is not None:
        chosen = [found.event.agent for found in event.at.filters if found.event is not None]
        mover = next((agent for agent in chosen if agent is not None and agent.is_player), None)
    for ref in mover.find(ctx) if mover is not None else []:
        if isinstance(ref, Seat):
            return ref.player
    return ctx.player


def _whither(event: EventSpec, piece: Piece, moved: Event, ctx: Context) -> Steps[bool]:
    """Settle how far and in which direction a piece is moved, as far as the ability tells."""
    if event.using is not None and event.using.noun == "base_move":
        whose = event.using.of.find(ctx) if event.using.of is not None else [piece.id]
        ship = ctx.piece(whose[0]) if whose else None
        if ship is None:
            return False
        base, added = segments(game_of(ctx), ship)
        facts.SEGMENTS.put(moved, list(base + added))
        return True
    if isinstance(event.near, Within):
        return (yield from _away(event.near, piece, moved, ctx))
    if event.to is not None:
        return (yield from _toward(event, piece, moved, ctx))
    if event.at is not None and any(
        found.event is not None and found.event.type == "match" for found in event.at.filters
    ):
        facts.DIRECTION.put(moved, _numbered(piece, int(ctx.result)))
    if not moved.distance:  # "move any other sea monster instead": with its own base move
        base, added = segments(game_of(ctx), piece)
        facts.SEGMENTS.put(moved, list(base + added))
    return True


def _numbered(piece: Piece, number: int) -> float:
    """The direction outward through a printed number of a piece of terrain."""
    numbers, pose = outline_of(piece).numbers, piece.pose
    if pose is None or not 1 <= number <= len(numbers):
        return 0.0
    at = geometry.carry(numbers[number - 1], pose)
    return round(geometry.bearing((pose.x, pose.y), at) % 360.0, 3)


def _away(near: Within, piece: Piece, moved: Event, ctx: Context) -> Steps[bool]:
    """Back off from a piece to a distance from it (submarine-moves-clear-after-the-ram).

    Who ran into it goes astern, anybody else straight away from it, or as near to that as there is room.
    """
    inner = ctx.copy()
    inner.said = [ref for ref in ctx.said if ref != piece.id]  # "that ship" is the other one
    others = [ctx.piece(ref) for ref in near.of.find(inner)] if near.of is not None else []
    other = next((found for found in others if found is not None and found is not piece), None)
    if other is None or piece.pose is None or other.pose is None:
        return False
    far, around = table.length(near.distance), waters(game_of(ctx), piece, moved)
    straight = piece.pose.heading + 180.0
    if not table.touching(ctx.state, piece, other):
        here = (piece.pose.x, piece.pose.y)
        straight = geometry.bearing(geometry.nearest(here, shape_of(other)), here)
    places: dict[float, Pose] = {}
    for turn in sailing.headings(_AWAY, 90.0):
        # She starts in contact with the ship that she rammed, and what she moves away from does not hold her.
        course = sailing.drift(outline_of(piece), piece.pose, far, straight + turn, around.solid)
        clear = around.clear(outline_of(piece), course.pose)
        if clear and course.length > geometry.TOLERANCE and other.id not in course.contact:
            places[round((straight + turn) % 360.0, 3)] = course.pose
    if not places:
        return False
    options = [Option(angle, f"toward {angle:g}°") for angle in places]
    mover = moved.player if moved.player is not None else ctx.player
    angle = yield from ctx.game.choose(mover, Kind.DIRECTION, options, subject=piece.id, event="move")
    moved.distance = near.distance
    facts.POSE.put(moved, places[angle])
    return True


def _toward(event: EventSpec, piece: Piece, moved: Event, ctx: Context) -> Steps[bool]:
    """Move a piece to an island, or some way toward it."""
    assert event.to is not None
    places = [ctx.piece(ref) for ref in (yield from pick(event.to, ctx, AFFECT))]
    place = next((found for found in places if found is not None and found.pose is not None), None)
    if place is None or place.pose is None or piece.pose is None:
        return False
    if moved.distance:
        here = (piece.pose.x, piece.pose.y)
        there = geometry.nearest(here, shape_of(place))
        facts.DIRECTION.put(moved, round(geometry.bearing(here, there) % 360.0, 3))
        return True
    pose = next(berths(game_of(ctx), piece, place), None)
    if pose is not None:
        facts.POSE.put(moved, pose)
    return pose is not None


@performs("move_away")
def _move_away(event: EventSpec, ctx: Context) -> Steps[bool]:
    """ "Then move away": S from the ship that she rammed."""
    rammed = next((found for found in chain(ctx.event) if found.type == "ram"), None)
    other = ctx.piece(rammed.object) if rammed is not None else None
    if ctx.ship is None or other is None:
        return False
    inner = ctx.copy()
    inner.say(other.id)
    moved = Event("move", object=ctx.ship.id, player=ctx.player, cause=ctx.cause, within=ctx.event)
    return (yield from _away(_CLEAR, ctx.ship, moved, inner)) and (yield from ctx.game.propose(moved))


# --- turns -------------------------------------------------------------------------------------------------


@performs("rotate")
def _rotate(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A turn on the stern, as one more segment (moving-stern-turn-comes-last)."""
    ship, game = ctx.ship, game_of(ctx)
    if ship is None or ship.pose is None:
        return False
    made = Event("rotate", agent=ship.id, player=ship.controller, cause=ctx.cause, within=ctx.event)
    if not game.allows(made.but(type="turn")) or not game.allows(made):
        return False
    pose, outline = ship.pose, outline_of(ship)
    around = waters(game, ship, ctx.event)
    lying = [*around.solid, *around.soft]

    def turned(turn: float) -> sailing.Arrival[int]:
        return sailing.stern_turn(outline, pose, turn, lying)

    def check(answer: Any) -> str | None:
        if not isinstance(answer, int | float) or not -180 <= answer <= 180:
            return "She turns by 180 degrees at most."
        return None

    crowded = any(_could_meet(game, pose, outline, number, shape) for number, shape in lying)
    options = [Option(0, "keep her heading")]
    for turn in sailing.headings(_TURNS)[1:]:
        met = tuple(number for number in turned(turn).contact if number != EDGE) if crowded else ()
        options.append(Option(turn, f"{abs(turn):g}° to {'port' if turn > 0 else 'starboard'}", met))
    player = ship.controller if ship.controller is not None else ctx.player
    answer = yield Decision(player, Kind.HEADING, ship.id, "rotate", tuple(options), check)
    if not answer:
        return False
    made.player = player
    facts.POSE.put(made, turned(float(answer)).pose)
    return (yield from game.propose(made))


def _could_meet(game: Game, pose: Pose, outline: Outline, number: int, shape: geometry.Shape) -> bool:
    """Whether a ship is so near that turning could bring her against it."""
    if number == EDGE or game.piece(number).kind not in HULLS:
        return False
    return geometry.away_from_box(geometry.carry(outline.stern, pose), shape) <= outline.length


@performs("reverse")
def _reverse(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Bow and stern change places before she moves (moving-windcatcher-rotation-comes-first)."""
    if ctx.ship is None:
        return False
    made = Event("reverse", agent=Seat(ctx.player), object=ctx.ship.id, player=ctx.player)
    return (yield from ctx.game.propose(made.but(cause=ctx.cause, within=ctx.event)))
