"""Effects that change what a piece is: its stats, its worth, its state, what it has."""

from __future__ import annotations

from typing import Any

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.language import tree as t
from pirate_code.language.render import effect_text
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.meaning import amounts, select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.perform import perform, pick
from pirate_code.rules.meaning.staying import as_lasting, hold


def change(effect: t.Change, ctx: Context) -> Steps[bool]:
    """A stat changed by what happens: for the event that is going on, or for the rest of the turn."""
    event = next((found for found in chain(ctx.event) if found.type == "roll"), None)
    if effect.stat in {"result", "die_roll", "cannon_roll", "boarding_roll"} and event is not None:
        number = amounts.value(effect.amount, ctx)
        if effect.by == "set":  # as if the die had shown it
            event.facts["shown"] = event.amount = number
        else:
            event.amount += number if effect.by == "add" else -number
        return True
    found = yield from _subjects(effect, ctx)
    if effect.stat == "gold_value":
        for ref in found:
            own = isinstance(ref, Matter) and ctx.card.kind == "treasure"  # "reduce that value"
            piece = ctx.card if own else ctx.piece(ref)
            if piece is not None:
                yield from _revalue(piece, effect, ctx)
        return bool(found)
    if effect.stat == "nationality" and isinstance(effect.amount, t.StatOf):
        _join_nation([ctx.piece(ref) for ref in found], effect.amount, ctx)
        return bool(found)
    if effect.stat == "cargo_space" and effect.by == "set":  # as long as there is such a piece
        ctx.game.force.last(as_lasting(effect.but(strength="do"), ctx, "card"))
        return True
    hold(effect.but(strength="do"), ctx)
    return True


def _join_nation(pieces: list[Piece | None], like: t.StatOf, ctx: Context) -> None:
    """A crew takes the nation of its new ship, and keeps it."""
    ship = next((ctx.piece(ref) for ref in select.find(like.of, ctx)), None)
    for piece in pieces:
        if piece is not None and ship is not None:
            piece.nation = ship.nation
            ctx.state.stamp += 1


def _revalue(piece: Piece, effect: t.Change, ctx: Context) -> Steps[None]:
    """Change what a treasure is worth."""
    before, number = piece.value, amounts.value(effect.amount, ctx)
    value = {
        "set": number,
        "add": before + number,
        "subtract": max(0, before - number),
        "multiply": before * number,
    }.get(effect.by, before)
    kind = "reduce" if effect.by == "subtract" else "change"
    change = Event(kind, agent=Matter("ability", ctx.source), object=Matter("gold_value", piece.id))
    yield from ctx.game.propose(
        change.but(amount=value, player=ctx.player, cause=ctx.cause, within=ctx.event)
    )


def _subjects(effect: t.Change, ctx: Context) -> Steps[list[Any]]:
    of = effect.of
    if effect.stat == "gold_value" and effect.by == "add" and isinstance(of, t.Pieces) and of.which != "that":
        of = of.but(
            filters=(*of.filters, t.InState(state="non_unique"))
        )  # gold-bonus-not-for-unique-treasures
    found = yield from pick(of, ctx, t.Event(type="affect"))
    ctx.say(*found)
    return list(found)


def become(effect: t.Become, ctx: Context) -> Steps[bool]:
    """A piece becomes something by an event of that name, so that the rules can see and refuse it."""
    ctx.asked = True
    if effect.strength == "may" and not (yield from ctx.game.agrees(ctx.player, effect_text(effect), "may")):
        ctx.asked = False
        return False
    done = False
    for ref in (yield from pick(effect.subject, ctx, t.Event(type="affect"))):
        ctx.say(ref)
        event = Event("become", object=ref, player=ctx.player, cause=ctx.cause, within=ctx.event)
        event.facts["filter"], event.facts["ctx"] = effect.filter, ctx
        done |= yield from ctx.game.propose(event)
    return done


def gain(effect: t.Gain, ctx: Context) -> Steps[bool]:
    event = t.Event(type="gain", agent=effect.who, object=effect.what)
    return (yield from perform(event, ctx))
