"""Ends effects that last, when their moment has come. `program.staying` says which moment that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.board.state import Lasting, State, Until
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import Effect, Guarded

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


def effect_of(lasting: Lasting) -> Effect:
    """The effect that lasts."""
    assert isinstance(lasting.effect, Effect)
    return lasting.effect


def holds_now(state: State, lasting: Lasting) -> bool:
    """Whether a lasting effect is in force in this turn: one for somebody's next turn waits for it."""
    ends = lasting.ends
    if ends.until is Until.CARD:
        return state.pieces[lasting.source].in_play and state.pieces[lasting.source].face_up
    return ends.until is not Until.NEXT_TURN or _is_later_turn_of(ends.player, ends.turn, state)


def _is_later_turn_of(player: int | None, turn: int, state: State) -> bool:
    return state.turn.player == player and state.turn.number > turn


def end_of_turn(game: Game) -> Steps[None]:
    """End what lasts until the end of the turn that is over; turns that were counted have elapsed then."""
    turn = game.state.turn
    counted = [lasting for lasting in game.state.lasting if lasting.ends.until is Until.TURNS]

    def stays(lasting: Lasting) -> bool:
        ends = lasting.ends
        if ends.until is Until.TURNS:
            return turn.number < ends.turn
        if ends.until is Until.NEXT_TURN:
            return not _is_later_turn_of(ends.player, ends.turn, game.state)
        return ends.until is not Until.TURN

    _keep(game, stays)
    for lasting in counted:
        if lasting not in game.state.lasting:
            elapsed = Event("elapse", agent=Matter("turn", lasting.source), player=lasting.player)
            yield from game.propose(elapsed)


def begin_of_turn(game: Game) -> None:
    """End what lasts until the beginning of this turn; what waited for the turn holds from now on."""
    game.state.stamp += 1

    def stays(lasting: Lasting) -> bool:
        until, player, turn = lasting.ends
        return until is not Until.BEGINNING or not _is_later_turn_of(player, turn, game.state)

    _keep(game, stays)


def end_by_event(game: Game, event: Event) -> None:
    """End what lasts until an event that has happened, or until a fact that now holds."""
    if any(lasting.ends.until is Until.EVENT for lasting in game.state.lasting):
        _keep(
            game, lambda lasting: lasting.ends.until is not Until.EVENT or not _has_come(game, lasting, event)
        )


def _has_come(game: Game, lasting: Lasting, event: Event) -> bool:
    effect = lasting.effect
    lasts = effect.guards.lasts if isinstance(effect, Guarded) else None
    if lasts is None:
        return False
    ctx = Context(game, lasting.source, lasting.player, event)
    ctx.said = list(lasting.said)
    return lasts.has_come(ctx, event)


def _keep(game: Game, stays: Callable[[Lasting], bool]) -> None:
    state = game.state
    kept = [lasting for lasting in state.lasting if stays(lasting)]
    if len(kept) != len(state.lasting):
        state.lasting = kept
        state.stamp += 1
