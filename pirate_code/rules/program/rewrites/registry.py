"""The rewrites by name, and how they are applied: to a whole ability, and inside its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from pirate_code.language import tree as t

N = TypeVar("N", bound=t.Node)


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read: an effect under guards.

    `hidden` tells that the card lies face down or in a hand until it is shown. `reaches_also` is whom a
    keyword that is gained here reaches besides those whom its definition names.
    """

    guards: tuple[t.Guard, ...]
    effect: t.Effect
    hidden: bool = False
    reaches_also: t.Pieces | None = None

    @property
    def steps(self) -> tuple[t.Effect, ...]:
        """The steps of the effect, one after the other."""
        return self.effect.steps if isinstance(self.effect, t.Sequence) else (self.effect,)

    @property
    def triggers(self) -> tuple[t.Trigger, ...]:
        """The events at which it is done."""
        return tuple(guard for guard in self.guards if isinstance(guard, t.Trigger))

    def but(self, *, guards: tuple[t.Guard, ...] | None = None, effect: t.Effect | None = None) -> Reading:
        """The reading with other guards, which are put in order, or another effect."""
        return replace(
            self,
            guards=self.guards if guards is None else t.in_order(guards),
            effect=self.effect if effect is None else effect,
        )


# A rewrite returns what a reading means, in one or several readings; None if it is not of this wording.
Meaning = Reading | tuple[Reading, ...] | None


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One wording, and the function that reads it.

    `line` is printed and needs it; `ruling` is the id of the ruling that says so. Where no ruling does, it is
    empty and `because` gives the reason. One that works `inside` is tried on every part of an effect too.
    """

    name: str
    read: Callable[[Reading], Meaning]
    line: str
    ruling: str
    because: str
    inside: bool

    def apply(self, reading: Reading) -> tuple[Reading, ...]:
        """What a reading means."""
        meaning = self.read(reading)
        if meaning is None or meaning == reading:
            return (reading,)
        for fired in _WATCHERS:
            fired.add(self.name)
        return (meaning,) if isinstance(meaning, Reading) else meaning


REWRITES: dict[str, Rewrite] = {}
_WATCHERS: list[set[str]] = []


def rewrite(
    *, line: str, ruling: str = "", because: str = "", inside: bool = False
) -> Callable[[Callable[[Reading], Meaning]], Callable[[Reading], Meaning]]:
    """Register a rewrite under the name of its function."""
    if bool(ruling) == bool(because):
        raise ValueError(f"a rewrite rests on a ruling or says why it needs none: {line!r}")

    def register(read: Callable[[Reading], Meaning]) -> Callable[[Reading], Meaning]:
        REWRITES[read.__name__] = Rewrite(read.__name__, read, line, ruling, because, inside)
        return read

    return register


def rewritten(reading: Reading) -> tuple[Reading, ...]:
    """What a reading means, after every rewrite has been tried in order."""
    readings: tuple[Reading, ...] = (replace(reading, effect=_with_parts_rewritten(reading.effect)),)
    for one in REWRITES.values():
        readings = tuple(meaning for each in readings for meaning in one.apply(each))
    return readings


@contextmanager
def watching() -> Iterator[set[str]]:
    """Collect the names of the rewrites that fire."""
    fired: set[str] = set()
    _WATCHERS.append(fired)
    try:
        yield fired
    finally:
        _WATCHERS.remove(fired)


def _with_parts_rewritten(effect: t.Effect) -> t.Effect:
    """An effect of which every part, however deep, was read by the rewrites that work inside."""
    if isinstance(effect, t.Sequence):
        return _changed(effect, steps=tuple(map(_part, effect.steps)))
    if isinstance(effect, t.Choice):
        return _changed(effect, options=tuple(map(_part, effect.options)))
    if isinstance(effect, t.Pay):
        return _changed(effect, gain=_part(effect.gain))
    if isinstance(effect, t.Guarded):
        return _changed(effect, effect=_with_parts_rewritten(effect.effect))
    if isinstance(effect, t.Table):
        outcomes = tuple(_changed(one, effect=_part(one.effect)) for one in effect.outcomes)
        return _changed(effect, outcomes=outcomes)
    return effect


def _changed(node: N, **fields: object) -> N:
    """A node with some fields changed; the very same if none is."""
    return node if all(getattr(node, name) == new for name, new in fields.items()) else node.but(**fields)


def _part(effect: t.Effect) -> t.Effect:
    effect = _with_parts_rewritten(effect)
    first = Reading(effect.guards, effect.effect) if isinstance(effect, t.Guarded) else Reading((), effect)
    reading = first
    for one in REWRITES.values():
        if one.inside:
            (reading,) = one.apply(reading)
    if reading == first:
        return effect
    return t.Guarded(guards=reading.guards, effect=reading.effect) if reading.guards else reading.effect
