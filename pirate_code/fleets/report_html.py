"""Reports on fleets as one HTML page that needs no other file and prints on one page a fleet."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from pirate_code.fleets.report import found, piece_id, verdict_line
from pirate_code.fleets.report_text import left, plain

Data = dict[str, Any]
_STYLE = """
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { font: 15px/1.4 Georgia, serif; color: #1b1b1b; background: #fff; max-width: 48rem; margin: 1.5rem auto;
  padding: 0 1rem }
h1, h2 { font-size: 1.35em; margin: 0 0 .3em }
h3 { font-size: 1.05em; margin: 1em 0 .3em }
section { break-after: page; margin-bottom: 2.5rem }
section:last-of-type { break-after: auto }
.verdict { padding: .45em .7em; border-left: .35em solid; font-weight: bold }
.legal { border-color: #1d6b35; background: #e9f5ec }
.illegal, .unreadable { border-color: #9d1c1c; background: #fbeaea }
table { border-collapse: collapse; width: 100%; font-size: .92em }
th, td { text-align: left; padding: .16em .5em; border-bottom: 1px solid #d8d2c4; vertical-align: top }
th { background: #f3efe4; font-weight: normal }
td.n, th.n { text-align: right; white-space: nowrap }
tr.ship td { font-weight: bold; border-top: 1px solid #8a8371 }
tr.aboard td:first-child { padding-left: 1.6em }
.id, .cite { color: #5c5644; font-size: .86em; font-weight: normal }
ul { margin: .2em 0; padding-left: 1.2em }
li { margin-bottom: .35em }
@media print { body { font-size: 11px; margin: 0; max-width: none; padding: 0 } section { margin: 0 } }
@media (max-width: 30rem) { body { font-size: 14px } th, td { padding: .16em .25em } }
"""


def as_html(reports: list[Data]) -> str:
    """The reports as one page."""
    title = reports[0]["name"] if len(reports) == 1 else "Tournament sheet"
    body = [_overview(reports)] if len(reports) > 1 else []
    body += [
        f'<section aria-label="{_e(report["name"])}">{"".join(_fleet(report))}</section>'
        for report in reports
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_e(title)}: fleet report</title><style>{_STYLE}</style></head>\n"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _e(text: object) -> str:
    return escape(plain(text))


def _overview(reports: list[Data]) -> str:
    rows = []
    for report in reports:
        points = report.get("points")
        total = f"{points['total']} of {points['limit']}" if points else ""
        broken = ", ".join(dict.fromkeys(finding["name"] for finding in report.get("violations", ())))
        why = broken or report.get("error", "")
        rows.append(
            f"<tr><td>{_e(report['name'])}</td><td>{report['verdict']}</td>"
            f'<td class="n">{total}</td><td>{_e(why)}</td></tr>'
        )
    head = '<tr><th>Fleet</th><th>Verdict</th><th class="n">Points</th><th>Rules broken</th></tr>'
    return f"<section><h1>Tournament sheet</h1><table>{head}{''.join(rows)}</table></section>"


def _fleet(report: Data) -> Iterator[str]:
    yield f"<h2>{_e(report['name'])}</h2>"
    yield f'<p class="verdict {report["verdict"]}">{_e(verdict_line(report))}</p>'
    if report["verdict"] == "unreadable":
        return
    yield '<table><tr><th>Piece</th><th class="n">Points</th><th class="n">Of the ship’s limit</th>'
    yield '<th class="n">Cargo</th></tr>'
    for ship in report["ships"]:
        yield from _ship(ship)
    yield "</table>"
    yield from _others(report)
    quoted: set[str] = set()  # a ruling is quoted once, so that a fleet stays on its page
    for title, findings in found(report):
        yield f"<h3>{title}</h3><ul>{''.join(_finding(finding, quoted) for finding in findings)}</ul>"
    if report["notes"]:
        notes = "".join(f"<li>{_e(note)}</li>" for note in report["notes"])
        yield f"<h3>How names were read</h3><ul>{notes}</ul>"
    if report["formats"]:
        yield from _formats(report["formats"])


def _ship(ship: Data) -> Iterator[str]:
    points, cargo = ship["points"], ship["cargo"]
    yield (
        f'<tr class="ship"><td>{_piece(ship)}</td><td class="n">{ship["counts"]}</td>'
        f'<td class="n">{points["used"]} of {points["limit"]}, {left(points)}</td>'
        f'<td class="n">{cargo["used"]} of {cargo["room"]}, {left(cargo)}</td></tr>'
    )
    for piece in ship["aboard"]:
        useless = "" if piece["can_use_abilities"] else ' <span class="cite">no use of abilities</span>'
        yield (
            f'<tr class="aboard"><td>{_piece(piece)}{useless}</td><td class="n">{piece["counts"]}</td>'
            f'<td class="n">{piece["points"]}</td><td class="n">{piece["space"]}</td></tr>'
        )


def _piece(piece: Data) -> str:
    return f'{_e(piece["name"])} <span class="id">{_e(piece_id(piece))}</span>'


def _others(report: Data) -> Iterator[str]:
    for key in ("ashore", "forts", "events", "treasure", "islands"):
        if report[key]:
            named = ", ".join(
                _piece(piece) + (f" ({piece['cost']})" if piece["cost"] else "") for piece in report[key]
            )
            yield f"<p>{key.capitalize()}: {named}</p>"
    if report["terrain"]:
        yield f"<p>Terrain: {_e(', '.join(report['terrain']))}</p>"
    if report["coins"]:
        coins = ", ".join(map(str, report["coins"]))
        yield f"<p>Coins: {coins} ({sum(report['coins'])} gold)</p>"


def _finding(finding: Data, quoted: set[str]) -> str:
    cites = "".join(
        f'<br><span class="cite">{_e(ruling.get("citation", ""))} [{_e(ruling["id"])}] '
        f"{_e(ruling.get('says') or '')}</span>"
        for ruling in finding["rulings"]
        if ruling["id"] not in quoted
    )
    quoted.update(ruling["id"] for ruling in finding["rulings"])
    return f"<li><b>{_e(finding['name'])}.</b> {_e(finding['says'])} {_e(finding['fix'])}{cites}</li>"


def _formats(formats: list[Data]) -> Iterator[str]:
    yield '<h3>In every format</h3><table><tr><th>Edition</th><th class="n">Build total</th>'
    yield "<th>Official play</th><th>Casual games</th><th>Rules broken</th></tr>"
    for each in formats:
        official, casual = ("legal" if each[key] else "not legal" for key in ("official", "casual"))
        yield (
            f'<tr><td>{_e(each["name"])}</td><td class="n">{each["build_total"]}</td><td>{official}</td>'
            f"<td>{casual}</td><td>{_e(', '.join(each['broken']))}</td></tr>"
        )
    yield "</table>"
