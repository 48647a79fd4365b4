"""The pages of Blackbeard: rules and cards, one for each thing, games to watch, and bad orders."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pirate_code.blackbeard import library
from pirate_code.blackbeard.replay import play_again, read_replay

Get = Callable[..., Any]
ORDER = {"players": "2", "captain": ["greedy", "random"], "seed": "4"}


@pytest.fixture(scope="module")
def game(get: Get) -> dict[str, Any]:
    answer = get("/-/blackbeard.json", **ORDER)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_the_page_of_the_game_has_all_of_it(get: Get) -> None:
    page = get("/blackbeard")
    assert page.status_code == 200
    for kind in library.KINDS:
        if kind != "table":
            for entry in library.of_kind(kind):
                assert f'/blackbeard/{entry.key}"' in page.text
    for name, _ in library.tables().values():
        assert f"<summary>{name}</summary>" in page.text
    assert len(gzip.compress(page.content)) < 60_000


@pytest.mark.parametrize(
    "key", ["port/havana", "event/scurvy", "table/cargoes", "action/move", "pirate/edward-low"]
)
def test_each_thing_has_a_page_and_json(get: Get, key: str) -> None:
    page = get(f"/blackbeard/{key}")
    assert page.status_code == 200
    (entry,) = [one for one in library.entries() if one.key == key]
    assert f"<h1>{entry.name}</h1>" in page.text
    assert get(f"/blackbeard/{key}.json").json()["game"] == "blackbeard"


def test_a_ruling_tells_its_source_its_check_and_its_decision(get: Get) -> None:
    page = get("/blackbeard/ruling/evading-ends-the-action").text
    assert "line" in page
    assert "checked by the engine in 2 scenarios" in page
    assert "The card is the more detailed" in page


def test_what_is_not_there_is_not_found(get: Get) -> None:
    assert get("/blackbeard/port/atlantis").status_code == 404
    assert get("/blackbeard/fort/havana").status_code == 404


def test_searches_and_questions_of_this_game_come_here(get: Get) -> None:
    for page in ("/search", "/ask"):
        moved = get(page, q="game:blackbeard Can I convert a flute?")
        assert moved.status_code == 302
        assert "/blackbeard?" in moved.headers["location"]
    page = get("/blackbeard", q="kind:port defense>=12").text.partition("<main")[2]
    assert "port/cartagena" in page.partition("Watch a game")[0]
    assert "<b>No</b>" in get("/blackbeard", ask="Can I convert a flute?").text


def test_searches_and_questions_of_this_game_have_json(get: Get) -> None:
    found = get("/search.json", q="game:blackbeard kind:port nation:dutch").json()
    assert [row["id"] for row in found["results"]] == ["curacao", "cormantin"]
    assert "did you mean port?" in get("/search.json", q="game:blackbeard kind:fort").json()["error"]
    answer = get("/-/ask.json", q="game:blackbeard Can I convert a flute?").json()
    assert (answer["game"], answer["verdict"]) == ("blackbeard", "no")


def test_what_is_wrong_is_told_in_a_sentence(get: Get) -> None:
    for page, arguments, said in (
        ("/blackbeard", {"q": "kind:fort"}, "There is no kind &#39;fort&#39;; did you mean port?"),
        ("/blackbeard", {"q": "x" * 501}, "A search or question has at most 500 characters."),
        ("/blackbeard/play", {"players": "7"}, "`players` is a number from 2 to 5, and &#39;7&#39; is not."),
        ("/blackbeard/play", {"length": "short"}, "There is no length &#39;short&#39;"),
        ("/blackbeard/play", {"captain": "nobody"}, "There is no captain &#39;nobody&#39;"),
    ):
        answer = get(page, **arguments)
        assert answer.status_code == 400
        assert said in answer.text


def test_a_game_is_told_whole_without_scripts(get: Get, game: dict[str, Any]) -> None:
    page = get("/blackbeard/play", **ORDER)
    assert page.status_code == 200
    assert game["outcome"]["why"] in page.text
    assert page.text.count("<li data-step=") == sum("turn" not in step for step in game["film"]["steps"])
    assert "Dice: " in page.text
    assert "/-/blackbeard.svg?" in page.text
    for body in (page.content, json.dumps(game).encode()):
        assert len(gzip.compress(body)) < 100_000


def test_the_map_of_a_turn_is_a_picture_that_runs_nothing(get: Get) -> None:
    picture = get("/-/blackbeard.svg", **ORDER, turn="3")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "Turn 3" in picture.text
    assert "script-src" not in picture.headers["content-security-policy"]
    assert get("/-/blackbeard.svg", **ORDER, turn="x").status_code == 400


def test_the_replay_file_plays_the_same_game(get: Get, game: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(get("/-/blackbeard-replay.json", **ORDER).content)
    result = play_again(read_replay(file)).result
    assert result is not None
    assert result.points == tuple(game["outcome"]["points"])


def test_without_an_order_there_is_a_form_and_games_to_watch(get: Get) -> None:
    page = get("/blackbeard/play")
    assert "Or watch one of these" in page.text
    assert '<select name="players">' in page.text
