"""What a clause says, as an effect or as a fact to test."""

from __future__ import annotations

from pirate_code.language import tree as t
from pirate_code.language.build.clause import FORBIDDING, BuildError, Clause, plain
from pirate_code.language.build.steps import guarded, sequence


def effect_of(clause: Clause) -> t.Effect:
    """What the clause says, as an effect."""
    strength = {"would": "do"}.get(clause.strength, clause.strength)
    effect: t.Effect
    if clause.effect is not None:
        effect = strengthen(clause.effect, strength)
    elif clause.event is not None:
        effect = t.Happen(strength="cannot" if strength == "not" else strength, event=clause.event)
    else:
        if clause.subject is None or clause.filter is None:
            raise BuildError("a state needs a piece that is in it")
        strength = "cannot" if strength == "not" else strength
        effect = t.Become(subject=clause.subject, filter=clause.filter, strength=strength)
    if clause.gains:
        if not isinstance(effect, t.Happen):
            raise BuildError("only an event can be done in order to get something")
        gain = sequence(clause.gains)
        # Who chooses that something is so pays nothing for it.
        chosen = effect.event == t.Event(type="choose", agent=effect.event.agent)
        effect = gain if chosen else t.Pay(cost=effect, gain=gain)
    guards = clause.guards
    if strength in FORBIDDING:
        # What cannot happen "per turn" cannot in any turn.
        guards = [t.Moment(at="during", whose="each") if g == t.Limit(per="turn") else g for g in guards]
    return guarded(guards, effect)


def strengthen(effect: t.Effect, strength: str) -> t.Effect:
    """The effect with "may", "must" or "cannot" put before it."""
    if strength == "do":
        return effect
    strength = "cannot" if strength == "not" else strength
    if isinstance(effect, t.Change | t.Become) or (isinstance(effect, t.Happen) and effect.strength == "do"):
        return effect.but(strength=strength)
    if isinstance(effect, t.Gain):
        return t.Happen(strength=strength, event=t.Event(type="gain", agent=effect.who, object=effect.what))
    if isinstance(effect, t.Choice):
        return effect.but(options=tuple(strengthen(option, strength) for option in effect.options))
    if isinstance(effect, t.Pay):
        return effect.but(cost=strengthen(effect.cost, strength))
    return effect


def fact_of(clause: Clause) -> t.Fact:
    """What the clause says, as a fact to test."""
    if clause.filter is not None and clause.subject is not None:
        return t.Matches(subject=clause.subject, filter=clause.filter)
    event = clause.event
    if event is None and isinstance(clause.effect, t.Gain):
        event = t.Event(type="gain", agent=clause.effect.who, object=clause.effect.what)
    if event is None and isinstance(clause.effect, t.Change):
        change = clause.effect
        if change.by == "set" and isinstance(change.amount, t.Number | t.StatOf | t.Distance):
            return t.Matches(subject=change.of, filter=t.StatIs(stat=change.stat, amount=change.amount))
    if event is None:
        raise BuildError("a condition must be an event or a state")
    if clause.gains:
        event = event.but(means=_only_event(clause.gains))
    times = [guard for guard in clause.guards if isinstance(guard, t.Span | t.Moment)]
    if times:
        event = event.but(time=times[0])
    return t.Happens(event=event, strength=plain(clause.strength))


def _only_event(effects: list[t.Effect]) -> t.Event:
    """What an event in a condition is done for: "given a shoot action to shoot at this ship"."""
    first = effects[0]
    if len(effects) > 1 or not isinstance(first, t.Happen) or first.strength != "do":
        raise BuildError("a condition can name one event that something is done for")
    return first.event


def negate(filter_: t.Filter) -> t.Filter:
    """The opposite of a filter."""
    if not hasattr(filter_, "negated"):
        return t.IsA(what=t.Pieces(noun="something", filters=(filter_,)), negated=True)
    return filter_.but(negated=not filter_.negated)
