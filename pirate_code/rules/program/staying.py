"""What stays in force of an effect: as long as the event it answers goes on, for the turn, or for a span."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, End, Lasting, Piece, Until
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.program.effects import Change, Effect, Guarded, Pay
from pirate_code.rules.program.guards import Lasts

if TYPE_CHECKING:
    from pirate_code.rules.decision import Steps
    from pirate_code.rules.program.context import Context

TOKEN = Cause("a token that marks what was placed")
_HERS = frozenset({"her_next_turn", "target_next_turn", "next_turn"})
_YOURS = frozenset({"your_next_turn"})
_LEAVING = frozenset({"treasure", "equipment", "crew"})  # pieces that may leave the ship they speak of


def hold(effect: Effect, ctx: Context) -> None:
    """What holds while the event goes on that it answers; without one, until the end of the turn.

    What a card says that lies on the sea as a token holds as long as it lies there.
    """
    setup = ctx.event is not None and ctx.event.type == "setup"  # what is chosen then is for the game
    token = is_token(ctx.card)
    ends = End(Until.GAME if setup else Until.CARD if token else Until.TURN)
    lasting = as_lasting(effect, ctx, ends)
    if ctx.event is not None and not setup and not token:
        ctx.game.bar(_going_on(ctx.event), lasting)
    else:
        ctx.game.begin(lasting)


def grant(leave: tuple[Effect, ...], ctx: Context) -> None:
    """Give leave to do something, or take it: that holds as long as the card lies where it acts."""
    for effect in leave:
        ctx.game.begin(as_lasting(effect, ctx, End(Until.CARD)))


def lie_on_placed(waits: Guarded, ctx: Context) -> Steps[bool]:
    """Lay the card as a token on what it has placed, until that has come which it tells of it.

    Ruling runes-of-odin-token-marks-the-iceberg.
    """
    placed = ctx.said[-1] if ctx.said else None
    put = Event("place", object=ctx.source, to=placed, player=ctx.player, cause=TOKEN, within=ctx.event)
    if not (yield from ctx.game.propose(put)):
        return False
    ctx.game.begin(as_lasting(waits, ctx, End(Until.NEXT_TIME)))
    return True


def _going_on(event: Event) -> Event:
    """What must be over for a ban to end; who is made a target is one for the whole action."""
    if event.type != "target":
        return event
    return next((outer for outer in chain(event) if outer.type == "give"), event)


def is_token(card: Piece) -> bool:
    """Whether it is a card of which the token lies on the sea."""
    return card.kind == "event" and card.where == SEA


def as_lasting(effect: Effect, ctx: Context, ends: End) -> Lasting:
    """An effect that goes on from now, until it ends.

    It keeps to the ship on which it began, unless it settles what its own card is worth: that goes with the
    card (barbary-banner-keeps-counting-masts).
    """
    lasting = Lasting(effect, ctx.source, ctx.player, tuple(ctx.said), ends, ctx.ability or 0)
    stays = ends.until is not Until.CARD and not _values_its_card(effect, ctx)
    if stays and ctx.card.kind in _LEAVING and ctx.ship is not None:
        lasting.aboard = ctx.ship.id
    return lasting


def hold_on(effect: Effect, lasts: Lasts | None, ctx: Context) -> None:
    """Put an effect in force for the action that is going on, if that is said; else for the turn."""
    action = next((found for found in chain(ctx.event) if found.type == "give"), None)
    if lasts is not None and lasts.span == "that_action" and action is not None:
        ctx.game.bar(action, as_lasting(effect, ctx, End(Until.MEANWHILE)))
    else:
        ctx.game.begin(as_lasting(effect, ctx, End(Until.TURN)))


def _values_its_card(effect: Effect, ctx: Context) -> bool:
    """Whether it changes what its own card is worth, now or each time that something happens."""
    while isinstance(effect, Guarded):
        effect = effect.effect
    return (
        isinstance(effect, Change)
        and effect.stat == "gold_value"
        and list(effect.of.find(ctx)) == [ctx.source]
    )


def waits(effect: Effect, lasts: Lasts | None) -> bool:
    """Whether something is offered on a later turn: "on her next turn she may use her action to ..."."""
    return isinstance(effect, Pay) and lasts is not None and lasts.span.endswith("next_turn")


def ending(lasts: Lasts, ctx: Context) -> Steps[End]:
    """The moment at which an effect ends; turns are those of all players."""
    now = ctx.state.turn.number
    if lasts.turns is not None:
        count = int(lasts.turns.value(ctx))
        if lasts.turns.dice:
            count = 0
            for _ in range(lasts.turns.dice):
                rolled = Event("roll", object=Matter("die_roll"), player=ctx.player, cause=ctx.cause)
                count += int((yield from ctx.game.roll(rolled)))
        return End(Until.TURNS, turn=now + count * ctx.state.players)
    if lasts.until is not None:
        return End(Until.BEGINNING, ctx.player, now) if lasts.ends_at_moment else End(Until.EVENT)
    if lasts.span == "game":
        return End(Until.GAME)
    if lasts.span in _HERS:
        return End(Until.NEXT_TURN, _spoken_of(ctx), now)
    return End(Until.NEXT_TURN, ctx.player, now) if lasts.span in _YOURS else End(Until.TURN)


def _spoken_of(ctx: Context) -> int:
    """The player of the ship or crew that was last spoken of."""
    for ref in reversed(ctx.said):
        piece = ctx.piece(ref)
        if piece is not None and (piece.afloat or piece.kind == "crew"):
            return piece.controller if piece.controller is not None else ctx.player
    return ctx.player
