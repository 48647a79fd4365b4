"""The report on a fleet as plain data: verdict, points and cargo of each ship, rules broken and warnings.

Everything else that reports are printed as is made from this data.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pirate_code.board.card import Card
from pirate_code.board.state import Piece
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import EditionVerdict, Finding, Verdict
from pirate_code.fleets.notation_reading import Reading
from pirate_code.library.citations import SELECT, ruling_line

Data = dict[str, Any]
Citations = Mapping[str, Data]


def citations(db: sqlite3.Connection, ids: Iterable[str]) -> dict[str, Data]:
    """What rulings say and where they stand, by their ids."""
    wanted = list(dict.fromkeys(ids))
    marks = ", ".join("?" * len(wanted))
    rows = db.execute(f"{SELECT} WHERE rulings.id IN ({marks})", wanted)
    return {row["id"]: ruling_line(row) for row in rows}


def ruling_ids(verdicts: Iterable[Verdict]) -> Iterable[str]:
    """The ids of all rulings that verdicts cite."""
    for verdict in verdicts:
        for finding in (*verdict.violations, *verdict.warnings):
            yield from finding.rulings


def fleet_report(
    verdict: Verdict,
    reading: Reading | None = None,
    cited: Citations | None = None,
    *,
    lacking: Iterable[Finding] | None = None,
) -> Data:
    """The report on one fleet; `lacking` is what a collection does not have, None if none was looked at."""
    position, edition = verdict.position, verdict.position.edition
    total, extra = position.total(), position.extra()
    limit = verdict.build + extra
    fleet = verdict.fleet
    return {
        "name": fleet.name,
        "verdict": "legal" if verdict.legal else "illegal",
        "legal": verdict.legal,
        "format": {
            "edition": edition.id,
            "name": edition.name,
            "play": "official" if verdict.official else "casual",
            "build_total": verdict.build,
        },
        "points": {"total": total, "extra": extra, "limit": limit, "left": limit - total},
        "ships": [_ship(position, ship) for ship in position.ships],
        "ashore": [piece_data(card) for card in fleet.crew],
        "forts": [piece_data(card) for card in fleet.forts],
        "events": [piece_data(card) for card in fleet.events],
        "treasure": [piece_data(card) for card in fleet.treasure],
        "islands": [piece_data(card) for card in fleet.islands],
        "terrain": [noun.replace("_", " ") for noun in fleet.terrain],
        "coins": list(fleet.coins),
        "violations": [_finding(finding, cited or {}) for finding in verdict.violations],
        "warnings": [_finding(finding, cited or {}) for finding in verdict.warnings],
        "not_owned": [_finding(finding, {}) for finding in lacking] if lacking is not None else None,
        "notes": list(reading.notes) if reading is not None else [],
        "formats": [_format(each) for each in verdict.formats],
    }


def piece_data(card: Card) -> Data:
    """A piece in short."""
    cost = card.gold if card.kind == "fort" else card.points
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind,
        "nation": card.nation,
        "cost": cost,
        "custom": card.custom,
    }


def piece_id(piece: Data) -> str:
    """The id of a piece, and whether it is a custom one."""
    return f"{piece['id']}, custom" if piece["custom"] else str(piece["id"])


def _ship(position: FleetPosition, ship: Piece) -> Data:
    aboard = position.aboard(ship)
    used, limit = sum(map(position.placed_cost, aboard)), position.limit(ship)
    taken, room = sum(map(position.space, aboard)), position.room(ship)
    return piece_data(ship.card) | {
        "counts": position.cost(ship),
        "total": position.cost(ship) + sum(map(position.cost, aboard)),
        "points": {"used": used, "limit": limit, "left": limit - used},
        "cargo": {"used": taken, "room": room, "left": room - taken},
        "aboard": [
            piece_data(piece.card)
            | {
                "counts": position.cost(piece),
                "points": position.placed_cost(piece),
                "space": position.space(piece),
                "can_use_abilities": position.useless(piece) is None,
            }
            for piece in aboard
        ],
    }


FINDINGS = {"violations": "Rules broken", "warnings": "Warnings", "not_owned": "Not in the collection"}


def found(report: Data) -> Iterator[tuple[str, list[Data]]]:
    """What is to be told of a fleet, by its title: rules broken, warnings, what is not owned."""
    yield from ((title, report[key]) for key, title in FINDINGS.items() if report[key])


def _finding(finding: Finding, cited: Citations) -> Data:
    return {
        "rule": finding.rule.id,
        "name": finding.rule.name,
        "says": finding.says,
        "fix": finding.fix,
        "ship": finding.ship,
        "pieces": list(finding.pieces),
        "rulings": [cited.get(key, {"id": key}) for key in finding.rulings],
    }


def _format(each: EditionVerdict) -> Data:
    return {
        "edition": each.edition.id,
        "name": each.edition.name,
        "build_total": each.build,
        "official": not each.broken,
        "casual": not each.broken_casually,
        "broken": list(each.broken),
    }


def unreadable(source: str, why: str) -> Data:
    """The report on a fleet that cannot be read."""
    return {"name": source, "verdict": "unreadable", "legal": False, "not_owned": None, "error": why}


def sheet_report(reports: list[Data]) -> Data:
    """The reports on several fleets together: a tournament sheet."""
    counted = {
        name: sum(report["verdict"] == name for report in reports)
        for name in ("legal", "illegal", "unreadable")
    }
    return {"fleets": reports, "counts": counted}


def verdict_line(report: Data) -> str:
    """The verdict as a sentence, with the format it is under."""
    if report["verdict"] == "unreadable":
        return f"{report['name']} cannot be read: {report['error']}"
    format_, points = report["format"], report["points"]
    play = "official play" if format_["play"] == "official" else "casual games"
    total = f"{points['total']} of {points['limit']} points"
    if points["extra"]:
        total += f" ({format_['build_total']} and {points['extra']} extra)"
    verdict = "legal" if report["legal"] else "not legal"
    return f"{report['name']} is {verdict} in {play} by {format_['name']}: {total}."


def formats_line(report: Data) -> str:
    """What all formats say of a fleet, on one line."""
    lines = []
    for each in report.get("formats", ()):
        build = f"{each['edition']}, {each['build_total']} points"
        if each["official"]:
            lines.append(f"{build}: legal")
        elif each["casual"]:
            lines.append(f"{build}: legal in casual games only ({', '.join(each['broken'])})")
        else:
            lines.append(f"{build}: not legal ({', '.join(each['broken'])})")
    return "; ".join(lines)
