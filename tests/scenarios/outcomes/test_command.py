"""`pirate-code try FILE.yaml`: what it prints, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner, Result

from pirate_code.cli import commands

EXAMPLE = Path(__file__).parents[3] / "examples" / "boarding.yaml"
POSITION = """
title: A shot
given:
  Revenge: {ship: ours, masts: 1}
  Prey: {ship: theirs, within: S of Revenge}
when: {give: shoot, to: Revenge, choose: cannon 1}
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["try", *map(str, arguments)])


def test_the_example_tells_every_outcome_with_its_chance_and_how_it_comes_about() -> None:
    result = run(EXAMPLE)
    assert result.exit_code == 0, result.output
    assert "All choices and dice were tried" in result.output
    assert "Doc is eliminated." in result.output
    assert "chance 0% to 7/24 (29.2%), as players choose" in result.output
    assert "Revenge: boarding roll, then Prey: boarding roll" in result.output


def test_a_position_as_json_has_the_outcomes_and_the_tree(tmp_path: Path) -> None:
    path = tmp_path / "shot.yaml"
    path.write_text(POSITION, encoding="utf-8")
    found = json.loads(run(path, "--json").stdout)
    assert found["title"] == "A shot"
    assert found["complete"] is True
    chances = {tuple(each["says"]): each["chance"]["most"] for each in found["outcomes"]}
    assert chances == {("Prey has 2 masts.",): "1/2", ("Nothing is other than it was.",): "1/2"}
    assert found["tree"]["who"] == "chance"
    assert {branch["share"] for branch in found["tree"]["branches"]} == {"1/2"}


def test_every_outcome_is_drawn_to_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "shot.yaml"
    path.write_text(POSITION, encoding="utf-8")
    assert run(path, "--svg", tmp_path / "drawn").exit_code == 0
    files = sorted(file.name for file in (tmp_path / "drawn").iterdir())
    assert files == ["outcome-1.svg", "outcome-2.svg"]
    for name in files:
        ElementTree.parse(tmp_path / "drawn" / name)


def test_pictures_that_cannot_be_written_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "shot.yaml"
    path.write_text(POSITION, encoding="utf-8")
    result = run(path, "--svg", path)
    assert result.exit_code == 2
    assert "cannot be written" in result.output


def test_a_line_is_still_tried_as_a_line() -> None:
    result = run("This ship gets +1 to her boarding rolls.")
    assert result.exit_code == 0, result.output
    assert "do what they say" in result.output


_RAM = """
given: {Prey: {ship: theirs}, Revenge: {ship: ours, move: S, within: S of Prey, facing: Prey}}
when: {give: move, to: Revenge, choose: straight}
"""


def test_a_position_is_tried_by_the_edition_that_is_asked_for(tmp_path: Path) -> None:
    path, own = tmp_path / "ram.yaml", tmp_path / "mine.yaml"
    path.write_text(_RAM, encoding="utf-8")
    own.write_text("name: Mine\nbased_on: code\nram_is_optional: true\n", encoding="utf-8")
    assert "2 outcomes" in run(path).output
    assert "3 outcomes" in run(path, "--edition", own).output
    assert "3 outcomes" in run(path, "--edition", "revolution").output
    own.write_text("name: Mine\nbased_on: code\nfog: thin\n", encoding="utf-8")
    refused = run(path, "--edition", own)
    assert refused.exit_code == 2
    assert "mine.yaml:3: fog: 'thin' is not one of" in refused.output


def test_a_line_is_tried_by_the_edition_that_is_asked_for() -> None:
    by_the_code = json.loads(run("Limit.", "--kind", "crew", "--json").stdout)
    by_the_sheet = json.loads(run("Limit.", "--kind", "crew", "--json", "--edition", "crimson-coast").stdout)
    assert [each["status"] for each in by_the_code["clauses"]] == ["conforming"]
    assert by_the_sheet["clauses"] == []  # only a fleet may not have the card twice
    assert run("Limit.", "--edition", "atlantis").exit_code == 2
