"""Answers the decisions in an experiment, so that the two abilities under test act whenever they can."""

from __future__ import annotations

from typing import Any

from pirate_code.board.refs import Part
from pirate_code.rules.decision import Candidates, Decision, Kind
from pirate_code.rules.game import Game
from pirate_code.rules.program.ops import Op
from pirate_code.scenarios.format import Step
from pirate_code.scenarios.piece_names import ScenarioPieces
from pirate_code.scenarios.run import ScenarioRun, StepRunner

_GOOD = 4  # a face that is not rolled again by who has rolled it


class ExperimentDriver(StepRunner):
    """Takes a step, and prefers options that involve the two abilities under test."""

    def __init__(
        self, game: Game, pieces: ScenarioPieces, step: Step, done: ScenarioRun, wanted: tuple[int, ...]
    ) -> None:
        super().__init__(game, pieces, step, done)
        self.wanted = wanted
        self.courses = 0  # that were looked at

    def answer(self, decision: Decision) -> Any:
        """The option that is likeliest to bring the two together."""
        if decision.kind is Kind.COURSE and isinstance(decision.options, Candidates):
            answer = super().answer(decision)
            self.courses += len(decision.options.known)
            return answer
        if decision.kind is Kind.DIE:  # the better die, which comes first
            return decision.options[0].answer
        if decision.kind is Kind.USE and self._rolls_again(decision):
            return self._wants_another_roll(decision.player)
        for number in self.wanted:
            for option in decision.options:
                if option.answer == number and not isinstance(option.answer, bool):
                    return number
        if decision.kind is Kind.CARGO:  # what is aboard stays there
            loads = (option.answer for option in decision.options if "load" in (option.answer or ()))
            return next(loads, None)
        picked = super().answer(decision)
        eager = (option.answer for option in decision.options if option.answer is not None)
        return picked if picked is not None else next(eager, None)

    def _rolls_again(self, decision: Decision) -> bool:
        """Whether an ability of the two would have a die rolled again."""
        does = decision.options[0].does
        return decision.subject in self.wanted and isinstance(does, Op) and does.rerolls

    def _wants_another_roll(self, player: int) -> bool:
        """Whether the die that has just been rolled is bad for its player, or good for the enemy."""
        rolled = (entry for entry in reversed(self.game.log) if entry[0] == "rolled")
        _, _, slots, amount, *_ = next(rolled)
        agent = dict(slots).get("agent")
        roller = agent.of if isinstance(agent, Part) else agent
        own = not isinstance(roller, int) or self.game.state.pieces[roller].controller == player
        return bool((amount < _GOOD) == own)
