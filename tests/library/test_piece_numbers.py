"""A piece is found by its number however people write it, and a number that is none gets its sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.library.lookup import find, numbers_of, why_no_number
from pirate_code.library.opening import open_library
from pirate_code.library.piece_numbers import PieceNumbers, compared, parts
from pirate_code.library.pieces import load_sets
from pirate_code.library.search import search
from pirate_code.library.vocabulary import names_of_set

IDS = (
    *("SM-001", "SM-031a", "SM-031b", "SM-PS-001", "SM-EC-003-carbon-charlie", "SM-EC-003-explorer"),
    *("SM-PP-375", "SM-PP-375-C", "R-001", "R-UL012", "BC-UL012", "R-HH05a", "R-HH05b", "CC-022"),
    *("CC-022-limited-edition", "OE-059", "OE-P07", "OE-SOE07", "MI-I01", "FN-I01", "SS-001", "SM-SS-001"),
    *("SM-SS-014", "FS-020", "RotF-SE01a", "DJG-SM1", "PR-viking-helmet"),
)
NUMBERS = PieceNumbers(
    IDS,
    {
        name: each.id
        for each in load_sets()
        for name in names_of_set(each.id, each.name, each.codes, each.sheets)
    },
    {code: (each.id, letters) for each in load_sets() for code, letters in each.printings.items()},
)


@pytest.mark.parametrize(
    ("written", "piece"),
    [
        ("SM-1", "SM-001"),
        ("sm001", "SM-001"),
        ("SM 1", "SM-001"),
        ("PotSM 1", "SM-001"),
        ("Pirates of the Spanish Main #1", "SM-001"),
        ("spanish main 001", "SM-001"),
        ("smu-1", "SM-001"),
        ("oe59", "OE-059"),
        ("#oe 59", "OE-059"),
        ("Ocean's Edge 59", "OE-059"),
        ("F&S-20", "FS-020"),
        ("fire and steel 20", "FS-020"),
        ("SM-31B", "SM-031b"),
        ("RVU 12", "R-UL012"),
        ("BCU-012", "BC-UL012"),
        ("RV1", "R-001"),
        ("OE P7", "OE-P07"),
        ("soe-7", "OE-SOE07"),
        ("PS-001", "SM-PS-001"),
        ("ps1", "SM-PS-001"),
        ("PP 375 c", "SM-PP-375-C"),
        ("pp375", "SM-PP-375"),
        ("CC 22", "CC-022"),
        ("CC-022 LE", "CC-022-limited-edition"),
        ("cc22 limited edition", "CC-022-limited-edition"),
        ("rotf se1a", "RotF-SE01a"),
        ("SS 1", "SS-001"),
        ("SM SS 14", "SM-SS-014"),
        ("djg sm1", "DJG-SM1"),
    ],
)
def test_a_number_is_understood_as_people_write_it(written: str, piece: str) -> None:
    assert NUMBERS.find(written) == [piece]


@pytest.mark.parametrize(
    ("written", "pieces"),
    [
        ("SM-31", ["SM-031a", "SM-031b"]),
        ("EC-3", ["SM-EC-003-carbon-charlie", "SM-EC-003-explorer"]),
        ("UL12", ["BC-UL012", "R-UL012"]),
        ("I1", ["FN-I01", "MI-I01"]),
        ("HH 5", ["R-HH05a", "R-HH05b"]),
    ],
)
def test_a_number_of_several_pieces_means_them_all(written: str, pieces: list[str]) -> None:
    assert NUMBERS.find(written) == pieces


@pytest.mark.parametrize(
    "text", ["1", "#001", "Captain 2", "SM", "S+1", "", "9" * 500, "SM-001-revenant 3", "SS-14"]
)
def test_what_is_no_number_of_a_set_means_no_piece(text: str) -> None:
    assert NUMBERS.find(text) == []


def test_a_number_without_a_set_can_be_asked_for_in_all_sets() -> None:
    assert NUMBERS.numbered("1") == ["R-001", "SM-001", "SS-001"]
    assert NUMBERS.numbered("031") == ["SM-031a", "SM-031b"]


def test_a_wrong_number_is_told_apart_from_a_wrong_set() -> None:
    assert (
        NUMBERS.why_none("SM-999") == "The library has no piece 999 of the set SM; it holds 10 of that set."
    )
    assert NUMBERS.why_none("potsm 999") == NUMBERS.why_none("SM 999")
    assert NUMBERS.why_none("ROTFF 3") == "There is no set 'ROTFF'; did you mean RotF?"
    assert NUMBERS.why_none("PoFI-12").startswith("There is no set 'PoFI'")
    assert NUMBERS.why_none("the captain of 2") == ""


@pytest.mark.parametrize("text", ["=SM-1", "sm 1+1", "(SM 1)", "SM*1", "=I'01'"])
def test_signs_of_other_things_make_no_number(text: str) -> None:
    assert NUMBERS.find(text) == []


def test_a_number_with_the_code_of_a_set_is_of_that_set_before_any_other() -> None:
    assert NUMBERS.find("SM 1") == NUMBERS.find("sm001") == ["SM-001"]
    assert NUMBERS.numbered("SM 1") == ["SM-001", "DJG-SM1"]  # number: asks in all sets
    assert NUMBERS.numbered("DJG-SM1") == ["DJG-SM1"]
    assert NUMBERS.numbered("12") == []
    assert NUMBERS.numbered("1") == ["R-001", "SM-001", "SS-001"]


@given(st.text(max_size=80))
def test_any_text_is_looked_up_without_a_fault(text: str) -> None:
    assert set(NUMBERS.find(text)) <= set(IDS)
    assert isinstance(NUMBERS.why_none(text), str)


def test_the_parts_of_an_id_are_its_set_its_number_and_what_tells_it_apart() -> None:
    assert parts("SM-EC-003-carbon-charlie") == ("SM-EC-003-carbon-charlie", "SM", "ec3", "carbon-charlie")
    assert parts("PR-viking-helmet") is None


def test_every_piece_of_the_sheet_is_found_by_its_id_and_by_its_number(imported: Path) -> None:
    db = open_library(imported)
    numbers = numbers_of(db)
    for key, number in db.execute("SELECT id, number FROM pieces").fetchall():
        assert [each.id for each in find(db, key)] == [key]
        if number:
            split = parts(key)
            assert split is not None and split.number == compared(number)
            assert key in numbers.numbered(number)


def test_a_search_finds_a_piece_by_its_number(db: sqlite3.Connection) -> None:
    for written in ("CC-11", "cc011", "PotCC 11", "number:cc11", "crimson coast 11", "kind:ship cc11"):
        assert [row["id"] for row in search(db, written).rows if row["type"] == "piece"] == ["CC-011"]


def test_a_name_beside_which_a_number_stands_is_found(db: sqlite3.Connection) -> None:
    assert [each.id for each in find(db, "Whatever (cc 11)")] == ["CC-011"]
    assert why_no_number(db, "HMS Apollo") == ""
