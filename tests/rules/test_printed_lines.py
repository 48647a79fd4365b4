"""Printed lines that did something else than they say: as many as told, of whom, and for how long."""

from __future__ import annotations

from typing import Any, TypeAlias

from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.run import run

MINES = (
    "Load this treasure face down. Reveal it when target enemy ship moves within S of this ship. Choose and"
    " eliminate one mast from the target at the end of her move. Remove Mines from the game."
)
NATIVES = (
    "The ship that reveals Natives may not be given actions for a number of rounds equal to number of crew on"
    " her when Natives is revealed. Leave Natives face down on its island."
)
VOLCANO = (
    "When revealed, eliminate one random treasure from the island and one random crew from every ship docked"
    " at the island. Then remove Volcano from the game."
)


Steps: TypeAlias = list[dict[str, Any]]


def faults(given: dict[str, Any], when: Steps, then: dict[str, Any]) -> list[str]:
    scenario = Scenario.model_validate({"given": given, "when": when, "then": then})
    return run(scenario, scenario.given).faults


def test_one_mast_that_is_chosen_is_one_mast() -> None:
    given = {
        "Revenge": {"ship": "ours", "at": [0, 0, 0]},
        "Mines": {"treasure": "Revenge", "face": "down", "says": MINES},
        "Prey": {"ship": "theirs", "masts": 4, "move": "S", "at": [-150, 40, 0]},
    }
    when: Steps = [{"turn": "theirs"}, {"give": "move", "to": "Prey", "choose": ["straight", "yes"]}]
    assert faults(given, when, {"Prey": {"masts": 3}, "Mines": "out of the game"}) == []


def natives() -> dict[str, Any]:
    return {
        "Isle": {"island": "wild"},
        "Revenge": {"ship": "ours", "docked": "Isle"},
        "Bob": {"crew": "Revenge"},
        "Ann": {"crew": "Revenge"},
        "Natives": {"treasure": "Isle", "face": "down", "says": NATIVES},
    }


def test_who_reveals_something_is_held_for_as_many_of_her_turns_as_told() -> None:
    """Ruling natives-count-your-own-turns."""
    idle: Steps = [{"turn": "theirs"}, {"turn": "ours"}, {"give": "move", "to": "Revenge", "refused": True}]
    when: Steps = [{"give": "explore", "to": "Revenge"}, *idle, *idle, {"turn": "theirs"}, {"turn": "ours"}]
    free = {"event": "give", "object": "Revenge move_action", "to": "Revenge"}
    assert faults(natives(), when, {"allowed": free}) == []


def test_what_is_left_on_its_island_is_not_loaded_with_the_same_action() -> None:
    when = [{"give": "explore", "to": "Revenge", "never": ["load Natives"]}]
    assert faults(natives(), when, {"Natives": "on Isle"}) == []


def test_one_crew_of_every_ship_is_one_of_each_and_the_treasure_is_another() -> None:
    given = {
        "Isle": {"island": "wild"},
        "Revenge": {"ship": "ours", "docked": "Isle"},
        "Other": {"ship": "theirs", "docked": "Isle"},
        "Bob": {"crew": "Revenge"},
        "Ann": {"crew": "Revenge"},
        "Joe": {"crew": "Other"},
        "Volcano": {"treasure": "Isle", "face": "down", "says": VOLCANO},
        "Coin": {"coin": 3, "on": "Isle"},
    }
    then = {
        "Coin": "eliminated",
        "Joe": "eliminated",
        "Revenge": {"crew": 1},
        "Volcano": "out of the game",
    }
    when = [{"give": "explore", "to": "Revenge", "choose": ["done"]}]
    assert faults(given, when, then) == []


def test_a_loyal_crew_comes_from_outside_the_game_only_to_a_fleet_of_its_nation() -> None:
    """Ruling loyal-counts-when-a-fleet-is-built."""
    castaway = (
        "Place any one crew with point cost 3 or less on this ship, using standard cargo capacity rules. That"
        " crew assumes this ship's nationality. Remove Castaway from the game."
    )
    for nation, comes in (("french", False), ("american", True)):
        given = {
            "Isle": {"island": "wild"},
            "Revenge": {"ship": "ours", "docked": "Isle"},
            "Escort": {"ship": "ours", "nation": nation},
            "Castaway": {"treasure": "Isle", "face": "down", "says": castaway},
            "Ann": {"crew": "outside", "cost": 3, "says": "Loyal: American.", "nation": "american"},
        }
        when = [{"give": "explore", "to": "Revenge", "choose": ["done"] if comes else []}]
        assert faults(given, when, {"Ann": "aboard Revenge" if comes else "not aboard Revenge"}) == []
