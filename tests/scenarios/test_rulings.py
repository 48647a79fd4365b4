"""Every scenario of every ruling holds, and fails when an ability in it is taken away."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import folder, load_yaml
from pirate_code.library.checked_rulings import is_checked
from pirate_code.library.rulings import PIRATE_CODE, load_rulings
from pirate_code.scenarios.check import check_file

FILES = [path for path in sorted(folder("rulings").glob("*.yaml")) if "shows:" in path.read_text("utf-8")]
LEAST_ITEMS = 1_000
MOST_EXCEPTIONS = 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_scenarios_of_a_file_hold(path: Path) -> None:
    assert [fault for ruling in check_file(path) for fault in ruling.faults] == []


def test_enough_items_of_the_code_are_shown() -> None:
    shown = {
        (file.part, source.line or source.section, item)
        for file in load_rulings()
        for ruling in file.rulings
        if ruling.shows and (source := file.source_of(ruling.source)).document == PIRATE_CODE
        for item in source.items
    }
    assert len(shown) >= LEAST_ITEMS


def test_what_holds_is_recorded_and_so_shown_as_checked() -> None:
    shown = [ruling for file in load_rulings() for ruling in file.rulings if ruling.shows]
    assert [
        ruling.id for ruling in shown if not is_checked(ruling)
    ] == []  # pirate-code rulings check --record


def test_a_ruling_whose_scenario_has_changed_does_not_count_as_checked() -> None:
    ruling = next(ruling for file in load_rulings() for ruling in file.rulings if ruling.shows)
    changed = {**ruling.shows[0], "players": 3}
    assert is_checked(ruling)
    assert not is_checked(ruling.model_copy(update={"shows": (changed, *ruling.shows[1:])}))


def test_exceptions_are_few() -> None:
    rulings = [ruling for file in load_rulings() for ruling in file.rulings]
    assert sum(ruling.exception is not None for ruling in rulings) < MOST_EXCEPTIONS


def test_what_cannot_be_shown_has_no_scenario() -> None:
    for path in sorted(folder("rulings").glob("*.yaml")):
        for ruling in load_yaml(path).data["rulings"]:
            assert not (ruling.get("shows") and ruling.get("unshown")), ruling["id"]
