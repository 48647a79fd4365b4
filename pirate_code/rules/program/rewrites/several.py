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
def once_for_each_near(reading: Reading) -> Reading | None:
    """What she may place on "that ship" near her as a free action she may place on each, once a turn."""
    effect, near = reading.effect, _near_several(reading.guards)
    event = effect.event if isinstance(effect, t.Happen) and effect.strength == "may" else None
    if near is None or event is None or not isinstance(effect, t.Happen) or event.type != "place":
        return None
    source, to, what = _near_one(event.source, near), _near_one(event.to, near), event.object
    free = [guard for guard in reading.guards if isinstance(guard, t.Moment) and guard.at == "free_action"]
    if source is None or to is None or not isinstance(what, t.Pieces) or not free:
        return None
    placed = t.Involved(role="object", event=t.Event(type="place", agent=event.agent))
    given = t.Has(what=t.Pieces(noun=what.noun, which="no", filters=(placed,)))
    to = to.but(filters=(*to.filters, given))
    guards = t.in_order((*reading.guards, t.Moment(at="during", whose="your")))
    return reading.but(guards=guards, effect=effect.but(event=event.but(source=source, to=to)))


def _near_several(guards: tuple[t.Guard, ...]) -> t.Matches | None:
    """That this ship is near several things at once: "within S of both a wild island and a friendly ship"."""
    for guard in guards:
        fact = guard.fact if isinstance(guard, t.Condition) else None
        near = fact.filter if isinstance(fact, t.Matches) else None
        things = near.of if isinstance(near, t.Within) else None
        if isinstance(fact, t.Matches) and isinstance(things, t.Group) and things.join == "and":
            return fact
    return None


def _near_one(what: t.Selector | None, near: t.Matches) -> t.Pieces | None:
    """Any of those that "that ship" speaks of, as long as it is near."""
    within = near.filter
    if not isinstance(what, t.Pieces) or what.which != "that" or not isinstance(within, t.Within):
        return None
    members = within.of.members if isinstance(within.of, t.Group) else ()
    told = (one for one in members if isinstance(one, t.Pieces) and one.noun == what.noun)
    found = next(told, None)
    if found is None:
        return None
    return found.but(filters=(*found.filters, t.Within(distance=within.distance, of=near.subject)))
