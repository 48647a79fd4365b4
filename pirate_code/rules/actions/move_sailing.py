"""A move as it is made: a ship sails segment after segment, or something else moves a piece."""

from __future__ import annotations

from pirate_code.board import geometry, sailing
from pirate_code.board.outlines import measured_anywhere
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import stats
from pirate_code.rules.actions.move_segments import Helm, steer
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen import towing
from pirate_code.rules.happen.arriving import arrive, segment_end
from pirate_code.rules.happen.docking import cast_off, has_to_leave, lies_clear, tie_up
from pirate_code.rules.happen.sailing import HULLS, MOVING, contacts, outline_of, waters
from pirate_code.rules.happen.terrain_fog import come_out
from pirate_code.rules.registry import banned, happens

ALL = -1  # the number of all segments together


# --- who moves ---------------------------------------------------------------------------------------------


@banned("move")
def _cannot_move(game: Game, event: Event) -> str | None:
    """What keeps a ship from moving herself, not an outside force (ability-moves-the-ship-from-outside)."""
    if not isinstance(event.agent, int) or event.object not in {None, event.agent}:
        return None
    ship = game.piece(event.agent)
    if ship.kind not in HULLS:
        return None
    if ship.pinned_by is not None:
        return f"{ship.card.name} is pinned by {game.name(ship.pinned_by)}."
    for state in ("tangled", "wreck"):
        if state in ship.states:
            return f"{ship.card.name} is {'tangled in weeds' if state == 'tangled' else 'a wreck'}."
    if ship.docked is not None and not game.allows(_leave(ship, event)):
        return f"{ship.card.name} cannot leave {game.name(ship.docked)}."
    by_ability = event.cause.rule == "ability" and bool(
        event.distance
    )  # no move action: masts are not needed
    has_none = ship.kind == "ship" and (ship.bare or "flag" in ship.parts)
    if has_none and not by_ability and not _moves_without_masts(game, ship):
        return f"{ship.card.name} has no masts."
    return None


def _leave(ship: Piece, event: Event) -> Event:
    return Event("leave", agent=ship.id, object=ship.docked, within=event)


def _moves_without_masts(game: Game, ship: Piece) -> bool:
    given = Event("give", object=Matter("move_action", ship.id), to=ship.id)
    return game.permits(given) or stats.moves_bare(game, ship)


@happens("move")
def _move(game: Game, event: Event) -> Steps[None]:
    """A ship sails; a piece on the table is moved by a force; cargo goes to another place."""
    piece = game.piece(event.object)
    if event.agent == event.object:
        yield from sail(game, piece, event)
    elif piece.where == SEA and piece.pose is not None:
        yield from drift(game, piece, event)
    elif isinstance(event.to, int):
        game.state.put(piece, event.to)
    else:
        facts.FAILED.put(event, True)


# --- a ship sails ------------------------------------------------------------------------------------------


class _Log:
    """The log of one move: what it is measured from, how many segments are sailed, what ended last."""

    def __init__(self, event: Event) -> None:
        self.reference: int | None = None
        self.sailed = 0
        self.latest = event


def sail(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Sail segment after segment until she stops: first those of the base move, then the others."""
    given = next((found for found in chain(event) if found.type == "give"), None)
    in_action = facts.ACTION.of(event)
    log = _Log(event)
    yield from towing.cast_off(game, ship, event)
    yield from _offer(game, ship, event, in_action)
    under_way = True
    for base, added in facts.LEGS.get(event, [(event.distance, ())]):
        for segments in (base, added):
            under_way = under_way and (yield from _segments(game, ship, event, list(segments), log))
    if "lost" in ship.states and facts.MOVED.of(event):
        facts.DISPLACED.put(event, True)
    contact = facts.CONTACT.of(event)
    if in_action and not contact and _goes_on(game, ship, event):
        # The stern turn is lost on contact (schooner-stern-turn-is-lost-on-contact).
        yield from game.propose(segment_end(ship, ALL, event))
        yield from _offer(game, ship, event, in_action)
    if ship.afloat and not facts.DISPLACED.of(event):
        yield from tie_up(game, ship, contacts(game, ship), event)
        yield from _lie_upon(game, ship, event)
    if not facts.MOVED.of(event):
        facts.FAILED.put(event, not in_action)
    if given is not None and in_action:
        facts.MOVED.put(given, facts.MOVED.of(event))
        facts.OVER.put(given, facts.DISPLACED.of(event))
        facts.DOCKED.put(given, facts.DOCKED.of(event))
    if ship.afloat:
        ended = segment_end(ship, 0, event)
        yield from game.propose(ended.but(object=Matter("base_move", ship.id)))


def _lie_upon(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Terrain that she ignored as she moved acts when she stops on it (ignores-terrain-while-moving-only)."""
    here = (ship.pose, ship.where)
    for number in facts.IGNORED.of(event):
        if (ship.pose, ship.where) == here and number in contacts(game, ship):
            yield from game.propose(
                Event("touch", agent=ship.id, object=number, player=event.player, cause=Cause("terrain"))
            )
    if (ship.pose, ship.where) != here:
        facts.DISPLACED.put(event, True)


def _segments(game: Game, ship: Piece, event: Event, left: list[str], log: _Log) -> Steps[bool]:
    """Sail some segments in an order that her player likes; whether she is still under way."""
    while left:
        if not (yield from _sails_out(game, ship, event)) or not _goes_on(game, ship, event):
            return False
        helm = _helm(game, ship, event, tuple(left), log)
        player = event.player if event.player is not None else game.state.turn.player
        assert ship.pose is not None
        may_stop = helm.allowed is None and helm.waters.under(helm.outline, ship.pose) is None
        course = yield from steer(helm, player, may_stop)
        if course is None:
            return False
        left.remove(course.segment)
        log.reference = course.reference
        facts.MOVED.put(event, True)
        free = helm.waters.passable
        pose, over = course.arrival.pose, course.over
        stopped = yield from arrive(game, ship, pose, event, over=over, passable=free)
        if "lost" in ship.states and game.edition.fog == "goes_on":
            facts.DISPLACED.put(event, False)
            stopped = False
        if ship.afloat:
            log.latest = segment_end(ship, log.sailed, log.latest)
            yield from game.propose(log.latest)
            yield from _offer(game, ship, event, facts.ACTION.of(event))
        log.sailed += 1
        if stopped:
            facts.CONTACT.put(event, True)
            return False
    return True


def _sails_out(game: Game, ship: Piece, event: Event) -> Steps[bool]:
    """Where fog ends no move, she may come out and sail on (fog-bank-entering-crimson-coast).

    Whether she goes on: not if she stays in the fog.
    """
    if game.edition.fog != "goes_on" or "lost" not in ship.states or not facts.MOVED.of(event):
        return True
    player = event.player if event.player is not None else game.state.turn.player
    assert ship.lost_in is not None
    if (yield from game.agrees(player, "move_out_of", ship.id, ship.lost_in)):
        yield from come_out(game, ship, event)
    return "lost" not in ship.states


def _helm(game: Game, ship: Piece, event: Event, left: tuple[str, ...], log: _Log) -> Helm:
    """Her next segment; what was said at the end of the last one is still heard."""
    turns = game.allows(Event("turn", agent=ship.id, within=log.latest))
    around = waters(game, ship, event)
    sideways = bool(facts.SIDEWAYS.of(event))
    outline = outline_of(ship)
    if ship.kind == "sea creature" and game.edition.creatures_measured_from == "anywhere":
        outline = measured_anywhere(outline)
    helm = Helm(game, ship, outline, around, left, log.reference, sideways, turns)
    if not facts.ACTION.of(event) or not has_to_leave(game, ship):
        return helm
    return helm._replace(allowed=lambda pose: lies_clear(game, ship, pose))


def _goes_on(game: Game, ship: Piece, event: Event) -> bool:
    """Whether she can move on: afloat, where she was set down, not pinned, tangled, lost or without masts."""
    if not ship.afloat or facts.DISPLACED.of(event) or ship.pose is None:
        return False
    if "lost" in ship.states and facts.MOVED.of(event):
        return False
    on = Event("move", agent=ship.id, object=ship.id, distance=event.distance, cause=event.cause)
    return game.allows(on.but(within=event.within))


def _offer(game: Game, ship: Piece, event: Event, in_action: bool) -> Steps[None]:
    """Offer what may be done as part of a move, at any segment (move-order-abilities-without-a-time)."""
    if in_action and ship.afloat:
        part = Event("part", agent=ship.id, object=Matter("move_action", ship.id), player=event.player)
        yield from game.propose(part.but(cause=MOVING, within=event))


# --- something moves a piece -------------------------------------------------------------------------------


def drift(game: Game, piece: Piece, event: Event) -> Steps[None]:
    """An outside force moves a piece: it keeps its heading (ability-moves-the-ship-from-outside)."""
    if facts.POSE.is_known(event):
        yield from arrive(game, piece, facts.POSE.of(event), event)
        return
    player = event.player if event.player is not None else game.state.turn.player
    legs = facts.SEGMENTS.get(event, ["+".join(event.distance)])
    left = [leg for leg in legs if leg]
    while left and piece.where == SEA and not facts.CONTACT.of(event):
        helm = _adrift(game, piece, event, tuple(left))
        course = yield from steer(helm, player, may_stop=facts.MOVED.of(event))
        if course is None:
            break
        left.remove(course.segment)
        facts.MOVED.put(event, True)
        pose, over = course.arrival.pose, course.over
        docked = _docked_at(game, piece)
        shifted = [_shifted(ship, piece, pose) for ship in docked]
        facts.CONTACT.put(event, (yield from arrive(game, piece, pose, event, over=over)))
        for ship, there in zip(docked, shifted, strict=True):
            ship.pose = there
    if not facts.MOVED.of(event):
        facts.FAILED.put(event, True)


def _docked_at(game: Game, place: Piece) -> list[Piece]:
    """The ships that go with an island (bad-maps-moves-island-and-docked-ships-as-one)."""
    return [ship for ship in game.state.ships() if place.kind == "island" and ship.docked == place.id]


def _shifted(ship: Piece, place: Piece, pose: Pose) -> Pose:
    """Where a ship lies when what she is docked at is moved to a place."""
    assert ship.pose is not None and place.pose is not None
    return Pose(ship.pose.x + pose.x - place.pose.x, ship.pose.y + pose.y - place.pose.y, ship.pose.heading)


def _lies_apart(game: Game, place: Piece, pose: Pose) -> bool:
    """Whether an island and the ships docked at it would touch nothing there (bad-maps-touches-nothing)."""
    docked = _docked_at(game, place)
    hulls = [geometry.place(outline_of(ship), _shifted(ship, place, pose)) for ship in docked]
    hulls.append(geometry.place(outline_of(place), pose))
    around = waters(game, place)
    own = {ship.id for ship in docked}
    lying = [shape for number, shape in (*around.solid, *around.soft, *around.open) if number not in own]
    return not any(geometry.touches(hull, shape) for hull in hulls for shape in lying)


def _adrift(game: Game, piece: Piece, event: Event, left: tuple[str, ...]) -> Helm:
    def allowed(pose: Pose) -> bool:
        """Whether it may be moved there: some pieces keep their distance from others."""
        if not _lies_apart(game, piece, pose):
            return False
        was, piece.pose = piece.pose, pose
        try:
            with game.cache.supposing():
                return game.allows(event.but(facts={}))
        finally:
            piece.pose = was

    around = waters(game, piece, event).without({ship.id for ship in _docked_at(game, piece)})
    heading = facts.DIRECTION.get(event, None)
    directions = (heading,) if heading is not None else ()
    check = allowed if piece.kind == "island" else None
    return Helm(game, piece, outline_of(piece), around, left, None, True, False, directions, check)


# --- turning on the spot -----------------------------------------------------------------------------------


@happens("rotate")
def _rotate(game: Game, event: Event) -> Steps[None]:
    """She turns on her stern or on the spot, and touches what she comes to touch; it counts as a segment."""
    ship = game.piece(event.agent)
    moves = next((found for found in chain(event) if found.type == "move" and found.agent == ship.id), event)
    given = next((found for found in chain(event) if found.type == "give" and found.to == ship.id), None)
    yield from arrive(game, ship, facts.POSE.of(event), moves)
    facts.MOVED.put(moves, True)
    if given is not None:
        facts.MOVED.put(given, True)
        facts.DOCKED.put(given, facts.DOCKED.of(moves))


@happens("reverse")
def _reverse(game: Game, event: Event) -> Steps[None]:
    """Bow and stern change places, if there is room (windcatcher-turns-about-on-the-spot)."""
    ship = game.piece(event.object)
    assert ship.pose is not None
    turned = sailing.reverse(outline_of(ship), ship.pose)
    if not waters(game, ship, event).clear(outline_of(ship), turned):
        facts.FAILED.put(event, True)
        return
    ship.pose = turned
    yield from cast_off(game, ship, contacts(game, ship), event)
