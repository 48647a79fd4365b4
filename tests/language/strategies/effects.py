"""Guards, facts, effects and whole abilities, of bounded depth."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError

from pirate_code.language import render
from pirate_code.language import tree as t
from pirate_code.language.render import effect_text
from tests.language.strategies.base import (
    DEPTH,
    KEYWORDS,
    NATIONS,
    STATS,
    STRENGTHS,
    brief,
    literals,
    maybe,
    node,
)
from tests.language.strategies.pieces import (
    amounts,
    counts_of,
    dice,
    differences,
    distances,
    events,
    filters,
    moments,
    names,
    numbers,
    pieces,
    selectors,
    spans,
    stats_of,
    triggers,
)

# ---------------------------------------------------------------- guards and facts


@brief
def faces() -> SearchStrategy[tuple[int, ...]]:
    ends = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted)
    return ends.map(lambda found: tuple(range(found[0], found[1] + 1)))


@brief
def guards(depth: int) -> SearchStrategy[Any]:
    return st.one_of(
        node(t.Limit, per=literals(t.Limit, "per"), times=st.integers(1, 4)),
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
        most=maybe(numbers() | distances()),
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
