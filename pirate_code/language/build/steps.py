"""Effects under guards, one after the other: sequences, die tables and "otherwise"."""

from __future__ import annotations

from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.clause import BuildError, Otherwise

GUARD_ORDER = (
    "limit",
    "moment",
    "trigger",
    "part_of",
    "for_each",
    "condition",
    "rolled",
    "instead",
    "span",
    "for_turns",
    "until",
)


def ordered(guards: list[t.Guard]) -> tuple[t.Guard, ...]:
    """Guards in canonical order, the same guard once."""
    unique = list(dict.fromkeys(guards))
    return tuple(sorted(unique, key=lambda guard: GUARD_ORDER.index(guard.kind)))


def told_for_each(guards: list[t.Guard], effect: t.Effect) -> tuple[list[t.Guard], t.Effect]:
    """ "For each crew on her, she gets +1": what is added for each is said by the change."""
    if not t.for_each_as_per(tuple(guards), effect) or not isinstance(effect, t.Change):
        return guards, effect
    each = next(guard for guard in guards if isinstance(guard, t.ForEach))
    return [guard for guard in guards if guard is not each], effect.but(per=each.what)


def guarded(guards: list[t.Guard], effect: t.Effect) -> t.Effect:
    """The effect under these guards; guards of guards are one set."""
    guards, effect = told_for_each(guards, effect)
    if isinstance(effect, t.Guarded):
        return t.Guarded(guards=ordered([*guards, *effect.guards]), effect=effect.effect)
    return t.Guarded(guards=ordered(guards), effect=effect) if guards else effect


def sequence(effects: list[t.Effect]) -> t.Effect:
    """Effects one after the other, flat; a roll takes in the outcomes that follow it."""
    steps: list[t.Effect] = []
    for effect in effects:
        steps.extend(effect.steps if isinstance(effect, t.Sequence) else (effect,))
    steps = fold_outcomes(steps)
    return steps[0] if len(steps) == 1 else t.Sequence(steps=tuple(steps))


def with_rows(guards: list[t.Guard], effects: list[t.Effect]) -> tuple[list[t.Guard], t.Effect]:
    """Guards that hold for all steps; "on a 6" holds for its own step only where another row follows."""
    rolled: list[t.Guard] = [guard for guard in guards if isinstance(guard, t.Rolled)]
    if rolled and any(_outcome(step) for step in effects[1:]):
        rest = [guard for guard in guards if guard not in rolled]
        return rest, sequence([guarded(rolled, effects[0]), *effects[1:]])
    return guards, sequence(effects)


def otherwise(
    guards: list[t.Guard], effect: t.Effect, own: list[Any], other: t.Effect
) -> tuple[list[t.Guard], t.Effect]:
    """The steps so far, and another effect where their condition fails or the die shows the rest."""
    other = guarded([guard for guard in own if not isinstance(guard, Otherwise)], other)
    steps = list(effect.steps) if isinstance(effect, t.Sequence) else [effect]
    table = steps[-1]
    if isinstance(table, t.Table):
        named = {face for outcome in table.outcomes for face in outcome.faces}
        rest = tuple(face for face in range(1, 7) if face not in named)
        rows = (*table.outcomes, t.Outcome(faces=rest, effect=other))
        return guards, sequence([*steps[:-1], table.but(outcomes=rows)])
    if isinstance(table, t.Guarded) and (condition := _condition(list(table.guards))) is not None:
        return guards, sequence([*steps, guarded([_negated(condition)], other)])
    condition = _condition(guards)
    if condition is None:
        raise BuildError("'otherwise' follows a condition or a die result")
    rest_of_guards = [guard for guard in guards if guard is not condition]
    return rest_of_guards, sequence([guarded([condition], effect), guarded([_negated(condition)], other)])


def _condition(guards: list[t.Guard]) -> t.Condition | t.Trigger | None:
    """The condition that "otherwise" speaks of: the last one, or the event that was asked for."""
    conditions = [guard for guard in guards if isinstance(guard, t.Condition) and not guard.even]
    triggers = [guard for guard in guards if isinstance(guard, t.Trigger) and not guard.also]
    asked: list[t.Condition | t.Trigger] = [*triggers[-1:], *conditions]
    return asked[-1] if asked else None


def _negated(condition: t.Condition | t.Trigger) -> t.Condition:
    if isinstance(condition, t.Condition):
        return condition.but(negated=not condition.negated)
    return t.Condition(fact=t.Happens(event=condition.event, strength=condition.strength), negated=True)


def is_roll(effect: t.Effect) -> bool:
    """Whether this step rolls dice."""
    return isinstance(effect, t.Happen) and effect.event.type == "roll"


def fold_outcomes(steps: list[t.Effect]) -> list[t.Effect]:
    """Put "on 5-6, ..." steps into the table of the roll before them."""
    folded: list[t.Effect] = []
    for step in steps:
        outcome = _outcome(step)
        last = folded[-1] if folded else None
        if outcome and last is not None and is_roll(last):
            folded[-1] = t.Table(roll=last, outcomes=(outcome,))
        elif outcome and isinstance(last, t.Table):
            folded[-1] = last.but(outcomes=(*last.outcomes, outcome))
        elif outcome and isinstance(last, t.Guarded) and _rolls(last.effect):
            inner = fold_outcomes([last.effect, step])
            folded[-1] = t.Guarded(guards=last.guards, effect=inner[0])
        else:
            folded.append(step)
    return folded


def _rolls(effect: t.Effect) -> bool:
    return is_roll(effect) or (isinstance(effect, t.Table) and effect.roll is not None)


def _outcome(step: t.Effect) -> t.Outcome | None:
    if not isinstance(step, t.Guarded):
        return None
    rolled = [guard for guard in step.guards if isinstance(guard, t.Rolled)]
    if len(rolled) != 1:
        return None
    rest = [guard for guard in step.guards if guard is not rolled[0]]
    return t.Outcome(faces=rolled[0].faces, each=rolled[0].each, effect=guarded(rest, step.effect))
