"""Coins out of a player's collection, which has one of every printed value whenever it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.card import coin
from pirate_code.board.state import ASIDE, Piece
from pirate_code.rules import tally
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.program.amounts import StatOf
from pirate_code.rules.program.filters import StatIs
from pirate_code.rules.program.performing import pick

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.selectors import Selector

HIGHEST = 7  # no coin is printed with more


def is_coin_from_outside(what: Selector | None) -> bool:
    """Whether a coin from a collection is meant: by its noun, or as "one of greater value"."""
    if what is None:
        return False
    named = what if what.noun == "coin" else what.of
    if named is None or named.noun not in {"coin", "gold_value"}:
        return False
    return any(narrow.is_outside for narrow in named.filters)


def replace_coin(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Coins are replaced, each with one of greater value that the player picks."""
    assert event.object is not None
    done = False
    for ref in (yield from pick(event.object, ctx, event)):
        old = ctx.piece(ref)
        new = yield from _coin(range((old.value if old is not None else 0) + 1, HIGHEST + 1), event, ctx)
        if old is not None and new is not None:
            replaced = Event("replace", object=old.id, using=new.id, player=ctx.player, cause=ctx.cause)
            done |= yield from ctx.game.propose(replaced.but(within=ctx.event))
    return done


def place_coin(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A coin is put face down on the island that speaks of it, of no greater value than is told."""
    assert event.object is not None
    most = min(HIGHEST, max((_told(one, ctx) for one in event.object.filters), default=HIGHEST))
    new = yield from _coin(range(1, most + 1), event, ctx)
    if new is None:
        return False
    put = Event("place", object=new.id, to=ctx.source, player=ctx.player, cause=ctx.cause)
    put.manner = frozenset({"face_down"})
    return (yield from ctx.game.propose(put.but(within=ctx.event)))


def _told(narrow: object, ctx: Context) -> int:
    """The value that a coin may have at most: that of the best of those of which it is told."""
    if not isinstance(narrow, StatIs) or not isinstance(narrow.amount, StatOf):
        return 0
    found = (ctx.piece(ref) for ref in narrow.amount.of.find(ctx))
    return max((piece.value for piece in found if piece is not None), default=0)


def _coin(values: range, event: EventSpec, ctx: Context) -> Steps[Piece | None]:
    """A coin of one of these values, as the player picks."""
    if not values:
        return None
    options = [Option(value, f"a coin of {value} gold") for value in reversed(values)]
    value = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type)
    tally.count_made(ctx.state, int(value))  # it was not in the game before
    return ctx.state.add(coin(int(value)), None, ASIDE)
