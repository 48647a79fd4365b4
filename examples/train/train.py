"""Trains a small agent against random play, in a few minutes on two processors, and tells how often it wins.

The agent has one weight for each number that tells an option, and takes the option with the greatest sum. The
weights are found by the cross-entropy method: draw some, keep the best, draw around those. Needs the extra
`gym`: pip install 'pirate-code[gym]'.

Usage: python train.py [--game pirates|blackbeard] [--generations N] [--agents N] [--games N] [--test N]
"""

from __future__ import annotations

import argparse
from functools import cache, partial
from typing import Any

import numpy as np

from pirate_code.core.executors import local_executor
from pirate_code.core.many import run_all
from pirate_code.core.rating import wilson
from pirate_code.play import env as games

ELITE = 0.25  # of the agents of a generation, from whom the next one is drawn
NOISE = 0.1  # that is added to the spread of every weight, less in every generation


@cache
def environment(game: str) -> Any:
    """The environment of a game, made once in each process; rewards are leads in points."""
    make = games.raw_blackbeard if game == "blackbeard" else games.raw_pirates
    return make(reward="score")


def columns(game: str) -> tuple[str, ...]:
    """What tells an option."""
    return environment(game).setup.encoding.option_columns


def choose(observation: dict[str, Any], weights: Any) -> int:
    """The option with the greatest sum."""
    count = int(observation["action_mask"].sum())
    options = observation["observation"][-64 * len(weights) :].reshape(64, len(weights))[:count]
    return int(np.argmax(options @ weights))


def play(game: str, weights: Any, seed: int) -> tuple[float, float]:
    """One game against random play, in either seat: the lead at its end, and 1 if it was won."""
    env = environment(game)
    env.reset(seed // 2)
    chance = np.random.default_rng(seed)
    own, lead = f"player_{seed % 2}", 0.0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last(observe=agent == own)
        lead += reward if agent == own else 0.0
        if terminated or truncated:
            env.step(None)
        elif agent == own:
            env.step(choose(observation, weights))
        else:
            env.step(int(chance.integers(len(env.options))))
    winners = env.game.result.winners if env.game.result is not None else ()
    won = 0.5 if len(winners) != 1 else float(f"player_{winners[0]}" == own)
    return lead, won


def fitness(game: str, seeds: range, weights: Any) -> float:
    """How far an agent is ahead on average."""
    return float(np.mean([play(game, weights, seed)[0] for seed in seeds]))


def train(game: str, generations: int, agents: int, each: int, *, seed: int, executor: Any) -> Any:
    """The weights that were found."""
    chance = np.random.default_rng(seed)
    mean, spread = np.zeros(len(columns(game))), np.ones(len(columns(game)))
    for generation in range(generations):
        drawn = {number: chance.normal(mean, spread) for number in range(agents)}
        seeds = range(generation * each, (generation + 1) * each)
        found = dict(run_all(partial(fitness, game, seeds), drawn, executor))
        best = sorted(drawn, key=lambda number: -found[number])[: max(2, round(agents * ELITE))]
        elite = np.array([drawn[number] for number in best])
        mean, spread = elite.mean(0), elite.std(0) + NOISE / (generation + 1)
        told = f"mean {np.mean(list(found.values())):+.3f}, best {found[best[0]]:+.3f}"
        print(f"generation {generation + 1} of {generations}: lead {told}", flush=True)
    return mean


def main() -> None:
    """Train, test on seeds that were not seen, and print what the agent goes by."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--game", choices=("pirates", "blackbeard"), default="blackbeard")
    options.add_argument("--generations", type=int, default=6)
    options.add_argument("--agents", type=int, default=24, help="in each generation")
    options.add_argument("--games", type=int, default=4, help="that each agent plays")
    options.add_argument("--test", type=int, default=200, help="games of the trained agent")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=2)
    given = options.parse_args()
    with local_executor(given.processes) as executor:
        weights = train(
            given.game, given.generations, given.agents, given.games, seed=given.seed, executor=executor
        )
        unseen = {seed: seed for seed in range(1_000_000, 1_000_000 + given.test)}
        played = dict(run_all(partial(play, given.game, weights), unseen, executor, 5))
    share, low, high = wilson(sum(won for _, won in played.values()), len(played))
    between = f"95 of 100 lie in {low:.1%} to {high:.1%}"
    print(f"{share:.1%} of {len(played)} games against random play won, {between}")
    order = np.argsort(-np.abs(weights))[:8]
    print("goes by: " + ", ".join(f"{columns(given.game)[place]} {weights[place]:+.1f}" for place in order))


if __name__ == "__main__":
    main()
