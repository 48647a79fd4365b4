"""Reads plain words of a search as filters: "english schooner" as nation:english keyword:schooner.

Words that stand side by side are read together, as many at a time as name something. A word that names
nothing stays a word. What is in quotation marks, and what a filter says already, is left as it is.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pirate_code.core.naming import folded
from pirate_code.core.query import All, Filter, Query, Words
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.vocabulary import KINDS, RARITIES, Vocabulary, named

_SHORTEST = 4  # letters of a name: those of codes are no words
_LONGEST = 6  # words of a name
_COUNTED = {
    "points": ("point", "pt", "pts"),
    "masts": ("mast", "masted"),
    "cargo": (),
    "cannons": ("cannon",),
}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = re.compile(r"[0-9]{1,3}")
# Words that say nothing between names, and names that texts use in other ways: they are read as names only
# where every other word is read, too.
_EMPTY = ("a", "an", "the", "with", "of", "for", "from", "in", "that", "has", "have")
_CAREFUL = frozenset({"rarity"})

Names = Mapping[str, tuple[str, str]]


@cached_by_file
def plain_names(db: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return the filter and value that each name of a library is read as, plurals too."""
    vocabulary = Vocabulary(db)
    sources: Mapping[str, Iterable[str]] = {
        "kind": named(KINDS),
        "nation": vocabulary.nations,
        "keyword": vocabulary.keywords,
        "set": vocabulary.sets,
        "rarity": named(RARITIES),
    }
    names: dict[str, tuple[str, str]] = {}
    for name, known in sources.items():
        for each in known:
            if len(each) >= _SHORTEST and ":" not in each:
                for form in (each, f"{each}s"):
                    names.setdefault(form, (name, each))
    return names


def reading_table(db: sqlite3.Connection) -> dict[str, Any]:
    """Return all that plain words are read by, for a program that does the same in another language."""
    units = {form: name for name, forms in _COUNTED.items() for form in (name, *forms)}
    return {
        "names": plain_names(db),
        "units": units,
        "numbers": _NUMBERS,
        "empty": _EMPTY,
        "careful": sorted(_CAREFUL),
        "longest": _LONGEST,
    }


def as_filters(db: sqlite3.Connection, query: Query) -> Query | None:
    """Return a search with its plain words read as filters; None if there is nothing to read."""
    terms = query.terms if isinstance(query, All) else (query,)
    if not any(map(_is_plain, terms)):
        return None
    names = plain_names(db)
    read = list(_read(names, terms))
    if any(isinstance(term, Words) for term in read):
        certain = {name: meaning for name, meaning in names.items() if meaning[0] not in _CAREFUL}
        read = list(_read(certain, terms))
    if sum(isinstance(term, Filter) for term in read) == sum(isinstance(term, Filter) for term in terms):
        return None
    return read[0] if len(read) == 1 else All(tuple(read))


def _is_plain(term: Query) -> bool:
    return isinstance(term, Words) and not term.prefix and not re.search(r"\s", term.text)


def _read(names: Names, terms: tuple[Query, ...]) -> Iterator[Query]:
    """Yield the terms, names among them as filters."""
    at = 0
    while at < len(terms):
        for length in range(_plain_from(terms, at), 0, -1):
            said = folded(" ".join(_text(term) for term in terms[at : at + length]))
            if (found := _meaning(names, said)) is not None:
                yield found
                at += length
                break
        else:
            if not (_is_plain(terms[at]) and folded(_text(terms[at])) in _EMPTY):
                yield terms[at]
            at += 1


def _plain_from(terms: tuple[Query, ...], start: int) -> int:
    """Return how many plain words stand side by side from here on, as far as a name is long."""
    length = 0
    while length < _LONGEST and start + length < len(terms) and _is_plain(terms[start + length]):
        length += 1
    return length


def _text(term: Query) -> str:
    return term.text if isinstance(term, Words) else ""


def _meaning(names: Names, said: str) -> Filter | None:
    """Return the filter that some words mean: a name, or a number of something."""
    if (found := names.get(said)) is not None:
        return Filter(found[0], ":", (found[1],))
    words = said.split()
    if len(words) != 2:
        return None
    for number, unit in (words, reversed(words)):
        value = str(_NUMBERS.index(number)) if number in _NUMBERS else number
        for name, forms in _COUNTED.items():
            if unit in (name, *forms) and _NUMBER.fullmatch(value):
                return Filter(name, ":", (value,))
    return None
