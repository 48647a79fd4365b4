"""Docking: a ship whose bow touches an island lies docked there, leaves it, and what follows from both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from pirate_code.board import geometry, sailing
from pirate_code.board.outlines import Outline
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, UP, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Answer, Candidate, Candidates, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen.islands import fort_on, mark_explored, visit
from pirate_code.rules.happen.sailing import EDGE, HULLS, outline_of, shape_of, waters
from pirate_code.rules.happen.treasure import unload_on_docking
from pirate_code.rules.program.performing import AFFECT, performs, pick
from pirate_code.rules.registry import banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.selectors import Selector

DOCKING = Cause("docking")
Obstacles = list[tuple[int, geometry.Shape]]
_BERTHS = 24  # of an offered list of places at an island
_BY_HAND = 5.0  # millimetres by which a player may miss the shore
_STEPS_BY_HAND = 60


# --- where she may dock ------------------------------------------------------------------------------------


@banned("dock")
def _not_at_enemies(game: Game, event: Event) -> str | None:
    """Nobody docks at an enemy's home island or fort (docking-not-at-enemy-homes-and-forts-cursed-seas)."""
    ship, island = _docker(game, event), _island(game, event)
    if ship is None or island is None:
        return None
    if island.home is not None and island.home != ship.controller:
        return f"{island.card.name} is the home island of an opponent."
    fort = fort_on(game, island)
    if fort is not None and fort.controller != ship.controller:
        return f"{fort.card.name} is a fort of an opponent."
    return None


@banned("dock")
def _not_below(game: Game, event: Event) -> str | None:
    """A submerged ship does not dock (submerged-ship-neither-docks-nor-explores)."""
    ship = _docker(game, event)
    return "She is submerged." if ship is not None and "submerged" in ship.states else None


@banned("dock")
def _is_kept_away(game: Game, event: Event) -> str | None:
    """Who cannot dock somewhere is not docked there by anything else (eternal-needs-a-home-to-dock-at).

    In setup her own card says where she goes instead.
    """
    in_setup = event.within is not None and event.within.type == "setup"
    if event.agent is not None or not isinstance(event.object, int) or in_setup:
        return None
    for found in game.active.matching("forbid", event.but(agent=event.object, object=None)):
        return f"{game.name(found.source)}: {found.op.says}"
    return None


def _docker(game: Game, event: Event) -> Piece | None:
    ref = event.agent if isinstance(event.agent, int) else event.object
    return game.state.pieces[ref] if isinstance(ref, int) else None


def _island(game: Game, event: Event) -> Piece | None:
    """The island of the event; a fort stands on one."""
    if not isinstance(event.at, int):
        return None
    place = game.state.pieces[event.at]
    return game.state.pieces[place.where] if place.kind == "fort" and place.where >= 0 else place


# --- docking and leaving -----------------------------------------------------------------------------------


@happens("dock")
def _dock(game: Game, event: Event) -> Steps[None]:
    """She lies docked at the island."""
    yield from ()
    ship, island = _docker(game, event), _island(game, event)
    assert ship is not None and island is not None
    ship.docked = island.id


@happens("leave")
def _leave(game: Game, event: Event) -> Steps[None]:
    """She is docked no longer; in some editions her player's marker stays (leaving_marks_islands)."""
    yield from ()
    ship = game.piece(event.agent)
    ship.docked = None
    island = _island(game, event.but(at=event.object))
    is_wild = island is not None and island.kind == "island" and island.home is None
    if game.edition.leaving_marks_islands and is_wild and ship.controller is not None:
        assert island is not None
        mark_explored(game, island, ship.controller)


def unmoor(game: Game) -> None:
    """A ship that an ability keeps from docking where she lies is undocked (mercenary-keyword-cancelled)."""
    for ship in game.state.ships():
        if ship.docked is None:
            continue
        docks = Event("dock", agent=ship.id, at=ship.docked, player=ship.controller)
        if any(True for _ in game.active.matching("forbid", docks)):
            ship.docked = None


def cast_off(game: Game, ship: Piece, now: dict[int, bool], event: Event) -> Steps[None]:
    """A docked ship whose bow no longer touches the island has left it (docked-again-after-leaving)."""
    if ship.docked is None or (ship.docked in now and _docks(game, bow=now[ship.docked])):
        return
    left = Event("leave", agent=ship.id, object=ship.docked, player=event.player, cause=DOCKING, within=event)
    yield from game.propose(left)
    ship.docked = None


def has_to_leave(game: Game, ship: Piece) -> bool:
    """Whether something says that a docked ship must leave where she is."""
    if ship.docked is None or not game.active.entries("require", "leave"):
        return False
    leave = Event("leave", agent=ship.id, object=ship.docked, player=ship.controller)
    return any(True for _ in game.active.matching("require", leave))


def lies_clear(game: Game, ship: Piece, pose: Pose) -> bool:
    """Whether a docked ship would be docked no longer if she lay so."""
    outline, island = outline_of(ship), game.piece(ship.docked)
    zone = None if game.edition.docked_by == "any_part" else outline.bow_zone
    part = geometry.place(outline, pose) if zone is None else geometry.put(zone, pose)
    return not geometry.touches(part, shape_of(island))


def tie_up(game: Game, ship: Piece, now: dict[int, bool], event: Event) -> Steps[bool]:
    """A ship whose bow touches an island docks there if she may (docked-is-a-state); whether she is.

    In some editions any part of her docks (docking-is-touching-an-island-or-fort-cursed-seas).
    """
    for number, bow in now.items():
        island = game.piece(number)
        if _has_berths(game, ship, island) and _docks(game, bow=bow):
            if ship.docked == number:
                return True
            if (yield from dock(game, ship, island, event)):
                return True
    return False


def _has_berths(game: Game, ship: Piece, place: Piece) -> bool:
    """Whether a ship can dock at a thing at all: an island, or terrain at which an ability lets her."""
    if place.kind != "terrain":
        return place.kind == "island"
    return game.permits(Event("dock", agent=ship.id, at=place.id, player=ship.controller))


def _docks(game: Game, *, bow: bool) -> bool:
    """Whether a ship docks at what she touches, with her bow or with another part of her."""
    return bow or game.edition.docked_by == "any_part"


def dock(game: Game, ship: Piece, island: Piece, event: Event, herself: bool = True) -> Steps[bool]:
    """Dock a ship where she lies, with all that follows at once; whether she is docked."""
    fort = fort_on(game, island)
    marked = ship.controller in island.explored
    docks = Event("dock", at=fort.id if fort is not None else island.id, player=event.player, cause=DOCKING)
    docks = docks.but(within=event, agent=ship.id) if herself else docks.but(within=event, object=ship.id)
    if not (yield from game.propose(docks)):
        return False
    facts.DOCKED.to_grow(event).append((ship.id, island.id, marked))
    yield from visit(game, ship, island, docks)
    if ship.docked == island.id:
        yield from unload_on_docking(game, ship, island, docks)
    if ship.docked == island.id:
        yield from _bring_along(game, ship, island, docks)
    return True


def _bring_along(game: Game, ship: Piece, island: Piece, event: Event) -> Steps[None]:
    """The ship in tow docks with the one that tows her (towing-and-docking-cursed-seas)."""
    for towed in game.state.ships():
        if towed.towed_by == ship.id and towed.docked != island.id:
            yield from dock(game, towed, island, event)


# --- a place at an island ----------------------------------------------------------------------------------


def _outline_at_berth(game: Game, ship: Piece) -> Outline:
    """The outline of what is laid at an island: any part of a creature touches it where any part docks.

    See sea-creatures-start-at-home-cursed-seas.
    """
    outline = outline_of(ship)
    if ship.kind == "sea creature" and game.edition.docked_by == "any_part":
        return replace(outline, bow_zone=None)
    return outline


def berths(game: Game, ship: Piece, island: Piece) -> Iterator[Pose]:
    """Places where a ship can lie docked at an island: her bow touches it, or any part of what has no bow."""
    outline, lying = _outline_at_berth(game, ship), _lying(game, ship, island)
    placed = sailing.beside if outline.bow_zone is None else sailing.placements
    yield from placed(outline, shape_of(island), lying)


def _lying(game: Game, ship: Piece, island: Piece) -> Obstacles:
    """What a ship must not lie over: all that is on the sea, and the island at which she docks."""
    around = waters(game, ship)
    lying = [*around.solid, *around.soft, *around.open]
    return [*(other for other in lying if other[0] != island.id), (island.id, shape_of(island))]


class Berth(Candidate):
    """A place where a ship might lie docked at an island: with her bow straight at a spot of its shore."""

    __slots__ = ("_island", "_lying", "_outline", "_spot")

    def __init__(self, outline: Outline, island: Piece, spot: sailing.Spot, lying: Obstacles) -> None:
        super().__init__()
        self._outline, self._island, self._spot, self._lying = outline, island, spot, lying

    def test(self) -> Option | None:
        """Whether her bow touches the island there, and she lies free."""
        pose = sailing.placement(self._outline, shape_of(self._island), self._spot, self._lying)
        return None if pose is None else _berth(pose, self._island)

    def may_be(self, answer: Answer) -> bool:
        """Whether the heading is that of the answer."""
        heading = Pose(0.0, 0.0, sailing.bow_in(self._spot)).heading
        return isinstance(answer, list | tuple) and len(answer) == 3 and bool(answer[2] == heading)


def some_berths(game: Game, ship: Piece, island: Piece) -> Sequence[Option]:
    """Places at an island to offer, from all round it; where all of them are, each is tested when wanted."""
    outline = _outline_at_berth(game, ship)
    spots = list(sailing.shore(shape_of(island)))
    if outline.bow_zone is None or len(spots) >= 2 * _BERTHS:  # which are left out rests on all of them
        found = [_berth(pose, island) for pose in berths(game, ship, island)]
        return found[:: max(1, len(found) // _BERTHS)]
    lying = _lying(game, ship, island)
    return Candidates([Berth(outline, island, spot, lying) for spot in spots])


def _berth(pose: Pose, island: Piece) -> Option:
    return Option(list(pose), f"at {pose.x:.0f}, {pose.y:.0f}", (island.id,))


def no_berth(game: Game, ship: Piece, island: Piece, pose: Pose) -> str | None:
    """Why a ship cannot be laid at an island so, or None: her bow touches it, and she lies free elsewhere."""
    outline, shape = _outline_at_berth(game, ship), shape_of(island)
    hull = geometry.place(outline, pose)
    around = waters(game, ship)
    for number, lying in (*around.solid, *around.soft, *around.open):
        terrain = number != EDGE and game.piece(number).kind == "terrain"
        if geometry.touches(hull, lying) if terrain else geometry.overlaps(hull, lying):
            return f"{ship.card.name} would not lie in free water."
    zone = outline.bow_zone
    part = hull if zone is None else geometry.put(zone, pose)
    if geometry.touches(part, shape):
        return None
    what = ship.card.name if zone is None else f"The bow of {ship.card.name}"
    return f"{what} would not touch the island."


def brought_up(game: Game, ship: Piece, island: Piece, pose: Pose) -> Pose:
    """The place that a player means who lays a ship at an island by hand: a little nearer or farther off."""
    outline, shape = _outline_at_berth(game, ship), shape_of(island)
    zone = outline.shape if outline.bow_zone is None else outline.bow_zone
    upon = geometry.overlaps(geometry.place(outline, pose), shape)
    if island.pose is None or (not upon and geometry.touches(geometry.put(zone, pose), shape)):
        return pose
    off = hypot(pose.x - island.pose.x, pose.y - island.pose.y) or 1.0
    ux, uy = (pose.x - island.pose.x) / off, (pose.y - island.pose.y) / off
    at = _BY_HAND if upon else 0.0
    for _ in range(_STEPS_BY_HAND):  # the gap shrinks no faster than she comes in
        there = Pose(pose.x + at * ux, pose.y + at * uy, pose.heading)
        gap = geometry.gap(geometry.put(zone, there), shape)
        if gap <= geometry.TOLERANCE:
            return there
        at -= gap
        if abs(at) > _BY_HAND:
            break
    return pose


def dock_at(game: Game, ship: Piece, island: Piece, player: int, event: Event) -> Steps[bool]:
    """Something docks a ship at an island: a player picks where she lies; whether she is docked."""
    if island.kind == "fort" and island.where >= 0:
        island = game.piece(island.where)
    asked = Event("dock", object=ship.id, at=island.id, player=player, cause=event.cause, within=event)
    options = some_berths(game, ship, island)
    if not options or not game.allows(asked):
        return False
    x, y, heading = yield from game.choose(player, Kind.PLACE, options, subject=ship.id, event="dock")
    if ship.docked is not None:
        left = Event("leave", agent=ship.id, object=ship.docked, player=player, cause=event.cause)
        yield from game.propose(left.but(within=event))
    if ship.where != SEA:
        game.state.put(ship, SEA)
    ship.docked, ship.pose = None, Pose(x, y, heading)
    _loose(game, ship)
    docked = yield from dock(game, ship, island, event, herself=False)
    if docked and island.kind == "terrain":  # she lies against it (runes-of-the-serpent-does-not-beat-odin)
        met = Event("touch", agent=ship.id, object=island.id, player=player, cause=event.cause, within=event)
        yield from game.propose(met)
    return docked


def _loose(game: Game, ship: Piece) -> None:
    """What is placed elsewhere neither tows, is towed, pins nor is pinned there."""
    ship.pinned_by = ship.towed_by = None
    for other in game.state.ships():
        if other.pinned_by == ship.id:
            other.pinned_by = None
        if other.towed_by == ship.id:
            other.towed_by = None


@performs("dock")
def _dock_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability docks ships: one of yours at the nearest wild island, this one at home."""
    who = event.object if event.object is not None else event.agent
    if who is None or event.at is None:
        return False
    done = False
    for ref in (yield from pick(who, ctx, event.but(type="affect", at=None))):
        ctx.say(ref)
        ship = ctx.piece(ref)
        if ship is None or ship.kind not in HULLS:
            continue
        made = Event("dock", object=ref, player=ctx.player, cause=ctx.cause, within=ctx.event)
        place = yield from _whither(event.at, made, ctx)
        if place is None:
            continue
        made.manner = event.manner
        docked = yield from dock_at(game_of(ctx), ship, place, ctx.player, made)
        if docked:
            ctx.say(place.id)
            _note_docked(made, ctx)
        if docked and "fully_repaired" in event.manner:
            ship.masts = (UP,) * len(ship.masts)
        done |= docked
    return done


def _whither(at: Selector, made: Event, ctx: Context) -> Steps[Piece | None]:
    """Where an ability docks a ship: at any of some islands, one where she may."""
    if at.which == "any":
        found = [ref for ref in at.find(ctx) if ctx.game.allows(made.but(at=ref))]
        if not found:
            return None
        options = [Option(ref, ctx.game.name(ref), (ref,)) for ref in found]
        subject = made.object
        picked = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=subject, event="dock")
        return ctx.piece(picked)
    places = yield from pick(at, ctx, AFFECT)
    return ctx.piece(places[0]) if places else None


def _note_docked(made: Event, ctx: Context) -> None:
    """She docked in the course of a move action, and may explore with it where that is allowed."""
    for outer in chain(ctx.event):
        if outer.type == "give":
            facts.DOCKED.to_grow(outer).extend(facts.DOCKED.of(made))


def touches_bow(ship: Piece, other: Piece) -> bool:
    """Whether the bow of a ship touches another piece; creatures have it everywhere, flotillas nowhere."""
    zone = outline_of(ship).bow_zone
    if zone is None or ship.pose is None or other.pose is None:
        return False
    return geometry.touches(geometry.put(zone, ship.pose), shape_of(other))
