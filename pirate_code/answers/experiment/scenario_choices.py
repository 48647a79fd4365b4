"""What players choose in the worlds of a position: where the same is asked, the same is answered.

A choice is known by what is asked, as a die is by what it is rolled for. The whole position is played with
the choices that its scenario has written; the other worlds answer the same questions as it did, each in its
turn. What is asked in them only is answered as if nothing were written, and nothing is unloaded unasked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pirate_code.rules.decision import Decision, Kind
from pirate_code.rules.game import Game
from pirate_code.scenarios.format import Step
from pirate_code.scenarios.outcome_facts import called
from pirate_code.scenarios.piece_names import ScenarioPieces
from pirate_code.scenarios.run import ScenarioRun, StepRunner

Question = tuple[int, int, Kind, str, str | None]  # step, player, kind, what it is about, event
Chosen = tuple[str | None, Any]  # the name of the option, and the answer


@dataclass
class ChoicesMade:
    """The answers of the whole position by what is asked; they are written down, or given again."""

    answers: dict[Question, list[Chosen]] = field(default_factory=dict)
    unused: dict[int, list[Any]] = field(default_factory=dict)  # what is written for a step and never asked
    are_given: bool = False

    def again(self) -> ChoicesMade:
        """The same answers for another world."""
        answers = {question: list(each) for question, each in self.answers.items()}
        return ChoicesMade(answers, self.unused, are_given=True)

    def note(self, question: Question, decision: Decision, answer: Any) -> None:
        """Write down what was answered."""
        name = next((option.name for option in decision.options if option.answer == answer), None)
        self.answers.setdefault(question, []).append((name, answer))

    def given(self, question: Question, decision: Decision) -> tuple[Any, ...]:
        """The next answer to this question as the only one of a tuple; empty if there is none that fits."""
        left = self.answers.get(question)
        if not left:
            return ()
        name, answer = left.pop(0)
        if name is None:
            return (answer,) if decision.refuses(answer) is None else ()
        return tuple(option.answer for option in decision.options if option.name == name)[:1]


class WorldStepRunner(StepRunner):
    """Takes a step of one of the worlds: of the whole position with its choices, else with the same ones."""

    def __init__(
        self,
        world: tuple[Game, ScenarioPieces, dict[int, str]],
        step: Step,
        number: int,
        choices: ChoicesMade | None,
    ) -> None:
        game, pieces, self.names = world
        super().__init__(game, pieces, step, ScenarioRun())
        self.number, self.choices = number, choices
        if choices is not None and choices.are_given:
            self.left = list(choices.unused.get(number, ()))

    def carry_out(self) -> None:
        """Do what the step says; note what was written and never asked."""
        super().carry_out()
        if self.choices is not None and not self.choices.are_given:
            self.choices.unused[self.number] = self.left

    def answer(self, decision: Decision) -> Any:
        """What is written for this question, or was answered to it in the whole position."""
        if self.choices is None:
            return super().answer(decision)
        about = called(decision.subject, self.names)
        question = self.number, decision.player, decision.kind, about, decision.event
        if not self.choices.are_given:
            answer = super().answer(decision)
            self.choices.note(question, decision, answer)
            return answer
        same = self.choices.given(question, decision)
        if same:
            self.note_offered(decision)
            return same[0]
        if decision.kind is not Kind.CARGO:
            return super().answer(decision)
        self.note_offered(decision)
        stays = (option.answer for option in decision.options if "unload" not in (option.answer or ()))
        return next(iter((*self.written(decision), *stays)), None)  # what is aboard stays there


def taken(runner: WorldStepRunner) -> str | None:
    """Take a step; why it may not be taken, or None."""
    reason = runner.refusal()
    if reason is None and not runner.step.refused:  # what must be refused is only asked about
        runner.carry_out()
    return reason
