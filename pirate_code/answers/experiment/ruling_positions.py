"""The positions of rulings: scenarios that were checked, with all facts of their cards."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pirate_code.data import folder, load_yaml
from pirate_code.library.prepared import lend_file
from pirate_code.library.rulings import Ruling
from pirate_code.scenarios.check import editions_of, scenarios_of
from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.run import positions
from pirate_code.scenarios.scenario_cards import with_card_facts


@dataclass(frozen=True)
class RulingPosition:
    """One scenario of a ruling, with its pieces."""

    ruling: str
    number: int
    scenario: Scenario = field(compare=False, repr=False)
    given: dict[str, Given] = field(compare=False, repr=False)


def positions_of(db: sqlite3.Connection, ruling: str) -> tuple[RulingPosition, ...]:
    """The positions of a ruling that players can be put into; those that begin with setup are left out."""
    statement = "SELECT file FROM rulings WHERE id = ? AND scenarios > 0"
    row = db.execute(statement, (ruling,)).fetchone()
    if row is None:
        return ()
    path = folder("rulings") / row[0]
    lend_file(db, path)
    return _positions(ruling, path)


@cache
def _positions(key: str, path: Path) -> tuple[RulingPosition, ...]:
    document = load_yaml(path)
    rulings = document.data["rulings"]
    at = next((place for place, each in enumerate(rulings) if each["id"] == key), None)
    if at is None:  # the library is older than the file
        return ()
    ruling = Ruling.model_validate(rulings[at])
    scenarios = scenarios_of(ruling, document, at)
    return tuple(
        RulingPosition(
            key,
            place,
            scenario.model_copy(update={"edition": editions_of(ruling, scenario)[0]}),
            {name: with_card_facts(piece) for name, piece in given.items()},
        )
        for place, (scenario, given) in enumerate(zip(scenarios, positions(scenarios), strict=True))
        if not scenario.begins_with_setup
    )
