"""The edition by which a scenario goes."""

from __future__ import annotations

from pydantic import ValidationError

from pirate_code.rules.edition import Edition, editions, load_edition
from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.piece_names import ScenarioError


def edition_of(scenario: Scenario) -> Edition:
    """The edition by which a scenario goes, with the values that it changes."""
    if scenario.edition not in editions():
        raise ScenarioError(f"there is no edition {scenario.edition!r}; there are {', '.join(editions())}")
    try:
        return load_edition(scenario.edition).but(**scenario.rules)
    except ValidationError as error:
        fault = error.errors()[0]
        rule = ".".join(str(step) for step in fault["loc"])
        raise ScenarioError(f"the rule {rule}: {fault['msg'].removeprefix('Value error, ')}") from None
