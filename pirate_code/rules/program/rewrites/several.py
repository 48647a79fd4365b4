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
