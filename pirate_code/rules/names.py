"""Who is who: the same character under two titles, the same ship under two spellings."""

from __future__ import annotations

import difflib
import re
import unicodedata
from functools import cache

from pirate_code.board.card import Card
from pirate_code.language.words import load_words
from pirate_code.rules.building import book

_WORD = re.compile(r"[a-z0-9]+")
_ALIKE = 0.9
_LONG = 8


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as names are compared: small letters without accents, quotes and points."""
    plain = (name if name.isascii() else _without_accents(name)).casefold()
    return tuple(_WORD.findall(plain.replace("'s ", "s ").removesuffix("'s") if "'s" in plain else plain))


def _without_accents(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name.replace("’", "'").replace("ø", "o").replace("ß", "ss"))
    return "".join(char for char in bare if not unicodedata.combining(char))


@cache
def _titles(kind: str) -> tuple[tuple[str, ...], ...]:
    names = book().titles if kind == "crew" else book().ship_titles
    return tuple(sorted((words_of(name) for name in names), key=len, reverse=True))


@cache
def person(name: str, kind: str) -> tuple[str, ...]:
    """The words of a name without what stands before it: titles of crew, articles and HMS of ships."""
    words = words_of(name)
    while True:
        for title in _titles(kind):
            if words[: len(title)] == title and len(words) > len(title):
                words = words[len(title) :]
                break
        else:
            return words


@cache
def is_generic(name: str) -> bool:
    """Whether a crew's whole name is one of the generic names (ruling generic-crew-may-be-duplicated)."""
    return words_of(name) in {words_of(known) for known in book().generic_crew}


def same_name(one: Card, other: Card) -> bool:
    """Whether two cards bear one name, with another title or a small difference of spelling."""
    first, second = (" ".join(person(card.name, card.kind)) for card in (one, other))
    if first == second:
        return True
    # Ships are named after all sorts of things: only characters are known by a name spelt a little otherwise.
    if one.kind != "crew" or min(len(first), len(second)) < _LONG or first[0] != second[0]:
        return False
    return difflib.SequenceMatcher(None, first, second).ratio() >= _ALIKE


def same_build(one: Card, other: Card) -> bool:
    """Whether two ships are of one type and number of masts."""
    return one.masts == other.masts and _types(one) == _types(other)


def _types(card: Card) -> frozenset[str]:
    """The ship types of a card: keywords by which the language also calls a ship."""
    classes = load_words().noun_class
    return frozenset(name for name in card.keywords if classes.get(name.replace("-", "_")) == "ships")
