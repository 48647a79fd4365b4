"""In what order the steps of a sequence are done, and which of them hold while others are done."""

from __future__ import annotations

from functools import cache

from pirate_code.rules.program import guards
from pirate_code.rules.program.effects import Change, Effect, Guarded, Happen, Pay, Sequence
from pirate_code.rules.program.lower.derived import then_too
from pirate_code.rules.program.nouns import KINDS, ROLLS, SHOTS, TERRAIN


class SequencePlan:
    """The steps of a sequence by what becomes of them.

    `bars` hold throughout, `of_shot` for the shot that the first step fires, `heeded` while ships are moved;
    `steps` are done one after the other, with their places in the sequence; `instead` are done in the place
    of a step, if what they ask for is so as that step comes. `of_tie` says who chooses where several have the
    most or fewest of what another step names. `of_placed` waits for what becomes of something that is placed;
    until then the card lies on it, and leaves with it.
    """

    def __init__(self, effect: Sequence) -> None:
        first, *rest = effect.parts
        self.bars = [] if _lays_a_token(effect) else [step for step in rest if _holds_throughout(step)]
        self.of_shot = [step for step in rest if _of_shot(step)] if _fires(first) else []
        moves = any("move" in step.events for step in effect.parts)
        self.heeded = [step for step in rest if moves and _heeds(step)]
        self.instead = {
            number: after
            for number, (step, after) in enumerate(zip(effect.parts, rest, strict=False))
            if isinstance(after, Guarded) and _takes_its_place(step, after)
        }
        self.of_tie = [step for step in rest if _settles_tie(step)]
        self.of_placed = _of_placed(effect)
        alongside = (*self.bars, *self.of_shot, *self.heeded, *self.of_tie)
        apart = {id(step) for step in (*alongside, *self.instead.values())}
        self.steps = _lightened(
            [
                (number, step)
                for number, step in enumerate(effect.parts)
                if number == 0 or id(step) not in apart
            ]
        )


plan_of = cache(SequencePlan)


def _lightened(steps: list[tuple[int, Effect]]) -> list[tuple[int, Effect]]:
    """What takes up no space is told so before it comes aboard."""
    for place in range(1, len(steps)):
        before, after = steps[place - 1][1], steps[place][1]
        assigns = isinstance(before, Happen) and before.spec.type == "assign"
        if place > 1 and assigns and isinstance(after, Change) and after.stat == "cargo_space":
            steps[place - 1], steps[place] = steps[place], steps[place - 1]
    return steps


def _holds_throughout(step: Effect) -> bool:
    """Whether a step forbids something of what the other steps do: "board her; she can't use any bonuses"."""
    if not isinstance(step, Happen) or not step.forbids:
        return False
    return not any(one is not None and one.is_that for one in (step.spec.agent, step.spec.object))


def _takes_its_place(step: Effect, after: Guarded) -> bool:
    """Whether something is done in place of the step before, if something is so."""
    when = after.guards
    asks = when.instead and when.instead_of is None and bool(when.conditions) and not when.triggers
    return asks and isinstance(step, Happen) and not step.forbids


def _settles_tie(step: Effect) -> bool:
    """Whether a step says who chooses among equals: "if there is a tie, your opponent chooses which"."""
    if not isinstance(step, Guarded) or not isinstance(step.effect, Happen) or step.guards.triggers:
        return False
    tied = any(isinstance(one.fact, guards.Tied) and not one.negated for one in step.guards.conditions)
    return tied and step.effect.spec.type == "choose" and step.effect.spec.agent is not None


def _heeds(step: Effect) -> bool:
    """Whether a step tells what comes of a touch as ships are moved: "if a ship touches an island"."""
    return isinstance(step, Guarded) and any(
        (trigger.moment, trigger.event.type) == ("when", "touch") for trigger in step.guards.triggers
    )


def _of_placed(effect: Sequence) -> Guarded | None:
    """What a card waits for that places terrain, tells what comes of it, and is removed then.

    "Place an iceberg. If the iceberg touches any ship, ... Then remove this card from the game."
    """
    if len(effect.parts) != 3:
        return None
    first, later, last = effect.parts
    if not isinstance(first, Happen) or not isinstance(later, Guarded) or not isinstance(last, Happen):
        return None
    placed = first.spec.noun if first.spec.type == "place" else ""
    if placed not in TERRAIN or last.spec.type != "remove" or "then" not in last.spec.manner:
        return None
    told = [spec for trigger in later.guards.triggers for spec in trigger.events]
    slots = [slot for spec in told for slot in (spec.agent, spec.object) if slot is not None]
    if not any((slot.noun, slot.which) == (placed, "the") for slot in slots):
        return None
    return then_too(later, last)


def _lays_a_token(effect: Sequence) -> bool:
    """Whether a card lays its token on the sea, of which the other steps are told."""
    events = (step.spec for step in effect.parts if isinstance(step, Happen))
    return any(event.type == "place" and event.noun == "token" for event in events)


def others_need(step: Effect) -> bool:
    """Whether the other steps are told of who is docked, placed or captured, or of what is chosen."""
    if not isinstance(step, Happen):
        return False
    if step.spec.type == "capture":
        return True
    if step.modal not in {"do", "must"}:
        return False
    what = step.spec.object
    if step.spec.type == "place" and what is not None:
        return (what.noun, what.which, what.of) == ("crew", "any", None)
    return step.spec.type in {"dock", "choose"}


def _fires(effect: Effect) -> bool:
    """Whether an effect fires a special shot, or makes another attack that may hit."""
    if isinstance(effect, Pay):
        return _fires(effect.gain)
    if isinstance(effect, Guarded):
        return _fires(effect.effect)
    if not isinstance(effect, Happen):
        return False
    kind, noun = effect.spec.type, effect.spec.noun
    return (kind == "shoot" and noun in SHOTS) or (kind == "make" and noun in KINDS["attack"])


def _of_shot(step: Effect) -> bool:
    """Whether a step is told of a shot: when it hits, before it is rolled for, if its roll is a 1."""
    if not isinstance(step, Guarded):
        return False
    if any(trigger.event.type in {"hit", "miss", "roll"} for trigger in step.guards.triggers):
        return True
    return any(
        isinstance(one.fact, guards.RollIs | guards.Matches) and one.fact.subject.noun in ROLLS
        for one in step.guards.conditions
    )
