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
    """ "Up to 2 masts of every ship" are lost by each of them, "one mast for every ship" is lost for each."""
    effect = reading.effect
    event = effect.event if isinstance(effect, t.Happen) else None
    if not isinstance(effect, t.Happen) or event is None or event.type != "eliminate":
        return None
    if event.per is not None:
        guards = (*reading.guards, t.ForEach(what=event.per))
        return reading.but(guards=guards, effect=effect.but(event=event.but(per=None)))
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
    line="When revealed, each player must choose and put a unique treasure from outside the game aboard "
    "this ship.",
    because="to choose something and to put it there is one step: the one who puts it chooses it",
)
def chooses_and_puts(reading: Reading) -> Reading | None:
    """ "Each player must choose and put a treasure aboard": each puts the one that he chooses."""
    if len(reading.steps) != 2:
        return None
    chosen, put = (step.event if isinstance(step, t.Happen) else None for step in reading.steps)
    if chosen is None or put is None or (chosen.type, put.type) != ("choose", "place"):
        return None
    that = isinstance(put.object, t.Pieces) and put.object.which == "that"
    each = isinstance(put.agent, t.Pieces) and put.agent.which == "each"
    if not that or not each or chosen.agent != put.agent or chosen.object is None:
        return None
    return reading.but(effect=t.Happen(strength="must", event=put.but(object=chosen.object)))


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
