"""Terrain that hides ships: who touches it is lost in it, and comes out where a die says ("Fog Bank")."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board import sailing as courses
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen import arriving, sailing
from pirate_code.rules.happen.terrain import cause_of, end_move, kind_of, terrain_effect
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.registry import banned

_HEADINGS = 5


@terrain_effect("hide")
def _sail_into(game: Game, ship: Piece, fog: Piece, event: Event) -> Steps[None]:
    """She is placed inside and is lost, and so is what she tows; her turn ends, in editions that say so."""
    if "lost" in ship.states:
        return
    towed = [other for other in game.state.ships() if other.towed_by == ship.id]
    for piece in (ship, *towed):
        _lose(game, piece, fog)
    end_move(ship, event)
    yield from ()


def _lose(game: Game, piece: Piece, fog: Piece) -> None:
    state = game.state
    assert piece.pose is not None and fog.pose is not None
    piece.pose = Pose(fog.pose.x, fog.pose.y, piece.pose.heading)
    piece.docked = piece.pinned_by = None
    for other in state.ships():
        if other.pinned_by == piece.id:
            other.pinned_by = None
    piece.lost_in = fog.id
    state.mark(piece, "lost")


@banned("shoot_at", "ram", "pin", "board", "surround", "initiate")
def _is_lost(game: Game, event: Event) -> str | None:
    """Whoever is lost in fog neither meets nor is met by other ships."""
    for ref in (event.agent, event.object, event.against):
        if isinstance(ref, int) and "lost" in game.piece(ref).states:
            return f"{game.name(ref)} is lost in fog."
    return None


def come_out(game: Game, ship: Piece, event: Event, fog: Piece | None = None) -> Steps[None]:
    """A lost ship is placed at the number rolled, or as near to it as there is room, and is lost no more."""
    state = game.state
    if fog is None:
        fog = game.piece(ship.lost_in)
    player = event.player if event.player is not None else ship.controller
    rolled = Event(
        "roll", agent=ship.id, object=Matter("die_roll", ship.id), player=player, cause=cause_of(fog)
    )
    number = yield from game.roll(rolled.but(against=fog.id, within=event))
    ways = _ways_out(game, ship, fog, max(1, min(6, int(number))), event)
    if not ways or player is None:
        return
    options = [
        Option(way, f"heading {pose.heading:.0f}", (fog.id,), list(pose)) for way, pose in enumerate(ways)
    ]
    answer = yield from game.choose(player, Kind.PLACE, options, subject=ship.id, event="move_out_of")
    state.mark(ship, "lost", False)
    ship.lost_in = None
    for other in state.ships():
        if other.towed_by == ship.id:
            state.mark(other, "lost", False)
            other.lost_in = None
    ship.pose = Pose(fog.pose.x, fog.pose.y, ship.pose.heading) if fog.pose and ship.pose else ship.pose
    yield from arriving.arrive(game, ship, ways[answer], event)


def _ways_out(game: Game, ship: Piece, fog: Piece, number: int, event: Event) -> list[Pose]:
    """Poses with her stern at a number of the fog bank's edge, or as near to it as there is room."""
    assert fog.pose is not None
    outline = sailing.outline_of(fog)
    near = (
        geometry.carry(outline.numbers[number - 1], fog.pose) if outline.numbers else (fog.pose.x, fog.pose.y)
    )
    water = sailing.waters(game, ship, event)
    obstacles = [
        seen
        for seen in (*water.solid, *water.soft)
        if seen[0] < 0 or (game.piece(seen[0]).kind != "terrain" and "lost" not in game.piece(seen[0]).states)
    ]
    found: list[Pose] = []
    for pose in courses.leaving(sailing.outline_of(ship), sailing.shape_of(fog), near, obstacles):
        found.append(pose)
        if len(found) == _HEADINGS:
            break
    return found


def fog_of(game: Game, ship: Piece) -> int | None:
    """The fog bank that a ship is lost in."""
    return ship.lost_in if "lost" in ship.states else None


def entered_this_turn(game: Game, ship: Piece) -> int | None:
    """The fog bank that a ship came into in this turn (fog-jumper-must-leave-on-the-next-turn)."""
    fog = fog_of(game, ship)
    came = any(
        kind in {"touch", "enter"} and agent == ship.id and met == fog
        for kind, agent, met in game.state.turn.done
    )
    return fog if came else None


def ends_turn(game: Game, ship: Piece) -> bool:
    """Whether her turn is over, for she has come into fog (fog-bank-swallows-what-touches-it-cursed-seas)."""
    return game.edition.fog == "ends_the_turn" and entered_this_turn(game, ship) is not None


def lift(game: Game, event: Event) -> Steps[None]:
    """Ships whose fog bank has been taken away come out as usual (ruling: smokepot shot)."""
    for ship in game.state.ships():
        if "lost" not in ship.states or ship.towed_by is not None:
            continue
        fog = game.piece(ship.lost_in)
        if fog.where != SEA and not (yield from _stays_inside(game, ship)):
            yield from come_out(game, ship, event, fog)


def remains(game: Game, ship: Piece) -> bool:
    """Whether she has stayed this turn in fog that is gone (fog-jumper-when-the-smoke-clears)."""
    return "lost" in ship.states and ("remain", ship.id, ship.lost_in) in game.state.turn.done


def _stays_inside(game: Game, ship: Piece) -> Steps[bool]:
    """Whether she stays in fog that is gone, to come out of another bank this turn.

    Her player is asked once, if she may come out elsewhere now (fog-jumper-when-the-smoke-clears).
    """
    turn, player = game.state.turn, ship.controller
    if player is None or player != turn.player:
        return False
    if remains(game, ship):
        return True
    offers = [found for _, found in game.active.offers(player) if found.source == ship.id]
    if not any("move_out_of" in found.op.events for found in offers):
        return False
    if (yield from game.agrees(player, "leave", ship.id, game.piece(ship.lost_in).id)):
        return False
    turn.done += (("remain", ship.id, ship.lost_in),)
    return True


def lose_those_left(game: Game, player: int) -> Steps[None]:
    """At the end of a turn: who is still in fog that is gone leaves the game."""
    for ship in game.state.ships(player):
        fog = fog_of(game, ship)
        if fog is not None and game.piece(fog).where != SEA:
            gone = Event("remove", object=ship.id, player=player, manner=frozenset({"from_game"}))
            yield from game.propose(gone.but(cause=cause_of(game.piece(fog))))


def other_banks(event: EventSpec, ship: Piece, ctx: Context) -> list[Option]:
    """The fog banks by which a ship may come out instead of the one she is lost in (ruling: fog jumper)."""
    if "lost" not in ship.states or event.object is None:
        return []
    game, here = game_of(ctx), fog_of(game_of(ctx), ship)
    fogs = [ref for ref in event.object.find(ctx) if isinstance(ref, int) and ref != here]
    return [Option(fog, _name(game.piece(fog)), (fog,)) for fog in fogs]


def _name(fog: Piece) -> str:
    place = f"{fog.pose.x:.0f}, {fog.pose.y:.0f}" if fog.pose is not None else "sea"
    return f"the {kind_of(fog).name} at {place}"
