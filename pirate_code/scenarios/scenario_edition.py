"""The edition by which a scenario goes."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ValidationError

from pirate_code.fleets.own_editions import checked_edition
from pirate_code.rules.edition import Edition, editions, load_edition
from pirate_code.scenarios.format import Scenario
from pirate_code.scenarios.piece_names import ScenarioError


def edition_of(scenario: Scenario) -> Edition:
    """The edition by which a scenario goes, with the values that it changes."""
    edition = scenario.own_edition
    if edition is None and scenario.edition not in editions():
        raise ScenarioError(f"there is no edition {scenario.edition!r}; there are {', '.join(editions())}")
    try:
        found = edition or load_edition(scenario.edition)
        return found.but(
            **{name: _merged(getattr(found, name, None), to) for name, to in scenario.rules.items()}
        )
    except ValidationError as error:
        fault = error.errors()[0]
        rule = ".".join(str(step) for step in fault["loc"])
        raise ScenarioError(f"the rule {rule}: {fault['msg'].removeprefix('Value error, ')}") from None


def _merged(value: object, changed: object) -> object:
    """A value that is changed; of one that has parts, only those that are told."""
    if isinstance(value, BaseModel) and isinstance(changed, dict):
        return {**value.model_dump(), **changed}
    return changed


def beside(scenario: Scenario, folder: Path) -> Scenario:
    """A scenario of a file in this folder: the edition it names may be a file of one's own, beside it."""
    if not scenario.edition.endswith((".yaml", ".yml")):
        return scenario
    return scenario.under(checked_edition(str(folder / scenario.edition)))
