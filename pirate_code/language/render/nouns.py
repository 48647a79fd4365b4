"""Selectors, amounts and filters in canonical words.

Clauses inside them are written by `verbs`, which adds its two entries to the tables at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from pirate_code.glossary import follows_nations
from pirate_code.language import tree as t
from pirate_code.language.spelling import begin
from pirate_code.language.terminals import any_of, terminal
from pirate_code.language.times import TIMES
from pirate_code.language.words import FORMS, NUMBER_WORDS, load_words

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
_WORD_END = re.compile(r"(?<=\w)\b")


@cache
def predicate_states() -> frozenset[str]:
    """States that can stand after "is"; attributes only stand before a noun."""
    return frozenset(load_words().states) - load_words().attributes


def np(value: Any) -> str:
    """A noun phrase as it stands at the end of a clause."""
    return NOUN_PHRASES[type(value)](value)


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
    plain = _is_closed(value) and not _is_misread(text) and not text.startswith("both ")
    return text if plain else box(text)


def runs_on(value: Any) -> bool:
    """Whether words after the noun phrase change how it is read: "this target hits", "no ship may"."""
    if not isinstance(value, t.Pieces):
        return False
    noun = noun_of(value)
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


def _is_misread(text: str) -> bool:
    """Whether a noun phrase begins with words that would be read as a verb, a manner or a time."""
    return any(text[: end.start()] in _misread() for end in _WORD_END.finditer(text))


@cache
def _misread() -> frozenset[str]:
    words = load_words()
    forms = [word for form in FORMS for word in words.forms[form]]
    return frozenset([*TIMES, *words.manner_words, *forms])


def taken(text: str) -> bool:
    """Whether a preposition and its noun phrase begin like a manner, a time or another slot."""
    return bool(_taken().match(text.strip()))


@cache
def _taken() -> re.Pattern[str]:
    phrases = any_of([phrase.replace(" 's", "'s") for phrase in TIMES] + list(load_words().manner_words))
    slots = r"for (?:each|every)(?! \()|for a number of|from your collection"
    results = r"on (?:a |the )?(?:die )?(?:result|roll)s? of"
    return re.compile(rf"(?:{phrases}|{slots}|{results})\b")


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
    return f"the number of {whole(value.what, parted=False)}"


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
    if isinstance(value, t.Half):
        return f"half rounded {value.rounded} of"
    if isinstance(value, t.AllBut):
        return f"all but {number(value.limit.value)}"
    return "as much" if isinstance(value, t.AsMuchAs) else "that many"


# ---------------------------------------------------------------- pieces


def whole(value: t.Pieces, *, parted: bool = True) -> str:
    """Head and everything after it; `parted` lets the head be "one of this ship's masts"."""
    posts = _posts(value)
    owned = _possessive(value) if parted or (value.which is None and value.count is None) else None
    head = owned if owned is not None else _plain_head(value, followed=bool(posts))
    last = len(posts) - 1
    return " ".join([head, *(post(filter_, tightly=place < last) for place, filter_ in enumerate(posts))])


def _posts(value: t.Pieces) -> list[Any]:
    """The filters that are said after the noun, last those that end in "something"."""
    before = _before(value)
    moved = [filter_ for filter_ in value.filters if t.stands_before(filter_) and filter_ not in before]
    guns = [filter_ for filter_ in moved if isinstance(filter_, t.OfRange)]
    others = [filter_ for filter_ in moved if not isinstance(filter_, t.OfRange)]
    after = [filter_ for filter_ in value.filters if not t.stands_before(filter_)]
    return [*guns, *after, *others]


def _before(value: t.Pieces) -> list[Any]:
    """The filters that are said before the noun: not those that would make a name or another noun of it."""
    noun = noun_of(value)
    states = [
        filter_ for filter_ in value.filters if isinstance(filter_, t.InState) and t.stands_before(filter_)
    ]
    nations = [filter_ for filter_ in value.filters if isinstance(filter_, t.OfNation)]
    guns = [filter_ for filter_ in value.filters if isinstance(filter_, t.OfRange)]
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


def noun_of(value: t.Pieces) -> str:
    """The noun of some pieces, singular or plural."""
    words = load_words()
    one = (
        value.which in {"a", "any", "each", "this", "that", "another", "the", "which"} and value.count is None
    )
    if any(
        isinstance(filter_, t.InState) and filter_.state in {"most", "fewest"} for filter_ in value.filters
    ):
        one = False
    if value.which is None and value.count is None and value.of is not None:
        one = value.noun in SINGLE and words.noun_one[value.noun] not in words.forms["base"]
    single = isinstance(value.count, t.Number) and value.count.value == 1
    return words.noun_one[value.noun] if one or single else words.noun_many[value.noun]


def _described(value: t.Pieces, noun: str) -> str:
    return " ".join([*(pre(filter_) for filter_ in _before(value)), noun])


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
        return None if _is_misread(text) else f"{text}'s"
    return None


def _plain_head(value: t.Pieces, followed: bool) -> str:
    words = [] if value.which is None else [str(value.which)]
    if value.count is not None and value.which in {"this", "that"}:
        words = ["these" if value.which == "this" else "those"]
    if value.count is not None:
        words.append(_count(value.count))
    head = " ".join([*words, _described(value, noun_of(value))])
    head = re.sub(r"^a (?=[aeioAEIOU]|un(?!i))", "an ", head)
    if value.of is None:
        return head
    # "Whales of Blackbeard" would be a name.
    return f"{head} of {after_of(value.of, tightly=followed or noun_of(value)[0].isupper())}"


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


@follows_nations
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


def pre(filter_: Any) -> str:
    """A filter before its noun."""
    words = load_words()
    if isinstance(filter_, t.InState):
        return words.states[filter_.state]
    if isinstance(filter_, t.OfNation):
        return ("non-" if filter_.negated else "") + words.nations[filter_.nation]
    assert isinstance(filter_, t.OfRange)
    if filter_.range is None:
        return f"rank {filter_.rank}"
    return f"rank {filter_.rank} {filter_.range}-range" if filter_.rank else f"{filter_.range}-range"


def post(filter_: Any, *, tightly: bool = False) -> str:
    """A filter after its noun; `tightly` when another one follows it."""
    return POSTS[type(filter_)](filter_, tightly)


def predicate(filter_: Any) -> str:
    """A filter after "is" or "becomes"."""
    if isinstance(filter_, t.InState) and not filter_.negated and not t.is_attribute(filter_):
        return _state_word(filter_, tightly=False)
    if isinstance(filter_, t.IsA) and not filter_.negated:
        return _is_what(filter_.what, tightly=False)
    if isinstance(filter_, t.Located) and filter_.place in {"on", "under", "in", "at", "docked_at"}:
        return f"{filter_.place.replace('_', ' ')} {closed(filter_.what)}"
    if isinstance(filter_, t.Touching) or (isinstance(filter_, t.Within) and not filter_.negated):
        return post(filter_)
    return f"{pre(filter_)} something" if t.stands_before(filter_) else f"something {post(filter_)}"


def _within(filter_: t.Within, tightly: bool) -> str:
    of = after_of(filter_.of, tightly=tightly) if filter_.of is not None else ""
    no = "that is not " if filter_.negated else ""
    if filter_.beyond is not None:
        return (
            f"{no}more than {_short(filter_.beyond)} but less than {_short(filter_.distance)} away from {of}"
        )
    if filter_.exactly:
        return f"{no}{_short(filter_.distance)} away from {of}"
    if filter_.of is None:
        return f"{no}within {distance(filter_.distance)}"
    return f"{'not ' if filter_.negated else ''}within {distance(filter_.distance)} of {of}"


def _located(filter_: t.Located, tightly: bool) -> str:
    place = "that is at" if filter_.place == "at" else filter_.place.replace("_", " ")
    what = np(filter_.what)
    text = f"{place} {enclosed(filter_.what, what, tightly=tightly)}"
    return text if not taken(text) else f"{place} {box(what)}"


def _has(filter_: t.Has, tightly: bool) -> str:
    what = _end(filter_.what, tightly)
    return f"without {what}" if filter_.negated else f"that has {what}"


def _stat_is(filter_: t.StatIs, _: bool) -> str:
    said = {
        "at_most": "{} or less",
        "at_least": "{} or more",
        "less_than": "less than {}",
        "more_than": "more than {}",
    }
    amount = said.get(filter_.compare, "{}").format(number_np(filter_.amount))
    return f"with {load_words().noun_one[filter_.stat]} {amount}"


def _keyword(filter_: t.HasKeyword, _: bool) -> str:
    name = f"with the {load_words().keywords[filter_.keyword]} keyword"
    return f'{name} or "{filter_.or_name}" in its name' if filter_.or_name else name


def _state(filter_: t.InState, tightly: bool) -> str:
    if filter_.state in t.POST_STATES and not filter_.negated and filter_.toward is None:
        return "there" if filter_.state == "there" else load_words().states[filter_.state]
    return f"that is {'not ' if filter_.negated else ''}{_state_word(filter_, tightly)}"


def _state_word(filter_: t.InState, tightly: bool) -> str:
    """A state after "is": "derelict", "linked to this crew", "extra something"."""
    word = load_words().states[filter_.state]
    if filter_.toward is not None:
        return f"{word} {'of' if filter_.state == 'full' else 'to'} {_end(filter_.toward, tightly)}"
    return word if filter_.state in predicate_states() else f"{word} something"


def _nation(filter_: t.OfNation, _: bool) -> str:
    return f"that is {pre(filter_)} something"


def _ranged(filter_: t.OfRange, _: bool) -> str:
    return (
        f"with a {filter_.rank}{filter_.range} attack rating"
        if filter_.rank
        else f"with {filter_.range}-range"
    )


def _is_a(filter_: t.IsA, tightly: bool) -> str:
    return f"that is {'not ' if filter_.negated else ''}{_is_what(filter_.what, tightly)}"


def _is_what(what: Any, tightly: bool) -> str:
    return box(np(what)) if is_bare(what) else _end(what, tightly)


def _equals(filter_: t.Equals, tightly: bool) -> str:
    word = {"equal": "equal to", "more": "greater than", "less": "lower than"}[filter_.compare]
    return f"{word} {box(number_np(filter_.amount)) if tightly else number_np(filter_.amount)}"


POSTS: dict[type, Callable[[Any, bool], str]] = {
    t.Within: _within,
    t.Located: _located,
    t.Touching: lambda filter_, tightly: f"touching {_end(filter_.what, tightly)}",
    t.Has: _has,
    t.StatIs: _stat_is,
    t.Extreme: lambda filter_, _: f"with the {filter_.most} {load_words().noun_one[filter_.stat]}",
    t.HasKeyword: _keyword,
    t.NamedLike: lambda filter_, _: f'with "{filter_.name}" in the name',
    t.InState: _state,
    t.OfNation: _nation,
    t.OfRange: _ranged,
    t.IsA: _is_a,
    t.Except: lambda filter_, tightly: f"except {_end(filter_.what, tightly)}",
    t.Including: lambda filter_, tightly: f"even {_end(filter_.what, tightly)}",
    t.Equals: _equals,
    t.Sized: lambda filter_, _: f"{_short(filter_.wide)} wide and {_short(filter_.long)} long",
    t.OutsideGame: lambda filter_, _: "from outside the game",
}

NOUN_PHRASES: dict[type, Callable[[Any], str]] = {
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
    t.AtLeast: lambda value: f"at least {value.limit.value}",
    t.UpTo: lambda value: f"at most {value.limit.value}",
}
