"""A kind of terrain is one file: a new one is played with, and a wrong one is told with its line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pirate_code.board.outlines import load_outlines
from pirate_code.data import DataError
from pirate_code.language.words import load_words
from pirate_code.rules.happen.terrain import EFFECTS
from pirate_code.rules.registry import load_rules
from pirate_code.terrain import load_terrain, read_terrain, terrain_files, terrain_of_setup

NEW = """
name: maelstrom
plural: maelstroms
stops_ships: true
blocks_fire: true
effects:
  - does: fell masts
    count: 2
  - does: lead to another
    costs_from: 7
outline:
  points: [[30, 0], [0, 30], [-30, 0], [0, -30]]
colours: {fill: "#112233", edge: "#445566"}
"""
PLAY = """
from pirate_code.language import parse, render
from pirate_code.rules.edition import load_edition
from pirate_code.rules.event import Event
from tests.rules.at_sea import ahead, give
from tests.rules.positions import Table

table = Table()
ship, target = table.ship(0, 0, 0, move="L"), table.ship(1, 300, 0)
first, second = table.terrain("maelstrom", 140, 0), table.terrain("maelstrom", 0, 600)
assert "maelstrom" in load_edition("code").terrain
line = "This ship ignores maelstroms."
assert render(parse(line)) == line, render(parse(line))
table.propose(give(ship), [ahead("L"), [0, "mast", 0], [0, "mast", 1], [second.id, 0]], dice=[3])
assert ship.standing == 1, ship.masts
assert ship.pose is not None and ship.pose.y > 300, ship.pose
print("played")
"""


def test_a_new_terrain_needs_its_file_only(tmp_path: Path, root: Path) -> None:
    for name in ("pirate_code", "grammar", "db", "rulings", "tests"):
        skipped = shutil.ignore_patterns("__pycache__", "web", "browser", "digests")
        shutil.copytree(root / name, tmp_path / name, ignore=skipped)
    (tmp_path / "db" / "terrain" / "maelstrom.yaml").write_text(NEW, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "played\n", done.stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count: 2", "count: none", r":7: effects.0.count: 'none' is not"),
        ("does: fell masts", "does: sing", r":6: effects.0"),
        ("stops_ships: true", "stop_ships: true", r":\d+: stop_ships"),
        ("stops_ships: true", "drifts: S", r":3: what drifts needs the places of the numbers 1 to 6"),
        ("[0, -30]]", "[0, -30]]\n  numbers: [[1, 2]]", r":\d+: the numbers 1 to 6 have 6 places, not 1"),
        ("name: maelstrom", "name: storm", r":1: the file of 'storm' must be called storm.yaml"),
        ("plural: maelstroms\n", "", r":\d+: plural: it is missing"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in NEW
    path = tmp_path / "maelstrom.yaml"
    path.write_text(NEW.lstrip().replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(str(path)) + message):
        read_terrain([path])


def test_two_files_of_one_terrain_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "maelstrom.yaml"
    path.write_text(NEW, encoding="utf-8")
    with pytest.raises(DataError, match="there is another terrain 'maelstrom'"):
        read_terrain([path, path])


def test_every_effect_that_a_file_may_name_can_be_carried_out() -> None:
    load_rules()
    named = {effect.does for kind in load_terrain().values() for effect in kind.effects}
    assert named == set(EFFECTS)


def test_every_terrain_is_a_noun_and_has_an_outline() -> None:
    for noun, kind in load_terrain().items():
        assert load_words().nouns[kind.name] == load_words().nouns[kind.plural] == noun
        assert load_outlines()[kind.outline_name].name == kind.outline_name
    assert len(terrain_files()) == len(load_terrain()) > len(terrain_of_setup()) > 0
