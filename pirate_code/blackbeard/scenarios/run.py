"""Plays a scenario: does its steps with its dice and choices, and says what of it does not come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pirate_code.blackbeard import fate, turn
from pirate_code.blackbeard.actions import table
from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.decision import Decision, Option, Steps
from pirate_code.blackbeard.game import Game, GameOver
from pirate_code.blackbeard.invariants import Broken, Watch
from pirate_code.blackbeard.scenarios import expectations, position
from pirate_code.blackbeard.scenarios.format import Given, Scenario, Step
from pirate_code.blackbeard.setup import set_up
from pirate_code.core.decision import Answer

D66 = 66  # what a roll of two dice as tens and ones is written down as


class Impossible(Exception):
    """A step cannot be done in this position."""


@dataclass
class Done:
    """A scenario that was played: the game, who was asked what, and what did not come out."""

    game: Game
    asked: list[Decision] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    over: str = ""  # why the game ended, if it did


def run(scenario: Scenario) -> Done:
    """Play a scenario."""
    try:
        done = Done(position.set_up(scenario.given))
    except (KeyError, IndexError, ValueError) as error:
        return Done(position.set_up(Given()), faults=[f"the position cannot be set up: {error}."])
    _play(scenario, done)
    if not done.faults:
        done.faults += expectations.faults(scenario.then, done.game, done.asked, done.over)
    return done


def _play(scenario: Scenario, done: Done) -> None:
    game = done.game
    game.state.dice.ready = [] if scenario.dice == "any" else list(scenario.dice)
    choices = list(scenario.choices)
    try:
        for step in scenario.when:
            _answered(done, _work(game, step), choices)
    except GameOver as end:
        done.over = str(end)
    except Impossible as error:
        done.faults.append(f"{error}.")
        return
    except Broken as error:
        done.faults.append(f"what must always be true is not: {error}.")
        return
    if choices:
        done.faults.append(f"nobody was asked for {choices[0]}.")
    if scenario.dice != "any" and not any(step.sets_up for step in scenario.when):
        rolled = sum(2 if facts["dice"] == D66 else facts["dice"] for facts in _rolls(game))
        if rolled != len(scenario.dice):
            done.faults.append(f"{rolled} dice were rolled, and {len(scenario.dice)} are laid out.")


def _rolls(game: Game) -> Iterator[dict[str, Any]]:
    return (facts for event, facts in game.log if event == "roll")


def _work(game: Game, step: Step) -> Steps[Any]:
    """What a step does."""
    state, seat = game.state, step.of - 1
    if step.does is not None:
        offered = [option for option in table.options(game, state.turn.player) if _is_meant(step, option)]
        if not offered:
            raise Impossible(f"{step.pirate} cannot {step.does} {step.about or ''}".rstrip())
        return table.perform(game, state.turn.player, offered[0].answer)
    if step.recruits is not None:
        return table.perform(game, seat, {"pirate": None, "do": "recruit", "about": step.recruits})
    if step.plays is not None:
        if step.plays not in playing.playable(game, seat):
            raise Impossible(f"player {step.of} cannot play {step.plays}")
        return playing.play_own(game, seat, step.plays)
    if step.draws is not None:
        state.discard.remove(step.draws)
        return playing.resolve_drawn(game, seat, step.draws)
    if step.turn is not None:
        return turn.take(game, step.turn - 1)
    if step.sets_up:
        return _sets_up(game)
    return _ends(game)


def _sets_up(game: Game) -> Steps[None]:
    """From the beginning: nothing is on the table yet."""
    state = game.state
    state.governors_gone, state.discard = [], []
    watch = game.watch
    if isinstance(watch, Watch):
        watch.playing = False
    yield from set_up(game, playing.immediate(game))


def _ends(game: Game) -> Steps[None]:
    for pirate in list(game.state.pirates.values()):
        fate.score(game, pirate.player, pirate.notoriety, "alive", pirate.id)
    yield from ()


def _is_meant(step: Step, option: Option) -> bool:
    answer = option.answer
    return (
        answer["pirate"] == step.pirate
        and answer["do"] == step.does
        and step.about in {None, answer["about"]}
    )


def _answered(done: Done, steps: Steps[Any], choices: list[dict[str, Any]]) -> None:
    """Do something, and answer whatever is asked."""
    given: Answer = None
    while True:
        try:
            decision = done.game.decision = steps.send(given)
        except StopIteration:
            return
        done.asked.append(decision)
        if isinstance(done.game.watch, Watch):
            done.game.watch.check_decision(done.game)
        given = _answer(decision, choices)


def _answer(decision: Decision, choices: list[dict[str, Any]]) -> Answer:
    """The answer of the next choice if it is meant for this decision, or else that which does least."""
    if choices and decision.kind.value in choices[0]:
        wanted, seat = choices[0][decision.kind.value], choices[0].get("by")
        found = [option for option in decision.options if wanted in (option.name, option.answer)]
        if found and seat in {None, decision.player + 1}:
            choices.pop(0)
            return found[0].answer
    for option in decision.options:
        if option.answer is None or option.answer is False:
            return option.answer
    return decision.options[0].answer
