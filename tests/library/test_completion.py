"""Typing a search offers the filters and values that its end could become."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirate_code.library.completeness import Completeness, completeness
from pirate_code.library.completion import completions, last_term
from pirate_code.library.opening import open_library
from pirate_code.library.pieces import load_sets
from pirate_code.library.search import search


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("nat", "nation:"),
        ("kind:ship -nat", "kind:ship -nation:"),
        ("(fac", "(nation:"),
        ("nation:eng", "nation:english"),
        ("nation:french,sp", "nation:french,spanish"),
        ("nation:jade", 'nation:"jade rebellion"'),
        ("faction:jade", 'faction:"jade rebellion"'),
        ('nation:"jade re', 'nation:"jade rebellion"'),
        ("set:crimson", "set:CC"),
        ("kind:ship order:-po", "kind:ship order:-points"),
        ("is:unp", "is:unparsed"),
        ("forbids:pi", "forbids:pin"),
    ],
)
def test_the_end_of_a_search_is_completed(db: sqlite3.Connection, typed: str, first: str) -> None:
    assert completions(db, typed)[0].write == first


@pytest.mark.parametrize(
    "typed", ["", "kind:ship ", "zzz", "zzz:a", "nation:zzz", 'text:"extra ac', "points<=1"]
)
def test_what_could_be_anything_is_left_alone(db: sqlite3.Connection, typed: str) -> None:
    assert completions(db, typed) == []


def test_a_filter_goes_on_and_a_value_ends_the_term(db: sqlite3.Connection) -> None:
    assert all(each.goes_on for each in completions(db, "na"))
    assert not any(each.goes_on for each in completions(db, "nation:"))
    for each in completions(db, "nation:"):
        search(db, each.write)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet='na"(,:-order set<=', max_size=30))
def test_what_is_offered_keeps_what_was_typed_before(db: sqlite3.Connection, text: str) -> None:
    for each in completions(db, text):
        assert each.write.startswith(text[: last_term(text)])


def test_a_library_tells_how_much_of_the_game_it_has(db: sqlite3.Connection) -> None:
    held = completeness(db)
    assert held.pieces == db.execute("SELECT count(*) FROM pieces").fetchone()[0]
    assert held.known == sum(each.size for each in load_sets())
    assert held.says == f"{held.pieces} of about {held.known:,} pieces"
    assert "pirate-code import" in held.advice


def test_a_library_with_nearly_everything_asks_for_nothing() -> None:
    assert Completeness(2_700, 2_731).advice == ""
    assert Completeness(2_700, 2_731).says == "2,700 pieces"
    assert not Completeness(2_000, 2_731).is_whole


def test_the_sizes_of_the_sets_are_those_of_the_sheet(imported: Path) -> None:
    with closing(open_library(imported)) as db:
        counted = dict(db.execute("SELECT set_id, count(*) FROM pieces GROUP BY set_id").fetchall())
        assert completeness(db).is_whole
    assert {each.id: each.size for each in load_sets()} == counted
