"""Events of trees as patterns: whether something that happens is what an ability speaks of.

A slot that the tree leaves open fits anything. What fits is remembered in the context, so that "that ship"
finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.language import tree as t
from pirate_code.language.words import load_words
from pirate_code.rules.event import SLOTS, Event, face
from pirate_code.rules.meaning import filters, select
from pirate_code.rules.meaning.context import Context

Match = Callable[[Context, Event], bool]
# A player is meant by what he controls, and a ship by her cannons: "when you hit", "when this ship hits".
_WHOLE = frozenset({"agent", "object", "against", "using", "at", "source"})
# What a ship does with cargo, which cards tell without her: "after loading treasure, ...".
_OF_CARGO = frozenset({"load", "unload", "look_at"})
# "This ship sinks" is told of the ship that goes down: what the rules write as the object of the event.
_OF_ITSELF = frozenset({"sink", "surface", "submerge", "drift"})


@cache
def pattern(wanted: t.Event) -> Match:
    """The test of one event of a tree."""
    slots = tuple((slot, getattr(wanted, slot)) for slot in SLOTS if getattr(wanted, slot) is not None)
    if wanted.type in _OF_ITSELF and wanted.object is None:
        slots = tuple(("object" if slot == "agent" else slot, selector) for slot, selector in slots)
    if wanted.type == "touch" and _is_terrain(wanted.agent):  # the rules tell it of the ship
        other = {"agent": "object", "object": "agent"}
        slots = tuple((other.get(slot, slot), selector) for slot, selector in slots)
    manner = frozenset(wanted.manner) & {"face_up", "face_down", "from_game", "without_docking"}
    amount = wanted.amount.value if isinstance(wanted.amount, t.Number) else None
    own = wanted.agent is None and _is_nobodys(wanted)

    # One event is never of several things at the same time: "cannot surround more than one ship".
    together = "same_time" in wanted.manner

    def match(ctx: Context, event: Event) -> bool:
        if together or event.facts.get("rammed"):
            return False
        if event.type != wanted.type or not manner <= event.manner:
            return False
        if own and ctx.ship is not None and event.agent not in {ctx.ship.id, Seat(ctx.player)}:
            return False
        if amount is not None and wanted.type == "roll" and face(event) != amount:
            return False
        met: list[Ref] = []
        for slot, selector in slots:
            if slot == "object" and isinstance(event.role, Matter):
                ref = _declared(selector, event.role, event.object, ctx)
            else:
                ref = _fitting(slot, selector, event, ctx)
            if ref is None or (slot == "to" and not _is_one_too_many(selector, ref, ctx)):
                return False
            if not (isinstance(selector, t.Pieces) and selector.which == "this"):
                met.append(ref)  # "that ship" is never this one
        if wanted.near is not None:  # "when a ship moves within S of her": where it is now
            moved = event.object if event.object is not None else event.agent
            if moved is None or not filters.holds(wanted.near, moved, ctx):
                return False
        ctx.say(*met)
        return True

    return match


def _is_one_too_many(selector: t.Selector, ref: Ref, ctx: Context) -> bool:
    """Whether so many others were given actions that this one is "more than one"; where none is told, yes."""
    most = selector.count if isinstance(selector, t.Pieces) else None
    if not isinstance(most, t.MoreThan):
        return True
    given = [one for one in ctx.state.turn.actions if one != ref and select.fits(selector, one, ctx)]
    return len(given) >= most.limit.value


def _is_terrain(selector: t.Selector | None) -> bool:
    return isinstance(selector, t.Pieces) and load_words().noun_class[selector.noun] == "terrain"


def _is_nobodys(wanted: t.Event) -> bool:
    """ "After the first movement segment", "after loading treasure": who is not told, so it is this ship."""
    what = wanted.object
    if not isinstance(what, t.Pieces) or what.of is not None:
        return False
    segment = wanted.type == "end" and what.noun == "movement_segment"
    return segment or (wanted.type in _OF_CARGO and what.which is None)


def _declared(selector: t.Selector, role: Matter, ref: Ref | None, ctx: Context) -> Ref | None:
    """What is declared to be somebody's target, if that is told; "another" is not the one there was."""
    if not isinstance(selector, t.Pieces) or selector.noun != role.noun:
        return None
    if selector.of is not None:
        return ref if select.fits(selector, role, ctx) else None
    return ref if role.of == ctx.source and ref not in ctx.said else None


def _fitting(slot: str, selector: t.Selector, event: Event, ctx: Context) -> Ref | None:
    """The thing in a slot that fits, or what it is part of, or who controls it."""
    ref: Ref | None = getattr(event, slot)
    if ref is None and slot == "agent" and isinstance(selector, t.Person) and event.player is not None:
        ref = Seat(event.player)
    if slot == "agent" and isinstance(event.using, Matter) and select.fits(selector, event.using, ctx):
        return event.using  # what is done with a shot is done by it: "if the chain shot hits"
    if ref is None:
        return None
    if select.fits(selector, ref, ctx):
        return ref
    if slot in _WHOLE:
        whole = _whole(ref)
        if whole is not None and select.fits(selector, whole, ctx):
            return whole
        piece = ctx.piece(ref)
        if (
            piece is not None
            and piece.controller is not None
            and select.fits(selector, Seat(piece.controller), ctx)
        ):
            ctx.say(Seat(piece.controller))
            return ref
    return None


def _whole(ref: Ref) -> int | None:
    """The piece that a part is of; what a ship's ramming does, she does."""
    if isinstance(ref, Part):
        return ref.of
    return ref.of if isinstance(ref, Matter) and ref.noun == "ramming" else None
