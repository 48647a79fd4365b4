"""Draws a play that shows a clause: the table before and after."""

from __future__ import annotations

from collections.abc import Sequence

from pirate_code.scenarios.conformance.report import Verdict
from pirate_code.scenarios.conformance.tables import SUBJECT
from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.picture import DrawnScenario
from pirate_code.scenarios.run import ScenarioRun


def drawn(verdict: Verdict, told: Sequence[str]) -> DrawnScenario:
    """The play of a verdict as a picture of two positions, with what happened below."""
    play = verdict.example
    assert play is not None
    before, _ = play.table.lay()
    run = ScenarioRun(before=before.state, game=play.game)
    scenario = Scenario(given=play.table.given, then={SUBJECT: "afloat"})
    title = f"{verdict.status}: {verdict.words}"
    return DrawnScenario(title, scenario, run, tuple(told), tuple(told))
