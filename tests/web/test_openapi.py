"""The OpenAPI document tells every address for programs, and real answers fit what it says of them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from jsonschema import Draft202012Validator

from pirate_code.web import ask_page, blackbeard_page, fleet_page, game_page, play_page
from pirate_code.web.openapi import document
from pirate_code.web.plugin import register_routes

Data = dict[str, Any]
OPERATIONS: dict[str, Data] = {path: item["get"] for path, item in document()["paths"].items()}
# What needs an example from elsewhere than the document.
_POSITION = """
given:
  Prey: {ship: theirs, masts: 3, at: [0, 0, 90]}
  Revenge: {ship: ours, masts: 3, move: S, within: S of Prey, facing: Prey}
when:
  - {give: move, to: Revenge, choose: [straight ahead], never: [cannon]}
"""


def _schema(operation: Data, status: str = "200") -> Data:
    (content,) = operation["responses"][status]["content"].values()
    return {**content["schema"], "components": document()["components"]}


def _address(path: str, given: Data, line: str) -> str:
    values = {
        one["name"]: one["example"] for one in OPERATIONS[path]["parameters"] if "example" in one
    } | given
    if path == "/ability/{id}.json":
        values["id"] = line
    for name in re.findall(r"{(\w+)}", path):
        path = path.replace(f"{{{name}}}", str(values.pop(name)))
    return f"{path}?{urlencode(values, doseq=True)}" if values else path


def _answers_of_a_game(get: Callable[..., Any]) -> str:
    """Play a game of one turn to its end, the first choice each time, and return all answers."""
    given: Data = {"pick": "setup"}
    while True:
        stands = get(_address("/-/game.json", given, "")).json()
        if stands["state"] == "over":
            return str(stands["answers"])
        given = {"answers": stands["answers"]} | ({"pick": "1"} if stands["state"] == "asks" else {})


def test_every_address_that_answers_with_json_is_told() -> None:
    for pattern, _ in register_routes():
        if r"\.json" in pattern and "databases" not in pattern:
            kinds = re.search(r"\(\?P<kind>([a-z|]+)\)", pattern)
            for kind in kinds[1].split("|") if kinds else [""]:
                named = (path.replace("{kind}", kind or "port").replace("{id}", "x") for path in OPERATIONS)
                assert any(re.match(pattern, path) and kind in path for path in named), pattern


@pytest.mark.parametrize("path", OPERATIONS)
def test_a_real_answer_fits_the_schema(path: str, get: Callable[..., Any], built: Path) -> None:
    with sqlite3.connect(built) as db:
        line = db.execute("SELECT id FROM abilities ORDER BY id").fetchone()[0]
    given: Data = {"position": _POSITION} if path in ("/-/table.json", "/-/table-film.json") else {}
    if path == "/-/table-film.json":
        given["path"] = get(_address("/-/table.json", given, line)).json()["outcomes"][0]["path"]
    if path in ("/-/game-film.json", "/-/game-replay.json"):
        given["answers"] = _answers_of_a_game(get)
    answer = get(_address(path, given, line))
    assert answer.status_code == 200, answer.text
    assert answer.headers["access-control-allow-origin"] == "*"
    if "304" in OPERATIONS[path]["responses"]:
        assert answer.headers["etag"]
    body = answer.text if path.endswith(".atom") else answer.json()
    Draft202012Validator.check_schema(_schema(OPERATIONS[path]))
    Draft202012Validator(_schema(OPERATIONS[path])).validate(body)


@pytest.mark.parametrize("path", ["/card/{id}.json", "/-/ask.json", "/search.json"])
def test_what_is_wrong_fits_the_schema_of_an_error(path: str, get: Callable[..., Any]) -> None:
    wrong = {"/card/{id}.json": "/card/x-nothing.json", "/-/ask.json": "/-/ask.json?x=Cancel"}
    answer = get(wrong.get(path, "/search.json?q=points:many"))
    assert answer.status_code in (400, 404)
    assert answer.headers["access-control-allow-origin"] == "*"
    schema = {"$ref": "#/components/schemas/Error", "components": document()["components"]}
    Draft202012Validator(schema).validate(answer.json())


@pytest.mark.parametrize(
    ("path", "limits"),
    [
        ("/-/ask.json", ask_page.LIMITS),
        ("/-/fleet.json", fleet_page.LIMITS),
        ("/-/play.json", {name: most for name, most in play_page.LIMITS.items() if name != "turn"}),
        ("/-/game.json", {name: most for name, most in game_page.LIMITS.items() if name != "turn"}),
        ("/-/blackbeard.json", {k: most for k, most in blackbeard_page.LIMITS.items() if k != "turn"}),
    ],
)
def test_arguments_have_the_limits_that_are_told(path: str, limits: dict[str, int]) -> None:
    told = {
        one["name"]: one["schema"].get("items", one["schema"])["maxLength"]
        for one in OPERATIONS[path]["parameters"]
    }
    assert told == limits
