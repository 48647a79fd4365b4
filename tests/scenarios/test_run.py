"""Scenarios run, fail with a reason, and show nothing when an ability is not needed."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.run import idle, positions, run

DOCTOR = (
    "If any crew on this ship with point cost 4 or less would be eliminated, eliminate this crew instead."
)
SAVED: dict[str, Any] = {
    "given": {
        "Revenge": {"ship": "ours"},
        "Doc": {"crew": "Revenge", "says": DOCTOR},
        "Bob": {"crew": "Revenge"},
    },
    "when": [{"event": "eliminate", "object": "Bob"}],
    "then": {"Bob": "aboard Revenge", "Doc": "eliminated"},
}


def faults(data: dict[str, Any]) -> list[str]:
    scenario = Scenario.model_validate(data)
    return run(scenario, scenario.given).faults


def test_a_scenario_that_holds_has_no_faults() -> None:
    assert faults(SAVED) == []


def test_what_is_not_as_told_is_said_in_a_sentence() -> None:
    (fault,) = faults(SAVED | {"then": {"Bob": "eliminated"}})
    assert fault == "Bob is not eliminated; it is on Revenge, face up."


def test_an_ability_that_is_not_needed_is_found() -> None:
    scenario = Scenario.model_validate(SAVED)
    assert idle(scenario, scenario.given) == []
    scenario = Scenario.model_validate(SAVED | {"then": {"Revenge": "in play"}})
    assert idle(scenario, scenario.given) == ["Doc"]


def test_every_die_must_be_rolled_and_every_choice_asked_for() -> None:
    step = SAVED["when"][0]
    assert "were not rolled" in faults(SAVED | {"when": [step | {"dice": [6]}]})[0]
    assert "never asked for" in faults(SAVED | {"when": [step | {"choose": ["no"]}]})[0]


def test_ships_that_are_said_to_be_within_s_are_shot_at() -> None:
    shot = {
        "given": {
            "Prey": {"ship": "theirs"},
            "Revenge": {"ship": "ours", "within": "S of Prey", "cannons": "3S"},
        },
        "when": [{"give": "shoot", "to": "Revenge", "dice": [4]}],
        "then": {"Prey": {"masts": 2}},
    }
    assert faults(shot) == []
    far = {**shot, "given": {**shot["given"], "Revenge": {"ship": "ours", "beyond": "S of Prey"}}}  # type: ignore[dict-item]
    assert "nobody to shoot at" in faults(far)[0]


def test_pieces_may_be_named_in_any_order() -> None:
    given = {
        "Gem": {"coin": 2, "on": "Wild"},
        "Revenge": {"ship": "ours", "docked": "Wild"},
        "Wild": {"island": "wild"},
    }
    explored = {
        "given": given,
        "when": [{"give": "explore", "to": "Revenge"}],
        "then": {"Gem": "aboard Revenge"},
    }
    assert faults(explored) == []


def test_a_name_that_nobody_has_is_told() -> None:
    assert "no piece is called 'Nobody'" in faults(SAVED | {"then": {"Nobody": "eliminated"}})[0]


def test_like_above_takes_the_pieces_over() -> None:
    below = {
        "like": "above",
        "when": [{"event": "remove", "object": "Bob"}],
        "then": {"Bob": "out of the game"},
    }
    scenarios = [Scenario.model_validate(data) for data in (SAVED, below)]
    assert run(scenarios[1], positions(scenarios)[1]).faults == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"given": {}},
        {"given": {"A": {"ship": "ours", "crew": "B"}}},
        {"when": [{"give": "move"}]},
        {"then": {}},
    ],
)
def test_a_scenario_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Scenario.model_validate(SAVED | wrong)
