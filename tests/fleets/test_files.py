"""Fleets are read from files, and what is wrong in one is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.fleets.file import builtin_fleets, fleet_data, load_fleet, read_fleet
from pirate_code.fleets.yard import Yard
from pirate_code.library.keywords import load_nations
from pirate_code.play.cards import builtin

NATIONS = [nation.id for nation in load_nations() if not nation.promotional]


@pytest.mark.parametrize("nation", NATIONS)
def test_every_nation_has_two_legal_fleets_of_40_points(nation: str) -> None:
    pool = builtin()
    fleets = [load_fleet(name, pool) for name in builtin_fleets() if name.startswith(nation)]
    assert len(fleets) == 2
    assert fleets[0] != fleets[1]
    for fleet in fleets:
        yard = Yard(fleet)
        assert list(yard.faults(40)) == []
        assert yard.total() == 40
        assert {manned.ship.nation for manned in fleet.ships} == {nation}
        assert all(card.nation == nation for card in fleet.cards())


def fleet_file(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "fleet.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_fleet_that_is_written_out_reads_the_same(tmp_path: Path) -> None:
    import json

    pool = builtin()
    fleet = load_fleet("english-traders", pool)
    path = fleet_file(tmp_path, json.dumps(fleet_data(fleet)))  # JSON is YAML
    assert read_fleet(path, pool) == fleet


def test_a_generic_crew_is_of_the_nation_of_her_ship(tmp_path: Path) -> None:
    fleet = read_fleet(fleet_file(tmp_path, "ships:\n  - ship: Grendel\n    crew: [Captain]\n"), builtin())
    assert [card.nation for card in fleet.ships[0].aboard] == ["viking"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "must be a table"),
        ("name: Nobody\n", 1, "a fleet needs ships"),
        ("ships:\n  - Grendal\n", 2, "did you mean Grendel"),
        ("ships:\n  - Captain\n", 2, "there is no ship or sea creature 'Captain'"),
        ("ships:\n  - Grendel\n  - ship: Freya\n    crew: [Explorer, Grendel]\n", 4, "there is no crew"),
        ("ships:\n  - ship: Freya\n    cargo: [Explorer]\n", 3, "'cargo' is unknown here"),
        ("ships: Freya\n", 1, "must be a list"),
        ("ships:\n  - Freya\nterrain: [swamp]\n", 3, "is no terrain"),
        ("ships:\n  - Freya\ncoins: [1, many]\n", 3, "a coin is worth"),
        ("ships:\n  - 7\n", 2, "must be a table"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        read_fleet(fleet_file(tmp_path, text), builtin())
    assert caught.value.line == line


def test_a_name_that_is_no_fleet_is_told_with_the_nearest_one() -> None:
    with pytest.raises(DataError, match="Did you mean 'english-traders'"):
        load_fleet("english-trader", builtin())
