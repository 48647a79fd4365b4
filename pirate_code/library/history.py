"""What changed each time a library was replaced, kept in a file beside it.

The library itself holds no dates: the same input gives the same bytes. So the days stand here.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.data import DataError
from pirate_code.library import storage
from pirate_code.library.changes import Change, Version, compare, summary, version_of_library
from pirate_code.library.export import writing

KEPT = 30  # versions
LISTED = 400  # changes of one version; of more the first are kept, and the number of all
_SIZE_LIMIT = 20_000_000


class Step(BaseModel):
    """One replacement of the library: when, by which version of Pirate Code, and what it changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    at: datetime
    version: str = Field(max_length=40)
    summary: str = Field(max_length=1_000)
    changed: int = Field(ge=0)
    changes: tuple[Change, ...] = Field(max_length=LISTED)


class History(BaseModel):
    """All that is kept, the newest first."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: Literal["pirate-code-history"] = "pirate-code-history"
    steps: tuple[Step, ...] = Field(default=(), max_length=KEPT)


def history_path(library: Path) -> Path:
    """Where the history of a library lies."""
    return library.with_name(f"{library.stem}.changes.json")


def history_of(library: Path) -> History:
    """The history of a library; an empty one if none is kept."""
    path = history_path(library)
    try:
        with path.open("rb") as file:
            text = file.read(_SIZE_LIMIT + 1)
        if len(text) > _SIZE_LIMIT:
            raise DataError(f"{path} is larger than a history can be; take it away to begin another.")
        return History.model_validate_json(text)
    except FileNotFoundError:
        return History()
    except OSError as error:
        raise DataError(f"{path} cannot be read ({error.strerror}).") from None
    except ValidationError:
        raise DataError(f"{path} is no history of a library; take it away to begin another.") from None


def step_of(changes: list[Change], version: str, at: datetime | None = None) -> Step:
    """A step that makes these changes, now or at another time."""
    return Step(
        at=(at or datetime.now(UTC)).replace(microsecond=0),
        version=version,
        summary=summary(changes),
        changed=len(changes),
        changes=tuple(changes[:LISTED]),
    )


def _version_before(library: Path) -> Version | None:
    """The library that is about to be replaced; none if it is missing, damaged or of another version."""
    with suppress(storage.LibraryError, sqlite3.DatabaseError):
        if storage.state(library) == "current":
            with closing(storage.connect(library)) as db:
                return version_of_library(db)
    return None


def remember(library: Path, new: Path) -> None:
    """Note what a new library changes; nothing is noted of the first one, or where nothing changed.

    It is called before the new one takes its place. If that fails, the next attempt overwrites the note: a
    step that makes the same changes as the one before it is that one again.
    """
    old = _version_before(library)
    if old is None:
        return
    with closing(storage.connect(new)) as made:
        changes = compare(old, version_of_library(made))
        version = made.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()[0]
    if not changes:
        return
    step = step_of(changes, version)
    earlier = history_of(library).steps
    if earlier and earlier[0].changes == step.changes:
        earlier = earlier[1:]
    kept = History(steps=(step, *earlier)[:KEPT])
    with writing(history_path(library)) as out:
        out.write(kept.model_dump_json(exclude_defaults=False) + "\n")
