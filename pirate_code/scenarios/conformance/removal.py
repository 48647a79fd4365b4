"""Takes one clause out of a tree, so that a position can be played without it."""

from __future__ import annotations

from pirate_code.language import tree as t
from pirate_code.language.errors import LanguageError
from pirate_code.language.parse import parse
from pirate_code.language.render import render
from pirate_code.scenarios.conformance.clauses import defined

_FORBIDDING = frozenset({"cannot", "must_not"})


def spelled_without(ability: t.Ability, index: int | None) -> tuple[t.Ability, ...]:
    """What an ability stands for, less the clause of that number; whole if there is no number."""
    taken = _Taken(index)
    kept: list[t.Ability] = []
    for part in defined(ability):
        assert not isinstance(part.effect, t.KeywordAbility)
        effect = taken.out_of(part.effect)
        if isinstance(effect, t.Guarded):
            kept.append(part.but(guards=t.in_order((*part.guards, *effect.guards)), effect=effect.effect))
        elif effect is not None:
            kept.append(part.but(effect=effect))
    return tuple(kept)


def words_without(trees: tuple[t.Ability, ...], ability: t.Ability, index: int | None) -> str | None:
    """A line without a clause of one of its abilities; None if no words say that."""
    try:
        broken = tuple(
            part for tree in trees for part in (spelled_without(tree, index) if tree == ability else (tree,))
        )
        words = render(broken) if broken else ""
        return words if not words or parse(words) == broken else None
    except (LanguageError, ValueError, KeyError, AttributeError, TypeError):
        return None  # nobody says it like that


def _without_instead(effect: t.Effect) -> t.Effect:
    """A step that no longer takes the place of anything."""
    if not isinstance(effect, t.Guarded):
        return effect
    guards = tuple(guard for guard in effect.guards if not isinstance(guard, t.Instead))
    return effect.but(guards=guards) if guards else effect.effect


class _Taken:
    """Goes through an effect in the order of its clauses, and leaves one out."""

    def __init__(self, index: int | None) -> None:
        self.index = index
        self.number = -1

    def out_of(self, effect: t.Effect) -> t.Effect | None:
        """The effect without the clause; None if nothing is left."""
        if isinstance(effect, t.Guarded):
            inner = self.out_of(effect.effect)
            if isinstance(inner, t.Guarded) and not isinstance(effect.effect, t.Guarded):
                return inner.but(guards=t.in_order((*effect.guards, *inner.guards)))
            return None if inner is None else effect.but(effect=inner)
        if isinstance(effect, t.Sequence):
            steps = self._steps(effect.steps)
            return effect.but(steps=steps) if len(steps) > 1 else steps[0] if steps else None
        if isinstance(effect, t.Choice):
            options = self._each(effect.options)
            return effect.but(options=options) if len(options) > 1 else options[0] if options else None
        if isinstance(effect, t.Pay):
            cost, gain = self.out_of(effect.cost), self.out_of(effect.gain)
            if isinstance(cost, t.Happen) and gain is not None:
                return effect.but(cost=cost, gain=gain)
            return cost or gain
        if isinstance(effect, t.Table):
            return self._table(effect)
        self.number += 1
        return None if self.number == self.index else effect

    def _each(self, effects: tuple[t.Effect, ...]) -> tuple[t.Effect, ...]:
        return tuple(kept for effect in effects if (kept := self.out_of(effect)) is not None)

    def _steps(self, steps: tuple[t.Effect, ...]) -> tuple[t.Effect, ...]:
        """The steps that are left; "do not do this; instead do that" goes with its "instead"."""
        kept: list[t.Effect] = []
        dropped = False
        for step in steps:
            found = self.out_of(step)
            if found is None:
                dropped = isinstance(step, t.Happen) and step.strength in _FORBIDDING
                continue
            kept.append(_without_instead(found) if dropped else found)
            dropped = False
        return tuple(kept)

    def _table(self, table: t.Table) -> t.Effect | None:
        """Nothing comes of a roll that is not made; results that lead to nothing have no effect."""
        roll = self.out_of(table.roll) if table.roll is not None else None
        found = [(one, self.out_of(one.effect)) for one in table.outcomes]
        if table.roll is not None and roll is None:
            return None
        outcomes = tuple(one.but(effect=kept or t.Nothing()) for one, kept in found)
        return table.but(outcomes=outcomes)
