"""Reports on fleets: the same facts as data, text, Markdown, HTML and comma-separated values."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from typing import Any

import pytest

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.fleets.legality import CardStatus, judge
from pirate_code.fleets.report import fleet_report, sheet_report, unreadable, verdict_line
from pirate_code.fleets.report_html import as_html
from pirate_code.fleets.report_text import as_csv, as_markdown, as_text
from tests.rules.positions import card

REDUCER = "Place this crew face up during setup. Reduce the cost of all other crew placed on this ship by 1."


def crew(name: str, line: str = "", points: int = 3, nation: str = "english") -> Card:
    """A crew card."""
    return card(name, "crew", line, points=points, nation=nation)


def reported(fleet: Fleet, build: int = 40, **more: Any) -> dict[str, Any]:
    """The report on a fleet."""
    return fleet_report(judge(fleet, build=build, formats=True, **more))


GOOD = Fleet("Good", (Manned(card("Alpha"), (crew("Stump", REDUCER, 2), crew("Anne", "Captain."))),))
BAD = Fleet(
    "=Bad <b>|*",
    (Manned(card("Alpha", points=4, cargo=1), (crew("Anne", "Captain.", 5, "french"), crew("Mary"))),),
    terrain=("fog_bank",),
    coins=(5, 5),
)


def test_the_report_tells_points_and_cargo_of_each_ship() -> None:
    report = reported(GOOD)
    (ship,) = report["ships"]
    assert report["points"] == {"total": 15, "extra": 0, "limit": 40, "left": 25}
    assert ship["points"] == {"used": 4, "limit": 10, "left": 6}
    assert ship["cargo"] == {"used": 2, "room": 4, "left": 2}
    assert [(piece["counts"], piece["points"]) for piece in ship["aboard"]] == [(2, 2), (3, 2)]


def test_the_verdict_says_under_which_format_it_is() -> None:
    report = reported(GOOD)
    assert verdict_line(report) == (
        "Good is legal in official play by The Pirate Code's current rules: 15 of 40 points."
    )
    assert {each["edition"] for each in report["formats"]} == {
        *("code", "crimson-coast", "cursed-seas", "restarting-2024", "revolution"),
    }


def test_a_broken_rule_has_name_citation_and_remedy() -> None:
    report = reported(BAD)
    rules = {found["rule"]: found for found in report["violations"]}
    assert set(rules) == {"point-limit", "cargo-space", "coins"}
    assert {ruling["id"] for ruling in rules["point-limit"]["rulings"]} >= {"crew-point-limit-cursed-seas"}
    assert all(found["fix"] for found in rules.values())
    assert [found["rule"] for found in report["warnings"]] == ["useless-abilities"]


def test_the_data_is_json() -> None:
    data = sheet_report([reported(GOOD), reported(BAD), unreadable("x", "It is empty.")])
    assert json.loads(json.dumps(data))["counts"] == {"legal": 1, "illegal": 1, "unreadable": 1}


def test_text_tells_everything_once() -> None:
    text = as_text([reported(BAD)])
    for said in (
        "is not legal",
        "Rules broken:",
        "Fix:",
        "cannot use its abilities here",
        "Terrain: fog bank",
    ):
        assert said in text
    assert "In every format: code, 40 points: not legal (coins, point-limit, cargo-space)" in text


def test_several_fleets_make_a_tournament_sheet() -> None:
    reports = [reported(GOOD), reported(BAD), unreadable("none.txt", "there is no such file")]
    assert "Tournament sheet:" in as_text(reports)
    assert as_markdown(reports).startswith("# Tournament sheet")
    assert "<h1>Tournament sheet</h1>" in as_html(reports)
    assert "cannot be read" in as_text(reports)


def test_markdown_takes_names_as_they_are() -> None:
    told = as_markdown([reported(BAD)])
    assert "=Bad \\<b\\>\\|\\*" in told


def test_no_cell_of_a_table_is_a_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([reported(BAD)]))))
    assert {row["fleet"] for row in rows} == {"'=Bad <b>|*"}
    assert {row["row"] for row in rows} == {"ship", "aboard", "violation", "warning"}
    assert all(row["rulings"] for row in rows if row["row"] == "violation")


class _Page(HTMLParser):
    """Checks that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("fleets", [(GOOD,), (BAD,), (GOOD, BAD)])
def test_html_is_whole_and_safe(fleets: tuple[Fleet, ...]) -> None:
    html = as_html([reported(fleet) for fleet in fleets])
    page = _Page()
    page.feed(html)
    assert page.open == []
    assert not page.seen & {"script", "link", "img"}
    assert "<b>|" not in html
    assert "@page" in html and 'lang="en"' in html


def test_an_unknown_piece_is_reported() -> None:
    card_status = CardStatus(unknown=("line 1: No piece in the library is called 'Tenfold'.",))
    report = reported(GOOD, card_status=card_status)
    assert report["verdict"] == "illegal"
    assert report["violations"][0]["rule"] == "known-pieces"
