"""Fleets as people write them: text, YAML and JSON, names with and without numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.card import Card
from pirate_code.core.dice import Dice
from pirate_code.data import DataError
from pirate_code.fleets.card_pool import Pool, builtin
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.legality import judge
from pirate_code.fleets.notation import NotationError, read_text
from pirate_code.fleets.notation_files import read
from pirate_code.fleets.notation_names import Names
from pirate_code.fleets.notation_reading import Reading, understand
from pirate_code.fleets.notation_writing import write_text
from pirate_code.fleets.random_fleet import random_fleet
from pirate_code.fleets.suggestions import suggest
from tests.rules.positions import card


def piece(key: str, name: str, kind: str, points: int = 0, nation: str | None = None, **facts: Any) -> Card:
    """A card with a number."""
    return replace(card(name, kind, points=points, nation=nation, **facts), id=key)


CARDS = (
    piece("PotC-025", "Black Pearl", "ship", 17, "pirate", cannons="3S-3S-3S-3S"),
    piece("PotC-026", "Black Pearl", "ship", 13, "pirate", cannons="3S-3S"),
    piece("SCS-095", "USS Annapolis", "ship", 6, "american"),
    piece("CC-078", "L' Intrepide", "ship", 5, "french"),
    piece("SS-042", "Honu Iki", "ship", 7, "english"),
    piece("FS-022", "Hammersmith", "crew", 5, "pirate"),
    piece("MI-039", "Hammersmith", "crew", 6, "pirate"),
    piece("FS-024", "Barstow", "crew", 8, "pirate"),
    piece("CC-061", "Inquisitor Sebastián Blanco", "crew", 2, "spanish"),
    piece("MI-042a", '"Cannonball" Gallows', "crew", 0, "pirate"),
    piece("BC-069", "Dominick Freda", "crew", 5, "spanish"),
    *(piece(f"R-1{n}0", "Captain", "crew", 3, nation) for n, nation in enumerate(("pirate", "english"))),
    *(piece(f"R-1{n}1", "Helmsman", "crew", 2, nation) for n, nation in enumerate(("pirate", "english"))),
    *(piece(f"R-1{n}2", "Oarsman", "crew", 1, nation) for n, nation in enumerate(("pirate", "english"))),
    piece("FS-057a", "Fire Shot", "equipment", 1),
    piece("R-098b", "Becalmed", "event", 4),
    piece("CC-096", "Trees", "treasure"),
    piece("CC-098", "Abandoned Crew", "treasure"),
    piece("CC-064", "El Puerto Blanco", "fort", nation="spanish", gold=3),
)
NAMES = Names(Pool({card.id: card for card in CARDS}))


def understood(text: str, build: int | None = None) -> Reading:
    """A text as a fleet."""
    return understand(read_text(text), NAMES, build=build)


def ships(text: str, build: int | None = None) -> list[list[str]]:
    """The numbers of the ships of a text, each with what is aboard."""
    return [
        [manned.ship.id, *(card.id for card in manned.aboard)]
        for manned in understood(text, build).fleet.ships
    ]


# --- text --------------------------------------------------------------------------------------------------


def test_a_ship_and_her_crew_stand_on_one_line() -> None:
    assert ships("Annapolis + captain, helmsman") == [["SCS-095", "R-100", "R-101"]]


def test_generic_crew_are_of_the_ships_nation() -> None:
    assert ships("Honu Iki + captain\nPotC-025 + captain") == [["SS-042", "R-110"], ["PotC-025", "R-100"]]


@pytest.mark.parametrize(
    "below",
    ["Honu Iki\n  captain\n  helmsman", "Honu Iki\n- captain\n- helmsman", "Honu Iki\ncaptain, helmsman"],
)
def test_crew_may_stand_below_their_ship(below: str) -> None:
    assert ships(below) == [["SS-042", "R-110", "R-111"]]


@pytest.mark.parametrize(
    "count", ["2x oarsman", "oarsman x2", "2 oarsmen", "two oarsmen", "oarsman, oarsman"]
)
def test_how_many_is_written_in_many_ways(count: str) -> None:
    assert ships(f"Honu Iki + {count}") == [["SS-042", "R-112", "R-112"]]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("black pearl (13)", "PotC-026"),
        ("Black Pearl PotC-026", "PotC-026"),
        ("PotC-25", "PotC-025"),
        ("Black Pearl (PotC-026)", "PotC-026"),
        ("Black Pearl [17 points]", "PotC-025"),
        ("L’Intrepide", "CC-078"),
        ("1. Black Pearl (026) = 13", "PotC-026"),
    ],
)
def test_a_ship_goes_by_name_number_and_what_stands_in_brackets(text: str, number: str) -> None:
    assert ships(text)[0][0] == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Hammersmith (F&S version)", "FS-022"),
        ("MI Hammersmith", "MI-039"),
        ("Inquisitor Sebastian Blanco", "CC-061"),
        ("Sebastian Blanco", "CC-061"),
        ("Cannonball Gallows", "MI-042a"),
        ("Gallows (0LR)", "MI-042a"),
        ("Dominic Freda", "BC-069"),
        ("fire shot", "FS-057a"),
    ],
)
def test_crew_go_by_set_title_part_and_spelling(text: str, number: str) -> None:
    assert ships(f"PotC-025 + {text}") == [["PotC-025", number]]


def test_two_names_in_one_word_are_two_pieces() -> None:
    assert ships("PotC-025 + BarstowHammersmith, oarsman", 60)[0][1:3] == ["FS-024", "MI-039"]


def test_a_name_of_several_pieces_is_taken_so_that_the_points_come_out() -> None:
    assert ships("Black Pearl + captain, Hammersmith", 25) == [["PotC-025", "R-100", "FS-022"]]
    assert ships("Black Pearl + captain, Hammersmith", 22) == [["PotC-026", "R-100", "MI-039"]]
    (note,) = understood("Black Pearl", 13).notes
    assert "taken for Black Pearl (PotC-026, 13 points)" in note
    assert "can also mean Black Pearl (PotC-025, 17 points)" in note


def test_a_legal_reading_goes_before_an_illegal_one_that_is_dearer() -> None:
    text = "Black Pearl + Barstow, FS-022"
    assert ships(text, 30) == [["PotC-025", "FS-024", "FS-022"]]


def test_sections_hold_everything_else() -> None:
    reading = understood(
        "Build total: 60\nEdition: revolution\nName: Mine\n# a comment\nPotC-025 // the best\n"
        "UT’s: Abandoned captain, shipwright, Trees, four 5’s\nEvents: Becalmed\nForts:\nEl Puerto Blanco\n\n"
        "Terrain: Whirlpool x2, big fog bank\nHome island: captain\n-towing Annapolis"
    )
    fleet = reading.fleet
    assert (fleet.name, reading.build, reading.edition.id) == ("Mine", 60, "revolution")
    assert [card.name for card in fleet.treasure] == ["Captain", "Abandoned Crew", "Trees"]
    assert fleet.coins == (5, 5, 5, 5)
    assert [card.name for card in (*fleet.events, *fleet.forts)] == ["Becalmed", "El Puerto Blanco"]
    assert fleet.terrain == ("whirlpool", "whirlpool", "fog_bank")
    assert [card.name for card in fleet.crew] == ["Captain"]
    assert [manned.ship.name for manned in fleet.ships] == ["Black Pearl", "USS Annapolis"]


def test_events_and_forts_are_known_without_a_heading() -> None:
    fleet = understood("Annapolis\nBecalmed\nEl Puerto Blanco\nreef").fleet
    assert (len(fleet.events), len(fleet.forts), fleet.terrain) == (1, 1, ("reef",))


@pytest.mark.parametrize("line", ["40 points", "60pts fleet", "Build total 60", "build: 60/60"])
def test_the_build_total_is_written_in_many_ways(line: str) -> None:
    assert understood(f"{line}\nAnnapolis").build in {40, 60}


def test_the_crew_of_an_unknown_ship_does_not_go_to_another() -> None:
    reading = understood("Honu Iki + captain\nLa Bonne Chance + helmsman, oarsman\nAnnapolis + oarsman")
    assert [len(manned.aboard) for manned in reading.fleet.ships] == [1, 1]
    assert len(reading.fleet.crew) == 2
    assert "No piece in the library is called 'La Bonne Chance'" in reading.card_status.unknown[0]


def test_an_unknown_name_is_told_with_what_was_perhaps_meant() -> None:
    (said,) = understood("Annapolis + Hamnersmythe").card_status.unknown
    assert "line 1" in said and "did you mean Hammersmith?" in said


def test_pieces_go_by_their_number_as_people_write_it() -> None:
    for written in ("PotC-25", "potc025", "DPotC 25", "caribbean 25", "Black Pearl (potc 25)"):
        assert ships(written) == [["PotC-025"]]
    (said,) = understood("Annapolis\nSM-999").card_status.unknown
    assert "The library has no piece 999 of the set SM" in said


# --- YAML and JSON -----------------------------------------------------------------------------------------

TABLE = {"build": 40, "ships": [{"ship": "PotC-025", "crew": ["captain"]}, "Annapolis"], "coins": [1, 2]}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(TABLE),
        json.dumps([TABLE]),
        json.dumps({"fleets": [TABLE]}),
        json.dumps({"build": 40, "lines": ["PotC-025 + captain", "Annapolis", "Coins: 1 2"]}),
        "build: 40\nships:\n  - ship: PotC-025\n    crew: [captain]\n  - Annapolis\ncoins: [1, 2]\n",
    ],
)
def test_a_fleet_is_also_a_table(text: str) -> None:
    (written,) = read(text, "mine")
    reading = understand(written, NAMES)
    assert [manned.ship.id for manned in reading.fleet.ships] == ["PotC-025", "SCS-095"]
    assert (reading.build, reading.fleet.coins) == (40, (1, 2))


def test_json_lines_are_several_fleets() -> None:
    lines = "\n".join(json.dumps(TABLE | {"id": name}) for name in ("R01", "R02"))
    assert [written.name for written in read(lines, "mine", ".jsonl")] == ["R01", "R02"]


# --- what cannot be read -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "suffix", "says"),
    [
        ("", "", "empty"),
        ("\n\n", "", "empty"),
        ("a\0b", "", "zero bytes"),
        ("{", ".json", "not JSON"),
        ("[" * 100_000, ".json", "nested deeper than 200 levels"),
        ("[1, 2]", "", "a fleet is a table"),
        ('{"ships": 3}', "", "must be a list"),
        ('{"ships": [{"crew": []}]}', "", "a table with `ship`"),
        ('{"ships": ["A"], "build": "many"}', "", "a build total is a number"),
        ('{"ships": ["A"], "coins": [99]}', "", "a coin is worth 0 to 20 gold"),
        ("x" * 3_000, "", "longer than 2,000 characters"),
        ("a\n" * 600, "", "no more than 500 lines"),
        ("99x captain", "", "is no number from 1 to 50"),
        ("Build total: lots\nAnnapolis", "", "a build total is a number"),
        ("\n".join(["Annapolis + 50x oarsman"] * 5), "", "no more than 200 pieces"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(text: str, suffix: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read(text, "mine", suffix)


@pytest.mark.parametrize("text", ["no such thing", "captain", "Edition: atlantis\nAnnapolis"])
def test_a_fleet_without_a_ship_or_with_an_unknown_edition_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        understood(text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("Annapolis captain2x+,;:()[]#/=\n\t-–'\"éß☠5"), max_size=80))
def test_no_text_does_worse_than_a_sentence(text: str) -> None:
    try:
        understand(read_text(text), NAMES)
    except NotationError as error:
        assert str(error).endswith((".", "?"))


# --- there and back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_fleet_that_is_written_down_is_read_as_the_same_pieces(seed: int) -> None:
    pool = builtin()
    drawn = random_fleet(pool, 40, Dice(seed))
    again = understand(read_text(write_text(drawn, 40, "code")), Names(pool))
    assert again.fleet == drawn
    assert (again.build, again.edition.id, again.notes, again.card_status.unknown) == (40, "code", (), ())


def test_a_suggestion_makes_a_fleet_legal_and_uses_its_points() -> None:
    reading = understood("Black Pearl + Barstow, Hammersmith, captain, helmsman, oarsman\nHonu Iki", 30)
    assert not judge(reading.fleet, build=30).legal
    better = suggest(reading, NAMES.pool)
    verdict = judge(better.fleet, build=30)
    assert better.legal and verdict.legal and better.changes
    assert verdict.position.total() >= 28


def test_a_legal_fleet_that_is_full_needs_no_change() -> None:
    reading = understood("PotC-025 + captain", 20)
    assert suggest(reading, NAMES.pool).changes == ()
    assert suggest(understood("PotC-025", 40), NAMES.pool, fill=False).changes == ()


# --- for the engine ----------------------------------------------------------------------------------------


def test_the_engine_reads_written_fleets(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("Annapolis + captain\n", encoding="utf-8")
    assert load_fleet(str(path), NAMES).ships[0].ship.id == "SCS-095"
    path.write_text("Annapolis + nobody known\n", encoding="utf-8")
    with pytest.raises(DataError, match="No piece in the library is called 'nobody known'"):
        load_fleet(str(path), NAMES)
