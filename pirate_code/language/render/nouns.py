"""Selectors, amounts and filters in canonical words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.values import NUMBER_WORDS
from pirate_code.language.render import verbs
from pirate_code.language.terminals import make
from pirate_code.language.words import load_words

# Determiners that can also stand before "of this ship's masts".
PARTS = frozenset({"any", "each", "all", "another", "both"})


def np(value: Any) -> str:
    """A noun phrase as it stands at the end of a clause."""
    return _RENDER[type(value)](value)


def closed(value: Any) -> str:
    """A noun phrase that something else may follow: parentheses keep the two apart."""
    return np(value) if _is_closed(value) else f"({np(value)})"


def tight(value: Any) -> str:
    """A noun phrase before "from", "as" or "within", which would otherwise become part of it."""
    alone = isinstance(value, t.Pieces) and value.which in {"this", "that"}
    simple = alone or (isinstance(value, t.Named | t.KeywordItself | t.Person) and _is_closed(value))
    return np(value) if simple else f"({np(value)})"


def _is_closed(value: Any) -> bool:
    if isinstance(value, t.Pieces):
        if value.noun == "time" or value.which == "which":
            return False
        plain = all(t.stands_before(found) for found in value.filters)
        return plain and (value.of is None or _possessive(value) is not None)
    return not isinstance(value, t.Group | t.CountOf | t.StatOf | t.Difference) and not (
        isinstance(value, t.Person) and value.of is not None
    )


# ---------------------------------------------------------------- amounts


def number(value: int) -> str:
    """`number(2)` is "two"; from eleven on, digits."""
    return NUMBER_WORDS[value] if value <= 10 else str(value)


def distance(value: t.Distance) -> str:
    """`S+L`, and `2L` for L twice."""
    return "+".join(value.segments)


def _short(value: t.Distance) -> str:
    """The form with a number before the side, for distances along one side."""
    return f"{len(value.segments)}{value.segments[0]}" if len(value.segments) > 1 else value.segments[0]


def _count_of(value: t.CountOf) -> str:
    return f"the number of {np(value.what)}"


def _stat_of(value: t.StatOf) -> str:
    return f"the {load_words().noun_one[value.stat]} of {np(value.of)}"


def _difference(value: t.Difference) -> str:
    return f"{value.left.value} minus {np(value.right)}"


def _dice(value: t.Dice) -> str:
    return "a d6" if value.count == 1 else f"{value.count}d6"


def _count(value: Any) -> str:
    if isinstance(value, t.Number):
        return number(value.value)
    if isinstance(value, t.UpTo):
        return f"up to {number(value.limit.value)}" if value.limit else "any number of"
    if isinstance(value, t.AtLeast):
        return f"at least {number(value.limit.value)}"
    if isinstance(value, t.MoreThan):
        return f"more than {number(value.limit.value)}"
    if isinstance(value, t.AllBut):
        return f"all but {number(value.limit.value)}"
    return "as much" if isinstance(value, t.AsMuchAs) else "that many"


# ---------------------------------------------------------------- pieces


def _pieces(value: t.Pieces) -> str:
    if value.which == "which":
        found = value.filters[0]
        assert isinstance(found, t.Involved)
        return f"which {_noun(value)} {verbs.relative(found)}"
    if value.noun == "time" and value.filters and isinstance(value.filters[-1], t.Involved):
        found = value.filters[-1]
        if found.role == "times":
            return f"the number of times {verbs.clause(found.event, found.strength)}"
    owned = _possessive(value)
    head = owned if owned is not None else _plain_head(value)
    posts = [post(found) for found in value.filters if not t.stands_before(found)]
    return " ".join([head, *posts])


def _noun(value: t.Pieces) -> str:
    words = load_words()
    one = (
        value.which in {"a", "any", "each", "this", "that", "another", "the", "which"} and value.count is None
    )
    one = one or (value.which is None and value.count is None and value.noun in SINGLE)
    single = isinstance(value.count, t.Number) and value.count.value == 1
    return words.noun_one[value.noun] if one or single else words.noun_many[value.noun]


def _described(value: t.Pieces) -> str:
    before = [pre(found) for found in value.filters if t.stands_before(found)]
    return " ".join([*before, _noun(value)])


def _possessive(value: t.Pieces) -> str | None:
    """ "one of this ship's masts", when the owner is a single closed word."""
    owner = _owner(value.of)
    if owner is None:
        return None
    noun = " ".join([*(pre(found) for found in value.filters if t.stands_before(found)), _owned_noun(value)])
    if value.which is None and value.count is None:
        return f"{owner} {noun}"
    if value.count is None and value.which in PARTS:
        return f"{value.which} of {owner} {noun}"
    if value.which is None and isinstance(value.count, t.Number) and 1 <= value.count.value <= 6:
        return f"{number(value.count.value)} of {owner} {noun}"
    if value.which is None and isinstance(value.count, t.AsMuchAs):
        return f"as much of {owner} {noun}"
    return None


def _owned_noun(value: t.Pieces) -> str:
    words = load_words()
    if value.which is None and value.count is None and value.noun in SINGLE:
        return words.noun_one[value.noun]
    return words.noun_many[value.noun]


SINGLE = frozenset(
    [
        "controller",
        "owner",
        "home_island",
        "base_move",
        "fleet",
        "collection",
        "bow",
        "stern",
        "opponent",
        "line_of_fire",
        "nationality",
        "point_cost",
        "gold_value",
        "range",
        "rank",
        "cargo_capacity",
        "point_limit",
        "turn",
        "move_action",
        "action",
        "token",
        "center",
        "build_total",
        "name",
    ]
)


def _owner(of: Any) -> str | None:
    if isinstance(of, t.Person) and of.who == "you":
        return "your"
    if isinstance(of, t.Pieces) and of.which in {"this", "that"} and of.count is None and not of.filters:
        return f"{of.which} {load_words().noun_one[of.noun]}'s"
    return None


def _plain_head(value: t.Pieces) -> str:
    described = _described(value)
    if value.which == "this" and value.count is not None:
        described = f"these {_count(value.count)} {load_words().noun_many[value.noun]}"
    elif value.which == "that" and value.count is not None:
        described = f"those {_count(value.count)} {load_words().noun_many[value.noun]}"
    else:
        words = [] if value.which is None else [str(value.which)]
        if value.count is not None:
            words.append(_count(value.count))
        described = " ".join([*words, described])
        described = re.sub(r"^a (?=[aeioAEIOU]|un(?!i))", "an ", described)
    if value.of is not None:
        return f"{described} of {closed(value.of)}"
    return described


def _group(value: t.Group) -> str:
    return f" {value.join} ".join(_member(member) for member in value.members)


def _member(member: t.Selector) -> str:
    simple = (
        isinstance(member, t.Pieces)
        and _is_closed(member)
        and member.which in {"a", "any", "each", "another"}
    )
    closed_word = isinstance(member, t.Pieces) and member.which in {"this", "that"}
    return np(member) if simple or closed_word else f"({np(member)})"


def _named(value: t.Named) -> str:
    plain = re.compile(make(load_words())["names"])
    return value.name if plain.fullmatch(value.name) else f'"{value.name}"'


def _person(value: t.Person) -> str:
    if value.who == "you":
        return "you"
    if value.of is not None:
        return f"the player to the left of {np(value.of)}"
    return "the active player" if value.who == "active" else f"the player to your {value.who}"


# ---------------------------------------------------------------- filters


def pre(found: Any) -> str:
    """A filter before its noun."""
    words = load_words()
    if isinstance(found, t.InState):
        return words.states[found.state]
    if isinstance(found, t.OfNation):
        return ("non-" if found.negated else "") + words.nations[found.nation]
    assert isinstance(found, t.OfRange)
    if found.range is None:
        return f"rank {found.rank}"
    return f"{found.rank} {found.range}-range" if found.rank else f"{found.range}-range"


def post(found: Any) -> str:
    """A filter after its noun."""
    return _POSTS[type(found)](found)


def _within(found: t.Within) -> str:
    of = f" of {closed(found.of)}" if found.of is not None else ""
    if found.beyond is not None and found.of is not None:
        return f"more than {_short(found.beyond)} but less than {_short(found.distance)} away from {closed(found.of)}"
    if found.exactly and found.of is not None:
        return f"{_short(found.distance)} away from {closed(found.of)}"
    return f"{'not ' if found.negated else ''}within {distance(found.distance)}{of}"


def _located(found: t.Located) -> str:
    if found.place == "at":
        return f"that is at {closed(found.what)}"
    return f"{found.place.replace('_', ' ')} {closed(found.what)}"


def _has(found: t.Has) -> str:
    return f"without {closed(found.what)}" if found.negated else f"that has {closed(found.what)}"


def _stat_is(found: t.StatIs) -> str:
    tail = {"equal": "", "at_most": " or less", "at_least": " or more"}[found.compare]
    amount = str(found.amount.value) if isinstance(found.amount, t.Number) else np(found.amount)
    return f"with {load_words().noun_one[found.stat]} {amount}{tail}"


def _keyword(found: t.HasKeyword) -> str:
    name = f"with the {load_words().keywords[found.keyword]} keyword"
    return f'{name} or "{found.or_name}" in its name' if found.or_name else name


def _state(found: t.InState) -> str:
    if found.state in t.POST_STATES and not found.negated and found.toward is None:
        return "there" if found.state == "there" else load_words().states[found.state]
    return f"that is {state(found)}"


def state(found: t.InState) -> str:
    """A state after "is": "derelict", "not docked", "linked to this crew"."""
    word = load_words().states[found.state]
    no = "not " if found.negated else ""
    if found.toward is not None:
        return f"{no}{word} {'of' if found.state == 'full' else 'to'} {closed(found.toward)}"
    if found.negated or found.state in t.POST_STATES:
        return f"{no}something {word}" if found.state in t.POST_STATES else f"{no}{word} something"
    return word


def _is_a(found: t.IsA) -> str:
    return f"that is {'not ' if found.negated else ''}{closed(found.what)}"


def _equals(found: t.Equals) -> str:
    word = {"equal": "equal to", "more": "greater than", "less": "lower than"}[found.compare]
    return f"{word} {number_np(found.amount)}"


def number_np(value: Any) -> str:
    """An amount as a noun phrase; a bare number in digits."""
    return str(value.value) if isinstance(value, t.Number) else np(value)


_POSTS: dict[type, Callable[[Any], str]] = {
    t.Within: _within,
    t.Located: _located,
    t.Touching: lambda found: f"touching {closed(found.what)}",
    t.Has: _has,
    t.StatIs: _stat_is,
    t.Extreme: lambda found: f"with the {found.most} {load_words().noun_one[found.stat]}",
    t.HasKeyword: _keyword,
    t.NamedLike: lambda found: f'with "{found.name}" in the name',
    t.InState: _state,
    t.IsA: _is_a,
    t.Except: lambda found: f"except {closed(found.what)}",
    t.Including: lambda found: f"even {closed(found.what)}",
    t.Equals: _equals,
    t.Sized: lambda found: f"{_short(found.wide)} wide and {_short(found.long)} long",
    t.OutsideGame: lambda found: "from outside the game",
    t.Involved: lambda found: verbs.involved(found),
}

_RENDER: dict[type, Callable[[Any], str]] = {
    t.Pieces: _pieces,
    t.Named: _named,
    t.KeywordItself: lambda value: f"the {load_words().keywords[value.keyword]} keyword",
    t.Person: _person,
    t.Group: _group,
    t.Number: lambda value: str(value.value),
    t.Dice: _dice,
    t.Distance: distance,
    t.CountOf: _count_of,
    t.StatOf: _stat_of,
    t.Difference: _difference,
    t.Result: lambda value: "the result",
}
