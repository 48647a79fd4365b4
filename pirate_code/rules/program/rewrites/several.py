"""Rewrites of wordings that are told once and meant of each of several things or players."""

from __future__ import annotations

from dataclasses import replace

from pirate_code.language import tree as t
from pirate_code.rules.program.rewrites.registry import Reading, rewrite


@rewrite(
    line="Give this ship a shoot action. A wave S wide and 3 L long leaves the ship in one direction. Up "
    "to 2 masts or cannons of every ship and fort in the path of the wave are eliminated. Eliminate "
    "one of this ship's masts for every affected ship and fort. Remove Neptune's Trident from the "
    "game.",
    ruling="neptunes-trident-strikes-everyone",
    inside=True,
)
def each_of_every(reading: Reading) -> Reading | None:
    """ "Up to 2 masts of every ship" are lost by each of them."""
    effect = reading.effect
    event = effect.event if isinstance(effect, t.Happen) else None
    if not isinstance(effect, t.Happen) or event is None or event.type != "eliminate":
        return None
    members = event.object.members if isinstance(event.object, t.Group) else (event.object,)
    parts = [one for one in members if isinstance(one, t.Pieces)]
    owners = [one.of for one in parts if one.of is not None]
    if len(owners) != 1 or not _is_each(owners[0]) or not isinstance(parts[0].count, t.UpTo):
        return None
    that = t.Pieces(noun="game_piece", which="that")
    masts = t.Pieces(noun="mast", count=parts[0].count.limit, of=that)
    guards = (*reading.guards, t.ForEach(what=owners[0]))
    return reading.but(guards=guards, effect=effect.but(event=event.but(object=masts)))


def _is_each(what: t.Selector) -> bool:
    members = what.members if isinstance(what, t.Group) else (what,)
    return all(isinstance(one, t.Pieces) and one.which == "each" for one in members)


@rewrite(
    line="This ship gains the Fear keyword, except that it also affects your ships.",
    ruling="the-cursed-fear-against-friends",
)
def reaches_friends_too(reading: Reading) -> Reading | None:
    """ "Gains Fear, except that it also affects your ships": the keyword, for friends and enemies."""
    gain, *more = reading.steps
    if not isinstance(gain, t.Gain) or len(more) != 1 or not isinstance(more[0], t.Happen):
        return None
    event = more[0].event
    if event.type != "affect" or "also" not in event.manner or event.agent != gain.what:
        return None
    if not isinstance(event.object, t.Pieces):
        return None
    return replace(reading, effect=gain, reaches_also=event.object)


@rewrite(
    line="Sea Monster. If this sea creature is within S of both a wild island and a friendly ship, she can "
    "place one treasure from that wild island on that ship as a free action.",
    ruling="treasure-placer-once-for-each-ship",
)
def any_of_those_near(reading: Reading) -> Reading | None:
    """ "That ship" is any of those that this one is near; as a free action each of them is served once."""
    near = next(filter(None, map(_near_something, reading.guards)), None)
    first = reading.steps[0]
    if near is None or not isinstance(first, t.Happen) or first.strength != "may":
        return None
    event = first.event
    told = {slot: _near_one(getattr(event, slot), near) for slot in ("object", "source", "to")}
    event = event.but(**{slot: found for slot, found in told.items() if found is not None})
    guards = reading.guards
    if told["to"] is not None and t.Moment(at="free_action") in guards:
        event = event.but(to=_not_yet_served(told["to"], event))
        guards = t.in_order((*guards, t.Moment(at="during", whose="your")))
    if event == first.event:
        return None
    done = first.but(event=event)
    rest = reading.steps[1:]
    return reading.but(guards=guards, effect=t.Sequence(steps=(done, *rest)) if rest else done)


def _not_yet_served(ship: t.Pieces, event: t.Event) -> t.Pieces:
    """A ship that has nothing aboard which was put there by the same event in this turn."""
    noun = event.object.noun if isinstance(event.object, t.Pieces) else "cargo"
    moved = t.Involved(role="object", event=t.Event(type=event.type, agent=event.agent))
    return ship.but(filters=(*ship.filters, t.Has(what=t.Pieces(noun=noun, which="no", filters=(moved,)))))


def _near_something(guard: t.Guard) -> t.Matches | None:
    """That this ship is near something: "if she is within S of both a wild island and a friendly ship"."""
    fact = guard.fact if isinstance(guard, t.Condition) and not guard.negated else None
    if not isinstance(fact, t.Matches) or not isinstance(fact.filter, t.Within) or fact.filter.negated:
        return None
    return fact if isinstance(fact.subject, t.Pieces) and fact.subject.which == "this" else None


def _near_one(what: t.Selector | None, near: t.Matches) -> t.Pieces | None:
    """Any of those that "that ship" speaks of, as long as it is near."""
    within = near.filter
    if not isinstance(what, t.Pieces) or not isinstance(within, t.Within) or what.of or what.filters:
        return None
    members = within.of.members if isinstance(within.of, t.Group) else (within.of,)
    told = (one for one in members if isinstance(one, t.Pieces) and one.noun == what.noun)
    found = next(told, None) if what.which in {"that", "the"} else None
    if found is None:
        return None
    return found.but(filters=(*found.filters, t.Within(distance=within.distance, of=near.subject)))
