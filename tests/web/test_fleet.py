"""The fleet page: reports, what is broken and how to put it right, files to keep, and bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pirate_code.fleets.fleet_file import builtin_fleets
from pirate_code.web.fleet_page import LIMITS

Get = Callable[..., Any]

TOO_DEAR = "Build total: 10\nBlack Pearl (PotC-025) + captain, captain, helmsman, helmsman, explorer"


def test_an_empty_page_offers_every_built_in_fleet(get: Get) -> None:
    page = get("/fleet")
    assert page.status_code == 200
    for name in builtin_fleets():
        assert f"fleet={name}" in page.text


def test_a_built_in_fleet_is_shown_as_text_and_is_legal(get: Get) -> None:
    page = get("/fleet", fleet="english-traders")
    assert page.status_code == 200
    assert '<p class="big">Legal</p>' in page.text
    assert "HMS Sultan (CC-037) +" in page.text


def test_what_is_broken_is_told_with_its_ruling_and_how_to_put_it_right(get: Get) -> None:
    page = get("/fleet", fleet=TOO_DEAR)
    report = get("/-/fleet.json", fleet=TOO_DEAR).json()
    assert not report["legal"]
    assert {found["rule"] for found in report["violations"]} >= {"build-total", "cargo-space"}
    for found in report["violations"]:
        assert found["fix"] in page.text
        assert found["rulings"]
        for ruling in found["rulings"]:
            assert f"/ruling/{ruling['id']}" in page.text


def test_a_fleet_is_put_right_and_what_was_changed_is_told(get: Get) -> None:
    page = get("/fleet", fleet=TOO_DEAR).text
    assert "better=right" in page
    better = get("/fleet", fleet=TOO_DEAR.replace("10", "40"), better="right").text
    assert "<li>Left out " in better
    assert '<p class="big">Legal</p>' in better
    assert "better=full" in better
    assert get("/-/fleet.json", fleet="Black Pearl (PotC-025)", better="full").json()["points"]["left"] < 23


def test_points_and_cargo_of_each_ship_are_told(get: Get) -> None:
    (ship,) = get("/-/fleet.json", fleet=TOO_DEAR).json()["ships"]
    assert ship["cargo"] == {"used": 5, "room": 4, "left": -1}
    assert "5 of 4" in get("/fleet", fleet=TOO_DEAR).text


def test_edition_points_and_kind_of_play_are_arguments(get: Get) -> None:
    report = get(
        "/-/fleet.json", fleet="Black Pearl (PotC-025)", edition="revolution", build="60", casual="1"
    ).json()
    assert report["format"]["edition"] == "revolution"
    assert report["format"]["build_total"] == 60
    assert report["format"]["play"] == "casual"


@pytest.mark.parametrize(("ending", "begins"), [("txt", "Your fleet"), ("html", "<!DOCTYPE html>")])
def test_the_report_can_be_kept_as_a_file(get: Get, ending: str, begins: str) -> None:
    paper = get(f"/-/fleet.{ending}", fleet=TOO_DEAR)
    assert paper.headers["content-disposition"] == f'attachment; filename="your-fleet.{ending}"'
    assert paper.text.startswith(begins)
    assert "Leave out" in paper.text


def test_the_page_links_to_a_game_with_this_fleet(get: Get) -> None:
    assert "/play?fleet=Black+Pearl" in get("/fleet", fleet="Black Pearl (PotC-025)").text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "Give a fleet"),
        ({"fleet": "x" * (LIMITS["fleet"] + 1)}, "at most 6,000 characters"),
        ({"fleet": "Flying Duchman's Bicycle"}, "No ship was found"),
        ({"fleet": "Black Pearl", "edition": "nonsense"}, "There is no edition"),
        ({"fleet": "Black Pearl", "build": "-3"}, "A build total is a number"),
        ({"fleet": "Black Pearl", "build": "9" * 40}, "at most 10 characters"),
        ({"fleet": "[" * 3000}, "nested"),
        ({"fleet": '{"ships": {"a": 1}}'}, "must be a list"),
        ({"fleet": "\0"}, "zero bytes"),
    ],
)
def test_bad_input_is_told_in_one_sentence(get: Get, arguments: dict[str, str], said: str) -> None:
    answer = get("/-/fleet.json", **arguments)
    assert answer.status_code == 400
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_nothing_of_a_fleet_is_echoed_as_html(get: Get) -> None:
    page = get("/fleet", fleet="Name: <script>alert(1)</script>\nBlack Pearl (PotC-025)")
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert" in page.text


def test_names_are_completed_those_that_begin_so_first(get: Get) -> None:
    names = get("/-/names.json", q="capt", kind="").json()["names"]
    assert names[0]["name"].lower().startswith("capt")
    assert {"type", "id", "name", "kind", "note", "write"} == set(names[0])
    pieces = get("/-/names.json", q="black pearl", kind="piece").json()["names"]
    assert {"PotC-025"} <= {name["id"] for name in pieces}
    assert get("/-/names.json", q="%", kind="piece").json()["names"] == []


def test_generic_crew_is_offered_once_and_written_by_its_name(get: Get) -> None:
    names = get("/-/names.json", q="helmsman", kind="piece").json()["names"]
    assert [name["write"] for name in names].count("Helmsman") == 1


def test_what_is_written_for_a_completed_piece_means_that_piece(get: Get) -> None:
    for name in get("/-/names.json", q="HMS", kind="piece").json()["names"]:
        report = get("/-/fleet.json", fleet=name["write"]).json()
        assert [ship["id"] for ship in report["ships"]] == [name["id"]]


def test_json_of_a_fleet_is_what_the_command_prints(get: Get) -> None:
    report = get("/-/fleet.json", fleet="english-traders").json()
    assert report["verdict"] == "legal"
    assert json.dumps(report)
    assert {"name", "format", "points", "ships", "violations", "warnings", "notes", "formats"} <= set(report)
