"""Among several things: those with the highest or lowest stat, with the most of something, the nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Ref
from pirate_code.board.state import Piece
from pirate_code.core.dice import Rolled
from pirate_code.rules import table
from pirate_code.rules.program.context import is_number
from pirate_code.rules.program.filters import Extreme, Filter, has_it
from pirate_code.rules.program.nouns import is_a

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context


def extremes(filters: tuple[Filter, ...], found: list[Ref], ctx: Context) -> list[Ref]:
    """Keep those with the highest or lowest stat, and the nearest one."""
    for narrow in filters:
        if isinstance(narrow, Extreme):
            found = _extreme(narrow, found, ctx)
        elif narrow.state == "nearest":
            found = _nearest(found, ctx)
    return found


def _extreme(narrow: Extreme, found: list[Ref], ctx: Context) -> list[Ref]:
    if narrow.stat == "gold_value":  # others have no such value
        found = [ref for ref in found if is_a(ctx.game, ref, "gold") or not is_a(ctx.game, ref, "treasure")]
    if narrow.stat == "result" and ctx.results:
        found = list(ctx.results)  # of all for which was rolled, not of the last one spoken of
    if not found:
        return found
    values = {ref: _value(narrow, ref, ctx) for ref in found}
    best = (max if narrow.most in {"highest", "most"} else min)(values.values())
    return [ref for ref in found if values[ref] == best]


def _value(narrow: Extreme, ref: Ref, ctx: Context) -> Rolled:
    """The value that is compared: a stat, or how many of something a piece has."""
    if narrow.counted is None:
        return _worth(narrow.stat, ref, ctx)
    inner = ctx.copy()
    inner.say(ref)
    return sum(has_it(ctx, ref, thing) for thing in narrow.counted.find(inner))


def _worth(stat: str, ref: Ref, ctx: Context) -> Rolled:
    if stat == "result" and ref in ctx.results:
        return ctx.results[ref]
    if stat == "point_cost" and isinstance(ref, int):  # what lowers it does so for the ship's limit only
        return ctx.state.pieces[ref].card.points
    value = ctx.game.stat(stat, ref, ctx.event)
    return value if is_number(value) else 0


def _nearest(found: list[Ref], ctx: Context) -> list[Ref]:
    ship = ctx.ship or _ship_mentioned(ctx)
    if not found or ship is None:
        return found
    pieces = [ctx.state.pieces[ref] for ref in found if isinstance(ref, int)]
    near = min(table.gap(ctx.state, ship, piece) for piece in pieces)
    return [piece.id for piece in pieces if table.gap(ctx.state, ship, piece) == near]


def _ship_mentioned(ctx: Context) -> Piece | None:
    """The ship that a card which is on none has spoken of last."""
    mentioned = (ctx.piece(ref) for ref in reversed(ctx.said))
    return next((piece for piece in mentioned if piece is not None and piece.kind == "ship"), None)
