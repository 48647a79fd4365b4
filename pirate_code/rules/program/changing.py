"""Effects that change what a piece is: its stats, its worth, its state, what it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import End, Piece, Until
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.program.amounts import StatOf
from pirate_code.rules.program.effects import Become, Change, Gain
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import in_state
from pirate_code.rules.program.lower import derived
from pirate_code.rules.program.performing import AFFECT, perform, pick
from pirate_code.rules.program.staying import as_lasting, hold

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context

_ROLLED = frozenset({"result", "die_roll", "cannon_roll", "boarding_roll"})
_NON_UNIQUE = in_state("non_unique")


def change(effect: Change, ctx: Context) -> Steps[bool]:
    """A stat changed by what happens: for the event that is going on, or for the rest of the turn."""
    event = next((found for found in chain(ctx.event) if found.type == "roll"), None)
    if effect.stat in _ROLLED and event is not None:
        number = effect.amount.value(ctx) * effect.times(ctx)
        if effect.by == "set":  # as if the die had shown it
            event.amount = number
            facts.SHOWN.put(event, number)
        else:
            event.amount += number if effect.by == "add" else -number
        return True
    if effect.stat in _ROLLED and (effect.of.noun, effect.of.which) == ("die_roll", "any"):
        hold(derived.agreed(effect), ctx)  # of every roll that is made from now on
        return True
    found = yield from _subjects(effect, ctx)
    if effect.stat == "gold_value":
        if found and all(ref in ctx.together and _is_lost_crew(ref, ctx) for ref in found):
            each = int(effect.amount.value(ctx))
            paid = derived.gold(each * len(found))
            assert isinstance(paid, Gain)
            return (yield from gain(paid, ctx))
        for ref in found:
            own = isinstance(ref, Matter) and ctx.card.kind == "treasure"  # "reduce that value"
            piece = ctx.card if own else ctx.piece(ref)
            if piece is not None:
                yield from _revalue(piece, effect, ctx)
        return bool(found)
    if effect.stat == "nationality" and isinstance(effect.amount, StatOf):
        _join_nation([ctx.piece(ref) for ref in found], effect.amount, ctx)
        return bool(found)
    if effect.stat == "cargo_space" and effect.by == "set":  # as long as there is such a piece
        ctx.game.begin(as_lasting(derived.agreed(effect), ctx, End(Until.CARD)))
        return True
    if not effect.of.names_some:
        hold(derived.agreed(effect), ctx)
        return True
    for ref in found:  # of those that were picked: "give any ship in your fleet +1 to her cannon rolls"
        seen = ctx.copy()
        seen.say(ref)
        hold(derived.of_that(derived.agreed(effect), noun_of(ref)), seen)
    return bool(found)


def _is_lost_crew(ref: Ref, ctx: Context) -> bool:
    """Whether it is a crew that was given up: "each is worth 1 gold" is paid to who did it."""
    piece = ctx.piece(ref)
    return piece is not None and piece.kind == "crew" and not piece.in_play


def noun_of(ref: Ref) -> str:
    """A noun that names a thing, whatever it is."""
    if isinstance(ref, Part | Matter):
        return ref.noun
    return "player" if isinstance(ref, Seat) else "game_piece"


def _join_nation(pieces: list[Piece | None], like: StatOf, ctx: Context) -> None:
    """A crew takes the nation of its new ship, and keeps it."""
    ship = next((ctx.piece(ref) for ref in like.of.find(ctx)), None)
    for piece in pieces:
        if piece is not None and ship is not None:
            piece.nation = ship.nation
            ctx.state.stamp += 1


def _revalue(piece: Piece, effect: Change, ctx: Context) -> Steps[None]:
    """Change what a treasure is worth."""
    before, number = piece.value, effect.amount.value(ctx) * effect.times(ctx)
    value = {
        "set": number,
        "add": before + number,
        "subtract": max(0, before - number),
        "multiply": before * number,
    }.get(effect.by, before)
    kind = "reduce" if effect.by == "subtract" else "change"
    changed = Event(kind, agent=Matter("ability", ctx.source), object=Matter("gold_value", piece.id))
    yield from ctx.game.propose(
        changed.but(amount=value, player=ctx.player, cause=ctx.cause, within=ctx.event)
    )


def _subjects(effect: Change, ctx: Context) -> Steps[list[Ref]]:
    of = effect.of
    if effect.stat == "gold_value" and effect.by == "add" and of.noun and not of.is_that:
        of = of.but(filters=(*of.filters, _NON_UNIQUE))  # gold-bonus-not-for-unique-treasures
    found = yield from pick(of, ctx, AFFECT)
    ctx.say(*found)
    return list(found)


def become(effect: Become, ctx: Context) -> Steps[bool]:
    """A piece becomes something by an event of that name, so that the rules can see and refuse it."""
    ctx.asked = True
    if effect.modal == "may" and not (yield from ctx.game.uses(ctx.player, effect, ctx.source, ctx.event)):
        ctx.asked = False
        return False
    done = False
    for ref in (yield from pick(effect.subject, ctx, AFFECT)):
        ctx.say(ref)
        event = Event("become", object=ref, player=ctx.player, cause=ctx.cause, within=ctx.event)
        facts.FILTER.put(event, effect.filter)
        facts.CTX.put(event, ctx)
        done |= yield from ctx.game.propose(event)
    return done


def gain(effect: Gain, ctx: Context) -> Steps[bool]:
    """A piece gains something, by an event of that name."""
    return (yield from perform(EventSpec("gain", agent=effect.who, object=effect.what), ctx))
