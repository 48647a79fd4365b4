"""The README keeps up with the command line, and its commands work in every library."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pirate_code.cli import commands
from pirate_code.collection import storing
from pirate_code.library import storage

CONTEXT = click.Context(commands)
NAMES = commands.list_commands(CONTEXT)


def command_of(name: str) -> click.Command:
    found = commands.get_command(CONTEXT, name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_command_is_in_the_readme(name: str, root: Path) -> None:
    assert f"pirate-code {name}" in (root / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str) -> None:
    command = command_of(name)
    assert command.help
    assert f"pirate-code {name}" in (command.epilog or "")


def test_the_readme_names_no_command_that_does_not_exist(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"pirate-code ([a-z]+)", readme)) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_command_is_explained(name: str) -> None:
    options = [option for option in command_of(name).params if isinstance(option, click.Option)]
    assert all(option.help for option in options)


# --- every command of the README, in every library ---------------------------------------------------------

# Commands that are not run here, each with the reason.
NOT_RUN = {
    "serve": "it does not end by itself; tests/web asks for every page",
    "build": "the fixture `built` does the same",
    "import master.xlsx": "the fixture `imported` does the same",
    "rulings check": "it plays every ruling, which takes minutes; tests/scenarios plays them",
    "rulings coverage FILE": "it needs the Pirate Code; tests/library/test_code_document.py reads it",
    "duel english-traders pirate-raiders --games 1000": "tests/play/test_contest.py plays fewer games",
    "tournament --games 20": "tests/play/test_contest.py plays fewer games",
    "matrix --out FILE": "it settles every pair; tests/answers/test_matrix.py settles a few",
}
# What the README calls the files of a reader, and what stands in them here.
FLEET = "HMS Apollo + captain, helmsman\n"
RULING = "eternal-loses-her-treasure"
QUESTIONS = "tests/answers/questions/fifth_examination.jsonl"
FILES = {
    "fleet.txt": FLEET,
    "FILE": FLEET,
    "abilities.txt": "Captain.\n",
    "mine.csv": "id,owned,wanted\nCC-037,2,1\n",
    "pieces.csv": "Name,Ability\nNobody,Captain.\n",
    QUESTIONS: '{"x": "Cancel", "y": "Eternal", "answer": "no"}\n',
    "master.csv": (
        "Faction,#,Rarity,Type,Name,Point Cost,Masts,Cargo,Base Move,Cannons,Ability,SheetName,Set\n"
        "English,901,Common,Crew,Nobody,3,,,,,Captain.,Sheet,Pirates of the Crimson Coast\n"
    ),
}
# Exit codes that are not 0 and are meant so: the line of the example does not parse.
EXIT_CODES = {"parse This ship gets +1 to her bording rolls.": 1}


def readme_commands() -> Iterator[str]:
    """Every command that the README writes out, without the name of the program and its redirections."""
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    for quoted in re.findall(r"`([^`]*)`", readme):
        found = re.fullmatch(r"pirate-code ([a-z].*?)", " ".join(quoted.split()))
        if found and (" " in found[1] or found[1] in NOT_RUN):
            yield (found[1].replace("--sheet FILE", "--sheet master.csv").replace("RULING", RULING))


COMMANDS = list(dict.fromkeys(readme_commands()))


@pytest.fixture(params=["built", "imported"])
def library(request: pytest.FixtureRequest) -> Path:
    """The library that comes with Pirate Code, and one with the whole master spreadsheet."""
    found: Path = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def desk(tmp_path: Path, root: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README speaks of, and a library to read."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv(storage.ENVIRONMENT, str(library))
    monkeypatch.setenv(storing.ENVIRONMENT, str(tmp_path / "mine.csv"))
    (tmp_path / "examples").symlink_to(root / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> None:
    """Run a command as the README writes it; it must succeed or fail as it is meant to."""
    line, _, given = command.partition(" < ")
    arguments = shlex.split(line)
    text = Path(given).read_text(encoding="utf-8") if given else None
    result = CliRunner().invoke(commands, arguments, input=text)
    expected = EXIT_CODES.get(" ".join(arguments), 0)
    assert result.exit_code == expected, f"{command}: {result.output[-500:]}{result.stderr[-500:]}"


def test_the_readme_has_commands_to_run() -> None:
    assert set(NOT_RUN) <= set(COMMANDS)
    assert len(COMMANDS) >= 20


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in NOT_RUN])
def test_a_command_of_the_readme_works(command: str, desk: Path) -> None:
    if command.startswith("replay game.json"):
        fleets = ("--fleet", "english-traders", "--fleet", "pirate-raiders")
        saved = CliRunner().invoke(commands, ["play", *fleets, "--turns", "2", "--save", "game.json"])
        assert saved.exit_code == 0, saved.output
    run(command)
