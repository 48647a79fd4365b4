"""Hypothesis strategies for every family of nodes: any tree that the validators let through, of bounded depth.

Words come from the vocabulary, so a new noun, verb or keyword is tried as soon as it is written down. What is left
out on purpose says so where it is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError

from pirate_code.language import tree as t
from pirate_code.language.times import PHRASES
from pirate_code.language.words import load_words

WORDS = load_words()
DEPTH = 2
N = TypeVar("N", bound=t.Node)

NOUNS = sorted(WORDS.noun_one)
VERBS = sorted(WORDS.verbs)
STATES = sorted(WORDS.states)
STATS = sorted(WORDS.stats)
MANNERS = sorted(WORDS.manners)
NATIONS = sorted(WORDS.nations)
KEYWORDS = sorted(WORDS.keywords)
NAMES = (
    "Davy Jones",
    "Blackbeard",
    "Calypso",
    "El Fantasma",
    "Jack Hawkins",
    "HMS Titan",
    "O'Brien",
    "Flying Dutchman",
    "Hammersmith",
    "Jonah",
    "Papa Doc",
)
STRENGTHS = ("do", "may", "must", "cannot", "need_not", "would")
SLOTS = ("to", "source", "at", "against", "using", "exchange", "role", "per")


def node(kind: type[N], **fields: SearchStrategy[Any]) -> SearchStrategy[N]:
    """Nodes of one kind; field values that its validators refuse together are thrown away."""

    def build(values: dict[str, Any]) -> N | None:
        try:
            return kind(**values)
        except ValidationError:
            return None

    built = st.fixed_dictionaries(dict(fields)).map(build)
    return built.filter(lambda found: found is not None)  # type: ignore[return-value]


def maybe(strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Mostly nothing."""
    return st.none() | st.none() | strategy


def literals(kind: type[t.Node], field: str) -> SearchStrategy[Any]:
    """The values a field of fixed words may take."""
    annotation = kind.model_fields[field].annotation
    return st.sampled_from([word for option in (annotation, *get_args(annotation)) for word in _words(option)])


def _words(annotation: Any) -> tuple[Any, ...]:
    return tuple(word for word in get_args(annotation) if isinstance(word, str))


# ---------------------------------------------------------------- amounts and distances


def numbers(low: int = 0) -> SearchStrategy[t.Number]:
    return (st.integers(low, 12) | st.integers(low, t.MAX_NUMBER)).map(lambda value: t.Number(value=value))


def distances(longest: int = t.MAX_SEGMENTS) -> SearchStrategy[t.Distance]:
    sides = st.lists(st.sampled_from("SL"), min_size=1, max_size=min(longest, 4))
    return sides.map(lambda found: t.Distance(segments=tuple(found)))


def straight(longest: int = 9) -> SearchStrategy[t.Distance]:
    """Distances along one side of the card."""
    return st.builds(
        lambda side, times: t.Distance(segments=(side,) * times), st.sampled_from("SL"), st.integers(1, longest)
    )


def dice() -> SearchStrategy[t.Dice]:
    return st.integers(1, 20).map(lambda count: t.Dice(count=count))


def counts_of(depth: int) -> SearchStrategy[t.CountOf]:
    return node(t.CountOf, what=pieces(depth))


def stats_of(depth: int) -> SearchStrategy[t.StatOf]:
    return node(t.StatOf, stat=st.sampled_from(STATS), of=selectors(depth))


def differences(depth: int) -> SearchStrategy[t.Difference]:
    return node(t.Difference, left=numbers(), right=counts_of(depth))


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


def counts() -> SearchStrategy[Any]:
    """How many pieces of a selector."""
    return st.one_of(
        numbers(),
        node(t.UpTo, limit=st.none() | numbers()),
        node(t.AtLeast, limit=numbers()),
        node(t.AllBut, limit=numbers()),
        st.just(t.AsMuchAs()),
        st.just(t.SameNumber()),
    )


# ---------------------------------------------------------------- filters


def names() -> SearchStrategy[str]:
    """Names of cards: one to three words, each with a capital letter."""
    word = st.from_regex(r"[A-Z][a-z']{1,7}[a-z]", fullmatch=True)
    made = st.lists(word, min_size=1, max_size=3).map(" ".join)
    return st.sampled_from(NAMES) | made


def filters(depth: int) -> SearchStrategy[Any]:
    simple: list[SearchStrategy[Any]] = [
        node(t.OfNation, nation=st.sampled_from(NATIONS), negated=st.booleans()),
        node(t.HasKeyword, keyword=st.sampled_from(KEYWORDS), or_name=maybe(names())),
        node(t.NamedLike, name=names() | st.from_regex(r"#[0-9]{1,3}", fullmatch=True)),
        node(t.InState, state=st.sampled_from(STATES), negated=st.booleans()),
        node(t.Within, distance=distances(), negated=st.booleans()),
        node(t.StatIs, stat=st.sampled_from(STATS), compare=literals(t.StatIs, "compare"), amount=numbers() | distances()),
        node(t.Extreme, most=literals(t.Extreme, "most"), stat=st.sampled_from(STATS)),
        node(t.OfRange, range=st.sampled_from(["S", "L", None]), rank=maybe(st.integers(1, 6))),
        node(t.Sized, wide=straight(1), long=straight()),
        node(t.Equals, amount=numbers() | st.just(t.Result())),
        st.just(t.OutsideGame()),
    ]
    if depth <= 0:
        return st.one_of(simple)
    what = selectors(depth - 1)
    deep: list[SearchStrategy[Any]] = [
        node(t.InState, state=st.sampled_from(STATES), negated=st.booleans(), toward=what),
        node(
            t.Within,
            distance=distances() | straight(),
            of=what,
            beyond=maybe(straight(1)),
            exactly=st.booleans(),
            negated=st.booleans(),
        ),
        node(t.Located, place=literals(t.Located, "place"), what=what),
        node(t.Touching, what=what),
        node(t.Has, what=what, negated=st.booleans()),
        node(t.StatIs, stat=st.sampled_from(STATS), compare=literals(t.StatIs, "compare"), amount=stats_of(depth - 1)),
        involved(depth - 1),
        node(t.IsA, what=what | counts_of(depth - 1), negated=st.booleans()),
        node(t.Except, what=what),
        node(t.Including, what=what),
        node(t.Equals, amount=counts_of(depth - 1) | stats_of(depth - 1) | differences(depth - 1)),
    ]
    return st.one_of(*simple, *deep, *deep)


def involved(depth: int) -> SearchStrategy[t.Involved]:
    """A piece that takes part in an event; the event leaves the place of the piece open."""
    return node(
        t.Involved,
        role=st.sampled_from(["agent", "object", "where"]),
        event=events(depth),
        strength=st.sampled_from(STRENGTHS),
        when=maybe(triggers(depth)),
    )


# ---------------------------------------------------------------- selectors


def pieces(depth: int) -> SearchStrategy[t.Pieces]:
    noun = st.sampled_from(NOUNS)
    found = st.lists(st.deferred(lambda: filters(depth - 1)), max_size=2).map(tuple)
    return st.one_of(
        node(t.Pieces, noun=noun, which=literals(t.Pieces, "which")),
        node(t.Pieces, noun=noun, which=st.sampled_from(["this", "that"]), count=maybe(numbers())),
        node(t.Pieces, noun=noun, which=maybe(literals(t.Pieces, "which")), count=maybe(counts()), filters=found),
        *([_deep_pieces(depth)] if depth > 0 else []),
    )


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
        node(t.Involved, role=st.just("times"), event=events(depth - 1), strength=st.sampled_from(STRENGTHS)).map(
            lambda found: t.Pieces(noun="time", which="the", filters=(found,))
        ),
    )


def persons(depth: int) -> SearchStrategy[t.Person]:
    alone = node(t.Person, who=literals(t.Person, "who"))
    return alone if depth <= 0 else alone | node(t.Person, who=st.just("left"), of=selectors(depth - 1))


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


def events(depth: int, *, timed: bool = True) -> SearchStrategy[t.Event]:
    """Events with a few of their slots filled."""
    slot = selectors(depth - 1) if depth > 0 else selectors(0)
    slots: dict[str, SearchStrategy[Any]] = {name: slot for name in SLOTS}
    slots["distance"] = distances()
    slots["amount"] = amounts(max(depth - 1, 0))
    slots["manner"] = st.lists(st.sampled_from(MANNERS), max_size=2).map(tuple)
    if timed:
        slots["time"] = spans() | moments()
    if depth > 0:
        slots["near"] = filters(depth).filter(lambda found: isinstance(found, t.Within))
        slots["means"] = events(depth - 1, timed=False)

    def chosen(names: list[str]) -> SearchStrategy[t.Event]:
        return node(
            t.Event,
            type=st.sampled_from(VERBS),
            agent=st.none() | slot,
            object=st.none() | slot,
            **{name: slots[name] for name in names},
        )

    return st.lists(st.sampled_from(sorted(slots)), max_size=3, unique=True).flatmap(chosen)


# ---------------------------------------------------------------- guards


def spans() -> SearchStrategy[t.Span]:
    return node(t.Span, lasts=literals(t.Span, "lasts"))


def moments() -> SearchStrategy[t.Moment]:
    known = [(at, whose) for kind, at, whose in PHRASES if kind == "moment"]
    return st.sampled_from(known).map(lambda found: t.Moment(at=found[0], whose=found[1]))


def triggers(depth: int) -> SearchStrategy[t.Trigger]:
    return node(
        t.Trigger,
        moment=literals(t.Trigger, "moment"),
        event=events(depth),
        strength=st.just("do") | st.sampled_from(STRENGTHS),
    )


def faces() -> SearchStrategy[tuple[int, ...]]:
    ends = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted)
    return ends.map(lambda found: tuple(range(found[0], found[1] + 1)))


def guards(depth: int) -> SearchStrategy[Any]:
    return st.one_of(
        node(t.Limit, per=literals(t.Limit, "per")),
        moments(),
        spans(),
        node(t.Rolled, faces=faces(), each=st.booleans()),
        triggers(depth),
        node(t.PartOf, what=selectors(depth)),
        node(t.ForEach, what=selectors(depth)),
        node(t.Instead, of=st.none() | events(depth) | selectors(depth)),
        node(t.Condition, fact=facts(depth), negated=st.booleans(), even=st.booleans()),
        node(t.ForTurns, turns=amounts(depth)),
        node(t.Until, end=events(depth) | moments() | matches(depth) | joined_facts(depth)),
    )


def guard_tuples(depth: int, least: int = 0) -> SearchStrategy[tuple[Any, ...]]:
    return st.lists(guards(depth), min_size=least, max_size=2).map(tuple)


# ---------------------------------------------------------------- facts


def matches(depth: int) -> SearchStrategy[t.Matches]:
    return node(t.Matches, subject=selectors(depth), filter=filters(depth))


def happens(depth: int) -> SearchStrategy[t.Happens]:
    return node(t.Happens, event=events(depth), strength=st.sampled_from(STRENGTHS))


def joined_facts(depth: int) -> SearchStrategy[t.Facts]:
    members = st.lists(matches(depth) | happens(depth) | st.just(t.Done()), min_size=2, max_size=3)
    return node(t.Facts, join=literals(t.Facts, "join"), facts=members.map(tuple))


def facts(depth: int) -> SearchStrategy[Any]:
    alone = st.sampled_from([t.Able(), t.Done(), t.Tied()])
    return st.one_of(matches(depth), happens(depth), alone, joined_facts(depth))


# ---------------------------------------------------------------- effects


def happen(depth: int) -> SearchStrategy[t.Happen]:
    return node(t.Happen, event=events(depth, timed=False), strength=literals(t.Happen, "strength"))


def changes(depth: int) -> SearchStrategy[t.Change]:
    return node(
        t.Change,
        stat=st.sampled_from(STATS),
        of=selectors(depth),
        by=literals(t.Change, "by"),
        amount=st.one_of(
            numbers(),
            distances(),
            dice(),
            st.just(t.Result()),
            counts_of(depth),
            stats_of(depth),
            differences(depth),
            pieces(depth),
        ),
        against=maybe(selectors(depth)),
        per=maybe(selectors(depth)),
        strength=literals(t.Change, "strength"),
    )


def becomes(depth: int) -> SearchStrategy[t.Become]:
    return node(
        t.Become, subject=selectors(depth), filter=filters(depth), strength=literals(t.Become, "strength")
    )


def tables(depth: int) -> SearchStrategy[t.Table]:
    roll = node(
        t.Happen,
        event=events(0, timed=False).map(lambda event: event.but(type="roll")),
        strength=st.sampled_from(["do", "may", "must"]),
    )
    outcome = node(t.Outcome, faces=faces(), each=st.booleans(), effect=effects(depth - 1))
    return node(t.Table, roll=roll, outcomes=st.lists(outcome, min_size=1, max_size=3).map(tuple))


def islands() -> SearchStrategy[t.Table]:
    """The table of a mysterious island: no roll of its own, and each outcome may have a title."""

    def rows(effects_and_titles: list[tuple[Any, str | None]]) -> t.Table | None:
        ranges = [(1, 2), (3, 4), (5, 6)]
        try:
            return t.Table(
                outcomes=tuple(
                    t.Outcome(faces=found, title=title, effect=effect)
                    for found, (effect, title) in zip(ranges, effects_and_titles, strict=False)
                )
            )
        except ValidationError:
            return None

    row = st.tuples(effects(1), maybe(names()))
    made = st.lists(row, min_size=1, max_size=3).map(rows)
    return made.filter(lambda found: found is not None)  # type: ignore[return-value]


def effects(depth: int) -> SearchStrategy[Any]:
    """Any effect inside an ability; at depth 0 one that holds no other effect."""
    below = max(depth - 1, 0)
    flat: list[SearchStrategy[Any]] = [
        happen(below + 1),
        happen(below + 1),
        changes(below),
        becomes(below + 1),
        node(t.Gain, who=selectors(below), what=selectors(below)),
        st.just(t.Nothing()),
    ]
    if depth <= 0:
        return st.one_of(flat)
    return st.one_of(
        *flat, *_compound(depth), node(t.Guarded, guards=guard_tuples(below, 1), effect=effects(depth - 1))
    )


def _compound(depth: int) -> list[SearchStrategy[Any]]:
    inner = effects(depth - 1)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return [
        node(t.Pay, cost=happen(depth), gain=inner),
        node(t.Sequence, steps=several),
        node(t.Choice, pick=st.integers(1, 3), options=several),
        tables(depth),
    ]


# ---------------------------------------------------------------- abilities


def keyword_abilities() -> SearchStrategy[t.KeywordAbility]:
    return node(
        t.KeywordAbility, keyword=st.sampled_from(KEYWORDS), nation=maybe(st.sampled_from(NATIONS))
    )


def abilities() -> SearchStrategy[t.Ability]:
    """Any valid ability."""
    below = DEPTH - 1
    whole: list[SearchStrategy[Any]] = [
        happen(DEPTH),
        changes(below),
        becomes(DEPTH),
        node(t.Gain, who=selectors(DEPTH), what=selectors(DEPTH)),
        *_compound(DEPTH),
    ]
    guarded = node(
        t.Ability, title=maybe(names()), guards=guard_tuples(below), effect=st.one_of(whole) | st.just(t.Nothing())
    )
    plain = keyword_abilities() | islands()
    return st.one_of(guarded, guarded, guarded, plain.map(lambda effect: t.Ability(effect=effect)))


def lines() -> SearchStrategy[tuple[t.Ability, ...]]:
    """The abilities of a card, in order."""
    return st.lists(abilities(), min_size=1, max_size=3).map(tuple)


Strategies = Callable[[int], SearchStrategy[Any]]
