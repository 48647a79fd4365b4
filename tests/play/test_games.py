"""Whole games come to an end, are the same again from their replays, and break no rule."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pirate_code.core.saving import SaveError, dumps, loads
from pirate_code.data import DataError
from pirate_code.fleets.card_pool import builtin
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.captains import captain
from pirate_code.play.game import Played, play, prepare
from pirate_code.play.many import Order, Run, play_many, play_one
from pirate_code.play.replay import parse_replay, play_again, read_replay, replay_data, write_replay
from pirate_code.rules import saving
from pirate_code.rules.edition import load_edition
from pirate_code.rules.ending import Result
from pirate_code.rules.match import match
from pirate_code.views.account import account
from pirate_code.views.log_json import digest, lines
from pirate_code.views.svg import draw

SHORT = load_edition().but(turn_limit=4)


def a_game(seed: int = 3, captains: tuple[str, ...] = ("greedy", "random")) -> Played:
    """A short game of two built-in fleets."""
    fleets = [load_fleet(name, builtin_names()) for name in ("english-traders", "viking-raiders")]
    return play(fleets, SHORT, seed, captains)


@pytest.fixture(scope="module")
def game() -> Played:
    """One game for all tests that only look at it."""
    return a_game()


def test_a_game_ends_and_says_why(game: Played) -> None:
    assert game.result.why
    assert len(game.result.scores) == 2
    assert game.decisions


def test_the_same_seed_gives_the_same_game(game: Played) -> None:
    again = a_game()
    assert again.decisions == game.decisions
    assert digest(again.log) == digest(game.log)


def test_another_seed_gives_another_game(game: Played) -> None:
    assert digest(a_game(seed=4).log) != digest(game.log)


def test_a_replay_gives_the_same_log(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_replay(game, path)
    again = play_again(read_replay(path))
    assert list(lines(again.log)) == list(lines(game.log))
    assert again.result == game.result


DIGESTS = """
import sys
from pathlib import Path
from pirate_code.fleets.card_pool import builtin
from pirate_code.play.game import go_on
from pirate_code.views.log_json import digest
from pirate_code.play.many import Order, Run, draw
from pirate_code.play.replay import play_again, read_replay

print(digest(play_again(read_replay(Path(sys.argv[1]))).log))
for seed in (11, 12, 13):
    played = draw(Run(builtin(), turn_limit=3, close=True), Order(seed, captains=("raider", "random")))
    go_on(played)
    print(digest(played.log))
"""


def test_games_are_the_same_in_other_processes(game: Played, tmp_path: Path) -> None:
    """Nothing depends on the order in which Python hashes texts: no fleet, no ability, no replay."""
    path = tmp_path / "game.json"
    write_replay(game, path)
    told = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS, str(path)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0][0] == digest(game.log)
    assert len(set(told[0])) == 4


def test_a_replay_can_be_stopped_at_a_turn(game: Played) -> None:
    replay = parse_replay(replay_data(game))
    assert play_again(replay, until=3).game.state.turn.number == 3
    assert play_again(replay, until=0).game.state.turn.number == 0


def spoilt(game: Played, **changes: Any) -> dict[str, Any]:
    """The data of a replay with something wrong."""
    data: dict[str, Any] = json.loads(dumps(replay_data(game)))
    return data | changes


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 9}, "format"),
        ({"seed": "seven"}, "seed"),
        ({"fleets": []}, "fleets"),
        ({"fleets": [{"name": "x", "ships": [{"ship": "nobody"}]}]}, "not in the file"),
        ({"edition": {"id": "code"}}, "it is missing"),
        ({"cards": [{"name": "x"}]}, "id: it is missing"),
        ({"log": {"entries": 1, "sha256": "x"}}, "log.sha256"),
        ({"more": 1}, "more"),
    ],
)
def test_a_spoilt_replay_is_refused(game: Played, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(SaveError, match=said):
        parse_replay(spoilt(game, **changes))


def test_a_replay_with_an_illegal_decision_is_told_with_its_number(game: Played) -> None:
    decisions = spoilt(game)["decisions"]
    wrong = spoilt(game, decisions=[*decisions[:4], [decisions[4][0], "sink them all"], *decisions[5:]])
    with pytest.raises(SaveError, match="decision 5 is not legal"):
        play_again(parse_replay(wrong))


def test_a_replay_that_asks_for_another_kind_of_decision_is_told(game: Played) -> None:
    decisions = spoilt(game)["decisions"]
    wrong = spoilt(game, decisions=[*decisions[:4], ["excess", decisions[4][1]], *decisions[5:]])
    with pytest.raises(SaveError, match="decision 5 is another one: it is 'excess' in the file"):
        play_again(parse_replay(wrong))


def test_a_replay_of_the_old_format_is_refused_with_a_sentence(game: Played) -> None:
    with pytest.raises(SaveError, match="the old format 1, and this version plays format 2 only"):
        parse_replay(spoilt(game, format=1))


def test_a_replay_that_comes_out_otherwise_is_told(game: Played) -> None:
    wrong = spoilt(game, log={"entries": 5, "sha256": "0" * 64})
    with pytest.raises(SaveError, match="came out otherwise"):
        play_again(parse_replay(wrong))


def test_a_file_that_is_no_replay_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nothing.json"
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(DataError, match="no replay of a game"):
        read_replay(path)


def test_a_game_can_be_saved_in_the_middle_of_an_action(game: Played) -> None:
    """The last calm position and the answers since are enough to go on."""
    first = prepare(game.fleets, SHORT, game.seed)
    first.game.start(match)
    for taken in game.decisions[:30]:
        first.game.answer(taken.answer)
    state, answers = first.game.kept()
    text = dumps({"state": saving.save(state), "answers": answers})
    data = loads(text)
    second = type(first.game)(saving.load(data["state"]), SHORT).resume(match, data["answers"])
    assert second.decision == first.game.decision
    for taken in game.decisions[30:]:
        second.answer(taken.answer)
    assert second.result == game.result


def test_the_account_of_a_game_tells_turns_and_names_ships(game: Played) -> None:
    told = list(account(game.log, game.game.state))
    assert any(line.startswith("Turn 1: player") for line in told)
    assert any("HMS Sultan" in line for line in told)
    assert len(list(account(game.log, game.game.state, full=True))) > len(told)


def test_the_picture_shows_every_ship_and_island(game: Played) -> None:
    from xml.etree import ElementTree

    state = game.game.state
    picture = draw(state, "A game")
    root = ElementTree.fromstring(picture)
    polygons = root.findall("{http://www.w3.org/2000/svg}polygon")
    shown = [piece for piece in state.pieces if piece.where == -1 and piece.pose is not None]
    assert len(polygons) == len(shown)
    for ship in state.ships():
        assert ship.card.name in picture


def test_a_captain_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no captain 'ahab'"):
        captain("ahab", 1, 0)


def test_a_failure_is_told_with_seed_and_replay_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pirate_code.play import many
    from pirate_code.play.invariants import BrokenInvariant

    def fail(played: Played) -> None:
        if played.seed == 2:
            raise BrokenInvariant("gold out of nothing")

        played.game.result = Result((0,), (0, 0), (1, 1), "Nobody played.")

    monkeypatch.setattr(many, "go_on", fail)
    run = Run(builtin(), edition="code", players=2, failures=tmp_path)
    reports = play_many(run, [Order(1), Order(2), Order(3)], processes=1)
    assert [report.failure for report in reports] == ["", "BrokenInvariant: gold out of nothing", ""]
    assert Path(reports[1].replay).name == "failed-2.json"
    assert Path(reports[1].replay).is_file()


def test_a_game_that_takes_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from pirate_code.play import many

    monkeypatch.setattr(many, "_SECONDS", 1)

    def sleep(played: Played) -> None:
        while True:
            pass

    monkeypatch.setattr(many, "go_on", sleep)
    report = play_one(Run(builtin(), edition="code", players=2), Order(1))
    assert "took more than 1 seconds" in report.failure
