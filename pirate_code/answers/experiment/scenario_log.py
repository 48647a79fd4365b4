"""What a played scenario's log tells of deeds: in which steps they are done, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import State
from pirate_code.scenarios.format import Step
from pirate_code.scenarios.piece_names import reference

if TYPE_CHECKING:
    from pirate_code.answers.experiment.scenario_worlds import PlayedScenario


def step_text(step: Step) -> str:
    """A step in a few words."""
    if step.give is not None:
        return f"{step.give} action of {step.to}"
    if step.use is not None:
        return f"use of {step.use}"
    words = (step.agent, step.event or step.do or step.turn, step.object)
    return " ".join(word.replace("_", " ") for word in words if word)


def is_such(kind: str, ref: Ref | None, events: tuple[str, ...], state: State) -> bool:
    """Whether an event is one of those, told by its kind and the kind of thing that it happens to."""
    for event in events:
        wanted, *noun = event.split()
        if kind == wanted and (not noun or noun[0] == _noun(ref, state)):
            return True
    return False


def _noun(ref: Ref | None, state: State) -> str:
    if isinstance(ref, Part | Matter):
        return ref.noun
    return state.pieces[ref].kind if isinstance(ref, int) else ""


def count(played: PlayedScenario, steps: tuple[Step, ...], events: tuple[str, ...]) -> int:
    """How often something of that kind happens; a step that is only asked about counts if it may be taken."""
    asked = sum(
        done and steps[number].refused and is_step(steps[number], played, events)
        for number, done in played.done.items()
    )
    return asked + sum(1 for _ in happening(played, events, 0, len(played.game.log)))


def count_at(played: PlayedScenario, events: tuple[str, ...], ship: int) -> int:
    """How often something of that kind is done to a ship."""
    slots = (dict(played.game.log[at][2]) for at in happening(played, events, 0, len(played.game.log)))
    return sum(each.get("at", each.get("object")) == ship for each in slots)


def happening(played: PlayedScenario, events: tuple[str, ...], start: int, end: int) -> Iterator[int]:
    for number in range(start, end):
        what, kind, slots, *_ = played.game.log[number]
        if what == "happens" and is_such(kind, dict(slots).get("object"), events, played.game.state):
            yield number


def steps_with(played: PlayedScenario, steps: tuple[Step, ...], events: tuple[str, ...]) -> Iterator[int]:
    """The steps that are such an event, or in which one happens."""
    start = 0
    for number, step in enumerate(steps):
        end = played.log_at[number]
        if any(happening(played, events, start, end)) or is_step(step, played, events):
            yield number
        start = end


def is_step(step: Step, played: PlayedScenario, events: tuple[str, ...]) -> bool:
    if step.give is not None:
        return f"give {step.give}_action" in events
    if step.event is None:
        return False
    ref = reference(played.pieces, step.object) if step.object is not None else None
    return is_such(step.event, ref, events, played.before)
