"""Lowers what an ability does, and the effects that are made of others while a game goes on."""

from __future__ import annotations

from functools import cache

from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.rules.program import effects as e
from pirate_code.rules.program.amounts import MANY
from pirate_code.rules.program.lower.expressions import amount, event, filter_of, guards, maybe, selector

# Events that are done once with all that is counted: dice rolled together, hits taken together.
_ALL_AT_ONCE = frozenset({"roll", "take"})


@cache
def effect(tree: t.Effect) -> e.Effect:
    """The effect of a tree."""
    if isinstance(tree, t.Happen):
        if (every := _done_to_every_one(tree)) is not None:
            return effect(every)
        return effect(_for_each(tree)) if _is_per_piece(tree) else happen(_as_many_as_you_like(tree))
    if isinstance(tree, t.Change):
        return _change(tree)
    if isinstance(tree, t.Become):
        return e.Become(tree, selector(tree.subject), filter_of(tree.filter), tree.strength)
    if isinstance(tree, t.Gain):
        return e.Gain(tree, selector(tree.who), selector(tree.what))
    if isinstance(tree, t.Table):
        return table(tree)
    if isinstance(tree, t.Pay):
        return e.Pay(tree, happen(tree.cost), effect(tree.gain))
    if isinstance(tree, t.Sequence):
        return e.Sequence(tree, tuple(map(effect, tree.steps)))
    if isinstance(tree, t.Choice):
        return e.Choice(tree, tree.pick, tuple(map(effect, tree.options)))
    if isinstance(tree, t.Guarded):
        return e.Guarded(tree, guards(tree.guards), effect(tree.effect))
    return e.Nothing(tree)


def _is_per_piece(tree: t.Happen) -> bool:
    """Whether something is done once for every piece of some kind: "eliminate one mast for every ship"."""
    return tree.event.per is not None and tree.strength == "do" and tree.event.type not in _ALL_AT_ONCE


def _for_each(tree: t.Happen) -> t.Guarded:
    assert tree.event.per is not None
    each = t.ForEach(what=tree.event.per)
    return t.Guarded(guards=(each,), effect=tree.but(event=tree.event.but(per=None)))


def _done_to_every_one(tree: t.Happen) -> t.Effect | None:
    """What is said of "any" and done to every one, told so.

    "Any ship is moved in a direction chosen by that ship's controller" goes for each ship by itself, and
    "remove any treasure" for whatever there is of it: nobody counts treasure.
    """
    done, what = tree.event, tree.event.object
    if tree.strength != "do" or not isinstance(what, t.Pieces) or (what.which, what.count) != ("any", None):
        return None
    if done.type == "remove" and what.noun == "treasure":
        return tree.but(event=done.but(object=what.but(which="all")))
    that = t.Pieces(noun=what.noun, which="that")
    if done.type != "move" or done.at is None or all(node != that for node in walk(done.at)):
        return None
    each = t.ForEach(what=what.but(which="each"))
    return t.Guarded(guards=(each,), effect=tree.but(event=done.but(object=that)))


def _as_many_as_you_like(tree: t.Happen) -> t.Happen:
    """ "You may choose to eliminate crew" leaves their number to you too, as "any number of crew" does."""
    done, what = tree.event, tree.event.object
    if (tree.strength, done.type) != ("may", "eliminate") or not isinstance(done.agent, t.Person):
        return tree
    if not isinstance(what, t.Pieces) or (what.which, what.count) != (None, None):
        return tree
    return tree.but(event=done.but(object=what.but(count=t.UpTo())))


@cache
def happen(tree: t.Happen) -> e.Happen:
    """An event that is caused, permitted, required or forbidden."""
    return e.Happen(tree, event(tree.event), tree.strength)


def _change(tree: t.Change) -> e.Change:
    return e.Change(
        tree,
        tree.stat,
        selector(tree.of),
        tree.by,
        selector(tree.amount) if isinstance(tree.amount, t.Pieces) else amount(tree.amount),
        maybe(tree.against),
        maybe(tree.per),
        tree.strength,
        _most_times(tree),
    )


def _most_times(tree: t.Change) -> int:
    """How many times what is added for each fits into the maximum."""
    if isinstance(tree.most, t.Number) and isinstance(tree.amount, t.Number):
        return tree.most.value // max(1, tree.amount.value)
    if isinstance(tree.most, t.Distance) and isinstance(tree.amount, t.Distance):
        return len(tree.most.segments) // len(tree.amount.segments)
    return MANY


@cache
def table(tree: t.Table) -> e.Table:
    """A roll and its outcomes."""
    roll = happen(tree.roll) if tree.roll is not None else None
    outcomes = tuple(e.Outcome(one.faces, one.each, effect(one.effect)) for one in tree.outcomes)
    return e.Table(tree, roll, outcomes)
