"""The commands play, replay and coverage: results for people and programs, one sentence for what is wrong."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands
from pirate_code.play.replay import play_again, read_replay

FLEETS = ("--fleet", "english-traders", "--fleet", "viking-raiders")
NO_LIBRARY = "no-such-folder/library.sqlite"


def run(*arguments: str, library: Path | str = NO_LIBRARY) -> Result:
    """Run a command."""
    environment = {"PIRATE_CODE_DB": str(library)}
    return CliRunner(env=environment).invoke(commands, list(arguments), catch_exceptions=False)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game that was played and saved."""
    path = tmp_path_factory.mktemp("games") / "game.json"
    done = run("play", *FLEETS, "--turns", "3", "--captain", "greedy", "--save", str(path))
    assert done.exit_code == 0
    return path


def test_play_tells_turns_and_the_score(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    done = run("play", *FLEETS, "--turns", "2", "--seed", "5", "--log", str(log))
    assert done.exit_code == 0
    assert "Turn 1: player" in done.output
    assert "2 turns have been taken by each player." in done.output
    assert "player 1, English traders:" in done.output
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert all({"what", "event", "cause"} <= entry.keys() for entry in entries)


def test_a_game_is_played_on_a_table_of_the_size_that_is_given(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("play", *FLEETS, "--turns", "1", "--table", "2000", "900", "--save", str(path))
    assert done.exit_code == 0
    replay = read_replay(path)
    assert play_again(replay).game.state.table_size == (2000, 900)


def test_fleets_may_have_any_piece_of_the_library(built: Path, tmp_path: Path) -> None:
    changed = tmp_path / "library.sqlite"
    shutil.copy(built, changed)
    with closing(sqlite3.connect(changed)) as db, db:
        db.execute("UPDATE pieces SET name = 'Mary Celeste' WHERE name = 'HMS Sultan'")
    fleet = tmp_path / "mine.txt"
    fleet.write_text("Mary Celeste\n", encoding="utf-8")
    given = ("play", "--fleet", str(fleet), "--fleet", "viking-raiders", "--turns", "1")
    assert run(*given, library=changed).exit_code == 0
    assert "Mary Celeste" in run(*given).output
    assert run(*given).exit_code == 2


def test_play_as_json_is_one_object() -> None:
    done = run("play", *FLEETS, "--turns", "1", "--json")
    data = json.loads(done.output)
    assert data["over"]
    assert data["fleets"] == ["English traders", "Viking raiders"]
    assert len(data["scores"]) == 2


def test_a_replay_comes_out_the_same_and_can_be_drawn(saved: Path, tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    assert json.loads(run("replay", str(saved), "--json").output)["over"]
    done = run("replay", str(saved), "--until", "2", "--svg", str(picture))
    assert "the table at turn 2" in done.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--fleet", "english-traders"), "A game needs two fleets or more"),
        (("play", *FLEETS, "--edition", "chess"), "There is no edition 'chess'"),
        (("play", *FLEETS, "--captain", "ahab"), "There is no captain 'ahab'"),
        (("play", "--fleet", "nobody", "--fleet", "viking-raiders"), "There is no fleet 'nobody'"),
        (("play", *FLEETS, "--turns", "1", "--log", "/nowhere/x"), "cannot be written"),
        (("replay", "nothing.json"), "there is no such file"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output


def test_a_fleet_that_is_not_legal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "fleet.yaml"
    path.write_text("ships:\n  - Grendel\n  - Grendel\n", encoding="utf-8")
    done = run("play", "--fleet", str(path), "--fleet", "viking-raiders")
    assert done.exit_code == 2
    assert "cannot be played" in done.output


def test_coverage_counts_lines_that_parse_and_lines_that_are_lowered() -> None:
    done = run("coverage", "--json")
    data = json.loads(done.output)
    assert done.exit_code == 0
    assert data["parsed"] == data["lowered"] == data["lines"]
    assert data["unparsed"] == data["without_ops"] == []
