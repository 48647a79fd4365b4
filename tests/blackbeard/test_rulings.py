"""The rulings of Blackbeard: each scenario holds, and fails without any of what it gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pirate_code import cli
from pirate_code.blackbeard import rulings
from pirate_code.blackbeard.scenarios import check
from pirate_code.blackbeard.scenarios.format import Scenario
from pirate_code.blackbeard.scenarios.run import run
from pirate_code.library.rulings import load_rulings as pirates_rulings

ALL = [ruling for file in rulings.load_rulings() for ruling in file.rulings]
# What the document contradicts itself in or leaves open, and the ruling that decides it.
OPEN = {
    "havens after an attack": "other-havens-survive-an-attack",
    "a beaten commissioner": "beaten-commissioner-has-done-damage",
    "points for a warship": "point-for-a-warships-damage",
    "evading": "evading-ends-the-action",
    "rows of Double Cross": "double-cross-rolls",
    "conversion in hostile ports": "ratio-in-hostile-ports",
    "the roll for notoriety": "notoriety-of-loot-is-the-cargo-roll",
    "a full hold": "cargo-takes-an-empty-hold",
    "half a point": "commissioner-scores-half",
    "more than everything": "no-more-than-everything-is-grabbed",
    "the sea of a storm": "sea-of-a-storm-is-told-by-a-port",
    "two recovery actions": "involuntary-revelry-takes-two-actions",
}

PLAIN = {
    "given": {"pirates": {"ours": {"scurvy": True}}},
    "when": [{"pirate": "ours", "does": "move", "about": "port-royal"}],
    "in_vain": ["scurvy of ours"],
    "then": [{"pirate": "ours", "scurvy": False, "at": "port-royal"}],
}


def faults(**changes: object) -> list[str]:
    return list(check.faults(Scenario.model_validate(PLAIN | changes)))


@pytest.mark.parametrize("path", rulings.paths(), ids=lambda path: path.stem)
def test_every_scenario_holds_and_shows_something(path: Path) -> None:
    assert [fault for ruling in rulings.check_file(path) for fault in ruling.faults] == []


def test_at_least_85_of_100_that_can_be_shown_are() -> None:
    total = rulings.counted(
        ruling for path in rulings.paths() for ruling in rulings.check_file(path, ablate=False)
    ).total
    assert total.share >= 85
    assert total.rulings == len(ALL) > 200


def test_no_two_rulings_of_either_game_have_the_same_id() -> None:
    ids = [ruling.id for ruling in ALL]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & {ruling.id for file in pirates_rulings() for ruling in file.rulings}


@pytest.mark.parametrize("key", OPEN.values(), ids=OPEN.keys())
def test_what_the_document_leaves_open_is_decided_with_a_reason_and_shown(key: str) -> None:
    ruling = next(ruling for ruling in ALL if ruling.id == key)
    assert ruling.decision
    assert ruling.shows


def test_a_scenario_that_does_not_come_out_is_told() -> None:
    assert faults(then=[{"pirate": "ours", "at": "havana"}]) == [
        "at of ours: port-royal, and havana was expected."
    ]


def test_what_changes_nothing_must_be_said_to_be_in_vain() -> None:
    assert faults() == []
    assert faults(in_vain=[]) == ["it holds without scurvy of ours too, so it shows nothing of it."]


def test_what_changes_something_is_not_in_vain() -> None:
    found = faults(in_vain=["scurvy of ours", "ours"])
    assert found == ["it does not hold without ours, so that is not in vain."]


def test_a_scenario_in_which_nothing_happens_shows_nothing() -> None:
    assert "it gives nothing and does nothing, so it shows nothing." in faults(
        given={}, when=[], in_vain=[], then=[{"merchants": 0}]
    )


def test_a_scenario_whose_deed_changes_nothing_shows_nothing() -> None:
    assert "it holds without what is done too, so it shows nothing of it." in faults(
        given={"pirates": {"ours": {}}}, in_vain=[], then=[{"pirate": "ours", "loyalty": 7}]
    )


def test_dice_must_be_used_up_and_choices_asked_for() -> None:
    assert faults(dice=[3]) == ["0 dice were rolled, and 1 are laid out."]
    assert faults(choices=[{"revel": True}]) == ["nobody was asked for {'revel': True}."]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"when": [{"pirate": "ours", "does": "sack"}]}, "ours cannot sack."),
        ({"given": {"hands": {3: ["scurvy"]}}}, "the position cannot be set up"),
        ({"then": [{"pirate": "ours", "mood": 3}]}, "a pirate has no 'mood'"),
        ({"then": [{"parrot": "ours"}]}, "nobody knows what 'parrot' is."),
    ],
)
def test_what_cannot_be_played_or_read_is_a_fault(changes: dict[str, object], said: str) -> None:
    assert run(Scenario.model_validate(PLAIN | changes)).faults[0].startswith(said)


def test_a_fault_in_a_file_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "game: blackbeard\nsection: X\nabout: [x]\nrulings:\n"
        "  - id: one\n    says: A.\n    lines: [1]\n    tells: no\n"
    )
    (found,) = rulings.check_file(path)
    assert found.status == "failing"
    assert found.faults[0].endswith("wrong.yaml:8: rulings.0.tells: there is no entry of this name")


def test_lines_that_no_ruling_rests_on_are_found() -> None:
    text = "\n" * 28 + "A player wins.\n\nAnother statement that no ruling knows.\n"
    cited = {line for ruling in ALL for line in ruling.lines}
    assert 29 in cited
    assert rulings.uncovered(text.replace("Another", "\n\nAnother")) == []  # line 33 is cited
    assert [number for number, _ in rulings.uncovered("\n" * 29 + "No line of ours.")] == [30]


def test_a_check_counts_this_game_apart() -> None:
    done = CliRunner().invoke(cli.commands, ["rulings", "check", "blackbeard/12-ships.yaml", "--json"])
    found = json.loads(done.output)
    assert done.exit_code == 0
    assert found["total"]["rulings"] == 0
    assert found["blackbeard"]["total"]["passing"] == found["blackbeard"]["total"]["rulings"] == 6
    told = CliRunner().invoke(cli.commands, ["rulings", "check", "blackbeard/12-ships.yaml"]).output
    assert "Blackbeard: 6 of 6 rulings are shown and passing" in told
    assert "Pirate Code" not in told


def test_a_check_fails_with_a_ruling_that_does_not_hold(tmp_path: Path) -> None:
    folder = tmp_path / "blackbeard"
    folder.mkdir()
    text = (rulings.paths()[-2]).read_text(encoding="utf-8")
    (folder / "ships.yaml").write_text(
        text.replace("combat: 5, speed: 5", "combat: 5, speed: 4"), encoding="utf-8"
    )
    done = CliRunner().invoke(cli.commands, ["rulings", "check", str(folder / "ships.yaml")])
    assert done.exit_code == 1
    assert "speed of ours: 5, and 4 was expected." in done.output


def test_lines_of_the_document_that_are_not_covered_are_named(tmp_path: Path) -> None:
    file = tmp_path / "document.txt"
    file.write_text("\n" * 29 + "Nobody ruled on this.\n\n## PP Action 1: Move\n", encoding="utf-8")
    done = CliRunner().invoke(cli.commands, ["rulings", "coverage", str(file)])
    assert done.exit_code == 1
    assert "line 30: Nobody ruled on this." in done.output
