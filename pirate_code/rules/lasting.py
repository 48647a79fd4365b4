"""How long effects last: the moment at which each ends, and ending those whose moment has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.language import tree as t
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event

if TYPE_CHECKING:
    from pirate_code.rules.game import Game
    from pirate_code.rules.meaning.context import Context


def ending(lasts: t.Span | t.ForTurns | t.Until, ctx: Context) -> Steps[tuple[str, int]]:
    """The moment at which an effect ends, and the number of the turn that it counts from.

    `turn`: with this turn. `game`: never. `next N`: with the next turn of player N. `begin N`: at the
    beginning of that turn. `turns`: after so many turns of all players. `event`: when an event or a fact of
    the tree comes.
    """
    from pirate_code.rules.meaning import amounts

    state = ctx.state
    now = state.turn.number
    if isinstance(lasts, t.ForTurns):
        count = amounts.value(lasts.turns, ctx)
        if isinstance(lasts.turns, t.Dice):
            count = 0
            for _ in range(lasts.turns.count):
                rolled = Event("roll", object=Matter("die_roll"), player=ctx.player, cause=ctx.cause)
                count += yield from ctx.game.roll(rolled)
        return "turns", now + count * state.players
    if isinstance(lasts, t.Until):
        if isinstance(lasts.end, t.Moment):
            return f"begin {ctx.player}", now
        return "event", now
    if lasts.lasts == "game":
        return "game", now
    if lasts.lasts in {"her_next_turn", "target_next_turn"}:
        pieces = [ctx.piece(ref) for ref in reversed(ctx.said)]
        player = next(
            (found.controller for found in pieces if found is not None and found.afloat), ctx.player
        )
        return f"next {player}", now
    if lasts.lasts in {"your_next_turn", "next_turn"}:
        return f"next {ctx.player}", now
    return "turn", now


def end_of_turn(game: Game) -> None:
    """End what lasts until the end of the turn that is over."""
    turn = game.state.turn
    _keep(
        game,
        lambda ends, since: (
            not (
                ends == "turn"
                or (ends == f"next {turn.player}" and since < turn.number)
                or (ends == "turns" and turn.number >= since)
            )
        ),
    )


def begin_of_turn(game: Game) -> None:
    """End what lasts until the beginning of the turn that now begins."""
    turn = game.state.turn
    _keep(game, lambda ends, since: not (ends == f"begin {turn.player}" and since < turn.number))


def _keep(game: Game, stays: object) -> None:
    state = game.state
    kept = [lasting for lasting in state.lasting if stays(lasting.ends, lasting.turn)]  # type: ignore[operator]
    if len(kept) != len(state.lasting):
        state.lasting = kept
        state.stamp += 1
