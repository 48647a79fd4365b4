"""Selectors, amounts and filters in canonical words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.values import NUMBER_WORDS
from pirate_code.language.grammar import terminal
from pirate_code.language.render import verbs
from pirate_code.language.spelling import begin
from pirate_code.language.terminals import any_of
from pirate_code.language.times import TIMES
from pirate_code.language.words import FORMS, load_words

# Determiners that can also stand before "of this ship's masts".
PARTS = frozenset({"any", "each", "all", "another", "both"})
# Nouns that are named in the singular when nothing says which or how many: "this ship's home island".
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
# Words in parentheses that a printed line uses for an aside, which is read as if nothing enclosed it.
_ASIDE = re.compile(r"(?:except|only|even|and|then|that)\b")


def np(value: Any) -> str:
    """A noun phrase as it stands at the end of a clause."""
    return _RENDER[type(value)](value)


def box(text: str) -> str:
    """A noun phrase in parentheses: nothing around it becomes part of it."""
    return f"(({text}))" if _ASIDE.match(text) and "(" not in text else f"({text})"


def closed(value: Any) -> str:
    """A noun phrase that something else may follow: parentheses keep the two apart."""
    return enclosed(value, np(value))


def enclosed(value: Any, text: str, *, tightly: bool = False) -> str:
    """A noun phrase whose words are known, in parentheses where what follows would become part of it.

    `tightly` means that "from", "as" or "within" follows. The words are passed on, never made again: a phrase
    holds phrases, and words made twice on every level double with each level.
    """
    if tightly:
        alone = isinstance(value, t.Pieces) and value.which in {"this", "that"} and not runs_on(value)
        if not alone and not isinstance(value, t.KeywordItself | t.Person):
            return box(text)
    plain = _is_closed(value) and not _misread().match(text) and not text.startswith("both ")
    return text if plain else box(text)


def runs_on(value: Any) -> bool:
    """Whether words after the noun phrase change how it is read: "this target hits", "no ship may"."""
    if not isinstance(value, t.Pieces):
        return False
    noun = _noun(value)
    return value.which == "no" or noun in load_words().state_words or noun[0].isupper()


def _end(value: Any, tightly: bool) -> str:
    return enclosed(value, np(value), tightly=tightly)


def is_bare(value: Any) -> bool:
    """Whether nothing says which, how many or whose: "ships", "docked ships"."""
    return isinstance(value, t.Pieces) and value.which is None and value.count is None and value.of is None


def _is_closed(value: Any) -> bool:
    if isinstance(value, t.Pieces):
        if value.noun == "time" or value.which == "which" or _posts(value):
            return False
        return value.of is None or _possessive(value) is not None
    return not isinstance(value, t.Group | t.CountOf | t.StatOf | t.Difference) and not (
        isinstance(value, t.Person) and value.of is not None
    )


@cache
def _misread() -> re.Pattern[str]:
    """Words that begin a noun phrase and would be read as a verb, a manner or a time."""
    words = load_words()
    forms = [word for form in FORMS for word in words.forms[form]]
    return re.compile(rf"(?:{any_of([*TIMES, *words.manner_words, *forms])})\b")


# ---------------------------------------------------------------- amounts


def number(value: int) -> str:
    """`number(2)` is "two"; from eleven on, digits."""
    return NUMBER_WORDS[value] if value <= 10 else str(value)


def distance(value: t.Distance) -> str:
    """`S+L`, and `L+L` for L twice."""
    return "+".join(value.segments)


def _short(value: t.Distance) -> str:
    """The form with a number before the side, for distances along one side."""
    return f"{len(value.segments)}{value.segments[0]}" if len(value.segments) > 1 else value.segments[0]


def number_np(value: Any) -> str:
    """An amount as a noun phrase; a bare number in digits."""
    return str(value.value) if isinstance(value, t.Number) else np(value)


def amount_before(value: Any, more: str) -> str:
    """An amount with what is said after it."""
    simple = isinstance(value, t.Number | t.Dice | t.Distance)
    return f"{number_np(value) if simple or not more else box(np(value))}{more}"


def _count_of(value: t.CountOf) -> str:
    return f"the number of {_whole(value.what, parted=False)}"


def _stat_of(value: t.StatOf) -> str:
    return f"the {load_words().noun_one[value.stat]} of {after_of(value.of, tightly=False)}"


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
    if isinstance(value, t.FewerThan):
        return f"fewer than {number(value.limit.value)}"
    if isinstance(value, t.AllBut):
        return f"all but {number(value.limit.value)}"
    return "as much" if isinstance(value, t.AsMuchAs) else "that many"


# ---------------------------------------------------------------- pieces


def _pieces(value: t.Pieces) -> str:
    found = value.filters[-1] if value.filters else None
    if isinstance(found, t.Involved) and value.which == "which":
        return f"which {_noun(value)} {verbs.relative(found)}"
    if isinstance(found, t.Involved) and found.role == "times":
        return f"the number of times {verbs.clause(found.event, found.strength)}"
    return _whole(value)


def _whole(value: t.Pieces, *, parted: bool = True) -> str:
    """Head and everything after it; `parted` lets the head be "one of this ship's masts"."""
    posts = _posts(value)
    owned = _possessive(value) if parted or (value.which is None and value.count is None) else None
    head = owned if owned is not None else _plain_head(value, followed=bool(posts))
    last = len(posts) - 1
    return " ".join([head, *(post(found, tightly=place < last) for place, found in enumerate(posts))])


def _posts(value: t.Pieces) -> list[Any]:
    """The filters that are said after the noun, last those that end in "something"."""
    before = _before(value)
    moved = [found for found in value.filters if t.stands_before(found) and found not in before]
    guns = [found for found in moved if isinstance(found, t.OfRange)]
    others = [found for found in moved if not isinstance(found, t.OfRange)]
    after = [found for found in value.filters if not t.stands_before(found)]
    return [*guns, *after, *others]


def _before(value: t.Pieces) -> list[Any]:
    """The filters that are said before the noun: not those that would make a name or another noun of it."""
    noun = _noun(value)
    states = [found for found in value.filters if isinstance(found, t.InState) and t.stands_before(found)]
    nations = [found for found in value.filters if isinstance(found, t.OfNation)]
    guns = [found for found in value.filters if isinstance(found, t.OfRange)]
    capital = noun[0].isupper() or (bool(nations) and not all(nation.negated for nation in nations))
    if guns and guns[0].range is not None and capital:
        guns = []
    if noun[0].isupper():
        nations = [nation for nation in nations if nation.negated]
    else:
        named = [nation for nation in nations if not nation.negated]
        nations = [nation for nation in nations if nation.negated or nation is named[0]]
    nations.sort(key=lambda nation: not nation.negated)  # not "Mercenary non-English crew": a keyword
    if states and _makes_a_noun(f"{pre(states[-1])} {noun}"):
        states.pop()
    if any(pre(state) in load_words().nouns for state in states):  # not "derelict French ship": a derelict
        return [*guns, *nations, *states]
    return [*states, *nations, *guns]


def _makes_a_noun(said: str) -> bool:
    """Whether a state and a noun together are another noun: "unique treasure"."""
    return _long_nouns().match(said) is not None


@cache
def _long_nouns() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(noun for noun in load_words().nouns if ' ' in noun)})\b")


def _noun(value: t.Pieces) -> str:
    words = load_words()
    one = (
        value.which in {"a", "any", "each", "this", "that", "another", "the", "which"} and value.count is None
    )
    if any(isinstance(found, t.InState) and found.state in {"most", "fewest"} for found in value.filters):
        one = False
    if value.which is None and value.count is None and value.of is not None:
        one = value.noun in SINGLE and words.noun_one[value.noun] not in words.forms["base"]
    single = isinstance(value.count, t.Number) and value.count.value == 1
    return words.noun_one[value.noun] if one or single else words.noun_many[value.noun]


def _described(value: t.Pieces, noun: str) -> str:
    return " ".join([*(pre(found) for found in _before(value)), noun])


def _possessive(value: t.Pieces) -> str | None:
    """ "one of this ship's masts", when the owner is a single closed word."""
    owner = _owner(value.of)
    if owner is None:
        return None
    words = load_words()
    alone = value.which is None and value.count is None and value.noun in SINGLE
    noun = _described(value, words.noun_one[value.noun] if alone else words.noun_many[value.noun])
    if value.which is None and value.count is None:
        return f"{owner} {noun}"
    if value.count is None and value.which in PARTS:
        return f"{value.which} of {owner} {noun}"
    if value.which is None and isinstance(value.count, t.Number) and 1 <= value.count.value <= 6:
        return f"{number(value.count.value)} of {owner} {noun}"
    if value.which is None and isinstance(value.count, t.AsMuchAs):
        return f"as much of {owner} {noun}"
    return None


def _owner(of: Any) -> str | None:
    if isinstance(of, t.Person) and of.who == "you":
        return "your"
    if isinstance(of, t.Pieces) and of.which in {"this", "that"} and of.count is None and not of.filters:
        text = np(of)
        return None if _misread().match(text) else f"{text}'s"
    return None


def _plain_head(value: t.Pieces, followed: bool) -> str:
    words = [] if value.which is None else [str(value.which)]
    if value.count is not None and value.which in {"this", "that"}:
        words = ["these" if value.which == "this" else "those"]
    if value.count is not None:
        words.append(_count(value.count))
    head = " ".join([*words, _described(value, _noun(value))])
    head = re.sub(r"^a (?=[aeioAEIOU]|un(?!i))", "an ", head)
    if value.of is None:
        return head
    # "Whales of Blackbeard" would be a name.
    return f"{head} of {after_of(value.of, tightly=followed or _noun(value)[0].isupper())}"


def after_of(value: Any, *, tightly: bool = False) -> str:
    """What follows "of"; "the result of 3" would be a 3."""
    text = np(value)
    return enclosed(value, text, tightly=tightly or runs_on(value) or text[0].isdigit())


def _group(value: t.Group) -> str:
    return f" {value.join} ".join(_member(member) for member in value.members)


def _member(member: t.Selector) -> str:
    known = isinstance(member, t.Pieces) and member.which in {"a", "any", "each", "another", "this", "that"}
    # "A move or an action" would be spelled "a move action or an action".
    text = np(member)
    return enclosed(member, text) if known and not text.endswith("move") else box(text)


def _named(value: t.Named) -> str:
    plain = _plain_name().fullmatch(value.name) and begin(value.name) == value.name
    return value.name if plain else f'"{value.name}"'


@cache
def _plain_name() -> re.Pattern[str]:
    return terminal("NAME")


def _person(value: t.Person) -> str:
    if value.who == "you":
        return "you"
    if value.of is not None:
        return f"the player to the left of {after_of(value.of, tightly=False)}"
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
    return f"rank {found.rank} {found.range}-range" if found.rank else f"{found.range}-range"


def post(found: Any, *, tightly: bool = False) -> str:
    """A filter after its noun; `tightly` when another one follows it."""
    return _POSTS[type(found)](found, tightly)


def predicate(found: Any) -> str:
    """A filter after "is" or "becomes"."""
    if isinstance(found, t.InState) and not found.negated and not t.is_attribute(found):
        return _state_word(found, tightly=False)
    if isinstance(found, t.IsA) and not found.negated:
        return _is_what(found.what, tightly=False)
    if isinstance(found, t.Located) and found.place in {"on", "under", "in", "at", "docked_at"}:
        return f"{found.place.replace('_', ' ')} {closed(found.what)}"
    if isinstance(found, t.Touching) or (isinstance(found, t.Within) and not found.negated):
        return post(found)
    return f"{pre(found)} something" if t.stands_before(found) else f"something {post(found)}"


def _within(found: t.Within, tightly: bool) -> str:
    of = after_of(found.of, tightly=tightly) if found.of is not None else ""
    no = "that is not " if found.negated else ""
    if found.beyond is not None:
        return f"{no}more than {_short(found.beyond)} but less than {_short(found.distance)} away from {of}"
    if found.exactly:
        return f"{no}{_short(found.distance)} away from {of}"
    if found.of is None:
        return f"{no}within {distance(found.distance)}"
    return f"{'not ' if found.negated else ''}within {distance(found.distance)} of {of}"


def _located(found: t.Located, tightly: bool) -> str:
    place = "that is at" if found.place == "at" else found.place.replace("_", " ")
    what = np(found.what)
    text = f"{place} {enclosed(found.what, what, tightly=tightly)}"
    return text if not verbs.taken(text) else f"{place} {box(what)}"


def _has(found: t.Has, tightly: bool) -> str:
    what = _end(found.what, tightly)
    return f"without {what}" if found.negated else f"that has {what}"


def _stat_is(found: t.StatIs, _: bool) -> str:
    tail = {"equal": "", "at_most": " or less", "at_least": " or more"}[found.compare]
    return f"with {load_words().noun_one[found.stat]} {number_np(found.amount)}{tail}"


def _keyword(found: t.HasKeyword, _: bool) -> str:
    name = f"with the {load_words().keywords[found.keyword]} keyword"
    return f'{name} or "{found.or_name}" in its name' if found.or_name else name


def _state(found: t.InState, tightly: bool) -> str:
    if found.state in t.POST_STATES and not found.negated and found.toward is None:
        return "there" if found.state == "there" else load_words().states[found.state]
    return f"that is {'not ' if found.negated else ''}{_state_word(found, tightly)}"


def _state_word(found: t.InState, tightly: bool) -> str:
    """A state after "is": "derelict", "linked to this crew", "extra something"."""
    word = load_words().states[found.state]
    if found.toward is not None:
        return f"{word} {'of' if found.state == 'full' else 'to'} {_end(found.toward, tightly)}"
    return word if found.state in verbs.PREDICATE_STATES else f"{word} something"


def _nation(found: t.OfNation, _: bool) -> str:
    return f"that is {pre(found)} something"


def _ranged(found: t.OfRange, _: bool) -> str:
    return f"with a {found.rank}{found.range} attack rating" if found.rank else f"with {found.range}-range"


def _is_a(found: t.IsA, tightly: bool) -> str:
    return f"that is {'not ' if found.negated else ''}{_is_what(found.what, tightly)}"


def _is_what(what: Any, tightly: bool) -> str:
    return box(np(what)) if is_bare(what) else _end(what, tightly)


def _equals(found: t.Equals, tightly: bool) -> str:
    word = {"equal": "equal to", "more": "greater than", "less": "lower than"}[found.compare]
    return f"{word} {box(number_np(found.amount)) if tightly else number_np(found.amount)}"


_POSTS: dict[type, Callable[[Any, bool], str]] = {
    t.Within: _within,
    t.Located: _located,
    t.Touching: lambda found, tightly: f"touching {_end(found.what, tightly)}",
    t.Has: _has,
    t.StatIs: _stat_is,
    t.Extreme: lambda found, _: f"with the {found.most} {load_words().noun_one[found.stat]}",
    t.HasKeyword: _keyword,
    t.NamedLike: lambda found, _: f'with "{found.name}" in the name',
    t.InState: _state,
    t.OfNation: _nation,
    t.OfRange: _ranged,
    t.IsA: _is_a,
    t.Except: lambda found, tightly: f"except {_end(found.what, tightly)}",
    t.Including: lambda found, tightly: f"even {_end(found.what, tightly)}",
    t.Equals: _equals,
    t.Sized: lambda found, _: f"{_short(found.wide)} wide and {_short(found.long)} long",
    t.OutsideGame: lambda found, _: "from outside the game",
    t.Involved: lambda found, tightly: verbs.involved(found, tightly=tightly),
}

_RENDER: dict[type, Callable[[Any], str]] = {
    t.Pieces: _pieces,
    t.Named: _named,
    t.KeywordItself: lambda value: f"the {load_words().keywords[value.keyword]} keyword",
    t.Person: _person,
    t.Group: _group,
    t.Number: lambda value: str(value.value),
    t.Unstated: lambda value: "X",
    t.Dice: _dice,
    t.Distance: distance,
    t.CountOf: _count_of,
    t.StatOf: _stat_of,
    t.Difference: _difference,
    t.Result: lambda value: "the result",
}
