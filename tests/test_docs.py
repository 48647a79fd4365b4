"""The README keeps up with the command line."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from pirate_code.cli import commands


@pytest.mark.parametrize("name", sorted(commands.commands))
def test_every_command_is_in_the_readme(name: str, root: Path) -> None:
    assert f"pirate-code {name}" in (root / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(commands.commands))
def test_every_command_has_help_with_an_example(name: str) -> None:
    command = commands.commands[name]
    assert command.help
    assert f"pirate-code {name}" in (command.epilog or "")


def test_the_readme_names_no_command_that_does_not_exist(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"pirate-code ([a-z]+)", readme)) <= set(commands.commands)


@pytest.mark.parametrize("name", sorted(commands.commands))
def test_every_option_of_a_command_is_explained(name: str) -> None:
    options = [option for option in commands.commands[name].params if isinstance(option, click.Option)]
    assert all(option.help for option in options)
