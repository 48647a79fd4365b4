"""Finds the names that stand in a text: with or without title, in the plural, as nicknames, misspelt."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field

from pirate_code.library import lookup
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.lookup import Meaning, all_names
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import singular, spelt_right, stem, words_of

_LONGEST = 12  # words of a name
_WORDS = 60  # of a text that should be a name
_ORDER = {"keyword": 0, "term": 1, "piece": 2, "nation": 3, "ability": 4, "section": 5}
_FEW = 3  # pieces that may share what is left of a name
_LONG = 4  # letters of a last name that stands alone
_NUMBER = re.compile(r"[a-z]{2,6} ?\d{1,3}[a-d]?")  # as it stands in a text
Key = tuple[str, ...]


@dataclass(frozen=True)
class NameInText:
    """A name in a text: where it stands, and what it may mean, the likeliest first."""

    meanings: tuple[Meaning, ...]
    start: int
    end: int


@dataclass
class Names:
    """Every name of a library by its words, and every word of a name."""

    full: dict[Key, list[Meaning]] = field(default_factory=dict)
    part: dict[Key, list[Meaning]] = field(default_factory=dict)  # without title, or only the last name
    stems: dict[str, list[Meaning]] = field(default_factory=dict)  # of names of one word
    words: set[str] = field(default_factory=set)

    def get(self, words: Sequence[str]) -> list[Meaning]:
        """What words mean as a name."""
        key = tuple(map(singular, words))
        meanings = self.full.get(key)
        if meanings is not None:
            return meanings
        parts = self.part.get(key, [])
        if parts and len({each.name for each in parts}) <= _FEW:
            return parts
        return self.stems.get(stem(words[0]), []) if len(words) == 1 else []


@cached_by_file
def names_of(db: sqlite3.Connection) -> Names:
    """The names of a library."""
    names = Names()
    for meaning, given in all_names(db):
        for name in given[-1:] if meaning.type == "section" else given:  # a section without its brackets
            key = tuple(map(singular, words_of(name)))
            if key:
                _add(names.full, key, meaning)
                names.words.update(words_of(name))
        if meaning.type == "piece":
            for short in _shortened(meaning):
                _add(names.part, short, meaning)
    for table in (names.full, names.part):
        for meanings in table.values():
            meanings.sort(key=lambda meaning: _ORDER[meaning.type])
    for nick, name in question_words().nicknames.items():
        meant = names.full.get(tuple(map(singular, words_of(name))), [])
        names.full.setdefault(tuple(map(singular, words_of(nick))), [])[:0] = meant[:1]
        names.words.update(words_of(nick))
    for key, meanings in names.full.items():
        if len(key) == 1 and meanings[0].type in ("keyword", "term"):
            names.stems.setdefault(stem(key[0]), meanings)
    return names


def _add(table: dict[Key, list[Meaning]], key: Key, meaning: Meaning) -> None:
    listed = table.setdefault(key, [])
    if meaning not in listed:
        listed.append(meaning)


def _shortened(piece: Meaning) -> Iterator[Key]:
    """A piece's name without titles; of a crew also the last name alone."""
    words = words_of(piece.name)
    titles = question_words().titles
    bare = [word for word in words if word not in titles]
    if bare and bare != words:
        yield tuple(map(singular, bare))
    if (
        piece.kind == "crew"
        and len(bare) > 1
        and len(bare[-1]) >= _LONG
        and bare[-1] not in question_words().empty
    ):
        yield (singular(bare[-1]),)


def named(db: sqlite3.Connection, words: Sequence[str], idle: frozenset[str]) -> Iterator[NameInText]:
    """The names in a text, the longest at each place; a single idle word is none."""
    names = names_of(db)
    place = 0
    while place < len(words):
        for size in range(min(_LONGEST, len(words) - place), 0, -1):
            written = words[place : place + size]
            meanings = names.get(written) or _numbered(db, written)
            if meanings and not (size == 1 and words[place] in idle):
                yield NameInText(tuple(meanings), place, place + size)
                place += size
                break
        else:
            place += 1


def _numbered(db: sqlite3.Connection, words: Sequence[str]) -> list[Meaning]:
    """The pieces whose number words are: the code of a set and a number, together or apart."""
    return lookup.find(db, " ".join(words)) if _NUMBER.fullmatch(" ".join(words)) else []


def corrected(db: sqlite3.Connection, words: Sequence[str], known: Set[str]) -> list[str]:
    """Words with spelling mistakes corrected, by the names of the library and other known words."""
    right = names_of(db).words | known
    plain = question_words().no_slips
    return [word if word in plain else spelt_right(word, right) or word for word in words]


def meanings_of_name(db: sqlite3.Connection, text: str) -> list[Meaning]:
    """What a name or nickname means, the likeliest first."""
    meanings = lookup.find(db, text)
    if meanings:
        chosen = lookup.meant(meanings)
        return [chosen, *(each for each in meanings if each != chosen)] if chosen else meanings
    return names_of(db).get(words_of(text)[:_WORDS])


def _telling(name: NameInText) -> tuple[int, int]:
    """Long names tell most, and of those of one length keywords."""
    return name.start - name.end, _ORDER[name.meanings[0].type]


def meant_by(db: sqlite3.Connection, text: str) -> list[Meaning]:
    """What a text means that should be a name: the name, or one that stands in it, or that was misspelt."""
    if direct := meanings_of_name(db, text):
        return direct
    words = words_of(text)[:_WORDS]
    fixed = corrected(db, words, set())
    for each in (words, fixed):
        inside = sorted(named(db, each, question_words().empty), key=_telling)
        if inside:
            return list(inside[0].meanings)
    return []
