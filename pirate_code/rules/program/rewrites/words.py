"""Rewrites of things that a card calls by another name than the rules do."""

from __future__ import annotations

from dataclasses import replace

from pirate_code.language import tree as t
from pirate_code.rules.program.effects import FORBIDDING
from pirate_code.rules.program.rewrites.registry import Reading, rewrite

_THIS_SHIP = t.Pieces(noun="ship", which="this")


@rewrite(
    line="Once per turn, before this ship takes an action, roll a d6, On a roll of 5 or 6, the opponent "
    "to your right may give this ship a move action. If he or she does, this ship may not be given "
    "another action that turn.",
    because="the rules give actions, resolve them, load treasure and eliminate masts; cards use other verbs",
)
def event_by_another_verb(reading: Reading) -> Reading:
    """An event that something is done at, told by another verb than the rules use.

    Who "takes an action" is given it, one that "ends" is resolved, a card "placed face up" is loaded, and a
    mast that is "removed" may have been eliminated as well: it is off the ship in both cases.
    """
    told = (_in_words_of_the_rules(one) if isinstance(one, t.Trigger) else one for one in reading.guards)
    return replace(reading, guards=tuple(told))


def _in_words_of_the_rules(trigger: t.Trigger) -> t.Trigger:
    event = trigger.event
    if event.type == "take" and _is_action(event.object):
        return trigger.but(event=t.Event(type="give", object=event.object, to=event.agent))
    if event.type == "end" and _is_action(event.agent):
        return trigger.but(event=t.Event(type="resolve", agent=_THIS_SHIP, object=event.agent))
    if event.type == "place" and "face_up" in event.manner and isinstance(event.object, t.Named):
        return trigger.but(event=t.Event(type="load", object=event.object))
    mast = isinstance(event.object, t.Pieces) and event.object.noun == "mast"
    if event.type == "remove" and mast and not event.manner and not trigger.also:
        return trigger.but(also=(event.but(type="eliminate"),))
    return trigger


def _is_action(what: t.Selector | None) -> bool:
    return isinstance(what, t.Pieces) and what.noun.endswith("action")


@rewrite(
    line="If this ship has a Captain, add +1 to the die roll for all cannon shots.",
    because="the die of a shot is the cannon roll, and a card without another ship in it speaks of its own",
)
def roll_for_shots(reading: Reading) -> Reading | None:
    """ "+1 to the die roll for all cannon shots" is told of this ship's cannon rolls."""
    effect = reading.effect
    what = effect.of if isinstance(effect, t.Change) and effect.stat == "die_roll" else None
    if not isinstance(effect, t.Change) or not isinstance(what, t.Pieces):
        return None
    if what.noun != "shot" or what.of is not None or what.filters:
        return None
    return reading.but(effect=effect.but(stat="cannon_roll", of=_THIS_SHIP))


@rewrite(
    line="When touching a Pirate ship, this ship may load as much of that ship's treasure as she can carry.",
    because="treasure that lies on another ship is taken from her; only what lies on an island is loaded",
)
def loads_from_that_ship(reading: Reading) -> Reading | None:
    """ "She may load as much of that ship's treasure as she can carry" takes it from that ship."""
    effect = reading.effect
    if not isinstance(effect, t.Happen) or (effect.strength, effect.event.type) != ("may", "load"):
        return None
    what = effect.event.object
    holder = what.of if isinstance(what, t.Pieces) else None
    if not isinstance(what, t.Pieces) or not isinstance(holder, t.Pieces):
        return None
    if (holder.noun, holder.which) != ("ship", "that"):
        return None
    taken = effect.event.but(type="take", object=what.but(of=None), source=holder)
    return reading.but(effect=effect.but(event=taken))


@rewrite(
    line="Once per turn, one crew or ship within S of this ship cannot use its ability that turn.",
    ruling="cancel-two-wordings-one-ability",
    inside=True,
)
def whose_ability_is_used(reading: Reading) -> Reading | None:
    """Who cannot use its ability this turn has it cancelled; who uses another's instead of its own copies it.

    The second is told by "the target can use the Cursed crew's ability that turn instead of its own"
    (eye-of-insanity-copies-one-ability).
    """
    effect = reading.effect
    if not isinstance(effect, t.Happen) or effect.event.type != "use" or not _is_ability(effect.event.object):
        return None
    spans = [guard for guard in reading.guards if isinstance(guard, t.Span) and _is_this_turn(guard)]
    if effect.strength in FORBIDDING and spans and _are_picked(effect.event.agent):
        ability = t.Pieces(noun="ability", which="the", of=effect.event.agent)
        kept = tuple(guard for guard in reading.guards if guard not in spans)
        cancelled = t.Happen(event=t.Event(type="cancel", object=ability))
        return reading.but(guards=kept, effect=cancelled)
    own = [guard.of for guard in reading.guards if isinstance(guard, t.Instead)]
    if effect.strength == "may" and len(own) == 1 and _is_ability(own[0]):
        return reading.but(guards=(), effect=effect.but(event=effect.event.but(type="copy")))
    return None


def _is_this_turn(span: t.Span) -> bool:
    return span.lasts.endswith("this_turn") or span.lasts == "that_turn"


def _is_ability(what: object) -> bool:
    return isinstance(what, t.Pieces) and what.noun == "ability"


def _are_picked(who: t.Selector | None) -> bool:
    """Whether so many pieces are picked: "one crew or ship"."""
    members = who.members if isinstance(who, t.Group) else (who,)
    return all(isinstance(one, t.Pieces) and isinstance(one.count, t.Number) for one in members)


@rewrite(
    line="This ship and any crew aboard her belong to the Cursed nation instead of to their nation.",
    because="no ruling is about the wording; belonging to a nation is being of that nation",
)
def belongs_to_a_nation(reading: Reading) -> Reading | None:
    """ "They belong to the Cursed nation instead of their own" says what they are, as "become" does."""
    effect = reading.effect
    event = effect.event if isinstance(effect, t.Happen) and effect.strength == "do" else None
    if event is None or event.type != "belong_to" or event.agent is None:
        return None
    if not isinstance(event.object, t.Pieces) or not any(
        isinstance(found, t.OfNation) for found in event.object.filters
    ):
        return None
    kept = tuple(guard for guard in reading.guards if not isinstance(guard, t.Instead))
    return reading.but(guards=kept, effect=t.Become(subject=event.agent, filter=t.IsA(what=event.object)))
