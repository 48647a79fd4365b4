"""Reports on fleets as text for a screen, as Markdown and as comma-separated values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pirate_code.cells import csv_line
from pirate_code.fleets.legality_ships import points as counted
from pirate_code.fleets.report import formats_line, found, piece_id, verdict_line

Data = dict[str, Any]
_LISTED = ("ashore", "forts", "events", "treasure", "islands")
_COLUMNS = (
    *("fleet", "verdict", "edition", "build_total", "row", "ship", "id", "name", "kind", "nation", "custom"),
    *("counts", "points", "space", "rule", "says", "fix", "rulings"),
)


def plain(text: object) -> str:
    """A text on one line, without anything that steers a terminal."""
    bare = " ".join(str(text).split())
    return "".join(char if char.isprintable() else "�" for char in bare)


# --- text --------------------------------------------------------------------------------------------------


def as_text(reports: list[Data]) -> str:
    """The reports as text."""
    parts = ["\n".join(_text(report)) for report in reports]
    if len(reports) > 1:
        parts.append("\n".join(_summary(reports)))
    return "\n\n".join(parts) + "\n"


def _text(report: Data) -> Iterator[str]:
    yield plain(verdict_line(report))
    if report["verdict"] == "unreadable":
        return
    for ship in report["ships"]:
        yield ""
        points, cargo = ship["points"], ship["cargo"]
        yield plain(
            f"{ship['name']} ({piece_id(ship)}) · {counted(ship['counts'])} · crew {points['used']} of"
            f" {counted(points['limit'])}, {left(points)} · cargo {cargo['used']} of {cargo['room']},"
            f" {left(cargo)} · {ship['total']} in all"
        )
        for piece in ship["aboard"]:
            yield "  " + plain(f"{piece['name']} ({piece_id(piece)}) · {_aboard(piece)}")
    if others := list(_others(report)):
        yield ""
        yield from others
    quoted: set[str] = set()  # what a ruling says is told once
    for title, findings in found(report):
        yield ""
        yield f"{title}:"
        for finding in findings:
            yield f"  {plain(finding['says'])} [{finding['rule']}]"
            yield f"    Fix: {plain(finding['fix'])}"
            for ruling in finding["rulings"]:
                if ruling["id"] not in quoted:
                    quoted.add(ruling["id"])
                    yield f"    {plain(_cited(ruling))}"
    if report["not_owned"] == []:
        yield ""
        yield "The collection has all of it."
    if report["notes"]:
        yield ""
        yield "How names were read:"
        yield from (f"  {plain(note)}" for note in report["notes"])
    if report["formats"]:
        yield ""
        yield f"In every format: {plain(formats_line(report))}."


def left(measure: Data) -> str:
    """What is left of points or cargo spaces, or how much is too much."""
    return f"{measure['left']} left" if measure["left"] >= 0 else f"{-measure['left']} too many"


def _aboard(piece: Data) -> str:
    parts = [counted(piece["counts"])]
    if piece["points"] != piece["counts"]:
        parts.append(f"{piece['points']} of the ship's limit")
    if piece["space"] != 1:
        parts.append(f"takes {piece['space']} cargo spaces" if piece["space"] else "takes no cargo space")
    if not piece["can_use_abilities"]:
        parts.append("cannot use its abilities here")
    return " · ".join(parts)


def _others(report: Data) -> Iterator[str]:
    for key in _LISTED:
        if report[key]:
            named = ", ".join(_named(piece) for piece in report[key])
            yield plain(f"{key.capitalize()}: {named}")
    if report["terrain"]:
        yield f"Terrain: {', '.join(report['terrain'])}"
    if report["coins"]:
        yield f"Coins: {', '.join(map(str, report['coins']))} ({sum(report['coins'])} gold)"


def _named(piece: Data) -> str:
    cost_text = f"{piece['cost']} gold" if piece["kind"] == "fort" else counted(piece["cost"])
    cost = f", {cost_text}" if piece["cost"] else ""
    return f"{piece['name']} ({piece_id(piece)}{cost})"


def _cited(ruling: Data) -> str:
    where = f"{ruling['citation']} " if ruling.get("citation") else ""
    return f"{where}[{ruling['id']}]" + (f": {ruling['says']}" if ruling.get("says") else "")


def _summary(reports: list[Data]) -> Iterator[str]:
    yield "Tournament sheet:"
    width = max(len(plain(report["name"])) for report in reports)
    for report in reports:
        verdict = report["verdict"]
        if verdict != "unreadable":
            points = report["points"]
            verdict += f", {points['total']} of {points['limit']} points"
            if broken := list(dict.fromkeys(finding["rule"] for finding in report["violations"])):
                verdict += f" ({', '.join(broken)})"
        yield f"  {plain(report['name']).ljust(width)}  {verdict}"


# --- Markdown ----------------------------------------------------------------------------------------------


def as_markdown(reports: list[Data]) -> str:
    """The reports as Markdown."""
    parts = ["\n".join(_markdown(report)) for report in reports]
    if len(reports) > 1:
        rows = ["| fleet | verdict | points | rules broken |", "|---|---|---|---|"]
        for report in reports:
            points = report.get("points")
            total = f"{points['total']} of {points['limit']}" if points else ""
            broken = ", ".join(dict.fromkeys(finding["rule"] for finding in report.get("violations", ())))
            rows.append(f"| {_md(report['name'])} | {report['verdict']} | {total} | {broken} |")
        parts.insert(0, "\n".join(["# Tournament sheet", "", *rows]))
    return "\n\n".join(parts) + "\n"


def _markdown(report: Data) -> Iterator[str]:
    yield f"## {_md(report['name'])}"
    yield ""
    yield f"**{_md(verdict_line(report))}**"
    if report["verdict"] == "unreadable":
        return
    yield ""
    yield "| ship | piece | points | of the ship's limit | cargo |"
    yield "|---|---|---|---|---|"
    for ship in report["ships"]:
        points, cargo = ship["points"], ship["cargo"]
        yield (
            f"| **{_md(ship['name'])}** ({_md(piece_id(ship))}) | | {ship['counts']} |"
            f" {points['used']} of {points['limit']} | {cargo['used']} of {cargo['room']} |"
        )
        for piece in ship["aboard"]:
            yield (
                f"| | {_md(piece['name'])} ({_md(piece_id(piece))}) | {piece['counts']} | {piece['points']} |"
                f" {piece['space']} |"
            )
    if others := list(_others(report)):
        yield ""
        yield from (f"- {_md(line)}" for line in others)
    for title, findings in found(report):
        yield ""
        yield f"### {title}"
        yield ""
        for finding in findings:
            yield f"- {_md(finding['says'])} (`{finding['rule']}`) *{_md(finding['fix'])}*"
            yield from (f"  - {_md(_cited(ruling))}" for ruling in finding["rulings"])
    if report["notes"]:
        yield ""
        yield "### How names were read"
        yield ""
        yield from (f"- {_md(note)}" for note in report["notes"])
    if report["formats"]:
        yield ""
        yield "| format | build total | official play | casual games | rules broken |"
        yield "|---|---|---|---|---|"
        for each in report["formats"]:
            official, casual = ("legal" if each[key] else "not legal" for key in ("official", "casual"))
            broken = ", ".join(each["broken"])
            yield f"| {_md(each['name'])} | {each['build_total']} | {official} | {casual} | {broken} |"


def _md(text: object) -> str:
    """A text that Markdown takes as it is."""
    escaped = "".join(f"\\{char}" if char in "\\`*_|<>[]#" else char for char in plain(text))
    return escaped.replace("\\[\\]", "[]")


# --- CSV ---------------------------------------------------------------------------------------------------


def as_csv(reports: list[Data]) -> str:
    """The reports as one table: a row for each piece, each rule broken and each warning."""
    lines = [csv_line(_COLUMNS)]
    for report in reports:
        for row in _rows(report):
            lines.append(csv_line(_bare(row.get(column, "")) for column in _COLUMNS))
    return "".join(lines)


def _bare(value: object) -> object:
    return plain(value) if isinstance(value, str) else value


def _rows(report: Data) -> Iterator[Data]:
    shared = {"fleet": report["name"], "verdict": report["verdict"]}
    if report["verdict"] == "unreadable":
        yield shared | {"row": "unreadable", "says": report["error"]}
        return
    shared |= {"edition": report["format"]["edition"], "build_total": report["format"]["build_total"]}
    facts = ("id", "name", "kind", "nation", "custom")
    for ship in report["ships"]:
        facts_of = {key: ship[key] for key in facts}
        cargo, points = ship["cargo"], ship["points"]
        yield (
            shared
            | facts_of
            | {
                "row": "ship",
                "ship": ship["name"],
                "counts": ship["counts"],
                "points": points["limit"],
                "space": cargo["room"],
            }
        )
        for piece in ship["aboard"]:
            facts_of = {key: piece[key] for key in (*facts, "counts", "points", "space")}
            yield shared | facts_of | {"row": "aboard", "ship": ship["name"]}
    for key in _LISTED:
        for piece in report[key]:
            yield shared | {name: piece[name] for name in facts} | {"row": key, "counts": piece["cost"]}
    for key, row in (("violations", "violation"), ("warnings", "warning"), ("not_owned", "not owned")):
        for finding in report[key] or ():
            yield shared | {
                "row": row,
                "ship": finding["ship"],
                "rule": finding["rule"],
                "says": finding["says"],
                "fix": finding["fix"],
                "rulings": " ".join(ruling["id"] for ruling in finding["rulings"]),
            }
