"""Amounts, filters, selectors and events, of bounded depth: they hold each other."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError

from pirate_code.language import tree as t
from pirate_code.language.times import PHRASES
from tests.language.strategies.base import (
    KEYWORDS,
    MANNERS,
    NAMES,
    NATIONS,
    NOUNS,
    SLOTS,
    STATES,
    STATS,
    STRENGTHS,
    VERBS,
    brief,
    literals,
    maybe,
    node,
)
from tests.language.strategies.unsaid import WORDS


@brief
def numbers(low: int = 0) -> SearchStrategy[t.Number]:
    return (st.integers(low, 12) | st.integers(low, t.MAX_NUMBER)).map(lambda value: t.Number(value=value))


@brief
def distances(longest: int = t.MAX_SEGMENTS) -> SearchStrategy[t.Distance]:
    sides = st.lists(st.sampled_from("SL"), min_size=1, max_size=min(longest, 4))
    return sides.map(lambda found: t.Distance(segments=tuple(found)))


@brief
def straight(longest: int = 9) -> SearchStrategy[t.Distance]:
    """Distances along one side of the card."""
    return st.builds(
        lambda side, times: t.Distance(segments=(side,) * times),
        st.sampled_from("SL"),
        st.integers(1, longest),
    )


@brief
def dice() -> SearchStrategy[t.Dice]:
    return st.integers(1, 20).map(lambda count: t.Dice(count=count))


@brief
def counts_of(depth: int) -> SearchStrategy[t.CountOf]:
    return node(t.CountOf, what=pieces(depth))


@brief
def stats_of(depth: int) -> SearchStrategy[t.StatOf]:
    return node(t.StatOf, stat=st.sampled_from(STATS), of=selectors(depth))


@brief
def differences(depth: int) -> SearchStrategy[t.Difference]:
    # "6 minus the number of crew" is said with one digit.
    left = st.integers(0, 9).map(lambda value: t.Number(value=value))
    return node(t.Difference, left=left, right=counts_of(depth))


@brief
def amounts(depth: int) -> SearchStrategy[Any]:
    """Every amount; where only some make sense, the validator of the place says which."""
    return st.one_of(
        numbers(),
        dice(),
        counts_of(depth),
        stats_of(depth),
        st.just(t.Result()),
        differences(depth),
        counts(),
    )


@brief
def counts() -> SearchStrategy[Any]:
    """How many pieces of a selector."""
    return st.one_of(
        numbers(),
        node(t.UpTo, limit=st.none() | numbers()),
        node(t.AtLeast, limit=numbers()),
        node(t.MoreThan, limit=numbers()),
        node(t.FewerThan, limit=numbers()),
        node(t.AllBut, limit=numbers()),
        node(t.Half, rounded=literals(t.Half, "rounded")),
        st.just(t.AsMuchAs()),
        st.just(t.SameNumber()),
    )


# ---------------------------------------------------------------- filters


@brief
def names() -> SearchStrategy[str]:
    """Names of cards: one to three words, each with a capital letter."""
    word = st.from_regex(r"[A-Z][a-z]{1,8}", fullmatch=True)
    made = st.lists(word, min_size=1, max_size=3).map(" ".join)
    return st.sampled_from(NAMES) | made


@brief
def filters(depth: int) -> SearchStrategy[Any]:
    simple: list[SearchStrategy[Any]] = [
        node(t.OfNation, nation=st.sampled_from(NATIONS), negated=st.booleans()),
        node(t.HasKeyword, keyword=st.sampled_from(KEYWORDS), or_name=maybe(names())),
        node(t.NamedLike, name=names() | st.from_regex(r"#[0-9]{1,3}", fullmatch=True)),
        node(t.InState, state=st.sampled_from(STATES), negated=st.booleans()),
        node(t.Within, distance=distances(), negated=st.booleans()),
        node(
            t.StatIs,
            stat=st.sampled_from(STATS),
            compare=literals(t.StatIs, "compare"),
            amount=numbers() | distances(),
        ),
        node(t.Extreme, most=literals(t.Extreme, "most"), stat=st.sampled_from(STATS)),
        node(t.OfRange, range=st.sampled_from(["S", "L", None]), rank=maybe(st.integers(1, 6))),
        node(t.Sized, wide=straight(1), long=straight()),
        node(t.Equals, compare=literals(t.Equals, "compare"), amount=numbers() | st.just(t.Result())),
        st.just(t.OutsideGame()),
    ]
    if depth <= 0:
        return st.one_of(simple)
    what = selectors(depth - 1)
    deep: list[SearchStrategy[Any]] = [
        node(t.InState, state=st.sampled_from(STATES), negated=st.booleans(), toward=what),
        near(depth),
        node(t.Located, place=literals(t.Located, "place"), what=what),
        node(t.Has, what=what, negated=st.booleans()),
        node(
            t.StatIs,
            stat=st.sampled_from(STATS),
            compare=literals(t.StatIs, "compare"),
            amount=stats_of(depth - 1),
        ),
        involved(depth - 1),
        node(t.IsA, what=what | counts_of(depth - 1), negated=st.booleans()),
        node(t.Except, what=what),
        node(t.Including, what=what),
        node(
            t.Equals,
            compare=literals(t.Equals, "compare"),
            amount=counts_of(depth - 1) | stats_of(depth - 1) | differences(depth - 1),
        ),
    ]
    return st.one_of(*simple, *deep, *deep)


@brief
def near(depth: int) -> SearchStrategy[Any]:
    what = selectors(depth - 1)
    within = node(
        t.Within,
        distance=distances() | straight(),
        of=st.none() | what,
        beyond=maybe(straight(1)),
        exactly=st.booleans(),
        negated=st.booleans(),
    )
    return within | node(t.Touching, what=what)


@brief
def involved(depth: int) -> SearchStrategy[t.Involved]:
    """A piece that takes part in an event; the event leaves the place of the piece open."""
    alone = node(
        t.Involved,
        role=st.sampled_from(["agent", "object", "where"]),
        event=events(depth),
        strength=st.sampled_from(STRENGTHS),
    )
    owner = node(
        t.Involved,
        role=st.just("owner"),
        event=selectors(depth).map(lambda what: t.Event(type="increase", object=what)),
        strength=st.sampled_from(STRENGTHS),
    )
    timed = st.tuples(alone, triggers(depth), st.sampled_from(NOUNS)).map(lambda found: _at_a_time(*found))
    return st.one_of(alone, alone, owner, timed)


def _at_a_time(found: t.Involved, trigger: t.Trigger, noun: str) -> t.Involved:
    """ "that may dock only when ...", or "after that cannon is used": nothing else is said to be after."""
    try:
        only = found.event.but(manner=(*found.event.manner, "only"))
        return found.but(event=only, when=trigger.but(moment="when"))
    except ValidationError:
        pass
    if found.role == "where" or WORDS.noun_one[noun][0].isupper() or noun in {"turn", "action"}:
        return found
    used = t.Event(type="use", object=t.Pieces(noun=noun, which="that"))
    return found.but(when=t.Trigger(moment="after", event=used))


# ---------------------------------------------------------------- selectors


@brief
def pieces(depth: int) -> SearchStrategy[t.Pieces]:
    noun = st.sampled_from(NOUNS)
    found = st.lists(st.deferred(lambda: filters(depth - 1)), max_size=2).map(tuple)
    return st.one_of(
        node(t.Pieces, noun=noun, which=literals(t.Pieces, "which")),
        node(t.Pieces, noun=noun, which=st.sampled_from(["this", "that"]), count=maybe(numbers())),
        node(
            t.Pieces,
            noun=noun,
            which=maybe(literals(t.Pieces, "which")),
            count=maybe(counts()),
            filters=found,
        ),
        *([_deep_pieces(depth)] if depth > 0 else []),
    )


@brief
def _deep_pieces(depth: int) -> SearchStrategy[t.Pieces]:
    return st.one_of(
        node(
            t.Pieces,
            noun=st.sampled_from(NOUNS),
            which=maybe(literals(t.Pieces, "which")),
            count=maybe(counts()),
            of=maybe(selectors(depth - 1)),
            filters=st.lists(filters(depth - 1), max_size=2).map(tuple),
        ),
        node(
            t.Pieces,
            noun=st.sampled_from(NOUNS),
            which=st.just("which"),
            filters=involved(depth - 1).map(lambda found: (found,)),
        ),
        node(
            t.Involved, role=st.just("times"), event=events(depth - 1), strength=st.sampled_from(STRENGTHS)
        ).map(lambda found: t.Pieces(noun="time", which="the", filters=(found,))),
    )


@brief
def persons(depth: int) -> SearchStrategy[t.Person]:
    alone = node(t.Person, who=literals(t.Person, "who"))
    return alone if depth <= 0 else alone | node(t.Person, who=st.just("left"), of=selectors(depth - 1))


@brief
def selectors(depth: int) -> SearchStrategy[Any]:
    """Any selector; at depth 0 one that holds no other."""
    flat = st.one_of(
        pieces(depth),
        pieces(depth),
        node(t.Named, name=names()),
        node(t.KeywordItself, keyword=st.sampled_from(KEYWORDS)),
        persons(depth),
    )
    if depth <= 0:
        return flat
    members = st.lists(selectors(depth - 1), min_size=2, max_size=3).map(tuple)
    return flat | node(t.Group, join=literals(t.Group, "join"), members=members)


# ---------------------------------------------------------------- events


@brief
def events(depth: int, *, timed: bool = True) -> SearchStrategy[t.Event]:
    """Events with a few of their slots filled."""
    slot = selectors(depth - 1) if depth > 0 else selectors(0)
    slots: dict[str, SearchStrategy[Any]] = dict.fromkeys(SLOTS, slot)
    slots["distance"] = distances()
    slots["amount"] = amounts(max(depth - 1, 0))
    slots["manner"] = st.lists(st.sampled_from(MANNERS), max_size=2).map(tuple)
    if timed:
        slots["time"] = spans() | moments()
    if depth > 0:
        slots["near"] = near(depth) | node(t.Located, place=st.just("under"), what=selectors(depth - 1))
        slots["means"] = slots["without"] = events(depth - 1, timed=False)

    def chosen(names: list[str]) -> SearchStrategy[t.Event]:
        return node(
            t.Event,
            type=st.sampled_from(VERBS),
            agent=st.none() | slot,
            object=st.none() | slot,
            **{name: slots[name] for name in names},
        )

    return st.lists(st.sampled_from(sorted(slots)), max_size=3, unique=True).flatmap(chosen)


@brief
def spans() -> SearchStrategy[t.Span]:
    return node(t.Span, lasts=literals(t.Span, "lasts"))


@brief
def moments() -> SearchStrategy[t.Moment]:
    known = [(at, whose) for kind, at, whose in PHRASES if kind == "moment"]
    return st.sampled_from(known).map(lambda found: t.Moment(at=found[0], whose=found[1]))


@brief
def triggers(depth: int) -> SearchStrategy[t.Trigger]:
    return node(
        t.Trigger,
        moment=literals(t.Trigger, "moment"),
        event=events(depth),
        also=maybe(st.lists(events(depth), min_size=1, max_size=2)).map(lambda others: tuple(others or ())),
        strength=st.just("do") | st.sampled_from(STRENGTHS),
    )
