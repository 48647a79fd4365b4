"""Whether using an ability takes something from the player who uses it.

A card that is used up by its ability is no sacrifice: that is what it is for.
"""

from __future__ import annotations

from functools import cache

from pirate_code.rules.decision import AbilityInfo
from pirate_code.rules.program.effects import Effect, Happen
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Located
from pirate_code.rules.program.ops import Op
from pirate_code.rules.program.selectors import Named, Selector

# What is lost by these is seldom worth what it brings.
_LOSSES = frozenset({"eliminate", "scuttle", "sink", "remove"})


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
