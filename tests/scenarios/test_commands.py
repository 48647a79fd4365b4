"""The commands that run scenarios: what they print, draw and refuse."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner, Result

from pirate_code.cli import commands

SVG = "{http://www.w3.org/2000/svg}"
DOCTOR = "doctor-stops-elimination-only"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, list(arguments))


def test_a_scenario_is_drawn_before_and_after_side_by_side(tmp_path: Path) -> None:
    picture = tmp_path / "doctor.svg"
    assert run("scenario", DOCTOR, "--svg", str(picture)).exit_code == 0
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    panels = root.findall(f"{SVG}g")
    assert len(panels) == 3  # the ruling has three scenarios, one below the other
    for panel in panels:
        before, after = panel.findall(f"{SVG}svg")
        assert before.get("y") == after.get("y")
        assert float(before.get("x", "0")) < float(after.get("x", "0"))
    captions = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert "Before" in captions
    assert "Out of the game: Missionary, Doc, Bob." in captions
    assert any("Doc, Tom, Bob" in caption for caption in captions)


def test_a_picture_that_cannot_be_written_is_one_sentence() -> None:
    result = run("scenario", DOCTOR, "--svg", "/nowhere/doctor.svg")
    assert result.exit_code != 0
    assert "/nowhere/doctor.svg cannot be written" in result.output


def test_the_check_counts_by_section_and_ends_with_the_totals() -> None:
    result = run("rulings", "check", "doctor-ability.yaml", "online-game.yaml", "--jobs", "1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert any(line.startswith("Doctor ability") for line in lines)
    assert "items of the Pirate Code are shown and passing" in result.stdout
    assert "rulings are shown and passing, 0 of them in part;" in result.stdout
    assert "Nothing can be shown in 1 section: PIRATES CSG ONLINE." in lines
    assert lines[-1] == "Every other section has a shown ruling."


def test_the_check_as_json_has_the_same_numbers_for_every_section() -> None:
    files = ("doctor-ability.yaml", "online-game.yaml")
    found = json.loads(run("rulings", "check", *files, "--jobs", "1", "--json").stdout)
    doctor, online = found["sections"]
    assert doctor["passing"] == doctor["shown"] == found["total"]["passing"] > 0
    assert online["unshown"] == online["rulings"]
    assert found["sections_that_cannot_be_shown"] == ["PIRATES CSG ONLINE"]
    assert found["failing"] == []


def test_a_failing_scenario_is_told_and_its_section_lacks_a_shown_ruling(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "section: Wrong\npart: abilities\nrulings:\n"
        "  - id: wrong-ruling\n    says: Bob swims.\n    source: {items: [1]}\n"
        "    shows:\n      - {given: {Revenge: {ship: ours}}, then: {Revenge: sunk}}\n",
        encoding="utf-8",
    )
    result = run("rulings", "check", str(path), "--jobs", "1")
    assert result.exit_code == 1
    assert "wrong.yaml:8: Revenge is not sunk" in result.stdout
    assert "No ruling is shown in 1 section: Wrong." in result.stdout


def test_a_file_of_rulings_that_is_not_there_is_refused() -> None:
    result = run("rulings", "check", "nothing.yaml")
    assert result.exit_code != 0
    assert "There is no file 'nothing.yaml' of rulings" in result.output


_SAILING = """
given: {Revenge: {ship: ours}}
when: [{turn: ours}]
then: {Revenge: not sunk}
"""


def _own_edition(folder: Path, text: str = "name: Mine\nbased_on: code\nbuild_total: 55\n") -> None:
    (folder / "mine.yaml").write_text(text, encoding="utf-8")


def test_a_scenario_names_an_edition_of_ones_own_that_lies_beside_it(tmp_path: Path) -> None:
    _own_edition(tmp_path, "name: Mine\nbased_on: code\nactions_each_turn: everyone\n")
    path = tmp_path / "scenario.yaml"
    path.write_text(f"edition: mine.yaml\n{_SAILING}", encoding="utf-8")
    result = run("scenario", str(path))
    assert result.exit_code == 2
    assert "mine.yaml:3: actions_each_turn" in result.output
    _own_edition(tmp_path)
    assert run("scenario", str(path)).exit_code == 0


def test_a_scenario_is_played_by_another_edition_on_request(tmp_path: Path) -> None:
    _own_edition(tmp_path)
    assert run("scenario", DOCTOR, "--edition", str(tmp_path / "mine.yaml")).exit_code == 0
    refused = run("scenario", DOCTOR, "--edition", "atlantis")
    assert refused.exit_code == 2
    assert "There is no edition 'atlantis'" in refused.output


def test_the_scenarios_of_a_ruling_are_run_by_each_of_its_editions() -> None:
    result = run("scenario", "fort-destroyed-crimson-coast")
    assert result.exit_code == 0
    for edition in ("crimson-coast", "revolution"):
        assert f"fort-destroyed-crimson-coast, scenario 1 by {edition}" in result.output
    found = json.loads(run("scenario", "fort-destroyed-crimson-coast", "--json").stdout)["scenarios"]
    assert [(each["scenario"], each["edition"]) for each in found[:2]] == [
        (1, "crimson-coast"),
        (1, "revolution"),
    ]
    asked = run("scenario", "fort-destroyed-crimson-coast", "--edition", "revolution", "--json")
    assert {each["edition"] for each in json.loads(asked.stdout)["scenarios"]} == {"revolution"}


def test_a_terrain_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("given: {Mire: {terrain: lava lake}}\nthen: {Mire: not sunk}\n", encoding="utf-8")
    result = run("scenario", str(path))
    assert result.exit_code == 2
    assert (
        "scenario.yaml:1: given.Mire.terrain: there is no terrain 'lava lake'; there are fog_bank"
        in result.output
    )


def test_an_event_that_happens_to_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    steps = "when: [{event: sink, agent: Revenge}]\nthen: {Revenge: sunk}\n"
    path.write_text(f"given: {{Revenge: {{ship: ours}}}}\n{steps}", encoding="utf-8")
    result = run("scenario", str(path))
    assert result.exit_code == 2
    assert "scenario.yaml:2: when.0: sink happens to something: say `object`, ship" in result.output
