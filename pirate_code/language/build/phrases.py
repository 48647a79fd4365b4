"""Whole noun phrases: pieces narrowed down, names, groups, pronouns."""

from __future__ import annotations

from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.clause import BuildError, Paren, StatValue, Value
from pirate_code.language.build.mentions import Mentions, reference
from pirate_code.language.build.values import distance, number, selector
from pirate_code.language.words import Words, load_words


def _shared(values: list[Value]) -> list[Value]:
    """In "one crew or ship within S of her" both are one, and both within S."""
    first, last = values[0], values[-1]
    if not (isinstance(first, t.Pieces) and isinstance(last, t.Pieces)):
        return values
    if (
        last.which is not None
        or last.count is not None
        or last.of is not None
        or first.which in {"this", "that"}
    ):
        return values
    before: list[t.Filter] = [
        filter_ for filter_ in first.filters if isinstance(filter_, t.OfNation) or t.is_attribute(filter_)
    ]
    after = [filter_ for filter_ in last.filters if not t.stands_before(filter_)]
    members: list[Value] = []
    for value in values:
        members.append(_with_head(value, members[-1], before) if members else value)
    *others, end = members
    return [*(_with_posts(value, after) for value in others), end]


def _with_head(value: Value, first: Value, before: list[t.Filter]) -> Value:
    """The determiner and owner of the member before hold, and what the first is: "any enemy ship or fort"."""
    if not isinstance(value, t.Pieces) or not isinstance(first, t.Pieces):
        return value
    if value.which is not None or value.count is not None or value.of is not None:
        return value
    own = {type(filter_) for filter_ in value.filters}
    filters = (*(filter_ for filter_ in before if type(filter_) not in own), *value.filters)
    return value.but(which=first.which, count=first.count, of=first.of, filters=filters)


def _with_posts(value: Value, after: list[t.Filter]) -> Value:
    """What follows the last member holds for those that have nothing of their own there."""
    if not isinstance(value, t.Pieces) or not all(t.stands_before(filter_) for filter_ in value.filters):
        return value
    named = reference(value)
    return value.but(
        filters=(*value.filters, *(filter_ for filter_ in after if getattr(filter_, "what", None) != named))
    )


def _joined(values: list[Value], joins: list[str]) -> t.Group:
    """Members joined by "and" or "or"; where both stand, "and" binds the closer."""
    if {"and", "or"} <= set(joins):
        runs: list[list[Value]] = [[values[0]]]
        for join, value in zip(joins, values[1:], strict=True):
            if join == "and":
                runs[-1].append(value)
            else:
                runs.append([value])
        members = [run[0] if len(run) == 1 else _joined(run, ["and"] * (len(run) - 1)) for run in runs]
        return t.Group(join="or", members=tuple(selector(member) for member in members))
    join = "or" if "or" in joins else "and"
    return t.Group(join=join, members=tuple(selector(value) for value in _owned_by_one(_shared(values))))


def _owned_by_one(values: list[Value]) -> list[Value]:
    """In "the ability and point cost of that card" both are the card's."""
    last = values[-1]
    if not isinstance(last, t.Pieces) or last.of is None or last.which is not None or last.count is not None:
        return values
    alike = {"stats", "matters"}
    classes = load_words().noun_class
    if not all(isinstance(value, t.Pieces) and classes[value.noun] in alike for value in values):
        return values
    return [value.but(of=last.of) if value.of is None and value.which == "the" else value for value in values]


class Phrases:
    """Callbacks of the noun phrases of grammar/selectors.lark."""

    def __init__(self, words: Words, mentions: Mentions) -> None:
        """Build with the vocabulary, for a line that has mentioned these pieces."""
        self.words, self.mentions = words, mentions

    def np_open(self, head: Value, *posts: t.Filter | tuple[str, Value]) -> Value:
        value = head
        for post in posts:
            value = self._narrow(value, post)
        self.mentions.add(value)
        return value

    def _narrow(self, value: Value, post: Any) -> Value:
        if isinstance(value, t.CountOf):
            return t.CountOf(what=self._narrow(value.what, post))
        if isinstance(value, t.Difference):
            return t.Difference(left=value.left, right=t.CountOf(what=self._narrow(value.right.what, post)))
        if isinstance(value, t.Number):
            value = t.Pieces(noun="game_piece", count=value)
        if not isinstance(value, t.Pieces):
            raise BuildError("only pieces can be narrowed down")
        if isinstance(post, tuple):
            return self._narrow_of(value, *post)
        return value.but(filters=(*value.filters, post))

    def _narrow_of(self, value: t.Pieces, how: str, other: Value) -> Value:
        if how == "of" and isinstance(other, t.Distance | t.Number):
            return StatValue(value.noun, other)
        if how == "rank":
            guns = [f for f in value.filters if isinstance(f, t.OfRange)]
            others = tuple(f for f in value.filters if not isinstance(f, t.OfRange))
            gun = t.OfRange(range=guns[0].range if guns else None, rank=other)
            return value.but(filters=(*others, gun))
        if how == "range":
            guns = [f for f in value.filters if isinstance(f, t.OfRange)]
            others = tuple(f for f in value.filters if not isinstance(f, t.OfRange))
            gun = t.OfRange(range=other, rank=guns[0].rank if guns else None)
            return value.but(filters=(*others, gun))
        if value.of is None:
            return value.but(of=selector(other))
        raise BuildError("a piece can belong to one owner only")

    def p_docked_there(self, _: Token) -> t.Filter:
        return t.Located(place="docked_at", what=self.mentions.place(there=True))

    def pred_docked_there(self, _: Token) -> tuple[str, t.Filter, list[Any]]:
        return ("filter", self.p_docked_there(_), [])

    def np_closed(self, head: t.Pieces) -> t.Pieces:
        self.mentions.add(head)
        return head

    def np_paren(self, value: Value) -> Paren:
        return Paren(value)

    def group(self, first: Value, *rest: Any) -> Value:
        values = [first, *rest[1::2]]
        self.mentions.forget(values)
        joins = ["or" if "or" in joiner else "and" if "and" in joiner else "," for joiner in rest[::2]]
        whole = _joined(values, joins)
        self.mentions.add(whole)
        return whole

    def pronoun(self, word: Token) -> t.Selector:
        if word == "neither":
            return t.Pieces(noun="game_piece", which="no")
        if word in {"each", "those"}:
            return t.Pieces(noun="game_piece", which="each" if word == "each" else None)
        return self.mentions.pronoun(str(word))

    def part_of_them(self, text: Token) -> t.Selector:
        meant = self.mentions.pronoun("they")
        if not isinstance(meant, t.Pieces):
            return meant
        how = text.removesuffix(" them").removesuffix(" these").removesuffix(" those").removesuffix(" of")
        if how in {"each", "all", "both"}:
            return meant
        if how in {"any", "none"}:
            return t.Pieces(noun=meant.noun, which="no" if how == "none" else "any", of=None)
        count: Any = t.Number(value=number(how.removeprefix("up to ")))
        return t.Pieces(noun=meant.noun, count=t.UpTo(limit=count) if how.startswith("up") else count)

    def pronoun_place(self, word: Token) -> t.Selector:
        return self.mentions.place(there=word == "them")

    def pronoun_source(self, _: Token) -> t.Selector:
        return self.mentions.other_ship()

    def you(self, _: Token) -> t.Person:
        return t.Person(who="you")

    def named(self, *words: Token) -> t.Named:
        piece = t.Named(name=str(words[-1]).strip('"'))
        self.mentions.add(piece)
        return piece

    def np_distance(self, text: Token) -> t.Distance:
        return distance(text)

    def np_dice(self, *words: Token) -> t.Dice:
        text = str(words[-1]).removesuffix("d6")
        if text and not 1 <= int(text) <= 20:
            raise BuildError(f"between 1 and 20 dice can be rolled, not {text}")
        return t.Dice(count=int(text) if text else 1)

    def np_range(self, text: Token) -> StatValue:
        return StatValue("range", distance(text[0]))

    def keyword_itself(self, *words: Token) -> t.KeywordItself:
        keyword = t.KeywordItself(keyword=self.words.keyword_words[words[-1].removeprefix("the ")])
        self.mentions.add(keyword)
        return keyword

    def the_nation(self, text: Token) -> t.Pieces:
        name = text.removeprefix("the ").removesuffix(" faction").removesuffix(" nation")
        nation = self.words.nation_words.get(name) or self.words.nation_words[name.removesuffix("s")]
        return t.Pieces(noun="game_piece", filters=(t.OfNation(nation=nation),))

    def side_player(self, text: Token) -> t.Person:
        who = "left" if "left" in text else "right" if "right" in text else "active"
        return t.Person(who=who)

    def left_of(self, who: Value) -> t.Person:
        return t.Person(who="left", of=selector(who))
