"""Cargo moved by abilities: which pieces can be had, who picks them, how many fit.

"Take as much treasure as she can carry", "load one treasure", "place a crew on this ship": pieces are picked
one after the other, only such as may really go, and each goes by an event of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.board.refs import Ref
from pirate_code.board.state import Lasting, Piece
from pirate_code.language import tree as t
from pirate_code.rules.decision import Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.happen import carrying, islands, treasure
from pirate_code.rules.meaning import perform, select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.perform import could, performs


@performs("load", "unload", "take", "steal", "capture", "transfer", "assign", "reassign")
def carry(event: t.Event, ctx: Context) -> Steps[bool]:
    """Pick cargo and move it; whether as much was moved as was asked for."""
    if event.object is None or "face_down" in event.manner:
        return True  # "load this treasure face down" says how it lies, and is done by loading it
    template = yield from perform.fill(event.but(source=None), ctx)
    if event.to is not None and template.to is None:
        return False
    if event.type in {"take", "steal"} and template.agent is None and template.to is None and ctx.ship:
        template.agent = ctx.ship.id  # "choose: take a treasure, ...": who is not told, so this ship
    if event.type == "unload" and _takes_exploring(template, ctx):
        return _owe(event.object, ctx)
    return (yield from move(event, template, ctx))


_UNLOADED = t.Until(end=t.Event(type="unload", object=t.Pieces(noun="card", which="this")))
_STAYS = t.Happen(strength="cannot", event=t.Event(type="leave", agent=t.Pieces(noun="ship", which="this")))


def _takes_exploring(template: Event, ctx: Context) -> bool:
    """Whether cargo is to be unloaded at a wild island by a ship that is not exploring it."""
    place = ctx.piece(template.at)
    wild = place is not None and place.kind == "island" and place.home is None
    return wild and not any(found.type == "explore" for found in chain(ctx.event))


def _owe(what: t.Selector, ctx: Context) -> bool:
    """Exploring unloads it, and she stays until then (necklace-of-the-sky-is-unloaded-by-exploring)."""
    found = [piece for ref in select.find(what, ctx) if (piece := ctx.piece(ref)) is not None]
    for piece in found:
        ctx.state.mark(piece, treasure.OWED)
        stays = t.Guarded(guards=(_UNLOADED,), effect=_STAYS)
        ctx.game.force.last(Lasting(stays, piece.id, ctx.player, (), "event", ctx.state.turn.number))
    return bool(found)


@could("load")
def _could_load(event: t.Event, ctx: Context) -> bool:
    """Whether a ship has room, or something to load that takes none."""
    ships = (
        [ctx.piece(ref) for ref in select.find(event.agent, ctx)] if event.agent is not None else [ctx.ship]
    )
    found = perform.candidates(event.object, ctx, event) if event.object is not None else []
    pieces = [piece for ref in found if (piece := ctx.piece(ref)) is not None]
    back = isinstance(event.object, t.Pieces) and event.object.which in {"that", "the"}
    light = any(carrying.space_of(ctx.game, piece) == 0 for piece in pieces)
    roomy = any(ship is not None and carrying.space_left(ctx.game, ship) > 0 for ship in ships)
    return (bool(pieces) or back) and (light or roomy or not ships)


@could("take", "steal")
def _could_take(event: t.Event, ctx: Context) -> bool:
    """Whether there is something to take that she has room for."""
    found = perform.candidates(event.object, ctx, event) if event.object is not None else []
    takers = select.find(event.agent, ctx) if event.agent is not None else []
    taker = ctx.piece(takers[0]) if takers else ctx.ship
    if event.to is not None or taker is None or taker.kind not in carrying.HULLS:
        return bool(found)
    pieces = [piece for ref in found if (piece := ctx.piece(ref)) is not None]
    return any(carrying.no_room(ctx.game, taker, piece) is None for piece in pieces)


@performs("leave")
def leave_lying(event: t.Event, ctx: Context) -> Steps[bool]:
    """A treasure that is left on its island lies there as it is told; a ship that leaves, leaves."""
    if event.agent is not None and not any(isinstance(ref, int) for ref in select.find(event.agent, ctx)):
        return True  # a wave that leaves a ship
    found = select.find(event.object, ctx) if event.object is not None and event.agent is None else []
    pieces = [ctx.state.pieces[ref] for ref in found if isinstance(ref, int)]
    if not pieces or not all(is_cargo(piece) for piece in pieces):
        return (yield from perform.plainly(event, ctx))
    for piece in pieces:
        came = ctx.state.memory.get(f"loaded {piece.id}", piece.where)
        place = ctx.event.at if ctx.event is not None and ctx.event.at is not None else came
        left = Event("place", object=piece.id, to=place, player=ctx.player, manner=frozenset(event.manner))
        yield from ctx.game.propose(left.but(cause=ctx.cause, within=ctx.event))
    return True


def move(event: t.Event, template: Event, ctx: Context) -> Steps[bool]:
    """Move what an event names, one piece after the other, by events like the template."""
    assert event.object is not None
    if isinstance(event.object, t.Group) and event.object.join == "and":
        done = True
        for member in event.object.members:
            done &= yield from move(event.but(object=member), template, ctx)
        return done
    found = reachable(event, template, ctx)
    least, most = perform.how_many(event.object, len(found), ctx)
    as_fits = isinstance(event.object, t.Pieces) and isinstance(event.object.count, t.AsMuchAs)
    return (yield from _one_by_one(event, template, ctx, found, (0 if as_fits else least, most)))


def _one_by_one(
    event: t.Event, template: Event, ctx: Context, found: list[Piece], how_many: tuple[int, int]
) -> Steps[bool]:
    least, most = how_many
    moved = 0
    while moved < most:
        found = [piece for piece in found if ctx.game.allows(made(template, piece))]
        if not found:
            break
        piece = yield from _next(event, ctx, found, may_stop=moved >= least)
        if piece is None:
            break
        found = [other for other in found if other is not piece and _same_place(event, other, piece)]
        ctx.say(piece.id)
        if (yield from ctx.game.propose(made(template, piece))):
            moved += 1
            ctx.say(piece.id)
    ctx.count = moved
    return moved >= max(least, 1)


def made(template: Event, piece: Piece) -> Event:
    """The event of one piece: it comes from where it is."""
    source = piece.where if piece.where >= 0 else None
    return template.but(object=piece.id, source=source, facts=dict(template.facts))


def _same_place(event: t.Event, other: Piece, first: Piece) -> bool:
    """What is taken from "a ship" or "any ship" all comes from one ship."""
    one = isinstance(event.source, t.Pieces) and event.source.which in {"a", "any", "another"}
    return not one or other.where == first.where


def _next(event: t.Event, ctx: Context, found: list[Piece], may_stop: bool) -> Steps[Piece | None]:
    """The next piece: drawn by chance, or picked by whoever picks."""
    assert event.object is not None
    if perform.is_random(event.object, event):
        refs = yield from perform.of_one_place([piece.id for piece in found], ctx, event)
        return ctx.game.piece(refs[ctx.state.dice.below(len(refs))])
    player = perform.picker(found[0].id, event, ctx)
    options = [Option(piece.id, ctx.game.told(piece.id, player)) for piece in found]
    if may_stop:
        options.append(Option(None, "no more"))
    answer = yield from ctx.game.choose(player, f"{event.type} what?", event.type, options)
    return None if answer is None else ctx.state.pieces[answer]


# --- what can be had -------------------------------------------------------------------------------------


def reachable(event: t.Event, template: Event, ctx: Context) -> list[Piece]:
    """The pieces that an event can be about: those where it takes them from, if it does not say where."""
    assert event.object is not None
    found = [
        ctx.state.pieces[ref] for ref in perform.candidates(event.object, ctx, event) if isinstance(ref, int)
    ]
    if event.source is not None or _says_where(event.object):
        return found
    near = _nearby(event, template, ctx)
    if near is None:
        return found
    told = [piece for piece in found if piece.id in ctx.said]  # "a captive" is the one just spoken of
    return [piece for piece in found if near(piece)] or told


def _says_where(selector: t.Selector) -> bool:
    """Whether a selector itself says where its pieces are, or which they are."""
    if isinstance(selector, t.Group):
        return all(_says_where(member) for member in selector.members)
    if not isinstance(selector, t.Pieces):
        return True
    placed = (t.Located, t.OutsideGame, t.Involved)
    return (
        selector.of is not None
        or selector.which in {"this", "that", "the"}
        or any(isinstance(found, placed) for found in selector.filters)
    )


def _nearby(event: t.Event, template: Event, ctx: Context) -> Callable[[Piece], bool] | None:
    """Where an event takes things from that does not say so: her island, her own hold, the other ship."""
    game, agent = ctx.game, template.agent if isinstance(template.agent, int) else None
    ship = game.piece(agent) if agent is not None else ctx.ship
    if ship is None:
        return None
    if event.type == "unload":
        return lambda piece: piece.where == ship.id
    if event.type == "load":
        island = game.piece(ship.docked) if ship.docked is not None else None
        fort = islands.fort_on(game, island) if island is not None else None
        places = [place.id for place in (island, fort) if place is not None]
        return lambda piece: piece.where in places
    others = _others(ship, ctx)
    return (lambda piece: piece.where in others) if others else None


def _others(ship: Piece, ctx: Context) -> list[Ref]:
    """The other ship that is spoken of, or has her part in what goes on."""
    other = t.Pieces(noun="ship", which="the", filters=(t.InState(state="other"),))
    return [ref for ref in select.find(other, ctx)[:1] if ref != ship.id]


def is_cargo(piece: Piece) -> bool:
    """Whether a piece is crew, equipment or treasure."""
    return piece.kind in carrying.CARGO
