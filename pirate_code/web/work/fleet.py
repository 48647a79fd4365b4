"""A fleet from its text: the report, and its forms to keep."""

from __future__ import annotations

from typing import Any

from pirate_code.fleets import report, report_html, report_text
from pirate_code.fleets.checking import checked
from pirate_code.fleets.fleet_file import builtin_fleets, builtin_written_fleet, refuse_unplayable
from pirate_code.fleets.notation import BUILD_LIMIT, NotationError, WrittenFleet
from pirate_code.fleets.notation_files import read
from pirate_code.fleets.notation_reading import Reading, understand
from pirate_code.fleets.notation_writing import write_text
from pirate_code.fleets.own_editions import why_no_edition
from pirate_code.fleets.ownership import Owned
from pirate_code.fleets.suggestions import suggest
from pirate_code.rules.edition import Edition, editions, load_edition
from pirate_code.web.work.library import Refused, WorkerLibrary

Data = dict[str, Any]


def fleet(library: WorkerLibrary, query: Data) -> Data:
    """The report on a fleet, and the text that was checked: of a fleet of db/fleets its lines.

    `better` asks for a better one in its place: "right" makes it legal, "full" also uses up its points.
    """
    rules, build = edition_of(query.get("edition")), build_of(query.get("build"))
    text = str(query["fleet"])
    changes: tuple[str, ...] = ()
    needed: list[Data] = []
    try:
        if text.strip() in builtin_fleets() or query.get("better"):
            reading = understand(written_fleet_of(text), library.names, rules, build)
            made = reading.fleet
            if query.get("better"):
                better = suggest(reading, library.pool, fill=query["better"] == "full")
                made, changes = better.fleet, better.changes
            text = write_text(made, reading.points, reading.edition.id)
        official = not query.get("casual")
        report_data = checked(
            library.db, library.names, written_fleet_of(text), rules, build, official=official
        )
        needed = _needed(library, understand(written_fleet_of(text), library.names, rules, build))
    except NotationError as error:
        report_data = report.unreadable("This fleet", str(error))
    return {"text": text, "report": report_data, "changes": list(changes), "needs": needed}


def _needed(library: WorkerLibrary, reading: Reading) -> list[Data]:
    """How many of each piece a fleet takes, with the ids that will do: a browser knows what is owned."""
    whole = Owned(library.pool, dict.fromkeys(library.pool.facts, 1))
    return [
        {"id": card.id, "name": card.name, "needed": needed, "alike": whole.alike(card) or [card.id]}
        for card, needed in whole.needs(reading.fleet.cards())
    ]


def fleet_paper(library: WorkerLibrary, query: Data) -> Data:
    """The report as a file: text or a page for the printer."""
    report_data = fleet(library, query)["report"]
    printed = (
        report_html.as_html([report_data])
        if query["format"] == "html"
        else report_text.as_text([report_data])
    )
    return {"name": report_data["name"], "paper": printed}


def written_fleet_of(text: str) -> WrittenFleet:
    """The one fleet of a text, or of the name of a fleet of db/fleets."""
    if text.strip() in builtin_fleets():
        return builtin_written_fleet(text.strip())
    fleets = read(text, "Your fleet")
    if len(fleets) != 1:
        raise NotationError(f"There are {len(fleets)} fleets here, and one is wanted.")
    return fleets[0]


def reading_of(library: WorkerLibrary, text: str) -> Reading:
    """The pieces of a fleet; Refused if a name means nothing or a piece cannot be played."""
    try:
        reading = understand(written_fleet_of(text), library.names)
    except NotationError as error:
        raise Refused(f"A fleet cannot be read: {error}") from None
    try:
        refuse_unplayable(reading)
    except NotationError as error:
        raise Refused(f"{reading.fleet.name}: {error}") from None
    return reading


def edition_of(name: object) -> Edition | None:
    """An edition by its name; none for no name."""
    if not name:
        return None
    if name not in editions():
        if reason := why_no_edition(str(name)):
            raise Refused(reason)
        raise Refused(f"There is no edition {str(name)[:40]!r}; there are {', '.join(editions())}.")
    return load_edition(str(name))


def build_of(given: object) -> int | None:
    """A build total; none where none is said."""
    if not given:
        return None
    points = int(str(given)) if str(given).isascii() and str(given).isdigit() and len(str(given)) < 9 else 0
    if not 0 < points <= BUILD_LIMIT:
        raise Refused(f"A build total is a number from 1 to {BUILD_LIMIT:,}, and {str(given)[:20]!r} is not.")
    return points
