"""Both games as PettingZoo environments: the interface, seeds, what is seen, rewards, and how they end."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from pirate_code.core.decision import Decision, Option
from pirate_code.core.layout import SLOTS, Encoding, offered
from pirate_code.play.env import blackbeard_v1, pirates_v1, raw_blackbeard, raw_pirates

MAKE: dict[str, Callable[..., Any]] = {"pirates": pirates_v1, "blackbeard": blackbeard_v1}
RAW: dict[str, Callable[..., Any]] = {"pirates": raw_pirates, "blackbeard": raw_blackbeard}
BOTH = pytest.mark.parametrize("game", MAKE)
SHORT = {"pirates": {"turns": 3}, "blackbeard": {}}


def play(env: Any, seed: int, decisions: int = 100_000) -> list[tuple[str, dict[str, Any], float]]:
    """What random play sees and gets, step by step."""
    env.reset(seed)
    chance = np.random.default_rng(seed)
    seen: list[tuple[str, dict[str, Any], float]] = []
    for agent in env.agent_iter(decisions):
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, observation, reward))
        over = terminated or truncated
        env.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


# --- PettingZoo's own tests ----------------------------------------------------------------------------


@BOTH
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_the_interface_is_that_of_pettingzoo(game: str) -> None:
    api_test(MAKE[game](**SHORT[game]), num_cycles=100)


@BOTH
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: MAKE[game](**SHORT[game]), num_cycles=20)


def test_the_speed_can_be_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pettingzoo.test import performance_benchmark as module

    clock = iter(range(0, 1000, 2))
    names = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(names, "time", type("Clock", (), {"time": staticmethod(lambda: next(clock))}))
    module(blackbeard_v1())
    assert "turns per second" in capsys.readouterr().out


# --- what is seen and done -----------------------------------------------------------------------------


@BOTH
def test_an_observation_has_the_promised_size_and_every_option_is_told(game: str) -> None:
    env = RAW[game](**SHORT[game])
    encoding: Encoding = env.setup.encoding
    for agent, seen, _ in play(env, 1, 60):
        assert seen["observation"].shape == (encoding.size(),)
        assert env.observation_space(agent).contains(seen)
        count = int(seen["action_mask"].sum())
        told = seen["observation"][-SLOTS * len(encoding.option_columns) :].reshape(SLOTS, -1)
        assert told[:count, 0].tolist() == [1.0] * count
        assert not told[count:].any()


@BOTH
def test_only_the_agent_that_acts_is_offered_options(game: str) -> None:
    env = RAW[game](**SHORT[game])
    env.reset(3)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_treasure_that_lies_face_down_is_not_seen() -> None:
    env: Any = raw_pirates()
    env.reset(1)
    while env.game.state.turn.number < 1:
        env.step(0)
    position = env.game.state
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    hidden = [
        piece
        for piece in position.pieces
        if piece.kind == "treasure" and piece.where >= 0 and not piece.known and not piece.face_up
    ]
    assert hidden
    for piece in hidden:
        piece.value += 5
    for agent, seen in before.items():
        assert np.array_equal(env.observe(agent)["observation"], seen)


def test_the_cards_of_others_are_not_seen() -> None:
    env: Any = raw_blackbeard()
    env.reset(1)
    before = env.observe("player_0")["observation"]
    state = env.game.state
    state.players[1].hand.reverse()
    state.players[1].hand[:1] = state.deck[:1]
    state.deck.reverse()
    assert np.array_equal(env.observe("player_0")["observation"], before)


def test_too_many_options_are_thinned_evenly_and_keep_their_ends() -> None:
    options: list[Option[Any]] = [Option(number, str(number)) for number in range(200)]
    decision: Decision[Any, Any] = Decision(0, None, None, None, options)
    chosen = [option.answer for option in offered(decision)]
    assert len(chosen) == SLOTS == len(set(chosen))
    assert (chosen[0], chosen[-1]) == (0, 199)
    assert max(after - before for before, after in pairwise(chosen)) <= 4


@BOTH
def test_an_option_that_there_is_not_is_refused(game: str) -> None:
    env = RAW[game](**SHORT[game])
    env.reset(1)
    with pytest.raises(ValueError, match="is no option of player_"):
        env.step(SLOTS)


@pytest.mark.filterwarnings("ignore")
def test_with_checks_an_option_that_there_is_not_loses_the_game() -> None:
    env = blackbeard_v1()
    env.reset(1)
    agent = env.agent_selection
    env.observe(agent)
    env.step(SLOTS - 1)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


# --- rewards and ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_who_wins_gets_one_and_who_loses_minus_one(seed: int) -> None:
    env: Any = raw_blackbeard()
    seen = play(env, seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in seen:
        total[agent] += reward
    winners = env.game.result.winners
    expected = {0: 1.0, 1: -1.0} if winners == (0,) else {0: -1.0, 1: 1.0}
    assert list(total.values()) == ([expected[0], expected[1]] if len(winners) == 1 else [0.0, 0.0])


def test_rewards_by_score_add_up_to_the_lead_at_the_end() -> None:
    env: Any = raw_blackbeard(reward="score")
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in play(env, 2):
        total[agent] += reward
    first, second = (player.points for player in env.game.state.players)
    assert total["player_0"] == pytest.approx((first - second) / env.setup.score_scale)
    assert total["player_1"] == pytest.approx(-total["player_0"])


@BOTH
def test_a_game_is_broken_off_after_so_many_decisions(game: str) -> None:
    env = RAW[game](max_decisions=7, **SHORT[game])
    env.reset(1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_game_can_be_told_in_a_line() -> None:
    env: Any = raw_blackbeard(render_mode="ansi")
    env.reset(1)
    assert env.render().startswith("0 decisions, scores [0.0, 0.0], player ")
    assert raw_blackbeard().render() is None


# --- what is written about it --------------------------------------------------------------------------


@BOTH
def test_the_layout_is_documented(game: str, root: Path) -> None:
    documented = (root / "docs" / "env.md").read_text(encoding="utf-8")
    encoding: Encoding = RAW[game]().setup.encoding
    assert f"{encoding.game}_v{encoding.version}" in documented
    section = documented.partition(f"### `{encoding.game}_v{encoding.version}`")[2].partition("\n#")[0]
    start, rows = 0, []
    for field in encoding.layout():
        columns = ", ".join(f"`{column}`" for column in field.columns)
        rows.append(f"| {start} | `{field.name}` | {field.rows} | {columns} |")
        start += field.size
    assert [line for line in section.splitlines() if line[:3].strip("| ").isdigit()] == rows
    assert f"{encoding.size():,} numbers" in section


def test_the_example_trains(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    words = "--generations 1 --agents 2 --games 1 --test 2 --processes 1"
    monkeypatch.setattr(sys, "argv", ["train.py", *words.split()])
    runpy.run_path(str(root / "examples" / "train" / "train.py"), run_name="__main__")
    told = capsys.readouterr().out
    assert "generation 1 of 1" in told
    assert "of 2 games against random play won" in told
