"""Positions as text: what is written reads back as the same, for every scenario of the rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.board.state import State
from pirate_code.data import folder, load_yaml, parse_yaml
from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.outcomes.reading import read_position
from pirate_code.scenarios.outcomes.report import tried
from pirate_code.scenarios.position_text import scenario_data, state_data, written
from pirate_code.scenarios.run import positions
from pirate_code.scenarios.scenario_file import read_list

FILES = sorted(folder("rulings").glob("*.yaml"))


def scenarios_of(path: Path) -> list[list[Scenario]]:
    document = load_yaml(path)
    return [
        read_list(ruling["shows"], document, "rulings", number, "shows")
        for number, ruling in enumerate(document.data["rulings"])
        if ruling.get("shows")
    ]


@pytest.mark.parametrize("path", FILES[::7], ids=[path.stem for path in FILES[::7]])
def test_a_scenario_of_a_ruling_reads_back_as_it_was_written(path: Path) -> None:
    for scenarios in scenarios_of(path):
        for scenario, given in zip(scenarios, positions(scenarios), strict=True):
            text = written(scenario_data(scenario, given))
            (again,) = [read_position(parse_yaml(text, Path("text")))]
            assert again.given == given
            assert again.scenario.when == scenario.when
            assert again.scenario.edition == scenario.edition


def test_a_position_of_the_engine_is_written_as_what_it_is() -> None:
    text = """
given:
  Isle: {island: wild, at: [300, 0, 0]}
  Revenge: {ship: ours, masts: 2, cannons: 2S-4L, at: [0, 0, 90], lost: 1, is: submerged}
  Jack: {crew: Revenge, has: Captain, cost: 5}
  Prey: {ship: theirs, docked: Isle}
  Gold: {coin: 4, on: Isle}
  Rocks: {terrain: reef, at: [-300, 0, 0]}
  Tower: {fort: theirs, on: Isle, cannons: 3S-3S}
"""
    before = _state(text)
    again = _state(written({"given": state_data(before)}))
    assert state_data(again) == state_data(before)
    assert len(again.pieces) == len(before.pieces)
    revenge = next(piece for piece in again.pieces if piece.card.name == "Revenge")
    assert (revenge.standing, revenge.states) == (1, frozenset({"submerged"}))
    jack = next(piece for piece in again.pieces if piece.card.name == "Jack")
    assert jack.card.keywords == frozenset({"captain"})


def test_two_pieces_of_one_name_are_told_apart() -> None:
    state = _state("given: {A: {ship: ours}, B: {crew: A, name: Bob}, C: {crew: A, name: Bob}}")
    given = state_data(state)
    assert list(given) == ["A", "Bob", "Bob 2"]
    assert given["Bob 2"]["name"] == "Bob"


@pytest.mark.parametrize("name", ["yes", "a: b", "#1", "", "it's", "4 gold", 'say "hi"', "naïve", "- x"])
def test_any_name_survives_being_written(name: str) -> None:
    text = written({"title": name, "given": {"A": {"ship": "ours", "says": name}}})
    data = parse_yaml(text, Path("text")).data
    assert data["title"] == name
    assert data["given"]["A"]["says"] == name


def _state(text: str) -> State:
    written_position = read_position(parse_yaml(text, Path("text")))
    return tried(written_position.scenario, written_position.given).position.before
