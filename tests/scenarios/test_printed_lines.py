"""Every position of tests/lines: a printed line does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.run import positions, run
from pirate_code.scenarios.scenario_file import read_file

FOLDER = Path(__file__).parent.parent / "lines"


def _cases() -> list[tuple[str, Scenario, dict[str, Given]]]:
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        scenarios = read_file(path)
        for scenario, given in zip(scenarios, positions(scenarios), strict=True):
            found.append((f"{path.stem}: {scenario.title}", scenario, given))
    return found


CASES = _cases()


@pytest.mark.parametrize(("scenario", "given"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_printed_line_does_what_it_says(scenario: Scenario, given: dict[str, Given]) -> None:
    done = run(scenario, given)
    assert done.holds, done.faults


def test_no_two_positions_have_one_title() -> None:
    titles = [case[0] for case in CASES]
    assert len(set(titles)) == len(titles)
