"""One card of somebody's own: its fields read, and everything told about it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirate_code.answers import card_meetings
from pirate_code.answers.card_draft import FIELDS, KINDS, TEXT_LIMIT, read_draft, report
from pirate_code.data import parse_yaml
from pirate_code.library.opening import open_library
from pirate_code.scenarios.outcomes.reading import read_position

SHIP = {
    "kind": "ship",
    "masts": "3",
    "cargo": "4",
    "move": "S+S",
    "cannons": "3S, 3S, 2L",
    "ability": "Schooner. This ship cannot be pinned.",
}


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    found = open_library(built)
    yield found
    found.close()


def test_a_ship_is_told_whole(db: sqlite3.Connection) -> None:
    told = report(db, read_draft(SHIP))
    assert not told["faults"]
    assert told["card"]["cannons"] == "3S-3S-2L"
    assert [keyword["id"] for keyword in told["line"]["keywords"]] == ["schooner"]
    assert "cannot: pin" in told["line"]["says"][-1]
    low, high = told["cost"]["interval"]
    assert low < told["cost"]["points"] < high
    assert told["cost"]["mean_error"] > 0
    assert told["similar"][0]["name"] == "Le Triton"
    assert told["similar"][0]["same"]
    assert any(other["name"] == "Cancel" for other in told["partners"])
    assert any("pin" in " ".join(other["says"]) for other in told["meetings"])


def test_what_a_card_meets_is_tried_and_what_was_seen_stands_first(db: sqlite3.Connection) -> None:
    told = report(db, read_draft(SHIP | {"name": "Salt Wren"}))["meetings"]
    scorpion = next(other for other in told if other["name"] == "Scorpion")
    assert (scorpion["seen"]["verdict"], scorpion["seen"]["relation"]) == ("yes", "prevents")
    assert "Prey is pinned by Revenge with Scorpion alone" in scorpion["seen"]["explanation"]
    met = [bool(other["seen"] and other["seen"]["met"]) for other in told]
    assert met == sorted(met, reverse=True)


def test_a_keyword_that_only_touches_the_same_event_is_said_to_do_nothing(db: sqlite3.Connection) -> None:
    line = "Loyal: Spain. Once per turn you may reroll any die roll you make for this ship."
    told = {other["name"]: other["seen"] for other in report(db, read_draft({"ability": line}))["meetings"]}
    assert told["Navigator"] == {"verdict": None, "relation": None, "explanation": None, "met": False}


def test_what_there_was_no_time_to_try_says_so(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_meetings, "_SECONDS", 0)
    told = report(db, read_draft(SHIP))["meetings"]
    assert told
    assert all(other["seen"] is None for other in told)


def test_its_position_can_be_tried(db: sqlite3.Connection) -> None:
    for fields in (SHIP, {"kind": "crew", "ability": "Captain."}):
        text = report(db, read_draft(fields))["table"]
        document = parse_yaml(text, Path("the position"))
        assert read_position(document).given


def test_a_line_that_does_not_parse_is_told_with_its_place(db: sqlite3.Connection) -> None:
    told = report(db, read_draft(SHIP | {"ability": "This ship hums."}))
    assert told["line"]["error"]["column"] == 11
    assert told["cost"] == {"why_not": "The line is not understood, so that its cost cannot be estimated."}
    assert told["similar"] == told["partners"] == told["meetings"] == []


def test_a_line_that_makes_no_sense_is_refused_with_a_sentence(db: sqlite3.Connection) -> None:
    told = report(db, read_draft(SHIP | {"ability": "This ship cannot be pinned by the Flying Teapot."}))
    assert "'Flying Teapot' is no piece that is known here" in told["line"]["error"]["message"]


def test_a_card_may_name_itself(db: sqlite3.Connection) -> None:
    fields = SHIP | {"name": "Flying Teapot", "ability": "This ship cannot be pinned by the Flying Teapot."}
    assert report(db, read_draft(fields))["line"]["parsed"]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("kind", "zeppelin", "no kind of piece; there are ship, crew"),
        ("nation", "Atlantean", "no nation of the game"),
        ("masts", "many", "no whole number"),
        ("masts", "11", "a piece has at most 10"),
        ("cargo", "-1", "no whole number"),
        ("move", "S+X", "a base move is made of S, L, T and D"),
        ("cannons", "9S", "'9S' is no cannon"),
        ("ability", "x" * (TEXT_LIMIT + 1), "a line has at most 2,000 characters"),
    ],
)
def test_what_is_wrong_with_a_field_is_told(
    db: sqlite3.Connection, field: str, value: str, reason: str
) -> None:
    told = report(db, read_draft(SHIP | {field: value}))
    assert told["faults"][field].startswith(reason)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"kind": "fort", "ability": "This fort may shoot twice."}, "The cost of a fort is not estimated"),
        ({"kind": "ship", "masts": "3"}, "Tell masts, cargo and base move"),
        ({"kind": "crew", "name": "Nobody"}, "Write an ability"),
    ],
)
def test_where_no_cost_is_estimated_the_reason_is_told(
    db: sqlite3.Connection, fields: dict[str, str], why: str
) -> None:
    assert report(db, read_draft(fields))["cost"]["why_not"].startswith(why)


def test_deep_and_long_lines_get_a_sentence(db: sqlite3.Connection) -> None:
    deep = "This ship may move if " + "(" * 300 + "she is docked" + ")" * 300 + "."
    again = "Schooner. " * 150
    for line in (deep, again, "+1 " * 600, "\x00\ufeff\u202e"):
        told = report(db, read_draft(SHIP | {"ability": line}))
        json.dumps(told)
        assert told["line"] is None or told["line"]["parsed"] or told["line"]["error"]["message"]


_LINES = st.sampled_from(
    ["Captain.", "This ship gets +1 to her cannon rolls.", "Hostile: England. Galley.", "hm"]
)
_CARDS = st.fixed_dictionaries(
    {"kind": st.sampled_from(KINDS)},
    optional={name: st.one_of(st.text(max_size=30), st.integers(0, 12).map(str)) for name in FIELDS[1:-1]}
    | {"ability": st.one_of(st.text(max_size=60), _LINES)},
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_CARDS)
def test_any_fields_get_a_report(db: sqlite3.Connection, fields: dict[str, str]) -> None:
    told = report(db, read_draft(fields))
    json.dumps(told)
    assert set(told["faults"]) <= set(FIELDS)
    assert ("why_not" in told["cost"]) != ("points" in told["cost"])
