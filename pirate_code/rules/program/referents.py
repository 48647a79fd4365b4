"""What words refer to: "that ship", "the target", "the rammed ship", "this island" are looked up here.

What was said before counts first, then the event that is going on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Piece
from pirate_code.rules.event import Event, chain
from pirate_code.rules.program.nouns import is_a

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.selectors import Selector

# What a piece is called to which something happens.
_UNDERGOES = {"ram": ("rammed",), "board": ("boarded",), "pin": ("pinned",), "damage": ("damaged",)}


def attacker(ctx: Context) -> int | None:
    """The ship that does what is going on."""
    for event in chain(ctx.event):
        of = event.agent.of if isinstance(event.agent, Part) else event.agent
        if isinstance(of, int) and ctx.state.pieces[of].afloat:
            return of
    return None


def concerns(event: Event, card: Piece) -> bool:
    """Whether an event happens to a card or where it is; a treasure ashore has no part in any other."""
    if card.kind != "treasure":
        return True
    slots = ((each.object, each.at, each.source, each.to) for each in chain(event))
    return any(slot in {card.id, card.where} for found in slots for slot in found if isinstance(slot, int))


def at_hand(noun: str, ctx: Context) -> list[Ref] | None:
    """This island for what lies on it; this ship for an island (who visits it), or for what lies on one."""
    card = ctx.card
    holder = ctx.state.pieces[card.where] if card.where >= 0 else None
    if holder is not None and holder.kind == "island" and is_a(ctx.game, holder.id, noun):
        return [holder.id]
    if noun != "ship":
        return None
    if card.kind == "island":
        return next(([ref] for ref in ctx.said if is_a(ctx.game, ref, noun)), None)
    if holder is not None and holder.kind == "island" and ctx.event is None:
        return [ship.id for ship in ctx.state.ships(ctx.player) if ship.docked == holder.id]
    return None


def last_spoken_of(selector: Selector, ctx: Context) -> Ref | None:
    """What was last spoken of that fits the noun; "the other ship" and "the rammed ship" are not this one."""
    noun, ship = selector.noun, ctx.ship
    other = selector.has_state("other", "enemy", "rammed")
    if noun in {"result", "die_roll"}:
        return None
    if noun == "target":
        if ctx.target is not None:
            return ctx.target
        declared = ctx.state.pieces[ctx.source].target
        if (target := declared if declared is not None else target_of(ctx.event)) is not None:
            return target
    if (undergone := _undergone(selector, ctx)) is not None:
        return undergone
    for ref in reversed(ctx.said):
        if not is_a(ctx.game, ref, noun) and not (
            noun == "target" and is_a(ctx.game, ref, "crew")  # a target crew was picked
        ):
            continue
        if (noun == "target" or other) and ship is not None and ref == ship.id:
            continue
        return ref
    if selector.which == "that" and (met := _of_event(noun, ctx, True)) is not None:
        return met
    return _of_event(noun, ctx, other)


def _undergone(selector: Selector, ctx: Context) -> Ref | None:
    """Whom an event that is going on happens to: "the rammed ship" is not she who rams and is pinned."""
    for event in chain(ctx.event):
        met, called = event.object, _UNDERGOES.get(event.type, ())
        if met is not None and selector.has_state(*called) and is_a(ctx.game, met, selector.noun):
            return met
    return None


def target_of(event: Event | None) -> Ref | None:
    """The target of the shot or other attack that is going on."""
    for found in chain(event):
        if found.type in {"hit", "miss", "shoot_at", "target", "damage"}:
            return found.object
        if found.type in {"shoot", "fire", "roll", "make"} and (found.against or found.at) is not None:
            aimed = found.against if found.against is not None else found.at
            if isinstance(aimed, int):
                return aimed
    return None


def targets_of(action: Selector, ctx: Context) -> list[Ref]:
    """At whom such actions have been aimed in this turn; "the shoot actions" are those of this ship."""
    own = ctx.ship.id if ctx.ship is not None and action.which == "the" else None
    aimed = [(found.type, found.agent, found.object) for found in chain(ctx.event)]
    return [
        target
        for kind, agent, target in (*aimed, *ctx.state.turn.done)
        if kind == "target" and isinstance(agent, Matter) and target is not None
        if is_a(ctx.game, agent, action.noun) and own in {None, agent.of}
    ]


def _of_event(noun: str, ctx: Context, other: bool) -> Ref | None:
    """A part in the event that the ability answers: its target first, then who does it."""
    event: Event | None = ctx.event
    if noun == "opponent":
        players = (found.player for found in chain(event))
        return next((Seat(one) for one in players if one is not None and one != ctx.player), None)
    own = ctx.ship.id if ctx.ship else None
    while event is not None:
        for slot in (event.object, event.against, event.at, event.to, event.source, event.agent, event.using):
            if slot is None or (other and slot == own):
                continue
            if is_a(ctx.game, slot, noun):
                return slot
            if isinstance(slot, Part) and is_a(ctx.game, slot.of, noun) and not (other and slot.of == own):
                return slot.of
        event = event.within
    return None


def is_own(ref: Ref, ctx: Context) -> bool:
    """Whether it is what "another" is told apart from: this card, or the ship it is on."""
    ship = ctx.ship
    return ref == ctx.source or (ship is not None and ref == ship.id)
