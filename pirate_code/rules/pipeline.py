"""The one way in which anything happens.

    propose → may it happen? (rule, permit, forbid, by strength) → replace → modify → happen → trigger

Everything that changes a position goes through `propose`. Between abilities, what must not or cannot be beats
what may be; an ability beats a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.registry import BANS, MECHANICS

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

# Events that other events happen within: "when this ship is given a shoot action" is before she shoots.
OPENING = frozenset({"give"})


def forbidden(game: Game, event: Event) -> str | None:
    """Why an event cannot happen, or None: an ability that forbids it, or a rule that no ability lifts.

    This changes nothing and asks nobody: the rules use it to see what can be offered.
    """
    force = game.force
    for found in force.matching("forbid", event):
        return f"{game.name(found.source)}: {found.clause.says}"
    for ban in BANS.get(event.type, ()):
        reason = ban(game, event)
        if reason is not None and not any(force.matching("permit", event)):
            return reason
    return None


def propose(game: Game, event: Event) -> Steps[bool]:
    """Let an event happen if it may; whether it did, as itself and not as something else instead."""
    game.going_on.append(event)
    try:
        return (yield from _let_happen(game, event))
    finally:
        game.going_on.pop()


def _let_happen(game: Game, event: Event) -> Steps[bool]:
    reason = forbidden(game, event)
    if reason is not None:
        game.note("forbidden", event, reason)
        return False
    yield from game.force.respond("before", event)
    if (yield from game.force.replace(event)):
        event.facts["replaced"] = True
        return False
    reason = forbidden(game, event)  # what was done just before may have changed it
    if reason is not None:
        game.note("forbidden", event, reason)
        return False
    mechanics = MECHANICS.get(event.type)
    game.note("happens", event)
    if event.type in OPENING:
        yield from game.force.respond("when", event)
    if mechanics is not None:
        yield from mechanics(game, event)
    if event.facts.get("failed"):
        return False
    game.state.turn.done += ((event.type, event.agent, event.object),)
    if event.type not in OPENING:
        yield from game.force.respond("when", event)
    yield from game.force.respond("after", event)
    return True
