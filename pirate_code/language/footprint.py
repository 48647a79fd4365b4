"""What an ability touches.

Events it listens to, causes, permits, requires, forbids and replaces; stats it reads and writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict

from pirate_code.language import tree as t
from pirate_code.language.keywords import define
from pirate_code.language.walk import walk

_BY_STRENGTH = {
    "do": "causes",
    "may": "permits",
    "must": "requires",
    "cannot": "forbids",
    "must_not": "forbids",
    "need_not": "permits",
}


class Footprint(BaseModel):
    """Event types and stats, each list sorted."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    listens: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    permits: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


def footprint(abilities: t.Ability | Sequence[t.Ability]) -> Footprint:
    """The footprint of one ability or of a line; a keyword has that of its definition.

    >>> from pirate_code.language import parse
    >>> footprint(parse("This ship cannot be pinned.")).forbids
    ('pin',)
    """
    if isinstance(abilities, t.Ability):
        abilities = (abilities,)
    touched: dict[str, set[str]] = {name: set() for name in Footprint.model_fields}
    for ability in abilities:
        for kind, name in _touches(ability):
            touched[kind].add(name)
    return Footprint(**{kind: tuple(sorted(names)) for kind, names in touched.items()})


def _touches(ability: t.Ability) -> Iterator[tuple[str, str]]:
    effect = ability.effect
    if isinstance(effect, t.KeywordAbility):
        for defined in define(effect.keyword, effect.nation):
            yield from _touches(defined)
        return
    yield from _guards(ability.guards)
    for node in walk(effect):
        yield from _node(node)
    for guard in ability.guards:
        for node in walk(guard):
            yield from _reads(node)


def _node(node: t.Node) -> Iterator[tuple[str, str]]:
    if isinstance(node, t.Happen):
        yield _BY_STRENGTH[node.strength], node.event.type
    elif isinstance(node, t.Gain):
        yield "causes", "gain"
    elif isinstance(node, t.Change):
        yield "writes", node.stat
        if node.stat in ROLLS:
            yield "changes", "roll"
    elif isinstance(node, t.Guarded):
        yield from _guards(node.guards)
    yield from _reads(node)


ROLLS = frozenset({"cannon_roll", "boarding_roll", "gun_roll", "die_roll", "result"})


def _guards(guards: Sequence[t.Guard]) -> Iterator[tuple[str, str]]:
    """A trigger is listened to; under "instead" it is replaced as well."""
    instead = [guard for guard in guards if isinstance(guard, t.Instead)]
    for guard in guards:
        if isinstance(guard, t.Trigger):
            for event in guard.events:
                yield "listens", event.type
                if any(other.of is None for other in instead):
                    yield "replaces", event.type
        elif isinstance(guard, t.Instead) and isinstance(guard.of, t.Event):
            yield "replaces", guard.of.type
        elif isinstance(guard, t.Condition):
            for node in walk(guard.fact):
                if isinstance(node, t.Happens):
                    yield "listens", node.event.type
        elif isinstance(guard, t.Rolled):
            yield "listens", "roll"
        elif isinstance(guard, t.Moment) and guard.at in {"beginning", "end"}:
            yield "listens", f"turn_{guard.at}"


def _reads(node: t.Node) -> Iterator[tuple[str, str]]:
    if isinstance(node, t.StatIs | t.StatOf | t.Extreme):
        yield "reads", node.stat
    elif isinstance(node, t.Table | t.Result):
        yield "reads", "result"
