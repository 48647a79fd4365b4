"""Rewrites of wordings that forbid something for as long as something else has not been done."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeGuard

from pirate_code.language import tree as t
from pirate_code.rules.program.effects import FORBIDDING
from pirate_code.rules.program.rewrites.registry import Reading, rewrite


@rewrite(
    line="Reveal this event at the beginning of one of your turns and place its token anywhere on the "
    "play area (except on an island or a ship). No ship within L of the token may be given a move "
    "action unless she can move when derelict. Remove Becalmed from the game at the beginning of "
    "your next turn.",
    ruling="becalmed-ships-that-row",
    inside=True,
)
def unless_she_could(reading: Reading) -> Reading | None:
    """ "Unless she can move when derelict" asks what she could do, of a ship that is no derelict too."""
    facts = [guard.fact for guard in reading.guards if isinstance(guard, t.Condition)]
    if not any(isinstance(fact, t.Happens) and fact.strength == "may" for fact in facts):
        return None
    bare = t.Matches(subject=t.Pieces(noun="ship", which="this"), filter=t.InState(state="derelict"))
    kept = (one for one in reading.guards if not (isinstance(one, t.Condition) and one.fact == bare))
    return reading.but(guards=tuple(kept))


@rewrite(
    line="1-2: This ship can't explore this island. She must leave and dock again to try.\n3-4: No effect.\n"
    "5-6: The next time you give this ship a move action, add L to her base move.",
    because="the line itself says how long the ban lasts, in three sentences",
    inside=True,
)
def not_until_tried_again(reading: Reading) -> Reading | None:
    """ "She cannot do this; she must leave and dock again to try": she cannot until she has left."""
    ban, duty, last = (*reading.steps, None, None)[:3]
    tries = last.effect if isinstance(last, t.Guarded) else None
    if not isinstance(tries, t.Happen) or tries.strength not in FORBIDDING or tries.event.type != "try":
        return None
    if not isinstance(ban, t.Happen) or not isinstance(duty, t.Happen):
        return None
    if ban.strength not in FORBIDDING or duty.strength != "must":
        return None
    return reading.but(guards=(*reading.guards, t.Until(end=duty.event)), effect=ban)


@rewrite(
    line="The first time this fort is shot at each turn, roll a d6. The result is the number of times "
    "this fort must be hit that turn before any of its cannons can be eliminated.",
    ruling="paradis-de-la-mer-against-neptunes-trident",
    inside=True,
)
def not_until_so_many_hits(reading: Reading) -> Reading | None:
    """ "The result is the number of times it must be hit before its cannons can be lost": a ban till then.

    Who helps to defend and must be defeated first takes a hit each, in that attack.
    """
    if isinstance(reading.effect, t.Sequence):
        return _not_until_they_are_defeated(reading, reading.effect.steps)
    before = [trigger.event for trigger in reading.triggers if trigger.strength == "may"]
    times = _told_by_the_result(reading.effect)
    if not before or not isinstance(times, t.Pieces) or times.noun != "time":
        return None
    if not any(isinstance(one, t.Involved) and one.event.type == "hit" for one in times.filters):
        return None
    turn = t.Located(place="in", what=t.Pieces(noun="turn", which="this"))
    unless = _unless_hit(t.Pieces(noun="hit", count=t.SameNumber(), filters=(turn,)))
    return reading.but(guards=(unless,), effect=t.Happen(strength="cannot", event=before[0]))


def _told_by_the_result(effect: t.Effect) -> t.Node | None:
    """What the result of a roll is said to be the number of."""
    found = effect.filter if isinstance(effect, t.Become) else None
    told = found.what if isinstance(found, t.IsA) else None
    return told.what if isinstance(told, t.CountOf) else told


def _unless_hit(hits: t.Pieces) -> t.Condition:
    return t.Condition(fact=t.Matches(subject=hits, filter=t.InState(state="in_play")), negated=True)


def _not_until_they_are_defeated(reading: Reading, steps: tuple[t.Effect, ...]) -> Reading | None:
    for number, (one, other) in enumerate(pairwise(steps)):
        told = _told_by_the_result(one)
        helpers = told if isinstance(told, t.Pieces) else None
        forts = [found.event.object for found in helpers.filters if _helps_defend(found)] if helpers else []
        if forts and isinstance(other, t.Guarded) and _must_defeat(other):
            cannons = t.Pieces(noun="cannon", which="any", of=t.Pieces(noun="fort", which="this"))
            lost = t.Happen(strength="cannot", event=t.Event(type="eliminate", object=cannons))
            unless = _unless_hit(t.Pieces(noun="hit", which="another", count=t.SameNumber()))
            ban = t.Guarded(guards=(unless, t.Span(lasts="that_action")), effect=lost)
            kept = reading.effect.but(steps=(*steps[:number], ban, *steps[number + 2 :]))
            return reading.but(guards=(*reading.guards, t.Limit(per="action")), effect=kept)
    return None


def _helps_defend(found: t.Filter) -> TypeGuard[t.Involved]:
    return isinstance(found, t.Involved) and found.event.type == "help_defend"


def _must_defeat(step: t.Guarded) -> bool:
    """Whether somebody must be defeated before something is destroyed."""
    before = [guard for guard in step.guards if isinstance(guard, t.Trigger) and guard.moment == "before"]
    effect = step.effect
    duty = isinstance(effect, t.Happen) and (effect.strength, effect.event.type) == ("must", "defeat")
    return duty and any(guard.event.type in {"destroy", "eliminate"} for guard in before)


@rewrite(
    line="Instead of loading Blood Money, put it face-up on the wild island. Then reveal all treasure on "
    "the island. Each time a ship loads a non-unique treasure from the island, eliminate a crew on that ship "
    "that has a point value equal to or greater than the value of that treasure. Eliminate Blood Money when "
    "there is no non-unique treasure on the island. Spanish ships are not affected by Blood Money.",
    ruling="blood-money-takes-one-crew-for-one-treasure",
)
def paid_for_each(reading: Reading) -> tuple[Reading, ...] | None:
    """ "Each time a ship loads a treasure, eliminate a crew": who has no such crew does not load it."""
    times = [one for one in reading.triggers if (one.moment, one.event.type) == ("each_time", "load")]
    effect = reading.effect
    if not times or not isinstance(effect, t.Happen) or effect.event.type != "eliminate":
        return None
    lost = effect.event.object
    if effect.strength != "do" or not isinstance(lost, t.Pieces) or lost.noun != "crew":
        return None
    kept = tuple(guard for guard in reading.guards if guard not in times)
    there = t.Condition(fact=t.Matches(subject=lost, filter=t.InState(state="in_play")), negated=True)
    ban = t.Happen(strength="cannot", event=times[0].event)
    paid = t.Trigger(moment="when", event=times[0].event)
    return (
        reading.but(guards=(*kept, there), effect=ban),
        reading.but(guards=(*kept, paid), effect=effect),
    )


@rewrite(
    line="Instead of loading Blood Money, put it face-up on the wild island. Then reveal all treasure on "
    "the island. Each time a ship loads a non-unique treasure from the island, eliminate a crew on that ship "
    "that has a point value equal to or greater than the value of that treasure. Eliminate Blood Money when "
    "there is no non-unique treasure on the island. Spanish ships are not affected by Blood Money.",
    because="what is done when nothing is left somewhere is done as the last of it is loaded",
)
def when_none_is_left(reading: Reading) -> Reading | None:
    """ "Eliminate this card when there is no treasure on the island": after the last has been loaded."""
    if (
        reading.triggers
        or not isinstance(reading.effect, t.Happen)
        or reading.effect.event.type != "eliminate"
    ):
        return None
    facts = [one.fact for one in reading.guards if isinstance(one, t.Condition) and not one.negated]
    for fact in facts:
        what = fact.subject if isinstance(fact, t.Matches) else None
        if not isinstance(what, t.Pieces) or what.which != "no":
            continue
        place = next((one for one in what.filters if isinstance(one, t.Located)), None)
        if place is None or place.place != "on" or not isinstance(place.what, t.Pieces):
            continue
        if place.what.noun == "island":
            kept = tuple(one for one in what.filters if one != place)
            loaded = t.Event(type="load", object=what.but(which="any", filters=kept), source=place.what)
            return reading.but(guards=(*reading.guards, t.Trigger(moment="after", event=loaded)))
    return None


@rewrite(
    line="Loyal: England. Captain, Helmsman.",
    ruling="loyal-counts-when-a-fleet-is-built",
)
def not_brought_in(reading: Reading) -> Reading | None:
    """ "When you place a crew from outside the game, this crew cannot be in your fleet": it is not placed."""
    effect = reading.effect
    placing = [one for one in reading.triggers if one.event.type == "place" and _is_from_outside(one.event)]
    if not placing or not isinstance(effect, t.Become) or effect.strength not in FORBIDDING:
        return None
    if not isinstance(effect.filter, t.Located) or not _is_fleet(effect.filter.what):
        return None
    kept = tuple(guard for guard in reading.guards if guard not in placing)
    outside = t.Condition(fact=t.Matches(subject=effect.subject, filter=t.OutsideGame()))
    event = t.Event(type="place", object=effect.subject)
    return reading.but(
        guards=(*kept, outside, *_among(effect.filter.what)), effect=t.Happen(strength="cannot", event=event)
    )


def _is_from_outside(event: t.Event) -> bool:
    return isinstance(event.object, t.Pieces) and t.OutsideGame() in event.object.filters


def _is_fleet(what: t.Selector) -> bool:
    return isinstance(what, t.Pieces) and what.noun == "fleet"


def _among(fleet: t.Selector) -> tuple[t.Condition, ...]:
    """ "In the same fleet as American ships or crew": if any of them is in your fleet."""
    others = [one.what for one in getattr(fleet, "filters", ()) if isinstance(one, t.Located)]
    members = [one for what in others for one in (what.members if isinstance(what, t.Group) else (what,))]
    yours = t.Located(place="in", what=t.Pieces(noun="fleet", of=t.Person(who="you")))
    facts = tuple(
        t.Matches(subject=one.but(which="any"), filter=yours) for one in members if isinstance(one, t.Pieces)
    )
    if not facts:
        return ()
    return (t.Condition(fact=facts[0] if len(facts) == 1 else t.Facts(join="or", facts=facts)),)
