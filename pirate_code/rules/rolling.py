"""A roll as it is asked for: for whom it is made, and what abilities do before the die falls.

How the die falls and is modified is told in `rules/happen/rolls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, made_for

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


def throw(game: Game, dice: list[Event]) -> Steps[None]:
    """Roll dice together: what has them rolled again waits for the last (reroll-ability-for-several-dice)."""
    if len(dice) > 1:
        for die in dice:
            facts.THROW.put(die, dice)
    for die in dice:
        yield from make(game, die)


def make(game: Game, event: Event) -> Steps[None]:
    """Make a roll for a ship or player: `event` is the roll, whose result is then its amount."""
    ship = made_for(event)
    if event.player is None and ship is not None:
        event.player = game.state.pieces[ship].controller
    event.at = event.at if event.at is not None else event.object
    event.within = Event(
        "make",
        agent=event.agent,
        object=event.object,
        against=event.against,
        exchange=ship,
        player=event.player,
        cause=event.cause,
        within=event.within,
    )
    yield from game.active.respond("before", event.within)
    yield from game.propose(event)
    replaced = facts.REPLACED.of(event)
    facts.REPLACED.forget(event)
    if replaced and facts.SHOWN.is_known(event):
        yield from game.propose(event)  # two dice were rolled instead of one, and one of them chosen
