"""What abilities eliminate, remove and replace, and whose it is where their words leave it open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.language import tree as t
from pirate_code.rules import tally
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.happen.damage import burns
from pirate_code.rules.meaning import nouns, select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.perform import candidates, could, loss_of, performs, pick, plainly

if TYPE_CHECKING:
    from pirate_code.board.state import Piece

# What belongs to some ship: told without one, it is the ship's that the ability is about.
OF_A_SHIP = (
    nouns.MASTS
    | nouns.CANNONS
    | nouns.OTHER_PARTS
    | {"crew", "treasure", "cargo", "equipment", "unique_treasure", "coin", "gold_coin"}
)
_THERE = t.Pieces(noun="game_piece", which="that")
_HOME = t.Pieces(noun="home_island", of=t.Person(who="you"))
_THERE_OR_HOME = t.Group(join="or", members=(_THERE, _HOME))


@performs("eliminate", "remove")
def _lose(event: t.Event, ctx: Context) -> Steps[bool]:
    """Eliminate or remove what an ability names."""
    scoped = _scoped(event, ctx)
    if _is_extra(event) and not _felled(ctx):
        return False  # extra-mast-on-a-6-needs-a-mast-eliminated
    return (yield from plainly(scoped, ctx))


@could("eliminate", "remove", "replace")
def _could_lose(event: t.Event, ctx: Context) -> bool:
    """Whether there is anything to lose."""
    if event.object is None:
        return True
    scoped = _scoped(event, ctx)
    assert scoped.object is not None
    loss = loss_of(event, ctx)  # what cannot be lost pays no cost
    return any(ctx.game.allows(loss.but(object=ref)) for ref in candidates(scoped.object, ctx, scoped))


def _scoped(event: t.Event, ctx: Context) -> t.Event:
    """The event told of the ship whose part or cargo is meant, if its words do not say."""
    if event.source is not None or not _is_open(event.object) or _is_of_all(event):
        return event
    ship = whose(event, ctx)
    if ship is None and ctx.card.where >= 0:  # what lies on an island speaks of the ships docked there
        return event.but(source=t.Pieces(noun="ship", which="this"))
    if ship is None:
        return event
    ctx.say(ship.id)
    return event.but(source=_THERE_OR_HOME if _is_of_yours(event, ship, ctx) else _THERE)


def _is_of_yours(event: t.Event, ship: Piece, ctx: Context) -> bool:
    """Whether you may lose what lies at home too, where she is (treasure-into-cannon-when-and-from-where)."""
    yours = isinstance(event.agent, t.Person) and event.agent.who == "you"
    treasure = isinstance(event.object, t.Pieces) and event.object.noun == "treasure"
    at_home = ship.docked is not None and ctx.game.piece(ship.docked).home == ctx.player
    return yours and treasure and at_home


def _is_of_all(event: t.Event) -> bool:
    """Whether a unique treasure goes, wherever it lies (kharmic-idol-reaches-treasure-at-home)."""
    unique = isinstance(event.object, t.Pieces) and event.object.noun == "unique_treasure"
    return unique and event.type == "remove" and "from_game" in event.manner


def _is_open(what: t.Selector | None) -> bool:
    """Whether a selector names parts or cargo of a ship and does not say of which."""
    if isinstance(what, t.Group):
        return all(_is_open(member) for member in what.members)
    if not isinstance(what, t.Pieces) or what.noun not in OF_A_SHIP or what.of is not None:
        return False
    if what.which in {"this", "that", "both"}:
        return False
    places = (t.Located, t.Within, t.Touching, t.OutsideGame, t.Involved)
    return not any(isinstance(found, places) for found in what.filters)


def whose(event: t.Event, ctx: Context) -> Piece | None:
    """The ship that loses something: the one told of who does it, the target, the other ship, or this one."""
    of = event.agent.of if isinstance(event.agent, t.Pieces) and event.agent.noun in nouns.PLAYERS else None
    if of is not None:
        found = select.find(of, ctx)
        return ctx.piece(found[0]) if found else None
    for going_on in chain(ctx.event):
        ref = _sufferer(going_on, ctx)
        piece = ctx.piece(ref)
        if piece is not None and piece.kind in {"ship", "sea creature", "fort"}:
            return piece
    return ctx.ship


def _sufferer(event: Event, ctx: Context) -> Ref | None:
    """Who suffers in an event: the target of an attack, the loser of a fight, the other ship."""
    own = ctx.ship.id if ctx.ship is not None else None
    if event.type in {"hit", "miss", "damage", "shoot_at", "target"}:
        return event.object
    if event.type in {"fire", "make", "win"} and event.against is not None:
        return event.against if own in {event.agent, event.against} else None
    if event.type in {"ram", "pin", "board", "touch", "surround"}:
        return next((ref for ref in (event.object, event.agent) if ref != own and isinstance(ref, int)), None)
    if event.type in {"dock", "visit", "explore"} and own is None:
        return event.agent
    return None


def _is_extra(event: t.Event) -> bool:
    what = event.object
    return (
        isinstance(what, t.Pieces) and what.noun in nouns.MASTS and t.InState(state="extra") in what.filters
    )


def _felled(ctx: Context) -> bool:
    """Whether the hit that goes on, if one does, has cost a mast."""
    told = [found.facts.get("felled") for found in chain(ctx.event) if found.type == "roll"]
    return bool(told[0]) if told else True


# --- one thing for another -------------------------------------------------------------------------------


@performs("replace")
def _replace(event: t.Event, ctx: Context) -> Steps[bool]:
    """Masts are replaced with fire masts, gold values with a roll, pieces with pieces."""
    if event.object is None:
        return False
    if isinstance(event.using, t.Pieces) and event.using.noun == "fire_mast":
        return (yield from _set_on_fire(event, ctx))
    if isinstance(event.object, t.Pieces) and event.object.noun == "gold_value":
        return _revalue(event.object, ctx)
    return (yield from plainly(_scoped(event, ctx), ctx))


def _set_on_fire(event: t.Event, ctx: Context) -> Steps[bool]:
    scoped = _scoped(event, ctx)
    assert scoped.object is not None
    done = False
    for ref in (yield from pick(scoped.object, ctx, scoped)):
        if isinstance(ref, Part):
            ctx.say(ref)
            done |= yield from ctx.game.propose(burns(ref, ctx.player, ctx.cause, ctx.event))
    return done


def _revalue(what: t.Pieces, ctx: Context) -> bool:
    found = [ctx.piece(ref) for ref in select.find(what.of, ctx)] if what.of is not None else []
    for piece in found:
        if piece is not None and piece.kind == "treasure":
            tally.revalue(ctx.game, piece, ctx.result, ctx.source)
    return bool(found)


# --- hits ------------------------------------------------------------------------------------------------


def hit_of(ctx: Context) -> Event | None:
    """The hit that is going on."""
    return next((found for found in chain(ctx.event) if found.type == "hit"), None)


@performs("choose mast")
def _choose_mast(event: t.Event, ctx: Context) -> Steps[bool]:
    """The player of this ability picks the mast that a hit takes."""
    yield from ()
    hit = hit_of(ctx)
    if hit is None:
        return False
    hit.facts["chooser"] = ctx.player
    return True


@performs("ignore hit")
def _ignore_hit(event: t.Event, ctx: Context) -> Steps[bool]:
    """A ship ignores the hit that she takes: it does nothing more."""
    hit = hit_of(ctx)
    if hit is None:
        return False
    hit.facts["ignored"] = True
    ignored = Event("ignore", agent=hit.object, object=Matter("hit"), player=ctx.player, cause=ctx.cause)
    yield from ctx.game.propose(ignored.but(within=hit))
    return True
