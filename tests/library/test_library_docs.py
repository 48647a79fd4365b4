"""docs/library.md tells every table and view of the library, and its examples run."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "docs" / "library.md").read_text(encoding="utf-8")


def documented(text: str) -> dict[str, list[str]]:
    """Return the tables and views of the page with their columns."""
    rows = re.findall(r"^\| `(\w+)` \| .* \| ((?:`\w+`(?:, )?)+) \|$", text, re.M)
    return {name: re.findall(r"\w+", columns) for name, columns in rows}


def test_every_table_and_view_is_documented_with_its_columns(db: sqlite3.Connection, text: str) -> None:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
    names = [name for (name,) in db.execute(query) if "_fts" not in name and not name.startswith("sqlite_")]
    found = {
        name: [row["name"] for row in db.execute("SELECT name FROM pragma_table_info(?)", (name,))]
        for name in names
    }
    assert documented(text) == found


def test_every_full_text_index_is_named(db: sqlite3.Connection, text: str) -> None:
    query = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
    for (name,) in db.execute(query):
        assert f"`{name}`" in text


def test_every_question_of_the_page_is_answered(db: sqlite3.Connection, text: str) -> None:
    questions = re.findall(r"```sql\n(.*?)```", text, re.S)
    assert len(questions) >= 5
    for question in questions:
        assert db.execute(question).fetchall(), question
