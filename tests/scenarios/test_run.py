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


def test_words_of_a_choice_begin_where_a_word_begins() -> None:
    boards = {
        "given": {
            "Prey": {"ship": "theirs"},
            "Bob": {"crew": "Prey"},
            "Revenge": {"ship": "ours", "move": "S", "within": "S of Prey", "facing": "Prey"},
        },
        "when": [{"give": "move", "to": "Revenge", "dice": [1, 6, 1], "never": ["board"]}],
        "then": {"Bob": "eliminated"},
    }
    assert faults(boards) == []  # "board" is no course to starboard


def test_a_card_has_its_own_name_whatever_its_piece_is_called() -> None:
    maps = {
        "given": {
            "Isle": {"island": "wild"},
            "Chart": {"treasure": "Isle", "face": "down", "card": "BC-101"},
            "Revenge": {"ship": "ours", "docked": "Isle"},
        },
        "when": [{"give": "explore", "to": "Revenge"}],
        "then": {"Chart": "out of the game"},  # "remove Maps of Alexandria from the game"
    }
    assert faults(maps) == []
    powder = {
        "given": {
            "Revenge": {"ship": "ours", "masts": 1},
            "Keg": {"treasure": "Revenge", "face": "down", "card": "CC-095"},
        },
        "when": [{"do": "reveal Keg"}],
        "then": {"Keg": "face up"},
    }
    assert faults(powder) == []


def test_naming_the_only_piece_that_an_ability_can_mean_is_no_fault() -> None:
    line = "Once per turn give any ship in your fleet +1 to her cannon rolls."
    given = {"Revenge": {"ship": "ours"}, "Rob": {"crew": "Revenge", "says": line}}
    step = {"use": "Rob", "choose": "Revenge"}
    assert faults({"given": given, "when": [step], "then": {"Revenge": "in play"}}) == []
    other = {"given": given | {"Prey": {"ship": "theirs"}}, "when": [step | {"choose": "Prey"}]}
    assert "never asked for" in faults(other | {"then": {"Revenge": "in play"}})[0]


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


def test_a_ship_that_is_lost_lies_in_a_fog_bank() -> None:
    lost = {"given": {"Revenge": {"ship": "ours", "is": "lost"}}, "when": [], "then": {"Revenge": "lost"}}
    assert "Revenge is lost in no fog bank" in faults(lost)[0]
    reef = {"Reef": {"terrain": "reef"}, "Revenge": {"ship": "ours", "on": "Reef", "is": "lost"}}
    assert "Revenge is lost in no fog bank" in faults(lost | {"given": reef})[0]


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


def test_the_name_of_a_piece_is_no_number_of_a_heading() -> None:
    out_of_fog = {
        "given": {
            "Fog": {"terrain": "fog_bank"},
            "Prey": {"ship": "theirs"},
            "Revenge": {"ship": "ours", "is": "lost", "on": "Fog"},
        },
        "when": [{"give": "move", "to": "Revenge", "dice": [3], "never": ["Prey"]}],
        "then": {"Revenge": "not lost"},
    }
    assert faults(out_of_fog) == []
