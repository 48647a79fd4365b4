"""Questions understood: the things named in them, the relation asked for, and whether it is denied."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pirate_code.data import folder, load_yaml
from pirate_code.library.lookup import Meaning, all_names
from pirate_code.library.vocabulary import folded

LENGTH_LIMIT = 1_000
_LONGEST = 9  # words of a name
_NOT = re.compile(
    r"\b(?:not|never|no longer|cannot|cant|dont|doesnt|isnt|arent|wont|\w+n['’]t)\b", re.IGNORECASE
)
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Question:
    """What is asked: the things named, what else they could be, the relation, and whether it is denied."""

    text: str
    things: tuple[Meaning, ...]
    alternatives: tuple[Meaning, ...]
    relation: str | None
    denied: bool
    words: tuple[str, ...]


def understand(db: sqlite3.Connection, text: str) -> Question:
    """Read a question in plain English."""
    words = _WORD.findall(folded(text))
    named = list(_named(db, words))
    found = [meanings for meanings, _, _ in named]
    taken = {place for _, start, end in named for place in range(start, end)}
    rest = [word for place, word in enumerate(words) if place not in taken]
    return Question(
        text,
        tuple(meanings[0] for meanings in found),
        tuple(meaning for meanings in found for meaning in meanings[1:4]),
        relation_of(" ".join(rest)) or relation_of(" ".join(words)),
        bool(_NOT.search(text)),
        tuple(word for word in words if word not in empty_words()),
    )


def _named(db: sqlite3.Connection, words: list[str]) -> Iterator[tuple[list[Meaning], int, int]]:
    """The names in a question, longest first at each place, with where they stand."""
    names = _index(db)
    place = 0
    while place < len(words):
        for size in range(min(_LONGEST, len(words) - place), 0, -1):
            meanings = names.get(" ".join(words[place : place + size])) or names.get(
                _singular(" ".join(words[place : place + size]))
            )
            if meanings and not (size == 1 and words[place] in empty_words() | _asking_words()):
                yield meanings, place, place + size
                place += size
                break
        else:
            place += 1


def _singular(name: str) -> str:
    return name.removesuffix("s")


def _index(db: sqlite3.Connection) -> dict[str, list[Meaning]]:
    """Every name of the library, with what it means; what rulings speak of comes first."""
    order = {"keyword": 0, "term": 1, "piece": 2, "nation": 3, "ability": 4, "section": 5}
    index: dict[str, list[Meaning]] = {}
    for meaning, names in all_names(db):
        for name in names:
            key = " ".join(_WORD.findall(folded(name)))
            if key and meaning not in index.setdefault(key, []):
                index[key].append(meaning)
    for meanings in index.values():
        meanings.sort(key=lambda meaning: order[meaning.type])
    return index


def relation_of(text: str) -> str | None:
    """The relation that a text asks for; the most telling words decide."""
    padded = f" {text} "
    for relation, phrases in _tables()["relations"].items():
        if any(f" {phrase} " in padded for phrase in phrases):
            return str(relation)
    return None


def stand_ins(relation: str) -> dict[str, bool]:
    """The relations that answer for one, each with whether it says the same or the opposite."""
    listed = [str(found) for found in _tables()["answers"].get(relation, [])]
    return {relation: True} | {found.lstrip("-"): not found.startswith("-") for found in listed}


@cache
def empty_words() -> frozenset[str]:
    """Words that say nothing about what is asked."""
    return frozenset(str(_tables()["empty"]).split())


@cache
def _asking_words() -> frozenset[str]:
    """Single words that ask for a relation: in a question they name nothing."""
    phrases = (phrase for listed in _tables()["relations"].values() for phrase in listed)
    return frozenset(phrase for phrase in phrases if " " not in phrase)


@cache
def _tables() -> dict[str, Any]:
    document = load_yaml(folder("db") / "questions.yaml")
    if not isinstance(document.data, dict) or set(document.data) != {"relations", "answers", "empty"}:
        raise document.error("the file holds relations, answers and empty")
    return document.data
