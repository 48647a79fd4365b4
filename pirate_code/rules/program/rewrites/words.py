"""Rewrites of things that a card calls by another name than the rules do."""

from __future__ import annotations

from typing import TypeGuard

from pirate_code.language import tree as t
from pirate_code.rules.program.effects import FORBIDDING
from pirate_code.rules.program.rewrites.registry import Reading, rewrite


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
    line="When revealed, roll a d6. On a result of 1–3, eliminate the crew on this ship that has the "
    "lowest point value; on a 4–6, eliminate the crew that has the highest point value. Then this ship can "
    "load one more treasure (only). Then put Savage Natives face down on the island; this ship must leave "
    "the island on your next turn.",
    ruling="cursed-natives-limit-only-ordinary-loading",
    inside=True,
)
def is_a_limit(reading: Reading) -> Reading | None:
    """ "Then she may load one more treasure (only)" and "she can move only S": nobody has to want a limit."""
    effect = reading.effect
    if not isinstance(effect, t.Happen) or effect.strength != "may" or "only" not in effect.event.manner:
        return None
    event = effect.event
    loads_no_more = event.type == "load" and "then" in event.manner
    moves_no_farther = event.type == "move" and bool(event.distance)
    return reading.but(effect=effect.but(strength="do")) if loads_no_more or moves_no_farther else None


@rewrite(
    line="Once per turn, one crew or ship within S of this ship cannot use its ability that turn.",
    ruling="cancel-two-wordings-one-ability",
    inside=True,
)
def uses_an_ability(reading: Reading) -> Reading | None:
    """Who cannot use its ability this turn has it cancelled; who uses another's instead copies it.

    Copying is a ruling of its own: eye-of-insanity-copies-one-ability.
    """
    effect = reading.effect
    if not _uses_an_ability(effect):
        return None
    own = [guard.of for guard in reading.guards if isinstance(guard, t.Instead)]
    if effect.strength == "may" and len(own) == 1 and _is_ability(own[0]):
        return reading.but(guards=(), effect=effect.but(event=effect.event.but(type="copy")))
    spans = [guard for guard in reading.guards if isinstance(guard, t.Span) and _is_this_turn(guard)]
    if not spans or effect.strength not in FORBIDDING or not _are_picked(effect.event.agent):
        return None
    ability = t.Pieces(noun="ability", which="the", of=effect.event.agent)
    kept = tuple(guard for guard in reading.guards if guard not in spans)
    return reading.but(guards=kept, effect=t.Happen(event=t.Event(type="cancel", object=ability)))


def _uses_an_ability(effect: t.Effect) -> TypeGuard[t.Happen]:
    return isinstance(effect, t.Happen) and effect.event.type == "use" and _is_ability(effect.event.object)


def _is_this_turn(span: t.Span) -> bool:
    return span.lasts.endswith("this_turn") or span.lasts == "that_turn"


def _is_ability(what: object) -> bool:
    return isinstance(what, t.Pieces) and what.noun == "ability"


def _are_picked(who: t.Selector | None) -> bool:
    """Whether so many pieces are picked: "one crew or ship"."""
    members = who.members if isinstance(who, t.Group) else (who,)
    return all(isinstance(one, t.Pieces) and isinstance(one.count, t.Number) for one in members)
