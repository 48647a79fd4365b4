"""What a search may name: the nations, sets, keywords and events of a library, by every name they go by."""

from __future__ import annotations

import difflib
import json
import sqlite3
import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache

RARITIES = {
    "common": ("c",),
    "uncommon": ("u",),
    "rare": ("r",),
    "super rare": ("sr",),
    "special": ("s",),
    "limited edition": ("le", "limited"),
    "promotional": ("pr", "promo"),
    "generic": ("g",),
    "one of one": ("1/1",),
    "test": (),
}
KINDS = {
    "ship": ("ships",),
    "crew": (),
    "sea creature": ("creature", "monster", "sea monster"),
    "fort": ("forts",),
    "equipment": (),
    "event": ("events",),
    "treasure": ("unique treasure", "ut", "treasures"),
    "island": ("islands",),
    "terrain": (),
    "other": (),
    "piece": ("pieces",),
    "keyword": ("keywords",),
    "named ability": (),
    "crew ability": (),
    "ability": ("abilities",),
    "ruling": ("rulings",),
}
_DROPPED = dict.fromkeys(map(ord, "’‘“”"))
_SET_WORDS = ("pirates of the ", "pirates of ", "pirates at ", "pirates: ", "cursed seas: ")
_NEAR = 0.6
_FEW = 30
_NAMES = 16_384  # whose folded forms are kept: every name of a library


@lru_cache(maxsize=_NAMES)
def folded(text: str) -> str:
    """Return a name as people type it: small letters, no accents or quotation marks, blanks for hyphens.

    >>> folded("L’Épée-du-Roi")
    'lepee du roi'
    """
    if not text.isascii():
        bare = unicodedata.normalize("NFKD", text.translate(_DROPPED))
        text = "".join(char for char in bare if not unicodedata.combining(char))
    plain = text.replace("'", "").replace('"', "").replace("`", "").replace("-", " ")
    return " ".join(plain.casefold().split())


def nearest(given: str, known: Iterable[str], values: Iterable[str] | None = None) -> str:
    """Return the end of a sentence: the known name that was perhaps meant, or all values if they are few."""
    by_form = {folded(name): name for name in reversed(list(known))}
    if near := difflib.get_close_matches(folded(given), by_form, 1, _NEAR):
        return f"; did you mean {by_form[near[0]]}?"
    *others, last = sorted(set(by_form.values() if values is None else values), key=str.casefold)
    if len(others) >= _FEW:
        return "."
    return f"; it can be {', '.join(others)} or {last}." if others else f"; it can be {last}."


def named(values: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Return every name of fixed values, folded, and the value that it means."""
    return {folded(name): value for value, more in values.items() for name in (value, *more)}


class Vocabulary:
    """The names of a library, each table read when it is first asked for."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Remember which library is meant."""
        self.db = db

    @cached_property
    def nations(self) -> dict[str, str]:
        """The id of every nation by its names."""
        found: dict[str, str] = {}
        for row in self.db.execute("SELECT id, adjective, noun, spellings_json FROM nations"):
            for name in (row[0], row[1], row[2], *json.loads(row[3])):
                found.setdefault(folded(name), row[0])
        return found

    @cached_property
    def sets(self) -> dict[str, str]:
        """The id of every set by its codes and names; "Pirates of the" may be left out."""
        found: dict[str, str] = {}
        for row in self.db.execute("SELECT id, name, codes_json FROM sets"):
            short = row[1]
            for start in _SET_WORDS:
                if short.casefold().startswith(start):
                    short = short[len(start) :]
                    break
            for name in (row[0], *json.loads(row[2]), row[1], short):
                found.setdefault(folded(name), row[0])
        return found

    @cached_property
    def keywords(self) -> dict[str, tuple[str, str]]:
        """The id of every keyword by its names; with a nation if the name has one ("Loyal: England")."""
        found: dict[str, tuple[str, str]] = {}
        nations = self.db.execute("SELECT id, adjective, noun FROM nations").fetchall()
        rows = self.db.execute("SELECT id, name, other_names, spellings_json, parameters_json FROM keywords")
        for key, name, others, spellings, parameters in rows.fetchall():
            for each in (key, name, *filter(None, others.split(", ")), *json.loads(spellings)):
                found.setdefault(folded(each), (key, ""))
            for letter, parameter in json.loads(parameters).items():
                words = [word for word in name.split() if word != letter]
                found.setdefault(folded(" ".join(words).rstrip(":")), (key, ""))
                for nation, adjective, noun in nations:
                    printed = noun if parameter["printed"] == "noun" else adjective
                    found.setdefault(folded(name.replace(letter, printed, 1)), (key, nation))
        return found

    @cached_property
    def touched(self) -> set[str]:
        """The events and numbers that some line touches."""
        return {row[0] for row in self.db.execute("SELECT DISTINCT event FROM ability_events")}
