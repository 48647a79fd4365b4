"""Whole games: setup, turns, the end, replays, what players may see, and the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code.blackbeard import turn
from pirate_code.blackbeard.actions import table as actions
from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.game import GameOver
from pirate_code.blackbeard.many import Order, play_many, play_one
from pirate_code.blackbeard.match import match
from pirate_code.blackbeard.observing import HIDDEN, observe
from pirate_code.blackbeard.play import Played, go_on, outcome, prepare
from pirate_code.blackbeard.replay import parse_replay, play_again, replay_data
from pirate_code.blackbeard.setup import new_game, set_up
from pirate_code.blackbeard.state import Pardon, Revelry
from pirate_code.blackbeard.story import SENTENCES, Story
from pirate_code.blackbeard.values import standard_values
from pirate_code.cli import commands
from pirate_code.core.dice import Dice
from pirate_code.core.saving import SaveError, dumps
from pirate_code.data import DataError
from tests.blackbeard.table import Table


@pytest.fixture(scope="module")
def game() -> Played:
    """A game of three."""
    played = prepare(standard_values(), 3, 7, captains=("greedy", "random", "greedy"))
    go_on(played)
    return played


# --- setup and turns ----------------------------------------------------------


@pytest.mark.parametrize(("players", "pirates"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_a_game_is_set_up_as_the_rules_say(players: int, pirates: int) -> None:
    game = new_game(standard_values(), players, 1)
    steps, answer = set_up(game, playing.immediate(game)), None
    try:
        while True:
            answer = steps.send(answer).options[0].answer
    except StopIteration:
        pass
    state = game.state
    assert [len(state.of(player)) for player in range(players)] == [pirates] * players
    assert all(len(player.hand) == 4 for player in state.players)
    assert not {card for player in state.players for card in player.hand} & playing.immediate(game)
    assert sum(here.merchant is not None for here in state.ports.values()) == 8
    assert sum(here.governor is not None for here in state.ports.values()) == 8
    assert all(pirate.loyalty == 7 for pirate in state.pirates.values())


@pytest.mark.parametrize(("there", "after"), [(4, 6), (5, 5)])
def test_merchants_are_filled_up_when_few_are_left(there: int, after: int) -> None:
    table = Table()
    for number, port in enumerate(["boston", "new-york", "virginia", "havana", "goa"][:there]):
        table.merchant("sloop-1" if number < 3 else "flute-2", port)
    table.hold(0, "scurvy", "scurvy", "scurvy", "scurvy")  # so that nothing is drawn
    table.run(turn.take(table.game, 0), default=lambda kind: _first(table))
    assert sum(here.merchant is not None for here in table.game.state.ports.values()) == after


def _first(table: Table) -> object:
    """The last option: to be done, if that can be."""
    assert table.game.decision is not None
    return table.game.decision.options[-1].answer


def test_scurvy_costs_loyalty_at_the_beginning_of_a_turn() -> None:
    table = Table()
    pirate = table.pirate(scurvy=True)
    table.run(turn.take(table.game, 0), default=lambda kind: _first(table))
    assert pirate.loyalty == 6


def test_a_card_with_initiative_gives_its_actions_to_one_pirate() -> None:
    table = Table()
    one, _ = table.pirate(), table.pirate("edward-teach")
    table.hold(0, "double-cross")
    table.run(turn.announce(table.game, 0), [one.id])  # the one card of the hand must be played
    assert (table.game.state.turn.actions, table.game.state.turn.only) == (4, one.id)


def test_only_one_card_is_played_for_actions() -> None:
    table = Table()
    table.pirate()
    table.hold(0, "scurvy", "disease")
    table.run(turn.announce(table.game, 0), ["scurvy as actions", "done"])
    assert table.game.state.turn.actions == 3


def test_a_crew_that_revels_only_sails_and_recovers() -> None:
    table = Table()
    table.pirate(place="port-royal", revelry=Revelry.INVOLUNTARY, holds=[100, 0, 0])
    table.game.state.turn.actions = 3
    table.game.state.pirate_deck, removed = [], list(table.game.state.pirate_deck)
    deeds = {option.answer["do"] for option in actions.options(table.game, 0)}
    assert removed
    assert deeds == {"move", "recover"}


def test_a_pardon_lasts_until_its_player_has_completed_another_turn() -> None:
    table = Table()
    table.game.state.pardon = Pardon(0)
    table.run(turn.take(table.game, 1), default=lambda kind: _first(table))
    assert table.game.state.pardon is not None
    table.run(turn.take(table.game, 0), default=lambda kind: _first(table))
    assert table.game.state.pardon is None


def test_a_long_game_ends_when_the_deck_runs_out_for_the_second_time() -> None:
    table = Table()
    state = table.game.state
    state.length, state.runs, state.deck, state.discard = "long", 1, [], []
    with pytest.raises(GameOver, match="second time"):
        table.run(turn.draw(table.game, 0))


# --- whole games ----------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_keeps_every_invariant_to_its_end(seed: int) -> None:
    report = play_one(Order(seed))
    assert report.failure == "", report.trace
    assert len(report.points) == report.players


def test_a_copied_game_comes_out_the_same() -> None:
    game, dice = new_game(standard_values(), 2, 5).start(match), Dice(1)
    for _ in range(60):
        assert game.decision is not None
        game.answer(game.decision.options[dice.below(len(game.decision.options))].answer)
    copy = game.copy()
    while game.decision is not None:
        assert copy.decision == game.decision
        answer = game.decision.options[dice.below(len(game.decision.options))].answer
        game.answer(answer)
        copy.answer(answer)
    assert (copy.result, copy.log) == (game.result, game.log)


def test_the_same_seed_gives_the_same_bytes_whatever_the_hashes(game: Played) -> None:
    code = (
        "from pirate_code.blackbeard.play import *;"
        "from pirate_code.blackbeard.values import standard_values;"
        "p = prepare(standard_values(), 3, 7, captains=('greedy', 'random', 'greedy')); go_on(p);"
        "print(outcome(p)['log_sha256'])"
    )
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
        )
        assert done.stdout.strip() == outcome(game)["log_sha256"]


def test_many_games_come_back_with_their_seeds() -> None:
    reports = list(play_many([Order(seed, 2, ("random",), "standard", checked=False) for seed in range(12)]))
    assert sorted(report.seed for report in reports) == list(range(12))
    assert not any(report.failure for report in reports)


def test_a_failure_is_told_with_its_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("the sea is dry")

    monkeypatch.setattr("pirate_code.blackbeard.invariants.Watch.check_decision", fail)
    report = play_one(Order(3), tmp_path)
    assert report.failure == "RuntimeError: the sea is dry"
    assert Path(report.replay).is_file()


def test_points_are_what_the_log_says(game: Played) -> None:
    for seat, player in enumerate(game.game.state.players):
        told = [
            facts["points"] for event, facts in game.game.log if event == "points" and facts["player"] == seat
        ]
        assert player.points == sum(told)


# --- what a player may see ----------------------------------------------------------


def test_hands_decks_cups_and_merchants_face_down_are_hidden(game: Played) -> None:
    table = Table()
    table.merchant("sloop-1", "boston")
    table.merchant("sloop-2", "goa", face_up=True)
    table.hold(0, "scurvy")
    table.hold(1, "disease")
    table.game.state.deck = ["heavy-guns"]
    seen = observe(table.game.state, 0)
    assert (seen.players[0].hand, seen.players[1].hand) == (["scurvy"], [HIDDEN])
    assert seen.deck == [HIDDEN]
    assert set(seen.pirate_deck) | set(seen.merchants) | set(seen.hostages) == {HIDDEN}
    assert seen.ports["boston"].merchant.counter == HIDDEN  # type: ignore[union-attr]
    assert seen.ports["goa"].merchant.counter == "sloop-2"  # type: ignore[union-attr]
    assert seen.dice.state == 0
    assert table.game.state.players[1].hand == ["disease"]


# --- replays ----------------------------------------------------------


def test_a_replay_comes_out_the_same(game: Played) -> None:
    data = json.loads(dumps(replay_data(game)))
    assert play_again(parse_replay(data)).lines() == game.lines()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 9}, "^format: "),
        ({"game": "chess"}, "^game: "),
        ({"players": 9}, "Blackbeard is for 2 to 5 players"),
        ({"overlay": {"ports": {"havana": {"value": "much"}}}}, "havana.value: 'much' is not a whole number"),
        ({"log": {"entries": 1, "sha256": "0" * 64}}, "came out otherwise"),
        ({"seed": 8}, "decision 1 is not legal here"),
    ],
)
def test_a_spoilt_replay_is_refused_with_a_sentence(
    game: Played, changes: dict[str, object], said: str
) -> None:
    data = json.loads(dumps(replay_data(game))) | changes
    with pytest.raises(SaveError, match=said):
        play_again(parse_replay(data))


# --- the story and the command ----------------------------------------------------------


def test_everything_that_is_written_down_can_be_told(game: Played) -> None:
    for line in Story(game, full=True).lines():
        assert line
    silent = {"roll", "turn", "action", "action_over", "actions", "cunning", "discarded", "deck"}
    quiet = {"doubloons", "notoriety", "merchant", "merchant_gone", "interception", "in_port", "repaired"}
    told = {event for event, _ in game.game.log}
    assert told - silent - quiet <= set(SENTENCES)


def run(*options: str) -> Result:
    """The command with these options."""
    return CliRunner().invoke(commands, ["blackbeard", "play", *options])


def test_the_command_tells_a_game_and_its_score() -> None:
    done = run("--players", "2", "--seed", "4", "--captain", "greedy")
    assert done.exit_code == 0
    assert "Turn 1, player" in done.output
    assert "The game is over. General Pardon" in done.output
    assert "player 2 (greedy): " in done.output


def test_a_game_is_saved_and_played_again(tmp_path: Path) -> None:
    replay, log = tmp_path / "game.json", tmp_path / "game.jsonl"
    first = run("--seed", "4", "--json", "--save", str(replay), "--log", str(log))
    assert first.exit_code == 0
    again = CliRunner().invoke(commands, ["replay", str(replay), "--json"])
    assert again.exit_code == 0, again.output
    assert json.loads(again.output) == json.loads(first.output)
    assert len(log.read_text(encoding="utf-8").splitlines()) == json.loads(first.output)["events"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--players", "7"), "Blackbeard is for 2 to 5 players, and 7 were given."),
        (("--length", "short"), "There is no length 'short'; there are standard and long."),
        (("--captain", "ahab"), "There is no captain 'ahab'; there are random, greedy."),
        (("--values", "nowhere.yaml"), "nowhere.yaml"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(options: tuple[str, ...], said: str) -> None:
    done = run(*options)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output


def test_an_overlay_with_an_unreadable_card_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("events: {disease: {text: 'When drawn: everybody sneezes.'}}", encoding="utf-8")
    done = run("--values", str(path))
    assert done.exit_code == 2
    assert "the event card disease: column 13: 'everybody sneezes.' is not understood here" in done.output


def test_the_card_of_the_documentation_is_read_and_played(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "blackbeard.md").read_text(encoding="utf-8")
    (text,) = [block for block in page.split("```yaml\n")[1:] if block.startswith("events:")]
    path = tmp_path / "mine.yaml"
    path.write_text(text.split("```")[0], encoding="utf-8")
    for seed in range(4):
        done = run("--values", str(path), "--seed", str(seed), "--players", "4")
        assert done.exit_code == 0, done.output
        if "plays Foul Water" in done.output:
            return
    raise AssertionError("the card was never played")


def test_a_captain_that_does_not_exist_is_refused_before_a_game_begins() -> None:
    with pytest.raises(DataError, match="There is no captain"):
        prepare(standard_values(), 2, captains=("nobody",))
