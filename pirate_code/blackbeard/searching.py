"""Searches of Blackbeard's entries, in the language of all searches: words, filters, `or`, brackets."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from pirate_code.blackbeard.library import KINDS, Entry, entries
from pirate_code.core.naming import folded, nearest
from pirate_code.core.query import All, Either, Filter, Not, Query, QueryError, Words, parse

GAME = "game"
NAMES = ("blackbeard", "pirates")
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
}
_TEXTS = ("name", "text", "kind", "about", "is")
_ALIASES = {"type": "kind", "says": "text"}


@dataclass(frozen=True)
class Chosen:
    """The game that a search is about, and what is left of the search without saying so."""

    game: str
    query: Query | None


def game_of(text: str) -> Chosen:
    """Which game a search is about: Pirates, unless it says game:blackbeard."""
    query = parse(text)
    terms = query.terms if isinstance(query, All) else (query,)
    games, rest = [], []
    for term in terms:
        if isinstance(term, Filter) and term.name == GAME:
            games += [_game(value) for value in term.values]
        else:
            rest.append(term)
    if len(set(games)) > 1:
        raise QueryError("A search is about one game: game:pirates or game:blackbeard.")
    left = None if not rest else rest[0] if len(rest) == 1 else All(tuple(rest))
    return Chosen(games[0] if games else "pirates", left)


def _game(name: str) -> str:
    if folded(name) not in NAMES:
        raise QueryError(f"There is no game {name!r}{nearest(name, NAMES)}")
    return folded(name)


def search(query: Query | None) -> list[Entry]:
    """The entries that a search finds, those whose name has the words first; without words all of them."""
    if query is None:
        return list(entries())
    found = [entry for entry in entries() if _fits(entry, query)]
    wanted = _words(query)
    return sorted(found, key=lambda entry: not any(_stands(entry.name, word) for word in wanted))


def _words(query: Query) -> list[Words]:
    if isinstance(query, Words):
        return [query]
    return [word for term in getattr(query, "terms", ()) for word in _words(term)]


def _fits(entry: Entry, query: Query) -> bool:
    match query:
        case Words():
            return any(_stands(text, query) for text in _texts(entry))
        case Not(term):
            return not _fits(entry, term)
        case All(terms):
            return all(_fits(entry, term) for term in terms)
        case Either(terms):
            return any(_fits(entry, term) for term in terms)
        case Filter():
            return _filtered(entry, query)


def _texts(entry: Entry) -> tuple[str, ...]:
    facts = (f"{name} {value}" for name, value in entry.facts.items())
    return entry.name, entry.id, entry.kind, entry.text, *entry.about, *facts


def _stands(text: str, words: Words) -> bool:
    """Whether words stand in a text, next to each other."""
    have, wanted = folded(text).replace("-", " ").split(), folded(words.text).replace("-", " ").split()
    have = [word.strip(".,:;()") for word in have]
    for start in range(len(have) - len(wanted) + 1):
        part = have[start : start + len(wanted)]
        if part == wanted or (words.prefix and part[:-1] == wanted[:-1] and part[-1].startswith(wanted[-1])):
            return True
    return False


def _filtered(entry: Entry, term: Filter) -> bool:
    name = _ALIASES.get(term.name, term.name)
    known = {fact for one in entries() for fact in one.facts}
    if name not in _TEXTS and name not in known:
        raise QueryError(f"Blackbeard has no filter {term.name!r}{nearest(name, (*_TEXTS, *sorted(known)))}")
    fits = any(_one(entry, name, term.operator, value) for value in term.values)
    return fits if term.operator != "!=" or name in entry.facts else not fits


def _one(entry: Entry, name: str, sign: str, value: str) -> bool:
    if name == "kind" and folded(value) not in KINDS:
        raise QueryError(f"There is no kind {value!r}{nearest(value, KINDS)}")
    if name == "kind":
        return entry.kind == folded(value)
    if name == "is":
        if folded(value) not in ("assumed", "decision"):
            raise QueryError(f"is:{value} means nothing; there are is:assumed and is:decision.")
        return entry.assumed if folded(value) == "assumed" else "decision" in entry.facts
    if name in ("name", "text", "about"):
        texts = entry.about if name == "about" else (getattr(entry, name),)
        return any(_stands(text, Words(value.rstrip("*"), value.endswith("*"))) for text in texts)
    return name in entry.facts and _compared(entry.facts[name], sign, value)


def _compared(fact: object, sign: str, value: str) -> bool:
    if isinstance(fact, int) and not isinstance(fact, bool):
        low, dots, high = value.partition("..")
        if dots and all(part.isdigit() or not part for part in (low, high)):
            return int(low or 0) <= fact <= int(high or 999_999)
        if not value.lstrip("-").isdigit():
            raise QueryError(f"That is a number, not {value!r}.")
        return _COMPARED[sign](fact, int(value))
    same = _stands(str(fact), Words(value))
    return same if sign != "!=" else not same
