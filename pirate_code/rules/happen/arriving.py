"""What follows when a move has brought a piece somewhere: it passes, touches, casts off and docks."""

from __future__ import annotations

from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen import docking, ramming, towing
from pirate_code.rules.happen.sailing import (
    HULLS,
    MOVING,
    STOPPING,
    contacts,
    ignores,
    is_adrift,
    outline_of,
    table_size,
    terrain_of,
    waters,
)


def arrive(
    game: Game,
    piece: Piece,
    pose: Pose,
    event: Event,
    *,
    over: tuple[int, ...] = (),
    passable: frozenset[int] = frozenset(),
) -> Steps[bool]:
    """Set a piece down where a move brought it, with all that follows; whether it must stop there.

    `over` is the terrain that it went over; at what is `passable` it need not stop.
    """
    before = contacts(game, piece)
    piece.pose = pose
    yield from _over_the_edge(game, piece, event)
    if piece.where != SEA:
        return True
    yield from towing.follow(game, piece, event)
    ramming.part(game, piece)
    if piece.kind not in HULLS:
        yield from _pushed(game, piece, before, event)
        return True
    now = contacts(game, piece)
    yield from docking.cast_off(game, piece, now, event)
    here = piece.pose
    for number in over:
        if number not in now and not ignores(game, piece, game.piece(number), event):
            yield from _meet(game, "pass_over", piece, number, event)
    stopped = False
    for number in now:
        if game.piece(number).kind == "terrain":
            if number in before:
                continue
        elif number in passable:
            continue
        stopped |= yield from _touch(game, piece, number, event, anew=number not in before)
    if not _lies(piece, here):
        facts.DISPLACED.put(event, True)  # a whirlpool, a fog bank: her move is over
        return True
    at_hand = {number: bow for number, bow in contacts(game, piece).items() if number not in passable}
    return (yield from docking.tie_up(game, piece, at_hand, event)) or stopped


def _lies(piece: Piece, there: Pose) -> bool:
    """Whether a piece is on the table at a place still."""
    return piece.where == SEA and piece.pose == there


def _touch(game: Game, piece: Piece, number: int, event: Event, anew: bool) -> Steps[bool]:
    """Let a piece touch another; whether that stops her."""
    other = game.piece(number)
    if other.towed_by == piece.id or piece.towed_by == other.id:
        return False
    contact = Event("touch", agent=piece.id, object=number, player=event.player, cause=MOVING, within=event)
    if anew and is_adrift(other):
        return (yield from _run_into_token(game, contact, event))
    if anew:
        if other.kind == "terrain":
            return (yield from _meet(game, "touch", piece, number, event))
        if not (yield from game.propose(contact)):
            return False
    elif not game.allows(contact):
        return False
    return not any(game.active.matching("spare", Event("stop", agent=piece.id, within=contact)))


def _run_into_token(game: Game, contact: Event, event: Event) -> Steps[bool]:
    """She touches one token in a move at most and stops (turtles-one-eliminated-per-move)."""
    outermost = [found for found in chain(event) if found.type in {"move", "give"}]
    met: set[int] = facts.TOKENS.to_grow(outermost[-1] if outermost else event)
    if not met:
        met.add(game.piece(contact.object).id)
        yield from game.propose(contact)
    return True


def _meet(game: Game, kind: str, piece: Piece, number: int, event: Event) -> Steps[bool]:
    """Let terrain do what it does, once in a move (terrain-once-in-a-move-action); whether it stops her."""
    outermost = [found for found in chain(event) if found.type in {"move", "give"}]
    met: set[int] = facts.TERRAIN.to_grow(outermost[-1] if outermost else event)
    if number not in met:
        met.add(number)
        came = Event(kind, agent=piece.id, object=number, player=event.player, cause=Cause("terrain"))
        yield from game.propose(came.but(within=event))
    place = game.piece(number)
    return terrain_of(place) in STOPPING and not ignores(game, piece, place, event)


def _pushed(game: Game, piece: Piece, before: dict[int, bool], event: Event) -> Steps[None]:
    """Terrain or an island that was moved touches ships (terrain-works-however-it-is-touched)."""
    for number in contacts(game, piece):
        other = game.piece(number)
        if number not in before and other.kind in HULLS:
            came = Event("touch", agent=other.id, object=piece.id, player=event.player, cause=MOVING)
            yield from game.propose(came.but(within=event))


def _over_the_edge(game: Game, piece: Piece, event: Event) -> Steps[None]:
    """Under flat earth what goes over the edge is out of the game; under round earth it comes in opposite."""
    size, pose = table_size(game), piece.pose
    if size is None or pose is None or (0 <= pose.x <= size[0] and 0 <= pose.y <= size[1]):
        return
    if game.edition.table_edge == "flat":
        gone = Event("remove", object=piece.id, manner=frozenset({"from_game"}), cause=Cause("flat earth"))
        yield from game.propose(gone.but(within=event, player=event.player))
    elif game.edition.table_edge == "round":
        across = Pose(pose.x % size[0], pose.y % size[1], pose.heading)
        if waters(game, piece, event).clear(outline_of(piece), across):
            piece.pose = across


def segment_end(ship: Piece, number: int, event: Event) -> Event:
    """The end of a movement segment; -1 is the end of all of them."""
    return Event(
        "end",
        agent=ship.id,
        object=Matter("movement_segment", ship.id, number),
        at=ship.docked,
        player=event.player,
        cause=MOVING,
        within=event,
    )
