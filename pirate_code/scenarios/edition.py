"""The edition by which a scenario goes."""

from __future__ import annotations

from pirate_code.rules.edition import Edition, load_edition
from pirate_code.scenarios.format import Scenario


def edition_of(scenario: Scenario) -> Edition:
    """The edition by which a scenario goes, with the values that it changes."""
    return load_edition(scenario.edition).but(**scenario.rules)
