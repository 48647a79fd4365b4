"""What abilities eliminate, remove and replace, and whose it is where their words leave it open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.rules import event_facts as facts
from pirate_code.rules import tally
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen.cards import choose
from pirate_code.rules.happen.collection import (
    is_coin_from_outside,
    is_unique_from_outside,
    loadable,
    replace_coin,
    replace_with_unique,
)
from pirate_code.rules.happen.damage import burns, land
from pirate_code.rules.program import nouns
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Involved, Located, OutsideGame, Touching, Within
from pirate_code.rules.program.performing import candidates, could, loss_of, performs, pick, plainly
from pirate_code.rules.program.selectors import THIS_SHIP, Player, Selector, Several, pieces
from pirate_code.rules.registry import banned

if TYPE_CHECKING:
    from pirate_code.board.state import Piece

# What belongs to some ship: told without one, it is the ship's that the ability is about.
OF_A_SHIP = (
    nouns.MASTS
    | nouns.CANNONS
    | nouns.OTHER_PARTS
    | {"crew", "treasure", "cargo", "equipment", "unique_treasure", "coin", "gold_coin"}
)
_THERE = pieces("game_piece", "that")
_THIS_ISLAND = pieces("island", "this")
_HOME = pieces("home_island", of=Player(who="you"))
_THERE_OR_HOME = Several(parts=(_THERE, _HOME), join="or")
# What says where things are.
_PLACES = (Located, Within, Touching, OutsideGame, Involved)


@performs("eliminate", "remove")
def _lose(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Eliminate or remove what an ability names; "as normal" is what the hit itself does, done now."""
    hit = hit_of(ctx) if "normally" in event.manner else None
    if hit is not None:
        yield from land(game_of(ctx), hit)
        return True
    scoped = _scoped(event, ctx)
    if _is_extra(event) and not _felled(ctx):
        return False  # extra-mast-on-a-6-needs-a-mast-eliminated
    return (yield from plainly(scoped, ctx))


@could("eliminate", "remove", "replace")
def _could_lose(event: EventSpec, ctx: Context) -> bool:
    """Whether there is anything to lose."""
    if event.object is None:
        return True
    scoped = _scoped(event, ctx)
    assert scoped.object is not None
    loss = loss_of(event, ctx)  # what cannot be lost pays no cost
    found = [ref for ref in candidates(scoped.object, ctx, scoped) if ctx.game.allows(loss.but(object=ref))]
    if is_unique_from_outside(event.using) and event.noun == "coin":
        return any(loadable(ref, scoped, ctx) for ref in found)
    return bool(found)


def _scoped(event: EventSpec, ctx: Context) -> EventSpec:
    """The event told of the ship whose part or cargo is meant, if its words do not say."""
    if event.source is not None or not _is_open(event.object) or _is_of_all(event):
        return event
    if event.object is not None and event.object.which == "the" and _is_said(event.object, ctx):
        return event
    if event.type == "replace" and event.noun == "coin" and ctx.card.kind == "island":
        return event.but(source=_THIS_ISLAND)  # as a ship explores it
    ship = whose(event, ctx)
    if ship is None and ctx.card.where >= 0:  # what lies on an island speaks of the ships docked there
        return event.but(source=THIS_SHIP)
    if ship is None:
        return event
    ctx.say(ship.id)
    return event.but(source=_THERE_OR_HOME if _is_of_yours(event, ship, ctx) else _THERE)


def _is_said(what: Selector, ctx: Context) -> bool:
    """Whether "the treasure" is one that was spoken of before."""
    found = what.find(ctx)
    return bool(found) and all(ref in ctx.said for ref in found)


def _is_of_yours(event: EventSpec, ship: Piece, ctx: Context) -> bool:
    """Whether you may lose what lies at home too, where she is (treasure-into-cannon-when-and-from-where)."""
    yours = isinstance(event.agent, Player) and event.agent.who == "you"
    at_home = ship.docked is not None and ctx.state.pieces[ship.docked].home == ctx.player
    return yours and event.noun == "treasure" and at_home


def _is_of_all(event: EventSpec) -> bool:
    """Whether a unique treasure goes, wherever it lies (kharmic-idol-reaches-treasure-at-home)."""
    return event.noun == "unique_treasure" and event.type == "remove" and "from_game" in event.manner


def _is_open(what: Selector | None) -> bool:
    """Whether a selector names parts or cargo of a ship and does not say of which."""
    if what is None:
        return False
    if what.is_all_of or what.is_any_of:
        return all(map(_is_open, what.members))
    if what.noun not in OF_A_SHIP or what.of is not None or what.which in {"this", "that", "both"}:
        return False
    return not any(isinstance(found, _PLACES) for found in what.filters)


def whose(event: EventSpec, ctx: Context) -> Piece | None:
    """The ship that loses something: the one told of who does it, the target, the other ship, or this one."""
    of = event.agent.of if event.agent is not None and event.agent.noun in nouns.PLAYERS else None
    if of is not None:
        found = of.find(ctx)
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


def _is_extra(event: EventSpec) -> bool:
    what = event.object
    return what is not None and what.noun in nouns.MASTS and what.has_state("extra")


def _felled(ctx: Context) -> bool:
    """Whether the hit that goes on, if one does, has cost a mast."""
    felled = [facts.FELLED.of(found) for found in chain(ctx.event) if found.type == "roll"]
    return bool(felled[0]) if felled else True


# --- one thing for another -------------------------------------------------------------------------------


@performs("replace")
def _replace(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Masts are replaced with fire masts, gold values with a roll, pieces with pieces."""
    if event.object is None:
        return False
    if event.using is not None and event.using.noun == "fire_mast":
        return (yield from _set_on_fire(event, ctx))
    if event.noun == "gold_value":
        return _revalue(event.object, ctx)
    if is_coin_from_outside(event.using):
        return (yield from replace_coin(_scoped(event, ctx), ctx))
    if is_unique_from_outside(event.using) and event.noun == "coin":
        return (yield from replace_with_unique(_scoped(event, ctx), ctx))
    return (yield from plainly(_scoped(event, ctx), ctx))


def _set_on_fire(event: EventSpec, ctx: Context) -> Steps[bool]:
    scoped = _scoped(event, ctx)
    assert scoped.object is not None
    done = False
    for ref in (yield from pick(scoped.object, ctx, scoped)):
        if isinstance(ref, Part):
            ctx.say(ref)
            done |= yield from ctx.game.propose(burns(ref, ctx.player, ctx.cause, ctx.event))
    return done


def _revalue(what: Selector, ctx: Context) -> bool:
    found = [ctx.piece(ref) for ref in what.of.find(ctx)] if what.of is not None else []
    for piece in found:
        if piece is not None and piece.kind == "treasure":
            tally.exchange(game_of(ctx), piece, int(ctx.result))
    return bool(found)


# --- hits ------------------------------------------------------------------------------------------------


def hit_of(ctx: Context) -> Event | None:
    """The hit that is going on."""
    return next((found for found in chain(ctx.event) if found.type == "hit"), None)


@performs("choose mast")
def _choose_mast(event: EventSpec, ctx: Context) -> Steps[bool]:
    """The player of this ability picks the mast that a hit takes; without a hit, one that words follow."""
    hit = hit_of(ctx)
    if hit is None:
        return (yield from choose(event, ctx))
    facts.CHOOSER.put(hit, ctx.player)
    return True


@performs("ignore hit")
def _ignore_hit(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A ship ignores the hit that she takes: it does nothing more."""
    hit = hit_of(ctx)
    if hit is None:
        return False
    facts.HIT_IGNORED.put(hit, True)
    ignored = Event("ignore", agent=hit.object, object=Matter("hit"), player=ctx.player, cause=ctx.cause)
    yield from ctx.game.propose(ignored.but(within=hit))
    return True


@banned("eliminate", "replace")
def _hit_does_nothing(game: Game, event: Event) -> str | None:
    """Nothing more comes of a hit that was ignored (fire-mast-and-defensive-pieces)."""
    ignored = any(facts.HIT_IGNORED.of(outer) for outer in chain(event) if outer.type == "hit")
    return "The hit is ignored." if ignored else None
