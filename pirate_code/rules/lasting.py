"""How long effects last: the moment at which each ends, and ending those whose moment has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.board.state import Lasting, State
from pirate_code.language import tree as t
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.meaning import amounts, facts
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.patterns import pattern

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

# What a cancelled ability comes to: it cannot be used.
CANCELLED = t.Happen(
    strength="cannot", event=t.Event(type="use", object=t.Pieces(noun="ability", which="that"))
)
# What a copied ability comes to: this piece has it too.
COPIED = t.Become(
    subject=t.Pieces(noun="card", which="this"), filter=t.Has(what=t.Pieces(noun="ability", which="that"))
)
_HERS = frozenset({"her_next_turn", "target_next_turn"})
_YOURS = frozenset({"your_next_turn", "next_turn"})


def ending(lasts: t.Span | t.ForTurns | t.Until, ctx: Context) -> Steps[tuple[str, int]]:
    """The moment at which an effect ends, and the number of the turn that it counts from.

    `turn`: with this turn. `game`: never. `card`: when its card is gone or face down. `next N`: it holds in
    the next turn of player N only. `begin N`: at the beginning of that turn. `turns`: after so many turns of
    all players. `event`: when an event or a fact of the tree comes.
    """
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
        return ("event" if not isinstance(lasts.end, t.Moment) else f"begin {ctx.player}"), now
    if lasts.lasts == "game":
        return "game", now
    if lasts.lasts in _HERS:
        pieces = [ctx.piece(ref) for ref in reversed(ctx.said)]
        player = next(
            (
                found.controller
                for found in pieces
                if found is not None and (found.afloat or found.kind == "crew")
            ),
            ctx.player,
        )
        return f"next {player}", now
    return (f"next {ctx.player}" if lasts.lasts in _YOURS else "turn"), now


def holds_now(state: State, lasting: Lasting) -> bool:
    """Whether a lasting effect is in force in this turn: one for somebody's next turn waits for it."""
    if lasting.ends == "card":
        return state.pieces[lasting.source].in_play and state.pieces[lasting.source].face_up
    if not lasting.ends.startswith("next "):
        return True
    return lasting.ends == f"next {state.turn.player}" and state.turn.number > lasting.turn


def end_of_turn(game: Game) -> Steps[None]:
    """End what lasts until the end of the turn that is over; turns that were counted have elapsed then."""
    turn = game.state.turn
    counted = [lasting for lasting in game.state.lasting if lasting.ends == "turns"]

    def stays(lasting: Lasting) -> bool:
        if lasting.ends == "turns":
            return turn.number < lasting.turn
        return lasting.ends != "turn" and not (
            lasting.ends == f"next {turn.player}" and lasting.turn < turn.number
        )

    _keep(game, stays)
    for lasting in counted:
        if lasting not in game.state.lasting:
            elapsed = Event("elapse", agent=Matter("turn", lasting.source), player=lasting.player)
            yield from game.propose(elapsed)


def begin_of_turn(game: Game) -> None:
    """End what lasts until the beginning of this turn; what waited for the turn holds from now on."""
    turn = game.state.turn
    game.state.stamp += 1
    _keep(game, lambda lasting: lasting.ends != f"begin {turn.player}" or lasting.turn >= turn.number)


def end_by_event(game: Game, event: Event) -> None:
    """End what lasts until an event that has happened, or until a fact that now holds."""
    if any(lasting.ends == "event" for lasting in game.state.lasting):
        _keep(game, lambda lasting: lasting.ends != "event" or not _has_come(game, lasting, event))


def _has_come(game: Game, lasting: Lasting, event: Event) -> bool:
    until = lasting.node.guards[0] if isinstance(lasting.node, t.Guarded) else None
    if not isinstance(until, t.Until) or isinstance(until.end, t.Moment):
        return False
    ctx = Context(game, lasting.source, lasting.player, event)
    ctx.said = list(lasting.said)
    return _comes(until.end, ctx, event)


def _comes(end: t.Event | t.Fact, ctx: Context, event: Event) -> bool:
    """Whether an end has come: an event that has just happened, or a fact that holds now."""
    if isinstance(end, t.Event):
        return pattern(end)(ctx, event)
    if isinstance(end, t.Facts):
        return any(_comes(fact, ctx, event) for fact in end.facts)
    if isinstance(end, t.Happens) and end.strength == "do" and end.event.type not in facts.STANDING:
        return pattern(end.event)(ctx, event)
    return facts.holds(end, ctx)


def _keep(game: Game, stays: Callable[[Lasting], bool]) -> None:
    state = game.state
    kept = [lasting for lasting in state.lasting if stays(lasting)]
    if len(kept) != len(state.lasting):
        state.lasting = kept
        state.stamp += 1
