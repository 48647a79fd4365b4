"""Conditions of a search in SQL. Each speaks of the row `e`; values are parameters, never part of the SQL."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pirate_code.core.query import Words

TABLES = {"piece": "pieces", "keyword": "keywords", "ability": "abilities", "ruling": "rulings"}


@dataclass(frozen=True)
class Sql:
    """A condition and the values of its question marks."""

    text: str
    values: tuple[str | int, ...] = ()


Conditions = Mapping[str, Sql]


def joined(word: str, several: Iterable[Sql]) -> Sql:
    """Return conditions with AND or OR between them."""
    parts = list(several)
    text = f" {word} ".join(condition.text for condition in parts)
    values = tuple(itertools.chain.from_iterable(condition.values for condition in parts))
    return Sql(f"({text})", values)


def negated(condition: Sql) -> Sql:
    """Return the condition that this one does not hold; what is not known does not hold."""
    return Sql(f"NOT ifnull({condition.text}, 0)", condition.values)


def of_ids(ids: Sequence[str]) -> Sql:
    """Return the condition that a row has one of these ids."""
    return Sql(f"e.id IN ({', '.join('?' * len(ids))})", tuple(ids))


def match(words: Words, columns: str = "") -> str:
    """Return words in the language of FTS5: one quoted string, in these columns perhaps."""
    quoted = '"' + words.text.replace('"', '""') + '"' + ("*" if words.prefix else "")
    return f"{{{columns}}} : {quoted}" if columns else quoted


def standing(words: Words, columns: Mapping[str, str] | None = None) -> Conditions:
    """Return the conditions that words stand in a row: anywhere, or in given columns of a sort of row."""
    where = dict.fromkeys(TABLES, "") if columns is None else columns
    return {
        sort: Sql(
            f"e.rowid IN (SELECT rowid FROM {TABLES[sort]}_fts WHERE {TABLES[sort]}_fts MATCH ?)",
            (match(words, inside),),
        )
        for sort, inside in where.items()
    }
