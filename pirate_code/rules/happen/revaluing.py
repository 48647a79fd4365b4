"""Treasure whose worth an ability changes, and coins that are worth again what they print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.rules import event_facts as facts
from pirate_code.rules import tally
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import performs
from pirate_code.rules.registry import happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


@happens("change", "reduce")
def _change(game: Game, event: Event) -> Steps[None]:
    """A treasure comes to be worth so much, by an ability of a card."""
    yield from ()
    what, by = event.object, event.agent
    if not isinstance(what, Matter) or what.of is None or not isinstance(by, Matter) or by.of is None:
        facts.FAILED.put(event, True)
        return
    tally.revalue(game, game.piece(what.of), event.amount, by.of)


@performs("regain")
def _regain(event: EventSpec, ctx: Context) -> Steps[bool]:
    """What unique treasures that were spoken of have made coins worth is taken back."""
    yield from ()
    return tally.take_back(ctx)
