"""Wordings that tell a moment without a "when", read as what is done at that moment."""

from __future__ import annotations

from pirate_code.language import tree as t
from pirate_code.rules.program.effects import FORBIDDING

Reading = tuple[tuple[t.Guard, ...], t.Effect]


def as_receiving(guards: tuple[t.Guard, ...], effect: t.Effect) -> Reading:
    """ "Place your eliminated crew on this fort" is done whenever one goes: earlier losses stay lost."""
    steps = effect.steps if isinstance(effect, t.Sequence) else (effect,)
    first = steps[0]
    if not isinstance(first, t.Happen) or first.strength != "do" or first.event.type != "place":
        return guards, effect
    lost = first.event.object
    if guards or not isinstance(lost, t.Pieces) or lost.which is not None or lost.count is not None:
        return guards, effect
    kept = tuple(found for found in lost.filters if found != t.InState(state="eliminated"))
    if len(kept) == len(lost.filters):
        return guards, effect
    after = t.Trigger(moment="after", event=t.Event(type="eliminate", object=lost.but(filters=kept)))
    placed = first.but(event=first.event.but(object=t.Pieces(noun=lost.noun, which="that")))
    return (after,), effect.but(steps=(placed, *steps[1:])) if isinstance(effect, t.Sequence) else placed


def as_taking(guards: tuple[t.Guard, ...], effect: t.Effect) -> Reading:
    """ "You own any derelict this ship explores; both become docked ..." is done when she has explored it."""
    first, *later = effect.steps if isinstance(effect, t.Sequence) else (effect,)
    event = first.event if isinstance(first, t.Happen) else None
    if event is None or event.type != "own" or not isinstance(event.object, t.Pieces):
        return guards, effect
    told = [
        found for found in event.object.filters if isinstance(found, t.Involved) and found.role == "object"
    ]
    if not told:
        return guards, effect
    kept = tuple(found for found in event.object.filters if found not in told)
    after = t.Trigger(moment="after", event=told[0].event.but(object=event.object.but(filters=kept)))
    taken = event.but(object=t.Pieces(noun=event.object.noun, which="that"))
    for step in later:
        if isinstance(step, t.Become) and isinstance(step.filter, t.Located):
            taken = taken.but(at=step.filter.what)
    return t.in_order((*guards, after)), t.Happen(event=taken)


def as_stand_in(guards: tuple[t.Guard, ...], effect: t.Effect, hidden: bool = False) -> Reading:
    """ "Give this ship a move action but do not move her; instead ..." is something to do in place of moving.

    It is a move action like any other (enemy-ship-mover-with-a-captain). A `hidden` card must be revealed for
    it; what follows is done after it.
    """
    steps = effect.steps if isinstance(effect, t.Sequence) else ()
    if len(steps) < 3 or not isinstance(steps[0], t.Happen) or not replaces(t.Sequence(steps=steps[1:])):
        return guards, effect
    given, ban, stand_in = steps[0].event, steps[1], inner(steps[2])
    shows = isinstance(stand_in, t.Sequence) and _reveals(stand_in.steps[0])
    if (hidden or len(steps) > 3) and not shows:
        return guards, effect
    this = isinstance(given.to, t.Pieces) and given.to.which == "this"
    if given.type != "give" or given.agent is not None or not this or not isinstance(ban, t.Happen):
        return guards, effect
    if isinstance(stand_in, t.Table) and stand_in.roll is not None:
        stand_in = stand_in.but(roll=stand_in.roll.but(strength="may"))
    elif isinstance(stand_in, t.Happen):
        stand_in = stand_in.but(strength="may")
    elif isinstance(stand_in, t.Sequence) and isinstance(stand_in.steps[0], t.Happen):
        first = stand_in.steps[0].but(strength="may")
        stand_in = t.Sequence(steps=(first, *stand_in.steps[1:], *steps[3:]))
    when = t.Trigger(moment="when", event=given)
    return t.in_order((*guards, when, t.Instead(of=ban.event))), stand_in


def as_staying(guards: tuple[t.Guard, ...], effect: t.Effect) -> tuple[tuple[t.Guard, ...], t.Effect]:
    """ "A treasure that would be removed after it is used remains aboard": it is not removed then."""
    event = effect.event if isinstance(effect, t.Happen) and effect.strength == "do" else None
    who = event.agent if event is not None and event.type == "remain" else None
    if not isinstance(who, t.Pieces):
        return guards, effect
    lost = [one for one in who.filters if isinstance(one, t.Involved) and one.strength == "would"]
    if not lost:
        return guards, effect
    kept = who.but(filters=tuple(one for one in who.filters if one not in lost))
    told: list[t.Guard] = [t.Instead(of=lost[0].event.but(object=kept))]
    if lost[0].when is not None:
        told.append(t.Condition(fact=t.Happens(event=lost[0].when.event)))
    return t.in_order((*guards, *told)), t.Nothing()


def as_putting(guards: tuple[t.Guard, ...], effect: t.Effect) -> Reading:
    """ "Each player must choose and put a treasure aboard": each puts the one that he chooses."""
    steps = effect.steps if isinstance(effect, t.Sequence) else ()
    chosen, put = (
        step.event if isinstance(step, t.Happen) else None for step in (*steps[:2], None, None)[:2]
    )
    if len(steps) != 2 or chosen is None or put is None or (chosen.type, put.type) != ("choose", "place"):
        return guards, effect
    what = put.object
    that = isinstance(what, t.Pieces) and what.which == "that"
    each = isinstance(put.agent, t.Pieces) and put.agent.which == "each"
    if not that or not each or chosen.agent != put.agent or chosen.object is None:
        return guards, effect
    return guards, t.Happen(strength="must", event=put.but(object=chosen.object))


def as_lending(guards: tuple[t.Guard, ...], effect: t.Effect) -> Reading:
    """ "The target may use that crew's ability that turn instead of its own": it copies the ability."""
    if not isinstance(effect, t.Sequence):
        return guards, effect
    steps = tuple(_lent(step) for step in effect.steps)
    return guards, effect.but(steps=steps) if steps != effect.steps else effect


def _lent(step: t.Effect) -> t.Effect:
    used = step.effect if isinstance(step, t.Guarded) else None
    if not isinstance(step, t.Guarded) or not isinstance(used, t.Happen) or used.event.type != "use":
        return step
    told = [guard.of for guard in step.guards if isinstance(guard, t.Instead)]
    abilities = (*told, used.event.object)
    if len(told) != 1 or not all(isinstance(one, t.Pieces) and one.noun == "ability" for one in abilities):
        return step
    return used.but(event=used.event.but(type="copy"))


def in_action(effect: t.Effect) -> tuple[t.Event, t.Sequence] | None:
    """ "Give this ship a shoot action. ...": the action, and what may be done as it is given."""
    first, *rest = effect.steps if isinstance(effect, t.Sequence) else (effect,)
    if not rest or not isinstance(first, t.Happen) or not isinstance(rest[0], t.Happen):
        return None
    given, this = first.event, t.Pieces(noun="ship", which="this")
    if given.type != "give" or given.agent is not None or given.to != this or rest[0].strength != "do":
        return None
    steps = (rest[0].but(strength="may"), *(_distributed(step) for step in rest[1:]))
    return given, t.Sequence(steps=steps)


def _distributed(step: t.Effect) -> t.Effect:
    """ "Up to 2 masts of every ship" are lost by each of them, "one mast for every ship" for each."""
    event = step.event if isinstance(step, t.Happen) else None
    if event is None or event.type != "eliminate":
        return step
    if event.per is not None:
        return t.Guarded(guards=(t.ForEach(what=event.per),), effect=t.Happen(event=event.but(per=None)))
    members = event.object.members if isinstance(event.object, t.Group) else ()
    owners = [one.of for one in members if isinstance(one, t.Pieces) and one.of is not None]
    if len(members) != 2 or len(owners) != 1 or not isinstance(members[0], t.Pieces):
        return step
    limit = members[0].count.limit if isinstance(members[0].count, t.UpTo) else None
    that = t.Pieces(noun="game_piece", which="that")
    masts = t.Pieces(noun="mast", count=limit, of=that)
    return t.Guarded(guards=(t.ForEach(what=owners[0]),), effect=t.Happen(event=event.but(object=masts)))


def as_valued(guards: tuple[t.Guard, ...], effect: t.Effect) -> Reading:
    """ "If loaded by such a ship, this card is worth ...": settled as it is loaded, and counted from then on.

    What it is worth "for every mast that ship eliminates" grows with each, on whatever ship it is by then
    (barbary-banner-keeps-counting-masts).
    """
    loads = [guard for guard in guards if isinstance(guard, t.Trigger) and guard.event.type == "load"]
    if not loads or not isinstance(effect, t.Change) or (effect.stat, effect.by) != ("gold_value", "set"):
        return guards, effect
    told = effect.per.filters if isinstance(effect.per, t.Pieces) else ()
    events = [found.event for found in told if isinstance(found, t.Involved) and found.role == "object"]
    if not events or not isinstance(effect.per, t.Pieces):
        return (loads[0],), effect.but(per=None)
    this = t.Pieces(noun="ship", which="this")
    each = events[0].but(agent=this, object=effect.per.but(filters=()))
    grows = effect.but(by="add", per=None)
    lasting = (t.Trigger(moment="after", event=each), t.Span(lasts="game"))
    return (loads[0],), t.Guarded(guards=lasting, effect=grows)


def _reveals(effect: t.Effect) -> bool:
    return isinstance(effect, t.Happen) and effect.event.type == "reveal"


def replaces(effect: t.Sequence) -> bool:
    """Whether steps say "do not do this; instead do that"."""
    first, second = effect.steps[:2]
    return (
        isinstance(first, t.Happen)
        and first.strength in FORBIDDING
        and isinstance(second, t.Guarded)
        and all(isinstance(guard, t.Instead) and guard.of is None for guard in second.guards)
    )


def inner(effect: t.Effect) -> t.Effect:
    """An effect without its guards."""
    return effect.effect if isinstance(effect, t.Guarded) else effect


def reaches_also(effect: t.Effect) -> t.Pieces | None:
    """Whom a keyword that is gained reaches besides: "gains Fear, except that it also affects your ships"."""
    gain, *more = effect.steps if isinstance(effect, t.Sequence) else (effect,)
    if not isinstance(gain, t.Gain) or len(more) != 1 or not isinstance(more[0], t.Happen):
        return None
    told = more[0].event
    also = told.type == "affect" and "also" in told.manner and told.agent == gain.what
    return told.object if also and isinstance(told.object, t.Pieces) else None


def reaching(guards: tuple[t.Guard, ...], also: t.Pieces | None) -> tuple[t.Guard, ...]:
    """Guards that speak of each enemy, told of friends too where those are reached as well."""
    return tuple(_of_anybody(guard, also) if isinstance(guard, t.ForEach) else guard for guard in guards)


def _of_anybody(each: t.ForEach, also: t.Pieces | None) -> t.ForEach:
    what = each.what
    if also is None or not isinstance(what, t.Pieces) or what.noun != also.noun:
        return each
    kept = tuple(found for found in what.filters if found != t.InState(state="enemy"))
    return each.but(what=what.but(filters=kept))


def unless_able(guards: tuple[t.Guard, ...]) -> tuple[t.Guard, ...]:
    """ "Unless she can move when derelict" asks of one that is none as well (becalmed-ships-that-row)."""
    facts = [guard.fact for guard in guards if isinstance(guard, t.Condition)]
    able = any(isinstance(fact, t.Happens) and fact.strength == "may" for fact in facts)
    bare = t.Matches(subject=t.Pieces(noun="ship", which="this"), filter=t.InState(state="derelict"))
    return tuple(one for one in guards if not (able and isinstance(one, t.Condition) and one.fact == bare))


def as_gunnery(effect: t.Effect) -> t.Effect:
    """ "+1 to the die roll for all cannon shots" is told of this ship's cannon rolls."""
    what = effect.of if isinstance(effect, t.Change) and effect.stat == "die_roll" else None
    if not isinstance(effect, t.Change) or not isinstance(what, t.Pieces):
        return effect
    if what.noun != "shot" or what.of is not None or what.filters:
        return effect
    return effect.but(stat="cannon_roll", of=t.Pieces(noun="ship", which="this"))


def of_lost_masts(guards: tuple[t.Guard, ...]) -> tuple[t.Guard, ...]:
    """ "When her last mast is removed" hears of one that is eliminated too: it is off the ship as well."""
    return tuple(_hears_losses(guard) if isinstance(guard, t.Trigger) else guard for guard in guards)


def _hears_losses(trigger: t.Trigger) -> t.Trigger:
    event = trigger.event
    of_mast = isinstance(event.object, t.Pieces) and event.object.noun == "mast"
    if event.type != "remove" or not of_mast or event.manner:
        return trigger
    return trigger.but(also=(*trigger.also, event.but(type="eliminate")))


def while_shown(guards: tuple[t.Guard, ...], effect: t.Effect) -> tuple[t.Guard, ...]:
    """ "Takes up no cargo space when revealed" is so from then on, as long as the piece lies face up."""
    of = effect.of if isinstance(effect, t.Change) and effect.strength == "do" else None
    if not isinstance(of, t.Pieces) or of.which != "this":
        return guards
    shown = t.Condition(fact=t.Matches(subject=of, filter=t.InState(state="face_up")))
    reveal = t.Trigger(moment="when", event=t.Event(type="reveal", object=of))
    return t.in_order(tuple(shown if guard == reveal else guard for guard in guards))


def from_her_hold(effect: t.Effect) -> t.Effect:
    """ "She may load as much of that ship's treasure as she can carry" takes it from that ship."""
    event = effect.event if isinstance(effect, t.Happen) and effect.strength == "may" else None
    what = event.object if event is not None and event.type == "load" else None
    holder = what.of if isinstance(what, t.Pieces) else None
    if not isinstance(effect, t.Happen) or event is None or not isinstance(what, t.Pieces):
        return effect
    if not isinstance(holder, t.Pieces) or (holder.noun, holder.which) != ("ship", "that"):
        return effect
    return effect.but(event=event.but(type="take", object=what.but(of=None), source=holder))
