"""Lowers what an ability speaks of: selectors, filters, amounts, events, facts and guards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeGuard

from pirate_code.language import tree as t
from pirate_code.rules.program import amounts as a
from pirate_code.rules.program import filters as f
from pirate_code.rules.program import guards as g
from pirate_code.rules.program import selectors as s
from pirate_code.rules.program.event_spec import EventSpec

_SLOTS = ("agent", "object", "to", "source", "at", "against", "using", "exchange", "role", "per")


# --- selectors ---------------------------------------------------------------------------------------------


_TREES: dict[s.Selector, t.Selector] = {}


@cache
def selector(tree: t.Selector) -> s.Selector:
    """The selector of a tree."""
    made = _selector(tree)
    _TREES[made] = tree
    return made


def tree_of(found: s.Selector) -> t.Selector:
    """The tree that a selector was lowered from, to make an effect of it that lasts."""
    return _TREES[found]


def _selector(tree: t.Selector) -> s.Selector:
    if isinstance(tree, t.Group):
        return s.Several(parts=tuple(map(selector, tree.members)), join=tree.join)
    if isinstance(tree, t.Person):
        return s.Player(of=maybe(tree.of), who=tree.who)
    if isinstance(tree, t.Named):
        return s.Named(called=tree.name)
    if isinstance(tree, t.KeywordItself):
        return s.KeywordItself(id=tree.keyword)
    count = amount(tree.count) if tree.count is not None else None
    return s.pieces(tree.noun, tree.which, count, maybe(tree.of), _filters(tree))


def maybe(tree: t.Selector | None) -> s.Selector | None:
    """The selector of a tree, if there is one."""
    return selector(tree) if tree is not None else None


# --- amounts -----------------------------------------------------------------------------------------------


@cache
def amount(tree: t.Amount | t.Distance) -> a.Amount:
    """The amount of a tree."""
    return _AMOUNTS[type(tree)](tree)


_AMOUNTS: dict[type[t.Node], Callable[[Any], a.Amount]] = {
    t.Number: lambda tree: a.Number(tree.value),
    t.Unstated: lambda tree: a.Unstated(),
    t.Dice: lambda tree: a.Dice(tree.count),
    t.CountOf: lambda tree: a.CountOf(selector(tree.what)),
    t.StatOf: lambda tree: a.StatOf(tree.stat, selector(tree.of)),
    t.Result: lambda tree: a.Result(),
    t.Difference: lambda tree: a.Difference(amount(tree.left), amount(tree.right)),
    t.UpTo: lambda tree: a.UpTo(0, tree.limit.value if tree.limit is not None else a.MANY),
    t.AtLeast: lambda tree: a.AtLeast(tree.limit.value, a.MANY),
    t.MoreThan: lambda tree: a.MoreThan(tree.limit.value + 1, a.MANY),
    t.FewerThan: lambda tree: a.UpTo(0, max(0, tree.limit.value - 1)),
    t.AllBut: lambda tree: a.AllBut(0, a.MANY, tree.limit.value),
    t.Half: lambda tree: a.Half(0, a.MANY, tree.rounded == "up"),
    t.AsMuchAs: lambda tree: a.Between(0, a.MANY),
    t.SameNumber: lambda tree: a.SameNumber(),
    t.Distance: lambda tree: a.Distance(tree.segments),
}


# --- filters -----------------------------------------------------------------------------------------------


@cache
def filter_of(tree: t.Filter) -> f.Filter:
    """The filter of a tree."""
    return _FILTERS[type(tree)](tree)


def _filters(tree: t.Pieces) -> tuple[f.Filter, ...]:
    """The filters of pieces; of "the first two hits" both are the first."""
    count = tree.count.value if isinstance(tree.count, t.Number) else 1
    return tuple(
        f.among_the_first(count) if count > 1 and found == t.InState(state="first") else filter_of(found)
        for found in tree.filters
    )


def _has(tree: t.Has) -> f.Filter:
    if isinstance(tree.what, t.Pieces):
        for found in tree.what.filters:
            if isinstance(found, t.InState) and found.state in {"most", "fewest"}:
                rest = tuple(one for one in tree.what.filters if one is not found)
                return f.Extreme(found.state, counted=selector(tree.what.but(which=None, filters=rest)))
    return f.Has(selector(tree.what), selector(_any_of(tree.what)), tree.negated)


def _any_of(what: t.Selector) -> t.Selector:
    """The same things, however many there are."""
    if isinstance(what, t.Group):
        return what.but(members=tuple(map(_any_of, what.members)))
    return what.but(which="a", count=None) if isinstance(what, t.Pieces) else what


def _within(tree: t.Within) -> f.Within:
    beyond = tree.beyond.segments if tree.beyond is not None else ()
    return f.Within(tree.distance.segments, maybe(tree.of), beyond, tree.exactly, tree.negated)


def _involved(tree: t.Involved) -> f.Involved:
    when = trigger(tree.when) if tree.when is not None else None
    return f.Involved(tree.role, event(tree.event), tree.strength, when)


def _is_a(tree: t.IsA) -> f.IsA:
    what = tree.what.what if isinstance(tree.what, t.CountOf) else tree.what
    return f.IsA(selector(what), tree.negated)


_FILTERS: dict[type[t.Node], Callable[[Any], f.Filter]] = {
    t.OfNation: lambda tree: f.OfNation(tree.nation, tree.negated),
    t.HasKeyword: lambda tree: f.HasKeyword(tree.keyword, tree.or_name),
    t.NamedLike: lambda tree: f.NamedLike(tree.name),
    t.InState: lambda tree: f.in_state(tree.state, tree.negated, maybe(tree.toward)),
    t.Within: _within,
    t.Located: lambda tree: (
        f.OutsideGame() if _is_collection(tree) else f.Located(tree.place, selector(tree.what))
    ),
    t.Touching: lambda tree: f.Touching(selector(tree.what)),
    t.Has: _has,
    t.StatIs: lambda tree: f.StatIs(tree.stat, tree.compare, amount(tree.amount)),
    t.Extreme: lambda tree: f.Extreme(tree.most, tree.stat),
    t.OfRange: lambda tree: f.OfRange(tree.range, tree.rank),
    t.Involved: _involved,
    t.IsA: _is_a,
    t.Except: lambda tree: f.Except(selector(tree.what)),
    t.Including: lambda tree: f.Including(),
    t.Equals: lambda tree: f.Equals(tree.compare, amount(tree.amount)),
    t.Sized: lambda tree: f.Sized(tree.wide.segments, tree.long.segments),
    t.OutsideGame: lambda tree: f.OutsideGame(),
}


# --- events ------------------------------------------------------------------------------------------------


@cache
def event(tree: t.Event) -> EventSpec:
    """The event of a tree."""
    if tree.type == "use" and isinstance(tree.agent, t.Group) and _is_theirs(tree.object):
        tree = tree.but(object=tree.object.but(of=None))  # each uses its own
    slots = {slot: maybe(getattr(tree, slot)) for slot in _SLOTS}
    return EventSpec(
        tree.type,
        **slots,
        near=filter_of(tree.near) if tree.near is not None else None,
        distance=tree.distance.segments if tree.distance is not None else (),
        amount=amount(tree.amount) if tree.amount is not None else None,
        means=event(tree.means) if tree.means is not None else None,
        manner=frozenset(tree.manner),
        time=moment(tree.time) if isinstance(tree.time, t.Moment) else None,
    )


def _is_theirs(what: t.Selector | None) -> TypeGuard[t.Pieces]:
    """Whether something is of those named together: "the target and its crew ... their abilities"."""
    return isinstance(what, t.Pieces) and what.of == t.Pieces(noun="game_piece", which="that")


# --- facts -------------------------------------------------------------------------------------------------


@cache
def fact(tree: t.Fact) -> g.Fact:
    """The fact of a tree."""
    if isinstance(tree, t.Matches):
        return _matches(tree)
    if isinstance(tree, t.Happens):
        return g.Happens(event(tree.event), tree.strength)
    if isinstance(tree, t.Facts):
        return g.Facts(tuple(map(fact, tree.facts)), tree.join)
    return g.Done() if isinstance(tree, t.Done) else g.Tied() if isinstance(tree, t.Tied) else g.Able()


def _matches(tree: t.Matches) -> g.Fact:
    """ "No ship" asks that none passes; a group asks for each; rolls and hits are looked up in the event."""
    subject = tree.subject
    if isinstance(subject, t.Group) and subject.join == "and":
        if _is_of_one_nation(tree.filter):
            return g.OneNation(selector(subject))
        return g.EachMatches(tuple(fact(tree.but(subject=member)) for member in subject.members))
    near = tree.filter.of if isinstance(tree.filter, t.Within) else None
    if isinstance(near, t.Group) and near.join == "and":  # "within S of both a wild island and a ship"
        each = (tree.but(filter=tree.filter.but(of=member)) for member in near.members)
        return g.EachMatches(tuple(map(fact, each)))
    if isinstance(subject, t.Pieces) and subject.noun in {"result", "cannon_roll", "die_roll"}:
        return g.RollIs(selector(subject), filter_of(tree.filter))
    if isinstance(subject, t.Pieces) and subject.of is not None and _is_full_hold(tree):
        return g.Matches(selector(subject.of), f.Located("at", selector(t.Pieces(noun="cargo_capacity"))))
    hits = subject.count if isinstance(subject, t.Pieces) and subject.noun == "hit" else None
    if isinstance(subject, t.Pieces) and isinstance(hits, t.Number | t.AtLeast):
        return g.SoManyHits(amount(hits), _is_of_turn(subject))
    if isinstance(subject, t.Pieces) and subject.which == "no":
        return g.NoneMatches(fact(tree.but(subject=subject.but(which="a"))))
    return g.Matches(selector(subject), filter_of(tree.filter))


def _is_full_hold(tree: t.Matches) -> bool:
    """Whether the hold of a ship is said to be full: "if her cargo is full"."""
    holds = isinstance(tree.subject, t.Pieces) and tree.subject.noun in {"cargo", "cargo_hold"}
    return holds and tree.filter == t.InState(state="full")


def _is_of_one_nation(found: t.Filter) -> bool:
    """Whether pieces are said to have the same nationality."""
    what = found.what if isinstance(found, t.Has) else None
    return (
        isinstance(what, t.Pieces) and what.noun == "nationality" and t.InState(state="same") in what.filters
    )


def _is_collection(tree: t.Located) -> bool:
    """Whether it is in somebody's collection: "from her controller's collection" is from outside the game."""
    return isinstance(tree.what, t.Pieces) and tree.what.noun == "collection"


def _is_of_turn(hits: t.Pieces) -> bool:
    """Whether the hits of a turn are counted, not those of an action."""
    return any(
        isinstance(found, t.Located) and isinstance(found.what, t.Pieces) and found.what.noun == "turn"
        for found in hits.filters
    )


# --- guards ------------------------------------------------------------------------------------------------


@cache
def trigger(tree: t.Trigger) -> g.Trigger:
    """The trigger of a tree."""
    return g.Trigger(tree.moment, tuple(map(event, tree.events)), tree.strength)


@cache
def moment(tree: t.Moment) -> g.Moment:
    """The moment of a tree."""
    return g.Moment(tree.at, tree.whose)


@cache
def lasts(tree: t.Span | t.ForTurns | t.Until) -> g.Lasts:
    """How long an effect lasts."""
    if isinstance(tree, t.Span):
        return g.Lasts(span=tree.lasts)
    if isinstance(tree, t.ForTurns):
        return g.Lasts(turns=amount(tree.turns))
    end = tree.end
    if isinstance(end, t.Event):
        return g.Lasts(until=event(end), tree=tree)
    return g.Lasts(until=moment(end) if isinstance(end, t.Moment) else fact(end), tree=tree)


@cache
def guards(trees: tuple[t.Guard, ...]) -> g.Guards:
    """Guards by kind."""
    limits = [tree for tree in trees if isinstance(tree, t.Limit)]
    insteads = [tree for tree in trees if isinstance(tree, t.Instead)]
    spans = [tree for tree in trees if isinstance(tree, t.Span | t.ForTurns | t.Until)]
    return g.Guards(
        limit=limits[0].per if limits else "",
        times=limits[0].times if limits else 1,
        triggers=tuple(trigger(tree) for tree in trees if isinstance(tree, t.Trigger)),
        moments=tuple(moment(tree) for tree in trees if isinstance(tree, t.Moment)),
        conditions=tuple(_condition(tree) for tree in trees if isinstance(tree, t.Condition)),
        part_of=tuple(selector(tree.what) for tree in trees if isinstance(tree, t.PartOf)),
        for_each=tuple(selector(tree.what) for tree in trees if isinstance(tree, t.ForEach)),
        rolled=tuple(face for tree in trees if isinstance(tree, t.Rolled) for face in tree.faces),
        instead=bool(insteads),
        instead_of=_instead_of(insteads[0]) if insteads else None,
        lasts=lasts(spans[0]) if spans else None,
    )


@cache
def _condition(tree: t.Condition) -> g.Condition:
    return g.Condition(fact(tree.fact), tree.negated, tree.even)


def _instead_of(tree: t.Instead) -> EventSpec | None:
    """The event that something is done instead of; instead of a mast is instead of losing one."""
    if tree.of is None:
        return None
    return event(tree.of if isinstance(tree.of, t.Event) else t.Event(type="eliminate", object=tree.of))
