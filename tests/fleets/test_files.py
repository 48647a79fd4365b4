"""Fleets are read from files by one reader, and what is wrong in one is told with its line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
import yaml

from pirate_code.core.dice import Dice
from pirate_code.data import DataError
from pirate_code.fleets.checking import checked
from pirate_code.fleets.fleet_file import (
    builtin_fleets,
    builtin_written_fleet,
    fleet_data,
    load_fleet,
    load_reading,
    written_fleets,
)
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import faults, judge
from pirate_code.fleets.notation import WrittenLine
from pirate_code.fleets.notation_names import Names, builtin_names, from_library
from pirate_code.fleets.random_fleet import Extras, random_fleet
from pirate_code.glossary import load_nations
from pirate_code.library.storage import connect
from pirate_code.play.game import go_on
from pirate_code.play.order import ordered
from pirate_code.rules.edition import editions
from pirate_code.web.work.fleet import reading_of
from pirate_code.web.work.library import Refused, WorkerLibrary

NATIONS = [nation.id for nation in load_nations() if not nation.promotional]


@pytest.mark.parametrize("nation", NATIONS)
def test_every_nation_has_two_legal_fleets_of_40_points(nation: str) -> None:
    fleets = [load_fleet(name, builtin_names()) for name in builtin_fleets() if name.startswith(nation)]
    assert len(fleets) == 2
    assert fleets[0] != fleets[1]
    for fleet in fleets:
        position = FleetPosition(fleet)
        assert list(faults(position, 40)) == []
        assert position.total() == 40
        assert {manned.ship.nation for manned in fleet.ships} == {nation}
        assert all(card.nation == nation for card in fleet.cards())


def fleet_file(folder: Path, text: str, ending: str = ".yaml") -> Path:
    """A file with this text."""
    path = folder / f"fleet{ending}"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", [".json", ".yaml"])  # JSON is YAML
def test_a_fleet_that_is_written_out_reads_the_same(tmp_path: Path, ending: str) -> None:
    pool = builtin_names().pool
    for fleet in (
        load_fleet("english-traders", builtin_names()),
        random_fleet(pool, 40, Dice(3), extras=Extras(forts=1, events=1)),
    ):
        path = fleet_file(tmp_path, json.dumps(fleet_data(fleet)), ending)
        read = load_fleet(str(path), builtin_names())
        assert fleet_data(read) == fleet_data(fleet)  # crew and equipment are told apart, not in one order
        assert [manned.ship for manned in read.ships] == [manned.ship for manned in fleet.ships]


def test_a_generic_crew_is_of_the_nation_of_her_ship(tmp_path: Path) -> None:
    path = fleet_file(tmp_path, "ships:\n  - ship: Grendel\n    crew: [Captain]\n")
    (grendel,) = load_fleet(str(path), builtin_names()).ships
    assert [card.nation for card in grendel.aboard] == ["viking"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("ships:\n  - Freya\n  - Grndl\n", 3, "did you mean Grendel"),
        ("ships:\n  - Grendel\n  - ship: Freya\n    crew: [Explorer, Grendel]\n", 4, "No crew or equipment"),
        ("ships:\n  - ship: Freya\n    cargo: [Explorer]\n", 3, "'cargo' is no part of a ship"),
        ("ships: Freya\n", 1, "must be a list"),
        ("ships:\n  - Freya\nterrain: [swamp]\n", 3, "is no terrain"),
        ("ships:\n  - Freya\ncoins: [1, many]\n", 3, "a coin is worth"),
        ("ships:\n  - 7\n", 2, "is a text or a table"),
        ("build: soon\nships:\n  - Freya\n", 1, "a build total is a number"),
        ("ships:\n  - Freya (PotC-025)\n", 2, "names two pieces: PotC-025 is Black Pearl"),
        ("ships:\n  - Freya\n\n  - Blck Prl (PotC-025)\n", 4, "names two pieces: PotC-025 is Black Pearl"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = fleet_file(tmp_path, text)
    with pytest.raises(DataError, match=said) as caught:
        load_fleet(str(path), builtin_names())
    assert str(caught.value).startswith(f"{path}: ")
    assert f"line {line}: " in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "name: Nobody\n", "ships:\n  - Captain\n", "- ships: [Freya]\n- ships: [Freya]\n"]
)
def test_a_file_without_one_fleet_is_refused(tmp_path: Path, text: str) -> None:
    path = fleet_file(tmp_path, text)
    with pytest.raises(DataError, match=r"no fleet|No ship|one is wanted") as caught:
        load_fleet(str(path), builtin_names())
    assert str(caught.value).startswith(f"{path}: ")


def test_a_name_that_is_no_fleet_is_told_with_the_nearest_one() -> None:
    with pytest.raises(DataError, match="Did you mean 'english-traders'"):
        load_fleet("english-trader", builtin_names())


# --- one reader -------------------------------------------------------------------------------------------


@pytest.fixture(params=["built", "imported"])
def names(request: pytest.FixtureRequest) -> Names:
    """The names of the library that comes with Pirate Code, and of one with the whole master spreadsheet."""
    return _names(request.getfixturevalue(request.param))


@cache
def _names(path: Path) -> Names:
    db = connect(path)
    try:
        return from_library(db)
    finally:
        db.close()


def _pieces(name: str) -> list[WrittenLine]:
    """The lines of a built-in fleet that name pieces: all but the terrain."""
    return [row for row in builtin_written_fleet(name).rows if row.section != "terrain"]


@pytest.mark.parametrize("edition", editions())
def test_every_edition_has_two_fleets_that_show_what_it_knows_beside_ships_and_crew(edition: str) -> None:
    readings = [load_reading(f"{name}-{edition}", builtin_names()) for name in ("harbour", "prowlers")]
    for reading in readings:
        assert reading.edition.id == edition
        assert reading.points == reading.edition.build_total
        assert reading.fleet.forts and reading.fleet.treasure and reading.fleet.terrain
        assert bool(reading.fleet.events) == (edition != "crimson-coast")
    played = ordered([reading.fleet for reading in readings], edition, 3, ("greedy",), 3)
    go_on(played)
    assert played.result is not None


def test_a_builtin_fleet_gives_the_name_and_the_number_of_every_piece() -> None:
    for name in builtin_fleets():
        for row in _pieces(name):
            for mention in row.mentions:
                assert len(mention.hints) == 1, f"{name}:{mention.line}: {mention.whole}"


def test_builtin_fleets_are_the_same_legal_fleets_in_every_library(names: Names) -> None:
    for name in builtin_fleets():
        reading = load_reading(name, names)
        numbers = [mention.hints[0] for row in _pieces(name) for mention in row.mentions]
        assert reading.notes == (), name
        assert [card.id for card in reading.fleet.cards()] == numbers, name
        assert judge(reading.fleet, reading.edition, reading.points, reading.card_status).legal, name


def test_every_builtin_fleet_plays_in_every_library(names: Names) -> None:
    known = builtin_fleets()
    for first, second in zip(known, [*known[1:], known[0]], strict=True):
        fleets = [load_fleet(first, names), load_fleet(second, names)]
        played = ordered(fleets, "code", 1, ("random",), 2, build=60)
        go_on(played)
        assert played.result is not None and played.game.state.turn.number >= 2, first


@pytest.mark.parametrize(
    ("ship", "crew"),
    [
        ("Pestilence", ["explorer", "helmsman"]),  # two ships bear the name, of 9 and 17 points
        ("Clear Wind", ["captain"]),  # two ships of the same nation and cost
        ("HMS Apollo", ["2x oarsman", "captain"]),
    ],
)
def test_text_yaml_and_json_are_the_same_fleet_for_play_and_check(
    ship: str, crew: list[str], tmp_path: Path, imported: Path
) -> None:
    names = _names(imported)
    table = {"build": 20, "ships": [{"ship": ship, "crew": crew}]}
    files = {
        ".txt": f"Build total: 20\n{ship} + {', '.join(crew)}\n",
        ".yaml": yaml.safe_dump(table),
        ".json": json.dumps(table),
    }
    paths = [fleet_file(tmp_path, text, ending) for ending, text in files.items()]
    played = [load_reading(str(path), names) for path in paths]
    db = connect(imported)
    reports = [checked(db, names, written_fleets(str(path))[0]) for path in paths]
    in_browser = reading_of(WorkerLibrary(imported), files[".txt"]).fleet
    db.close()
    ships = {reading.fleet.ships for reading in played}
    assert ships == {in_browser.ships}
    told = {(tuple(report["notes"]), report["ships"][0]["id"]) for report in reports}
    assert told == {(played[0].notes, in_browser.ships[0].ship.id)}
    assert {reading.notes for reading in played} == {played[0].notes}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("HMS Apollo + nobody known", "No piece in the library is called 'nobody known'"),
        ("HMS Apollo + Jack", "'Jack' can mean"),
        ("HMS Apollo + captain (PotC-025)", "names two pieces"),
    ],
)
def test_what_is_refused_for_play_is_refused_everywhere(
    lines: str, said: str, tmp_path: Path, built: Path
) -> None:
    names = _names(built)
    path = fleet_file(tmp_path, lines, ".txt")
    with pytest.raises(DataError, match=said):
        load_fleet(str(path), names)
    with pytest.raises(Refused, match=said):
        reading_of(WorkerLibrary(built), lines)
    db = connect(built)
    (broken,) = (
        each
        for each in checked(db, names, written_fleets(str(path))[0])["violations"]
        if said in each["says"]
    )
    db.close()
    assert broken["rule"] == "known-pieces"


def test_a_part_of_a_fleet_that_is_unknown_is_told(tmp_path: Path) -> None:
    path = fleet_file(tmp_path, "ships:\n  - Freya\ntreasures: [Trees]\n")
    (note,) = load_reading(str(path), builtin_names()).notes
    assert note.startswith("line 3: 'treasures' is no part of a fleet")
