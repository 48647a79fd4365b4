"""The page where people play: a game by its address, with and without scripts, and nothing hidden in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from pirate_code.cli import commands
from pirate_code.play.captains import CAPTAINS
from pirate_code.play.game import Played
from pirate_code.play.people import PeopleGame
from pirate_code.play.replay import parse_replay, play_again
from pirate_code.web import game_page
from pirate_code.web.work import game as work
from pirate_code.web.work.library import WorkerLibrary

Get = Callable[..., Any]
ORDER = {
    "fleet": ["english-traders", "pirate-raiders"],
    "captain": ["me", "greedy"],
    "seed": "2",
    "turns": "3",
}
TWO = ORDER | {"captain": ["me", "me"]}


@pytest.fixture(scope="module")
def begun(get: Get) -> dict[str, Any]:
    """A game at the first turn of the person."""
    answer = get("/-/game.json", **ORDER, pick="setup")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(scope="module")
def finished(get: Get, begun: dict[str, Any]) -> str:
    """The answers of a game to its end."""
    position = begun
    while position["state"] != "over":
        pick = str(len(position["asks"]["options"]))  # the last choice is mostly to be done
        position = get("/-/game.json", **ORDER, answers=position["answers"], pick=pick).json()
    answers: str = position["answers"]
    return answers


def test_without_fleets_there_is_a_form_with_every_captain(get: Get) -> None:
    page = get("/game")
    assert page.status_code == 200
    assert "a person at this screen" in page.text
    for name in CAPTAINS:
        assert f'<option value="{name}"' in page.text


def test_games_to_begin_with_lead_to_a_table(get: Get) -> None:
    home = get("/").text
    for says, arguments in game_page.examples():
        assert says in home
        page = get(f"/game?{arguments}")
        while page.status_code == 302:
            page = get(page.headers["location"])
        assert 'id="game"' in page.text


def test_a_game_without_a_seed_gets_one(get: Get) -> None:
    page = get("/game", **(ORDER | {"seed": ""}))
    assert page.status_code == 302
    assert re.search(r"seed=\d", page.headers["location"])


def test_the_person_is_asked_with_a_button_for_every_choice(get: Get, begun: dict[str, Any]) -> None:
    page = get("/game", **ORDER, answers=begun["answers"])
    assert page.status_code == 200
    assert begun["asks"]["question"] == "What do you do?"
    for number, option in enumerate(begun["asks"]["options"], 1):
        assert f'name="pick" value="{number}">{option["name"]}</button>' in page.text


def test_a_choice_of_the_form_leads_to_the_address_of_the_game_after_it(
    get: Get, begun: dict[str, Any]
) -> None:
    page = get("/game", **ORDER, answers=begun["answers"], pick="1")
    assert page.status_code == 302
    query = parse_qs(urlsplit(page.headers["location"]).query)
    assert query["answers"][0].startswith(begun["answers"])
    assert "pick" not in query
    assert get(page.headers["location"]).status_code == 200


def test_an_answer_that_is_refused_gets_its_sentence_and_the_game_stands(
    get: Get, begun: dict[str, Any]
) -> None:
    wrong = ORDER | {"answers": begun["answers"], "pick": "9999"}
    assert get("/-/game.json", **wrong).json() == {"error": "There is no choice 9999 here."}
    page = get("/game", **wrong)
    assert page.status_code == 400
    assert "There is no choice 9999 here." in page.text
    assert begun["asks"]["question"] in page.text


def test_a_game_that_begins_is_marked_with_its_version_and_one_of_another_is_refused(
    get: Get, begun: dict[str, Any]
) -> None:
    page = get("/game", **ORDER, pick="setup")
    query = parse_qs(urlsplit(page.headers["location"]).query)
    assert query["v"] == [begun["version"]]
    page = get(page.headers["location"])
    assert f'name="v" value="{begun["version"]}"' in page.text
    old = ORDER | {"answers": begun["answers"], "v": "0ld000"}
    page = get("/game", **old)
    assert page.status_code == 400
    assert "begun with another version of Pirate Code" in page.text
    for address in ("/-/game-film.json", "/-/game-replay.json"):
        assert "another version" in get(address, **old).json()["error"]


def test_the_same_address_gives_the_same_position(get: Get, begun: dict[str, Any]) -> None:
    again = get("/-/game.json", **ORDER, answers=begun["answers"]).json()
    assert again == begun


def test_an_answer_is_taken_back(get: Get, begun: dict[str, Any]) -> None:
    moved = get("/-/game.json", **ORDER, answers=begun["answers"], pick="1").json()
    assert moved["undo"] == begun["answers"]
    page = get("/game", **ORDER, answers=moved["answers"])
    assert "Take back the last answer" in page.text
    assert f'name="answers" value="{begun["answers"]}"' in page.text


def test_a_finished_game_is_watched_and_kept(get: Get, finished: str) -> None:
    page = get("/game", **ORDER, answers=finished)
    assert "Watch the whole game" in page.text
    film = get("/-/game-film.json", **ORDER, answers=finished).json()
    assert film["outcome"]["over"]
    watched = get("/game", **ORDER, answers=finished, watch="1")
    assert film["outcome"]["why"] in watched.text
    replay = get("/-/game-replay.json", **ORDER, answers=finished)
    assert "attachment" in replay.headers["content-disposition"]
    again = play_again(parse_replay(json.loads(replay.content)))
    assert len(again.log) == film["outcome"]["events"]


def test_the_story_of_a_game_is_the_same_on_the_page_in_json_and_at_the_terminal(
    get: Get, finished: str, tmp_path: Path
) -> None:
    story = get("/-/game-film.json", **ORDER, answers=finished).json()["outcome"]["story"]
    assert len(story) > 10
    page = unescape(get("/game", **ORDER, answers=finished, watch="1").text)
    assert re.findall(r"<li(?: class=.turn.)?>(.*?)</li>", page)[-len(story) :] == [
        line.strip() for line in story
    ]
    file = tmp_path / "game.json"
    file.write_bytes(get("/-/game-replay.json", **ORDER, answers=finished).content)
    printed = CliRunner().invoke(commands, ["replay", str(file)]).output
    assert [line.strip() for line in printed.splitlines()][: len(story)] == [line.strip() for line in story]


def test_a_game_that_is_not_over_can_be_looked_back_at_as_far_as_the_person_may_see_it(
    get: Get, begun: dict[str, Any]
) -> None:
    back = get("/-/game-film.json", **ORDER, answers=begun["answers"]).json()
    assert back["outcome"]["why"] == f"The game goes on: turn {begun['turn']['number']}."
    assert "log_sha256" not in back["outcome"]
    assert back["film"]["pieces"] == begun["film"]["pieces"]
    page = get("/game", **ORDER, answers=begun["answers"], watch="1")
    assert page.status_code == 200
    assert 'id="move-1"' in page.text
    assert "What you do not know yet is covered." in page.text
    for name in ("Pirate captain", "PotC-025"):
        assert name not in page.text
        assert name not in json.dumps(back)


def test_a_game_that_is_not_over_has_no_replay_file(get: Get, begun: dict[str, Any]) -> None:
    answer = get("/-/game-replay.json", **ORDER, answers=begun["answers"])
    assert answer.status_code == 400
    assert "not over yet" in answer.json()["error"]


def test_a_covered_table_cannot_be_looked_back_at(get: Get) -> None:
    first = get("/-/game.json", **TWO).json()["next"]
    for seat in ("", str(2 - first)):
        answer = get("/-/game-film.json", **TWO, seat=seat)
        assert answer.status_code == 400
        assert "The table is covered" in answer.json()["error"]
    back = get("/-/game-film.json", **TWO, seat=str(first + 1)).json()
    assert back["outcome"]["why"] == "The game is being set up."


def test_two_people_get_a_cover_between(get: Get) -> None:
    first = get("/-/game.json", **TWO).json()
    assert first["state"] == "cover"
    assert set(first) == {"answers", "version", "state", "next"}
    page = get("/game", **TWO)
    assert f"I am player {first['next'] + 1}" in page.text
    assert "data:image" not in page.text.split("<body>")[1]
    seat = str(first["next"] + 1)
    mine = get("/-/game.json", **TWO, seat=seat).json()
    assert mine["state"] == "asks"
    assert mine["player"] == first["next"]
    after = get("/-/game.json", **TWO, seat=seat, pick="1").json()
    assert after["state"] == "cover"
    assert after["next"] != first["next"]


def test_no_page_holds_what_the_person_may_not_see(get: Get, begun: dict[str, Any]) -> None:
    page = get("/game", **ORDER, answers=begun["answers"]).text
    hidden = [piece for piece in begun["film"]["pieces"] if piece["card"].startswith("hidden-")]
    assert len(hidden) > 10
    for name in ("Harbinger", "HMS Sultan"):  # ships lie open
        assert name in page
    for name in ("Pirate captain", "PotC-025"):
        assert name not in page
    worth = [fields["gold"] for number, fields in begun["film"]["start"] if not fields["up"]]
    assert set(worth) == {0}


def test_when_a_game_is_over_everybody_sees_what_the_fleets_have(get: Get, finished: str) -> None:
    end = get("/-/game.json", **ORDER, answers=finished).json()
    assert end["gold"] == end["outcome"]["scores"]
    assert end["face_down"] == [0, 0]
    page = get("/game", **ORDER, answers=finished).text
    first, second = end["gold"]
    assert f"English traders: {first} gold; Pirate raiders: {second} gold." in page


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"fleet": ["english-traders"]}, "two to 4 fleets"),
        ({"captain": ["greedy"]}, "Nobody plays this game"),
        ({"captain": ["me", "clever"]}, "There is no captain"),
        ({"captain": ["me", "admiral-1501"]}, "at most 1,500 decisions a turn here"),
        ({"v": "0ld000"}, "begun with another version of Pirate Code (0ld000, and this is "),
        ({"answers": "A" * 20_000}, "at most 14,000 characters"),
        ({"answers": "*"}, "cannot be read from"),
        ({"answers": "." + "_" * 3}, "There is no choice"),
        ({"answers": "~0.5~"}, "Only a turn or a place"),
        ({"pick": "x"}, "`pick` is a number"),
        ({"pick": "1", "free": "1,x"}, "`free` is one to three numbers"),
        ({"pick": "1", "free": "nan"}, "`free` is one to three numbers"),
        ({"captain": ["me", "me"], "seat": "9"}, "`seat` is a number from 1 to 2"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(get: Get, changes: dict[str, Any], said: str) -> None:
    answer = get("/-/game.json", **(ORDER | changes))
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_names_of_fleets_are_never_html(get: Get) -> None:
    bad = "Name: <img src=x onerror=alert(1)>\nHMS Sultan (CC-037)"
    page = get("/game", **(ORDER | {"fleet": [bad, "pirate-raiders"]}))
    while page.status_code == 302:
        page = get(page.headers["location"])
    assert page.status_code == 200
    assert "<img src=x" not in page.text


# --- positions that workers keep -------------------------------------------------------------------------


@pytest.fixture
def begins(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were played from their start."""
    work.forget()
    begun: list[str] = []
    begin = PeopleGame.begin

    def counted(played: Played) -> PeopleGame:
        begun.append(str(played.seed))
        return begin(played)

    monkeypatch.setattr(PeopleGame, "begin", counted)
    return begun


def query(**more: str) -> dict[str, Any]:
    return ORDER | {"edition": "", "answers": ""} | more


def test_a_game_is_not_played_again_for_every_answer(built: Path, begins: list[str]) -> None:
    library = WorkerLibrary(built)
    position = work.game(library, query(pick="setup"))
    for _ in range(8):
        position = work.game(library, query(answers=position["answers"], pick="1"))
    assert begins == ["2"]


def test_a_position_that_is_kept_is_not_changed_by_going_on_from_it(built: Path, begins: list[str]) -> None:
    library = WorkerLibrary(built)
    start = work.game(library, query(pick="setup"))["answers"]
    first = [work.game(library, query(answers=start, pick=pick)) for pick in ("1", "2", "1")]
    assert first[0] == first[2]
    assert first[0]["answers"] != first[1]["answers"]
    kept = work.game(library, query(answers=first[1]["answers"]))
    work.forget()
    assert work.game(library, query(answers=first[1]["answers"])) == kept
    assert begins == ["2", "2"]


def test_no_more_positions_are_kept_than_told(
    built: Path, begins: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "KEPT", 2)
    library = WorkerLibrary(built)
    texts = {seed: work.game(library, query(seed=seed))["answers"] for seed in ("1", "2", "3")}
    for seed in ("3", "1"):
        work.game(library, query(seed=seed, answers=texts[seed]))
    assert begins == ["1", "2", "3", "1"]
