"""What can be typed next in a search: the name of a filter, or a value of the filter that is being typed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from pirate_code.core.naming import folded
from pirate_code.library.search_filters import ALIASES, FILTERS, Value
from pirate_code.library.vocabulary import Vocabulary

_FILTER = re.compile(r"(-?)([A-Za-z][A-Za-z-]*)(<=|>=|!=|[<>:=])(.*)", re.DOTALL)


class Completion(NamedTuple):
    """Something to type: how it is shown, what to know about it, and the whole search with it."""

    name: str
    note: str
    write: str
    goes_on: bool  # whether a value must follow


def last_term(text: str) -> int:
    """Return where the last term of a search begins: after a blank or bracket outside quotation marks.

    >>> last_term('kind:ship text:"extra ac')
    10
    """
    start, quoted = 0, False
    for place, char in enumerate(text):
        quoted ^= char == '"'
        if not quoted and (char.isspace() or char == "("):
            start = place + 1
    return start


def completions(db: sqlite3.Connection, text: str) -> list[Completion]:
    """Return the filters and values that the end of a search could become, those that begin so first."""
    start = last_term(text)
    before, term = text[:start], text[start:]
    if written := _FILTER.fullmatch(term):
        return list(_values(db, before, written))
    sign = "-" if term.startswith("-") else ""
    return list(_filters(before + sign, term.removeprefix("-").lower()))


def _filters(before: str, typed: str) -> Iterator[Completion]:
    """Yield the filters that begin so, by their name or another name."""
    for name, kind in FILTERS.items():
        names = (name, *(alias for alias, meant in ALIASES.items() if meant == name))
        if typed and any(each.startswith(typed) for each in names):
            yield Completion(f"{name}:", kind.about, f"{before}{name}:", True)


def _values(db: sqlite3.Connection, before: str, written: re.Match[str]) -> Iterator[Completion]:
    """Yield the values of a filter that begin as the last one that is being typed, or hold it."""
    sign, name, operator, typed = written.groups()
    kind = FILTERS.get(ALIASES.get(name.lower(), name.lower()))
    if kind is None:
        return
    done, _, last = typed.rpartition(",")
    done = f"{done}," if done else ""
    minus = "-" if last.startswith("-") else ""  # order:-points
    wanted = folded(last.removeprefix("-"))
    values = [value for value in kind.values(Vocabulary(db)) if _fits(value, wanted)]
    for value in sorted(values, key=lambda each: not folded(each.name).startswith(wanted)):
        write = f"{before}{sign}{name}{operator}{done}{minus}{value.written}"
        yield Completion(value.name, value.note, write, False)


def _fits(value: Value, wanted: str) -> bool:
    """Whether a word of a value, or of what is known about it, begins so."""
    return f" {wanted}" in f" {folded(value.name)} {folded(value.note)}"
