"""Heads of noun phrases: which, how many, whose, and what stands before the noun."""

from __future__ import annotations

from typing import Any

from lark import Token

from pirate_code.glossary import titles
from pirate_code.language import tree as t
from pirate_code.language.build.clause import BuildError, Value
from pirate_code.language.build.mentions import Mentions
from pirate_code.language.build.values import number
from pirate_code.language.words import Words


def _is_ship(keyword: str, words: Words) -> bool:
    """Whether a keyword is a kind of ship or creature: "another Longship" is a ship, "a Captain" a crew."""
    return words.noun_class.get(keyword) == "ships"


class Heads:
    """Callbacks of the heads, owners, quantities and modifiers of grammar/selectors.lark."""

    def __init__(self, words: Words, mentions: Mentions) -> None:
        """Build with the vocabulary, for a line that has mentioned these pieces."""
        self.words, self.mentions = words, mentions

    def head(self, *parts: Any) -> t.Pieces:
        *mods, noun = parts
        return self._pieces(noun, mods)

    def _pieces(self, noun: Token | str, mods: list[Any], **slots: Any) -> t.Pieces:
        filters: list[t.Filter] = []
        for mod in mods:
            if isinstance(mod, tuple) and mod[0] == "rank":
                gun = next((f for f in filters if isinstance(f, t.OfRange)), None)
                filters = [f for f in filters if f is not gun]
                filters.append(t.OfRange(range=gun.range if gun else None, rank=mod[1]))
            else:
                filters.append(mod)
        own = slots.pop("filters", ())
        return self.mentions.begin(t.Pieces(noun=self.words.nouns[noun], filters=(*own, *filters), **slots))

    def head_counted(self, quantity: dict[str, Any], *parts: Any) -> t.Pieces:
        *mods, noun = parts
        return self._pieces(noun, mods, **quantity)

    def head_keyword(self, quantity: dict[str, Any], *parts: Any) -> t.Pieces:
        *mods, keyword = parts
        known = self.words.keyword_words[keyword]
        mods.append(t.HasKeyword(keyword=known))
        return self._pieces("ship" if _is_ship(known, self.words) else "crew", mods, **quantity)

    def head_owned_keyword(self, owner: t.Selector | Token, *parts: Any) -> t.Pieces:
        *mods, keyword = parts
        return self.head_owned(owner, *mods, t.HasKeyword(keyword=self.words.keyword_words[keyword]), "crew")

    def head_owned(self, owner: t.Selector | Token, *parts: Any) -> t.Pieces:
        *mods, noun = parts
        if isinstance(owner, Token):
            owner = self.mentions.pronoun("she" if owner == "her" else str(owner), of=self.words.nouns[noun])
        return self._pieces(noun, mods, of=owner)

    def head_part(self, part: Token, head: t.Pieces) -> Value:
        if part.endswith("the number of"):
            counted = t.CountOf(what=head)
            if "minus" in part:
                return t.Difference(left=t.Number(value=int(part[0])), right=counted)
            return counted
        word = part.removesuffix(" of")
        update: dict[str, Any] = {}
        if word.startswith("half "):
            update["count"] = t.Half(rounded=word.split()[-1])
            head = head.but(which=None) if head.which in {"the", "all"} else head
        elif word.startswith("up to "):
            update["count"] = t.UpTo(limit=t.Number(value=number(word[6:])))
        elif word.endswith(" or more"):
            update["count"] = t.AtLeast(limit=t.Number(value=number(word.removesuffix(" or more"))))
        elif word == "any one":
            update = {"which": "any", "count": t.Number(value=1)}
        elif word in {"any", "each", "all", "another", "both", "every", "none", "either"}:
            update["which"] = {"every": "each", "none": "no", "either": "any"}.get(word, word)
        else:
            update["count"] = t.Number(value=number(word))
        if head.which == "this" and head.of is None and "which" not in update:
            update["which"] = None
            return head.but(**update, of=t.Pieces(noun=head.noun, which="this"))
        return head.but(**update)

    def head_number(self, *words: Token) -> t.Number:
        if "-" in words[-1]:
            raise BuildError(f"the results {words[-1]} are no number; write 'on {words[-1]}' after a roll")
        return t.Number(value=number(words[-1]))

    def head_between(self, words: Token) -> t.AtLeast | t.UpTo:
        *_, how, limit = words.split()
        known = t.Number(value=number(limit))
        return t.AtLeast(limit=known) if how == "least" else t.UpTo(limit=known)

    def head_up_to(self, words: Token) -> t.Pieces:
        """ "Look at all treasure there, then load up to two": two treasures."""
        limit = t.Number(value=number(words.split()[-1]))
        return t.Pieces(noun=self.mentions.one(), count=t.UpTo(limit=limit))

    def head_as_much(self, _: Token, head: t.Pieces) -> t.Pieces:
        return head.but(count=t.AsMuchAs(), which=None)

    def head_this(self, this: Token, *parts: Any) -> t.Pieces:
        *mods, noun = parts
        spoken_of = any(isinstance(mod, t.InState) and mod.state in t.SPOKEN_OF for mod in mods)
        which = "this" if this in {"this", "these"} and not spoken_of else "that"
        if mods and isinstance(mods[0], Token):
            return self._pieces(noun, [], which=which, count=t.Number(value=number(mods[0])))
        return self._pieces(noun, mods, which=which)

    def head_this_one(self, this: Token, _: Token) -> t.Pieces:
        return t.Pieces(noun=self.mentions.one(), which="this" if this == "this" else "that")

    def owner_np(self, head: t.Pieces) -> t.Selector:
        self.mentions.own(head)
        return head

    def owner_pron(self, word: Token) -> Token:
        return word

    def owner_first(self, _: Token) -> t.Selector:
        return self.mentions.first()

    def owner_your(self, _: Token) -> t.Person:
        return t.Person(who="you")

    # -------------------------------------------------------- quantities

    def q_det(self, det: Token) -> dict[str, Any]:
        which = {"an": "a", "every": "each", "neither": "no", "either": "any"}.get(det, str(det))
        return {"which": which}

    def q_count(self, count: Any) -> dict[str, Any]:
        return count if isinstance(count, dict) else {"count": count}

    def q_det_count(self, det: Token, count: Any) -> dict[str, Any]:
        return {**self.q_det(det), **self.q_count(count)}

    def c_number(self, word: Token) -> t.Number:
        return t.Number(value=number(word))

    def c_only(self, _: Token, word: Token) -> dict[str, Any]:
        return {"count": t.Number(value=number(word)), "filters": (t.InState(state="only"),)}

    def c_up_to(self, word: Token) -> t.UpTo:
        return t.UpTo(limit=t.Number(value=number(word)))

    def c_at_least(self, word: Token) -> t.AtLeast:
        return t.AtLeast(limit=t.Number(value=number(word)))

    def c_more_than(self, word: Token) -> t.MoreThan:
        return t.MoreThan(limit=t.Number(value=number(word)))

    def c_fewer_than(self, word: Token) -> t.FewerThan:
        return t.FewerThan(limit=t.Number(value=number(word)))

    def c_all_but(self, _: Token, word: Token) -> t.AllBut:
        return t.AllBut(limit=t.Number(value=number(word)))

    def c_any(self, text: Token) -> t.UpTo | t.AtLeast:
        return t.UpTo() if text.startswith("any") else t.AtLeast(limit=t.Number(value=1))

    def c_same(self, *_: Token) -> t.SameNumber:
        return t.SameNumber()

    # -------------------------------------------------------- modifiers before the noun

    def m_state(self, word: Token) -> t.InState:
        return t.InState(state=self.words.state_words[word])

    def m_nation(self, word: Token) -> t.OfNation:
        return t.OfNation(nation=self.words.nation_words[word])

    def m_non_nation(self, word: Token) -> t.OfNation:
        return t.OfNation(nation=self.words.nation_words[word.removeprefix("non-")], negated=True)

    def m_keyword(self, word: Token) -> t.HasKeyword:
        keyword = self.words.keyword_words[word]  # "a captain crew" may be one by name only
        return t.HasKeyword(keyword=keyword, or_name=next(iter(titles(keyword)), None))

    def m_ranged(self, text: Token) -> t.OfRange | t.StatIs:
        if text[0].isdigit():  # a 2 L-range cannon reaches twice L
            return t.StatIs(stat="range", amount=t.Distance(segments=(text[-7],) * int(text[0])))
        return t.OfRange(range=text[-7])

    def m_gun(self, text: Token) -> t.OfRange:
        return t.OfRange(range=text[1], rank=int(text[0]))

    def m_ranked(self, text: Token) -> tuple[str, int]:
        return ("rank", int(text[-1]))
