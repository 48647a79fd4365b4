"""What differs between two versions of the library: what came, what went, what changed and in which fields.

A version is a library, or the folder of an export (`pirate-code export all`): an export of any version can be
compared.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from pirate_code.data import DataError
from pirate_code.library import storage
from pirate_code.library.export import KINDS, records
from pirate_code.library.mirror import read_manifest

What = Literal["added", "removed", "changed"]
Data = dict[str, Any]

_LINE_LIMIT = 4_000_000  # characters of one record in an export
# What follows from other records and is told with those, and where a row was read from.
_DERIVED = {
    "piece": frozenset({"rulings", "keywords", "ability_id", "origin"}),
    "ability": frozenset({"rulings", "keywords", "pieces"}),
    "keyword": frozenset({"rulings"}),
    "ruling": frozenset({"scenarios"}),
}
_PLURALS = {kind: what for what, kind in KINDS.items()}


class Change(BaseModel):
    """One thing that is not as it was."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    what: What
    kind: str = Field(max_length=40)
    id: str = Field(max_length=300)
    name: str = Field(max_length=1_000)
    source: str = Field(
        default="", max_length=1_000, description="Of a ruling: its document, date and section."
    )
    fields: tuple[str, ...] = Field(default=(), max_length=100)

    @property
    def says(self) -> str:
        """The change in one line."""
        told = f"{self.kind} {self.what}: {self.name} [{self.id}]"
        return f"{told} ({', '.join(self.fields)})" if self.fields else told


class _Held(NamedTuple):
    """What is kept of a record to compare it."""

    name: str
    source: str
    fields: Mapping[str, bytes]


Version = dict[tuple[str, str], _Held]


def compare(old: Version, new: Version) -> list[Change]:
    """What changed from one version to the other: rulings first, each kind in the order of its ids."""
    changes: list[Change] = []
    for key in sorted(old.keys() | new.keys(), key=_order):
        before, after = old.get(key), new.get(key)
        held = after or before
        assert held is not None
        what: What = "added" if before is None else "removed" if after is None else "changed"
        fields = () if before is None or after is None else _differing(before, after)
        if what != "changed" or fields:
            kind, ident = key
            changes.append(
                Change(what=what, kind=kind, id=ident, name=held.name, source=held.source, fields=fields)
            )
    return changes


def summary(changes: Iterable[Change]) -> str:
    """How many of what, in one line."""
    counted = Counter((change.kind, change.what) for change in changes)
    if not counted:
        return "Nothing has changed."
    told = [
        f"{count:,} {_PLURALS[kind] if count > 1 else kind} {what}" for (kind, what), count in counted.items()
    ]
    return ", ".join(told) + "."


def version_of(place: Path) -> Version:
    """A library, or the folder of an export, ready to be compared."""
    if place.is_dir():
        return _kept(_exported(place))
    if storage.state(place) != "current":
        why = "is not there" if storage.state(place) == "missing" else "was made by another version"
        raise DataError(
            f"{place} {why}; give a library of this version, or a folder of `pirate-code export all`."
        )
    with storage.library_errors(place), closing(storage.connect(place)) as db:
        return version_of_library(db)


def version_of_library(db: sqlite3.Connection) -> Version:
    """An open library, ready to be compared."""
    return _kept(record for what in KINDS for record in records(db, what))


def _order(key: tuple[str, str]) -> tuple[int, str, str]:
    kind, ident = key
    first = ("ruling", "piece", "keyword")
    return first.index(kind) if kind in first else len(first), kind, ident


def _differing(before: _Held, after: _Held) -> tuple[str, ...]:
    names = before.fields.keys() | after.fields.keys()
    return tuple(sorted(name for name in names if before.fields.get(name) != after.fields.get(name)))


def _kept(found: Iterable[Data]) -> Version:
    version: Version = {}
    for record in found:
        kind = record["record"]
        left_out = _DERIVED[kind] | {"record", "version", "id"}
        fields = {name: _digest(value) for name, value in record.items() if name not in left_out}
        version[kind, record["id"]] = _Held(_name(record), _source(record), fields)
    return version


def _digest(value: Any) -> bytes:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).digest()[:12]


def _name(record: Data) -> str:
    name = record.get("name") or record.get("says") or record.get("text") or record["id"]
    return str(name)[:1_000]


def _source(record: Data) -> str:
    if record["record"] != "ruling":
        return ""
    return f"{record['document']['title']} ({record['document']['date']}), {record['section']}"[:1_000]


def _exported(folder: Path) -> Iterator[Data]:
    """The records of an export's files, which are those that its manifest names."""
    for file in read_manifest(folder).files:
        if file.kind not in _DERIVED:
            continue
        with (folder / file.name).open(encoding="utf-8") as lines:
            for number, line in enumerate(iter(lambda: lines.readline(_LINE_LIMIT), ""), 1):
                yield _record(line, file.kind, f"{folder / file.name}, line {number}")


def _record(line: str, kind: str, where: str) -> Data:
    try:
        record = json.loads(line)
        if record["record"] == kind and isinstance(record["id"], str):
            return dict(record)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise DataError(f"{where}: this is no record of a {kind}; export it again.")
