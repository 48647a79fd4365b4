"""Real cards in scenarios: played with the corrections of the Code, printed without them."""

from __future__ import annotations

from typing import Any

from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.run import idle, run

GHOST_WIND: dict[str, Any] = {
    "given": {"Revenge": {"ship": "ours", "nation": "pirate"}, "Wind": {"crew": "Revenge", "card": "CC-215"}},
    "then": {"Wind": {"point_cost": 2}, "Revenge": {"move": "S+S+S"}},
}


def test_a_card_is_played_as_corrected() -> None:
    scenario = Scenario.model_validate(GHOST_WIND)
    assert run(scenario, scenario.given).faults == []
    assert idle(scenario, scenario.given) == []


def test_what_a_correction_does_not_change_shows_nothing_of_it() -> None:
    scenario = Scenario.model_validate(GHOST_WIND | {"then": {"Revenge": {"move": "S+S+S"}}})
    assert idle(scenario, scenario.given) == ["Wind"]


def test_an_unknown_card_is_told() -> None:
    scenario = Scenario.model_validate(
        {"given": {"Ghost": {"ship": "ours", "card": "XX-1"}}, "then": {"Ghost": "in play"}}
    )
    (fault,) = run(scenario, scenario.given).faults
    assert "no piece of db/pieces is called 'XX-1'" in fault
