"""Rewrites of wordings about what is done with an action, or in place of something."""

from __future__ import annotations

from pirate_code.language import tree as t
from pirate_code.rules.program.effects import FORBIDDING
from pirate_code.rules.program.rewrites.registry import Reading, rewrite


@rewrite(
    line="Give this ship a move action but do not move her. Instead, roll a d6. On a result of 5 or 6, "
    "move an enemy ship L in any direction.",
    ruling="enemy-ship-mover-with-a-captain",
)
def not_this_but_that(reading: Reading) -> tuple[Reading, ...] | None:
    """ "Do not do this. Instead, do that": the one in place of the other.

    After "give this ship a move action" it is something to do with that action in place of moving; an action
    of another ship is the price of it (mysterious-island-great-turtle-moves).
    """
    given = _given_to_this(reading.steps[0])
    price = reading.steps[0] if given is None and _event(reading.steps[0], "give") is not None else None
    steps = reading.steps if given is None and price is None else reading.steps[1:]
    ban, second = (*steps, None, None)[:2]
    if not isinstance(ban, t.Happen) or ban.strength not in FORBIDDING or not isinstance(second, t.Guarded):
        return None
    if not all(isinstance(guard, t.Instead) and guard.of is None for guard in second.guards):
        return None
    if isinstance(price, t.Happen):
        paid = t.Pay(cost=price, gain=second.effect)
        return (reading.but(effect=paid),) if price.event.agent is None and not steps[2:] else None
    instead = t.Instead(of=ban.event)
    if given is not None:
        when = t.Trigger(moment="when", event=given)
        return _in_its_place(reading.but(guards=(*reading.guards, when, instead)), second.effect, steps[2:])
    later = (reading.but(effect=step) for step in steps[2:])
    return (reading.but(guards=(*reading.guards, instead), effect=second.effect), *later)


def _in_its_place(
    reading: Reading, done: t.Effect, later: tuple[t.Effect, ...]
) -> tuple[Reading, ...] | None:
    """What may be done with an action in place of its use; a hidden card must be revealed for it."""
    shows = isinstance(done, t.Sequence) and _event(done.steps[0], "reveal") is not None
    if (reading.hidden or later) and not shows:
        return None
    if isinstance(done, t.Table) and done.roll is not None:
        done = done.but(roll=done.roll.but(strength="may"))
    elif isinstance(done, t.Happen):
        done = done.but(strength="may")
    elif isinstance(done, t.Sequence) and isinstance(done.steps[0], t.Happen):
        first = done.steps[0].but(strength="may")
        done = t.Sequence(steps=(first, *done.steps[1:], *later))
    return (reading.but(effect=done),)


@rewrite(
    line="Give this ship a shoot action. A wave S wide and 3 L long leaves the ship in one direction. Up "
    "to 2 masts or cannons of every ship and fort in the path of the wave are eliminated. Eliminate "
    "one of this ship's masts for every affected ship and fort. Remove Neptune's Trident from the "
    "game.",
    ruling="neptunes-trident-needs-no-target",
)
def done_with_an_action(reading: Reading) -> tuple[Reading, ...] | None:
    """ "Give this ship an action. ...": as it is given, the rest may be done with it.

    The action needs nothing else to be done with it: it may be given where there is nothing to shoot at.
    """
    given = _given_to_this(reading.steps[0])
    first, *later = (*reading.steps[1:], None)
    if given is None or reading.guards or not isinstance(first, t.Happen) or first.strength != "do":
        return None
    allowed = reading.but(effect=t.Happen(strength="may", event=given))
    done = t.Sequence(steps=(first.but(strength="may"), *(step for step in later if step is not None)))
    return (allowed, reading.but(guards=(t.Trigger(moment="when", event=given),), effect=done))


def _given_to_this(effect: t.Effect) -> t.Event | None:
    """An action that is given to this ship, by nobody who is named."""
    given = _event(effect, "give")
    if given is None or given.agent is not None or not isinstance(given.to, t.Pieces):
        return None
    return given if given.to.which == "this" else None


def _event(effect: t.Effect, kind: str) -> t.Event | None:
    """What happens, if it is of that kind."""
    return effect.event if isinstance(effect, t.Happen) and effect.event.type == kind else None


@rewrite(
    line="This ship cannot be given shoot actions. Wet Gunpowder cannot be unloaded from this ship, but you "
    "may give this ship a repair action to eliminate Wet Gunpowder instead of repairing a mast.",
    because="the action is given as to anybody; what it does to a mast it does to the card in its place",
)
def with_the_action_for(reading: Reading) -> Reading | None:
    """ "Give this ship a repair action to do that instead of repairing a mast": that in the mast's place."""
    instead = [one.of for one in reading.guards if isinstance(one, t.Instead)]
    effect = reading.effect
    if not instead or not isinstance(instead[0], t.Event) or not isinstance(effect, t.Pay):
        return None
    given = _event(effect.cost, "give")
    what = given.object if given is not None else None
    if not isinstance(what, t.Pieces) or what.noun != f"{instead[0].type}_action":
        return None
    gain = effect.gain
    if not isinstance(gain, t.Happen) or gain.strength != "do":
        return None
    return reading.but(effect=gain.but(strength="may"))
