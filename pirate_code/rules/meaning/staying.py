"""What stays in force of an effect: as long as the event it answers goes on, for the turn, or for a span."""

from __future__ import annotations

from typing import Any

from pirate_code.board.state import SEA, Lasting, Piece
from pirate_code.language import tree as t
from pirate_code.rules.meaning.context import Context


def hold(effect: t.Effect, ctx: Context) -> None:
    """What holds while the event goes on that it answers; without one, until the end of the turn.

    What a card says that lies on the sea as a token holds as long as it lies there.
    """
    setup = ctx.event is not None and ctx.event.type == "setup"  # what is chosen then is for the game
    token = is_token(ctx.card)
    ends = "game" if setup else "card" if token else "turn"
    lasting = Lasting(effect, ctx.source, ctx.player, tuple(ctx.said), ends, ctx.state.turn.number)
    if ctx.event is not None and not setup and not token:
        ctx.event.facts.setdefault("bars", []).append(lasting)
    else:
        ctx.game.force.last(lasting)


def is_token(card: Piece) -> bool:
    """Whether it is a card of which the token lies on the sea."""
    return card.kind == "event" and card.where == SEA


def as_lasting(effect: t.Effect, ctx: Context, ends: str) -> Lasting:
    return Lasting(effect, ctx.source, ctx.player, tuple(ctx.said), ends, ctx.state.turn.number)


def until(lasts: Any, effect: t.Effect) -> t.Effect:
    """The effect together with the event that ends it, if one does."""
    return t.Guarded(guards=(lasts,), effect=effect) if isinstance(lasts, t.Until) else effect


def waits(effect: t.Effect, lasts: Any) -> bool:
    """Whether something is offered on a later turn: "on her next turn she may use her action to ..."."""
    return isinstance(effect, t.Pay) and isinstance(lasts, t.Span) and lasts.lasts.endswith("next_turn")


def goes_on(effect: t.Effect) -> bool:
    """Whether an effect can go on: a ban, leave, a changed stat, a state."""
    if isinstance(effect, t.Happen):
        return effect.strength in {"cannot", "need_not"} or (
            effect.strength in {"may", "must"}
            and effect.event.type in {"leave", "use", "dock", "shoot", "move", "give"}
            and not _gives_so_many(effect.event)
        )
    if isinstance(effect, t.Sequence):
        return all(goes_on(step) for step in effect.steps)
    return isinstance(effect, t.Change | t.Become | t.Gain)


def _gives_so_many(event: t.Event) -> bool:
    """Whether a number of actions is given, which is done at once: "she may be given two actions"."""
    what = event.object
    return event.type == "give" and isinstance(what, t.Pieces) and what.count is not None


def about_whom(effect: t.Effect) -> t.Selector | None:
    """Whom an effect that goes on is about."""
    if isinstance(effect, t.Happen):
        selector: t.Selector | None = getattr(effect.event, _slot(effect.event))
        return selector
    if isinstance(effect, t.Change):
        return effect.of
    if isinstance(effect, t.Become):
        return effect.subject
    return effect.who if isinstance(effect, t.Gain) else None


def _slot(event: t.Event) -> str:
    """The slot of whom an event is told: who does it, who is given something, or what it is done to."""
    if event.agent is not None:
        return "agent"
    return "to" if event.type == "give" and event.to is not None else "object"


def told_of(effect: t.Effect, that: t.Pieces) -> t.Effect:
    """The same effect, told of that piece."""
    if isinstance(effect, t.Happen):
        return effect.but(event=effect.event.but(**{_slot(effect.event): that}))
    if isinstance(effect, t.Change):
        return effect.but(of=that)
    return effect.but(subject=that) if isinstance(effect, t.Become) else effect.but(who=that)


def names_some(about: t.Selector) -> bool:
    if isinstance(about, t.Group):
        return about.join == "or" and all(names_some(member) for member in about.members)
    return isinstance(about, t.Pieces) and (
        about.which in {"a", "any", "another"} or isinstance(about.count, t.Number)
    )
