"""Ships far away change nothing: every written position holds with some of them beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.run import positions, run
from pirate_code.scenarios.scenario_file import read_file

LINES = sorted((Path(__file__).parent.parent / "lines").glob("*.yaml"))
BYSTANDERS = {
    "Far Friend": Given(ship="ours", at=(6000, 6000, 0), move="L"),
    "Far Friend's mate": Given(crew="Far Friend"),
    "Far Friend's coin": Given(coin=2, on="Far Friend"),
    "Far Foe": Given(ship="theirs", at=(6000, 7000, 0), move="L"),
    "Far Foe's mate": Given(crew="Far Foe"),
    "Far Foe's coin": Given(coin=2, on="Far Foe"),
}
# Lines that let their player choose among all ships, so that the first choice may fall on one far away.
OF_ANY_SHIP = {
    "Mycron gives two actions away",
    "Rising Sun swaps a treasure for a crew",
    "crew for treasure, before uniques act",
    "crew is swapped for a treasure of the island",
    "crew is swapped from a friendly ship far away",
    "crew for treasure, after uniques act",
    "a coin of the island for a man of a far friend",
    "no enemy's man is swapped for a coin",
    "a swapped coin that the friend has no room for is not swapped",
    "who may not leave her ship is not swapped for a coin",
    "who gives his ship her room is not swapped for a coin that would be too much",
    "lucky looks at one face-down cargo on any ship",
    "on a 5 an enemy goes L any way, even one who is pinned, and the action is spent",
    "a tangled ship that is pushed out of the weeds is tangled no more",
}


def tells_of_fleets(scenario: Scenario) -> bool:
    """Whether a position is about whole fleets, the whole table or its setup."""
    return scenario.begins_with_setup or not scenario.then.keys().isdisjoint({"ours", "theirs", "game"})


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_ships_far_away_change_nothing(path: Path) -> None:
    scenarios = read_file(path)
    faults = []
    for scenario, given in zip(scenarios, positions(scenarios), strict=True):
        if tells_of_fleets(scenario) or scenario.title in OF_ANY_SHIP:
            continue
        done = run(scenario, given | BYSTANDERS)
        if not done.holds:
            faults.append(f"{scenario.title}: {' '.join(done.faults)}")
    assert faults == []
