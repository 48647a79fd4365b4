"""Whether an ability takes something from the player who uses it, and how far one that does harm reaches.

A card that is used up by its ability is no sacrifice: that is what it is for.
"""

from __future__ import annotations

from functools import cache

from pirate_code.rules.decision import AbilityInfo
from pirate_code.rules.program.effects import Effect, Happen
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Located, Within
from pirate_code.rules.program.ops import Op
from pirate_code.rules.program.selectors import Named, Selector

# What is lost by these is seldom worth what it brings.
_LOSSES = frozenset({"eliminate", "scuttle", "sink", "remove"})
_HARMS = frozenset({"cancel"})  # what one wants to happen to others only


def sacrifices(ability: AbilityInfo) -> bool:
    """Whether a piece of the player's own, or of his ship, is lost by it."""
    effect = ability.effect if isinstance(ability, Op) else ability
    return isinstance(effect, Effect) and _sacrifices(effect)


@cache
def _sacrifices(effect: Effect) -> bool:
    return any(
        isinstance(part, Happen) and not part.forbids and part.spec.type in _LOSSES and _takes_own(part.spec)
        for part in effect.walk()
    )


def harms_within(ability: AbilityInfo) -> tuple[str, ...]:
    """The distance within which an ability does harm to a piece, friend or foe; empty if it tells none."""
    effect = ability.effect if isinstance(ability, Op) else ability
    return _harms_within(effect) if isinstance(effect, Effect) else ()


@cache
def _harms_within(effect: Effect) -> tuple[str, ...]:
    for part in effect.walk():
        if isinstance(part, Happen) and part.spec.type in _HARMS and part.spec.object is not None:
            what = part.spec.object
            for each in (what, *what.members, *((what.of, *what.of.members) if what.of is not None else ())):
                for place in each.filters:
                    if isinstance(place, Within) and not place.negated and not place.beyond:
                        return place.distance
    return ()


def _takes_own(spec: EventSpec) -> bool:
    """Whether what is lost is on this ship or in the player's fleet; "that ship" is the other one."""
    what = spec.object
    if what is None or isinstance(what, Named):
        return False
    if spec.source is not None:
        return _is_own(spec.source)
    places = [place.what for place in what.filters if isinstance(place, Located)]
    if places:
        return any(_is_own(place) for place in places)
    if what.of is not None:
        return _is_own(what.of)
    return what.is_this or not (what.filters or what.is_that)


def _is_own(holder: Selector) -> bool:
    of = holder.of
    return holder.is_this or (holder.noun == "fleet" and (of is None or of.is_player)) or holder.is_player
