"""The drawn map and the film of a game: nothing is lost, and the film ends where the game does."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pirate_code import cli
from pirate_code.blackbeard.chart import WIDTH, chart, draw, marks
from pirate_code.blackbeard.film import Camera
from pirate_code.blackbeard.play import Played, go_on, prepare
from pirate_code.blackbeard.replay import play_again, read_replay, write_replay
from pirate_code.blackbeard.values import standard_values, values_with
from tests.blackbeard.table import Table

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def played() -> Played:
    game = prepare(standard_values(), 3, 7, captains=("greedy",))
    game.game.watch = Camera(game)
    go_on(game)
    return game


@pytest.fixture(scope="module")
def film(played: Played) -> dict[str, Any]:
    assert isinstance(played.game.watch, Camera)
    return played.game.watch.film(played.game)


def after(film: dict[str, Any], step: int) -> dict[str, Any]:
    """The marks that a film shows after a step."""
    shown: dict[str, Any] = {}
    for one in film["steps"][: step + 1]:
        shown |= dict(one.get("set", []))
    return {name: look for name, look in shown.items() if look["look"] >= 0}


def test_no_two_boxes_of_the_map_overlap() -> None:
    boxes = list(chart(standard_values()).boxes.values())
    for number, (left, top, height) in enumerate(boxes):
        for other_left, other_top, other_height in boxes[number + 1 :]:
            apart = abs(left - other_left) >= WIDTH
            assert apart or top + height <= other_top or other_top + other_height <= top


def test_a_sea_without_a_place_on_the_map_stands_below() -> None:
    over = {
        "seas": {
            "north-sea": {"name": "North Sea", "region": "atlantic", "seas": [], "transits": ["mid-atlantic"]}
        }
    }
    drawn = chart(values_with(over))
    assert drawn.boxes["north-sea"][1] > drawn.boxes["spanish-main"][1]


def test_every_pirate_hunter_merchant_and_marker_is_drawn() -> None:
    table = Table()
    pirate = table.pirate(place="port-royal", scurvy=True, guns=True)
    table.commissioner()
    table.warship("swallow")
    table.merchant("rigger-4", "havana", face_up=True)
    table.governor("Eden", "bath")
    table.game.state.ports["goa"].destroyed = True
    found = marks(chart(table.game.values), table.game.state)
    assert {name.split()[0] for name in found} == {"pirate", "hunter", "merchant", "port"}
    assert ">SG<" in found[f"pirate {pirate.id}"].look
    assert "scurvy" in found[f"pirate {pirate.id}"].title
    assert ">4<" in found["merchant havana"].look
    assert found["port bath"].title == "Governor of Bath: Eden"
    assert found["port goa"].title == "Governor of Goa: none, destroyed"


def test_ships_in_one_place_do_not_lie_on_each_other() -> None:
    table = Table()
    for name in list(table.game.state.pirate_deck)[:12]:
        table.pirate(name)
    found = marks(chart(table.game.values), table.game.state)
    assert len({(mark.x, mark.y) for mark in found.values()}) == 12


def test_a_position_is_a_picture_with_a_title(played: Played) -> None:
    root = ET.fromstring(draw(played.game.values, played.game.state, "The <end>"))
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "The <end>"
    assert len(root.findall(f"{SVG}g")) == len(marks(chart(played.game.values), played.game.state))


def test_the_film_ends_with_the_position_of_the_end(played: Played, film: dict[str, Any]) -> None:
    end = marks(chart(played.game.values), played.game.state)
    shown = after(film, len(film["steps"]) - 1)
    assert {name: (look["at"][0], look["at"][1], look["title"]) for name, look in shown.items()} == {
        name: (mark.x, mark.y, mark.title) for name, mark in end.items()
    }
    assert film["steps"][-1]["gold"] == [player.points for player in played.game.state.players]


def test_a_step_moves_what_it_tells_of(film: dict[str, Any]) -> None:
    moves = [step for step in film["steps"] if " sails to " in step["says"]]
    assert moves
    assert all(any(name.split()[0] in {"pirate", "hunter"} for name, _ in step["set"]) for step in moves)


def test_steps_give_reasons_and_looks_are_told_once(film: dict[str, Any]) -> None:
    assert any(reason.startswith("Dice: ") for reason in film["reasons"])
    assert all(step["why"] < len(film["reasons"]) for step in film["steps"] if "why" in step)
    assert len(set(film["looks"])) == len(film["looks"])
    assert [step["turn"] for step in film["steps"] if "turn" in step][:3] == [1, 2, 3]
    json.dumps(film)


# --- replays to a turn, and drawn ---------------------------------------------------------------------------


def run(*args: str) -> Any:
    return CliRunner().invoke(cli.commands, args)


def test_a_replay_stops_at_a_turn_and_is_drawn(played: Played, tmp_path: Path) -> None:
    file, picture = tmp_path / "game.json", tmp_path / "map.svg"
    write_replay(played, file)
    done = run("replay", str(file), "--until", "12", "--svg", str(picture))
    assert done.exit_code == 0, done.output
    assert done.output == f"{picture}: the map at turn 12.\n"
    assert "turn 12" in ET.fromstring(picture.read_text()).findtext(f"{SVG}title", "")
    told = run("replay", str(file), "--until", "2")
    assert "Turn 2, player" in told.output
    assert "Turn 3, player" not in told.output


def test_a_replay_to_a_turn_has_the_position_of_that_turn(played: Played, tmp_path: Path) -> None:
    write_replay(played, tmp_path / "game.json")
    again = play_again(read_replay(tmp_path / "game.json"), 9)
    assert again.game.state.turn.number == 9
    assert again.lines() == played.lines()[: len(again.lines())]
