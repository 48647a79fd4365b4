"""The games page: games by address, the log, the film, files to keep, and bad orders."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pirate_code.cli import commands
from pirate_code.play.captains import CAPTAINS, QUICK_ADMIRAL, in_words
from pirate_code.play.replay import play_again, read_replay
from pirate_code.rules.edition import edition_names
from pirate_code.web.play_page import PLAYERS

Get = Callable[..., Any]

ORDER = {"fleet": ["english-traders", "pirate-raiders"], "captain": ["greedy"], "seed": "2", "turns": "6"}


@pytest.fixture(scope="module")
def game(get: Get) -> dict[str, Any]:
    answer = get("/-/play.json", **ORDER)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_without_fleets_there_is_a_form_and_games_to_watch(get: Get) -> None:
    page = get("/play")
    assert page.status_code == 200
    assert "Or watch one of these" in page.text
    assert page.text.count("<fieldset") == PLAYERS


def test_a_page_tells_the_whole_game_without_scripts(get: Get, game: dict[str, Any]) -> None:
    page = get("/play", **ORDER)
    assert page.status_code == 200
    assert game["outcome"]["why"] in page.text
    assert page.text.count("<li data-step=") == sum("turn" not in step for step in game["film"]["steps"])
    assert "/-/play.svg?" in page.text


def test_page_terminal_and_json_tell_the_same_story(get: Get, game: dict[str, Any]) -> None:
    story = game["outcome"]["story"]
    order = [part for fleet in ORDER["fleet"] for part in ("--fleet", fleet)]
    order += ["--captain", "greedy", "--seed", "2", "--turns", "6"]
    told = CliRunner().invoke(commands, ["play", *order]).output
    as_json = json.loads(CliRunner().invoke(commands, ["play", *order, "--json"]).output)
    assert as_json["story"] == story
    assert [line.strip() for line in told.splitlines()][: len(story)] == [line.strip() for line in story]
    page = unescape(get("/play", **ORDER).text)
    places = [page.find(f">{line.strip()}<") for line in story]
    assert -1 not in places
    assert any(line.startswith("Turn ") for line in story)
    assert any(line.startswith("  ") for line in story)


def test_page_and_film_are_small(get: Get, game: dict[str, Any]) -> None:
    for body in (get("/play", **ORDER).content, json.dumps(game).encode()):
        assert len(gzip.compress(body)) < 100_000


def test_another_seed_is_another_game(get: Get, game: dict[str, Any]) -> None:
    other = get("/-/play.json", **(ORDER | {"seed": "3"})).json()
    assert other["outcome"]["log_sha256"] != game["outcome"]["log_sha256"]


def test_the_replay_file_plays_the_same_game(get: Get, game: dict[str, Any], tmp_path: Path) -> None:
    answer = get("/-/replay.json", **ORDER)
    assert "attachment" in answer.headers["content-disposition"]
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    again = play_again(read_replay(file))
    assert len(again.log) == game["outcome"]["events"]


def test_the_table_is_drawn_at_any_turn(get: Get) -> None:
    picture = get("/-/play.svg", **ORDER, turn="3")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "Turn 3" in picture.text
    assert "script" not in picture.headers["content-security-policy"]


def test_a_fleet_of_ones_own_plays_by_text_or_by_the_address_of_its_page(get: Get) -> None:
    text = "Name: Mine\nHMS Sultan (CC-037)"
    address = "http://127.0.0.1:8011/fleet?fleet=Name%3A+Mine%0AHMS+Sultan+%28CC-037%29&build=40"
    answers = [
        get("/-/play.json", fleet=[text, "pirate-raiders"], turns="1"),
        get("/-/play.json", fleet=["", "pirate-raiders"], own=[address, ""], turns="1"),
    ]
    for answer in answers:
        assert answer.json()["outcome"]["fleets"] == ["Mine", "Pirate raiders"]
    page = get("/play", fleet=["", "pirate-raiders"], own=[address, ""], turns="1")
    assert page.status_code == 302
    assert page.headers["location"].startswith("/play?fleet=Name%3A+Mine")


def test_one_fleet_is_kept_while_the_other_is_chosen(get: Get) -> None:
    page = get("/play", fleet="Name: Mine\nHMS Sultan (CC-037)")
    assert page.status_code == 200
    assert "your fleet: Name: Mine" in page.text


def test_three_may_play(get: Get) -> None:
    fleets = ["english-traders", "pirate-raiders", "viking-traders"]
    answer = get("/-/play.json", fleet=fleets, captain=["random", "greedy"], turns="1")
    assert answer.json()["outcome"]["captains"] == ["random", "greedy", "greedy"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"fleet": []}, "two to 4 fleets"),
        ({"fleet": ["english-traders"] * 9}, "two to 4 fleets"),
        ({"fleet": ["english-traders", "Flying Bicycle"]}, "A fleet cannot be read"),
        ({"fleet": ["english-traders", "HMS Sultan (CC-037) + Flying Bicycle"]}, "No piece in the library"),
        ({"fleet": ["english-traders", "HMS Sultan (CC-037) + 9x captain"]}, "cannot be played"),
        ({"fleet": ["english-traders", "x" * 7000]}, "at most 6,000 characters"),
        ({"captain": ["clever"]}, "There is no captain"),
        ({"captain": ["admiral"]}, "at most 500 decisions a turn here, and 'admiral' would take 1,500"),
        ({"edition": "nonsense"}, "There is no edition"),
        ({"seed": "-1"}, "`seed` is a number"),
        ({"seed": "9" * 30}, "at most 12 characters"),
        ({"turns": "999"}, "`turns` is a number from 1 to 60"),
    ],
)
def test_a_bad_order_is_told_in_one_sentence(get: Get, changes: dict[str, Any], said: str) -> None:
    answer = get("/-/play.json", **(ORDER | changes))
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_names_of_fleets_are_never_html(get: Get) -> None:
    bad = "Name: <img src=x onerror=alert(1)>\nHMS Sultan (CC-037)"
    page = get("/play", fleet=[bad, "pirate-raiders"], turns="1")
    assert page.status_code == 200
    assert "<img src=x" not in page.text


@pytest.mark.parametrize("path", ["/play", "/game", "/fleet"])
def test_menus_are_in_plain_words(get: Get, path: str) -> None:
    page = unescape(get(path).text)
    for edition, name in edition_names().items():
        assert re.search(rf'<option value="{edition}"[^>]*>{re.escape(name)}</option>', page)
    assert ">Harbour of the Restarting Rules</" in page
    if path != "/fleet":
        assert ">greedy: takes what looks best now</option>" in page


def test_every_captain_is_told_in_words() -> None:
    assert {name for name in CAPTAINS if in_words(name) == name} == set()
    assert in_words(QUICK_ADMIRAL) == "admiral: the strongest, thinks ahead, quickly"
    assert in_words("me.py:Mine") == "me.py:Mine"


def test_a_game_goes_by_the_edition_that_its_fleets_name_and_says_so(get: Get) -> None:
    order = {"fleet": ["harbour-crimson-coast", "prowlers-crimson-coast"], "turns": "1"}
    assert get("/-/play.json", **order).json()["outcome"]["edition"] == "crimson-coast"
    assert "Rules: Pirates of the Crimson Coast." in get("/play", **order).text
    asked = get("/-/play.json", **order, edition="cursed-seas")
    assert asked.json()["outcome"]["edition"] == "cursed-seas"
    person = get("/-/game.json", **order, captain=["me", "greedy"], seed="1").json()
    assert person["rules"] == "Pirates of the Crimson Coast"


def test_fleets_of_different_editions_are_not_played_by_one_of_them_unasked(get: Get) -> None:
    answer = get("/-/play.json", fleet=["harbour-code", "prowlers-revolution"], turns="1")
    assert answer.status_code == 400
    assert "The fleets name different editions, code, revolution: say which" in answer.json()["error"]


def test_a_fleet_of_the_page_cannot_name_an_edition_of_a_file(get: Get) -> None:
    text = "Name: Mine\nEdition: ../mine.yaml\nHMS Sultan (CC-037)"
    answer = get("/-/play.json", fleet=[text, "pirate-raiders"], turns="1")
    assert answer.status_code == 400
    assert "edition" in answer.json()["error"]
