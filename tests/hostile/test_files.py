"""Files that somebody sent: each command says in a sentence what is wrong with them, and always ends."""

from __future__ import annotations

import copy
import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pirate_code.data import load_yaml
from tests.hostile import commands
from tests.hostile.recipes import RecipeError, expand

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the commands are run in forked processes")

ENTRIES: list[dict[str, Any]] = load_yaml(Path(__file__).with_name("files.yaml")).data
KEYS = {"name", "file", "holds", "is", "tampered", "run", "arguments", "stdin", "exit", "says"}
MESSAGE_LIMIT = 1_500
FAULTS = ("Traceback", "this is a bug", "pydantic")
GAME = shlex.split("play --fleet english-traders --fleet pirate-raiders --turns 1 --seed 3 --save")


@pytest.fixture(scope="module")
def program(built: Path) -> Iterator[commands.Commands]:
    """The process that runs the commands."""
    with commands.commands(built) as started:
        yield started


@pytest.fixture(scope="module")
def game(program: commands.Commands, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A replay that is as it should be."""
    path = tmp_path_factory.mktemp("replay") / "game.json"
    done = program.run(*GAME, str(path), "--db", str(built))
    assert done.exit == 0, done.err
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_a_hostile_file_gets_what_the_list_says(
    entry: dict[str, Any], program: commands.Commands, game: Any, built: Path, tmp_path: Path
) -> None:
    assert entry.keys() <= KEYS
    path = made(entry, game, tmp_path)
    done = program.run(*words(entry, path, built), stdin=path if entry.get("stdin") else None)
    told = done.out + done.err
    assert done.exit == entry["exit"], told[:MESSAGE_LIMIT]
    for said in expected(entry):
        assert said in told, told[:MESSAGE_LIMIT]
    for fault in FAULTS:
        assert fault not in told, told[:MESSAGE_LIMIT]
    assert len(done.err) <= MESSAGE_LIMIT, f"the message has {len(done.err):,} characters"
    assert "\0" not in told
    assert "\x1b" not in told


def test_the_list_names_every_file_once() -> None:
    names = [entry["name"] for entry in ENTRIES]
    assert len(names) == len(set(names))


def test_the_replay_that_is_tampered_with_plays_when_it_is_left_alone(
    program: commands.Commands, game: Any, tmp_path: Path
) -> None:
    path = made({"file": "game.json", "tampered": {}}, game, tmp_path)
    done = program.run("replay", str(path))
    assert done.exit == 0, done.err


def made(entry: dict[str, Any], game: Any, folder: Path) -> Path:
    """Make the file of an entry and return its path."""
    path = folder / str(entry.get("file", "file"))
    match entry:
        case {"holds": recipe}:
            path.write_bytes(expand(recipe))
        case {"tampered": changes}:
            path.write_text(json.dumps(tampered(game, changes)), encoding="utf-8")
        case {"is": "missing"} | {"arguments": _}:
            pass
        case {"is": "folder"}:
            path.mkdir()
        case {"is": "pipe that nobody writes to"}:
            os.mkfifo(path)
        case {"is": "link to itself"}:
            path.symlink_to(path)
        case {"is": {"link to": str(target)}}:
            path.symlink_to(target)
        case {"is": {"zero bytes": int(count)}}:
            with path.open("wb") as file:
                file.truncate(count)
        case _:
            raise RecipeError(f"{entry['name']}: there is nothing to make a file of")
    return path


def tampered(game: Any, changes: dict[str, Any]) -> Any:
    """Return a replay with other values at some places; a place is keys and numbers joined with dots."""
    changed = copy.deepcopy(game)
    for place, value in changes.items():
        *way, last = (int(step) if step.isdigit() else step for step in place.split("."))
        part = changed
        for step in way:
            part = part[step]
        part[last] = value
    return changed


def words(entry: dict[str, Any], path: Path, library: Path) -> list[str]:
    """Return the words of an entry's command; FILE and LIBRARY stand for paths."""
    known = {"FILE": str(path), "LIBRARY": str(library), "FOLDER": str(path.parent)}
    found = [known.get(word, word) for word in shlex.split(entry["run"])]
    for many in entry.get("arguments", []):
        found += [expand(many["word"]).decode()] * many.get("times", 1)
    return found


def expected(entry: dict[str, Any]) -> list[str]:
    """Return what the answer must say."""
    says = entry["says"]
    return [says] if isinstance(says, str) else list(says)
