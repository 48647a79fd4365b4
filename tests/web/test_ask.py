"""The ask page and the matrix: verdicts with rulings, names that mean nothing, fields that lead on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from pirate_code.web.ask_page import EXAMPLES
from pirate_code.web.matrix_page import grid

Get = Callable[..., Any]


def test_two_names_get_a_verdict_with_the_rulings_that_decide(get: Get) -> None:
    answer = get("/-/ask.json", x="Cancel", y="Eternal").json()
    assert answer["verdict"] == "yes"
    assert answer["rulings"][0]["citation"]
    page = get("/ask", x="Cancel", y="Eternal")
    assert page.status_code == 200
    assert '<p class="big">Yes' in page.text
    for ruling in answer["rulings"]:
        assert f"/ruling/{ruling['id']}" in page.text


def test_a_question_in_plain_english_is_understood(get: Get) -> None:
    answer = get("/-/ask.json", q="Can a canceller affect a fort?").json()
    assert answer["verdict"] == "no"
    assert {"question", "x", "y", "relation", "explanation", "witness", "alternatives"} <= set(answer)


def test_other_things_of_the_same_name_are_told_apart(get: Get) -> None:
    others = get("/-/ask.json", x="Longship", y="Cannoneer").json()["alternatives"]
    page = get("/ask", x="Longship", y="Cannoneer").text
    assert len(others) > 8
    assert f"<summary>{len(others) - 8} more</summary>" in page
    for other in others:
        assert f"{other['kind']} {other['id']}</span>" in page


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_answered(get: Get, example: dict[str, str]) -> None:
    answer = get("/-/ask.json", **example)
    assert answer.status_code == 200
    assert answer.json()["rulings"]


def test_an_empty_page_offers_examples(get: Get) -> None:
    page = get("/ask")
    assert page.status_code == 200
    assert "/ask?x=Cancel&amp;y=Eternal" in page.text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "Give two names"),
        ({"x": "Cancel"}, "Give two names"),
        ({"x": "Cancel", "y": "Eternul"}, "did you mean Eternal"),
        ({"x": "Cancel", "y": "y" * 1001}, "at most 1,000 characters"),
        ({"q": "?" * 1001}, "at most 1,000 characters"),
        ({"q": "zzzz qqqq"}, "No name of the library"),
        ({"q": "4"}, "No name of the library"),
        ({"q": "1 2 3"}, "No name of the library"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_sentence(get: Get, arguments: dict[str, str], said: str) -> None:
    answer = get("/-/ask.json", **arguments)
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_nothing_of_a_question_is_echoed_as_html(get: Get) -> None:
    page = get("/ask", q="Does <script>alert(1)</script> Cancel affect Eternal?")
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert "<script>alert" not in get("/ask", x="<script>alert(1)</script>", y="Cancel").text


def test_the_matrix_leads_from_families_to_keywords_to_the_question(get: Get) -> None:
    families = get("/-/matrix.json").json()
    row, column = families["rows"].index("Seamanship"), families["columns"].index("Named abilities")
    field = families["cells"][row][column]
    assert field["shown"] > 0
    keywords = get("/-/matrix.json", **dict(parse_qsl(urlsplit(field["address"]).query))).json()
    asked = keywords["cells"][keywords["rows"].index("Captain")][keywords["columns"].index("Reverse Captain")]
    assert asked["shown"] > 0
    assert get(asked["address"]).status_code == 200
    assert f'href="{field["address"].replace("&", "&amp;")}"' in get("/matrix").text


def test_the_matrix_is_the_same_on_both_sides(get: Get) -> None:
    cells = get("/-/matrix.json").json()["cells"]
    for row, fields in enumerate(cells):
        for column, field in enumerate(fields):
            assert field["shown"] == cells[column][row]["shown"]


def test_a_family_counts_what_its_keywords_count(get: Get) -> None:
    families = get("/-/matrix.json").json()
    hulls, creatures = families["rows"].index("Hulls"), families["columns"].index("Sea creatures")
    field = families["cells"][hulls][creatures]
    keywords = get(field["address"].replace("/matrix", "/-/matrix.json")).json()
    assert field["shown"] == sum(each["shown"] for row in keywords["cells"] for each in row)


def test_pairs_that_were_settled_take_the_place_of_claims(built: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        with closing(sqlite3.connect(built)) as library:
            library.backup(db)
        row = ("k", "captain", None, "helmsman", None, "yes", "stacks", "experiment", "So it is.", None)
        db.execute("INSERT INTO interactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        found = grid(db, "seamanship", "seamanship")
    assert found["of"] == "pairs"
    place = found["rows"].index("Captain"), found["columns"].index("Helmsman")
    for row_, column in (place, place[::-1]):
        field = found["cells"][row_][column]
        assert (field["yes"], field["shown"], field["heat"]) == (1, 1, 5)
    assert sum(field["shown"] for fields in found["cells"] for field in fields) == 2


def test_the_map_tells_what_experiments_found_apart_from_what_rulings_say(built: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        with closing(sqlite3.connect(built)) as library:
            library.backup(db)
        for row in (
            ("k", "captain", None, "helmsman", None, "yes", "stacks", "experiment", "So it is.", None),
            ("l", "captain", None, "explorer", None, "yes", "stacks", "rulings", "So they say.", None),
            ("m", "helmsman", None, "explorer", None, "no", "affects", "experiment", "Not at all.", None),
        ):
            db.execute("INSERT INTO interactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        found = grid(db, "seamanship", "seamanship")
    by_names = {
        (row, column): field["found"]
        for row, fields in zip(found["rows"], found["cells"], strict=True)
        for column, field in zip(found["columns"], fields, strict=True)
    }
    assert by_names["Captain", "Helmsman"] == 1
    assert by_names["Captain", "Explorer"] == by_names["Helmsman", "Explorer"] == 0
    assert found["found"] == 2  # the one pair, on both sides


def test_a_family_that_there_is_not_is_told_with_those_that_there_are(get: Get) -> None:
    answer = get("/-/matrix.json", x="nonsense", y="hulls")
    assert answer.status_code == 400
    assert "there are crew" in answer.json()["error"]
    assert get("/matrix", x="<script>", y="hulls").status_code == 400


def test_the_witness_is_drawn_in_four_worlds_before_and_after(get: Get) -> None:
    answer = get("/-/ask.json", x="Musketeer", y="Captain").json()
    assert [world["name"] for world in answer["witness"]["worlds"]] == ["neither", "x", "y", "both"]
    page = get("/ask", x="Musketeer", y="Captain").text
    assert page.count("data:image/svg+xml,") == 8 + 1  # and the icon of the page
    for world in answer["witness"]["worlds"]:
        for line in world["happened"]:
            assert line in page


def test_a_line_that_no_card_has_is_tried_by_experiment(get: Get) -> None:
    line = "This ship gets +1 to her cannon rolls against English ships and +1 to her boarding rolls."
    answer = get("/-/ask.json", line=line, y="Cancel")
    assert answer.status_code == 200
    assert answer.json()["x"]["type"] == "line"
    assert get("/ask", line=line, y="Cancel").status_code == 200
    wrong = get("/-/ask.json", line="This ship gets +1 to her bording rolls.", y="Cancel")
    assert wrong.status_code == 400
    assert "not understood" in wrong.json()["error"]


def test_an_answer_leads_to_the_table_with_its_position(get: Get) -> None:
    page = get("/ask", x="Musketeer", y="Captain").text
    (link,) = re.findall(r'href="(/table\?position=[^"]+)"', page)
    answer = get(link.replace("&amp;", "&").replace("&try=1", ""))
    assert answer.status_code == 200
    assert "Musketeer" in answer.text


def test_a_checked_ruling_leads_to_the_table(get: Get) -> None:
    assert "/table?ruling=doctor-stops-elimination-only" in get("/section/Doctor ability").text
