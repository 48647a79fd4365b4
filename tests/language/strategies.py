"""Hypothesis strategies for every family of nodes: what the validators let through, of bounded depth.

Words come from the vocabulary, so a new noun, verb or keyword is tried as soon as it is written down. What
is left out on purpose says so where it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError

from pirate_code.language import render
from pirate_code.language import tree as t
from pirate_code.language.render import effect_text, nouns
from pirate_code.language.times import PHRASES
from pirate_code.language.words import load_words

WORDS = load_words()
DEPTH = 2
N = TypeVar("N", bound=t.Node)

NOUNS = sorted(WORDS.noun_one)
VERBS = sorted(WORDS.verbs)
# "Zero gold" is read as a number of gold pieces, so that state never comes out of a line.
STATES = sorted(set(WORDS.states) - {"zero_gold"})
STATS = sorted(WORDS.stats)
# "From outside the game" always tells where a piece comes from, and what always happens must happen.
MANNERS = sorted(set(WORDS.manners) - {"from_outside", "always"})
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


def brief(make: Callable[..., SearchStrategy[Any]]) -> Callable[..., SearchStrategy[Any]]:
    """Make a strategy once for the same arguments, and call it by its name where it is spoken of."""
    made = cache(make)

    def draw_from(draw: st.DrawFn, *arguments: Any, **named: Any) -> Any:
        return draw(made(*arguments, **named))

    draw_from.__name__ = make.__name__
    return st.composite(draw_from)


def node(kind: type[N], **fields: SearchStrategy[Any]) -> SearchStrategy[N]:
    """Nodes of one kind; field values that its validators refuse together are thrown away."""

    def build(values: dict[str, Any]) -> N | None:
        try:
            built = kind(**values)
        except ValidationError:
            return None
        return None if any(left_out(built) for left_out in UNSAID.get(kind, ())) else built

    built = st.fixed_dictionaries(dict(fields)).map(build)
    return built.filter(lambda found: found is not None)  # type: ignore[return-value]


def maybe(strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Mostly nothing."""
    return st.none() | st.none() | strategy


def literals(kind: type[t.Node], field: str) -> SearchStrategy[Any]:
    """The values a field of fixed words may take."""
    annotation = kind.model_fields[field].annotation
    return st.sampled_from(
        [word for option in (annotation, *get_args(annotation)) for word in _words(option)]
    )


def _words(annotation: Any) -> tuple[Any, ...]:
    return tuple(word for word in get_args(annotation) if isinstance(word, str))


# ---------------------------------------------------------------- what is left out

# Valid trees that no line says, by kind. Each is a gap of the language, not of the trees.


def numbered_strangers(piece: t.Pieces) -> bool:
    """ "Two non-English ships": a number before "non-" is read as a number alone."""
    strange = any(isinstance(found, t.OfNation) and found.negated for found in piece.filters)
    first = piece.filters[0] if piece.filters else None
    described = isinstance(first, t.InState) and WORDS.states[first.state] not in WORDS.nouns
    return piece.count is not None and strange and not described


def two_open_amounts(piece: t.Pieces) -> bool:
    """ "With rank 3 with point cost 2": the second description would be of the 3."""
    amounts = [found for found in piece.filters if isinstance(found, t.StatIs) and found.compare == "equal"]
    return len([found for found in amounts if not isinstance(found.amount, t.Distance)]) > 1


def two_somethings(piece: t.Pieces) -> bool:
    """ "That is Cursed something that is English something": the second would describe the something."""
    nations = [found for found in piece.filters if isinstance(found, t.OfNation) and not found.negated]
    room = 0 if WORDS.noun_one[piece.noun][0].isupper() else 1
    last = piece.filters[-1] if piece.filters else None
    open_amount = (
        isinstance(last, t.StatIs) and last.compare == "equal" and not isinstance(last.amount, t.Distance)
    )
    return len(nations) + open_amount > room + 1


def pointed_at(piece: t.Pieces) -> bool:
    """ "This Whale with L-range": what is pointed at is described before its noun only."""
    return piece.which in {"this", "that"} and any(
        word in nouns.np(piece) for word in (" that is ", " with ")
    )


def two_quotes(piece: t.Pieces) -> bool:
    """ "With "Jack" in the name with "Jones" in the name": what stands between quotes is taken for quoted."""
    return nouns.np(piece).count('"') > 2


def compared_state(piece: t.Pieces) -> bool:
    """ "Each target greater than 3": "target" before "greater" describes something."""
    after = [found for found in piece.filters if not t.stands_before(found)]
    return WORDS.noun_one[piece.noun] in WORDS.state_words and bool(after) and isinstance(after[0], t.Equals)


def is_gain(event: t.Event) -> bool:
    """ "By gaining gold by this ship": that somebody gains something is no event there."""
    gain = t.Event(type="gain", agent=event.agent, object=event.object)
    return event.agent is not None and event.object is not None and event == gain


def means_gain(event: t.Event) -> bool:
    """ "By gaining ..."."""
    return event.means is not None and is_gain(event.means)


def docks_here(event: t.Event) -> bool:
    """ "Docks here" is at this fort."""
    return event.type == "dock" and "here" in event.manner


def sized_name(piece: t.Pieces) -> bool:
    """ "Any Whale S wide and L long" begins with a name."""
    return re.search(rf"\b{WORDS.noun_one[piece.noun]}s? \d?[SL] ", nouns.np(piece)) is not None


def is_gap(piece: t.Pieces) -> bool:
    """ "That something" is the piece that a clause is about."""
    return piece.noun == "something" and piece.which == "that"


def no_that_may(piece: t.Pieces) -> bool:
    """ "No ship that may dock" is spelled like "no ship may dock"."""
    return piece.which == "no" and " may " in nouns.np(piece)


def is_manner(found: Any) -> bool:
    """ "Is face down": after "is" the word is read as how something is done."""
    return isinstance(found, t.InState) and found.state in WORDS.manners and found.toward is None


def denied_manner(found: t.InState) -> bool:
    """ "That is not face down"."""
    return is_manner(found) and found.negated


def told_manner(told: t.Matches | t.Become) -> bool:
    """ "This crew is face down"."""
    return is_manner(told.filter)


def is_state(event: t.Event) -> bool:
    """ "May be docked" is a state that may be, not the event."""
    state = WORDS.state_words.get(WORDS.verbs[event.type].ed)
    return state is not None and state not in WORDS.attributes


def is_counted(event: t.Event) -> bool:
    """ "Is moved by the number of crew": what is done by a count has no passive."""
    return isinstance(event.amount, t.CountOf | t.Difference)


def other_word(event: t.Event) -> bool:
    """ "Ramming" alone is a thing that happens, "touching" a state, and "revealing" is of this card."""
    alone = event.agent is None and (event.object is None or is_counted(event))
    return alone and event.type in {"ram", "touch", "reveal"}


def no_doing(guard: t.Until | t.Instead) -> bool:
    """Guards that would begin with such a word, or with a gain."""
    event = guard.end if isinstance(guard, t.Until) else guard.of
    if not isinstance(event, t.Event):
        return False
    if isinstance(guard, t.Instead):
        return event.type == "ram" or is_gain(event)
    return no_passive(t.Happens(event=event))


def no_passive(told: t.Happens | t.Trigger) -> bool:
    """Clauses that begin with what something is done to."""
    event = told.event
    if other_word(event) or (isinstance(told, t.Trigger) and told.moment == "in_order_to" and is_gain(event)):
        return True
    if event.agent is not None and not (event.type == "carry" and told.strength == "do"):
        return False
    if event.agent is not None:
        return is_counted(event)
    return event.object is not None and told.strength != "do" and (is_state(event) or is_counted(event))


def no_description(found: t.Involved) -> bool:
    """Events that a clause about a piece cannot tell."""
    event = found.event
    if found.role == "agent":
        return event == t.Event(type="gain", object=event.object)  # a gain is no event there
    passive = event.agent is None or (event.type == "carry" and found.strength == "do")
    if found.role in {"where", "times"}:
        gained = event == t.Event(type="gain", agent=event.agent, object=event.object)
        return gained or (passive and (is_counted(event) or (is_state(event) and found.strength != "do")))
    gained = event == t.Event(type="gain", agent=event.agent)
    return gained or is_counted(event) or (is_state(event) and found.strength != "do")


def done_or(facts: t.Facts) -> bool:
    """ "If you do or if ...": what the player did is asked last."""
    return facts.join == "or" and t.Done() in facts.facts[:-1]


def done_twice(guarded: t.Ability | t.Guarded) -> bool:
    """ "If you do, even if you do": what the player did is asked once."""
    return sum(t.asks_if_done(guard) for guard in guarded.guards) > 1


def begins_like_another_word(piece: Any) -> bool:
    """A subject that would be read as a time, a manner or a verb: "this turn", "damage", "first ships"."""
    if isinstance(piece, t.Group):
        return begins_like_another_word(piece.members[0])
    if not isinstance(piece, t.Pieces):
        return False
    if (piece.which, piece.noun) in {
        ("this", "turn"),
        ("that", "turn"),
        ("that", "action"),
        ("each", "turn"),
    }:
        return True
    if piece.which in {"each", "any"} and piece.noun == "time":
        return True
    if piece.which is not None or piece.count is not None:
        return False
    states = [
        found.state for found in piece.filters if isinstance(found, t.InState) and t.stands_before(found)
    ]
    if states:
        word = WORDS.states[states[0]]
        return (
            states[0] in WORDS.manners
            or word == "next"
            or word in WORDS.forms["ing"]
            or word in WORDS.forms["base"]
        )
    return bool(piece.noun == "damage")


def bad_beginning(effect: Any) -> bool:
    """Effects whose first words would be read as something else."""
    if isinstance(effect, t.Happen):
        event = effect.event
        passive = event.agent is None and effect.strength != "do"
        return begins_like_another_word(event.object if passive else event.agent)
    if isinstance(effect, t.Change):
        return begins_like_another_word(effect.of)
    return begins_like_another_word(effect.subject if isinstance(effect, t.Become) else effect.who)


UNSAID: dict[type, tuple[Callable[[Any], bool], ...]] = {
    t.Pieces: (
        numbered_strangers,
        two_open_amounts,
        two_somethings,
        two_quotes,
        pointed_at,
        compared_state,
        sized_name,
        is_gap,
        no_that_may,
    ),
    t.Event: (docks_here, means_gain),
    t.Ability: (done_twice,),
    t.Guarded: (done_twice,),
    t.InState: (denied_manner,),
    t.Matches: (told_manner,),
    t.Become: (told_manner, bad_beginning),
    t.Happens: (no_passive,),
    t.Trigger: (no_passive,),
    t.Involved: (no_description,),
    t.Facts: (done_or,),
    t.Until: (no_doing,),
    t.Instead: (no_doing,),
    t.Happen: (bad_beginning,),
    t.Change: (bad_beginning,),
    t.Gain: (bad_beginning,),
}


# ---------------------------------------------------------------- amounts and distances


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
        node(t.AllBut, limit=numbers()),
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
        slots["near"] = near(depth)
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
        strength=st.just("do") | st.sampled_from(STRENGTHS),
    )


@brief
def faces() -> SearchStrategy[tuple[int, ...]]:
    ends = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted)
    return ends.map(lambda found: tuple(range(found[0], found[1] + 1)))


@brief
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


@brief
def guard_tuples(depth: int, least: int = 0) -> SearchStrategy[tuple[Any, ...]]:
    return st.lists(guards(depth), min_size=least, max_size=2).map(tuple)


# ---------------------------------------------------------------- facts


@brief
def matches(depth: int) -> SearchStrategy[t.Matches]:
    return node(t.Matches, subject=selectors(depth), filter=filters(depth))


@brief
def happens(depth: int) -> SearchStrategy[t.Happens]:
    return node(t.Happens, event=events(depth), strength=st.sampled_from(STRENGTHS))


@brief
def joined_facts(depth: int) -> SearchStrategy[t.Facts]:
    members = st.lists(matches(depth) | happens(depth) | st.just(t.Done()), min_size=2, max_size=3)
    return node(t.Facts, join=literals(t.Facts, "join"), facts=members.map(tuple))


@brief
def facts(depth: int) -> SearchStrategy[Any]:
    alone = st.sampled_from([t.Able(), t.Done(), t.Tied()])
    return st.one_of(matches(depth), happens(depth), alone, joined_facts(depth))


# ---------------------------------------------------------------- effects


@brief
def happen(depth: int) -> SearchStrategy[t.Happen]:
    return node(t.Happen, event=events(depth, timed=False), strength=literals(t.Happen, "strength"))


@brief
def changes(depth: int) -> SearchStrategy[t.Change]:
    return node(
        t.Change,
        stat=st.sampled_from(STATS),
        of=selectors(depth),
        by=literals(t.Change, "by"),
        amount=st.one_of(
            numbers(),
            st.just(t.Unstated()),
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


@brief
def becomes(depth: int) -> SearchStrategy[t.Become]:
    return node(
        t.Become, subject=selectors(depth), filter=filters(depth), strength=literals(t.Become, "strength")
    )


@brief
def tables(depth: int) -> SearchStrategy[t.Table]:
    roll = node(
        t.Happen,
        event=events(0, timed=False).map(lambda event: event.but(type="roll")),
        strength=st.sampled_from(["do", "may", "must"]),
    )
    outcome = node(t.Outcome, faces=faces(), each=st.booleans(), effect=effects(depth - 1))
    return node(t.Table, roll=roll, outcomes=st.lists(outcome, min_size=1, max_size=3).map(tuple))


@brief
def islands() -> SearchStrategy[t.Table]:
    """The table of a mysterious island: no roll of its own, and each outcome may have a title."""

    def rows(effects_and_titles: list[tuple[Any, str | None]]) -> t.Table | None:
        ranges = [(1, 2), (3, 4), (5, 6)]
        try:
            return t.Table(
                outcomes=tuple(
                    t.Outcome(faces=found, title=title if _takes_title(effect) else None, effect=effect)
                    for found, (effect, title) in zip(ranges, effects_and_titles, strict=False)
                )
            )
        except ValidationError:
            return None

    row = st.tuples(effects(1), maybe(names()))
    made = st.lists(row, min_size=1, max_size=3).map(rows)
    return made.filter(lambda found: found is not None)  # type: ignore[return-value]


def _takes_title(effect: Any) -> bool:
    """A title on an island is told by the letter after it: not before a number, a quote or a parenthesis."""
    return effect_text(effect)[0].isalpha()


@brief
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


@brief
def keyword_abilities() -> SearchStrategy[t.KeywordAbility]:
    return node(t.KeywordAbility, keyword=st.sampled_from(KEYWORDS), nation=maybe(st.sampled_from(NATIONS)))


@brief
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
        t.Ability,
        title=maybe(names()),
        guards=guard_tuples(below),
        effect=st.one_of(whole) | st.just(t.Nothing()),
    )
    plain = keyword_abilities() | islands()
    whole_lines = st.one_of(guarded, guarded, guarded, plain.map(lambda effect: t.Ability(effect=effect)))
    return whole_lines.filter(lambda ability: can_be_read((ability,)))


# Words between two quotes are taken for quoted; "give" before a change gives that change.
MISREAD = re.compile(r'"[^"]*"[^"]*"|\b[Gg]ive [^.;,]* [+-][\dSLX]')


def can_be_read(abilities: tuple[t.Ability, ...]) -> bool:
    """Whether no part of the line changes how another part is read."""
    return MISREAD.search(render(abilities)) is None


@brief
def lines() -> SearchStrategy[tuple[t.Ability, ...]]:
    """The abilities of a card, in order."""
    many = st.lists(abilities(), min_size=1, max_size=3).map(tuple)
    return many.filter(
        lambda found: can_be_read(found) and not any(_is_island(ability) for ability in found[:-1])
    )


def _is_island(ability: t.Ability) -> bool:
    """A card has one table of die results, and it stands last."""
    return isinstance(ability.effect, t.Table) and ability.effect.roll is None
