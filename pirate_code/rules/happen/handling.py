"""Cargo moved by abilities: which pieces can be had, who picks them, how many fit.

"Take as much treasure as she can carry", "load one treasure", "place a crew on this ship": pieces are picked
one after the other, only such as may really go, and each goes by an event of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import End, Lasting, Piece, Until
from pirate_code.rules import capacity
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import game_of
from pirate_code.rules.happen import islands, treasure
from pirate_code.rules.program import performing, selectors
from pirate_code.rules.program.amounts import AtLeast
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import in_state
from pirate_code.rules.program.lower.derived import stays_until_unloaded
from pirate_code.rules.program.performing import could, performs
from pirate_code.rules.program.selectors import Selector

_OTHER_SHIP = selectors.pieces("ship", "the", filters=(in_state("other"),))


@performs("load", "unload", "take", "steal", "capture", "transfer", "assign", "reassign")
def carry(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Pick cargo and move it; whether as much was moved as was asked for."""
    if event.object is None or "face_down" in event.manner:
        return True  # "load this treasure face down" says how it lies, and is done by loading it
    template = yield from performing.fill(event.but(source=None), ctx)
    if (event.to is not None and template.to is None) or (event.at is not None and template.at is None):
        return False  # "unload it at that island", and there is none
    if event.type in {"take", "steal"} and template.agent is None and template.to is None and ctx.ship:
        template.agent = ctx.ship.id  # "choose: take a treasure, ...": who is not told, so this ship
    if event.type == "unload" and _takes_exploring(template, ctx):
        return _owe(event.object, ctx)
    if event.type == "load" and {"only", "then"} <= event.manner:
        return _limit_loads(event.object, ctx)
    return (yield from move(event, template, ctx))


def _takes_exploring(template: Event, ctx: Context) -> bool:
    """Whether cargo is to be unloaded at a wild island by a ship that is not exploring it."""
    place = ctx.piece(template.at)
    wild = place is not None and place.kind == "island" and place.home is None
    return wild and not any(found.type == "explore" for found in chain(ctx.event))


def _owe(what: Selector, ctx: Context) -> bool:
    """Exploring unloads it, and she stays until then (necklace-of-the-sky-is-unloaded-by-exploring)."""
    found = [piece for ref in what.find(ctx) if (piece := ctx.piece(ref)) is not None]
    for piece in found:
        ctx.state.mark(piece, treasure.OWED)
        ctx.game.begin(Lasting(stays_until_unloaded(), piece.id, ctx.player, (), End(Until.EVENT)))
    return bool(found)


def _limit_loads(what: Selector, ctx: Context) -> bool:
    """So much treasure may be loaded where she explores now, and no more.

    What else is found there comes aboard first (cursed-natives-limit-only-ordinary-loading).
    """
    exploring = next((found for found in chain(ctx.event) if found.type == "explore"), None)
    if exploring is None or what.count is None:
        return False
    ability = Matter("ability", ctx.source, ctx.ability)
    if not ctx.game.forbids(Event("affect", agent=ability, object=exploring.agent)):
        facts.LOADS_LEFT.put(exploring, what.count.value(ctx))
    return True


@could("load")
def _could_load(event: EventSpec, ctx: Context) -> bool:
    """Whether a ship has room, or something to load that takes none."""
    game = game_of(ctx)
    ships = [ctx.piece(ref) for ref in event.agent.find(ctx)] if event.agent is not None else [ctx.ship]
    found = performing.candidates(event.object, ctx, event) if event.object is not None else []
    if any(isinstance(ref, Part) for ref in found):  # a trophy: what room it takes is told of it
        return True
    pieces = [piece for ref in found if (piece := ctx.piece(ref)) is not None]
    back = event.object is not None and event.object.which in {"that", "the"}
    light = any(capacity.space_of(game, piece) == 0 for piece in pieces)
    roomy = any(ship is not None and capacity.space_left(game, ship) > 0 for ship in ships)
    return (bool(pieces) or back) and (light or roomy or not ships)


@could("take", "steal")
def _could_take(event: EventSpec, ctx: Context) -> bool:
    """Whether there is something that she may take and has room for (secret-hold-against-the-taker)."""
    found = performing.candidates(event.object, ctx, event) if event.object is not None else []
    takers = event.agent.find(ctx) if event.agent is not None else []
    taker = ctx.piece(takers[0]) if takers else ctx.ship
    if event.to is not None or taker is None or taker.kind not in capacity.HULLS:
        return bool(found)
    if event.object is None or not found:
        return False
    asked = Event(event.type, agent=taker.id, player=ctx.player, cause=ctx.cause, within=ctx.event)
    asked = asked.but(manner=event.manner)
    return any(ctx.game.allows(made(asked, piece)) for piece in reachable(event, asked, ctx))


@could("transfer")
def _could_transfer(event: EventSpec, ctx: Context) -> bool:
    """Whether there is something that may go to one of the places that are told."""
    found = performing.candidates(event.object, ctx, event) if event.object is not None else []
    if event.to is None or not found:
        return bool(found)
    asked = Event("transfer", player=ctx.player, cause=ctx.cause, within=ctx.event, manner=event.manner)
    places = [ref for ref in event.to.find(ctx) if isinstance(ref, int)]
    pieces = reachable(event, asked, ctx)
    return any(ctx.game.allows(made(asked, piece).but(to=place)) for place in places for piece in pieces)


@performs("leave")
def leave_lying(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A treasure that is left on its island lies there as it is told; a ship that leaves, leaves."""
    if event.agent is not None and not any(isinstance(ref, int) for ref in event.agent.find(ctx)):
        return True  # a wave that leaves a ship
    found = event.object.find(ctx) if event.object is not None and event.agent is None else []
    pieces = [ctx.state.pieces[ref] for ref in found if isinstance(ref, int)]
    if not pieces or not all(is_cargo(piece) for piece in pieces):
        return (yield from performing.plainly(event, ctx))
    for piece in pieces:
        came = piece.loaded_from if piece.loaded_from is not None else piece.where
        place = ctx.event.at if ctx.event is not None and ctx.event.at is not None else came
        left = Event("place", object=piece.id, to=place, player=ctx.player, manner=event.manner)
        yield from ctx.game.propose(left.but(cause=ctx.cause, within=ctx.event))
        for around in chain(ctx.event):
            if around.type == "explore":
                facts.LEFT.to_grow(around).add(piece.id)
    return True


def move(event: EventSpec, template: Event, ctx: Context) -> Steps[bool]:
    """Move what an event names, one piece after the other, by events like the template."""
    assert event.object is not None
    if event.object.is_all_of:
        done = True
        for member in event.object.members:
            done &= yield from move(event.but(object=member), template, ctx)
        return done
    found = reachable(event, template, ctx)
    if event.source is not None and event.source.which == "each" and event.object.count is not None:
        return (yield from _from_each(event, template, ctx, found))
    if _goes_to_several(event):
        return (yield from _to_several(event, template, ctx, found))
    return (yield from _one_by_one(event, template, ctx, found, event.object.how_many(len(found), ctx)))


def _from_each(event: EventSpec, template: Event, ctx: Context, found: list[Piece]) -> Steps[bool]:
    """As many from every place as are told: "two treasure coins from every other wild island"."""
    assert event.object is not None
    done = False
    for place in dict.fromkeys(piece.where for piece in found):
        here = [piece for piece in found if piece.where == place]
        done |= yield from _one_by_one(event, template, ctx, here, event.object.how_many(len(here), ctx))
    return done


def _goes_to_several(event: EventSpec) -> bool:
    """Whether things are moved to more than one place: "to two or more other wild islands"."""
    return event.to is not None and isinstance(event.to.count, AtLeast) and event.to.count.least > 1


def _to_several(event: EventSpec, template: Event, ctx: Context, found: list[Piece]) -> Steps[bool]:
    """Each thing goes where the player likes, so that at last as many places have some as are told."""
    assert event.to is not None and isinstance(event.to.count, AtLeast)
    places = [ref for ref in event.to.find(ctx) if isinstance(ref, int)]
    wanted = min(event.to.count.least, len(places))
    used: set[int] = set()
    for left, piece in zip(range(len(found), 0, -1), found, strict=True):
        open_to = [place for place in places if wanted - len(used) < left or place not in used]
        options = [Option(place, ctx.game.name(place), (place,)) for place in open_to]
        player = ctx.player
        picked = yield from ctx.game.choose(player, Kind.PICK, options, subject=piece.id, event=event.type)
        if (yield from ctx.game.propose(made(template, piece).but(to=picked))):
            used.add(int(picked))
    return bool(used)


def _one_by_one(
    event: EventSpec, template: Event, ctx: Context, found: list[Piece], how_many: tuple[int, int]
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
        bound = _of_one_place(event)
        found = [one for one in found if one is not piece and (not bound or one.where == piece.where)]
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


def _of_one_place(event: EventSpec) -> bool:
    """What is taken from "a ship" or "any ship" all comes from one ship, which the player chooses."""
    return event.source is not None and event.source.which in {"a", "any", "another"}


def _next(event: EventSpec, ctx: Context, found: list[Piece], may_stop: bool) -> Steps[Piece | None]:
    """The next piece: drawn by chance, or picked by whoever picks."""
    assert event.object is not None
    if performing.is_random(event.object, event):
        refs: list[Ref] = [piece.id for piece in found]
        refs = yield from performing.of_one_place(refs, ctx, event, _of_one_place(event))
        return ctx.piece(refs[ctx.state.dice.below(len(refs))])
    player = performing.picker([piece.id for piece in found], event.object, event, ctx)
    if (loser := _loser(event, ctx, found)) is not None:
        if may_stop and not (yield from ctx.game.agrees(player, event.type, ctx.source)):
            return None
        player, may_stop = loser, False
    options = [Option(piece.id, ctx.game.name_for(piece.id, player), (piece.id,)) for piece in found]
    if may_stop:
        options.append(Option(None, "no more"))
    answer = yield from ctx.game.choose(player, Kind.PICK, options, subject=ctx.source, event=event.type)
    return None if answer is None else ctx.state.pieces[answer]


def _loser(event: EventSpec, ctx: Context, found: list[Piece]) -> int | None:
    """The other player whose cargo is taken: he says which it is (defenders-choice-of-what-is-lost).

    Who takes even what cannot be removed has it by its name (unique-treasure-taker-chooses).
    """
    if event.type not in {"take", "steal"} or "even_unremovable" in event.manner:
        return None
    places = {ctx.state.pieces[piece.where] for piece in found if piece.where >= 0}
    players = {place.controller for place in places if place.kind in capacity.HULLS}
    if len(places) != 1 or len(players) != 1 or players <= {None, ctx.player}:
        return None
    return players.pop()


# --- what can be had -------------------------------------------------------------------------------------


def reachable(event: EventSpec, template: Event, ctx: Context) -> list[Piece]:
    """The pieces that an event can be about: those where it takes them from, if it does not say where."""
    assert event.object is not None
    found = [
        ctx.state.pieces[ref]
        for ref in performing.candidates(event.object, ctx, event)
        if isinstance(ref, int)
    ]
    if event.source is not None or _says_where(event.object):
        return found
    near = _nearby(event, template, ctx)
    if near is None:
        return found
    mentioned = [piece for piece in found if piece.id in ctx.said]  # "a captive" is the one just spoken of
    return [piece for piece in found if near(piece)] or mentioned


def _says_where(selector: Selector) -> bool:
    """Whether a selector itself says where its pieces are, or which they are."""
    if selector.is_all_of or selector.is_any_of:
        return all(map(_says_where, selector.members))
    return (
        not selector.noun
        or selector.of is not None
        or selector.which in {"this", "that", "the"}
        or any(found.is_place or found.is_outside or found.event is not None for found in selector.filters)
    )


def _nearby(event: EventSpec, template: Event, ctx: Context) -> Callable[[Piece], bool] | None:
    """Where an event takes things from that does not say so: her island, her own hold, the other ship."""
    game, agent = game_of(ctx), template.agent if isinstance(template.agent, int) else None
    ship = game.piece(agent) if agent is not None else ctx.ship
    if ship is None:
        return None
    if event.type == "unload":
        return lambda piece: piece.where == ship.id
    docks = any(found.type == "dock" and found.agent == ship.id for found in chain(ctx.event))
    if event.type == "load" or docks:  # "dock at an enemy home island and take as much as she can carry"
        island = game.piece(ship.docked) if ship.docked is not None else None
        fort = islands.fort_on(game, island) if island is not None else None
        places = [place.id for place in (island, fort) if place is not None]
        return lambda piece: piece.where in places
    others = _others(ship, ctx)
    return (lambda piece: piece.where in others) if others else None


def _others(ship: Piece, ctx: Context) -> list[Ref]:
    """The other ship that is spoken of, or has her part in what goes on."""
    return [ref for ref in _OTHER_SHIP.find(ctx)[:1] if ref != ship.id]


def is_cargo(piece: Piece) -> bool:
    """Whether a piece is crew, equipment or treasure."""
    return piece.kind in capacity.CARGO
