"""What a visitor's SQL may do on a connection: read, with harmless functions, within small limits.

SQLite's own advice for SQL from strangers is followed: https://www.sqlite.org/security.html.
Time and memory are bounded elsewhere, by the process that runs the statement.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable

# In a library with the whole community sheet the longest cell has 6,000 characters, and the widest table 26
# columns.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 50_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 50_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
    # Datasette looks up the labels of a whole page of 1,000 rows at once.
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 2_000,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}

_TEXT_AND_NUMBERS = """
    abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely
    lower ltrim max min nullif octet_length printf quote random randomblob replace round rtrim sign
    soundex substr substring trim typeof unhex unicode unistr unistr_quote unlikely upper zeroblob acos
    acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi
    pow power radians sin sinh sqrt tan tanh trunc
"""
_MANY_ROWS = """
    avg count group_concat median percentile percentile_cont percentile_disc string_agg sum total
    cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
"""
_DATES = """
    current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch
"""
_JSON = """
    -> ->> json json_array json_array_insert json_array_length json_error_position json_extract
    json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote
    json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert
    jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch
    jsonb_remove jsonb_replace jsonb_set
"""
_SEARCH = "bm25 escape_fts highlight match snippet"
# A function that is not here is refused: fts3_tokenizer and load_extension run foreign code, others tell of
# the server. Functions of newer SQLites are named too.
FUNCTIONS = frozenset(f"{_TEXT_AND_NUMBERS} {_MANY_ROWS} {_DATES} {_JSON} {_SEARCH} sqlite_version".split())

# What Datasette asks about tables, and what it lets a visitor ask; FTS5 asks for data_version.
PRAGMAS_OF_A_TABLE = frozenset(
    {"foreign_key_list", "index_info", "index_list", "index_xinfo", "table_info", "table_xinfo"}
)
PRAGMAS = frozenset(
    {
        "compile_options",
        "data_version",
        "database_list",
        "function_list",
        "max_page_count",
        "page_count",
        "page_size",
        "schema_version",
    }
)
TABLE_FUNCTIONS = frozenset({"json_each", "json_tree", "jsonb_each", "jsonb_tree"})
_SCHEMA_TABLES = frozenset({"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"})

Authorizer = Callable[[int, str | None, str | None, str | None, str | None], int]


def restrict(connection: sqlite3.Connection) -> None:
    """Leave a connection to a library nothing but reading, within the limits. SQL cannot undo this."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA temp_store = MEMORY")
    if sys.version_info >= (3, 12):
        # Python 3.11 cannot ask for this. There the authorizer alone keeps visitors from what it forbids:
        # writing to the schema and to the tables behind an index of words, and setting tokenizers.
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, False)
    for limit, value in LIMITS.items():
        connection.setlimit(limit, value)
    names = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    connection.set_authorizer(_authorizer(frozenset(str(row[0]).lower() for row in names)))


def _authorizer(tables: frozenset[str]) -> Authorizer:
    """Decides for every part of a statement; what is not named here is refused.

    The modules that SQLite brings along (fts3tokenize, dbstat, sqlite_stmt) are no tables of the library.
    """
    readable = (
        tables
        | _SCHEMA_TABLES
        | TABLE_FUNCTIONS
        | {f"pragma_{name}" for name in PRAGMAS | PRAGMAS_OF_A_TABLE}
    )

    def authorize(
        action: int, first: str | None, second: str | None, _schema: str | None, _by: str | None
    ) -> int:
        allowed = False
        match action:
            case sqlite3.SQLITE_SELECT | sqlite3.SQLITE_RECURSIVE:
                allowed = True
            case sqlite3.SQLITE_READ:
                name, column = (first or "").lower(), second or ""
                if (name, column) == ("pragma_database_list", "file"):
                    return sqlite3.SQLITE_IGNORE  # where the library lies on the server is nobody's business
                # A table of which no column is read comes without one, and so do the statement's own tables.
                allowed = not column or name in readable
            case sqlite3.SQLITE_UPDATE:
                # SQLite asks for this when it opens any virtual table. It gives no way to write: that would
                # also need a PRAGMA which is refused, and a file that is not read-only.
                allowed = first == "sqlite_master"
            case sqlite3.SQLITE_FUNCTION:
                allowed = (second or "").lower() in FUNCTIONS
            case sqlite3.SQLITE_PRAGMA:
                name = (first or "").lower()
                allowed = name in PRAGMAS_OF_A_TABLE or (name in PRAGMAS and second is None)
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    return authorize
