"""Fleets and setup in scenarios: legality by the rules of building, and the table that setup leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pirate_code.scenarios.check import check_file
from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.run import idle, run

FIVE = (
    "Place this crew face up during setup. You may build your fleet using 5 more points than the game’s"
    " build total."
)
RICH: dict[str, Any] = {
    "given": {
        "Revenge": {"ship": "ours", "cost": 20},
        "Fortune": {"ship": "ours", "cost": 16},
        "Rich": {"crew": "Revenge", "cost": 4, "says": FIVE},
        "Mate": {"crew": "Fortune", "cost": 5},
    },
    "then": {"ours": ["legal", {"points": 45, "extra points": 5}]},
}


def faults(data: dict[str, Any]) -> list[str]:
    scenario = Scenario.model_validate(data)
    return run(scenario, scenario.given).faults


def test_the_pieces_of_a_side_are_judged_as_a_fleet() -> None:
    assert faults(RICH) == []
    scenario = Scenario.model_validate(RICH)
    assert idle(scenario, scenario.given) == []


def test_a_smaller_build_total_is_broken() -> None:
    (fault,) = faults(RICH | {"build": 30, "then": {"ours": "legal"}})
    assert "the build total is 35 with 5 extra" in fault


def test_a_fleet_is_written_as_players_write_it() -> None:
    twice = {"Apollos": {"fleet": "ours", "lines": ["HMS Apollo (R-031)", "HMS Apollo (R-031)"]}}
    assert faults({"given": twice, "then": {"ours": ["breaks no-duplicates", "not legal"]}}) == []
    assert faults({"given": twice, "then": {"ours": "breaks build-total"}}) != []


def test_a_rule_that_is_none_and_a_list_without_a_ship_are_told() -> None:
    assert "not 'breaks bones'" in faults(RICH | {"then": {"ours": "breaks bones"}})[0]
    crew = {"given": {"Crew": {"fleet": "ours", "lines": "captain"}}, "then": {"ours": "legal"}}
    assert "No ship was found" in faults(crew)[0]


def test_setup_brings_fleets_to_the_table() -> None:
    scenario = {
        "given": {**RICH["given"], "Prey": {"ship": "theirs"}},
        "when": [{"setup": True, "dice": [1, 6]}],
        "then": {
            "Revenge": "docked at home of ours",
            "Rich": ["aboard Revenge", "face up"],
            "Mate": "face down",
            "game": {"islands": 6, "treasure": 16, "treasure gold": 30, "first player": "theirs"},
        },
    }
    assert faults(scenario) == []


def test_setup_is_the_first_step() -> None:
    steps = [{"turn": "theirs"}, {"setup": True}]
    with pytest.raises(ValidationError, match="setup is the first step"):
        Scenario.model_validate(RICH | {"when": steps})


def test_a_legal_fleet_alone_shows_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fleet.yaml"
    shows = '{given: {Sloop: {fleet: ours, lines: "HMS Apollo (R-031)"}}, then: {ours: legal}}'
    path.write_text(
        "section: Fleets\npart: specific rules\nrulings:\n  - id: fleet-of-one\n    says: One will do.\n"
        f"    source: {{items: [1]}}\n    shows:\n      - {shows}\n",
        encoding="utf-8",
    )
    (checked,) = check_file(path)
    assert "only beside one that breaks a rule" in checked.faults[0]
