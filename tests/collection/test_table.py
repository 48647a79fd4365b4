"""A table of a collection comes back as it was written, and what is wrong with it is told row by row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirate_code.collection.holdings import LARGEST, PIECES_LIMIT, Collection, CollectionError, Holding
from pirate_code.collection.storing import read
from pirate_code.collection.table import read_rows, understand, written
from pirate_code.library.opening import open_library


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    """Open the built library."""
    opened = open_library(built)
    yield opened
    opened.close()


def refusal(db: sqlite3.Connection, path: Path, text: str) -> list[str]:
    """What is said of a table, without its name."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CollectionError) as raised:
        understand(db, path, read_rows(path))
    return [
        line.removeprefix(f"{path}, ").removeprefix(f"{path} ") for line in str(raised.value).splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("id,owned\nCC-037,-1\n", [f"row 2: owned is a number from 0 to {LARGEST:,}, not '-1'."]),
        ("id,owned\nCC-037,1e9\n", [f"row 2: owned is a number from 0 to {LARGEST:,}, not '1e9'."]),
        ("id,wanted\nCC-037,10000\n", [f"row 2: wanted is a number from 0 to {LARGEST:,}, not '10000'."]),
        ("id,owned\nCC-037,²\n", [f"row 2: owned is a number from 0 to {LARGEST:,}, not '²'."]),
        (
            "id,owned\n,1\n\nx,y\n",
            ["row 2: the id is missing.", "row 4: owned is a number from 0 to 9,999, not 'y'."],
        ),
        (
            "id,owned\nCC-037,1\nCC-011,two\ncc37,2\n",
            [
                "row 3: owned is a number from 0 to 9,999, not 'two'.",
                "row 4: row 2 is CC-037 already; put them into one row.",
            ],
        ),
        (f"id,owned\n{'x' * 101},1\n", ["row 2: an id has at most 100 characters, and this one has 101."]),
        ("id,owned\nCC-037,1\ncc37,2\n", ["row 3: row 2 is CC-037 already; put them into one row."]),
        ("id,owned\n?,1\n?,2\n", ["row 3: row 2 is ? already; put them into one row."]),
        (
            "name,owned\nx,1\n",
            ["needs the column id, and owned or wanted or both; its columns are: name, owned."],
        ),
        ("id,have\nx,1\n", ["needs the column id, and owned or wanted or both; its columns are: id, have."]),
    ],
)
def test_what_is_wrong_is_told_with_its_row(
    db: sqlite3.Connection, tmp_path: Path, text: str, sentences: list[str]
) -> None:
    assert refusal(db, tmp_path / "mine.csv", text) == sentences


def test_columns_of_one_title_that_differ_are_refused(db: sqlite3.Connection, tmp_path: Path) -> None:
    (sentence,) = refusal(db, tmp_path / "mine.csv", "id,owned,Owned\nCC-037,1,2\n")
    assert "columns B and C are both titled 'owned' and differ in row 2" in sentence


def test_of_many_bad_rows_the_first_are_told(db: sqlite3.Connection, tmp_path: Path) -> None:
    sentences = refusal(db, tmp_path / "mine.csv", "id,owned\n" + "CC-037,x\n" * 500)
    assert len(sentences) == 21 and sentences[-1] == "... and 480 more rows."


def test_a_table_has_a_largest_size(db: sqlite3.Connection, tmp_path: Path) -> None:
    many = "id,owned\n" + "".join(f"x{number},1\n" for number in range(PIECES_LIMIT + 1))
    assert refusal(db, tmp_path / "mine.csv", many) == [
        f"has {PIECES_LIMIT + 1:,} rows; a collection has at most {PIECES_LIMIT:,}."
    ]


def test_thousands_of_unknown_ids_are_kept_in_reasonable_time(db: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("id,owned\n" + "".join(f"ZZ-{number},1\n" for number in range(3_000)), encoding="utf-8")
    understood = understand(db, path, read_rows(path))
    assert len(understood.unknown) == len(understood.sentences) == 3_000


def test_an_empty_cell_is_nought_and_a_missing_column_changes_nothing(
    db: sqlite3.Connection, tmp_path: Path
) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("id,owned\nCC-037,\n", encoding="utf-8")
    before = Collection({"CC-037": Holding(2, 3)})
    after = understand(db, path, read_rows(path)).collection(before)
    assert after.pieces == {"CC-037": Holding(0, 3)}


numbers = st.builds(Holding, st.integers(0, LARGEST), st.integers(0, LARGEST)).filter(bool)
odd_names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_collection_comes_back_as_it_was_written(
    db: sqlite3.Connection, tmp_path: Path, data: st.DataObject
) -> None:
    ids = [key for (key,) in db.execute("SELECT id FROM pieces ORDER BY id")]
    pieces = data.draw(st.dictionaries(st.sampled_from(ids), numbers, max_size=20))
    # Formulas, apostrophes and separators are kept as they are; no library has such ids.
    unknown = data.draw(st.dictionaries(odd_names.map(lambda name: f"={name}'"), numbers, max_size=5))
    collection = Collection(pieces, unknown)
    path = tmp_path / "mine.csv"
    path.write_text("".join(written(db, collection)), encoding="utf-8", newline="")
    assert read(db, path) == collection


def test_no_cell_that_is_written_begins_a_formula(db: sqlite3.Connection) -> None:
    rows = Collection({}, {f"{sign}1+1": Holding(1) for sign in "=+-@"})
    lines = list(written(db, rows))
    assert [line[:2] for line in lines[1:]] == ["'+", "'-", "'=", "'@"]
