"""Rewrites of wordings that tell a moment without a "when", or tell a "when" that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pirate_code.language import tree as t
from pirate_code.rules.program.lower.standing import stands
from pirate_code.rules.program.rewrites.registry import Meaning, Reading, rewrite

_ROLLS = frozenset({"cannon_roll", "boarding_roll", "die_roll", "gun_roll"})
# Where or whose a piece comes to be: what the words describe it by has to happen first.
_SETTLES = frozenset({"place", "own", "remain"})


@rewrite(
    line="Junk. When this ship is docked at your home island, you may eliminate one treasure. It becomes a "
    "3S cannon that can be eliminated only when the ship sinks.",
    ruling="treasure-into-cannon-when-and-from-where",
)
def gun_is_made_on_your_turn(reading: Reading) -> Reading | None:
    """ "You may eliminate one treasure. It becomes a cannon": on the player's own turn only."""
    eliminates, becomes = (*reading.steps, None)[:2]
    if not isinstance(eliminates, t.Happen) or not isinstance(becomes, t.Become) or reading.triggers:
        return None
    lost, made = eliminates.event.object, becomes.filter
    of_treasure = isinstance(lost, t.Pieces) and lost.noun == "treasure"
    into = getattr(made, "what", None)
    if eliminates.strength != "may" or not of_treasure or getattr(into, "noun", "") != "cannon":
        return None
    return reading.but(guards=(*reading.guards, t.Moment(at="during", whose="your")))


@rewrite(
    line="If the cannon roll of this ship's bombardier cannon is a 1, it becomes jammed until it is "
    "repaired.",
    because="a roll or another event is over at once: what is done if it comes is done when it comes",
)
def if_means_when(reading: Reading) -> Reading | None:
    """ "If this ship sinks", "if the roll is a 1" tell when something is done."""
    holds = stands(reading.effect) and not any(isinstance(guard, t.Until) for guard in reading.guards)
    if holds or reading.triggers:
        return None
    read: list[t.Guard] = []
    for guard in _one_by_one(reading.guards):
        fact = guard.fact if isinstance(guard, t.Condition) and not guard.negated else None
        if isinstance(fact, t.Happens) and fact.strength == "do" and fact.event.time is None:
            read.append(t.Trigger(moment="when", event=fact.event))
            continue
        if isinstance(fact, t.Matches) and (shot := _aimed_at(fact)) is not None:
            read += [t.Limit(per="action"), t.Trigger(moment="when", event=shot)]
            continue
        read.append(guard)
        if isinstance(fact, t.Matches) and _is_of_a_roll(fact):
            read.append(t.Trigger(moment="when", event=t.Event(type="roll")))
    return reading.but(guards=(*read, *_in_place_of_one_mast(reading, read)))


def _in_place_of_one_mast(reading: Reading, read: list[t.Guard]) -> tuple[t.Guard, ...]:
    """What a hit of "the shot" eliminates stands in place of the mast that every hit takes."""
    hits = [guard.event for guard in read if isinstance(guard, t.Trigger) and guard.event.type == "hit"]
    shot = hits[0].agent if hits else None
    first = reading.steps[0]
    if not isinstance(shot, t.Pieces) or shot.noun != "shot" or not isinstance(first, t.Happen):
        return ()
    what = first.event.object
    if first.event.type != "eliminate" or not isinstance(what, t.Pieces) or what.noun != "mast":
        return ()
    is_more = first.event.manner or any(found == t.InState(state="extra") for found in what.filters)
    return () if is_more else (t.Instead(of=t.Pieces(noun="mast", count=t.Number(value=1))),)


def _one_by_one(guards: tuple[t.Guard, ...]) -> Iterator[t.Guard]:
    """Guards with "if this and that" as two conditions; "if you do" was looked at before it came to this."""
    for guard in guards:
        both = guard.fact if isinstance(guard, t.Condition) and not guard.negated else None
        joined = isinstance(both, t.Facts) and both.join == "and"
        if isinstance(guard, t.Condition) and isinstance(both, t.Facts) and joined:
            yield from (guard.but(fact=fact) for fact in both.facts if fact != t.Done())
        else:
            yield guard


def _aimed_at(fact: t.Matches) -> t.Event | None:
    """Being made a target, if that is what is asked: "if this ship is the target of a shoot action"."""
    what = fact.filter.what if isinstance(fact.filter, t.IsA) else None
    if not isinstance(what, t.Pieces) or what.noun != "target" or what.of is None:
        return None
    return t.Event(type="target", agent=what.of, object=fact.subject)


def _is_of_a_roll(fact: t.Matches) -> bool:
    """Whether a fact is about a roll: "if the cannon roll is a 1", "a cannon whose roll is a 1"."""
    stat = isinstance(fact.filter, t.StatIs) and fact.filter.stat in _ROLLS
    return stat or (isinstance(fact.subject, t.Pieces) and fact.subject.noun in _ROLLS)


@rewrite(
    line="Place your eliminated crew on this fort. They gain the Ghost Ship keyword.",
    because="what lies in no place yet is dealt with at the moment it comes to lie somewhere",
)
def described_by_what_happens(reading: Reading) -> Reading | None:
    """A piece described by what happens to it, as it comes to be somewhere: done when that happens.

    "Your eliminated crew" are placed whenever one goes; earlier losses stay lost. "Any derelict this ship
    explores" is owned when she has explored it. "A treasure that would be removed" remains instead of that.
    """
    first, *later = reading.steps
    described = _described(first)
    if described is None:
        return None
    if described.strength == "would":
        when = described.when
        if_so = () if when is None else (t.Condition(fact=t.Happens(event=when.event)),)
        instead = t.Instead(of=described.event)
        return reading.but(guards=(*reading.guards, instead, *if_so), effect=t.Nothing())
    assert isinstance(first, t.Happen)
    that = t.Pieces(noun=described.noun, which="that")
    done = first.but(event=first.event.but(**{described.slot: that}))
    guards = (*reading.guards, t.Trigger(moment="after", event=described.event))
    return reading.but(guards=guards, effect=_in_one(done, later))


class _Described(NamedTuple):
    """A piece that a step is about, and the event that describes it."""

    slot: str
    noun: str
    event: t.Event
    strength: str
    when: t.Trigger | None


def _described(step: t.Effect) -> _Described | None:
    """The piece of a step that settles where or whose it is, if an event describes that piece."""
    if not isinstance(step, t.Happen) or step.strength != "do" or step.event.type not in _SETTLES:
        return None
    slot = "object" if step.event.object is not None else "agent"
    piece = getattr(step.event, slot)
    if not isinstance(piece, t.Pieces) or piece.which not in {None, "any"} or piece.count is not None:
        return None
    for filter_ in piece.filters:
        kept = piece.but(filters=tuple(one for one in piece.filters if one != filter_))
        if filter_ == t.InState(state="eliminated"):
            return _Described(slot, piece.noun, t.Event(type="eliminate", object=kept), "do", None)
        if isinstance(filter_, t.Involved) and filter_.role == "object":
            event = filter_.event.but(object=kept)
            return _Described(slot, piece.noun, event, filter_.strength, filter_.when)
    return None


def _in_one(first: t.Happen, later: list[t.Effect]) -> t.Effect:
    """Steps in one; a place where both pieces "become docked" belongs to the first step."""
    at = [
        step.filter.what
        for step in later
        if isinstance(step, t.Become) and isinstance(step.filter, t.Located)
    ]
    if at:
        return t.Happen(event=first.event.but(at=at[-1]))
    return t.Sequence(steps=(first, *later)) if later else first


@rewrite(
    line="If loaded by a Barbary Corsair ship, Barbary Banner is worth 1 gold for every mast that ship "
    "eliminates while Barbary Banner is aboard. If loaded by another nation's ship, it is worth 5 "
    "gold when unloaded at your home island.",
    ruling="barbary-banner-keeps-counting-masts",
)
def valued_as_loaded(reading: Reading) -> Reading | None:
    """ "If loaded by such a ship, this card is worth ...": settled as it is loaded, and counted from then on.

    What it is worth "for every mast that ship eliminates" grows with each, on whatever ship it is by then.
    """
    effect = reading.effect
    loads = [trigger for trigger in reading.triggers if trigger.event.type == "load"]
    if not loads or not isinstance(effect, t.Change) or (effect.stat, effect.by) != ("gold_value", "set"):
        return None
    counted = effect.per.filters if isinstance(effect.per, t.Pieces) else ()
    events = [found.event for found in counted if isinstance(found, t.Involved) and found.role == "object"]
    if not events or not isinstance(effect.per, t.Pieces):
        return reading.but(guards=(loads[0],), effect=effect.but(per=None))
    this = t.Pieces(noun="ship", which="this")
    each = events[0].but(agent=this, object=effect.per.but(filters=()))
    grows = effect.but(by="add", per=None)
    while_aboard = [guard for guard in reading.guards if isinstance(guard, t.Condition)]
    lasting = (t.Trigger(moment="after", event=each), *while_aboard, t.Span(lasts="game"))
    return reading.but(guards=(loads[0],), effect=t.Guarded(guards=lasting, effect=grows))


@rewrite(
    line="Always place this crew face up; it cannot be eliminated unless its ship sinks. Crew placed on "
    "this ship cost no points, but they always each take up one cargo space. When this ship is hit, "
    "roll a d6. On a result of 5 or 6, move the crew on this ship with the highest point cost to a "
    "wild island chosen by the player to your left.",
    because="a card is placed face up as it comes aboard: a crew during setup, a treasure when it is loaded",
)
def placed_face_up(reading: Reading) -> Meaning:
    """ "Always place this crew face up" is done during setup; what else is said of it stands.

    "When you place this treasure face up on this ship" is when it is loaded.
    """
    as_loaded = tuple(map(_as_loaded, reading.guards))
    if as_loaded != reading.guards:
        return reading.but(guards=as_loaded)
    first, *later = reading.steps
    if not isinstance(first, t.Happen) or first.event.type != "place" or first.strength not in {"do", "must"}:
        return None
    what = first.event.object
    if not isinstance(what, t.Pieces) or (what.noun, what.which) != ("crew", "this"):
        return None
    if any(isinstance(guard, t.Trigger | t.Instead | t.Moment) for guard in reading.guards):
        return None
    placed = reading.but(guards=(*reading.guards, t.Moment(at="setup")), effect=first)
    return (placed, *(reading.but(effect=step) for step in later))


def _as_loaded(guard: t.Guard) -> t.Guard:
    event = guard.event if isinstance(guard, t.Trigger) else None
    if event is None or event.type != "place" or "face_up" not in event.manner:
        return guard
    named = isinstance(event.object, t.Named)
    return guard.but(event=t.Event(type="load", object=event.object)) if named else guard


@rewrite(
    line="After looking at treasure on a wild island, you may trade any one treasure from that island for a "
    "random treasure on any other wild island. This ship must load the traded treasure.",
    ruling="treasure-trade-needs-an-explore-action",
)
def looked_at_by_exploring(reading: Reading) -> Reading | None:
    """ "After looking at treasure on a wild island", said of nobody: as a ship does when she explores one."""
    looked = [guard.event for guard in reading.triggers if guard.event.type == "look_at"]
    if not looked or looked[0].agent is not None:
        return None
    exploring = t.PartOf(what=t.Pieces(noun="explore_action"))
    return None if exploring in reading.guards else reading.but(guards=(*reading.guards, exploring))
