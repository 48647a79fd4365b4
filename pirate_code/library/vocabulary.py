"""What a search may name: the nations, sets, keywords and events of a library, by every name they go by."""

from __future__ import annotations

import json
import sqlite3
from functools import cached_property

from pirate_code.core.naming import folded

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
        ids: dict[str, str] = {}
        for row in self.db.execute("SELECT id, adjective, noun, spellings_json FROM nations"):
            for name in (row[0], row[1], row[2], *json.loads(row[3])):
                ids.setdefault(folded(name), row[0])
        return ids

    @cached_property
    def sets(self) -> dict[str, str]:
        """The id of every set by its codes and names; "Pirates of the" may be left out."""
        ids: dict[str, str] = {}
        for row in self.db.execute("SELECT id, name, codes_json FROM sets"):
            short = row[1]
            for start in _SET_WORDS:
                if short.casefold().startswith(start):
                    short = short[len(start) :]
                    break
            for name in (row[0], *json.loads(row[2]), row[1], short):
                ids.setdefault(folded(name), row[0])
        return ids

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
