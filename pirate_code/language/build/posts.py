"""What stands after a noun: places, distances, costs, keywords."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.clause import Value
from pirate_code.language.build.values import amount, distance, selector
from pirate_code.language.words import Words

PLACES = {"aboard": "on", "assigned to": "on", "docked at": "docked_at"}


def located(word: str, what: Value) -> t.Located:
    """Where a piece is: "aboard" and "assigned to" are "on"."""
    return t.Located(place=PLACES.get(word, str(word)), what=selector(what))


class Posts:
    """Callbacks of the modifiers after the noun of grammar/selectors.lark, clauses aside."""

    def __init__(self, words: Words) -> None:
        """Build with the vocabulary."""
        self.words = words

    def p_place(self, word: Token, what: Value) -> t.Filter:
        return located(word, what)

    def p_in_play(self) -> t.Filter:
        return t.InState(state="in_play")

    def p_of(self, what: Value) -> tuple[str, Value]:
        return ("of", what)

    def p_within(self, within: t.Within) -> t.Filter:
        return within

    def within_of(self, word: Token, text: Token, of: Value) -> t.Within:
        return t.Within(distance=distance(text), of=selector(of), negated=word.startswith("not"))

    def within_here(self, word: Token, text: Token) -> t.Within:
        return t.Within(distance=distance(text), negated=word.startswith("not"))

    def within_away(self, text: Token, of: Value) -> t.Within:
        sides = re.findall(r"\d? ?[SL]", text)
        if text.startswith("more than"):
            return t.Within(distance=distance(sides[1]), of=selector(of), beyond=distance(sides[0]))
        exact = not text.startswith("up to")
        return t.Within(distance=distance(sides[0]), of=selector(of), exactly=exact)

    def p_stat(self, text: Token, compared: tuple[str, Value]) -> t.Filter:
        name = re.sub(r"^(?:with|that has) (?:an? )?|(?: of)$", "", text)
        return self._stat_is(self.words.nouns[name], compared)

    def p_worth(self, compared: tuple[str, Value]) -> t.Filter:
        value = compared[1]
        in_gold = isinstance(value, t.Pieces) and value.noun in {"gold", "point_cost"}
        return self._stat_is("gold_value" if in_gold else "point_cost", compared)

    def _stat_is(self, stat: str, compared: tuple[str, Value]) -> t.Filter:
        how, value = compared
        plain = value
        if isinstance(plain, t.Pieces) and plain.noun == "point_cost":
            plain = plain.but(filters=())
        if isinstance(plain, t.Pieces) and isinstance(plain.count, t.AtLeast | t.UpTo) and plain.count.limit:
            how = "at_least" if isinstance(plain.count, t.AtLeast) else "at_most"
            plain = plain.but(count=plain.count.limit)
        if isinstance(plain, t.Pieces) and isinstance(plain.count, t.MoreThan | t.FewerThan):
            how = "more_than" if isinstance(plain.count, t.MoreThan) else "less_than"
            plain = plain.but(count=plain.count.limit)
        limit = amount(plain)
        if isinstance(limit, t.Pieces):
            limit = t.StatOf(stat=stat, of=limit)
        return t.StatIs(stat=stat, compare=how, amount=limit)

    def compared(self, value: Value) -> tuple[str, Value]:
        return ("equal", value)

    def at_most(self, value: Value, *_: Token) -> tuple[str, Value]:
        return ("at_most", value)

    def more_than(self, word: Token, value: Value) -> tuple[str, Value]:
        return ("more_than" if word == "more than" else "less_than", value)

    def at_least(self, value: Value, *_: Token) -> tuple[str, Value]:
        return ("at_least", value)

    def p_extreme(self, text: Token, noun: Token) -> t.Filter:
        return t.Extreme(most="highest" if "highest" in text else "lowest", stat=self.words.nouns[noun])

    def p_compared(self, word: Token, what: Value) -> t.Filter:
        limit = amount(what)
        if isinstance(limit, t.Pieces):
            limit = t.CountOf(what=limit)
        how = "equal" if word == "equal to" else "more" if word.startswith(("h", "g")) else "less"
        return t.Equals(compare=how, amount=limit)

    def p_keyword(self, text: Token) -> t.Filter:
        return t.HasKeyword(keyword=self.words.keyword_words[text.removeprefix("with the ")])

    def p_keyword_or_name(self, text: Token, _: Token, quoted: Token) -> t.Filter:
        return t.HasKeyword(
            keyword=self.words.keyword_words[text.removeprefix("with the ")], or_name=str(quoted).strip('"')
        )

    def p_name(self, text: Token) -> t.Filter:
        return t.NamedLike(name=text.removeprefix("with ").strip('"'))

    def p_number(self, text: Token) -> t.Filter:
        return t.NamedLike(name=str(text))

    def p_ranged(self, text: Token) -> Any:
        gun = re.search(r"(\d)([SL])", text)
        return t.OfRange(rank=int(gun[1]), range=gun[2]) if gun else ("range", text[5])

    def p_with(self, _: Token, what: Value) -> t.Filter:
        return t.Has(what=selector(what))

    def p_without(self, what: Value) -> t.Filter:
        return t.Has(what=selector(what), negated=True)

    def p_touching(self, _: Token, what: Value) -> t.Filter:
        return t.Touching(what=selector(what))

    def p_except(self, what: Value) -> t.Filter:
        return t.Except(what=selector(what))

    def p_even(self, what: Value) -> t.Filter:
        return t.Including(what=selector(what))

    def p_outside(self, text: Token) -> t.Filter:
        return t.OutsideGame()

    def p_in_range(self, _: Token) -> t.Filter:
        return t.InState(state="in_range")

    def p_there(self, _: Token) -> t.Filter:
        return t.InState(state="there")

    def p_size(self, text: Token) -> t.Filter:
        wide, long = re.findall(r"\d?[SL]", text)
        return t.Sized(wide=distance(wide), long=distance(long))
