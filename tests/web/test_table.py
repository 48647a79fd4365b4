"""The table page: positions by address, changes by forms, outcomes, films, files, and bad orders."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pirate_code.data import parse_yaml
from pirate_code.scenarios.outcomes.reading import read_position
from pirate_code.web.table_page import EXAMPLES, LIMITS, START

Get = Callable[..., Any]

SHOT = """given:
  Revenge: {ship: ours, masts: 1, at: [0, 0, 0]}
  Prey: {ship: theirs, within: S of Revenge}
when:
  - {give: shoot, to: Revenge, choose: cannon 1}
"""


def changed(get: Get, **fields: str) -> str:
    """The text of the position after a change by a form, which is where the page sends us."""
    answer = get("/table", **({"position": SHOT} | fields))
    assert answer.status_code == 302, answer.text[:2000]
    address = urlsplit(answer.headers["location"])
    assert address.path == "/table"
    return str(parse_qs(address.query)["position"][0])


def given(text: str) -> dict[str, Any]:
    data: dict[str, Any] = parse_yaml(text, Path("text")).data["given"]
    return data


def test_without_a_position_there_is_one_to_begin_with(get: Get) -> None:
    page = get("/table")
    assert page.status_code == 200
    assert "Revenge" in page.text
    for says, _ in EXAMPLES:
        assert says in page.text


def test_a_position_is_tried_and_told_without_scripts(get: Get) -> None:
    page = get("/table", position=SHOT, **{"try": "1"})
    assert page.status_code == 200
    assert "All choices and dice were tried" in page.text
    assert "Prey has 2 masts." in page.text
    assert page.text.count("Chance 1/2 (50%)") == 2
    assert "Save as a scenario" in page.text


def test_an_outcome_is_shown_with_its_account_and_reasons(get: Get) -> None:
    page = get("/table", position=SHOT, outcome="1", **{"try": "1"})
    assert page.status_code == 200
    assert "The rules: shooting." in page.text
    assert 'alt="The table before"' in page.text
    assert "/-/table-film.json?" in page.text


@pytest.mark.parametrize("example", EXAMPLES, ids=[says for says, _ in EXAMPLES])
def test_every_example_is_tried_whole(get: Get, example: tuple[str, str]) -> None:
    report = get("/-/table.json", position=example[1]).json()
    assert report["complete"] is True
    assert len(report["outcomes"]) > 1
    assert report["notes"] == []


def test_the_film_of_an_outcome_ends_as_the_outcome_says(get: Get) -> None:
    report = get("/-/table.json", position=SHOT).json()
    hit = next(one for one in report["outcomes"] if one["says"] == ["Prey has 2 masts."])
    made = get("/-/table-film.json", position=SHOT, path=hit["path"]).json()
    looks: dict[int, dict[str, Any]] = {}
    for changes in (made["film"]["start"], *(step.get("set", []) for step in made["film"]["steps"])):
        for number, fields in changes:
            looks.setdefault(number, {}).update(fields)
    prey = next(n for n, piece in enumerate(made["film"]["pieces"]) if piece["name"] == "Prey")
    assert looks[prey]["masts"].count("1") == 2
    assert made["account"] == hit["account"]


def test_a_piece_is_put_on_the_table_changed_and_removed(get: Get) -> None:
    text = changed(get, do="put", kind="crew", name="Jack", on="Revenge", ability="Captain", cost="5")
    assert given(text)["Jack"] == {"crew": "Revenge", "has": "Captain", "cost": 5}
    fields = {"was": "Jack", "name": "Joe", "kind": "crew", "on": "Prey", "ability": "Musketeer"}
    text = changed(get, position=text, do="put", **fields)
    assert given(text)["Joe"] == {"crew": "Prey", "has": "Musketeer"}
    assert "Joe" not in given(changed(get, position=text, remove="Joe"))


def test_an_ability_of_ones_own_is_kept_in_its_words(get: Get) -> None:
    line = "This ship gets +1 to her cannon rolls."
    text = changed(get, do="put", kind="crew", name="Jack", on="Revenge", ability=line)
    assert given(text)["Jack"]["says"] == line


def test_a_piece_that_is_renamed_takes_along_those_that_are_told_by_it(get: Get) -> None:
    text = changed(get, do="put", was="Revenge", name="Victory", kind="ship", whose="ours", masts="1")
    assert given(text)["Prey"]["within"] == "S of Victory"
    assert given(text)["Victory"]["at"] == [0, 0, 0]


def test_a_ship_that_is_removed_takes_what_is_aboard_along(get: Get) -> None:
    text = changed(get, do="put", kind="coin", name="Gold", on="Prey", worth="3")
    assert given(text)["Gold"] == {"coin": 3, "on": "Prey"}
    assert list(given(changed(get, position=text, remove="Prey"))) == ["Revenge"]


def test_a_piece_is_moved_and_then_lies_there(get: Get) -> None:
    text = changed(get, do="move", piece="Prey", x="12.5", y="-80", heading="90")
    assert given(text)["Prey"] == {"ship": "theirs", "at": [12.5, -80, 90]}
    made = get("/-/position.json", position=SHOT, do="move", piece="Prey", x="1", y="2", heading="3").json()
    assert next(piece["at"] for piece in made["pieces"] if piece["name"] == "Prey") == [1, 2, 3]


def test_an_action_is_given_by_the_form_and_tried(get: Get) -> None:
    fields = {"action": "move", "to": "Revenge", "dice": "6, 1", "choose": "yes, stop"}
    answer = get("/table", position=SHOT, do="step", **fields)
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    assert query["try"] == ["1"]
    steps = parse_yaml(query["position"][0], Path("text")).data["when"]
    assert steps == [{"give": "move", "to": "Revenge", "dice": [6, 1], "choose": ["yes", "stop"]}]


def test_a_step_can_follow_another(get: Get) -> None:
    text = changed(get, do="also", action="turn", to="theirs")
    assert parse_yaml(text, Path("text")).data["when"][1] == {"turn": "theirs"}


def test_the_scenario_file_is_the_position(get: Get) -> None:
    answer = get("/-/position.yaml", position=SHOT)
    assert "attachment" in answer.headers["content-disposition"]
    kept = read_position(parse_yaml(answer.text, Path("text")))
    asked = read_position(parse_yaml(SHOT, Path("text")))
    assert (kept.given, kept.scenario.when) == (asked.given, asked.scenario.when)


def test_a_ruling_lays_its_scenario_on_the_table(get: Get) -> None:
    text = changed(get, position="", ruling="doctor-stops-elimination-only")
    assert "Doc" in given(text)
    assert text.startswith('title: "doctor-stops-elimination-only: not from removal"')


def test_the_page_is_small(get: Get) -> None:
    page = get("/table", position=EXAMPLES[0][1], outcome="1", **{"try": "1"})
    assert len(gzip.compress(page.content)) < 100_000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"position": "given: ["}, "this is not YAML"),
        ({"position": "given: {A: {ship: ours, masts: 99}}"}, "at most 10"),
        ({"position": "given: {A: {ship: ours, edition: x}}"}, "there is no entry of this name"),
        ({"position": "edition: ../../etc/passwd.yaml\ngiven: {A: {ship: ours}}"}, "There is no edition"),
        ({"position": "x" * (LIMITS["position"] + 1)}, "`position` has at most 6,000 characters"),
        ({"position": SHOT, "do": "dance"}, "`do` is put, remove"),
        ({"position": SHOT, "remove": "Nobody"}, "No piece is called &#39;Nobody&#39;"),
        ({"position": SHOT, "do": "put", "kind": "whale"}, "A piece is one of"),
        ({"position": SHOT, "do": "put", "kind": "crew"}, "say which"),
        ({"position": SHOT, "do": "put", "kind": "ship", "masts": "two"}, "`masts` is a whole number"),
        ({"position": SHOT, "do": "move", "piece": "Prey", "x": "1e9"}, "is a number of millimetres"),
        ({"position": SHOT, "ruling": "no-such-ruling"}, "There is no ruling with a scenario"),
        ({"position": "given: {A: {fleet: ours, lines: x}}"}, "Whole fleets"),
        ({"position": SHOT.replace("cannon 1", "<script>alert(1)</script>"), "try": "1"}, "&lt;script&gt;"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(get: Get, arguments: dict[str, str], says: str) -> None:
    page = get("/table", **arguments)
    assert page.status_code in (200, 400)
    assert says in page.text, page.text[:3000]
    assert "<script>alert" not in page.text
    assert "Traceback" not in page.text


@pytest.mark.parametrize("path", ["x", "0.0.0.99", "999", "-1", "0" * 500])
def test_a_path_that_is_none_is_refused(get: Get, path: str) -> None:
    answer = get("/-/table-film.json", position=SHOT, path=path)
    assert answer.status_code == 400
    assert "error" in json.loads(answer.text)


def test_a_refused_change_leaves_the_position_as_it_was(get: Get) -> None:
    page = get("/table", position=SHOT, remove="Nobody")
    assert page.status_code == 400
    assert "S of Revenge" in page.text


def test_the_start_is_a_position(get: Get) -> None:
    made = get("/-/position.json", position=START).json()
    assert {piece["name"] for piece in made["pieces"]} == {"Prey", "Revenge", "Jack", "Tom"}
