"""Rewrites of wordings that tell a moment without a "when", or tell a "when" that goes on."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.language import tree as t
from pirate_code.rules.program.lower.standing import stands
from pirate_code.rules.program.rewrites.registry import Reading, rewrite

_ROLLS = frozenset({"cannon_roll", "boarding_roll", "die_roll", "gun_roll"})
# Where or whose a piece comes to be: what the words describe it by has to happen first.
_SETTLES = frozenset({"place", "own", "remain"})


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
        read.append(guard)
        if isinstance(fact, t.Matches) and _is_of_a_roll(fact):
            read.append(t.Trigger(moment="when", event=t.Event(type="roll")))
    return reading.but(guards=tuple(read))


def _one_by_one(guards: tuple[t.Guard, ...]) -> Iterator[t.Guard]:
    """Guards with "if this and that" as two conditions."""
    for guard in guards:
        both = guard.fact if isinstance(guard, t.Condition) and not guard.negated else None
        joined = isinstance(both, t.Facts) and both.join == "and" and t.Done() not in both.facts
        if isinstance(guard, t.Condition) and isinstance(both, t.Facts) and joined:
            yield from (guard.but(fact=fact) for fact in both.facts)
        else:
            yield guard


def _is_of_a_roll(fact: t.Matches) -> bool:
    """Whether a fact is about a roll: "if the cannon roll is a 1", "a cannon whose roll is a 1"."""
    stat = isinstance(fact.filter, t.StatIs) and fact.filter.stat in _ROLLS
    return stat or (isinstance(fact.subject, t.Pieces) and fact.subject.noun in _ROLLS)


@rewrite(
    line="Place your eliminated crew on this fort. They gain the Ghost Ship keyword.",
    because="what lies in no place yet, or would leave its place, is dealt with at the moment it does",
)
def told_by_what_happens(reading: Reading) -> Reading | None:
    """A piece described by what happens to it, as it comes to be somewhere: done when that happens.

    "Your eliminated crew" are placed whenever one goes; earlier losses stay lost. "Any derelict this ship
    explores" is owned when she has explored it. "A treasure that would be removed remains" is not removed.
    """
    first, *later = reading.steps
    if not isinstance(first, t.Happen) or first.strength != "do" or first.event.type not in _SETTLES:
        return None
    slot = "object" if first.event.object is not None else "agent"
    piece = getattr(first.event, slot)
    if not isinstance(piece, t.Pieces) or piece.which not in {None, "any"} or piece.count is not None:
        return None
    for found in piece.filters:
        kept = piece.but(filters=tuple(one for one in piece.filters if one != found))
        if found == t.InState(state="eliminated"):
            event, would, when = t.Event(type="eliminate", object=kept), False, None
        elif isinstance(found, t.Involved) and found.role == "object":
            event, would, when = found.event.but(object=kept), found.strength == "would", found.when
        else:
            continue
        if would:
            if_so = () if when is None else (t.Condition(fact=t.Happens(event=when.event)),)
            guards = (*reading.guards, t.Instead(of=event), *if_so)
            return reading.but(guards=guards, effect=t.Nothing())
        that = t.Pieces(noun=piece.noun, which="that")
        done = first.but(event=first.event.but(**{slot: that}))
        guards = (*reading.guards, t.Trigger(moment="after", event=event))
        return reading.but(guards=guards, effect=_in_one(done, later))
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
    lasting = (t.Trigger(moment="after", event=each), t.Span(lasts="game"))
    return reading.but(guards=(loads[0],), effect=t.Guarded(guards=lasting, effect=grows))


@rewrite(
    line="This crew takes up no cargo space when revealed. When revealed, put a crew with point cost 2 or "
    "less from outside of the game onto this ship.",
    because="what takes up room does so all the time, not at the moment a card is turned",
)
def from_then_on(reading: Reading) -> Reading | None:
    """ "Takes up no cargo space when revealed" is so from then on, as long as the piece lies face up."""
    effect = reading.effect
    of = effect.of if isinstance(effect, t.Change) and effect.strength == "do" else None
    if not isinstance(of, t.Pieces) or of.which != "this":
        return None
    shown = t.Condition(fact=t.Matches(subject=of, filter=t.InState(state="face_up")))
    reveal = t.Trigger(moment="when", event=t.Event(type="reveal", object=of))
    return reading.but(guards=tuple(shown if guard == reveal else guard for guard in reading.guards))


@rewrite(
    line="Always place this crew face up; it cannot be eliminated unless its ship sinks. Crew placed on "
    "this ship cost no points, but they always each take up one cargo space. When this ship is hit, "
    "roll a d6. On a result of 5 or 6, move the crew on this ship with the highest point cost to a "
    "wild island chosen by the player to your left.",
    because="a crew is placed during setup, whether its card says so or not",
)
def placed_at_setup(reading: Reading) -> tuple[Reading, ...] | None:
    """ "Always place this crew face up" is done during setup; what else is said of it stands."""
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
