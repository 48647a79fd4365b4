"""Between abilities the higher rank wins, whichever is told first (ability-conflict-ranks)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import load_yaml
from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.run import idle, run
from pirate_code.scenarios.scenario_file import read_list

_FILE = load_yaml(Path(__file__).parent / "conflict_ranks.yaml")
_SCENARIOS = read_list(_FILE.data, _FILE)


@pytest.mark.parametrize("scenario", _SCENARIOS, ids=lambda scenario: scenario.title)
def test_of_two_abilities_the_one_of_the_higher_rank_wins(scenario: Scenario) -> None:
    assert run(scenario, scenario.given).faults == []
    assert idle(scenario, scenario.given) == []
