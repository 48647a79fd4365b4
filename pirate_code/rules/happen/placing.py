"""Pieces that are placed: crew and treasure on ships and islands, terrain and tokens on the sea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pirate_code.board import geometry
from pirate_code.board.card import Card
from pirate_code.board.outlines import terrain as terrain_outline
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Ref, Seat
from pirate_code.board.state import ASIDE, SEA, Piece
from pirate_code.rules import capacity, pipeline, table
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import game_of
from pirate_code.rules.happen import (
    arriving,
    carrying,
    collection,
    docking,
    handling,
    islands,
    sailing,
    spots,
    treasure,
)
from pirate_code.rules.program import abilities, performing
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.extremes import extremes
from pirate_code.rules.program.filters import Except, Located, OutsideGame, Touching, Within
from pirate_code.rules.program.nouns import is_a
from pirate_code.rules.program.performing import could, performs
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.registry import banned, happens
from pirate_code.terrain import load_terrain

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

_OUTSIDE = OutsideGame()
TERRAIN = frozenset(load_terrain())
# Kinds of pieces that lie on the sea, by the noun for them.
_KINDS = {
    "ship": ("ship", "sea creature"),
    "sea_monster": ("sea creature",),
    "terrain": ("terrain",),
    "island": ("island",),
}


# --- what placing does -----------------------------------------------------------------------------------


@banned("place")
def _cannot_place(game: Game, event: Event) -> str | None:
    """A ship that cargo is placed on must have room for it."""
    if not isinstance(event.object, int) or not isinstance(event.to, int):
        return None
    piece, to = game.piece(event.object), game.piece(event.to)
    ship = game.state.ship_of(piece)
    if piece.kind == "crew" and to.kind == "island" and ship is not None:  # put ashore, crew are unloaded
        ashore = Event("unload", agent=ship.id, object=piece.id, at=to.id, source=ship.id, within=event)
        return pipeline.forbidden(game, ashore.but(player=event.player, cause=event.cause))
    if piece.kind not in capacity.CARGO or to.kind not in capacity.HULLS or piece.where == to.id:
        return None
    if treasure.is_unique(piece) and not treasure.loads_face_down(piece):
        return None
    if any(outer.type == "eliminate" for outer in chain(event.within)):
        return None  # saved from elimination: what is too much then goes when it is settled
    return carrying.no_room(game, to, piece) or treasure.needed_inside(game, to, piece)


@happens("place")
def _place(game: Game, event: Event) -> Steps[None]:
    """A piece is put where it is told to be, face up or face down if that is told too."""
    if not isinstance(event.object, int):
        return
    piece = game.piece(event.object)
    pose = facts.POSE.get(event, None)
    to = event.to if isinstance(event.to, int) else event.at
    if isinstance(pose, Pose):
        yield from _on_the_sea(game, piece, pose, event)
    elif isinstance(to, int) and to != piece.where:
        yield from _with(game, piece, game.piece(to), event)
    if "face_up" in event.manner:
        treasure.show(game, piece)
    elif "face_down" in event.manner:
        game.state.turn_face(piece, False)
    if to == piece.where and piece.kind == "treasure":  # put back where it was found: it is not loaded now
        for exploring in (one for one in chain(event) if one.type == "explore" and one.object == to):
            facts.LEFT.to_grow(exploring).add(piece.id)


def _with(game: Game, piece: Piece, place: Piece, event: Event) -> Steps[None]:
    """Put a piece aboard, on or in another; treasure from an island is loaded (treasure-placer)."""
    if piece.kind in capacity.HULLS and place.kind == "island" and event.player is not None:
        yield from docking.dock_at(game, piece, place, event.player, event)
        return
    if piece.kind not in capacity.CARGO:
        game.state.put(piece, place.id)
        return
    if piece.owner is None and piece.kind == "crew":
        game.state.give_to(piece, event.player)
    ashore = piece.where >= 0 and game.piece(piece.where).kind in {"island", "fort"}
    if piece.kind == "treasure" and ashore and place.kind in capacity.HULLS:
        yield from _as_explored(game, piece, place, event)
        return
    outside = piece.where == ASIDE
    if outside and piece.kind == "crew":  # castaway-crew-comes-face-up
        treasure.show(game, piece)
    yield from treasure.moved(game, event, place.id)
    if outside and piece.kind == "crew" and piece.where == place.id and event.player is not None:
        shown = Event("reveal", agent=Seat(event.player), object=piece.id, player=event.player, within=event)
        yield from game.propose(shown.but(cause=event.cause))
    if outside and treasure.is_unique(piece) and not treasure.loads_face_down(piece):
        treasure.show(game, piece)


def _as_explored(game: Game, piece: Piece, ship: Piece, event: Event) -> Steps[None]:
    """Treasure put aboard from an island, or a fort on it, counts as found by exploring (treasure-placer)."""
    lay = piece.where
    store = game.piece(lay)
    island = store.where if store.kind == "fort" else lay
    found = Event("reveal", agent=ship.id, object=piece.id, at=island, player=ship.controller, within=event)
    if treasure.is_unique(piece) and not piece.face_up and not treasure.loads_face_down(piece):
        yield from game.propose(found)
    if piece.where == lay:
        yield from game.propose(found.but(type="load", source=lay))


def _on_the_sea(game: Game, piece: Piece, pose: Pose, event: Event) -> Steps[None]:
    """Lay a piece on the sea; what it touches there it touches."""
    if not piece.outline:
        piece.outline = "turtle"  # a token is as small as one
    if piece.where == SEA and piece.pose is not None:
        yield from arriving.arrive(game, piece, pose, event)
        return
    piece.pose = pose
    game.state.put(piece, SEA)
    game.state.turn_face(piece, True)
    if piece.kind == "treasure":  # a token is of the player who laid it out
        game.state.give_to(piece, event.player)
    if piece.kind == "terrain":
        for other in game.state.ships():
            if table.touching(game.state, other, piece):
                came = Event("touch", agent=other.id, object=piece.id, player=event.player, cause=event.cause)
                yield from game.propose(came.but(within=event))


# --- what abilities place --------------------------------------------------------------------------------


@performs("place")
def _places(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Place what an ability says: cargo with a ship, island or fort; anything else on the sea."""
    if event.object is None:
        return True
    if collection.is_coin_from_outside(event.object) and ctx.card.kind == "island":
        return (yield from collection.place_coin(event, ctx))
    if event.object.is_all_of:
        done = True
        for member in event.object.members:
            done &= yield from _places(_one_placed(event, member), ctx)
        return done
    if "docked" in event.manner and event.at is not None:
        return (yield from performing.perform(event.but(type="dock", manner=frozenset()), ctx))
    if event.to is not None and not _is_sea(event.to):
        template = yield from _whereto(event, ctx)
        if event.to.has_state("nearest"):
            template.to = _nearest(event.to, ctx)
        if collection.is_load_from_outside(event.object):
            return (yield from collection.fill(event, template, ctx))
        if isinstance(template.to, int):
            return (yield from _with_piece(event, template, ctx))
        return False
    at_sea = event.near is not None or event.to is not None or "anywhere" in event.manner
    if at_sea or _lies_on_sea(event.object):
        return (yield from _at_sea(event, ctx))
    return (yield from performing.plainly(event, ctx))


def _whereto(event: EventSpec, ctx: Context) -> Steps[Event]:
    """What is placed where, but for the piece: of several ships one that may have it."""
    to, what = event.to, event.object
    found = performing.candidates(what, ctx, event) if what is not None else []
    if to is None or to.noun != "ship" or not to.names_some or not found:
        return (yield from performing.fill(event.but(source=None), ctx))
    template = yield from performing.fill(event.but(source=None, to=None), ctx)
    ships = [ship for ship in to.find(ctx) if any(_may_lie(ref, ship, ctx) for ref in found)]
    picked = yield from performing.pick_of(to, ships, ctx, event.but(type=performing.AFFECT.type))
    if picked:
        template.to = picked[0]
        ctx.say(picked[0])
    return template


def _one_placed(event: EventSpec, member: Selector) -> EventSpec:
    """One of several things that are placed: a distance told of it alone says where it goes."""
    near = next((one for one in member.filters if isinstance(one, Within)), None)
    if near is None or event.near is not None:
        return event.but(object=member)
    return event.but(object=member.but(filters=tuple(f for f in member.filters if f is not near)), near=near)


def _nearest(to: Selector, ctx: Context) -> Ref | None:
    """Where something lands: islands with forts are passed over (raft-passes-over-islands-with-forts)."""
    wide = tuple(one for one in to.filters if one.state != "nearest")
    anywhere, game = to.but(which="any", filters=wide), game_of(ctx)
    free: list[Ref] = [
        ref
        for ref in anywhere.find(ctx)
        if isinstance(ref, int) and islands.fort_on(game, game.piece(ref)) is None
    ]
    return next(iter(extremes(to.filters, free, ctx)), None)


@could("place")
def _could_place(event: EventSpec, ctx: Context) -> bool:
    """Whether there is anything to place: terrain comes from outside the game whenever it is wanted."""
    what = event.object
    if "docked" in event.manner and event.at is not None and event.at.has_state("other"):
        return _lies_at_one(event.at, ctx)
    if what is not None and _is_token(what) and event.to is not None and not _is_sea(event.to):
        return bool(event.to.find(ctx))  # there must be a ship or terrain that the token goes to
    if what is None or _lies_on_sea(what) or _is_token(what):
        return True
    if _from_outside(event):
        what = what.but(filters=(*what.filters, _OUTSIDE))
    to = event.to
    if to is not None and to.noun == "ship" and to.names_some and not to.find(ctx):
        return False  # there is no such ship to place it on
    found = performing.candidates(what, ctx, event)
    if to is not None and to.noun == "ship" and not event.manner:
        return any(_may_lie(ref, ship, ctx) for ref in found for ship in to.find(ctx))
    return bool(found)


def _may_lie(ref: Ref, ship: Ref, ctx: Context) -> bool:
    """Whether a piece may be put aboard, as where there is room (treasure-placer-counts-as-loading)."""
    piece = ctx.piece(ref)
    if piece is None or piece.kind not in capacity.CARGO or piece.where < 0:
        return True
    placed = Event("place", object=ref, to=ship, player=ctx.player, cause=ctx.cause, within=ctx.event)
    return game_of(ctx).allows(placed)


def _lies_at_one(at: Selector, ctx: Context) -> bool:
    """Whether this ship has lain since this turn began at one of those of which she may go to another."""
    ship = ctx.ship
    if ship is None or ship.docked is None or ctx.state.turn.began_docked.get(ship.id) != ship.docked:
        return False
    wide = at.but(filters=tuple(one for one in at.filters if one.state != "other"))
    return wide.fits(ship.docked, ctx) and bool(at.find(ctx))


def _is_sea(selector: Selector) -> bool:
    return selector.noun in {"play_area", "sea"}


def _lies_on_sea(selector: Selector) -> bool:
    return selector.noun in TERRAIN or selector.noun == "center"


def _with_piece(event: EventSpec, template: Event, ctx: Context) -> Steps[bool]:
    """Put pieces with another piece: from outside the game unless it is told whence."""
    assert event.object is not None
    if _is_token(event.object):
        return (yield from ctx.game.propose(template.but(object=ctx.source)))
    if _from_outside(event):
        event = event.but(object=event.object.but(filters=(*event.object.filters, _OUTSIDE)))
    agents = event.agent.find(ctx) if event.agent is not None else []
    seats = [seat for seat in agents if isinstance(seat, Seat)]
    if len(seats) < 2:
        return (yield from handling.move(event, template, ctx))
    # The player to the left begins, whose ability it is comes last (pandoras-box-order-of-choosing).
    seats.sort(key=lambda seat: (seat.player - ctx.player - 1) % ctx.state.players)
    done = False
    put: list[Ref] = []
    for seat in seats:
        inner = ctx.copy()
        inner.player = seat.player
        done |= yield from handling.move(event.but(agent=None), template.but(player=seat.player), inner)
        put += [ref for ref in inner.said if ref not in ctx.said and ref not in put]
    for ref in put:
        ctx.say(ref)
        yield from _as_found(ref, template, ctx)
    return done


def _as_found(ref: Ref, template: Event, ctx: Context) -> Steps[None]:
    """A unique treasure put aboard acts as if found there (pandoras-box-treasures-count-as-found)."""
    piece, ship = ctx.piece(ref), ctx.piece(template.to)
    if piece is None or ship is None or piece.where != ship.id or not piece.face_up:
        return
    if not treasure.is_unique(piece):
        return
    found = Event("reveal", agent=ship.id, object=piece.id, at=ship.docked, player=ship.controller)
    found.cause, found.within = template.cause, template.within
    yield from ctx.game.propose(found)
    if piece.where == ship.id:
        yield from ctx.game.propose(found.but(type="load", source=ship.docked))


def _is_token(selector: Selector) -> bool:
    return selector.noun == "token" and selector.of is not None


def _from_outside(event: EventSpec) -> bool:
    """Whether "any one crew" is one that is not in the game yet: nothing says where it is."""
    what = event.object
    if event.source is not None or what is None or not what.noun or what.of is not None:
        return False
    return what.which in {"a", "any", None} and not any(
        found.is_place or found.is_outside or found.state or found.event is not None for found in what.filters
    )


# --- on the sea ------------------------------------------------------------------------------------------


def _at_sea(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Lay pieces on the sea, one after the other, each at a place that its player picks."""
    assert event.object is not None
    pieces = yield from _pieces(event.object, event, ctx)
    template = yield from performing.fill(event.but(source=None, to=None), ctx)
    done = bool(pieces)
    for piece in pieces:
        pose = yield from _place_at_sea(piece, event, template, ctx)
        if pose is None:
            done = False
            continue
        if isinstance(pose, int):
            done &= yield from _surround(game_of(ctx), piece, pose, template)
            continue
        ctx.say(piece.id)
        done &= yield from ctx.game.propose(template.but(object=piece.id, facts={facts.POSE: pose}))
    return done


def _round_ships(game: Game, piece: Piece, placing: Event) -> list[Option]:
    """The ships that a creature may be placed around (kraken-gong-six-may-surround-a-ship)."""
    if not abilities.surrounds_ships(piece.card.abilities):
        return []
    return [
        Option({"surround": ship.id}, f"round {ship.card.name}", (ship.id,))
        for ship in game.state.ships()
        if ship is not piece and game.allows(_surrounding(piece, ship.id, placing))
    ]


def _surround(game: Game, piece: Piece, ship: int, placing: Event) -> Steps[bool]:
    """Lay a creature on the sea around a ship."""
    if piece.where != SEA:
        piece.pose = game.piece(ship).pose
        game.state.put(piece, SEA)
    return (yield from game.propose(_surrounding(piece, ship, placing)))


def _surrounding(piece: Piece, ship: int, placing: Event) -> Event:
    around = Event("surround", agent=piece.id, object=ship, player=placing.player, cause=placing.cause)
    return around.but(within=placing.within)


def _place_at_sea(piece: Piece, event: EventSpec, placing: Event, ctx: Context) -> Steps[Pose | int | None]:
    """The place that a player picks: one of those offered, or any other that is as the words say.

    A creature that surrounds ships may be laid around one: then it is that ship.
    """
    places, check = _spots(game_of(ctx), piece, event, ctx)
    around = _round_ships(game_of(ctx), piece, placing)
    if not places:
        return None
    if len(places) == 1 and not around:
        return places[0]
    options = (*(Option([pose.x, pose.y], f"at {pose.x:.0f}, {pose.y:.0f}") for pose in places), *around)
    answer = yield Decision(ctx.player, Kind.PLACE, piece.id, event.type, options, spots.checked(check))
    if isinstance(answer, dict):
        return int(answer["surround"])
    pose = spots.pose_of(answer)
    assert isinstance(pose, Pose)
    return pose


def _pieces(selector: Selector, event: EventSpec, ctx: Context) -> Steps[list[Piece]]:
    """What is laid on the sea: new terrain, the token of an event, or pieces that are in the game."""
    if _is_token(selector):
        return [ctx.card]
    if selector.noun == "center" and selector.of is not None and selector.of.noun:
        selector = selector.of
    if selector.noun in TERRAIN and selector.which not in {"that", "the", "this"}:
        exact = selector.count.exact if selector.count is not None else None
        count = 1 if exact is None else exact
        laid: list[Piece] = []
        for _ in range(count):
            besides = [piece.id for piece in laid]
            laid.append(new_terrain(game_of(ctx), selector.noun, ctx.player, besides))
        return laid
    outside = any(found.is_outside for found in selector.filters)
    if outside and is_a(ctx.game, ctx.source, selector.noun):
        return (yield from _more_like_it(selector, ctx))
    if selector.noun == "terrain" and outside:
        return (yield from _of_any_kind(selector, ctx))
    if selector.noun == "game_piece" and selector.count is not None:
        # "choose two whirlpools from outside the game; put one ...": one of those that were chosen.
        chosen = [ctx.state.pieces[ref] for ref in ctx.said if isinstance(ref, int)]
        return [piece for piece in chosen if piece.where == ASIDE][: selector.count.value(ctx)]
    found = yield from performing.pick(selector, ctx, event)
    pieces = [ctx.state.pieces[ref] for ref in found if isinstance(ref, int)]
    return [piece for piece in pieces if "sunk" not in piece.states]  # who went down is nowhere to be put


def _more_like_it(selector: Selector, ctx: Context) -> Steps[list[Piece]]:
    """More tokens like the one that speaks, as many as its player wants (turtles-ten-tokens)."""
    assert selector.count is not None
    least, most = selector.count.bounds(ctx)
    options = [Option(count, f"{count} more") for count in range(most, least - 1, -1)]
    count = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event="place")
    return [ctx.state.add(ctx.card.card, ctx.card.owner) for _ in range(int(count))]


def _of_any_kind(selector: Selector, ctx: Context) -> Steps[list[Piece]]:
    """Terrain from outside the game, each piece of a kind that the player chooses."""
    found: list[Piece] = []
    options = [Option(kind, kind.replace("_", " ")) for kind in sorted(TERRAIN)]
    for _ in range(selector.count.value(ctx) if selector.count is not None else 1):
        kind = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event="place")
        besides = [piece.id for piece in found]
        found.append(new_terrain(game_of(ctx), str(kind), ctx.player, besides))
    return found


def new_terrain(game: Game, kind: str, player: int | None, besides: Sequence[int] = ()) -> Piece:
    """A piece of terrain from outside the game: one that a player has set aside, or another like it."""
    for piece in game.state.pieces:
        free = piece.where == ASIDE and piece.id not in besides
        if free and piece.kind == "terrain" and sailing.terrain_of(piece) == kind:
            return piece
    made = Card(id=f"terrain-{kind}", name=kind.replace("_", " "), kind="terrain", terrain=kind)
    piece = game.state.add(made, player, ASIDE)
    piece.outline = terrain_outline(kind.replace("_", "-")).name
    return piece


def _spots(game: Game, piece: Piece, event: EventSpec, ctx: Context) -> tuple[list[Pose], spots.Check]:
    """Where a piece may be laid: as the event says, and as the rest of the card says of such pieces."""
    near, over = event.near, _over(event)
    apart, under = _card_says(game, ctx)
    if apart:
        keep = [spots.away_from(game, piece, things, gap) for things, gap in apart]

        def clear(pose: Pose) -> bool:
            return all(kept(pose) for kept in keep)

        free = spots.is_anywhere(game, piece, over | under, clear)
        return spots.anywhere(game, piece, over | under, clear), free
    if isinstance(near, Touching):
        things = _anchors(near.what, ctx)
        free = spots.is_near(game, piece, things, (0.0, 0.0), over)
        return spots.touching(game, piece, things, over), free
    if isinstance(near, Within) and not near.negated:
        most = table.length(near.distance)
        least = most if near.exactly else 0.0
        if near.beyond:
            least = table.length(near.beyond)
        anchors = _anchors(near.of, ctx) if near.of is not None else [ctx.ship] if ctx.ship else []
        if event.object is not None and event.object.noun == "center":  # nearer by half its breadth
            centred = spots.is_centred(game, piece, anchors, most, over)
            places = spots.near(game, piece, anchors, (2 * geometry.TOLERANCE, most / 2), over)
            return [pose for pose in places if centred(pose) is None], centred
        free = spots.is_near(game, piece, anchors, (least, most), over)
        return spots.near(game, piece, anchors, (least, most), over), free
    places = spots.anywhere(game, piece, over)
    if piece.kind == "event":  # a token is of use near ships
        beside = spots.near(game, piece, game.state.ships(), (0.0, geometry.L), over)
        places += [pose for pose in beside[::2] if pose not in places]
    return places, spots.is_anywhere(game, piece, over)


def _card_says(game: Game, ctx: Context) -> tuple[list[tuple[list[Piece], float]], frozenset[str]]:
    """What else a card says of where its pieces lie: how far from what, and what they may lie under."""
    apart: list[tuple[list[Piece], float]] = []
    under: set[str] = set()
    for entry in game.active.entries("state", "place"):
        told = entry.op.effect.event if entry.op.effect is not None and entry.source == ctx.source else None
        near = told.near if told is not None else None
        if isinstance(near, Within) and near.negated and near.of is not None:
            things = [piece for one in near.of.members for piece in _anchors(_besides_it(one), ctx)]
            apart.append((things, table.length(near.distance)))
        elif isinstance(near, Located):
            under |= {kind for one in near.what.members for kind in _KINDS.get(one.noun, ())}
    return apart, frozenset(under)


def _besides_it(told: Selector) -> Selector:
    """What is told as "any other island": other than the piece that is placed, wherever this ship is."""
    return told.but(filters=tuple(one for one in told.filters if one.state != "other"))


def _anchors(selector: Selector, ctx: Context) -> list[Piece]:
    return [ctx.state.pieces[ref] for ref in selector.find(ctx) if isinstance(ref, int)]


def _over(event: EventSpec) -> frozenset[str]:
    """The kinds of pieces that it may lie over: those that "except on an island or a ship" does not name."""
    banned_nouns: set[str] = set()
    for found in event.to.filters if event.to is not None else ():
        if isinstance(found, Except):
            banned_nouns |= {member.noun for member in found.what.members if member.noun}
    if not banned_nouns:
        return frozenset({"event"})
    free = [_KINDS[noun] for noun in ("ship", "terrain", "island") if noun not in banned_nouns]
    return frozenset({"event"}.union(*free))
