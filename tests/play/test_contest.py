"""Duels and tournaments: balanced games, kept by key, counted in their order, told in four ways."""

from __future__ import annotations

import csv
import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import psutil
import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play import contest as module
from pirate_code.play.contest import (
    Contest,
    Game,
    GameResult,
    PairRecord,
    contest_of,
    hold,
    open_results,
    play_game,
    read_result,
    write_result,
)
from pirate_code.play.contest_report import summary
from pirate_code.rules.edition import load_edition

NAMES = ("english-traders", "pirate-raiders", "viking-raiders")
TURNS = 4


@pytest.fixture(scope="module")
def contest() -> Contest:
    fleets = [load_fleet(name, builtin_names()) for name in NAMES]
    return contest_of(fleets, ("greedy", "random"), load_edition(), TURNS)


def won(*winners: int, gold: tuple[int, int] = (3, 1)) -> GameResult:
    """A game that these seats won."""
    return GameResult(winners, gold, (1, 1), "no gold left", 1, 5, "x", ((0, gold[0]), (0, gold[1])))


def test_each_seed_is_played_twice_with_the_seats_exchanged(contest: Contest) -> None:
    seen: list[Game] = []
    hold(contest, 4, seed=7, watch=lambda game, result: seen.append(game))
    for pair in contest.pairs():
        seats = [(game.seed, game.seats) for game in seen if game.pair == pair]
        assert seats == [(7, pair), (7, pair[::-1]), (8, pair), (8, pair[::-1])]


def test_the_same_seed_and_seats_give_the_same_game(contest: Contest) -> None:
    game = Game((0, 1), 1, 5)
    assert play_game(contest, game) == play_game(contest, game)
    assert play_game(contest, game) != play_game(contest, Game((0, 1), 0, 5))


def test_the_captain_of_a_fleet_goes_with_it_to_the_other_seat(contest: Contest) -> None:
    assert [entrant.captain for entrant in contest.entrants] == ["greedy", "random", "random"]
    assert Game((0, 2), 1, 1).seats == (2, 0)


def test_gold_is_told_for_the_beginning_of_every_round_and_for_the_end(contest: Contest) -> None:
    result = play_game(contest, Game((0, 1), 0, 1))
    assert not result.failure
    assert {len(gold) for gold in result.gold} == {TURNS + 1}
    assert tuple(gold[-1] for gold in result.gold) == result.scores
    assert (result.by, result.turns) == ("the limit of turns", TURNS)


def test_a_result_is_read_as_it_was_written(contest: Contest) -> None:
    result = play_game(contest, Game((1, 2), 0, 3))
    assert read_result(json.loads(json.dumps(write_result(result)))) == result


def test_games_count_in_their_order_whichever_ends_first() -> None:
    record = PairRecord((0, 1))
    later, first = Game((0, 1), 1, 1), Game((0, 1), 0, 1)
    assert list(record.add(later, won(0))) == []
    assert [game.number for game, _ in record.add(first, won(0))] == [0, 1]
    assert (record.wins, record.seat_wins, record.draws) == ([1, 1], [2, 0], 0)


def test_a_game_that_nobody_wins_alone_is_half_a_point_for_each() -> None:
    record = PairRecord((0, 1))
    list(record.add(Game((0, 1), 0, 1), won(0, 1)))
    list(record.add(Game((0, 1), 1, 1), won()))
    assert record.points == (1.0, 1.0)


def test_who_has_finished_keeps_his_gold_in_the_average() -> None:
    sums = module.GoldSums()
    sums.add([0, 4])
    sums.add([0, 0, 2])
    assert sums.means(2) == [0.0, 2.0, 3.0]


def test_a_game_that_failed_does_not_count_and_is_not_kept(contest: Contest, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Mine:\n"
        "    def __init__(self, dice): pass\n"
        "    def answer(self, decision, look): raise RuntimeError('lost')\n",
        encoding="utf-8",
    )
    fleets = [entrant.fleet for entrant in contest.entrants[:2]]
    broken = contest_of(fleets, (f"{bot}:Mine", "random"), contest.edition, TURNS)
    with open_results(tmp_path / "results.sqlite") as kept:
        (record,) = hold(broken, 2, results=kept)
        assert len(kept) == 0
    assert (record.games, record.ended) == (2, 0)
    assert "The bot" in record.failures[0]
    assert "seed 1" in record.failures[0]


# --- until --------------------------------------------------------------------------------------------------


def test_a_pair_stops_when_its_share_is_known_well_enough(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "play_game", lambda contest, game: won(game.seats.index(game.pair[0])))
    records = hold(contest, 1000, until=0.05)
    assert {record.games for record in records} == {36}
    assert all(record.interval().margin <= 0.05 for record in records)


def test_where_it_stops_does_not_depend_on_what_was_known(
    contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "play_game", lambda contest, game: won(game.seed % 2))
    with open_results(tmp_path / "results.sqlite") as kept:
        hold(contest, 200, results=kept)
        known = hold(contest, 1000, results=kept, until=0.1)
    assert known == hold(contest, 1000, until=0.1)
    assert {record.games for record in known} == {94}


# --- what is kept -------------------------------------------------------------------------------------------


def test_what_was_played_is_not_played_again(
    contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Game] = []

    def counted(contest: Contest, game: Game) -> GameResult:
        played.append(game)
        return won(0)

    monkeypatch.setattr(module, "play_game", counted)
    with open_results(tmp_path / "results.sqlite") as kept:
        hold(contest, 2, results=kept)
        hold(contest, 6, results=kept)
    assert len(played) == len(set(played)) == 6 * 3


@pytest.mark.parametrize("changed", ["version", "edition", "captain", "fleet", "seed"])
def test_another_version_edition_captain_fleet_or_seed_is_another_game(
    contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    monkeypatch.setattr(module, "play_game", lambda contest, game: won(0))
    one, two, three = (entrant.fleet for entrant in contest.entrants)
    first = contest_of([one, two], ("random",), contest.edition, None)
    other, seed = first, 1
    if changed == "version":
        monkeypatch.setattr(module, "engine_version", lambda: "0.9")
    elif changed == "edition":
        other = contest_of([one, two], ("random",), load_edition("cursed-seas"), None)
    elif changed == "captain":
        other = contest_of([one, two], ("random", "greedy"), contest.edition, None)
    elif changed == "fleet":
        other = contest_of([one, three], ("random",), contest.edition, None)
    else:
        seed = 100
    path = tmp_path / "results.sqlite"
    with open_results(path) as kept:
        hold(other, 4, seed, results=kept)
        monkeypatch.undo()
        monkeypatch.setattr(module, "play_game", lambda contest, game: won(0))
        hold(first, 4, results=kept)
        assert len(kept) == 8


def test_a_bot_whose_file_changes_is_another_captain(contest: Contest, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    entrant = module.Entrant(contest.entrants[0].fleet, f"{bot}:Mine")
    command = module.Entrant(contest.entrants[0].fleet, f"cmd:python {bot}")
    digests = []
    for text in ("one", "two"):
        bot.write_text(text, encoding="utf-8")
        digests += [entrant.digest, command.digest]
    assert len(set(digests)) == 4


# --- the commands -------------------------------------------------------------------------------------------


def run(*words: str) -> Result:
    return CliRunner().invoke(commands, [*words, "--turns", "3", "--processes", "1"])


def test_a_duel_is_told_as_text_json_csv_and_a_page(tmp_path: Path) -> None:
    files = {kind: tmp_path / f"duel.{kind}" for kind in ("csv", "html", "sqlite")}
    words = ["duel", *NAMES[:2], "--games", "4", "--results", str(files["sqlite"])]
    told = run(*words, "--csv", str(files["csv"]), "--html", str(files["html"]))
    assert told.exit_code == 0, told.output
    assert "English traders  greedy" in told.output
    assert "Games were ended by: the limit of turns 100%." in told.output
    data = json.loads(run(*words, "--json").output)
    assert (data["games"], data["failed"]) == (4, 0)
    assert {each["name"] for each in data["entrants"]} == {"English traders", "Pirate raiders"}
    rows = list(csv.DictReader(files["csv"].open(encoding="utf-8")))
    assert [(row["seed"], row["first_seat"]) for row in rows] == [
        ("1", "1"),
        ("1", "2"),
        ("2", "1"),
        ("2", "2"),
    ]
    page = files["html"].read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    with sqlite3.connect(files["sqlite"]) as db:
        settings = [json.loads(row[0]) for row in db.execute("SELECT setting FROM settings")]
        assert db.execute("SELECT count(*) FROM results").fetchone() == (4,)
    assert {tuple(each["fleets"]) for each in settings} == {
        ("English traders", "Pirate raiders"),
        ("Pirate raiders", "English traders"),
    }


def test_a_tournament_rates_everybody(tmp_path: Path) -> None:
    page = tmp_path / "tournament.html"
    told = run("tournament", *NAMES, "--games", "2", "--captain", "random", "--html", str(page))
    assert told.exit_code == 0, told.output
    assert "Elo" in told.output
    assert "share against" in told.output
    for plot in page.read_text(encoding="utf-8").split("<svg")[1:]:
        ElementTree.fromstring("<svg" + plot.partition("</svg>")[0] + "</svg>")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["duel", "english-trader", "pirate-raiders"], "Did you mean 'english-traders'?"),
        (["duel", *NAMES[:2], "--captain", "nobody"], "There is no captain 'nobody'; there are random"),
        (["duel", *NAMES[:2], "--edition", "cod"], "There is no edition 'cod'"),
        (["duel", *NAMES[:2], "--cluster", "nowhere"], "No Dask scheduler answers at 'nowhere'"),
        (["duel", *NAMES[:2], "--build", "3"], "cannot be played"),
        (["tournament", "english-traders"], "A tournament needs two fleets or more"),
        (["duel", *NAMES[:2], "--results", "/nowhere/at/all"], "the results cannot be kept here"),
    ],
)
def test_what_cannot_be_held_is_told_in_one_sentence(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.output
    assert len(done.output.strip().splitlines()) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not killed by signals here")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_a_run_that_is_killed_leaves_no_process_and_goes_on_where_it_was(tmp_path: Path, how: str) -> None:
    path = tmp_path / "results.sqlite"
    words = ["duel", *NAMES[:2], "--captain", "random", "--turns", "3", "--results", str(path)]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    program = [sys.executable, "-m", "pirate_code", *words, "--games", "4000", "--processes", "2"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while not (known := _count(path)):
            assert running.poll() is None
            time.sleep(0.05)
        children = psutil.Process(running.pid).children(recursive=True)
        running.send_signal(getattr(signal, how))
        told = running.communicate(timeout=60)
    assert running.returncode in {-signal.SIGKILL, 130}
    stopped = f"Stopped: the games that came to their end are in {path}, and the same command goes on.\n"
    assert [each.strip() for each in told] == [b"", stopped.strip().encode() if how == "SIGINT" else b""]
    gone, alive = psutil.wait_procs(children, timeout=30)
    assert len(gone) >= 2
    assert not alive
    resumed = CliRunner().invoke(commands, [*words, "--games", "4", "--processes", "1", "--json"])
    assert resumed.output == run(*words[:5], "--games", "4", "--json").output
    assert _count(path) >= known


def _count(path: Path) -> int:
    """How many results a file holds, if there is one."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM results").fetchone()[0])
        except sqlite3.Error:  # its tables are being made
            return 0


def test_the_same_games_give_the_same_bytes(contest: Contest) -> None:
    told: list[Any] = [
        json.dumps(summary(contest, hold(contest, 2, seed=3), 3, None), sort_keys=True) for _ in range(2)
    ]
    assert told[0] == told[1]
