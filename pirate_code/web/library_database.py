"""The library as Datasette sees it: SQL runs in processes of its own (`pirate_code.visitor_sql`).

What does not come from a visitor, such as the columns of a table, is still read by Datasette's own threads.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from datasette.database import Database, QueryInterrupted, Results
from datasette.utils import InvalidSql
from datasette.views.base import DatasetteError

from pirate_code.visitor_sql.runner import Answer, RefusedStatement, Runner, StatementTimeout
from pirate_code.web.request_limits import done_for_everybody, waiting_client

AT_ONCE = 4  # statements that run at the same time

Params = Mapping[str, Any] | Sequence[Any] | None


class LibraryDatabase(Database):  # type: ignore[misc]
    """A library that does not change, whose statements run in processes."""

    def __init__(self, datasette: Any, path: str, is_mutable: bool = False) -> None:
        super().__init__(datasette, path=path, is_mutable=is_mutable)
        self.runner = Runner(Path(path), AT_ONCE)
        self.threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="visitor-sql")

    async def execute(  # noqa: PLR0917 - Datasette calls it so
        self,
        sql: str,
        params: Params = None,
        truncate: bool = False,
        custom_time_limit: int | None = None,
        page_size: int | None = None,
        log_sql_errors: bool = True,
    ) -> Results:
        """Run a statement as Datasette would, and tell of faults as it would; none of them is logged."""
        most = self.ds.max_returned_rows + (self.ds.max_returned_rows == (page_size or self.ds.page_size))
        seconds = min(custom_time_limit or self.ds.sql_time_limit_ms, self.ds.sql_time_limit_ms) / 1000
        client = waiting_client()
        # Datasette would make an empty file of other errors, or call them its own fault.
        is_csv = client is not None and client.path.endswith(".csv")

        def run() -> Results:
            if client is not None and not client.may_read_more():
                raise DatasetteError(
                    "This page takes too long; please try again, or ask for less.", status=503
                )
            limit = most + 1 if truncate and most else None
            try:
                answer = self.runner.run(sql, params or {}, rows=limit, seconds=seconds)
            except StatementTimeout as error:
                if is_csv:
                    raise InvalidSql(f"The statement takes longer than {seconds:g} seconds.") from None
                raise QueryInterrupted(error, sql, params) from None
            except RefusedStatement as error:
                raise (InvalidSql if is_csv else sqlite3.OperationalError)(str(error)) from None
            rows = rows_of(answer)
            truncated = limit is not None and len(rows) > most
            description = tuple((name, None, None, None, None, None, None) for name in answer.columns)
            return Results(rows[:most] if truncated else rows, truncated, description)

        return await asyncio.get_running_loop().run_in_executor(self.threads, run)

    async def table_counts(self, limit: int = 10) -> dict[str, int | None]:
        """How many rows each table has. Datasette keeps this, so it is counted in full."""
        with done_for_everybody():
            counts: dict[str, int | None] = await super().table_counts(limit)
        return counts

    def close(self) -> None:
        """End the threads, the processes and the connections."""
        self.threads.shutdown(wait=True, cancel_futures=True)
        self.runner.close()
        super().close()


class Row(tuple[Any, ...]):
    """A row whose cells are found by place and by name, as those of `sqlite3.Row` are."""

    names: tuple[str, ...]
    places: Mapping[str, int]

    def keys(self) -> list[str]:
        return list(self.names)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        place = self.places.get(key)
        if place is None and (place := self.places.get(key.lower())) is None:
            raise IndexError("No item with that key")
        return super().__getitem__(place)


def rows_of(answer: Answer) -> list[Row]:
    """The rows of an answer. Of two columns with one name the first is found by it."""
    names = tuple(answer.columns)
    places = {key: place for place, name in reversed(list(enumerate(names))) for key in (name.lower(), name)}
    rows = [Row(values) for values in answer.rows]
    for row in rows:
        row.names, row.places = names, places
    return rows
