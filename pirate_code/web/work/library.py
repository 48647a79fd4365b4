"""What a worker has at hand: the library, its cards and names, each loaded once, when first needed."""

from __future__ import annotations

import sqlite3
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pirate_code.library import storage

if TYPE_CHECKING:
    from pirate_code.fleets.card_pool import Pool
    from pirate_code.fleets.notation_names import Names


class Refused(ValueError):
    """What was asked for cannot be done; the message is one sentence that says why."""


class WorkerLibrary:
    """The library of one worker."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def db(self) -> sqlite3.Connection:
        """The library, for reading."""
        return storage.connect(self.path)

    @cached_property
    def names(self) -> Names:
        """The names of all pieces, for fleets that are written down."""
        from pirate_code.fleets.notation_names import from_library

        return from_library(self.db)

    @property
    def pool(self) -> Pool:
        """The cards of the library."""
        return self.names.pool
