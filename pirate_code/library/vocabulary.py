"""What a search may name: the nations, sets, keywords and events of a library, by every name they go by.

Beside it stand numbers that no library holds: how many of each piece somebody owns and wants.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from pirate_code.core.naming import folded

# How many of each piece there are in a collection, by the filter that asks for it and the id of the piece.
Counts = Mapping[str, Mapping[str, int]]

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
_SET_WORDS = ("pirates of the ", "pirates of ", "pirates at ", "pirates: ", "cursed seas: ")


def names_of_set(key: str, name: str, codes: Iterable[str], sheets: Iterable[str]) -> Iterator[str]:
    """Yield everything that a set goes by; "Pirates of the" may be left out of its name."""
    yield from (key, *codes, name, *sheets)
    for start in _SET_WORDS:
        if name.casefold().startswith(start):
            yield name[len(start) :]
            return


def named(values: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Return every name of fixed values, folded, and the value that it means."""
    return {folded(name): value for value, more in values.items() for name in (value, *more)}


class Vocabulary:
    """The names of a library, each table read when it is first asked for."""

    def __init__(self, db: sqlite3.Connection, counts: Counts | None = None) -> None:
        """Remember which library is meant, and the numbers of a collection if one is given."""
        self.db = db
        self.counts = counts

    @cached_property
    def nations(self) -> dict[str, str]:
        """The id of every nation by its names."""
        ids: dict[str, str] = {}
        for row in self.db.execute("SELECT id, adjective, noun, spellings_json FROM nations"):
            for name in (row[0], row[1], row[2], *json.loads(row[3])):
                ids.setdefault(folded(name), row[0])
        return ids

    @cached_property
    def sets(self) -> dict[str, str]:
        """The id of every set by its codes and names."""
        ids: dict[str, str] = {}
        for key, name, codes, sheets in self.db.execute("SELECT id, name, codes_json, sheets_json FROM sets"):
            for each in names_of_set(key, name, json.loads(codes), json.loads(sheets)):
                ids.setdefault(folded(each), key)
        return ids

    @cached_property
    def printings(self) -> dict[str, tuple[str, str]]:
        """The set of every printing that has a code of its own, and the letters of its numbers."""
        return {
            folded(code): (key, letters)
            for key, printings in self.db.execute("SELECT id, printings_json FROM sets")
            for code, letters in json.loads(printings).items()
        }

    @cached_property
    def keywords(self) -> dict[str, tuple[str, str]]:
        """The id of every keyword by its names; with a nation if the name has one ("Loyal: England")."""
        ids: dict[str, tuple[str, str]] = {}
        nations = self.db.execute("SELECT id, adjective, noun FROM nations").fetchall()
        rows = self.db.execute("SELECT id, name, other_names, spellings_json, parameters_json FROM keywords")
        for key, name, others, spellings, parameters in rows.fetchall():
            for each in (key, name, *filter(None, others.split(", ")), *json.loads(spellings)):
                ids.setdefault(folded(each), (key, ""))
            for letter, parameter in json.loads(parameters).items():
                words = [word for word in name.split() if word != letter]
                ids.setdefault(folded(" ".join(words).rstrip(":")), (key, ""))
                for nation, adjective, noun in nations:
                    printed = noun if parameter["printed"] == "noun" else adjective
                    ids.setdefault(folded(name.replace(letter, printed, 1)), (key, nation))
        return ids

    @cached_property
    def touched(self) -> set[str]:
        """The events and numbers that some line touches."""
        return {row[0] for row in self.db.execute("SELECT DISTINCT event FROM ability_events")}
