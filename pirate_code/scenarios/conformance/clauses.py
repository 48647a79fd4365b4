"""Takes a tree apart into clauses: one thing that is told to happen or to be so, with all its guards.

This reads the tree alone and knows nothing of how the engine lowers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from pirate_code.language import tree as t
from pirate_code.language.keywords import define
from pirate_code.language.render import render
from pirate_code.language.walk import walk

Versions = frozenset[tuple[str, str]]  # keywords, each with the version by which an edition plays it
NO_VERSIONS: Versions = frozenset()
Leaf = t.Happen | t.Change | t.Become | t.Gain | t.Nothing


@dataclass(frozen=True)
class Clause:
    """One thing that a line says: `ability` numbers the ability on its card, `index` the clause in it.

    `before` are the clauses that come earlier in the same ability: "that ship" may be one that they speak of.
    `cost` is the clause that is paid for this one.
    """

    ability: int
    index: int
    leaf: Leaf
    guards: tuple[t.Guard, ...]
    before: tuple[Clause, ...] = field(default=(), repr=False)
    cost: Clause | None = field(default=None, repr=False)
    is_cost: bool = False
    chosen: bool = False  # one of several that a player picks from
    follows: bool = False  # something else is done first, and this is said of what comes of it

    @property
    def words(self) -> str:
        """The clause in canonical words."""
        return _words(self.leaf)

    def guards_of(self, kind: type[t.Node]) -> list[t.Node]:
        """Its guards of one kind."""
        return [guard for guard in self.guards if isinstance(guard, kind)]

    @property
    def limit(self) -> str | None:
        """How often it may act: per turn, action, game or trigger; None if nothing is said."""
        found = next((guard for guard in self.guards if isinstance(guard, t.Limit)), None)
        return found.per if found is not None else None

    @property
    def times(self) -> int:
        """How often in that time; once if nothing is said."""
        return next((guard.times for guard in self.guards if isinstance(guard, t.Limit)), 1)

    @property
    def spoken(self) -> tuple[t.Pieces, ...]:
        """What its conditions speak of without saying which: "if an enemy ship is within S"."""
        return tuple(
            node
            for guard in self.guards
            if isinstance(guard, t.Condition) and not guard.negated
            for node in walk(guard)
            if isinstance(node, t.Pieces) and node.which in {"a", "any"}
        )

    @property
    def triggers(self) -> tuple[t.Trigger, ...]:
        """What it answers."""
        return tuple(guard for guard in self.guards if isinstance(guard, t.Trigger))

    @property
    def moments(self) -> tuple[t.Moment, ...]:
        """The points of the turn that it is told for."""
        return tuple(guard for guard in self.guards if isinstance(guard, t.Moment))

    @property
    def lasting(self) -> t.Span | t.ForTurns | t.Until | None:
        """How long it lasts, if that is told."""
        return next(
            (guard for guard in self.guards if isinstance(guard, t.Span | t.ForTurns | t.Until)), None
        )


def _acts(leaf: Leaf) -> bool:
    """Whether something is done, so that what is said next comes after it."""
    return isinstance(leaf, t.Happen) and leaf.strength in {"do", "may"}


def _words(leaf: Leaf) -> str:
    try:
        return render((t.Ability(effect=leaf),))
    except Exception:  # a step inside a sequence may have no words of its own
        return leaf.kind


def clauses(trees: tuple[t.Ability, ...], versions: Versions = NO_VERSIONS) -> tuple[Clause, ...]:
    """The clauses of a card, keywords replaced by what they stand for, in their versions if they are told."""
    found: list[Clause] = []
    for number, ability in enumerate(trees):
        before: list[Clause] = []
        for part in defined(ability, versions):
            assert not isinstance(part.effect, t.KeywordAbility)
            _take_apart(part.effect, part.guards, number, before)
        found += before
    return tuple(found)


def defined(ability: t.Ability, versions: Versions = NO_VERSIONS) -> Iterator[t.Ability]:
    """An ability, or those that its keyword stands for."""
    effect = ability.effect
    if isinstance(effect, t.KeywordAbility):
        for part in define(effect.keyword, effect.nation, dict(versions).get(effect.keyword)):
            yield from defined(part, versions)
    else:
        yield ability


@cache
def keyword_trees(keyword: str) -> tuple[t.Ability, ...]:
    """What a keyword stands for."""
    return tuple(defined(t.Ability(effect=t.KeywordAbility(keyword=keyword))))


def _take_apart(
    effect: t.Effect,
    guards: tuple[t.Guard, ...],
    number: int,
    found: list[Clause],
    cost: Clause | None = None,
    *,
    is_cost: bool = False,
    chosen: bool = False,
    follows: bool = False,
) -> None:
    """Add the clauses of an effect under some guards."""
    more = {"cost": cost, "chosen": chosen, "follows": follows}
    if isinstance(effect, t.Guarded):
        _take_apart(
            effect.effect, (*guards, *effect.guards), number, found, cost, chosen=chosen, follows=follows
        )
    elif isinstance(effect, t.Sequence):
        for step in effect.steps:
            first = len(found)
            _take_apart(step, guards, number, found, cost, chosen=chosen, follows=follows)
            follows = follows or any(_acts(one.leaf) for one in found[first:])
    elif isinstance(effect, t.Choice):
        for option in effect.options:
            _take_apart(option, guards, number, found, cost, chosen=True)
    elif isinstance(effect, t.Pay):
        _take_apart(effect.cost, guards, number, found, cost, is_cost=True, chosen=chosen)
        _take_apart(effect.gain, guards, number, found, found[-1], chosen=chosen)
    elif isinstance(effect, t.Table):
        if effect.roll is not None:
            _take_apart(effect.roll, guards, number, found, cost, chosen=chosen)
        for outcome in effect.outcomes:
            rolled = t.Rolled(faces=outcome.faces, each=outcome.each)
            _take_apart(outcome.effect, (*guards, rolled), number, found, cost, chosen=chosen)
    else:
        made = Clause(number, len(found), effect, guards, tuple(found), is_cost=is_cost, **more)  # type: ignore[arg-type]
        found.append(made)
