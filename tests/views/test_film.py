"""A film shows the game that was played: all that changed, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pirate_code.board.state import SEA
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.game import Played, go_on
from pirate_code.play.order import ordered
from pirate_code.views.account import is_reported
from pirate_code.views.film import FilmedGame, film

Data = dict[str, Any]


def _played(seed: int, kind: type[Any] = FilmedGame) -> Played:
    fleets = [load_fleet(name, builtin_names()) for name in ("english-raiders", "pirate-raiders")]
    played = ordered(fleets, "code", seed, ("greedy", "random"), 8, kind=kind)
    go_on(played)
    return played


@pytest.fixture(scope="module")
def played() -> Played:
    return _played(3)


@pytest.fixture(scope="module")
def shown(played: Played) -> Data:
    return film(played.game)


def test_the_start_and_every_change_make_the_table_at_the_end(played: Played, shown: Data) -> None:
    looks: list[Data] = [{} for _ in shown["pieces"]]
    for changes in (shown["start"], *(step.get("set", []) for step in shown["steps"])):
        for number, fields in changes:
            looks[number] |= fields
    for piece, look in zip(played.game.state.pieces, looks, strict=True):
        assert look["in"] == piece.where
        assert look["masts"] == "".join(map(str, piece.masts))
        assert look["by"] == piece.controller
        assert look["is"] == sorted(piece.states)
        if piece.where == SEA:
            assert piece.pose is not None
            assert look["at"] == [round(number, 1) for number in piece.pose]


def test_every_event_that_is_told_is_a_step_with_its_reason(played: Played, shown: Data) -> None:
    told = [entry for entry in played.log if is_reported(entry) or entry[1] == "turn_beginning"]
    assert len(shown["steps"]) == len(told) + 1
    for step in shown["steps"][1:]:
        assert "turn" in step or shown["reasons"][step["why"]]


def test_an_ability_is_told_with_its_line(shown: Data) -> None:
    assert any(reason.startswith("Ability of ") and reason.count(":") for reason in shown["reasons"])


def test_a_change_that_changes_nothing_is_left_out(shown: Data) -> None:
    looks: list[Data] = [{} for _ in shown["pieces"]]
    for number, fields in shown["start"]:
        looks[number] |= fields
    for step in shown["steps"]:
        for number, fields in step.get("set", []):
            assert all(looks[number][name] != value for name, value in fields.items() if name != "via")
            looks[number] |= fields


def test_all_ships_are_inside_the_view(shown: Data) -> None:
    left, bottom, right, top = shown["view"]
    for step in shown["steps"]:
        for _, fields in step.get("set", []):
            for x, y, _ in [*([fields["at"]] if fields.get("at") else []), *fields.get("via", [])]:
                assert left < x < right
                assert bottom < y < top


def test_every_outline_that_is_used_is_there(shown: Data) -> None:
    hulls = {fields["hull"] for _, fields in shown["start"] if fields.get("at")}
    assert hulls <= set(shown["outlines"])
    assert all(len(outline["points"]) > 2 for outline in shown["outlines"].values())


def test_filming_changes_nothing_of_the_game(played: Played) -> None:
    from pirate_code.rules.game import Game

    assert _played(3, Game).log == played.log


def test_the_same_order_gives_the_same_film(shown: Data) -> None:
    assert json.dumps(film(_played(3).game)) == json.dumps(shown)
