"""From a written fleet to its report: names understood, rules applied, rulings cited."""

from __future__ import annotations

import sqlite3

from pirate_code.fleets import report
from pirate_code.fleets.legality import judge
from pirate_code.fleets.notation import WrittenFleet
from pirate_code.fleets.notation_names import Names
from pirate_code.fleets.notation_reading import understand
from pirate_code.fleets.ownership import Owned
from pirate_code.rules.edition import Edition


def checked(
    db: sqlite3.Connection,
    names: Names,
    written: WrittenFleet,
    edition: Edition | None = None,
    build: int | None = None,
    *,
    official: bool = True,
    owned: Owned | None = None,
) -> report.Data:
    """The report on a fleet, also on what of it is not owned; NotationError if it cannot be read."""
    read = understand(written, names, edition, build)
    verdict = judge(read.fleet, read.edition, read.build, read.card_status, official=official, formats=True)
    lacking = list(owned.findings(read.fleet)) if owned is not None else None
    return report.fleet_report(
        verdict, read, report.citations(db, report.ruling_ids([verdict])), lacking=lacking
    )
