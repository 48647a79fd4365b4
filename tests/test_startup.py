"""Commands that read a library need no parser of YAML and no grammar, and load no card that nobody named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FLEET = "Build total: 40\nHMS Sultan (CC-037) + explorer, helmsman\n"
PROGRAM = """
import sys
from pirate_code.cli import commands
commands.main(sys.argv[1:], standalone_mode=False)
needless = {"lark", "yaml", "sqlmodel", "datasette", "rich"}
print("LOADED", *sorted(needless & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("command", "loaded"),
    [
        (("fleet", "check", "FLEET"), []),
        (("fleet", "random", "--seed", "7"), []),
        (("show", "Captain"), []),
        (("ask", "Cancel", "Eternal"), []),
        # A question is read by a grammar of its own.
        (("ask", "Does a Helmsman stack with a trade current?"), ["lark"]),
    ],
)
def test_a_command_loads_nothing_that_the_library_makes_needless(
    command: tuple[str, ...], loaded: list[str], built: Path, tmp_path: Path
) -> None:
    fleet = tmp_path / "fleet.txt"
    fleet.write_text(FLEET, encoding="utf-8")
    arguments = [str(fleet) if word == "FLEET" else word for word in command]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments, "--db", str(built)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env=os.environ | {"PYTHONHASHSEED": "0"},
    )
    assert done.stderr.splitlines()[-1].split() == ["LOADED", *loaded]


def test_a_pool_of_a_library_loads_the_cards_that_are_asked_for(built: Path) -> None:
    from pirate_code.fleets.card_pool import StoredCards, from_library
    from pirate_code.library.storage import connect

    db = connect(built)
    pool = from_library(db)
    db.close()
    assert isinstance(pool.cards, StoredCards)
    assert pool.facts["CC-037"].name == "HMS Sultan"
    assert not pool.cards._loaded
    assert pool.cards["CC-037"].abilities
    assert set(pool.cards._loaded) == {"CC-037"}
    assert pool.only({"CC-037"}).cards.keys() == {"CC-037"}


def test_a_command_by_itself_knows_that_foreign_crew_cannot_use_their_abilities(
    built: Path, tmp_path: Path
) -> None:
    """What the rules forbid stands in modules that a single command need not have loaded."""
    fleet = tmp_path / "fleet.txt"
    fleet.write_text("Build total: 40\nHMS Sultan (CC-037) + Oarsman (BC-120)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pirate_code", "fleet", "check", str(fleet), "--db", str(built)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert "Oarsman (BC-120) · 1 point · cannot use its abilities here" in done.stdout
