"""A game as a PettingZoo AEC environment (the extra `gym`): whoever must decide acts by choosing an option.

An observation is a flat vector (core.layout) and a mask of the options that there are. The environment plays
by the engine's own rules; it knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pirate_code.core.decision import Option
from pirate_code.core.dice import Dice
from pirate_code.core.layout import SLOTS, Encoding, offered
from pirate_code.core.running import Running

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"The environments need more ({error}): pip install 'pirate-code[gym]'.") from None

AnyGame = Running[Any, Any]
Reward = Literal["win", "score"]
_SEEDS = 1 << 62


@dataclass(frozen=True)
class EnvSetup:
    """What an environment needs to know of its game."""

    encoding: Encoding
    players: int
    start: Callable[[int], AnyGame]  # a game of a seed that has started
    observe: Callable[[Any, int], Any]  # a position as a player sees it
    score: Callable[[AnyGame, int], float]  # points of a player now
    score_scale: float  # points that are worth as much as a game


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game after the other, each to its end or until so many decisions have been taken."""

    metadata: dict[str, Any]

    def __init__(
        self, setup: EnvSetup, *, max_decisions: int, reward: Reward = "win", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.setup, self.max_decisions, self.reward = setup, max_decisions, reward
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{setup.encoding.game}_v{setup.encoding.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{player}" for player in range(setup.players)]
        self._size = size = setup.encoding.size()
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(SLOTS) for agent in self.possible_agents}
        self._seeds = Dice(0)
        self.game: AnyGame | None = None
        self.options: list[Option[Any]] = []  # what the agent that acts next can choose among

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent does: the place of an option."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a seed, the same games follow as after any reset with that seed."""
        if seed is not None:
            self._seeds = Dice(seed)
        self.game = self.setup.start(self._seeds.below(_SEEDS))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scores = self._standing()
        self._taken = 0
        self._ask()

    def step(self, action: int | None) -> None:
        """Take the option at a place; an agent whose game is over steps with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.options):
            raise ValueError(f"{action} is no option of {agent}: there are {len(self.options)}, from 0.")
        assert self.game is not None
        self._cumulative_rewards[agent] = 0.0
        self.game.answer(self.options[int(action)].answer)
        self._taken += 1
        self._clear_rewards()
        self._give_rewards()
        self._accumulate_rewards()
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; options are for the one that acts next only."""
        assert self.game is not None
        player = self.possible_agents.index(agent)
        decision = self.game.decision
        acts = decision is not None and decision.player == player
        options = self.options if acts else []
        view = self.setup.observe(self.game.state, player)
        numbers = self.setup.encoding.encode(view, player, decision if acts else None, options)
        observation = np.zeros(self._size, np.float32)
        observation[: len(numbers)] = np.clip(numbers, -1.0, 1.0)
        mask = np.zeros(SLOTS, np.int8)
        mask[: len(options)] = 1
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """A line about the game, if text is asked for."""
        if self.render_mode != "ansi" or self.game is None:
            return None
        decision = self.game.decision
        what = "over" if decision is None else f"player {decision.player + 1} decides: {decision.kind}"
        return f"{self._taken} decisions, scores {self._standing()}, {what}"

    def close(self) -> None:
        """There is nothing to close."""

    def _ask(self) -> None:
        """Turn to whoever decides next, or end the game."""
        assert self.game is not None
        decision = self.game.decision
        if decision is None:
            self.options = []
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[decision.player]
        self.options = offered(decision)
        if self._taken >= self.max_decisions:
            self.options = []
            self.truncations = dict.fromkeys(self.agents, True)

    def _give_rewards(self) -> None:
        """1 for a win and -1 for a loss when the game is over; or what the lead in points has changed by."""
        assert self.game is not None
        if self.reward == "score":
            before, self._scores = self._scores, self._standing()
            for player, agent in enumerate(self.possible_agents):
                change = _lead(self._scores, player) - _lead(before, player)
                self.rewards[agent] = change / self.setup.score_scale
        elif self.game.decision is None:
            winners = self.game.result.winners
            if len(winners) == 1:
                for player, agent in enumerate(self.possible_agents):
                    self.rewards[agent] = 1.0 if player in winners else -1.0

    def _standing(self) -> list[float]:
        assert self.game is not None
        return [self.setup.score(self.game, player) for player in range(self.setup.players)]


def _lead(scores: list[float], player: int) -> float:
    return scores[player] - max(score for other, score in enumerate(scores) if other != player)


def wrapped(env: GameEnv) -> Any:
    """The environment with the usual checks: an option that there is not loses the game."""
    safe = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(safe))
