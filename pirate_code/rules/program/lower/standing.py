"""Whether what an ability says stands as long as it is in force, or is done by somebody at some moment."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words
from pirate_code.rules.events import ALLOWED, COUNTING_AS, STATEMENTS
from pirate_code.rules.program.effects import FORBIDDING
from pirate_code.rules.program.nouns import MASTS

LASTING = (t.Span, t.ForTurns, t.Until)
_FOR_ANY_REASON = "for_any_reason"


def tells_a_rule(effect: t.Effect) -> bool:
    """Whether a card only tells how something is done: how fire masts burn, where terrain may lie."""
    if isinstance(effect, t.Table) and effect.roll is not None:
        per = effect.roll.event.per
        return isinstance(per, t.Pieces) and per.noun == "fire_mast"
    if not isinstance(effect, t.Happen):
        return False
    event = effect.event
    if event.type == "scuttle" and effect.strength == "must":
        return True
    if _tells_where(effect):
        return True
    what = event.object if event.type == "remove" else None
    return isinstance(what, t.Pieces) and (what.noun, what.which) == ("fire_mast", "all")


def _tells_where(effect: t.Happen) -> bool:
    """Whether it says where what the card places may lie: "all terrain must be placed S from any island"."""
    event, what = effect.event, effect.event.object
    told = event.type == "place" and event.near is not None and event.agent is None
    kinds = isinstance(what, t.Pieces) and what.count is None and what.which in {None, "all"}
    return told and kinds and effect.strength in {"must", "may"}


def _is_of_hits(event: t.Event) -> bool:
    """Whether something is said of hits in general: "this ship eliminates two masts with one hit"."""
    return event.type == "eliminate" and isinstance(event.using, t.Pieces) and event.using.noun == "hit"


def comes_once(guards: tuple[t.Guard, ...], effect: t.Effect) -> bool:
    """Whether something comes about at an event and stays so: a captive becomes cargo worth gold."""
    if raises_one(guards, effect) or _earns_an_action(guards, effect) or _is_valued(guards, effect):
        return True
    becomes = isinstance(effect, t.Become) and effect.strength in {"do", "must"}
    return becomes and any(isinstance(guard, t.Trigger) for guard in guards)


def _is_valued(guards: tuple[t.Guard, ...], effect: t.Effect) -> bool:
    """Whether a treasure is told to be worth so much as it is loaded."""
    loaded = any(isinstance(guard, t.Trigger) and guard.event.type == "load" for guard in guards)
    return loaded and isinstance(effect, t.Change) and (effect.stat, effect.by) == ("gold_value", "set")


def _earns_an_action(guards: tuple[t.Guard, ...], effect: t.Effect) -> bool:
    """Whether an event earns an action: "if she chooses the last coin, she can be given a move action"."""
    gives = isinstance(effect, t.Happen) and effect.strength == "may" and effect.event.type == "give"
    events = [guard.event.type for guard in guards if isinstance(guard, t.Trigger)]
    return gives and any(kind != "give" for kind in events)


def raises_one(guards: tuple[t.Guard, ...], effect: t.Effect) -> bool:
    """Whether one treasure of several is made worth more, once: the one told here, or in the trigger."""
    if not isinstance(effect, t.Change) or effect.stat != "gold_value":
        return False
    objects = [guard.event.object for guard in guards if isinstance(guard, t.Trigger)]
    return any(
        isinstance(what, t.Pieces)
        and (isinstance(what.count, t.Number) or what.which == "a" or _is_most(what))
        for what in (effect.of, *objects)
    )


def doubles_one(triggers: tuple[t.Trigger, ...], effect: t.Effect) -> bool:
    """Whether one treasure of several is worth a multiple as it is unloaded: its player picks which."""
    first = effect.steps[0] if isinstance(effect, t.Sequence) else effect
    if not isinstance(first, t.Change) or (first.stat, first.by) != ("gold_value", "multiply"):
        return False
    objects = [trigger.event.object for trigger in triggers]
    return any(isinstance(what, t.Pieces) and isinstance(what.count, t.Number) for what in objects)


def _is_most(what: t.Pieces) -> bool:
    """Whether the dearest or cheapest of several is meant."""
    return any(isinstance(found, t.Extreme) for found in what.filters)


def rescues(trigger: t.Trigger, effect: t.Effect) -> bool:
    """Whether cargo is taken off a ship that sinks: "after she sinks, place all crew on that ship ..."."""
    if (trigger.moment, trigger.event.type) != ("after", "sink"):
        return False
    steps = effect.steps if isinstance(effect, t.Sequence) else (effect,)
    placed = [
        step.event.object for step in steps if isinstance(step, t.Happen) and step.event.type == "place"
    ]
    aboard = [one.what for what in placed for one in walk(what) if isinstance(one, t.Located)]
    return any(isinstance(ship, t.Pieces) and ship.which == "that" for ship in aboard)


def swaps_ashore(trigger: t.Trigger, effect: t.Effect) -> bool:
    """Whether cargo is swapped in an explore action; that has its time (explore-order-swap-for-crew)."""
    action = trigger.event.object if trigger.event.type == "give" else None
    explores = isinstance(action, t.Pieces) and action.noun == "explore_action"
    return explores and isinstance(effect, t.Happen) and effect.event.type == "swap"


def until_events(guards: tuple[t.Guard, ...], effect: t.Effect) -> tuple[t.Event, ...]:
    """The events that end what stands, or is done at every turn, without anything that starts it.

    "At the beginning of each turn ..., until unloaded"; "no treasure may be loaded until it is eliminated".
    """
    kept = tuple(guard for guard in guards if not isinstance(guard, t.Until))
    each_turn = any(isinstance(guard, t.Moment) and guard.at in {"beginning", "end"} for guard in guards)
    started = any(isinstance(guard, t.Trigger) for guard in guards)
    if not each_turn and (started or not static(kept) or not stands(effect)):
        return ()
    end = next((guard.end for guard in guards if isinstance(guard, t.Until)), None)
    facts = end.facts if isinstance(end, t.Facts) else (end,)
    events = tuple(one.event if isinstance(one, t.Happens) else one for one in facts)
    found = tuple(event for event in events if isinstance(event, t.Event))
    return found if len(found) == len(events) else ()


_THERE = t.Moment(at="there")


def each_trigger(guards: tuple[t.Guard, ...]) -> Iterator[tuple[t.Guard, ...]]:
    """The guards once for each event that the trigger nearest to the effect may be."""
    last = next((guard for guard in reversed(guards) if isinstance(guard, t.Trigger)), None)
    events = [one for event in last.events for one in _counting_as(event)] if last is not None else []
    if last is None or len(events) == 1:
        yield guards
        return
    for event in events:
        moved = event.type == "transfer" and last.event.type == "remove"  # it has left when it lies elsewhere
        told = last.but(event=event, also=(), moment="after" if moved else last.moment)
        yield tuple(told if guard is last else guard for guard in guards)


def _counting_as(event: t.Event) -> Iterator[t.Event]:
    """An event, and those that the catalogue counts as one: a mast that is eliminated is removed as well.

    What is removed from a ship "for any reason" is so however it leaves her (manawa-no-kowhatu).
    """
    if event.type == "remove" and _FOR_ANY_REASON in event.manner:
        kept = tuple(word for word in event.manner if word != _FOR_ANY_REASON)
        for kind in ("remove", "eliminate", "transfer", "capture"):
            yield event.but(type=kind, manner=kept, source=None)
        return
    yield event
    what = event.object
    kind = "part" if isinstance(what, t.Pieces) and load_words().noun_class[what.noun] == "parts" else ""
    if not event.manner:
        yield from (event.but(type=name) for name in COUNTING_AS.get((event.type, kind), ()))


def lost_before(guards: tuple[t.Guard, ...], loaded: t.Event) -> tuple[t.Guard, ...]:
    """What comes once all of something is lost comes as a treasure is loaded, where all is lost already.

    "Once all the ship's crew and masts have been eliminated" (runes-of-death-on-a-ship-with-nothing-to-lose).
    """
    last = next((guard for guard in reversed(guards) if isinstance(guard, t.Trigger)), None)
    if last is None or (last.moment, last.event.type) != ("after", "eliminate"):
        return ()
    what = last.event.object
    gone = what.members if isinstance(what, t.Group) else (what,)
    lacks = []
    for one in gone:
        if not isinstance(one, t.Pieces) or one.which != "all" or one.of is None:
            return ()
        none = t.Has(what=one.but(which="no", of=None))
        lacks.append(t.Condition(fact=t.Matches(subject=one.of, filter=none)))
    rest = (guard for guard in guards if guard is not last)
    return t.in_order((*rest, t.Trigger(moment="after", event=loaded), *lacks))


def nowhere_else(effect: t.Effect) -> tuple[t.Condition, t.Effect] | None:
    """What may be done in one place only cannot be done in any other: the place, and the ban elsewhere.

    "This crew may use its abilities aboard only that ship."
    """
    event = effect.event if isinstance(effect, t.Happen) and effect.strength == "may" else None
    if event is None or event.type != "use" or "only" not in event.manner:
        return None
    if event.at is None or event.agent is None:
        return None
    there = t.Matches(subject=event.agent, filter=t.Located(place="on", what=event.at))
    ban = t.Happen(strength="cannot", event=event.but(at=None, manner=()))
    return t.Condition(fact=there, negated=True), ban


def without_overruled(trees: tuple[t.Ability, ...]) -> Iterator[t.Ability]:
    """The abilities of a card, each told not to act where the next one asks for less in its place.

    "Eliminate all but one crew. If there is a chieftain, you must eliminate only one crew."
    """
    for number, ability in enumerate(trees):
        following = trees[number + 1] if number + 1 < len(trees) else None
        if following is None or not _asks_for_less(ability.effect, following.effect):
            yield ability
            continue
        asked = [guard for guard in following.guards if isinstance(guard, t.Condition)]
        unless = tuple(guard.but(negated=not guard.negated) for guard in asked)
        yield ability.but(guards=t.in_order((*ability.guards, *unless)))


def _asks_for_less(effect: t.Node, other: t.Node) -> bool:
    """Whether another effect must do the same to fewer: "only one crew"."""
    if not isinstance(effect, t.Happen) or not isinstance(other, t.Happen):
        return False
    what, less = effect.event.object, other.event.object
    if not isinstance(what, t.Pieces) or not isinstance(less, t.Pieces) or what.noun != less.noun:
        return False
    only = t.InState(state="only") in less.filters and other.strength == "must"
    return only and (effect.event.type, effect.event.source) == (other.event.type, other.event.source)


def splits(guards: tuple[t.Guard, ...], effect: t.Sequence) -> bool:
    """Whether the steps stand by themselves; what is done at an event is done in one go."""
    at_event = any(isinstance(guard, t.Trigger) for guard in guards)
    return all(stands(step) for step in effect.steps) or (not at_event and stands(effect.steps[0]))


def replaces(effect: t.Guarded) -> bool:
    """Whether a step by itself says what may be done in place of an event: "instead of repairing a mast"."""
    return any(isinstance(guard, t.Instead) and isinstance(guard.of, t.Event) for guard in effect.guards)


def own_times(effect: t.Sequence, kind: str) -> tuple[t.Guarded, ...]:
    """Steps after the first that are not done in their turn, but at times of their own.

    Of a treasure or event those that come again and again, as long as it lies where it was put: "Put it on
    the island. Each time a ship loads a treasure ..."; what stands after one of them, too.
    """
    if kind == "event" and (bans := _bans_on_showing(effect)):
        return bans
    if kind not in {"treasure", "event"}:
        return _bans_on_showing(effect)
    later = effect.steps[1:]
    first = next((number for number, step in enumerate(later) if _comes_again(step)), len(later))
    return tuple(step for step in later[first:] if isinstance(step, t.Guarded) and _has_own_time(step))


def _comes_again(step: t.Effect) -> bool:
    """Whether a step is told with "each time", or of every turn."""
    return isinstance(step, t.Guarded) and any(
        (isinstance(guard, t.Trigger) and guard.moment == "each_time")
        or (isinstance(guard, t.Moment) and guard.at == "beginning" and guard.whose == "each_yours")
        for guard in step.guards
    )


def _has_own_time(step: t.Guarded) -> bool:
    """Whether a step says by itself when it is done: at an event or a moment, or if something is so."""
    return any(isinstance(guard, t.Trigger | t.Moment | t.Condition) for guard in step.guards)


def standing_bans(guards: tuple[t.Guard, ...], effect: t.Sequence) -> tuple[t.Effect, ...]:
    """Steps after one that is done, which forbid this ship something as long as she has the card.

    "Eliminate all crew on this ship; she cannot dock": without the card she may.
    """
    if any(isinstance(guard, t.Trigger) for guard in guards):
        return ()
    return tuple(
        step
        for step in effect.steps[1:]
        if isinstance(step, t.Happen)
        and step.strength in FORBIDDING
        and isinstance(step.event.agent, t.Pieces)
        and step.event.agent.which == "this"
    )


def _bans_on_showing(effect: t.Sequence) -> tuple[t.Guarded, ...]:
    """Steps that keep a card from being shown at an event of their own: they hold before it ever is.

    "You may reveal this event after ..., but you may not reveal it on the same turn an opponent reveals ...".
    """
    return tuple(
        step
        for step in effect.steps[1:]
        if isinstance(step, t.Guarded) and _has_own_time(step) and _forbids_showing(step.effect)
    )


def _forbids_showing(effect: t.Effect) -> bool:
    if not isinstance(effect, t.Happen) or effect.strength not in FORBIDDING or effect.event.type != "reveal":
        return False
    shown = effect.event.object
    return isinstance(shown, t.Pieces) and shown.which == "this"


def without_loss(effect: t.Effect) -> tuple[t.Trigger, t.Happen] | None:
    """What is not lost by what may be done without a loss, and when: "without losing crew or masts".

    Everybody may do it; she loses nothing by it.
    """
    event = effect.event if isinstance(effect, t.Happen) and effect.strength == "may" else None
    if event is None or event.without is None or event.without.type != "eliminate":
        return None
    if event.agent is None or event.object is None or event.without.object is None:
        return None
    lost = t.Event(type="eliminate", object=event.without.object, source=event.agent)
    uses = t.Trigger(moment="when", event=t.Event(type="use", agent=event.agent, object=event.object))
    return uses, t.Happen(strength="cannot", event=lost)


def without_replaced(guards: tuple[t.Guard, ...], effect: t.Effect) -> tuple[t.Guard, ...]:
    """Guards without what a state takes the place of: "Cursed instead of their nation" is Cursed."""
    if not isinstance(effect, t.Become) or not stands(effect):
        return guards
    return tuple(one for one in guards if not (isinstance(one, t.Instead) and isinstance(one.of, t.Pieces)))


def as_it_is_given(guards: tuple[t.Guard, ...]) -> tuple[t.Guard, ...]:
    """Guards of what is done when an action is given: as it is given, or with what it is given for."""
    guards = tuple(_for_what_it_is_given(guard) for guard in guards)
    told = [guard for guard in guards if isinstance(guard, t.Trigger)]
    given = [one for one in told if (one.moment, one.event.type) == ("when", "give")]
    before = [one for one in told if (one.moment, one.event.type) == ("before", "move")]
    if len(told) != 2 or not given or not before:
        return guards
    return tuple(guard for guard in guards if guard is not before[0])


def _for_what_it_is_given(guard: t.Guard) -> t.Guard:
    """ "Given a shoot action to shoot at this ship": known when somebody does what the action is for."""
    given = guard.event if isinstance(guard, t.Trigger) else None
    if given is None or given.type != "give" or given.means is None or given.means.agent is not None:
        return guard
    return guard.but(event=given.means.but(agent=given.to))


def is_instead(step: t.Guarded) -> bool:
    """Whether a step says what holds instead of the step before it, under a condition."""
    kinds = {type(guard) for guard in step.guards}
    return kinds == {t.Instead, t.Condition} and stands(step.effect)


def while_docked(step: t.Effect, permitted: t.Event) -> t.Effect:
    """A step told with "while there", where she may dock: it holds as long as she is docked at that place."""
    if not isinstance(step, t.Guarded) or _THERE not in step.guards:
        return step
    if permitted.type != "dock" or permitted.agent is None or permitted.at is None:
        return step
    docked = t.Matches(subject=permitted.agent, filter=t.Located(place="docked_at", what=permitted.at))
    guards = tuple(t.Condition(fact=docked) if guard == _THERE else guard for guard in step.guards)
    return step.but(guards=guards)


def shares_an_action(step: t.Effect) -> bool:
    """Whether a step is done with the action that is going on."""
    using = step.event.using if isinstance(step, t.Happen) else None
    return isinstance(using, t.Pieces) and t.InState(state="same") in using.filters


def follows(step: t.Effect) -> bool:
    """Whether a step is done after what was permitted, not permitted beside it."""
    return (
        isinstance(step, t.Happen)
        and step.strength == "may"
        and step.event.type in {"load", "take", "unload"}
    )


def static(guards: tuple[t.Guard, ...]) -> bool:
    """Whether guards only say under which circumstances: nothing starts, nothing ends, nothing is counted."""
    for guard in guards:
        if isinstance(guard, t.Limit | t.ForEach | t.Rolled | t.ForTurns | t.Until | t.Instead):
            return False
        if isinstance(guard, t.Span) and guard.lasts not in {"game", "this_turn", "that_action"}:
            return False
        if isinstance(guard, t.Moment) and guard.at not in {"during", "there"}:
            return False
        if isinstance(guard, t.Condition) and isinstance(guard.fact, t.Done):
            return False
        if isinstance(guard, t.Trigger) and (
            guard.moment not in {"when", "each_time", "in_order_to", "before"} or guard.strength == "would"
        ):
            return False
    return True


def stands(effect: t.Effect) -> bool:
    """Whether an effect is so as long as the ability is in force, and is not started by anybody."""
    if isinstance(effect, t.Change):
        return effect.strength in {"do", "must", *FORBIDDING} and not isinstance(
            effect.amount, t.Dice | t.Result
        )
    if isinstance(effect, t.Become):
        return not _marks(effect) and (effect.strength != "may" or isinstance(effect.filter, t.Has))
    if isinstance(effect, t.Gain):
        return not isinstance(effect.what, t.Pieces) or effect.what.noun not in {"treasure", "gold", "action"}
    if isinstance(effect, t.Guarded):
        return static(effect.guards) and stands(effect.effect)
    if not isinstance(effect, t.Happen):
        return False
    event = effect.event
    if effect.strength in {*FORBIDDING, "need_not"}:
        return True
    if effect.strength == "do":
        hidden = event.type == "load" and "face_down" in event.manner
        if event.type == "ignore" and event.agent is None and isinstance(event.object, t.Pieces):
            return event.object.which != "this"  # "this treasure is ignored" is so from then on
        return hidden or _is_of_hits(event) or event.type in STATEMENTS
    if event.type == "give":
        return not _is_extra(event)
    if event.type == "move":
        return not event.distance and event.to is None and effect.strength in {"may", "must"}
    if event.type == "shoot" and (event.object is not None or "again" in event.manner):
        return False
    if event.type == "repair" and event.object is not None:  # leave to repair is given for a place
        return False
    if event.type == "load" and isinstance(event.object, t.Pieces) and event.object.noun in MASTS:
        return False  # a part of a creature is no cargo that everybody loads
    return event.type in ALLOWED


def _marks(effect: t.Become) -> bool:
    """Whether markers are put on islands or taken away, which is done once: "become unexplored to you"."""
    return isinstance(effect.filter, t.InState) and effect.filter.state in {"explored", "unexplored"}


def _is_extra(event: t.Event) -> bool:
    """Whether an action is given beyond the usual one; "may be given a move action" is leave only."""
    what = event.object
    if _is_leave_for_fort(event):
        return False
    if event.agent is not None or "twice" in event.manner:
        return True
    if not isinstance(what, t.Pieces):
        return False
    beyond = any(one in what.filters for one in (t.InState(state="extra"), t.InState(state="second")))
    return beyond or what.count is not None


def _is_leave_for_fort(event: t.Event) -> bool:
    """ "You may give this fort a repair action": forts are given no such action without leave."""
    what, to = event.object, event.to
    if not isinstance(what, t.Pieces) or not isinstance(to, t.Pieces):
        return False
    return (to.noun, to.which, what.noun) == ("fort", "this", "repair_action")


def is_optional(effect: t.Effect) -> bool:
    """Whether the player may leave it: asked before anything is done."""
    if isinstance(effect, t.Happen | t.Change | t.Become):
        return effect.strength == "may"
    if isinstance(effect, t.Pay):
        return effect.cost.strength == "may"
    if isinstance(effect, t.Table):
        return effect.roll is not None and effect.roll.strength == "may"
    if isinstance(effect, t.Guarded):  # "you may give it to the attacker instead, ending that ship's turn"
        return is_optional(effect.effect) and all(isinstance(guard, t.Instead) for guard in effect.guards)
    if isinstance(effect, t.Sequence):
        first, *rest = (is_optional(step) for step in effect.steps)
        return first and not any(rest)
    return False


def as_one_offer(effect: t.Effect) -> t.Effect:
    """ "You may reveal it and remove it instead": who agrees to the first step has agreed to the others."""
    if not isinstance(effect, t.Sequence):
        return effect
    first, *rest = effect.steps
    steps = [step for step in rest if isinstance(step, t.Happen) and step.strength == "may"]
    if not is_optional(first) or len(steps) < len(rest):
        return effect
    return effect.but(steps=(first, *(step.but(strength="do") for step in steps)))


def first_event(effect: t.Effect) -> str | None:
    if isinstance(effect, t.Sequence):
        return first_event(effect.steps[0])
    return effect.event.type if isinstance(effect, t.Happen) else None
