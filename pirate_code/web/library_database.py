"""The library as Datasette sees it: wrong SQL of a visitor is told to the visitor, not to the log."""

from __future__ import annotations

from typing import Any

from datasette.database import Database


class LibraryDatabase(Database):  # type: ignore[misc]
    """A database that writes no line for each statement that fails."""

    async def execute(self, *args: Any, **named: Any) -> Any:
        """Run a statement."""
        return await super().execute(*args, **named | {"log_sql_errors": False})
